//! Who plays: sides win or lose, seats decide.

use serde::{Deserialize, Serialize};

/// A side wins or loses. A side may have several seats.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Side(pub u8);

impl Side {
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A seat decides. One person may hold several.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Seat(pub u8);

impl Seat {
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The receiver of a view. No viewer sees everything.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Viewer {
    Seat(Seat),
    Spectator,
}

/// A seat as a title names it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SeatInfo {
    /// The word that stands for the seat in orders and examples, such as `french`.
    pub id: String,
    /// What a person reads, such as `The French player`.
    pub name: String,
    pub side: Side,
}
