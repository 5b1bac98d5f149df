//! 19.displace: friends in the way of a retreat.
//! Decides 19.displace.fail, 20.pursuit.gone.

use board::Hex;
use kernel::{Side, Sink};

use crate::Rules;
use crate::event::Event;
use crate::ground::{BARRED, Gait};
use crate::package::Package;
use crate::refusal::{Ruling, refuse};
use crate::roster::{LeaderId, LeaderSet, enemy_of};
use crate::sequence::Frame;
use crate::state::State;

impl Rules {
    /// A friend who stands on a hex that has to be cleared.
    pub(crate) fn in_the_way(&self, state: &State, side: Side) -> Option<LeaderId> {
        let battle = &state.battle;
        let passing = self.stack_of(state, battle.displacer);
        let blocks = |friend: &LeaderId| {
            !passing.contains(*friend)
                && !battle.displaced.contains(*friend)
                && !battle.retreating.contains(*friend)
                && battle.clearing.iter().any(|hex| state.package(*friend).covers(*hex))
        };
        self.on_map(state, side).find(blocks)
    }

    /// Whether a half may be moved into a hex: over ground that it can enter, not into an enemy or his zone.
    fn may_make_room(&self, state: &State, side: Side, from: Hex, to: Hex) -> bool {
        let enemy = enemy_of(side);
        let crossed = self.ground.grid.direction_between(from, to);
        crossed.is_some_and(|direction| self.step_cost(state, Gait::Foot, from, direction, false) != BARRED)
            && self.leaders_in(state, enemy, to).next().is_none()
            && !self.seems_controlled(state, enemy, to)
            && !self.is_closed(state, to)
            && !self.neutral_in(state, to)
    }

    /// Where a friend in the way can go: half of it if that suffices, then all of it, one hex or two; onto other friends only if
    /// nothing else is left, who then make way in their turn.
    pub(crate) fn ways_aside(&self, state: &State, leader: LeaderId) -> Vec<Package> {
        let grid = &self.ground.grid;
        let side = self.side_of(leader);
        let here = state.package(leader);
        let stack = self.stack_of(state, leader);
        let battle = &state.battle;
        let to_clear = |hex: Hex| battle.clearing.contains(&hex);
        let others: LeaderSet = self.on_map(state, side).filter(|friend| !stack.contains(*friend)).collect();
        let fixed = self.stack_of(state, battle.displacer).union(battle.displaced);
        // None: not possible. Some(true): only if friends make way.
        let fits = |one: Hex, other: Hex| -> Option<bool> {
            if one.is_none() || other.is_none() || to_clear(one) || to_clear(other) {
                return None;
            }
            let met = others.iter().filter(|friend| {
                let package = state.package(*friend);
                package.covers(one) || package.covers(other)
            });
            let mut chain = false;
            for friend in met {
                if fixed.contains(friend) {
                    return None;
                }
                chain = true;
            }
            Some(chain)
        };
        // By how much it moves: a half, one hex, two hexes; then the same with friends in the way.
        let mut tiers: [Vec<[Hex; 2]>; 6] = Default::default();
        let mut add = |tier: usize, one: Hex, other: Hex| {
            if let Some(chain) = fits(one, other) {
                let tier = &mut tiers[if chain { tier + 3 } else { tier }];
                if !tier.contains(&[one, other]) && !tier.contains(&[other, one]) {
                    tier.push([one, other]);
                }
            }
        };
        for [standing, moved] in here.half_turns(grid) {
            let from = here.hexes().find(|hex| *hex != standing).unwrap_or(standing);
            if self.may_make_room(state, side, from, moved) {
                add(0, moved, standing);
            }
        }
        for half in here.hexes() {
            for to in grid.neighbours(half).iter().copied().filter(|to| to.is_some() && !here.covers(*to)) {
                if !self.may_make_room(state, side, half, to) {
                    continue;
                }
                add(1, to, half);
                for further in grid.neighbours(to).iter().copied().filter(|hex| hex.is_some() && !here.covers(*hex)) {
                    if grid.distance(further, half) == 2 && self.may_make_room(state, side, to, further) {
                        add(2, further, to);
                    }
                }
            }
        }
        let Some(pairs) = tiers.into_iter().find(|tier| !tier.is_empty()) else { return Vec::new() };
        let mut places = Vec::new();
        for [lead, rear] in pairs {
            if let Some(heading) = grid.direction_between(rear, lead) {
                let column = Package::column(grid, lead, heading);
                places.push(column);
                places.extend(column.changes());
            }
        }
        places
    }

    pub(crate) fn may_make_way(&self, state: &State, leader: LeaderId, who: LeaderId, package: &Package) -> Ruling {
        if who != leader || !self.ways_aside(state, leader).contains(package) {
            return Err(refuse(
                case!("19.displace"),
                "{unit} makes way no further than needed, to ground that is free of the enemy and his zones",
            )
            .unit(leader));
        }
        Ok(())
    }

    /// 19.displace.fail: if friends cannot make way, the retreating force is eliminated.
    pub(crate) fn run_displacement(&self, state: &mut State, side: Side, events: &mut impl Sink<Event>) -> bool {
        state.frames.pop();
        let Some(leader) = self.in_the_way(state, side) else { return true };
        if !self.ways_aside(state, leader).is_empty() {
            state.frames.push(Frame::Displace { side, leader });
            return false;
        }
        let lost = state.battle.displacer;
        if rule!("19.displace.fail", state.on_map(lost)) {
            let blocked = state.package(leader);
            if self.stack_of(state, lost).contains(state.battle.commander[side.index()]) {
                let battle = &mut state.battle;
                battle.wiped = true;
                // 20.pursuit.gone: it came no further than this.
                while rule!("20.pursuit.gone", battle.path.iter().any(|hex| blocked.covers(*hex))) {
                    battle.path.pop();
                }
            }
            self.eliminate_force(state, lost, events);
        }
        true
    }

    /// A whole place makes way.
    pub(crate) fn make_way(&self, state: &mut State, leader: LeaderId, to: Package, events: &mut impl Sink<Event>) {
        let stack = self.stack_of(state, leader);
        let from = state.lead[leader.index()];
        for leader in stack {
            self.put(state, leader, to);
            events.event(Event::Displaced { leader, from, to });
        }
        state.battle.displaced = state.battle.displaced.union(stack);
        to.hexes().for_each(|hex| state.battle.clearing.push(hex));
        self.look_around(state, stack, events);
    }
}
