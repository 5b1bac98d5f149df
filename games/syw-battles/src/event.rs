//! What happened, for log, page and replay.

use board::{Facing, Hand, Hex};
use kernel::Side;
use serde::{Deserialize, Serialize};

use crate::scenario::PointId;
use crate::sequence::{Part, Trial};
use crate::tables::{AttackerResult, Block, Column, DefenderResult, FireResult, LeaderFate};
use crate::unit::{CorpsId, CounterId, CounterSet, Formation};

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

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Event {
    TurnBegan {
        turn: u8,
    },
    PhaseBegan {
        side: Option<Side>,
        phase: Phase,
    },

    // A: what only the owner hears is in the first three
    Planned {
        corps: CorpsId,
        turn: u8,
        point: PointId,
    },
    Called {
        corps: CorpsId,
    },
    HourThrown {
        corps: CorpsId,
        die: u8,
        turn: u8,
    },
    /// A plan was written, or a call made or not: what the others hear.
    PlansMade {
        side: Side,
    },
    PointThrown {
        corps: CorpsId,
        die: u8,
        point: PointId,
    },
    Entered {
        unit: CounterId,
        at: Hex,
    },

    // B, C, I
    Initiative {
        side: Side,
    },
    OutOfCommand {
        unit: CounterId,
    },
    HesitationThrown {
        die: u8,
        hesitates: bool,
    },
    Appointed {
        leader: CounterId,
        instead_of: CounterId,
        at: Hex,
    },

    // D, E, F
    Moved {
        unit: CounterId,
        from: Hex,
        to: Hex,
        spent: u8,
    },
    Turned {
        unit: CounterId,
        facing: Facing,
    },
    Wheeled {
        unit: CounterId,
        hand: Hand,
        backward: bool,
        facing: Facing,
    },
    Formed {
        unit: CounterId,
        formation: Formation,
        facing: Facing,
    },
    LeftBrigade {
        unit: CounterId,
    },
    Halted {
        unit: CounterId,
        at: Hex,
    },
    WayThrown {
        unit: CounterId,
        die: u8,
        to: Hex,
    },

    // 6
    Checked {
        unit: CounterId,
        trial: Trial,
        die: u8,
        modifier: i8,
        rating: u8,
        passed: bool,
    },
    Disorganised {
        unit: CounterId,
    },
    Shaken {
        unit: CounterId,
    },
    Panicked {
        unit: CounterId,
    },
    Dissolved {
        brigade: CounterId,
    },
    Recoiled {
        unit: CounterId,
        from: Hex,
        to: Hex,
    },
    Captured {
        unit: CounterId,
        at: Hex,
    },
    Destroyed {
        unit: CounterId,
        at: Hex,
    },
    Unstacked {
        unit: CounterId,
        from: Hex,
        to: Hex,
    },

    // G
    Fired {
        firer: CounterId,
        target: CounterId,
        column: Column,
        block: Block,
    },
    FireThrown {
        die: u8,
        result: FireResult,
    },
    Held {
        unit: CounterId,
    },
    Aimed {
        firer: CounterId,
        hex: Hex,
    },
    DemolitionThrown {
        die: u8,
        hit: bool,
    },
    Alight {
        hex: Hex,
    },
    BridgeDown {
        bridge: u8,
    },

    // H
    ChargeDeclared {
        front: CounterId,
        support: CounterSet,
        target: CounterId,
    },
    ChargeThrown {
        die: u8,
        modifier: i8,
        ratio: u16,
        differential: i8,
        line: u8,
        attacker: AttackerResult,
        defender: DefenderResult,
    },
    GaveWay {
        unit: CounterId,
    },
    Stayed {
        unit: CounterId,
    },
    Advanced {
        unit: CounterId,
        from: Hex,
        to: Hex,
    },

    // I
    LeaderThrown {
        leader: CounterId,
        die: u8,
        fate: LeaderFate,
    },
    LeaderLost {
        leader: CounterId,
        captured: bool,
    },

    // J, K, L
    Rallied {
        unit: CounterId,
        formation: Formation,
    },
    Ran {
        unit: CounterId,
        from: Hex,
        to: Hex,
    },
    RoutedOff {
        unit: CounterId,
    },
    Reorganised {
        unit: CounterId,
    },
    Reformed {
        brigade: CounterId,
    },

    ControlTaken {
        side: Side,
        objective: u8,
    },
    GameOver,
}
