//! Jours de Gloire keeps the contract, in its shortest scenario and in those with the armistice.
//! Its table of secrets is gone through in `secrets`.

use std::sync::Arc;

use contract::*;
use jours_de_gloire::{JoursDeGloire, Rules};
use kernel::{Options, ScenarioInfo, Title};

fn rules(scenario: &str) -> Rules {
    let title = JoursDeGloire::built_in();
    let scenarios: Vec<ScenarioInfo> = title.scenarios();
    let info = scenarios.iter().find(|info| info.id == scenario).expect("a scenario of the title");
    title.rules(scenario, &info.complete(&Options::new()).expect("options")).expect("rules")
}

#[test]
fn random_games_end() {
    // 2,000 of them.
    let games = 400;
    for scenario in ["lutzen", "bautzen", "spring", "autumn", "campaign"] {
        let tally = games_end(&rules(scenario), Trial::new(1, games).longest(60_000)).unwrap();
        assert_eq!(tally.games, games, "{scenario}");
    }
}

#[test]
fn what_is_offered_passes_and_nothing_else() {
    let probes = legal_and_check_agree(&rules("lutzen"), Trial::new(2, 4).longest(60_000), 8).unwrap();
    assert!(probes > 5000, "{probes}");
}

#[test]
fn games_replay() {
    replays(&rules("lutzen"), Trial::new(3, 4).longest(60_000)).unwrap();
}

#[test]
fn everything_can_be_written_down() {
    serialises(&rules("lutzen"), Trial::new(4, 2).longest(60_000)).unwrap();
}

#[test]
fn orders_read_back() {
    notation_reads_back(&rules("lutzen"), Trial::new(5, 3).longest(60_000)).unwrap();
}

#[test]
fn throws_are_foreseen() {
    for scenario in ["lutzen", "autumn"] {
        let throwing = throws_are_found(&rules(scenario), Trial::new(8, 2).every(5).longest(60_000)).unwrap();
        assert!(throwing > 20, "{scenario}: {throwing}");
    }
}

#[test]
fn worlds_drawn_from_a_view_fit_it() {
    samples_fit(&rules("lutzen"), Trial::new(6, 3).longest(60_000), 2).unwrap();
}

#[test]
fn journals() {
    journals_load(&Arc::new(rules("lutzen")), Trial::new(12, 2).longest(60_000)).unwrap();
}

/// Search clones positions by the million.
#[test]
fn a_position_is_small() {
    let size = size_of::<jours_de_gloire::State>();
    assert!(size <= 16 * 1024, "a position takes {size} bytes");
}
