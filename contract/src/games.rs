//! Random games to the end.

use kernel::{Ruleset, Viewer};

use crate::walk::viewers;
use crate::{Breach, Tally, Trial, walk};

/// Every random game ends by the rules: no panic, no dead end, no endless game.
pub fn games_end<R: Ruleset>(rules: &R, trial: Trial) -> Result<Tally, Breach> {
    walk("games end", rules, trial, |_| Ok(()))
}

/// What every viewer sees is the same, whoever he is. Returns how many views were compared.
pub fn everybody_sees_the_same<R: Ruleset>(rules: &R, trial: Trial) -> Result<u64, Breach> {
    let mut compared = 0;
    walk("everybody sees the same", rules, trial, |moment| {
        let seen = rules.view(moment.state, Viewer::Spectator);
        for viewer in viewers(rules) {
            compared += 1;
            if rules.view(moment.state, viewer) != seen {
                return Err(format!("{viewer:?} sees something else than a spectator"));
            }
        }
        Ok(())
    })?;
    Ok(compared)
}
