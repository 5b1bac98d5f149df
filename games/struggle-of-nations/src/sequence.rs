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

kernel::frames! {
    pub enum Frame: Question, Die, Step {
        goes Segment { segment: Segment };
        rolls ArmisticeDie;
        rolls WeatherDie;

        // Administration (5, 6)
        rolls SourceDie { army: Army };
        /// The player decides on source, centre and support of an army.
        asks Administer { army: Army };
        rolls PointsDie { army: Army, declared: u8 };

        // Organization (11, 22)
        asks Organize;
        /// A pause as a phase ends: until then nobody learns whether the enemy had to displace anybody.
        rolls PhaseEnd;
        /// Leaders in excess must be displaced by this side (14.integrity).
        asks Integrity { side: Side };

        // Movement (7, 10, 14, 22)
        asks Commands;
        asks Centres;
        asks Initiative;
        asks Forced;
        /// A force is being put together.
        asks Muster;
        rolls InitiativeDie;
        asks Marching;
        /// A bare leader of this side is pushed out of the way (14.stop.leaders), or a force driven back (14.repulse).
        asks Push { side: Side, leader: LeaderId };
        /// The side whose turn it is rolls for everybody who stood still (4.sequence.rest).
        goes Resting;
        /// Two dice: foot and horse.
        rolls AttritionDice;
        /// A pause after the dice of attrition, which the enemy does not see.
        rolls AfterAttrition;
        /// A unit of a special class rolls apart (27.classes).
        rolls ClassDie;
        /// How late a force comes that hurried to a battle (27.hurry).
        rolls HurryDie;
        /// The owner takes off what attrition or combat cost.
        asks Losses { side: Side };
        /// The Berlin militia appears: the Allies choose its second hex (26.berlin.militia).
        asks Militia;

        // Bridges (25)
        asks Bridges;
        rolls BridgeDie { leader: LeaderId, bridge: BridgeId, blow: bool };

        // Combat (18 to 20, 23)
        /// A garrison of this side may refuse battle.
        asks Refuse { side: Side };
        asks Battles;
        /// An attack is being put together.
        asks Declare;
        /// Both sides write pitched or pursuit, in secret.
        asks Plans;
        asks Guns;
        rolls GunDie;
        rolls CombatDie;
        /// The attacking commander may change his die by one.
        asks Bonus;
        /// The loser stands fast or gives way.
        asks Stand { side: Side };
        /// A counterattack may be declined from a fortified town, and needs targets.
        asks Counter { side: Side };
        asks Retreat { side: Side };
        /// Friends in the way of a retreat are displaced.
        asks Displace { side: Side, leader: LeaderId };
        /// The winner names who pursues.
        asks Pursue { side: Side };
        rolls PursuitDie;
        asks Pursuing { side: Side };
        /// The winner may enter hexes that lie empty (18.pitched.wiped, 23.citadel.surrender).
        asks Occupy { side: Side };
        asks MoraleChoice { side: Side };
        /// The battle is put away.
        goes CloseBattle;

        // Disorganization and rally (21)
        asks Disorder { side: Side };
        rolls DisorderDie { leader: LeaderId };
        asks Rally { side: Side };
        rolls RallyDie { leader: LeaderId };

        /// The armistice of the campaign: this side reorganizes and redeploys (26.armistice.turn).
        asks Armistice { side: Side };
        /// A leader is put down elsewhere: first his leading hex is chosen, then how he faces.
        asks Settle { side: Side, leader: LeaderId, at: Hex };
        goes GameOver;
    }
}

impl Frame {
    pub const fn of(segment: Segment) -> Frame {
        Frame::Segment { segment }
    }

    /// The leader whom a frame names.
    pub(crate) fn acting(self) -> Option<LeaderId> {
        let mut frame = self;
        frame.acting_mut().copied()
    }

    /// The same frame about somebody else.
    pub(crate) fn about(mut self, leader: LeaderId) -> Frame {
        if let Some(acting) = self.acting_mut() {
            *acting = leader;
        }
        self
    }

    fn acting_mut(&mut self) -> Option<&mut LeaderId> {
        match self {
            Frame::Push { leader, .. }
            | Frame::Displace { leader, .. }
            | Frame::BridgeDie { leader, .. }
            | Frame::DisorderDie { leader }
            | Frame::RallyDie { leader }
            | Frame::Settle { leader, .. } => Some(leader),
            Frame::Segment { .. }
            | Frame::ArmisticeDie
            | Frame::WeatherDie
            | Frame::SourceDie { .. }
            | Frame::Administer { .. }
            | Frame::PointsDie { .. }
            | Frame::Organize
            | Frame::Integrity { .. }
            | Frame::Commands
            | Frame::Centres
            | Frame::Initiative
            | Frame::Forced
            | Frame::Muster
            | Frame::InitiativeDie
            | Frame::Marching
            | Frame::Resting
            | Frame::PhaseEnd
            | Frame::AfterAttrition
            | Frame::AttritionDice
            | Frame::ClassDie
            | Frame::HurryDie
            | Frame::Losses { .. }
            | Frame::Militia
            | Frame::Bridges
            | Frame::Refuse { .. }
            | Frame::Battles
            | Frame::Declare
            | Frame::Plans
            | Frame::Guns
            | Frame::GunDie
            | Frame::CombatDie
            | Frame::Bonus
            | Frame::Stand { .. }
            | Frame::Counter { .. }
            | Frame::Retreat { .. }
            | Frame::Pursue { .. }
            | Frame::PursuitDie
            | Frame::Pursuing { .. }
            | Frame::Occupy { .. }
            | Frame::MoraleChoice { .. }
            | Frame::CloseBattle
            | Frame::Disorder { .. }
            | Frame::Rally { .. }
            | Frame::Armistice { .. }
            | Frame::GameOver => None,
        }
    }
}

/// The segments as positions and examples name them.
const SEGMENTS: [(&str, Segment); 13] = [
    ("interphase", Segment::Interphase),
    ("weather", Segment::Weather),
    ("administration", Segment::Administration),
    ("organization", Segment::Organization),
    ("commands", Segment::Commands),
    ("centres", Segment::Centres),
    ("initiative", Segment::Initiative),
    ("rest", Segment::Rest),
    ("bridges", Segment::Bridges),
    ("forced", Segment::Forced),
    ("battles", Segment::Battles),
    ("rally", Segment::Rally),
    ("end", Segment::End),
];

impl Segment {
    /// The word for it in positions and examples.
    pub(crate) fn word(self) -> &'static str {
        SEGMENTS.iter().find(|(_, segment)| *segment == self).map_or("", |(word, _)| word)
    }
}

/// What is going on at the bottom of the stack, as positions and examples name it.
pub(crate) fn phase(frames: &[Frame]) -> &'static str {
    match frames.first() {
        Some(Frame::Segment { segment }) => segment.word(),
        Some(Frame::Armistice { .. }) => "armistice",
        Some(_) | None => "over",
    }
}

/// The questions with which segments open: there a game can be put down as a position.
const MOMENTS: [(&str, Segment, Question); 7] = [
    ("organization", Segment::Organization, Question::Organize),
    ("commands", Segment::Commands, Question::Commands),
    ("centres", Segment::Centres, Question::Centres),
    ("initiative", Segment::Initiative, Question::Initiative),
    ("bridges", Segment::Bridges, Question::Bridges),
    ("forced", Segment::Forced, Question::Forced),
    ("battles", Segment::Battles, Question::Battles),
];

/// The word for a moment in which nothing is half done.
pub(crate) fn moment(frames: &[Frame]) -> Option<&'static str> {
    let [Frame::Segment { segment }, frame] = frames else { return None };
    MOMENTS.iter().find(|(_, of, question)| of == segment && frame.asked() == Some(*question)).map(|(word, ..)| *word)
}

/// The frames of such a moment.
pub(crate) fn frames_at(moment: &str) -> Option<[Frame; 2]> {
    let (_, segment, question) = MOMENTS.iter().find(|(word, ..)| *word == moment)?;
    Some([Frame::of(*segment), Frame::from(*question)])
}
