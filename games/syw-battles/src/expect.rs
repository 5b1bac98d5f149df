//! What an example may expect of a position beyond what the kernel checks. docs/syw-battles.md lists it all.

use kernel::Secrets;
use kit::expect::{Expect, Found, unknown};
use toml::Value;

use crate::Rules;
use crate::counters::{CounterId, Formation, Kind, SIDES};
use crate::event::Event;
use crate::position::{SETS, set_of};
use crate::sequence::{Frame, phase_opened};
use crate::state::{Fate, State};

const KEYS: &str = "at, hexes, facing, formation, state, effectiveness, strength, allowance, points_left, spent, in_brigade, \
    turn, phase, active, initiative, points, control, winner, result, column, block, ratio, differential, line, modifier, die, \
    zone, front, sees, in_command, counters, balls, alight, bridge_down, plan, chief, leads, weather, secrets, and the marks of counters";

pub(crate) fn check(rules: &Rules, state: &State, events: &[Event], key: &str, value: &Value) -> Found {
    let want = Expect(value);
    match key {
        "at" => want.each_is("{}", |name| Ok(place(rules, state, counter(rules, name)?))),
        "hexes" => want.each(|name, want| {
            let hexes = rules.places(state, counter(rules, name)?);
            let found: Vec<String> = hexes.iter().map(|hex| rules.number_of(*hex)).collect();
            want.is(&format!("the hexes of {name}"), found.join(" "))
        }),
        "facing" => want.each_is("the facing of {}", |name| Ok(state.facing(counter(rules, name)?))),
        "formation" | "state" => {
            want.each_is("the formation of {}", |name| Ok(formation(rules, state, counter(rules, name)?)))
        }
        "effectiveness" => {
            want.each_is("the effectiveness of {}", |name| Ok(rules.effectiveness(state, counter(rules, name)?)))
        }
        "strength" => want.each_is("the strength of {}", |name| Ok(rules.counter(counter(rules, name)?).strength)),
        "balls" => want.each_is("the balls of {}", |name| Ok(rules.counter(counter(rules, name)?).balls)),
        "allowance" => want.each_is("the points of {}", |name| Ok(rules.allowance(state, counter(rules, name)?))),
        "points_left" => {
            let left = match state.hand.piece.is_none() {
                true => "no counter in hand".to_owned(),
                false => rules.left(state, &state.hand).to_string(),
            };
            want.is("points left", left)
        }
        "spent" => {
            want.last(
                "points spent",
                events,
                |event| {
                    if let Event::Moved { spent, .. } = event { Some(*spent) } else { None }
                },
            )
        }
        "in_brigade" => want.each_is("the units in {}", |name| {
            let brigade = counter(rules, name)?;
            Ok(rules.counter(brigade).units.len() - rules.missing_from(state, brigade))
        }),
        "turn" => want.is("the turn", state.turn),
        "phase" => want.is("the phase", phase(state)),
        "active" => want.is("the active side", SIDES.id(state.player)),
        "initiative" => want.is("the initiative", SIDES.id(state.holder)),
        "points" => want.each_is("points of {}", |name| Ok(rules.points_of(state, SIDES.read(name)?))),
        "control" => want.each_is("control of {}", |name| {
            let place = rules.scenario.objectives.iter().position(|objective| objective.name == name);
            let place = place.ok_or_else(|| format!("{name} is no objective"))?;
            Ok(state.control[place].map_or("nobody", |side| SIDES.id(side)))
        }),
        "winner" => {
            let winner = rules.verdict_now(state).winner;
            want.is("the winner as it stands", winner.map_or("nobody", |side| SIDES.id(side)))
        }
        "result" => {
            let thrown = |event: &Event| {
                if let Event::FireThrown { result, .. } = event {
                    return Some(result.name().to_owned());
                }
                let Event::ChargeThrown { attacker, defender, .. } = event else { return None };
                Some(format!("{} : {}", attacker.name(), defender.name()))
            };
            let checked = |event: &Event| {
                let Event::Checked { passed, .. } = event else { return None };
                Some(if *passed { "passed" } else { "failed" }.to_owned())
            };
            either(want, "the result", events, thrown, checked)
        }
        "column" => want.last("the column", events, |event| {
            if let Event::Fired { column, .. } = event { Some(column.letter()) } else { None }
        }),
        "block" => want.last("the block of the fire table", events, |event| {
            if let Event::Fired { block, .. } = event { Some(block.name()) } else { None }
        }),
        "ratio" => want.last("the ratio", events, |event| {
            if let Event::ChargeThrown { ratio, .. } = event { Some(*ratio) } else { None }
        }),
        "differential" => want.last("the difference", events, |event| {
            if let Event::ChargeThrown { differential, .. } = event { Some(*differential) } else { None }
        }),
        "line" => {
            want.last(
                "the line",
                events,
                |event| {
                    if let Event::ChargeThrown { line, .. } = event { Some(*line) } else { None }
                },
            )
        }
        "modifier" => {
            let thrown = |event: &Event| {
                let Event::ChargeThrown { modifier, .. } = event else { return None };
                Some(*modifier)
            };
            let checked = |event: &Event| {
                let Event::Checked { modifier, .. } = event else { return None };
                Some(*modifier)
            };
            either(want, "the modifier", events, thrown, checked)
        }
        "die" => {
            let thrown = |event: &Event| {
                let (Event::FireThrown { die, .. } | Event::ChargeThrown { die, .. }) = event else { return None };
                Some(*die)
            };
            let checked = |event: &Event| if let Event::Checked { die, .. } = event { Some(*die) } else { None };
            either(want, "the die", events, thrown, checked)
        }
        "zone" => want.each(|name, want| {
            let side = SIDES.read(name)?;
            let hex = rules.ground.grid.parse(&want.written()).ok_or("zone names a hex")?;
            match rules.in_enemy_zone(state, crate::counters::enemy_of(side), hex) {
                true => Ok(()),
                false => Err(format!("{} is in no zone of the {name}", want.written())),
            }
        }),
        "front" => want.each_is("the front hexes at {}", |name| {
            let hex = rules.ground.grid.parse(name).ok_or("front names hexes")?;
            let found = crate::counters::BOTH.into_iter().find_map(|side| rules.front_of_enemy(state, side, hex));
            Ok(found.map_or("nobody".to_owned(), |unit| rules.word_for(unit)))
        }),
        "sees" => want.each_is("sight of {}", |words| {
            let (unit, hex) = words.split_once(' ').ok_or("sees is written \"UNIT HEX\"")?;
            let hex = rules.ground.grid.parse(hex).ok_or("sees names a hex")?;
            Ok(rules.sees(state, counter(rules, unit)?, hex))
        }),
        "in_command" => {
            want.each_is("command of {}", |name| Ok(!rules.is_out_of_command(state, counter(rules, name)?)))
        }
        "counters" => want.each_is("the number of {}", |words| Ok(chosen(rules, state, words)?.len())),
        "alight" => want.each_is("fire in {}", |name| {
            Ok(state.alight.contains(rules.ground.grid.parse(name).ok_or("alight names hexes")?))
        }),
        "bridge_down" => want.each_is("the bridge {}", |name| {
            let ends = name
                .split_once('-')
                .and_then(|(a, b)| Some([rules.ground.grid.parse(a)?, rules.ground.grid.parse(b)?]));
            let ends = ends.ok_or("a bridge is written 0405-0406")?;
            let side = rules.ground.between(ends[0], ends[1]).ok_or("those are not neighbours")?;
            Ok(state.bridge_is_down(side.bridge))
        }),
        "plan" => want.each_is("the plan for {}", |name| {
            let corps = rules.find_corps(name).ok_or("there is no such corps")?;
            let plan = state.plan[corps.index()];
            let turn = if plan.actual > 0 { plan.actual } else { plan.turn };
            let time = rules.scenario.turns.iter().find(|info| info.number == turn).map_or("late", |info| &info.time);
            let point = if plan.placed.is_none() { plan.point } else { plan.placed };
            Ok(rules.scenario.entries.get(point.index()).map_or("none".to_owned(), |it| format!("{time} {}", it.word)))
        }),
        "chief" => want.each_is("the General in Chief of the {}", |name| {
            let chief = state.chief[SIDES.read(name)?.index()];
            Ok(if chief.is_none() { "nobody".into() } else { rules.word_for(chief) })
        }),
        "leads" => want.each_is("the leader of {}", |name| {
            let corps = rules.find_corps(name).ok_or("there is no such corps")?;
            let leader = state.leads[corps.index()];
            Ok(if leader.is_none() || !state.on_map(leader) { "nobody".into() } else { rules.word_for(leader) })
        }),
        "weather" => want.is("the weather", rules.weather(state)[0].name()),
        "secrets" => want.is("the secrets", rules.table().len()),
        mark if SETS.contains(&mark) => want.each_is(&format!("{{}} {mark}"), |name| {
            let unit = counter(rules, name)?;
            Ok(set_of(state, mark).is_some_and(|set| set.contains(unit)))
        }),
        other => unknown(other, KEYS),
    }
}

/// What a step tells of its last fire or charge, or of the last check that went with it.
fn either<D: std::fmt::Display>(
    want: Expect<'_>,
    what: &str,
    events: &[Event],
    thrown: impl Fn(&Event) -> Option<D>,
    checked: impl Fn(&Event) -> Option<D>,
) -> Found {
    want.last(what, events, &thrown)
        .or_else(|_| want.last(what, events, &checked))
        .or_else(|_| want.last(what, events, |event| thrown(event).or_else(|| checked(event))))
}

/// `counters = { "allied infantry" = 42 }`: the counters in the game that fit every word.
fn chosen(rules: &Rules, state: &State, words: &str) -> Result<Vec<CounterId>, String> {
    let all = (0..rules.counters.len()).filter(|index| state.fate[*index] != Fate::None);
    let mut units: Vec<CounterId> = all.map(|index| CounterId(index as u16)).collect();
    for word in words.split_whitespace() {
        match word {
            "brigades" => units.retain(|unit| rules.counter(*unit).is_brigade()),
            "units" => units.retain(|unit| rules.is_unit(*unit)),
            "infantry" => units.retain(|unit| rules.is_unit(*unit) && rules.counter(*unit).is_infantry()),
            "cavalry" => units.retain(|unit| rules.is_unit(*unit) && rules.counter(*unit).is_cavalry()),
            "batteries" => units.retain(|unit| rules.is_battery(*unit)),
            "leaders" => units.retain(|unit| rules.is_leader(*unit)),
            "baggage" => units.retain(|unit| rules.counter(*unit).kind == Kind::Baggage),
            "on_map" => units.retain(|unit| state.on_map(*unit)),
            "waiting" => units.retain(|unit| state.fate[unit.index()] == Fate::Waiting),
            "lost" => units.retain(|unit| state.fate[unit.index()].is_lost()),
            _ => match SIDES.find(word) {
                Some(side) => units.retain(|unit| rules.side_of(*unit) == side),
                None => return Err(format!("\"{word}\" tells no counters apart")),
            },
        }
    }
    Ok(units)
}

fn place(rules: &Rules, state: &State, counter: CounterId) -> String {
    let fate = state.fate[counter.index()];
    if fate != Fate::OnMap {
        let known = crate::position::FATES.iter().find(|(_, known)| *known == fate);
        return known.map_or("?", |(name, _)| name).to_owned();
    }
    if rules.is_long(counter) {
        return rules.number_of(state.hex_of(counter));
    }
    let hexes = rules.hexes_of(state, counter);
    hexes.iter().map(|hex| rules.number_of(*hex)).collect::<Vec<_>>().join(" ")
}

fn formation(rules: &Rules, state: &State, counter: CounterId) -> String {
    let formation = state.formation(counter);
    if formation == Formation::Brigade {
        return "brigade".into();
    }
    if formation == Formation::None {
        return "none".into();
    }
    rules.formation_name(counter, formation).to_lowercase()
}

pub(crate) fn phase(state: &State) -> &'static str {
    let Some(first) = state.frames.first() else { return "over" };
    let before = [(Frame::Setup, "plans"), (Frame::BeginTurn, "initiative")];
    let begins = before.into_iter().find(|(frame, _)| frame == first).map(|(_, name)| name);
    phase_opened(*first, state.part).or(begins).unwrap_or("between phases")
}

fn counter(rules: &Rules, name: &str) -> Result<CounterId, String> {
    rules.find(name).ok_or_else(|| format!("there is no counter \"{name}\" in this position"))
}
