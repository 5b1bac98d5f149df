//! Old journals replay. `cargo xtask goldens --update` writes them anew after an announced change.

use std::path::Path;

use contract::{Golden, goldens_hold};
use jours_de_gloire::JoursDeGloire;

const fn golden(
    name: &'static str,
    scenario: &'static str,
    options: &'static [(&'static str, &'static str)],
) -> Golden {
    Golden { name, scenario, options, steps: 300 }
}

const GAMES: [Golden; 9] = [
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

#[test]
fn goldens() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../data/jours-de-gloire/playthroughs");
    let update = std::env::var("SABRETACHE_GOLDENS").is_ok_and(|value| value == "update");
    let steps = goldens_hold(&JoursDeGloire::built_in(), &folder, &GAMES, update).unwrap_or_else(|why| panic!("{why}"));
    assert!(steps > 2_500, "{steps}");
}
