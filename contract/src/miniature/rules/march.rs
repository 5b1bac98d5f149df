//! M.4 and M.5: marches and interceptions.

use kernel::{Illegal, Seat, Sink};

use super::battle;
use crate::miniature::event::Event;
use crate::miniature::state::{Counter, Handle, Place, SEATS, Stage, State, Unit, Whereabouts, enemy_of, side_of};

/// A counter of this seat on the map, and where it stands.
fn own(state: &State, seat: Seat, handle: Handle) -> Option<(&Counter, Place)> {
    let unit = state.behind(handle).filter(|unit| unit.seat() == seat)?;
    Some((state.counter(unit), state.counter(unit).place()?))
}

/// Says nothing of what the counter is or whose: the seat may not know whether it exists.
fn not_yours(handle: Handle) -> String {
    format!("you have no counter #{}", handle.0)
}

pub(super) fn check_move(state: &State, seat: Seat, handle: Handle, to: Place) -> Result<(), Illegal> {
    let Some((counter, from)) = own(state, seat, handle) else {
        rule!("M.4a", true);
        return Err(Illegal::new(case!("M.4a"), not_yours(handle)));
    };
    if rule!("M.4b", counter.moved) {
        return Err(Illegal::new(case!("M.4b"), format!("#{} has marched this turn", handle.0)));
    }
    if rule!("M.4c", !from.touches(to)) {
        return Err(Illegal::new(case!("M.4c"), format!("{} is not adjacent to {}", to.name(), from.name())));
    }
    Ok(())
}

pub(super) fn advance(state: &mut State, handle: Handle, to: Place, events: &mut impl Sink<Event>) {
    let (unit, from) = relocate(state, handle, to);
    state.counter_mut(unit).moved = true;
    events.event(Event::Moved { counter: handle, from, to });
    if state.occupies(enemy_of(unit.side()), to) {
        battle::clash(state, to, events);
    } else {
        ask_next(state, handle, to, None);
    }
}

fn relocate(state: &mut State, handle: Handle, to: Place) -> (Unit, Place) {
    let unit = state.behind(handle).expect("checked");
    let from = state.counter(unit).place().expect("checked");
    state.counter_mut(unit).whereabouts = Whereabouts::In(to);
    (unit, from)
}

/// M.5: the next seat of the other side that could intercept, after `last`. Neither the mover's nor the
/// interceptor's being a dummy makes a difference: the window itself would tell.
fn ask_next(state: &mut State, mover: Handle, at: Place, last: Option<Seat>) {
    let side = enemy_of(side_of(state.active));
    let mut others = SEATS.into_iter().filter(|seat| side_of(*seat) == side && last.is_none_or(|last| *seat > last));
    let asked = others.find(|seat| at.neighbours().any(|place| state.stands(*seat, place)));
    state.stage = match asked {
        Some(seat) => Stage::Intercept { mover, at, seat },
        None => Stage::March,
    };
}

pub(super) fn check_intercept(state: &State, seat: Seat, handle: Handle, at: Place) -> Result<(), Illegal> {
    let Some((_, from)) = own(state, seat, handle) else {
        rule!("M.5a", true);
        return Err(Illegal::new(case!("M.5a"), not_yours(handle)));
    };
    if rule!("M.5b", !from.touches(at)) {
        return Err(Illegal::new(case!("M.5b"), format!("{} is not adjacent to {}", from.name(), at.name())));
    }
    Ok(())
}

pub(super) fn intercept(state: &mut State, handle: Handle, events: &mut impl Sink<Event>) {
    let Stage::Intercept { at, .. } = state.stage else { unreachable!("checked") };
    rule!("M.5", true);
    let (_, from) = relocate(state, handle, at);
    events.event(Event::Intercepted { counter: handle, from, at });
    battle::clash(state, at, events);
}

pub(super) fn decline(state: &mut State, seat: Seat, events: &mut impl Sink<Event>) {
    let Stage::Intercept { mover, at, .. } = state.stage else { unreachable!("checked") };
    events.event(Event::Declined { seat });
    ask_next(state, mover, at, Some(seat));
}
