//! Chapter 10 and case 4.4: how many units a hex holds.

use board::Hex;
use kernel::{Side, rule};

use crate::Rules;
use crate::state::State;
use crate::unit::UnitId;

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
    #[inline]
    pub(crate) fn has_room(&self, state: &State, side: Side, hex: Hex) -> bool {
        // Most hexes are empty.
        !state.occupied[side.index()].contains(hex) || self.stacked(state, hex) < self.stacking_limit()
    }
}
