//! The battle at hand (8).

use board::boxes::{BoxId, ConnectionId};
use kernel::Side;
use serde::{Deserialize, Serialize};

use crate::sets::CounterSet;
use crate::state::BoxSet;
pub use crate::tables::Tactic;

/// What kind of fight it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Engagement {
    Field,
    /// Against the works of a fortified city (8.8c).
    Assault,
    /// Out of a besieged city, or to its relief (8.8n).
    Sortie,
}

/// How it ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Ending {
    /// This side is beaten.
    Beaten(Side),
    Indecisive,
    Overrun,
}

/// The battle at hand. It holds what still matters and no history: dice are turned into losses as they fall, so that
/// throws with the same effect lead to equal positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Battle {
    pub at: BoxId,
    pub attacker: Side,
    pub engagement: Engagement,
    /// Who fights, by side, and after a retreat who bears what is still to be lost.
    pub forces: [CounterSet; 2],
    /// By side; secret until both have chosen (8.1a).
    pub tactics: [Option<Tactic>; 2],
    /// How many rounds there are to be fought at most.
    pub rounds: u8,
    /// The number that gives the battle its type (8.2b).
    pub size: u8,
    /// The round being fought, from 1.
    pub round: u8,
    /// Unmodified SP at the beginning, and of those who joined, by side (8.6a, R J42).
    pub start: [u16; 2],
    pub lost: [u16; 2],
    /// SP that each side has to lose in this round.
    pub due: [u8; 2],
    /// Sides that have to test their morale in this round because of a starred result (8.6b).
    pub tests: [bool; 2],
    /// Sides that have to retreat (8.6d).
    pub broken: [bool; 2],
    /// The defender cannot get away (8.5c).
    pub encircled: bool,
    /// Sides that attack in the flank (8.5b).
    pub flank: [bool; 2],
    /// Interceptors stand against the phasing side (6.5.1l).
    pub intercepted: bool,
    /// The attacker has declared an overrun (8.4c).
    pub overrun: bool,
    /// The side that is shown the other's tactic before it chooses its own, by a card.
    pub spies: Option<Side>,
    /// Sides whose artillery also throws in the next odd round, by a card.
    pub extra_bombardment: [bool; 2],
    /// Sides to whose attack over a bridge a card has opened the way.
    pub bridge_won: [bool; 2],
    pub ending: Option<Ending>,
    /// Boxes from which the attackers of an overrun came with more than 3 SP (8.7c).
    #[serde(default)] // Games of 0.1.0 do not say.
    pub barred: BoxSet,
    /// By which connection the side that had to retreat went.
    pub retreat: Option<ConnectionId>,
}

impl Battle {
    /// A battle of which nothing is known yet.
    pub fn at(at: BoxId, attacker: Side, intercepted: bool) -> Battle {
        Battle {
            at,
            attacker,
            engagement: Engagement::Field,
            forces: [CounterSet::EMPTY; 2],
            tactics: [None; 2],
            rounds: 0,
            size: 0,
            round: 0,
            start: [0; 2],
            lost: [0; 2],
            due: [0; 2],
            tests: [false; 2],
            broken: [false; 2],
            encircled: false,
            flank: [false; 2],
            intercepted,
            overrun: false,
            spies: None,
            extra_bombardment: [false; 2],
            bridge_won: [false; 2],
            ending: None,
            barred: BoxSet::EMPTY,
            retreat: None,
        }
    }
}
