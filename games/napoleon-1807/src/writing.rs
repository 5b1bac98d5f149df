//! Writing positions down in the words that `position` reads: a state of a game, or what somebody set up by hand.

use board::textfile::quoted;
use kernel::{Named, SandboxInfo, Setup, Side, Wish};
use kit::writing::{self, Lines, Origin, unwritable};

use crate::Rules;
use crate::action::Action;
use crate::counters::{BOTH, Counter, CounterId, CounterSet, GroupId, Nation, SIDES, Start};
use crate::position::{SETS, set_of};
use crate::sequence::Frame;
use crate::standing::{Reaction, StandingOrder};
use crate::state::{Fate, State};
use crate::title::Napoleon1807;

/// Fields of a position that say what does not change while a game goes on.
const LASTING: [&str; 13] = [
    "rules_of",
    "map",
    "terrain",
    "hexsides",
    "roads",
    "secondary_roads",
    "roads_leave_map_at",
    "heights",
    "entries",
    "objectives",
    "command_factor",
    "units_moved",
    "setup",
];

const PHASES: [(&str, &str); 4] =
    [("reorganization", "Reorganization"), ("fire", "Artillery fire"), ("movement", "Movement"), ("combat", "Combat")];

const STATES: [(&str, &str); 4] =
    [("disorganized", "disorganized"), ("square", "in square"), ("marker", "with a charge marker"), ("lost", "lost")];

fn army_word(nation: Nation) -> &'static str {
    match nation {
        Nation::French => "fr",
        Nation::Russian => "ru",
        Nation::Prussian => "pr",
    }
}

/// The phase that opens with this state, or why there is none.
fn phase(state: &State) -> Result<&'static str, &'static str> {
    match state.frames.as_slice() {
        [Frame::Initiative] => Ok("initiative"),
        [Frame::OpenFire, Frame::Reorganize { .. }, Frame::Reorganize { .. }] => Ok("reorganization"),
        [Frame::Fire] => Ok("fire"),
        [Frame::Move] => Ok("movement"),
        [Frame::Assault] => Ok("combat"),
        [Frame::GameOver] => Ok("over"),
        [.., Frame::Moving] => Err("a unit is on the march"),
        _ => Err("something is being carried out"),
    }
}

/// The orders of a side that are not to ask, as positions name them.
fn standing_words(rules: &Rules, state: &State, side: Side) -> Vec<String> {
    let standing = &state.standing[side.index()];
    let orders = Reaction::ALL.into_iter().filter(|reaction| standing.of(*reaction) != StandingOrder::Ask);
    let orders = orders.map(|reaction| Action::Standing(reaction, standing.of(reaction)));
    let units = standing.asks.union(standing.never);
    let exceptions = units.iter().map(|unit| Action::Except(unit, standing.exception(unit)));
    orders.chain(exceptions).map(|action| rules.spell(&action).replacen("standing", SIDES.id(side), 1)).collect()
}

/// The position of a game as the `[position]` table of an example.
pub(crate) fn write(_title: &Napoleon1807, rules: &Rules, state: &State, setup: &Setup) -> Result<String, String> {
    let phase = phase(state).map_err(unwritable)?;
    let begun = |id: &str, _: &kernel::Options| {
        let named = ["rules_of", "map"].map(|field| (field.to_owned(), quoted(id)));
        named.into_iter().chain([("setup".to_owned(), "true".to_owned())]).collect()
    };
    let origin = Origin::of(setup, &LASTING, begun)?;
    let mut lines = Lines::new(&origin.fields);
    lines.say("turn", state.turn);
    if origin.table.get("turn").and_then(toml::Value::as_integer) == Some(state.turn.into()) {
        origin.repeated(&["night", "snow"]).iter().for_each(|(name, value)| lines.say(name, value));
    }
    lines.text("phase", Some(phase));
    lines.text("active", Some(SIDES.id(state.player)));
    match state.holder {
        Some(side) => lines.text("initiative", Some(SIDES.id(side))),
        None => lines.truth("no_initiative", true),
    }
    let names = |units: CounterSet| units.iter().map(|unit| rules.word_for(unit)).collect::<Vec<String>>();
    for name in SETS {
        let set = set_of(state, name).unwrap_or(CounterSet::EMPTY);
        match *name {
            "duty" if phase == "combat" => lines.say("duty", writing::list(names(set))),
            "pinned" if phase == "fire" => lines.say("pinned", writing::list(names(set))),
            name => lines.list(name, names(set)),
        }
    }
    let hex = |hex: board::Hex| rules.number_of(hex);
    let all = || (0..rules.counters.len() as u8).map(CounterId);
    let aims = all().filter(|unit| state.aim[unit.index()].is_some());
    lines.table("aims", aims.map(|unit| (rules.word_for(unit), quoted(&hex(state.aim[unit.index()])))));
    let origins = all().filter(|unit| state.origin[unit.index()].is_some());
    lines.table("origins", origins.map(|unit| (rules.word_for(unit), quoted(&hex(state.origin[unit.index()])))));
    let chiefs = BOTH.into_iter().filter(|side| !state.chief[side.index()].is_none());
    lines.table(
        "chief",
        chiefs.map(|side| (SIDES.id(side).to_owned(), quoted(&rules.word_for(state.chief[side.index()])))),
    );
    lines.list(
        "chief_killed",
        BOTH.into_iter().filter(|side| state.chief_killed[side.index()]).map(|side| SIDES.id(side).to_owned()),
    );
    let groups = || rules.scenario.groups.iter().zip(0..);
    let with = |bits: u32| {
        groups().filter(move |(_, index)| bits & GroupId(*index).bit() != 0).map(|(group, _)| group.id.clone())
    };
    lines.list("activated", with(state.activated));
    lines.text("current_group", with(state.current_group).next().as_deref());
    lines.table("command", BOTH.map(|side| (SIDES.id(side).to_owned(), state.command[side.index()].to_string())));
    let full = rules.ground.grid.hexes().filter(|at| rules.is_overfull(state, *at));
    lines.list("overfull", full.map(hex));
    lines.text("crowded", Some(state.crowded).filter(|at| at.is_some()).map(hex).as_deref());
    lines.list("standing", BOTH.into_iter().flat_map(|side| standing_words(rules, state, side)));
    if state.queue.iter().any(|number| *number > 0) {
        lines.say("queue", format!("{:?}", state.queue));
    }
    let held = rules.scenario.objectives.iter().zip(&state.control);
    let held = held.filter_map(|(objective, side)| Some((hex(objective.hex), quoted(SIDES.id((*side)?)))));
    lines.table("control", held);
    let units = all().filter_map(|id| unit_line(rules, state, id, &origin));
    Ok(lines.units(units))
}

/// A counter as a line of the list; nothing if the set-up says the same.
fn unit_line(rules: &Rules, state: &State, id: CounterId, origin: &Origin) -> Option<String> {
    let counter: &Counter = rules.counter(id);
    let index = id.index();
    let (fate, at, facing, strength) = (state.fate[index], state.at[index], state.facing[index], state.strength[index]);
    let named = origin.counters.get(&counter.id).map(String::as_str);
    if origin.setup && named.is_none() {
        let as_set_up = match counter.start {
            Start::At(hex, way) => fate == Fate::OnMap && at == hex && facing == way && strength == counter.strength,
            Start::Enters(..) => fate == Fate::Waiting && at.is_none() && facing == board::Facing::all(false)[0],
            Start::Nowhere => fate == Fate::None,
        };
        if as_set_up {
            return None;
        }
    }
    let mut words: Vec<String> = Vec::new();
    if at.is_some() {
        words.push(rules.number_of(at));
    }
    words.push(facing.name().to_owned());
    if fate != Fate::Lost && strength != counter.strength {
        words.push(format!("strength:{strength}"));
    }
    match fate {
        Fate::None => return None,
        Fate::OnMap => {}
        Fate::Waiting => words.push("waiting".into()),
        Fate::Lost => words.push("lost".into()),
    }
    // What an example says of its counters beyond where they stand.
    let lasting = named.map(|_| said_of(&origin.table, &counter.id)).unwrap_or_default();
    words.extend(lasting);
    let print = named.unwrap_or(&counter.id);
    Some(format!("{} {}: {print} @ {}", army_word(counter.nation), counter.id, words.join(" ")))
}

/// The words of a unit's line that do not change: formation, group, arrival.
fn said_of(table: &toml::Table, id: &str) -> Vec<String> {
    let units = table.get("units").and_then(toml::Value::as_array).into_iter().flatten();
    let lines = units.filter_map(toml::Value::as_str).filter_map(kit::example::UnitLine::split);
    let line = lines.into_iter().find(|line| line.handle == id).and_then(|line| line.place).unwrap_or("");
    let lasting = |word: &&str| ["of:", "over:", "group:", "enters:"].iter().any(|start| word.starts_with(start));
    line.split_whitespace().filter(lasting).map(str::to_owned).collect()
}

/// What a position of a battle can be made of.
pub(crate) fn sandbox(title: &Napoleon1807, scenario: &str) -> Result<SandboxInfo, String> {
    let scenario = &title.battle(scenario)?.scenario;
    let map = Named::new(&scenario.heading.id, &scenario.heading.title);
    let last = scenario.turns.last().map_or(1, |turn| turn.number);
    Ok(writing::sandbox(map, &PHASES, &STATES, last.into()))
}

/// What somebody set up by hand, as a `[position]` table. Whether it can be is found out by reading it.
pub(crate) fn compose(title: &Napoleon1807, wish: &Wish) -> Result<String, String> {
    let data = title.battle(&wish.scenario)?;
    let fields = ["rules_of", "map"].map(|field| (field.to_owned(), quoted(&wish.scenario)));
    Ok(writing::compose(&fields, wish, |unit| {
        let known = data.counters.iter().find(|known| known.id == unit.id);
        let army = known.map_or("fr", |known| army_word(known.nation));
        let [place, state] = [&unit.place, &unit.state].map(|word| word.as_deref().unwrap_or(""));
        let rest = if place.is_empty() && state.is_empty() { "waiting" } else { "" };
        format!("{army} {}: {} @ {place} {state} {rest}", unit.id, unit.id)
    }))
}
