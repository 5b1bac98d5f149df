//! A game looked over: how the prospects went up and down, which dice and which decisions turned it, and what would have
//! been better.

use std::sync::Arc;

use kernel::{Discard, Edition, Game, Journal, Outcome, Pending, Ruleset, Seat, Side, Step, Throw, Title, Viewer};
use serde::Serialize;

use crate::budget::{Budget, Reins};
use crate::craft::{Craft, Plan, Stretch, Style};
use crate::general::{Character, General, Policy};
use crate::rehearsal::{Dice, Rehearsal, Stage, verdict_score};

/// How much work a review is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Thoroughness {
    /// Simulations for each point of the curve.
    pub playouts: u32,
    /// Simulations of the search for something better, for each turning point.
    pub search: u32,
}

impl Default for Thoroughness {
    fn default() -> Thoroughness {
        Thoroughness { playouts: 8, search: 200 }
    }
}

/// A point of the curve: the beginning of a player-turn, or the end of the game.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Point {
    /// After so many steps of the game.
    pub step: usize,
    pub turn: u32,
    pub side: Side,
    /// The score to be expected for the side of the first seat, from 0 to 1.
    pub score: f64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Cause {
    Decision,
    Dice,
}

/// A moment that turned the game.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TurningPoint {
    pub step: usize,
    pub turn: u32,
    pub cause: Cause,
    /// Whose decision it was, or who threw.
    pub side: Side,
    /// What it did to the score of the first seat's side.
    pub swing: f64,
    /// What happened, in a sentence.
    pub words: String,
    /// Orders that would have been better, for a decision.
    pub better: Vec<String>,
    /// What the best of those orders gains, as the general reckons who would have given them.
    pub gains: Option<f64>,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Review {
    pub first_side: String,
    pub curve: Vec<Point>,
    pub turning_points: Vec<TurningPoint>,
    /// The sums of all swings by dice, and by decisions of either side.
    pub dice: f64,
    pub decisions: Vec<f64>,
}

/// Swings smaller than this turn no game.
const NOTABLE: f64 = 0.05;
/// Most turning points that a review tells of.
const MOST: usize = 12;

/// Looks a journal over.
pub(crate) fn review<T: Title, C: Craft<Rules = T::Rules>>(
    title: &T,
    rules: &Arc<T::Rules>,
    craft: &Arc<C>,
    file: &str,
    journal: &str,
    thoroughness: Thoroughness,
    progress: &mut dyn FnMut(f64),
) -> Result<Review, String> {
    let journal = Journal::parse(file, journal).map_err(|fault| fault.to_string())?;
    let loaded = Game::load(rules.clone(), rules.initial(), file, journal, &Edition::of(title));
    let game: Game<T::Rules> = loaded.map_err(|fault| fault.to_string())?.game;
    let side = rules.seats().first().map_or(Side(0), |info| info.side);
    let sides = rules.seats().iter().map(|info| info.side.index() + 1).max().unwrap_or(1);
    let mut reviewer = Reviewer { rules, craft, side, thoroughness, rehearsal: Rehearsal::new(&**rules, &**craft) };
    let mut state = game.state_at(game.first_step())?;
    let mut review = Review {
        first_side: rules.seats().first().map_or(String::new(), |info| info.id.clone()),
        curve: Vec::new(),
        turning_points: Vec::new(),
        dice: 0.0,
        decisions: vec![0.0; sides],
    };
    let mut open: Option<OpenStretch<T::Rules>> = None;
    for number in game.first_step()..=game.steps() {
        let stretch = craft.stretch(&state);
        let over = matches!(rules.pending(&state), Pending::Over(_));
        if over || number == game.steps() || open.as_ref().is_none_or(|open| open.stretch != stretch) {
            let score = reviewer.score(&state);
            if let Some(open) = open.take() {
                let by_decision = score - open.score - open.dice;
                review.dice += open.dice;
                review.decisions[open.stretch.side.index()] += by_decision;
                let own = if open.stretch.side == side { by_decision } else { -by_decision };
                if own < -NOTABLE {
                    review.turning_points.push(reviewer.decision(&open, by_decision));
                }
            }
            review.curve.push(Point { step: number, turn: stretch.turn, side: stretch.side, score });
            open = Some(OpenStretch { step: number, stretch, state: state.clone(), score, dice: 0.0 });
            progress(number as f64 / game.steps().max(1) as f64);
        }
        let Some(step) = game.step(number) else { break };
        match step {
            Step::Act { seat, action, .. } => rules.play(&mut state, *seat, action, &mut Discard),
            Step::Throw { outcome, .. } => {
                let Pending::Chance(throw) = rules.pending(&state) else {
                    return Err(format!("step {number} of {file} is a throw where none is due"));
                };
                let swing = reviewer.luck(&mut state, &throw, outcome);
                if let Some(open) = &mut open {
                    open.dice += swing;
                }
                if swing.abs() > NOTABLE {
                    let told = game.log_until(Viewer::Spectator, number + 1).last().map(|line| line.text.clone());
                    review.turning_points.push(TurningPoint {
                        step: number,
                        turn: stretch.turn,
                        cause: Cause::Dice,
                        side: stretch.side,
                        swing,
                        words: told.unwrap_or_else(|| format!("{}: the dice showed {:?}", throw.purpose, outcome.0)),
                        better: Vec::new(),
                        gains: None,
                    });
                }
            }
        }
    }
    review.turning_points.sort_by(|a, b| b.swing.abs().total_cmp(&a.swing.abs()));
    review.turning_points.truncate(MOST);
    review.turning_points.sort_by_key(|point| point.step);
    Ok(review)
}

/// A player-turn that is being looked at.
struct OpenStretch<R: Ruleset> {
    step: usize,
    stretch: Stretch,
    state: R::State,
    score: f64,
    dice: f64,
}

struct Reviewer<'r, C: Craft> {
    rules: &'r Arc<C::Rules>,
    craft: &'r Arc<C>,
    side: Side,
    thoroughness: Thoroughness,
    rehearsal: Rehearsal<'r, C>,
}

impl<C: Craft> Reviewer<'_, C> {
    fn usual(&self) -> Plan<C::Order> {
        Plan::uniform(Style::Balanced, self.craft.units(), self.craft.scripts()[0].order)
    }

    /// The score to be expected from here, from a few simulations.
    fn score(&mut self, state: &<C::Rules as Ruleset>::State) -> f64 {
        if let Pending::Over(verdict) = self.rules.pending(state) {
            return verdict_score(&verdict, self.side);
        }
        let usual = self.usual();
        let stage = Stage { side: self.side, stretches: 2 };
        let playouts = self.thoroughness.playouts.max(1);
        let mut sum = 0.0;
        for sample in 0..playouts {
            let mut copy = state.clone();
            sum += self.rehearsal.run(&mut copy, stage, &usual, &usual, Dice::of_sample(1, u64::from(sample)));
        }
        sum / f64::from(playouts)
    }

    /// Makes a throw and says what it did to the score, against its average.
    fn luck(&self, state: &mut <C::Rules as Ruleset>::State, throw: &Throw, outcome: &Outcome) -> f64 {
        let mut sum = 0.0;
        let mut number = 0.0;
        for possible in throw.outcomes().take(216) {
            let mut branch = state.clone();
            self.rules.throw(&mut branch, &possible, &mut Discard);
            sum += self.craft.value(self.rules, &branch, self.side, 0.0);
            number += 1.0;
        }
        self.rules.throw(state, outcome, &mut Discard);
        self.craft.value(self.rules, state, self.side, 0.0) - sum / number
    }

    /// A turn that cost its own side: what would have been better.
    fn decision(&self, open: &OpenStretch<C::Rules>, swing: f64) -> TurningPoint {
        let seat = self.rules.seats().iter().position(|info| info.side == open.stretch.side).unwrap_or(0);
        let seat = Seat(seat as u8);
        let character = Character::new(Policy::Portfolio, Budget::Simulations(self.thoroughness.search));
        let mut general: General<C> = General::new(self.rules.clone(), self.craft.clone(), character, open.step as u64);
        let view = self.rules.view(&open.state, Viewer::Seat(seat));
        let advice = general.advice(&view, seat, Reins::loose());
        let better = advice.iter().map(|piece| self.craft.spoken(self.rules, &open.state, &piece.actions)).collect();
        let name = self.rules.seats().get(seat.index()).map_or("", |info| info.name.as_str());
        TurningPoint {
            step: open.step,
            turn: open.stretch.turn,
            cause: Cause::Decision,
            side: open.stretch.side,
            swing,
            words: format!("{name}, turn {}: the orders of this turn cost more than its dice", open.stretch.turn),
            better,
            gains: advice.first().and_then(|piece| piece.promise).map(|promise| promise.gains),
        }
    }
}
