//! The turn as a stack of frames: what is going on now is on top, what it interrupts below.
//!
//! Frames say only what everybody may know. Those that one side goes through in private ([`Frame::is_private`]) are not
//! shown to the other side at all.

use board::boxes::BoxId;
use kernel::{Seat, Side};
use serde::{Deserialize, Serialize};

use crate::counters::{ArmyId, CounterId};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
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
    GameOver,
}

/// Phase A and phase D (2.A, 2.D).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Events {
    /// A turn is to be opened.
    Open,
    /// The weather die (3.1a).
    WeatherDie,
    /// Leaders come and go by the calendar, and those who were driven off come back (4.2b, 4.2d).
    Leaders,
    /// The owner chooses where this leader comes back (4.2d).
    LeaderReturns {
        leader: CounterId,
    },
    /// Who moves first (3.2).
    FirstPlayer,
    /// Both sides throw, the French first (3.2b).
    FirstPlayerDie {
        french: Option<u8>,
    },
    ChooseFirst {
        side: Side,
    },
    /// Reinforcements are put on the map (3.3a).
    Arrivals,
    /// Whether an entry of the schedule is delayed (3.3e).
    ArrivalDie {
        entry: u8,
    },
    /// Whether troops change sides (S.0).
    DefectionDie {
        entry: u8,
    },
    /// A side has to leave a box in which enemy reinforcements arrive (3.3b).
    StepAside {
        side: Side,
        at: BoxId,
    },
    /// SP reinforcements go into units (B.3.3).
    Replacements {
        side: Side,
    },
    /// A side draws a card (B.2A).
    CardDie {
        side: Side,
    },
    /// Phase D: the turn is to be closed.
    Close,
    /// Too many cards in hand (B.2D).
    Discard {
        side: Side,
    },
    /// Hostilities cease or resume (A.arm).
    Calendar,
    /// Who stands beside the enemy when the armistice begins must be lifted away (R J57).
    LiftAway {
        side: Side,
    },
}

/// B1 and C1 (2.B1a), in the order of the book.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Administration {
    Open,
    /// The player may bring back so many dummies (7.1g).
    ReturnDummies {
        side: Side,
        left: u8,
    },
    /// What was shown in the last turn is turned down again (2.B1a).
    TurnDown,
    /// The player may put big stacks under Force markers (7.2a).
    ForceMarkers {
        side: Side,
    },
    /// Lines, supply and command are found out (4.3, 4.4).
    Lines,
    /// The die for the command points of an army, and of the one that shares it (4.5a, B.4.5).
    PointsDie {
        army: ArmyId,
    },
    /// The pips are shared out (B.4.5).
    SharePoints {
        army: ArmyId,
        with: ArmyId,
        pips: u8,
    },
    Done,
}

/// B2 and C2 (2.B2).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Movement {
    Open,
    /// A seat of the phasing side moves its stacks, one after the other.
    Choose {
        seat: Seat,
    },
    /// A stack is being put together, in private.
    Muster {
        seat: Seat,
        side: Side,
    },
    /// In solitaire play the points of the stack are thrown for (10.b).
    PointsDie {
        seat: Seat,
    },
    /// The stack in hand marches and acts.
    March {
        seat: Seat,
    },
    /// The stack has entered a box: dummies alone are cleared away, lone leaders displaced (R J22).
    Entered,
    /// The owner of a leader of rank 4 chooses where he goes (4.2c).
    DisplaceLeader {
        leader: CounterId,
    },
    /// Cavalry that has entered a box of enemies may reconnoitre (6.3a). Stacks that lie face down are asked whatever they
    /// are, so that the question tells nothing.
    AskScout {
        seat: Seat,
    },
    /// 6.3b, 6.3c
    ScoutDie,
    /// The enemy shows so many counters (6.3e).
    Show {
        side: Side,
        at: BoxId,
        left: u8,
    },
    /// The scouts may go back (6.3f).
    ScoutsReturn {
        seat: Seat,
    },
    /// One die for each cavalry unit that goes back or withdraws from this box (6.3g).
    WithdrawalDie {
        side: Side,
        from: BoxId,
    },
    /// Cavalry of this side may leave the box that was entered (6.3i).
    Withdraw {
        seat: Seat,
        at: BoxId,
    },
    /// Forces beside the box may be declared to intercept (6.5.1a).
    Intercept {
        seat: Seat,
        at: BoxId,
    },
    /// 6.5.1d
    InterceptionDie {
        seat: Seat,
        from: BoxId,
    },
    /// A Force that may intercept chooses what it does (6.5.1j, 6.5.1k).
    Intercepting {
        seat: Seat,
        from: BoxId,
    },
    /// What a step brought about has been dealt with.
    StepDone,
    /// The march is over: stragglers (5.5.3).
    Halted,
    /// One die for each counter of the stack, in private (5.5.3a).
    StragglerDie {
        side: Side,
    },
    /// Units at rest gather their stragglers (5.5.4), in private; when all have, there is a pause.
    Recover {
        side: Side,
    },
    RecoveryDie {
        side: Side,
    },
    Close,
}

/// B3 and C3 (2.B3, 6.5.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Guns {
    Open,
    /// A seat of the other side may send Forces to the guns.
    Choose {
        seat: Seat,
    },
    /// A Force is being put together, in private.
    Muster {
        seat: Seat,
        side: Side,
    },
    /// 6.5.2b
    Die {
        seat: Seat,
        from: BoxId,
        to: BoxId,
    },
    Close,
}

/// B4 and C4 (8).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Combat {
    Open,
    /// The phasing player chooses the next battle (8.0).
    Choose {
        seat: Seat,
    },
    /// The defender in a fortified city's box: outside or inside (8.8b).
    Shelter {
        seat: Seat,
    },
    /// Units that find no room inside leave the box (8.8f).
    Overflow {
        seat: Seat,
    },
    /// The attacker of a city: assault, siege or mask (8.8c).
    Invest {
        seat: Seat,
    },
    SiegeDie,
    /// Both sides choose their tactics in secret (8.1a).
    Tactics,
    /// Faces are shown and dummies leave (8.1a, 7.1e); rounds are counted (8.2b).
    Reveal,
    /// The attacker may try an overrun instead of a round (8.4c).
    AskOverrun {
        seat: Seat,
    },
    OverrunDie,
    /// The attacker may go on by a box (8.4e, 8.4f).
    OverrunAdvance {
        seat: Seat,
    },
    Round,
    /// 8.1c
    BattleDie {
        side: Side,
    },
    ArtilleryDie {
        side: Side,
    },
    /// All dice have fallen: both sides take their losses at the same time (8.1c).
    Casualties,
    /// The owner shares out losses where the rules leave him a choice (8.4a).
    Losses {
        seat: Seat,
        side: Side,
        left: u8,
    },
    /// Who has to test his morale (8.6a, 8.6b).
    Morale,
    /// 8.6c
    MoraleDie {
        side: Side,
    },
    /// Marchers arrive, or the battle ends (6.5.2c, 8.1d).
    RoundEnd,
    /// Who is beaten (8.1e).
    Verdict,
    /// The beaten side, or the attacker of an indecisive battle, chooses a box (8.7a).
    Retreat {
        seat: Seat,
        side: Side,
    },
    PursuitDie,
    /// 6.4c
    AskBlowBridge {
        seat: Seat,
    },
    BlowBridgeDie {
        side: Side,
    },
    /// Who need not retreat may do so (8.7a).
    AskRetire {
        seat: Seat,
        side: Side,
    },
    BattleOver,
    Close,
}

impl Frame {
    /// Whose private business the frame is: the other side does not learn that it is there.
    pub fn is_private(self) -> Option<Side> {
        match self {
            Frame::Movement(frame) => match frame {
                Movement::Muster { side, .. }
                | Movement::StragglerDie { side }
                | Movement::Recover { side }
                | Movement::RecoveryDie { side } => Some(side),
                Movement::Open
                | Movement::Choose { .. }
                | Movement::PointsDie { .. }
                | Movement::March { .. }
                | Movement::Entered
                | Movement::DisplaceLeader { .. }
                | Movement::AskScout { .. }
                | Movement::ScoutDie
                | Movement::Show { .. }
                | Movement::ScoutsReturn { .. }
                | Movement::WithdrawalDie { .. }
                | Movement::Withdraw { .. }
                | Movement::Intercept { .. }
                | Movement::InterceptionDie { .. }
                | Movement::Intercepting { .. }
                | Movement::StepDone
                | Movement::Halted
                | Movement::Close => None,
            },
            Frame::Guns(Guns::Muster { side, .. }) => Some(side),
            Frame::Guns(Guns::Open | Guns::Choose { .. } | Guns::Die { .. } | Guns::Close)
            | Frame::Events(_)
            | Frame::Administration(_)
            | Frame::Combat(_)
            | Frame::GameOver => None,
        }
    }
}
