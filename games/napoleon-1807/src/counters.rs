//! Counters: combat units and commanders, and what is printed on them (2.2, 2.3).

use board::{Facing, Hex, Set};
use kernel::Side;
pub use kit::enemy_of;
use kit::{SideWords, Sides};
use serde::{Deserialize, Serialize};

/// Room for this many counters in a state: Eylau has 135 units and 42 commanders.
pub const COUNTERS: usize = 192;

pub const FRENCH: Side = Side(0);
pub const ALLIED: Side = Side(1);
pub const BOTH: [Side; 2] = [FRENCH, ALLIED];

pub const SIDES: Sides = Sides([
    SideWords { short: "fr", id: "french", name: "French", adjective: "French" },
    SideWords { short: "al", id: "allied", name: "Allies", adjective: "Allied" },
]);

kit::id! {
    /// A counter of the scenario, by its place in the roster: first the units, then the commanders.
    pub struct CounterId(u8);
}

/// A set of counters.
pub type CounterSet = Set<CounterId, 3>;

kit::id! {
    /// A body that one command point sets in motion (11.72).
    pub struct GroupId(u8);
}

impl GroupId {
    #[inline]
    pub const fn bit(self) -> u32 {
        if self.is_none() { 0 } else { 1 << (self.0 & 31) }
    }
}

/// The letter of a battery (10.3b).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Deserialize)]
pub enum Gun {
    /// Heavy.
    C,
    /// Light.
    L,
    /// Horse.
    K,
}

impl Gun {
    pub const fn index(self) -> usize {
        self as usize
    }

    pub const fn letter(self) -> char {
        match self {
            Gun::C => 'C',
            Gun::L => 'L',
            Gun::K => 'K',
        }
    }

    /// 10.11: infantry artillery, heavy or light, as opposed to horse artillery.
    pub const fn is_foot(self) -> bool {
        !matches!(self, Gun::K)
    }
}

/// What a counter is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Infantry,
    Cavalry {
        /// 9.0
        heavy: bool,
    },
    Artillery(Gun),
    Commander(Rank),
}

/// A column of the terrain table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arm {
    Commander,
    Infantry,
    Cavalry,
    Artillery,
}

impl Arm {
    pub const ALL: [Arm; 4] = [Arm::Commander, Arm::Infantry, Arm::Cavalry, Arm::Artillery];

    pub const fn index(self) -> usize {
        self as usize
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Rank {
    Army,
    Corps,
    Division,
    Brigade,
}

impl Kind {
    pub const fn arm(self) -> Arm {
        match self {
            Kind::Infantry => Arm::Infantry,
            Kind::Cavalry { .. } => Arm::Cavalry,
            Kind::Artillery(_) => Arm::Artillery,
            Kind::Commander(_) => Arm::Commander,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Nation {
    French,
    Russian,
    Prussian,
}

impl Nation {
    pub const ALL: [Nation; 3] = [Nation::French, Nation::Russian, Nation::Prussian];

    /// What `title.toml` calls it.
    pub const fn id(self) -> &'static str {
        match self {
            Nation::French => "french",
            Nation::Russian => "russian",
            Nation::Prussian => "prussian",
        }
    }
}

/// Where a counter is when the game begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Start {
    At(Hex, Facing),
    /// An arrival: where and on which turn (S.arrivals).
    Enters(Hex, u8),
    /// Not in this battle.
    Nowhere,
}

/// A counter.
#[derive(Clone, Debug)]
pub struct Counter {
    /// What orders call it.
    pub id: String,
    /// What the counter says.
    pub name: String,
    pub side: Side,
    pub nation: Nation,
    pub kind: Kind,
    pub group: GroupId,
    /// Strength points at the start; commanders have none.
    pub strength: u8,
    /// In whole points.
    pub mobility: u8,
    /// In order, and disorganized.
    pub morale: [u8; 2],
    /// Shots of rifle fire (7.2).
    pub shots: u8,
    /// A commander's skill: unhurt, and wounded.
    pub skill: [i8; 2],
    /// The units that a commander keeps in command (11.4b).
    pub commands: CounterSet,
    pub start: Start,
}

impl Counter {
    pub const fn is_commander(&self) -> bool {
        matches!(self.kind, Kind::Commander(_))
    }

    pub const fn is_cavalry(&self) -> bool {
        matches!(self.kind, Kind::Cavalry { .. })
    }

    pub const fn is_infantry(&self) -> bool {
        matches!(self.kind, Kind::Infantry)
    }

    pub const fn gun(&self) -> Option<Gun> {
        match self.kind {
            Kind::Artillery(gun) => Some(gun),
            Kind::Infantry | Kind::Cavalry { .. } | Kind::Commander(_) => None,
        }
    }

    pub const fn is_gun(&self) -> bool {
        matches!(self.kind, Kind::Artillery(_))
    }
}

/// A group as the army tables name it.
#[derive(Clone, Debug)]
pub struct GroupInfo {
    pub id: String,
    pub name: String,
    pub side: Side,
}
