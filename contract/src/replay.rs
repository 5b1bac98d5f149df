//! The same steps lead to the same states, and everything survives being written down.

use kernel::dice::hash_of;
use kernel::{Bytes32, Ruleset};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::walk::{Step, apply, interrupts, legal, seats, viewers};
use crate::{Breach, Moment, Trial, walk};

/// The steps of every random game, folded again from the start, give the same state after each. Both times the events
/// are the same, and a sink that drops them changes nothing. Returns how many steps were repeated.
pub fn replays<R: Ruleset>(rules: &R, trial: Trial) -> Result<u64, Breach> {
    let mut told: Vec<(Step<R::Action>, Bytes32)> = Vec::new();
    let mut repeated = 0;
    walk("replay", rules, Trial { every: 1, ..trial }, |moment| {
        let Moment { state, next, .. } = moment;
        if let Some(step) = next {
            told.push((step.clone(), hash_of(state)));
            return Ok(());
        }
        let mut again = rules.initial();
        for (number, (step, before)) in told.iter().enumerate() {
            if hash_of(&again) != *before {
                return Err(format!("told again, the state before step {number} ({step:?}) is another"));
            }
            let mut twin = again.clone();
            let (mut events, mut twin_events) = (Vec::new(), Vec::new());
            apply(rules, &mut again, step, &mut events);
            apply(rules, &mut twin, step, &mut twin_events);
            if events != twin_events || again != twin {
                return Err(format!("step {number} ({step:?}) went two ways from one state"));
            }
        }
        if again != *state {
            return Err("told again, the game ends in another state".into());
        }
        repeated += told.len() as u64;
        told.clear();
        Ok(())
    })?;
    Ok(repeated)
}

/// State, actions, events and views come back from JSON and from the compact format as they were. Returns how many
/// values were written and read.
pub fn serialises<R: Ruleset>(rules: &R, trial: Trial) -> Result<u64, Breach> {
    let mut written = 0;
    walk("serialisation", rules, trial, |moment| {
        let Moment { state, next, .. } = moment;
        round_trip("state", state, &mut written)?;
        for viewer in viewers(rules) {
            round_trip("view", &rules.view(state, viewer), &mut written)?;
        }
        for seat in seats(rules) {
            for action in legal(rules, state, seat).into_iter().chain(interrupts(rules, state, seat)) {
                round_trip("action", &action, &mut written)?;
            }
        }
        let Some(step) = next else { return Ok(()) };
        let (mut after, mut events) = (state.clone(), Vec::new());
        apply(rules, &mut after, step, &mut events);
        for event in &events {
            round_trip("event", event, &mut written)?;
            for viewer in viewers(rules) {
                round_trip("observed event", &rules.observe(&after, event, viewer), &mut written)?;
            }
        }
        Ok(())
    })?;
    Ok(written)
}

fn round_trip<T>(what: &str, value: &T, written: &mut u64) -> Result<(), String>
where
    T: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug,
{
    let json = serde_json::to_string(value).map_err(|error| format!("a {what} cannot be written as JSON: {error}"))?;
    let read = serde_json::from_str(&json).map_err(|error| format!("a {what} cannot be read: {error}: {json}"))?;
    same(what, value, &read)?;
    let bytes = postcard::to_stdvec(value).map_err(|error| format!("a {what} cannot be written: {error}"))?;
    let read = postcard::from_bytes(&bytes).map_err(|error| format!("a {what} cannot be read: {error}"))?;
    *written += 1;
    same(what, value, &read)
}

fn same<T: PartialEq + std::fmt::Debug>(what: &str, value: &T, read: &T) -> Result<(), String> {
    if value == read { Ok(()) } else { Err(format!("a {what} comes back as another: {value:?} as {read:?}")) }
}
