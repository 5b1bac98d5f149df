//! The whole contract for the two titles that keep it honest.

mod miniature {
    use contract::miniature::MiniatureTitle;
    use contract::suite::{games, played};

    contract::suite! {
        hidden: yes,
        title: MiniatureTitle::new(),
        staff: None,
        scenarios: vec![played("seven-boxes")],
        efforts: vec![
            ("games_end", games(3000).least(100_000)),
            ("legal_and_check", games(200).least(100_000)),
            ("cited_cases", games(50).least(15)),
            ("replays", games(200).least(10_000)),
            ("serialises", games(50).least(10_000)),
            ("notation", games(100).least(10_000)),
            ("samples", games(200).least(10_000)),
            ("equal_answers", games(60).least(10_000)),
            ("equal_odds", games(20).least(1000)),
            ("revelations", games(200).least(10_000)),
            ("undo", games(60).least(500)),
            ("journals", games(60).least(1000)),
            ("secrets", games(60).least(100)),
            ("secret_throws", games(100).least(100)),
            ("records", games(10).least(100)),
        ],
        perft: &[("seven-boxes", &[18, 288, 4032, 48384])],
        goldens: &[],
        playthroughs: "",
        page: "",
        without: &[
            ("reach", "counters march one box, for which no aid is needed"),
            ("overlays", "seven boxes need nothing laid over them"),
            ("positions", "its positions are read for examples and never written"),
            ("coverage", "its cases are seen to decide something in random games, not in examples"),
            ("page", "nobody writes examples for it, so no page says how"),
            ("goldens", "nobody keeps games of it; goldens are tried on it in a folder of their own"),
            ("generals_play", "nobody plays it, so nobody is taught to"),
            ("generals_repeat", "nobody plays it, so nobody is taught to"),
            ("generals_speak", "nobody plays it, so nobody is taught to"),
            ("generals_budget", "nobody plays it, so nobody is taught to"),
        ],
    }
}

mod drill {
    use contract::drill::DrillTitle;
    use contract::suite::{games, played};

    contract::suite! {
        hidden: no,
        title: DrillTitle::new(),
        staff: None,
        scenarios: vec![played("field")],
        efforts: vec![
            ("games_end", games(40).least(2000)),
            ("legal_and_check", games(4).least(2000)),
            ("reach", games(2).every(5).least(500)),
            ("examples", games(0).least(1)),
        ],
        perft: &[("field", &[14])],
        goldens: &[],
        playthroughs: "",
        page: "",
        without: &[
            ("positions", "its positions are read for examples and never written"),
            ("coverage", "it is there for long counters and facings, not for its rules"),
            ("page", "nobody writes examples for it, so no page says how"),
            ("goldens", "nobody keeps games of it that would have to replay"),
            ("generals_play", "nobody plays it, so nobody is taught to"),
            ("generals_repeat", "nobody plays it, so nobody is taught to"),
            ("generals_speak", "nobody plays it, so nobody is taught to"),
            ("generals_budget", "nobody plays it, so nobody is taught to"),
        ],
    }
}
