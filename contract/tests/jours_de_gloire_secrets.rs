//! Jours de Gloire keeps its written table of secrets, in every scenario and at every level of blind play.
//!
//! The default sizes suit every test run. `SABRETACHE_FULL=1` plays the size of the issue: 200 games, with every entry of
//! the table changed at every decision.

use std::collections::BTreeMap;
use std::sync::Arc;

use contract::*;
use jours_de_gloire::{JoursDeGloire, Rules};
use kernel::{Options, Title};

const LONGEST: usize = 120_000;

fn full() -> bool {
    std::env::var("SABRETACHE_FULL").is_ok_and(|value| value == "1")
}

fn rules(scenario: &str, options: &[(&str, &str)]) -> Rules {
    let title = JoursDeGloire::built_in();
    let scenarios = title.scenarios();
    let info = scenarios.iter().find(|info| info.id == scenario).expect("a scenario of the title");
    let options: Options = options.iter().map(|(id, value)| ((*id).to_owned(), (*value).to_owned())).collect();
    title.rules(scenario, &info.complete(&options).expect("options")).expect("rules")
}

const ALL_HIDDEN: &[(&str, &str)] = &[("blind", "3")];
const UNITS_HIDDEN: &[(&str, &str)] = &[("blind", "2")];
const NO_DUMMIES: &[(&str, &str)] = &[("blind", "3"), ("dummies", "off")];
const OPEN: &[(&str, &str)] = &[("blind", "1")];
const BY_ARMY: &[(&str, &str)] =
    &[("blind", "3"), ("players", "armies"), ("force-markers", "on"), ("quick-guns", "on")];

/// A scenario, what is agreed on, and how many games: usually, and in the issue's size.
type Games = (&'static str, &'static [(&'static str, &'static str)], u64, u64);

const GAMES: [Games; 10] = [
    ("lutzen", ALL_HIDDEN, 1, 60),
    ("lutzen", UNITS_HIDDEN, 1, 30),
    ("lutzen", NO_DUMMIES, 0, 10),
    ("bautzen", ALL_HIDDEN, 1, 40),
    ("bautzen", OPEN, 1, 10),
    ("spring", ALL_HIDDEN, 0, 20),
    ("spring", BY_ARMY, 0, 5),
    ("autumn", BY_ARMY, 1, 10),
    ("autumn", ALL_HIDDEN, 0, 10),
    ("campaign", ALL_HIDDEN, 0, 5),
];

#[test]
fn secrets() {
    let mut tried: BTreeMap<&str, u64> = BTreeMap::new();
    let (mut games, mut seed) = (0, 100);
    for (scenario, options, usual, of_the_issue) in GAMES {
        seed += 1;
        let number = if full() { of_the_issue } else { usual };
        let trial = Trial::new(seed, number).longest(LONGEST).every(if full() { 1 } else { 7 });
        let counts = secrets_that_are_there_are_kept(&rules(scenario, options), trial);
        let counts = counts.unwrap_or_else(|breach| panic!("{scenario} {options:?}: {breach}"));
        counts.into_iter().for_each(|(name, count)| *tried.entry(name).or_default() += count);
        games += number;
    }
    println!("{games} games: {tried:?}");
    assert!(tried.values().all(|count| *count > 20), "{tried:?}");
}

fn trial(seed: u64, games: u64) -> Trial {
    Trial::new(seed, games).longest(LONGEST)
}

#[test]
fn secret_throws_decide_something_or_are_screens() {
    assert!(secret_throws_matter(&rules("lutzen", ALL_HIDDEN), trial(9, 3)).unwrap() > 10);
}

#[test]
fn equal_views() {
    equal_views_get_equal_answers(&rules("lutzen", ALL_HIDDEN), trial(7, 1).every(5), 2).unwrap();
    equal_views_get_equal_answers(&rules("bautzen", UNITS_HIDDEN), trial(7, 1).every(9), 2).unwrap();
}

#[test]
fn revelations() {
    revelations_are_declared(&rules("lutzen", ALL_HIDDEN), trial(10, 3), 2).unwrap();
    revelations_are_declared(&rules("bautzen", ALL_HIDDEN), trial(10, 2), 2).unwrap();
}

#[test]
fn records() {
    let compared = records_keep_secrets(&Arc::new(rules("lutzen", ALL_HIDDEN)), trial(15, 2).every(3)).unwrap();
    assert!(compared > 10, "{compared}");
}

#[test]
fn undo() {
    let (granted, refused) =
        undo_stops_where_it_must(&Arc::new(rules("lutzen", ALL_HIDDEN)), trial(11, 1).every(10)).unwrap();
    assert!(granted > 10 && refused > 10, "{granted} {refused}");
}
