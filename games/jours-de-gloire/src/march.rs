//! The stack in hand (5.3, 5.4).

use board::boxes::{BoxId, ConnectionId};
use serde::{Deserialize, Serialize};

use crate::counters::{ArmyId, CounterId};
use crate::sets::CounterSet;
use kit::small::Few;

/// A stack that is being put together, or marches.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct March {
    pub stack: CounterSet,
    /// Where it started.
    pub from: BoxId,
    pub at: BoxId,
    /// The army that paid for it (4.5c), if anything was to be paid.
    pub payer: Option<ArmyId>,
    /// Movement points it has left.
    pub points: u8,
    pub forced: bool,
    /// It moves without the limit of 5.4 (5.5.1).
    pub concentrated: bool,
    /// It has been activated: from now on it marches together (5.4f).
    pub activated: bool,
    /// It has stepped or worked: what belongs to the beginning of a move is over (6.1a).
    pub under_way: bool,
    /// Points thrown for in solitaire play (10.b): for infantry, cavalry, leaders; 0 until the die has fallen.
    pub dice: [u8; 3],
    /// A card keeps it together: nobody throws for stragglers.
    pub kept_together: bool,
    /// It enters the map as a reinforcement (3.3c).
    pub enters: bool,
    /// It reconnoitres the box it is in (6.3).
    pub scouting: bool,
    /// Its move has been ended by an enemy, or by work that took all its points.
    pub stopped: bool,
    /// The connections it has marched, for scouts who go back (6.3f).
    pub way: Few<ConnectionId, 12>,
    /// Whose die is due: withdrawing cavalry, stragglers.
    pub throwing: CounterSet,
    /// Second throws that are due (5.5.3b).
    pub throwing_again: CounterSet,
    /// Boxes whose owner has said during this march that real units stand there (6.4a).
    /// A march cannot learn of more: the neighbours of one box, and those whose bridges it has paid for before.
    pub known_real: Few<BoxId, 16>,
}

impl March {
    /// The counter whose stragglers are thrown for next (5.5.3a).
    pub(crate) fn next_to_throw(&self) -> Option<CounterId> {
        self.throwing.first().or_else(|| self.throwing_again.first())
    }

    /// A stack that begins with this counter.
    pub fn beginning_with(counter: CounterId, at: BoxId, enters: bool) -> March {
        March {
            stack: CounterSet::from_iter([counter]),
            from: at,
            at,
            payer: None,
            points: 0,
            forced: false,
            concentrated: false,
            activated: false,
            under_way: false,
            dice: [0; 3],
            kept_together: false,
            enters,
            scouting: false,
            stopped: false,
            way: Few::new(),
            throwing: CounterSet::EMPTY,
            throwing_again: CounterSet::EMPTY,
            known_real: Few::new(),
        }
    }
}
