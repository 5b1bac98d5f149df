//! What somebody who plans asks of a position: who can still march and how far, who could fall back, what a unit is
//! worth. Everything here reads, and all of it is built from the rules themselves.

use arrayvec::ArrayVec;
use board::{Field, Hex, Step};
use kernel::Side;

use crate::Rules;
use crate::counters::{Army, UnitId, enemy_of};
use crate::ground::BARRED;
use crate::refusal::Silent;
use crate::state::{Fate, State};

impl Rules {
    /// Whether the phasing side may still take this unit in hand in its Movement Phase, as far as the rules on the unit
    /// itself go; whether there is a hex for it to go to, its reach tells.
    pub fn can_march(&self, state: &State, unit: UnitId) -> bool {
        matches!(state.fate[unit.index()], Fate::OnMap | Fate::Waiting)
            && self.may_be_moved::<Silent>(state, self.side_of(unit), unit).is_ok()
    }

    /// Where a unit on the map can go in this Movement Phase, friends in the way not counted (4.4b).
    pub fn reach_field(&self, state: &State, unit: UnitId, field: &mut Field) {
        let hex = state.hex_of(unit);
        self.reach_from(state, unit, hex, u16::from(self.allowance(unit)), field);
    }

    /// The same from an entry hex, with the half points left there.
    pub fn reach_from(&self, state: &State, unit: UnitId, start: Hex, points: u16, field: &mut Field) {
        let enemy = enemy_of(self.side_of(unit)).index();
        let sky = self.sky(state);
        let night = self.night(state);
        let guns = self.is_gun(unit);
        let reserve = state.reserve.contains(unit);
        let from = if state.on_map(unit) { start } else { Hex::NONE };
        field.run(&self.ground.grid, start, points, |hex, direction, to| {
            let cost = self.ground.cost(sky, guns, hex, direction);
            if cost == BARRED || state.occupied[enemy].contains(to) {
                return Step::Barred;
            }
            let zone = state.zone[enemy].contains(to);
            if (zone && night) || (reserve && self.reserve_may_enter::<Silent>(state, unit, from, to).is_err()) {
                return Step::Barred;
            }
            Step::Enter { cost: u16::from(cost), stop: zone }
        });
    }

    /// The hexes at which a reinforcement can come in now, with the half points it has left there.
    pub fn ways_in(&self, state: &State, unit: UnitId) -> ArrayVec<(Hex, u16), 24> {
        let mut ways = ArrayVec::new();
        let hand = self.take_up(state, unit);
        for hex in self.entry_hexes(state, unit) {
            if let Ok(cost) = self.entry_step(state, unit, hex)
                && cost <= hand.left
                && self.may_step(state, &hand, hex).is_ok()
            {
                let _ = ways.try_push((hex, u16::from(hand.left - cost)));
            }
        }
        ways
    }

    /// Where a waiting reinforcement will come in and from which turn on, if that is known.
    pub fn arrival(&self, state: &State, unit: UnitId) -> Option<(Hex, u8)> {
        self.way_in(state, unit).ok()
    }

    /// Whether one more unit of the side could end its movement in the hex.
    pub fn can_stand(&self, state: &State, side: Side, hex: Hex) -> bool {
        !state.occupied[enemy_of(side).index()].contains(hex) && self.has_room(state, side, hex)
    }

    /// The hexes into which a unit could fall back now (6.4).
    pub fn retreats(&self, state: &State, unit: UnitId) -> ArrayVec<Hex, 6> {
        self.safe_hexes(state, unit)
    }

    /// Whether the guns may fire at all now, and whether they reach the hex (5.6).
    pub fn can_bombard(&self, state: &State, unit: UnitId, target: Hex) -> bool {
        self.in_range(state, state.hex_of(unit), target) && self.may_bombard(state, unit).is_ok()
    }

    /// Whether guns in one hex reach another (5.6a, 9.0c).
    pub fn guns_reach(&self, state: &State, from: Hex, to: Hex) -> bool {
        self.in_range(state, from, to)
    }

    /// Whether an army is demoralized (16.0).
    pub fn is_demoralized(&self, state: &State, army: Army) -> bool {
        self.demoralized(state, army)
    }

    /// Points of fresh strength that this unit could still be given (21.0).
    pub fn fresh_points(&self, state: &State, unit: UnitId) -> u8 {
        match self.may_give_fresh::<Silent>(state, self.side_of(unit), unit) {
            Ok(()) => self.fresh_marker(unit).map_or(0, |(_, points)| points),
            Err(_) => 0,
        }
    }

    /// The counters whose attack would give the enemy his award for heavy losses (23.3).
    pub fn binds_the_award(&self, unit: UnitId) -> bool {
        self.eylau() && self.is_guard_infantry(unit)
    }

    /// Printed strength of a side's units lost for good.
    pub fn losses(&self, state: &State, side: Side) -> i32 {
        self.strength_lost(state, side)
    }
}
