//! Atomic actions: one choice each. Whole orders are composites of them (`notation`).

use board::boxes::{BoxId, ConnectionId};
use serde::{Deserialize, Serialize};

use crate::battle::Tactic;
use crate::cards::CardNumber;
use crate::counters::{ArmyId, CounterId};
use crate::reaction::Standing;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Action {
    Events(EventsAction),
    Administration(AdministrationAction),
    Movement(MovementAction),
    Guns(GunsAction),
    Combat(CombatAction),
    /// At any point of B and C (A.cards.e).
    Card(CardAction),
    /// Standing orders may be changed at any time.
    Standing(Standing),
}

/// Phases A and D.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum EventsAction {
    /// The leader comes back beside his commander in chief, or on the source of his army (4.2d).
    ReturnTo(BoxId),
    /// Move first or second (3.2).
    GoFirst,
    GoSecond,
    /// Leave the box where enemy reinforcements arrive (3.3b).
    StepAside(ConnectionId),
    /// One SP of its nation goes into this unit (B.3.3).
    Replace(CounterId),
    /// The rest is lost (B.3.3c).
    ReplacementsDone,
    Discard(CardNumber),
    /// R J57
    LiftTo(CounterId, BoxId),
}

/// B1 and C1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum AdministrationAction {
    /// A dummy comes back to a box with friends (7.1g).
    ReturnDummy(CounterId, BoxId),
    DummiesDone,
    /// A Force marker for the stack in a box, or none any more (7.2a).
    MarkForce(BoxId),
    ForcesDone,
    /// So many pips go to the first of the two armies (B.4.5).
    SharePoints(u8),
}

/// B2 and C2.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum MovementAction {
    /// Take a counter into the stack that is to march.
    Take(CounterId),
    /// Put the stack down again before it is activated.
    PutDown,
    /// Activate the stack: who pays, and whether it is a forced march (4.5c, 5.5.2b).
    Activate {
        payer: ArmyId,
        forced: bool,
    },
    /// The stack digs in and does nothing else (6.2).
    Entrench {
        payer: ArmyId,
    },
    /// One SP of a unit of the stack goes into a detachment, which is made if it is not there yet (6.1a).
    Detach {
        parent: CounterId,
        detachment: CounterId,
    },
    /// A detachment goes back into its parent in the stack, or an independent one into a unit of it (6.1e, 1.2.2c).
    Merge {
        detachment: CounterId,
        into: CounterId,
    },
    Step(ConnectionId),
    DestroyBridge(ConnectionId),
    RepairBridge(ConnectionId),
    LayPontoon(ConnectionId),
    TakeUpPontoon(ConnectionId),
    Halt,
    EndMovement,
    /// Reconnoitre the box entered (6.3a), or go in to fight.
    Scout,
    GoIn,
    /// Which counter is shown to the scouts (6.3e).
    Show(CounterId),
    /// The scouts go back (6.3f), or stay and fight.
    GoBack,
    Stay,
    /// A cavalry unit leaves by this connection (6.3i).
    Withdraw(CounterId, ConnectionId),
    /// A leader goes along with withdrawing cavalry (R J46).
    Escort(CounterId, ConnectionId),
    StandFast,
    /// This counter is declared to intercept, with others of its box (6.5.1).
    Join(CounterId),
    /// All that are to intercept have been named.
    Declared,
    /// A successful interceptor moves in, steps back, or lets it be.
    MoveIn,
    StepBack(ConnectionId),
    LetPass,
    /// A leader of rank 4 goes to this box (4.2c).
    DisplaceTo(BoxId),
}

/// B3 and C3.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum GunsAction {
    Take(CounterId),
    PutDown,
    /// The Force in hand marches to this battle.
    MarchTo(BoxId),
    Done,
}

/// B4 and C4.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum CombatAction {
    /// The battle in this box is next; in a besieged city's box also the siege of the turn, or a sortie (8.8m).
    Fight(BoxId),
    EndCombat,
    /// 8.8b
    StandOutside,
    GoInside(CounterId),
    /// Everybody who goes inside has been named.
    CloseGates,
    /// Those without room leave by this connection (8.8f).
    LeaveBy(ConnectionId),
    /// 8.8c
    Assault,
    Besiege,
    Mask,
    Choose(Tactic),
    Overrun,
    FightRound,
    AdvanceBy(ConnectionId),
    Remain,
    /// This unit takes the next loss (8.4a).
    Lose(CounterId),
    RetreatBy(ConnectionId),
    BlowBridge,
    LeaveBridge,
}

/// A card and how it is used (A.cards).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct CardAction {
    pub card: CardNumber,
    /// The second half instead of the first.
    pub second_half: bool,
    pub on: CardTarget,
}

/// What a card is played on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum CardTarget {
    Nothing,
    Counter(CounterId),
    Box(BoxId),
    Connection(ConnectionId),
    Army(ArmyId),
}
