//! The turn as a stack of frames: what is going on now is on top, what it interrupts below.

use board::Hex;
use kernel::Side;
use serde::{Deserialize, Serialize};

use crate::unit::{Army, UnitId};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Frame {
    /// A Movement Phase is to be opened for the player of the turn.
    OpenMovement,
    /// Klenau's die is due (12.0).
    KlenauDie,
    /// Reserves may be freed for excess morale (11.4).
    SpendMorale,
    /// Choose a unit to move, or end the phase.
    Move,
    /// A unit is in hand: `spent` half points, `stopped` by an enemy zone.
    Moving {
        unit: UnitId,
        spent: u8,
        from: Hex,
        stopped: bool,
    },
    /// A Combat Phase is to be opened for the player of the turn.
    OpenCombat,
    /// This side names the units that get fresh strength (21.1).
    Fresh {
        side: Side,
    },
    /// Choose a target, or end the phase.
    Attack,
    /// An attack is being put together.
    Declare,
    CombatDie,
    /// The optional weather die (22.0).
    WeatherDie,
    /// The attacker pays for Ee (6.3c).
    Exchange {
        need: u8,
    },
    /// This side's units retreat (6.4).
    Retreat {
        side: Side,
    },
    /// One of the units in this hex has to make room (6.5).
    Displace {
        hex: Hex,
        side: Side,
    },
    /// The Allied player may call up a reserve of this army (11.3).
    CallUp {
        army: Army,
    },
    /// Morale of the combat is booked (16.1, 16.2).
    BookMorale,
    /// Bombarding batteries may retreat (6.8).
    FallBack,
    /// This side may advance (6.6).
    Advance {
        side: Side,
    },
    /// The combat is over.
    CloseCombat,
    /// The second player's Combat Phase is over.
    EndTurn,
    /// The Allied player decides whether to fight on (18.0).
    FightOn,
    /// `placer` puts the other side's disrupted units back (17.2).
    Reorganize {
        placer: Side,
    },
    /// `placer` has this unit in hand.
    Place {
        placer: Side,
        unit: UnitId,
    },
    /// The Old Guard goes back into reserve (17.3), and the next turn begins.
    Night,
    GameOver,
}
