//! Chapter 10 and case 4.4: how many units a hex holds.
//! Decides 1.0b, 10.0, 10.0b, 10.1, 10.2, 10.2b.

use board::Hex;
use kernel::Side;

use crate::Rules;
use crate::counters::UnitId;
use crate::refusal::{No, refuse};
use crate::state::State;

impl Rules {
    /// 4.4: one unit in a hex; 10.0: in Dresden two. 1.0b: the exclusive rule goes before the standard one.
    #[inline]
    pub(crate) fn stacking_limit(&self) -> u8 {
        if self.dresden() && rule!("1.0b", self.scenario.stacking > 1) && rule!("10.0", true) {
            self.scenario.stacking
        } else {
            1
        }
    }

    /// 10.2: garrisons do not count.
    #[inline]
    pub(crate) fn counts_for_stacking(&self, unit: UnitId) -> bool {
        !rule!("10.2", self.is_garrison(unit))
    }

    /// Units in the hex that count.
    #[inline]
    pub(crate) fn stacked(&self, state: &State, hex: Hex) -> u8 {
        state.units_in(hex).filter(|unit| self.counts_for_stacking(*unit)).count() as u8
    }

    /// Whether one more friend fits into a hex free of enemies.
    /// 10.0b: asked when a unit ends its movement, retreats, is displaced, or returns.
    #[inline]
    pub(crate) fn has_room(&self, state: &State, side: Side, hex: Hex) -> bool {
        // Most hexes are empty.
        if !state.occupied[side.index()].contains(hex) {
            return true;
        }
        let stacked = self.stacked(state, hex);
        if stacked >= self.stacking_limit() {
            return self.dresden() && !rule!("10.0b", true);
        }
        // 10.2b: beside a garrison there is room for two as elsewhere, not for one.
        let beside_garrison = stacked > 0 && state.units_in(hex).any(|unit| self.is_garrison(unit));
        !beside_garrison || rule!("10.2b", true)
    }

    /// 10.1: a unit leaves a stack by itself; it does not take the others along.
    #[inline]
    pub(crate) fn may_leave_stack<N: No>(&self, state: &State, unit: UnitId) -> Result<(), N> {
        let alone = state.top[state.hex_of(unit).index()] == unit && state.below[unit.index()].is_none();
        if !alone && self.dresden() && !rule!("10.1", true) {
            return Err(N::because(|| {
                refuse(case!("10.1"), "{unit} is stacked and would move with its stack").unit(unit)
            }));
        }
        Ok(())
    }
}
