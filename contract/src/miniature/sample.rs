//! Worlds that fit a view.

use kernel::{Entropy, Seat};

use super::state::{CARDS, Counter, PLACES, SEATS, Stage, State, TACTICS, Unit, Whereabouts, homes};
use super::view::{Force, SeenCounter, Veiled, View};

pub(super) fn sample(view: &View, entropy: &mut dyn Entropy) -> State {
    let View { viewer: _, turn, active, stage, next_handle, forces, hands, tactics, resolve } = view;
    let mut state = State {
        turn: *turn,
        active: *active,
        stage: *stage,
        next_handle: *next_handle,
        hands: hands.map(|card| unveil(card, &CARDS, entropy)),
        tactics: tactics.map(|tactic| unveil(tactic, &TACTICS, entropy)),
        resolve: *resolve,
        ..State::new()
    };
    for (seat, force) in SEATS.into_iter().zip(forces) {
        match force {
            Force::Own(counters) => {
                for (unit, counter) in counters {
                    *state.counter_mut(*unit) = *counter;
                }
            }
            Force::Other { deployed, .. } if *stage == Stage::Deploy => deploy(&mut state, seat, *deployed, entropy),
            Force::Other { deployed: _, seen, loose, lost } => muster(&mut state, seat, seen, loose, lost, entropy),
        }
    }
    state
}

fn unveil<T: Copy>(thing: Veiled<T>, all: &[T], entropy: &mut dyn Entropy) -> Option<T> {
    match thing {
        Veiled::Nothing => None,
        Veiled::FaceDown => Some(*pick(all, entropy)),
        Veiled::Known(thing) => Some(thing),
    }
}

fn pick<'a, T>(all: &'a [T], entropy: &mut dyn Entropy) -> &'a T {
    &all[entropy.below(all.len() as u32) as usize]
}

/// A seat that is done has deployed all; one that is not lacks at least one.
fn deploy(state: &mut State, seat: Seat, deployed: bool, entropy: &mut dyn Entropy) {
    let units: Vec<Unit> = Unit::of(seat).collect();
    let held_back = *pick(&units, entropy);
    for unit in units {
        if deployed || (unit != held_back && entropy.below(2) == 0) {
            state.counter_mut(unit).whereabouts = Whereabouts::In(*pick(&homes(seat), entropy));
        }
    }
}

/// Deals the units that are not accounted for to the counters that are not identified.
fn muster(
    state: &mut State,
    seat: Seat,
    seen: &[SeenCounter],
    loose: &[u8; 7],
    lost: &[Unit],
    entropy: &mut dyn Entropy,
) {
    let identified = |unit: &Unit| lost.contains(unit) || seen.iter().any(|seen| seen.unit == Some(*unit));
    let mut unknown: Vec<Unit> = Unit::of(seat).filter(|unit| !identified(unit)).collect();
    let mut draw = || unknown.swap_remove(entropy.below(unknown.len() as u32) as usize);
    for SeenCounter { handle, place, face_up, moved, spied_by, unit } in seen {
        *state.counter_mut(unit.unwrap_or_else(&mut draw)) = Counter {
            whereabouts: Whereabouts::In(*place),
            handle: Some(*handle),
            face_up: *face_up,
            moved: *moved,
            spied_by: *spied_by,
        };
    }
    for (place, count) in PLACES.into_iter().zip(loose) {
        for _ in 0..*count {
            state.counter_mut(draw()).whereabouts = Whereabouts::In(place);
        }
    }
    for unit in lost {
        *state.counter_mut(*unit) = Counter::LOST;
    }
}
