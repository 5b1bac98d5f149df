//! Chapter 15, with 16.5: columns lost by mixed nations and by demoralized armies.
//! Decides 15.0, 15.0b, 16.5a, T.oob.eylau.c.

use crate::Rules;
use crate::counters::{Army, UnitId, UnitSet};
use crate::state::State;

impl Rules {
    /// Columns to the left: one for mixed nationalities (15.0), one for a demoralized army (16.5), at most two.
    #[inline]
    pub(crate) fn columns_left(&self, state: &State, attackers: UnitSet) -> u8 {
        self.columns_for_nations(state, attackers) + self.columns_for_morale(state, attackers)
    }

    /// 15.0: nations that attack together.
    pub(crate) fn columns_for_nations(&self, state: &State, attackers: UnitSet) -> u8 {
        if !self.dresden() {
            // T.oob.eylau.c: at Eylau Lestocq's Prussians and the Russians attack together without loss.
            let first = attackers.first().map(|unit| self.unit(unit).army);
            let mixed = attackers.iter().any(|unit| Some(self.unit(unit).army) != first);
            return u8::from(mixed && !rule!("T.oob.eylau.c", mixed));
        }
        let armies = |test: &dyn Fn(UnitId) -> bool| -> usize {
            Army::ALL
                .into_iter()
                .filter(|army| attackers.iter().any(|unit| self.unit(unit).army == *army && test(unit)))
                .count()
        };
        let nations = armies(&|_| true);
        let adjacent_nations = armies(&|unit| state.attack.adjacent.contains(unit));
        // 15.0b: a bombarding battery of another nation counts; a third nation changes nothing more.
        let mixed = rule!("15.0", adjacent_nations > 1) || (adjacent_nations <= 1 && rule!("15.0b", nations > 1));
        if mixed && !rule!("15.0b", nations > 2) { nations.saturating_sub(1) as u8 } else { u8::from(mixed) }
    }

    /// 16.5a: a demoralized army among the attackers.
    pub(crate) fn columns_for_morale(&self, state: &State, attackers: UnitSet) -> u8 {
        if !self.dresden() {
            return 0;
        }
        let shaken = attackers.iter().any(|unit| self.demoralized(state, self.unit(unit).army));
        u8::from(rule!("16.5a", shaken))
    }
}
