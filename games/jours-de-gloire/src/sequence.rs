//! The turn as a stack of frames: what is going on now is on top, what it interrupts below.
//!
//! Frames say only what everybody may know. Those that one side goes through in private ([`Frame::is_private`]) are not
//! shown to the other side at all.

use board::boxes::BoxId;
use kernel::{Seat, Side, Waits};
use serde::{Deserialize, Serialize};

use crate::counters::{ArmyId, CounterId};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Frame {
    /// Phase A, and D between two turns.
    Events(Events),
    /// B1 and C1.
    Administration(Administration),
    /// B2 and C2, and the reactions to it.
    Movement(Movement),
    /// B3 and C3.
    Guns(Guns),
    /// B4 and C4.
    Combat(Combat),
    #[default]
    GameOver,
}

kernel::frames! {
    /// Phase A and phase D (2.A, 2.D).
    pub enum Events: EventsQuestion, EventsDie, EventsStep {
        /// A turn is to be opened.
        goes Open;
        /// The weather die (3.1a).
        rolls WeatherDie;
        /// Leaders come and go by the calendar, and those who were driven off come back (4.2b, 4.2d).
        goes Leaders;
        /// The owner chooses where this leader comes back (4.2d).
        asks LeaderReturns { leader: CounterId };
        /// Who moves first (3.2).
        goes FirstPlayer;
        /// Both sides throw, the French first (3.2b).
        rolls FirstPlayerDie { french: Option<u8> };
        asks ChooseFirst { side: Side };
        /// Reinforcements are put on the map (3.3a).
        goes Arrivals;
        /// Whether an entry of the schedule is delayed (3.3e).
        rolls ArrivalDie { entry: u8 };
        /// Whether troops change sides (S.0).
        rolls DefectionDie { entry: u8 };
        /// A side has to leave a box in which enemy reinforcements arrive (3.3b).
        asks StepAside { side: Side, at: BoxId };
        /// SP reinforcements go into units (B.3.3).
        asks Replacements { side: Side };
        /// A side draws a card (B.2A).
        rolls CardDie { side: Side };
        /// Phase D: the turn is to be closed.
        goes Close;
        /// Too many cards in hand (B.2D).
        asks Discard { side: Side };
        /// Hostilities cease or resume (A.arm).
        goes Calendar;
        /// Who stands beside the enemy when the armistice begins must be lifted away (R J57).
        asks LiftAway { side: Side };
    }

    /// B1 and C1 (2.B1a), in the order of the book.
    pub enum Administration: AdministrationQuestion, AdministrationDie, AdministrationStep {
        goes Open;
        /// The player may bring back so many dummies (7.1g).
        asks ReturnDummies { side: Side, left: u8 };
        /// What was shown in the last turn is turned down again (2.B1a).
        goes TurnDown;
        /// The player may put big stacks under Force markers (7.2a).
        asks ForceMarkers { side: Side };
        /// Lines, supply and command are found out (4.3, 4.4).
        goes Lines;
        /// The die for the command points of an army, and of the one that shares it (4.5a, B.4.5).
        rolls PointsDie { army: ArmyId };
        /// The pips are shared out (B.4.5).
        asks SharePoints { army: ArmyId, with: ArmyId, pips: u8 };
        goes Done;
    }

    /// B2 and C2 (2.B2).
    pub enum Movement: MovementQuestion, MovementDie, MovementStep {
        goes Open;
        /// A seat of the phasing side moves its stacks, one after the other.
        asks Choose { seat: Seat };
        /// A stack is being put together, in private.
        asks Muster { seat: Seat, side: Side };
        /// In solitaire play the points of the stack are thrown for (10.b).
        rolls PointsDie { seat: Seat };
        /// The stack in hand marches and acts.
        asks March { seat: Seat };
        /// The stack has entered a box: dummies alone are cleared away, lone leaders displaced (R J22).
        goes Entered;
        /// The owner of a leader of rank 4 chooses where he goes (4.2c).
        asks DisplaceLeader { leader: CounterId };
        /// Cavalry that has entered a box of enemies may reconnoitre (6.3a). Stacks that lie face down are asked whatever they
        /// are, so that the question tells nothing.
        asks AskScout { seat: Seat };
        /// 6.3b, 6.3c
        rolls ScoutDie;
        /// The enemy shows so many counters (6.3e).
        asks Show { side: Side, at: BoxId, left: u8 };
        /// The scouts may go back (6.3f).
        asks ScoutsReturn { seat: Seat };
        /// One die for each cavalry unit that goes back or withdraws from this box (6.3g).
        rolls WithdrawalDie { side: Side, from: BoxId };
        /// Cavalry of this side may leave the box that was entered (6.3i).
        asks Withdraw { seat: Seat, at: BoxId };
        /// Forces beside the box may be declared to intercept (6.5.1a).
        asks Intercept { seat: Seat, at: BoxId };
        /// 6.5.1d
        rolls InterceptionDie { seat: Seat, from: BoxId };
        /// A Force that may intercept chooses what it does (6.5.1j, 6.5.1k).
        asks Intercepting { seat: Seat, from: BoxId };
        /// What a step brought about has been dealt with.
        goes StepDone;
        /// The march is over: stragglers (5.5.3).
        goes Halted;
        /// One die for each counter of the stack, in private (5.5.3a).
        rolls StragglerDie { side: Side };
        /// Units at rest gather their stragglers (5.5.4), in private; when all have, there is a pause.
        rolls Recover { side: Side };
        rolls RecoveryDie { side: Side };
        goes Close;
    }

    /// B3 and C3 (2.B3, 6.5.2).
    pub enum Guns: GunsQuestion, GunsDie, GunsStep {
        goes Open;
        /// A seat of the other side may send Forces to the guns.
        asks Choose { seat: Seat };
        /// A Force is being put together, in private.
        asks Muster { seat: Seat, side: Side };
        /// 6.5.2b
        rolls Die { seat: Seat, from: BoxId, to: BoxId };
        goes Close;
    }

    /// B4 and C4 (8).
    pub enum Combat: CombatQuestion, CombatDie, CombatStep {
        goes Open;
        /// The phasing player chooses the next battle (8.0).
        asks Choose { seat: Seat };
        /// The defender in a fortified city's box: outside or inside (8.8b).
        asks Shelter { seat: Seat };
        /// Units that find no room inside leave the box (8.8f).
        asks Overflow { seat: Seat };
        /// The attacker of a city: assault, siege or mask (8.8c).
        asks Invest { seat: Seat };
        rolls SiegeDie;
        /// Both sides choose their tactics in secret (8.1a).
        asks Tactics;
        /// Faces are shown and dummies leave (8.1a, 7.1e); rounds are counted (8.2b).
        goes Reveal;
        /// The attacker may try an overrun instead of a round (8.4c).
        asks AskOverrun { seat: Seat };
        rolls OverrunDie;
        /// The attacker may go on by a box (8.4e, 8.4f).
        asks OverrunAdvance { seat: Seat };
        goes Round;
        /// 8.1c
        rolls BattleDie { side: Side };
        rolls ArtilleryDie { side: Side };
        /// All dice have fallen: both sides take their losses at the same time (8.1c).
        goes Casualties;
        /// The owner shares out losses where the rules leave him a choice (8.4a).
        asks Losses { seat: Seat, side: Side, left: u8 };
        /// Who has to test his morale (8.6a, 8.6b).
        goes Morale;
        /// 8.6c
        rolls MoraleDie { side: Side };
        /// Marchers arrive, or the battle ends (6.5.2c, 8.1d).
        goes RoundEnd;
        /// Who is beaten (8.1e).
        goes Verdict;
        /// The beaten side, or the attacker of an indecisive battle, chooses a box (8.7a).
        asks Retreat { seat: Seat, side: Side };
        rolls PursuitDie;
        /// 6.4c
        asks AskBlowBridge { seat: Seat };
        rolls BlowBridgeDie { side: Side };
        /// Who need not retreat may do so (8.7a).
        asks AskRetire { seat: Seat, side: Side };
        goes BattleOver;
        goes Close;
    }
}

/// The frame of a phase, if that is what is going on.
macro_rules! of_phase {
    ($($name:ident: $phase:ident;)+) => {
        impl Frame {
            $(pub fn $name(self) -> Option<$phase> {
                if let Frame::$phase(frame) = self { Some(frame) } else { None }
            })+
        }
    };
}

of_phase! {
    events: Events;
    administration: Administration;
    movement: Movement;
    guns: Guns;
    combat: Combat;
}

impl Frame {
    pub fn is_over(self) -> bool {
        self == Frame::GameOver
    }

    /// Whose private business the frame is: the other side does not learn that it is there.
    pub fn is_private(self) -> Option<Side> {
        if let Some(frame) = self.guns() {
            return match frame.asked()? {
                GunsQuestion::Muster { side, .. } => Some(side),
                GunsQuestion::Choose { .. } => None,
            };
        }
        match self.movement()?.waits() {
            Waits::Asks(MovementQuestion::Muster { side, .. })
            | Waits::Rolls(
                MovementDie::StragglerDie { side } | MovementDie::Recover { side } | MovementDie::RecoveryDie { side },
            ) => Some(side),
            Waits::Asks(_) | Waits::Rolls(_) | Waits::Goes(_) => None,
        }
    }
}
