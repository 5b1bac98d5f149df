//! A general: gets what one seat sees, and gives orders.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use kernel::{Discard, Entropy, FastChance, Language, Pending, Ruleset, Seat, Side};
use serde::{Deserialize, Serialize};

use crate::budget::{Account, Budget, Purse, Reins};
use crate::craft::{Craft, Member, Plan, Stretch, Style};
use crate::rehearsal::{Stage, mix, stream};
use crate::search::Theatre;

/// How a general finds its orders.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Policy {
    /// Every action that is allowed is equally likely.
    Random,
    /// Odds-greedy, but for one answer in four, which is drawn at random: an opponent who brings others into positions that no
    /// sensible play leads to.
    Erratic,
    /// Each unit does what looks best by itself: exact expectation of the table, threats, objectives.
    OddsGreedy,
    /// Search over scripts for formations, for the whole turn.
    Portfolio,
    /// The portfolio's plan, refined unit by unit.
    Strong,
}

impl Policy {
    pub const ALL: [Policy; 5] =
        [Policy::Random, Policy::Erratic, Policy::OddsGreedy, Policy::Portfolio, Policy::Strong];

    pub fn name(self) -> &'static str {
        match self {
            Policy::Random => "random",
            Policy::Erratic => "erratic",
            Policy::OddsGreedy => "odds-greedy",
            Policy::Portfolio => "portfolio",
            Policy::Strong => "strong",
        }
    }

    /// Whether more budget makes it better.
    pub fn searches(self) -> bool {
        match self {
            Policy::Random | Policy::Erratic | Policy::OddsGreedy => false,
            Policy::Portfolio | Policy::Strong => true,
        }
    }
}

/// What kind of general it is.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Character {
    pub policy: Policy,
    pub style: Style,
    /// For one player-turn. It means nothing to a policy that does not search.
    pub budget: Budget,
    /// How many threads may think at the same time. The orders do not depend on it, but with a budget in seconds.
    pub threads: usize,
}

impl Character {
    pub fn new(policy: Policy, budget: Budget) -> Character {
        Character { policy, style: Style::default(), budget, threads: 1 }
    }
}

/// An order worth giving.
#[derive(Clone, PartialEq, Debug)]
pub struct Advice<A> {
    pub actions: Vec<A>,
    /// What it promises; nothing if the budget was too small to compare it with anything.
    pub promise: Option<Promise>,
}

/// What an order promises.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Promise {
    /// The score to be expected with it, from 0 to 1.
    pub expects: f64,
    /// How much better than without it, or than the best other answer.
    pub gains: f64,
}

/// What is kept for the stretch at hand.
#[derive(Debug)]
struct Thoughts<O> {
    stretch: Stretch,
    plan: Plan<O>,
    planned: bool,
    simulations: u32,
    time: Duration,
}

/// A general of some title, in the service of one seat.
pub struct General<C: Craft> {
    rules: Arc<C::Rules>,
    craft: Arc<C>,
    character: Character,
    seed: u64,
    /// How many times it has been asked.
    asked: u64,
    thoughts: Option<Thoughts<C::Order>>,
    chance: FastChance,
    refused: AtomicU64,
}

impl<C: Craft> std::fmt::Debug for General<C> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("General").field("character", &self.character).field("seed", &self.seed).finish_non_exhaustive()
    }
}

/// Worlds that are drawn where something is hidden.
const WORLDS: usize = 8;

/// Where worlds differ, a few samples say less about an answer than the craft knows by itself: so many are needed, and the
/// answer has to be better by so much.
const ENOUGH_IN_DOUBT: u64 = 8;
const DOUBT: f64 = 0.02;

/// One answer in so many of an erratic general is drawn at random.
const ERRATIC: u32 = 4;

/// The share of a turn's budget that goes into the plan; the rest is for what the dice bring.
const PLANNING: f64 = 0.7;

/// The same where worlds differ and simulations are counted: there are too few to think over single answers.
const PLANNING_IN_DOUBT: f64 = 0.95;

impl<C: Craft> General<C> {
    pub fn new(rules: Arc<C::Rules>, craft: Arc<C>, character: Character, seed: u64) -> General<C> {
        let chance = stream(seed, 3);
        General { rules, craft, character, seed, asked: 0, thoughts: None, chance, refused: AtomicU64::new(0) }
    }

    pub fn character(&self) -> &Character {
        &self.character
    }

    /// How often its craft proposed what the rules refuse, in simulations too; such orders are never given.
    pub fn refused(&self) -> u64 {
        self.refused.load(Ordering::Relaxed)
    }

    /// Worlds that fit the view. Where nothing is hidden there is one; where something is, a plan that is good in one of them
    /// may be folly in the next.
    fn worlds(&mut self, view: &<C::Rules as Ruleset>::View) -> Vec<<C::Rules as Ruleset>::State> {
        let drawn = (0..WORLDS).map(|_| self.rules.sample(view, &mut self.chance));
        // Those drawn more than once count as often, but a small budget should see different ones first.
        let mut worlds: Vec<<C::Rules as Ruleset>::State> = Vec::with_capacity(WORLDS);
        let mut again = Vec::new();
        for world in drawn {
            if worlds.contains(&world) {
                again.push(world);
            } else {
                worlds.push(world);
            }
        }
        if worlds.len() > 1 {
            worlds.append(&mut again);
        }
        worlds
    }

    /// The orders of `seat`, which must be asked something in this view: one after the other, up to the next throw, the
    /// next decision of somebody else, or the next question worth a thought of its own.
    pub fn orders(
        &mut self,
        view: &<C::Rules as Ruleset>::View,
        seat: Seat,
        reins: Reins<'_>,
    ) -> Vec<<C::Rules as Ruleset>::Action> {
        self.asked += 1;
        let rules = self.rules.clone();
        let worlds = if self.character.policy.searches() {
            self.worlds(view)
        } else {
            vec![rules.sample(view, &mut self.chance)]
        };
        let mut state = worlds[0].clone();
        if !matches!(rules.pending(&state), Pending::Decide(_)) || rules.pending(&state).asks(seat).is_none() {
            return Vec::new();
        }
        let at_random = match self.character.policy {
            Policy::Random => true,
            Policy::Erratic => self.chance.below(ERRATIC) == 0,
            Policy::OddsGreedy | Policy::Portfolio | Policy::Strong => false,
        };
        if at_random {
            return self.anything(&state, seat);
        }
        let side = self.side_of(seat);
        let stretch = self.craft.stretch(&state);
        if self.thoughts.as_ref().is_none_or(|thoughts| thoughts.stretch != stretch) {
            let usual = self.usual();
            self.thoughts =
                Some(Thoughts { stretch, plan: usual, planned: false, simulations: 0, time: Duration::ZERO });
        }
        if self.character.policy.searches() {
            if stretch.side == side && self.craft.is_planning(&state) {
                self.plan(&worlds, seat, reins);
            } else if let Some(answer) = self.deliberate(&worlds, seat, reins) {
                return answer;
            }
        }
        self.follow(&mut state, seat)
    }

    /// The orders of a seat whose next action can be none of `refused`: the true position does not allow them, and that is all
    /// the general learns of it.
    pub fn orders_without(
        &mut self,
        view: &<C::Rules as Ruleset>::View,
        seat: Seat,
        refused: &[<C::Rules as Ruleset>::Action],
        reins: Reins<'_>,
    ) -> Vec<<C::Rules as Ruleset>::Action> {
        let orders = self.orders(view, seat, reins);
        match orders.first() {
            Some(first) if refused.contains(first) => {
                self.instead(view, seat, |action| refused.contains(action)).into_iter().collect()
            }
            Some(_) | None => orders,
        }
    }

    /// Something that the seat can do next as far as its view tells: what is worth a thought, or else anything. It is drawn, so
    /// that a general whose craft fails it does not do and undo the same thing for ever.
    pub(crate) fn instead(
        &mut self,
        view: &<C::Rules as Ruleset>::View,
        seat: Seat,
        is_refused: impl Fn(&<C::Rules as Ruleset>::Action) -> bool,
    ) -> Option<<C::Rules as Ruleset>::Action> {
        let world = self.world(view);
        let mut answers = Vec::new();
        self.craft.alternatives(&self.rules, &world, seat, &mut answers);
        let mut possible: Vec<_> = answers.iter().filter_map(|answer| answer.first().copied()).collect();
        possible.retain(|action| !is_refused(action) && self.rules.check(&world, seat, action).is_ok());
        if possible.is_empty() {
            self.rules.legal(&world, seat, &mut possible);
            possible.retain(|action| !is_refused(action));
        }
        let number = self.chance.below((possible.len() as u32).max(1));
        possible.get(number as usize).copied()
    }

    fn usual(&self) -> Plan<C::Order> {
        Plan::uniform(self.character.style, self.craft.units(), self.craft.scripts()[0].order)
    }

    fn side_of(&self, seat: Seat) -> Side {
        self.rules.seats().get(seat.index()).map_or(Side(0), |info| info.side)
    }

    /// Any action that is allowed.
    fn anything(&mut self, state: &<C::Rules as Ruleset>::State, seat: Seat) -> Vec<<C::Rules as Ruleset>::Action> {
        let mut actions = Vec::new();
        self.rules.legal(state, seat, &mut actions);
        if actions.is_empty() {
            return actions;
        }
        let choice = self.chance.below(actions.len() as u32) as usize;
        vec![actions[choice]]
    }

    /// What is left of the turn's budget, or a part of it.
    fn purse<'r>(&self, reins: Reins<'r>, share: f64) -> Purse<'r> {
        let (spent, time) =
            self.thoughts.as_ref().map_or((0, Duration::ZERO), |thoughts| (thoughts.simulations, thoughts.time));
        let limit = match self.character.budget {
            Budget::Simulations(number) => {
                let granted = (f64::from(number) * share).round() as u32;
                Budget::Simulations(granted.min(number.saturating_sub(spent)))
            }
            Budget::Seconds(seconds) => Budget::Seconds((seconds * share).min(seconds - time.as_secs_f64()).max(0.0)),
        };
        Purse::new(reins, Account { budget: self.character.budget, simulations: spent, time }, limit)
    }

    fn book(&mut self, spent: (u32, Duration)) {
        if let Some(thoughts) = &mut self.thoughts {
            thoughts.simulations += spent.0;
            thoughts.time += spent.1;
        }
    }

    fn theatre<'t>(&'t self, worlds: &'t [<C::Rules as Ruleset>::State], seat: Seat, purpose: u64) -> Theatre<'t, C> {
        Theatre {
            rules: &self.rules,
            craft: &self.craft,
            worlds,
            seat,
            stage: Stage { side: self.side_of(seat), stretches: self.craft.horizon(&worlds[0]) },
            style: self.character.style,
            threads: self.character.threads,
            seed: mix(self.seed ^ mix(self.asked ^ purpose << 48)),
            refused: &self.refused,
        }
    }

    /// Whether the seat is to make the plan of a stretch of its own, and how long it has for that; nothing if it is asked something
    /// else, or has made its plan.
    pub(crate) fn plans(&self, view: &<C::Rules as Ruleset>::View, seat: Seat) -> Option<Duration> {
        let world = self.glance(view);
        let stretch = self.craft.stretch(&world);
        let planned = self.thoughts.as_ref().is_some_and(|thoughts| thoughts.stretch == stretch && thoughts.planned);
        let is_to_plan = self.character.policy.searches()
            && !planned
            && stretch.side == self.side_of(seat)
            && self.craft.is_planning(&world);
        is_to_plan.then_some(match self.character.budget {
            Budget::Simulations(_) => Duration::ZERO,
            Budget::Seconds(seconds) => Duration::from_secs_f64(seconds * PLANNING),
        })
    }

    /// Makes the plan of this stretch, once.
    fn plan(&mut self, worlds: &[<C::Rules as Ruleset>::State], seat: Seat, reins: Reins<'_>) {
        if self.thoughts.as_ref().is_none_or(|thoughts| thoughts.planned) {
            return;
        }
        let mut members: Vec<Member> = Vec::new();
        self.craft.muster(&self.rules, &worlds[0], self.side_of(seat), &mut members);
        let samples = samples(self.character.budget, worlds.len());
        let share = match self.character.budget {
            Budget::Simulations(_) if worlds.len() > 1 => PLANNING_IN_DOUBT,
            Budget::Simulations(_) | Budget::Seconds(_) => PLANNING,
        };
        let mut purse = self.purse(reins, share);
        let theatre = self.theatre(worlds, seat, 1);
        let best = match self.character.policy {
            Policy::Random | Policy::Erratic | Policy::OddsGreedy => None,
            Policy::Portfolio => Some(theatre.portfolio(&members, samples, &mut purse)),
            Policy::Strong => {
                let mut quarter = self.purse(reins, share * 0.3);
                let seeded = theatre.portfolio(&members, samples, &mut quarter);
                purse.pay_for(&quarter);
                Some(theatre.refine(seeded, &members, samples, &mut purse))
            }
        };
        let spent = purse.spent();
        if let (Some(best), Some(thoughts)) = (best, &mut self.thoughts) {
            thoughts.plan = best.plan;
        }
        if let Some(thoughts) = &mut self.thoughts {
            thoughts.planned = true;
        }
        self.book(spent);
    }

    /// Thinks about a question that decides battles: which of the answers worth considering is best.
    fn deliberate(
        &mut self,
        worlds: &[<C::Rules as Ruleset>::State],
        seat: Seat,
        reins: Reins<'_>,
    ) -> Option<Vec<<C::Rules as Ruleset>::Action>> {
        let plan = self.thoughts.as_ref()?.plan.clone();
        let mut answers = vec![Vec::new()];
        self.craft.alternatives(&self.rules, &worlds[0], seat, &mut answers);
        let mut memory = C::Memory::default();
        self.craft.choose(&self.rules, &worlds[0], seat, &plan, &mut memory, &mut answers[0]);
        // What the craft would do anyway need not be tried twice.
        let usual = answers[0].clone();
        let mut place = 0;
        answers.retain(|answer| {
            place += 1;
            place == 1 || *answer != usual
        });
        if answers.len() < 2 {
            return None;
        }
        let mut purse = self.purse(reins, 1.0 - PLANNING);
        let affordable = purse.afford(u32::MAX / 2);
        let samples = match self.character.budget {
            // A fifth of what is left for this turn.
            Budget::Simulations(_) => u64::from(affordable / 5) / answers.len() as u64,
            Budget::Seconds(_) => 8,
        };
        let samples = samples.min(16) / 2 * 2;
        if samples < 2 || (worlds.len() > 1 && samples < ENOUGH_IN_DOUBT) {
            return None;
        }
        let theatre = self.theatre(worlds, seat, 2);
        let values = theatre.deliberate(&answers, &plan, samples, &mut purse);
        let spent = purse.spent();
        self.book(spent);
        let values = values?;
        let margin = if worlds.len() > 1 { DOUBT } else { 0.0 };
        let best = (0..values.len()).fold(0, |best, place| if values[place] > values[best] { place } else { best });
        let best = if values[best] > values[0] + margin { best } else { 0 };
        let mut trial = worlds[0].clone();
        let mut answer = Vec::new();
        let mut news = Vec::new();
        for action in answers.swap_remove(best) {
            if self.rules.check(&trial, seat, &action).is_err() {
                self.refused.fetch_add(1, Ordering::Relaxed);
                break;
            }
            self.rules.play(&mut trial, seat, &action, &mut news);
            answer.push(action);
            if news.iter().any(|event| self.rules.line(event).reveals) {
                break;
            }
        }
        (!answer.is_empty()).then_some(answer)
    }

    /// A world that fits the view, for whoever puts its orders into words.
    pub(crate) fn world(&mut self, view: &<C::Rules as Ruleset>::View) -> <C::Rules as Ruleset>::State {
        self.rules.sample(view, &mut self.chance)
    }

    /// The same without using up the stream of numbers.
    pub(crate) fn glance(&self, view: &<C::Rules as Ruleset>::View) -> <C::Rules as Ruleset>::State {
        self.rules.sample(view, &mut self.chance.clone())
    }

    /// The best three orders for a seat that is asked something, with what they promise.
    pub fn advice(
        &mut self,
        view: &<C::Rules as Ruleset>::View,
        seat: Seat,
        reins: Reins<'_>,
    ) -> Vec<Advice<<C::Rules as Ruleset>::Action>> {
        const PIECES: usize = 3;
        self.asked += 1;
        let rules = self.rules.clone();
        let worlds = self.worlds(view);
        if rules.pending(&worlds[0]).asks(seat).is_none() {
            return Vec::new();
        }
        let side = self.side_of(seat);
        let stretch = self.craft.stretch(&worlds[0]);
        self.thoughts =
            Some(Thoughts { stretch, plan: self.usual(), planned: false, simulations: 0, time: Duration::ZERO });
        let mut advice = if stretch.side == side && self.craft.is_planning(&worlds[0]) {
            self.plan(&worlds, seat, reins);
            self.marches(&worlds, seat, reins)
        } else {
            self.answers(&worlds, seat, reins)
        };
        let gains = |advice: &Advice<_>| advice.promise.map_or(f64::NEG_INFINITY, |promise| promise.gains);
        advice.sort_by(|a, b| gains(b).total_cmp(&gains(a)));
        advice.truncate(PIECES);
        advice
    }

    /// The orders of the plan that contribute most: each is compared with the plan without it.
    fn marches(
        &mut self,
        worlds: &[<C::Rules as Ruleset>::State],
        seat: Seat,
        reins: Reins<'_>,
    ) -> Vec<Advice<<C::Rules as Ruleset>::Action>> {
        const LOOKED_AT: usize = 8;
        let Some(thoughts) = &self.thoughts else { return Vec::new() };
        let plan = thoughts.plan.clone();
        let mut state = worlds[0].clone();
        let mut memory = C::Memory::default();
        let mut orders: Vec<Vec<<C::Rules as Ruleset>::Action>> = Vec::new();
        while self.rules.pending(&state).asks(seat).is_some() && self.craft.is_planning(&state) && orders.len() < 256 {
            let mut actions = Vec::new();
            self.craft.choose(&self.rules, &state, seat, &plan, &mut memory, &mut actions);
            let mut done = Vec::new();
            for action in actions {
                if self.rules.check(&state, seat, &action).is_err() {
                    break;
                }
                self.rules.play(&mut state, seat, &action, &mut Discard);
                done.push(action);
            }
            if done.is_empty() {
                break;
            }
            orders.push(done);
        }
        // An order that can be given as the position stands, not only after those before it.
        let given_now = |order: &Vec<<C::Rules as Ruleset>::Action>| {
            let mut trial = worlds[0].clone();
            order.iter().all(|action| {
                let allowed = self.rules.check(&trial, seat, action).is_ok();
                if allowed {
                    self.rules.play(&mut trial, seat, action, &mut Discard);
                }
                allowed
            })
        };
        let orders: Vec<_> = orders.into_iter().filter(given_now).take(LOOKED_AT).collect();
        let stay = self.craft.stay();
        let mut plans = vec![plan.clone()];
        for order in &orders {
            let mut without = plan.clone();
            if let Some(unit) = order.first().and_then(|action| self.craft.ordered_unit(action)) {
                without.orders[usize::from(unit)] = stay;
            }
            plans.push(without);
        }
        let mut purse = self.purse(reins, 1.0 - PLANNING);
        let samples = u64::from(purse.afford(plans.len() as u32 * 8)) / plans.len() as u64;
        let theatre = self.theatre(worlds, seat, 3);
        let values = if samples == 0 { None } else { theatre.compare(&plans, samples, &mut purse) };
        let spent = purse.spent();
        self.book(spent);
        let promise = |place: usize| {
            let values = values.as_ref()?;
            Some(Promise { expects: values[0], gains: values[0] - values[place + 1] })
        };
        let advice = |(place, actions)| Advice { actions, promise: promise(place) };
        orders.into_iter().enumerate().map(advice).collect()
    }

    /// The answers to a question, each compared with the best of the others.
    fn answers(
        &mut self,
        worlds: &[<C::Rules as Ruleset>::State],
        seat: Seat,
        reins: Reins<'_>,
    ) -> Vec<Advice<<C::Rules as Ruleset>::Action>> {
        let plan = self.usual();
        let mut answers = vec![Vec::new()];
        self.craft.alternatives(&self.rules, &worlds[0], seat, &mut answers);
        let mut memory = C::Memory::default();
        self.craft.choose(&self.rules, &worlds[0], seat, &plan, &mut memory, &mut answers[0]);
        let usual = answers[0].clone();
        let mut place = 0;
        answers.retain(|answer| {
            place += 1;
            !answer.is_empty() && (place == 1 || *answer != usual)
        });
        if answers.is_empty() {
            return Vec::new();
        }
        let mut purse = self.purse(reins, 1.0);
        let samples = (u64::from(purse.afford(answers.len() as u32 * 16)) / answers.len() as u64).max(1);
        let theatre = self.theatre(worlds, seat, 4);
        let values = theatre.deliberate(&answers, &plan, samples, &mut purse);
        let spent = purse.spent();
        self.book(spent);
        let promise = |place: usize| {
            let values = values.as_ref()?;
            let others = (0..values.len()).filter(|other| *other != place).map(|other| values[other]);
            let best = others.fold(f64::NEG_INFINITY, f64::max);
            let gains = if values.len() > 1 { values[place] - best } else { 0.0 };
            Some(Promise { expects: values[place], gains })
        };
        let advice = |(place, actions)| Advice { actions, promise: promise(place) };
        answers.into_iter().enumerate().map(advice).collect()
    }

    /// Carries out the plan in the world at hand and notes the actions.
    fn follow(&mut self, state: &mut <C::Rules as Ruleset>::State, seat: Seat) -> Vec<<C::Rules as Ruleset>::Action> {
        let rules = self.rules.clone();
        let craft = self.craft.clone();
        let Some(thoughts) = &self.thoughts else { return Vec::new() };
        let plan = thoughts.plan.clone();
        let stretch = thoughts.stretch;
        let planning = craft.is_planning(state);
        let mut given = Vec::new();
        let mut memory = C::Memory::default();
        let mut proposed = Vec::new();
        let mut news = Vec::new();
        while rules.pending(state).asks(seat).is_some()
            && craft.stretch(state) == stretch
            // Whether this question is asked at all may depend on what the world at hand only guesses.
            && (given.is_empty() || !craft.looks_again(state))
            // A searching general thinks again when the phase is over.
            && (!self.character.policy.searches() || given.is_empty() || (planning && craft.is_planning(state)))
        {
            proposed.clear();
            let looks_again = craft.looks_again(state);
            craft.choose(&rules, state, seat, &plan, &mut memory, &mut proposed);
            let mut played = 0;
            for action in &proposed {
                if rules.check(state, seat, action).is_err() {
                    self.refused.fetch_add(1, Ordering::Relaxed);
                    break;
                }
                news.clear();
                rules.play(state, seat, action, &mut news);
                given.push(*action);
                played += 1;
                // What comes to light in this world may be another thing in the true one: look first.
                if news.iter().any(|event| rules.line(event).reveals) {
                    return given;
                }
            }
            if played == 0 {
                // Whatever the rules allow, rather than nothing.
                let mut legal = Vec::new();
                rules.legal(state, seat, &mut legal);
                let Some(action) = legal.first() else { break };
                news.clear();
                rules.play(state, seat, action, &mut news);
                given.push(*action);
                if news.iter().any(|event| rules.line(event).reveals) {
                    return given;
                }
            }
            if looks_again {
                return given;
            }
        }
        given
    }

    /// The rules it plays by, for whoever needs them while it thinks.
    pub(crate) fn rules_shared(&self) -> Arc<C::Rules> {
        self.rules.clone()
    }

    /// The rules it plays by.
    pub fn rules(&self) -> &C::Rules {
        &self.rules
    }

    pub fn craft(&self) -> &C {
        &self.craft
    }
}

/// Samples of dice for one look at a plan: a pair, or more where there is plenty or where worlds differ.
fn samples(budget: Budget, worlds: usize) -> u64 {
    match budget {
        Budget::Simulations(number) if number < 400 && worlds == 1 => 2,
        Budget::Simulations(_) | Budget::Seconds(_) => 4,
    }
}
