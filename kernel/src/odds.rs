//! Exact odds: every throw with every outcome, equal states merged after each.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::order::try_order;
use crate::rational::{Ratio, TooFine};
use crate::reckoning::{OddsTable, Script};
use crate::stop::Stop;
use crate::{Aids, Entropy, Language, Pending, Ruleset, Seat, Seen, Strengths, Title, Viewer};

/// How the decisions are made that follow a throw.
pub trait Policy<R: Ruleset> {
    /// The number of the action to take, or `None` to look no further than this decision. `actions` is never empty.
    fn choose(&mut self, rules: &R, state: &R::State, seat: Seat, actions: &[R::Action]) -> Option<usize>;

    /// Told what the seat was asked while it gave the order whose odds are looked for.
    fn begin(&mut self, _asked: Vec<R::Decision>) {}

    /// Whether nobody wants to know any more.
    fn is_stopped(&self) -> bool {
        false
    }
}

/// A policy that can be stopped from outside.
pub(crate) struct Stoppable<'p, R: Ruleset> {
    pub(crate) policy: &'p mut dyn Policy<R>,
    pub(crate) stop: &'p Stop,
}

impl<R: Ruleset> Policy<R> for Stoppable<'_, R> {
    fn choose(&mut self, rules: &R, state: &R::State, seat: Seat, actions: &[R::Action]) -> Option<usize> {
        self.policy.choose(rules, state, seat, actions)
    }

    fn begin(&mut self, asked: Vec<R::Decision>) {
        self.policy.begin(asked);
    }

    fn is_stopped(&self) -> bool {
        self.stop.is_stopped()
    }
}

/// Looks no further than the next decision.
#[derive(Clone, Copy, Debug, Default)]
pub struct StopAtDecision;

impl<R: Ruleset> Policy<R> for StopAtDecision {
    fn choose(&mut self, _: &R, _: &R::State, _: Seat, _: &[R::Action]) -> Option<usize> {
        None
    }
}

/// Looks past decisions that leave no choice, as a player would.
#[derive(Clone, Copy, Debug, Default)]
pub struct StopAtChoice;

impl<R: Ruleset> Policy<R> for StopAtChoice {
    fn choose(&mut self, _: &R, _: &R::State, _: Seat, actions: &[R::Action]) -> Option<usize> {
        if actions.len() == 1 { Some(0) } else { None }
    }
}

/// The seats named always take the first action listed; the others are not looked past.
#[derive(Clone, Debug, Default)]
pub struct FirstChoice(pub Vec<Seat>);

impl<R: Ruleset> Policy<R> for FirstChoice {
    fn choose(&mut self, _: &R, _: &R::State, seat: Seat, _: &[R::Action]) -> Option<usize> {
        self.0.contains(&seat).then_some(0)
    }
}

/// The seats named take the first action listed, until somebody is asked again what the order answered: then whatever
/// the order began is over.
#[derive(Clone, Debug)]
pub struct FirstChoiceUntilOver<R: Ruleset> {
    pub seats: Vec<Seat>,
    answered: Vec<R::Decision>,
}

impl<R: Ruleset> FirstChoiceUntilOver<R> {
    pub fn new(seats: Vec<Seat>) -> FirstChoiceUntilOver<R> {
        FirstChoiceUntilOver { seats, answered: Vec::new() }
    }
}

impl<R: Ruleset> Policy<R> for FirstChoiceUntilOver<R> {
    fn choose(&mut self, rules: &R, state: &R::State, seat: Seat, _: &[R::Action]) -> Option<usize> {
        let pending = rules.pending(state);
        let over = pending.asks(seat).is_some_and(|asked| self.answered.contains(asked));
        (!over && self.seats.contains(&seat)).then_some(0)
    }

    fn begin(&mut self, asked: Vec<R::Decision>) {
        self.answered = asked;
    }
}

/// Why odds could not be found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OddsError {
    TooFine,
    /// More different states than allowed.
    TooMany(usize),
    /// Whoever asked does not wait any longer.
    Stopped,
    /// The order on which odds were asked is refused.
    Refused(String),
}

impl std::fmt::Display for OddsError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            OddsError::TooFine => TooFine.fmt(f),
            OddsError::TooMany(limit) => {
                write!(f, "more than {limit} different positions are possible; look fewer rolls ahead")
            }
            OddsError::Stopped => f.write_str("the request was cancelled"),
            OddsError::Refused(sentence) => f.write_str(sentence),
        }
    }
}

impl std::error::Error for OddsError {}

impl From<TooFine> for OddsError {
    fn from(_: TooFine) -> OddsError {
        OddsError::TooFine
    }
}

/// A position that can follow, what is said of the way there, and how likely it is.
#[derive(Clone, Debug)]
pub struct Branch<R: Ruleset> {
    pub state: R::State,
    pub labels: Vec<String>,
    pub odds: Ratio,
}

/// Branches by what makes them different.
type Branches<R> = BTreeMap<(Vec<u8>, Vec<String>), Branch<R>>;

fn merge<R: Ruleset>(branches: &mut Branches<R>, branch: Branch<R>) -> Result<(), TooFine> {
    let bytes = postcard::to_stdvec(&branch.state).expect("plain data serialises");
    match branches.entry((bytes, branch.labels.clone())) {
        std::collections::btree_map::Entry::Vacant(place) => {
            place.insert(branch);
        }
        std::collections::btree_map::Entry::Occupied(mut place) => {
            let known = place.get_mut();
            known.odds = known.odds.plus(branch.odds)?;
        }
    }
    Ok(())
}

/// What an event adds to the label of a branch; `None` if nothing. The state is the one after the event.
pub type Label<'l, R> = &'l dyn Fn(&<R as Ruleset>::State, &<R as Ruleset>::Event) -> Option<String>;

/// Everything that can follow from `start` until the policy stops or the game ends. The odds sum to one.
pub fn expand<R: Ruleset>(
    rules: &R,
    start: Branch<R>,
    policy: &mut dyn Policy<R>,
    label: Label<'_, R>,
    limit: usize,
) -> Result<Vec<Branch<R>>, OddsError> {
    let mut ends: Branches<R> = BTreeMap::new();
    let mut layer: Branches<R> = BTreeMap::new();
    merge(&mut layer, start)?;
    let mut actions = Vec::new();
    let mut events = Vec::new();
    // A policy that runs in circles would never end; so many layers are beyond any exact use.
    for _ in 0..limit {
        if layer.is_empty() {
            break;
        }
        let mut next: Branches<R> = BTreeMap::new();
        for branch in std::mem::take(&mut layer).into_values() {
            if policy.is_stopped() {
                return Err(OddsError::Stopped);
            }
            match rules.pending(&branch.state) {
                Pending::Over(_) => merge(&mut ends, branch)?,
                Pending::Chance(throw) => {
                    let share = branch.odds.over(throw.outcomes().count() as u128)?;
                    for outcome in throw.outcomes() {
                        let mut state = branch.state.clone();
                        events.clear();
                        rules.throw(&mut state, &outcome, &mut events);
                        let labels = extended(&branch.labels, &state, &events, label);
                        merge(&mut next, Branch { state, labels, odds: share })?;
                    }
                }
                Pending::Decide(seats) => {
                    let choice = seats.iter().find_map(|(seat, _)| {
                        actions.clear();
                        rules.legal(&branch.state, *seat, &mut actions);
                        let chosen = match actions.is_empty() {
                            true => None,
                            false => policy.choose(rules, &branch.state, *seat, &actions),
                        };
                        chosen.and_then(|place| actions.get(place)).map(|action| (*seat, *action))
                    });
                    let Some((seat, action)) = choice else {
                        merge(&mut ends, branch)?;
                        continue;
                    };
                    let mut state = branch.state.clone();
                    events.clear();
                    rules.play(&mut state, seat, &action, &mut events);
                    let labels = extended(&branch.labels, &state, &events, label);
                    merge(&mut next, Branch { state, labels, odds: branch.odds })?;
                }
            }
            if next.len() + ends.len() > limit {
                return Err(OddsError::TooMany(limit));
            }
        }
        layer = next;
    }
    if layer.is_empty() { Ok(ends.into_values().collect()) } else { Err(OddsError::TooMany(limit)) }
}

fn extended<S, E>(labels: &[String], state: &S, events: &[E], label: &dyn Fn(&S, &E) -> Option<String>) -> Vec<String> {
    labels.iter().cloned().chain(events.iter().filter_map(|event| label(state, event))).collect()
}

/// How the odds were found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Method {
    /// Every outcome was looked at.
    Exact,
    /// Hidden things were drawn so many times at random, in ways that fit what the seat knows.
    Sampled { worlds: u32 },
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct OddsLine {
    /// What happens, in the title's words.
    pub labels: Vec<String>,
    pub odds: Ratio,
    /// How many different positions that covers.
    pub positions: usize,
}

/// What can follow an order, as the seat that asks may know it; the likeliest first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct OddsReport {
    pub method: Method,
    pub lines: Vec<OddsLine>,
    /// What leads to the odds, where nothing is hidden and a die follows the order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub strengths: Option<Strengths>,
    /// By what the decisions were made that remained, if a combat was reckoned to its end. The lines then tell how it ends.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub script: Option<Script>,
    /// Other questions about the same combat, with their answers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tables: Vec<OddsTable>,
}

/// The limits of a question about odds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OddsLimits {
    /// Most different positions in a world.
    pub positions: usize,
    /// How many worlds are drawn where things are hidden.
    pub worlds: u32,
}

impl Default for OddsLimits {
    fn default() -> OddsLimits {
        OddsLimits { positions: 200_000, worlds: 64 }
    }
}

/// The odds of what follows if `seat` gives `order`, until the policy stops. The answer depends on what the seat may
/// know and on nothing else.
pub fn odds_of_order<T: Title>(
    title: &T,
    rules: &T::Rules,
    state: &<T::Rules as Ruleset>::State,
    (seat, order): (Seat, &str),
    policy: &mut dyn Policy<T::Rules>,
    limits: OddsLimits,
    entropy: &mut dyn Entropy,
) -> Result<OddsReport, OddsError> {
    let viewer = Viewer::Seat(seat);
    let label = |state: &<T::Rules as Ruleset>::State, event: &<T::Rules as Ruleset>::Event| {
        rules.line(&rules.observe(state, event, viewer)?).odds_label()
    };
    let mut lines: BTreeMap<Vec<String>, (Ratio, usize)> = BTreeMap::new();
    let worlds = if title.is_open() { 1 } else { limits.worlds.max(1) };
    let view = rules.view(state, viewer);
    let mut strengths = None;
    for _ in 0..worlds {
        let world = if title.is_open() { state.clone() } else { rules.sample(&view, entropy) };
        let trial = try_order(rules, &world, seat, order).map_err(|refusal| OddsError::Refused(refusal.to_string()))?;
        let before = std::iter::once(&world).chain(trial.carried.iter().map(|done| &done.state));
        let asked = before.take(trial.carried.len()).filter_map(|state| rules.pending(state).asks(seat).copied());
        policy.begin(asked.collect());
        if title.is_open() {
            strengths = rules.strengths(&Seen::of(rules, trial.state(), viewer));
        }
        let events = trial.carried.iter().flat_map(|done| done.events.iter().filter_map(|e| label(&done.state, e)));
        let labels = events.collect();
        let start = Branch { state: trial.into_state(), labels, odds: Ratio::ONE.over(u128::from(worlds))? };
        for branch in expand(rules, start, policy, &label, limits.positions)? {
            let line = lines.entry(branch.labels).or_insert((Ratio::ZERO, 0));
            *line = (line.0.plus(branch.odds)?, line.1 + 1);
        }
    }
    let line = |(labels, (odds, positions))| OddsLine { labels, odds, positions };
    let mut lines: Vec<OddsLine> = lines.into_iter().map(line).collect();
    lines.sort_by(|a, b| b.odds.cmp(&a.odds).then_with(|| a.labels.cmp(&b.labels)));
    let method = if title.is_open() { Method::Exact } else { Method::Sampled { worlds } };
    Ok(OddsReport { method, lines, strengths, script: None, tables: Vec::new() })
}
