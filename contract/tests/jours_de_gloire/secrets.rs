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

/// Changes every entry of the table at every decision; in the usual run there are so many games, and one decision in so many. Entries that cannot be there under
/// these rules are named.
fn kept(scenario: &str, options: &[(&str, &str)], usual: (u64, usize), of_the_issue: u64, absent: &[&str]) {
    let (games, every) = if full() { (of_the_issue, 1) } else { usual };
    let trial = Trial::new(1813, games).longest(LONGEST).every(every);
    let tried = secrets_that_are_there_are_kept(&rules(scenario, options), trial);
    let tried: BTreeMap<&str, u64> = tried.unwrap_or_else(|breach| panic!("{scenario} {options:?}: {breach}"));
    println!("{games} games of {scenario}, {options:?}: {tried:?}");
    for (name, count) in tried {
        assert_eq!(games > 0 && count == 0, absent.contains(&name), "{name}: {count}");
    }
}

#[test]
fn secrets_of_lutzen() {
    kept("lutzen", ALL_HIDDEN, (2, 4), 60, &[]);
}

#[test]
fn secrets_where_leaders_are_seen() {
    kept("lutzen", UNITS_HIDDEN, (1, 6), 30, &[]);
}

#[test]
fn secrets_without_dummies() {
    kept("lutzen", NO_DUMMIES, (1, 5), 20, &["dummies"]);
}

#[test]
fn secrets_of_bautzen() {
    kept("bautzen", ALL_HIDDEN, (1, 4), 40, &[]);
}

#[test]
fn secrets_where_all_lies_open() {
    kept("bautzen", OPEN, (1, 6), 10, &["identity", "dummies"]);
}

#[test]
fn secrets_of_the_spring() {
    kept("spring", ALL_HIDDEN, (1, 7), 15, &[]);
}

#[test]
fn secrets_of_the_autumn() {
    kept("autumn", UNITS_HIDDEN, (1, 9), 10, &[]);
}

#[test]
fn secrets_of_armies_with_players_of_their_own() {
    kept("autumn", BY_ARMY, (1, 7), 10, &[]);
}

#[test]
fn secrets_of_the_campaign() {
    kept("campaign", ALL_HIDDEN, (2, 6), 5, &[]);
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
