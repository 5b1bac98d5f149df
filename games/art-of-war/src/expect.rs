//! What an example may expect of a position beyond what the kernel checks. docs/art-of-war.md lists it all.

use kernel::Waits;
use kit::example::one_of;
use kit::expect::{Expect, Found, unknown};
use toml::Value;

use crate::Rules;
use crate::counters::{ALLIED, Army, Division, Kind, SIDES, Start, UnitId};
use crate::event::Event;
use crate::sequence::{Frame, Question, Step};
use crate::state::{Fate, Klenau, State};
use crate::{position, words};

const KEYS: &str = "at, result, column, attack, defence, strength, morale, demoralized, points, control, reserve, fresh, \
    fresh_used, duty, moved, turn, phase, active, points_left, klenau, old_town, guard_attacked, recalled, units, printed, fresh_left, winner, level";

pub(crate) fn check(rules: &Rules, state: &State, events: &[Event], key: &str, value: &Value) -> Found {
    let want = Expect(value);
    let flag = |what: &str, test: &dyn Fn(UnitId) -> bool| {
        want.each_is(&format!("{{}} {what}"), |name| Ok(test(unit(rules, name)?)))
    };
    let announced = |what: &str, show: fn(u16, u16, &str) -> String| {
        want.last(what, events, |event| {
            let Event::AttackAnnounced { attack, defence, column, .. } = event else { return None };
            Some(show(*attack, *defence, column.name()))
        })
    };
    match key {
        "at" => want.each_is("{}", |name| Ok(place(rules, state, unit(rules, name)?))),
        "result" => want.last("the result", events, |event| {
            let (Event::CombatThrown { result, .. } | Event::WeatherThrown { result, .. }) = event else { return None };
            Some(result.name())
        }),
        "column" => announced("the column", |_, _, column| column.to_owned()),
        "attack" => announced("the attack", |attack, _, _| attack.to_string()),
        "defence" => announced("the defence", |_, defence, _| defence.to_string()),
        "strength" => want.each_is("the strength of {}", |name| Ok(rules.strength(state, unit(rules, name)?))),
        "morale" => want.each_is("{} morale", |name| Ok(state.morale[army(name)?.index()])),
        "demoralized" => {
            want.each_is("demoralization of the {} army", |name| Ok(rules.demoralized(state, army(name)?)))
        }
        "points" => want.each_is("points of {}", |name| Ok(rules.points(state, SIDES.read(name)?))),
        "control" => want.each_is("control of {}", |name| {
            let hex = rules.ground.grid.parse(name).ok_or_else(|| format!("{name} is not a hex of this map"))?;
            let index = rules.scenario.objectives.iter().position(|objective| objective.hex == hex);
            let index = index.ok_or_else(|| format!("{name} is not an objective"))?;
            Ok(state.control[index].map_or("nobody", |side| SIDES.id(side)))
        }),
        "old_town" => {
            let objectives = rules.scenario.objectives.iter().enumerate();
            let scored = objectives.filter(|(index, _)| state.old_town >> index & 1 != 0);
            want.list("the old town hexes scored", scored.map(|(_, objective)| rules.ground.grid.name(objective.hex)))
        }
        "reserve" => flag("in reserve", &|unit| state.reserve.contains(unit)),
        "recalled" => flag("recalled", &|unit| state.recalled.contains(unit)),
        "fresh" => flag("given fresh strength", &|unit| state.fresh.contains(unit)),
        "duty" => flag("bound by a duty", &|unit| state.duty.contains(unit) && !state.fought.contains(unit)),
        "moved" => flag("moved", &|unit| state.moved.contains(unit)),
        "fresh_used" => {
            let divisions = rules.scenario.divisions.iter().enumerate();
            let used = divisions.filter(|(index, _)| state.fresh_used >> index & 1 != 0);
            want.list("the fresh strength markers used", used.map(|(_, division)| &division.id))
        }
        "turn" => want.is("the turn", state.turn),
        "active" => want.is("the active side", SIDES.id(state.player)),
        "phase" => want.is("the phase", phase(state)),
        "points_left" => {
            let left = rules.in_hand(state).map_or_else(|| "no unit in hand".into(), |hand| words::points(hand.left));
            want.is("points left", left)
        }
        "klenau" => want.is(
            "klenau",
            match state.klenau {
                Klenau::OnTheRoad => "on the road",
                Klenau::AtHand => "at hand",
            },
        ),
        "guard_attacked" => want.is("the commitment of the Guard", state.guard_attacked),
        "units" => want.each_is("the number of units {}", |words| Ok(chosen(rules, state, words)?.len())),
        "printed" => want.each_is("the printed strength of {}", |words| {
            Ok(chosen(rules, state, words)?.iter().map(|unit| u32::from(rules.unit(*unit).strength)).sum::<u32>())
        }),
        "fresh_left" => want.each_is("fresh strength of {}", |name| fresh_left(rules, state, name)),
        "winner" => {
            let winner = rules.verdict_now(state).winner;
            want.is("the winner as it stands", winner.map_or("nobody", |side| SIDES.id(side)))
        }
        "level" => want.is("the level of victory as it stands", rules.verdict_now(state).level),
        other => unknown(other, KEYS),
    }
}

/// `units = { french = 43, total = 82, "russian infantry" = 18 }`: the counters in the game that fit every word.
fn chosen(rules: &Rules, state: &State, words: &str) -> Result<Vec<UnitId>, String> {
    let mut units: Vec<UnitId> = (0..rules.units.len())
        .filter(|index| state.fate[*index] != Fate::None)
        .map(|index| UnitId(index as u8))
        .collect();
    for word in words.split_whitespace() {
        let fate = |wanted: Fate| move |unit: &UnitId| state.fate[unit.index()] == wanted;
        let kind = |wanted: Kind| move |unit: &UnitId| rules.unit(*unit).kind == wanted;
        match word {
            "total" => {}
            "allied" => units.retain(|unit| rules.side_of(*unit) == ALLIED),
            "infantry" => units.retain(kind(Kind::Infantry)),
            "cavalry" => units.retain(kind(Kind::Cavalry)),
            "artillery" => units.retain(kind(Kind::Artillery)),
            "garrison" => units.retain(|unit| rules.is_garrison(*unit)),
            "reserve" => units.retain(|unit| state.reserve.contains(*unit)),
            "on_map" => units.retain(fate(Fate::OnMap)),
            "waiting" => units.retain(fate(Fate::Waiting)),
            "disrupted" => units.retain(fate(Fate::Disrupted)),
            "eliminated" => units.retain(fate(Fate::Lost)),
            "klenau" => units.retain(|unit| rules.unit(*unit).start == Start::Klenau),
            _ => {
                let division = rules.scenario.divisions.iter().position(|division| division.id == word);
                let code = position::entry_code(word);
                if let Ok(army) = army(word) {
                    units.retain(|unit| rules.unit(*unit).army == army);
                } else if let Some(index) = division {
                    units.retain(|unit| rules.unit(*unit).division == Division(index as u8));
                } else if let Some((area, turn)) = code {
                    units.retain(|unit| rules.unit(*unit).start == Start::Enters { area, turn });
                } else {
                    return Err(format!(
                        "\"{word}\" is not a filter for units; use total, an army, allied, infantry, cavalry, artillery, garrison, \
                         reserve, on_map, waiting, disrupted, eliminated, klenau, a division or an entry code"
                    ));
                }
            }
        }
    }
    Ok(units)
}

/// The number of a side's unused markers, or the points that a division's marker still holds.
fn fresh_left(rules: &Rules, state: &State, name: &str) -> Result<String, String> {
    let divisions = rules.scenario.divisions.iter().enumerate();
    let mut unused = divisions.filter(|(index, info)| info.fresh > 0 && state.fresh_used >> index & 1 == 0);
    if let Some(side) = SIDES.find(name) {
        return Ok(unused.filter(|(_, info)| info.army.side() == side).count().to_string());
    }
    if !rules.scenario.divisions.iter().any(|division| division.id == name) {
        return Err(format!("\"{name}\" is neither a side nor a division"));
    }
    Ok(unused.find(|(_, info)| info.id == name).map_or(0, |(_, info)| info.fresh).to_string())
}

fn place(rules: &Rules, state: &State, unit: UnitId) -> String {
    match state.fate[unit.index()] {
        Fate::OnMap => rules.ground.grid.name(state.hex_of(unit)),
        Fate::Waiting => "waiting".into(),
        Fate::Disrupted => "disrupted".into(),
        Fate::Lost => "eliminated".into(),
        Fate::None => "no unit".into(),
    }
}

fn phase(state: &State) -> &'static str {
    match state.frames.first().copied().unwrap_or(Frame::GameOver).waits() {
        Waits::Asks(Question::Move) | Waits::Goes(Step::OpenMovement) => "movement",
        Waits::Asks(Question::Attack) | Waits::Goes(Step::OpenCombat) => "combat",
        Waits::Asks(Question::FightOn) | Waits::Goes(Step::Night | Step::EndTurn) => "end of day",
        Waits::Goes(Step::GameOver) => "over",
        Waits::Asks(_) | Waits::Rolls(_) | Waits::Goes(Step::BookMorale | Step::CloseCombat) => "between phases",
    }
}

fn army(name: &str) -> Result<Army, String> {
    one_of("army", &Army::WORDS, &name.to_lowercase())
}

fn unit(rules: &Rules, name: &str) -> Result<UnitId, String> {
    rules.find(name).ok_or_else(|| format!("there is no unit \"{name}\" in this position"))
}
