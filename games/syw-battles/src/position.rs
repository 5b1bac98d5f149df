//! Positions of examples: a map, blank or printed, painted as needed, and counters put where the example wants them.
//! docs/syw-battles.md lists every field with its default.

use std::ops::Range;

use arrayvec::ArrayVec;
use board::mapfile::Road;
use board::{Facing, Grid, Hex, MapFile, Shift};
use kernel::{Position, Side};
use kit::example::{Fields, one_of};
use kit::hexboard::{Boards, hex};

mod unit;

use unit::Line;

use crate::counters::{
    BOTH, COUNTERS, Corps, CorpsId, Counter, CounterId, CounterSet, Formation, Kind, LONG, SIDES, Start, UNITS,
};
use crate::roster::Roster;
use crate::scenario::{Plan, Scenario};
use crate::sequence::opening;
use crate::state::{CORPS, Fate, Split, State};
use crate::tables::Weather;
use crate::title::{BattleData, SCENARIOS, SywBattles, VOCABULARY};
use crate::{Agreed, HexSet, Rules};

/// What a counter can be marked with: a word of its line, a field of the position, and something to expect.
macro_rules! sets {
    ($($field:ident),+) => {
        pub(crate) const SETS: &[&str] = &[$(stringify!($field)),+];

        pub(crate) fn set_of(state: &State, name: &str) -> Option<CounterSet> {
            match name {
                $(stringify!($field) => Some(state.$field),)+
                _ => None,
            }
        }

        pub(crate) fn set_mut<'s>(state: &'s mut State, name: &str) -> Option<&'s mut CounterSet> {
            match name {
                $(stringify!($field) => Some(&mut state.$field),)+
                _ => None,
            }
        }
    };
}

sets!(out_of_command, moved, second_move, arrived, stirred, stays, fired, charged, was_charged, tried, spared, vacant);

const BOARDS: Boards<'static> =
    Boards { vocabulary: &VOCABULARY, capacity: HexSet::CAPACITY, lower: Shift::Even, printed: &SCENARIOS };

pub(crate) const FORMATIONS: [(&str, Formation); 8] = [
    ("line", Formation::Line),
    ("column", Formation::Column),
    ("adapted", Formation::Column),
    ("dispersed", Formation::Dispersed),
    ("shaken", Formation::Shaken),
    ("panicked", Formation::Panicked),
    ("unlimbered", Formation::Unlimbered),
    ("limbered", Formation::Limbered),
];

pub(crate) const FATES: [(&str, Fate); 7] = [
    ("none", Fate::None),
    ("waiting", Fate::Waiting),
    ("dissolved", Fate::Dissolved),
    ("captured", Fate::Captured),
    ("destroyed", Fate::Destroyed),
    ("routed", Fate::Routed),
    ("killed", Fate::Killed),
];

/// A counter with what the position says of it.
#[derive(Clone)]
struct Placed {
    counter: Counter,
    /// None for a unit in its brigade.
    fate: Option<Fate>,
    hexes: ArrayVec<Hex, 3>,
    formation: Formation,
    facing: Option<Facing>,
    split: Split,
    stood: u8,
    marks: Vec<&'static str>,
    /// The brigade of a unit, by its handle.
    brigade: Option<String>,
    of: Option<String>,
    under: Option<String>,
    span: Range<usize>,
}

impl Placed {
    fn new(counter: Counter, span: Range<usize>) -> Placed {
        Placed {
            counter,
            fate: None,
            hexes: ArrayVec::new(),
            formation: Formation::None,
            facing: None,
            split: Split::Usual,
            stood: 0,
            marks: Vec::new(),
            brigade: None,
            of: None,
            under: None,
            span,
        }
    }
}

pub(crate) fn read(title: &SywBattles, fields: &mut Fields<'_, '_, '_>) -> Option<Position<Rules>> {
    let named = fields.word("rules_of", |word| title.battle(word));
    let data = named.or_else(|| title.battle("minden").ok())?;
    let printed = |word: &str| title.battle(word).ok().map(|battle| battle.map.clone());
    let mut map = BOARDS.read(fields, printed)?;
    roads(fields, &mut map);
    let grid = map.grid.clone();
    for (level, at) in fields.pairs("heights", "a height", |key, text| {
        Ok((text.parse::<u8>().map_err(|_| "a height is a number")?, hex(&grid, key)?))
    }) {
        map.heights.values_mut().for_each(|hexes| hexes.retain(|other| *other != at));
        map.heights.entry(level.min(VOCABULARY.highest)).or_default().push(at);
    }
    let agreed = options(fields);
    let mut scenario = data.scenario.clone();
    if named.is_none() {
        plain(&mut scenario);
    }
    overrides(fields, &map, &mut scenario);
    let placed = counters(title, fields, data, &grid, agreed)?;
    let roster = assemble(title, fields, placed.as_slice())?;
    let last = scenario.last_turn();
    let mut rules = Rules::new(scenario, map, roster, title.tables.clone(), agreed);
    let turn = fields.number("turn", 1..=last.into()).unwrap_or(1) as u8;
    weather(fields, &mut rules, turn);
    let mut state = rules.empty_state();
    state.turn = turn;
    state.holder = fields
        .side("initiative", &SIDES)
        .unwrap_or_else(|| fields.side("active", &SIDES).unwrap_or(rules.scenario.first_player));
    state.player = fields.side("active", &SIDES).unwrap_or(state.holder);
    for (index, unit) in placed.iter().enumerate().rev() {
        place(fields, &rules, &mut state, CounterId(index as u16), unit)?;
    }
    facts(fields, &rules, &mut state);
    open(fields, &rules, &mut state)?;
    Some(Position { rules, state })
}

/// An example that names no scenario has no arrivals, no objectives and no successors.
fn plain(scenario: &mut Scenario) {
    scenario.entries = Vec::new();
    scenario.approaches = Vec::new();
    scenario.objectives = Vec::new();
    scenario.conditions = Vec::new();
    scenario.successor = [None, None];
    scenario.retreat = [const { crate::scenario::Retreat::Hexes(Vec::new()) }; 2];
    scenario.stone_bridges = Vec::new();
}

fn options(fields: &mut Fields<'_, '_, '_>) -> Agreed {
    let mut agreed = Agreed::default();
    for word in words(fields, "options", |word| Ok(word.to_owned())) {
        match word.as_str() {
            "no-drill" => agreed.no_drill = true,
            "leaders-help-tasks" => agreed.leaders_help_tasks = true,
            "swift-cavalry" => agreed.swift_cavalry = true,
            "mist" => agreed.mist = true,
            "approach" => agreed.approach = true,
            "hesitation" => agreed.hesitation = true,
            other => fields.fault(fields.span(), format!("\"{other}\" is no option of this title")),
        }
    }
    agreed
}

/// A list of words, given one by one or several in a text.
fn words<T>(fields: &mut Fields<'_, '_, '_>, field: &'static str, read: impl Fn(&str) -> Result<T, String>) -> Vec<T> {
    let read = |text: &str| text.split_whitespace().map(&read).collect::<Result<Vec<T>, String>>();
    fields.each(field, read).into_iter().flatten().collect()
}

fn chain(grid: &Grid, words: &str) -> Result<Vec<Hex>, String> {
    let hexes: Option<Vec<Hex>> = words.split_whitespace().map(|word| grid.parse(word)).collect();
    let chain = hexes.filter(|hexes| hexes.windows(2).all(|pair| grid.adjacent(pair[0], pair[1])));
    chain.ok_or_else(|| "a road is a chain of neighbouring hexes, such as \"0405 0406 0507\"".into())
}

fn roads(fields: &mut Fields<'_, '_, '_>, map: &mut MapFile) {
    let grid = map.grid.clone();
    for road in map.roads.iter_mut().filter(|road| road.kind == "road") {
        road.kind = "major".into();
    }
    for hexes in fields.each("minor_roads", |words| chain(&grid, words)) {
        map.roads.push(Road { name: String::new(), kind: "minor".into(), hexes, leaves_map_at: Vec::new() });
    }
}

fn overrides(fields: &mut Fields<'_, '_, '_>, map: &MapFile, scenario: &mut Scenario) {
    let grid = &map.grid;
    if let Some(first) = fields.side("first_player", &SIDES) {
        scenario.first_player = first;
    }
    for (side, hexes) in fields.pairs("retreat", "a retreat route", |side, words| {
        let hexes: Result<Vec<Hex>, String> = words.split_whitespace().map(|word| hex(grid, word)).collect();
        Ok((SIDES.read(side)?, hexes?))
    }) {
        scenario.retreat[side.index()] = crate::scenario::Retreat::Hexes(hexes);
    }
    for side in fields.each("stone_bridges", |word| {
        let ends = word.split_once('-').ok_or("a bridge is written 0405-0406")?;
        Ok([hex(grid, ends.0)?, hex(grid, ends.1)?])
    }) {
        scenario.stone_bridges.push(side);
    }
    for (side, word) in fields.pairs("successor", "a successor", |side, word| Ok((SIDES.read(side)?, word.to_owned())))
    {
        scenario.successor[side.index()] = Some(word);
    }
    let fits = |at: &Hex| at.is_some() && at.index() < grid.len();
    scenario.objectives.retain(|objective| objective.hexes.iter().all(fits));
    scenario.entries.iter_mut().for_each(|entry| entry.hexes.retain(fits));
    scenario.stone_bridges.retain(|ends| ends.iter().all(fits));
    for retreat in &mut scenario.retreat {
        let crate::scenario::Retreat::Hexes(hexes) = retreat;
        hexes.retain(fits);
    }
}

fn weather(fields: &mut Fields<'_, '_, '_>, rules: &mut Rules, turn: u8) {
    let named = words(fields, "weather", |word| one_of("weather", &Weather::ALL, word));
    if !named.is_empty() {
        let second = named.get(1).copied().unwrap_or_default();
        rules.set_weather(turn, [named[0], second]);
    }
    let grid = rules.ground.grid.clone();
    rules.weather_in = words(fields, "weather_in", |word| hex(&grid, word)).into_iter().collect();
}

/// Every counter of the position: those of a set-up, and those that lines name.
fn counters(
    title: &SywBattles,
    fields: &mut Fields<'_, '_, '_>,
    data: &BattleData,
    grid: &Grid,
    agreed: Agreed,
) -> Option<Vec<Placed>> {
    let mut placed: Vec<Placed> = Vec::new();
    if fields.truth("setup").unwrap_or(false) && is_set_up(&data.scenario.heading.id) {
        if *grid != data.map.grid {
            fields.fault(fields.span(), "setup = true needs the map of the scenario");
            return None;
        }
        placed = set_up(&title.roster_of(data, agreed), fields.span());
    }
    for text in fields.texts("units") {
        let line = Line { title, grid, span: text.span() };
        if let Err(sentence) = line.read(&mut placed, text.get_ref()) {
            fields.fault(text.span(), sentence);
        }
    }
    let rank = |unit: &Placed| match unit.counter.kind {
        Kind::Brigade(_) | Kind::Baggage => 0,
        Kind::Unit(_) => 1,
        Kind::Battery => 2,
        Kind::Leader(_) => 3,
    };
    placed.sort_by_key(rank);
    let long = placed.iter().filter(|unit| unit.counter.is_long()).count();
    if placed.len() > COUNTERS || long > LONG {
        fields.fault(fields.span(), format!("there is room for {COUNTERS} counters, {LONG} of them brigades"));
        return None;
    }
    Some(placed)
}

/// A.1: the forces and starting places of a scenario.
fn is_set_up(scenario: &str) -> bool {
    let own = match scenario {
        "minden7" => rule!("S.minden7", true),
        "todtenhausen" => rule!("S.todtenhausen", true),
        _ => rule!("S.minden", true),
    };
    own && rule!("S.setup", true) && rule!("A.1", true) && rule!("1.1b", true)
}

/// The counters of a scenario where it puts them.
fn set_up(roster: &Roster, span: Range<usize>) -> Vec<Placed> {
    let mut all = Vec::new();
    for counter in &roster.counters {
        let mut unit = Placed::new(counter.clone(), span.clone());
        let brigade = roster.counters.get(counter.brigade.index()).map(|brigade| brigade.id.clone());
        unit.brigade = brigade.filter(|_| counter.is_unit());
        unit.under = roster.counters.get(counter.under.index()).map(|general| general.id.clone());
        match &counter.start {
            Start::At { hexes, formation, facing } => {
                unit.fate = Some(Fate::OnMap);
                (unit.hexes, unit.formation, unit.facing) = (hexes.clone(), *formation, Some(*facing));
            }
            Start::Arrives => unit.fate = Some(Fate::Waiting),
            Start::Nowhere if unit.brigade.is_some() => {}
            Start::Nowhere => unit.fate = Some(Fate::None),
        }
        all.push(unit);
    }
    all
}

/// The roster of the position: who belongs to which brigade and corps.
fn assemble(title: &SywBattles, fields: &mut Fields<'_, '_, '_>, placed: &[Placed]) -> Option<Roster> {
    let mut corps: Vec<Corps> =
        title.roster.corps.iter().map(|it| Corps { leader: CounterId::NONE, ..it.clone() }).collect();
    let find = |handle: &str| placed.iter().position(|unit| unit.counter.id == handle);
    let mut counters: Vec<Counter> = placed.iter().map(|unit| unit.counter.clone()).collect();
    for (index, unit) in placed.iter().enumerate() {
        let id = CounterId(index as u16);
        if let Some(name) = &unit.of {
            let known = corps.iter().position(|it| it.id == *name && it.side == unit.counter.side);
            let number = known.unwrap_or_else(|| {
                let (side, id) = (unit.counter.side, name.clone());
                corps.push(Corps { name: id.clone(), id, side, independent: false, leader: CounterId::NONE });
                corps.len() - 1
            });
            counters[index].corps = CorpsId(number as u8);
            for (other, member) in placed.iter().enumerate() {
                if member.brigade.as_deref() == Some(unit.counter.id.as_str()) {
                    counters[other].corps = CorpsId(number as u8);
                }
            }
        }
        counters[index].under = unit.under.as_deref().and_then(find).map_or(CounterId::NONE, |at| CounterId(at as u16));
        counters[index].brigade =
            unit.brigade.as_deref().and_then(find).map_or(CounterId::NONE, |at| CounterId(at as u16));
        if unit.counter.is_leader() && !unit.counter.replacement && !counters[index].corps.is_none() {
            corps[counters[index].corps.index()].leader = id;
        }
    }
    for index in 0..counters.len() {
        if !counters[index].is_brigade() {
            continue;
        }
        let mine = |other: &&Counter| other.brigade == CounterId(index as u16);
        let mut units: Vec<(u8, CounterId)> = Vec::new();
        for (place, unit) in counters.iter().enumerate() {
            if mine(&unit) {
                units.push((unit.number, CounterId(place as u16)));
            }
        }
        units.sort();
        counters[index].units = units.into_iter().map(|(_, id)| id).take(UNITS).collect();
    }
    if corps.len() > CORPS {
        fields.fault(fields.span(), format!("there is room for {CORPS} corps"));
        return None;
    }
    Some(Roster { counters, corps })
}

fn place(
    fields: &mut Fields<'_, '_, '_>,
    rules: &Rules,
    state: &mut State,
    id: CounterId,
    unit: &Placed,
) -> Option<()> {
    let index = id.index();
    state.stood[index] = unit.stood;
    if rules.is_long(id) {
        state.split[index] = unit.split;
    }
    for mark in &unit.marks {
        if let Some(set) = set_mut(state, mark) {
            set.insert(id);
        }
    }
    let Some(fate) = unit.fate else {
        // In its brigade, wherever that is: read after it.
        let brigade = rules.counter(id).brigade;
        let waits = !brigade.is_none() && state.fate[brigade.index()] == Fate::Waiting;
        state.fate[index] = if waits { Fate::Waiting } else { Fate::OnMap };
        state.formation[index] = Formation::Brigade;
        return Some(());
    };
    state.fate[index] = fate;
    state.formation[index] = unit.formation;
    state.facing[index] = unit.facing.unwrap_or(Facing::from_twelfth(0));
    if fate == Fate::Waiting {
        state.formation[index] = rules.marching(id);
        for member in &rules.counter(id).units {
            state.fate[member.index()] = Fate::Waiting;
        }
    }
    if fate != Fate::OnMap {
        // The units of a brigade that is gone stand where their own lines say, or nowhere.
        for member in &rules.counter(id).units {
            if fate != Fate::Waiting && state.formation(*member) == Formation::Brigade {
                state.fate[member.index()] = Fate::None;
            }
        }
        return Some(());
    }
    let (side, grid) = (unit.counter.side, &rules.ground.grid);
    for hex in &unit.hexes {
        if !rules.is_leader(id) && rules.is_enemy_in(state, side, *hex) {
            fields.fault(unit.span.clone(), format!("{} stands on an enemy in {}", unit.counter.id, grid.name(*hex)));
            return None;
        }
    }
    if rules.is_long(id) {
        if unit.hexes.iter().any(|hex| state.long_in(*hex).is_some()) {
            fields.fault(unit.span.clone(), format!("{} lies on another brigade", unit.counter.id));
            return None;
        }
        rules.cover(state, id, &unit.hexes);
    } else {
        rules.put(state, id, unit.hexes[0]);
    }
    Some(())
}

fn counter(rules: &Rules, name: &str) -> Result<CounterId, String> {
    rules.find(name).ok_or_else(|| format!("there is no counter \"{name}\" in this position"))
}

/// States beyond where the counters stand.
fn facts(fields: &mut Fields<'_, '_, '_>, rules: &Rules, state: &mut State) {
    let grid = &rules.ground.grid;
    for name in SETS {
        for unit in words(fields, name, |word| counter(rules, word)) {
            if let Some(set) = set_mut(state, name) {
                set.insert(unit);
            }
        }
    }
    // C.1h: Panicked units are out of command whatever else is said of them.
    for unit in rules.units {
        if state.on_map(unit) && rule!("C.1h", state.formation(unit) == Formation::Panicked) {
            state.out_of_command.insert(unit);
        }
    }
    // Stacks from the top.
    for stack in fields.each("stacks", |words| {
        words.split_whitespace().map(|word| counter(rules, word)).collect::<Result<Vec<_>, _>>()
    }) {
        for unit in stack.iter().rev() {
            if !state.on_map(*unit) || rules.is_long(*unit) {
                continue;
            }
            let hex = state.hex_of(*unit);
            rules.lift(state, *unit);
            rules.put(state, *unit, hex);
        }
    }
    state.alight = words(fields, "alight", |word| hex(grid, word)).into_iter().collect();
    for bridge in fields.each("bridges_down", |word| {
        let ends = word.split_once('-').ok_or("a bridge is written 0405-0406")?;
        let ends = [hex(grid, ends.0)?, hex(grid, ends.1)?];
        let found =
            rules.ground.bridges.iter().position(|bridge| bridge.ends == ends || bridge.ends == [ends[1], ends[0]]);
        found.ok_or_else(|| format!("there is no bridge {word}"))
    }) {
        state.bridges_down |= 1 << bridge;
    }
    for (index, objective) in rules.scenario.objectives.iter().enumerate() {
        let held = |side: Side| objective.hexes.iter().any(|hex| rules.is_held_by(state, side, *hex));
        state.control[index] = BOTH.into_iter().find(|side| held(*side)).or(objective.owner);
    }
    let objective = |name: &str| {
        let found = rules.scenario.objectives.iter().position(|objective| objective.name == name);
        found.ok_or_else(|| format!("\"{name}\" is no objective"))
    };
    for (place, side) in fields.pairs("control", "control of a place", |name, side| {
        let side = if side == "nobody" { None } else { Some(SIDES.read(side)?) };
        Ok((objective(name)?, side))
    }) {
        state.control[place] = side;
    }
    for (side, unit) in fields.pairs("chief", "a General in Chief", |side, unit| {
        let unit = if unit == "nobody" { CounterId::NONE } else { counter(rules, unit)? };
        Ok((SIDES.read(side)?, unit))
    }) {
        state.chief[side.index()] = unit;
    }
    for (corps, unit) in fields.pairs("leads", "a leader", |corps, unit| {
        let unit = if unit == "nobody" { CounterId::NONE } else { counter(rules, unit)? };
        Ok((rules.find_corps(corps).ok_or("there is no such corps")?, unit))
    }) {
        state.leads[corps.index()] = unit;
    }
    for (corps, plan) in fields.pairs("plans", "a plan", |corps, words| {
        Ok((rules.find_corps(corps).ok_or("there is no such corps")?, plan(rules, words)?))
    }) {
        state.plan[corps.index()] = plan;
    }
    state.hesitates = fields.truth("hesitates").unwrap_or(false);
    if let Some(queue) = fields.numbers("queue", 0..=99) {
        for (place, number) in queue.into_iter().take(crate::state::POINTS).enumerate() {
            state.queue[place] = number as u8;
        }
    }
}

/// `TIME POINT [comes:TIME] [early] [placed:POINT]`.
fn plan(rules: &Rules, words: &str) -> Result<Plan, String> {
    let turn = |word: &str| {
        let last = rules.scenario.last_turn();
        let known = rules.scenario.turns.iter().find(|turn| turn.time == word).map(|turn| turn.number);
        let late = word.strip_prefix('+').and_then(|more| more.parse::<u8>().ok()).map(|more| last + more);
        known.or(late).ok_or_else(|| format!("no turn begins at {word}"))
    };
    let point = |word: &str| rules.scenario.point(word).ok_or_else(|| format!("there is no entry point {word}"));
    let mut words = words.split_whitespace();
    let mut plan = Plan::NONE;
    plan.turn = turn(words.next().unwrap_or(""))?;
    plan.point = point(words.next().unwrap_or(""))?;
    for word in words {
        match word.split_once(':') {
            Some(("comes", time)) => plan.actual = turn(time.replace('.', ":").as_str())?,
            Some(("placed", at)) => plan.placed = point(at)?,
            _ if word == "early" => plan.early = true,
            _ => return Err(format!("\"{word}\" says nothing about a plan")),
        }
    }
    Ok(plan)
}

/// The phases with which a position can begin.
pub(crate) const PHASES: [(&str, &str); 13] = [
    ("plans", "Approach plans"),
    ("initiative", "Initiative"),
    ("command", "Command"),
    ("movement", "Movement in command"),
    ("others", "Movement of the others"),
    ("arrivals", "Arriving units"),
    ("artillery", "Artillery fire"),
    ("infantry", "Infantry fire"),
    ("charges", "Charges"),
    ("rally", "Rally"),
    ("rout", "Rout"),
    ("reorganisation", "Reorganisation"),
    ("over", "The end"),
];

/// Opens the phase in which the example begins.
fn open(fields: &mut Fields<'_, '_, '_>, rules: &Rules, state: &mut State) -> Option<()> {
    let phase = fields.text("phase");
    let name = phase.as_ref().map_or("movement", |text| *text.get_ref());
    let done = words(fields, "done", |word| SIDES.read(word));
    match opening(name) {
        _ if name == "plans" => rules.begin_game(state),
        Some((frame, part)) => {
            state.part = part.unwrap_or(state.part);
            state.frames.push(frame);
        }
        None => {
            let known: Vec<&str> = PHASES.iter().map(|(id, _)| *id).collect();
            let sentence = format!("\"{name}\" is no phase; {} and end are", known.join(", "));
            fields.fault(phase.map_or(0..0, |text| text.span()), sentence);
            return None;
        }
    }
    for side in done {
        state.done[side.index()] = true;
    }
    if name != "initiative" {
        rules.run(state, &mut kernel::Discard);
    }
    Some(())
}
