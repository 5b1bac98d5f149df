//! Positions written down are read back to the very same state.

use std::collections::BTreeMap;
use std::sync::Arc;

use kernel::{AnyGame, AnyTitle, Bytes32, Chance, Entropy, Options, PendingInfo, SeededDice};

/// What was found along a game: how many positions could be written, and why the others could not.
#[derive(Clone, Debug, Default)]
pub struct Written {
    pub written: usize,
    pub refused: BTreeMap<String, usize>,
}

/// The sentence of a position that a title wrote and read back otherwise begins so.
const OTHERWISE: &str = "this moment cannot be written down as a position: it depends on more";

impl Written {
    /// How often a title tried to write a position that it could not read back.
    pub fn read_otherwise(&self) -> usize {
        self.refused.iter().filter(|(why, _)| why.starts_with(OTHERWISE)).map(|(_, count)| count).sum()
    }
}

/// Plays a random game of a scenario, for so many steps at most, and writes the position down now and then.
pub fn positions_read_back(
    title: &Arc<dyn AnyTitle>,
    scenario: &str,
    options: &Options,
    (seed, steps): (u64, usize),
) -> Result<Written, String> {
    let dice = SeededDice::new(Bytes32([18; 32]), Vec::new());
    let mut game = title.start(scenario, options, Some(&dice))?;
    let mut chance = Chance::of_game(seed, 7);
    let mut found = Written::default();
    for _ in 0..steps {
        if chance.below(9) == 0 {
            match game.position_text(game.steps()) {
                Ok(text) => {
                    let again =
                        title.position("written", &text, None).map_err(|faults| format!("{faults:?}\n{text}"))?;
                    if again.state_hash() != game.state_hash() {
                        return Err(format!("read back to another state:\n{text}"));
                    }
                    if again.position_text(0).as_ref() != Ok(&text) {
                        return Err(format!("written again it is another text:\n{text}"));
                    }
                    found.written += 1;
                }
                Err(sentence) => *found.refused.entry(sentence).or_default() += 1,
            }
        }
        if !step(&mut *game, &mut chance)? {
            break;
        }
    }
    Ok(found)
}

fn step(game: &mut dyn AnyGame, chance: &mut Chance) -> Result<bool, String> {
    match game.pending() {
        PendingInfo::Over(_) => return Ok(false),
        PendingInfo::Throw(_) => {
            game.throw().map_err(|error| error.to_string())?;
        }
        PendingInfo::Decide(asked) => {
            let seat = asked[0].seat;
            let offers = game.offers(seat);
            // Phases are to end in time for the whole turn track to be seen.
            let ends = offers.answers.iter().find(|order| order.starts_with("end ")).filter(|_| chance.below(12) == 0);
            let any = &offers.answers[chance.below(offers.answers.len() as u32) as usize];
            game.submit(seat, ends.unwrap_or(any)).map_err(|error| error.to_string())?;
        }
    }
    Ok(true)
}

/// How many of the title's examples begin from a position that can be written down, of how many; each that can is read back.
pub fn examples_read_back(title: &Arc<dyn AnyTitle>) -> Result<(usize, usize), String> {
    let (mut written, mut all) = (0, 0);
    for file in title.examples() {
        all += 1;
        let game =
            title.position(&file.name, &file.text, None).map_err(|faults| format!("{}: {faults:?}", file.name))?;
        let Ok(text) = game.position_text(0) else { continue };
        let again =
            title.position("again", &text, None).map_err(|faults| format!("{}: {faults:?}\n{text}", file.name))?;
        if again.state_hash() != game.state_hash() {
            return Err(format!("{}: read back to another state:\n{text}", file.name));
        }
        written += 1;
    }
    Ok((written, all))
}
