//! A game looked over: how the prospects went up and down, how much of it was luck, and what would have been better.
//!
//! The turning points are the player-turns in which the curve rises or falls most. What a turn did to the curve is what its dice did
//! and what the orders did: the two always add up to it, and all turns together to the whole game.

mod account;

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

/// A throw that mattered.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Fall {
    /// The step of the replay that shows the board after it.
    pub step: usize,
    /// What it did to the score.
    pub swing: f64,
    /// What happened, as the log tells it.
    pub words: String,
}

/// A player-turn that turned the game. Scores are those of the first seat's side.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TurningPoint {
    /// The step of the replay with which the turn begins, and the one at which it was over.
    pub step: usize,
    pub until: usize,
    /// The step to look at: after the throw that mattered most, or before the orders.
    pub shows: usize,
    pub turn: u32,
    /// What did more of it.
    pub cause: Cause,
    /// Whose turn it was.
    pub side: Side,
    /// The curve before and after it.
    pub before: f64,
    pub after: f64,
    /// What its dice did to the score, and what the orders did: together, what the curve did.
    pub dice: f64,
    pub orders: f64,
    /// The throws that mattered most.
    pub throws: Vec<Fall>,
    /// What the units in question did instead of the better orders, as the log tells it.
    pub given: Vec<String>,
    /// Orders that would have been better, the best first, each with what it promises to its own side.
    pub better: Vec<Hint>,
}

impl TurningPoint {
    pub fn swing(&self) -> f64 {
        self.after - self.before
    }
}

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Review {
    /// The first seat, for whose side scores are told.
    pub first_seat: String,
    pub first_side: Side,
    pub curve: Vec<Point>,
    pub turning_points: Vec<TurningPoint>,
    /// The sum of what all dice did.
    pub dice: f64,
    /// The sums of what the orders did, by the side whose turn it was. With the dice they lead from the first point of the curve to the
    /// last.
    pub decisions: Vec<f64>,
    /// How much a turn of these players was worth to whoever moved, beyond what simulations expect: the curve takes it for granted.
    pub level: f64,
}

/// Turns that move the curve less than this turn no game.
const NOTABLE: f64 = 0.05;
/// Most turning points that a review tells of.
const MOST: usize = 12;
/// Throws that do less than this are not told of, and of the others not more than so many in a turn.
const FELT: f64 = 0.02;
const THROWS: usize = 3;
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
    let rehearsal = Rehearsal::new(&**rules, &**craft);
    let mut reviewer = Reviewer { game, rules, craft, side, thoroughness, rehearsal, reins };
    let (turns, end) = reviewer.look()?;
    let passages: Vec<account::Passage> = turns.iter().map(|turn| turn.passage(side)).collect();
    let level = account::level(&passages, end.score);
    let scores = account::levelled(&passages, end.score, level);
    let mut review = Review {
        first_seat: first_seat.map_or(String::new(), |info| info.id.clone()),
        first_side: side,
        curve: Vec::new(),
        turning_points: Vec::new(),
        dice: 0.0,
        decisions: vec![0.0; rules.seats().iter().map(|info| info.side.index() + 1).max().unwrap_or(1)],
        level,
    };
    let mut turned: Vec<(&Turn<C::Rules>, [f64; 2])> = Vec::new();
    for (turn, pair) in turns.iter().zip(scores.windows(2)) {
        let &[before, after] = pair else { continue };
        review.curve.push(turn.point(before));
        review.dice += turn.dice();
        review.decisions[turn.stretch.side.index()] += after - before - turn.dice();
        if (after - before).abs() >= NOTABLE {
            turned.push((turn, [before, after]));
        }
    }
    review.curve.push(end);
    turned.sort_by(|(_, [a, b]), (_, [c, d])| (d - c).abs().total_cmp(&(b - a).abs()));
    turned.truncate(MOST);
    turned.sort_by_key(|(turn, _)| turn.begin);
    for (turn, [before, after]) in turned {
        reviewer.must_go_on()?;
        review.turning_points.push(reviewer.turning_point(turn, before, after));
    }
    Ok(review)
}

/// The turns of a game, and the point at which it ended.
type Looked<R> = (Vec<Turn<R>>, Point);

/// A player-turn that was looked at.
struct Turn<R: Ruleset> {
    begin: usize,
    end: usize,
    /// The first step of the game, from which replays count.
    first: usize,
    stretch: Stretch,
    state: R::State,
    score: f64,
    falls: Vec<Fall>,
}

impl<R: Ruleset> Turn<R> {
    fn dice(&self) -> f64 {
        self.falls.iter().map(|fall| fall.swing).sum()
    }

    fn passage(&self, side: Side) -> account::Passage {
        let sign = if self.stretch.side == side { 1.0 } else { -1.0 };
        account::Passage { sign, score: self.score, dice: self.dice() }
    }

    fn point(&self, score: f64) -> Point {
        Point { step: self.begin - self.first, turn: self.stretch.turn, side: self.stretch.side, score }
    }
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
    fn must_go_on(&self) -> Result<(), String> {
        match self.reins.cancel.load(Ordering::Relaxed) {
            true => Err("the review was cancelled".into()),
            false => Ok(()),
        }
    }

    fn usual(&self) -> Plan<C::Order> {
        Plan::uniform(Style::Balanced, self.craft.units(), self.craft.scripts()[0].order)
    }

    /// Says how far the review has come.
    fn tell(&self, step: usize) {
        let share = step as f64 / self.game.steps().max(1) as f64;
        (self.reins.progress)(Progress { simulations: 0, seconds: 0.0, share, expects: None });
    }

    /// Goes through the game turn by turn, and through its dice throw by throw.
    fn look(&mut self) -> Result<Looked<C::Rules>, String> {
        let (game, rules, first) = (self.game, self.rules.clone(), self.game.first_step());
        let mut state = game.state_at(first)?;
        let mut turns: Vec<Turn<C::Rules>> = Vec::new();
        for number in first..=game.steps() {
            self.must_go_on()?;
            let stretch = self.craft.stretch(&state);
            let over = number == game.steps() || matches!(rules.pending(&state), Pending::Over(_));
            if over || turns.last().is_none_or(|open| open.stretch != stretch) {
                let score = self.score(&state);
                if let Some(open) = turns.last_mut() {
                    open.end = number;
                }
                if over {
                    let end = Point { step: number - first, turn: stretch.turn, side: stretch.side, score };
                    return Ok((turns, end));
                }
                let (begin, end, falls, state) = (number, number, Vec::new(), state.clone());
                turns.push(Turn { begin, end, first, stretch, state, score, falls });
                self.tell(number);
            }
            match game.step(number) {
                Some(Step::Act { seat, action, .. }) => rules.play(&mut state, *seat, action, &mut Discard),
                Some(Step::Throw { outcome, .. }) => {
                    let Pending::Chance(throw) = rules.pending(&state) else {
                        return Err(format!("step {number} is a roll where none is due"));
                    };
                    let swing = self.luck(&mut state, &throw, outcome);
                    let told = game.log_until(Viewer::Spectator, number + 1).last().map(|line| line.text.clone());
                    let words = told.unwrap_or_else(|| format!("{}: the dice showed {:?}", throw.purpose, outcome.0));
                    if let Some(open) = turns.last_mut() {
                        open.falls.push(Fall { step: number + 1 - first, swing, words });
                    }
                }
                None => break,
            }
        }
        Err("the game has no end that could be looked at".into())
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

    /// Makes a throw and tells how much better than on average it fell.
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

    /// What a turn did to the curve, and why; if its orders cost the side that gave them, what would have been better.
    fn turning_point(&self, turn: &Turn<C::Rules>, before: f64, after: f64) -> TurningPoint {
        let (swing, dice) = (after - before, turn.dice());
        let orders = swing - dice;
        // Of the two, what pulled the curve where it went, and farther.
        let cause = if dice * swing.signum() > orders * swing.signum() { Cause::Dice } else { Cause::Decision };
        let own = if turn.stretch.side == self.side { orders } else { -orders };
        let better = if own <= -NOTABLE { self.better(turn) } else { Vec::new() };
        let mut throws: Vec<Fall> = turn.falls.iter().filter(|fall| fall.swing.abs() >= FELT).cloned().collect();
        throws.sort_by(|a, b| b.swing.abs().total_cmp(&a.swing.abs()));
        throws.truncate(THROWS);
        let step = turn.begin - turn.first;
        let decisive = throws.iter().find(|fall| fall.swing * swing > 0.0).map_or(step, |fall| fall.step);
        throws.sort_by_key(|fall| fall.step);
        TurningPoint {
            step,
            until: turn.end - turn.first,
            shows: if cause == Cause::Dice { decisive } else { step },
            turn: turn.stretch.turn,
            cause,
            side: turn.stretch.side,
            before,
            after,
            dice,
            orders,
            throws,
            given: self.quoted(turn, &better),
            better,
        }
    }

    /// What a general would rather have ordered.
    fn better(&self, turn: &Turn<C::Rules>) -> Vec<Hint> {
        let of_side = |info: &SeatInfo| info.side == turn.stretch.side;
        let seat = Seat(self.rules.seats().iter().position(of_side).unwrap_or(0) as u8);
        let character = Character::new(Policy::Portfolio, Budget::Simulations(self.thoroughness.search));
        let mut general: General<C> =
            General::new(self.rules.clone(), self.craft.clone(), character, turn.begin as u64);
        let view = self.rules.view(&turn.state, Viewer::Seat(seat));
        let heard = |_: Progress| self.tell(self.game.steps());
        let advice = general.advice(&view, seat, Reins { cancel: self.reins.cancel, progress: &heard });
        let seen = Seen::from_view(&**self.rules, Viewer::Seat(seat), view);
        advice.iter().map(|piece| hint(&**self.rules, &**self.craft, &seen, seat, piece)).collect()
    }

    /// What the log says of the units that better orders would have been for.
    fn quoted(&self, turn: &Turn<C::Rules>, better: &[Hint]) -> Vec<String> {
        let before = self.game.log_until(Viewer::Spectator, turn.begin).count();
        let units: Vec<&String> = better.iter().flat_map(|hint| &hint.units).collect();
        let concerned = |line: &&LogLine| line.concerns.units.iter().any(|unit| units.contains(&unit));
        let lines = self.game.log_until(Viewer::Spectator, turn.end).skip(before);
        lines.filter(concerned).map(|line| line.text.clone()).take(QUOTED).collect()
    }
}
