//! Reactions that are under way (6.5), and orders given in advance for them.

use arrayvec::ArrayVec;
use board::boxes::{BoxId, ConnectionId};
use kernel::Seat;
use serde::{Deserialize, Serialize};

use crate::counters::CounterId;
use crate::sets::CounterSet;
use crate::state::BoxSet;

/// A Force that tries to intercept or to march to the guns: all counters named are of one box.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Reacting {
    /// Who has named it: everybody knows who was asked.
    pub by: Seat,
    pub from: BoxId,
    pub force: CounterSet,
    /// Known once its die has fallen.
    pub succeeded: Option<bool>,
}

/// Somebody on his way to a battle (6.5.2c).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Marcher {
    pub force: CounterSet,
    pub from: BoxId,
    pub to: BoxId,
    /// The connection by which it comes in.
    pub by: ConnectionId,
    /// It joins when this round is over.
    pub after_round: u8,
}

/// Interceptions of the step at hand, or marches to the guns of the phase.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Reaction {
    /// The Forces declared, in the order in which they throw (R J23).
    pub declared: ArrayVec<Reacting, 8>,
    pub marchers: ArrayVec<Marcher, 12>,
    /// Boxes that were said to hold real units when a march to the guns was to lead through them (7.1c).
    pub barred: BoxSet,
    /// Cavalry that withdraws from the box entered, with its die still to be thrown (6.3g).
    pub withdrawing: ArrayVec<(CounterId, ConnectionId), 8>,
}

impl Reaction {
    pub fn new() -> Reaction {
        Reaction {
            declared: ArrayVec::new(),
            marchers: ArrayVec::new(),
            barred: BoxSet::EMPTY,
            withdrawing: ArrayVec::new(),
        }
    }
}

impl Default for Reaction {
    fn default() -> Reaction {
        Reaction::new()
    }
}

/// What a seat answers to reactions in advance. It is secret, and decided from what the seat sees.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
pub enum StandingOrder {
    /// Ask me.
    #[default]
    Ask,
    Never,
    /// Whenever the die succeeds with so many faces or more.
    FromFaces(u8),
}

/// The standing orders of a seat.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Standing {
    pub interception: StandingOrder,
    pub march_to_the_guns: StandingOrder,
    /// Cavalry that is about to be attacked: `FromFaces(n)` withdraws if at least n faces cost nothing.
    pub withdrawal: StandingOrder,
}
