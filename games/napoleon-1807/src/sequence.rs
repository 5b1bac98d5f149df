//! The turn as a stack of frames: what is going on now is on top, what it interrupts below.

use board::Hex;
use kernel::Side;

use crate::counters::CounterId;

kernel::frames! {
    pub enum Frame: Question, Die, Step {
        // Phases 1 to 3
        /// The dice for the initiative (3.1).
        rolls Initiative;
        goes Command;
        /// This side may reorganize units (12.0).
        asks Reorganize { side: Side };
        rolls RallyDice { unit: CounterId };

        // Phases 4 and 7
        goes OpenFire;
        /// The player's batteries may fire.
        asks Fire;
        /// Guns fire: the battery, or all of its hex and table; the target.
        rolls GunDice { battery: CounterId, together: bool, target: CounterId };

        // Phases 5 and 8
        goes OpenMovement;
        /// Choose a counter to move, or end the phase.
        asks Move;
        /// A counter is in hand.
        asks Moving;
        /// The target of a declared charge may form square (13.11).
        asks FormSquare { hex: Hex };
        rolls SquareDice { hex: Hex };
        /// The other side may react to a step (3.1g).
        asks React;
        /// The other side's cavalry may withdraw before infantry (9.51).
        asks Withdraw;

        // Phases 6 and 9
        goes OpenCombat;
        /// Choose an attack, or end the phase.
        asks Assault;
        /// This side's units that took no part in a combat may fire (N9).
        asks Skirmish { side: Side };

        // A combat
        /// It is being put together.
        asks Declare;
        /// This side may use rifle fire (7.31c).
        asks Volley { side: Side };
        rolls RifleDice { unit: CounterId, together: bool, target: CounterId };
        /// The results of fire are carried out together.
        goes Hits;
        goes Ratio;
        rolls CombatDie;
        asks Retreat { side: Side };
        goes Disorganize { side: Side };
        goes Tests { side: Side };
        rolls MoraleDice { unit: CounterId };
        asks Pursuit { side: Side };
        /// The morale test of a unit that wants to pursue.
        rolls PursuitDice { unit: CounterId, to: Hex };
        /// A pursuer chooses its facing (8.79).
        asks Face { unit: CounterId };
        /// The dice for this side's losses; the other side throws them.
        rolls LossDice { side: Side };
        /// This side takes off its losses.
        asks Losses { side: Side };
        rolls CommanderDice { commander: CounterId };
        /// This side names a new army commander (11.63).
        asks Successor { side: Side };
        goes CloseCombat;

        goes EndTurn;
        goes GameOver;
    }
}
