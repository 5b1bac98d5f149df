//! The position: everything that changes in a game, as plain data.
//!
//! Who may know which part of it is decided in `view`, field by field.

use arrayvec::ArrayVec;
use board::boxes::{BoxId, ConnectionId};
use kernel::Side;
use serde::{Deserialize, Serialize};

use crate::battle::Battle;
use crate::cards::{CARDS, ThrowKind};
pub use crate::counters::{ALLIED, FRENCH};
use crate::counters::{ARMIES, ArmyId, COUNTERS, CounterId, Season};
use crate::march::March;
use crate::memory::{AllPassed, Flows, KNOWN, Lot};
use crate::reaction::{Reaction, Standing};
use crate::sequence::{Frame, Movement};
pub use crate::sets::BoxSet;
use crate::sets::{ConnectionSet, CounterSet};
use crate::tables::Weather;
pub use kit::enemy_of;

/// Room for the boxes of a map.
pub const BOXES: usize = 384;
/// Most seats in a game.
pub const SEATS: usize = 6;

/// What has become of a counter.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Whereabouts {
    /// Not in play: a reinforcement to come, a counter of the other season.
    Waiting,
    /// A detachment or dummy that can be put on the map (6.1, 7.1).
    Pool,
    At(BoxId),
    /// It enters the map at this box, by its entry connection, in its owner's movement (3.3c).
    Entering(BoxId),
    /// A leader of rank 3 who was driven off and comes back next turn (4.2d).
    Recalled,
    /// Gone for good.
    Lost,
    /// A leader in the enemy's hands (9.d).
    Captured,
}

/// How well a counter is led (4.3, 4.6), as found in its owner's last administrative phase.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
pub enum Grade {
    InCommand,
    /// 4.6a: a line to a general who is himself cut off.
    CutOff,
    /// 4.6b: no line to any general.
    #[default]
    Alone,
}

/// What the other side remembers of a counter that it has seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Sighting {
    pub at: BoxId,
    pub turn: u8,
    /// Its strength, if it was seen fighting or screening.
    pub strength: Option<u8>,
}

/// What everybody sees of a counter that lies face down in a box: how it came there, and its markers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Lying {
    pub inside: bool,
    pub fatigued: bool,
    pub entered_by: Option<ConnectionId>,
}

/// One counter on the table and its line on the roster.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Piece {
    pub whereabouts: Whereabouts,
    pub strength: u8,
    /// Boxes of the roster crossed out with X in combat (1.2.3a).
    pub losses: u8,
    /// Boxes marked / (1.2.3a).
    pub stragglers: u8,
    /// It had no strength when phase B began (1.2.3b).
    #[serde(default)] // Games of 0.1.0 do not say.
    pub hollow: bool,
    /// Whether it lies with its face up.
    pub face_up: bool,
    /// Whether its strength is open, too: it has fought, scouted or screened since it was turned up.
    pub strength_open: bool,
    /// Inside the fortified city of its box (8.8).
    pub inside: bool,
    /// It has finished its march, or acted, in this player turn.
    pub moved: bool,
    /// It moved, acted, reacted or fought since its last chance to recover stragglers (5.5.4a).
    pub stirred: bool,
    /// It digs in this turn and does not react (6.2b).
    pub digging: bool,
    /// It has tried to march to the guns this game-turn (6.5.2e).
    pub marched_to_guns: bool,
    pub fatigued: bool,
    /// Movement points used in this player turn before its march (6.1b).
    pub spent: u8,
    pub grade: Grade,
    /// A line to its own commander in chief (4.5e, 4.5f).
    pub to_chief: bool,
    /// The unit a detachment was taken from (6.1d).
    pub parent: Option<CounterId>,
    /// By which connection it came into its box in this player turn.
    pub entered_by: Option<ConnectionId>,
    /// Strength lost in the battle at hand (8.4a).
    pub lost_here: u8,
    pub sighting: Option<Sighting>,
    /// The lot it lies in: everybody knows how many of each lot lie where, but not which of them (see `memory`).
    #[serde(default = "crate::memory::some_lot")]
    pub lot: Lot,
}

impl Piece {
    pub const ABSENT: Piece = Piece {
        whereabouts: Whereabouts::Waiting,
        strength: 0,
        losses: 0,
        stragglers: 0,
        hollow: false,
        face_up: false,
        strength_open: false,
        inside: false,
        moved: false,
        stirred: false,
        digging: false,
        marched_to_guns: false,
        fatigued: false,
        spent: 0,
        grade: Grade::Alone,
        to_chief: false,
        parent: None,
        entered_by: None,
        lost_here: 0,
        sighting: None,
        lot: KNOWN,
    };

    /// What everybody sees of it on the map.
    pub fn lying(&self) -> Lying {
        Lying { inside: self.inside, fatigued: self.fatigued, entered_by: self.entered_by }
    }

    #[inline]
    pub fn place(&self) -> Option<BoxId> {
        match self.whereabouts {
            Whereabouts::At(place) => Some(place),
            Whereabouts::Waiting
            | Whereabouts::Pool
            | Whereabouts::Entering(_)
            | Whereabouts::Recalled
            | Whereabouts::Lost
            | Whereabouts::Captured => None,
        }
    }
}

/// Whether an army is supplied (4.4).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Supply {
    #[default]
    Supplied,
    /// 4.4d: cut by dummies only.
    Hindered,
    /// 4.4c
    Cut,
}

/// What an army has for the turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct ArmyState {
    /// Its commander in chief, if it is in the game.
    pub chief: Option<CounterId>,
    pub supply: Supply,
    /// Command points it was given in this player turn: everybody sees the throw.
    pub granted: u8,
    /// Those it still has: its own side's secret (4.5h).
    pub points: u8,
    /// Those it would have been given with supply.
    pub with_supply: u8,
}

/// A siege in progress (8.8).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Siege {
    pub at: BoxId,
    pub besieger: Side,
    /// The number on its marker.
    pub step: u8,
    /// Masked only: no throws are made (8.8l).
    pub masked: bool,
}

impl Siege {
    /// A siege that the scenario begins with.
    pub fn standing(siege: &crate::scenario::StandingSiege) -> Siege {
        let crate::scenario::StandingSiege { at, besieger, step, masked } = *siege;
        Siege { at, besieger, step, masked }
    }
}

/// Where an event card is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum CardPlace {
    /// Not in the deck of this scenario.
    Unused,
    Deck,
    Hand(Side),
    Discarded,
}

/// War, armistice, and war again (A.arm).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Peace {
    War,
    /// In force since this turn.
    Armistice {
        since: u8,
    },
    /// Hostilities have been resumed in this turn.
    Resumed {
        since: u8,
    },
}

/// The markers on the calendar (A.arm), as turns.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Calendar {
    pub peace: Peace,
    /// Where the Armistice marker lies, in scenarios that have it.
    pub armistice: Option<u8>,
    /// Where the Restart of Hostilities marker lies.
    pub restart: Option<u8>,
}

/// The position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct State {
    pub turn: u8,
    pub season: Season,
    pub calendar: Calendar,
    pub weather: Weather,
    /// After Rain* the next turn is muddy (3.1h).
    pub mud_follows: bool,
    /// Who moves first in this turn (3.2).
    pub first: Side,
    /// Whose player turn it is.
    pub player: Side,
    /// What is going on, the innermost last.
    pub frames: ArrayVec<Frame, 24>,

    /// By counter.
    pub pieces: ArrayVec<Piece, COUNTERS>,
    /// The first counter in each box, and below each counter the next one; in roster order, so that equal positions
    /// are equal.
    pub(crate) top: ArrayVec<Option<CounterId>, BOXES>,
    pub(crate) below: ArrayVec<Option<CounterId>, COUNTERS>,
    /// By counter: the lot it was put into when it was last known (see `memory`).
    #[serde(default = "crate::memory::nothing_remembered")] // Games of 0.2.0 do not say.
    pub(crate) drawn: ArrayVec<Lot, COUNTERS>,
    /// How lots were made of others.
    #[serde(default)]
    pub(crate) flows: Flows,
    #[serde(default)]
    pub(crate) passed: AllPassed,
    /// Boxes with counters of each side, dummies and leaders included.
    pub(crate) occupied: [BoxSet; 2],

    pub armies: ArrayVec<ArmyState, ARMIES>,
    pub destroyed_bridges: ConnectionSet,
    /// Pontoons in place, by the side that laid them.
    pub pontoons: [ConnectionSet; 2],
    pub pontoons_left: [u8; 2],
    /// Entrenchments of each side (6.2).
    pub entrenched: [BoxSet; 2],
    /// Boxes in which a side's stack lies under a Force marker (7.2a).
    pub force_markers: [BoxSet; 2],
    pub sieges: ArrayVec<Siege, 16>,
    /// Whose flag flies in each box of the scenario's list (9.a).
    pub flags: ArrayVec<Option<Side>, 32>,
    /// Boxes of that list, one bit each, through which a stack of this side has gone with its faces down since the other
    /// side last knew whose flag it is: whether it was real enough to turn the flag is told to nobody (R J29, R J51).
    pub flags_in_doubt: [u32; 2],
    pub cards: [CardPlace; CARDS],
    /// Cards in a hand that were laid open and taken back, one bit a card: everybody knows that they are there.
    pub cards_shown: u16,
    /// Boxes whose owner has said in this player turn, when a card was laid, that real units of his are there (R J29).
    pub said_real: [BoxSet; 2],
    /// Armistice events that have been used: once a scenario each (A.cards.d), one bit a card.
    pub armistice_events_used: u16,
    /// What cards have promised to a throw to come, whose it is, and by how much they change it.
    pub promised: ArrayVec<(ThrowKind, Side, i8), 8>,
    /// The weather that a card has fixed for the next turn.
    pub next_weather: Option<Weather>,
    /// Armies that a card supplies in this player turn, one bit each.
    pub supplied_by_card: u8,

    /// SP reinforcements to be put into units in this phase A, by nation.
    pub replacements: ArrayVec<(crate::counters::Nation, u8), 8>,
    /// Units that have received SP this turn, and how many (B.3.3b).
    pub replaced: ArrayVec<(CounterId, u8), 32>,
    /// Entries of the schedule that a die has delayed (3.3e), one bit an entry.
    pub delayed: u64,
    /// The entry that is to be placed when the enemy has stepped aside (3.3b).
    pub arriving: Option<u8>,

    pub march: Option<March>,
    pub reaction: Option<Reaction>,
    pub battle: Option<Battle>,
    /// Boxes with a Battle marker in this combat phase (2.B3a).
    pub battles: BoxSet,
    /// Boxes of those in which interceptors defend (6.5.1l).
    pub intercepted: BoxSet,

    /// Victory points for battles and captured leaders (9.b, 9.d).
    pub victory_points: [i16; 2],
    /// Strength lost for good by each side (9.f).
    pub butchers_bill: [u16; 2],
    /// All points of each side, when the game is over: they count what was hidden until then.
    pub counted: Option<[i32; 2]>,
    /// By seat: a secret.
    pub standing: [Standing; SEATS],
}

impl State {
    /// An empty table with room for so many counters and boxes.
    pub fn empty(counters: usize, boxes: usize, armies: usize) -> State {
        State {
            turn: 1,
            season: Season::Spring,
            calendar: Calendar { peace: Peace::War, armistice: None, restart: None },
            weather: Weather::Clear,
            mud_follows: false,
            first: FRENCH,
            player: FRENCH,
            frames: ArrayVec::new(),
            pieces: std::iter::repeat_n(Piece::ABSENT, counters).collect(),
            top: std::iter::repeat_n(None, boxes).collect(),
            below: std::iter::repeat_n(None, counters).collect(),
            drawn: std::iter::repeat_n(KNOWN, counters).collect(),
            flows: Flows::new(),
            passed: AllPassed::new(),
            occupied: [BoxSet::EMPTY; 2],
            armies: std::iter::repeat_n(ArmyState::default(), armies).collect(),
            destroyed_bridges: ConnectionSet::EMPTY,
            pontoons: [ConnectionSet::EMPTY; 2],
            pontoons_left: [0; 2],
            entrenched: [BoxSet::EMPTY; 2],
            force_markers: [BoxSet::EMPTY; 2],
            sieges: ArrayVec::new(),
            flags: ArrayVec::new(),
            flags_in_doubt: [0; 2],
            cards: [CardPlace::Unused; CARDS],
            cards_shown: 0,
            said_real: [BoxSet::EMPTY; 2],
            armistice_events_used: 0,
            promised: ArrayVec::new(),
            next_weather: None,
            supplied_by_card: 0,
            replacements: ArrayVec::new(),
            replaced: ArrayVec::new(),
            delayed: 0,
            arriving: None,
            march: None,
            reaction: None,
            battle: None,
            battles: BoxSet::EMPTY,
            intercepted: BoxSet::EMPTY,
            victory_points: [0; 2],
            butchers_bill: [0; 2],
            counted: None,
            standing: [Standing::default(); SEATS],
        }
    }

    /// What is going on now.
    #[inline]
    pub fn frame(&self) -> Frame {
        *self.frames.last().expect("a game always has a frame")
    }

    /// What a side sees going on: what the other side does in private is not there.
    pub fn frame_seen_by(&self, side: Side) -> Frame {
        let open = |frame: &&Frame| frame.is_private().is_none_or(|owner| owner == side);
        self.frames.iter().rev().find(open).copied().unwrap_or_else(|| self.frame())
    }

    /// The stack in hand, as far as a side sees it: stacks are put together, and their stragglers counted, in private.
    pub fn march_seen_by(&self, side: Side) -> Option<&March> {
        let between_marches = matches!(self.frame_seen_by(side), Frame::Movement(Movement::Choose { .. }));
        self.march.as_ref().filter(|march| self.player == side || (march.activated && !between_marches))
    }

    #[inline]
    pub fn piece(&self, counter: CounterId) -> &Piece {
        &self.pieces[counter.index()]
    }

    #[inline]
    pub fn piece_mut(&mut self, counter: CounterId) -> &mut Piece {
        &mut self.pieces[counter.index()]
    }

    #[inline]
    pub fn place_of(&self, counter: CounterId) -> Option<BoxId> {
        self.piece(counter).place()
    }

    #[inline]
    pub fn army(&self, army: ArmyId) -> &ArmyState {
        &self.armies[army.index()]
    }

    /// The counters in a box, of both sides, in roster order.
    #[inline]
    pub fn counters_in(&self, place: BoxId) -> CountersIn<'_> {
        CountersIn { state: self, next: self.top.get(place.index()).copied().flatten() }
    }

    /// Whether a side has any counter in a box, dummies and leaders included: everybody sees that.
    #[inline]
    pub fn occupies(&self, side: Side, place: BoxId) -> bool {
        self.occupied[side.index()].contains(place)
    }

    /// Boxes with counters of a side.
    #[inline]
    pub fn occupied(&self, side: Side) -> &BoxSet {
        &self.occupied[side.index()]
    }

    /// Puts a counter somewhere else; the only way a counter changes its place. `side_of` tells whose a counter is.
    pub fn relocate(&mut self, counter: CounterId, to: Whereabouts, side_of: impl Fn(CounterId) -> Side) {
        let side = side_of(counter);
        if let Some(from) = self.place_of(counter) {
            self.unlink(counter, from);
            if !self.counters_in(from).any(|other| side_of(other) == side) {
                self.occupied[side.index()].remove(from);
            }
        }
        self.piece_mut(counter).whereabouts = to;
        if let Whereabouts::At(place) = to {
            self.link(counter, place);
            self.occupied[side.index()].insert(place);
        } else {
            self.piece_mut(counter).inside = false;
        }
    }

    fn unlink(&mut self, counter: CounterId, from: BoxId) {
        let next = self.below[counter.index()].take();
        if self.top[from.index()] == Some(counter) {
            self.top[from.index()] = next;
            return;
        }
        let mut above = self.top[from.index()];
        while let Some(here) = above {
            if self.below[here.index()] == Some(counter) {
                self.below[here.index()] = next;
                return;
            }
            above = self.below[here.index()];
        }
    }

    fn link(&mut self, counter: CounterId, place: BoxId) {
        let mut above: Option<CounterId> = None;
        let mut next = self.top[place.index()];
        while let Some(here) = next.filter(|here| *here < counter) {
            above = Some(here);
            next = self.below[here.index()];
        }
        self.below[counter.index()] = next;
        match above {
            Some(above) => self.below[above.index()] = Some(counter),
            None => self.top[place.index()] = Some(counter),
        }
    }

    pub fn siege_at(&self, place: BoxId) -> Option<&Siege> {
        self.sieges.iter().find(|siege| siege.at == place)
    }
}

#[derive(Clone, Debug)]
pub struct CountersIn<'a> {
    state: &'a State,
    next: Option<CounterId>,
}

impl Iterator for CountersIn<'_> {
    type Item = CounterId;

    #[inline]
    fn next(&mut self) -> Option<CounterId> {
        let counter = self.next?;
        self.next = self.state.below[counter.index()];
        Some(counter)
    }
}

impl CountersIn<'_> {
    pub fn set(self) -> CounterSet {
        self.collect()
    }
}
