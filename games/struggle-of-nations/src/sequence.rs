//! The turn as a stack of frames: what is going on now is on top, what it interrupts below.
//!
//! The lowest frame is the segment of the turn. It waits for nobody: when everything above it is done, the next segment opens.

use board::Hex;
use kernel::Side;
use serde::{Deserialize, Serialize};

use crate::ground::BridgeId;
use crate::roster::{Army, LeaderId};

/// The segments of a game turn, in order (4.sequence).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Segment {
    /// The armistice is rolled for (26.armistice).
    Interphase,
    Weather,
    Administration,
    Organization,
    Commands,
    Centres,
    Initiative,
    /// Attrition of those that stood still (4.sequence.rest).
    Rest,
    Bridges,
    /// Of the side whose turn it is not.
    Forced,
    Battles,
    Rally,
    /// The player turn ends.
    End,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Frame {
    Segment(Segment),
    ArmisticeDie,
    WeatherDie,

    // Administration (5, 6)
    SourceDie {
        army: Army,
    },
    /// The player decides on source, centre and support of an army.
    Administer {
        army: Army,
    },
    PointsDie {
        army: Army,
        declared: u8,
    },

    // Organization (11, 22)
    Organize,
    /// Leaders in excess must be displaced by this side (14.integrity).
    Integrity {
        side: Side,
    },

    // Movement (7, 10, 14, 22)
    Commands,
    Centres,
    Initiative,
    Forced,
    /// A force is being put together.
    Muster,
    InitiativeDie,
    Marching,
    /// A bare leader of this side is pushed out of the way (14.stop.leaders), or a force driven back (14.repulse).
    Push {
        side: Side,
        leader: LeaderId,
    },
    /// Two dice: foot and horse.
    AttritionDice,
    /// A unit of a special class rolls apart (27.classes).
    ClassDie,
    /// How late a force comes that hurried to a battle (27.hurry).
    HurryDie,
    /// The owner takes off what attrition or combat cost.
    Losses {
        side: Side,
    },
    /// The Berlin militia appears: the Allies choose its second hex (26.berlin.militia).
    Militia,

    // Bridges (25)
    Bridges,
    BridgeDie {
        leader: LeaderId,
        bridge: BridgeId,
        blow: bool,
    },

    // Combat (18 to 20, 23)
    /// A garrison of this side may refuse battle.
    Refuse {
        side: Side,
    },
    Battles,
    /// An attack is being put together.
    Declare,
    /// Both sides write pitched or pursuit, in secret.
    Plans,
    Guns,
    GunDie,
    CombatDie,
    /// The attacking commander may change his die by one.
    Bonus,
    /// The loser stands fast or gives way.
    Stand {
        side: Side,
    },
    /// A counterattack may be declined from a fortified town, and needs targets.
    Counter {
        side: Side,
    },
    Retreat {
        side: Side,
    },
    /// Friends in the way of a retreat are displaced.
    Displace {
        side: Side,
        leader: LeaderId,
    },
    /// The winner names who pursues.
    Pursue {
        side: Side,
    },
    PursuitDie,
    Pursuing {
        side: Side,
    },
    /// The winner may enter hexes that lie empty (18.pitched.wiped, 23.citadel.surrender).
    Occupy {
        side: Side,
    },
    MoraleChoice {
        side: Side,
    },
    /// The battle is put away.
    CloseBattle,

    // Disorganization and rally (21)
    Disorder {
        side: Side,
    },
    DisorderDie {
        leader: LeaderId,
    },
    Rally {
        side: Side,
    },
    RallyDie {
        leader: LeaderId,
    },

    /// The armistice of the campaign: this side reorganizes and redeploys (26.armistice.turn).
    Armistice {
        side: Side,
    },
    /// A leader is put down elsewhere: first his leading hex is chosen, then how he faces.
    Settle {
        side: Side,
        leader: LeaderId,
        at: Hex,
    },
    GameOver,
}
