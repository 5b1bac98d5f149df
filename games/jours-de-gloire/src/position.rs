//! Positions of examples: a board, blank or printed, and counters put where the example wants them.
//! docs/jours-de-gloire.md lists every field with its default.

use board::boxes::{BoxId, ConnectionId};
use kernel::{Options, Position};
use kit::example::{Fields, one_of};

use crate::campaigns::Campaign;
use crate::cards::{CARDS, CardNumber};
use crate::counters::{ArmyId, COUNTERS, Command, Counter, CounterId, FRENCH, Nation, SIDES, Season};
use crate::game::{Agreed, Rules};
use crate::ground::{Ground, blank_board};
use crate::notation::slug;
use crate::reaction::Reaction;
use crate::scenario::{Change, LeaderChange, Scenario, StandingSiege, Strength, VictoryBox, When};
use crate::sequence::{Administration, AdministrationQuestion, Combat, Events, Frame, Guns, Movement};
use crate::state::{CardPlace, Grade, Peace, Siege, State, Supply, Whereabouts, enemy_of};
use crate::tables::Weather;
use crate::title::JoursDeGloire;

mod arrivals;
mod going_on;
mod unit;

pub(crate) use going_on::steps;
use going_on::{dummies_left, lots, marcher, promises, step};
use unit::Placed;

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

pub(crate) const SUPPLY: [(&str, Supply); 3] =
    [("supplied", Supply::Supplied), ("hindered", Supply::Hindered), ("cut", Supply::Cut)];

type Reading<'a, 'f, 's, 't> = &'a mut Fields<'f, 's, 't>;

pub(crate) fn read(title: &JoursDeGloire, fields: Reading<'_, '_, '_, '_>) -> Option<Position<Rules>> {
    let id = match fields.has("rules_of") {
        true => fields.word("rules_of", |id| title.scenario(id).map(|_| id.to_owned()))?,
        false => "lutzen".to_owned(),
    };
    let printed = title.scenario(&id).ok()?;
    let agreed = agreements(fields)?;
    let ground = board(title, fields)?;
    let set_up = fields.truth("setup").unwrap_or(false);
    let turn = fields.number("turn", 1..=30).map_or(printed.first_turn, |turn| turn as u8);
    let season = season_of(fields, printed);
    let mut scenario = printed.clone();
    scenario.season = season;
    if let Some(last) = fields.number("last_turn", 1..=30) {
        scenario.last_turn = last as u8;
    }
    if set_up && fields.has("boxes") {
        fields.fault(fields.span(), "setup = true uses the printed map; leave out boxes");
        return None;
    }
    let mut placed: Vec<Placed> = Vec::new();
    for text in fields.texts("units") {
        match unit::parse(title, &ground, season, text.get_ref()) {
            Ok(unit) if placed.iter().any(|other| other.counter.id == unit.counter.id) => {
                fields.fault(text.span(), format!("there are two counters \"{}\"", unit.counter.id));
            }
            Ok(unit) => placed.push(Placed { span: text.span(), ..unit }),
            Err(sentence) => fields.fault(text.span(), sentence),
        }
    }
    let stripped = !set_up;
    if stripped {
        strip(&mut scenario, title, &ground);
        add_counters(fields, &mut scenario, &placed);
    }
    let arrivals = fields.each("arrivals", |text| arrivals::parse(&scenario, &ground, text));
    let changes = fields.each("changes", |text| change(&scenario, text));
    if stripped {
        scenario.arrivals.extend(arrivals);
        scenario.leader_changes.extend(changes);
    }
    if scenario.counters.len() > COUNTERS {
        fields.fault(fields.span(), format!("there is room for {COUNTERS} counters"));
        return None;
    }
    sources(fields, &mut scenario, &ground);
    victory_boxes(fields, &mut scenario, &ground, set_up);
    match fields.numbers("deck", 1..=CARDS as i64) {
        Some(deck) => scenario.deck = deck.into_iter().map(|number| number as u8).collect(),
        None if stripped => scenario.deck = Vec::new(),
        None => {}
    }
    let campaign = campaign(title, fields)?;
    let mut rules = title.rules_with(scenario, ground, agreed, campaign);
    if stripped {
        for (unit, start) in placed.iter().zip(&mut rules.start_strength) {
            *start = (*start).max(unit.strength + unit.losses + unit.stragglers);
        }
    }
    let mut state = rules.set_up();
    if stripped {
        state.forget(|counter| rules.side_of(counter));
    }
    state.turn = turn;
    for unit in &placed {
        place(fields, &rules, &mut state, unit);
    }
    marks(fields, &rules, &mut state);
    cards(fields, &mut state);
    calendar(fields, &mut state);
    open(fields, &rules, &mut state)?;
    lots(fields, &rules, &mut state);
    Some(Position { rules, state })
}

fn agreements(fields: Reading<'_, '_, '_, '_>) -> Option<Agreed> {
    let mut options = Options::new();
    let mut span = fields.span();
    if let Some(table) = fields.table("options", &OPTIONS) {
        span = table.span.clone();
        for (key, value) in table.entries() {
            if let Some(text) = fields.file.as_text("an option", value) {
                options.insert(key.get_ref().to_string(), (*text.get_ref()).to_owned());
            }
        }
    }
    Agreed::from_options(&options).map_err(|sentence| fields.fault(span, sentence)).ok()
}

/// Whose special rules apply: Germany's, or those of an older campaign of the series (V).
fn campaign(title: &JoursDeGloire, fields: Reading<'_, '_, '_, '_>) -> Option<Campaign> {
    if !fields.has("campaign") {
        return Some(title.campaigns.germany().clone());
    }
    fields.word("campaign", |word| {
        let found = match word.split_once(' ') {
            Some((id, year)) => title.campaigns.find(id).and_then(|campaign| campaign.in_year(year)),
            None => title.campaigns.find(word).cloned(),
        };
        found.ok_or_else(|| {
            let known: Vec<&str> = title.campaigns.all().iter().map(|campaign| campaign.id.as_str()).collect();
            format!("there is no campaign \"{word}\"; the campaigns are {}", known.join(", "))
        })
    })
}

/// The printed map, or the boxes and roads of the example.
fn board(title: &JoursDeGloire, fields: Reading<'_, '_, '_, '_>) -> Option<Ground> {
    fields.word("map", |word| match word {
        "germany" | "blank" => Ok(()),
        _ => Err(format!("map is \"germany\" or \"blank\", not \"{word}\"")),
    });
    let roads = fields.each("roads", |road| Ok(road.to_owned()));
    let Some(boxes) = fields.value("boxes") else { return Some(title.printed_ground()) };
    let names = fields.each("boxes", |name| Ok(name.to_owned()));
    let built = blank_board(&names, &roads).and_then(|map| Ground::new(&map));
    let told = |faults: Vec<board::Fault>| {
        faults.into_iter().for_each(|fault| fields.fault(boxes.span(), fault.sentence));
    };
    built.map_err(told).ok()
}

fn season_of(fields: Reading<'_, '_, '_, '_>, printed: &Scenario) -> Season {
    match fields.text("peace").map(|word| *word.get_ref()) {
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

fn add_counters(fields: Reading<'_, '_, '_, '_>, scenario: &mut Scenario, placed: &[Placed]) {
    for (number, unit) in placed.iter().enumerate() {
        let id = CounterId(number as u8);
        let mut counter: Counter = unit.counter.clone();
        if let Some(twin) = &unit.twin {
            match placed.iter().position(|other| other.counter.id == *twin) {
                Some(place) => counter.twin = Some(CounterId(place as u8)),
                None => fields.fault(unit.span.clone(), format!("there is no counter \"{twin}\" for the twin")),
            }
        }
        if counter.commander_in_chief {
            match counter.army {
                Some(army) => scenario.armies[army.index()].succession.push(Command { leader: id, from_turn: 0 }),
                None => fields.fault(unit.span.clone(), "a commander in chief has an army: write `of ARMY`"),
            }
        }
        scenario.counters.push(counter);
    }
    if scenario.counters.is_empty() {
        fields.fault(fields.span(), "a position without setup = true needs units");
    }
}

/// `changes = ["4 remove a", "4 a by b"]` (4.2b).
fn change(scenario: &Scenario, text: &str) -> Result<LeaderChange, String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let find = |word: &str| scenario.find(word);
    let change = match words.as_slice() {
        [turn, "remove", who] => turn.parse().ok().zip(find(who).map(Change::Remove)),
        [turn, who, "by", other] => {
            turn.parse().ok().zip(find(who).zip(find(other)).map(|(who, other)| Change::Replace(who, other)))
        }
        _ => None,
    };
    let (turn, change) =
        change.ok_or("a change of leaders is written \"TURN remove LEADER\" or \"TURN LEADER by LEADER\"")?;
    Ok(LeaderChange { when: When::Turn(turn), change, option: None, unless: None })
}

pub(crate) fn find_box(ground: &Ground, word: &str) -> Option<BoxId> {
    let wanted = slug(word);
    ground.boxes().find(|place| slug(ground.name(*place)) == wanted)
}

pub(crate) fn box_called(ground: &Ground, word: &str) -> Result<BoxId, String> {
    find_box(ground, word).ok_or_else(|| format!("there is no box \"{word}\" on this board"))
}

/// The longest run of words that is the name of a box, and the words behind it.
fn box_at_the_head<'w, 't>(ground: &Ground, words: &'w [&'t str]) -> Option<(BoxId, &'w [&'t str])> {
    (1..=words.len()).rev().find_map(|count| Some((find_box(ground, &words[..count].join(" "))?, &words[count..])))
}

/// `"A--B"` or `"A-B"`.
fn way_called(ground: &Ground, words: &str) -> Result<ConnectionId, String> {
    let ends = words.match_indices('-').find_map(|(at, _)| {
        let (a, b) = (&words[..at], words[at..].trim_start_matches('-'));
        ground.between(find_box(ground, a)?, find_box(ground, b)?)
    });
    ends.ok_or_else(|| format!("\"{words}\" is not a connection of this board; write its two boxes as A-B"))
}

/// Where a counter is, as positions write it.
pub(crate) fn whereabouts(rules: &Rules, whereabouts: Whereabouts) -> String {
    match whereabouts {
        Whereabouts::At(place) => rules.box_name(place).to_owned(),
        Whereabouts::Entering(place) => format!("entering {}", rules.box_name(place)),
        Whereabouts::Waiting => "waiting".into(),
        Whereabouts::Pool => "pool".into(),
        Whereabouts::Recalled => "recalled".into(),
        Whereabouts::Lost => "lost".into(),
        Whereabouts::Captured => "captured".into(),
    }
}

fn sources(fields: Reading<'_, '_, '_, '_>, scenario: &mut Scenario, ground: &Ground) {
    for (key, value) in fields.open_table("sources").map_or_else(Vec::new, |table| table.entries()) {
        match scenario.armies.iter().position(|army| army.id == *key.get_ref()) {
            Some(army) => {
                let boxes = fields.as_each("sources of an army", value, |name| box_called(ground, name));
                scenario.armies[army].source_boxes = boxes;
            }
            None => {
                let known: Vec<&str> = scenario.armies.iter().map(|army| army.id.as_str()).collect();
                let known = known.join(", ");
                fields.fault(key.span(), format!("there is no army \"{}\"; the armies are {known}", key.get_ref()));
            }
        }
    }
}

/// `victory_boxes = { A = 3, B = 2 }`
fn victory_boxes(fields: Reading<'_, '_, '_, '_>, scenario: &mut Scenario, ground: &Ground, set_up: bool) {
    let Some(table) = fields.open_table("victory_boxes") else { return };
    if set_up {
        fields.fault(table.span, "setup = true uses the victory boxes of its scenario");
        return;
    }
    for (key, _) in table.entries() {
        let points = fields.file.number(&table, key.get_ref(), 0..=20).unwrap_or(0) as u8;
        match box_called(ground, key.get_ref()) {
            Ok(at) => scenario.victory_boxes.push(VictoryBox { at, points, flag: None }),
            Err(sentence) => fields.fault(table.span.clone(), sentence),
        }
    }
}

fn place(fields: Reading<'_, '_, '_, '_>, rules: &Rules, state: &mut State, unit: &Placed) {
    let Some(counter) = rules.scenario.find(&unit.counter.id) else {
        fields.fault(unit.span.clone(), format!("\"{}\" is not a counter of this scenario", unit.counter.id));
        return;
    };
    let parent = unit.parent.as_ref().and_then(|name| {
        let found = rules.scenario.find(name);
        if found.is_none() {
            fields.fault(unit.span.clone(), format!("there is no counter \"{name}\" for the parent"));
        }
        found
    });
    rules.put_in_play(state, Strength { counter, strength: unit.strength, parent }, unit.whereabouts);
    let piece = state.piece_mut(counter);
    piece.face_up |= unit.marks.face_up;
    piece.strength_open |= unit.marks.strength_open;
    piece.inside = unit.marks.inside;
    piece.moved = unit.marks.moved;
    piece.stirred = unit.marks.stirred;
    piece.fatigued = unit.marks.fatigued;
    piece.digging = unit.marks.digging;
    piece.marched_to_guns = unit.marks.marched_to_guns;
    piece.spent = unit.marks.spent;
    piece.sighting = unit.marks.sighting;
    piece.lost_here = unit.marks.lost_here;
    piece.stragglers = unit.stragglers;
    piece.losses = unit.losses;
    if let (Some(from), Whereabouts::At(at)) = (unit.came_from, unit.whereabouts) {
        match rules.ground.between(from, at) {
            Some(way) => piece.entered_by = Some(way),
            None => {
                let [from, at] = [from, at].map(|place| rules.box_name(place));
                fields.fault(unit.span.clone(), format!("no road leads from {from} to {at}"));
            }
        }
    }
}

/// Markers and tracks beyond where the counters stand.
fn marks(fields: Reading<'_, '_, '_, '_>, rules: &Rules, state: &mut State) {
    let ground = &rules.ground;
    if let Some(weather) = fields.word("weather", |word| one_of("kind of weather", &Weather::WORDS, word)) {
        state.weather = weather;
    }
    state.next_weather = fields.word("next_weather", |word| one_of("kind of weather", &Weather::WORDS, word));
    state.mud_follows = fields.truth("mud_follows").unwrap_or(false);
    state.destroyed_bridges.extend(fields.each("destroyed", |text| way_called(ground, text)));
    for (side, value) in fields.by_side("pontoons", &SIDES) {
        let ways = fields.as_each("pontoons of a side", value, |text| way_called(ground, text));
        state.pontoons[side.index()].extend(ways);
    }
    for (side, left) in fields.tally("pontoons_left", &SIDES.ids(), 0..=20) {
        state.pontoons_left[side] = left as u8;
    }
    for (side, value) in fields.by_side("entrenched", &SIDES) {
        let boxes = fields.as_each("entrenchments of a side", value, |text| box_called(ground, text));
        state.entrenched[side.index()] = boxes.into_iter().collect();
    }
    for (side, points) in fields.tally("victory_points", &SIDES.ids(), 0..=200) {
        state.victory_points[side] = points as i16;
    }
    for (side, points) in fields.tally("losses", &SIDES.ids(), 0..=999) {
        state.butchers_bill[side] = points as u16;
    }
    let sieges = fields.value("sieges").map(|value| value.span());
    let given = fields.each("sieges", |text| {
        let form = "a siege is written \"french BOX 1\", followed by `masked` if the city is only masked";
        siege(ground, text).ok_or_else(|| form.to_owned())
    });
    if let Some(span) = sieges {
        state.sieges.clear();
        if given.len() > state.sieges.capacity() {
            fields.fault(span, "there are too many sieges");
        }
        state.sieges.extend(given.into_iter().take(state.sieges.capacity()));
    }
    let flags = fields.pairs("flags", "a flag", |name, side| {
        let at = find_box(ground, name);
        let place = rules.scenario.victory_boxes.iter().position(|known| Some(known.at) == at);
        let place = place.ok_or_else(|| format!("{name} is not a victory box; see the field victory_boxes"))?;
        Ok((place, if side == "nobody" { None } else { Some(SIDES.read(side)?) }))
    });
    flags.into_iter().for_each(|(place, flag)| state.flags[place] = flag);
    let replacements = fields.table("replacements", &Nation::ALL.map(Nation::id));
    for (key, _) in replacements.as_ref().map_or_else(Vec::new, |table| table.entries()) {
        let (Some(table), Some(nation)) = (&replacements, Nation::find(key.get_ref())) else { continue };
        let points = fields.file.number(table, key.get_ref(), 0..=20).unwrap_or(0) as u8;
        if !state.replacements.is_full() {
            state.replacements.push((nation, points));
        }
    }
    let replaced = fields.open_table("replaced");
    for (key, _) in replaced.as_ref().map_or_else(Vec::new, |table| table.entries()) {
        let Some(table) = &replaced else { continue };
        let points = fields.file.number(table, key.get_ref(), 1..=30).unwrap_or(1) as u8;
        match counter(rules, key.get_ref()) {
            Ok(id) if !state.replaced.is_full() => state.replaced.push((id, points)),
            Ok(_) => fields.fault(key.span(), "too many counters have received recruits"),
            Err(sentence) => fields.fault(key.span(), sentence),
        }
    }
    for entry in fields.numbers("delayed", 0..=63).unwrap_or_default() {
        state.delayed |= 1 << entry;
    }
    for (side, value) in fields.by_side("force_markers", &SIDES) {
        let boxes = fields.as_each("boxes of a side", value, |text| box_called(ground, text));
        state.force_markers[side.index()].extend(boxes);
    }
    let victory_box = |name: &str| {
        let at = box_called(ground, name)?;
        let place = rules.scenario.victory_boxes.iter().position(|known| known.at == at);
        place.ok_or_else(|| format!("{name} is not a victory box; see the field victory_boxes"))
    };
    for (side, value) in fields.by_side("flags_in_doubt", &SIDES) {
        for place in fields.as_each("flags", value, victory_box) {
            state.flags_in_doubt[side.index()] |= 1 << place;
        }
    }
}

fn siege(ground: &Ground, text: &str) -> Option<Siege> {
    let mut words: Vec<&str> = text.split_whitespace().collect();
    let masked = words.pop_if(|last| *last == "masked").is_some();
    let [besieger, place @ .., step] = words.as_slice() else { return None };
    let at = find_box(ground, &place.join(" "))?;
    let standing = StandingSiege { at, besieger: SIDES.find(besieger)?, step: step.parse().ok()?, masked };
    Some(Siege::standing(&standing))
}

/// `cards = { french = [3, 7], allied = [1], discarded = [2] }`; `deck` lists those that can be drawn.
fn cards(fields: Reading<'_, '_, '_, '_>, state: &mut State) {
    let [french, allied] = SIDES.each().map(|(word, side)| (word, CardPlace::Hand(side)));
    let places = [french, allied, ("discarded", CardPlace::Discarded)];
    let Some(table) = fields.table("cards", &places.map(|(word, _)| word)) else { return };
    for (word, place) in places {
        let Some(value) = table.table.get(word) else { continue };
        for number in fields.as_numbers("cards", value, 1..=CARDS as i64) {
            state.cards[CardNumber(number as u8).index()] = place;
        }
    }
}

/// `peace = "war"`, `"armistice since 7"` or `"resumed since 12"`, and the two markers.
fn calendar(fields: Reading<'_, '_, '_, '_>, state: &mut State) {
    let peace = fields.word("peace", |text| {
        let since = |turn: &str| turn.parse().map_err(|_| format!("\"{turn}\" is not a turn"));
        match text.split_whitespace().collect::<Vec<_>>().as_slice() {
            ["war"] => Ok(Peace::War),
            ["armistice", "since", turn] => Ok(Peace::Armistice { since: since(turn)? }),
            ["resumed", "since", turn] => Ok(Peace::Resumed { since: since(turn)? }),
            _ => Err("peace is \"war\", \"armistice since TURN\" or \"resumed since TURN\"".into()),
        }
    });
    if let Some(peace) = peace {
        state.calendar.peace = peace;
        state.season = if peace == Peace::War { state.season } else { Season::Autumn };
    }
    let turn = |turn: i64| turn as u8;
    state.calendar.armistice = fields.number("armistice", 1..=30).map(turn).or(state.calendar.armistice);
    state.calendar.restart = fields.number("restart", 1..=30).map(turn).or(state.calendar.restart);
}

/// Where play begins.
fn open(fields: Reading<'_, '_, '_, '_>, rules: &Rules, state: &mut State) -> Option<()> {
    let active = fields.side("active", &SIDES).unwrap_or(FRENCH);
    state.player = active;
    state.first = fields.side("first", &SIDES).unwrap_or(active);
    let phases = [
        ("events", Frame::Events(Events::Open)),
        ("leaders", Frame::Events(Events::Leaders)),
        ("first player", Frame::Events(Events::FirstPlayer)),
        ("arrivals", Frame::Events(Events::Arrivals)),
        ("replacements", Frame::Events(Events::Replacements { side: active })),
        ("cards", Frame::Events(Events::CardDie { side: active })),
        ("administration", Frame::Administration(Administration::Open)),
        ("points", Frame::Administration(Administration::Lines)),
        ("movement", Frame::Movement(Movement::Open)),
        ("guns", Frame::Guns(Guns::Open)),
        ("combat", Frame::Combat(Combat::Open)),
        ("end", Frame::Events(Events::Close)),
        ("dummies", Frame::Administration(Administration::ReturnDummies { side: active, left: 0 })),
    ];
    let frame = match fields.has("phase") {
        true => fields.word("phase", |word| one_of("phase", &phases, word))?,
        false => Frame::Movement(Movement::Open),
    };
    // Where the phase of the guns would have put its markers (2.B3a).
    if let Frame::Combat(_) = frame {
        match fields.has("battles") {
            true => state.battles.extend(fields.each("battles", |name| box_called(&rules.ground, name))),
            false => state.battles.extend(state.occupied(active).intersection(*state.occupied(enemy_of(active)))),
        }
        let mut reaction = Reaction::new();
        let room = reaction.marchers.capacity();
        reaction.marchers.extend(fields.each("marchers", |text| marcher(rules, text)).into_iter().take(room));
        reaction.barred.extend(fields.each("barred", |name| box_called(&rules.ground, name)));
        state.reaction = Some(reaction);
    }
    rules.find_chiefs(state);
    rules.note_hollow_units(state);
    SIDES.each().into_iter().for_each(|(_, side)| rules.trace_command(state, side, &mut kernel::Discard));
    led(fields, rules, state);
    armies(fields, rules, state);
    state.frames.clear();
    // 1.3a: before the first turn both sides put down their dummies.
    if let Some(Administration::ReturnDummies { side, .. }) = frame.administration() {
        let side = fields.side("dummies_of", &SIDES).unwrap_or(side);
        state.frames.push(Frame::Events(Events::Open));
        rules.ask_for_dummies(state);
        let is_own = |asked: &AdministrationQuestion| matches!(asked, AdministrationQuestion::ReturnDummies { side: owner, .. } if *owner == side);
        let own =
            |open: &Frame| open.administration().and_then(Administration::asked).is_some_and(|asked| is_own(&asked));
        let place = state.frames.iter().rposition(own);
        state.frames.truncate(place.map_or(1, |place| place + 1));
        promises(fields, rules, state);
        dummies_left(fields, state);
        return Some(());
    }
    // What follows a phase A, or the lines, that an example begins in the middle of.
    if let Some(
        Events::Leaders | Events::FirstPlayer | Events::Arrivals | Events::Replacements { .. } | Events::CardDie { .. },
    ) = frame.events()
    {
        state.frames.push(Frame::Administration(Administration::Open));
    } else if frame.administration() == Some(Administration::Lines) {
        state.frames.push(Frame::Administration(Administration::Done));
    }
    state.frames.push(frame);
    if fields.has("step") {
        step(fields, rules, state);
    } else {
        rules.run(state, &mut kernel::Discard);
    }
    promises(fields, rules, state);
    dummies_left(fields, state);
    Some(())
}

fn counter(rules: &Rules, name: &str) -> Result<CounterId, String> {
    rules.scenario.find(name).ok_or_else(|| format!("there is no counter \"{name}\" in this position"))
}

/// `command = { alone = ["a"], cut_off = ["b"], to_chief = ["c"] }`: how the counters were led in the last administrative phase,
/// where that does not follow from where they stand now. Whoever is not named is in command.
fn led(fields: Reading<'_, '_, '_, '_>, rules: &Rules, state: &mut State) {
    let Some(table) = fields.table("command", &["alone", "cut_off", "to_chief"]) else { return };
    let mut named = |key: &str| {
        let names = table.table.get(key);
        names.map_or_else(Vec::new, |value| fields.as_each("counters", value, |name| counter(rules, name)))
    };
    let (alone, cut_off, to_chief) = (named("alone"), named("cut_off"), named("to_chief"));
    for id in rules.all_counters() {
        let piece = state.piece_mut(id);
        piece.grade = match (alone.contains(&id), cut_off.contains(&id)) {
            (true, _) => Grade::Alone,
            (false, true) => Grade::CutOff,
            (false, false) => Grade::InCommand,
        };
        piece.to_chief = to_chief.contains(&id);
    }
}

/// What the armies have for the turn: command points left, those they were granted, those they would have with supply.
fn armies(fields: Reading<'_, '_, '_, '_>, rules: &Rules, state: &mut State) {
    let ids: Vec<&str> = rules.scenario.armies.iter().map(|army| army.id.as_str()).collect();
    for number in 0..ids.len() {
        (state.armies[number].granted, state.armies[number].points) = (6, 6);
    }
    for (army, points) in fields.tally("points", &ids, 0..=30) {
        (state.armies[army].granted, state.armies[army].points) = (points as u8, points as u8);
    }
    for (army, points) in fields.tally("granted", &ids, 0..=30) {
        state.armies[army].granted = points as u8;
    }
    for (army, points) in fields.tally("with_supply", &ids, 0..=30) {
        state.armies[army].with_supply = points as u8;
    }
    let supplies = fields.pairs("supply", "supply of an army", |id, word| {
        let army = rules.scenario.armies.iter().position(|army| army.id == id);
        let army = army.ok_or_else(|| format!("there is no army \"{id}\"; the armies are {}", ids.join(", ")))?;
        Ok((ArmyId(army as u8), one_of("state of supply", &SUPPLY, word)?))
    });
    supplies.into_iter().for_each(|(army, supply)| state.armies[army.index()].supply = supply);
}
