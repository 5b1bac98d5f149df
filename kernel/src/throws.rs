//! What can be shown about the dice of a game: the commitment, the nonces, the results and their purposes.

use std::collections::BTreeMap;

use crate::game::Game;
use crate::journal::{DiceTold, Entry, Step, ThrowMade};
use crate::{Language, Pending, Throw};

impl<R: Language> Game<R> {
    /// Everything about the dice, seed and all: for the host, and for everybody when the game is over.
    pub fn dice_told(&self) -> Result<DiceTold, String> {
        let due = self.throws_due()?;
        let throws = self.entries().iter().filter_map(|entry| match entry {
            Entry::Step { step: Step::Throw { number, source, faces, outcome }, .. } => {
                let (step, due) = due.get(number).copied().unzip();
                let (faces, outcome, source) = (*faces, outcome.clone(), *source);
                Some(ThrowMade { number: *number, step, due: due.flatten(), faces, outcome, source })
            }
            Entry::Step { step: Step::Act { .. }, .. }
            | Entry::Nonce { .. }
            | Entry::Undo { .. }
            | Entry::Takeback { .. }
            | Entry::Restore
            | Entry::Snapshot { .. }
            | Entry::Resume { .. } => None,
        });
        let promise = self.header().dice.as_ref();
        Ok(DiceTold {
            protocol: self.dice_protocol(),
            commitment: promise.map(|promise| promise.commitment),
            nonces: self.nonces(),
            seed: promise.and_then(|promise| promise.seed),
            throws: throws.collect(),
        })
    }

    /// The throws that stand, by number: after how many steps, and what was due then.
    fn throws_due(&self) -> Result<BTreeMap<u64, (usize, Option<Throw>)>, String> {
        let mut due = BTreeMap::new();
        let first = self.first_step();
        let mut state = self.state_at(first)?;
        for place in 0..self.steps() {
            match self.step(place) {
                Some(Step::Throw { number, .. }) if place < first => {
                    due.insert(*number, (place, None));
                }
                Some(Step::Throw { number, outcome, .. }) => {
                    let throw = match self.rules().pending(&state) {
                        Pending::Chance(throw) => Some(throw),
                        Pending::Decide(_) | Pending::Over(_) => None,
                    };
                    due.insert(*number, (place, throw));
                    self.rules().throw(&mut state, outcome, &mut crate::Discard);
                }
                Some(Step::Act { seat, action, .. }) if place >= first => {
                    self.rules().play(&mut state, *seat, action, &mut crate::Discard);
                }
                Some(Step::Act { .. }) | None => {}
            }
        }
        Ok(due)
    }
}
