//! The position: everything that changes in a game, as plain data.

use arrayvec::ArrayVec;
use board::{Facing, Hex};
use kernel::Side;
use kit::small::{Few, Table};
use serde::{Deserialize, Serialize};

use crate::counters::{COUNTERS, CounterId, CounterSet};
use crate::ground::HexSet;
use crate::sequence::Frame;
use crate::standing::Standing;

/// What has become of a counter.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Fate {
    /// No such counter in this game.
    None,
    /// An arrival that is not yet on the map.
    Waiting,
    OnMap,
    Lost,
}

/// How a combat came about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Clash {
    /// In the combat phase.
    #[default]
    Assault,
    /// A charge in the movement phase (9.13).
    Charge,
    /// A reaction in the enemy's movement phase (9.3).
    Countercharge,
}

/// Most hexes on either side of a combat.
pub const HEXES: usize = 6;

/// A row of the combat table that has not been found yet.
pub const NO_ROW: u8 = u8::MAX;

/// The combat being declared or fought.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Combat {
    pub clash: Clash,
    pub attacker: Side,
    /// Hexes that attack, and hexes that are attacked.
    pub from: Few<Hex, HEXES>,
    pub targets: Few<Hex, HEXES>,
    pub attackers: CounterSet,
    pub defenders: CounterSet,
    /// Attackers whose strength counts three times (9.12).
    pub charging: CounterSet,
    /// Who has fired once, and who twice (7.2).
    pub shots: [CounterSet; 2],
    /// Strength as it entered the ratio: attacker, defender.
    pub strength: [u16; 2],
    /// The terrain's part of the die modifier; it shifts losses, too (8.3g).
    pub terrain: i8,
    /// All modifiers of the die.
    pub modifier: i8,
    pub row: u8,
    pub retreating: CounterSet,
    /// From where to where the first of each stack went; the others follow if they can.
    pub trails: [[Hex; 2]; HEXES],
    /// Units that still have to test their morale.
    pub testing: CounterSet,
    /// Units that this combat has disorganized (8.78).
    pub disordered: CounterSet,
    /// Units that have decided about pursuit.
    pub pursued: CounterSet,
    /// Whether a side lost a unit or had to leave a hex: attacker, defender.
    pub beaten: [bool; 2],
    /// Commanders whose stack lost strength or had to retreat (11.62).
    pub exposed: CounterSet,
}

impl Combat {
    pub fn none() -> Combat {
        Combat::new(Clash::Assault, Side(0))
    }

    pub fn new(clash: Clash, attacker: Side) -> Combat {
        Combat {
            clash,
            attacker,
            from: Few::new(),
            targets: Few::new(),
            attackers: CounterSet::EMPTY,
            defenders: CounterSet::EMPTY,
            charging: CounterSet::EMPTY,
            shots: [CounterSet::EMPTY; 2],
            strength: [0; 2],
            terrain: 0,
            modifier: 0,
            row: NO_ROW,
            retreating: CounterSet::EMPTY,
            trails: [[Hex::NONE; 2]; HEXES],
            testing: CounterSet::EMPTY,
            disordered: CounterSet::EMPTY,
            pursued: CounterSet::EMPTY,
            beaten: [false; 2],
            exposed: CounterSet::EMPTY,
        }
    }

    /// The units of a side in this combat.
    pub fn of(&self, side: Side) -> CounterSet {
        if side == self.attacker { self.attackers } else { self.defenders }
    }

    /// The hexes that a side fought in.
    pub fn hexes_of(&self, side: Side) -> &[Hex] {
        if side == self.attacker { &self.from } else { &self.targets }
    }

    /// Where the first unit that retreated from a hex went.
    pub fn trail_from(&self, hex: Hex) -> Option<Hex> {
        self.trails.iter().find(|[left, _]| *left == hex).map(|[_, went]| *went)
    }

    /// The first of a stack has gone.
    pub fn blaze(&mut self, from: Hex, to: Hex) {
        if self.trail_from(from).is_none()
            && let Some(free) = self.trails.iter_mut().find(|[left, _]| left.is_none())
        {
            *free = [from, to];
        }
    }

    /// 0 for the attacker, 1 for the defender.
    pub const fn place_of(&self, side: Side) -> usize {
        if side.0 == self.attacker.0 { 0 } else { 1 }
    }
}

/// The counter that is being moved.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Hand {
    pub unit: CounterId,
    /// Twelfths of a point left.
    pub left: u8,
    /// The hex it came from with its last step.
    pub from: Hex,
    /// Stopped by an enemy zone or in a square.
    pub stopped: bool,
    /// Twelfths that it has paid for turning since its last step (4.33).
    pub turned: u8,
    /// Its last step followed a road, or brought it onto the map: turning is free.
    pub turns_free: bool,
    pub has_stepped: bool,
    /// The hex of a declared charge (9.11).
    pub charge: Hex,
    /// It has made the last step of its charge.
    pub in_contact: bool,
    /// It may only enter hexes that cavalry has just left (9.51c).
    pub following: bool,
    /// Fire or a countercharge has ended its move.
    pub over: bool,
}

impl Hand {
    pub const NONE: Hand = Hand {
        unit: CounterId::NONE,
        left: 0,
        from: Hex::NONE,
        stopped: false,
        turned: 0,
        turns_free: false,
        has_stepped: false,
        charge: Hex::NONE,
        in_contact: false,
        following: false,
        over: false,
    };
}

/// Most hexes that score, and most hexes by which arrivals come.
pub const OBJECTIVES: usize = 16;
pub const ENTRIES: usize = 8;

/// The position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct State {
    pub turn: u8,
    /// Who has the initiative this turn: player A (3.1b). Before the first roll, who had it last.
    pub holder: Option<Side>,
    /// Whose phase it is.
    pub player: Side,
    /// What is going on, the innermost last.
    pub frames: ArrayVec<Frame, 20>,

    pub at: Table<Hex, COUNTERS>,
    pub fate: Table<Fate, COUNTERS>,
    pub strength: Table<u8, COUNTERS>,
    pub facing: Table<Facing, COUNTERS>,
    /// The first counter in each hex, and below each counter the next one; in roster order, so that equal positions are equal.
    pub top: Table<CounterId, { HexSet::CAPACITY }>,
    pub below: Table<CounterId, COUNTERS>,
    /// Hexes held by units of each side.
    pub occupied: [HexSet; 2],

    pub disorganized: CounterSet,
    /// Marked in the command phase (11.5).
    pub uncommanded: CounterSet,
    pub square: CounterSet,
    /// Commanders on their weaker side (11.62).
    pub wounded: CounterSet,
    /// The army commander of each side.
    pub chief: [CounterId; 2],
    /// Whether a side has lost its army commander, for its command factor (11.79).
    pub chief_killed: [bool; 2],

    /// Units that have tried to reorganize this phase (12.12).
    pub rallied: CounterSet,
    /// Batteries with an enemy next to them when their fire phase began (10.15).
    pub pinned: CounterSet,
    /// Batteries that have fired in this turn, and in their last own fire phase.
    pub fired: CounterSet,
    pub fired_in_phase: CounterSet,
    /// Batteries that have fired in this enemy movement phase.
    pub reacted: CounterSet,
    /// Guns that have moved since the enemy last did (10.18).
    pub limbered: CounterSet,
    /// Squares that have fired at a moving unit this turn (13.24).
    pub square_fired: CounterSet,

    /// Counters whose move is done in this phase, and units that have changed hexes in it.
    pub moved: CounterSet,
    pub marched: CounterSet,
    /// Units that have come onto the map this turn.
    pub entered: CounterSet,
    /// How many have come in by each entry hex in this phase.
    pub queue: [u8; ENTRIES],
    /// Units whose square was broken up in this phase: they owe the point for it (13.20).
    pub left_square: CounterSet,
    pub hand: Hand,
    /// An overfull hex that a unit has to leave next (4.4a).
    pub crowded: Hex,
    /// Hexes that cavalry has left before the infantry in hand (9.51c).
    pub vacated: Few<Hex, HEXES>,
    /// Cavalry that has withdrawn before its last step.
    pub withdrawn: CounterSet,

    /// Units with the charge marker (9.1).
    pub marker: CounterSet,
    /// Those of them that have fought since they took it (9.15b).
    pub marker_fought: CounterSet,
    /// The hex at which a marked unit made its run; none if its charge has already succeeded.
    pub aim: Table<Hex, COUNTERS>,
    /// Where it came from with its last step.
    pub origin: Table<Hex, COUNTERS>,
    /// Units that have declared a charge in this movement phase (9.13b).
    pub charged: CounterSet,
    /// Units that kept their charge with a point to spare, and can still strike with others.
    pub poised: CounterSet,
    /// Cavalry whose charge failed: it does not attack in this combat phase (9.14).
    pub spent: CounterSet,
    /// Cavalry that has countercharged in this phase (9.32).
    pub countercharged: CounterSet,

    /// Units that have attacked, and units that have been attacked, in this phase.
    pub fought: CounterSet,
    pub attacked: CounterSet,
    /// Units that owe an attack or are owed one (8.21, 8.22).
    pub duty: CounterSet,
    pub combat: Combat,
    /// Results of fire not yet carried out: tests in the upper half, points in the lower.
    pub hits: Table<u8, COUNTERS>,
    /// Strength points that each side still has to take off.
    pub losses: [u8; 2],

    /// Command points left, groups that have one, and the group whose moves are not finished (11.7).
    pub command: [u8; 2],
    pub activated: u32,
    pub current_group: u32,

    /// Who was last in each objective hex.
    pub control: [Option<Side>; OBJECTIVES],

    /// What each side answers to reactions without being asked.
    pub standing: [Standing; 2],
}

impl State {
    /// What is going on now.
    #[inline]
    pub fn frame(&self) -> Frame {
        *self.frames.last().expect("a game always has a frame")
    }

    /// The counters in a hex, in roster order: units before commanders.
    #[inline]
    pub fn counters_in(&self, hex: Hex) -> CountersIn<'_> {
        CountersIn { state: self, next: self.top[hex.index()] }
    }

    #[inline]
    pub fn on_map(&self, counter: CounterId) -> bool {
        self.fate[counter.index()] == Fate::OnMap
    }

    #[inline]
    pub fn hex_of(&self, counter: CounterId) -> Hex {
        self.at[counter.index()]
    }

    #[inline]
    pub fn points(&self, unit: CounterId) -> u16 {
        self.strength[unit.index()].into()
    }
}

#[derive(Clone, Debug)]
pub struct CountersIn<'a> {
    state: &'a State,
    next: CounterId,
}

impl Iterator for CountersIn<'_> {
    type Item = CounterId;

    #[inline]
    fn next(&mut self) -> Option<CounterId> {
        if self.next.is_none() {
            return None;
        }
        let counter = self.next;
        self.next = self.state.below[counter.index()];
        Some(counter)
    }
}
