//! `legal`, `interrupts` and `check` say the same.

use std::collections::BTreeSet;

use kernel::{Case, Pending, Ruleset, Seat};

use crate::mutate::Mutator;
use crate::walk::{interrupts, legal, seats};
use crate::{Breach, Moment, Trial, walk};

/// At every position of random games, for every seat: what is listed passes `check`, is listed once, and answers only
/// who is asked; and each of `probes` other actions passes `check` if and only if it is listed. The others were listed
/// for other seats or positions, or are such actions changed in one place. Returns how many probes were made.
pub fn legal_and_check_agree<R: Ruleset>(rules: &R, trial: Trial, probes: usize) -> Result<u64, Breach> {
    legal_and_check_agree_on(rules, trial, probes, |_, _, _| {})
}

/// The same, and every action that `all_actions` adds for a position and a seat is tried too: a title that can list
/// more than was ever legal does so here.
pub fn legal_and_check_agree_on<R: Ruleset>(
    rules: &R,
    trial: Trial,
    probes: usize,
    all_actions: impl Fn(&R::State, Seat, &mut Vec<R::Action>),
) -> Result<u64, Breach> {
    let mut mutator = Mutator::new();
    let mut probed = 0;
    let mut extra = Vec::new();
    walk("legal and check agree", rules, trial, |moment| {
        let Moment { state, chance, .. } = moment;
        for seat in seats(rules) {
            let listed = listed(rules, state, seat)?;
            let all: Vec<R::Action> = listed.iter().copied().collect();
            mutator.remember(&all, chance);
            extra.clear();
            all_actions(state, seat, &mut extra);
            let mutants = (0..probes).filter_map(|_| mutator.action(chance));
            for action in mutants.chain(extra.iter().copied()) {
                probed += 1;
                let answer = rules.check(state, seat, &action);
                match (answer, listed.contains(&action)) {
                    (Ok(()), true) => {}
                    (Err(illegal), false) => {
                        if illegal.case.number().is_empty() || illegal.facts.is_empty() {
                            return Err(format!("seat {}: {action:?} is refused without case or facts", seat.0));
                        }
                    }
                    (Ok(()), false) => return Err(format!("seat {}: check passes {action:?}, not listed", seat.0)),
                    (Err(illegal), true) => {
                        return Err(format!("seat {}: {action:?} is listed and refused: {illegal}", seat.0));
                    }
                }
            }
        }
        Ok(())
    })?;
    Ok(probed)
}

/// Every case under which an action is refused, at every position of random games, for every seat and `probes` actions
/// that were listed elsewhere or are such actions changed in one place.
pub fn cited_cases<R: Ruleset>(rules: &R, trial: Trial, probes: usize) -> Result<BTreeSet<Case>, Breach> {
    let mut mutator = Mutator::new();
    let mut cited = BTreeSet::new();
    walk("cited cases", rules, trial, |moment| {
        let Moment { state, chance, .. } = moment;
        for seat in seats(rules) {
            let all: Vec<R::Action> = listed(rules, state, seat)?.into_iter().collect();
            mutator.remember(&all, chance);
            for action in (0..probes).filter_map(|_| mutator.action(chance)).collect::<Vec<_>>() {
                if let Err(illegal) = rules.check(state, seat, &action) {
                    cited.extend(illegal.cited());
                }
            }
        }
        Ok(())
    })?;
    Ok(cited)
}

/// What a seat is offered, once it is certain that each is offered once and passes `check`.
fn listed<R: Ruleset>(rules: &R, state: &R::State, seat: Seat) -> Result<BTreeSet<R::Action>, String> {
    let answers = legal(rules, state, seat);
    let out_of_turn = interrupts(rules, state, seat);
    let pending = rules.pending(state);
    if pending.asks(seat).is_none() && !answers.is_empty() {
        return Err(format!("seat {} is not asked and is offered {:?}", seat.0, answers[0]));
    }
    if matches!(pending, Pending::Over(_)) && !out_of_turn.is_empty() {
        return Err(format!("the game is over and seat {} is offered {:?}", seat.0, out_of_turn[0]));
    }
    let mut listed = BTreeSet::new();
    for action in answers.into_iter().chain(out_of_turn) {
        if !listed.insert(action) {
            return Err(format!("seat {} is offered {action:?} twice", seat.0));
        }
        if let Err(illegal) = rules.check(state, seat, &action) {
            return Err(format!("seat {}: {action:?} is listed and refused: {illegal}", seat.0));
        }
    }
    Ok(listed)
}
