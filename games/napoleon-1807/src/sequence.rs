//! The turn as a stack of frames: what is going on now is on top, what it interrupts below.

use board::Hex;
use kernel::Side;
use serde::{Deserialize, Serialize};

use crate::unit::CounterId;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Frame {
    // Phases 1 to 3
    /// The dice for the initiative (3.1).
    Initiative,
    Command,
    /// This side may reorganize units (12.0).
    Reorganize {
        side: Side,
    },
    RallyDice {
        unit: CounterId,
    },

    // Phases 4 and 7
    OpenFire,
    /// The player's batteries may fire.
    Fire,
    /// Guns fire: the battery, or all of its hex and table; the target.
    GunDice {
        battery: CounterId,
        together: bool,
        target: CounterId,
    },

    // Phases 5 and 8
    OpenMovement,
    /// Choose a counter to move, or end the phase.
    Move,
    /// A counter is in hand.
    Moving,
    /// The target of a declared charge may form square (13.11).
    FormSquare {
        hex: Hex,
    },
    SquareDice {
        hex: Hex,
    },
    /// The other side may react to a step (3.1g).
    React,
    /// The other side's cavalry may withdraw before infantry (9.51).
    Withdraw,

    // Phases 6 and 9
    OpenCombat,
    /// Choose an attack, or end the phase.
    Assault,
    /// This side's units that took no part in a combat may fire (N9).
    Skirmish {
        side: Side,
    },

    // A combat
    /// It is being put together.
    Declare,
    /// This side may use rifle fire (7.31c).
    Volley {
        side: Side,
    },
    RifleDice {
        unit: CounterId,
        together: bool,
        target: CounterId,
    },
    /// The results of fire are carried out together.
    Hits,
    Ratio,
    CombatDie,
    Retreat {
        side: Side,
    },
    Disorganize {
        side: Side,
    },
    Tests {
        side: Side,
    },
    MoraleDice {
        unit: CounterId,
    },
    Pursuit {
        side: Side,
    },
    /// The morale test of a unit that wants to pursue.
    PursuitDice {
        unit: CounterId,
        to: Hex,
    },
    /// A pursuer chooses its facing (8.79).
    Face {
        unit: CounterId,
    },
    /// The dice for this side's losses; the other side throws them.
    LossDice {
        side: Side,
    },
    /// This side takes off its losses.
    Losses {
        side: Side,
    },
    CommanderDice {
        commander: CounterId,
    },
    /// This side names a new army commander (11.63).
    Successor {
        side: Side,
    },
    CloseCombat,

    EndTurn,
    GameOver,
}
