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
    staff: generals_napoleon_1807::register(Napoleon1807::built_in()).staff,
    scenarios: vec![played("bergfriede"), played("pultusk"), played("waltersdorf"), played("golymin"), played("eylau")],
    // The least holds for the smallest battle; the others have several times as much.
    efforts: vec![
        ("games_end", games(40).full(400).least(15_000)),
        ("legal_and_check", games(2).full(10).every(11).least(1000)),
        ("cited_cases", games(4).full(40).least(25)),
        ("replays", games(2).full(10).least(700)),
        ("serialises", games(2).every(23).least(300)),
        ("notation", games(2).full(10).every(7).least(1000)),
        ("samples", games(2).full(10).every(11).least(400)),
        ("equal_answers", games(2).full(5).every(97).least(70)),
        ("equal_odds", games(2).every(397).least(5).scenarios(3)),
        ("equal_aids", games(1).every(797).least(4).scenarios(3)),
        ("revelations", games(2).full(10).every(31).least(20)),
        ("undo", games(3).full(10).least(5).scenarios(1)),
        ("journals", games(1).full(3).every(5).least(100)),
        ("offers", games(3).full(10).every(5).least(1500)),
        ("throws", games(4).every(2).least(30)),
        ("questions", games(4).full(10).every(3).least(500)),
        ("log", games(2).full(10).least(1000)),
        ("pieces", games(1).every(41).least(400)),
        ("panels", games(1).every(41).least(200)),
        ("reach", games(2).every(29).least(50).scenarios(4)),
        ("overlays", games(1).every(211).least(20)),
        ("positions", games(2).full(10).every(7).least(30)),
        ("examples", games(0).least(200)),
        ("coverage", games(0).least(273)),
        ("page", games(0).least(4)),
        ("goldens", games(0).least(1200)),
        ("generals_play", games(4).full(60).least(1500)),
        ("generals_repeat", games(1).scenarios(1).least(100)),
        ("generals_speak", games(10).scenarios(1).least(10)),
        ("generals_budget", games(2).scenarios(1).least(10)),
        ("open", games(2).every(37).least(70)),
    ],
    perft: &[("bergfriede", &[76, 5817, 448_541]), ("pultusk", &[146, 20_390])],
    goldens: &GOLDENS,
    playthroughs: concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/napoleon-1807/playthroughs"),
    page: include_str!("../../../../docs/napoleon-1807.md"),
    without: &[],
}
