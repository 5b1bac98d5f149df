//! Positions of examples: a map, blank or printed, painted as needed, and units put where the example wants them.
//! docs/art-of-war.md lists every field with its default.

use std::ops::Range;

use board::{Grid, Hex, Shift};
use kernel::Position;
use kit::example::{Fields, UnitLine, one_of};
use kit::hexboard::{Boards, hex};

use crate::counters::{Area, Army, Division, FRENCH, Garrison, Kind, SIDES, Start, UNITS, Unit, UnitId};
use crate::refusal::Refusal;
use crate::scenario::Objective;
use crate::sequence::Frame;
use crate::state::{Fate, Klenau, State};
use crate::title::{ArtOfWar, VOCABULARY};
use crate::{Battle, HexSet, Rules};

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

const BOARDS: Boards<'static> =
    Boards { vocabulary: &VOCABULARY, capacity: HexSet::CAPACITY, lower: Shift::Even, printed: &["eylau", "dresden"] };

const ARMIES: [(&str, Army); 8] = [
    ("fr", Army::French),
    ("au", Army::Austrian),
    ("ru", Army::Russian),
    ("pr", Army::Prussian),
    ("french", Army::French),
    ("austrian", Army::Austrian),
    ("russian", Army::Russian),
    ("prussian", Army::Prussian),
];

pub(crate) fn read(title: &ArtOfWar, fields: &mut Fields<'_, '_, '_>) -> Option<Position<Rules>> {
    let battle = match fields.has("rules_of") {
        true => fields.word("rules_of", |word| one_of("battle", &Battle::WORDS, word))?,
        false => Battle::Eylau,
    };
    let data = title.battle(battle);
    let printed_grid = &data.map.grid;
    let printed_map = |word: &str| Some(title.battle(one_of("map", &Battle::WORDS, word).ok()?).map.clone());
    let map = BOARDS.read(fields, printed_map)?;
    let grid = map.grid.clone();
    let mut scenario = data.scenario.clone();

    // Objectives keep their numbers; a small map may not have them.
    for objective in &mut scenario.objectives {
        objective.hex = grid.parse(&printed_grid.name(objective.hex)).unwrap_or(Hex::NONE);
    }
    if let Some(value) = fields.value("objectives") {
        let like = scenario.objectives.first().cloned()?;
        let named = fields.each("objectives", |word| hex(&grid, word)).into_iter();
        scenario.objectives = named.map(|hex| Objective { hex, ..like.clone() }).collect();
        if scenario.objectives.len() > 4 {
            fields.fault(value.span(), "there can be at most four objectives");
            return None;
        }
    }

    let last = scenario.turns.len() as i64;
    let turn = fields.number("turn", 1..=last).unwrap_or(4) as u8;
    let today = &mut scenario.turns[usize::from(turn) - 1];
    today.night = fields.truth("night").unwrap_or(today.night);
    // Rain is an exclusive rule of Dresden (13.0).
    today.rain = fields.truth("rain").map_or(today.rain, |rain| rain && battle == Battle::Dresden);
    let weather = fields.truth("weather").unwrap_or(false);

    let mut placed = Vec::new();
    if fields.truth("setup").unwrap_or(false) && all_pieces(battle) {
        placed.extend(data.units.iter().map(|unit| {
            let (fate, at) = match unit.start {
                Start::At(at) => (Fate::OnMap, grid.parse(&printed_grid.name(at)).unwrap_or(Hex::NONE)),
                Start::Enters { .. } | Start::Klenau => (Fate::Waiting, Hex::NONE),
            };
            Placed { unit: unit.clone(), fate, at, fresh: false, active: false, span: fields.span() }
        }));
        if placed.iter().any(|unit| unit.fate == Fate::OnMap && unit.at.is_none()) {
            fields.fault(fields.span(), "setup = true needs the map of the battle");
            return None;
        }
    }
    // A counter without a hex stands where it is printed to start, which means something on its own map only.
    let printed = fields.text("map").is_some_and(|map| *map.get_ref() == battle.id()).then_some(printed_grid);
    for text in fields.texts("units") {
        let unit = match read_unit(title, battle, &grid, printed, text.get_ref()) {
            Ok(unit) => Placed { span: text.span(), ..unit },
            Err(sentence) => {
                fields.fault(text.span(), sentence);
                continue;
            }
        };
        match placed.iter().position(|other| other.unit.id == unit.unit.id) {
            // In a set-up a unit may be moved elsewhere; otherwise a name stands for one unit.
            Some(known) if fields.has("setup") => placed[known] = unit,
            Some(_) => fields.fault(text.span(), format!("there are two units \"{}\"", unit.unit.id)),
            None => placed.push(unit),
        }
    }
    if placed.len() > UNITS {
        fields.fault(fields.span(), format!("there is room for {UNITS} units"));
        return None;
    }

    let units = placed.iter().map(|placed| placed.unit.clone()).collect();
    let rules = Rules::new(scenario, map, units, title.tables.clone(), title.words.clone(), weather);
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
            fields.fault(
                unit.span.clone(),
                format!("{} is in the same hex as an enemy, {}", unit.unit.id, grid.name(unit.at)),
            );
            return None;
        }
        if !rules.has_room(&state, unit.unit.side(), unit.at) && unit.unit.garrison.is_none() {
            let sentence = format!("{} is one unit too many in {}", unit.unit.id, grid.name(unit.at));
            fields.fault(unit.span.clone(), sentence);
            return None;
        }
        rules.put(&mut state, id, unit.at);
        // 23.4: whoever stands in a hex of Eylau holds it, unless the field `control` says otherwise.
        rules.pass_through(&mut state, unit.unit.side(), unit.at, &mut kernel::Discard);
    }
    marks(fields, &rules, &mut state);
    open(fields, &rules, &mut state, &placed)?;
    Some(Position { rules, state })
}

/// `SIDE HANDLE: COUNTER @ HEX FLAGS…`, where the counter is a roster name or `NAME S-Mk`.
fn read_unit(
    title: &ArtOfWar,
    battle: Battle,
    grid: &Grid,
    printed: Option<&Grid>,
    line: &str,
) -> Result<Placed, String> {
    let form = "a unit is written \"SIDE NAME: COUNTER @ HEX\", such as \"fr a: Lev 7-3a @ 0306\"";
    let UnitLine { side, handle, counter, place } = UnitLine::split(line).ok_or(form)?;
    let army = ARMIES.iter().find(|(word, _)| *word == side).map(|(_, army)| *army);
    let army = army.ok_or_else(|| format!("\"{side}\" is not an army; use fr, au, ru or pr"))?;
    if grid.parse(handle).is_some() || handle.contains(',') {
        return Err(format!("\"{handle}\" looks like a hex; choose another name for the unit"));
    }
    if KEYWORDS.contains(&handle) {
        return Err(format!("\"{handle}\" is a word used in orders; choose another name for the unit"));
    }
    let unit = Unit { id: handle.to_owned(), ..read_counter(title, battle, army, counter)? };
    let mut placed = Placed { unit, fate: Fate::Waiting, at: Hex::NONE, fresh: false, active: false, span: 0..0 };
    let mut rest: Vec<&str> = place.unwrap_or("").split_whitespace().collect();
    if let Some(place) = rest.first().copied() {
        if let Some(at) = grid.parse(place) {
            (placed.fate, placed.at, placed.unit.start) = (Fate::OnMap, at, Start::At(at));
            rest.remove(0);
        } else if let Some((area, turn)) = entry_code(place) {
            placed.unit.start = Start::Enters { area, turn };
            rest.remove(0);
        } else if place.len() == 4 && place.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(format!("{place} is not a hex of this map"));
        }
    }
    for flag in rest {
        match flag {
            "reserve" => placed.unit.reserve = true,
            "active" => (placed.unit.reserve, placed.active) = (true, true),
            "lunette" => placed.unit.garrison = Some(Garrison::Lunette),
            "westphalians" => placed.unit.garrison = Some(Garrison::Westphalians),
            "klenau" => placed.unit.start = Start::Klenau,
            "fresh" => placed.fresh = true,
            "disrupted" => placed.fate = Fate::Disrupted,
            "lost" => placed.fate = Fate::Lost,
            other => {
                return Err(format!(
                    "\"{other}\" is not a place or flag of a unit; after the @ write a hex, an entry code such as A7, or any of \
                     reserve, active, lunette, westphalians, klenau, fresh, disrupted, lost"
                ));
            }
        }
    }
    if let (Fate::Waiting, Start::At(start), Some(printed)) = (placed.fate, placed.unit.start, printed)
        && start.is_some()
    {
        placed.fate = Fate::OnMap;
        placed.at = grid.parse(&printed.name(start)).unwrap_or(Hex::NONE);
    }
    // A counter of the example's own that the French hold in reserve stands for the Old Guard.
    placed.unit.old_guard |= army == Army::French && placed.unit.reserve && !is_listed(title, battle, counter);
    if placed.fate == Fate::Waiting && matches!(placed.unit.start, Start::At(_)) {
        return Err(format!("where is {handle}? {form}"));
    }
    Ok(placed)
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

fn is_listed(title: &ArtOfWar, battle: Battle, counter: &str) -> bool {
    title.battle(battle).units.iter().any(|unit| unit.id == counter)
}

fn read_counter(title: &ArtOfWar, battle: Battle, army: Army, counter: &str) -> Result<Unit, String> {
    let data = title.battle(battle);
    if let Some(unit) = data.units.iter().find(|unit| unit.id == counter)
        && listed(battle)
    {
        return match unit.army == army {
            true => Ok(unit.clone()),
            false => Err(format!("{counter} belongs to the {} army", unit.army.name())),
        };
    }
    let values = counter.rsplit_once(' ').and_then(|(name, values)| {
        let kind = [Kind::Infantry, Kind::Cavalry, Kind::Artillery];
        let kind = kind.into_iter().find(|kind| values.ends_with(kind.letter()))?;
        let (strength, movement) = values[..values.len() - 1].split_once('-')?;
        Some((name.trim(), strength.parse::<u8>().ok()?, movement.parse::<u8>().ok()?, kind))
    });
    let Some((name, strength, movement, kind)) =
        values.filter(|(_, strength, movement, _)| *strength <= 99 && *movement <= 60)
    else {
        return Err(format!(
            "\"{counter}\" is neither a counter of this battle nor NAME STRENGTH-MOVEMENT with i, c or a, such as \"Tut 8-4i\""
        ));
    };
    // A division's name on a counter of the other side is only a name.
    let division = data.scenario.divisions.iter().position(|division| {
        name.split_whitespace().next() == Some(&division.id) && division.army.side() == army.side()
    });
    Ok(Unit {
        id: String::new(),
        name: name.to_owned(),
        army,
        division: division.map_or(Division::NONE, |index| Division(index as u8)),
        kind,
        strength,
        movement,
        start: Start::At(Hex::NONE),
        reserve: false,
        old_guard: false,
        garrison: None,
    })
}

fn division(rules: &Rules, name: &str) -> Result<Division, String> {
    let found = rules.scenario.divisions.iter().position(|division| division.id == name);
    found.map(|index| Division(index as u8)).ok_or_else(|| format!("there is no division \"{name}\""))
}

fn unit(rules: &Rules, name: &str) -> Result<UnitId, String> {
    rules.find(name).ok_or_else(|| format!("there is no unit \"{name}\" in this position"))
}

/// An objective by the number of its hex.
fn objective(rules: &Rules, name: &str) -> Result<usize, String> {
    let at = rules.ground.grid.parse(name);
    let known = |objective: &Objective| Some(objective.hex) == at && objective.hex.is_some();
    let found = rules.scenario.objectives.iter().position(known);
    found.ok_or_else(|| format!("{name} is not an objective; see the field objectives"))
}

/// Tracks and states beyond where the units stand.
fn marks(fields: &mut Fields<'_, '_, '_>, rules: &Rules, state: &mut State) {
    for (army, level) in fields.tally("morale", &["french", "austrian", "russian", "prussian"], 0..=99) {
        state.morale[army] = level as u8;
    }
    for division in fields.each("fresh_used", |name| division(rules, name)) {
        state.fresh_used |= division.bit();
    }
    state.second_division = fields.word("second_division", |name| division(rules, name)).map(|division| division.0);
    let held = |hex: &str, side: &str| Ok((SIDES.read(side)?, objective(rules, hex)?));
    for (side, index) in fields.pairs("control", "control of a hex", held) {
        state.control[index] = Some(side);
    }
    state.guard_attacked = fields.truth("guard_attacked").unwrap_or(false);
    let klenau = [("on the road", Klenau::OnTheRoad), ("at hand", Klenau::AtHand)];
    state.klenau = fields.word("klenau", |word| one_of("state of Klenau", &klenau, word)).unwrap_or(state.klenau);
    for index in fields.each("old_town", |name| objective(rules, name)) {
        state.old_town |= 1 << index;
    }
    for recalled in fields.each("recalled", |name| unit(rules, name)) {
        state.reserve.insert(recalled);
        state.recalled.insert(recalled);
    }
    state.moved.extend(fields.each("moved", |name| unit(rules, name)));
}

/// Opens the phase in which the example begins.
fn open(fields: &mut Fields<'_, '_, '_>, rules: &Rules, state: &mut State, placed: &[Placed]) -> Option<()> {
    state.player = match fields.has("active") {
        true => fields.side("active", &SIDES)?,
        false => FRENCH,
    };
    let phase = fields.text("phase");
    let name = phase.as_ref().map_or("movement", |text| *text.get_ref());
    if let Some(unit) = placed.iter().find(|unit| unit.fresh && !matches!(name, "combat" | "fresh")) {
        let sentence = "fresh strength needs a Combat Phase: phase = \"combat\" or \"fresh\"";
        fields.fault(unit.span.clone(), sentence);
    }
    for field in ["fought", "duties", "bombarded_from"] {
        if let Some(value) = fields.value(field).filter(|_| name != "combat") {
            fields.fault(value.span(), format!("{field} needs a Combat Phase: phase = \"combat\""));
        }
    }
    match name {
        "movement" => {
            state.frames.push(Frame::OpenMovement);
            let (moved, second) = (state.moved, state.second_division);
            rules.run(state, &mut kernel::Discard);
            (state.moved, state.second_division) = (moved, second);
        }
        // 8.2: by night the phase is passed over.
        "combat" if rules.night(state) => {
            state.frames.push(Frame::OpenCombat);
            rules.run(state, &mut kernel::Discard);
        }
        "combat" => {
            state.frames.push(Frame::OpenCombat);
            rules.begin_combat(state);
            give_fresh(fields, rules, state, placed);
            fought_so_far(fields, rules, state);
        }
        "fresh" => {
            state.frames.push(Frame::OpenCombat);
            rules.run(state, &mut kernel::Discard);
            give_fresh(fields, rules, state, placed);
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
                format!("\"{other}\" is not a phase; use movement, combat, fresh, end of turn, end of day or over");
            fields.fault(phase.map_or(0..0, |text| text.span()), sentence);
            return None;
        }
    }
    Some(())
}

/// What a Combat Phase that has gone on for a while has left behind; duties only where they do not follow from who has fought.
fn fought_so_far(fields: &mut Fields<'_, '_, '_>, rules: &Rules, state: &mut State) {
    if fields.has("fought") {
        state.fought.extend(fields.each("fought", |name| unit(rules, name)));
        rules.lapse_duties(state, &mut kernel::Discard);
    }
    if fields.has("duties") {
        state.duty = fields.each("duties", |name| unit(rules, name)).into_iter().collect();
        rules.survey_awaiting(state);
    }
    state.fired_from.extend(fields.each("bombarded_from", |name| hex(&rules.ground.grid, name)));
}

/// Fresh strength that was declared before the example begins.
fn give_fresh(fields: &mut Fields<'_, '_, '_>, rules: &Rules, state: &mut State, placed: &[Placed]) {
    for (index, unit) in placed.iter().enumerate().filter(|(_, unit)| unit.fresh) {
        let id = UnitId(index as u8);
        match rules.may_give_fresh::<Refusal>(state, unit.unit.side(), id) {
            Ok(()) => state.fresh.insert(id),
            Err(refusal) => fields.fault(unit.span.clone(), refusal.explain(rules).to_string()),
        }
    }
}
