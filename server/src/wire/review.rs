//! Advice of generals: hints, and finished games looked over.

use schemars::JsonSchema;
use serde::Serialize;

use crate::names::Names;

/// The best orders for a seat, the best first.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Hints {
    pub(crate) hints: Vec<Hint>,
}

/// An order that a general would give.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Hint {
    /// What to send.
    pub(crate) order: String,
    /// The same one by one.
    pub(crate) orders: Vec<String>,
    pub(crate) label: String,
    pub(crate) units: Vec<String>,
    /// Those it comes to, the last being the last of its way, or those attacked.
    pub(crate) places: Vec<String>,
    /// The score to be expected with it, from 0 to 1; null if time was too short to compare.
    pub(crate) expects: Option<f64>,
    /// How much that is better than without it, or than the best other answer.
    pub(crate) gains: Option<f64>,
}

impl Hint {
    pub(crate) fn new(names: &Names, hint: ai::Hint) -> Hint {
        let ai::Hint { order, orders, label, units, places, promise } = hint;
        let (expects, gains) = (promise.map(|promise| promise.expects), promise.map(|promise| promise.gains));
        Hint { order, orders, label: names.plain(&label), units, places, expects, gains }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ReviewState {
    None,
    Working,
    Ready,
}

/// How far the review of a game is.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct ReviewTold {
    pub(crate) state: ReviewState,
    /// From 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) share: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) review: Option<Review>,
    /// Why it failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) error: Option<String>,
}

/// A finished game looked over. Scores are those of the first seat's side, from 0 to 1, draws half.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Review {
    pub(crate) first_seat: String,
    pub(crate) first_side: u8,
    pub(crate) curve: Vec<CurvePoint>,
    pub(crate) turning_points: Vec<TurningPoint>,
    /// The sum of all swings by dice.
    pub(crate) dice: f64,
    /// The sums of all swings by decisions, by side.
    pub(crate) decisions: Vec<f64>,
}

/// The beginning of a player-turn, or the end of the game.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct CurvePoint {
    /// The step of the replay that shows the board then.
    pub(crate) step: usize,
    pub(crate) turn: u32,
    /// Whose turn begins.
    pub(crate) side: u8,
    pub(crate) score: f64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Cause {
    Decision,
    Dice,
}

/// A moment that turned the game.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct TurningPoint {
    /// The step of the replay that shows it: the board after a throw, or before the orders of a turn.
    pub(crate) step: usize,
    /// The step at which those orders were done with.
    pub(crate) until: usize,
    pub(crate) turn: u32,
    pub(crate) cause: Cause,
    /// Whose decision it was, or who threw.
    pub(crate) side: u8,
    pub(crate) swing: f64,
    pub(crate) before: f64,
    pub(crate) after: f64,
    pub(crate) words: String,
    /// What the log says of the units in question.
    pub(crate) given: Vec<String>,
    /// Orders that a general would rather have given.
    pub(crate) better: Vec<Better>,
}

/// An order that would have been better.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Better {
    pub(crate) order: String,
    pub(crate) orders: Vec<String>,
    pub(crate) label: String,
    pub(crate) units: Vec<String>,
    pub(crate) places: Vec<String>,
    /// To the side that gives it.
    pub(crate) promise: Option<Promise>,
}

#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub(crate) struct Promise {
    pub(crate) expects: f64,
    pub(crate) gains: f64,
}

impl Review {
    /// Every step that it names, to be counted otherwise.
    pub(crate) fn steps_mut(&mut self) -> impl Iterator<Item = &mut usize> {
        let points = self.turning_points.iter_mut().flat_map(|point| [&mut point.step, &mut point.until]);
        self.curve.iter_mut().map(|point| &mut point.step).chain(points)
    }
}

impl Review {
    pub(crate) fn new(names: &Names, review: ai::Review) -> Review {
        let point = |point: ai::Point| CurvePoint {
            step: point.step,
            turn: point.turn,
            side: point.side.0,
            score: point.score,
        };
        Review {
            first_seat: review.first_seat,
            first_side: review.first_side.0,
            curve: review.curve.into_iter().map(point).collect(),
            turning_points: review.turning_points.into_iter().map(|point| TurningPoint::new(names, point)).collect(),
            dice: review.dice,
            decisions: review.decisions,
        }
    }
}

impl TurningPoint {
    fn new(names: &Names, point: ai::TurningPoint) -> TurningPoint {
        TurningPoint {
            step: point.step,
            until: point.until,
            turn: point.turn,
            cause: match point.cause {
                ai::Cause::Decision => Cause::Decision,
                ai::Cause::Dice => Cause::Dice,
            },
            side: point.side.0,
            swing: point.swing,
            before: point.before,
            after: point.after,
            words: names.plain(&point.words),
            given: point.given.iter().map(|line| names.plain(line)).collect(),
            better: point.better.into_iter().map(|hint| Better::new(names, hint)).collect(),
        }
    }
}

impl Better {
    fn new(names: &Names, hint: ai::Hint) -> Better {
        let ai::Hint { order, orders, label, units, places, promise } = hint;
        let promise = promise.map(|promise| Promise { expects: promise.expects, gains: promise.gains });
        Better { order, orders, label: names.plain(&label), units, places, promise }
    }
}
