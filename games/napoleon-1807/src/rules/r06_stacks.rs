//! Chapter 6 and 4.4: how many strength points share a hex.
//! Decides 6.1.

use board::Hex;

use crate::Rules;
use crate::state::State;

impl Rules {
    /// 6.1: whether so many more points fit into a hex.
    #[inline]
    pub(crate) fn has_room(&self, state: &State, hex: Hex, points: u16) -> bool {
        !rule!("6.1", self.points_in(state, hex) + points > self.tables.stacking.limit)
    }

    /// Whether a hex holds more than it may.
    #[inline]
    pub(crate) fn is_overfull(&self, state: &State, hex: Hex) -> bool {
        rule!("6.1", self.points_in(state, hex) > self.tables.stacking.limit)
    }

    /// Whether a square of one's own side stands in a hex.
    #[inline]
    pub(crate) fn square_in(&self, state: &State, hex: Hex) -> bool {
        self.units_in(state, hex).any(|unit| state.square.contains(unit))
    }
}
