//! Random games to the end.

use kernel::Ruleset;

use crate::{Breach, Tally, Trial, walk};

/// Every random game ends by the rules: no panic, no dead end, no endless game.
pub fn games_end<R: Ruleset>(rules: &R, trial: Trial) -> Result<Tally, Breach> {
    walk("games end", rules, trial, |_| Ok(()))
}
