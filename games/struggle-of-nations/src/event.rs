//! What happened, for log, page and replay; what is veiled not everybody hears, see `observe`.

use board::{Facing, Hex};
use kernel::Side;

use crate::battle::Plan;
use crate::ground::BridgeId;
use crate::march::How;
use crate::package::Package;
use crate::roster::{Army, LeaderId, LeaderSet, UnitId};
use crate::sequence::Segment;
use crate::tables::{Result11, Weather};
use crate::theatre::SourceId;

kernel::events! {
    #[derive(Copy)]
    pub enum Event: Veiled {
        open TurnBegan { turn: u8 };
        open ArmisticeThrown { die: u8, number: u8, comes: bool };
        open WeatherThrown { die: u8, weather: Weather };
        open SegmentBegan { side: Side, segment: Segment };

        // Administration
        open CentreActive { army: Army };
        open CentreReturned { army: Army, at: Hex };
        open SourceThrown { army: Army, die: u8, changed: bool };
        open SourceChanging { army: Army, to: SourceId };
        open SourceShifted { army: Army, to: SourceId };
        open SourceEnded { army: Army };
        open SourceLost { army: Army };
        open CentreDisbanded { army: Army };
        veiled PointsThrown { army: Army, die: u8, received: u8, kept: u8 };
        open NoPoints { army: Army };
        veiled ReplacementsReceived { side: Side };

        // Organization
        veiled Transferred { unit: UnitId, to: LeaderId };
        veiled Merged { unit: UnitId, into: UnitId, points: u8 };
        veiled Raised { unit: UnitId, points: u8, on: LeaderId };
        veiled Promoted { leader: LeaderId, unit: UnitId, at: Hex };
        veiled Removed { leader: LeaderId, at: Hex };
        veiled Replaced { unit: UnitId, strength: u8 };
        veiled DummyPlaced { leader: LeaderId, at: Package };
        open DummyGone { leader: LeaderId, at: Hex };
        veiled Displaced { leader: LeaderId, from: Hex, to: Package };

        // Movement
        veiled Commanded { army: Army, commander: LeaderId, left: i8 };
        veiled ProvisionallyCommanded { army: Army, leader: LeaderId, left: i8 };
        veiled InitiativeThrown { leader: LeaderId, die: u8, needs: i8, passed: bool, at: Hex };
        veiled MarchBegan { how: How, commander: LeaderId, at: Hex };
        veiled Moved { leader: LeaderId, from: Hex, to: Package };
        veiled Formed { leader: LeaderId, facing: Facing };
        veiled Dropped { leader: LeaderId, at: Hex };
        veiled Extended { army: Army, left: i8 };
        veiled Stopped { leader: LeaderId, at: Hex };
        veiled Halted { leader: LeaderId, at: Hex };
        veiled Arrived { leader: LeaderId, at: Hex };
        open CentreMoved { army: Army, from: Hex, to: Hex };
        open CentreFled { army: Army, from: Hex, to: Hex };
        open Revealed { leader: LeaderId, at: Hex };
        open StrengthShown { leader: LeaderId, points: [u8; 3] };
        open RepulseAnnounced { side: Side, attack: u16, defence: u16, succeeds: bool };
        veiled AttritionThrown { leader: LeaderId, dice: [u8; 2], losses: [u8; 2] };
        veiled ClassThrown { unit: UnitId, die: u8, lost: u8 };
        open HurryThrown { leader: LeaderId, die: u8, rounds: u8 };
        /// Attrition took the last unit of a leader.
        veiled Bared { leader: LeaderId, at: Hex };
        veiled Lost { unit: UnitId, leader: LeaderId, left: u8 };
        veiled Dismounted { unit: UnitId, into: UnitId };
        veiled Eliminated { unit: UnitId, leader: LeaderId };
        open LeaderKilled { leader: LeaderId, at: Hex };
        veiled LeaderToCentre { leader: LeaderId, at: Hex };
        veiled Cantoned { leader: LeaderId, at: Hex };
        open CentreCantoned { army: Army, at: Hex };
        open MilitiaAppeared { at: Hex };

        // Bridges
        veiled BridgeThrown { leader: LeaderId, bridge: BridgeId, blow: bool, die: u8, done: bool };
        veiled TrainLaid { leader: LeaderId, from: Hex, to: Hex };
        veiled TrainLifted { leader: LeaderId };
        open TrainCaptured { side: Side, at: Hex };

        // Fortresses, cities, installations
        open BattleRefused { leader: LeaderId, besieged: bool };
        open SiegeEnded { leader: LeaderId };
        open Surrendered { leader: LeaderId, at: Hex };
        open DepotLost { at: Hex };
        open CityTaken { side: Side, at: Hex };
        open MoraleMoved { side: Side, to: i8 };
        open UnitRemoved { unit: UnitId };

        // Combat
        open AttackDeclared { attackers: LeaderSet, defenders: LeaderSet };
        open PlansShown { plans: [Plan; 2] };
        open GunsThrown { side: Side, guns: u8, die: u8, points: u8 };
        open Odds { attack: u16, defence: u16, column: u8, affecting: bool };
        open CombatThrown { die: u8, result: Result11 };
        open DieChanged { die: u8, result: Result11 };
        open StoodFast { side: Side, points: u8 };
        open CounterDeclined { side: Side };
        open Retreated { leader: LeaderId, from: Hex, to: Package };
        open LeftTheMap { leader: LeaderId, at: Hex };
        open Interned { leader: LeaderId, at: Hex };
        open StoppedShort { leader: LeaderId, at: Hex };
        open PursuitThrown { leader: LeaderId, die: u8, hexes: u8 };
        open Pursued { leader: LeaderId, to: Package, hexes: u8 };
        open RetreatLoss { side: Side, points: u8, doubled: bool };
        open ForceEliminated { leader: LeaderId, at: Hex };
        veiled DisorderThrown { leader: LeaderId, die: u8, disorganized: bool };
        veiled RallyThrown { leader: LeaderId, die: u8, rallied: bool };

        // Politics
        open SaxonsJoin;
        open SaxonsGone;
        open ArmisticeBegan;
        open ArmisticeEnded;
        open PointsCredited { army: Army, points: u8 };
        open BridgeChanged { bridge: BridgeId, destroyed: bool };
        open GameOver;
    }
}
