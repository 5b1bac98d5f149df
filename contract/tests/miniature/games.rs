//! The miniature keeps the whole contract.

use std::sync::Arc;

use contract::miniature::state::{ARMY, HOST, WING};
use contract::miniature::{Miniature, MiniatureTitle, State};
use contract::*;
use kernel::{Discard, Language, Outcome, Pending, Ruleset, Seen, Title, Viewer};

fn rules() -> Miniature {
    Miniature::new()
}

#[test]
fn random_games_end() {
    let tally = games_end(&rules(), Trial::new(1, 3000).longest(400)).unwrap();
    println!("{tally:?}");
    assert!(tally.interrupts > 1000 && tally.outcomes.len() >= 4, "{tally:?}");
}

#[test]
fn what_is_offered_passes_and_nothing_else() {
    let probes = legal_and_check_agree(&rules(), Trial::new(2, 200), 20).unwrap();
    assert!(probes > 100_000, "{probes}");
}

#[test]
fn games_replay() {
    replays(&rules(), Trial::new(3, 200)).unwrap();
}

#[test]
fn everything_can_be_written_down() {
    serialises(&rules(), Trial::new(4, 50)).unwrap();
}

#[test]
fn orders_read_back() {
    notation_reads_back(&rules(), Trial::new(5, 100)).unwrap();
}

#[test]
fn throws_are_foreseen() {
    let throwing = throws_are_found(&rules(), Trial::new(8, 100)).unwrap();
    assert!(throwing > 20, "{throwing}");
}

#[test]
fn worlds_drawn_from_a_view_fit_it() {
    samples_fit(&rules(), Trial::new(6, 200), 4).unwrap();
}

#[test]
fn equal_views() {
    equal_views_get_equal_answers(&rules(), Trial::new(7, 60), 4).unwrap();
}

#[test]
fn secrets() {
    let tried = secrets_are_kept(&rules(), Trial::new(8, 60)).unwrap();
    println!("{tried:?}");
}

#[test]
fn shuffles_shuffle() {
    assert!(secret_throws_matter(&rules(), Trial::new(9, 100)).unwrap() > 100);
}

#[test]
fn revelations() {
    revelations_are_declared(&rules(), Trial::new(10, 200), 4).unwrap();
}

#[test]
fn undo() {
    let (granted, refused) = undo_stops_where_it_must(&Arc::new(rules()), Trial::new(11, 60)).unwrap();
    assert!(granted > 500 && refused > 500, "{granted} {refused}");
}

#[test]
fn journals() {
    journals_load(&Arc::new(rules()), Trial::new(12, 60)).unwrap();
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
    perft_is(&rules(), &rules().initial(), &[18, 288, 4032, 48384]).unwrap();
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

#[test]
fn records() {
    let compared = records_keep_secrets(&Arc::new(rules()), Trial::new(15, 10)).unwrap();
    assert!(compared > 100, "{compared}");
}

#[test]
fn odds() {
    let asked = equal_views_get_equal_odds(&MiniatureTitle::new(), &rules(), Trial::new(16, 20)).unwrap();
    assert!(asked > 1000, "{asked}");
}

#[test]
fn examples_pass() {
    let title = MiniatureTitle::new().any();
    for file in MiniatureTitle::new().examples() {
        let report = title.check_example(&file.name, &file.text);
        assert!(report.passed(), "{:#?}", report.failures);
    }
}
