//! Writing positions down in the words that `position` reads: a state of a game, or what somebody set up by hand.

use board::textfile::quoted;
use kernel::{Named, SandboxInfo, Setup, Wish};
use kit::writing::{self, Lines, Origin, unwritable};

use crate::Rules;
use crate::counters::{CounterId, Kind, SIDES};
use crate::position::{SUPPLY, WEATHER, whereabouts};
use crate::refusal::way_name;
use crate::sequence::{Administration, Combat, Events, Frame, Guns, Movement};
use crate::state::{CardPlace, Grade, Peace, Piece, State, Whereabouts};
use crate::title::JoursDeGloire;

/// Fields of a position that say what does not change while a game goes on.
const LASTING: [&str; 13] = [
    "map",
    "campaign",
    "boxes",
    "roads",
    "rules_of",
    "options",
    "setup",
    "last_turn",
    "sources",
    "victory_boxes",
    "deck",
    "arrivals",
    "changes",
];

const PHASES: [(&str, &str); 6] = [
    ("movement", "Movement"),
    ("events", "Beginning of the turn"),
    ("administration", "Administration"),
    ("guns", "March to the guns"),
    ("combat", "Combat"),
    ("end", "End of the turn"),
];

const STATES: [(&str, &str); 5] = [
    ("up", "face up"),
    ("shown", "face up, with its strength"),
    ("inside", "inside the fortified city"),
    ("fatigued", "fatigued"),
    ("moved", "has moved"),
];

/// The fields of a game that began from a scenario.
fn begun(id: &str, options: &kernel::Options) -> Vec<(String, String)> {
    let options: Vec<String> = options.iter().map(|(id, value)| format!("{id} = {}", quoted(value))).collect();
    vec![
        ("rules_of".to_owned(), quoted(id)),
        ("options".into(), format!("{{ {} }}", options.join(", "))),
        ("setup".into(), "true".into()),
    ]
}

/// The phase that opens with this state, or why there is none.
fn phase(state: &State) -> Result<&'static str, &'static str> {
    match state.frame() {
        Frame::Events(Events::Open | Events::WeatherDie) => Ok("events"),
        Frame::Events(Events::FirstPlayer | Events::FirstPlayerDie { french: None }) => Ok("first player"),
        Frame::Events(Events::Replacements { .. }) => Ok("replacements"),
        Frame::Events(Events::CardDie { .. }) => Ok("cards"),
        Frame::Events(Events::Close | Events::Discard { .. }) => Ok("end"),
        Frame::Events(_) => Err("the turn is being opened"),
        Frame::Administration(Administration::Open | Administration::ReturnDummies { .. }) => Ok("administration"),
        Frame::Administration(Administration::Lines | Administration::PointsDie { .. }) => Ok("points"),
        Frame::Administration(_) => Err("the administrative phase is going on"),
        Frame::Movement(Movement::Open | Movement::Choose { .. }) => Ok("movement"),
        Frame::Movement(_) => Err("a stack is on the march"),
        Frame::Guns(Guns::Open) => Ok("guns"),
        Frame::Guns(_) => Err("Forces are marching to the guns"),
        Frame::Combat(Combat::Open | Combat::Choose { .. }) => Ok("combat"),
        Frame::Combat(_) => Err("a battle is being fought"),
        Frame::GameOver => Err("the game is over"),
    }
}

/// The position of a game as the `[position]` table of an example.
pub(crate) fn write(_: &JoursDeGloire, rules: &Rules, state: &State, setup: &Setup) -> Result<String, String> {
    let phase = phase(state).map_err(unwritable)?;
    let origin = Origin::of(setup, &LASTING, begun)?;
    let begun = rules.set_up();
    let mut lines = Lines::new(&origin.fields);
    lines.say("turn", state.turn);
    lines.text("phase", Some(phase));
    lines.text("active", Some(SIDES.id(state.player)));
    lines.text("first", Some(SIDES.id(state.first)));
    let word = |weather| WEATHER.iter().find(|(_, known)| *known == weather).map(|(word, _)| *word);
    lines.text("weather", word(state.weather));
    lines.text("next_weather", state.next_weather.and_then(word));
    lines.truth("mud_follows", state.mud_follows);
    if state.calendar.peace != begun.calendar.peace || state.calendar.peace != Peace::War {
        lines.text("peace", Some(&crate::expect::peace(state.calendar.peace)));
    }
    lines.number("armistice", state.calendar.armistice);
    lines.number("restart", state.calendar.restart);

    let armies = || rules.scenario.armies.iter().map(|army| army.id.clone()).zip(&state.armies);
    lines.table("points", armies().map(|(id, army)| (id, army.points.to_string())));
    let granted = armies().filter(|(_, army)| army.granted != army.points);
    lines.table("granted", granted.map(|(id, army)| (id, army.granted.to_string())));
    let supplied = armies().filter(|(_, army)| army.with_supply != 0);
    lines.table("with_supply", supplied.map(|(id, army)| (id, army.with_supply.to_string())));
    let supply = armies().filter_map(|(id, army)| {
        let (word, _) = SUPPLY.iter().skip(1).find(|(_, known)| *known == army.supply)?;
        Some((id, quoted(word)))
    });
    lines.table("supply", supply);

    let ways = |set: &crate::sets::ConnectionSet| set.iter().map(|way| way_name(rules, way)).collect::<Vec<_>>();
    let boxes = |set: &crate::sets::BoxSet| set.iter().map(|place| rules.box_name(place).to_owned()).collect();
    let by_side = |list: &dyn Fn(usize) -> Vec<String>, begun: &dyn Fn(usize) -> bool| {
        let given = SIDES.each().into_iter().filter(|(_, side)| !begun(side.index()));
        given.map(|(word, side)| (word.to_owned(), writing::list(list(side.index())))).collect::<Vec<_>>()
    };
    lines.list("destroyed", ways(&state.destroyed_bridges));
    lines.table("pontoons", by_side(&|side| ways(&state.pontoons[side]), &|side| state.pontoons[side].is_empty()));
    let entrenched = |side: usize| state.entrenched[side] == begun.entrenched[side];
    lines.table("entrenched", by_side(&|side| boxes(&state.entrenched[side]), &entrenched));
    let mut numbers = |name: &str, number: &dyn Fn(usize) -> i64, begun: &dyn Fn(usize) -> i64| {
        let changed = SIDES.each().into_iter().filter(|(_, side)| number(side.index()) != begun(side.index()));
        lines.table(name, changed.map(|(word, side)| (word.to_owned(), number(side.index()).to_string())));
    };
    numbers("pontoons_left", &|side| state.pontoons_left[side].into(), &|side| begun.pontoons_left[side].into());
    numbers("victory_points", &|side| state.victory_points[side].into(), &|_| 0);
    numbers("losses", &|side| state.butchers_bill[side].into(), &|_| 0);
    if state.sieges != begun.sieges {
        let siege = |siege: &crate::state::Siege| {
            let masked = if siege.masked { " masked" } else { "" };
            format!("{} {} {}{masked}", SIDES.id(siege.besieger), rules.box_name(siege.at), siege.step)
        };
        lines.say("sieges", writing::list(state.sieges.iter().map(siege)));
    }
    let flags = rules.scenario.victory_boxes.iter().zip(state.flags.iter().zip(&begun.flags));
    let flags = flags.filter(|(_, (flag, begun))| flag != begun);
    let flag = |side: &Option<kernel::Side>| quoted(side.map_or("nobody", |side| SIDES.id(side)));
    lines.table("flags", flags.map(|(victory, (side, _))| (rules.box_name(victory.at).to_owned(), flag(side))));
    let replacements = state.replacements.iter();
    lines.table("replacements", replacements.map(|(nation, sp)| (nation.id().to_owned(), sp.to_string())));
    let delayed: Vec<String> = (0..64).filter(|n| state.delayed >> n & 1 != 0).map(|n: u32| n.to_string()).collect();
    if !delayed.is_empty() {
        lines.say("delayed", format!("[{}]", delayed.join(", ")));
    }
    let [french, allied] = SIDES.each().map(|(word, side)| (word, CardPlace::Hand(side)));
    let cards = [french, allied, ("discarded", CardPlace::Discarded)].map(|(word, place)| {
        let held = state.cards.iter().zip(1..).filter(|(card, _)| **card == place);
        let held: Vec<String> = held.map(|(_, number): (_, u8)| number.to_string()).collect();
        (word.to_owned(), format!("[{}]", held.join(", ")))
    });
    lines.table("cards", cards.into_iter().filter(|(_, held)| held != "[]"));

    let id = |counter: CounterId| rules.counter(counter).id.clone();
    lines.table("replaced", state.replaced.iter().map(|(counter, points)| (id(*counter), points.to_string())));
    let led = |test: &dyn Fn(&Piece) -> bool| {
        let counters = rules.all_counters().filter(|counter| test(state.piece(*counter)));
        writing::list(counters.map(id))
    };
    let command = [
        ("alone", led(&|piece| piece.grade == Grade::Alone)),
        ("cut_off", led(&|piece| piece.grade == Grade::CutOff)),
        ("to_chief", led(&|piece| piece.to_chief)),
    ];
    lines.table("command", command.map(|(word, counters)| (word.to_owned(), counters)));

    let units = rules.all_counters().filter_map(|counter| {
        let named = origin.counters.get(&rules.counter(counter).id).map(String::as_str);
        let led = |piece: &Piece| Piece { grade: Default::default(), to_chief: false, ..*piece };
        let as_begun = led(state.piece(counter)) == led(begun.piece(counter));
        (!(origin.setup && named.is_none() && as_begun)).then(|| unit_line(rules, state, counter, named))
    });
    Ok(lines.units(units.collect::<Vec<_>>()))
}

/// A counter as a line of the list.
fn unit_line(rules: &Rules, state: &State, id: CounterId, named: Option<&str>) -> String {
    let (counter, piece) = (rules.counter(id), state.piece(id));
    let mut words: Vec<String> = vec![format!("{} {}:", SIDES.of(counter.side).short, counter.id)];
    // What the counter is, without the strength and parent that it had.
    let mut values = named.unwrap_or(kind_word(counter.kind)).split_whitespace();
    while let Some(word) = values.next() {
        match word {
            "from" => drop(values.next()),
            number if number.parse::<u8>().is_ok() => {}
            word => words.push(word.to_owned()),
        }
    }
    if counter.kind.has_strength() {
        words.push(piece.strength.to_string());
    }
    words.extend(piece.parent.map(|parent| format!("from {}", rules.counter(parent).id)));
    words.push(format!("@ {}", whereabouts(rules, piece.whereabouts)));
    let marks = [
        (piece.face_up && !piece.strength_open, "up"),
        (piece.face_up && piece.strength_open, "shown"),
        (piece.inside, "inside"),
        (piece.moved, "moved"),
        (piece.stirred && !piece.moved, "stirred"),
        (piece.fatigued, "fatigued"),
        (piece.digging, "digging"),
        (piece.marched_to_guns, "tried-guns"),
    ];
    words.extend(marks.into_iter().filter(|(there, _)| *there).map(|(_, word)| word.to_owned()));
    let counts = [("spent", piece.spent), ("stragglers", piece.stragglers), ("losses", piece.losses)];
    words.extend(counts.into_iter().filter(|(_, count)| *count > 0).map(|(word, count)| format!("{word}{count}")));
    if let (Some(way), Whereabouts::At(at)) = (piece.entered_by, piece.whereabouts) {
        let from = rules.ground.ends(way).into_iter().find(|place| *place != at);
        words.extend(from.map(|from| format!("by {}", rules.box_name(from))));
    }
    words.extend(piece.sighting.map(|seen| {
        let strength = seen.strength.map_or(String::new(), |strength| format!(" sp{strength}"));
        format!("seen {} turn{}{strength}", rules.box_name(seen.at), seen.turn)
    }));
    words.join(" ")
}

fn kind_word(kind: Kind) -> &'static str {
    match kind {
        Kind::Leader => "leader",
        Kind::Infantry => "infantry",
        Kind::Cavalry => "cavalry",
        Kind::Artillery => "artillery",
        Kind::InfantryDummy => "dummy",
        Kind::CavalryDummy => "cavalry-dummy",
    }
}

/// What a position of a scenario can be made of.
pub(crate) fn sandbox(title: &JoursDeGloire, scenario: &str) -> Result<SandboxInfo, String> {
    let scenario = title.scenario(scenario)?;
    let map = Named::new("germany", &scenario.heading.title);
    Ok(writing::sandbox(map, &PHASES, &STATES, scenario.last_turn.into()))
}

/// What somebody set up by hand, as a `[position]` table. Whether it can be is found out by reading it.
pub(crate) fn compose(title: &JoursDeGloire, wish: &Wish) -> Result<String, String> {
    let scenario = title.scenario(&wish.scenario)?;
    let begins = |counter: CounterId| {
        let scheduled = scenario.arrivals.iter().flat_map(|arrival| &arrival.who);
        let placed = scenario.setup.iter().map(|placement| &placement.who).chain(scheduled);
        placed.into_iter().find(|who| who.counter == counter).map_or(0, |who| who.strength)
    };
    let fields = [("rules_of".to_owned(), quoted(&wish.scenario)), ("map".into(), quoted("germany"))];
    Ok(writing::compose(&fields, wish, |unit| {
        let known = scenario.find(&unit.id);
        let side = known.map_or("fr", |known| SIDES.of(scenario.counters[known.index()].side).short);
        let counter = known.map(|known| &scenario.counters[known.index()]);
        let strength = known.map_or(0, begins).max(1);
        // A dummy is no printed counter: it goes by its kind.
        let kind = counter.map_or(unit.id.clone(), |counter| match counter.kind {
            kind if kind.is_dummy() => kind_word(kind).to_owned(),
            kind if kind.has_strength() => format!("{} {strength}", unit.id),
            _ => unit.id.clone(),
        });
        let [place, state] = [&unit.place, &unit.state].map(|word| word.as_deref().unwrap_or(""));
        format!("{side} {}: {kind} @ {place} {state}", unit.id)
    }))
}
