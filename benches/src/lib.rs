//! How fast the titles are played at random, measured so that the machine's mood does not matter.
//!
//! Wall-clock figures are for the README. Gates are ratios: the same run also times a [reference](reference) loop, and
//! what is gated is how many steps of that loop a decision costs.

pub mod armies;
pub mod growth;
pub mod reference;
pub mod speed;

use art_of_war::{ArtOfWar, Battle, Rules};

/// The rules of a battle as it is printed.
pub fn battle(battle: Battle) -> Rules {
    ArtOfWar::built_in().rules_of(battle, false)
}
