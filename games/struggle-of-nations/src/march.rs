//! A force on the march, and the attrition that follows.

use board::Hex;
use serde::{Deserialize, Serialize};

use crate::roster::{Army, LeaderId, LeaderSet, UnitSet};
use crate::tables::Effort;

/// How a march came about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum How {
    Nothing,
    Command,
    Initiative,
    /// In the enemy's combat phase (14.forced).
    Forced,
    /// A leader alone (9.solo).
    Alone,
    /// Reinforcements (22.reinforce).
    Arrival,
    /// The centre of an army (6.cofo.move).
    Centre(Army),
}

/// The force in hand. Costs are in half points, foot and horse apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct March {
    pub how: How,
    pub commander: LeaderId,
    /// Everybody who marches, the commander included.
    pub force: LeaderSet,
    /// Those of them who stand in the second package (14.multi).
    pub second: LeaderSet,
    /// Whether the second package is in hand now.
    pub on_second: bool,
    /// By package: what foot and horse have spent.
    pub spent: [[u8; 2]; 2],
    /// By package: what foot and horse may spend; nothing for an arm that is not there.
    pub allowance: [[Option<u8>; 2]; 2],
    /// What the first step out of an enemy zone costs more (17.exit), by package.
    pub surcharge: [[u8; 2]; 2],
    /// By package: it stands in an enemy zone that it has yet to leave.
    pub leaving: [bool; 2],
    /// By package: it has entered an enemy zone and goes no further (17.zoc.stop).
    pub stopped: [bool; 2],
    /// By package: it has left its hexes.
    pub stepped: [bool; 2],
    pub extended: bool,
    /// The number that the initiative die must not exceed, told when the player has committed himself.
    pub needs: i8,
    /// The enemy whose zone a forced march may enter, and has (14.forced.zoc).
    pub into: Hex,
    /// Where the march began.
    pub from: [Hex; 2],
    /// A centre that moves.
    pub centre: Hex,
}

impl March {
    pub const NONE: March = March {
        how: How::Nothing,
        commander: LeaderId::NONE,
        force: LeaderSet::EMPTY,
        second: LeaderSet::EMPTY,
        on_second: false,
        spent: [[0; 2]; 2],
        allowance: [[None; 2]; 2],
        surcharge: [[0; 2]; 2],
        leaving: [false; 2],
        stopped: [false; 2],
        stepped: [false; 2],
        extended: false,
        needs: 0,
        into: Hex::NONE,
        from: [Hex::NONE; 2],
        centre: Hex::NONE,
    };

    /// The package in hand: 0 for that of the commander, 1 for the other.
    pub const fn place(&self) -> usize {
        self.on_second as usize
    }

    /// The leaders of the package in hand.
    pub fn in_hand(&self) -> LeaderSet {
        if self.on_second { self.second } else { self.force.difference(self.second) }
    }

    /// What the package in hand has left, by the arm that has less.
    pub fn left(&self) -> u8 {
        let (allowance, spent) = (self.allowance[self.place()], self.spent[self.place()]);
        let left = |arm: usize| allowance[arm].map(|most| most.saturating_sub(spent[arm]));
        [left(0), left(1)].into_iter().flatten().min().unwrap_or(0)
    }

    /// What the force has spent, arm by arm: the larger amount of its packages (14.multi).
    pub fn spending(&self) -> [u8; 2] {
        [0, 1].map(|arm| self.spent[0][arm].max(self.spent[1][arm]))
    }
}

/// Attrition that is being rolled.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Attrition {
    pub commander: LeaderId,
    pub force: LeaderSet,
    /// What foot and horse did.
    pub efforts: [Effort; 2],
    /// Points to lose: foot, horse.
    pub losses: [u8; 2],
    /// Units of special classes that still have to roll, and the steps of the ladder that count for them (27.classes).
    pub classed: UnitSet,
    pub steps: [u8; 2],
    /// One of them is artillery (24.mud) or cavalry (24.heat).
    pub special: bool,
}

impl Attrition {
    pub const NONE: Attrition = Attrition {
        commander: LeaderId::NONE,
        force: LeaderSet::EMPTY,
        efforts: [Effort::Stand; 2],
        losses: [0; 2],
        classed: UnitSet::EMPTY,
        steps: [0; 2],
        special: false,
    };
}
