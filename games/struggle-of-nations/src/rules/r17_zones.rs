//! 17: zones of control, and 3.package.adjacent on which they rest.
//! Decides 3.package.adjacent, 6.garrison, 14.repulse.zone, 17.exit.cavalry, 17.exit.tiny, 17.zoc, 23.citadel.zone,
//! 25.bridge.blown, 26.saxony.

use board::{Direction, Hex};
use kernel::Side;

use crate::Rules;
use crate::ground::{Gait, River};
use crate::package::Package;
use crate::roster::{Arm, Army, Kind, LeaderId, LeaderSet, enemy_of};
use crate::state::{State, Train};

impl Rules {
    /// Whether a bridge stands on a hexside now: a printed one that is not blown, or a train (25.bridge.blown, 25.train).
    #[inline]
    pub fn bridged(&self, state: &State, from: Hex, direction: Direction) -> bool {
        let side = self.ground.side(from, direction);
        if side.river == River::None {
            return false;
        }
        let printed = !side.bridge.is_none() && !rule!("25.bridge.blown", state.blown.contains(side.bridge));
        printed || self.is_spanned(state, from, self.ground.grid.neighbour(from, direction))
    }

    /// Whether a bridging train works there: from its owner's turn after it was laid (25.train).
    fn is_spanned(&self, state: &State, from: Hex, to: Hex) -> bool {
        let across = |train: &Train| {
            let Train::Laid { from: a, to: b, turn, side } = *train else { return false };
            let ready = state.turn > turn + u8::from(state.player != side && side != self.scenario.first_player);
            ((a, b) == (from, to) || (a, b) == (to, from)) && ready
        };
        state.trains.iter().any(across)
    }

    /// Whether contact and zones go over a hexside: not over a primary river without a bridge.
    #[inline]
    pub fn is_open(&self, state: &State, from: Hex, direction: Direction) -> bool {
        self.ground.side(from, direction).river != River::Primary || self.bridged(state, from, direction)
    }

    /// 3.package.adjacent.
    pub fn adjacent(&self, state: &State, one: &Package, other: &Package) -> bool {
        let grid = &self.ground.grid;
        if !one.hexes().any(|hex| other.hexes().any(|there| self.may_adjoin(hex, there))) {
            return false;
        }
        one.hexes().any(|hex| {
            Direction::ALL
                .into_iter()
                .any(|direction| other.covers(grid.neighbour(hex, direction)) && self.touches(state, hex, direction))
        })
    }

    /// Whether two hexes may be neighbours. Hexes are numbered by columns, so that a neighbour's number is never further off.
    #[inline]
    fn may_adjoin(&self, one: Hex, other: Hex) -> bool {
        one.0.abs_diff(other.0) <= self.ground.grid.rows() + 1
    }

    /// Whether packages touch over a hexside: not over a primary river without a bridge.
    fn touches(&self, state: &State, hex: Hex, direction: Direction) -> bool {
        !rule!("3.package.adjacent", !self.is_open(state, hex, direction))
    }

    /// Whether a leader of a side stands in a hex with troops.
    #[inline]
    pub fn holds(&self, state: &State, side: Side, hex: Hex) -> bool {
        self.troops_in(state, side, hex).next().is_some()
    }

    /// The leaders with troops of a side in a hex.
    #[inline]
    pub fn troops_in<'s>(&self, state: &'s State, side: Side, hex: Hex) -> impl Iterator<Item = LeaderId> + use<'s> {
        let troops = state.troops.intersection(self.leaders_of(side));
        troops.iter().filter(move |leader| {
            (state.lead[leader.index()] == hex || state.rear[leader.index()] == hex) && state.on_map(*leader)
        })
    }

    /// 26.saxony: the Saxons of Torgau are nobody's until the French have Dresden.
    pub fn is_neutral(&self, state: &State, leader: LeaderId) -> bool {
        self.leader(leader).kind == Kind::Saxon
            && self.scenario.saxon_neutrality
            && rule!("26.saxony", state.saxons_from == 0 || state.turn < state.saxons_from)
    }

    /// The leaders of a side that control a hex (17.zoc): those with troops in it or next to it.
    pub fn controllers(&self, state: &State, side: Side, hex: Hex) -> LeaderSet {
        self.zone_makers(state, side, hex, state.troops)
    }

    /// Whether a side has a zone in a hex as far as its enemy can tell: a counter whose name is hidden may have troops.
    pub fn seems_controlled(&self, state: &State, by: Side, hex: Hex) -> bool {
        // Names are looked at last: few stand near enough.
        let near = self.zone_makers(state, by, hex, self.leaders_of(by));
        near.iter().any(|leader| state.troops.contains(leader) || !self.is_named(state, leader))
            || self.source_controls(state, by, hex)
    }

    /// The leaders of a side that seem to have troops: those that have, and those whose name the enemy does not see.
    pub fn apparent(&self, state: &State, side: Side) -> LeaderSet {
        let bare = self.leaders_of(side).difference(state.troops);
        let hidden = bare.iter().filter(|leader| state.on_map(*leader) && !self.is_named(state, *leader));
        state.troops.union(hidden.collect())
    }

    pub(crate) fn zone_makers(&self, state: &State, side: Side, hex: Hex, makers: LeaderSet) -> LeaderSet {
        let grid = &self.ground.grid;
        let near = |half: Hex| self.may_adjoin(half, hex);
        let makes_zone = |leader: &LeaderId| {
            let halves = [state.lead[leader.index()], state.rear[leader.index()]];
            if !halves.into_iter().any(near) || !state.on_map(*leader) || self.is_neutral(state, *leader) {
                return false;
            }
            // 23.citadel.zone: the besieged control only their own pair.
            let besieged = rule!("23.citadel.zone", state.besieged.contains(*leader));
            let touches = |half: Hex| {
                half == hex
                    || (!besieged
                        && half.is_some()
                        && grid.direction_between(half, hex).is_some_and(|way| self.is_open(state, half, way)))
            };
            // 14.repulse.zone: a force that was driven back keeps its zone where it is now.
            let lapsed = state.driven.contains(*leader) && !rule!("14.repulse.zone", true);
            halves.into_iter().any(touches) && !lapsed && rule!("17.zoc", true)
        };
        let around = state.standing(near);
        makers.intersection(self.leaders_of(side)).intersection(around).iter().filter(makes_zone).collect()
    }

    /// 6.garrison: the marker of a source has a zone.
    pub fn source_controls(&self, state: &State, side: Side, hex: Hex) -> bool {
        let grid = &self.ground.grid;
        Army::ALL.into_iter().filter(|army| army.side() == side).any(|army| {
            let marker = self.source_marker(state, army);
            marker.hexes().any(|half| {
                half == hex || grid.direction_between(half, hex).is_some_and(|way| self.is_open(state, half, way))
            }) && rule!("6.garrison", true)
        })
    }

    /// Whether a package stands in a zone of the enemy (17.zoc.stop).
    pub fn in_zone(&self, state: &State, side: Side, package: &Package) -> bool {
        package.hexes().any(|hex| {
            !self.controllers(state, enemy_of(side), hex).is_empty() || self.source_controls(state, enemy_of(side), hex)
        })
    }

    /// The same as far as the side itself can tell.
    pub fn seems_in_zone(&self, state: &State, side: Side, package: &Package) -> bool {
        package.hexes().any(|hex| self.seems_controlled(state, enemy_of(side), hex))
    }

    /// The enemies that control a hex of a package.
    pub fn controllers_of(&self, state: &State, side: Side, package: &Package) -> LeaderSet {
        package.hexes().fold(LeaderSet::EMPTY, |all, hex| all.union(self.controllers(state, enemy_of(side), hex)))
    }

    /// 17.exit: what the first step out of a zone costs foot and horse more, in half points.
    pub fn surcharge(&self, state: &State, side: Side, package: &Package) -> [u8; 2] {
        let limits = &self.tables.limits;
        let point = self.tables.point;
        let controllers = self.controllers_of(state, side, package);
        let full = limits.zone_exit * point;
        // 17.exit.cavalry: enemy horse makes everybody pay in full.
        let horse = controllers.iter().any(|leader| self.strength_of(state, leader, Arm::Cavalry) > 0);
        if rule!("17.exit.cavalry", horse) {
            return [full; 2];
        }
        let men = |leader: LeaderId| -> u16 {
            let stack = self.stack_of(state, leader);
            stack.iter().map(|other| self.men_of(state, other)).sum()
        };
        let asked = |leader: LeaderId| match men(leader) {
            // 17.exit.tiny.
            1 if rule!("17.exit.tiny", true) => 0,
            2 if rule!("17.exit.tiny", true) => limits.zone_exit_two * point,
            _ => full,
        };
        let foot = controllers.iter().map(asked).max().unwrap_or(0);
        [foot, 0]
    }

    /// Half points for a gait to cross a hexside now.
    #[inline]
    pub fn step_cost(&self, state: &State, gait: Gait, from: Hex, direction: Direction, in_line: bool) -> u8 {
        self.ground.step(gait, from, direction, self.bridged(state, from, direction), in_line)
    }
}
