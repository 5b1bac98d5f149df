//! The position: everything that changes in a game.

use board::Hex;
use kernel::Side;
use serde::{Deserialize, Serialize};

use crate::UNITS;

/// A unit, by its place in the roster.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct UnitId(pub u8);

impl UnitId {
    pub fn index(self) -> usize {
        self.0.into()
    }

    pub fn all() -> impl Iterator<Item = UnitId> {
        (0..UNITS as u8).map(UnitId)
    }

    pub fn exists(self) -> bool {
        self.index() < UNITS
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct State {
    pub turn: u8,
    /// Whose turn it is.
    pub player: Side,
    /// Where each unit stands; none if it is lost.
    pub at: [Option<Hex>; UNITS],
    /// Who is attacked, while the die falls.
    pub attacked: Option<UnitId>,
    pub is_over: bool,
}

impl State {
    pub fn place(&self, unit: UnitId) -> Option<Hex> {
        self.at[unit.index()]
    }

    pub fn holder(&self, hex: Hex) -> Option<UnitId> {
        UnitId::all().find(|unit| self.place(*unit) == Some(hex))
    }
}
