//! The drill ground: a title of long counters that face. Rows of two hexes look at vertices, march and wheel; guns look at
//! hexsides and turn; both fire into an arc. The field has 2,000 hexes, more than any set of hexes held before.
//!
//! Like the miniature it exists to keep kernel, contract, server and page honest, and is played by nobody.

/// The numbers of the cases, from `rules.toml`.
const CASES: &[&str] = include!(concat!(env!("OUT_DIR"), "/drill.rs"));
kernel::cases!(crate::drill::CASES);

mod ground;
mod language;
mod rules;
mod title;

use board::{Facing, Hex, Id, Set};
use kernel::{Entropy, Illegal, Outcome, Pending, Ruleset, Seat, SeatInfo, Side, Sink, Viewer};
use serde::{Deserialize, Serialize};

pub use ground::Ground;
pub use title::DrillTitle;

pub const BLUE: Side = Side(0);
pub const RED: Side = Side(1);
pub const LAST_TURN: u8 = 8;
/// What each unit may spend in a turn.
pub const POINTS: u8 = 3;

/// Room for every hex of the field.
pub type HexSet = Set<Hex, 32>;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct UnitId(pub u8);

impl Id for UnitId {
    fn from_index(index: usize) -> UnitId {
        UnitId(index as u8)
    }

    fn index(self) -> usize {
        self.0.into()
    }
}

/// What is printed on a counter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Print {
    pub id: &'static str,
    pub name: &'static str,
    pub side: Side,
    /// Hexes that it covers.
    pub length: usize,
}

const fn print(id: &'static str, name: &'static str, side: Side, length: usize) -> Print {
    Print { id, name, side, length }
}

pub const PRINTS: [Print; 6] = [
    print("b1", "1st Foot", BLUE, 2),
    print("b2", "2nd Foot", BLUE, 2),
    print("bg", "Blue guns", BLUE, 1),
    print("r1", "Grenadiers", RED, 2),
    print("r2", "Musketeers", RED, 2),
    print("rg", "Red guns", RED, 1),
];

impl UnitId {
    pub fn print(self) -> &'static Print {
        &PRINTS[self.index()]
    }

    pub fn all() -> impl Iterator<Item = UnitId> {
        (0..PRINTS.len()).map(UnitId::from_index)
    }

    pub fn of(side: Side) -> impl Iterator<Item = UnitId> {
        UnitId::all().filter(move |unit| unit.print().side == side)
    }

    pub fn named(word: &str) -> Option<UnitId> {
        UnitId::all().find(|unit| unit.print().id == word)
    }
}

/// Where a unit stands, by its right-hand hex, and where it looks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Stand {
    pub at: Hex,
    pub facing: Facing,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct State {
    pub turn: u8,
    pub player: Side,
    pub units: [Option<Stand>; PRINTS.len()],
    /// What each may still spend.
    pub left: [u8; PRINTS.len()],
    pub fired: Set<UnitId, 1>,
    /// Who fires at whom, while the die falls.
    pub firing: Option<(UnitId, UnitId)>,
    pub is_over: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Action {
    /// The unit goes forward, its right-hand hex to this one.
    Step {
        unit: UnitId,
        to: Hex,
    },
    /// A row wheels, a gun turns.
    Turn {
        unit: UnitId,
        facing: Facing,
    },
    Fire {
        unit: UnitId,
        at: UnitId,
    },
    End,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Decision;

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Event {
    Stepped { unit: UnitId, to: Hex },
    Turned { unit: UnitId, facing: Facing },
    Fired { unit: UnitId, at: UnitId },
    Thrown { die: u8, at: UnitId, hit: bool },
    Ended { side: Side },
    Turn { turn: u8 },
    Over,
}

#[derive(Clone, Debug)]
pub struct Drill {
    seats: [SeatInfo; 2],
    pub ground: Ground,
}

impl Drill {
    pub fn new() -> Drill {
        let seat = |id: &str, name: &str, side: Side| SeatInfo { id: id.to_owned(), name: name.to_owned(), side };
        Drill { seats: [seat("blue", "Blue", BLUE), seat("red", "Red", RED)], ground: Ground::new() }
    }

    fn side_of(&self, seat: Seat) -> Side {
        self.seats[seat.index()].side
    }
}

impl Default for Drill {
    fn default() -> Drill {
        Drill::new()
    }
}

impl Ruleset for Drill {
    type State = State;
    type Action = Action;
    type Decision = Decision;
    type Event = Event;
    type View = State;

    fn seats(&self) -> &[SeatInfo] {
        &self.seats
    }

    fn initial(&self) -> State {
        self.set_up()
    }

    fn pending(&self, state: &State) -> Pending<Decision> {
        self.waits(state)
    }

    fn legal(&self, state: &State, seat: Seat, actions: &mut Vec<Action>) {
        self.list(state, seat, actions);
    }

    fn interrupts(&self, _: &State, _: Seat, _: &mut Vec<Action>) {}

    fn check(&self, state: &State, seat: Seat, action: &Action) -> Result<(), Illegal> {
        self.judge(state, seat, action)
    }

    fn play(&self, state: &mut State, _: Seat, action: &Action, events: &mut impl Sink<Event>) {
        self.carry_out(state, action, events);
    }

    fn throw(&self, state: &mut State, outcome: &Outcome, events: &mut impl Sink<Event>) {
        self.fall(state, outcome.die(), events);
    }

    fn view(&self, state: &State, _: Viewer) -> State {
        state.clone()
    }

    fn observe(&self, _: &State, event: &Event, _: Viewer) -> Option<Event> {
        Some(event.clone())
    }

    fn sample(&self, view: &State, _: &mut dyn Entropy) -> State {
        view.clone()
    }
}
