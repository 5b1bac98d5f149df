//! The whole contract, in both battles and in Eylau with snowstorms. What only this title has is in the other files.

use art_of_war::ArtOfWar;
use contract::Golden;
use contract::suite::{games, played};

const GOLDENS: [Golden; 3] = [
    Golden { name: "eylau", scenario: "eylau", options: &[], steps: 400 },
    Golden { name: "eylau-weather", scenario: "eylau", options: &[("weather", "on")], steps: 400 },
    Golden { name: "dresden", scenario: "dresden", options: &[], steps: 400 },
];

contract::suite! {
    hidden: no,
    title: ArtOfWar::built_in(),
    staff: generals_art_of_war::register(ArtOfWar::built_in()).staff,
    scenarios: vec![played("eylau"), played("dresden"), played("eylau").with(&[("weather", "on")])],
    efforts: vec![
        ("games_end", games(150).full(4000).least(50_000)),
        ("legal_and_check", games(2).every(11).least(1000)),
        ("cited_cases", games(4).full(100).least(20)),
        ("replays", games(3).full(20).least(500)),
        ("serialises", games(1).every(23).least(1000)),
        ("notation", games(2).full(20).every(7).least(1000)),
        ("samples", games(2).full(20).every(5).least(300)),
        ("equal_answers", games(2).full(20).every(31).least(50)),
        ("equal_odds", games(1).every(61).least(5)),
        ("equal_aids", games(1).every(307).least(4)),
        ("revelations", games(2).full(20).every(31).least(20)),
        ("undo", games(1).full(3).every(17).least(5)),
        ("journals", games(1).full(3).least(300)),
        ("offers", games(2).every(5).least(2000)),
        ("throws", games(6).every(5).least(50)),
        ("questions", games(3).every(5).least(300)),
        ("log", games(3).every(5).least(300)),
        ("pieces", games(2).every(23).least(2000)),
        ("panels", games(2).every(23).least(200)),
        ("reach", games(3).every(29).least(200)),
        ("overlays", games(2).every(211).least(50)),
        ("positions", games(1).every(9).least(12)),
        ("examples", games(0).least(400)),
        ("coverage", games(0).least(150)),
        ("page", games(0).least(4)),
        ("goldens", games(0).least(900)),
        ("generals_play", games(16).full(400).least(10_000)),
        ("generals_repeat", games(1).scenarios(1).least(200)),
        ("generals_speak", games(40).scenarios(2).least(40)),
        ("generals_budget", games(6).scenarios(2).least(10)),
        ("open", games(1).every(29).least(50)),
    ],
    perft: &[("eylau", &[28, 163, 1134]), ("dresden", &[41, 449, 3610])],
    goldens: &GOLDENS,
    playthroughs: concat!(env!("CARGO_MANIFEST_DIR"), "/../data/art-of-war/playthroughs"),
    page: include_str!("../../../docs/art-of-war.md"),
    without: &[],
}
