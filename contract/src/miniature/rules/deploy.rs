//! M.1: deployment.

use kernel::{Illegal, Seat, Sink};

use super::conceal;
use crate::miniature::event::Event;
use crate::miniature::state::{PLACES, Place, SEATS, State, Unit, Whereabouts, homes};

pub(super) fn check(state: &State, seat: Seat, unit: Unit, at: Place) -> Result<(), Illegal> {
    if rule!("M.1a", !unit.exists() || unit.seat() != seat) {
        return Err(Illegal::new(case!("M.1a"), format!("{} is not yours to deploy", unit.name())));
    }
    if rule!("M.1b", state.counter(unit).whereabouts != Whereabouts::Undeployed) {
        return Err(Illegal::new(case!("M.1b"), format!("{} is deployed already", unit.name())));
    }
    if rule!("M.1c", !homes(seat).contains(&at)) {
        return Err(Illegal::new(case!("M.1c"), format!("{} is not one of your home boxes", at.name())));
    }
    Ok(())
}

pub(super) fn place(state: &mut State, seat: Seat, unit: Unit, at: Place, events: &mut impl Sink<Event>) {
    state.counter_mut(unit).whereabouts = Whereabouts::In(at);
    events.event(Event::Placed { seat, unit, at });
    if state.deployed(seat) {
        events.event(Event::Deployed { seat });
    }
    if SEATS.into_iter().all(|seat| state.deployed(seat)) {
        let count = |seat: Seat, place: Place| state.in_place(place).filter(|unit| unit.seat() == seat).count() as u8;
        let counters = SEATS.map(|seat| PLACES.map(|place| count(seat, place)));
        events.event(Event::LinesDrawn { counters });
        conceal::go_on(state, events);
    }
}
