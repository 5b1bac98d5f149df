//! The battle that is being declared or fought (18 to 20).

use board::Hex;
use kernel::Side;
use kit::small::Few;
use serde::{Deserialize, Serialize};

use crate::package::Package;
use crate::roster::{Army, FRENCH, LeaderId, LeaderSet};
use crate::tables::Result11;

/// What a side has written before a battle (18.pitched).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Plan {
    Pitched,
    Pursuit,
}

impl Plan {
    pub const BOTH: [Plan; 2] = [Plan::Pitched, Plan::Pursuit];

    pub const fn id(self) -> &'static str {
        match self {
            Plan::Pitched => "pitched",
            Plan::Pursuit => "pursuit",
        }
    }
}

/// The longest retreat, and the most hexes of its path, h0 included.
pub const PATH: usize = 12;

/// Most hexes that friends have to clear, and most hexes of a side in a battle.
pub const CLEARING: usize = 24;
pub const GROUND: usize = 12;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Battle {
    /// Who opened the battle: the phasing side, or the besieged in a sortie of their own turn.
    pub first: Side,
    /// Who attacks in this round.
    pub attacker: Side,
    /// The leaders that fight, by side; those of two packages under one commander included.
    pub forces: [LeaderSet; 2],
    pub commander: [LeaderId; 2],
    /// Phasing leaders beside the battle (18.who.extra).
    pub extra: LeaderSet,
    /// It follows from a failed repulse (14.repulse.fail), or is a sortie (23.citadel.sortie).
    pub after_repulse: bool,
    pub sortie: bool,
    /// The army whose source is attacked where nobody but its garrison is (6.garrison.combat).
    pub garrison: Option<Army>,
    pub plans: [Option<Plan>; 2],
    /// Cavalry of each side as it was when the battle began (25.cavdiff.count).
    pub cavalry: [u16; 2],
    /// The package that a counterattack is made on (18.who.counter).
    pub aim: Hex,
    /// Attacks and counterattacks made by each side (18.pitched.limit).
    pub attacks: [u8; 2],
    pub rounds: u8,
    pub lost_a_round: [bool; 2],
    /// A round was converted, and followed by a counterattack (18.morale).
    pub converted: bool,
    pub countered: bool,
    /// The guns of the attacker have been decided on in this round.
    pub guns_done: bool,
    /// The column of the combat table in this round, the die before a bonus, and the result.
    pub column: u8,
    pub die: u8,
    pub result: Option<Result11>,
    /// The side that retreats, by how many hexes, and what the winner lost.
    pub loser: Side,
    pub retreat: u8,
    pub winner_lost: u8,
    /// A hex of the loser was surrounded before it went (18.loss.double).
    pub surrounded: bool,
    /// The retreat entered an enemy zone.
    pub through_zone: bool,
    /// The packages that retreat, and the opening that the owner has chosen for the one on its way.
    pub retreating: LeaderSet,
    pub opening: Package,
    /// Where the package stood whose path is pursued.
    pub start: Package,
    /// h0 to hN of the package that is pursued (19.path).
    pub path: Few<Hex, PATH>,
    /// It could not go all the way (19.path.short), or left the map (19.offmap).
    pub short: bool,
    pub off_map: bool,
    /// It was wiped out on the way (19.displace.fail), or caught (20.pursuit.kill).
    pub wiped: bool,
    /// Hexes that friends have to clear, for whom, and who has made way already (19.displace).
    pub clearing: Few<Hex, CLEARING>,
    pub displacer: LeaderId,
    pub displaced: LeaderSet,
    /// Who pursues, how far the table lets him go, and how far he has gone.
    pub pursuers: LeaderSet,
    pub pursuer: LeaderId,
    pub origin: Package,
    pub pursuit: u8,
    pub pursued: u8,
    pub overrun: bool,
    /// The winner uses his superiority in cavalry and pays for it (25.cavdiff.price).
    pub pays: bool,
    /// One of the points that are due comes off the guns (25.artillery.combat).
    pub gun_point: bool,
    /// Where both sides stood when the battle began; what the winner may enter (18.pitched.wiped).
    pub ground: [Few<Hex, GROUND>; 2],
    /// Who counterattacks, if the defenders are not one force (18.who.counter).
    pub striking: LeaderSet,
}

impl Battle {
    pub fn none() -> Battle {
        Battle {
            first: FRENCH,
            attacker: FRENCH,
            forces: [LeaderSet::EMPTY; 2],
            commander: [LeaderId::NONE; 2],
            extra: LeaderSet::EMPTY,
            after_repulse: false,
            sortie: false,
            garrison: None,
            plans: [None; 2],
            cavalry: [0; 2],
            aim: Hex::NONE,
            attacks: [0; 2],
            rounds: 0,
            lost_a_round: [false; 2],
            converted: false,
            countered: false,
            guns_done: false,
            column: 0,
            die: 0,
            result: None,
            loser: FRENCH,
            retreat: 0,
            winner_lost: 0,
            surrounded: false,
            through_zone: false,
            retreating: LeaderSet::EMPTY,
            opening: Package::NOWHERE,
            start: Package::NOWHERE,
            path: Few::new(),
            short: false,
            off_map: false,
            wiped: false,
            clearing: Few::new(),
            displacer: LeaderId::NONE,
            displaced: LeaderSet::EMPTY,
            pursuers: LeaderSet::EMPTY,
            pursuer: LeaderId::NONE,
            origin: Package::NOWHERE,
            pursuit: 0,
            pursued: 0,
            overrun: false,
            pays: false,
            gun_point: false,
            ground: [Few::new(); 2],
            striking: LeaderSet::EMPTY,
        }
    }

    /// Everybody of a side in this battle.
    pub fn of(&self, side: Side) -> LeaderSet {
        self.forces[side.index()]
    }
}
