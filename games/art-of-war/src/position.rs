//! Positions of examples: a map, blank or printed, painted as needed, and units put where the example wants them.
//! docs/art-of-war.md lists every field with its default.

use std::ops::Range;

use board::mapfile::Road;
use board::textfile::{Section, TextFile};
use board::{Grid, Hex, MapFile, MapSide, Shift};
use kernel::{Position, Side, rule};
use toml::Spanned;
use toml::de::DeValue;

use crate::refusal::Refusal;
use crate::sequence::Frame;
use crate::state::{Fate, Klenau, State};
use crate::tables;
use crate::title::ArtOfWar;
use crate::unit::{ALLIED, Area, Army, Division, FRENCH, Garrison, Kind, Start, UNITS, Unit, UnitId};
use crate::{Battle, HexSet, Rules};

const FIELDS: [&str; 29] = [
    "map",
    "terrain",
    "hexsides",
    "roads",
    "roads_leave_map_at",
    "entries",
    "objectives",
    "rules_of",
    "weather",
    "turn",
    "night",
    "rain",
    "phase",
    "active",
    "setup",
    "units",
    "morale",
    "fresh_used",
    "control",
    "guard_attacked",
    "klenau",
    "old_town",
    "recalled",
    "moved",
    "fought",
    "second_division",
    "duties",
    "bombarded_from",
    "note",
];

/// A unit with what the position says of it beyond its counter.
struct Placed {
    unit: Unit,
    fate: Fate,
    at: Hex,
    fresh: bool,
    /// A reserve that has been activated; its counter still bears the R.
    active: bool,
    /// Where the example says so.
    span: Range<usize>,
}

/// Words of orders that a unit cannot be called by.
const KEYWORDS: [&str; 5] = ["with", "at", "taking", "done", "both"];

pub(crate) fn read(title: &ArtOfWar, file: &mut TextFile, section: &Section<'_, '_>) -> Option<Position<Rules>> {
    file.only_fields(section, &FIELDS);
    file.text(section, "note");
    let battle = match file.text(section, "rules_of") {
        None => Battle::Eylau,
        Some(word) => match Battle::ALL.into_iter().find(|battle| battle.id() == *word.get_ref()) {
            Some(battle) => battle,
            None => {
                file.fault(word.span(), format!("rules_of is \"eylau\" or \"dresden\", not \"{}\"", word.get_ref()));
                return None;
            }
        },
    };
    let data = title.battle(battle);
    let printed_grid = &data.map.grid;
    let mut map = map(title, file, section)?;
    paint(file, section, &mut map);
    let grid = map.grid.clone();
    let mut scenario = data.scenario.clone();

    // Objectives keep their numbers; a small map may not have them.
    scenario.objectives =
        scenario.objectives.iter().map(|hex| grid.parse(&printed_grid.name(*hex)).unwrap_or(Hex::NONE)).collect();
    if let Some(value) = section.table.get("objectives") {
        let hexes: Vec<Hex> =
            file.as_texts("objectives", value).into_iter().filter_map(|text| hex(file, &grid, &text)).collect();
        if hexes.len() > 4 {
            file.fault(value.span(), "there are four objectives at most");
            return None;
        }
        scenario.objectives = hexes;
    }

    let last = scenario.turns.len() as i64;
    let turn = file.number(section, "turn", 1..=last).unwrap_or(4) as u8;
    let index = usize::from(turn) - 1;
    if let Some(night) = truth(file, section, "night") {
        scenario.turns[index].night = night;
    }
    if let Some(rain) = truth(file, section, "rain") {
        // Rain is an exclusive rule of Dresden (13.0).
        scenario.turns[index].rain = rain && battle == Battle::Dresden;
    }
    let weather = truth(file, section, "weather").unwrap_or(false);

    let mut placed = Vec::new();
    if truth(file, section, "setup").unwrap_or(false) && all_pieces(battle) {
        placed.extend(data.units.iter().map(|unit| {
            let (fate, at) = match unit.start {
                Start::At(at) => (Fate::OnMap, grid.parse(&printed_grid.name(at)).unwrap_or(Hex::NONE)),
                Start::Enters { .. } | Start::Klenau => (Fate::Waiting, Hex::NONE),
            };
            Placed { unit: unit.clone(), fate, at, fresh: false, active: false, span: section.span.clone() }
        }));
        if placed.iter().any(|unit| unit.fate == Fate::OnMap && unit.at.is_none()) {
            file.fault(section.span.clone(), "setup = true needs the map of the battle");
            return None;
        }
    }
    // A counter without a hex stands where it is printed to start, which means something on its own map only.
    let printed = file.text(section, "map").is_some_and(|map| *map.get_ref() == battle.id()).then_some(printed_grid);
    if let Some(value) = section.table.get("units") {
        for text in file.as_texts("units", value) {
            let Some(unit) = read_unit(title, file, battle, &grid, printed, &text) else { continue };
            let id = unit.unit.id.clone();
            match placed.iter().position(|other| other.unit.id == id) {
                // In a set-up a unit may be moved elsewhere; otherwise a name stands for one unit.
                Some(known) if section.table.contains_key("setup") => placed[known] = unit,
                Some(_) => file.fault(text.span(), format!("there are two units \"{id}\"")),
                None => placed.push(unit),
            }
        }
    }
    if placed.len() > UNITS {
        file.fault(section.span.clone(), format!("there is room for {UNITS} units"));
        return None;
    }

    let units = placed.iter().map(|placed| placed.unit.clone()).collect();
    let rules = Rules::new(scenario, map, units, title.tables.clone(), weather);
    let mut state = rules.empty_state();
    state.turn = turn;
    for (index, unit) in placed.iter().enumerate() {
        let id = UnitId(index as u8);
        state.fate[index] = unit.fate;
        // 11.0: an R on the counter holds the unit back until it is activated.
        let held_back = !unit.active && !matches!(unit.fate, Fate::Disrupted | Fate::Lost);
        if rule!("11.0", unit.unit.reserve && held_back) {
            state.reserve.insert(id);
        }
        if unit.fate != Fate::OnMap || unit.at.is_none() {
            // Where it stood last.
            state.at[index] = unit.at;
            continue;
        }
        let enemy = 1 - unit.unit.side().index();
        if state.occupied[enemy].contains(unit.at) {
            file.fault(unit.span.clone(), format!("{} stands on an enemy in {}", unit.unit.id, grid.name(unit.at)));
            return None;
        }
        if !rules.has_room(&state, unit.unit.side(), unit.at) && unit.unit.garrison.is_none() {
            let sentence = format!("{} is one unit too many in {}", unit.unit.id, grid.name(unit.at));
            file.fault(unit.span.clone(), sentence);
            return None;
        }
        rules.put(&mut state, id, unit.at);
        // 23.4: whoever stands in a hex of Eylau holds it, unless the field `control` says otherwise.
        rules.pass_through(&mut state, unit.unit.side(), unit.at, &mut kernel::Discard);
    }
    marks(file, section, &rules, &mut state);
    open(file, section, &rules, &mut state, &placed)?;
    Some(Position { rules, state })
}

/// `map = "blank 12x10"`, or the map of a battle.
fn map(title: &ArtOfWar, file: &mut TextFile, section: &Section<'_, '_>) -> Option<MapFile> {
    let Some(word) = file.text(section, "map") else { return Some(MapFile::blank(12, 10, Shift::Even)) };
    if let Some(battle) = Battle::ALL.into_iter().find(|battle| battle.id() == *word.get_ref()) {
        return Some(title.battle(battle).map.clone());
    }
    let size = word.get_ref().strip_prefix("blank ").and_then(|size| {
        let (columns, rows) = size.split_once('x')?;
        Some((columns.trim().parse::<u16>().ok()?, rows.trim().parse::<u16>().ok()?))
    });
    match size {
        Some((columns @ 1..=99, rows @ 1..=99)) if usize::from(columns * rows) <= HexSet::CAPACITY => {
            Some(MapFile::blank(columns, rows, Shift::Even))
        }
        _ => {
            file.fault(
                word.span(),
                format!(
                    "map is \"eylau\", \"dresden\" or \"blank COLUMNSxROWS\" of at most {} hexes, not \"{}\"",
                    HexSet::CAPACITY,
                    word.get_ref()
                ),
            );
            None
        }
    }
}

fn hex(file: &mut TextFile, grid: &Grid, text: &Spanned<&str>) -> Option<Hex> {
    let hex = grid.parse(text.get_ref());
    if hex.is_none() {
        file.fault(text.span(), format!("\"{}\" is not a hex of this map", text.get_ref()));
    }
    hex
}

/// A name or a list of names.
fn names<'s>(file: &mut TextFile, what: &str, value: &'s Spanned<DeValue<'_>>) -> Vec<Spanned<&'s str>> {
    if value.get_ref().as_array().is_some() {
        file.as_texts(what, value)
    } else {
        file.as_text(what, value).into_iter().collect()
    }
}

fn truth(file: &mut TextFile, section: &Section<'_, '_>, field: &str) -> Option<bool> {
    let value = section.table.get(field)?;
    let truth = value.get_ref().as_bool();
    if truth.is_none() {
        file.fault(value.span(), format!("{field} is true or false"));
    }
    truth
}

/// Terrain, hexsides, roads and entry areas that the example adds to its map.
fn paint(file: &mut TextFile, section: &Section<'_, '_>, map: &mut MapFile) {
    let grid = map.grid.clone();
    if let Some(terrain) = file.section(section, "terrain", "terrain") {
        for (key, value) in terrain.entries() {
            let key = Spanned::new(key.span(), key.get_ref().as_ref());
            let Some(at) = hex(file, &grid, &key) else { continue };
            // What the example says takes the place of what was there.
            map.terrain.values_mut().for_each(|hexes| hexes.retain(|hex| *hex != at));
            for name in names(file, "a terrain", value) {
                if !tables::TERRAIN.contains(name.get_ref()) {
                    let known = tables::TERRAIN.join(", ");
                    file.fault(name.span(), format!("\"{}\" is no terrain; {known} are", name.get_ref()));
                    continue;
                }
                map.terrain.entry((*name.get_ref()).to_owned()).or_default().push(at);
            }
        }
    }
    if let Some(hexsides) = file.section(section, "hexsides", "hexsides") {
        for (key, value) in hexsides.entries() {
            let text = key.get_ref().as_ref();
            let uphill = text.contains('>');
            let pair = text.split_once(['-', '>']).and_then(|(from, to)| Some((grid.parse(from)?, grid.parse(to)?)));
            let Some((from, to)) = pair.filter(|(from, to)| grid.adjacent(*from, *to)) else {
                let sentence = format!(
                    "\"{text}\" is no hexside; write two neighbouring hexes as 0405-0406, or low>high for a slope"
                );
                file.fault(key.span(), sentence);
                continue;
            };
            for name in names(file, "a hexside", value) {
                if !tables::HEXSIDES.contains(name.get_ref()) {
                    let known = tables::HEXSIDES.join(", ");
                    file.fault(
                        name.span(),
                        format!("\"{}\" is nothing a hexside can have; {known} are", name.get_ref()),
                    );
                    continue;
                }
                let directed = tables::DIRECTED.contains(name.get_ref());
                if directed && !uphill {
                    file.fault(
                        key.span(),
                        format!("a slope has a low and a high side: write \"{}\" as low>high", text),
                    );
                    continue;
                }
                map.hexsides.entry((*name.get_ref()).to_owned()).or_default().push(MapSide { from, to, directed });
            }
        }
    }
    let mut leaves: Vec<Hex> = Vec::new();
    if let Some(value) = section.table.get("roads_leave_map_at") {
        for text in file.as_texts("roads_leave_map_at", value) {
            match hex(file, &grid, &text) {
                Some(at) if grid.is_edge(at) => leaves.push(at),
                Some(_) => file.fault(text.span(), format!("{} is not on the edge of the map", text.get_ref())),
                None => {}
            }
        }
    }
    if let Some(value) = section.table.get("roads") {
        for text in file.as_texts("roads", value) {
            let hexes: Option<Vec<Hex>> = text.get_ref().split_whitespace().map(|word| grid.parse(word)).collect();
            match hexes {
                Some(hexes) if hexes.windows(2).all(|pair| grid.adjacent(pair[0], pair[1])) => {
                    map.roads.push(Road { name: String::new(), kind: "road".into(), hexes, leaves_map_at: Vec::new() });
                }
                _ => file.fault(text.span(), "a road is a chain of neighbouring hexes, such as \"0405 0406 0507\""),
            }
        }
    }
    if !leaves.is_empty() {
        map.roads.push(Road { name: String::new(), kind: "road".into(), hexes: Vec::new(), leaves_map_at: leaves });
    }
    if let Some(entries) = file.section(section, "entries", "entries") {
        for (key, value) in entries.entries() {
            let Some(text) = file.as_text("an entry hex", value) else { continue };
            let Some(at) = hex(file, &grid, &text) else { continue };
            if grid.is_edge(at) && key.get_ref().chars().count() == 1 {
                map.entries.insert(key.get_ref().to_string(), at);
            } else {
                file.fault(key.span(), "an entry area is one letter and a hex on the edge of the map");
            }
        }
    }
}

/// `SIDE HANDLE: COUNTER @ HEX FLAGS…`, where the counter is a roster name or `NAME S-Mk`.
fn read_unit(
    title: &ArtOfWar,
    file: &mut TextFile,
    battle: Battle,
    grid: &Grid,
    printed: Option<&Grid>,
    text: &Spanned<&str>,
) -> Option<Placed> {
    let form = "a unit is written \"SIDE NAME: COUNTER @ HEX\", such as \"fr a: Lev 7-3a @ 0306\"";
    let line = *text.get_ref();
    let Some((head, body)) = line.split_once(':') else {
        file.fault(text.span(), form);
        return None;
    };
    let mut words = head.split_whitespace();
    let (Some(side), Some(handle), None) = (words.next(), words.next(), words.next()) else {
        file.fault(text.span(), form);
        return None;
    };
    let army = match side {
        "fr" | "french" => Army::French,
        "au" | "austrian" => Army::Austrian,
        "ru" | "russian" => Army::Russian,
        "pr" | "prussian" => Army::Prussian,
        _ => {
            file.fault(text.span(), format!("\"{side}\" is no army; fr, au, ru and pr are"));
            return None;
        }
    };
    if grid.parse(handle).is_some() || handle.contains(',') {
        file.fault(text.span(), format!("\"{handle}\" would be taken for a hex; name the unit otherwise"));
        return None;
    }
    if KEYWORDS.contains(&handle) {
        file.fault(text.span(), format!("\"{handle}\" is a word of the orders; name the unit otherwise"));
        return None;
    }
    let (counter, rest) = body.split_once('@').unwrap_or((body, ""));
    let mut rest: Vec<&str> = rest.split_whitespace().collect();
    let mut unit = read_counter(title, file, battle, army, counter, text)?;
    unit.id = handle.to_owned();
    let mut placed =
        Placed { unit, fate: Fate::Waiting, at: Hex::NONE, fresh: false, active: false, span: text.span() };
    match rest.first().copied() {
        None => {}
        Some(place) => {
            if let Some(at) = grid.parse(place) {
                placed.fate = Fate::OnMap;
                placed.at = at;
                placed.unit.start = Start::At(at);
                rest.remove(0);
            } else if let Some((area, turn)) = entry_code(place) {
                placed.unit.start = Start::Enters { area, turn };
                rest.remove(0);
            } else if place.len() == 4 && place.bytes().all(|byte| byte.is_ascii_digit()) {
                file.fault(text.span(), format!("{place} is not a hex of this map"));
                return None;
            }
        }
    }
    for flag in rest {
        match flag {
            "reserve" => placed.unit.reserve = true,
            "active" => {
                placed.unit.reserve = true;
                placed.active = true;
            }
            "lunette" => placed.unit.garrison = Some(Garrison::Lunette),
            "westphalians" => placed.unit.garrison = Some(Garrison::Westphalians),
            "klenau" => placed.unit.start = Start::Klenau,
            "fresh" => placed.fresh = true,
            "disrupted" => placed.fate = Fate::Disrupted,
            "lost" => placed.fate = Fate::Lost,
            other => {
                let sentence = format!(
                    "\"{other}\" says nothing about a unit; after the @ stands a hex, an entry code such as A7, or any of \
                     reserve, active, lunette, westphalians, klenau, fresh, disrupted, lost"
                );
                file.fault(text.span(), sentence);
                return None;
            }
        }
    }
    if let (Fate::Waiting, Start::At(start), Some(printed)) = (placed.fate, placed.unit.start, printed)
        && start.is_some()
    {
        placed.fate = Fate::OnMap;
        placed.at = grid.parse(&printed.name(start)).unwrap_or(Hex::NONE);
    }
    if placed.fate == Fate::Waiting && matches!(placed.unit.start, Start::At(_)) {
        file.fault(text.span(), format!("where is {handle}? {form}"));
        return None;
    }
    Some(placed)
}

/// `A7`: entry area and turn.
pub(crate) fn entry_code(word: &str) -> Option<(Area, u8)> {
    let mut letters = word.chars();
    let area = letters.next().filter(char::is_ascii_uppercase)?;
    Some((Area(area), letters.as_str().parse().ok()?))
}

/// T.oob.dresden, T.oob.eylau: a counter with everything that the order of battle says of it.
fn listed(battle: Battle) -> bool {
    match battle {
        Battle::Dresden => rule!("T.oob.dresden", true),
        Battle::Eylau => rule!("T.oob.eylau", true),
    }
}

/// T.oob.dresden.b, T.oob.eylau.b: all the pieces of the battle.
fn all_pieces(battle: Battle) -> bool {
    match battle {
        Battle::Dresden => rule!("T.oob.dresden.b", true),
        Battle::Eylau => rule!("T.oob.eylau.b", true),
    }
}

fn read_counter(
    title: &ArtOfWar,
    file: &mut TextFile,
    battle: Battle,
    army: Army,
    counter: &str,
    text: &Spanned<&str>,
) -> Option<Unit> {
    let data = title.battle(battle);
    let counter = counter.trim();
    if let Some(unit) = data.units.iter().find(|unit| unit.id == counter)
        && listed(battle)
    {
        if unit.army != army {
            file.fault(text.span(), format!("{counter} belongs to the {} army", unit.army.name()));
            return None;
        }
        return Some(unit.clone());
    }
    let values = counter.rsplit_once(' ').and_then(|(name, values)| {
        let kind = match values.chars().last()? {
            'i' => Kind::Infantry,
            'c' => Kind::Cavalry,
            'a' => Kind::Artillery,
            _ => return None,
        };
        let (strength, movement) = values[..values.len() - 1].split_once('-')?;
        Some((name.trim(), strength.parse::<u8>().ok()?, movement.parse::<u8>().ok()?, kind))
    });
    let Some((name, strength, movement, kind)) =
        values.filter(|(_, strength, movement, _)| *strength <= 99 && *movement <= 60)
    else {
        let sentence = format!(
            "\"{counter}\" is neither a counter of this battle nor NAME STRENGTH-MOVEMENT with i, c or a, such as \"Tut 8-4i\""
        );
        file.fault(text.span(), sentence);
        return None;
    };
    // A division's name on a counter of the other side is only a name.
    let division = data.scenario.divisions.iter().position(|division| {
        name.split_whitespace().next() == Some(&division.id) && division.army.side() == army.side()
    });
    Some(Unit {
        id: String::new(),
        name: name.to_owned(),
        army,
        division: division.map_or(Division::NONE, |index| Division(index as u8)),
        kind,
        strength,
        movement,
        start: Start::At(Hex::NONE),
        reserve: false,
        garrison: None,
    })
}

fn side_word(file: &mut TextFile, text: &Spanned<&str>) -> Option<Side> {
    match *text.get_ref() {
        "french" => Some(FRENCH),
        "allied" => Some(ALLIED),
        other => {
            file.fault(text.span(), format!("\"{other}\" is no side; french and allied are"));
            None
        }
    }
}

/// Tracks and states beyond where the units stand.
fn marks(file: &mut TextFile, section: &Section<'_, '_>, rules: &Rules, state: &mut State) {
    if let Some(morale) = file.section(section, "morale", "morale") {
        file.only_fields(&morale, &["french", "austrian", "russian", "prussian"]);
        for (army, field) in Army::ALL.into_iter().zip(["french", "austrian", "russian", "prussian"]) {
            if let Some(level) = file.number(&morale, field, 0..=99) {
                state.morale[army.index()] = level as u8;
            }
        }
    }
    if let Some(value) = section.table.get("fresh_used") {
        for text in file.as_texts("fresh_used", value) {
            match division(rules, text.get_ref()) {
                Some(division) => state.fresh_used |= division.bit(),
                None => file.fault(text.span(), format!("there is no division \"{}\"", text.get_ref())),
            }
        }
    }
    if let Some(text) = file.text(section, "second_division") {
        match division(rules, text.get_ref()) {
            Some(division) => state.second_division = Some(division.0),
            None => file.fault(text.span(), format!("there is no division \"{}\"", text.get_ref())),
        }
    }
    if let Some(control) = file.section(section, "control", "control") {
        for (key, value) in control.entries() {
            let Some(text) = file.as_text("control of a hex", value) else { continue };
            let Some(side) = side_word(file, &text) else { continue };
            let at = rules.ground.grid.parse(key.get_ref());
            match rules.scenario.objectives.iter().position(|objective| Some(*objective) == at && objective.is_some()) {
                Some(index) => state.control[index] = Some(side),
                None => file.fault(key.span(), format!("{} is no objective; see the field objectives", key.get_ref())),
            }
        }
    }
    state.guard_attacked = truth(file, section, "guard_attacked").unwrap_or(false);
    if let Some(text) = file.text(section, "klenau") {
        match *text.get_ref() {
            "at hand" => state.klenau = Klenau::AtHand,
            "on the road" => state.klenau = Klenau::OnTheRoad,
            _ => file.fault(text.span(), "klenau is \"on the road\" or \"at hand\""),
        }
    }
    if let Some(value) = section.table.get("old_town") {
        for text in file.as_texts("old_town", value) {
            let at = rules.ground.grid.parse(text.get_ref());
            match rules.scenario.objectives.iter().position(|objective| Some(*objective) == at && objective.is_some()) {
                Some(index) => state.old_town |= 1 << index,
                None => {
                    file.fault(text.span(), format!("{} is no objective; see the field objectives", text.get_ref()))
                }
            }
        }
    }
    for field in ["recalled", "moved"] {
        let Some(value) = section.table.get(field) else { continue };
        for text in file.as_texts(field, value) {
            match rules.find(text.get_ref()) {
                Some(unit) if field == "moved" => state.moved.insert(unit),
                Some(unit) => {
                    state.reserve.insert(unit);
                    state.recalled.insert(unit);
                }
                None => file.fault(text.span(), format!("there is no unit \"{}\" in this position", text.get_ref())),
            }
        }
    }
}

fn division(rules: &Rules, name: &str) -> Option<Division> {
    rules.scenario.divisions.iter().position(|division| division.id == name).map(|index| Division(index as u8))
}

/// Opens the phase in which the example begins.
fn open(
    file: &mut TextFile,
    section: &Section<'_, '_>,
    rules: &Rules,
    state: &mut State,
    placed: &[Placed],
) -> Option<()> {
    state.player = match file.text(section, "active") {
        Some(text) => side_word(file, &text)?,
        None => FRENCH,
    };
    let phase = file.text(section, "phase");
    let name = phase.as_ref().map_or("movement", |text| *text.get_ref());
    if let Some(unit) = placed.iter().find(|unit| unit.fresh && !matches!(name, "combat" | "fresh")) {
        file.fault(unit.span.clone(), "fresh strength is given for a Combat Phase: phase = \"combat\" or \"fresh\"");
    }
    for field in ["fought", "duties", "bombarded_from"] {
        if let Some(value) = section.table.get(field).filter(|_| name != "combat") {
            file.fault(value.span(), format!("{field} is of a Combat Phase only: phase = \"combat\""));
        }
    }
    let moved = state.moved;
    match name {
        "movement" => {
            state.frames.push(Frame::OpenMovement);
            let second = state.second_division;
            rules.run(state, &mut kernel::Discard);
            state.moved = moved;
            state.second_division = second;
        }
        // 8.2: by night the phase is passed over.
        "combat" if rules.night(state) => {
            state.frames.push(Frame::OpenCombat);
            rules.run(state, &mut kernel::Discard);
        }
        "combat" => {
            state.frames.push(Frame::OpenCombat);
            rules.begin_combat(state);
            give_fresh(file, rules, state, placed);
            if let Some(value) = section.table.get("fought") {
                for text in file.as_texts("fought", value) {
                    match rules.find(text.get_ref()) {
                        Some(unit) => state.fought.insert(unit),
                        None => {
                            file.fault(text.span(), format!("there is no unit \"{}\" in this position", text.get_ref()))
                        }
                    }
                }
                rules.lapse_duties(state, &mut kernel::Discard);
            }
            fought_so_far(file, section, rules, state);
        }
        "fresh" => {
            state.frames.push(Frame::OpenCombat);
            rules.run(state, &mut kernel::Discard);
            give_fresh(file, rules, state, placed);
        }
        "end of turn" => {
            state.frames.push(Frame::EndTurn);
            rules.run(state, &mut kernel::Discard);
        }
        "end of day" => {
            rules.end_day(state, &mut kernel::Discard);
            rules.run(state, &mut kernel::Discard);
        }
        "over" => rules.game_over(state, &mut kernel::Discard),
        other => {
            let sentence =
                format!("\"{other}\" is no phase; movement, combat, fresh, end of turn, end of day and over are");
            file.fault(phase.map_or(0..0, |text| text.span()), sentence);
            return None;
        }
    }
    Some(())
}

/// What a Combat Phase that has gone on for a while has left behind, where it does not follow from who has fought.
fn fought_so_far(file: &mut TextFile, section: &Section<'_, '_>, rules: &Rules, state: &mut State) {
    if let Some(value) = section.table.get("duties") {
        let names = file.as_texts("duties", value);
        state.duty = names.iter().filter_map(|text| rules.find(text.get_ref())).collect();
        for text in names.iter().filter(|text| rules.find(text.get_ref()).is_none()) {
            file.fault(text.span(), format!("there is no unit \"{}\" in this position", text.get_ref()));
        }
        rules.survey_awaiting(state);
    }
    if let Some(value) = section.table.get("bombarded_from") {
        for text in file.as_texts("bombarded_from", value) {
            if let Some(at) = hex(file, &rules.ground.grid, &text) {
                state.fired_from.insert(at);
            }
        }
    }
}

/// Fresh strength that was declared before the example begins.
fn give_fresh(file: &mut TextFile, rules: &Rules, state: &mut State, placed: &[Placed]) {
    for (index, unit) in placed.iter().enumerate().filter(|(_, unit)| unit.fresh) {
        let id = UnitId(index as u8);
        match rules.may_give_fresh::<Refusal>(state, unit.unit.side(), id) {
            Ok(()) => state.fresh.insert(id),
            Err(refusal) => file.fault(unit.span.clone(), refusal.explain(rules).to_string()),
        }
    }
}
