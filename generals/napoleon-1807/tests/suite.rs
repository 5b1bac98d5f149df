//! The whole contract for Napoleon 1807.

use contract::Golden;
use contract::suite::{games, played};
use napoleon_1807::Napoleon1807;

const GOLDENS: [Golden; 1] = [Golden { name: "first", scenario: "first", options: &[], steps: 60 }];

contract::suite! {
    hidden: no,
    title: Napoleon1807::built_in(),
    staff: generals_napoleon_1807::register(Napoleon1807::built_in()).staff,
    scenarios: vec![played("first")],
    // Its games are short. See `contract::suite::EFFORTS` for what is not named here.
    efforts: vec![
        ("cited_cases", games(10).least(3)),
        ("games_end", games(300).least(1000)),
        ("legal_and_check", games(50).least(2000)),
        ("replays", games(50).least(200)),
        ("serialises", games(20).least(500)),
        ("notation", games(50).least(300)),
        ("samples", games(50).least(300)),
        ("equal_answers", games(20).least(100)),
        ("equal_odds", games(20).least(50)),
        ("equal_aids", games(20).least(50)),
        ("revelations", games(50).least(50)),
        ("undo", games(50).least(20)),
        ("journals", games(20).least(50)),
        ("offers", games(50).least(300)),
        ("throws", games(50).least(10)),
        ("questions", games(50).least(100)),
        ("log", games(50).least(100)),
        ("pieces", games(50).least(300)),
        ("panels", games(20).least(50)),
        ("reach", games(100).least(50)),
        ("overlays", games(20).least(50)),
        ("positions", games(20).least(20)),
        ("goldens", games(0).least(3)),
        ("generals_play", games(8).least(16)),
        ("generals_repeat", games(1).least(2)),
        ("generals_speak", games(20).least(2)),
        ("generals_budget", games(4).least(1)),
        ("open", games(20).least(50)),
    ],
    perft: &[("first", &[2, 4])],
    goldens: &GOLDENS,
    playthroughs: concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/napoleon-1807/playthroughs"),
    page: include_str!("../../../docs/napoleon-1807.md"),
    without: &[],
}
