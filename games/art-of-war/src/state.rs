//! The position: everything that changes in a game, as plain data.

use arrayvec::ArrayVec;
use board::Hex;
use kernel::Side;
use serde::{Deserialize, Serialize};

use crate::HexSet;
use crate::counters::{UNITS, UnitId, UnitSet};
use crate::sequence::Frame;
use kit::small::Table;

/// What has become of a unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Fate {
    /// No such unit in this scenario.
    None,
    /// A reinforcement not yet on the map (7.0).
    Waiting,
    OnMap,
    /// Eliminated, but due to return at the end of the day (17.0).
    Disrupted,
    /// Gone for good.
    Lost,
}

/// How Klenau's corps may come (12.0).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Klenau {
    /// No 1 has been thrown.
    OnTheRoad,
    /// A 1 was thrown: the corps may enter at B.
    AtHand,
}

/// A column of the combat results table, 0 for 1-5 up to 9 for 6-1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Column(pub u8);

impl Column {
    pub const NAMES: [&str; 10] = ["1-5", "1-4", "1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1"];
    pub const LAST: u8 = 9;

    pub fn name(self) -> &'static str {
        Column::NAMES[usize::from(self.0)]
    }

    pub fn parse(text: &str) -> Option<Column> {
        Column::NAMES.iter().position(|name| *name == text).map(|index| Column(index as u8))
    }
}

board::words! {
    /// A result of the combat results table (6.3).
    pub enum CombatResult {
        Ae = "Ae";
        Ar = "Ar";
        Ee = "Ee";
        Dr = "Dr";
        De = "De";
    }
}

impl CombatResult {
    /// The message that says what it means for both sides (6.3).
    pub fn message(self) -> &'static str {
        match self {
            CombatResult::Ae => "result-ae",
            CombatResult::Ar => "result-ar",
            CombatResult::Ee => "result-ee",
            CombatResult::Dr => "result-dr",
            CombatResult::De => "result-de",
        }
    }
}

/// Most hexes that one attack can have as targets: the neighbours of one attacker.
pub const TARGETS: usize = 6;

/// The attack being declared or resolved.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Attack {
    pub targets: ArrayVec<Hex, TARGETS>,
    /// Attackers next to the enemy.
    pub adjacent: UnitSet,
    /// Batteries that bombard (5.6).
    pub batteries: UnitSet,
    pub defenders: UnitSet,
    /// Divisions that take a column instead of two points (20.2).
    pub shifted: u32,
    pub column: Option<Column>,
    pub result: Option<CombatResult>,
    /// Units that still have to retreat.
    pub retreating: UnitSet,
    /// Units that have retreated or been displaced in this combat; none does so twice (6.5c).
    pub shoved: UnitSet,
    /// Hexes that the loser has left, and the victor may advance into.
    pub vacated: ArrayVec<Hex, 12>,
    /// Participants that had no safe hex when the result fell (17.1).
    pub surrounded: UnitSet,
    /// Strength already paid for Ee.
    pub paid: u8,
    /// From where to where the first of two stacked units went; the other follows (10.4).
    pub trails: ArrayVec<(Hex, Hex), 6>,
    /// Morale to be booked when the combat is over (16.1, 16.2).
    pub morale: [i8; 4],
    /// Losses for which a reserve may be called up (11.3).
    pub losses: [u8; 4],
}

/// The position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct State {
    pub turn: u8,
    /// Whose player-turn it is.
    pub player: Side,
    /// What is going on, the innermost last.
    pub frames: ArrayVec<Frame, 12>,

    pub at: Table<Hex, UNITS>,
    pub fate: Table<Fate, UNITS>,
    /// The first unit in each hex, and below each unit the next one; in roster order, so that equal positions are equal.
    pub top: Table<UnitId, { HexSet::CAPACITY }>,
    pub below: Table<UnitId, UNITS>,
    /// Hexes held by each side.
    pub occupied: [HexSet; 2],
    /// Zones of control of each side (4.5c).
    pub zone: [HexSet; 2],
    /// Hexes too near to the enemy for the moving side's reserves (11.1); kept during movement.
    pub too_near: HexSet,

    /// Units that have moved this phase.
    pub moved: UnitSet,
    /// A hex over its limit, whose other unit has to move on (4.4).
    pub crowded: Option<Hex>,
    /// Units that have attacked or been attacked this phase (5.2).
    pub fought: UnitSet,
    /// Units that owe an attack or are owed one (5.1).
    pub duty: UnitSet,
    /// Enemy hexes that must be attacked and that only batteries can still reach (5.6b).
    pub awaiting: HexSet,
    /// Hexes with units that have not fought this phase, of each side.
    pub ready: [HexSet; 2],
    /// Hexes from which guns have bombarded this phase (10.3b).
    pub fired_from: HexSet,
    pub attack: Attack,

    /// Reserves not yet activated (11.0).
    pub reserve: UnitSet,
    /// Old Guard units that have to fall back during the night (17.3).
    pub recalled: UnitSet,
    pub morale: [u8; 4],
    pub klenau: Klenau,
    /// Old town hexes for which the Allies have scored (18.2).
    pub old_town: u8,

    /// Fresh strength markers that are used up (21.0), one bit a division.
    pub fresh_used: u32,
    /// Units that receive fresh strength in this phase (21.1).
    pub fresh: UnitSet,
    /// Who was last in each objective hex (23.4).
    pub control: [Option<Side>; 4],
    /// The second Russian division allowed to move on turn 2 (19.3).
    pub second_division: Option<u8>,
    /// French Guard infantry has attacked (23.3).
    pub guard_attacked: bool,
}

impl State {
    /// What is going on now.
    #[inline]
    pub fn frame(&self) -> Frame {
        *self.frames.last().expect("a game always has a frame")
    }

    /// The units in a hex, in roster order.
    #[inline]
    pub fn units_in(&self, hex: Hex) -> UnitsIn<'_> {
        UnitsIn { state: self, next: self.top[hex.index()] }
    }

    #[inline]
    pub fn on_map(&self, unit: UnitId) -> bool {
        self.fate[unit.index()] == Fate::OnMap
    }

    #[inline]
    pub fn hex_of(&self, unit: UnitId) -> Hex {
        self.at[unit.index()]
    }
}

#[derive(Clone, Debug)]
pub struct UnitsIn<'a> {
    state: &'a State,
    next: UnitId,
}

impl Iterator for UnitsIn<'_> {
    type Item = UnitId;

    #[inline]
    fn next(&mut self) -> Option<UnitId> {
        if self.next.is_none() {
            return None;
        }
        let unit = self.next;
        self.next = self.state.below[unit.index()];
        Some(unit)
    }
}
