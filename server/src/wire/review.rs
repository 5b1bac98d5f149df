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
    /// The sum of what all dice did.
    pub(crate) dice: f64,
    /// The sums of what the orders did, by the side whose turn it was. With the dice they lead from the first point of the curve to
    /// the last.
    pub(crate) decisions: Vec<f64>,
    /// How much a turn of these players was worth to whoever moved, beyond what simulations expect: the curve takes it for granted.
    pub(crate) level: f64,
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

/// A player-turn that turned the game. Scores are those of the first seat's side.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct TurningPoint {
    /// The step of the replay with which the turn begins.
    pub(crate) step: usize,
    /// The step at which it was over.
    pub(crate) until: usize,
    /// The step to look at: after the throw that mattered most, or before the orders.
    pub(crate) shows: usize,
    pub(crate) turn: u32,
    /// What did more of it.
    pub(crate) cause: Cause,
    /// Whose turn it was.
    pub(crate) side: u8,
    /// The curve before it.
    pub(crate) before: f64,
    /// The curve after it.
    pub(crate) after: f64,
    /// What its dice did to the score.
    pub(crate) dice: f64,
    /// What its orders did: with the dice, what the curve did.
    pub(crate) orders: f64,
    /// The throws that mattered most.
    pub(crate) throws: Vec<Fall>,
    /// What the log says of the units in question.
    pub(crate) given: Vec<String>,
    /// Orders that a general would rather have given.
    pub(crate) better: Vec<Better>,
}

/// A throw that mattered.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Fall {
    /// The step of the replay that shows the board after it.
    pub(crate) step: usize,
    /// What it did to the score.
    pub(crate) swing: f64,
    /// What happened, as the log tells it.
    pub(crate) words: String,
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
        let points = self.turning_points.iter_mut().flat_map(|point| {
            let falls = point.throws.iter_mut().map(|fall| &mut fall.step);
            [&mut point.step, &mut point.until, &mut point.shows].into_iter().chain(falls)
        });
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
            level: review.level,
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
            shows: point.shows,
            before: point.before,
            after: point.after,
            dice: point.dice,
            orders: point.orders,
            throws: point.throws.into_iter().map(|fall| Fall::new(names, fall)).collect(),
            given: point.given.iter().map(|line| names.plain(line)).collect(),
            better: point.better.into_iter().map(|hint| Better::new(names, hint)).collect(),
        }
    }
}

impl Fall {
    fn new(names: &Names, fall: ai::Fall) -> Fall {
        Fall { step: fall.step, swing: fall.swing, words: names.plain(&fall.words) }
    }
}

impl Better {
    fn new(names: &Names, hint: ai::Hint) -> Better {
        let ai::Hint { order, orders, label, units, places, promise } = hint;
        let promise = promise.map(|promise| Promise { expects: promise.expects, gains: promise.gains });
        Better { order, orders, label: names.plain(&label), units, places, promise }
    }
}
