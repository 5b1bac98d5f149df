//! The check that nobody learns what a title's written table of secrets keeps from him.

use std::collections::BTreeMap;

use kernel::dice::hash_of;
use kernel::{Chance, Language, Line, Pending, Ruleset, Seat, Viewer};

use crate::account::{Probes, account, same_account};
use crate::perft::continuations;
use crate::walk::{Step, apply, viewers};
use crate::{Breach, Moment, Trial, walk};

pub use kernel::{Perturbed, SecretRow, Secrets};

/// At every position of random games, for every entry of the table of secrets that is there to be changed: whoever may
/// not know it has the same view, byte for byte, is asked and offered and refused the same, and, when the game goes on
/// in both worlds by the same step, observes the same, up to the event that reveals something to him
/// and that his view remembers; nor does he observe how a secret comes about. And somebody who
/// may know it sees a difference. Returns how often each entry was tried; one that never was is a breach.
pub fn secrets_are_kept<R: Secrets + Language>(rules: &R, trial: Trial) -> Result<BTreeMap<&'static str, u64>, Breach> {
    let tried = secrets_that_are_there_are_kept(rules, trial)?;
    match tried.iter().find(|(_, count)| **count == 0) {
        Some((name, _)) => {
            let what = format!("the secret \"{name}\" was never there to be changed: play more games");
            Err(Breach { check: CHECK, place: None, seed: trial.seed, what })
        }
        None => Ok(tried),
    }
}

/// The same for games in which some entries of the table may never be there.
pub fn secrets_that_are_there_are_kept<R: Secrets + Language>(
    rules: &R,
    trial: Trial,
) -> Result<BTreeMap<&'static str, u64>, Breach> {
    let mut tried: BTreeMap<&'static str, u64> = rules.table().iter().map(|row| (row.name, 0)).collect();
    let mut probes = Probes::new();
    walk(CHECK, rules, trial, |moment| {
        let Moment { state, next, chance, .. } = moment;
        probes.remember(rules, state, chance);
        let accounts: Vec<_> = viewers(rules).map(|viewer| (viewer, account(rules, state, viewer, &probes))).collect();
        for perturbed in rules.perturb(state, chance) {
            let name = perturbed.row.name;
            let Some(count) = tried.get_mut(name) else {
                return Err(format!("the secret \"{name}\" is not in the table"));
            };
            *count += 1;
            let may_know = |viewer: Viewer| matches!(viewer, Viewer::Seat(seat) if perturbed.known_to.contains(&seat));
            if !viewers(rules).any(|viewer| may_know(viewer) && differs(rules, state, &perturbed.state, viewer)) {
                return Err(format!("nobody sees the secret \"{name}\" changed, not even who may know it"));
            }
            for (viewer, account_in_truth) in accounts.iter().filter(|(viewer, _)| !may_know(*viewer)) {
                let leak = |what: String| format!("the secret \"{name}\" reaches {viewer:?}: {what}");
                if differs(rules, state, &perturbed.state, *viewer) {
                    let [one, two] = [state, &perturbed.state].map(|state| format!("{:?}", rules.view(state, *viewer)));
                    return Err(leak(format!("by his view, {}", around_first_difference(&one, &two))));
                }
                same_account(account_in_truth, &account(rules, &perturbed.state, *viewer, &probes)).map_err(leak)?;
                if let Some(step) = next {
                    same_sequel(rules, state, &perturbed.state, step, *viewer).map_err(leak)?;
                }
            }
        }
        next.map_or(Ok(()), |step| same_beginning(rules, state, step, chance))
    })?;
    Ok(tried)
}

const CHECK: &str = "secrets are kept";

fn differs<R: Ruleset>(rules: &R, one: &R::State, two: &R::State, viewer: Viewer) -> bool {
    hash_of(&rules.view(one, viewer)) != hash_of(&rules.view(two, viewer))
}

/// Takes the same step in two worlds between which the viewer cannot tell, if it can be taken in both.
fn same_sequel<R: Language>(
    rules: &R,
    truth: &R::State,
    other: &R::State,
    step: &Step<R::Action>,
    viewer: Viewer,
) -> Result<(), String> {
    let possible = match step {
        Step::Play(seat, action) => rules.check(other, *seat, action).is_ok(),
        Step::Throw(outcome) => matches!(rules.pending(other), Pending::Chance(throw) if throw.admits(outcome)),
    };
    if !possible {
        return Ok(());
    }
    let (in_truth, after_truth) = observed(rules, truth, step, viewer);
    let (in_other, after_other) = observed(rules, other, step, viewer);
    for number in 0..in_truth.len().max(in_other.len()) {
        let (one, two) = (in_truth.get(number), in_other.get(number));
        if one != two {
            // From the event on that tells him he may see the difference; and then his view remembers it, if anything is
            // left of it in the world.
            let told = [one, two].into_iter().flatten().any(|(event, _)| rules.line(event).reveals);
            let remembered = after_truth == after_other || differs(rules, &after_truth, &after_other, viewer);
            return if told && remembered { Ok(()) } else { Err(format!("{step:?} shows {one:?} or {two:?}")) };
        }
    }
    if differs(rules, &after_truth, &after_other, viewer) {
        let [one, two] = [&after_truth, &after_other].map(|after| format!("{:?}", rules.view(after, viewer)));
        let told: Vec<&R::Event> = in_truth.iter().map(|(event, _)| event).collect();
        let differ = around_first_difference(&one, &two);
        return Err(format!("after {step:?}, which showed {told:?} both times, the views are different: {differ}"));
    }
    Ok(())
}

/// Where two texts begin to differ, with some of what stands around it.
fn around_first_difference(one: &str, two: &str) -> String {
    const AROUND: usize = 160;
    let at = one.chars().zip(two.chars()).take_while(|(one, two)| one == two).count();
    let [one, two] =
        [one, two].map(|text| text.chars().skip(at.saturating_sub(AROUND)).take(2 * AROUND).collect::<String>());
    format!("...{one}... or ...{two}...")
}

/// A step that could have been taken instead, after which all is the same but for one secret.
pub(crate) struct Twin<A> {
    pub(crate) step: Step<A>,
    pub(crate) secret: &'static str,
    known_to: Vec<Seat>,
}

impl<A> Twin<A> {
    /// Those who may not tell which of the two happened.
    pub(crate) fn ignorant<R: Ruleset>(&self, rules: &R) -> impl Iterator<Item = Viewer> {
        viewers(rules).filter(|viewer| !matches!(viewer, Viewer::Seat(seat) if self.known_to.contains(seat)))
    }
}

/// The twins of a step.
pub(crate) fn twins<R: Secrets>(
    rules: &R,
    state: &R::State,
    step: &Step<R::Action>,
    chance: &mut Chance,
) -> Vec<Twin<R::Action>> {
    let after = |step: &Step<R::Action>| {
        let mut after = state.clone();
        apply(rules, &mut after, step, &mut kernel::Discard);
        after
    };
    let perturbed = rules.perturb(&after(step), chance);
    let twin = |other: Step<R::Action>| {
        let after_other = after(&other);
        let Perturbed { row, known_to, .. } = perturbed.iter().find(|perturbed| perturbed.state == after_other)?;
        Some(Twin { step: other, secret: row.name, known_to: known_to.clone() })
    };
    alternatives(rules, state, step).into_iter().filter_map(twin).collect()
}

/// The step may itself have made a secret. If another answer or another outcome leads to a world that differs from what
/// came about in a secret only, then who may not know the secret has observed the same both times.
fn same_beginning<R: Secrets + Language>(
    rules: &R,
    state: &R::State,
    step: &Step<R::Action>,
    chance: &mut Chance,
) -> Result<(), String> {
    for twin in twins(rules, state, step, chance) {
        for viewer in twin.ignorant(rules) {
            let (one, _) = observed(rules, state, step, viewer);
            let (two, _) = observed(rules, state, &twin.step, viewer);
            if one != two {
                let secret = twin.secret;
                return Err(format!(
                    "the secret \"{secret}\" reaches {viewer:?} as it comes about: {one:?} or {two:?}"
                ));
            }
        }
    }
    Ok(())
}

/// What could have happened instead: other actions of the same seat, other outcomes of the throw.
fn alternatives<R: Ruleset>(rules: &R, state: &R::State, step: &Step<R::Action>) -> Vec<Step<R::Action>> {
    let same_kind = |other: &Step<R::Action>| match (step, other) {
        (Step::Play(seat, _), Step::Play(by, _)) => seat == by,
        (Step::Throw(_), Step::Throw(_)) => true,
        (Step::Play(..), Step::Throw(_)) | (Step::Throw(_), Step::Play(..)) => false,
    };
    continuations(rules, state).into_iter().filter(|other| other != step && same_kind(other)).collect()
}

/// What a viewer observes of a step, with the line of the log, and the state after it.
fn observed<R: Language>(
    rules: &R,
    state: &R::State,
    step: &Step<R::Action>,
    viewer: Viewer,
) -> (Vec<(R::Event, Line)>, R::State) {
    let (mut after, mut events) = (state.clone(), Vec::new());
    apply(rules, &mut after, step, &mut events);
    let seen = events.iter().filter_map(|event| rules.observe(&after, event, viewer));
    let told = seen.map(|event| (event.clone(), rules.line(&event))).collect();
    (told, after)
}

/// A throw of which a bystander sees nothing must decide something all the same: a shuffle that is not one would leave
/// hidden things in an order that tells them. Only one that the title makes as a screen may decide nothing, and there too
/// a bystander sees nothing. Returns how many such throws there were.
pub fn secret_throws_matter<R: Secrets>(rules: &R, trial: Trial) -> Result<u64, Breach> {
    let mut secret_throws = 0;
    walk("secret throws matter", rules, trial, |moment| {
        let state = moment.state;
        let Pending::Chance(throw) = rules.pending(state) else { return Ok(()) };
        let mut results = Vec::new();
        for outcome in throw.outcomes() {
            let (mut after, mut events) = (state.clone(), Vec::new());
            rules.throw(&mut after, &outcome, &mut events);
            let seen = events.iter().filter_map(|event| rules.observe(&after, event, Viewer::Spectator));
            let seen: Vec<R::Event> = seen.collect();
            results.push((seen, rules.view(&after, Viewer::Spectator), after));
        }
        let Some(((seen, view, first), others)) = results.split_first() else { return Ok(()) };
        let secret = !others.is_empty() && others.iter().all(|other| other.0 == *seen && other.1 == *view);
        if rules.is_screen(state) && (!secret || !seen.is_empty() || *view != rules.view(state, Viewer::Spectator)) {
            return Err(format!("the throw for {} is a screen, and a bystander notices it", throw.purpose));
        }
        if secret {
            secret_throws += 1;
            if others.iter().all(|(_, _, after)| after == first) && !rules.is_screen(state) {
                return Err(format!("the throw for {} is secret and decides nothing", throw.purpose));
            }
        }
        Ok(())
    })?;
    Ok(secret_throws)
}
