//! Positions of examples: a map, blank or printed, painted as needed, and leaders with their units put where the example wants
//! them. docs/struggle-of-nations.md lists every field with its default.

mod changes;
mod leaders;

use std::sync::Arc;

use board::mapfile::Road;
use board::{Grid, Hex, Shift};
use kernel::{Options, Outcome, Pending, Position, Ruleset, Side};
use kit::example::{Fields, one_of};
use kit::hexboard::{Boards, hex};

use crate::calendar::Season;
use crate::ground::Ground;
use crate::options::Chosen;
use crate::roster::{ALLIED, Army, BOTH, FRENCH, Leader, LeaderId, SIDES};
use crate::scenario::{Scenario, Victory};
use crate::sequence::{Frame, Segment};
use crate::state::{ArmyState, Centre, NO_LINE, Pledge, State};
use crate::tables::{TableLine, Weather};
use crate::theatre::{Depot, Fortress, FortressKind, SourceHex, SourceId, Theatre};
use crate::title::{SCENARIOS, StruggleOfNations, VOCABULARY};
use crate::view::{PRIVATE, PUBLIC, set_mut};
use crate::{Parts, Rules};

pub(crate) use changes::{FIELDS, is_busy, write};
use leaders::{Placed, place, read_leader};

const BOARDS: Boards<'static> =
    Boards { vocabulary: &VOCABULARY, capacity: 16384, lower: Shift::Even, printed: &["saxony"] };

/// The territory of the hexes that an example closes in spring (26.austria).
const CLOSED: u8 = 200;

/// Kinds of replacements, in the order of the pools.
pub(crate) const REPLACEMENTS: [&str; 6] =
    ["infantry", "cavalry", "artillery", "young-guard", "old-guard", "guard-cavalry"];

pub(crate) fn read(title: &StruggleOfNations, fields: &mut Fields<'_, '_, '_>) -> Option<Position<Rules>> {
    let data = &title.data;
    let mut options = Options::new();
    for id in fields.each("options", |word| Ok(word.to_owned())) {
        options.insert(id, "on".into());
    }
    let chosen = Chosen::of(&options);
    let named = fields.word("rules_of", |word| title.chosen(word, &chosen));
    let setup = fields.truth("setup").unwrap_or(false);
    let mut scenario = match &named {
        Some(scenario) => scenario.clone(),
        None => unlimited(title.chosen(SCENARIOS[2], &chosen).ok()?),
    };
    // A set-up needs the map that it was made for.
    let printed = fields.text("map").map_or(setup, |word| *word.get_ref() == "saxony");
    if setup && !printed {
        fields.fault(fields.span(), "a set-up stands on the map \"saxony\"");
        return None;
    }
    let unnamed = setup.then(|| (*data.map).clone());
    let mut map = BOARDS.read_or(fields, unnamed, |word| (word == "saxony").then(|| (*data.map).clone()))?;
    roads(fields, &map.grid.clone(), &mut map.roads);
    let grid = map.grid.clone();
    let mut theatre = if printed { (*data.theatre).clone() } else { Theatre::blank(&grid) };
    paint(fields, &grid, &mut theatre);
    let ground = Arc::new(Ground::compile(&map, &theatre, &data.tables));
    if !setup {
        scenario.packages.clear();
        scenario.arrivals.clear();
        if !printed {
            if let Some(armistice) = &mut scenario.armistice {
                armistice.forces.clear();
                armistice.centres.clear();
            }
            scenario.armies.clear();
        }
    }
    if theatre.territory.contains(&CLOSED) {
        scenario.closed.push(CLOSED);
    }
    let first = scenario.first_turn;
    let last = scenario.last_turn;
    let dated = fields.word("date", |word| {
        data.calendar
            .find(word)
            .ok_or_else(|| format!("no turn is called \"{word}\"; turns are named as in \"15-16 Aug\""))
    });
    let numbered = fields.number("turn", 1..=62).map(|number| number as u8);
    let turn = dated.or(numbered).unwrap_or(first.max(1));
    scenario.first_turn = first.min(turn);
    scenario.last_turn = last.max(turn);
    if let Some(side) = fields.side("first_player", &SIDES) {
        scenario.first_player = side;
    }

    let mut placed: Vec<Placed> = Vec::new();
    for text in fields.texts("units") {
        match read_leader(title, &grid, text.get_ref()) {
            Ok(leader) if placed.iter().any(|other| other.leader.id == leader.leader.id) => {
                fields.fault(text.span(), format!("there are two leaders \"{}\"", leader.leader.id));
            }
            Ok(leader) => placed.push(leader),
            Err(sentence) => fields.fault(text.span(), sentence),
        }
    }
    let mut leaders: Vec<Leader> = placed.iter().map(|placed| placed.leader.clone()).collect();
    if setup {
        let known: Vec<String> = leaders.iter().map(|leader| leader.id.clone()).collect();
        leaders.extend(title.leaders(&scenario, &chosen).into_iter().filter(|leader| !known.contains(&leader.id)));
    } else {
        let spare = crate::roster::majors(&data.roster.kinds);
        leaders.extend(spare.into_iter().filter(|leader| leader.id.ends_with("-1") || leader.id.ends_with("-2")));
    }
    let mut units = if setup { data.roster.units.clone() } else { Vec::new() };
    for placed in &placed {
        for (unit, _) in &placed.units {
            if !units.iter().any(|known| known.id == unit.id) {
                units.push(unit.clone());
            }
        }
    }
    if !setup {
        // Units of the roster have other numbers here; a twin or successor that is not in play counts for nothing.
        let roster = &data.roster.units;
        let ids: Vec<String> = units.iter().map(|unit| unit.id.clone()).collect();
        let here = |unit: Option<crate::roster::UnitId>| {
            let id = &roster[unit?.index()].id;
            ids.iter().position(|known| known == id).map(|place| crate::roster::UnitId(place as u16))
        };
        units.iter_mut().for_each(|unit| (unit.twin, unit.autumn) = (here(unit.twin), here(unit.autumn)));
        let regiment = data.tables.limits.march_regiment;
        units.extend(crate::roster::regiments(regiment.infantry, regiment.cavalry));
    }
    if units.len() > crate::roster::UNITS || leaders.len() > crate::roster::LEADERS {
        fields.fault(fields.span(), "there is no room for so many leaders and units");
        return None;
    }
    let mut rules = Rules::new(Parts {
        scenario,
        map: Arc::new(map),
        ground,
        theatre: Arc::new(theatre),
        calendar: data.calendar.clone(),
        tables: data.tables.clone(),
        options: chosen,
        leaders,
        units,
        changed: title.changed(&chosen),
        deputies: title.deputies(&chosen),
    });
    if !setup {
        // What an example puts down is as strong as it may be, unless it says otherwise.
        for placed in &placed {
            for (unit, _) in &placed.units {
                if let Some(id) = rules.find_unit(&unit.id) {
                    rules.maximum[id.index()] = unit.maximum.max(data.tables.limits.smallest_maximum);
                }
            }
        }
        read_armies(fields, &mut rules);
    }
    let mut state = if setup { rules.set_up() } else { rules.empty_state() };
    state.turn = turn;
    state.player = fields.side("active", &SIDES).unwrap_or(FRENCH);
    for placed in &placed {
        place(fields, &rules, &mut state, placed)?;
    }
    if !setup {
        set_armies(&rules, &mut state);
    }
    marks(fields, &rules, &mut state);
    open(fields, &rules, &mut state)?;
    changes::read(fields, &rules, &mut state);
    Some(Position { rules, state })
}

/// An example that names no scenario has none of the events of one.
fn unlimited(mut scenario: Scenario) -> Scenario {
    scenario.removals.clear();
    scenario.drafts.clear();
    scenario.militia = None;
    scenario.saxon_neutrality = false;
    scenario.closed.clear();
    if let Victory::Steps { berlin, .. } = &mut scenario.victory {
        *berlin = None;
    }
    scenario
}

/// Roads of an example are primary, unless they are listed as secondary.
fn roads(fields: &mut Fields<'_, '_, '_>, grid: &Grid, roads: &mut Vec<Road>) {
    let chains = fields.each("secondary_roads", |words| {
        let hexes: Option<Vec<Hex>> = words.split_whitespace().map(|word| grid.parse(word)).collect();
        let chain = hexes.filter(|hexes| hexes.windows(2).all(|pair| grid.adjacent(pair[0], pair[1])));
        chain.ok_or_else(|| "a road is a chain of neighbouring hexes, such as \"0405 0406 0507\"".into())
    });
    for road in roads.iter_mut().filter(|road| road.kind == "road") {
        road.kind = "primary-road".into();
    }
    let secondary =
        |hexes| Road { name: String::new(), kind: "secondary-road".into(), hexes, leaves_map_at: Vec::new() };
    roads.extend(chains.into_iter().map(secondary));
}

/// Territories, fortresses, depots, sources and cities that the example names.
fn paint(fields: &mut Fields<'_, '_, '_>, grid: &Grid, theatre: &mut Theatre) {
    for (field, side) in [("french_ground", FRENCH), ("allied_ground", ALLIED)] {
        for at in fields.each(field, |word| if word == "all" { Ok(Hex::NONE) } else { hex(grid, word) }) {
            if at.is_none() {
                theatre.friendly.iter_mut().for_each(|ground| *ground = Some(side));
            } else {
                theatre.friendly[at.index()] = Some(side);
            }
        }
    }
    for at in fields.each("closed_ground", |word| hex(grid, word)) {
        theatre.territory[at.index()] = CLOSED;
    }
    let pair = |text: &str| -> Result<(Hex, Hex), String> {
        let (main, bridgehead) = text.split_once('-').ok_or("a fortress has two hexes, such as 0505-0605")?;
        Ok((hex(grid, main)?, hex(grid, bridgehead)?))
    };
    for (field, kind) in [("citadels", FortressKind::Citadel), ("towns", FortressKind::FortifiedTown)] {
        for (name, (main, bridgehead)) in
            fields.pairs(field, "a fortress", |name, text| Ok((name.to_owned(), pair(text)?)))
        {
            theatre.fortresses.push(Fortress { id: name.clone(), name, kind, main, bridgehead });
        }
    }
    let depot = |text: &str| -> Result<Depot, String> {
        let (at, class) = text.split_once(" class ").unwrap_or((text, "1"));
        let at = hex(grid, at)?;
        let class = class.parse().map_err(|_| "a depot is written \"0505\" or \"0505 class 3\"")?;
        Ok(Depot { place: grid.name(at), hex: at, class })
    };
    theatre.depots.extend(fields.each("depots", depot));
    let sources = |line: &str, text: &str| -> Result<Vec<SourceHex>, String> {
        let line = one_of("line", &LINES, line)?;
        let army = crate::theatre::line_army(line);
        text.split_whitespace()
            .map(|word| {
                let mut parts = word.split('/');
                let at = hex(grid, parts.next().unwrap_or(""))?;
                let territory = parts.next().filter(|name| !name.is_empty()).map(str::to_owned);
                let last_turn = match parts.next() {
                    Some(turn) => {
                        Some(turn.parse().map_err(|_| "a source is HEX, HEX/TERRITORY or HEX/TERRITORY/LAST TURN")?)
                    }
                    None => None,
                };
                Ok(SourceHex { army, line, hex: at, name: grid.name(at), territory, last_turn })
            })
            .collect()
    };
    for sources in fields.pairs("sources", "sources", sources) {
        theatre.sources.extend(sources);
    }
    if let Some(at) = fields.word("berlin", |word| hex(grid, word)) {
        theatre.berlin = at;
    }
    if let Some(at) = fields.word("dresden", |word| hex(grid, word)) {
        theatre.dresden = at;
    }
}

const LINES: [(&str, TableLine); 5] = [
    ("french", TableLine::French),
    ("silesia-spring", TableLine::SilesiaSpring),
    ("silesia", TableLine::Silesia),
    ("bohemia", TableLine::Bohemia),
    ("north", TableLine::North),
];

/// `armies = ["french 12 0505"]`: army, points, centre; its source is the one that the example names for it.
fn read_armies(fields: &mut Fields<'_, '_, '_>, rules: &mut Rules) {
    let grid = rules.ground.grid.clone();
    let read = |text: &str| -> Result<crate::scenario::ArmySetup, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let [line, points, rest @ ..] = words.as_slice() else {
            return Err("an army is written \"french 12 0505\"".into());
        };
        let line = one_of("line", &LINES, line)?;
        let points = points.parse().map_err(|_| "an army is written \"french 12 0505\"")?;
        let centre = match rest {
            [] => [Hex::NONE; 2],
            [at] => [hex(&grid, at)?, Hex::NONE],
            [at, next, ..] => [hex(&grid, at)?, hex(&grid, next)?],
        };
        Ok(crate::scenario::ArmySetup {
            army: crate::theatre::line_army(line),
            line,
            points,
            centre,
            source: SourceId::NONE,
        })
    };
    let mut armies = fields.each("armies", read);
    for army in [Army::French, Army::Silesia] {
        // Both sides have an army to belong to.
        if !armies.iter().any(|setup| setup.army.side() == army.side()) {
            let line = if army == Army::French { TableLine::French } else { TableLine::Silesia };
            armies.push(crate::scenario::ArmySetup {
                army,
                line,
                points: 5,
                centre: [Hex::NONE; 2],
                source: SourceId::NONE,
            });
        }
    }
    for setup in &mut armies {
        let source = rules.theatre.sources.iter().position(|source| source.line == setup.line);
        setup.source = source.map_or(SourceId::NONE, |index| SourceId(index as u8));
        rules.lines[setup.army.index()] = Some(setup.line);
    }
    rules.scenario.armies = armies;
}

fn set_armies(rules: &Rules, state: &mut State) {
    for setup in &rules.scenario.armies {
        *state.army_mut(setup.army) = ArmyState {
            points: setup.points,
            centre: if setup.centre[0].is_some() { Centre::Active } else { Centre::None },
            centre_at: setup.centre,
            source: setup.source,
            line: NO_LINE,
            ..ArmyState::NONE
        };
        let [at, next] = setup.centre;
        if at.is_some() && next.is_none() {
            state.army_mut(setup.army).centre_at = rules.centre_hexes(state, setup.army, at);
        }
        let own = state.army_mut(setup.army);
        own.centre_from = own.centre_at;
    }
}

fn leader(rules: &Rules, name: &str) -> Result<LeaderId, String> {
    rules.find_leader(name).ok_or_else(|| format!("there is no leader \"{name}\" in this position"))
}

/// States beyond where the leaders stand.
fn marks(fields: &mut Fields<'_, '_, '_>, rules: &Rules, state: &mut State) {
    let grid = &rules.ground.grid;
    for name in PUBLIC.iter().chain(PRIVATE) {
        for id in fields.each(name, |word| leader(rules, word)) {
            if let Some(set) = set_mut(state, name) {
                set.insert(id);
            }
        }
    }
    if let Some(weather) = fields.word("weather", |word| {
        let words: Vec<(&str, Weather)> = Weather::ALL.map(|weather| (weather.id(), weather)).to_vec();
        one_of("weather", &words, word)
    }) {
        state.weather = weather;
    }
    for (side, value) in fields.tally("morale", &SIDES.ids(), -3..=3) {
        state.morale[side] = value as i8;
    }
    state.start_morale = state.morale;
    for (side, value) in fields.tally("start_morale", &SIDES.ids(), -3..=3) {
        state.start_morale[side] = value as i8;
    }
    let armies = Army::ALL.map(Army::id);
    for (army, shift) in fields.tally("shift", &armies, -1..=2) {
        state.armies[army].shift = shift as i8;
    }
    administration(fields, rules, state);
    for army in fields.each("inactive", |word| Army::find(word).ok_or_else(|| format!("there is no army \"{word}\""))) {
        state.army_mut(army).centre = Centre::Inactive;
    }
    for (field, centre) in [("moved_centres", Centre::Moved), ("fled_centres", Centre::Fled)] {
        for army in fields.each(field, |word| Army::find(word).ok_or_else(|| format!("there is no army \"{word}\""))) {
            state.army_mut(army).centre = centre;
        }
    }
    for bridge in fields.each("blown", |word| {
        kit::grammar::Slot::<crate::ground::BridgeId>::read(rules, word).map_err(|error| error.to_string())
    }) {
        state.blown.insert(bridge);
    }
    for (city, field) in [("berlin_holder", true), ("dresden_holder", false)] {
        let Some(side) = fields.side(city, &SIDES) else { continue };
        if field {
            state.berlin.holder = Some(side);
        } else {
            state.dresden.holder = Some(side);
        }
    }
    for (hex, side) in [(rules.theatre.berlin, true), (rules.theatre.dresden, false)] {
        let holder = BOTH.into_iter().find(|side| hex.is_some() && rules.holds(state, *side, hex));
        let city = if side { &mut state.berlin } else { &mut state.dresden };
        city.holder = city.holder.or(holder);
    }
    // A city in enemy hands has cost its step; taken back it gives it back (12.berlin, 12.dresden.spring).
    let lost = |holder: Option<Side>, loser: Side| (holder == Some(crate::roster::enemy_of(loser))).then_some(loser);
    let dresden_counts_for = if rules.season(state) == Season::Spring { ALLIED } else { FRENCH };
    state.berlin.moved = state.berlin.moved.or(lost(state.berlin.holder, ALLIED));
    state.dresden.moved = state.dresden.moved.or(lost(state.dresden.holder, dresden_counts_for));
    let pools = fields.tally("replacements", &REPLACEMENTS, 0..=12);
    for (kind, points) in pools {
        state.replacements.iter_mut().for_each(|pool| pool[kind] = points as u8);
    }
    let _ = grid;
}

/// Sources, centres and depots that are not as they were at the start.
fn administration(fields: &mut Fields<'_, '_, '_>, rules: &Rules, state: &mut State) {
    let army = |word: &str| Army::find(word).ok_or_else(|| format!("there is no army \"{word}\""));
    let source = |name: &str, word: &str| -> Result<(Army, SourceId), String> {
        let source = kit::grammar::Slot::<SourceId>::read(rules, word).map_err(|error| error.to_string())?;
        Ok((army(name)?, source))
    };
    for (army, source) in fields.pairs("source", "a source", source) {
        state.army_mut(army).source = source;
    }
    for (army, source) in fields.pairs("changing", "a source", source) {
        state.army_mut(army).changing = source;
    }
    for army in fields.each("lost_sources", army) {
        state.army_mut(army).source_lost = true;
    }
    for (army, turn) in fields.tally("disbanded", &Army::ALL.map(Army::id), 1..=90) {
        let own = &mut state.armies[army];
        own.centre = Centre::Disbanded(turn as u8);
        own.centre_at = [Hex::NONE; 2];
        own.centre_from = own.centre_at;
    }
    for army in fields.each("fresh", army) {
        state.army_mut(army).fresh = true;
    }
    for army in fields.each("unpledged", army) {
        state.army_mut(army).pledge = Pledge::Due;
    }
    for (army, level) in fields.tally("pledged", &Army::ALL.map(Army::id), 0..=3) {
        state.armies[army].pledge = Pledge::Level(level as u8);
    }
    let dead = |word: &str| kit::grammar::Slot::<SourceId>::read(rules, word).map_err(|error| error.to_string());
    for source in fields.each("dead_sources", dead) {
        state.dead_sources |= 1 << source.0;
    }
    let depot = |word: &str| {
        let at = hex(&rules.ground.grid, word)?;
        let number = rules.theatre.depots.iter().position(|depot| depot.hex == at);
        number.ok_or_else(|| format!("there is no depot in {word}"))
    };
    for number in fields.each("dead_depots", depot) {
        state.dead_depots |= 1 << number;
    }
}

/// Opens the segment in which the example begins.
fn open(fields: &mut Fields<'_, '_, '_>, rules: &Rules, state: &mut State) -> Option<()> {
    let phase = fields.text("phase");
    let name = phase.as_ref().map_or("commands", |text| *text.get_ref());
    let side = state.player;
    rules.find_lines(state);
    let base = |state: &mut State, segment: Segment| {
        state.frames.clear();
        state.frames.push(Frame::of(segment));
    };
    match name {
        "weather" => {
            base(state, Segment::Weather);
            state.frames.push(Frame::WeatherDie);
        }
        "administration" => rules.open_at(state, Segment::Administration),
        "organization" => rules.open_at(state, Segment::Organization),
        "commands" => {
            let (done, walked) = (state.done, state.walked);
            rules.open_at(state, Segment::Commands);
            state.done = done;
            state.walked = walked;
        }
        "centres" => rules.open_at(state, Segment::Centres),
        "initiative" => {
            let provisional = state.provisional;
            rules.find_ranges(state, side);
            rules.open_at(state, Segment::Initiative);
            state.provisional = provisional;
        }
        "rest" => {
            rules.find_ranges(state, side);
            rules.open_at(state, Segment::Rest);
        }
        "bridges" => rules.open_at(state, Segment::Bridges),
        "end" => rules.open_at(state, Segment::End),
        "forced" => rules.open_at(state, Segment::Forced),
        "battles" => rules.open_at(state, Segment::Battles),
        "rally" => rules.open_at(state, Segment::Rally),
        "interphase" => rules.open_at(state, Segment::Interphase),
        "armistice" => rules.begin_armistice(state, &mut kernel::Discard),
        "over" => {
            state.frames.clear();
            state.frames.push(Frame::GameOver);
        }
        other => {
            let sentence = format!(
                "\"{other}\" is no segment; interphase, weather, administration, organization, commands, centres, initiative, rest, \
                 bridges, forced, battles, rally, end, armistice and over are"
            );
            fields.fault(phase.map_or(0..0, |text| text.span()), sentence);
            return None;
        }
    }
    rules.run(state, &mut kernel::Discard);
    // No position begins with a pause.
    while let Pending::Chance(pause) = rules.pending(state)
        && pause.dice == 0
    {
        rules.throw(state, &Outcome::default(), &mut kernel::Discard);
    }
    Some(())
}
