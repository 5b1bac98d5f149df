//! Counters: brigades, units, batteries, baggage and leaders, and what is printed on them (2.3, 2.4).

use arrayvec::ArrayVec;
use board::{Facing, Hex, Set};
use kernel::Side;
pub use kit::enemy_of;
use kit::{SideWords, Sides};
use serde::{Deserialize, Serialize};

/// Room for this many counters in a state: Minden has 50 brigades, 197 units, 29 batteries and 25 leaders.
pub const COUNTERS: usize = 320;

/// Room for this many counters that are longer than a hex: brigades and baggage.
pub const LONG: usize = 64;

/// The most units of a brigade.
pub const UNITS: usize = 6;

pub const ALLIED: Side = Side(0);
pub const FRENCH: Side = Side(1);
pub const BOTH: [Side; 2] = [ALLIED, FRENCH];

pub const SIDES: Sides = Sides([
    SideWords { short: "al", id: "allied", name: "Allies", adjective: "Allied" },
    SideWords { short: "fr", id: "french", name: "French", adjective: "French" },
]);

kit::id! {
    /// A counter of the scenario, by its place in the roster: brigades and baggage, units, batteries, leaders.
    pub struct CounterId(u16);
}

/// A set of counters.
pub type CounterSet = Set<CounterId, 5>;

kit::id! {
    /// A corps or column, with its leader (2.4a).
    pub struct CorpsId(u8);
}

kit::id! {
    /// A line of the firepower table.
    pub struct GunId(u8);
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Arm {
    Infantry,
    Cavalry,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rank {
    Corps,
    /// Of a Line or a Wing; there is none at Minden.
    Line,
    SecondGeneral,
    GeneralInChief,
}

impl Rank {
    pub const fn name(self) -> &'static str {
        match self {
            Rank::Corps => "corps leader",
            Rank::Line => "leader of a Line",
            Rank::SecondGeneral => "Second General",
            Rank::GeneralInChief => "General in Chief",
        }
    }

    /// J.3b: independents that have panicked answer to these alone.
    pub const fn is_general(self) -> bool {
        matches!(self, Rank::SecondGeneral | Rank::GeneralInChief)
    }
}

/// What a counter is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Brigade(Arm),
    Baggage,
    Unit(Arm),
    Battery,
    Leader(Rank),
}

/// How a counter stands (3.1, 3.2). Adapted is what a unit calls it that a brigade calls Column.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Formation {
    /// A unit in its brigade, without a counter of its own.
    Brigade,
    Line,
    Column,
    Dispersed,
    Shaken,
    Panicked,
    Unlimbered,
    Limbered,
    /// Leaders have none (2.3h).
    None,
}

impl Formation {
    /// 3.11a, 3.12a, 3.21a, 3.22a: which of the formations look at a vertex.
    pub const fn faces_vertex(self) -> bool {
        matches!(self, Formation::Line | Formation::Unlimbered)
    }

    /// Those that look somewhere.
    pub const fn has_facing(self) -> bool {
        matches!(self, Formation::Line | Formation::Column | Formation::Unlimbered | Formation::Limbered)
    }

    /// In full order, in its brigade or on a counter of its own.
    pub const fn is_formed(self) -> bool {
        !matches!(self, Formation::Shaken | Formation::Panicked)
    }

    /// On a square counter and well formed (2.3b, 2.3d).
    pub const fn is_own_formed(self) -> bool {
        matches!(self, Formation::Line | Formation::Column | Formation::Dispersed)
    }
}

macro_rules! nations {
    ($($name:ident $id:literal),+ $(,)?) => {
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
        pub enum Nation {
            $(#[serde(rename = $id)] $name),+
        }

        impl Nation {
            pub const ALL: &[Nation] = &[$(Nation::$name),+];

            /// What `title.toml` calls it.
            pub const fn id(self) -> &'static str {
                match self {
                    $(Nation::$name => $id),+
                }
            }
        }
    };
}

nations! {
    British "british",
    Hanoverian "hanoverian",
    Hessian "hessian",
    Brunswick "brunswick",
    Prussian "prussian",
    Bueckeburg "bueckeburg",
    French "french",
    Foreign "foreign",
    Saxon "saxon",
}

/// Where a counter is when the game begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Start {
    /// The hexes of a brigade from its right, or from its head.
    At { hexes: ArrayVec<Hex, 3>, formation: Formation, facing: Facing },
    /// It comes with its corps (A.2).
    Arrives,
    /// A unit in its brigade, or a counter that takes no part.
    Nowhere,
}

/// Which part of a brigade counter a unit stands on (S18).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Slot {
    /// The place, counted from the right of a Line and from the head of a Column.
    Part(u8),
    /// On this place and the next.
    Astride(u8),
}

/// A counter.
#[derive(Clone, Debug)]
pub struct Counter {
    /// What orders call it.
    pub id: String,
    pub name: String,
    pub side: Side,
    pub nation: Nation,
    pub kind: Kind,
    pub corps: CorpsId,
    /// In its brigade, on its own counter, Shaken, Panicked (2.4b). Batteries and leaders have one figure.
    pub effectiveness: [u8; 4],
    pub strength: u8,
    pub squadrons: u8,
    pub light: bool,
    pub dispersed: bool,
    pub independent: bool,
    /// Of a unit: its brigade and its place among the brigade's units.
    pub brigade: CounterId,
    pub number: u8,
    /// Of a brigade: its units from the right, and where they stand.
    pub units: ArrayVec<CounterId, UNITS>,
    pub slots: ArrayVec<Slot, UNITS>,
    /// In hexes.
    pub length: u8,
    pub gun: GunId,
    pub balls: u8,
    pub heavy: bool,
    /// Of a leader: the Second General above him.
    pub under: CounterId,
    /// A leader who only takes the place of another (I.0f).
    pub replacement: bool,
    pub start: Start,
}

impl Counter {
    /// A counter with nothing printed on it.
    pub fn blank(id: &str, side: Side, kind: Kind) -> Counter {
        Counter {
            id: id.to_owned(),
            name: id.to_owned(),
            side,
            nation: if side == ALLIED { Nation::Hanoverian } else { Nation::French },
            kind,
            corps: CorpsId::NONE,
            effectiveness: [5, 4, 3, 1],
            strength: 0,
            squadrons: 0,
            light: false,
            dispersed: false,
            independent: false,
            brigade: CounterId::NONE,
            number: 0,
            units: ArrayVec::new(),
            slots: ArrayVec::new(),
            length: 1,
            gun: GunId::NONE,
            balls: 0,
            heavy: false,
            under: CounterId::NONE,
            replacement: false,
            start: Start::Nowhere,
        }
    }

    pub const fn is_brigade(&self) -> bool {
        matches!(self.kind, Kind::Brigade(_))
    }

    pub const fn is_unit(&self) -> bool {
        matches!(self.kind, Kind::Unit(_))
    }

    pub const fn is_battery(&self) -> bool {
        matches!(self.kind, Kind::Battery)
    }

    pub const fn is_leader(&self) -> bool {
        matches!(self.kind, Kind::Leader(_))
    }

    /// Longer than a hex, or at least made to be: brigades and baggage.
    pub const fn is_long(&self) -> bool {
        matches!(self.kind, Kind::Brigade(_) | Kind::Baggage)
    }

    /// The arm of a unit or brigade.
    pub const fn arm(&self) -> Option<Arm> {
        match self.kind {
            Kind::Brigade(arm) | Kind::Unit(arm) => Some(arm),
            Kind::Baggage | Kind::Battery | Kind::Leader(_) => None,
        }
    }

    pub fn is_infantry(&self) -> bool {
        self.arm() == Some(Arm::Infantry)
    }

    pub fn is_cavalry(&self) -> bool {
        self.arm() == Some(Arm::Cavalry)
    }

    pub const fn rank(&self) -> Option<Rank> {
        match self.kind {
            Kind::Leader(rank) => Some(rank),
            Kind::Brigade(_) | Kind::Baggage | Kind::Unit(_) | Kind::Battery => None,
        }
    }
}

/// Where the units of a brigade stand: infantry two to a hex, three on two with the middle one astride, five on three with
/// one in the middle; cavalry five squadrons to a hex, the next begun where one is full (S18, S18b).
pub fn usual_slots(arm: Arm, length: u8, squadrons: &[u8], limit: u8) -> ArrayVec<Slot, UNITS> {
    let count = squadrons.len();
    let mut slots = ArrayVec::new();
    match (arm, length, count) {
        (Arm::Infantry, 2, 3) => slots.extend([Slot::Part(0), Slot::Astride(0), Slot::Part(1)]),
        (Arm::Infantry, 3, 5) => slots.extend([0, 0, 1, 2, 2].map(Slot::Part)),
        (Arm::Infantry, _, _) => slots.extend((0..count.min(UNITS)).map(|unit| Slot::Part(unit as u8 / 2))),
        (Arm::Cavalry, 2, 5) if squadrons.iter().all(|number| number * 2 == limit - 1) => {
            slots.extend([Slot::Part(0), Slot::Part(0), Slot::Astride(0), Slot::Part(1), Slot::Part(1)]);
        }
        (Arm::Cavalry, _, _) => {
            let (mut place, mut full) = (0, 0);
            for number in squadrons.iter().take(UNITS) {
                if full + number > limit {
                    (place, full) = (place + 1, 0);
                }
                full += number;
                slots.push(Slot::Part(place));
            }
        }
    }
    slots
}

/// A corps or column.
#[derive(Clone, Debug)]
pub struct Corps {
    pub id: String,
    pub name: String,
    pub side: Side,
    pub independent: bool,
    /// Its leader as the game begins.
    pub leader: CounterId,
}
