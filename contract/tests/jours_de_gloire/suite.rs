//! The whole contract, in every scenario and with what players may agree on. What only this title has is in the other files; its
//! secrets under other options are in `secrets`.

use contract::Golden;
use contract::suite::{games, played};
use jours_de_gloire::JoursDeGloire;

const fn golden(
    name: &'static str,
    scenario: &'static str,
    options: &'static [(&'static str, &'static str)],
) -> Golden {
    Golden { name, scenario, options, steps: 300 }
}

const GOLDENS: [Golden; 9] = [
    golden("lutzen", "lutzen", &[]),
    golden("lutzen-armies", "lutzen", &[("players", "armies"), ("quick-guns", "on"), ("losses", "roster")]),
    golden("bautzen", "bautzen", &[]),
    golden("bautzen-open", "bautzen", &[("blind", "1"), ("force-markers", "on"), ("supply", "off")]),
    golden("spring", "spring", &[]),
    golden("autumn", "autumn", &[]),
    golden("autumn-hamburg", "autumn", &[("hamburg", "on"), ("blind", "2"), ("dummies", "off")]),
    golden("campaign", "campaign", &[]),
    golden("campaign-solitaire", "campaign", &[("solitaire", "on"), ("marshal", "davout")]),
];

contract::suite! {
    hidden: yes,
    title: JoursDeGloire::built_in(),
    staff: generals_jours_de_gloire::register(JoursDeGloire::built_in()).staff,
    scenarios: vec![
        played("lutzen").with(&[("blind", "3")]),
        played("bautzen").with(&[("blind", "3")]),
        played("autumn").with(&[("players", "armies"), ("force-markers", "on")]),
        played("campaign"),
        played("spring"),
        played("autumn"),
        played("lutzen").with(&[("blind", "1")]),
        played("lutzen").with(&[("blind", "2"), ("dummies", "off")]),
        played("lutzen").with(&[("supply", "off"), ("quick-guns", "on"), ("losses", "roster")]),
        played("campaign").with(&[("solitaire", "on")]),
        played("campaign").with(&[("marshal", "davout")]),
        played("campaign").with(&[("marshal", "soult"), ("hamburg", "on")]),
    ],
    efforts: vec![
        ("games_end", games(120).full(400).least(20_000)),
        ("legal_and_check", games(4).least(5000).scenarios(1)),
        ("cited_cases", games(4).full(40).least(20).scenarios(1)),
        ("replays", games(4).least(500).scenarios(2)),
        ("serialises", games(1).least(2000).scenarios(2)),
        ("notation", games(2).least(2000).scenarios(2)),
        ("samples", games(1).every(5).least(200)),
        ("equal_answers", games(1).every(7).least(200).scenarios(4)),
        ("equal_odds", games(1).every(41).least(5).scenarios(2)),
        ("equal_aids", games(1).every(97).least(5).scenarios(3)),
        ("revelations", games(2).least(300).scenarios(2)),
        ("undo", games(1).every(2).least(10).scenarios(1)),
        ("journals", games(2).least(300).scenarios(1)),
        ("offers", games(2).every(13).least(500).scenarios(4)),
        ("throws", games(3).every(7).least(20).scenarios(1)),
        ("questions", games(2).every(7).least(100).scenarios(4)),
        ("log", games(1).every(7).least(100).scenarios(4)),
        ("pieces", games(1).every(101).least(100).scenarios(4)),
        ("panels", games(1).every(53).least(50).scenarios(4)),
        ("reach", games(3).every(7).least(300).scenarios(1)),
        ("overlays", games(1).every(307).least(30).scenarios(3)),
        ("positions", games(3).every(7).least(15).scenarios(4)),
        ("examples", games(0).least(500)),
        ("coverage", games(0).least(300)),
        ("page", games(0).least(4)),
        ("goldens", games(0).least(2500)),
        ("generals_play", games(4).full(40).least(1000).scenarios(2)),
        ("generals_repeat", games(1).least(200).scenarios(1)),
        ("generals_speak", games(60).least(20).scenarios(1)),
        ("generals_budget", games(20).least(10).scenarios(1)),
        ("secrets", games(2).full(60).every(4).least(1).scenarios(1)),
        ("secret_throws", games(3).least(10).scenarios(1)),
        ("records", games(2).every(3).least(10).scenarios(1)),
    ],
    perft: &[
        ("lutzen", &[87, 7161, 567_416]),
        ("bautzen", &[108, 10_826, 1_011_187]),
        ("spring", &[87, 7161, 567_416]),
        ("autumn", &[157, 22_633, 3_022_752]),
        // Until the first orders it is the spring campaign.
        ("campaign", &[87, 7161, 567_416]),
    ],
    goldens: &GOLDENS,
    playthroughs: concat!(env!("CARGO_MANIFEST_DIR"), "/../data/jours-de-gloire/playthroughs"),
    page: include_str!("../../../docs/jours-de-gloire.md"),
    without: &[],
}
