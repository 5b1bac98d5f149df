//! M.6 to M.9: from the clash to the retreat.

use kernel::{Illegal, Pending, Seat, Side, Sink};

use crate::miniature::event::Event;
use crate::miniature::state::{BLUE, Place, RED, SEATS, Stage, State, Tactic, Unit, Whereabouts, enemy_of, side_of};

/// M.6
pub(super) fn clash(state: &mut State, at: Place, events: &mut impl Sink<Event>) {
    let here: Vec<_> =
        state.handles().into_iter().filter(|(_, unit)| state.counter(*unit).place() == Some(at)).collect();
    for (handle, unit) in &here {
        super::turn_up(state, *handle, *unit, events);
    }
    for (_, unit) in here {
        if rule!("M.6", unit.is_dummy()) {
            super::lose(state, unit, events);
        }
    }
    let battle = state.occupies(BLUE, at) && state.occupies(RED, at);
    state.stage = if battle { Stage::Tactics { at } } else { Stage::March };
}

/// M.7: shown when the last has chosen.
pub(super) fn choose(state: &mut State, seat: Seat, tactic: Tactic, events: &mut impl Sink<Event>) {
    let Stage::Tactics { at } = state.stage else { unreachable!("checked") };
    state.tactics[seat.index()] = Some(tactic);
    events.event(Event::Chose { seat, tactic: Some(tactic) });
    if let Pending::Decide(waiting) = super::pending(state)
        && rule!("M.7", waiting.is_empty())
    {
        events.event(Event::TacticsShown { tactics: state.tactics });
        state.stage = Stage::Fight { at };
    }
}

/// M.8, without the die.
fn power(state: &State, side: Side, at: Place) -> i8 {
    let strengths: u8 = state.in_place(at).filter(|unit| unit.side() == side).map(Unit::strength).sum();
    let tactics = |side: Side| {
        SEATS.into_iter().filter(move |seat| side_of(*seat) == side).filter_map(|seat| state.tactics[seat.index()])
    };
    let beaten = tactics(side)
        .map(|mine| tactics(enemy_of(side)).filter(|theirs| rule!("M.8a", mine.beats(*theirs))).count())
        .sum::<usize>();
    strengths as i8 + beaten as i8 + state.resolve[side.index()] as i8
}

/// M.8
pub(super) fn fight(state: &mut State, at: Place, die: u8, events: &mut impl Sink<Event>) {
    let marching = side_of(state.active);
    let luck = match die {
        1..=2 => -1,
        3..=4 => 0,
        _ => 1,
    };
    let margin = power(state, marching, at) + luck - power(state, enemy_of(marching), at);
    let loser = if rule!("M.8b", margin <= 0) { marching } else { enemy_of(marching) };
    events.event(Event::Fought { at, die, margin, loser });
    state.tactics = [None; 3];
    state.resolve = [0; 2];
    let open = at.neighbours().any(|to| !state.occupies(enemy_of(loser), to));
    if rule!("M.8c", margin.abs() >= 3) || rule!("M.9a", !open) {
        let beaten: Vec<_> = state.in_place(at).filter(|unit| unit.side() == loser).collect();
        beaten.into_iter().for_each(|unit| super::lose(state, unit, events));
        state.stage = Stage::March;
    } else {
        let mut seats = SEATS.into_iter().filter(|seat| side_of(*seat) == loser);
        let seat = seats.find(|seat| state.stands(*seat, at)).expect("the loser has units there");
        state.stage = Stage::Retreat { from: at, seat };
    }
}

/// M.9
pub(super) fn check_retreat(state: &State, seat: Seat, from: Place, to: Place) -> Result<(), Illegal> {
    if rule!("M.9b", !from.touches(to)) {
        return Err(Illegal::new(case!("M.9b"), format!("{} is not adjacent to {}", to.name(), from.name())));
    }
    if rule!("M.9c", state.occupies(enemy_of(side_of(seat)), to)) {
        return Err(Illegal::new(case!("M.9c"), format!("enemies are in {}", to.name())));
    }
    Ok(())
}

pub(super) fn retreat(state: &mut State, to: Place, events: &mut impl Sink<Event>) {
    let Stage::Retreat { from, seat } = state.stage else { unreachable!("checked") };
    let side = side_of(seat);
    let beaten: Vec<_> = state.in_place(from).filter(|unit| unit.side() == side).collect();
    for unit in beaten {
        state.counter_mut(unit).whereabouts = Whereabouts::In(to);
    }
    events.event(Event::Retreated { side, from, to });
    state.stage = Stage::March;
}
