//! What an example may expect of a position beyond what the kernel checks. docs/art-of-war.md lists it all.

use kernel::Side;
use toml::Value;

use crate::Rules;
use crate::event::Event;
use crate::sequence::Frame;
use crate::state::{Fate, Klenau, State};
use crate::unit::{ALLIED, Army, Division, FRENCH, Kind, Start, UnitId};
use crate::{position, words};

const KEYS: &str = "at, result, column, attack, defence, strength, morale, demoralized, points, control, reserve, fresh, \
    fresh_used, duty, moved, turn, phase, active, points_left, klenau, old_town, guard_attacked, recalled, units, printed, fresh_left, winner, level";

type Found = Result<(), String>;

pub(crate) fn check(rules: &Rules, state: &State, events: &[Event], key: &str, value: &Value) -> Found {
    match key {
        "at" => each(value, |name, want| {
            let unit = unit(rules, name)?;
            same(name, want, &place(rules, state, unit))
        }),
        "result" => last(events, |event| {
            let (Event::CombatThrown { result, .. } | Event::WeatherThrown { result, .. }) = event else { return None };
            Some(result.name().to_owned())
        })
        .and_then(|found| same("the result", value, &found)),
        "column" => {
            announced(events, |_, _, column| column.to_owned()).and_then(|found| same("the column", value, &found))
        }
        "attack" => {
            announced(events, |attack, _, _| attack.to_string()).and_then(|found| same("the attack", value, &found))
        }
        "defence" => {
            announced(events, |_, defence, _| defence.to_string()).and_then(|found| same("the defence", value, &found))
        }
        "strength" => each(value, |name, want| {
            let unit = unit(rules, name)?;
            same(&format!("the strength of {name}"), want, &rules.strength(state, unit).to_string())
        }),
        "morale" => each(value, |name, want| {
            let army = army(name)?;
            same(&format!("{name} morale"), want, &state.morale[army.index()].to_string())
        }),
        "demoralized" => each(value, |name, want| {
            let army = army(name)?;
            same(&format!("demoralization of the {name} army"), want, &rules.demoralized(state, army).to_string())
        }),
        "points" => each(value, |name, want| {
            same(&format!("points of {name}"), want, &rules.points(state, side(name)?).to_string())
        }),
        "control" => each(value, |name, want| {
            let hex = rules.ground.grid.parse(name).ok_or_else(|| format!("{name} is no hex of this map"))?;
            let index = rules.scenario.objectives.iter().position(|objective| *objective == hex);
            let index = index.ok_or_else(|| format!("{name} is no objective"))?;
            same(&format!("control of {name}"), want, state.control[index].map_or("nobody", side_id))
        }),
        "old_town" => {
            let scored =
                rules.scenario.objectives.iter().enumerate().filter(|(index, _)| state.old_town >> index & 1 != 0);
            list(value, scored.map(|(_, hex)| rules.ground.grid.name(*hex)).collect(), "the old town hexes scored")
        }
        "reserve" => flags(rules, value, "in reserve", |unit| state.reserve.contains(unit)),
        "recalled" => flags(rules, value, "recalled", |unit| state.recalled.contains(unit)),
        "fresh" => flags(rules, value, "given fresh strength", |unit| state.fresh.contains(unit)),
        "duty" => {
            flags(rules, value, "bound by a duty", |unit| state.duty.contains(unit) && !state.fought.contains(unit))
        }
        "moved" => flags(rules, value, "moved", |unit| state.moved.contains(unit)),
        "fresh_used" => {
            let used =
                rules.scenario.divisions.iter().enumerate().filter(|(index, _)| state.fresh_used >> index & 1 != 0);
            list(value, used.map(|(_, division)| division.id.clone()).collect(), "the fresh strength markers used")
        }
        "turn" => same("the turn", value, &state.turn.to_string()),
        "active" => same("the active side", value, side_id(state.player)),
        "phase" => same("the phase", value, phase(state)),
        "points_left" => {
            let left = rules.in_hand(state).map_or_else(|| "no unit in hand".into(), |hand| words::points(hand.left));
            same("points left", value, &left)
        }
        "klenau" => {
            let found = match state.klenau {
                Klenau::OnTheRoad => "on the road",
                Klenau::AtHand => "at hand",
            };
            same("klenau", value, found)
        }
        "guard_attacked" => same("the commitment of the Guard", value, &state.guard_attacked.to_string()),
        "units" => each(value, |words, want| {
            same(&format!("the number of units {words}"), want, &chosen(rules, state, words)?.len().to_string())
        }),
        "printed" => each(value, |words, want| {
            let printed = |unit: &UnitId| u32::from(rules.unit(*unit).strength);
            let points: u32 = chosen(rules, state, words)?.iter().map(printed).sum();
            same(&format!("the printed strength of {words}"), want, &points.to_string())
        }),
        "fresh_left" => {
            each(value, |name, want| same(&format!("fresh strength of {name}"), want, &fresh_left(rules, state, name)?))
        }
        "winner" => {
            let verdict = rules.verdict_now(state);
            same("the winner as it stands", value, verdict.winner.map_or("nobody", side_id))
        }
        "level" => same("the level of victory as it stands", value, rules.verdict_now(state).level),
        other => Err(format!(
            "\"{other}\" cannot be expected here; {KEYS} can, and pending, over, legal, not_legal, events, not_events"
        )),
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
                        "\"{word}\" tells no units apart; total, an army, allied, infantry, cavalry, artillery, garrison, \
                         reserve, on_map, waiting, disrupted, eliminated, klenau, a division, an entry code do"
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
    if let Ok(side) = side(name) {
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
    match state.frames.first() {
        Some(Frame::Move | Frame::OpenMovement) => "movement",
        Some(Frame::Attack | Frame::OpenCombat) => "combat",
        Some(Frame::Night | Frame::EndTurn | Frame::FightOn) => "end of day",
        Some(Frame::GameOver) | None => "over",
        Some(
            Frame::KlenauDie
            | Frame::SpendMorale
            | Frame::Moving { .. }
            | Frame::Fresh { .. }
            | Frame::Declare
            | Frame::CombatDie
            | Frame::WeatherDie
            | Frame::Exchange { .. }
            | Frame::Retreat { .. }
            | Frame::Displace { .. }
            | Frame::CallUp { .. }
            | Frame::BookMorale
            | Frame::FallBack
            | Frame::Advance { .. }
            | Frame::CloseCombat
            | Frame::Reorganize { .. }
            | Frame::Place { .. },
        ) => "between phases",
    }
}

fn side_id(side: Side) -> &'static str {
    if side == FRENCH { "french" } else { "allied" }
}

fn side(name: &str) -> Result<Side, String> {
    match name {
        "french" => Ok(FRENCH),
        "allied" => Ok(ALLIED),
        _ => Err(format!("\"{name}\" is no side; french and allied are")),
    }
}

fn army(name: &str) -> Result<Army, String> {
    Army::ALL
        .into_iter()
        .find(|army| army.name().eq_ignore_ascii_case(name))
        .ok_or_else(|| format!("\"{name}\" is no army; french, austrian, russian and prussian are"))
}

fn unit(rules: &Rules, name: &str) -> Result<UnitId, String> {
    rules.find(name).ok_or_else(|| format!("there is no unit \"{name}\" in this position"))
}

/// The expected value as text, however it was written.
fn written(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Integer(_)
        | Value::Float(_)
        | Value::Boolean(_)
        | Value::Datetime(_)
        | Value::Array(_)
        | Value::Table(_) => value.to_string(),
    }
}

fn same(what: &str, want: &Value, found: &str) -> Found {
    if written(want) == found {
        Ok(())
    } else {
        Err(format!("{what}: {} was expected, and it is {found}", written(want)))
    }
}

fn each(value: &Value, mut check: impl FnMut(&str, &Value) -> Found) -> Found {
    let table = value.as_table().ok_or("a table of names and values was to stand here")?;
    table.iter().try_for_each(|(name, want)| check(name, want))
}

fn flags(rules: &Rules, value: &Value, what: &str, test: impl Fn(UnitId) -> bool) -> Found {
    each(value, |name, want| same(&format!("{name} {what}"), want, &test(unit(rules, name)?).to_string()))
}

fn list(value: &Value, found: Vec<String>, what: &str) -> Found {
    let array = value.as_array().ok_or("a list was to stand here")?;
    let mut want: Vec<String> = array.iter().map(written).collect();
    want.sort();
    let mut found = found;
    found.sort();
    if want == found { Ok(()) } else { Err(format!("{what}: {want:?} was expected, and it is {found:?}")) }
}

fn last(events: &[Event], pick: impl Fn(&Event) -> Option<String>) -> Result<String, String> {
    events.iter().rev().find_map(pick).ok_or_else(|| "no combat was resolved in this step".into())
}

fn announced(events: &[Event], show: impl Fn(u16, u16, &str) -> String) -> Result<String, String> {
    events
        .iter()
        .rev()
        .find_map(|event| {
            let Event::AttackAnnounced { attack, defence, column, .. } = event else { return None };
            Some(show(*attack, *defence, column.name()))
        })
        .ok_or_else(|| "no attack was announced in this step".into())
}
