//! Journals and records as they are imported.

use std::sync::Arc;

use kernel::{AnyTitle, Bytes32, Chance, Options, PendingInfo, Seat, SeededDice, Viewer};

use super::{are_sound, titles};
use crate::{Fate, Target};

pub(crate) struct Journals {
    titles: Vec<Arc<dyn AnyTitle>>,
    seeds: Vec<Vec<u8>>,
}

impl Journals {
    /// Seeds are games of a few steps, as journals and as records of everybody: reading one is quick then.
    pub(crate) fn new() -> Result<Journals, String> {
        let titles = titles();
        let mut seeds = Vec::new();
        for title in &titles {
            for scenario in title.scenarios() {
                let dice = SeededDice::new(Bytes32([3; 32]), vec!["a word".into()]);
                let mut game = title.start(&scenario.id, &Options::new(), Some(&dice))?;
                while game.steps() < 24 {
                    match game.pending() {
                        PendingInfo::Over(_) => break,
                        PendingInfo::Throw(_) => drop(game.throw()?),
                        PendingInfo::Decide(asked) => {
                            let seat = asked.first().map_or(Seat(0), |asked| asked.seat);
                            let offers = game.offers(seat).answers;
                            let order = offers.get(game.steps() % offers.len().max(1)).ok_or("a dead end")?.clone();
                            game.submit(seat, &order).map_err(|error| error.to_string())?;
                            if game.steps().is_multiple_of(7) {
                                let _ = game.undo(seat);
                                let _ = game.redo(seat);
                            }
                        }
                    }
                }
                seeds.push(game.journal_text().into_bytes());
                for viewer in [Viewer::Seat(Seat(0)), Viewer::Spectator] {
                    seeds.push(game.record_text(viewer)?.into_bytes());
                }
            }
        }
        Ok(Journals { titles, seeds })
    }

    fn title(&self, id: &str) -> Option<&Arc<dyn AnyTitle>> {
        self.titles.iter().find(|title| title.id() == id)
    }

    fn record(&self, text: &str) -> Result<Fate, String> {
        let header = match kernel::record::read_header("input", text) {
            Ok(header) => header,
            Err(fault) => return are_sound(&[fault], text).map(|()| Fate::Refused),
        };
        let Some(title) = self.title(&header.title) else { return Ok(Fate::Refused) };
        let steps = text.lines().count().saturating_sub(2);
        match title.branch_record("input", text, steps, None, &mut Chance::of_game(1, 1)) {
            Ok(game) => self.reads_back(&**title, &game.journal_text(), game.state_hash()),
            Err(faults) => are_sound(&faults, text).map(|()| Fate::Refused),
        }
    }

    fn reads_back(&self, title: &dyn AnyTitle, journal: &str, hash: Bytes32) -> Result<Fate, String> {
        let again = title.load("written", journal);
        let again = again.map_err(|faults| format!("what was written cannot be read: {faults:?}\n{journal}"))?;
        match again.game.state_hash() == hash {
            true => Ok(Fate::Taken),
            false => Err(format!("written and read it is another game:\n{journal}")),
        }
    }
}

impl Target for Journals {
    fn name(&self) -> &'static str {
        "journal"
    }

    fn seeds(&self) -> Vec<Vec<u8>> {
        self.seeds.clone()
    }

    fn read(&mut self, input: &[u8]) -> Result<Fate, String> {
        let text = String::from_utf8_lossy(input);
        if text.starts_with("{\"sabretache_record\"") {
            return self.record(&text);
        }
        let header = match kernel::journal::read_header("input", &text) {
            Ok(header) => header,
            Err(fault) => return are_sound(&[fault], &text).map(|()| Fate::Refused),
        };
        let Some(title) = self.title(&header.title) else { return Ok(Fate::Refused) };
        match title.load("input", &text) {
            Ok(loaded) => self.reads_back(&**title, &loaded.game.journal_text(), loaded.game.state_hash()),
            Err(faults) => are_sound(&faults, &text).map(|()| Fate::Refused),
        }
    }
}
