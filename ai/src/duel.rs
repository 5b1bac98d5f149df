//! Games between generals.

use std::sync::Arc;

use kernel::{Discard, FastChance, Pending, Ruleset, Verdict, Viewer};
use serde::Serialize;

use crate::budget::Reins;
use crate::craft::{Craft, Losses};
use crate::general::{Character, General};

/// More steps than any game takes.
const STEPS: u64 = 500_000;

/// What came of one game.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct GameResult {
    pub verdict: Verdict,
    /// By side.
    pub losses: [Losses; 4],
    pub steps: u64,
    /// Orders that a craft proposed and the rules refused, in simulations too; they were never given.
    pub refused: u64,
}

/// Which game it is: its throws follow from seed and number, and are the same whoever plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameNumber {
    pub seed: u64,
    pub number: u64,
}

/// Plays a game from the beginning; `characters` has one general for each seat.
pub fn play_game<C: Craft>(
    rules: &Arc<C::Rules>,
    craft: &Arc<C>,
    characters: &[Character],
    game: GameNumber,
) -> Result<GameResult, String> {
    let mut generals: Vec<General<C>> = characters
        .iter()
        .enumerate()
        .map(|(seat, character)| {
            let seed = crate::rehearsal::mix(game.seed ^ crate::rehearsal::mix(game.number * 16 + seat as u64));
            General::new(rules.clone(), craft.clone(), *character, seed)
        })
        .collect();
    let mut state = rules.initial();
    let mut dice = FastChance::of_game(game.seed, game.number);
    let mut steps = 0;
    loop {
        if steps > STEPS {
            return Err(format!("game {} of seed {} had no end after {steps} steps", game.number, game.seed));
        }
        match rules.pending(&state) {
            Pending::Over(verdict) => {
                let refused = generals.iter().map(General::refused).sum();
                let mut losses = [Losses::default(); 4];
                for info in rules.seats() {
                    if let Some(of_side) = losses.get_mut(info.side.index()) {
                        *of_side = craft.losses(rules, &state, info.side);
                    }
                }
                return Ok(GameResult { verdict, losses, steps, refused });
            }
            Pending::Chance(throw) => {
                rules.throw(&mut state, &kernel::playout::roll(&throw, &mut dice), &mut Discard);
                steps += 1;
            }
            Pending::Decide(seats) => {
                let Some((seat, _)) = seats.first() else {
                    return Err("nobody is asked anything".into());
                };
                let Some(general) = generals.get_mut(seat.index()) else {
                    return Err(format!("there is no general for seat {}", seat.0));
                };
                let view = rules.view(&state, Viewer::Seat(*seat));
                let orders = general.orders(&view, *seat, Reins::loose());
                if orders.is_empty() {
                    return Err(format!(
                        "game {} of seed {}: the general of seat {} gave no order when asked {:?}",
                        game.number,
                        game.seed,
                        seat.0,
                        rules.pending(&state)
                    ));
                }
                for action in orders {
                    if let Err(illegal) = rules.check(&state, *seat, &action) {
                        return Err(format!(
                            "game {} of seed {}: seat {} gave the illegal order {action:?}: {illegal}",
                            game.number, game.seed, seat.0
                        ));
                    }
                    rules.play(&mut state, *seat, &action, &mut Discard);
                    steps += 1;
                }
            }
        }
    }
}
