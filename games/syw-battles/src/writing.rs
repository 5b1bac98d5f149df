//! Writing positions down in the words that `position` reads: a state of a game, or what somebody set up by hand.

use board::textfile::quoted;
use kernel::{Named, SandboxInfo, Setup, Wish};
use kit::writing::{self, Lines, Origin, unwritable};

use crate::Rules;
use crate::counters::{BOTH, CounterId, CounterSet, Formation, SIDES};
use crate::position::{FATES, FORMATIONS, PHASES, SETS, set_of};
use crate::sequence::{Frame, phase_opened};
use crate::state::{CORPS, Charge, Fate, Shot, Split, State, Sweeping};
use crate::tables::Weather;
use crate::title::SywBattles;

/// Fields of a position that say what does not change while a game goes on.
const LASTING: [&str; 16] = [
    "rules_of",
    "map",
    "terrain",
    "hexsides",
    "roads",
    "minor_roads",
    "roads_leave_map_at",
    "heights",
    "entries",
    "options",
    "first_player",
    "retreat",
    "stone_bridges",
    "successor",
    "weather_in",
    "setup",
];

const STATES: [(&str, &str); 7] = [
    ("line", "in Line"),
    ("column", "in Column or Adapted"),
    ("dispersed", "Dispersed"),
    ("shaken", "Shaken"),
    ("panicked", "Panicked"),
    ("unlimbered", "unlimbered"),
    ("limbered", "limbered"),
];

/// The phase that opens with this state, or why there is none.
fn phase(state: &State) -> Result<&'static str, &'static str> {
    let sweeping = state.sweep != [Sweeping::NONE; 2] || state.shot != Shot::NONE;
    if sweeping || state.charge != Charge::none() {
        return Err("fire or charges are going on");
    }
    match state.frames.as_slice() {
        [Frame::OpenMovement, Frame::Move] => Ok(crate::expect::phase(state)),
        [only] if phase_opened(*only, state.part).is_some() => Ok(crate::expect::phase(state)),
        [.., Frame::Moving] => Err("a counter is on the march"),
        [Frame::Setup, ..] => Err("plans are being written"),
        _ => Err("something is being carried out"),
    }
}

/// The position of a game as the `[position]` table of an example.
pub(crate) fn write(_title: &SywBattles, rules: &Rules, state: &State, setup: &Setup) -> Result<String, String> {
    let phase = phase(state).map_err(unwritable)?;
    let begun = |id: &str, options: &kernel::Options| {
        let named = ["rules_of", "map"].map(|field| (field.to_owned(), quoted(id)));
        let on: Vec<String> = options.iter().filter(|(_, value)| *value == "on").map(|(id, _)| id.clone()).collect();
        let mut fields: Vec<(String, String)> = named.into_iter().collect();
        if !on.is_empty() {
            fields.push(("options".into(), writing::list(on)));
        }
        fields.push(("setup".to_owned(), "true".to_owned()));
        fields
    };
    let origin = Origin::of(setup, &LASTING, begun)?;
    let mut lines = Lines::new(&origin.fields);
    lines.say("turn", state.turn);
    let weather = rules.weather(state).into_iter().filter(|weather| *weather != Weather::Clear);
    lines.list("weather", weather.map(|weather| weather.name().to_owned()));
    lines.text("phase", Some(phase));
    lines.text("active", Some(SIDES.id(state.player)));
    lines.text("initiative", Some(SIDES.id(state.holder)));
    lines.list("done", BOTH.into_iter().filter(|side| state.done[side.index()]).map(|side| SIDES.id(side).to_owned()));
    let names = |units: CounterSet| units.iter().map(|unit| rules.word_for(unit)).collect::<Vec<String>>();
    for name in SETS {
        lines.list(name, names(set_of(state, name).unwrap_or(CounterSet::EMPTY)));
    }
    let number = |hex: board::Hex| rules.number_of(hex);
    lines.list("alight", state.alight.iter().map(number));
    let down = rules.ground.bridges.iter().enumerate().filter(|(index, _)| state.bridge_is_down(*index as u8));
    lines.list("bridges_down", down.map(|(_, bridge)| bridge.ends.map(number).join("-")));
    let stacks = rules.ground.grid.hexes().filter_map(|hex| {
        let stack: Vec<String> = state.counters_in(hex).map(|counter| rules.word_for(counter)).collect();
        (stack.len() > 1).then(|| stack.join(" "))
    });
    lines.list("stacks", stacks);
    let held = rules.scenario.objectives.iter().zip(&state.control);
    lines.table(
        "control",
        held.map(|(objective, side)| (objective.name.clone(), quoted(side.map_or("nobody", |side| SIDES.id(side))))),
    );
    let word = |unit: CounterId| quoted(&if unit.is_none() { "nobody".to_owned() } else { rules.word_for(unit) });
    lines.table("chief", BOTH.map(|side| (SIDES.id(side).to_owned(), word(state.chief[side.index()]))));
    let led = (0..rules.corps.len().min(CORPS)).filter(|index| state.leads[*index] != rules.corps[*index].leader);
    lines.table("leads", led.map(|index| (rules.corps[index].id.clone(), word(state.leads[index]))));
    let planned = rules.approaches().iter().filter(|(corps, _)| state.plan[corps.index()].turn > 0);
    lines.table("plans", planned.map(|(corps, _)| (rules.corps_word(*corps), quoted(&plan(rules, state, *corps)))));
    lines.truth("hesitates", state.hesitates);
    if state.queue.iter().any(|number| *number > 0) {
        lines.say("queue", format!("{:?}", state.queue));
    }
    let units = (0..rules.counters.len() as u16).map(CounterId).filter_map(|id| unit_line(rules, state, id, &origin));
    let units: Vec<String> = units.collect();
    Ok(lines.units(units))
}

fn plan(rules: &Rules, state: &State, corps: crate::counters::CorpsId) -> String {
    let plan = state.plan[corps.index()];
    let time = |turn: u8| {
        let known = rules.scenario.turns.iter().find(|info| info.number == turn);
        known.map_or_else(|| format!("+{}", turn.saturating_sub(rules.scenario.last_turn())), |info| info.time.clone())
    };
    let point = |point: crate::scenario::PointId| {
        rules.scenario.entries.get(point.index()).map_or_else(|| "?".into(), |entry| entry.word.clone())
    };
    let mut words = vec![time(plan.turn), point(plan.point)];
    if plan.actual > 0 {
        words.push(format!("comes:{}", time(plan.actual).replace(':', ".")));
    }
    if plan.early {
        words.push("early".into());
    }
    if !plan.placed.is_none() {
        words.push(format!("placed:{}", point(plan.placed)));
    }
    words.join(" ")
}

/// A counter as a line; nothing where the line of its brigade says it all.
fn unit_line(rules: &Rules, state: &State, id: CounterId, origin: &Origin) -> Option<String> {
    let counter = rules.counter(id);
    let (fate, formation) = (state.fate[id.index()], state.formation(id));
    let side = SIDES.of(counter.side).short;
    let in_brigade = formation == Formation::Brigade && matches!(fate, Fate::OnMap | Fate::Waiting);
    let plain = state.stood[id.index()] == 0;
    if in_brigade && plain {
        return None;
    }
    let mut words: Vec<String> = Vec::new();
    if fate == Fate::OnMap {
        words.extend(rules.places(state, id).iter().map(|hex| rules.number_of(*hex)));
        words.extend(FORMATIONS.iter().find(|(_, known)| *known == formation).map(|(name, _)| (*name).to_owned()));
        words.push(state.facing(id).name().to_owned());
        if rules.is_long(id) && rules.places(state, id).len() < usize::from(counter.length) {
            words.push("entering".into());
        }
    } else {
        words.extend(FATES.iter().find(|(_, known)| *known == fate).map(|(name, _)| (*name).to_owned()));
        words.extend(FORMATIONS.iter().find(|(_, known)| *known == formation).map(|(name, _)| (*name).to_owned()));
        words.push(state.facing(id).name().to_owned());
    }
    if rules.is_long(id) && state.split[id.index()] != Split::Usual {
        words.push(format!("split:{}", Split::ALL[state.split[id.index()] as usize].0));
    }
    if !plain {
        words.push(format!("stood:{}", state.stood[id.index()]));
    }
    let member = counter.is_unit() && !counter.brigade.is_none();
    let print = origin.counters.get(&counter.id).filter(|print| *print != "out");
    if !member {
        words.extend(print.map(|_| said_of(&origin.table, &counter.id)).unwrap_or_default());
    }
    let print = if member { "out" } else { print.map_or(counter.id.as_str(), String::as_str) };
    Some(format!("{side} {}: {print} @ {}", counter.id, words.join(" ")))
}

/// The words of a counter's line that do not change: its corps, and who is above it.
fn said_of(table: &toml::Table, id: &str) -> Vec<String> {
    let units = table.get("units").and_then(toml::Value::as_array).into_iter().flatten();
    let lines = units.filter_map(toml::Value::as_str).filter_map(kit::example::UnitLine::split);
    let line = lines.into_iter().find(|line| line.handle == id).and_then(|line| line.place).unwrap_or("");
    let lasting = |word: &&str| ["of:", "under:"].iter().any(|start| word.starts_with(start));
    line.split_whitespace().filter(lasting).map(str::to_owned).collect()
}

/// What a position of a scenario can be made of.
pub(crate) fn sandbox(title: &SywBattles, scenario: &str) -> Result<SandboxInfo, String> {
    let scenario = &title.battle(scenario)?.scenario;
    let map = Named::new(&scenario.heading.id, &scenario.heading.title);
    Ok(writing::sandbox(map, &PHASES[1..], &STATES, scenario.last_turn().into()))
}

/// What somebody set up by hand, as a `[position]` table. Whether it can be is found out by reading it.
pub(crate) fn compose(title: &SywBattles, wish: &Wish) -> Result<String, String> {
    title.battle(&wish.scenario)?;
    let fields = ["rules_of", "map"].map(|field| (field.to_owned(), quoted(&wish.scenario)));
    Ok(writing::compose(&fields, wish, |unit| {
        let known = title.roster.counters.iter().find(|known| known.id == unit.id);
        let side = known.map_or("al", |known| SIDES.of(known.side).short);
        let [place, state] = [&unit.place, &unit.state].map(|word| word.as_deref().unwrap_or(""));
        let rest = if place.is_empty() { "waiting" } else { "" };
        format!("{side} {}: {} @ {place} {state} {rest}", unit.id, unit.id)
    }))
}
