//! The position: everything that changes in a game, as plain data.

use arrayvec::ArrayVec;
use board::{Facing, Hand as Wing, Hex};
use kernel::Side;
use kit::small::{Few, Table};
use serde::{Deserialize, Serialize};

use crate::counters::{COUNTERS, CounterId, CounterSet, Formation, LONG};
use crate::ground::HexSet;
use crate::scenario::{End, Plan};
use crate::sequence::{Frame, Part};
use crate::tables::{Aim, AttackerResult, Block, Column, DefenderResult, Range};

/// Most hexes that score, entry points, and corps.
pub const OBJECTIVES: usize = 16;
pub const POINTS: usize = 12;
pub const CORPS: usize = 24;

/// No brigade covers a hex.
pub const UNCOVERED: u8 = u8::MAX;

/// What has become of a counter.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Fate {
    /// Not in this game, or a replacement that nobody has needed yet.
    None,
    /// It has not arrived.
    Waiting,
    OnMap,
    /// A brigade counter that was replaced by square counters (6.0h).
    Dissolved,
    Captured,
    Destroyed,
    /// Routed off the map (K.0).
    Routed,
    Killed,
}

impl Fate {
    pub const fn is_lost(self) -> bool {
        matches!(self, Fate::Captured | Fate::Destroyed | Fate::Routed | Fate::Killed)
    }
}

/// To which part the units between two hexes of a brigade are counted (D.3d, D.3e).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Split {
    /// Three on two hexes: the middle one astride. Five on three: two, one, two.
    #[default]
    Usual,
    /// Three on two: the middle one on the right. Five on three: the second one in the centre.
    Right,
    /// Three on two: the middle one on the left. Five on three: the fourth one in the centre.
    Left,
}

impl Split {
    pub const ALL: [(&'static str, Split); 3] =
        [("usual", Split::Usual), ("right", Split::Right), ("left", Split::Left)];
}

/// How much of a move has gone along roads (D.2b).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum OnRoads {
    /// No hex has been entered.
    #[default]
    Unmoved,
    /// All of it on major roads.
    Major,
    /// All of it on roads, some of them minor.
    Minor,
    /// Some of it off the road.
    Off,
}

/// The counter that is being moved.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Hand {
    pub piece: CounterId,
    pub spent: u8,
    /// The points it has in all: those of the slowest formation it has had in this move (D.4f, D.4g).
    pub allowance: u8,
    pub roads: OnRoads,
    /// Hexes entered.
    pub steps: u8,
    /// It has entered an enemy's front hex (4.4b).
    pub stopped: bool,
    /// It has slid (3.11f).
    pub slid: bool,
    /// Vertices turned in this move (3.11d).
    pub turned: u8,
    /// It has turned since it entered its hex.
    pub turned_here: bool,
    /// It has changed its formation in this hex (D.4a).
    pub changed: bool,
    /// All its points are gone: about-face, reverse and the like.
    pub finished: bool,
    /// It was in an enemy zone when its move began (C.2b).
    pub began_in_zone: bool,
    /// A turn that waits for its Task Check.
    pub turning: Facing,
    /// It goes where the die sent it (7.5a).
    pub lost: bool,
}

impl Hand {
    pub const NONE: Hand = Hand {
        piece: CounterId::NONE,
        spent: 0,
        allowance: 0,
        roads: OnRoads::Unmoved,
        steps: 0,
        stopped: false,
        slid: false,
        turned: 0,
        turned_here: false,
        changed: false,
        finished: false,
        began_in_zone: false,
        turning: Facing::from_twelfth(0),
        lost: false,
    };
}

/// A fire that is being carried out (G).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Shot {
    pub firer: CounterId,
    /// None for a shot at a building or a bridge.
    pub target: CounterId,
    pub hex: Hex,
    pub column: Column,
    pub block: Block,
    /// Of a battery.
    pub range: Option<Range>,
    /// A building or a bridge, and which.
    pub aim: Option<Aim>,
    pub bridge: u8,
    /// Over a screening hex: no leader is hit (I.0b).
    pub over: bool,
}

impl Shot {
    pub const NONE: Shot = Shot {
        firer: CounterId::NONE,
        target: CounterId::NONE,
        hex: Hex::NONE,
        column: Column::A,
        block: Block::Column,
        range: None,
        aim: None,
        bridge: 0,
        over: false,
    };
}

/// A charge that is being declared or carried out (H).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Charge {
    pub target: CounterId,
    /// Where the target stood.
    pub hex: Hex,
    /// The charger in front.
    pub front: CounterId,
    pub support: Few<CounterId, 2>,
    pub attacker: AttackerResult,
    pub defender: DefenderResult,
    /// The defender was disorganised, or recoiled: what D or R turns on (H.2c).
    pub disorganised: bool,
    pub recoiled: bool,
    /// Chargers that have advanced (H.2i).
    pub advanced: u8,
}

impl Charge {
    pub fn none() -> Charge {
        Charge {
            target: CounterId::NONE,
            hex: Hex::NONE,
            front: CounterId::NONE,
            support: Few::new(),
            attacker: AttackerResult::Nothing,
            defender: DefenderResult::Nothing,
            disorganised: false,
            recoiled: false,
            advanced: 0,
        }
    }
}

/// How far a side's alternate fire has come (G.3d).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Sweeping {
    /// The wing from which it goes on: its second fire says so.
    pub from: Option<Wing>,
    /// The place of the last counter that fired; nothing before its first fire.
    pub at: Option<i32>,
}

impl Sweeping {
    pub const NONE: Sweeping = Sweeping { from: None, at: None };
}

/// The position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct State {
    pub turn: u8,
    /// Who begins every phase of this turn (B.2).
    pub holder: Side,
    /// Whose move, or whose choice in an alternating phase, it is.
    pub player: Side,
    pub part: Part,
    /// Who has finished the phase (S41).
    pub done: [bool; 2],
    /// What is going on, the innermost last.
    pub frames: ArrayVec<Frame, 28>,

    /// The hex of a counter: of a brigade its right-hand hex in Line and its head in Column; none while a unit is in its brigade.
    pub at: Table<Hex, COUNTERS>,
    /// The other hexes of a long counter.
    pub tail: Table<[Hex; 2], LONG>,
    pub fate: Table<Fate, COUNTERS>,
    pub formation: Table<Formation, COUNTERS>,
    pub facing: Table<Facing, COUNTERS>,
    pub split: Table<Split, LONG>,
    /// The top counter in each hex, and below each counter the next one; long counters are not among them.
    pub top: Table<CounterId, { HexSet::CAPACITY }>,
    pub below: Table<CounterId, COUNTERS>,
    /// The long counter that covers a hex.
    pub cover: Table<u8, { HexSet::CAPACITY }>,
    /// Hexes held by troops of each side.
    pub occupied: [HexSet; 2],

    /// Found in the command phase (C.0).
    pub out_of_command: CounterSet,
    /// Counters that have moved this turn; those with a second move have not (A.2d).
    pub moved: CounterSet,
    pub second_move: CounterSet,
    /// Counters that have come onto the map this turn.
    pub arrived: CounterSet,
    /// Units that left their hex or turned since the last reorganisation phase (L.2a).
    pub stirred: CounterSet,
    /// How many reorganisation phases a unit has stood still.
    pub stood: Table<u8, COUNTERS>,
    /// Counters that have come in by each entry point this turn (F.0b).
    pub queue: [u8; POINTS],
    pub hand: Hand,
    /// Enemy cavalry that has to answer the step of infantry (H.1m), and cavalry that stays to charge.
    pub approached: CounterSet,
    pub stays: CounterSet,
    /// Units that still have to make the check of bad weather (7.1).
    pub strained: CounterSet,
    /// The corps that hesitates this turn.
    pub hesitates: bool,

    pub sweep: [Sweeping; 2],
    /// Units that have fired, charged, been charged, tried to rally, routed, been reorganised in this phase.
    pub fired: CounterSet,
    pub charged: CounterSet,
    pub was_charged: CounterSet,
    pub tried: CounterSet,
    /// Units that panicked in this rout phase, and do not rout (K.0d).
    pub spared: CounterSet,
    pub shot: Shot,
    pub charge: Charge,
    /// Hexes that targets of charges have left in this phase (H.2m).
    pub vacated: HexSet,
    /// Leaders whose dice have still to fall (I.0).
    pub exposed: CounterSet,
    /// Friends under a Panicked unit that have still to check (H.2l).
    pub crowded: CounterSet,

    /// The General in Chief of each side, and the leader of each corps.
    pub chief: [CounterId; 2],
    pub leads: Table<CounterId, CORPS>,
    /// Leaders who are to be replaced at the start of their side's next turn (S57).
    pub vacant: CounterSet,

    /// Approach plans (A.2b): secret.
    pub plan: Table<Plan, CORPS>,

    /// Buildings that burn, and bridges that are gone (G.3s).
    pub alight: HexSet,
    pub bridges_down: u32,
    /// Who was last in each objective.
    pub control: [Option<Side>; OBJECTIVES],
}

impl State {
    /// What is going on now.
    #[inline]
    pub fn frame(&self) -> Frame {
        *self.frames.last().expect("a game always has a frame")
    }

    /// The square counters, batteries and leaders in a hex, the top one first.
    #[inline]
    pub fn counters_in(&self, hex: Hex) -> CountersIn<'_> {
        CountersIn { state: self, next: self.top[hex.index()] }
    }

    /// The long counter over a hex.
    #[inline]
    pub fn long_in(&self, hex: Hex) -> Option<CounterId> {
        let cover = self.cover[hex.index()];
        (cover != UNCOVERED).then_some(CounterId(cover.into()))
    }

    #[inline]
    pub fn on_map(&self, counter: CounterId) -> bool {
        self.fate[counter.index()] == Fate::OnMap
    }

    /// The formation of a counter.
    #[inline]
    pub fn formation(&self, counter: CounterId) -> Formation {
        self.formation[counter.index()]
    }

    #[inline]
    pub fn facing(&self, counter: CounterId) -> Facing {
        self.facing[counter.index()]
    }

    /// The first hex of a counter that is on the map.
    #[inline]
    pub fn hex_of(&self, counter: CounterId) -> Hex {
        self.at[counter.index()]
    }

    /// A unit on a counter of its own.
    #[inline]
    pub fn is_out(&self, unit: CounterId) -> bool {
        self.on_map(unit) && self.formation(unit) != Formation::Brigade
    }

    #[inline]
    pub fn bridge_is_down(&self, bridge: u8) -> bool {
        bridge < 32 && self.bridges_down >> bridge & 1 != 0
    }
}

/// The wing from which the right of a side is reached first.
pub fn wing(right: End, from: Wing) -> End {
    match (right, from) {
        (End::Low, Wing::Right) | (End::High, Wing::Left) => End::Low,
        (End::High, Wing::Right) | (End::Low, Wing::Left) => End::High,
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
