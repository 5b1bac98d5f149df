//! The whole contract for Napoleon 1807.

use contract::Golden;
use contract::suite::{games, played};
use napoleon_1807::Napoleon1807;

const fn golden(scenario: &'static str) -> Golden {
    Golden { name: scenario, scenario, options: &[], steps: 300 }
}

const GOLDENS: [Golden; 5] =
    [golden("bergfriede"), golden("pultusk"), golden("waltersdorf"), golden("golymin"), golden("eylau")];

contract::suite! {
    hidden: no,
    title: Napoleon1807::built_in(),
    staff: None,
    scenarios: vec![played("bergfriede"), played("pultusk"), played("waltersdorf"), played("golymin"), played("eylau")],
    // See `contract::suite::EFFORTS` for what is not named here.
    efforts: vec![
        ("games_end", games(10).least(1000)),
        ("legal_and_check", games(2).least(500).scenarios(3)),
        ("cited_cases", games(2).least(1).scenarios(3)),
        ("replays", games(1).least(200).scenarios(2)),
        ("serialises", games(1).every(3).least(100).scenarios(2)),
        ("notation", games(1).least(300).scenarios(2)),
        ("samples", games(1).every(3).least(100).scenarios(2)),
        ("equal_answers", games(1).every(17).least(10).scenarios(1)),
        ("equal_odds", games(1).every(97).least(1).scenarios(1)),
        ("equal_aids", games(1).every(97).least(1).scenarios(1)),
        ("revelations", games(1).least(20).scenarios(1)),
        ("undo", games(3).least(5).scenarios(1)),
        ("journals", games(1).every(37).least(5).scenarios(1)),
        ("offers", games(2).every(7).least(50).scenarios(2)),
        ("throws", games(2).least(10).scenarios(2)),
        ("questions", games(2).every(3).least(50).scenarios(2)),
        ("log", games(2).least(100).scenarios(2)),
        ("pieces", games(1).every(7).least(50).scenarios(2)),
        ("panels", games(1).every(7).least(50).scenarios(2)),
        ("reach", games(1).every(23).least(10).scenarios(1)),
        ("overlays", games(1).every(41).least(5).scenarios(1)),
        ("positions", games(2).every(5).least(5).scenarios(2)),
        ("goldens", games(0).least(10)),
        ("open", games(1).every(17).least(10).scenarios(1)),
    ],
    perft: &[("bergfriede", &[2])],
    goldens: &GOLDENS,
    playthroughs: concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/napoleon-1807/playthroughs"),
    page: include_str!("../../../docs/napoleon-1807.md"),
    without: &[
        ("coverage", "some thirty cases have no example of their own yet"),
        ("generals_play", "its generals are a beginning, and a battle takes them minutes"),
        ("generals_repeat", "its generals are a beginning, and a battle takes them minutes"),
        ("generals_speak", "its generals are a beginning, and a battle takes them minutes"),
        ("generals_budget", "its generals are a beginning, and a battle takes them minutes"),
    ],
}
