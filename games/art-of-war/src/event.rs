//! What happened, for log, page and replay.

use board::Hex;
use kernel::Side;
use serde::{Deserialize, Serialize};

use crate::counters::{Army, Division, UnitId, UnitSet};
use crate::state::{Column, CombatResult};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Phase {
    Movement,
    Combat,
}

/// Why a reserve came into play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Activation {
    /// 11.2
    EnemyZone,
    /// 11.2, 16.4
    Demoralized,
    /// 11.3
    Loss,
    /// 11.4
    ExcessMorale,
    /// 11.5
    OldGuard,
}

kernel::events! {
    /// What happened. Everything is open in these battles: reserves show their status, not a secret.
    #[derive(Copy)]
    pub enum Event: Veiled {
        open TurnBegan { turn: u8 };
        open PhaseBegan { side: Side, phase: Phase };
        open NightWithoutCombat { side: Side };
        open Moved { unit: UnitId, from: Hex, to: Hex };
        open Entered { unit: UnitId, at: Hex };
        open Halted { unit: UnitId, at: Hex };
        open FreshGiven { unit: UnitId, points: u8 };
        open FreshUsed { division: Division };
        open FreshKept { division: Division };
        open AttackAnnounced {
            adjacent: UnitSet, batteries: UnitSet, defenders: UnitSet, attack: u16, defence: u16, column: Column,
        };
        open CombatThrown { die: u8, result: CombatResult, exchange: u16 };
        open WeatherThrown { die: u8, result: CombatResult };
        open Retreated { unit: UnitId, from: Hex, to: Hex };
        open Displaced { unit: UnitId, from: Hex, to: Hex };
        open FellBack { unit: UnitId, from: Hex, to: Hex };
        open Advanced { unit: UnitId, from: Hex, to: Hex };
        /// Gone for good.
        open Eliminated { unit: UnitId, from: Hex };
        /// Gone until the day's end (17.0).
        open Disrupted { unit: UnitId, from: Hex };
        open DutyLapsed {
            unit: UnitId,
            /// Else it was to be attacked.
            to_attack: bool,
        };
        open MoraleChanged { army: Army, from: u8, to: u8 };
        open Demoralized { army: Army };
        open ReserveActivated { unit: UnitId, why: Activation };
        open KlenauThrown { die: u8 };
        open ControlTaken { side: Side, hex: Hex };
        open OldTownScored { hex: Hex };
        open FoughtOn { turn: u8 };
        open MoraleReset { army: Army, to: u8 };
        open Reorganized { unit: UnitId, at: Hex };
        open StillWaiting { unit: UnitId };
        open OldGuardRecalled { unit: UnitId };
        open GameOver;
    }
}
