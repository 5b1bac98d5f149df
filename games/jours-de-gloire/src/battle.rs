//! The battle at hand (8).

use board::boxes::BoxId;
use kernel::Side;
use serde::{Deserialize, Serialize};

use crate::sets::CounterSet;

/// A tactic chit (8.2a).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Tactic {
    Skirmish,
    Screen,
    Offensive,
    Decisive,
}

impl Tactic {
    pub const ALL: [Tactic; 4] = [Tactic::Skirmish, Tactic::Screen, Tactic::Offensive, Tactic::Decisive];

    /// 8.2a
    pub fn value(self) -> u8 {
        match self {
            Tactic::Skirmish => 1,
            Tactic::Screen => 2,
            Tactic::Offensive => 3,
            Tactic::Decisive => 4,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Tactic::Skirmish => "skirmish",
            Tactic::Screen => "screen",
            Tactic::Offensive => "offensive",
            Tactic::Decisive => "decisive",
        }
    }
}

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

/// The battle at hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Battle {
    pub at: BoxId,
    pub attacker: Side,
    pub engagement: Engagement,
    /// Who fights, by side.
    pub forces: [CounterSet; 2],
    /// By side; secret until both have chosen (8.1a).
    pub tactics: [Option<Tactic>; 2],
    pub rounds: u8,
    /// The number that gives the battle its type (8.2b).
    pub size: u8,
    /// The round being fought, from 1.
    pub round: u8,
    /// Unmodified SP at the beginning, and of those who joined, by side (8.6a, R J42).
    pub start: [u16; 2],
    pub lost: [u16; 2],
    /// Dice of this round as thrown, by side.
    pub dice: [u8; 2],
    pub artillery_dice: [u8; 2],
    /// SP that each side has to lose now.
    pub due: [u8; 2],
    /// Sides that test their morale in this round.
    pub tests: [bool; 2],
    pub broken: [bool; 2],
    /// The defender cannot get away (8.5c).
    pub encircled: bool,
    /// Sides that attack in the flank (8.5b).
    pub flank: [bool; 2],
    /// Interceptors defend (6.5.1l).
    pub intercepted: bool,
    pub ending: Option<Ending>,
    /// Where the beaten side went.
    pub retreated_to: Option<BoxId>,
}
