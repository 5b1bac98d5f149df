//! Old journals replay. `cargo xtask goldens --update` writes them anew after an announced change.

use std::path::Path;

use art_of_war::ArtOfWar;
use contract::{Golden, goldens_hold};

const GAMES: [Golden; 3] = [
    Golden { name: "eylau", scenario: "eylau", options: &[], steps: 400 },
    Golden { name: "eylau-weather", scenario: "eylau", options: &[("weather", "on")], steps: 400 },
    Golden { name: "dresden", scenario: "dresden", options: &[], steps: 400 },
];

#[test]
fn goldens() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../data/art-of-war/playthroughs");
    let update = std::env::var("SABRETACHE_GOLDENS").is_ok_and(|value| value == "update");
    let steps = goldens_hold(&ArtOfWar::built_in(), &folder, &GAMES, update).unwrap_or_else(|why| panic!("{why}"));
    assert!(steps > 900, "{steps}");
}
