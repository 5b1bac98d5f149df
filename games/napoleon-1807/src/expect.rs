//! What an example may expect of a position beyond what the kernel checks. docs/napoleon-1807.md lists it all.

use kit::expect::{Expect, Found, unknown};
use toml::Value;

use crate::Rules;
use crate::counters::{CounterId, SIDES};
use crate::event::Event;
use crate::position::{SETS, set_of};
use crate::sequence::Frame;
use crate::state::{Fate, State};
use crate::words;

const KEYS: &str = "at, facing, strength, morale, people, scale, attack, defence, odds, modifier, total, row, fire, firing, losses, charging, points_left, \
    allowance, turn, phase, active, holder, points, control, command, chief, winner, units, printed, and the marks of counters";

pub(crate) fn check(rules: &Rules, state: &State, events: &[Event], key: &str, value: &Value) -> Found {
    let want = Expect(value);
    match key {
        "at" => want.each_is("{}", |name| Ok(place(rules, state, counter(rules, name)?))),
        "facing" => want.each_is("the facing of {}", |name| Ok(state.facing[counter(rules, name)?.index()])),
        "strength" => want.each_is("the strength of {}", |name| Ok(state.points(counter(rules, name)?))),
        "morale" => want.each_is("the morale of {}", |name| Ok(rules.morale(state, counter(rules, name)?))),
        "people" => want.each_is("the people of {}", |name| Ok(rules.people_of(state, counter(rules, name)?))),
        "scale" => want.each_is("the {} of the scale", |name| match name {
            "metres" => Ok(rules.tables.scale.metres),
            "minutes" => Ok(rules.tables.scale.minutes),
            other => Err(format!("the scale has metres and minutes, no {other}")),
        }),
        "attack" => {
            want.last(
                "the attack",
                events,
                |event| if let Event::Odds { attack, .. } = event { Some(*attack) } else { None },
            )
        }
        "defence" => want.last("the defence", events, |event| {
            if let Event::Odds { defence, .. } = event { Some(*defence) } else { None }
        }),
        "odds" => want.last("the odds", events, |event| {
            let Event::Odds { attack, defence, .. } = event else { return None };
            Some(rules.tables.odds(*attack, *defence).name.clone())
        }),
        "modifier" => want.last("the modifier", events, |event| {
            let (Event::Odds { modifier, .. } | Event::GunsFired { modifier, .. } | Event::Volley { modifier, .. }) =
                event
            else {
                return None;
            };
            Some(*modifier)
        }),
        "total" => want.last("the total", events, |event| {
            let (Event::CombatThrown { total, .. } | Event::FireThrown { total, .. }) = event else { return None };
            Some(*total)
        }),
        "row" => want.last("the row", events, |event| {
            let Event::CombatThrown { row, .. } = event else { return None };
            Some(rules.tables.combat(*row).name.clone())
        }),
        "fire" => want.last("the result of fire", events, |event| {
            let Event::FireThrown { cell, .. } = event else { return None };
            Some(cell.name())
        }),
        "firing" => want.last("the firing strength", events, |event| {
            let (Event::GunsFired { points, .. } | Event::Volley { points, .. }) = event else { return None };
            Some(*points)
        }),
        "losses" => want.each_is("the losses of the {}", |name| {
            let side = SIDES.read(name)?;
            let found = events.iter().rev().find_map(|event| {
                let Event::LossesThrown { side: of, points, .. } = event else { return None };
                (*of == side).then_some(*points)
            });
            found.ok_or_else(|| format!("no dice for the losses of the {name} fell in this step"))
        }),
        "charging" => want.each_is("{} charging", |name| {
            let unit = counter(rules, name)?;
            let declared = events.iter().rev().find_map(|event| {
                let Event::AttackDeclared { charging, .. } = event else { return None };
                Some(*charging)
            });
            Ok(declared.is_some_and(|charging| charging.contains(unit)))
        }),
        "points_left" => match state.hand.unit.is_none() {
            true => want.is("points left", "no counter in hand"),
            false => points(want, "points left", state.hand.left),
        },
        "allowance" => want.each(|name, want| {
            points(want, &format!("the points of {name}"), rules.allowance(state, counter(rules, name)?))
        }),
        "turn" => want.is("the turn", state.turn),
        "phase" => want.is("the phase", phase(state)),
        "active" => want.is("the active side", SIDES.id(state.player)),
        "holder" => want.is("the holder of the initiative", state.holder.map_or("nobody", |side| SIDES.id(side))),
        "points" => want.each_is("points of {}", |name| Ok(rules.points_of(state, SIDES.read(name)?))),
        "control" => want.each_is("control of {}", |name| {
            let hex = rules.ground.grid.parse(name);
            let place = rules.scenario.objectives.iter().position(|objective| Some(objective.hex) == hex);
            let place = place.ok_or_else(|| format!("{name} is no objective"))?;
            Ok(state.control[place].map_or("nobody", |side| SIDES.id(side)))
        }),
        "command" => want.each_is("command points of {}", |name| Ok(state.command[SIDES.read(name)?.index()])),
        "chief" => want.each_is("the commander of the {}", |name| {
            let chief = state.chief[SIDES.read(name)?.index()];
            Ok(if chief.is_none() { "nobody".into() } else { rules.word_for(chief) })
        }),
        "winner" => {
            let winner = rules.verdict_now(state).winner;
            want.is("the winner as it stands", winner.map_or("nobody", |side| SIDES.id(side)))
        }
        "units" => want.each_is("the number of units of {}", |words| Ok(chosen(rules, state, words)?.len())),
        "printed" => want.each_is("the printed strength of {}", |words| {
            Ok(chosen(rules, state, words)?.iter().map(|unit| u32::from(rules.counter(*unit).strength)).sum::<u32>())
        }),
        mark if SETS.contains(&mark) => want.each_is(&format!("{{}} {mark}"), |name| {
            let unit = counter(rules, name)?;
            Ok(set_of(state, mark).is_some_and(|set| set.contains(unit)))
        }),
        other => unknown(other, KEYS),
    }
}

/// Movement points, however the fraction is written.
fn points(want: Expect<'_>, what: &str, found: u8) -> Found {
    if words::twelfths(&want.written()) == Some(found) { Ok(()) } else { want.is(what, words::points(found)) }
}

/// `units = { french = 14, "allied cavalry" = 4 }`: the counters in the game that fit every word.
fn chosen(rules: &Rules, state: &State, words: &str) -> Result<Vec<CounterId>, String> {
    let all =
        (0..rules.counters.len()).filter(|index| state.fate[*index] != Fate::None).map(|index| CounterId(index as u8));
    let mut units: Vec<CounterId> = all.collect();
    for word in words.split_whitespace() {
        match word {
            "commanders" => units.retain(|unit| !rules.is_unit(*unit)),
            "units" => units.retain(|unit| rules.is_unit(*unit)),
            "infantry" => units.retain(|unit| rules.is_infantry(*unit)),
            "cavalry" => units.retain(|unit| rules.is_cavalry(*unit)),
            "artillery" => units.retain(|unit| rules.is_gun(*unit)),
            "on_map" => units.retain(|unit| state.on_map(*unit)),
            "waiting" => units.retain(|unit| state.fate[unit.index()] == Fate::Waiting),
            "lost" => units.retain(|unit| state.fate[unit.index()] == Fate::Lost),
            _ => {
                let group = rules.scenario.groups.iter().position(|group| group.id == word);
                if let Some(side) = SIDES.find(word) {
                    units.retain(|unit| rules.side_of(*unit) == side);
                } else if let Some(index) = group {
                    units.retain(|unit| usize::from(rules.counter(*unit).group.0) == index);
                } else {
                    return Err(format!("\"{word}\" tells no counters apart"));
                }
            }
        }
    }
    Ok(units)
}

fn place(rules: &Rules, state: &State, counter: CounterId) -> String {
    match state.fate[counter.index()] {
        Fate::OnMap => rules.number_of(state.hex_of(counter)),
        Fate::Waiting => "waiting".into(),
        Fate::Lost => "lost".into(),
        Fate::None => "no counter".into(),
    }
}

fn phase(state: &State) -> &'static str {
    match state.frames.first() {
        Some(Frame::Initiative | Frame::Command) => "initiative",
        Some(Frame::OpenFire) => "reorganization",
        Some(Frame::Fire) => "fire",
        Some(Frame::Move) => "movement",
        Some(Frame::Assault) => "combat",
        Some(Frame::GameOver) | None => "over",
        Some(_) => "between phases",
    }
}

fn counter(rules: &Rules, name: &str) -> Result<CounterId, String> {
    rules.find(name).ok_or_else(|| format!("there is no counter \"{name}\" in this position"))
}
