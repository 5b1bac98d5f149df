//! The turn as a stack of frames: what is going on now is on top, what it interrupts below.

use board::Hex;
use kernel::Side;

use crate::counters::{Army, UnitId};

kernel::frames! {
    pub enum Frame: Question, Die, Step {
        /// A Movement Phase is to be opened for the player of the turn.
        goes OpenMovement;
        /// Klenau's die is due (12.0).
        rolls KlenauDie;
        /// Reserves may be freed for excess morale (11.4).
        asks SpendMorale;
        /// Choose a unit to move, or end the phase.
        asks Move;
        /// A unit is in hand: `spent` half points, `stopped` by an enemy zone.
        asks Moving { unit: UnitId, spent: u8, from: Hex, stopped: bool };
        /// A Combat Phase is to be opened for the player of the turn.
        goes OpenCombat;
        /// This side names the units that get fresh strength (21.1).
        asks Fresh { side: Side };
        /// Choose a target, or end the phase.
        asks Attack;
        /// An attack is being put together.
        asks Declare;
        rolls CombatDie;
        /// The optional weather die (22.0).
        rolls WeatherDie;
        /// The attacker pays for Ee (6.3c).
        asks Exchange { need: u8 };
        /// This side's units retreat (6.4).
        asks Retreat { side: Side };
        /// One of the units in this hex has to make room (6.5).
        asks Displace { hex: Hex, side: Side };
        /// The Allied player may call up a reserve of this army (11.3).
        asks CallUp { army: Army };
        /// Morale of the combat is booked (16.1, 16.2).
        goes BookMorale;
        /// Bombarding batteries may retreat (6.8).
        asks FallBack;
        /// This side may advance (6.6).
        asks Advance { side: Side };
        /// The combat is over.
        goes CloseCombat;
        /// The second player's Combat Phase is over.
        goes EndTurn;
        /// The Allied player decides whether to fight on (18.0).
        asks FightOn;
        /// `placer` puts the other side's disrupted units back (17.2).
        asks Reorganize { placer: Side };
        /// `placer` has this unit in hand.
        asks Place { placer: Side, unit: UnitId };
        /// The Old Guard goes back into reserve (17.3), and the next turn begins.
        goes Night;
        goes GameOver;
    }
}
