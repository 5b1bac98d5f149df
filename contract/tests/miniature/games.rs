//! What only the miniature is tried for: counts in the thick of things, a generator of its own, every case.

use contract::miniature::state::{ARMY, HOST, WING};
use contract::miniature::{Miniature, State};
use contract::*;
use kernel::{Discard, Language, Outcome, Pending, Ruleset, Seen, Viewer};

fn rules() -> Miniature {
    Miniature::new()
}

/// A position in the middle of things: everybody deployed and dealt, the army about to march.
fn after_deployment() -> State {
    let rules = rules();
    let mut state = rules.initial();
    let orders = [(ARMY, "place all in bridge"), (WING, "place all in copse"), (HOST, "place all in fort")];
    for (seat, order) in orders {
        for action in rules.read(&Seen::of(&rules, &state, Viewer::Seat(seat)), seat, order).unwrap() {
            rules.play(&mut state, seat, &action, &mut Discard);
        }
    }
    while let Pending::Chance(_) = rules.pending(&state) {
        rules.throw(&mut state, &Outcome::one(1), &mut Discard);
    }
    state
}

#[test]
fn counts_are_pinned() {
    perft_is(&rules(), &after_deployment(), &[23, 436, 6620]).unwrap();
}

#[test]
fn an_independent_generator_agrees() {
    let rules = rules();
    perft_agrees(&rules, &rules.initial(), 3, &crate::independent::offers).unwrap();
    perft_agrees(&rules, &after_deployment(), 3, &crate::independent::offers).unwrap();
    generator_agrees(&rules, Trial::new(13, 500), &crate::independent::offers).unwrap();
}

#[test]
fn every_case_decides_something() {
    let (_, marks) = kernel::cases::watch(None, || {
        legal_and_check_agree(&rules(), Trial::new(14, 50), 20).unwrap();
        // Rare: a beaten side with enemies on all sides.
        games_end(&rules(), Trial::new(14, 2000)).unwrap();
    });
    let expected = [
        "M.10", "M.10a", "M.10b", "M.10c", "M.11", "M.11a", "M.11b", "M.12", "M.13", "M.14", "M.1a", "M.1b", "M.1c",
        "M.2", "M.3", "M.4a", "M.4b", "M.4c", "M.5", "M.5a", "M.5b", "M.6", "M.7", "M.8a", "M.8b", "M.8c", "M.9a",
        "M.9b", "M.9c",
    ];
    assert_eq!(marks.keys().copied().collect::<Vec<_>>(), expected);
}
