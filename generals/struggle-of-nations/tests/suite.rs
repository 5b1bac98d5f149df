//! The whole contract for Struggle of Nations.

use contract::suite::{games, played};
use contract::{Golden, Trial, secrets_that_are_there_are_kept as kept};
use kernel::{Options, Title};
use struggle_of_nations::StruggleOfNations;

const fn golden(scenario: &'static str, options: &'static [(&'static str, &'static str)], steps: usize) -> Golden {
    Golden { name: scenario, scenario, options, steps }
}

const GOLDENS: [Golden; 5] = [
    golden("grossbeeren", &[], 500),
    golden("leipzig", &[("hurry-up", "on"), ("sound-of-guns", "on"), ("classes", "on")], 450),
    golden("dresden", &[("dummies", "on")], 400),
    golden("spring", &[("secret-rally", "on")], 350),
    golden("campaign", &[("replacement-leaders", "on")], 350),
];

contract::suite! {
    hidden: yes,
    title: StruggleOfNations::built_in(),
    staff: generals_struggle_of_nations::register(StruggleOfNations::built_in()).staff,
    scenarios: vec![played("grossbeeren"), played("leipzig"), played("dresden"), played("spring")],
    // See `contract::suite::EFFORTS` for what is not named here.
    efforts: vec![
        ("games_end", games(2).least(500)),
        ("legal_and_check", games(1).least(500).scenarios(2)),
        ("cited_cases", games(1).least(1).scenarios(1)),
        ("replays", games(1).least(200).scenarios(1)),
        ("serialises", games(1).every(17).least(20).scenarios(1)),
        ("notation", games(1).every(7).least(100).scenarios(1)),
        ("samples", games(1).every(17).least(20).scenarios(2)),
        ("equal_answers", games(1).every(41).least(10).scenarios(1)),
        ("equal_odds", games(1).every(197).least(1).scenarios(1)),
        ("equal_aids", games(1).every(197).least(1).scenarios(1)),
        ("revelations", games(1).every(17).least(10).scenarios(1)),
        ("undo", games(1).least(2).scenarios(1).from(1)),
        ("journals", games(1).every(197).least(2).scenarios(1)),
        ("offers", games(1).every(37).least(10).scenarios(1)),
        ("throws", games(1).every(7).least(10).scenarios(1)),
        ("questions", games(1).every(17).least(10).scenarios(1)),
        ("log", games(1).every(3).least(50).scenarios(1)),
        ("pieces", games(1).every(37).least(10).scenarios(1)),
        ("panels", games(1).every(37).least(10).scenarios(1)),
        ("reach", games(1).every(97).least(1).scenarios(1)),
        ("overlays", games(1).every(97).least(1).scenarios(1)),
        ("positions", games(1).every(97).least(1).scenarios(1)),
        ("secrets", games(2).every(3).least(1).scenarios(1).from(1)),
        ("secret_throws", games(1).every(1).least(1).scenarios(1)),
        ("goldens", games(0).least(1_000)),
        ("generals_play", games(4).least(200).scenarios(1)),
        ("generals_repeat", games(1).least(50).scenarios(1)),
        ("generals_speak", games(20).least(10).scenarios(1)),
        ("generals_budget", games(4).least(10).scenarios(1)),
        ("records", games(12).every(1).least(1).scenarios(1)),
    ],
    perft: &[("grossbeeren", &[6])],
    goldens: &GOLDENS,
    playthroughs: concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/struggle-of-nations/playthroughs"),
    page: include_str!("../../../docs/struggle-of-nations.md"),
    without: &[
    ],
}

/// In random games nobody comes to write plans in every scenario; whatever else is secret there is kept.
#[test]
fn secrets_that_are_there_are_kept() {
    for scenario in ["grossbeeren", "dresden", "spring"] {
        let title = StruggleOfNations::built_in();
        let rules = title.rules(scenario, &Options::default()).expect("the scenario is there");
        let every = if scenario == "grossbeeren" { 29 } else { 197 };
        let tried = kept(&rules, Trial::new(1813, 1).longest(120_000).every(every));
        let tried = tried.unwrap_or_else(|breach| panic!("{scenario}: {breach}"));
        assert!(tried.values().filter(|count| **count > 0).count() >= 4, "{scenario}: {tried:?}");
    }
}
