//! Writing positions down in the words that `position` reads.

use kernel::{Named, SandboxInfo, Setup, Wish};
use kit::writing::{self, unwritable};

use crate::Rules;
use crate::state::State;
use crate::title::StruggleOfNations;

const PHASES: [(&str, &str); 5] = [
    ("organization", "Organization"),
    ("commands", "Commands"),
    ("initiative", "Initiative"),
    ("forced", "Forced marches"),
    ("battles", "Battles"),
];

const STATES: [(&str, &str); 2] = [("disorganized", "disorganized"), ("besieged", "besieged")];

/// The position of a game as the `[position]` table of an example.
pub(crate) fn write(
    _title: &StruggleOfNations,
    _rules: &Rules,
    _state: &State,
    _setup: &Setup,
) -> Result<String, String> {
    Err(unwritable("positions of this title are not written yet"))
}

pub(crate) fn sandbox(title: &StruggleOfNations, scenario: &str) -> Result<SandboxInfo, String> {
    let scenario = title.scenario(scenario)?;
    let map = Named::new(&scenario.heading.id, &scenario.heading.title);
    Ok(writing::sandbox(map, &PHASES, &STATES, scenario.last_turn.into()))
}

/// What somebody set up by hand, as a `[position]` table. Whether it can be is found out by reading it.
pub(crate) fn compose(title: &StruggleOfNations, wish: &Wish) -> Result<String, String> {
    title.scenario(&wish.scenario)?;
    let fields = [("rules_of".to_owned(), board::textfile::quoted(&wish.scenario))];
    Ok(writing::compose(&fields, wish, |unit| {
        let [place, state] = [&unit.place, &unit.state].map(|word| word.as_deref().unwrap_or(""));
        format!("fr {}: {} @ {place} {state}", unit.id, unit.id)
    }))
}
