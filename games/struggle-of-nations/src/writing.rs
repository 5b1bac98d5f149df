//! Writing positions down in the words that `position` reads: what a game began from, and what has changed since.

use board::textfile::quoted;
use kernel::example::read_position;
use kernel::{Named, SandboxInfo, Setup, Wish};
use kit::writing::{self, Lines, unwritable};

use crate::Rules;
use crate::position::{self, FIELDS};
use crate::roster::SIDES;
use crate::scenario::Scenario;
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

/// What a position begins from: its fields, and the lines of its leaders.
struct Beginning {
    fields: Vec<(String, String)>,
    leaders: Vec<String>,
}

impl Beginning {
    fn of(setup: &Setup) -> Result<Beginning, String> {
        let text = match setup {
            Setup::Scenario { id, options } => {
                let on: Vec<String> =
                    options.iter().filter(|(_, value)| *value == "on").map(|(id, _)| id.clone()).collect();
                // In the order in which a table is read again.
                let mut fields = vec![("map", quoted("saxony")), ("rules_of", quoted(id)), ("setup", "true".into())];
                if !on.is_empty() {
                    fields.insert(1, ("options", writing::list(on)));
                }
                let fields = fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
                return Ok(Beginning { fields, leaders: Vec::new() });
            }
            Setup::Position { text, .. } => text,
        };
        let file: toml::Table =
            toml::from_str(text).map_err(|error| format!("the position the game began from: {error}"))?;
        let table = file.get("position").and_then(toml::Value::as_table).cloned().unwrap_or_default();
        let leaders = table.get("units").and_then(toml::Value::as_array).into_iter().flatten();
        let lasting = |name: &str| name != "units" && !FIELDS.contains(&name);
        Ok(Beginning {
            fields: table
                .iter()
                .filter(|(name, _)| lasting(name))
                .map(|(name, value)| (name.clone(), value.to_string()))
                .collect(),
            leaders: leaders.filter_map(toml::Value::as_str).map(str::to_owned).collect(),
        })
    }

    /// As it was before anything changed.
    fn state(&self, title: &StruggleOfNations) -> Result<State, String> {
        let text = Lines::new(&self.fields).units(self.leaders.clone());
        let read = read_position(title, "beginning", &text);
        let told = |faults: Vec<kernel::Fault>| faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ");
        read.map(|position| position.state).map_err(told)
    }
}

/// The position of a game as the `[position]` table of an example.
pub(crate) fn write(title: &StruggleOfNations, rules: &Rules, state: &State, setup: &Setup) -> Result<String, String> {
    let beginning = Beginning::of(setup)?;
    let before = beginning.state(title)?;
    let mut lines = Lines::new(&beginning.fields);
    if before != *state {
        if position::is_busy(state) {
            return Err(unwritable("something is being carried out"));
        }
        position::write(rules, &before, state, &mut lines);
    }
    Ok(lines.units(beginning.leaders))
}

pub(crate) fn sandbox(title: &StruggleOfNations, scenario: &str) -> Result<SandboxInfo, String> {
    let scenario = title.scenario(scenario)?;
    let map = Named::new(&scenario.heading.id, &scenario.heading.title);
    Ok(writing::sandbox(map, &PHASES, &STATES, scenario.last_turn.into()))
}

/// What somebody set up by hand, as a `[position]` table. Whether it can be is found out by reading it.
pub(crate) fn compose(title: &StruggleOfNations, wish: &Wish) -> Result<String, String> {
    let scenario = title.scenario(&wish.scenario)?;
    let fields = [("rules_of", wish.scenario.as_str()), ("map", "saxony")];
    let fields = fields.map(|(name, value)| (name.to_owned(), quoted(value)));
    Ok(writing::compose(&fields, wish, |unit| {
        let side = title.data.roster.leader(&unit.id).map_or("fr", |leader| SIDES.of(leader.side).short);
        let [place, state] = [&unit.place, &unit.state].map(|word| word.as_deref().unwrap_or(""));
        let place = if place.is_empty() { "pool" } else { place };
        let troops = troops_of(title, scenario, &unit.id);
        format!("{side} {}: {} @ {place} {state} {troops}", unit.id, unit.id)
    }))
}

/// The units with which a leader begins in a scenario, or comes in later.
fn troops_of(title: &StruggleOfNations, scenario: &Scenario, id: &str) -> String {
    let groups = scenario.packages.iter().flat_map(|group| &group.leaders);
    let later = scenario.arrivals.iter().flat_map(|group| &group.leaders);
    let leader = groups.chain(later).find(|leader| leader.id == id);
    let units = leader.into_iter().flat_map(|leader| &leader.units);
    let word = |(unit, strength): &(crate::roster::UnitId, u8)| {
        format!("{}:{strength}", title.data.roster.units[unit.index()].id)
    };
    units.map(word).collect::<Vec<_>>().join(" ")
}
