//! A second, slow list of what the miniature offers, written from its table of cases and sharing no code with its
//! rules: it knows the map, the homes and the rosters by heart, and reads the bare fields of the state.

use contract::miniature::state::{Card, Counter, Handle, Place, Stage, Tactic, Unit, Whereabouts};
use contract::miniature::{Action, State};
use kernel::Seat;

const ROADS: [(u8, u8); 11] = [(0, 1), (0, 2), (1, 3), (1, 4), (2, 3), (2, 5), (3, 4), (3, 5), (3, 6), (4, 6), (5, 6)];
/// Seat 0 has units 0 to 2, seat 1 units 3 and 4, seat 2 the rest.
const OWNERS: [u8; 9] = [0, 0, 0, 1, 1, 2, 2, 2, 2];
const HOMES: [[u8; 2]; 3] = [[0, 1], [1, 2], [5, 6]];

fn road(a: u8, b: u8) -> bool {
    ROADS.contains(&(a, b)) || ROADS.contains(&(b, a))
}

fn red(seat: u8) -> bool {
    seat == 2
}

/// Counters on the map: owner, counter, box.
fn standing(state: &State) -> Vec<(u8, Counter, u8)> {
    let mut all = Vec::new();
    for (number, counter) in state.counters.iter().enumerate() {
        if let Whereabouts::In(Place(place)) = counter.whereabouts {
            all.push((OWNERS[number], *counter, place));
        }
    }
    all
}

pub(crate) fn offers(state: &State) -> Vec<(Seat, Action)> {
    let mut all = Vec::new();
    let on_map = standing(state);
    let someone_decides = match state.stage {
        Stage::Deploy => {
            for (number, counter) in state.counters.iter().enumerate() {
                if counter.whereabouts == Whereabouts::Undeployed {
                    let owner = OWNERS[number];
                    for home in HOMES[usize::from(owner)] {
                        all.push((Seat(owner), Action::Place { unit: Unit(number as u8), at: Place(home) }));
                    }
                }
            }
            true
        }
        Stage::March => {
            all.push((state.active, Action::Pass));
            for (owner, counter, from) in &on_map {
                for to in (0..7).filter(|to| Seat(*owner) == state.active && !counter.moved && road(*from, *to)) {
                    let counter = counter.handle.expect("concealed");
                    all.push((state.active, Action::Move { counter, to: Place(to) }));
                }
            }
            true
        }
        Stage::Intercept { at, seat, .. } => {
            all.push((seat, Action::Decline));
            for (owner, counter, from) in &on_map {
                if Seat(*owner) == seat && road(*from, at.0) {
                    all.push((seat, Action::Intercept { counter: counter.handle.expect("concealed") }));
                }
            }
            true
        }
        Stage::Tactics { at } => {
            for seat in 0..3u8 {
                let there = on_map.iter().any(|(owner, _, place)| *owner == seat && *place == at.0);
                if there && state.tactics[usize::from(seat)].is_none() {
                    for tactic in [Tactic::Skirmish, Tactic::Hold, Tactic::Charge] {
                        all.push((Seat(seat), Action::Choose { tactic }));
                    }
                }
                if there && state.hands[usize::from(seat)] == Some(Card::Resolve) {
                    all.push((Seat(seat), Action::Resolve));
                }
            }
            true
        }
        Stage::Retreat { from, seat } => {
            for to in (0..7).filter(|to| road(from.0, *to)) {
                if !on_map.iter().any(|(owner, _, place)| red(*owner) != red(seat.0) && *place == to) {
                    all.push((seat, Action::Retreat { to: Place(to) }));
                }
            }
            true
        }
        Stage::Conceal { .. } | Stage::Deal { .. } | Stage::Fight { .. } | Stage::Over => false,
    };
    for seat in (0..3u8).filter(|seat| someone_decides && state.hands[usize::from(*seat)] == Some(Card::Spy)) {
        for (owner, counter, _) in &on_map {
            if let (Some(on @ Handle(_)), true, false) = (counter.handle, red(*owner) != red(seat), counter.face_up) {
                all.push((Seat(seat), Action::Spy { on }));
            }
        }
    }
    all
}
