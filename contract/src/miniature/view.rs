//! What a viewer may know. The table of secrets it follows is [`SECRETS`](super::secrets::SECRETS).

use kernel::{Seat, Viewer};
use serde::{Deserialize, Serialize};

use super::state::{
    Card, Counter, Handle, PLACES, Place, SEATS, SeatSet, Stage, State, Tactic, Unit, Whereabouts, side_of,
};

/// Something that can lie face down.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Veiled<T> {
    Nothing,
    FaceDown,
    Known(T),
}

impl<T> Veiled<T> {
    fn new(thing: Option<T>, known: bool) -> Veiled<T> {
        match thing {
            None => Veiled::Nothing,
            Some(thing) if known => Veiled::Known(thing),
            Some(_) => Veiled::FaceDown,
        }
    }
}

/// A counter of the enemy that has a handle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SeenCounter {
    pub handle: Handle,
    pub place: Place,
    pub face_up: bool,
    pub moved: bool,
    /// Everybody saw whose spy looked at it.
    pub spied_by: SeatSet,
    /// If it lies face up, or if the viewer remembers what his spy saw.
    pub unit: Option<Unit>,
}

/// What is known of the counters of one seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Force {
    /// Of the viewer's side: everything.
    Own(Vec<(Unit, Counter)>),
    Other {
        deployed: bool,
        /// In the order of their handles.
        seen: Vec<SeenCounter>,
        /// How many without a handle are in each box; nothing while they are being deployed.
        loose: [u8; 7],
        lost: Vec<Unit>,
    },
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct View {
    pub viewer: Viewer,
    pub turn: u8,
    pub active: Seat,
    pub stage: Stage,
    pub next_handle: Handle,
    /// By seat, as are the hands and tactics.
    pub forces: [Force; 3],
    pub hands: [Veiled<Card>; 3],
    pub tactics: [Veiled<Tactic>; 3],
    pub resolve: [u8; 2],
}

pub(super) fn view(state: &State, viewer: Viewer) -> View {
    let State { turn, active, stage, next_handle, counters: _, hands, tactics, resolve } = state;
    let is = |seat: Seat| viewer == Viewer::Seat(seat);
    let tactics_shown = matches!(stage, Stage::Fight { .. });
    View {
        viewer,
        turn: *turn,
        active: *active,
        stage: *stage,
        next_handle: *next_handle,
        forces: SEATS.map(|seat| force(state, seat, viewer)),
        hands: SEATS.map(|seat| Veiled::new(hands[seat.index()], is(seat))),
        tactics: SEATS.map(|seat| Veiled::new(tactics[seat.index()], is(seat) || tactics_shown)),
        resolve: *resolve,
    }
}

fn force(state: &State, seat: Seat, viewer: Viewer) -> Force {
    match viewer {
        Viewer::Seat(mine) if side_of(mine) == side_of(seat) => {
            return Force::Own(Unit::of(seat).map(|unit| (unit, *state.counter(unit))).collect());
        }
        Viewer::Seat(_) | Viewer::Spectator => {}
    }
    let mut seen = Vec::new();
    let mut loose = [0; PLACES.len()];
    let mut lost = Vec::new();
    for unit in Unit::of(seat) {
        let Counter { whereabouts, handle, face_up, moved, spied_by } = *state.counter(unit);
        match (whereabouts, handle) {
            (Whereabouts::In(place), Some(handle)) => {
                let known = face_up || matches!(viewer, Viewer::Seat(mine) if spied_by.contains(mine));
                seen.push(SeenCounter { handle, place, face_up, moved, spied_by, unit: known.then_some(unit) });
            }
            (Whereabouts::In(place), None) if state.stage != Stage::Deploy => loose[place.index()] += 1,
            (Whereabouts::In(_) | Whereabouts::Undeployed, _) => {}
            (Whereabouts::Lost, _) => lost.push(unit),
        }
    }
    seen.sort_unstable_by_key(|seen| seen.handle);
    Force::Other { deployed: state.deployed(seat), seen, loose, lost }
}
