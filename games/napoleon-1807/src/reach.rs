//! Where counters could go (4.1): the answer of the rules themselves, for every hex at once.

use std::collections::BTreeMap;

use board::{Facing, Hex};
use kernel::aids::{Barred, Goal, Reach, StepCost, Way};
use kernel::{Illegal, OrderError, Ratio, Ruleset, Seat, Side};
use kit::march::{self, Step};

use crate::Rules;
use crate::action::Action;
use crate::counters::{CounterId, enemy_of};
use crate::sequence::Frame;
use crate::state::{Hand, State};
use crate::words::cost_in_words;

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
        let field = march::March::find(rules.ground.grid.len(), starts, hand.left.into(), |from, spent, steps| {
            let begun = from != at;
            let stopped = if begun { rules.stops_in(state, hand.unit, from) } else { hand.stopped };
            if stopped || state.square.contains(hand.unit) && begun {
                return;
            }
            for to in rules.hexes_around(from) {
                let closed = rules.is_shut_to(state, hand.unit, to)
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

    /// As far as it goes towards a hex out of reach, and then the step that is refused.
    pub(crate) fn towards(&self, goal: Hex) -> Vec<Hex> {
        let grid = &self.rules.ground.grid;
        let near = grid.hexes().filter_map(|hex| Some((grid.distance(hex, goal), self.field.spent(hex)?, hex)));
        let Some((far, _, last)) = near.min() else { return vec![goal] };
        let next = self.rules.hexes_around(last).find(|hex| grid.distance(*hex, goal) < far);
        self.path_to(last).unwrap_or_default().into_iter().chain(next).collect()
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
        let mut goals = self.turns(&state, &hand);
        goals.extend(self.charges(&state, &hand));
        for hex in self.ground.grid.hexes() {
            if hex == self.place_of(&state, counter) {
                continue;
            }
            if let Some(path) = march.path_to(hex) {
                goals.extend(self.goals(&state, &hand, &path).unwrap_or_default());
                self.run_up(&state, &hand, &path, &mut goals);
            }
        }
        let barred = self.barred(&state, &march, &goals);
        Ok(Reach { units: units.to_vec(), points: Some(amount(hand.left)), goals, barred, ..Reach::default() })
    }

    /// The hexes around those that the counter in hand can come to, each with the refusal of the step into it.
    fn barred(&self, state: &State, march: &March<'_>, goals: &[Goal]) -> Vec<Barred> {
        let grid = &self.ground.grid;
        let start = self.place_of(state, march.hand.unit);
        let open = |hex: Hex| hex == start || goals.iter().any(|goal| goal.place == self.number_of(hex));
        // From where most points are left: whatever is refused there is refused everywhere.
        let mut rim: BTreeMap<Hex, (u16, Hex)> = BTreeMap::new();
        for from in grid.hexes() {
            let Some(spent) = march.field.spent(from) else { continue };
            for to in self.hexes_around(from).filter(|to| !open(*to)) {
                let best = rim.entry(to).or_insert((spent, from));
                *best = (*best).min((spent, from));
            }
        }
        let why = |(to, (_, from)): (Hex, (u16, Hex))| {
            let mut there = state.clone();
            let side = self.side_of(march.hand.unit);
            for hex in march.path_to(from)? {
                if there.frame() != Frame::Moving || self.judge(&there, side, &Action::Step(hex)).is_err() {
                    return None;
                }
                self.play(&mut there, Rules::seat_of(side), &Action::Step(hex), &mut kernel::Discard);
            }
            if there.frame() != Frame::Moving {
                return None;
            }
            let refusal = self.judge(&there, side, &Action::Step(to)).err()?;
            Some(Barred { place: self.number_of(to), why: refusal.explain(self) })
        };
        rim.into_iter().filter_map(why).collect()
    }

    /// A way as the rules see it step by step, with every facing that it may end with, if they let it end there and nobody
    /// comes between.
    fn goals(&self, state: &State, hand: &Hand, path: &[Hex]) -> Option<Vec<Goal>> {
        let side = self.side_of(hand.unit);
        let seat = Rules::seat_of(side);
        let mut state = state.clone();
        let mut steps = Vec::new();
        let mut interrupted = false;
        for hex in path {
            if interrupted {
                return None;
            }
            let action = Action::Step(*hex);
            self.judge(&state, side, &action).ok()?;
            let before = state.hand.left;
            self.play(&mut state, seat, &action, &mut kernel::Discard);
            interrupted = state.frame() != Frame::Moving;
            let cost = before.saturating_sub(state.hand.left);
            let note = cost_in_words(cost);
            steps.push(StepCost { note, place: self.number_of(*hex), cost: amount(cost), case: case!("4.31") });
        }
        if !interrupted {
            self.judge(&state, side, &Action::Halt).ok()?;
        }
        let words: Vec<String> = path.iter().map(|hex| self.number_of(*hex)).collect();
        let order = format!("move {} {}", self.word_for(hand.unit), words.join(" "));
        let spent = hand.left.saturating_sub(state.hand.left);
        let facing = self.is_unit(hand.unit).then(|| state.facing[hand.unit.index()]);
        let mut goals = vec![Goal {
            place: words.last()?.clone(),
            covers: Vec::new(),
            facing,
            way: Way { cost: amount(spent), left: amount(state.hand.left), steps: steps.clone() },
            order: order.clone(),
            stops: None,
            caution: None,
            terms: Vec::new(),
            others: Vec::new(),
        }];
        if !interrupted && facing.is_some() {
            goals.extend(self.turned(&state, hand, &steps, &order));
        }
        Some(goals)
    }

    /// The same place with another facing, where there are points for it (4.36).
    fn turned(&self, state: &State, hand: &Hand, steps: &[StepCost], order: &str) -> Vec<Goal> {
        let unit = hand.unit;
        let place = self.number_of(state.hex_of(unit));
        let turn = |facing: Facing| {
            self.judge(state, self.side_of(unit), &Action::Turn(facing)).ok()?;
            let cost = self.turn_cost(state, &state.hand, facing);
            let note = format!("{} for the turn", cost_in_words(cost));
            let turning = StepCost { note, place: place.clone(), cost: amount(cost), case: case!("4.36") };
            let left = state.hand.left.saturating_sub(cost);
            Some(Goal {
                place: place.clone(),
                covers: Vec::new(),
                facing: Some(facing),
                way: Way {
                    cost: amount(hand.left.saturating_sub(left)),
                    left: amount(left),
                    steps: steps.iter().cloned().chain([turning]).collect(),
                },
                order: format!("{order} facing {}", facing.name()),
                stops: None,
                caution: None,
                terms: Vec::new(),
                others: Vec::new(),
            })
        };
        Facing::all(false).into_iter().filter_map(turn).collect()
    }

    /// To turn where it stands.
    fn turns(&self, state: &State, hand: &Hand) -> Vec<Goal> {
        if !state.on_map(hand.unit) || !self.is_unit(hand.unit) || self.judge_halt(state).is_err() {
            return Vec::new();
        }
        let named = |goal: Goal| {
            let facing = goal.facing.map_or("", Facing::name);
            Goal { order: format!("face {} {facing}", self.word_for(hand.unit)), ..goal }
        };
        self.turned(state, hand, &[], "").into_iter().map(named).collect()
    }

    fn judge_halt(&self, state: &State) -> crate::refusal::Ruling {
        self.judge(state, self.side_of(state.hand.unit), &Action::Halt)
    }

    /// Enemies two hexes off that cavalry may charge from where it stands (9.11).
    fn charges(&self, state: &State, hand: &Hand) -> Vec<Goal> {
        if !self.is_cavalry(hand.unit) || !state.on_map(hand.unit) {
            return Vec::new();
        }
        let enemies = &state.occupied[enemy_of(self.side_of(hand.unit)).index()];
        enemies.iter().filter_map(|target| self.charge_at(state, hand, target, &[])).collect()
    }

    /// Enemies that it may charge at the end of a way on which nobody comes between; the cheapest run at each of them counts.
    fn run_up(&self, state: &State, hand: &Hand, path: &[Hex], goals: &mut Vec<Goal>) {
        let (unit, side) = (hand.unit, self.side_of(hand.unit));
        if !self.is_cavalry(unit) || !state.on_map(unit) || !self.charges_ride(state) {
            return;
        }
        let Some(end) = path.last() else { return };
        let enemies = &state.occupied[enemy_of(side).index()];
        let near: Vec<Hex> = enemies.iter().filter(|hex| self.ground.grid.distance(*hex, *end) == 2).collect();
        if near.is_empty() {
            return;
        }
        let mut there = state.clone();
        let mut steps = Vec::new();
        for hex in path {
            let action = Action::Step(*hex);
            let before = there.hand.left;
            if there.frame() != Frame::Moving || self.judge(&there, side, &action).is_err() {
                return;
            }
            self.play(&mut there, Rules::seat_of(side), &action, &mut kernel::Discard);
            let cost = before.saturating_sub(there.hand.left);
            let note = cost_in_words(cost);
            steps.push(StepCost { note, place: self.number_of(*hex), cost: amount(cost), case: case!("4.31") });
        }
        if there.frame() != Frame::Moving {
            return;
        }
        for target in near {
            let Some(mut goal) = self.charge_at(&there, hand, target, path) else { continue };
            goal.way.steps.splice(0..0, steps.iter().cloned());
            match goals.iter_mut().find(|known| known.place == goal.place) {
                Some(known) if known.way.cost <= goal.way.cost => {}
                Some(known) => *known = goal,
                None => goals.push(goal),
            }
        }
    }

    /// A charge declared where the counter in hand stands, after a way that was ridden for it.
    fn charge_at(&self, state: &State, hand: &Hand, target: Hex, path: &[Hex]) -> Option<Goal> {
        self.judge(state, self.side_of(hand.unit), &Action::Charge(target)).ok()?;
        let place = self.number_of(target);
        let cost = self.tables.movement.charge;
        let left = state.hand.left.saturating_sub(cost);
        let note = "the point of the attack; the run costs what its ground and its turns cost".to_owned();
        let via: String = path.iter().map(|hex| format!(" {}", self.number_of(*hex))).collect();
        let via = if via.is_empty() { via } else { format!(" via{via}") };
        Some(Goal {
            covers: Vec::new(),
            facing: None,
            way: Way {
                cost: amount(hand.left.saturating_sub(left)),
                left: amount(left),
                steps: vec![StepCost { note, place: place.clone(), cost: amount(cost), case: case!("9.13") }],
            },
            order: format!("charge {} {place}{via}", self.word_for(hand.unit)),
            stops: Some(Illegal::new(case!("9.11"), format!("a charge at {place} is declared here"))),
            caution: None,
            terms: Vec::new(),
            others: Vec::new(),
            place,
        })
    }
}
