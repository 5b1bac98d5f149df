//! The turn as a stack of frames: what is going on now is on top, what it interrupts below.

use board::Hex;
use kernel::Side;
use serde::{Deserialize, Serialize};

use crate::counters::{CorpsId, CounterId};
use crate::tables::{DefenderResult, Weather};

/// Who moves in a part of the movement (D, E, F).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Part {
    #[default]
    Commanded,
    Others,
    Arriving,
}

/// What a check is for (6.0). It says whether it is an EC or a Task Check, and what follows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Trial {
    /// A further vertex (3.11d): a task.
    Turn,
    /// After a march in bad weather (7.1 to 7.4).
    Strain(Weather),
    /// Before infantry fires (G.4c): a task.
    Volley,
    /// To fire all the same (G.4c).
    Press,
    /// The result EC of fire (G.3j).
    Hit,
    /// The result D/P of fire (G.3l).
    HitOrPanic,
    /// In a building that has been set alight (G.3t).
    Burning,
    /// Cavalry that has gone back before a charge (H.1l): two are added to the die.
    GaveWay,
    /// The defender of a charge (H.2).
    Charged(DefenderResult),
    /// The attacker, with the result EC (H.2a).
    Charger,
    /// Friends under a Panicked unit that goes back (H.2l).
    Crowded,
    /// A Shaken unit is to rally (J.2b): a task.
    RallyShaken,
    /// A Panicked one is (J.3a): a task.
    RallyPanicked,
}

impl Trial {
    /// 6.0c: a failed task is not done, and that is all.
    pub const fn is_task(self) -> bool {
        matches!(self, Trial::Turn | Trial::Volley | Trial::RallyShaken | Trial::RallyPanicked)
    }
}

/// Why a unit goes back, and with it what is asked afterwards.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Flight {
    /// After panic (6.0f): away from the nearest enemy.
    Panic,
    /// After a charge (H.2d).
    Recoil,
    /// After a charge, of a unit that is Panicked (H.2g, H.2h).
    Broken,
    /// Panic because somebody stands at its back (H.2j): the first hex is not his.
    Around,
    /// Cavalry before a charge (H.1l), or before infantry (H.1m); its facing is free afterwards.
    BeforeCharge,
    BeforeInfantry,
    /// A leader whose hex was charged (I.0c).
    Leader,
}

kernel::frames! {
    pub enum Frame: Question, Die, Step {
        // A: before the first turn, and as turns begin
        /// Before the first turn: what lies above it is set-up.
        goes Setup;
        /// This side writes its approach plans (A.2b).
        asks Plan { side: Side };
        /// The secret die for the hour of a corps (A.2c).
        rolls HourDie { corps: CorpsId };
        /// A pause after the secret dice for the hour, whether or not one of them decided anything.
        rolls AfterHours;
        /// A pause before arrivals are placed: until then nobody learns whether there are any (M.1).
        rolls Muster;
        /// The die for the place of a corps that comes next turn (A.2e).
        rolls PointDie { corps: CorpsId };
        /// This side may call a corps.
        asks Call { side: Side };
        /// What stands at the beginning of every turn: successors, dice, calls.
        goes BeginTurn;
        /// This side places a successor or replacement for a lost leader (I.0e, I.0f).
        asks Successor { side: Side };
        /// Whether the corps of the option hesitates.
        rolls HesitationDie;

        // B, C
        asks Initiative;
        goes Command;

        // D, E, F
        /// A part of the movement begins for a player, or the next follows.
        goes OpenMovement;
        /// Choose a counter to move, or end the movement.
        asks Move;
        /// A counter is in hand.
        asks Moving;
        /// The owner says to which part the units between two hexes belong (D.3d, D.3e).
        asks Astride { brigade: CounterId };
        /// Infantry has come next to cavalry: its owner answers (H.1m).
        asks Approach;
        /// The die at a fork (7.5a).
        rolls LostWayDie;
        /// Checks at the end of a march in bad weather (7.1).
        goes Strains;

        // G
        /// Choose a counter to fire, or be done: first guns, then infantry.
        asks Fire { guns: bool };
        /// Whether infantry fires in spite of a failed check (G.4c).
        asks Press;
        rolls FireDie;
        rolls DemolitionDie;
        /// What follows a fire: leaders' dice, then the other player.
        goes CloseFire;

        // H
        /// Choose a charge, or be done.
        asks Charges;
        /// A charge is being put together.
        asks Declare;
        /// Charged cavalry may go back before it (H.1l).
        asks GiveWay;
        rolls ChargeDie;
        /// The results are carried out: defender, then attacker.
        goes Defender;
        goes Attacker;
        /// Leaders in the hex of the target (I.0c).
        goes ChargedLeaders;
        /// The chargers may enter the hex and turn (H.2i).
        asks Advance;
        goes CloseCharge;

        // 6, H.2, I
        rolls Check { unit: CounterId, trial: Trial };
        /// A counter goes back so many hexes, away from a hex.
        asks Recoil { unit: CounterId, left: u8, from: Hex, flight: Flight };
        /// Its owner chooses how a counter faces.
        asks Face { unit: CounterId };
        rolls LeaderDie { leader: CounterId, charged: bool };
        /// The enemy moves what stands in a hex beyond its limits (5.4e).
        asks Unstack { hex: Hex };

        // J, K, L
        asks Rally;
        asks Rout;
        /// A Panicked unit runs.
        asks Routing { unit: CounterId, left: u8 };
        asks Reorganise;

        goes EndTurn;
        goes GameOver;
    }
}

/// The frames with which phases open, as positions and examples name them, and the part of the movement.
const OPENINGS: [(&str, Frame, Option<Part>); 13] = [
    ("initiative", Frame::Initiative, None),
    ("command", Frame::Command, None),
    ("movement", Frame::OpenMovement, Some(Part::Commanded)),
    ("others", Frame::OpenMovement, Some(Part::Others)),
    ("arrivals", Frame::OpenMovement, Some(Part::Arriving)),
    ("artillery", Frame::Fire { guns: true }, None),
    ("infantry", Frame::Fire { guns: false }, None),
    ("charges", Frame::Charges, None),
    ("rally", Frame::Rally, None),
    ("rout", Frame::Rout, None),
    ("reorganisation", Frame::Reorganise, None),
    ("end", Frame::EndTurn, None),
    ("over", Frame::GameOver, None),
];

/// The frame that opens a phase, and the part of the movement.
pub(crate) fn opening(phase: &str) -> Option<(Frame, Option<Part>)> {
    OPENINGS.iter().find(|(name, ..)| *name == phase).map(|(_, frame, part)| (*frame, *part))
}

/// The phase that a frame opens.
pub(crate) fn phase_opened(frame: Frame, part: Part) -> Option<&'static str> {
    let opens = |of: &Option<Part>| of.is_none_or(|of| of == part);
    OPENINGS.iter().find(|(_, opened, of)| *opened == frame && opens(of)).map(|(name, ..)| *name)
}
