//! Chapter 14: the French garrisons of Dresden.
//! Decides 14.0, 14.0b.

use crate::Rules;
use crate::counters::{Garrison, UnitId};
use crate::state::CombatResult;

/// What a retreat result means for a unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Retreats {
    Moves,
    Dies,
    Stands,
}

impl Rules {
    /// 14.0: Dr destroys a garrison; Ar destroys the Westphalians only. 14.0b: lunettes ignore Ar.
    pub(crate) fn retreat_of(&self, unit: UnitId, result: CombatResult) -> Retreats {
        match (self.unit(unit).garrison, result) {
            (None, _) => Retreats::Moves,
            (Some(Garrison::Lunette), CombatResult::Ar) if rule!("14.0b", true) => Retreats::Stands,
            (Some(_), _) if rule!("14.0", true) => Retreats::Dies,
            (Some(_), _) => Retreats::Moves,
        }
    }
}
