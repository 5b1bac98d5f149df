//! What a viewer can take home while the game runs does not depend on what he may not know.

use std::sync::Arc;

use kernel::record::Record;
use kernel::{Game, Language, Viewer};

use crate::secrets::{Secrets, twins};
use crate::undo::{follow, new_game};
use crate::walk::Step;
use crate::{Breach, Moment, Trial, walk};

/// Wherever a random game could have gone another way that differs in a secret only: who may not know the secret has
/// the same record of both games, byte for byte, the same log, and the same answer when he asks for undo. Returns how
/// many pairs of games were compared.
pub fn records_keep_secrets<R: Secrets + Language + Clone>(rules: &Arc<R>, trial: Trial) -> Result<u64, Breach> {
    records_keep_secrets_by(rules, trial, |game, viewer| {
        Record::new(game, viewer, false).map(|record| record.to_text())
    })
}

/// The same for another way to write a record.
pub fn records_keep_secrets_by<R: Secrets + Language + Clone>(
    rules: &Arc<R>,
    trial: Trial,
    record: impl Fn(&Game<R>, Viewer) -> Result<String, String>,
) -> Result<u64, Breach> {
    let mut compared = 0;
    let mut game = new_game(rules);
    walk("records keep secrets", &**rules, Trial { every: 1, ..trial }, |moment| {
        let Moment { state, next, step, chance, .. } = moment;
        if step == 0 {
            game = new_game(rules);
        }
        let Some(next) = next else { return Ok(()) };
        let twins = if step.is_multiple_of(trial.every) { twins(&**rules, state, next, chance) } else { Vec::new() };
        let before = (!twins.is_empty()).then(|| game.clone());
        follow(&mut game, next)?;
        for (twin, mut other) in twins.iter().zip(before.into_iter().cycle()) {
            follow(&mut other, &twin.step)?;
            compared += 1;
            for viewer in twin.ignorant(&**rules) {
                let differ = |what: &str| {
                    let steps: [&Step<R::Action>; 2] = [next, &twin.step];
                    Err(format!("the secret \"{}\" reaches {viewer:?} by {what}, after {steps:?}", twin.secret))
                };
                if record(&game, viewer)? != record(&other, viewer)? {
                    return differ("his record");
                }
                if !game.log(viewer, 0).eq(other.log(viewer, 0)) {
                    return differ("his log");
                }
                if let Viewer::Seat(seat) = viewer
                    && game.clone().undo(seat) != other.clone().undo(seat)
                {
                    return differ("asking for undo");
                }
            }
        }
        Ok(())
    })?;
    Ok(compared)
}
