//! M.2 and M.12: handles, and how they are lost and given.

use kernel::{Seat, Sink};

use crate::miniature::event::Event;
use crate::miniature::state::{Handle, PLACES, Place, SEATS, SeatSet, Stage, State, Unit};

/// In how many orders so many counters can lie.
pub(super) fn orders(counters: u8) -> u8 {
    (1..=counters).product()
}

/// M.12: where a seat has a counter face up, all it has in that box are concealed anew.
pub(super) fn end_turn(state: &mut State, events: &mut impl Sink<Event>) {
    for counter in &mut state.counters {
        counter.moved = false;
    }
    for place in PLACES {
        for seat in SEATS {
            let units: Vec<Unit> = state.in_place(place).filter(|unit| unit.seat() == seat).collect();
            if rule!("M.12", units.iter().any(|unit| state.counter(*unit).face_up)) {
                for unit in units {
                    let counter = state.counter_mut(unit);
                    counter.handle = None;
                    counter.face_up = false;
                    counter.spied_by = SeatSet::default();
                }
            }
        }
    }
    go_on(state, events);
}

/// The counters of a seat in a box that have no handle.
fn loose(state: &State, seat: Seat, place: Place) -> Vec<Unit> {
    state.in_place(place).filter(|unit| unit.seat() == seat && state.counter(*unit).handle.is_none()).collect()
}

/// Conceals box by box; stops where there is something to throw for.
pub(super) fn go_on(state: &mut State, events: &mut impl Sink<Event>) {
    for place in PLACES {
        for seat in SEATS {
            match loose(state, seat, place).len() as u8 {
                0 => {}
                1 => give_handles(state, seat, place, 0, events),
                counters => {
                    state.stage = Stage::Conceal { seat, place, counters };
                    return;
                }
            }
        }
    }
    if state.turn == 0 {
        state.stage = Stage::Deal { seat: SEATS[0] };
    } else {
        super::next_turn(state, events);
    }
}

pub(super) fn shuffle(state: &mut State, seat: Seat, place: Place, order: u8, events: &mut impl Sink<Event>) {
    give_handles(state, seat, place, order, events);
    go_on(state, events);
}

/// M.2: `order` numbers the permutations of the loose counters.
fn give_handles(state: &mut State, seat: Seat, at: Place, order: u8, events: &mut impl Sink<Event>) {
    rule!("M.2", true);
    let first = state.next_handle;
    let mut units = loose(state, seat, at);
    let counters = units.len() as u8;
    let mut number = order;
    for offset in 0..counters {
        let choices = counters - offset;
        let unit = units.remove(usize::from(number % choices));
        number /= choices;
        state.counter_mut(unit).handle = Some(Handle(first.0 + u16::from(offset)));
    }
    state.next_handle = Handle(first.0 + u16::from(counters));
    events.event(Event::Concealed { seat, at, first, counters, order: Some(order) });
}
