//! The written table of secrets: what is hidden, from whom, until when; and how to change each and nothing else.

use kernel::{Entropy, Seat};

use super::Miniature;
use super::state::{CARDS, SEATS, Stage, State, TACTICS, UNITS, Unit, Whereabouts, homes, side_of};
use crate::secrets::{Perturbed, SecretRow, Secrets};

pub const DEPLOYMENT: SecretRow = SecretRow {
    name: "deployment",
    secret: "in which home box a counter is being deployed, and how many are",
    known_to: "its side, until every seat has deployed",
};
pub const IDENTITY: SecretRow = SecretRow {
    name: "identity",
    secret: "which unit a face-down counter is",
    known_to: "its side; a seat whose spy looked at it, until it is concealed anew",
};
pub const DUMMY: SecretRow =
    SecretRow { name: "dummy", secret: "whether a face-down counter is a dummy", known_to: "as its identity" };
pub const SHUFFLE: SecretRow = SecretRow {
    name: "shuffle",
    secret: "which units lie in which box while they have no handles",
    known_to: "their side",
};
pub const TACTIC: SecretRow = SecretRow {
    name: "tactic",
    secret: "the tactic a seat has chosen",
    known_to: "the seat alone, until all in the battle have chosen",
};
pub const CARD: SecretRow =
    SecretRow { name: "card", secret: "the card in a seat's hand", known_to: "the seat alone, until it is played" };

/// Everything else in the state is known to everybody.
pub const SECRETS: [SecretRow; 6] = [DEPLOYMENT, IDENTITY, DUMMY, SHUFFLE, TACTIC, CARD];

impl Secrets for Miniature {
    fn table(&self) -> &'static [SecretRow] {
        &SECRETS
    }

    fn perturb(&self, state: &State, entropy: &mut dyn Entropy) -> Vec<Perturbed<State>> {
        let mut all = Vec::new();
        if state.stage == Stage::Deploy {
            deployments(state, entropy, &mut all);
        } else if state.stage != Stage::Over {
            exchanges(state, &mut all);
        }
        for seat in SEATS {
            hand_and_tactic(state, seat, &mut all);
        }
        all
    }
}

fn seats_of_side(seat: Seat) -> impl Iterator<Item = Seat> {
    SEATS.into_iter().filter(move |other| side_of(*other) == side_of(seat))
}

/// Another deployment of a seat: as complete as before, which everybody knows, but otherwise different.
fn deployments(state: &State, entropy: &mut dyn Entropy, all: &mut Vec<Perturbed<State>>) {
    for seat in SEATS {
        let mut other = state.clone();
        let units: Vec<Unit> = Unit::of(seat).collect();
        let held_back = units[entropy.below(units.len() as u32) as usize];
        for unit in units {
            let stays_out = !state.deployed(seat) && (unit == held_back || entropy.below(2) == 0);
            other.counter_mut(unit).whereabouts = match stays_out {
                true => Whereabouts::Undeployed,
                false => Whereabouts::In(homes(seat)[entropy.below(2) as usize]),
            };
        }
        if other != *state {
            all.push(Perturbed { row: DEPLOYMENT, known_to: seats_of_side(seat).collect(), state: other });
        }
    }
}

/// Two counters of a seat that lie face down change places, handles and all.
fn exchanges(state: &State, all: &mut Vec<Perturbed<State>>) {
    for one in UNITS {
        for two in UNITS.into_iter().filter(|two| two.seat() == one.seat() && one < *two) {
            let (first, second) = (state.counter(one), state.counter(two));
            let hidden = [first, second].iter().all(|counter| counter.place().is_some() && !counter.face_up);
            if !hidden || first == second {
                continue;
            }
            let row = match (first.handle, second.handle) {
                (Some(_), Some(_)) if one.is_dummy() != two.is_dummy() => DUMMY,
                (Some(_), Some(_)) => IDENTITY,
                (None, _) | (_, None) => SHUFFLE,
            };
            let spies = |seat: &Seat| first.spied_by.contains(*seat) || second.spied_by.contains(*seat);
            let known_to = SEATS.into_iter().filter(|seat| side_of(*seat) == one.side() || spies(seat)).collect();
            let mut other = state.clone();
            other.counters.swap(one.index(), two.index());
            all.push(Perturbed { row, known_to, state: other });
        }
    }
}

fn hand_and_tactic(state: &State, seat: Seat, all: &mut Vec<Perturbed<State>>) {
    if let Some(held) = state.hands[seat.index()] {
        for card in CARDS.into_iter().filter(|card| *card != held) {
            let mut other = state.clone();
            other.hands[seat.index()] = Some(card);
            all.push(Perturbed { row: CARD, known_to: vec![seat], state: other });
        }
    }
    if let (Stage::Tactics { .. }, Some(chosen)) = (state.stage, state.tactics[seat.index()]) {
        for tactic in TACTICS.into_iter().filter(|tactic| *tactic != chosen) {
            let mut other = state.clone();
            other.tactics[seat.index()] = Some(tactic);
            all.push(Perturbed { row: TACTIC, known_to: vec![seat], state: other });
        }
    }
}
