//! What happened, for log, page and replay.

use board::{Facing, Hand, Hex};
use kernel::Side;
use serde::{Deserialize, Serialize};

use crate::counters::{CorpsId, CounterId, CounterSet, Formation};
use crate::scenario::PointId;
use crate::sequence::{Part, Trial};
use crate::tables::{AttackerResult, Block, Column, DefenderResult, FireResult, LeaderFate};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Phase {
    Command,
    Movement(Part),
    Artillery,
    Musketry,
    Charges,
    Rally,
    Rout,
    Reorganisation,
}

kernel::events! {
    #[derive(Copy)]
    pub enum Event: Veiled {
        open TurnBegan { turn: u8 };
        open PhaseBegan { side: Option<Side>, phase: Phase };

        // A: a plan and its die are for their owner
        veiled Planned { corps: CorpsId, turn: u8, point: PointId };
        open Called { corps: CorpsId };
        veiled HourThrown { corps: CorpsId, die: u8, turn: u8 };
        /// A plan was written, or a call made or not: what the others hear.
        open PlansMade { side: Side };
        open PointThrown { corps: CorpsId, die: u8, point: PointId };
        open Entered { unit: CounterId, at: Hex };

        // B, C, I
        open Initiative { side: Side };
        open OutOfCommand { unit: CounterId };
        open HesitationThrown { die: u8, hesitates: bool };
        open Appointed { leader: CounterId, instead_of: CounterId, at: Hex };

        // D, E, F
        open Moved { unit: CounterId, from: Hex, to: Hex, spent: u8 };
        open Turned { unit: CounterId, facing: Facing };
        open Wheeled { unit: CounterId, hand: Hand, backward: bool, facing: Facing };
        open Formed { unit: CounterId, formation: Formation, facing: Facing };
        open LeftBrigade { unit: CounterId };
        open Halted { unit: CounterId, at: Hex };
        open WayThrown { unit: CounterId, die: u8, to: Hex };

        // 6
        open Checked { unit: CounterId, trial: Trial, die: u8, modifier: i8, rating: u8, passed: bool };
        open Disorganised { unit: CounterId };
        open Shaken { unit: CounterId };
        open Panicked { unit: CounterId };
        open Dissolved { brigade: CounterId };
        open Recoiled { unit: CounterId, from: Hex, to: Hex };
        open Captured { unit: CounterId, at: Hex };
        open Destroyed { unit: CounterId, at: Hex };
        open Unstacked { unit: CounterId, from: Hex, to: Hex };

        // G
        open Fired { firer: CounterId, target: CounterId, column: Column, block: Block };
        open FireThrown { die: u8, result: FireResult };
        open Held { unit: CounterId };
        open Aimed { firer: CounterId, hex: Hex };
        open DemolitionThrown { die: u8, hit: bool };
        open Alight { hex: Hex };
        open BridgeDown { bridge: u8 };

        // H
        open ChargeDeclared { front: CounterId, support: CounterSet, target: CounterId };
        open ChargeThrown {
            die: u8,
            modifier: i8,
            ratio: u16,
            differential: i8,
            line: u8,
            attacker: AttackerResult,
            defender: DefenderResult,
        };
        open GaveWay { unit: CounterId };
        open Stayed { unit: CounterId };
        open Advanced { unit: CounterId, from: Hex, to: Hex };

        // I
        open LeaderThrown { leader: CounterId, die: u8, fate: LeaderFate };
        open LeaderLost { leader: CounterId, captured: bool };

        // J, K, L
        open Rallied { unit: CounterId, formation: Formation };
        open Ran { unit: CounterId, from: Hex, to: Hex };
        open RoutedOff { unit: CounterId };
        open Reorganised { unit: CounterId };
        open Reformed { brigade: CounterId };

        open ControlTaken { side: Side, objective: u8 };
        open GameOver;
    }
}
