//! The rules of the miniature. The cases are invented:
//!
//! | case | our words |
//! |---|---|
//! | M.1 | All seats deploy at once and in secret: every counter of a seat, dummies too, in one of its two home boxes. |
//! | M.2 | Concealment: the counters of a seat in one box are shuffled by a secret throw and get new handles. What anybody knew of them is void. |
//! | M.3 | Every seat draws a card by a secret throw: spy, resolve or blank. |
//! | M.4 | March: army, wing and host in this order, four turns; each counter once a turn to an adjacent box; or pass. |
//! | M.5 | Interception: a counter that enters a box without enemies can be met by an enemy counter adjacent to that box. The seats of the other side are asked in order, dummies or not, on either side. |
//! | M.6 | Clash: where enemies meet all counters are turned up, and dummies are lost. |
//! | M.7 | Tactics: every seat in the battle chooses in secret, all at once. |
//! | M.8 | Battle: strengths, one for each tactic that beats an enemy's, resolve, and a die for the marching side (1-2: -1, 5-6: +1). A margin of three destroys; a tie goes against the marching side. |
//! | M.9 | Retreat: the loser goes to one adjacent box free of enemies, or is lost. |
//! | M.10 | Spy, a card, at any time: the seat alone learns which unit a hidden enemy counter is. |
//! | M.11 | Resolve, a card, at any time while the tactics of a battle are being chosen, by a seat in it: one more. |
//! | M.12 | At the end of a turn counters lying face up are concealed again, with all of their seat in the box. |
//! | M.13 | At the end all counters are turned up; each box held by a unit counts its worth. |
//! | M.14 | Only who is asked answers. |

mod battle;
mod cards;
mod conceal;
mod deploy;
mod march;

use kernel::{Illegal, Outcome, Pending, Seat, Sink, Throw, Verdict};

use super::action::{Action, Decision};
use super::event::Event;
use super::state::{
    ARMY, BLUE, Counter, HOST, LAST_TURN, PLACES, RED, SEATS, Stage, State, TACTICS, UNITS, Unit, WING,
};

pub(super) fn pending(state: &State) -> Pending<Decision> {
    let seats = |decision: Decision, asked: &dyn Fn(Seat) -> bool| {
        Pending::Decide(SEATS.into_iter().filter(|seat| asked(*seat)).map(|seat| (seat, decision)).collect())
    };
    match state.stage {
        Stage::Deploy => seats(Decision::Deploy, &|seat| !state.deployed(seat)),
        Stage::Conceal { counters, .. } => Pending::Chance(Throw {
            dice: 1,
            faces: conceal::orders(counters),
            ..Throw::d6(case!("M.2"), "concealment")
        }),
        Stage::Deal { .. } => Pending::Chance(Throw { dice: 1, faces: 3, ..Throw::d6(case!("M.3"), "card") }),
        Stage::March => Pending::one(state.active, Decision::March),
        Stage::Intercept { mover, at, seat } => Pending::one(seat, Decision::Intercept { mover, at }),
        Stage::Tactics { at } => {
            seats(Decision::Tactic { at }, &|seat| state.stands(seat, at) && state.tactics[seat.index()].is_none())
        }
        Stage::Fight { .. } => Pending::Chance(Throw::d6(case!("M.8"), "battle")),
        Stage::Retreat { from, seat } => Pending::one(seat, Decision::Retreat { from }),
        Stage::Over => Pending::Over(verdict(state)),
    }
}

/// Lists by trying: everything `check` passes, in an order that tells nothing.
pub(super) fn legal(state: &State, seat: Seat, actions: &mut Vec<Action>) {
    let pending = pending(state);
    let Some(decision) = pending.asks(seat) else { return };
    let mut offer = |action: Action| {
        if check(state, seat, &action).is_ok() {
            actions.push(action);
        }
    };
    match decision {
        Decision::Deploy => {
            for unit in Unit::of(seat) {
                PLACES.into_iter().for_each(|at| offer(Action::Place { unit, at }));
            }
        }
        Decision::March => {
            for (counter, _) in state.handles() {
                PLACES.into_iter().for_each(|to| offer(Action::Move { counter, to }));
            }
            offer(Action::Pass);
        }
        Decision::Intercept { .. } => {
            state.handles().into_iter().for_each(|(counter, _)| offer(Action::Intercept { counter }));
            offer(Action::Decline);
        }
        Decision::Tactic { .. } => TACTICS.into_iter().for_each(|tactic| offer(Action::Choose { tactic })),
        Decision::Retreat { .. } => PLACES.into_iter().for_each(|to| offer(Action::Retreat { to })),
    }
}

pub(super) fn interrupts(state: &State, seat: Seat, actions: &mut Vec<Action>) {
    let spies = state.handles().into_iter().map(|(on, _)| Action::Spy { on });
    actions.extend(spies.chain([Action::Resolve]).filter(|action| check(state, seat, action).is_ok()));
}

pub(super) fn check(state: &State, seat: Seat, action: &Action) -> Result<(), Illegal> {
    let asked = || {
        let pending = pending(state);
        pending.asks(seat).copied()
    };
    match (*action, asked()) {
        (Action::Spy { on }, _) => cards::check_spy(state, seat, on),
        (Action::Resolve, _) => cards::check_resolve(state, seat),
        (Action::Place { unit, at }, Some(Decision::Deploy)) => deploy::check(state, seat, unit, at),
        (Action::Move { counter, to }, Some(Decision::March)) => march::check_move(state, seat, counter, to),
        (Action::Pass, Some(Decision::March)) => Ok(()),
        (Action::Intercept { counter }, Some(Decision::Intercept { at, .. })) => {
            march::check_intercept(state, seat, counter, at)
        }
        (Action::Decline, Some(Decision::Intercept { .. })) => Ok(()),
        (Action::Choose { .. }, Some(Decision::Tactic { .. })) => Ok(()),
        (Action::Retreat { to }, Some(Decision::Retreat { from })) => battle::check_retreat(state, seat, from, to),
        (
            Action::Place { .. }
            | Action::Move { .. }
            | Action::Pass
            | Action::Intercept { .. }
            | Action::Decline
            | Action::Choose { .. }
            | Action::Retreat { .. },
            _,
        ) => {
            rule!("M.14", true);
            Err(Illegal::new(case!("M.14"), "you are not asked for that now"))
        }
    }
}

pub(super) fn play(state: &mut State, seat: Seat, action: &Action, events: &mut impl Sink<Event>) {
    match *action {
        Action::Place { unit, at } => deploy::place(state, seat, unit, at, events),
        Action::Move { counter, to } => march::advance(state, counter, to, events),
        Action::Pass => {
            events.event(Event::Passed { seat });
            pass(state, events);
        }
        Action::Intercept { counter } => march::intercept(state, counter, events),
        Action::Decline => march::decline(state, seat, events),
        Action::Choose { tactic } => battle::choose(state, seat, tactic, events),
        Action::Retreat { to } => battle::retreat(state, to, events),
        Action::Spy { on } => cards::spy(state, seat, on, events),
        Action::Resolve => cards::resolve(state, seat, events),
    }
}

pub(super) fn throw(state: &mut State, outcome: &Outcome, events: &mut impl Sink<Event>) {
    match state.stage {
        Stage::Conceal { seat, place, .. } => conceal::shuffle(state, seat, place, outcome.die() - 1, events),
        Stage::Deal { seat } => cards::deal(state, seat, outcome.die(), events),
        Stage::Fight { at } => battle::fight(state, at, outcome.die(), events),
        Stage::Deploy
        | Stage::March
        | Stage::Intercept { .. }
        | Stage::Tactics { .. }
        | Stage::Retreat { .. }
        | Stage::Over => unreachable!("no throw is pending"),
    }
}

/// M.4: army, wing, host; then the turn ends.
fn pass(state: &mut State, events: &mut impl Sink<Event>) {
    match state.active {
        ARMY => state.active = WING,
        WING => state.active = HOST,
        _ if rule!("M.13", state.turn == LAST_TURN) => end(state, events),
        _ => conceal::end_turn(state, events),
    }
}

/// What follows when every counter has its handle.
fn next_turn(state: &mut State, events: &mut impl Sink<Event>) {
    state.turn += 1;
    state.active = ARMY;
    state.stage = Stage::March;
    events.event(Event::Turn { turn: state.turn });
}

/// M.13: all counters are turned up.
fn end(state: &mut State, events: &mut impl Sink<Event>) {
    for (handle, unit) in state.handles() {
        turn_up(state, handle, unit, events);
    }
    state.stage = Stage::Over;
    let [blue, red, ..] = verdict(state).points;
    events.event(Event::Ended { points: [blue, red] });
}

fn turn_up(state: &mut State, counter: super::state::Handle, unit: Unit, events: &mut impl Sink<Event>) {
    if !state.counter(unit).face_up {
        state.counter_mut(unit).face_up = true;
        events.event(Event::TurnedUp { counter, unit });
    }
}

fn lose(state: &mut State, unit: Unit, events: &mut impl Sink<Event>) {
    *state.counter_mut(unit) = Counter::LOST;
    events.event(Event::Lost { unit });
}

fn verdict(state: &State) -> Verdict {
    let mut points = [0; 4];
    for place in PLACES {
        let holder = UNITS.into_iter().find(|unit| !unit.is_dummy() && state.counter(*unit).place() == Some(place));
        if let Some(unit) = holder {
            points[unit.side().index()] += place.worth();
        }
    }
    let (blue, red) = (points[BLUE.index()], points[RED.index()]);
    let winner = (blue != red).then_some(if blue > red { BLUE } else { RED });
    let level = match (blue - red).abs() {
        0 => "draw",
        1..=3 => "marginal",
        _ => "decisive",
    };
    Verdict { winner, level, points }
}
