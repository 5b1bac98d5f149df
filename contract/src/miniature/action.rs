//! What a seat may do, and what it may be asked.

use serde::{Deserialize, Serialize};

use super::state::{Handle, Place, Tactic, Unit};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Action {
    Place {
        unit: Unit,
        at: Place,
    },
    Move {
        counter: Handle,
        to: Place,
    },
    Pass,
    Intercept {
        counter: Handle,
    },
    Decline,
    Choose {
        tactic: Tactic,
    },
    Retreat {
        to: Place,
    },
    /// The card, at any time.
    Spy {
        on: Handle,
    },
    /// The card, at any time in a battle.
    Resolve,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
    Deploy,
    March,
    Intercept { mover: Handle, at: Place },
    Tactic { at: Place },
    Retreat { from: Place },
}
