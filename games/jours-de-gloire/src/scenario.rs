//! Scenarios (S.0): who stands where, who comes when, what counts. Read from `<scenario>/scenario.toml`.

use board::Fault;
use board::boxes::{BoxId, BoxMap};
use kernel::Side;
use kit::title::Heading;

use crate::counters::{Army, Counter, CounterId, Nation, Roster, Season};

mod file;
mod reader;

/// The scenarios that come with the program, in the order of the book.
pub const SCENARIOS: [&str; 5] = ["lutzen", "bautzen", "spring", "autumn", "campaign"];

/// Turn 1 is the second half of March (R J66).
const FIRST_MONTH: u8 = 3;

/// Most boxes with victory points.
pub const VICTORY_BOXES: usize = 32;

/// Most entries of the schedule of arrivals.
pub const ARRIVALS: usize = 64;

/// The month of a turn, from 1 to 12.
pub fn month_of(turn: u8) -> u8 {
    (FIRST_MONTH - 1 + turn / 2) % 12 + 1
}

/// The fortnight of a turn (B.0.2): `May Q1`.
pub fn name_of_turn(turn: u8) -> String {
    const MONTHS: [&str; 12] = [
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ];
    let half = if turn.is_multiple_of(2) { 1 } else { 2 };
    format!("{} Q{half}", MONTHS[usize::from(month_of(turn)) - 1])
}

/// When something happens.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum When {
    /// In this turn, whatever the state of the war. A spring counter that was replaced meanwhile comes as its twin.
    Turn(u8),
    /// In the so-manieth turn of the armistice, from 1.
    Armistice(u8),
    /// So many turns after that in which hostilities are resumed: 0 is that turn itself.
    Restart(u8),
}

/// How reinforcements come (3.3).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Entry {
    /// Placed in the box in phase A (3.3a).
    Box(BoxId),
    /// They enter the map at this box in their owner's movement (3.3c); the first step costs a road.
    Connection(BoxId),
    /// Placed beside this counter; if it is not on the map, beside the commander in chief of its army.
    With(CounterId),
}

/// A flag that must fly.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Flag {
    /// One of the scenario's victory boxes.
    pub at: BoxId,
    pub side: Side,
}

/// A counter and its strength.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Strength {
    pub counter: CounterId,
    /// 0 for leaders and reserve artillery.
    pub strength: u8,
    /// The unit that a detachment belongs to (C.b); independent without one.
    pub parent: Option<CounterId>,
}

/// A counter on the map at the start.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Placement {
    pub who: Strength,
    pub at: BoxId,
    /// It may not leave its box by its own movement.
    pub stays: bool,
    /// Shut in by the siege of its box.
    pub inside: bool,
}

/// Units and leaders of the schedule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Arrival {
    pub when: When,
    pub side: Side,
    pub entry: Entry,
    pub who: Vec<Strength>,
    /// They come on a die of this or less, thrown each turn from the first on (3.3e).
    pub arrives_on: Option<u8>,
    /// They come in the first turn from then on in which this flag flies.
    pub needs: Option<Flag>,
    /// They come only with this option.
    pub option: Option<Hypothesis>,
}

board::words! {
    /// The options of what might have been (O.1 to O.3).
    pub enum Hypothesis {
        Davout = "davout";
        Soult = "soult";
        Hamburg = "hamburg";
    }
}

/// SP reinforcements (B.3.3).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Replacements {
    pub when: When,
    pub nation: Nation,
    pub strength: u8,
}

/// A change of leaders ordered by the calendar (4.2b).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LeaderChange {
    pub when: When,
    pub change: Change,
    /// It happens only with this option.
    pub option: Option<Hypothesis>,
    /// It does not happen with this option.
    pub unless: Option<Hypothesis>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    /// He leaves the game, wherever he is.
    Remove(CounterId),
    /// The second takes the place of the first, on the map or off it; nothing happens if the first is lost.
    Replace(CounterId, CounterId),
}

/// Boxes that nobody may enter until a flag flies, such as neutral Torgau.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Closed {
    pub boxes: Vec<BoxId>,
    pub until: Flag,
    pub reason: String,
}

/// Strength that may be lost in phase A when troops change sides.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Defection {
    pub when: When,
    pub counter: CounterId,
    pub strength: u8,
    /// On this die or higher.
    pub from_die: u8,
    pub reason: String,
}

/// A siege that has begun before the first turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StandingSiege {
    pub at: BoxId,
    pub besieger: Side,
    pub step: u8,
    pub masked: bool,
}

/// A box that is worth victory points (9.a).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct VictoryBox {
    pub at: BoxId,
    pub points: u8,
    /// Whose flag flies there at the start.
    pub flag: Option<Side>,
}

/// Dummies of a side (1.3a).
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Dummies {
    pub infantry: u8,
    pub cavalry: u8,
}

/// How the armistice is played (A.arm).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Truce {
    /// No marker: events of the armistice are dead.
    None,
    /// The game ends when the armistice takes effect (S.3).
    Ends,
    /// Hostilities resume after it (S.5).
    Passes,
}

/// A scenario: everything but map, tables, cards and rules.
#[derive(Clone, Debug)]
pub struct Scenario {
    pub heading: Heading,
    pub first_turn: u8,
    pub last_turn: u8,
    /// Spring or autumn at the start.
    pub season: Season,
    pub truce: Truce,
    /// Where the Armistice marker lies at the start.
    pub armistice: Option<u8>,
    /// Whether nobody may cross the Austrian frontier at the start (A.arm.d).
    pub frontier_closed: bool,
    /// Napoleon counts as being on the map until hostilities are resumed, or to the end (B.3.2).
    pub napoleon_counts: bool,
    /// All armies of the title; those without a succession are not in the game.
    pub armies: Vec<Army>,
    pub counters: Vec<Counter>,
    pub setup: Vec<Placement>,
    pub sieges: Vec<StandingSiege>,
    pub entrenchments: Vec<(Side, BoxId)>,
    pub arrivals: Vec<Arrival>,
    pub replacements: Vec<Replacements>,
    pub leader_changes: Vec<LeaderChange>,
    pub closed: Vec<Closed>,
    pub defections: Vec<Defection>,
    pub victory_boxes: Vec<VictoryBox>,
    /// By side; the counters stand at the end of the list.
    pub dummies: [Dummies; 2],
    /// Those of the autumn, in a scenario that reaches it.
    pub autumn_dummies: [Dummies; 2],
    /// By side.
    pub pontoons: [u8; 2],
    /// Numbers of the event cards in the deck.
    pub deck: Vec<u8>,
    /// Options of what might have been that this scenario offers.
    pub hypotheses: Vec<Hypothesis>,
}

impl Scenario {
    /// Reads and checks a scenario; `map` is the board it is played on.
    pub fn parse(name: &str, text: &str, roster: &Roster, map: &BoxMap) -> Result<Scenario, Vec<Fault>> {
        reader::read(name, text, roster, map)
    }

    pub fn find(&self, handle: &str) -> Option<CounterId> {
        self.counters.iter().position(|counter| counter.id == handle).map(|index| CounterId(index as u8))
    }

    pub fn counter(&self, id: CounterId) -> &Counter {
        &self.counters[id.index()]
    }

    /// Whether the game goes on after the armistice (S.5).
    pub fn has_restart(&self) -> bool {
        self.truce == Truce::Passes
    }

    /// Whether the game is over when the armistice takes effect (S.3).
    pub fn ends_with_armistice(&self) -> bool {
        self.truce == Truce::Ends
    }

    /// Whether troops may come from Hamburg (O.3a).
    pub fn has_hamburg(&self) -> bool {
        self.hypotheses.contains(&Hypothesis::Hamburg)
    }

    /// Strength points of a side on the map at the start.
    pub fn strength_at_start(&self, side: Side) -> u16 {
        let own = self.setup.iter().filter(|placement| self.counter(placement.who.counter).side == side);
        own.map(|placement| u16::from(placement.who.strength)).sum()
    }
}
