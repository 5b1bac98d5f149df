//! 14.repulse: pushing a weak enemy aside on the march.
//! Decides 6.garrison, 14.repulse, 14.repulse.on, 14.repulse.others.

use board::Hex;
use kernel::{Side, Sink};

use crate::Rules;
use crate::event::Event;
use crate::march::How;
use crate::refusal::{Ruling, refuse};
use crate::roster::{Army, LeaderId, LeaderSet, enemy_of};
use crate::sequence::Frame;
use crate::state::State;

impl Rules {
    /// The leaders of the force in hand that announce a repulse of an enemy: those of the package in hand, and of the other
    /// package if it is next to the enemy as well.
    fn repulsing(&self, state: &State, target: LeaderId) -> LeaderSet {
        let march = &state.march;
        let at = state.package(target);
        let others = march.force.difference(march.in_hand());
        let beside = others.iter().filter(|leader| self.can_strike(state, &state.package(*leader), &at));
        march.in_hand().union(beside.collect())
    }

    /// The enemy places next to the package in hand that can be driven back, one leader for each.
    fn repulsable<'s>(&'s self, state: &'s State, side: Side) -> impl Iterator<Item = LeaderId> + use<'s> {
        let package = self.marching(state);
        self.controllers_of(state, side, &package).iter().filter(move |enemy| {
            self.fighters_of(state, *enemy).first() == Some(*enemy)
                && self.can_strike(state, &package, &state.package(*enemy))
                && !self.is_neutral(state, *enemy)
                && self.citadel_of(state, *enemy).is_none()
        })
    }

    /// Whether another force of the side is next to an enemy and can attack it (14.repulse.others).
    fn is_met_by_others(&self, state: &State, side: Side, enemy: LeaderId) -> bool {
        let at = state.package(enemy);
        self.on_map(state, side).any(|friend| {
            state.troops.contains(friend)
                && !state.march.force.contains(friend)
                && self.can_strike(state, &state.package(friend), &at)
        })
    }

    /// When and by whom a repulse may be announced at all.
    fn may_announce(&self, state: &State) -> Ruling {
        let march = &state.march;
        if rule!("14.repulse", !matches!(march.how, How::Command | How::Initiative)) {
            return Err(refuse(case!("14.repulse"), "a repulse is announced on a march in your own movement phase"));
        }
        if rule!("14.repulse", march.force.intersects(&state.repulsers)) {
            return Err(refuse(case!("14.repulse"), "the force has failed to drive an enemy back and must fight him"));
        }
        if march.force.intersects(&state.disorganized) {
            return Err(refuse(case!("21.disorg.effects"), "a disorganized force does not attack"));
        }
        Ok(())
    }

    /// 14.repulse: in the own movement phase, against an adjacent enemy.
    pub(crate) fn may_repulse(&self, state: &State, side: Side, at: Hex) -> Ruling {
        self.may_announce(state)?;
        let targets: LeaderSet = self.troops_in(state, enemy_of(side), at).collect();
        let garrison = Army::ALL.into_iter().filter(|army| army.side() != side);
        let garrisoned = garrison.map(|army| self.source_marker(state, army)).any(|marker| marker.covers(at));
        if targets.is_empty() && rule!("6.garrison", garrisoned) {
            return Err(refuse(case!("6.garrison"), "the garrison of a source cannot be repulsed").place(at));
        }
        let Some(target) = targets.first() else {
            return Err(refuse(case!("14.repulse"), "no enemy force is in {place}").place(at));
        };
        if self.is_neutral(state, target) {
            return Err(refuse(case!("26.saxony"), "the Saxons are neutral and cannot be attacked").place(at));
        }
        if rule!("14.repulse", !self.adjacent(state, &self.marching(state), &state.package(target))) {
            return Err(refuse(case!("14.repulse"), "the force is not next to {place}").place(at));
        }
        if !self.can_strike(state, &self.marching(state), &state.package(target)) {
            return Err(refuse(
                case!("16.combat.bridge"),
                "over the bridge of a primary river only a column repulses, and the force is in line",
            )
            .place(at)
            .also(&[case!("14.repulse")]));
        }
        if self.citadel_of(state, target).is_some() {
            return Err(refuse(case!("23.citadel"), "a force in a citadel need not fight").place(at));
        }
        // 14.repulse.others: an enemy that is left out must have another force before it.
        let left_out = self.repulsable(state, side).find(|enemy| {
            !state.package(*enemy).shares_pair(&state.package(target)) && !self.is_met_by_others(state, side, *enemy)
        });
        if let Some(enemy) = left_out
            && rule!("14.repulse.others", true)
        {
            let there = state.lead[enemy.index()];
            return Err(refuse(
                case!("14.repulse.others"),
                "the enemy in {place} is next to the force too: repulse all, or bring another force up to him",
            )
            .place(there));
        }
        Ok(())
    }

    /// The same against everybody next to the package in hand together.
    pub(crate) fn may_repulse_all(&self, state: &State, side: Side) -> Ruling {
        self.may_announce(state)?;
        if self.repulsable(state, side).count() < 2 {
            return Err(refuse(case!("14.repulse"), "fewer than two enemy forces are next to the force"));
        }
        Ok(())
    }

    /// Strengths are shown; the ratio decides.
    pub(crate) fn repulse(&self, state: &mut State, side: Side, at: Hex, events: &mut impl Sink<Event>) {
        let Some(target) = self.troops_in(state, enemy_of(side), at).next() else { return };
        let defenders = self.fighters_of(state, target);
        let others = self.repulsable(state, side).filter(|enemy| !defenders.contains(*enemy));
        let others = others.fold(LeaderSet::EMPTY, |all, enemy| all.union(self.fighters_of(state, enemy)));
        state.owed = state.owed.union(others);
        let attackers = self.repulsing(state, target);
        self.resolve_repulse(state, side, attackers, defenders, events);
    }

    pub(crate) fn repulse_all(&self, state: &mut State, side: Side, events: &mut impl Sink<Event>) {
        let defenders =
            self.repulsable(state, side).fold(LeaderSet::EMPTY, |all, enemy| all.union(self.fighters_of(state, enemy)));
        let attackers = state.march.in_hand();
        self.resolve_repulse(state, side, attackers, defenders, events);
    }

    /// From 7 to 1 on the enemy goes back two hexes without loss; below it the two fight in the battle segment.
    fn resolve_repulse(
        &self,
        state: &mut State,
        side: Side,
        attackers: LeaderSet,
        defenders: LeaderSet,
        events: &mut impl Sink<Event>,
    ) {
        let numbers = self.tables.combat.repulse;
        self.show_strengths(state, attackers.union(defenders), events);
        let attack = self.attack_strength(state, attackers, defenders);
        let defence = self.defence_strength(state, defenders);
        let succeeds = rule!("14.repulse", attack >= numbers.ratio * defence);
        events.event(Event::RepulseAnnounced { side, attack, defence, succeeds });
        self.hide_strengths(state);
        let place = state.march.place();
        if !succeeds {
            state.repulsed = state.repulsed.union(defenders);
            state.repulsers = state.repulsers.union(attackers);
            state.march.stopped[place] = true;
            return;
        }
        state.owed = state.owed.difference(defenders);
        state.driven = state.driven.union(defenders);
        // Their owner chooses where they go, one place after another.
        let mut left = defenders;
        while let Some(leader) = left.first() {
            left = left.difference(self.stack_of(state, leader));
            if state.frames.remaining_capacity() > 2 {
                state.frames.push(Frame::Push { side: enemy_of(side), leader });
            }
        }
        // 14.repulse.on: those who were driven back no longer hold up the march; anybody else next to it does.
        let package = self.marching(state);
        let held = !self.controllers_of(state, side, &package).difference(defenders).is_empty()
            || package.hexes().any(|hex| self.source_controls(state, enemy_of(side), hex));
        if rule!("14.repulse.on", !held) {
            state.march.stopped[place] = false;
            state.march.leaving[place] = false;
        }
    }
}
