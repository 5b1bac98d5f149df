//! The whole contract for SYW Battles.

use contract::Golden;
use contract::suite::{games, played};
use syw_battles::SywBattles;

const fn golden(scenario: &'static str) -> Golden {
    Golden { name: scenario, scenario, options: &[], steps: 300 }
}

const GOLDENS: [Golden; 4] = [
    golden("todtenhausen"),
    golden("minden7"),
    golden("minden-7"),
    Golden { options: &[("approach", "on")], ..golden("minden") },
];

contract::suite! {
    hidden: yes,
    title: SywBattles::built_in(),
    staff: generals_syw_battles::register(SywBattles::built_in()).staff,
    scenarios: vec![
        played("minden").with(&[("approach", "on"), ("hesitation", "on"), ("mist", "on")]),
        played("todtenhausen"),
        played("minden7"),
        played("minden-7"),
    ],
    // See `contract::suite::EFFORTS` for what is not named here.
    efforts: vec![
        ("games_end", games(5).least(1000)),
        ("legal_and_check", games(1).every(5).least(300).scenarios(3)),
        ("cited_cases", games(1).every(5).least(1).scenarios(3)),
        ("replays", games(1).least(200).scenarios(2)),
        ("serialises", games(1).every(11).least(50).scenarios(2)),
        ("notation", games(1).every(3).least(200).scenarios(2)),
        ("samples", games(1).every(11).least(50).scenarios(2)),
        ("equal_answers", games(1).every(97).least(5).scenarios(2)),
        ("equal_odds", games(1).every(397).least(1).scenarios(1)),
        ("equal_aids", games(1).every(397).least(1).scenarios(1)),
        ("revelations", games(1).every(11).least(5).scenarios(2)),
        ("undo", games(1).every(23).least(5).scenarios(1)),
        ("journals", games(1).every(97).least(2).scenarios(1)),
        ("offers", games(1).every(23).least(20).scenarios(2)),
        ("throws", games(1).every(3).least(10).scenarios(2)),
        ("questions", games(1).every(11).least(50).scenarios(2)),
        ("log", games(1).every(3).least(100).scenarios(2)),
        ("pieces", games(1).every(37).least(20).scenarios(2)),
        ("panels", games(1).every(37).least(20).scenarios(2)),
        ("reach", games(1).every(97).least(1).scenarios(2)),
        ("overlays", games(1).every(1997).least(1).scenarios(1)),
        ("positions", games(1).every(11).least(2).scenarios(2)),
        ("goldens", games(0).least(4)),
        ("generals_play", games(2).least(1000)),
        ("generals_repeat", games(1).scenarios(1).least(100)),
        ("generals_speak", games(12).scenarios(1).least(10)),
        ("generals_budget", games(14).scenarios(1).least(10)),
        ("secrets", games(2).every(7).least(1).scenarios(1)),
        ("secret_throws", games(1).least(1).scenarios(1)),
        ("records", games(1).every(97).least(1).scenarios(1)),
    ],
    perft: &[("todtenhausen", &[2])],
    goldens: &GOLDENS,
    playthroughs: concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/syw-battles/playthroughs"),
    page: include_str!("../../../docs/syw-battles.md"),
    without: &[
    ],
}
