//! Where counters could go (4.1): the answer of the rules themselves, for every hex at once.

use board::Hex;
use kernel::aids::{Goal, Reach, StepCost, Way};
use kernel::{OrderError, Ratio, Ruleset, Seat, Side};
use kit::march::{self, Step};

use crate::Rules;
use crate::action::Action;
use crate::sequence::Frame;
use crate::state::{Hand, State};
use crate::unit::{CounterId, enemy_of};
use crate::words::points;

/// Twelfths of a point as a number.
fn amount(twelfths: u8) -> Ratio {
    Ratio::new(u128::from(twelfths), 12).unwrap_or(Ratio::ZERO)
}

/// A counter in hand, and every hex it could step to.
pub(crate) struct March<'a> {
    rules: &'a Rules,
    state: &'a State,
    hand: Hand,
    field: march::March<Hex, u16>,
}

impl<'a> March<'a> {
    pub(crate) fn new(rules: &'a Rules, state: &'a State, hand: &Hand) -> March<'a> {
        let at = rules.place_of(state, hand.unit);
        let here = at.is_some().then_some((at, 0));
        let entries = rules.entry_hexes(state, hand.unit).filter(|_| at.is_none());
        let entered =
            entries.filter_map(|entry| Some((entry, u16::from(rules.step_cost(state, hand, at, entry).ok()?))));
        let starts: Vec<(Hex, u16)> = here.into_iter().chain(entered).collect();
        let side = rules.side_of(hand.unit);
        let field = march::March::find(rules.ground.grid.len(), starts, hand.left.into(), |from, spent, steps| {
            let begun = from != at;
            let stopped = if begun { rules.stops_in(state, hand.unit, from) } else { hand.stopped };
            if stopped || state.square.contains(hand.unit) && begun {
                return;
            }
            for to in rules.hexes_around(from) {
                let closed = rules.is_held_by(state, enemy_of(side), to)
                    || (rules.is_unit(hand.unit) && rules.may_leave_zone(state, hand.unit, from, to).is_err());
                if let Ok(cost) = rules.step_cost(state, hand, from, to)
                    && !closed
                    && spent + u16::from(cost) <= u16::from(hand.left)
                {
                    steps.push(Step { to, cost: cost.into(), stop: false });
                }
            }
        });
        March { rules, state, hand: *hand, field }
    }

    /// The steps of the cheapest way.
    pub(crate) fn path_to(&self, goal: Hex) -> Option<Vec<Hex>> {
        self.field.spent(goal)?;
        let at = self.rules.place_of(self.state, self.hand.unit);
        let entry = at.is_none().then(|| self.field.start(goal)).flatten();
        Some(entry.into_iter().chain(self.field.path(goal)).collect())
    }
}

impl Rules {
    /// Whether a unit goes no further once it has come to a hex.
    pub(crate) fn stops_in(&self, state: &State, unit: CounterId, hex: Hex) -> bool {
        self.is_unit(unit) && (self.in_enemy_zone(state, self.side_of(unit), hex) || self.square_in(state, hex))
    }

    /// The position with a counter in hand, if it can be taken there.
    fn with_in_hand(&self, state: &State, side: Side, counter: CounterId) -> Result<State, OrderError> {
        let mut state = state.clone();
        let seat = Rules::seat_of(side);
        if !(state.frame() == Frame::Moving && state.hand.unit == counter) {
            let action = Action::Select(counter);
            self.check(&state, seat, &action).map_err(OrderError::Illegal)?;
            self.play(&mut state, seat, &action, &mut kernel::Discard);
        }
        Ok(state)
    }

    pub(crate) fn reach_of(&self, state: &State, seat: Seat, units: &[String]) -> Result<Reach, OrderError> {
        let [word] = units else { return Err(OrderError::Unreadable("one unit moves at a time".into())) };
        let counter = self.find(word).ok_or_else(|| OrderError::Unreadable(format!("\"{word}\" is no counter")))?;
        let state = self.with_in_hand(state, Side(seat.0), counter)?;
        let hand = state.hand;
        let march = March::new(self, &state, &hand);
        let mut goals = Vec::new();
        for hex in self.ground.grid.hexes() {
            if hex == self.place_of(&state, counter) {
                continue;
            }
            goals.extend(march.path_to(hex).and_then(|path| self.goal(&state, &hand, &path)));
        }
        Ok(Reach { units: units.to_vec(), points: Some(amount(hand.left)), goals, ..Reach::default() })
    }

    /// A way as the rules see it step by step, if they let it end there and nobody comes between.
    fn goal(&self, state: &State, hand: &Hand, path: &[Hex]) -> Option<Goal> {
        let seat = Rules::seat_of(self.side_of(hand.unit));
        let mut state = state.clone();
        let mut steps = Vec::new();
        let mut interrupted = false;
        for hex in path {
            if interrupted {
                return None;
            }
            let action = Action::Step(*hex);
            self.check(&state, seat, &action).ok()?;
            let before = state.hand.left;
            self.play(&mut state, seat, &action, &mut kernel::Discard);
            interrupted = state.frame() != Frame::Moving;
            let cost = before.saturating_sub(state.hand.left);
            let place = self.number_of(*hex);
            steps.push(StepCost {
                note: format!("{} points", points(cost)),
                place,
                cost: amount(cost),
                case: case!("4.31"),
            });
        }
        if !interrupted {
            self.check(&state, seat, &Action::Halt).ok()?;
        }
        let words: Vec<String> = path.iter().map(|hex| self.number_of(*hex)).collect();
        Some(Goal {
            place: words.last()?.clone(),
            covers: Vec::new(),
            facing: None,
            way: Way { cost: amount(hand.left.saturating_sub(state.hand.left)), left: amount(state.hand.left), steps },
            order: format!("move {} {}", self.word_for(hand.unit), words.join(" ")),
            stops: None,
            caution: None,
            others: Vec::new(),
        })
    }
}
