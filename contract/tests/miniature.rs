//! The miniature keeps the whole contract.

use std::sync::Arc;

use contract::miniature::Miniature;
use contract::*;

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
