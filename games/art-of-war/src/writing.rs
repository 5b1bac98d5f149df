//! Writing positions down in the words that `position` reads: a state of a game, or what somebody set up by hand.

use board::Hex;
use board::textfile::quoted;
use kernel::{Named, SandboxInfo, Setup, Waits, Wish};
use kit::writing::{self, Lines, Origin, unwritable};

use crate::Rules;
use crate::counters::{Army, Division, Garrison, SIDES, Start, Unit, UnitId, UnitSet};
use crate::sequence::{Die, Frame, Question, Step};
use crate::state::{Fate, Klenau, State};
use crate::title::{ArtOfWar, battle_called};

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

fn army_word(army: Army) -> &'static str {
    match army {
        Army::French => "fr",
        Army::Austrian => "au",
        Army::Russian => "ru",
        Army::Prussian => "pr",
    }
}

/// The fields of a game that began from a scenario.
fn begun(id: &str, options: &kernel::Options) -> Vec<(String, String)> {
    let mut fields = vec![("rules_of".to_owned(), quoted(id)), ("map".into(), quoted(id))];
    if options.get("weather").is_some_and(|value| value == "on") {
        fields.push(("weather".into(), "true".into()));
    }
    fields.push(("setup".into(), "true".into()));
    fields
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
    Err(match busy.waits() {
        Waits::Asks(Question::Moving { .. }) => "a unit is moving",
        Waits::Asks(Question::Fresh { .. }) => "fresh strength is being declared",
        Waits::Asks(Question::Declare) => "an attack is being declared",
        Waits::Asks(Question::Reorganize { .. } | Question::Place { .. }) | Waits::Goes(Step::Night) => {
            "disrupted units are returning"
        }
        Waits::Rolls(Die::KlenauDie)
        | Waits::Asks(Question::SpendMorale | Question::Move | Question::Attack | Question::FightOn)
        | Waits::Goes(Step::OpenMovement | Step::OpenCombat | Step::EndTurn | Step::GameOver) => {
            "the phase is changing"
        }
        Waits::Asks(_) | Waits::Rolls(_) | Waits::Goes(Step::BookMorale | Step::CloseCombat) => {
            "a combat is being fought"
        }
    })
}

/// The position of a game as the `[position]` table of an example.
pub(crate) fn write(title: &ArtOfWar, rules: &Rules, state: &State, setup: &Setup) -> Result<String, String> {
    let phase = phase(state).map_err(unwritable)?;
    if state.crowded.is_some() {
        return Err(unwritable("a unit has stopped on a friend that must move on"));
    }
    let origin = Origin::of(setup, &LASTING, begun)?;
    let mut lines = Lines::new(&origin.fields);
    lines.say("turn", state.turn);
    // Night and rain hold for the first turn only.
    let began = origin.table.get("turn").and_then(toml::Value::as_integer).unwrap_or(4);
    if began == i64::from(state.turn) {
        origin.repeated(&["night", "rain"]).iter().for_each(|(name, value)| lines.say(name, value));
    }
    lines.text("phase", Some(phase));
    lines.text("active", Some(SIDES.id(state.player)));
    let changed =
        Army::ALL.into_iter().filter(|army| state.morale[army.index()] != rules.scenario.morale[army.index()]);
    lines.table("morale", changed.map(|army| (army.name().to_lowercase(), state.morale[army.index()].to_string())));

    let names = |units: UnitSet| units.iter().map(|unit| rules.unit(unit).id.clone());
    let hex = |hex: Hex| rules.ground.grid.name(hex);
    let divisions = (0..rules.scenario.divisions.len() as u8).map(Division);
    let used = divisions.filter(|division| state.fresh_used & division.bit() != 0);
    lines.list("fresh_used", used.map(|division| rules.division_name(division).to_owned()));
    let objectives = || {
        let hexes = rules.scenario.objectives.iter().map(|objective| objective.hex).enumerate();
        hexes.filter(|(_, hex)| hex.is_some())
    };
    let held = objectives().filter_map(|(index, at)| Some((hex(at), quoted(SIDES.id(state.control[index]?)))));
    lines.table("control", held);
    lines.truth("guard_attacked", state.guard_attacked);
    lines.text("klenau", (state.klenau == Klenau::AtHand).then_some("at hand"));
    let scored = objectives().filter(|(index, _)| state.old_town & 1 << index != 0);
    lines.list("old_town", scored.map(|(_, at)| hex(at)));
    lines.list("recalled", names(state.recalled));
    lines.list("moved", names(state.moved));
    lines.text("second_division", state.second_division.map(|division| rules.division_name(Division(division))));
    if phase == "combat" {
        lines.list("fought", names(state.fought));
        lines.say("duties", writing::list(names(state.duty)));
        lines.list("bombarded_from", state.fired_from.iter().map(hex));
    }
    let units = rules.units.iter().zip(0..).filter_map(|(unit, index)| {
        let named = origin.counters.get(&unit.id).map(String::as_str);
        unit_line(title, rules, state, UnitId(index), named, origin.setup)
    });
    Ok(lines.units(units))
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
        flags.extend(unit.garrison.map(Garrison::id));
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
pub(crate) fn sandbox(title: &ArtOfWar, scenario: &str) -> Result<SandboxInfo, String> {
    let scenario = &title.battle(battle_called(scenario)?).scenario;
    let map = Named::new(&scenario.heading.id, &scenario.heading.title);
    Ok(writing::sandbox(map, &PHASES, &STATES, scenario.turns.len() as u32))
}

/// What somebody set up by hand, as a `[position]` table. Whether it can be is found out by reading it.
pub(crate) fn compose(title: &ArtOfWar, wish: &Wish) -> Result<String, String> {
    let battle = battle_called(&wish.scenario)?;
    let fields = ["rules_of", "map"].map(|field| (field.to_owned(), quoted(battle.id())));
    Ok(writing::compose(&fields, wish, |unit| {
        let known = title.battle(battle).units.iter().find(|known| known.id == unit.id);
        let army = known.map_or("fr", |known| army_word(known.army));
        let [place, state] = [&unit.place, &unit.state].map(|word| word.as_deref().unwrap_or(""));
        format!("{army} {}: {} @ {place} {state}", unit.id, unit.id)
    }))
}
