//! What happened, for log, page and replay.

use board::{Facing, Hex};
use kernel::Side;
use serde::{Deserialize, Serialize};

use crate::counters::{CounterId, CounterSet, GroupId};
use crate::tables::Cell;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Phase {
    Command,
    Reorganization,
    Fire,
    Movement,
    Combat,
}

/// What the dice say of a commander in danger (11.62).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Wound {
    Unhurt,
    Wounded,
    Dead,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Event {
    TurnBegan { turn: u8 },
    InitiativeThrown { dice: [u8; 2], totals: [i8; 2], holder: Option<Side> },
    InitiativeGiven { side: Side },
    PhaseBegan { side: Option<Side>, phase: Phase },
    OutOfCommand { unit: CounterId },
    RallyThrown { unit: CounterId, dice: [u8; 2], modifier: i8, morale: u8, rallied: bool },
    GunsFired { batteries: CounterSet, target: CounterId, points: u16, range: u16, modifier: i8 },
    FireThrown { dice: [u8; 2], total: i8, cell: Cell },
    Volley { firers: CounterSet, target: CounterId, points: u16, modifier: i8 },
    Lost { unit: CounterId, points: u8, left: u8 },
    Eliminated { unit: CounterId, at: Hex },
    Disorganized { unit: CounterId },
    TestThrown { unit: CounterId, dice: [u8; 2], morale: u8, passed: bool },
    Activated { group: GroupId, left: u8 },
    Moved { unit: CounterId, from: Hex, to: Hex },
    Entered { unit: CounterId, at: Hex },
    Turned { unit: CounterId, facing: Facing },
    Halted { unit: CounterId, at: Hex },
    SquareFormed { hex: Hex },
    SquareThrown { hex: Hex, dice: [u8; 2], morale: u8, formed: bool },
    SquareLeft { hex: Hex },
    ChargeDeclared { unit: CounterId, target: Hex },
    ChargeKept { unit: CounterId },
    ThrownBack { unit: CounterId, from: Hex, to: Hex },
    MarkerRemoved { unit: CounterId },
    Countercharged { unit: CounterId, from: Hex, to: Hex },
    Withdrew { unit: CounterId, from: Hex, to: Hex },
    AttackDeclared { attackers: CounterSet, defenders: CounterSet, charging: CounterSet },
    Odds { attack: u16, defence: u16, modifier: i8 },
    CombatThrown { die: u8, total: i8, row: u8 },
    Retreated { unit: CounterId, from: Hex, to: Hex },
    Stranded { unit: CounterId, at: Hex },
    Pursued { unit: CounterId, from: Hex, to: Hex },
    LossesThrown { side: Side, dice: [u8; 2], points: u8 },
    CommanderThrown { commander: CounterId, dice: [u8; 2], wound: Wound },
    CommanderLost { commander: CounterId, at: Hex },
    ChiefNamed { commander: CounterId },
    ControlTaken { side: Side, hex: Hex },
    DutyLapsed { unit: CounterId },
    StandingOrders { side: Side },
    GameOver,
}
