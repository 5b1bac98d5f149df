//! What happened, for log, page and replay.

use board::Hex;
use kernel::Side;
use serde::{Deserialize, Serialize};

use crate::state::{Column, CombatResult};
use crate::unit::{Army, Division, UnitId, UnitSet};

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

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Event {
    TurnBegan {
        turn: u8,
    },
    PhaseBegan {
        side: Side,
        phase: Phase,
    },
    NightWithoutCombat {
        side: Side,
    },
    Moved {
        unit: UnitId,
        from: Hex,
        to: Hex,
    },
    Entered {
        unit: UnitId,
        at: Hex,
    },
    Halted {
        unit: UnitId,
        at: Hex,
    },
    FreshGiven {
        unit: UnitId,
        points: u8,
    },
    FreshUsed {
        division: Division,
    },
    FreshKept {
        division: Division,
    },
    AttackAnnounced {
        adjacent: UnitSet,
        batteries: UnitSet,
        defenders: UnitSet,
        attack: u16,
        defence: u16,
        column: Column,
    },
    CombatThrown {
        die: u8,
        result: CombatResult,
    },
    WeatherThrown {
        die: u8,
        result: CombatResult,
    },
    Retreated {
        unit: UnitId,
        from: Hex,
        to: Hex,
    },
    Displaced {
        unit: UnitId,
        from: Hex,
        to: Hex,
    },
    FellBack {
        unit: UnitId,
        from: Hex,
        to: Hex,
    },
    Advanced {
        unit: UnitId,
        from: Hex,
        to: Hex,
    },
    /// Gone for good.
    Eliminated {
        unit: UnitId,
        from: Hex,
    },
    /// Gone until the day's end (17.0).
    Disrupted {
        unit: UnitId,
        from: Hex,
    },
    DutyLapsed {
        unit: UnitId,
        /// Else it was to be attacked.
        to_attack: bool,
    },
    MoraleChanged {
        army: Army,
        from: u8,
        to: u8,
    },
    Demoralized {
        army: Army,
    },
    ReserveActivated {
        unit: UnitId,
        why: Activation,
    },
    KlenauThrown {
        die: u8,
    },
    ControlTaken {
        side: Side,
        hex: Hex,
    },
    OldTownScored {
        hex: Hex,
    },
    FoughtOn {
        turn: u8,
    },
    MoraleReset {
        army: Army,
        to: u8,
    },
    Reorganized {
        unit: UnitId,
        at: Hex,
    },
    StillWaiting {
        unit: UnitId,
    },
    OldGuardRecalled {
        unit: UnitId,
    },
    GameOver,
}
