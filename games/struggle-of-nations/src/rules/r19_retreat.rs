//! 19: retreat after combat.
//! Decides 19.path.short.

use arrayvec::ArrayVec;
use board::Hex;
use kernel::{Side, Sink};
use kit::small::Few;

use super::r19_path::{Way, best_ways};
use crate::Rules;
use crate::action::Action;
use crate::event::Event;
use crate::package::Package;
use crate::refusal::{Ruling, refuse};
use crate::roster::{LeaderId, LeaderSet, enemy_of};
use crate::sequence::Frame;
use crate::state::{Fate, State};

impl Rules {
    /// The packages of the beaten side that have yet to retreat.
    pub(crate) fn open_retreat(&self, state: &mut State, side: Side) {
        let fought = state.battle.of(side).intersection(state.troops);
        state.battle.surrounded = fought.iter().any(|leader| self.is_surrounded(state, leader));
        let mut beaten = fought;
        // 18.who.extra: forces beside a beaten attacker share the retreat.
        if side == state.battle.first {
            beaten = beaten.union(state.battle.extra.intersection(state.troops));
        }
        state.battle.retreating = beaten.iter().fold(beaten, |all, leader| all.union(self.stack_of(state, leader)));
        state.battle.path = Few::new();
        state.battle.opening = Package::NOWHERE;
        state.battle.pursued = 0;
        state.frames.push(Frame::Retreat { side });
    }

    /// 18.loss.double: all five hexes around one of its hexes are the enemy's.
    pub fn is_surrounded(&self, state: &State, leader: LeaderId) -> bool {
        let package = state.package(leader);
        let enemy = enemy_of(self.side_of(leader));
        let grid = &self.ground.grid;
        package.hexes().any(|hex| {
            let mut around = grid.neighbours(hex).iter().filter(|near| !package.covers(**near));
            let held = |near: Hex| {
                !self.controllers(state, enemy, near).is_empty() || self.source_controls(state, enemy, near)
            };
            around.all(|near| near.is_some() && held(*near))
        })
    }

    pub(crate) fn list_retreat(&self, state: &State, side: Side, actions: &mut Vec<Action>) {
        let opening = state.battle.opening;
        let Some(leader) = self.retreating_leader(state, side) else { return };
        for way in self.chosen_ways(state, side) {
            if opening.is_nowhere() {
                if !actions.contains(&Action::Open(way.opening)) {
                    actions.push(Action::Open(way.opening));
                }
            } else if way.opening == opening {
                let column = way.column(self);
                for place in [column].into_iter().chain(column.changes()) {
                    if !actions.contains(&Action::Place(leader, place)) {
                        actions.push(Action::Place(leader, place));
                    }
                }
            }
        }
    }

    /// 19.turn: the force goes as a column, from its own two hexes or after one half-turn.
    pub(crate) fn may_open(&self, state: &State, side: Side, package: &Package) -> Ruling {
        let Some(leader) = self.retreating_leader(state, side) else {
            return Err(refuse(case!("19.path"), "nobody retreats"));
        };
        if !state.battle.opening.is_nowhere() {
            return Err(refuse(case!("19.turn"), "only one half-turn is free, and it has been made").unit(leader));
        }
        if !self.openings(state, leader).contains(package) {
            return Err(refuse(
                case!("19.turn"),
                "only one half of {unit} turns at the beginning, to a free hex that touches both halves",
            )
            .unit(leader));
        }
        if !self.chosen_ways(state, side).iter().any(|way| way.opening == *package) {
            return Err(self.not_that_way(state, side, |way| way.opening == *package));
        }
        Ok(())
    }

    /// 19.path: where the path ends; the force forms up there as it likes.
    pub(crate) fn may_end_retreat(&self, state: &State, side: Side, who: LeaderId, package: &Package) -> Ruling {
        let opening = state.battle.opening;
        let leader = self.retreating_leader(state, side);
        if leader != Some(who) || opening.is_nowhere() {
            return Err(refuse(case!("19.path"), "{unit} does not retreat now").unit(who));
        }
        let leads = |way: &Way| way.opening == opening && way.column(self).shares_pair(package);
        if !self.chosen_ways(state, side).iter().any(leads) {
            return Err(self.not_that_way(state, side, leads));
        }
        Ok(())
    }

    /// Goes on with retreats; false if the owner has to choose.
    pub(crate) fn run_retreat(&self, state: &mut State, side: Side, events: &mut impl Sink<Event>) -> bool {
        state.battle.retreating = state.battle.retreating.iter().filter(|leader| state.on_map(*leader)).collect();
        let Some(leader) = self.retreating_leader(state, side) else {
            state.frames.pop();
            self.open_pursuit(state, side, events);
            return true;
        };
        let ways = self.chosen_ways(state, side);
        if ways.is_empty() {
            // Nowhere to go at all: it stays, short (19.path.short).
            self.stop_short(state, side, leader, events);
            return true;
        }
        let leaving = ways.iter().find(|way| way.path.leaves && way.opening == state.battle.opening).copied();
        if let Some(way) = leaving {
            self.retreat_by(state, side, way, way.column(self), events);
            return true;
        }
        false
    }

    /// 21.disorg: of those who went back together the leaders with troops, and the commander even without any.
    fn shaken_in(&self, state: &State, side: Side, stack: LeaderSet) -> LeaderSet {
        let commander = state.battle.commander[side.index()];
        stack.iter().filter(|leader| state.troops.contains(*leader) || *leader == commander).collect()
    }

    fn stop_short(&self, state: &mut State, side: Side, leader: LeaderId, events: &mut impl Sink<Event>) {
        let stack = self.stack_of(state, leader);
        let first = state.battle.path.is_empty() && state.battle.of(side).contains(leader);
        state.battle.retreating = state.battle.retreating.difference(stack);
        state.shaken = state.shaken.union(self.shaken_in(state, side, stack));
        let at = state.lead[leader.index()];
        events.event(Event::StoppedShort { leader, at });
        if first {
            state.battle.start = state.package(leader);
            state.battle.short = rule!("19.path.short", true);
            state.battle.path.push(at);
        }
    }

    /// The owner has named where the path ends and how the force stands there.
    pub(crate) fn retreat_to(&self, state: &mut State, side: Side, to: Package, events: &mut impl Sink<Event>) {
        let opening = state.battle.opening;
        let ways = self.chosen_ways(state, side);
        let leads = |way: &&Way| way.opening == opening && way.column(self).shares_pair(&to);
        if let Some(way) = ways.iter().find(leads).or(ways.first()).copied() {
            self.retreat_by(state, side, way, to, events);
        }
    }

    fn retreat_by(&self, state: &mut State, side: Side, way: Way, to: Package, events: &mut impl Sink<Event>) {
        let Some(leader) = self.retreating_leader(state, side) else { return };
        let wanted = state.battle.retreat;
        let stack = self.stack_of(state, leader);
        let fought = state.battle.of(side).contains(leader);
        let first = fought && state.battle.path.is_empty();
        let (from, path) = (state.lead[leader.index()], way.path);
        let short = path.length() < wanted && !path.leaves;
        if first {
            let start = state.package(leader);
            let battle = &mut state.battle;
            battle.start = start;
            path.hexes().iter().for_each(|hex| battle.path.push(*hex));
            battle.short = short && rule!("19.path.short", true);
            battle.off_map = path.leaves;
        }
        if fought {
            // 18.loss.double: a zone that is really there.
            let enemy = enemy_of(side);
            let entered = path.hexes().iter().filter(|hex| !state.battle.start.covers(**hex));
            let zones = entered.into_iter().any(|hex| {
                !self.controllers(state, enemy, *hex).is_empty() || self.source_controls(state, enemy, *hex)
            });
            state.battle.through_zone |= zones;
        }
        state.battle.retreating = state.battle.retreating.difference(stack);
        state.battle.opening = Package::NOWHERE;
        state.shaken = state.shaken.union(self.shaken_in(state, side, stack));
        if path.leaves {
            self.leave_map(state, stack, path.end(), events);
            return;
        }
        // 26.austria: a force that cannot go all the way on this side of the border crosses it.
        if short && self.is_driven_over(state, way.opening.lead, path.end()) {
            state.battle.short = false;
            self.intern(state, stack, events);
            return;
        }
        for leader in stack {
            self.put(state, leader, to);
            events.event(Event::Retreated { leader, from, to });
        }
        if short {
            events.event(Event::StoppedShort { leader, at: path.end() });
        }
        self.look_around(state, stack, events);
        self.chase_centres(state, side, &to, events);
        self.alarm_berlin(state, side, to.lead, events);
        // 19.displace: friends on the path make way.
        let battle = &mut state.battle;
        battle.clearing = Few::new();
        path.hexes().iter().skip(1).for_each(|hex| battle.clearing.push(*hex));
        battle.displacer = leader;
        battle.displaced = LeaderSet::EMPTY;
        if self.in_the_way(state, side).is_some() {
            state.frames.push(Frame::Displace { side, leader });
        }
    }

    /// 26.austria: out of play until the armistice, and out of reach of any pursuit.
    fn intern(&self, state: &mut State, stack: LeaderSet, events: &mut impl Sink<Event>) {
        for leader in stack {
            events.event(Event::Interned { leader, at: state.lead[leader.index()] });
            self.lift(state, leader, Fate::Interned);
            state.shaken.remove(leader);
        }
    }

    /// 19.offmap: it is disorganized whatever its leader's rating.
    fn leave_map(&self, state: &mut State, stack: LeaderSet, at: board::Hex, events: &mut impl Sink<Event>) {
        for leader in stack {
            events.event(Event::LeftTheMap { leader, at });
            state.lead[leader.index()] = at;
            self.lift(state, leader, Fate::Away);
            state.shaken.remove(leader);
            state.disorganized.insert(leader);
            state.broke.insert(leader);
            state.since[leader.index()] = state.turn;
        }
    }

    /// Everybody in a place is lost.
    pub(crate) fn eliminate_force(&self, state: &mut State, leader: LeaderId, events: &mut impl Sink<Event>) {
        let at = state.lead[leader.index()];
        events.event(Event::ForceEliminated { leader, at });
        for leader in self.stack_of(state, leader) {
            let units: ArrayVec<crate::roster::UnitId, 32> = self.units_of(state, leader).take(32).collect();
            for unit in units {
                self.set_unit(state, unit, leader, 0);
                events.event(Event::Eliminated { unit, leader });
            }
            state.shaken.remove(leader);
            self.kill_leader(state, leader, events);
        }
    }

    /// 14.repulse: where a force that is driven back can go: by its best ways, not onto friends, in any form. If it can go
    /// nowhere, it stays.
    pub(crate) fn places_back(&self, state: &State, leader: LeaderId) -> Vec<Package> {
        let stack = self.stack_of(state, leader);
        let side = self.side_of(leader);
        let mut ways = self.ways_of_retreat(state, leader, self.tables.combat.repulse.hexes);
        ways.retain(|way| {
            let friends = self.on_map(state, side).filter(|friend| !stack.contains(*friend));
            let column = way.column(self);
            way.path.length() > 0
                && !way.path.leaves
                && friends.into_iter().all(|friend| !state.package(friend).overlaps(&column))
        });
        let mut places = Vec::new();
        for way in best_ways(ways) {
            let column = way.column(self);
            for place in [column].into_iter().chain(column.changes()) {
                if !places.contains(&place) {
                    places.push(place);
                }
            }
        }
        places
    }

    /// The owner has chosen: everybody in the place goes there.
    pub(crate) fn drive_back(&self, state: &mut State, leader: LeaderId, to: Package, events: &mut impl Sink<Event>) {
        let stack = self.stack_of(state, leader);
        let from = state.lead[leader.index()];
        for leader in stack {
            self.put(state, leader, to);
            events.event(Event::Retreated { leader, from, to });
        }
        self.look_around(state, stack, events);
        self.chase_centres(state, self.side_of(leader), &to, events);
    }
}
