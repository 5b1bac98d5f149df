//! What happens, as the log tells it.

use board::Hex;
use kernel::Side;
use serde::{Deserialize, Serialize};

use crate::UnitId;

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Event {
    Marched { unit: UnitId, to: Hex },
    Attacked { unit: UnitId, enemy: UnitId },
    Thrown { die: u8, enemy: UnitId, lost: bool },
    Stayed { side: Side },
    TurnBegan { turn: u8 },
    Ended,
}
