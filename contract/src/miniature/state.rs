//! The position of the miniature: nine counters, three hands, and what is going on.

use kernel::{Seat, Side};
use serde::{Deserialize, Serialize};

pub const BLUE: Side = Side(0);
pub const RED: Side = Side(1);

/// Blue has two seats, each with counters and a card of its own.
pub const ARMY: Seat = Seat(0);
pub const WING: Seat = Seat(1);
/// Red has one.
pub const HOST: Seat = Seat(2);

pub const SEATS: [Seat; 3] = [ARMY, WING, HOST];
pub const LAST_TURN: u8 = 4;

pub fn side_of(seat: Seat) -> Side {
    if seat == HOST { RED } else { BLUE }
}

pub fn enemy_of(side: Side) -> Side {
    if side == RED { BLUE } else { RED }
}

/// A box of the map. The number may come from outside: a box that is not on the map has no neighbours and no name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Place(pub u8);

pub const PLACES: [Place; 7] = [Place(0), Place(1), Place(2), Place(3), Place(4), Place(5), Place(6)];
const NAMES: [&str; 7] = ["abbey", "bridge", "copse", "downs", "eyot", "fort", "gate"];
const NEIGHBOURS: [&[u8]; 7] = [&[1, 2], &[0, 3, 4], &[0, 3, 5], &[1, 2, 4, 5, 6], &[1, 3, 6], &[2, 3, 6], &[3, 4, 5]];
const WORTH: [i32; 7] = [2, 1, 1, 3, 1, 1, 2];

impl Place {
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    pub fn exists(self) -> bool {
        self.index() < PLACES.len()
    }

    pub fn name(self) -> &'static str {
        NAMES.get(self.index()).copied().unwrap_or("a box off the map")
    }

    pub fn named(name: &str) -> Option<Place> {
        PLACES.into_iter().find(|place| place.name() == name)
    }

    pub fn neighbours(self) -> impl Iterator<Item = Place> {
        NEIGHBOURS.get(self.index()).copied().unwrap_or_default().iter().map(|number| Place(*number))
    }

    pub fn touches(self, other: Place) -> bool {
        self.neighbours().any(|neighbour| neighbour == other)
    }

    /// Points for the side that holds it at the end.
    pub fn worth(self) -> i32 {
        WORTH.get(self.index()).copied().unwrap_or(0)
    }
}

/// The boxes in which a seat deploys.
pub fn homes(seat: Seat) -> [Place; 2] {
    match seat {
        ARMY => [Place(0), Place(1)],
        WING => [Place(1), Place(2)],
        _ => [Place(5), Place(6)],
    }
}

/// What is printed on the hidden face of a counter. Who may know which unit a counter is, is the chief secret.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Unit(pub u8);

pub const UNITS: [Unit; 9] = [Unit(0), Unit(1), Unit(2), Unit(3), Unit(4), Unit(5), Unit(6), Unit(7), Unit(8)];
/// The rosters are public: everybody knows what there is, not where it is.
const ROSTER: [(&str, Seat, u8); 9] = [
    ("guard", ARMY, 3),
    ("line", ARMY, 2),
    ("smoke", ARMY, 0),
    ("lancers", WING, 2),
    ("dust", WING, 0),
    ("grenadiers", HOST, 4),
    ("foot", HOST, 2),
    ("jagers", HOST, 1),
    ("shadow", HOST, 0),
];

impl Unit {
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    pub fn exists(self) -> bool {
        self.index() < UNITS.len()
    }

    pub fn name(self) -> &'static str {
        ROSTER.get(self.index()).map_or("a counter not in the game", |(name, _, _)| name)
    }

    pub fn named(name: &str) -> Option<Unit> {
        UNITS.into_iter().find(|unit| unit.name() == name)
    }

    pub fn seat(self) -> Seat {
        ROSTER[self.index()].1
    }

    pub fn side(self) -> Side {
        side_of(self.seat())
    }

    pub fn strength(self) -> u8 {
        ROSTER[self.index()].2
    }

    pub fn is_dummy(self) -> bool {
        self.strength() == 0
    }

    pub fn of(seat: Seat) -> impl Iterator<Item = Unit> {
        UNITS.into_iter().filter(move |unit| unit.seat() == seat)
    }
}

/// The number chalked on the back of a counter: all that the enemy sees. A counter that is concealed anew gets a new
/// one, and which of several counters gets which is thrown for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Handle(pub u16);

/// A set of seats.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SeatSet(u8);

impl SeatSet {
    pub fn insert(&mut self, seat: Seat) {
        self.0 |= 1 << seat.0;
    }

    pub fn contains(self, seat: Seat) -> bool {
        self.0 & (1 << seat.0) != 0
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Whereabouts {
    Undeployed,
    In(Place),
    Lost,
}

/// Where a unit stands and how its counter lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Counter {
    pub whereabouts: Whereabouts,
    /// None before it is concealed, and when it is off the map.
    pub handle: Option<Handle>,
    pub face_up: bool,
    pub moved: bool,
    /// Enemy seats that have looked at it through a spy since it was last concealed.
    pub spied_by: SeatSet,
}

impl Counter {
    pub const UNDEPLOYED: Counter = Counter {
        whereabouts: Whereabouts::Undeployed,
        handle: None,
        face_up: false,
        moved: false,
        spied_by: SeatSet(0),
    };
    pub const LOST: Counter = Counter { whereabouts: Whereabouts::Lost, ..Counter::UNDEPLOYED };

    pub fn place(&self) -> Option<Place> {
        match self.whereabouts {
            Whereabouts::In(place) => Some(place),
            Whereabouts::Undeployed | Whereabouts::Lost => None,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Card {
    Spy,
    Resolve,
    Blank,
}

pub const CARDS: [Card; 3] = [Card::Spy, Card::Resolve, Card::Blank];

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Tactic {
    Charge,
    Hold,
    Skirmish,
}

pub const TACTICS: [Tactic; 3] = [Tactic::Charge, Tactic::Hold, Tactic::Skirmish];

impl Tactic {
    pub fn beats(self, other: Tactic) -> bool {
        matches!(
            (self, other),
            (Tactic::Charge, Tactic::Skirmish) | (Tactic::Skirmish, Tactic::Hold) | (Tactic::Hold, Tactic::Charge)
        )
    }

    pub fn name(self) -> &'static str {
        match self {
            Tactic::Charge => "charge",
            Tactic::Hold => "hold",
            Tactic::Skirmish => "skirmish",
        }
    }
}

/// What is going on. Everybody may know all of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Stage {
    Deploy,
    Conceal { seat: Seat, place: Place, counters: u8 },
    Deal { seat: Seat },
    March,
    Intercept { mover: Handle, at: Place, seat: Seat },
    Tactics { at: Place },
    Fight { at: Place },
    Retreat { from: Place, seat: Seat },
    Over,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct State {
    /// 0 while deploying.
    pub turn: u8,
    /// Whose march it is.
    pub active: Seat,
    pub stage: Stage,
    pub next_handle: Handle,
    /// By unit.
    pub counters: [Counter; 9],
    /// By seat.
    pub hands: [Option<Card>; 3],
    /// By seat, while there is a battle.
    pub tactics: [Option<Tactic>; 3],
    /// By side: cards of resolve played in this battle.
    pub resolve: [u8; 2],
}

impl State {
    pub fn new() -> State {
        State {
            turn: 0,
            active: ARMY,
            stage: Stage::Deploy,
            next_handle: Handle(1),
            counters: [Counter::UNDEPLOYED; 9],
            hands: [None; 3],
            tactics: [None; 3],
            resolve: [0; 2],
        }
    }

    pub fn counter(&self, unit: Unit) -> &Counter {
        &self.counters[unit.index()]
    }

    pub fn counter_mut(&mut self, unit: Unit) -> &mut Counter {
        &mut self.counters[unit.index()]
    }

    /// The unit behind a handle: the truth, for the rules to use and never to tell.
    pub fn behind(&self, handle: Handle) -> Option<Unit> {
        UNITS.into_iter().find(|unit| self.counter(*unit).handle == Some(handle))
    }

    pub fn in_place(&self, place: Place) -> impl Iterator<Item = Unit> {
        UNITS.into_iter().filter(move |unit| self.counter(*unit).place() == Some(place))
    }

    /// Whether the side has counters there, dummies included: everybody sees that.
    pub fn occupies(&self, side: Side, place: Place) -> bool {
        self.in_place(place).any(|unit| unit.side() == side)
    }

    /// Whether the seat has counters there.
    pub fn stands(&self, seat: Seat, place: Place) -> bool {
        self.in_place(place).any(|unit| unit.seat() == seat)
    }

    pub fn deployed(&self, seat: Seat) -> bool {
        Unit::of(seat).all(|unit| self.counter(unit).whereabouts != Whereabouts::Undeployed)
    }

    /// The handles on the map, in their own order: the order of the units would tell.
    pub fn handles(&self) -> Vec<(Handle, Unit)> {
        let mut handles: Vec<_> =
            UNITS.into_iter().filter_map(|unit| Some((self.counter(unit).handle?, unit))).collect();
        handles.sort_unstable();
        handles
    }
}

impl Default for State {
    fn default() -> State {
        State::new()
    }
}
