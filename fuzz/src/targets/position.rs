//! Positions as examples and the sandbox write them.

use std::sync::Arc;

use kernel::AnyTitle;

use super::{are_sound, some, titles};
use crate::{Fate, Target};

pub(crate) struct Positions {
    titles: Vec<Arc<dyn AnyTitle>>,
}

impl Positions {
    pub(crate) fn new() -> Positions {
        Positions { titles: titles() }
    }
}

impl Target for Positions {
    fn name(&self) -> &'static str {
        "position"
    }

    fn seeds(&self) -> Vec<Vec<u8>> {
        let examples = self.titles.iter().flat_map(|title| some(title.examples(), 5));
        examples.map(|file| file.text.as_bytes().to_vec()).collect()
    }

    fn read(&mut self, input: &[u8]) -> Result<Fate, String> {
        let text = String::from_utf8_lossy(input);
        let mut fate = Fate::Refused;
        for title in &self.titles {
            let game = match title.position("input", &text, None) {
                Ok(game) => game,
                Err(faults) => {
                    are_sound(&faults, &text)?;
                    continue;
                }
            };
            fate = Fate::Taken;
            // Whatever can be set up can be looked at.
            let _ = game.pending();
            game.seats().iter().zip(0..).for_each(|(_, seat)| drop(game.offered(kernel::Seat(seat))));
            let Ok(written) = game.position_text(0) else { continue };
            let again = title.position("written", &written, None);
            let again = again.map_err(|faults| format!("what was written cannot be read: {faults:?}\n{written}"))?;
            if again.state_hash() != game.state_hash() {
                return Err(format!("written and read it is another position:\n{written}"));
            }
        }
        Ok(fate)
    }
}
