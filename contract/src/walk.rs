//! Random games, position by position: the ground all checks walk on.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use kernel::{Chance, Entropy, Outcome, Pending, Ruleset, Seat, Sink, Throw, Viewer};

use crate::{Breach, Trial};

/// What happens next in a random game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step<A> {
    Play(Seat, A),
    Throw(Outcome),
}

/// A position of a random game, and what is about to happen in it.
#[derive(Debug)]
pub struct Moment<'a, R: Ruleset> {
    pub rules: &'a R,
    pub state: &'a R::State,
    /// None when the game is over.
    pub next: Option<&'a Step<R::Action>>,
    pub step: usize,
    /// For the check's own choices.
    pub chance: &'a mut Chance,
}

/// What was played.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    pub games: u64,
    pub decisions: u64,
    pub interrupts: u64,
    pub throws: u64,
    /// The number of steps in the longest game.
    pub longest: usize,
    /// How many games ended at which level, as `side level`.
    pub outcomes: BTreeMap<String, u64>,
}

pub(crate) fn seats<R: Ruleset>(rules: &R) -> impl Iterator<Item = Seat> + use<R> {
    (0..rules.seats().len() as u8).map(Seat)
}

pub(crate) fn viewers<R: Ruleset>(rules: &R) -> impl Iterator<Item = Viewer> + use<R> {
    seats(rules).map(Viewer::Seat).chain([Viewer::Spectator])
}

pub(crate) fn legal<R: Ruleset>(rules: &R, state: &R::State, seat: Seat) -> Vec<R::Action> {
    let mut actions = Vec::new();
    rules.legal(state, seat, &mut actions);
    actions
}

pub(crate) fn interrupts<R: Ruleset>(rules: &R, state: &R::State, seat: Seat) -> Vec<R::Action> {
    let mut actions = Vec::new();
    rules.interrupts(state, seat, &mut actions);
    actions
}

/// Carries out a step.
pub fn apply<R: Ruleset>(rules: &R, state: &mut R::State, step: &Step<R::Action>, events: &mut impl Sink<R::Event>) {
    match step {
        Step::Play(seat, action) => rules.play(state, *seat, action, events),
        Step::Throw(outcome) => rules.throw(state, outcome, events),
    }
}

fn pick<T: Copy>(items: &[T], chance: &mut Chance) -> Option<T> {
    if items.is_empty() { None } else { Some(items[chance.below(items.len() as u32) as usize]) }
}

fn outcome(throw: Throw, chance: &mut Chance) -> Outcome {
    Outcome((0..throw.dice).map(|_| chance.below(u32::from(throw.faces)) as u8 + 1).collect())
}

/// One interrupt in so many chances is taken, so that most games see some and keep some back.
const INTERRUPT_RARITY: u32 = 8;

/// Draws what happens next; none when the game is over; an error in a dead end.
fn draw<R: Ruleset>(rules: &R, state: &R::State, chance: &mut Chance) -> Result<Option<Step<R::Action>>, String> {
    let pending = rules.pending(state);
    if let Pending::Over(_) = pending {
        return Ok(None);
    }
    for seat in seats(rules) {
        if let Some(action) = pick(&interrupts(rules, state, seat), chance)
            && chance.below(INTERRUPT_RARITY) == 0
        {
            return Ok(Some(Step::Play(seat, action)));
        }
    }
    match pending {
        Pending::Decide(asked) => {
            let Some((seat, decision)) = pick(&asked, chance) else {
                return Err("a decision is pending, and nobody is asked".into());
            };
            for (other, decision) in &asked {
                if legal(rules, state, *other).is_empty() {
                    return Err(format!("a dead end: seat {} has no answer to {decision:?}", other.0));
                }
            }
            let action = pick(&legal(rules, state, seat), chance);
            action.map(|action| Some(Step::Play(seat, action))).ok_or_else(|| format!("a dead end at {decision:?}"))
        }
        Pending::Chance(throw) => Ok(Some(Step::Throw(outcome(throw, chance)))),
        Pending::Over(_) => Ok(None),
    }
}

/// Plays random games to the end and shows every position to `visit`. A dead end, an endless game, a panic or an error
/// of the visitor ends the walk.
pub fn walk<R: Ruleset>(
    check: &'static str,
    rules: &R,
    trial: Trial,
    mut visit: impl FnMut(Moment<'_, R>) -> Result<(), String>,
) -> Result<Tally, Breach> {
    let mut tally = Tally::default();
    for game in 0..trial.games {
        let mut step = 0;
        let played = catch_unwind(AssertUnwindSafe(|| one_game(rules, trial, game, &mut step, &mut tally, &mut visit)));
        let result = played.unwrap_or_else(|panic| Err(format!("a panic: {}", panic_words(panic.as_ref()))));
        result.map_err(|what| Breach { check, place: Some((game, step)), seed: trial.seed, what })?;
        tally.games += 1;
        tally.longest = tally.longest.max(step);
    }
    Ok(tally)
}

fn one_game<R: Ruleset>(
    rules: &R,
    trial: Trial,
    game: u64,
    step: &mut usize,
    tally: &mut Tally,
    visit: &mut impl FnMut(Moment<'_, R>) -> Result<(), String>,
) -> Result<(), String> {
    let mut chance = Chance::of_game(trial.seed, game);
    // Apart, so that the same games are played whatever the check does.
    let mut for_check = Chance::of_game(!trial.seed, game);
    let mut state = rules.initial();
    loop {
        let next = draw(rules, &state, &mut chance)?;
        if step.is_multiple_of(trial.every) || next.is_none() {
            let moment = Moment { rules, state: &state, next: next.as_ref(), step: *step, chance: &mut for_check };
            visit(moment)?;
        }
        let Some(next) = next else { break };
        match &next {
            Step::Play(seat, action) => {
                let asked = legal(rules, &state, *seat).contains(action);
                *if asked { &mut tally.decisions } else { &mut tally.interrupts } += 1;
            }
            Step::Throw(_) => tally.throws += 1,
        }
        apply(rules, &mut state, &next, &mut kernel::Discard);
        *step += 1;
        if *step > trial.longest {
            return Err(format!("an endless game: more than {} steps", trial.longest));
        }
    }
    if let Pending::Over(verdict) = rules.pending(&state) {
        let winner = verdict.winner.map_or("nobody".to_owned(), |side| format!("side {}", side.0));
        *tally.outcomes.entry(format!("{winner} {}", verdict.level)).or_default() += 1;
    }
    Ok(())
}

pub(crate) fn panic_words(panic: &(dyn std::any::Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("without words")
}
