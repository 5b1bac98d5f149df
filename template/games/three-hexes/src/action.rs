//! What players are asked, and what they can do.

use board::Hex;
use serde::{Deserialize, Serialize};

use crate::UnitId;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Action {
    March { unit: UnitId, to: Hex },
    Attack { unit: UnitId, enemy: UnitId },
    Stay,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Decision;
