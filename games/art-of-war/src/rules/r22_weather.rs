//! Chapter 22: snowstorms, an optional rule of Eylau.
//! Decides 22.0, 22.1, 22.2, 22.3, 22.4.

use crate::Rules;
use crate::state::CombatResult;
use CombatResult::{Ae, Ar, De, Dr, Ee};

impl Rules {
    /// 22.0: with the option a second die follows every result; 22.4: except Ee.
    pub(crate) fn weather_die_due(&self, result: CombatResult) -> bool {
        self.eylau() && rule!("22.0", self.snowstorms) && !rule!("22.4", result == Ee)
    }

    pub(crate) fn weathered(result: CombatResult, die: u8) -> CombatResult {
        match (die, result) {
            // 22.1: on 5 a retreat becomes an elimination.
            (5, Ar) if rule!("22.1", true) => Ae,
            (5, Dr) if rule!("22.1", true) => De,
            // 22.2: on 6 the other side suffers.
            (6, Ar) if rule!("22.2", true) => Dr,
            (6, Dr) if rule!("22.2", true) => Ar,
            (6, Ae) if rule!("22.2", true) => De,
            (6, De) if rule!("22.2", true) => Ae,
            // 22.3: otherwise the result stands.
            (_, Ae | Ar | Ee | Dr | De) => {
                if die > 4 || rule!("22.3", true) {
                    result
                } else {
                    Ee
                }
            }
        }
    }
}
