//! Jours de Gloire keeps its written table of secrets in the other scenarios and levels of blind play, where some entries may be
//! missing. With `SABRETACHE_FULL=1` every entry of the table is changed at every decision of 140 games.

use std::collections::BTreeMap;

use contract::*;
use jours_de_gloire::{JoursDeGloire, Rules};
use kernel::{Options, Title};

const LONGEST: usize = 120_000;

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
fn kept(scenario: &str, options: &[(&str, &str)], usual: (u64, usize), slow: u64, absent: &[&str]) {
    let (games, every) = if full() { (slow, 1) } else { usual };
    let trial = Trial::new(1813, games).longest(LONGEST).every(every);
    let tried = secrets_that_are_there_are_kept(&rules(scenario, options), trial);
    let tried: BTreeMap<&str, u64> = tried.unwrap_or_else(|breach| panic!("{scenario} {options:?}: {breach}"));
    println!("{games} games of {scenario}, {options:?}: {tried:?}");
    for (name, count) in tried {
        assert_eq!(games > 0 && count == 0, absent.contains(&name), "{name}: {count}");
    }
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
