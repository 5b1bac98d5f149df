//! M.3, M.10 and M.11: cards, dealt in secret and played at any time.

use kernel::{Illegal, Pending, Seat, Sink};

use crate::miniature::event::Event;
use crate::miniature::state::{CARDS, Card, Handle, SEATS, Stage, State, side_of};

/// M.3
pub(super) fn deal(state: &mut State, seat: Seat, die: u8, events: &mut impl Sink<Event>) {
    rule!("M.3", true);
    let card = CARDS[usize::from(die - 1)];
    state.hands[seat.index()] = Some(card);
    events.event(Event::Dealt { seat, card: Some(card) });
    match SEATS.get(seat.index() + 1) {
        Some(next) => state.stage = Stage::Deal { seat: *next },
        None => super::next_turn(state, events),
    }
}

/// A card is played while somebody, whoever it is, has to decide something.
fn can_play(state: &State, seat: Seat, card: Card) -> bool {
    let held = state.hands.get(seat.index()).copied().flatten();
    held == Some(card) && matches!(super::pending(state), Pending::Decide(_))
}

/// M.10
pub(super) fn check_spy(state: &State, seat: Seat, on: Handle) -> Result<(), Illegal> {
    if rule!("M.10a", !can_play(state, seat, Card::Spy)) {
        return Err(Illegal::new(case!("M.10a"), "you have no spy to send now"));
    }
    let Some(unit) = state.behind(on) else {
        return Err(Illegal::new(case!("M.10b"), format!("there is no counter #{}", on.0)));
    };
    let counter = state.counter(unit);
    if rule!("M.10b", unit.side() == side_of(seat)) {
        return Err(Illegal::new(case!("M.10b"), format!("#{} is not an enemy counter", on.0)));
    }
    if rule!("M.10c", counter.face_up) {
        return Err(Illegal::new(case!("M.10c"), format!("#{} lies face up", on.0)));
    }
    Ok(())
}

/// M.10: the seat alone learns it, and remembers it until the counter is concealed anew.
pub(super) fn spy(state: &mut State, seat: Seat, on: Handle, events: &mut impl Sink<Event>) {
    rule!("M.10", true);
    let unit = state.behind(on).expect("checked");
    state.hands[seat.index()] = None;
    state.counter_mut(unit).spied_by.insert(seat);
    events.event(Event::Spied { seat, on, unit: Some(unit) });
}

/// M.11
pub(super) fn check_resolve(state: &State, seat: Seat) -> Result<(), Illegal> {
    if rule!("M.11a", !can_play(state, seat, Card::Resolve)) {
        return Err(Illegal::new(case!("M.11a"), "you have no resolve to show now"));
    }
    let in_battle = matches!(state.stage, Stage::Tactics { at } if state.stands(seat, at));
    if rule!("M.11b", !in_battle) {
        return Err(Illegal::new(case!("M.11b"), "you are in no battle whose tactics are being chosen"));
    }
    Ok(())
}

pub(super) fn resolve(state: &mut State, seat: Seat, events: &mut impl Sink<Event>) {
    rule!("M.11", true);
    state.hands[seat.index()] = None;
    state.resolve[side_of(seat).index()] += 1;
    events.event(Event::Resolved { seat });
}
