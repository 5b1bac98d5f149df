//! Counting the ways a game can go on, and comparing with a generator that shares no code with the rules.

use std::collections::BTreeSet;

use kernel::{Discard, Pending, Ruleset, Seat};

use crate::walk::{Step, apply, interrupts, legal, seats};
use crate::{Breach, Trial, walk};

/// Lists every action that a position offers to any seat, interrupts included, in a way of its own.
pub type Generator<'g, R> = &'g dyn Fn(&<R as Ruleset>::State) -> Vec<(Seat, <R as Ruleset>::Action)>;

/// Everything that can happen next: every answer of every seat that is asked, every interrupt of every seat, every
/// outcome of a throw.
pub fn continuations<R: Ruleset>(rules: &R, state: &R::State) -> Vec<Step<R::Action>> {
    let mut steps = Vec::new();
    let pending = rules.pending(state);
    if let Pending::Over(_) = pending {
        return steps;
    }
    if let Pending::Chance(throw) = pending {
        steps.extend(throw.outcomes().map(Step::Throw));
    }
    for seat in seats(rules) {
        let actions = legal(rules, state, seat).into_iter().chain(interrupts(rules, state, seat));
        steps.extend(actions.map(|action| Step::Play(seat, action)));
    }
    steps
}

/// How many sequences of exactly `depth` steps there are from here.
pub fn perft<R: Ruleset>(rules: &R, state: &R::State, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let steps = continuations(rules, state);
    if depth == 1 {
        return steps.len() as u64;
    }
    steps.iter().map(|step| perft(rules, &after(rules, state, step), depth - 1)).sum()
}

fn after<R: Ruleset>(rules: &R, state: &R::State, step: &Step<R::Action>) -> R::State {
    let mut state = state.clone();
    apply(rules, &mut state, step, &mut Discard);
    state
}

fn breach(what: String) -> Breach {
    Breach { check: "perft", place: None, seed: 0, what }
}

/// The counts for depths 1, 2, … are those of the table. When they are not, the breach prints the new table, to be
/// pinned once somebody has understood why.
pub fn perft_is<R: Ruleset>(rules: &R, state: &R::State, table: &[u64]) -> Result<(), Breach> {
    let counted: Vec<u64> = (1..=table.len() as u32).map(|depth| perft(rules, state, depth)).collect();
    if counted == table { Ok(()) } else { Err(breach(format!("counted {counted:?}, pinned {table:?}"))) }
}

/// At every position up to `depth` steps from here, the actions offered to the seats are exactly those of
/// `independent`, which must not share code with the rules. Returns how many positions were compared.
pub fn perft_agrees<R: Ruleset>(
    rules: &R,
    state: &R::State,
    depth: u32,
    independent: Generator<'_, R>,
) -> Result<u64, Breach> {
    let steps = continuations(rules, state);
    offers_are(&steps, &independent(state)).map_err(|what| breach(format!("{what}, in {state:?}")))?;
    let mut positions = 1;
    if depth > 0 {
        for step in &steps {
            positions += perft_agrees(rules, &after(rules, state, step), depth - 1, independent)?;
        }
    }
    Ok(positions)
}

/// The offers of this position are exactly those of a list made in another way.
pub(crate) fn offers_are<A: Copy + Ord + std::fmt::Debug>(
    steps: &[Step<A>],
    independent: &[(Seat, A)],
) -> Result<(), String> {
    let expected: BTreeSet<(Seat, A)> = independent.iter().copied().collect();
    if expected.len() != independent.len() {
        return Err("the independent generator lists an action twice".into());
    }
    let offered: BTreeSet<(Seat, A)> = steps
        .iter()
        .filter_map(|step| match step {
            Step::Play(seat, action) => Some((*seat, *action)),
            Step::Throw(_) => None,
        })
        .collect();
    if let Some((seat, action)) = offered.difference(&expected).next() {
        return Err(format!("seat {} is offered {action:?}, which the independent generator does not list", seat.0));
    }
    match expected.difference(&offered).next() {
        Some((seat, action)) => Err(format!("seat {} is not offered {action:?}", seat.0)),
        None => Ok(()),
    }
}

/// The same comparison at every position of random games. Returns how many positions were compared.
pub fn generator_agrees<R: Ruleset>(rules: &R, trial: Trial, independent: Generator<'_, R>) -> Result<u64, Breach> {
    let mut positions = 0;
    walk("independent generator", rules, trial, |moment| {
        positions += 1;
        offers_are(&continuations(rules, moment.state), &independent(moment.state))
    })?;
    Ok(positions)
}
