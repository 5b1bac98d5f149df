//! Positions of examples: a board, blank or printed, and counters put where the example wants them.
//! docs/jours-de-gloire.md lists every field with its default.

use std::ops::Range;

use board::boxes::{BoxId, ConnectionId};
use board::textfile::{Section, TextFile};
use kernel::{Options, Position, Side};
use toml::Spanned;

use crate::campaigns::Campaign;
use crate::cards::{CARDS, CardNumber};
use crate::counters::{ALLIED, ArmyId, COUNTERS, Command, Counter, CounterId, FRENCH, Nation, Season};
use crate::game::{Agreed, Rules};
use crate::ground::{Ground, blank_board};
use crate::notation::slug;
use crate::reaction::Reaction;
use crate::scenario::{Change, LeaderChange, Scenario, Strength, VictoryBox, When};
use crate::sequence::{Administration, Combat, Events, Frame, Guns, Movement};
use crate::state::{CardPlace, Peace, Siege, State, Whereabouts, enemy_of};
use crate::tables::Weather;
use crate::title::JoursDeGloire;

mod arrivals;
mod unit;

use unit::Placed;

const FIELDS: [&str; 35] = [
    "map",
    "campaign",
    "boxes",
    "roads",
    "rules_of",
    "options",
    "setup",
    "turn",
    "last_turn",
    "phase",
    "active",
    "first",
    "weather",
    "mud_follows",
    "units",
    "points",
    "sources",
    "destroyed",
    "pontoons",
    "pontoons_left",
    "entrenched",
    "sieges",
    "flags",
    "victory_boxes",
    "cards",
    "deck",
    "peace",
    "armistice",
    "restart",
    "victory_points",
    "losses",
    "arrivals",
    "replacements",
    "changes",
    "note",
];

/// What players agree on before a game.
const OPTIONS: [&str; 10] = [
    "blind",
    "dummies",
    "supply",
    "solitaire",
    "players",
    "force-markers",
    "quick-guns",
    "losses",
    "marshal",
    "hamburg",
];

/// Fields that have something for each side.
const OF_SIDES: [&str; 5] = ["pontoons", "pontoons_left", "entrenched", "victory_points", "losses"];

pub(crate) fn read(title: &JoursDeGloire, file: &mut TextFile, section: &Section<'_, '_>) -> Option<Position<Rules>> {
    file.only_fields(section, &FIELDS);
    file.text(section, "note");
    let rules_of = file.text(section, "rules_of");
    let id = rules_of.as_ref().map_or("lutzen", |word| word.get_ref());
    let printed = match title.scenario(id) {
        Ok(scenario) => scenario,
        Err(sentence) => {
            file.fault(rules_of.map_or(section.span.clone(), |word| word.span()), sentence);
            return None;
        }
    };
    let agreed = agreements(file, section)?;
    let ground = board(title, file, section)?;
    let set_up = truth(file, section, "setup").unwrap_or(false);
    let turn = file.number(section, "turn", 1..=30).map_or(printed.first_turn, |turn| turn as u8);
    let season = season_of(file, section, printed);
    let mut scenario = printed.clone();
    scenario.season = season;
    if let Some(last) = file.number(section, "last_turn", 1..=30) {
        scenario.last_turn = last as u8;
    }
    if set_up && section.table.contains_key("boxes") {
        file.fault(section.span.clone(), "setup = true needs the printed map, and so no boxes");
        return None;
    }
    let mut placed: Vec<Placed> = Vec::new();
    if let Some(value) = section.table.get("units") {
        for text in file.as_texts("units", value) {
            if let Some(unit) = unit::read(title, file, &ground, season, &text) {
                match placed.iter().any(|other: &Placed| other.counter.id == unit.counter.id) {
                    true => file.fault(text.span(), format!("there are two counters \"{}\"", unit.counter.id)),
                    false => placed.push(unit),
                }
            }
        }
    }
    if !set_up {
        strip(&mut scenario, title, &ground);
        add_counters(file, section, &mut scenario, &placed);
        arrivals::read(file, section, &mut scenario, &ground);
        read_changes(file, section, &mut scenario);
    }
    if scenario.counters.len() > COUNTERS {
        file.fault(section.span.clone(), format!("there is room for {COUNTERS} counters"));
        return None;
    }
    sources(file, section, &mut scenario, &ground);
    victory_boxes(file, section, &mut scenario, &ground, set_up);
    if let Some(value) = section.table.get("deck") {
        scenario.deck = numbers(file, "deck", value, 1..=CARDS as i64).into_iter().map(|number| number as u8).collect();
    } else if !set_up {
        scenario.deck = Vec::new();
    }
    let campaign = campaign(title, file, section)?;
    let mut rules = title.rules_with(scenario, ground, agreed, campaign);
    if !set_up {
        for (unit, start) in placed.iter().zip(&mut rules.start_strength) {
            *start = (*start).max(unit.strength + unit.losses + unit.stragglers);
        }
    }
    let mut state = rules.set_up();
    state.turn = turn;
    for unit in &placed {
        place(file, &rules, &mut state, unit, &placed);
    }
    marks(file, section, &rules, &mut state);
    cards(file, section, &mut state);
    calendar(file, section, &mut state);
    open(file, section, &rules, &mut state)?;
    Some(Position { rules, state })
}

fn agreements(file: &mut TextFile, section: &Section<'_, '_>) -> Option<Agreed> {
    let mut options = Options::new();
    let mut span = section.span.clone();
    if let Some(table) = file.section(section, "options", "options") {
        span = table.span.clone();
        file.only_fields(&table, &OPTIONS);
        for (key, value) in table.entries() {
            if let Some(text) = file.as_text("an option", value) {
                options.insert(key.get_ref().to_string(), (*text.get_ref()).to_owned());
            }
        }
    }
    match Agreed::from_options(&options) {
        Ok(agreed) => Some(agreed),
        Err(sentence) => {
            file.fault(span, sentence);
            None
        }
    }
}

/// Whose special rules apply: Germany's, or those of an older campaign of the series (V).
fn campaign(title: &JoursDeGloire, file: &mut TextFile, section: &Section<'_, '_>) -> Option<Campaign> {
    let Some(word) = file.text(section, "campaign") else { return Some(title.campaigns.germany().clone()) };
    let found = match word.get_ref().split_once(' ') {
        Some((id, year)) => title.campaigns.find(id).and_then(|campaign| campaign.in_year(year)),
        None => title.campaigns.find(word.get_ref()).cloned(),
    };
    if found.is_none() {
        let known: Vec<&str> = title.campaigns.all().iter().map(|campaign| campaign.id.as_str()).collect();
        file.fault(word.span(), format!("there is no campaign \"{}\"; there is {}", word.get_ref(), known.join(", ")));
    }
    found
}

/// The printed map, or the boxes and roads of the example.
fn board(title: &JoursDeGloire, file: &mut TextFile, section: &Section<'_, '_>) -> Option<Ground> {
    if let Some(word) = file.text(section, "map")
        && !["germany", "blank"].contains(word.get_ref())
    {
        file.fault(word.span(), format!("map is \"germany\" or \"blank\", not \"{}\"", word.get_ref()));
    }
    let Some(boxes) = section.table.get("boxes") else { return Some(title.printed_ground()) };
    let names: Vec<&str> = file.as_texts("boxes", boxes).iter().map(|text| *text.get_ref()).collect();
    let roads = section.table.get("roads").map_or(Vec::new(), |value| file.as_texts("roads", value));
    let roads: Vec<&str> = roads.iter().map(|text| *text.get_ref()).collect();
    let built = blank_board(&names, &roads).and_then(|map| Ground::new(&map));
    match built {
        Ok(ground) => Some(ground),
        Err(faults) => {
            for fault in faults {
                file.fault(boxes.span(), fault.sentence);
            }
            None
        }
    }
}

fn season_of(file: &mut TextFile, section: &Section<'_, '_>, printed: &Scenario) -> Season {
    match file.text(section, "peace").map(|word| *word.get_ref()) {
        Some(word) if word.starts_with("armistice") || word.starts_with("resumed") => Season::Autumn,
        Some(_) | None => printed.season,
    }
}

/// Everything of a scenario that names counters goes; its dates, options and armies stay.
fn strip(scenario: &mut Scenario, title: &JoursDeGloire, ground: &Ground) {
    scenario.counters.clear();
    scenario.setup.clear();
    scenario.sieges.clear();
    scenario.entrenchments.clear();
    scenario.arrivals.clear();
    scenario.replacements.clear();
    scenario.leader_changes.clear();
    scenario.closed.clear();
    scenario.defections.clear();
    scenario.victory_boxes.clear();
    scenario.dummies = Default::default();
    scenario.autumn_dummies = Default::default();
    scenario.armies = title.roster.armies.clone();
    // On a blank board every box feeds every army, unless the example says otherwise.
    let everywhere: Vec<BoxId> = ground.boxes().collect();
    for army in &mut scenario.armies {
        let printed: Vec<BoxId> = army.sources.iter().filter_map(|name| ground.find(name)).collect();
        army.source_boxes = if printed.is_empty() { everywhere.clone() } else { printed };
    }
}

fn add_counters(file: &mut TextFile, section: &Section<'_, '_>, scenario: &mut Scenario, placed: &[Placed]) {
    for (number, unit) in placed.iter().enumerate() {
        let id = CounterId(number as u8);
        let mut counter: Counter = unit.counter.clone();
        if let Some(twin) = &unit.twin {
            match placed.iter().position(|other| other.counter.id == *twin) {
                Some(place) => counter.twin = Some(CounterId(place as u8)),
                None => file.fault(unit.span.clone(), format!("there is no counter \"{twin}\" to be a twin")),
            }
        }
        if counter.commander_in_chief {
            match counter.army {
                Some(army) => scenario.armies[army.index()].succession.push(Command { leader: id, from_turn: 0 }),
                None => file.fault(unit.span.clone(), "a commander in chief has an army: write `of ARMY`"),
            }
        }
        scenario.counters.push(counter);
    }
    if scenario.counters.is_empty() {
        file.fault(section.span.clone(), "a position without setup = true needs units");
    }
}

/// `changes = ["4 remove a", "4 a by b"]` (4.2b).
fn read_changes(file: &mut TextFile, section: &Section<'_, '_>, scenario: &mut Scenario) {
    let Some(value) = section.table.get("changes") else { return };
    for text in file.as_texts("changes", value) {
        let words: Vec<&str> = text.get_ref().split_whitespace().collect();
        let find = |word: &str| scenario.find(word);
        let change = match words.as_slice() {
            [turn, "remove", who] => turn.parse().ok().zip(find(who)).map(|(turn, who)| (turn, Change::Remove(who))),
            [turn, who, "by", other] => match (turn.parse(), find(who), find(other)) {
                (Ok(turn), Some(who), Some(other)) => Some((turn, Change::Replace(who, other))),
                _ => None,
            },
            _ => None,
        };
        match change {
            Some((turn, change)) => {
                scenario.leader_changes.push(LeaderChange {
                    when: When::Turn(turn),
                    change,
                    option: None,
                    unless: None,
                });
            }
            None => file.fault(
                text.span(),
                "a change of leaders is written \"TURN remove LEADER\" or \"TURN LEADER by LEADER\"",
            ),
        }
    }
}

pub(crate) fn find_box(ground: &Ground, word: &str) -> Option<BoxId> {
    let wanted = slug(word);
    ground.boxes().find(|place| slug(ground.name(*place)) == wanted)
}

fn box_called(file: &mut TextFile, ground: &Ground, text: &Spanned<&str>) -> Option<BoxId> {
    let found = find_box(ground, text.get_ref());
    if found.is_none() {
        file.fault(text.span(), format!("there is no box \"{}\" on this board", text.get_ref()));
    }
    found
}

/// `"A--B"` or `"A-B"`.
fn way_called(file: &mut TextFile, ground: &Ground, text: &Spanned<&str>) -> Option<ConnectionId> {
    let words = *text.get_ref();
    let ends = words.match_indices('-').find_map(|(at, _)| {
        let (a, b) = (&words[..at], words[at..].trim_start_matches('-'));
        ground.between(find_box(ground, a)?, find_box(ground, b)?)
    });
    if ends.is_none() {
        file.fault(text.span(), format!("\"{words}\" is no connection of this board; write its two boxes as A-B"));
    }
    ends
}

fn truth(file: &mut TextFile, section: &Section<'_, '_>, field: &str) -> Option<bool> {
    let value = section.table.get(field)?;
    let truth = value.get_ref().as_bool();
    if truth.is_none() {
        file.fault(value.span(), format!("{field} is true or false"));
    }
    truth
}

fn numbers(
    file: &mut TextFile,
    what: &str,
    value: &Spanned<toml::de::DeValue<'_>>,
    allowed: std::ops::RangeInclusive<i64>,
) -> Vec<i64> {
    let Some(list) = value.get_ref().as_array() else {
        file.fault(value.span(), format!("{what} is a list of numbers"));
        return Vec::new();
    };
    let mut numbers = Vec::new();
    for entry in list {
        let number =
            entry.get_ref().as_integer().and_then(|number| i64::from_str_radix(number.as_str(), number.radix()).ok());
        match number.filter(|number| allowed.contains(number)) {
            Some(number) => numbers.push(number),
            None => {
                file.fault(entry.span(), format!("{what} has numbers from {} to {}", allowed.start(), allowed.end()))
            }
        }
    }
    numbers
}

pub(crate) fn side_word(word: &str) -> Option<Side> {
    match word {
        "fr" | "french" => Some(FRENCH),
        "al" | "allied" => Some(ALLIED),
        _ => None,
    }
}

fn side(file: &mut TextFile, text: &Spanned<&str>) -> Option<Side> {
    let side = side_word(text.get_ref());
    if side.is_none() {
        file.fault(text.span(), format!("\"{}\" is no side; french and allied are", text.get_ref()));
    }
    side
}

fn army(file: &mut TextFile, rules_armies: &[crate::counters::Army], word: &str, span: Range<usize>) -> Option<ArmyId> {
    let found = rules_armies.iter().position(|army| army.id == word).map(|place| ArmyId(place as u8));
    if found.is_none() {
        let known: Vec<&str> = rules_armies.iter().map(|army| army.id.as_str()).collect();
        file.fault(span, format!("there is no army \"{word}\"; there is {}", known.join(", ")));
    }
    found
}

fn sources(file: &mut TextFile, section: &Section<'_, '_>, scenario: &mut Scenario, ground: &Ground) {
    let Some(table) = file.section(section, "sources", "sources") else { return };
    for (key, value) in table.entries() {
        let Some(army) = army(file, &scenario.armies, key.get_ref(), key.span()) else { continue };
        let texts = file.as_texts("sources of an army", value);
        let boxes = texts.iter().filter_map(|text| box_called(file, ground, text)).collect();
        scenario.armies[army.index()].source_boxes = boxes;
    }
}

/// `victory_boxes = { A = 3, B = 2 }`
fn victory_boxes(
    file: &mut TextFile,
    section: &Section<'_, '_>,
    scenario: &mut Scenario,
    ground: &Ground,
    set_up: bool,
) {
    let Some(table) = file.section(section, "victory_boxes", "victory_boxes") else { return };
    if set_up {
        file.fault(table.span, "setup = true brings the victory boxes of its scenario");
        return;
    }
    let keys: Vec<String> = table.entries().iter().map(|(key, _)| key.get_ref().to_string()).collect();
    for key in keys {
        let points = file.number(&table, &key, 0..=20).unwrap_or(0) as u8;
        let text = Spanned::new(table.span.clone(), key.as_str());
        if let Some(at) = box_called(file, ground, &text) {
            scenario.victory_boxes.push(VictoryBox { at, points, flag: None });
        }
    }
}

fn place(file: &mut TextFile, rules: &Rules, state: &mut State, unit: &Placed, placed: &[Placed]) {
    let Some(counter) = rules.scenario.find(&unit.counter.id) else {
        file.fault(unit.span.clone(), format!("\"{}\" is no counter of this scenario", unit.counter.id));
        return;
    };
    let parent = match &unit.parent {
        None => None,
        Some(name) => {
            let found = rules.scenario.find(name);
            if found.is_none() || placed.is_empty() {
                file.fault(unit.span.clone(), format!("there is no counter \"{name}\" to be a parent"));
            }
            found
        }
    };
    rules.put_in_play(state, Strength { counter, strength: unit.strength, parent }, unit.whereabouts);
    let piece = state.piece_mut(counter);
    let Placed { up, shown, inside, moved, stirred, fatigued, digging, stragglers, losses, .. } = unit;
    piece.face_up |= *up || *shown;
    piece.strength_open |= *shown;
    piece.inside = *inside;
    piece.moved = *moved;
    piece.stirred = *stirred;
    piece.fatigued = *fatigued;
    piece.digging = *digging;
    piece.stragglers = *stragglers;
    piece.losses = *losses;
    if let (Some(from), Whereabouts::At(at)) = (unit.came_from, unit.whereabouts) {
        match rules.ground.between(from, at) {
            Some(way) => piece.entered_by = Some(way),
            None => file.fault(
                unit.span.clone(),
                format!("no road leads from {} to {}", rules.box_name(from), rules.box_name(at)),
            ),
        }
    }
}

/// Markers and tracks beyond where the counters stand.
fn marks(file: &mut TextFile, section: &Section<'_, '_>, rules: &Rules, state: &mut State) {
    if let Some(text) = file.text(section, "weather") {
        match Weather::ALL.into_iter().find(|weather| weather.name() == *text.get_ref()) {
            Some(weather) => state.weather = weather,
            None => {
                file.fault(text.span(), format!("\"{}\" is no weather; clear, rain, mud and snow are", text.get_ref()))
            }
        }
    }
    state.mud_follows = truth(file, section, "mud_follows").unwrap_or(false);
    if let Some(value) = section.table.get("destroyed") {
        for text in file.as_texts("destroyed", value) {
            if let Some(way) = way_called(file, &rules.ground, &text) {
                state.destroyed_bridges.add(way);
            }
        }
    }
    for field in OF_SIDES {
        if let Some(table) = file.section(section, field, field) {
            file.only_fields(&table, &["french", "allied"]);
        }
    }
    for (word, side) in [("french", FRENCH), ("allied", ALLIED)] {
        if let Some(table) = file.section(section, "pontoons", "pontoons")
            && let Some(value) = table.table.get(word)
        {
            for text in file.as_texts("pontoons of a side", value) {
                if let Some(way) = way_called(file, &rules.ground, &text) {
                    state.pontoons[side.index()].add(way);
                }
            }
        }
        if let Some(table) = file.section(section, "pontoons_left", "pontoons_left")
            && let Some(left) = file.number(&table, word, 0..=20)
        {
            state.pontoons_left[side.index()] = left as u8;
        }
        if let Some(table) = file.section(section, "entrenched", "entrenched")
            && let Some(value) = table.table.get(word)
        {
            for text in file.as_texts("entrenchments of a side", value) {
                if let Some(at) = box_called(file, &rules.ground, &text) {
                    state.entrenched[side.index()].mark(at);
                }
            }
        }
        if let Some(table) = file.section(section, "victory_points", "victory_points")
            && let Some(points) = file.number(&table, word, 0..=200)
        {
            state.victory_points[side.index()] = points as i16;
        }
        if let Some(table) = file.section(section, "losses", "losses")
            && let Some(points) = file.number(&table, word, 0..=999)
        {
            state.butchers_bill[side.index()] = points as u16;
        }
    }
    if let Some(value) = section.table.get("sieges") {
        for text in file.as_texts("sieges", value) {
            match siege(&rules.ground, text.get_ref()) {
                Some(siege) if state.sieges.len() < state.sieges.capacity() => state.sieges.push(siege),
                Some(_) => file.fault(text.span(), "there are too many sieges"),
                None => file.fault(
                    text.span(),
                    "a siege is written \"french BOX 1\", and `masked` behind it if it is only that",
                ),
            }
        }
    }
    if let Some(table) = file.section(section, "flags", "flags") {
        for (key, value) in table.entries() {
            let Some(text) = file.as_text("a flag", value) else { continue };
            let Some(flag) = side(file, &text) else { continue };
            let at = find_box(&rules.ground, key.get_ref());
            match rules.scenario.victory_boxes.iter().position(|known| Some(known.at) == at) {
                Some(place) => state.flags[place] = Some(flag),
                None => {
                    file.fault(key.span(), format!("{} is no victory box; see the field victory_boxes", key.get_ref()))
                }
            }
        }
    }
    if let Some(table) = file.section(section, "replacements", "replacements") {
        let nations: Vec<String> = Nation::ALL.iter().map(|nation| nation.name().to_lowercase()).collect();
        let nations: Vec<&str> = nations.iter().map(String::as_str).collect();
        file.only_fields(&table, &nations);
        for nation in Nation::ALL {
            let word = nation.name().to_lowercase();
            if let Some(points) = file.number(&table, &word, 0..=20)
                && points > 0
                && state.replacements.len() < state.replacements.capacity()
            {
                state.replacements.push((nation, points as u8));
            }
        }
    }
}

fn siege(ground: &Ground, text: &str) -> Option<Siege> {
    let mut words: Vec<&str> = text.split_whitespace().collect();
    let masked = words.last() == Some(&"masked");
    if masked {
        words.pop();
    }
    let [besieger, place @ .., step] = words.as_slice() else { return None };
    let standing = crate::scenario::StandingSiege {
        at: find_box(ground, &place.join(" "))?,
        besieger: side_word(besieger)?,
        step: step.parse().ok()?,
        masked,
    };
    Some(Siege::standing(&standing))
}

/// `cards = { french = [3, 7], allied = [1], discarded = [2] }`; `deck` lists those that can be drawn.
fn cards(file: &mut TextFile, section: &Section<'_, '_>, state: &mut State) {
    let Some(table) = file.section(section, "cards", "cards") else { return };
    file.only_fields(&table, &["french", "allied", "discarded"]);
    for (word, place) in
        [("french", CardPlace::Hand(FRENCH)), ("allied", CardPlace::Hand(ALLIED)), ("discarded", CardPlace::Discarded)]
    {
        if let Some(value) = table.table.get(word) {
            for number in numbers(file, "cards", value, 1..=CARDS as i64) {
                state.cards[CardNumber(number as u8).index()] = place;
            }
        }
    }
}

/// `peace = "war"`, `"armistice since 7"` or `"resumed since 12"`, and the two markers.
fn calendar(file: &mut TextFile, section: &Section<'_, '_>, state: &mut State) {
    if let Some(text) = file.text(section, "peace") {
        let words: Vec<&str> = text.get_ref().split_whitespace().collect();
        state.calendar.peace = match words.as_slice() {
            ["war"] => Peace::War,
            ["armistice", "since", turn] if turn.parse::<u8>().is_ok() => {
                Peace::Armistice { since: turn.parse().unwrap_or(1) }
            }
            ["resumed", "since", turn] if turn.parse::<u8>().is_ok() => {
                Peace::Resumed { since: turn.parse().unwrap_or(1) }
            }
            _ => {
                file.fault(text.span(), "peace is \"war\", \"armistice since TURN\" or \"resumed since TURN\"");
                Peace::War
            }
        };
        state.season = match state.calendar.peace {
            Peace::War => state.season,
            Peace::Armistice { .. } | Peace::Resumed { .. } => Season::Autumn,
        };
    }
    if let Some(turn) = file.number(section, "armistice", 1..=30) {
        state.calendar.armistice = Some(turn as u8);
    }
    if let Some(turn) = file.number(section, "restart", 1..=30) {
        state.calendar.restart = Some(turn as u8);
    }
}

/// Where play begins.
fn open(file: &mut TextFile, section: &Section<'_, '_>, rules: &Rules, state: &mut State) -> Option<()> {
    let active = file.text(section, "active").and_then(|text| side(file, &text)).unwrap_or(FRENCH);
    let first = file.text(section, "first").and_then(|text| side(file, &text)).unwrap_or(active);
    state.player = active;
    state.first = first;
    let phase = file.text(section, "phase");
    let word = phase.as_ref().map_or("movement", |text| text.get_ref());
    let frame = match word {
        "events" => Frame::Events(Events::Open),
        "leaders" => Frame::Events(Events::Leaders),
        "first player" => Frame::Events(Events::FirstPlayer),
        "arrivals" => Frame::Events(Events::Arrivals),
        "replacements" => Frame::Events(Events::Replacements { side: active }),
        "cards" => Frame::Events(Events::CardDie { side: active }),
        "administration" => Frame::Administration(Administration::Open),
        "points" => Frame::Administration(Administration::Lines),
        "movement" => Frame::Movement(Movement::Open),
        "guns" => Frame::Guns(Guns::Open),
        "combat" => Frame::Combat(Combat::Open),
        "end" => Frame::Events(Events::Close),
        other => {
            let span = phase.map_or(section.span.clone(), |text| text.span());
            file.fault(span, format!("\"{other}\" is no phase; events, leaders, first player, arrivals, replacements, cards, administration, points, movement, guns, combat and end are"));
            return None;
        }
    };
    // Where the phase of the guns would have put its markers (2.B3a).
    if let Frame::Combat(_) = frame {
        for at in state.occupied(active).common(*state.occupied(enemy_of(active))).boxes() {
            state.battles.mark(at);
        }
        state.reaction = Some(Reaction::new());
    }
    rules.find_chiefs(state);
    rules.note_hollow_units(state);
    for side in [FRENCH, ALLIED] {
        rules.trace_command(state, side, &mut kernel::Discard);
    }
    let given = file.section(section, "points", "points");
    if let Some(table) = &given {
        let armies: Vec<&str> = rules.scenario.armies.iter().map(|army| army.id.as_str()).collect();
        file.only_fields(table, &armies);
    }
    for number in 0..rules.scenario.armies.len() {
        let id = rules.scenario.armies[number].id.clone();
        let points = given.as_ref().and_then(|table| file.number(table, &id, 0..=30)).unwrap_or(6) as u8;
        state.armies[number].granted = points;
        state.armies[number].points = points;
    }
    state.frames.clear();
    match frame {
        Frame::Events(
            Events::Leaders
            | Events::FirstPlayer
            | Events::Arrivals
            | Events::Replacements { .. }
            | Events::CardDie { .. },
        ) => {
            state.frames.push(Frame::Administration(Administration::Open));
        }
        Frame::Administration(Administration::Lines) => {
            state.frames.push(Frame::Administration(Administration::Done));
        }
        Frame::Events(_)
        | Frame::Administration(_)
        | Frame::Movement(_)
        | Frame::Guns(_)
        | Frame::Combat(_)
        | Frame::GameOver => {}
    }
    state.frames.push(frame);
    rules.run(state, &mut kernel::Discard);
    Some(())
}
