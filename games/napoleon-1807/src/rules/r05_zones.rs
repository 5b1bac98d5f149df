//! Chapter 5: facing, and zones of control.
//! Decides 5.11, 5.11b, 5.12, 5.15, 5.21, 5.22, 5.24, 5.33, 5.34, 5.53, 5.53b, 11.11, 13.17.

use board::{Direction, Facing, Hex};
use kernel::Side;

use crate::Rules;
use crate::counters::{CounterId, enemy_of};
use crate::ground::Ground;
use crate::refusal::{Ruling, refuse};
use crate::state::State;

impl Rules {
    /// 5.11b: the three hexes before a unit.
    #[inline]
    pub(crate) fn faces(&self, state: &State, unit: CounterId, hex: Hex) -> bool {
        rule!("5.11", self.is_unit(unit))
            && rule!("5.11b", self.ground.is_front(state.hex_of(unit), state.facing[unit.index()], hex))
    }

    /// 5.53: who has a zone at all.
    #[inline]
    pub(crate) fn has_zone(&self, state: &State, unit: CounterId) -> bool {
        // 5.22: in every phase.
        rule!("5.22", true)
            && !rule!("5.53", self.is_gun(unit) || self.ground.at(state.hex_of(unit)).building)
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
        let held = &state.occupied[enemy_of(side).index()];
        let around = Direction::ALL.into_iter().zip(*self.ground.grid.neighbours(hex));
        let near = around.filter(move |(way, near)| {
            near.is_some() && held.contains(*near) && self.ground.zone_reaches_towards(*near, way.opposite())
        });
        near.flat_map(move |(way, near)| self.units_in(state, near).map(move |unit| (way.opposite(), unit)))
            .filter(move |(back, unit)| {
                rule!("5.21", Ground::is_towards_front(state.facing[unit.index()], *back))
                    && self.has_zone(state, *unit)
            })
            .map(|(_, unit)| unit)
    }

    /// Whether an enemy of `side` controls a hex.
    #[inline]
    pub(crate) fn in_enemy_zone(&self, state: &State, side: Side, hex: Hex) -> bool {
        let controlled = self.controllers(state, side, hex).next().is_some();
        // 5.24: zones of one's own side take nothing away.
        if controlled && !rule!("5.24", true) {
            return self.controllers(state, enemy_of(side), hex).next().is_none();
        }
        // 11.11: commanders have no zone.
        let led = |near: Hex| self.commanders_in(state, near).any(|commander| self.side_of(commander) != side);
        controlled || (!rule!("11.11", true) && self.hexes_around(hex).any(led))
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
        let first = self.units_in(state, stack).next();
        for unit in self.units_in(state, stack) {
            let points = state.points(unit);
            all += points;
            // 5.15: each unit has its own facing.
            let looks = if rule!("5.15", true) { unit } else { first.unwrap_or(unit) };
            // 5.12: whoever comes from the front has no such advantage.
            if !rule!("5.12", self.ground.is_front(stack, state.facing[looks.index()], hex)) {
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
