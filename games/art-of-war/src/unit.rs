//! Units: what is printed on a counter (2.4), and sets of them.

use board::{Hex, Set};
use kernel::Side;
pub use kit::enemy_of;
use kit::{SideWords, Sides};
use serde::{Deserialize, Serialize};

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

/// The four national armies. Morale is kept for each (16.0).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Army {
    French,
    Austrian,
    Russian,
    Prussian,
}

impl Army {
    pub const ALL: [Army; 4] = [Army::French, Army::Austrian, Army::Russian, Army::Prussian];

    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    #[inline]
    pub const fn side(self) -> Side {
        match self {
            Army::French => FRENCH,
            Army::Austrian | Army::Russian | Army::Prussian => ALLIED,
        }
    }

    /// What `title.toml` calls it.
    pub const fn id(self) -> &'static str {
        match self {
            Army::French => "french",
            Army::Austrian => "austrian",
            Army::Russian => "russian",
            Army::Prussian => "prussian",
        }
    }

    pub const fn name(self) -> &'static str {
        match self {
            Army::French => "French",
            Army::Austrian => "Austrian",
            Army::Russian => "Russian",
            Army::Prussian => "Prussian",
        }
    }
}

/// The large symbol on the counter (2.7).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    Infantry,
    Cavalry,
    Artillery,
}

impl Kind {
    pub const fn letter(self) -> char {
        match self {
            Kind::Infantry => 'i',
            Kind::Cavalry => 'c',
            Kind::Artillery => 'a',
        }
    }

    pub const fn name(self) -> &'static str {
        match self {
            Kind::Infantry => "infantry",
            Kind::Cavalry => "cavalry",
            Kind::Artillery => "artillery",
        }
    }
}

/// The six French garrisons (14.0).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Garrison {
    Lunette,
    Westphalians,
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
