//! Writing positions down in the words that `position` reads: a state of a game, or what somebody set up by hand.

use std::collections::BTreeMap;

use board::textfile::quoted;
use kernel::example::read_position;
use kernel::{Named, SandboxInfo, Setup, Wish};
use kit::writing::{self, Lines, Origin, unwritable};

use crate::Rules;
use crate::counters::{CounterId, Kind, SIDES};
use crate::memory::{Flow, KNOWN, Lot, Passed};
use crate::notation;
use crate::position::{SUPPLY, steps, whereabouts};
use crate::reaction::Marcher;
use crate::refusal::way_name;
use crate::sequence::{Administration, Combat, Events, Frame, Guns, Movement};
use crate::state::{CardPlace, Grade, Peace, Piece, State, Whereabouts};
use crate::tables::Weather;
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

/// The phase that opens with this state, or why there is none; and the step of it that has been reached, if it is not the first.
fn phase(rules: &Rules, state: &State) -> Result<(&'static str, Option<String>), &'static str> {
    // A phase A that was opened by an example has nothing behind its step.
    let alone = state.frames.len() <= 2;
    let step = |frame: Frame| steps(rules).into_iter().find(|(_, known)| *known == frame).map(|(word, _)| word);
    let of_events = |short: &'static str, frame: Frame| if alone { (short, None) } else { ("events", step(frame)) };
    let first = |short: &'static str| (short, None);
    Ok(match state.frame() {
        Frame::Events(Events::Open | Events::WeatherDie) => first("events"),
        Frame::Events(Events::FirstPlayer | Events::FirstPlayerDie { french: None }) => {
            of_events("first player", Frame::Events(Events::FirstPlayer))
        }
        frame @ Frame::Events(Events::Replacements { .. }) => of_events("replacements", frame),
        frame @ Frame::Events(Events::CardDie { .. }) => of_events("cards", frame),
        Frame::Events(Events::Close | Events::Discard { .. }) => first("end"),
        Frame::Events(_) => return Err("the turn is being opened"),
        Frame::Administration(Administration::ReturnDummies { .. })
            if state.frames.first() == Some(&Frame::Events(Events::Open)) =>
        {
            first("dummies")
        }
        Frame::Administration(Administration::Open | Administration::ReturnDummies { .. }) => first("administration"),
        Frame::Administration(Administration::Lines) => first("points"),
        frame @ Frame::Administration(Administration::PointsDie { .. }) => ("points", step(frame)),
        Frame::Administration(_) => return Err("the administrative phase is going on"),
        Frame::Movement(Movement::Open) => first("movement"),
        frame @ Frame::Movement(Movement::Choose { .. }) => ("movement", step(frame)),
        Frame::Movement(_) => return Err("a stack is on the march"),
        Frame::Guns(Guns::Open) => first("guns"),
        Frame::Guns(_) => return Err("Forces are marching to the guns"),
        Frame::Combat(Combat::Open | Combat::Choose { .. }) => first("combat"),
        Frame::Combat(_) => return Err("a battle is being fought"),
        Frame::GameOver => return Err("the game is over"),
    })
}

/// The position of a game as the `[position]` table of an example: one that reads back as it was.
pub(crate) fn write(title: &JoursDeGloire, rules: &Rules, state: &State, setup: &Setup) -> Result<String, String> {
    let text = written(rules, state, setup)?;
    let setup = Setup::Position { file: "written".into(), text: text.clone() };
    let again = read_position(title, "written", &text).ok().filter(|again| again.state == *state);
    match again.and_then(|again| written(&again.rules, &again.state, &setup).ok()) {
        Some(twice) if twice == text => Ok(text),
        Some(_) | None => Err(unwritable("it depends on more than what lies on the table")),
    }
}

fn written(rules: &Rules, state: &State, setup: &Setup) -> Result<String, String> {
    let (phase, step) = phase(rules, state).map_err(unwritable)?;
    let origin = Origin::of(setup, &LASTING, begun)?;
    let begun = rules.set_up();
    let mut lines = Lines::new(&origin.fields);
    lines.say("turn", state.turn);
    lines.text("phase", Some(phase));
    // The first seat of a side moves first.
    let usual = Frame::Movement(Movement::Choose { seat: rules.seat_of_side(state.player) });
    lines.text("step", step.as_deref().filter(|_| state.frame() != usual));
    if let Some(Administration::ReturnDummies { side, left }) = state.frame().administration() {
        lines.number("dummies", Some(left));
        lines.text("dummies_of", Some(SIDES.id(side)).filter(|_| side != state.player));
    }
    lines.text("active", Some(SIDES.id(state.player)));
    lines.text("first", Some(SIDES.id(state.first)));
    lines.text("weather", Some(state.weather.id()));
    lines.text("next_weather", state.next_weather.map(Weather::id));
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
    let marked = |side: usize| state.force_markers[side].is_empty();
    lines.table("force_markers", by_side(&|side| boxes(&state.force_markers[side]), &marked));
    let silent = |side: usize| state.said_real[side].is_empty();
    lines.table("said_real", by_side(&|side| boxes(&state.said_real[side]), &silent));
    let doubted = |side: usize| {
        let places = rules.scenario.victory_boxes.iter().enumerate();
        let places = places.filter(|(number, _)| state.flags_in_doubt[side] >> number & 1 != 0);
        places.map(|(_, victory)| rules.box_name(victory.at).to_owned()).collect()
    };
    lines.table("flags_in_doubt", by_side(&doubted, &|side| state.flags_in_doubt[side] == 0));
    lines.list("intercepted", boxes(&state.intercepted));
    if phase == "combat" {
        lines.list("battles", boxes(&state.battles));
        let marchers = state.reaction.iter().flat_map(|reaction| &reaction.marchers);
        lines.list("marchers", marchers.map(|marcher| marcher_text(rules, marcher)));
        lines.list("barred", state.reaction.iter().flat_map(|reaction| boxes(&reaction.barred)));
    }
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

    let numbered =
        |bits: u16| (1..=16).filter(move |card: &u8| bits >> (card - 1) & 1 != 0).map(|card| card.to_string());
    for (name, bits) in [("cards_shown", state.cards_shown), ("armistice_events", state.armistice_events_used)] {
        let cards: Vec<String> = numbered(bits).collect();
        if !cards.is_empty() {
            lines.say(name, format!("[{}]", cards.join(", ")));
        }
    }
    let promised = state.promised.iter();
    lines.list("promised", promised.map(|(throw, side, by)| format!("{} {} {by}", throw.id(), SIDES.id(*side))));
    let armies = rules.scenario.armies.iter().enumerate();
    let by_card = armies.filter(|(number, _)| state.supplied_by_card >> number & 1 != 0);
    lines.list("supplied_by_card", by_card.map(|(_, army)| army.id.clone()));
    let standing = rules.seats.iter().zip(&state.standing).filter(|(_, orders)| **orders != Default::default());
    lines
        .table("standing", standing.map(|(seat, orders)| (seat.id.clone(), quoted(&notation::standing_words(orders)))));

    let id = |counter: CounterId| rules.counter(counter).id.clone();
    let none = state.pieces.iter().all(|piece| !piece.hollow);
    lines.truth("none_hollow", none);
    for (name, hollow) in [("hollow", true), ("not_hollow", false)].into_iter().filter(|_| !none) {
        let differs = |counter: &CounterId| {
            let piece = state.piece(*counter);
            piece.hollow == hollow && piece.hollow != (piece.strength == 0)
        };
        lines.list(name, rules.all_counters().filter(differs).map(id));
    }
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

    let mut usual = state.clone();
    match origin.setup {
        true => usual.drawn = begun.drawn.clone(),
        false => usual.forget(|counter| rules.side_of(counter)),
    }
    if state.drawn != usual.drawn || !state.flows.is_empty() {
        lines.say("lots", writing::list(lots(rules, state)));
        let passed = |passed: &Passed| format!("{} {} {}", passed.from, passed.to, passed.sort.id());
        lines.list("passed", state.passed.iter().map(passed));
        let flow = |flow: &Flow| {
            let sort = flow.sort.map_or(String::new(), |sort| format!(" {}", sort.id()));
            format!("{} {} {}{sort}", flow.from, flow.to, flow.count)
        };
        lines.list("flows", state.flows.iter().map(flow));
    }

    let units = rules.all_counters().filter_map(|counter| {
        let named = origin.counters.get(&rules.counter(counter).id).map(String::as_str);
        let led =
            |piece: &Piece| Piece { grade: Default::default(), to_chief: false, hollow: false, lot: KNOWN, ..*piece };
        let as_begun = led(state.piece(counter)) == led(begun.piece(counter));
        (!(origin.setup && named.is_none() && as_begun)).then(|| unit_line(rules, state, counter, named))
    });
    Ok(lines.units(units.collect::<Vec<_>>()))
}

/// `1: a b@2 c`: a text for each lot that counters were put into, with the lot that a counter lies in now, if it is another.
fn lots(rules: &Rules, state: &State) -> Vec<String> {
    let mut lots: BTreeMap<Lot, String> = BTreeMap::new();
    for counter in rules.all_counters() {
        let (drawn, lies) = (state.drawn_from(counter), state.piece(counter).lot);
        if drawn != KNOWN {
            let words = lots.entry(drawn).or_insert_with(|| format!("{drawn}:"));
            *words += &format!(" {}", rules.counter(counter).id);
            if lies != drawn {
                *words += &format!("@{lies}");
            }
        }
    }
    lots.into_values().collect()
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
    let lost = [("stragglers", piece.stragglers), ("losses", piece.losses), ("here", piece.lost_here)];
    let counts = [("spent", piece.spent)].into_iter().chain(lost);
    words.extend(counts.filter(|(_, count)| *count > 0).map(|(word, count)| format!("{word}{count}")));
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

/// `a, b from BOX to BOX by A-B after 2`.
fn marcher_text(rules: &Rules, marcher: &Marcher) -> String {
    let Marcher { force, from, to, by, after_round } = *marcher;
    let force: Vec<&str> = force.iter().map(|counter| rules.counter(counter).id.as_str()).collect();
    let [from, to] = [from, to].map(|place| rules.box_name(place));
    format!("{} from {from} to {to} by {} after {after_round}", force.join(" "), way_name(rules, by))
}

fn kind_word(kind: Kind) -> &'static str {
    if kind == Kind::InfantryDummy { "dummy" } else { kind.id() }
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
