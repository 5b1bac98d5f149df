//! Marches: battles first, then everybody goes where he is most useful.

use ai::Plan;
use board::boxes::{BoxId, ConnectionId};
use jours_de_gloire::action::{Action, MovementAction};
use jours_de_gloire::march::March;
use jours_de_gloire::sequence::{Frame, Movement};
use jours_de_gloire::sets::CounterSet;
use jours_de_gloire::state::{Grade, State, enemy_of};
use jours_de_gloire::{Rules, counters::CounterId};
use kernel::{Discard, Entropy, Ruleset, Seat, Side};

use crate::attack::{Assignment, Candidate};
use crate::orders::{Order, Weights};
use crate::stacks::{Reach, Stack, stacks};
use crate::survey::{Objective, Survey, danger, objectives};
use crate::{CampaignCraft, Memory};

/// What has been planned for the movement at hand.
#[derive(Debug, Default)]
pub(crate) struct MarchMemory {
    /// The player turn it is for.
    stretch: Option<(u8, Side)>,
    /// Marches that belong to attacks, the next one last.
    attacks: Vec<Assignment>,
    /// Those who are to stay.
    stay: CounterSet,
    /// Where the stack in hand is going.
    goal: Option<(BoxId, Option<ConnectionId>)>,
}

/// A march that has been chosen.
struct Choice {
    to: BoxId,
    forced: bool,
    score: f64,
}

/// What is worth going for from afar, with its weight.
type Pulls = Vec<(BoxId, f64)>;

impl CampaignCraft {
    /// The next march of the phase, or its end.
    pub(crate) fn next_march(
        &self,
        rules: &Rules,
        state: &State,
        seat: Seat,
        plan: &Plan<Order>,
        memory: &mut Memory,
        actions: &mut Vec<Action>,
    ) {
        let side = rules.side_of_seat(seat);
        let memory = &mut memory.march;
        memory.goal = None;
        if memory.stretch != Some((state.turn, side)) {
            let mut candidates = self.candidates(rules, state, seat, plan);
            let attacks = self.attacks(rules, state, side, plan, &mut candidates);
            *memory = MarchMemory { stretch: Some((state.turn, side)), attacks, ..MarchMemory::default() };
            memory.attacks.reverse();
        }
        while let Some(assignment) = memory.attacks.pop() {
            let whole = assignment.stack.counters.iter().all(|counter| rules.can_take(state, seat, counter));
            let Some(march) = rules.stack_at(assignment.stack.counters, assignment.stack.at, assignment.stack.enters)
            else {
                continue;
            };
            if !whole || !rules.share_a_payer(state, &march.stack) {
                continue;
            }
            let points = self.points_at_start(rules, state, &march, false);
            let reach = Reach::new(rules, state, side, &assignment.stack, points);
            let ways = reach.ways_into(rules, state, side, &assignment.stack, assignment.to);
            let last = assignment.last.filter(|way| ways.contains(way)).or(ways.first().copied());
            if last.is_none() {
                continue;
            }
            let path = reach.path(rules, assignment.to, last);
            memory.goal = Some((assignment.to, last));
            if self.set_out(rules, state, seat, &assignment.stack, &path, false, actions) {
                return;
            }
        }
        self.next_other_march(rules, state, seat, plan, memory, actions);
    }

    /// Those without a battle, the strongest first.
    fn next_other_march(
        &self,
        rules: &Rules,
        state: &State,
        seat: Seat,
        plan: &Plan<Order>,
        memory: &mut MarchMemory,
        actions: &mut Vec<Action>,
    ) {
        let side = rules.side_of_seat(seat);
        let survey = Survey::of(rules, state);
        let pulls = self.pulls(rules, state, side, &survey);
        let mut left = stacks(rules, state, seat);
        left.retain(|stack| !memory.stay.contains(stack.lead) && !stack.dummy);
        left.sort_by_key(|stack| std::cmp::Reverse((stack.strength, stack.lead)));
        for stack in &left {
            // What stands among the enemy stays and fights.
            let engaged = !stack.enters && state.occupies(enemy_of(side), stack.at) && stack.strength > 0;
            let order = plan.of(stack.lead.index());
            let besieges = state.siege_at(stack.at).is_some_and(|siege| siege.besieger == side);
            if engaged && (!besieges || !matches!(order, Order::To(_))) {
                memory.stay.insert(stack.lead);
                continue;
            }
            let choice = self.best_march(rules, state, seat, &survey, &pulls, stack, order, plan);
            let Some(choice) = choice.filter(|choice| choice.to != stack.at || stack.enters) else {
                memory.stay.insert(stack.lead);
                continue;
            };
            let Some(march) = rules.stack_at(stack.counters, stack.at, stack.enters) else { continue };
            let points = self.points_at_start(rules, state, &march, choice.forced);
            let reach = Reach::new(rules, state, side, stack, points);
            let path = reach.path(rules, choice.to, None);
            memory.goal = Some((choice.to, None));
            if self.set_out(rules, state, seat, stack, &path, choice.forced, actions) {
                return;
            }
            memory.stay.insert(stack.lead);
        }
        actions.push(Action::Movement(MovementAction::EndMovement));
    }

    /// The points a stack begins with; reinforcements have spent one by the time they are on the map (3.3c).
    fn points_at_start(&self, rules: &Rules, state: &State, march: &March, forced: bool) -> u8 {
        rules.points_of_stack(state, march, forced).saturating_sub(u8::from(march.enters))
    }

    /// All stacks that may still march, with their reach.
    fn candidates(&self, rules: &Rules, state: &State, seat: Seat, plan: &Plan<Order>) -> Vec<Candidate> {
        let side = rules.side_of_seat(seat);
        let all = stacks(rules, state, seat).into_iter().filter(|stack| stack.strength > 0);
        all.filter_map(|stack| {
            let engaged = !stack.enters && state.occupies(enemy_of(side), stack.at);
            let march = rules.stack_at(stack.counters, stack.at, stack.enters)?;
            if engaged || rules.payer_of(state, &march).is_none() {
                return None;
            }
            let points = self.points_at_start(rules, state, &march, false);
            let reach = Reach::new(rules, state, side, &stack, points);
            let order = plan.of(stack.lead.index());
            Some(Candidate { stack, reach, order, taken: false })
        })
        .collect()
    }

    /// What draws a side: towns to be taken, and its own that are in danger.
    fn pulls(&self, rules: &Rules, state: &State, side: Side, survey: &Survey) -> Pulls {
        let mut pulls = Pulls::new();
        for objective in objectives(rules, state, side) {
            let Objective { at, points, swing, own } = objective;
            let weight = if own {
                let comes = survey.reaching(&self.distances, enemy_of(side), at);
                let stands = f64::from(survey.at(side, at));
                if comes > stands { 0.6 * points } else { 0.15 * points }
            } else {
                swing
            };
            pulls.push((at, weight));
        }
        pulls
    }

    /// Where a stack is most useful.
    #[allow(clippy::too_many_arguments)]
    fn best_march(
        &self,
        rules: &Rules,
        state: &State,
        seat: Seat,
        survey: &Survey,
        pulls: &Pulls,
        stack: &Stack,
        order: Order,
        plan: &Plan<Order>,
    ) -> Option<Choice> {
        let side = rules.side_of_seat(seat);
        let march = rules.stack_at(stack.counters, stack.at, stack.enters)?;
        rules.payer_of(state, &march)?;
        let points = self.points_at_start(rules, state, &march, false);
        let reach = Reach::new(rules, state, side, stack, points);
        if stack.is_helpless() {
            return self.rejoin(rules, state, side, survey, stack, &reach);
        }
        let weights = Weights::of(order.manner(), plan.style);
        if order == Order::Stay && !stack.enters {
            return None;
        }
        if let Order::To(wanted) = order {
            return self.toward(state, side, stack, &reach, wanted);
        }
        let mut best = self.best_box(rules, state, side, survey, pulls, stack, &reach, &weights);
        // By a forced march for a town only, and not by those whom nobody leads.
        let led = stack.counters.iter().all(|counter| state.piece(counter).grade != Grade::Alone);
        if weights.forces && led && !stack.enters && best.as_ref().is_some_and(|best| best.score < 1.5) {
            let points = self.points_at_start(rules, state, &march, true);
            let far = Reach::new(rules, state, side, stack, points);
            let towns = objectives(rules, state, side).filter(|it| !it.own && !reach.can_reach(it.at));
            for town in towns.filter(|it| far.can_reach(it.at) && survey.at(enemy_of(side), it.at) == 0) {
                let price = 0.12 * stack.counters.iter().filter(|unit| rules.kind(*unit).has_strength()).count() as f64;
                let score = self.score_of(rules, state, side, survey, pulls, stack, &weights, town.at) - price - 0.1;
                if best.as_ref().is_none_or(|best| score > best.score) {
                    best = Some(Choice { to: town.at, forced: true, score });
                }
            }
        }
        best
    }

    #[allow(clippy::too_many_arguments)]
    fn best_box(
        &self,
        rules: &Rules,
        state: &State,
        side: Side,
        survey: &Survey,
        pulls: &Pulls,
        stack: &Stack,
        reach: &Reach,
        weights: &Weights,
    ) -> Option<Choice> {
        let mut best: Option<Choice> = None;
        for to in &reach.reached {
            // Battles are planned for all together.
            if survey.at(enemy_of(side), *to) > 0 && *to != stack.at {
                continue;
            }
            let score = self.score_of(rules, state, side, survey, pulls, stack, weights, *to);
            if best.as_ref().is_none_or(|best| score > best.score) {
                best = Some(Choice { to: *to, forced: false, score });
            }
        }
        best
    }

    /// What it is worth to have a stack in a box, in victory points.
    #[allow(clippy::too_many_arguments)]
    fn score_of(
        &self,
        rules: &Rules,
        state: &State,
        side: Side,
        survey: &Survey,
        pulls: &Pulls,
        stack: &Stack,
        weights: &Weights,
        to: BoxId,
    ) -> f64 {
        let stays = to == stack.at && !stack.enters;
        let strength = f64::from(stack.strength);
        let others = f64::from(survey.at(side, to)) - if stays { strength } else { 0.0 };
        let last_word = self.is_last_word(rules, state, side);
        let mut score = if stays { weights.stay } else { 0.0 };
        for objective in objectives(rules, state, side).filter(|objective| objective.at == to) {
            let walled = rules.ground.is_fortified(to) && state.occupies(enemy_of(side), to);
            if !objective.own && !walled {
                score += weights.objective * objective.swing;
            } else if others <= 0.0 && !last_word {
                let comes = survey.reaching(&self.distances, enemy_of(side), to);
                score += if comes < 1.0 { 0.0 } else { objective.points * 0.9 * (strength / comes).min(1.0) };
            }
        }
        if last_word {
            return score;
        }
        if !stays {
            score -= self.price_of_leaving(rules, state, side, survey, stack);
        }
        score -= weights.danger * danger(rules, survey, &self.distances, side, to, others + strength);
        let mut near = survey.beside(&self.distances, side, to) + others;
        if !stays && self.distances.between(stack.at, to) <= 2 {
            near -= strength;
        }
        // A stack of ten is worth more to its neighbours than one of two.
        score += weights.support * (1.0 + near.max(0.0)).ln() * (0.3 + strength / 20.0).min(1.0);
        let pull: f64 = pulls
            .iter()
            .map(|(at, weight)| weight * 0.82f64.powi(i32::from(self.distances.between(to, *at).min(40))))
            .sum();
        score += weights.approach * pull;
        // Nobody marches for nothing.
        score - 0.02 * f64::from(self.distances.between(stack.at, to).min(10))
    }

    /// Leaders and guns without a unit go to friends.
    fn rejoin(
        &self,
        rules: &Rules,
        state: &State,
        side: Side,
        survey: &Survey,
        stack: &Stack,
        reach: &Reach,
    ) -> Option<Choice> {
        if survey.at(side, stack.at) > 0 && !stack.enters {
            return None;
        }
        let safe = |place: &&BoxId| !state.occupies(enemy_of(side), **place) && survey.at(side, **place) > 0;
        let merit = |place: &BoxId| {
            let strength = f64::from(survey.at(side, *place));
            strength - 6.0 * danger(rules, survey, &self.distances, side, *place, strength)
        };
        let best = reach.reached.iter().filter(safe).max_by(|a, b| merit(a).total_cmp(&merit(b)))?;
        Some(Choice { to: *best, forced: false, score: 0.0 })
    }

    /// As near to a box as can be.
    fn toward(&self, state: &State, side: Side, stack: &Stack, reach: &Reach, wanted: BoxId) -> Option<Choice> {
        let open =
            |place: &&BoxId| **place == stack.at || !state.occupies(enemy_of(side), **place) || **place == wanted;
        let nearest =
            reach.reached.iter().filter(open).min_by_key(|place| (self.distances.between(**place, wanted), place.0))?;
        Some(Choice { to: *nearest, forced: false, score: 0.0 })
    }

    /// The orders that set a stack in motion, as far as nobody else is asked anything.
    #[allow(clippy::too_many_arguments)]
    fn set_out(
        &self,
        rules: &Rules,
        state: &State,
        seat: Seat,
        stack: &Stack,
        path: &[ConnectionId],
        forced: bool,
        actions: &mut Vec<Action>,
    ) -> bool {
        let Some(march) = rules.stack_at(stack.counters, stack.at, stack.enters) else { return false };
        let Some((payer, _)) = rules.payer_of(state, &march) else { return false };
        if path.is_empty() && !stack.enters {
            return false;
        }
        let mut trial = state.clone();
        let before = actions.len();
        let others = stack.counters.iter().filter(|counter| *counter != stack.lead);
        let mut counters: Vec<CounterId> = std::iter::once(stack.lead).chain(others).collect();
        // A chief lifts the limit of the stack, so he is taken before those who would be too many.
        counters[1..].sort_by_key(|counter| std::cmp::Reverse(rules.counter(*counter).rank));
        let takes = counters.iter().map(|counter| MovementAction::Take(*counter));
        for action in takes.chain([MovementAction::Activate { payer, forced }]) {
            let action = Action::Movement(action);
            if rules.check(&trial, seat, &action).is_err() {
                actions.truncate(before);
                return false;
            }
            rules.play(&mut trial, seat, &action, &mut Discard);
            actions.push(action);
        }
        self.walk(rules, &mut trial, seat, path, actions);
        true
    }

    /// Steps along a path, and the halt at its end, until somebody else is asked.
    fn walk(&self, rules: &Rules, trial: &mut State, seat: Seat, path: &[ConnectionId], actions: &mut Vec<Action>) {
        let marching = |trial: &State| trial.frame() == Frame::Movement(Movement::March { seat });
        for way in path {
            let action = Action::Movement(MovementAction::Step(*way));
            if !marching(trial) || rules.check(trial, seat, &action).is_err() {
                break;
            }
            rules.play(trial, seat, &action, &mut Discard);
            actions.push(action);
        }
        let arrived =
            actions.iter().filter(|action| matches!(action, Action::Movement(MovementAction::Step(_)))).count();
        if marching(trial) && arrived >= path.len() {
            actions.push(Action::Movement(MovementAction::Halt));
        }
    }

    /// Goes on with the stack in hand.
    pub(crate) fn go_on(
        &self,
        rules: &Rules,
        state: &State,
        seat: Seat,
        plan: &Plan<Order>,
        memory: &mut Memory,
        actions: &mut Vec<Action>,
    ) {
        let halt = Action::Movement(MovementAction::Halt);
        let side = rules.side_of_seat(seat);
        let Some(march) = state.march else { return actions.push(halt) };
        let Some(stack) = Stack::in_hand(rules, state, &march) else { return actions.push(halt) };
        let reach = Reach::new(rules, state, side, &stack, march.points);
        let (to, last) = match memory.march.goal {
            Some(goal) if memory.march.stretch == Some((state.turn, side)) => goal,
            Some(_) | None => self.goal_in_hand(rules, state, seat, plan, &stack, &march, &reach),
        };
        if to == march.at || !reach.can_reach(to) {
            return actions.push(halt);
        }
        let ways = reach.ways_into(rules, state, side, &stack, to);
        let last = last.filter(|way| ways.contains(way));
        let path = reach.path(rules, to, last);
        let mut trial = state.clone();
        self.walk(rules, &mut trial, seat, &path, actions);
        if actions.is_empty() {
            actions.push(halt);
        }
    }

    /// Where a stack goes that is on the march and has lost its orders: into a battle that is worth it, or wherever it is
    /// useful.
    #[allow(clippy::too_many_arguments)]
    fn goal_in_hand(
        &self,
        rules: &Rules,
        state: &State,
        seat: Seat,
        plan: &Plan<Order>,
        stack: &Stack,
        march: &March,
        reach: &Reach,
    ) -> (BoxId, Option<ConnectionId>) {
        let side = rules.side_of_seat(seat);
        let order = plan.of(stack.lead.index());
        if stack.strength > 0 && !state.occupies(enemy_of(side), stack.at) {
            let mut candidates = self.candidates(rules, state, seat, plan);
            candidates.retain(|candidate| !march.stack.contains(candidate.stack.lead));
            candidates.push(Candidate { stack: *stack, reach: reach.clone(), order, taken: false });
            let attacks = self.attacks(rules, state, side, plan, &mut candidates);
            if let Some(own) = attacks.iter().find(|attack| attack.stack.lead == stack.lead) {
                return (own.to, own.last);
            }
        }
        let survey = Survey::of(rules, state);
        if stack.is_helpless() {
            return (self.rejoin(rules, state, side, &survey, stack, reach).map_or(stack.at, |choice| choice.to), None);
        }
        let choice = match order {
            Order::To(wanted) => self.toward(state, side, stack, reach, wanted),
            Order::In(_) | Order::Stay => {
                let pulls = self.pulls(rules, state, side, &survey);
                let weights = Weights::of(order.manner(), plan.style);
                self.best_box(rules, state, side, &survey, &pulls, stack, reach, &weights)
            }
        };
        (choice.map_or(stack.at, |choice| choice.to), None)
    }

    /// Another box for a unit, drawn from those within its reach.
    pub(crate) fn some_destination(
        &self,
        rules: &Rules,
        state: &State,
        unit: CounterId,
        entropy: &mut dyn Entropy,
    ) -> Order {
        let side = rules.side_of(unit);
        let Some(seat) = (0..rules.seats().len() as u8)
            .map(Seat)
            .find(|seat| rules.side_of_seat(*seat) == side && rules.can_take(state, *seat, unit))
        else {
            return Order::Stay;
        };
        let all = stacks(rules, state, seat);
        let Some(stack) = all.iter().find(|stack| stack.counters.contains(unit)) else { return Order::Stay };
        let Some(march) = rules.stack_at(stack.counters, stack.at, stack.enters) else { return Order::Stay };
        let points = self.points_at_start(rules, state, &march, false);
        let reach = Reach::new(rules, state, side, stack, points);
        // Half of the time something that matters: towns, friends, enemies.
        let matters = |place: &BoxId| {
            state.occupies(enemy_of(side), *place)
                || state.occupies(side, *place)
                || objectives(rules, state, side).any(|objective| objective.at == *place)
        };
        let chosen: Vec<BoxId> = reach.reached.iter().copied().filter(matters).collect();
        let from = if entropy.below(4) > 0 && !chosen.is_empty() { &chosen } else { &reach.reached };
        Order::To(from[entropy.below(from.len() as u32) as usize])
    }
}
