//! Chapter 5: facing, and zones of control.

use board::{Facing, Hex};
use kernel::Side;

use crate::Rules;
use crate::refusal::{Ruling, refuse};
use crate::state::State;
use crate::unit::{CounterId, enemy_of};

impl Rules {
    /// 5.11b: the three hexes before a unit.
    #[inline]
    pub(crate) fn faces(&self, state: &State, unit: CounterId, hex: Hex) -> bool {
        rule!("5.11b", self.ground.is_front(state.hex_of(unit), state.facing[unit.index()], hex))
    }

    /// 5.53: who has a zone at all.
    #[inline]
    pub(crate) fn has_zone(&self, state: &State, unit: CounterId) -> bool {
        !rule!("5.53", self.is_gun(unit) || self.ground.at(state.hex_of(unit)).building)
            && !rule!("5.53b", state.disorganized.contains(unit))
            && !rule!("13.17", state.square.contains(unit))
    }

    /// 5.21: whether a unit controls a hex.
    #[inline]
    pub(crate) fn controls(&self, state: &State, unit: CounterId, hex: Hex) -> bool {
        let at = state.hex_of(unit);
        rule!("5.21", self.ground.is_front(at, state.facing[unit.index()], hex))
            && self.ground.zone_reaches(at, hex)
            && self.has_zone(state, unit)
    }

    /// The enemies of `side` that control a hex.
    pub(crate) fn controllers<'a>(
        &'a self,
        state: &'a State,
        side: Side,
        hex: Hex,
    ) -> impl Iterator<Item = CounterId> + 'a {
        let enemy = enemy_of(side);
        self.hexes_around(hex)
            .filter(move |near| state.occupied[enemy.index()].contains(*near))
            .flat_map(move |near| self.units_in(state, near))
            .filter(move |unit| self.controls(state, *unit, hex))
    }

    /// Whether an enemy of `side` controls a hex.
    #[inline]
    pub(crate) fn in_enemy_zone(&self, state: &State, side: Side, hex: Hex) -> bool {
        self.controllers(state, side, hex).next().is_some()
    }

    /// 5.33, 5.34: out of a zone only into hexes that the same enemies do not control.
    pub(crate) fn may_leave_zone(&self, state: &State, unit: CounterId, from: Hex, to: Hex) -> Ruling {
        let held = self.controllers(state, self.side_of(unit), from).find(|enemy| self.controls(state, *enemy, to));
        match held {
            Some(enemy) if rule!("5.33", true) => {
                Err(refuse(case!("5.33"), "{unit} may not move to {place} inside the zone of {other}")
                    .unit(unit)
                    .other(enemy)
                    .place(to))
            }
            // 5.34: straight into the zone of another.
            _ if !rule!("5.34", true)
                && self.in_enemy_zone(state, self.side_of(unit), from)
                && self.in_enemy_zone(state, self.side_of(unit), to) =>
            {
                Err(refuse(case!("5.33"), "{unit} may not move from zone to zone").unit(unit).place(to))
            }
            _ => Ok(()),
        }
    }

    /// Whether a hex lies behind most of the strength of the stack that faces it.
    pub(crate) fn is_behind(&self, state: &State, stack: Hex, hex: Hex) -> bool {
        let (mut behind, mut all) = (0, 0);
        for unit in self.units_in(state, stack) {
            let points = state.points(unit);
            all += points;
            if !self.ground.is_front(stack, state.facing[unit.index()], hex) {
                behind += points;
            }
        }
        behind * 2 > all
    }

    /// The facings that look most directly at another hex.
    pub(crate) fn looks_towards(&self, from: Hex, facing: Facing, at: Hex) -> bool {
        let grid = &self.ground.grid;
        let ahead = |facing: Facing| {
            let next = grid.neighbour(from, facing.direction());
            if next.is_none() { u16::MAX } else { grid.distance(next, at) }
        };
        let least = Facing::all(false).into_iter().map(ahead).min();
        !facing.is_vertex() && Some(ahead(facing)) == least
    }
}
