//! What happens, and who hears what of it.

use kernel::{Seat, Side, Viewer};
use serde::{Deserialize, Serialize};

use super::state::{Card, Handle, Place, Tactic, Unit, side_of};

/// A fact that only some may know is an `Option`: the truth holds it, the observed event may not.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Event {
    Placed {
        seat: Seat,
        unit: Unit,
        at: Place,
    },
    Deployed {
        seat: Seat,
    },
    /// Every seat has deployed: now all see how many counters each has in which box.
    LinesDrawn {
        counters: [[u8; 7]; 3],
    },
    /// Counters got new handles, counted from `first`, in an order that only their side knows.
    Concealed {
        seat: Seat,
        at: Place,
        first: Handle,
        counters: u8,
        order: Option<u8>,
    },
    Dealt {
        seat: Seat,
        card: Option<Card>,
    },
    Turn {
        turn: u8,
    },
    Moved {
        counter: Handle,
        from: Place,
        to: Place,
    },
    Passed {
        seat: Seat,
    },
    Intercepted {
        counter: Handle,
        from: Place,
        at: Place,
    },
    Declined {
        seat: Seat,
    },
    TurnedUp {
        counter: Handle,
        unit: Unit,
    },
    Lost {
        unit: Unit,
    },
    Chose {
        seat: Seat,
        tactic: Option<Tactic>,
    },
    TacticsShown {
        tactics: [Option<Tactic>; 3],
    },
    Fought {
        at: Place,
        die: u8,
        margin: i8,
        loser: Side,
    },
    Retreated {
        side: Side,
        from: Place,
        to: Place,
    },
    Spied {
        seat: Seat,
        on: Handle,
        unit: Option<Unit>,
    },
    Resolved {
        seat: Seat,
    },
    Ended {
        points: [i32; 2],
    },
}

/// The event as this viewer may know it.
pub(super) fn observe(event: &Event, viewer: Viewer) -> Option<Event> {
    let is = |seat: Seat| viewer == Viewer::Seat(seat);
    let is_with = |seat: Seat| matches!(viewer, Viewer::Seat(mine) if side_of(mine) == side_of(seat));
    match *event {
        Event::Placed { seat, .. } => is_with(seat).then(|| event.clone()),
        Event::Concealed { seat, at, first, counters, order } => {
            Some(Event::Concealed { seat, at, first, counters, order: order.filter(|_| is_with(seat)) })
        }
        Event::Dealt { seat, card } => Some(Event::Dealt { seat, card: card.filter(|_| is(seat)) }),
        Event::Chose { seat, tactic } => Some(Event::Chose { seat, tactic: tactic.filter(|_| is(seat)) }),
        Event::Spied { seat, on, unit } => Some(Event::Spied { seat, on, unit: unit.filter(|_| is(seat)) }),
        Event::Deployed { .. }
        | Event::LinesDrawn { .. }
        | Event::Turn { .. }
        | Event::Moved { .. }
        | Event::Passed { .. }
        | Event::Intercepted { .. }
        | Event::Declined { .. }
        | Event::TurnedUp { .. }
        | Event::Lost { .. }
        | Event::TacticsShown { .. }
        | Event::Fought { .. }
        | Event::Retreated { .. }
        | Event::Resolved { .. }
        | Event::Ended { .. } => Some(event.clone()),
    }
}
