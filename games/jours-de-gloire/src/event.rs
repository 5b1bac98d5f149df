//! What happened, for log, page and replay. What only one side may know is an `Option`: the truth holds it, the
//! observed event may not (`view::observe`).

use arrayvec::ArrayVec;
use board::boxes::{BoxId, ConnectionId};
use kernel::{Seat, Side};
use serde::{Deserialize, Serialize};

use crate::battle::{Ending, Engagement, Tactic};
use crate::cards::CardNumber;
use crate::counters::{ArmyId, CounterId, Nation};
use crate::sets::CounterSet;
use crate::state::{Lying, Supply};
use crate::tables::Weather;

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Event {
    Common(Common),
    Calendar(Calendar),
    Administration(Administration),
    Movement(Movement),
    Combat(Combat),
    Card(Card),
}

/// A phase of a player turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Phase {
    Administration,
    Movement,
    Guns,
    Combat,
}

/// What can happen in any phase.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Common {
    PhaseBegan {
        side: Side,
        phase: Phase,
    },
    /// Which of those that lay there it was, everybody sees.
    TurnedUp {
        counter: CounterId,
        at: BoxId,
        strength: Option<u8>,
        lay: Lying,
    },
    Eliminated {
        counter: CounterId,
        at: BoxId,
        /// What it had left: it goes on the butcher's bill, which everybody reads.
        strength: u8,
        lay: Lying,
    },
    Captured {
        leader: CounterId,
        at: BoxId,
        by: Side,
    },
    /// A leader alone was driven off (4.2c-e).
    LeaderDrivenOff {
        leader: CounterId,
        at: BoxId,
        to: Option<BoxId>,
    },
    /// A box held nothing but dummies; they are gone (5.3d, 7.1d).
    DummiesGone {
        side: Side,
        at: BoxId,
        count: u8,
        /// In an order that tells nothing of their names.
        lay: ArrayVec<Lying, 16>,
    },
    /// Enemies in a box were said to be real, or to be dummies only (7.1c, R J29).
    Admitted {
        side: Side,
        at: BoxId,
        real: bool,
    },
    EntrenchmentGone {
        at: BoxId,
        side: Side,
    },
    SiegeOver {
        at: BoxId,
    },
    /// Standing orders were changed: told to nobody else.
    StandingOrders {
        seat: Seat,
    },
}

/// Phases A and D.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Calendar {
    TurnBegan {
        turn: u8,
    },
    Weather {
        die: Option<u8>,
        weather: Weather,
        mud_follows: bool,
    },
    /// Everybody sees from which stack he is taken.
    LeaderRemoved {
        leader: CounterId,
        at: Option<BoxId>,
    },
    LeaderReplaced {
        leader: CounterId,
        by: CounterId,
    },
    LeaderReturned {
        leader: CounterId,
        at: BoxId,
    },
    FirstPlayerThrown {
        french: u8,
        allied: u8,
    },
    FirstPlayer {
        side: Side,
    },
    /// Seen by everybody as so many counters.
    Arrived {
        side: Side,
        at: BoxId,
        counters: Option<CounterSet>,
        count: u8,
    },
    Delayed {
        die: u8,
        entry: u8,
    },
    AtTheEntry {
        side: Side,
        at: BoxId,
        counters: Option<CounterSet>,
        count: u8,
    },
    SteppedAside {
        side: Side,
        from: BoxId,
        to: BoxId,
    },
    Replaced {
        counter: Option<CounterId>,
        side: Side,
        nation: Nation,
    },
    ReplacementsLost {
        side: Side,
        points: u8,
    },
    Drawn {
        side: Side,
        card: Option<CardNumber>,
    },
    Shuffled,
    Discarded {
        side: Side,
        card: CardNumber,
    },
    ArmisticeMoved {
        to: u8,
    },
    RestartMoved {
        to: u8,
    },
    ArmisticeDeclared,
    Twin {
        counter: CounterId,
        by: CounterId,
    },
    Resumed,
    LiftedAway {
        counter: CounterId,
        to: BoxId,
    },
    /// Troops have changed sides, or stayed: strength lost by a unit.
    Defected {
        counter: CounterId,
        die: u8,
        strength: u8,
    },
    Ended {
        points: [i32; 2],
    },
}

/// B1 and C1.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Administration {
    DummyReturned {
        side: Side,
        counter: Option<CounterId>,
        at: BoxId,
    },
    /// Everything of a side lies face down again.
    Hidden {
        side: Side,
    },
    UnitDissolved {
        counter: CounterId,
        at: BoxId,
        lay: Lying,
    },
    ForceMarked {
        side: Side,
        at: BoxId,
    },
    Supply {
        army: ArmyId,
        supply: Supply,
    },
    Points {
        army: ArmyId,
        die: Option<u8>,
        points: u8,
    },
    /// The die that two armies share (B.4.5).
    DieToShare {
        army: ArmyId,
        with: ArmyId,
        die: u8,
    },
    PointsShared {
        army: ArmyId,
        with: ArmyId,
        first: Option<u8>,
        second: Option<u8>,
    },
}

/// B2 and C2.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Movement {
    /// A stack was activated; what it cost is its own side's business (4.5h).
    Activated {
        side: Side,
        at: BoxId,
        stack: Option<CounterSet>,
        count: u8,
        forced: bool,
        cost: Option<u8>,
    },
    PointsThrown {
        die: u8,
    },
    Stepped {
        side: Side,
        stack: Option<CounterSet>,
        count: u8,
        from: BoxId,
        to: BoxId,
    },
    Halted {
        side: Side,
        at: BoxId,
    },
    Engaged {
        at: BoxId,
    },
    /// The strength is what the detachment has now.
    Detached {
        side: Side,
        parent: Option<CounterId>,
        detachment: Option<CounterId>,
        strength: Option<u8>,
        at: BoxId,
    },
    /// Everybody sees the counter go if all its strength found room.
    Merged {
        side: Side,
        detachment: Option<CounterId>,
        into: Option<CounterId>,
        at: BoxId,
        gone: bool,
        /// Whether it was of the stack in hand, and not one beside it.
        in_hand: bool,
        lay: Lying,
    },
    Entrenched {
        side: Side,
        at: BoxId,
    },
    BridgeDestroyed {
        side: Side,
        connection: ConnectionId,
    },
    BridgeRepaired {
        side: Side,
        connection: ConnectionId,
    },
    PontoonLaid {
        side: Side,
        connection: ConnectionId,
        lost: Option<u8>,
    },
    PontoonTakenUp {
        side: Side,
        connection: ConnectionId,
    },
    /// The answer of those beyond the river bars the work (6.4a, 6.4d).
    WorkGivenUp {
        side: Side,
        connection: ConnectionId,
    },
    /// Known to the own side only, unless the stack lies face up (R J29).
    FlagTurned {
        side: Side,
        at: BoxId,
        openly: bool,
    },
    Scouting {
        side: Side,
        at: BoxId,
    },
    ScoutsFailed {
        at: BoxId,
    },
    Scouted {
        at: BoxId,
        die: u8,
        shown: u8,
    },
    WithdrawalThrown {
        side: Side,
        die: u8,
        counter: Option<CounterId>,
        lost: u8,
    },
    WentBack {
        side: Side,
        from: BoxId,
        to: BoxId,
    },
    Withdrew {
        side: Side,
        counter: Option<CounterId>,
        from: BoxId,
        to: BoxId,
    },
    StoodFast {
        side: Side,
        at: BoxId,
    },
    InterceptionDeclared {
        side: Side,
        from: BoxId,
        count: u8,
    },
    InterceptionThrown {
        side: Side,
        from: BoxId,
        die: u8,
        success: bool,
    },
    Intercepted {
        side: Side,
        from: BoxId,
        at: BoxId,
        count: u8,
    },
    SteppedBack {
        side: Side,
        from: BoxId,
        to: BoxId,
        count: u8,
    },
    LetPass {
        side: Side,
    },
    /// Known to the own side only.
    Stragglers {
        counter: CounterId,
        die: u8,
        lost: u8,
    },
    Recovered {
        counter: CounterId,
        die: u8,
        points: u8,
    },
    MovementEnded {
        side: Side,
    },
}

/// B3, B4 and C3, C4.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Combat {
    BattleMarked { at: BoxId },
    GunsDeclared { side: Side, from: BoxId, to: BoxId, count: u8 },
    GunsThrown { side: Side, from: BoxId, die: u8, success: bool },
    MarchersJoined { side: Side, at: BoxId, from: BoxId },
    MarchersTooLate { side: Side, from: BoxId },
    BattleBegan { at: BoxId, attacker: Side, engagement: Engagement },
    StoodOutside { at: BoxId, side: Side },
    WentInside { at: BoxId, side: Side, count: u8 },
    LeftTheCity { side: Side, from: BoxId, to: BoxId },
    SiegeLaid { at: BoxId, by: Side, masked: bool },
    SiegeThrown { at: BoxId, die: u8, step: u8, fell: bool },
    TacticChosen { side: Side, tactic: Option<Tactic> },
    TacticsShown { tactics: [Tactic; 2], rounds: u8, size: u8 },
    NobodyToFight { at: BoxId },
    Encircled { at: BoxId, side: Side },
    Flanked { at: BoxId, by: Side },
    OverrunTried { at: BoxId },
    OverrunThrown { die: u8, result: u8 },
    AdvancedOn { side: Side, from: BoxId, to: BoxId },
    Round { round: u8 },
    Thrown { side: Side, die: u8, modified: i8, column: u8, losses: u8, tests: bool },
    ArtilleryThrown { side: Side, die: u8, losses: u8, tests: bool },
    Lost { counter: CounterId, points: u8 },
    MoraleThrown { side: Side, die: u8, limit: u8, holds: bool },
    Ended { at: BoxId, ending: Ending, size: u8 },
    Points { side: Side, points: u8 },
    Retreated { side: Side, from: BoxId, to: BoxId },
    NoWayOut { side: Side, at: BoxId },
    LostAtTheRiver { side: Side },
    PursuitThrown { side: Side, die: u8, losses: u8 },
    BridgeBlowing { side: Side, die: u8, destroyed: bool, lost: u8 },
    Retired { side: Side, from: BoxId, to: BoxId },
}

/// Event cards (A.cards).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Card {
    Played {
        side: Side,
        card: CardNumber,
        second_half: bool,
    },
    /// What it brought about, where no other event says so.
    Effect {
        side: Side,
        card: CardNumber,
    },
}
