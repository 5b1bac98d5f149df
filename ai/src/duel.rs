//! Games between generals.

use std::fmt;
use std::sync::Arc;

use kernel::{Discard, Entropy, FastChance, Pending, Ruleset, Seat, Verdict, Viewer};
use serde::Serialize;

use crate::budget::Reins;
use crate::craft::{Craft, Losses};
use crate::general::{Character, General};
use crate::rehearsal::{mix, stream};

/// More steps than any game takes.
const STEPS: u64 = 500_000;

/// How often a general is asked again after an order that the position refuses.
const ATTEMPTS: usize = 3;

/// What came of one game.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct GameResult {
    pub verdict: Verdict,
    /// By side.
    pub losses: [Losses; 4],
    pub steps: u64,
    /// Orders that a craft proposed and the rules refused, in simulations too; they were never given.
    pub refused: u64,
    /// Orders that were given and that the true position refused. There should be none.
    pub faults: Vec<Fault>,
}

/// An order of a general that the position refuses. Nothing came of it: the general was asked again.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Fault {
    pub game: GameNumber,
    pub seat: Seat,
    /// How many actions and throws the game had seen.
    pub step: u64,
    /// What was ordered, and why it cannot be done.
    pub sentence: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Fault { game: GameNumber { seed, number }, seat, step, sentence } = self;
        write!(f, "game {number} of seed {seed}, step {step}: seat {} {sentence}", seat.0)
    }
}

/// Which game it is: its throws follow from seed and number, and are the same whoever plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
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
            let seed = mix(game.seed ^ mix(game.number * 16 + seat as u64));
            General::new(rules.clone(), craft.clone(), *character, seed)
        })
        .collect();
    let mut state = rules.initial();
    let mut dice = FastChance::of_game(game.seed, game.number);
    // Not the dice: their throws are the same whoever plays, and however.
    let mut last_resort = stream(game.seed ^ mix(game.number), 4);
    let mut steps = 0;
    let mut faults = Vec::new();
    loop {
        if steps > STEPS {
            return Err(format!("game {} of seed {} had not ended after {steps} steps", game.number, game.seed));
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
                return Ok(GameResult { verdict, losses, steps, refused, faults });
            }
            Pending::Chance(throw) => {
                rules.throw(&mut state, &kernel::playout::roll(&throw, &mut dice), &mut Discard);
                steps += 1;
            }
            Pending::Decide(seats) => {
                let Some((seat, _)) = seats.first() else {
                    return Err("nobody has anything to decide".into());
                };
                let Some(general) = generals.get_mut(seat.index()) else {
                    return Err(format!("there is no general for seat {}", seat.0));
                };
                let ask = |view: &_, refused: &[_]| general.orders_without(view, *seat, refused, Reins::loose());
                let report = |step: u64, sentence: String| faults.push(Fault { game, seat: *seat, step, sentence });
                steps = obey(&**rules, &mut state, *seat, steps, &mut last_resort, ask, report)?;
            }
        }
    }
}

/// Carries out what a general orders, as far as the true position allows it: every action is checked first, and of one that
/// is refused the general learns nothing but that. It is asked again a few times; in the end the seat does one of the
/// things that it is offered. Returns the steps of the game, which are more than before.
fn obey<R: Ruleset>(
    rules: &R,
    state: &mut R::State,
    seat: Seat,
    mut steps: u64,
    last_resort: &mut impl Entropy,
    mut ask: impl FnMut(&R::View, &[R::Action]) -> Vec<R::Action>,
    mut report: impl FnMut(u64, String),
) -> Result<u64, String> {
    let begun = steps;
    let mut refused = Vec::new();
    for _ in 0..=ATTEMPTS {
        let orders = ask(&rules.view(state, Viewer::Seat(seat)), &refused);
        if orders.is_empty() {
            report(steps, format!("gives no order when asked {:?}", rules.pending(state)));
        }
        for action in orders {
            if let Err(illegal) = rules.check(state, seat, &action) {
                report(steps, format!("orders {action:?}, which is refused: {illegal}"));
                refused.push(action);
                break;
            }
            rules.play(state, seat, &action, &mut Discard);
            steps += 1;
        }
        if steps > begun {
            return Ok(steps);
        }
    }
    let mut legal = Vec::new();
    rules.legal(state, seat, &mut legal);
    let choice = last_resort.below((legal.len() as u32).max(1)) as usize;
    let Some(action) = legal.get(choice) else {
        return Err(format!("seat {} must decide {:?} and has no legal action", seat.0, rules.pending(state)));
    };
    rules.play(state, seat, action, &mut Discard);
    Ok(steps + 1)
}

#[cfg(test)]
mod tests {
    use contract::miniature::state::PLACES;
    use contract::miniature::{Action, Miniature, State};

    use super::*;

    /// A position in which a seat is asked, and actions that it may not take there.
    fn position(rules: &Miniature) -> (State, Seat, Vec<Action>) {
        let mut state = rules.initial();
        let mut dice = stream(1, 1);
        loop {
            match rules.pending(&state) {
                Pending::Over(_) => panic!("over before anybody was asked"),
                Pending::Chance(throw) => {
                    rules.throw(&mut state, &kernel::playout::roll(&throw, &mut dice), &mut Discard);
                }
                Pending::Decide(seats) => {
                    let seat = seats[0].0;
                    // Nobody has fought yet.
                    let retreats = PLACES.map(|to| Action::Retreat { to });
                    let refused =
                        retreats.into_iter().filter(|action| rules.check(&state, seat, action).is_err()).collect();
                    return (state.clone(), seat, refused);
                }
            }
        }
    }

    #[test]
    fn a_general_is_asked_again_without_what_was_refused() {
        let rules = Miniature::new();
        let (mut state, seat, wrong) = position(&rules);
        let mut legal = Vec::new();
        rules.legal(&state, seat, &mut legal);
        let mut told = Vec::new();
        let mut faults = Vec::new();
        let ask = |_: &_, refused: &[Action]| {
            told.push(refused.to_vec());
            if refused.is_empty() { vec![wrong[0]] } else { vec![legal[0]] }
        };
        let mut expected = state.clone();
        rules.play(&mut expected, seat, &legal[0], &mut Discard);
        let report = |step, sentence: String| faults.push((step, sentence));
        assert_eq!(obey(&rules, &mut state, seat, 7, &mut stream(1, 2), ask, report), Ok(8));
        assert_eq!(state, expected);
        assert_eq!(told, [vec![], vec![wrong[0]]]);
        assert_eq!(faults.len(), 1);
        assert!(faults[0].0 == 7 && faults[0].1.contains("which is refused"), "{faults:?}");
    }

    #[test]
    fn a_general_who_insists_or_says_nothing_is_passed_over() {
        let rules = Miniature::new();
        for silent in [false, true] {
            let (mut state, seat, wrong) = position(&rules);
            let before = state.clone();
            let mut faults = 0;
            let ask = |_: &_, _: &[Action]| if silent { Vec::new() } else { vec![wrong[0]] };
            let steps = obey(&rules, &mut state, seat, 0, &mut stream(1, 2), ask, |_, _| faults += 1);
            assert_eq!((steps, faults), (Ok(1), ATTEMPTS + 1));
            assert_ne!(state, before);
        }
    }
}
