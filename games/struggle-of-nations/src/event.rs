//! What happened, for log, page and replay.

use board::{Facing, Hex};
use kernel::Side;
use serde::{Deserialize, Serialize};

use crate::battle::Plan;
use crate::ground::BridgeId;
use crate::march::How;
use crate::package::Package;
use crate::roster::{Army, LeaderId, LeaderSet, UnitId};
use crate::sequence::Segment;
use crate::tables::{Result11, Weather};
use crate::theatre::SourceId;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Event {
    TurnBegan {
        turn: u8,
    },
    ArmisticeThrown {
        die: u8,
        number: u8,
        comes: bool,
    },
    WeatherThrown {
        die: u8,
        weather: Weather,
    },
    SegmentBegan {
        side: Side,
        segment: Segment,
    },

    // Administration
    CentreActive {
        army: Army,
    },
    CentreReturned {
        army: Army,
        at: Hex,
    },
    SourceThrown {
        army: Army,
        die: u8,
        changed: bool,
    },
    SourceChanging {
        army: Army,
        to: SourceId,
    },
    SourceShifted {
        army: Army,
        to: SourceId,
    },
    SourceEnded {
        army: Army,
    },
    SourceLost {
        army: Army,
    },
    CentreDisbanded {
        army: Army,
    },
    PointsThrown {
        army: Army,
        die: u8,
        received: u8,
        kept: u8,
    },
    NoPoints {
        army: Army,
    },
    ReplacementsReceived {
        side: Side,
    },

    // Organization
    Transferred {
        unit: UnitId,
        to: LeaderId,
    },
    Merged {
        unit: UnitId,
        into: UnitId,
        points: u8,
    },
    Raised {
        unit: UnitId,
        points: u8,
        on: LeaderId,
    },
    Promoted {
        leader: LeaderId,
        unit: UnitId,
        at: Hex,
    },
    Removed {
        leader: LeaderId,
        at: Hex,
    },
    Replaced {
        unit: UnitId,
        strength: u8,
    },
    DummyPlaced {
        leader: LeaderId,
        at: Package,
    },
    DummyGone {
        leader: LeaderId,
        at: Hex,
    },
    Displaced {
        leader: LeaderId,
        from: Hex,
        to: Package,
    },

    // Movement
    Commanded {
        army: Army,
        commander: LeaderId,
        left: i8,
    },
    ProvisionallyCommanded {
        army: Army,
        leader: LeaderId,
        left: i8,
    },
    InitiativeThrown {
        leader: LeaderId,
        die: u8,
        needs: i8,
        passed: bool,
        at: Hex,
    },
    MarchBegan {
        how: How,
        commander: LeaderId,
        at: Hex,
    },
    Moved {
        leader: LeaderId,
        from: Hex,
        to: Package,
    },
    Formed {
        leader: LeaderId,
        facing: Facing,
    },
    Dropped {
        leader: LeaderId,
        at: Hex,
    },
    Extended {
        army: Army,
        left: i8,
    },
    Stopped {
        leader: LeaderId,
        at: Hex,
    },
    Halted {
        leader: LeaderId,
        at: Hex,
    },
    Arrived {
        leader: LeaderId,
        at: Hex,
    },
    CentreMoved {
        army: Army,
        from: Hex,
        to: Hex,
    },
    CentreFled {
        army: Army,
        from: Hex,
        to: Hex,
    },
    Revealed {
        leader: LeaderId,
        at: Hex,
    },
    StrengthShown {
        leader: LeaderId,
        points: [u8; 3],
    },
    RepulseAnnounced {
        side: Side,
        attack: u16,
        defence: u16,
        succeeds: bool,
    },
    AttritionThrown {
        leader: LeaderId,
        dice: [u8; 2],
        losses: [u8; 2],
    },
    ClassThrown {
        unit: UnitId,
        die: u8,
        lost: u8,
    },
    HurryThrown {
        leader: LeaderId,
        die: u8,
        rounds: u8,
    },
    /// Attrition took the last unit of a leader.
    Bared {
        leader: LeaderId,
        at: Hex,
    },
    Lost {
        unit: UnitId,
        leader: LeaderId,
        left: u8,
    },
    Dismounted {
        unit: UnitId,
        into: UnitId,
    },
    Eliminated {
        unit: UnitId,
        leader: LeaderId,
    },
    LeaderKilled {
        leader: LeaderId,
        at: Hex,
    },
    LeaderToCentre {
        leader: LeaderId,
        at: Hex,
    },
    Cantoned {
        leader: LeaderId,
        at: Hex,
    },
    CentreCantoned {
        army: Army,
        at: Hex,
    },
    MilitiaAppeared {
        at: Hex,
    },

    // Bridges
    BridgeThrown {
        leader: LeaderId,
        bridge: BridgeId,
        blow: bool,
        die: u8,
        done: bool,
    },
    TrainLaid {
        leader: LeaderId,
        from: Hex,
        to: Hex,
    },
    TrainLifted {
        leader: LeaderId,
    },
    TrainCaptured {
        side: Side,
        at: Hex,
    },

    // Fortresses, cities, installations
    BattleRefused {
        leader: LeaderId,
        besieged: bool,
    },
    SiegeEnded {
        leader: LeaderId,
    },
    Surrendered {
        leader: LeaderId,
        at: Hex,
    },
    DepotLost {
        at: Hex,
    },
    CityTaken {
        side: Side,
        at: Hex,
    },
    MoraleMoved {
        side: Side,
        to: i8,
    },
    UnitRemoved {
        unit: UnitId,
    },

    // Combat
    AttackDeclared {
        attackers: LeaderSet,
        defenders: LeaderSet,
    },
    PlansShown {
        plans: [Plan; 2],
    },
    GunsThrown {
        side: Side,
        guns: u8,
        die: u8,
        points: u8,
    },
    Odds {
        attack: u16,
        defence: u16,
        column: u8,
        affecting: bool,
    },
    CombatThrown {
        die: u8,
        result: Result11,
    },
    DieChanged {
        die: u8,
        result: Result11,
    },
    StoodFast {
        side: Side,
        points: u8,
    },
    CounterDeclined {
        side: Side,
    },
    Retreated {
        leader: LeaderId,
        from: Hex,
        to: Package,
    },
    LeftTheMap {
        leader: LeaderId,
        at: Hex,
    },
    Interned {
        leader: LeaderId,
        at: Hex,
    },
    StoppedShort {
        leader: LeaderId,
        at: Hex,
    },
    PursuitThrown {
        leader: LeaderId,
        die: u8,
        hexes: u8,
    },
    Pursued {
        leader: LeaderId,
        to: Package,
        hexes: u8,
    },
    RetreatLoss {
        side: Side,
        points: u8,
        doubled: bool,
    },
    ForceEliminated {
        leader: LeaderId,
        at: Hex,
    },
    DisorderThrown {
        leader: LeaderId,
        die: u8,
        disorganized: bool,
    },
    RallyThrown {
        leader: LeaderId,
        die: u8,
        rallied: bool,
    },

    // Politics
    SaxonsJoin,
    SaxonsGone,
    ArmisticeBegan,
    ArmisticeEnded,
    PointsCredited {
        army: Army,
        points: u8,
    },
    BridgeChanged {
        bridge: BridgeId,
        destroyed: bool,
    },
    GameOver,
}
