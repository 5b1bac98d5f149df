//! Writing positions down in the words that `position` reads: a state of a game, or what somebody set up by hand.

use std::collections::BTreeMap;

use board::Hex;
use board::textfile::quoted;
use kernel::{Named, SandboxInfo, Setup, Side, Wish};
use toml::Value;

use crate::sequence::Frame;
use crate::state::{Fate, Klenau, State};
use crate::title::ArtOfWar;
use crate::unit::{Army, Division, FRENCH, Garrison, Start, Unit, UnitId, UnitSet};
use crate::{Battle, HexSet, Rules};

/// Fields of a position that say what does not change while a game goes on.
const LASTING: [&str; 10] = [
    "rules_of",
    "map",
    "terrain",
    "hexsides",
    "roads",
    "roads_leave_map_at",
    "entries",
    "objectives",
    "weather",
    "setup",
];

const PHASES: [(&str, &str); 6] = [
    ("movement", "Movement Phase"),
    ("fresh", "Combat Phase, fresh strength"),
    ("combat", "Combat Phase"),
    ("end of turn", "End of the turn"),
    ("end of day", "End of the day"),
    ("over", "The game is over"),
];

const STATES: [(&str, &str); 5] = [
    ("reserve", "in reserve"),
    ("active", "reserve, activated"),
    ("fresh", "with fresh strength"),
    ("disrupted", "disrupted, off the map"),
    ("lost", "lost for good"),
];

fn list(items: impl IntoIterator<Item = String>) -> Option<String> {
    let items: Vec<String> = items.into_iter().map(|item| quoted(&item)).collect();
    (!items.is_empty()).then(|| format!("[{}]", items.join(", ")))
}

fn side_word(side: Side) -> &'static str {
    if side == FRENCH { "french" } else { "allied" }
}

fn army_word(army: Army) -> &'static str {
    match army {
        Army::French => "fr",
        Army::Austrian => "au",
        Army::Russian => "ru",
        Army::Prussian => "pr",
    }
}

/// What a game began from, as far as its positions repeat it.
struct Origin {
    /// The lasting fields, in order.
    fields: Vec<(String, String)>,
    /// Whether all counters of the battle are there without being named.
    setup: bool,
    /// Which counter each named unit is.
    counters: BTreeMap<String, String>,
    turn: Option<i64>,
    /// `night` and `rain`, which hold for the first turn only.
    sky: Vec<(String, String)>,
}

impl Origin {
    fn of(setup: &Setup) -> Result<Origin, String> {
        match setup {
            Setup::Scenario { id, options } => {
                let mut fields = vec![("rules_of".to_owned(), quoted(id)), ("map".into(), quoted(id))];
                if options.get("weather").is_some_and(|value| value == "on") {
                    fields.push(("weather".into(), "true".into()));
                }
                fields.push(("setup".into(), "true".into()));
                Ok(Origin { fields, setup: true, counters: BTreeMap::new(), turn: None, sky: Vec::new() })
            }
            Setup::Position { text, .. } => {
                let unreadable = |error: toml::de::Error| format!("the position the game began from: {error}");
                let file: toml::Table = toml::from_str(text).map_err(unreadable)?;
                let table = file.get("position").and_then(Value::as_table).cloned().unwrap_or_default();
                let kept = |names: &[&str]| -> Vec<(String, String)> {
                    let known =
                        names.iter().filter_map(|name| Some(((*name).to_owned(), table.get(*name)?.to_string())));
                    known.collect()
                };
                let units = table.get("units").and_then(Value::as_array).into_iter().flatten();
                let counters = units.filter_map(Value::as_str).filter_map(|line| {
                    let (head, body) = line.split_once(':')?;
                    let counter = body.split('@').next().unwrap_or(body).trim();
                    Some((head.split_whitespace().nth(1)?.to_owned(), counter.to_owned()))
                });
                Ok(Origin {
                    fields: kept(&LASTING),
                    setup: table.get("setup").and_then(Value::as_bool).unwrap_or(false),
                    counters: counters.collect(),
                    turn: table.get("turn").and_then(Value::as_integer),
                    sky: kept(&["night", "rain"]),
                })
            }
        }
    }
}

/// The phase that opens with this state, or why there is none.
fn phase(state: &State) -> Result<&'static str, &'static str> {
    let busy = match state.frames.as_slice() {
        [.., Frame::Move] | [Frame::Move, Frame::SpendMorale] | [Frame::Move, Frame::SpendMorale, Frame::KlenauDie] => {
            return Ok("movement");
        }
        [Frame::Attack] => return Ok("combat"),
        [Frame::Attack, Frame::Fresh { .. }, Frame::Fresh { .. }] => return Ok("fresh"),
        [Frame::FightOn] => return Ok("end of turn"),
        [Frame::Night, Frame::Reorganize { .. }, Frame::Reorganize { .. }] => return Ok("end of day"),
        [Frame::GameOver] => return Ok("over"),
        frames => frames.last().copied().unwrap_or(Frame::GameOver),
    };
    Err(match busy {
        Frame::Moving { .. } => "a unit is on the march",
        Frame::Fresh { .. } => "fresh strength is being declared",
        Frame::Declare => "an attack is being put together",
        Frame::CombatDie
        | Frame::WeatherDie
        | Frame::Exchange { .. }
        | Frame::Retreat { .. }
        | Frame::Displace { .. }
        | Frame::CallUp { .. }
        | Frame::BookMorale
        | Frame::FallBack
        | Frame::Advance { .. }
        | Frame::CloseCombat => "a combat is being fought",
        Frame::Reorganize { .. } | Frame::Place { .. } | Frame::Night => "the armies are reorganizing",
        Frame::OpenMovement
        | Frame::KlenauDie
        | Frame::SpendMorale
        | Frame::Move
        | Frame::OpenCombat
        | Frame::Attack
        | Frame::EndTurn
        | Frame::FightOn
        | Frame::GameOver => "one phase is passing into the next",
    })
}

/// The position of a game as the `[position]` table of an example.
pub(crate) fn write(title: &ArtOfWar, rules: &Rules, state: &State, setup: &Setup) -> Result<String, String> {
    let refuse =
        |why: &str| format!("this moment cannot be written down as a position: {why}; take a step earlier or later");
    let phase = phase(state).map_err(refuse)?;
    if state.crowded.is_some() {
        return Err(refuse("a unit has halted on a friend who must move on"));
    }
    let origin = Origin::of(setup)?;
    let mut lines = vec!["[position]".to_owned()];
    let mut say = |name: &str, value: Option<String>| lines.extend(value.map(|value| format!("{name} = {value}")));
    for (name, value) in &origin.fields {
        say(name, Some(value.clone()));
    }
    say("turn", Some(state.turn.to_string()));
    for (name, value) in origin.sky.iter().filter(|_| origin.turn.unwrap_or(4) == i64::from(state.turn)) {
        say(name, Some(value.clone()));
    }
    say("phase", Some(quoted(phase)));
    say("active", Some(quoted(side_word(state.player))));
    let armies = Army::ALL.into_iter().zip(["french", "austrian", "russian", "prussian"]);
    let changed = armies.filter(|(army, _)| state.morale[army.index()] != rules.scenario.morale[army.index()]);
    let levels: Vec<String> = changed.map(|(army, name)| format!("{name} = {}", state.morale[army.index()])).collect();
    say("morale", (!levels.is_empty()).then(|| format!("{{ {} }}", levels.join(", "))));

    let names = |units: UnitSet| list(units.iter().map(|unit| rules.unit(unit).id.clone()));
    let hexes = |hexes: &HexSet| list(hexes.iter().map(|hex| rules.ground.grid.name(hex)));
    let divisions = (0..rules.scenario.divisions.len() as u8).map(Division);
    let used = divisions.filter(|division| state.fresh_used & division.bit() != 0);
    say("fresh_used", list(used.map(|division| rules.division_name(division).to_owned())));
    let objectives = || rules.scenario.objectives.iter().enumerate().filter(|(_, hex)| hex.is_some());
    let held = objectives().filter_map(|(index, hex)| {
        let side = state.control[index]?;
        Some(format!("{} = {}", quoted(&rules.ground.grid.name(*hex)), quoted(side_word(side))))
    });
    let held: Vec<String> = held.collect();
    say("control", (!held.is_empty()).then(|| format!("{{ {} }}", held.join(", "))));
    say("guard_attacked", state.guard_attacked.then(|| "true".into()));
    say("klenau", (state.klenau == Klenau::AtHand).then(|| quoted("at hand")));
    let scored = objectives().filter(|(index, _)| state.old_town & 1 << index != 0);
    say("old_town", list(scored.map(|(_, hex)| rules.ground.grid.name(*hex))));
    say("recalled", names(state.recalled));
    say("moved", names(state.moved));
    let second = state.second_division.map(|division| rules.division_name(Division(division)).to_owned());
    say("second_division", second.map(|name| quoted(&name)));
    if phase == "combat" {
        say("fought", names(state.fought));
        say("duties", Some(names(state.duty).unwrap_or_else(|| "[]".into())));
        say("bombarded_from", hexes(&state.fired_from));
    }

    lines.push("units = [".into());
    for (index, unit) in rules.units.iter().enumerate() {
        let named = origin.counters.get(&unit.id);
        if let Some(line) = unit_line(title, rules, state, UnitId(index as u8), named.map(String::as_str), origin.setup)
        {
            lines.push(format!("    {},", quoted(&line)));
        }
    }
    lines.push("]".into());
    Ok(lines.join("\n") + "\n")
}

/// A unit as a line of the list; nothing if the set-up says the same.
fn unit_line(
    title: &ArtOfWar,
    rules: &Rules,
    state: &State,
    id: UnitId,
    named: Option<&str>,
    setup: bool,
) -> Option<String> {
    let unit: &Unit = rules.unit(id);
    let counter = named.unwrap_or(&unit.id);
    let printed = title.battle(rules.battle).units.iter().any(|known| known.id == counter);
    let fate = state.fate[id.index()];
    let at = state.at[id.index()];
    let mut words: Vec<String> = Vec::new();
    let mut flags: Vec<&str> = Vec::new();
    match (fate, unit.start) {
        (Fate::None, _) => return None,
        (Fate::Waiting, Start::Enters { area, turn }) => words.push(format!("{}{turn}", area.0)),
        (Fate::Waiting, Start::Klenau) => flags.push("klenau"),
        (Fate::Waiting, Start::At(_)) => {}
        (Fate::OnMap | Fate::Disrupted | Fate::Lost, _) if at != Hex::NONE => words.push(rules.ground.grid.name(at)),
        (Fate::OnMap | Fate::Disrupted | Fate::Lost, _) => {}
    }
    if !printed {
        flags.extend(unit.garrison.map(|garrison| match garrison {
            Garrison::Lunette => "lunette",
            Garrison::Westphalians => "westphalians",
        }));
    }
    let on_the_field = matches!(fate, Fate::OnMap | Fate::Waiting);
    match (unit.reserve, state.reserve.contains(id)) {
        (true, true) if !printed => flags.push("reserve"),
        (true, false) if on_the_field => flags.push("active"),
        _ => {}
    }
    if state.fresh.contains(id) {
        flags.push("fresh");
    }
    match fate {
        Fate::Disrupted => flags.push("disrupted"),
        Fate::Lost => flags.push("lost"),
        Fate::None | Fate::Waiting | Fate::OnMap => {}
    }
    let as_set_up = match unit.start {
        Start::At(start) => fate == Fate::OnMap && at == start && flags.is_empty(),
        Start::Enters { .. } => fate == Fate::Waiting && flags.is_empty(),
        Start::Klenau => fate == Fate::Waiting && flags == ["klenau"],
    };
    if setup && named.is_none() && as_set_up {
        return None;
    }
    words.extend(flags.into_iter().map(str::to_owned));
    Some(format!("{} {}: {counter} @ {}", army_word(unit.army), unit.id, words.join(" ")).trim_end().to_owned())
}

/// What a position of a battle can be made of.
pub(crate) fn sandbox(title: &ArtOfWar, battle: Battle) -> SandboxInfo {
    let named = |list: &[(&str, &str)]| list.iter().map(|(id, name)| Named::new(id, name)).collect();
    let data = title.battle(battle);
    SandboxInfo {
        maps: vec![Named::new(battle.id(), &data.scenario.title)],
        phases: named(&PHASES),
        states: named(&STATES),
        turns: data.scenario.turns.len() as u32,
    }
}

/// What somebody set up by hand, as a `[position]` table. Whether it can be is found out by reading it.
pub(crate) fn compose(title: &ArtOfWar, battle: Battle, wish: &Wish) -> String {
    let mut lines = vec!["[position]".to_owned()];
    lines.push(format!("rules_of = {}", quoted(battle.id())));
    lines.push(format!("map = {}", quoted(battle.id())));
    lines.extend(wish.turn.map(|turn| format!("turn = {turn}")));
    lines.extend(wish.phase.as_ref().map(|phase| format!("phase = {}", quoted(phase))));
    lines.extend(wish.active.as_ref().map(|active| format!("active = {}", quoted(active))));
    lines.push("units = [".into());
    for unit in &wish.units {
        let known = title.battle(battle).units.iter().find(|known| known.id == unit.id);
        let army = known.map_or("fr", |known| army_word(known.army));
        let place = unit.place.as_deref().unwrap_or("");
        let state = unit.state.as_deref().unwrap_or("");
        let line = format!("{army} {}: {} @ {place} {state}", unit.id, unit.id);
        lines.push(format!("    {},", quoted(line.trim_end())));
    }
    lines.push("]".into());
    lines.join("\n") + "\n"
}
