//! A game looked over: how the prospects went up and down, which dice and which decisions turned it, and what would have
//! been better.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use kernel::{Discard, Game, LogLine, Outcome, Pending, Ruleset, Seat, SeatInfo, Seen, Side, Step, Throw, Viewer};
use serde::Serialize;

use crate::any::{Hint, hint};
use crate::budget::{Budget, Progress, Reins};
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
    /// The step of the replay that shows the board then.
    pub step: usize,
    pub turn: u32,
    /// Whose turn begins.
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

/// A moment that turned the game. Scores are those of the first seat's side.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TurningPoint {
    /// The step of the replay that shows it: the board after a throw, or before the orders of a turn.
    pub step: usize,
    /// The step at which the orders of that turn were done with; the same as `step` for a throw.
    pub until: usize,
    pub turn: u32,
    pub cause: Cause,
    /// Whose decision it was, or who threw.
    pub side: Side,
    /// What it did to the score.
    pub swing: f64,
    /// The score to be expected before and after it; of a throw, on average and as it fell.
    pub before: f64,
    pub after: f64,
    /// What happened, in a sentence.
    pub words: String,
    /// What the units in question did instead of the better orders, as the log tells it; for a decision.
    pub given: Vec<String>,
    /// Orders that would have been better, the best first, each with what it promises to its own side; for a decision.
    pub better: Vec<Hint>,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Review {
    /// The first seat, for whose side scores are told.
    pub first_seat: String,
    pub first_side: Side,
    pub curve: Vec<Point>,
    pub turning_points: Vec<TurningPoint>,
    /// The sum of all swings by dice.
    pub dice: f64,
    /// The sums of all swings by decisions, by side.
    pub decisions: Vec<f64>,
}

/// Swings smaller than this turn no game.
const NOTABLE: f64 = 0.05;
/// Most turning points that a review tells of.
const MOST: usize = 12;

/// Most lines of the log that are quoted for a turn.
const QUOTED: usize = 8;

/// Looks a game over.
pub(crate) fn review<C: Craft>(
    game: &Game<C::Rules>,
    rules: &Arc<C::Rules>,
    craft: &Arc<C>,
    thoroughness: Thoroughness,
    reins: Reins<'_>,
) -> Result<Review, String> {
    let first_seat = rules.seats().first();
    let side = first_seat.map_or(Side(0), |info| info.side);
    let sides = rules.seats().iter().map(|info| info.side.index() + 1).max().unwrap_or(1);
    let rehearsal = Rehearsal::new(&**rules, &**craft);
    let mut reviewer = Reviewer { game, rules, craft, side, thoroughness, rehearsal, reins };
    let mut state = game.state_at(game.first_step())?;
    let mut review = Review {
        first_seat: first_seat.map_or(String::new(), |info| info.id.clone()),
        first_side: side,
        curve: Vec::new(),
        turning_points: Vec::new(),
        dice: 0.0,
        decisions: vec![0.0; sides],
    };
    let mut open: Option<OpenStretch<C::Rules>> = None;
    for number in game.first_step()..=game.steps() {
        if reins.cancel.load(Ordering::Relaxed) {
            return Err("the review was cancelled".into());
        }
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
                    review.turning_points.push(reviewer.decision(&open, number, by_decision));
                }
            }
            let step = number - game.first_step();
            review.curve.push(Point { step, turn: stretch.turn, side: stretch.side, score });
            open = Some(OpenStretch { step: number, stretch, state: state.clone(), score, dice: 0.0 });
            reviewer.tell(number);
        }
        let Some(step) = game.step(number) else { break };
        match step {
            Step::Act { seat, action, .. } => rules.play(&mut state, *seat, action, &mut Discard),
            Step::Throw { outcome, .. } => {
                let Pending::Chance(throw) = rules.pending(&state) else {
                    return Err(format!("step {number} is a roll where none is due"));
                };
                let (before, after) = reviewer.luck(&mut state, &throw, outcome);
                let swing = after - before;
                if let Some(open) = &mut open {
                    open.dice += swing;
                }
                if swing.abs() > NOTABLE {
                    let told = game.log_until(Viewer::Spectator, number + 1).last().map(|line| line.text.clone());
                    let step = number + 1 - game.first_step();
                    review.turning_points.push(TurningPoint {
                        step,
                        until: step,
                        turn: stretch.turn,
                        cause: Cause::Dice,
                        side: stretch.side,
                        swing,
                        before,
                        after,
                        words: told.unwrap_or_else(|| format!("{}: the dice showed {:?}", throw.purpose, outcome.0)),
                        given: Vec::new(),
                        better: Vec::new(),
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
    game: &'r Game<C::Rules>,
    rules: &'r Arc<C::Rules>,
    craft: &'r Arc<C>,
    side: Side,
    thoroughness: Thoroughness,
    rehearsal: Rehearsal<'r, C>,
    reins: Reins<'r>,
}

impl<C: Craft> Reviewer<'_, C> {
    fn usual(&self) -> Plan<C::Order> {
        Plan::uniform(Style::Balanced, self.craft.units(), self.craft.scripts()[0].order)
    }

    /// Says how far the review has come.
    fn tell(&self, step: usize) {
        let share = step as f64 / self.game.steps().max(1) as f64;
        (self.reins.progress)(Progress { simulations: 0, seconds: 0.0, share, expects: None });
    }

    /// The score to be expected from here, from a few simulations.
    fn score(&mut self, state: &<C::Rules as Ruleset>::State) -> f64 {
        if let Pending::Over(verdict) = self.rules.pending(state) {
            return verdict_score(&verdict, self.side);
        }
        let usual = self.usual();
        let stage = Stage { side: self.side, stretches: self.craft.horizon(state) };
        let playouts = self.thoroughness.playouts.max(1);
        let mut sum = 0.0;
        for sample in 0..playouts {
            let mut copy = state.clone();
            sum += self.rehearsal.run(&mut copy, stage, &usual, &usual, Dice::of_sample(1, u64::from(sample)));
        }
        sum / f64::from(playouts)
    }

    /// Makes a throw and tells the score on average and as it fell.
    fn luck(&self, state: &mut <C::Rules as Ruleset>::State, throw: &Throw, outcome: &Outcome) -> (f64, f64) {
        let mut sum = 0.0;
        let mut number = 0.0;
        for possible in throw.outcomes().take(216) {
            let mut branch = state.clone();
            self.rules.throw(&mut branch, &possible, &mut Discard);
            sum += self.craft.value(self.rules, &branch, self.side, 0.0);
            number += 1.0;
        }
        self.rules.throw(state, outcome, &mut Discard);
        (sum / number, self.craft.value(self.rules, state, self.side, 0.0))
    }

    /// A turn that cost its own side: what would have been better.
    fn decision(&self, open: &OpenStretch<C::Rules>, end: usize, swing: f64) -> TurningPoint {
        let of_side = |info: &SeatInfo| info.side == open.stretch.side;
        let seat = Seat(self.rules.seats().iter().position(of_side).unwrap_or(0) as u8);
        let character = Character::new(Policy::Portfolio, Budget::Simulations(self.thoroughness.search));
        let mut general: General<C> = General::new(self.rules.clone(), self.craft.clone(), character, open.step as u64);
        let view = self.rules.view(&open.state, Viewer::Seat(seat));
        let heard = |_: Progress| self.tell(open.step);
        let advice = general.advice(&view, seat, Reins { cancel: self.reins.cancel, progress: &heard });
        let seen = Seen::from_view(&**self.rules, Viewer::Seat(seat), view);
        let better: Vec<Hint> =
            advice.iter().map(|piece| hint(&**self.rules, &**self.craft, &seen, seat, piece)).collect();
        let name = self.rules.seats().get(seat.index()).map_or("", |info| info.name.as_str());
        TurningPoint {
            step: open.step - self.game.first_step(),
            until: end - self.game.first_step(),
            turn: open.stretch.turn,
            cause: Cause::Decision,
            side: open.stretch.side,
            swing,
            before: open.score,
            after: open.score + open.dice + swing,
            words: format!("{name}, turn {}: the orders of this turn cost more than its dice", open.stretch.turn),
            given: self.quoted(open.step, end, &better),
            better,
        }
    }

    /// What the log says of the units that better orders would have been for.
    fn quoted(&self, begin: usize, end: usize, better: &[Hint]) -> Vec<String> {
        let before = self.game.log_until(Viewer::Spectator, begin).count();
        let units: Vec<&String> = better.iter().flat_map(|hint| &hint.units).collect();
        let concerned = |line: &&LogLine| line.concerns.units.iter().any(|unit| units.contains(&unit));
        let lines = self.game.log_until(Viewer::Spectator, end).skip(before);
        lines.filter(concerned).map(|line| line.text.clone()).take(QUOTED).collect()
    }
}
