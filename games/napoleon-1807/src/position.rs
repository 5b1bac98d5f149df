//! Positions of examples: a map, blank or printed, painted as needed, and counters put where the example wants them.
//! docs/napoleon-1807.md lists every field with its default.

use std::ops::Range;

use board::mapfile::Road;
use board::{Facing, Grid, Hex, Shift};
use kernel::{Position, Side};
use kit::example::{Fields, UnitLine};
use kit::hexboard::{Boards, hex};

use crate::action::Action;
use crate::counters::{
    BOTH, COUNTERS, Counter, CounterId, CounterSet, FRENCH, GroupId, GroupInfo, Gun, Kind, Nation, Rank, SIDES, Start,
    enemy_of,
};
use crate::scenario::{Objective, Scenario, VictoryRule};
use crate::sequence::Frame;
use crate::state::{ENTRIES, Fate, State};
use crate::title::{BATTLES, Napoleon1807, VOCABULARY};
use crate::{HexSet, Rules};

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

sets!(
    disorganized,
    uncommanded,
    square,
    wounded,
    rallied,
    pinned,
    fired,
    fired_in_phase,
    reacted,
    limbered,
    square_fired,
    moved,
    marched,
    entered,
    left_square,
    marker,
    marker_fought,
    charged,
    poised,
    spent,
    countercharged,
    fought,
    attacked,
    duty
);

const BOARDS: Boards<'static> =
    Boards { vocabulary: &VOCABULARY, capacity: HexSet::CAPACITY, lower: Shift::Even, printed: &BATTLES };

/// A counter with what the position says of it.
struct Placed {
    counter: Counter,
    fate: Fate,
    at: Hex,
    facing: Facing,
    strength: u8,
    marks: Vec<&'static str>,
    /// The formation it belongs to, and the formations it commands.
    of: Option<String>,
    over: Vec<String>,
    group: Option<String>,
    span: Range<usize>,
}

pub(crate) fn read(title: &Napoleon1807, fields: &mut Fields<'_, '_, '_>) -> Option<Position<Rules>> {
    let named = fields.word("rules_of", |word| title.battle(word));
    let data = named.or_else(|| title.battle(BATTLES[1]).ok())?;
    let printed_map = |word: &str| title.battle(word).ok().map(|battle| battle.map.clone());
    let mut map = BOARDS.read(fields, printed_map)?;
    let grid = map.grid.clone();
    roads(fields, &grid, &mut map.roads);
    for (level, at) in fields.pairs("heights", "a height", |key, text| {
        Ok((text.parse::<u8>().map_err(|_| "a height is a number")?, hex(&grid, key)?))
    }) {
        map.heights.entry(level.min(VOCABULARY.highest)).or_default().push(at);
    }
    let mut scenario = data.scenario.clone();
    if named.is_none() {
        unlimited(&mut scenario);
    }
    // Any map goes with any rules: a hex is meant by its number.
    for objective in &mut scenario.objectives {
        objective.hex = grid.parse(&data.map.grid.name(objective.hex)).unwrap_or(Hex::NONE);
    }
    overrides(fields, &grid, &mut scenario);
    let turns: Vec<i64> = scenario.turns.iter().map(|turn| turn.number.into()).collect();
    let turn = fields
        .number("turn", turns[0]..=turns[turns.len() - 1])
        .unwrap_or(turns[0].max(5).min(turns[turns.len() - 1])) as u8;
    if let Some(today) = scenario.turns.iter_mut().find(|info| info.number == turn) {
        today.night = fields.truth("night").unwrap_or(today.night);
        today.snow = fields.truth("snow").unwrap_or(today.snow);
    }

    let mut placed = Vec::new();
    if fields.truth("setup").unwrap_or(false) && set_up(&data.scenario.heading.id) {
        for counter in &data.counters {
            let (fate, at, facing) = match counter.start {
                Start::At(at, facing) => (Fate::OnMap, at, facing),
                Start::Enters(..) => (Fate::Waiting, Hex::NONE, Facing::all(false)[0]),
                Start::Nowhere => (Fate::None, Hex::NONE, Facing::all(false)[0]),
            };
            if grid != data.map.grid {
                fields.fault(fields.span(), "setup = true needs the map of the battle");
                return None;
            }
            let counter = counter.clone();
            let (strength, span) = (counter.strength, fields.span());
            placed.push(Placed {
                counter,
                fate,
                at,
                facing,
                strength,
                marks: Vec::new(),
                of: None,
                over: Vec::new(),
                group: None,
                span,
            });
        }
    }
    for text in fields.texts("units") {
        let unit = match read_unit((&data.counters, &data.map.grid), &grid, text.get_ref()) {
            Ok(unit) => Placed { span: text.span(), ..unit },
            Err(sentence) => {
                fields.fault(text.span(), sentence);
                continue;
            }
        };
        match placed.iter().position(|other: &Placed| other.counter.id == unit.counter.id) {
            Some(known) if fields.has("setup") => {
                // What the set-up knows of its counters stays.
                let (start, commands) = (placed[known].counter.start, placed[known].counter.commands);
                placed[known] = unit;
                placed[known].counter.start = start;
                placed[known].counter.commands = commands;
            }
            Some(_) => fields.fault(text.span(), format!("there are two counters \"{}\"", unit.counter.id)),
            None => placed.push(unit),
        }
    }
    if placed.len() > COUNTERS {
        fields.fault(fields.span(), format!("there is room for {COUNTERS} counters"));
        return None;
    }
    placed.sort_by_key(|unit| unit.counter.is_commander());
    attach(&mut placed, &mut scenario, fields.has("setup"));

    let counters = placed.iter().map(|placed| placed.counter.clone()).collect();
    let rules = Rules::new(scenario, map, counters, title.tables.clone());
    let mut state = rules.empty_state();
    state.turn = turn;
    state.player = fields.side("active", &SIDES).unwrap_or(FRENCH);
    state.crowded = fields.word("crowded", |word| hex(&grid, word)).unwrap_or(Hex::NONE);
    let mut overfull = fields.each("overfull", |word| hex(&grid, word));
    overfull.extend(Some(state.crowded).filter(|crowded| crowded.is_some()));
    for (index, unit) in placed.iter().enumerate() {
        place(fields, &rules, &mut state, (CounterId(index as u8), unit), &overfull)?;
    }
    marks(fields, &rules, &mut state);
    open(fields, &rules, &mut state)?;
    for (side, action) in fields.each("standing", |text| read_standing(&rules, text)) {
        rules.carry_out(&mut state, side, &action, &mut kernel::Discard);
    }
    Some(Position { rules, state })
}

/// S.setup: the forces and starting places of a battle.
fn set_up(battle: &str) -> bool {
    let own = match battle {
        "bergfriede" => rule!("S.bergfriede", true) && rule!("S.bergfriede.c", true),
        "golymin" => rule!("S.golymin", true) && rule!("S.golymin.b", true),
        "waltersdorf" => rule!("S.waltersdorf", true),
        "eylau" => {
            rule!("S.eylau", true) && rule!("S.eylau.b", true) && rule!("S.eylau.c", true) && rule!("T.groups", true)
        }
        _ => true,
    };
    own && rule!("S.setup", true) && rule!("T.oob", true)
}

/// An example that names no battle has none of the limits of one.
fn unlimited(scenario: &mut Scenario) {
    scenario.units_moved = [None; 2];
    scenario.command_factor = [None; 2];
    scenario.initiative = None;
    scenario.objectives = Vec::new();
    scenario.victory = VictoryRule::Most;
    scenario.groups = Vec::new();
    for turn in &mut scenario.turns {
        (turn.night, turn.snow) = (false, false);
    }
}

fn roads(fields: &mut Fields<'_, '_, '_>, grid: &Grid, roads: &mut Vec<Road>) {
    let chains = fields.each("secondary_roads", |words| {
        let hexes: Option<Vec<Hex>> = words.split_whitespace().map(|word| grid.parse(word)).collect();
        let chain = hexes.filter(|hexes| hexes.windows(2).all(|pair| grid.adjacent(pair[0], pair[1])));
        chain.ok_or_else(|| "a road is a chain of neighbouring hexes, such as \"0405 0406 0507\"".into())
    });
    for road in roads.iter_mut().filter(|road| road.kind == "road") {
        road.kind = "main".into();
    }
    roads.extend(chains.into_iter().map(|hexes| Road {
        name: String::new(),
        kind: "secondary".into(),
        hexes,
        leaves_map_at: Vec::new(),
    }));
}

fn overrides(fields: &mut Fields<'_, '_, '_>, grid: &Grid, scenario: &mut Scenario) {
    for (side, factor) in fields.tally("command_factor", &SIDES.ids(), 0..=99) {
        scenario.command_factor[side] = Some(factor as u8);
    }
    for (side, limit) in fields.tally("units_moved", &SIDES.ids(), 0..=99) {
        scenario.units_moved[side] = Some(limit as u8);
    }
    if fields.has("objectives") {
        let hexes = fields.each("objectives", |word| hex(grid, word));
        let objective = |hex: Hex| Objective { hex, name: grid.name(hex), points: 1, owner: None };
        scenario.objectives = hexes.into_iter().map(objective).collect();
        scenario.objectives.truncate(crate::state::OBJECTIVES);
    }
    scenario.objectives.retain(|objective| objective.hex.is_some() && objective.hex.index() < grid.len());
}

/// `SIDE HANDLE: COUNTER @ HEX FACING MARKS…`, where the counter is a roster name, `NAME S-Mk MORALE/LOWER STARS` or
/// `NAME +SKILL`.
fn read_unit((roster, own): (&[Counter], &Grid), grid: &Grid, line: &str) -> Result<Placed, String> {
    let form = "a unit is written \"SIDE NAME: COUNTER @ HEX FACING\", such as \"fr a: Line 8-5i @ 0306 n\"";
    let UnitLine { side, handle, counter, place } = UnitLine::split(line).ok_or(form)?;
    let (counter, place) = place.map_or_else(|| off_the_map(counter), |place| (counter, place));
    let nation = match side {
        "fr" | "french" => Nation::French,
        "ru" | "al" | "russian" | "allied" => Nation::Russian,
        "pr" | "prussian" => Nation::Prussian,
        other => return Err(format!("\"{other}\" is no army; fr, ru and pr are")),
    };
    let side = if nation == Nation::French { FRENCH } else { enemy_of(FRENCH) };
    if grid.parse(handle).is_some() || matches!(handle, "with" | "facing" | "together" | "square" | "done" | "fire") {
        return Err(format!("\"{handle}\" means something else in orders; name the counter otherwise"));
    }
    // T.ratings: what the counters of the battle are worth.
    let rated = rule!("T.ratings", true) && rule!("T.ratings.b", true);
    let known = roster.iter().find(|known| known.id == counter && known.side == side && rated);
    let counter = match known {
        Some(known) => {
            let start = on_this_map(known.start, own, grid);
            Counter { id: handle.to_owned(), start, ..known.clone() }
        }
        None => read_counter(handle, side, nation, counter)?,
    };
    let strength = counter.strength;
    let north = Facing::all(false)[0];
    let mut placed = Placed {
        counter,
        fate: Fate::OnMap,
        at: Hex::NONE,
        facing: north,
        strength,
        marks: Vec::new(),
        of: None,
        over: Vec::new(),
        group: None,
        span: 0..0,
    };
    for word in place.split_whitespace() {
        if let Some(at) = grid.parse(word) {
            placed.at = at;
        } else if let Some(facing) = Facing::parse(word).filter(|facing| !facing.is_vertex()) {
            placed.facing = facing;
        } else if let Some(mark) = SETS.iter().find(|mark| **mark == word) {
            placed.marks.push(mark);
        } else if let Some((key, value)) = word.split_once(':') {
            match (key, value.parse::<u8>()) {
                ("strength", Ok(points)) => placed.strength = points.min(placed.counter.strength),
                ("of", _) => placed.of = Some(value.to_owned()),
                ("over", _) => placed.over.push(value.to_owned()),
                ("group", _) => placed.group = Some(value.to_owned()),
                ("enters", _) => {
                    let (entry, turn) = value.split_once('/').ok_or("an arrival is written enters:HEX/TURN")?;
                    let entry =
                        grid.parse(entry).filter(|hex| grid.is_edge(*hex)).ok_or("an arrival enters at an edge hex")?;
                    let turn = turn.parse().map_err(|_| "an arrival is written enters:HEX/TURN")?;
                    placed.counter.start = Start::Enters(entry, turn);
                    placed.fate = Fate::Waiting;
                }
                _ => return Err(format!("\"{word}\" says nothing about a counter")),
            }
        } else if word == "lost" {
            placed.fate = Fate::Lost;
        } else if word == "waiting" {
            placed.fate = Fate::Waiting;
        } else {
            return Err(format!(
                "\"{word}\" says nothing about a counter; after the @ stand a hex, a facing, strength:N, of:NAME, over:NAME, \
                 group:NAME, enters:HEX/TURN, lost, waiting, or any of {}",
                SETS.join(", ")
            ));
        }
    }
    if placed.fate == Fate::OnMap && placed.at.is_none() {
        return Err(format!("where is {handle}? {form}"));
    }
    Ok(placed)
}

/// Where a counter of a battle enters on this map: at the edge hex of the same number, if it has one.
fn on_this_map(start: Start, own: &Grid, grid: &Grid) -> Start {
    match start {
        Start::Enters(entry, turn) => {
            let entry = grid.parse(&own.name(entry)).filter(|hex| grid.is_edge(*hex));
            entry.map_or(Start::Nowhere, |entry| Start::Enters(entry, turn))
        }
        Start::At(..) | Start::Nowhere => start,
    }
}

/// Counters that are not on the map may do without the @: what the counter says, and the words behind it.
fn off_the_map(text: &str) -> (&str, &str) {
    let is_word = |word: &str| matches!(word, "lost" | "waiting") || word.contains(':') || SETS.contains(&word);
    match text.split_whitespace().find(|word| is_word(word)).and_then(|word| text.find(word)) {
        Some(at) => (text[..at].trim_end(), &text[at..]),
        None => (text, ""),
    }
}

fn read_counter(handle: &str, side: Side, nation: Nation, text: &str) -> Result<Counter, String> {
    let form = || {
        format!(
            "\"{text}\" is neither a counter of this battle nor NAME STRENGTH-MOBILITY with i, c (light), h (heavy), C, L or K, \
             such as \"Line 8-5i 8/6 **\", nor a commander such as \"Ney +2\""
        )
    };
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_value = |word: &&str| word.starts_with('+') || word.starts_with(|letter: char| letter.is_ascii_digit());
    let at = words.iter().position(is_value).filter(|at| *at > 0).ok_or_else(form)?;
    let (name, values, rest) = (words[..at].join(" "), words[at], &words[at + 1..]);
    let mut counter = Counter {
        id: handle.to_owned(),
        name,
        side,
        nation,
        kind: Kind::Infantry,
        group: GroupId::NONE,
        strength: 0,
        mobility: 10,
        morale: [8, 6],
        shots: 0,
        skill: [0; 2],
        commands: CounterSet::EMPTY,
        start: Start::Nowhere,
    };
    if let Some(skills) = values.strip_prefix('+') {
        let (skill, wounded) = skills.split_once('/').unwrap_or((skills, ""));
        let skill: i8 = skill.parse().map_err(|_| form())?;
        let wounded = if wounded.is_empty() { (skill - 1).max(0) } else { wounded.parse().map_err(|_| form())? };
        counter.kind = Kind::Commander(match rest {
            [] => Rank::Division,
            ["army"] => Rank::Army,
            ["corps"] => Rank::Corps,
            ["division"] => Rank::Division,
            ["brigade"] => Rank::Brigade,
            _ => return Err(form()),
        });
        counter.skill = [skill, wounded];
        return Ok(counter);
    }
    let letter = values.chars().last().ok_or_else(form)?;
    counter.kind = match letter {
        'i' => Kind::Infantry,
        'c' => Kind::Cavalry { heavy: false },
        'h' => Kind::Cavalry { heavy: true },
        'C' => Kind::Artillery(Gun::C),
        'L' => Kind::Artillery(Gun::L),
        'K' => Kind::Artillery(Gun::K),
        _ => return Err(form()),
    };
    let (strength, mobility) = values[..values.len() - letter.len_utf8()].split_once('-').ok_or_else(form)?;
    counter.strength = strength.parse().ok().filter(|points| (1..=15).contains(points)).ok_or_else(form)?;
    counter.mobility = mobility.parse().ok().filter(|points| *points <= 20).ok_or_else(form)?;
    for word in rest {
        match (*word, word.split_once('/')) {
            ("*", _) => counter.shots = 1,
            ("**", _) => counter.shots = 2,
            (_, Some((high, low))) => {
                counter.morale = [high.parse().map_err(|_| form())?, low.parse().map_err(|_| form())?];
            }
            _ => return Err(form()),
        }
    }
    Ok(counter)
}

/// Who commands whom, and who belongs to which group, by the names that lines give.
fn attach(placed: &mut [Placed], scenario: &mut Scenario, setup: bool) {
    let units: Vec<(Side, Option<String>, bool)> =
        placed.iter().map(|unit| (unit.counter.side, unit.of.clone(), unit.counter.is_commander())).collect();
    for unit in placed.iter_mut() {
        if let Some(name) = &unit.group {
            let known = scenario.groups.iter().position(|group| group.id == *name);
            let index = known.unwrap_or_else(|| {
                scenario.groups.push(GroupInfo { id: name.clone(), name: name.clone(), side: unit.counter.side });
                scenario.groups.len() - 1
            });
            unit.counter.group = GroupId(index.min(31) as u8);
        }
        // The commanders of a set-up have their lists; others command their formations, or everybody.
        if unit.counter.is_commander() && (!setup || !unit.over.is_empty()) {
            let mine = |(side, of, commander): &(Side, Option<String>, bool)| {
                *side == unit.counter.side
                    && !commander
                    && (unit.over.is_empty() || of.as_ref().is_some_and(|of| unit.over.contains(of)))
            };
            let numbered = units.iter().zip(0..).filter(|(other, _)| mine(other));
            unit.counter.commands = numbered.map(|(_, index)| CounterId(index)).collect();
        }
    }
}

fn place(
    fields: &mut Fields<'_, '_, '_>,
    rules: &Rules,
    state: &mut State,
    (id, unit): (CounterId, &Placed),
    overfull: &[Hex],
) -> Option<()> {
    let index = id.index();
    state.fate[index] = unit.fate;
    state.facing[index] = unit.facing;
    state.strength[index] = if unit.fate == Fate::Lost { 0 } else { unit.strength };
    if unit.fate != Fate::OnMap {
        state.at[index] = unit.at;
        return Some(());
    }
    let (side, grid) = (unit.counter.side, &rules.ground.grid);
    let led = |commander: CounterId| rules.side_of(commander) != side;
    if rules.is_held_by(state, enemy_of(side), unit.at) || rules.commanders_in(state, unit.at).any(led) {
        fields.fault(unit.span.clone(), format!("{} stands on an enemy in {}", unit.counter.id, grid.name(unit.at)));
        return None;
    }
    let points = if rules.is_unit(id) { u16::from(unit.strength) } else { 0 };
    // 4.4a: only a hex that is to be cleared, or in which a mover was stopped, may be too full.
    if !overfull.contains(&unit.at) && rules.points_in(state, unit.at) + points > rules.tables.stacking.limit {
        fields.fault(unit.span.clone(), format!("there is no room for {} in {}", unit.counter.id, grid.name(unit.at)));
        return None;
    }
    rules.put(state, id, unit.at);
    for mark in &unit.marks {
        if let Some(set) = set_mut(state, mark) {
            set.insert(id);
        }
    }
    if let Some(objective) =
        rules.scenario.objectives.iter().position(|objective| objective.hex == unit.at).filter(|_| rules.is_unit(id))
    {
        state.control[objective] = Some(side);
    }
    Some(())
}

fn counter(rules: &Rules, name: &str) -> Result<CounterId, String> {
    rules.find(name).ok_or_else(|| format!("there is no counter \"{name}\" in this position"))
}

/// States beyond where the counters stand.
fn marks(fields: &mut Fields<'_, '_, '_>, rules: &Rules, state: &mut State) {
    let grid = &rules.ground.grid;
    for name in SETS {
        for unit in fields.each(name, |word| counter(rules, word)) {
            if let Some(set) = set_mut(state, name) {
                set.insert(unit);
            }
        }
    }
    for (unit, at) in fields.pairs("aims", "an aim", |unit, at| Ok((counter(rules, unit)?, hex(grid, at)?))) {
        state.aim[unit.index()] = at;
    }
    for (unit, at) in fields.pairs("origins", "an origin", |unit, at| Ok((counter(rules, unit)?, hex(grid, at)?))) {
        state.origin[unit.index()] = at;
    }
    for (side, unit) in
        fields.pairs("chief", "an army commander", |side, unit| Ok((SIDES.read(side)?, counter(rules, unit)?)))
    {
        state.chief[side.index()] = unit;
    }
    for side in fields.each("chief_killed", |word| SIDES.read(word)) {
        state.chief_killed[side.index()] = true;
        // Whoever is marked is the successor, if he is there.
        let marked = state.chief[side.index()];
        if !fields.has("chief") && !marked.is_none() && !state.on_map(marked) {
            state.chief[side.index()] = CounterId::NONE;
        }
    }
    let group = |name: &str| {
        let found = rules.scenario.groups.iter().position(|group| group.id == name);
        found.map(|index| GroupId(index as u8).bit()).ok_or_else(|| format!("there is no group \"{name}\""))
    };
    state.activated = fields.each("activated", group).into_iter().fold(0, |all, bit| all | bit);
    state.current_group = fields.word("current_group", group).unwrap_or(0);
    for side in BOTH {
        state.command[side.index()] = rules.command_factor(state, side).unwrap_or(0);
    }
    for (side, left) in fields.tally("command", &SIDES.ids(), 0..=99) {
        state.command[side] = left as u8;
    }
    if let Some(queue) = fields.numbers("queue", 0..=99) {
        for (place, number) in queue.into_iter().take(ENTRIES).enumerate() {
            state.queue[place] = number as u8;
        }
    }
    let objective = |name: &str| {
        let at = grid.parse(name);
        let found = rules.scenario.objectives.iter().position(|objective| Some(objective.hex) == at);
        found.ok_or_else(|| format!("{name} is no objective; see the field objectives"))
    };
    for (place, side) in
        fields.pairs("control", "control of a hex", |hex, side| Ok((objective(hex)?, SIDES.read(side)?)))
    {
        state.control[place] = Some(side);
    }
    state.holder = match fields.has("initiative") {
        true => fields.side("initiative", &SIDES),
        false => Some(state.player),
    };
    if fields.truth("no_initiative").unwrap_or(false) {
        state.holder = None;
    }
}

/// `french fire 3`, `allied unit b never`: a side, and its standing order as it is given in a game.
fn read_standing(rules: &Rules, text: &str) -> Result<(Side, Action), String> {
    let no = || format!("\"{text}\" is no standing order; `french fire 3` and `allied unit b never` are");
    let (side, order) = text.split_once(' ').ok_or_else(no)?;
    let words: Vec<&str> = ["standing"].into_iter().chain(order.split_whitespace()).collect();
    match rules.understand(&words) {
        Some(Ok(actions)) if actions.len() == 1 => Ok((SIDES.read(side)?, actions[0])),
        _ => Err(no()),
    }
}

/// Opens the phase in which the example begins.
fn open(fields: &mut Fields<'_, '_, '_>, rules: &Rules, state: &mut State) -> Option<()> {
    let phase = fields.text("phase");
    let name = phase.as_ref().map_or("movement", |text| *text.get_ref());
    let side = state.player;
    match name {
        "initiative" => rules.open_initiative(state, &mut kernel::Discard),
        "command" => state.frames.push(Frame::Command),
        "reorganization" => {
            state.frames.push(Frame::OpenFire);
            state.frames.push(Frame::Reorganize { side: enemy_of(side) });
            state.frames.push(Frame::Reorganize { side });
        }
        "fire" => {
            state.frames.push(Frame::Fire);
            if !fields.has("pinned") {
                for battery in rules.counters_of(side) {
                    if rules.is_gun(battery)
                        && state.on_map(battery)
                        && rules.has_enemy_beside(state, side, state.hex_of(battery))
                    {
                        state.pinned.insert(battery);
                    }
                }
            }
        }
        "movement" => state.frames.push(Frame::Move),
        "combat" => {
            state.frames.push(Frame::Assault);
            if !fields.has("duty") {
                rules.open_duties(state);
            }
        }
        "over" => state.frames.push(Frame::GameOver),
        other => {
            let sentence = format!(
                "\"{other}\" is no phase; initiative, command, reorganization, fire, movement, combat and over are"
            );
            fields.fault(phase.map_or(0..0, |text| text.span()), sentence);
            return None;
        }
    }
    rules.run(state, &mut kernel::Discard);
    Some(())
}
