//! Units: what is printed on a counter (2.4), and sets of them.

use board::{Hex, Set};
use kernel::Side;
pub use kit::enemy_of;
use kit::{SideWords, Sides};

/// Room for this many units in a state: the two battles have 95 and 82; synthetic armies have up to 200.
pub const UNITS: usize = 208;

pub const FRENCH: Side = Side(0);
pub const ALLIED: Side = Side(1);

/// Its words for them.
pub const SIDES: Sides = Sides([
    SideWords { short: "fr", id: "french", name: "French", adjective: "French" },
    SideWords { short: "al", id: "allied", name: "Allies", adjective: "Allied" },
]);

kit::id! {
    /// A unit of the scenario at hand, by its place in the roster.
    pub struct UnitId(u8);
}

board::words! {
    /// The four national armies. Morale is kept for each (16.0).
    pub enum Army {
        French = "french", "French";
        Austrian = "austrian", "Austrian";
        Russian = "russian", "Russian";
        Prussian = "prussian", "Prussian";
    }

    /// The large symbol on the counter (2.7).
    pub enum Kind {
        Infantry = "infantry";
        Cavalry = "cavalry";
        Artillery = "artillery";
    }

    /// The six French garrisons (14.0).
    pub enum Garrison {
        Lunette = "lunette";
        Westphalians = "westphalians";
    }
}

impl Army {
    #[inline]
    pub const fn side(self) -> Side {
        match self {
            Army::French => FRENCH,
            Army::Austrian | Army::Russian | Army::Prussian => ALLIED,
        }
    }
}

impl Kind {
    /// Behind the values of a counter: `Tut 8-4i`.
    pub fn letter(self) -> char {
        self.id().chars().next().unwrap_or(' ')
    }
}

kit::id! {
    /// A division of Eylau, by its place in the scenario's list. Dresden's units belong to none.
    pub struct Division(u8);
}

impl Division {
    #[inline]
    pub const fn bit(self) -> u32 {
        1 << (self.0 & 31)
    }
}

/// Where a unit is when the game begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Start {
    At(Hex),
    /// Reinforcement: the entry area and the earliest turn (7.0).
    Enters {
        area: Area,
        turn: u8,
    },
    /// Klenau's corps, which comes as chapter 12 has it.
    Klenau,
}

/// An entry area of the map, by its letter.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Area(pub char);

/// A counter.
#[derive(Clone, Debug)]
pub struct Unit {
    /// What orders call it.
    pub id: String,
    /// What the counter says.
    pub name: String,
    pub army: Army,
    pub division: Division,
    pub kind: Kind,
    /// Printed combat strength (2.5).
    pub strength: u8,
    /// Printed movement allowance (2.6), in whole points.
    pub movement: u8,
    pub start: Start,
    /// Marked R: begins in reserve (11.0).
    pub reserve: bool,
    /// A reserve that the French may free at a price (11.5).
    pub old_guard: bool,
    pub garrison: Option<Garrison>,
}

impl Unit {
    #[inline]
    pub fn side(&self) -> Side {
        self.army.side()
    }

    /// Name and values as players say them: `Tut 8-4`.
    pub fn label(&self) -> String {
        format!("{} {}-{}", self.name, self.strength, self.movement)
    }
}

/// A set of units.
pub type UnitSet = Set<UnitId, 4>;
