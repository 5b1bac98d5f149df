//! 14.integrity: the leaders of a place belong to one force when a phase ends.
//! Decides 14.integrity, 14.integrity.merge, 14.stack.excess.

use kernel::{Side, Sink};

use crate::Rules;
use crate::event::Event;
use crate::package::Package;
use crate::refusal::{Ruling, refuse};
use crate::roster::{LeaderId, LeaderSet};
use crate::sequence::{Frame, Segment};
use crate::state::State;

impl Rules {
    /// The leaders of every place of a side, place by place.
    pub(crate) fn stacks<'s>(&'s self, state: &'s State, side: Side) -> impl Iterator<Item = LeaderSet> + use<'s> {
        self.on_map(state, side)
            .map(|leader| (leader, self.stack_of(state, leader)))
            .filter(|(leader, stack)| stack.first() == Some(*leader))
            .map(|(_, stack)| stack)
    }

    /// Leaders with troops that share a place: they alone need a commander.
    fn commanded(&self, state: &State, stack: LeaderSet) -> LeaderSet {
        stack.intersection(state.troops)
    }

    fn is_stack_orderly(&self, state: &State, stack: LeaderSet) -> bool {
        let men: u16 = stack.iter().map(|leader| self.men_of(state, leader)).sum();
        let with_troops = self.commanded(state, stack);
        let lawful = self.is_commanded(state, stack, with_troops) || self.is_to_merge(state, stack, with_troops);
        let base = state.frames.first();
        // 14.stack.excess: when combat begins; before that the march separates them.
        let fits =
            base == Some(&Frame::of(Segment::Commands)) || !rule!("14.stack.excess", men > self.tables.limits.package);
        !rule!("14.integrity", !lawful) && fits
    }

    /// Whether somebody in a place, or in one next to it, can command all of some leaders there.
    fn is_commanded(&self, state: &State, stack: LeaderSet, leaders: LeaderSet) -> bool {
        // A bare leader of the place may command the others.
        self.is_one_force(state, leaders)
            || stack.difference(leaders).iter().any(|leader| {
                self.can_command(state, leader, leaders)
                    && leaders.iter().all(|other| self.takes_leader(state, leader, other))
            })
            || self.is_led_from_beside(state, leaders)
    }

    /// 14.integrity.merge: two forces stay together until their owner's organization segment ends, if without the units of
    /// one leader they would be one force.
    fn is_to_merge(&self, state: &State, stack: LeaderSet, leaders: LeaderSet) -> bool {
        let Some(first) = leaders.first() else { return true };
        let organized =
            state.frames.first() == Some(&Frame::of(Segment::Commands)) && state.player == self.side_of(first);
        let armistice = matches!(state.frames.first(), Some(Frame::Armistice { .. }));
        let mergeable = leaders.iter().any(|emptied| {
            let mut rest = leaders;
            rest.remove(emptied);
            self.is_commanded(state, stack, rest)
        });
        rule!("14.integrity.merge", !organized && !armistice && mergeable)
    }

    /// A commander in an adjacent place may hold both.
    fn is_led_from_beside(&self, state: &State, stack: LeaderSet) -> bool {
        let Some(first) = stack.first() else { return true };
        let here = state.package(first);
        self.on_map(state, self.side_of(first)).any(|leader| {
            !stack.contains(leader)
                && self.adjacent(state, &state.package(leader), &here)
                && self.can_command(state, leader, stack)
                && stack.iter().all(|other| self.takes_leader(state, leader, other))
        })
    }

    /// Whether every place of a side holds one force.
    pub(crate) fn is_orderly(&self, state: &State, side: Side) -> bool {
        self.stacks(state, side).all(|stack| stack.len() < 2 || self.is_stack_orderly(state, stack))
    }

    /// Whether nobody is displaced: every place is orderly, or nobody can go anywhere and they stay as they are.
    pub(crate) fn skip_integrity(&self, state: &mut State, side: Side) -> bool {
        let skips = self.is_orderly(state, side) || self.surplus(state, side).next().is_none();
        if skips {
            state.frames.pop();
        }
        skips
    }

    /// Who must be displaced, and where he can go.
    pub(crate) fn surplus<'s>(
        &'s self,
        state: &'s State,
        side: Side,
    ) -> impl Iterator<Item = (LeaderId, Package)> + use<'s> {
        let disorderly =
            self.stacks(state, side).filter(|stack| stack.len() > 1 && !self.is_stack_orderly(state, *stack));
        disorderly.flat_map(|stack| stack.iter()).flat_map(move |leader| {
            self.refuges(state, leader)
                .filter(move |package| self.may_lie(state, leader, package))
                .map(move |package| (leader, package))
        })
    }

    /// Whether a displaced leader may lie there: no friends in half of it, no enemy zone, ground that he can enter.
    pub(crate) fn may_lie(&self, state: &State, leader: LeaderId, package: &Package) -> bool {
        let side = self.side_of(leader);
        let friends = self.on_map(state, side).filter(|other| *other != leader);
        let apart = friends.into_iter().all(|other| !state.package(other).overlaps(package));
        apart
            && !self.seems_in_zone(state, side, package)
            && !package.hexes().any(|hex| self.is_closed(state, hex) || self.neutral_in(state, hex))
            && package.hexes().all(|hex| self.leaders_in(state, crate::roster::enemy_of(side), hex).next().is_none())
    }

    pub(crate) fn may_place(&self, state: &State, side: Side, leader: LeaderId, package: &Package) -> Ruling {
        if self.surplus(state, side).any(|(who, to)| who == leader && to == *package) {
            return Ok(());
        }
        Err(refuse(case!("14.integrity"), "a leader in excess goes to an adjacent hex that is free")
            .unit(leader)
            .also(&[case!("14.integrity.merge"), case!("14.stack.excess")]))
    }

    pub(crate) fn displace(
        &self,
        state: &mut State,
        leader: LeaderId,
        package: Package,
        events: &mut impl Sink<Event>,
    ) {
        let from = state.lead[leader.index()];
        self.put(state, leader, package);
        events.event(Event::Displaced { leader, from, to: package });
        self.look_around(state, LeaderSet::from_iter([leader]), events);
    }
}
