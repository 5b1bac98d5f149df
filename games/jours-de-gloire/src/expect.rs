//! What an example may expect of a position beyond what the kernel checks. docs/jours-de-gloire.md lists it all.

use kernel::Side;
use toml::Value;

use crate::Rules;
use crate::battle::Ending;
use crate::counters::{ArmyId, CounterId};
use crate::event::{Combat, Event, Movement};
use crate::position::{find_box, side_word};
use crate::sequence::{Administration, Events, Frame};
use crate::state::{CardPlace, Grade, Peace, State, Supply, Whereabouts};
use crate::telling::side_word as side_name;

const KEYS: &str = "at, strength, losses, stragglers, command, chief, face_up, inside, fatigued, moved, parent, points_left, army_points, \
    supply, stack_points, weather, turn, phase, active, first, destroyed, pontoons, pontoons_left, entrenched, siege, flags, cards, tactics, \
    rounds, size, ending, result, cohesion, victory_points, score, bill, peace, armistice, restart, winner, level, adjacent, count";

type Found = Result<(), String>;

pub(crate) fn check(rules: &Rules, state: &State, events: &[Event], key: &str, value: &Value) -> Found {
    let piece = |name: &str| counter(rules, state, name).map(|counter| *state.piece(counter));
    match key {
        "at" => each(value, |name, want| {
            let found = whereabouts(rules, piece(name)?.whereabouts);
            same(name, want, &found)
        }),
        "strength" => each(value, |name, want| same(&format!("SP of {name}"), want, &piece(name)?.strength.to_string())),
        "losses" => each(value, |name, want| same(&format!("losses of {name}"), want, &piece(name)?.losses.to_string())),
        "stragglers" => {
            each(value, |name, want| same(&format!("stragglers of {name}"), want, &piece(name)?.stragglers.to_string()))
        }
        "command" => each(value, |name, want| {
            let found = match piece(name)?.grade {
                Grade::InCommand => "in command",
                Grade::CutOff => "cut off",
                Grade::Alone => "alone",
            };
            same(&format!("command of {name}"), want, found)
        }),
        "chief" => each(value, |name, want| same(&format!("line of {name} to the chief"), want, &piece(name)?.to_chief.to_string())),
        "face_up" => each(value, |name, want| same(&format!("{name} face up"), want, &piece(name)?.face_up.to_string())),
        "inside" => each(value, |name, want| same(&format!("{name} inside"), want, &piece(name)?.inside.to_string())),
        "fatigued" => each(value, |name, want| same(&format!("{name} fatigued"), want, &piece(name)?.fatigued.to_string())),
        "moved" => each(value, |name, want| same(&format!("{name} moved"), want, &piece(name)?.moved.to_string())),
        "parent" => each(value, |name, want| {
            let parent = piece(name)?.parent.map_or("nobody", |parent| rules.counter(parent).id.as_str());
            same(&format!("the parent of {name}"), want, parent)
        }),
        "points_left" => {
            let left = state.march.as_ref().map_or_else(|| "no stack in hand".to_owned(), |march| march.points.to_string());
            same("points left", value, &left)
        }
        "army_points" => each(value, |name, want| {
            same(&format!("command points of {name}"), want, &state.army(army(rules, name)?).points.to_string())
        }),
        "supply" => each(value, |name, want| {
            let found = match state.army(army(rules, name)?).supply {
                Supply::Supplied => "supplied",
                Supply::Hindered => "hindered",
                Supply::Cut => "cut",
            };
            same(&format!("supply of {name}"), want, found)
        }),
        "weather" => same("the weather", value, state.weather.name()),
        "turn" => same("the turn", value, &state.turn.to_string()),
        "phase" => same("the phase", value, phase(state)),
        "active" => same("the active side", value, side_name(state.player)),
        "first" => same("the first player", value, side_name(state.first)),
        "destroyed" => list(value, state.destroyed_bridges.connections().map(|way| way_name(rules, way)), "destroyed bridges"),
        "pontoons" => each(value, |name, want| {
            list(want, state.pontoons[side(name)?.index()].connections().map(|way| way_name(rules, way)), "pontoons")
        }),
        "pontoons_left" => each(value, |name, want| {
            same(&format!("pontoons of {name}"), want, &state.pontoons_left[side(name)?.index()].to_string())
        }),
        "entrenched" => each(value, |name, want| {
            let boxes = state.entrenched[side(name)?.index()].boxes();
            list(want, boxes.map(|place| rules.box_name(place).to_owned()), "entrenchments")
        }),
        "siege" => each(value, |name, want| {
            let place = find_box(&rules.ground, name).ok_or_else(|| format!("there is no box \"{name}\""))?;
            let found = state.siege_at(place).map_or("none".to_owned(), |siege| {
                let masked = if siege.masked { " masked" } else { "" };
                format!("{} {}{masked}", side_name(siege.besieger), siege.step)
            });
            same(&format!("the siege of {name}"), want, &found)
        }),
        "flags" => each(value, |name, want| {
            let at = find_box(&rules.ground, name);
            let place = rules.scenario.victory_boxes.iter().position(|known| Some(known.at) == at);
            let place = place.ok_or_else(|| format!("{name} is no victory box"))?;
            same(&format!("the flag of {name}"), want, state.flags[place].map_or("nobody", side_name))
        }),
        "cards" => each(value, |name, want| {
            let wanted = match name {
                "deck" => CardPlace::Deck,
                "discarded" => CardPlace::Discarded,
                name => CardPlace::Hand(side(name)?),
            };
            let held = state.cards.iter().zip(1u8..).filter(|(place, _)| **place == wanted);
            list(want, held.map(|(_, number)| number.to_string()), name)
        }),
        "rounds" => last(events, |event| match event {
            Event::Combat(Combat::TacticsShown { rounds, .. }) => Some(rounds.to_string()),
            _ => None,
        })
        .and_then(|found| same("the rounds", value, &found)),
        "size" => last(events, |event| match event {
            Event::Combat(Combat::TacticsShown { size, .. }) => Some(size.to_string()),
            _ => None,
        })
        .and_then(|found| same("the size of the battle", value, &found)),
        "tactics" => last(events, |event| match event {
            Event::Combat(Combat::TacticsShown { tactics: [a, b], .. }) => Some(format!("{} {}", a.name(), b.name())),
            _ => None,
        })
        .and_then(|found| same("the tactics, French and Allied", value, &found)),
        "ending" => last(events, |event| match event {
            Event::Combat(Combat::Ended { ending, .. }) => Some(match ending {
                Ending::Beaten(side) => format!("{} beaten", side_name(*side)),
                Ending::Indecisive => "indecisive".into(),
                Ending::Overrun => "overrun".into(),
            }),
            _ => None,
        })
        .and_then(|found| same("the end of the battle", value, &found)),
        "result" => each(value, |name, want| {
            let wanted = side(name)?;
            let found = last(events, |event| match event {
                Event::Combat(Combat::Thrown { side, modified, column, losses, tests, .. }) if *side == wanted => {
                    let star = if *tests { "*" } else { "" };
                    Some(format!("{modified} in column {}: {losses}{star}", column + 1))
                }
                _ => None,
            })?;
            same(&format!("the throw of the {name}"), want, &found)
        }),
        "stack_points" => last(events, |event| match event {
            Event::Movement(Movement::Activated { cost: Some(cost), .. }) => Some(cost.to_string()),
            _ => None,
        })
        .and_then(|found| same("the cost of the activation", value, &found)),
        "cohesion" => each(value, |name, want| {
            let (place, of) = name.split_once(' ').ok_or("write { \"BOX french\" = 4 }")?;
            let place = find_box(&rules.ground, place).ok_or_else(|| format!("there is no box \"{place}\""))?;
            let force = rules.of_side_in(state, side(of)?, place);
            same(&format!("the average cohesion at {name}"), want, &rules.average_cohesion(state, &force).to_string())
        }),
        "victory_points" => each(value, |name, want| {
            same(&format!("points of {name} from battles"), want, &state.victory_points[side(name)?.index()].to_string())
        }),
        "score" => each(value, |name, want| {
            let points = rules.verdict_now(state).points[side(name)?.index()];
            same(&format!("the score of {name} as it stands"), want, &points.to_string())
        }),
        "bill" => each(value, |name, want| {
            same(&format!("SP lost by {name}"), want, &state.butchers_bill[side(name)?.index()].to_string())
        }),
        "peace" => {
            let found = match state.calendar.peace {
                Peace::War => "war".to_owned(),
                Peace::Armistice { since } => format!("armistice since {since}"),
                Peace::Resumed { since } => format!("resumed since {since}"),
            };
            same("the state of the war", value, &found)
        }
        "armistice" => same("the Armistice marker", value, &turn_or_none(state.calendar.armistice)),
        "restart" => same("the Restart marker", value, &turn_or_none(state.calendar.restart)),
        "winner" => same("the winner as it stands", value, rules.verdict_now(state).winner.map_or("nobody", side_name)),
        "level" => same("the level of victory as it stands", value, rules.verdict_now(state).level),
        "adjacent" => each(value, |name, want| {
            let place = find_box(&rules.ground, name).ok_or_else(|| format!("there is no box \"{name}\""))?;
            let open = rules.ground.neighbours(place).iter().filter(|(_, way)| rules.is_open(state, *way));
            list(want, open.map(|(next, _)| rules.box_name(*next).to_owned()), "adjacent boxes")
        }),
        "count" => each(value, |name, want| {
            let (place, of) = name.rsplit_once(' ').ok_or("write { \"BOX french\" = 3 }")?;
            let place = find_box(&rules.ground, place).ok_or_else(|| format!("there is no box \"{place}\""))?;
            let found = rules.of_side_in(state, side(of)?, place).len();
            same(&format!("counters at {name}"), want, &found.to_string())
        }),
        other => Err(format!(
            "\"{other}\" cannot be expected here; {KEYS} can, and pending, over, legal, not_legal, events, not_events"
        )),
    }
}

fn turn_or_none(turn: Option<u8>) -> String {
    turn.map_or("none".into(), |turn| turn.to_string())
}

fn way_name(rules: &Rules, way: board::boxes::ConnectionId) -> String {
    let [a, b] = rules.ground.ends(way);
    format!("{}-{}", rules.box_name(a), rules.box_name(b))
}

fn whereabouts(rules: &Rules, whereabouts: Whereabouts) -> String {
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

fn phase(state: &State) -> &'static str {
    match state.frame() {
        Frame::Events(Events::Close | Events::Discard { .. } | Events::Calendar) => "end",
        Frame::Events(_) => "events",
        Frame::Administration(Administration::PointsDie { .. } | Administration::SharePoints { .. }) => "points",
        Frame::Administration(_) => "administration",
        Frame::Movement(_) => "movement",
        Frame::Guns(_) => "guns",
        Frame::Combat(_) => "combat",
        Frame::GameOver => "over",
    }
}

fn counter(rules: &Rules, state: &State, name: &str) -> Result<CounterId, String> {
    let named = rules.counters.iter().zip(0u8..).filter(|(counter, _)| counter.id == name);
    let named: Vec<CounterId> = named.map(|(_, number)| CounterId(number)).collect();
    let in_play = |counter: &&CounterId| state.piece(**counter).whereabouts != Whereabouts::Waiting;
    named.iter().find(in_play).or(named.first()).copied().ok_or_else(|| format!("there is no counter \"{name}\""))
}

fn army(rules: &Rules, name: &str) -> Result<ArmyId, String> {
    let found = rules.scenario.armies.iter().position(|army| army.id == name);
    found.map(|place| ArmyId(place as u8)).ok_or_else(|| format!("there is no army \"{name}\""))
}

fn side(name: &str) -> Result<Side, String> {
    side_word(name).ok_or_else(|| format!("\"{name}\" is no side; french and allied are"))
}

/// The value as it would be written, without quotes.
fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn same(what: &str, want: &Value, found: &str) -> Found {
    if plain(want) == found { Ok(()) } else { Err(format!("{what}: expected {}, found {found}", plain(want))) }
}

fn each(value: &Value, mut test: impl FnMut(&str, &Value) -> Found) -> Found {
    let Some(table) = value.as_table() else { return Err("a table is expected, such as { a = 1 }".into()) };
    table.iter().try_for_each(|(name, want)| test(name, want))
}

fn list(value: &Value, found: impl Iterator<Item = String>, what: &str) -> Found {
    let Some(wanted) = value.as_array() else { return Err(format!("{what}: a list is expected")) };
    let mut wanted: Vec<String> = wanted.iter().map(plain).collect();
    let mut found: Vec<String> = found.collect();
    wanted.sort();
    found.sort();
    if wanted == found { Ok(()) } else { Err(format!("{what}: expected {wanted:?}, found {found:?}")) }
}

fn last(events: &[Event], tell: impl Fn(&Event) -> Option<String>) -> Result<String, String> {
    events.iter().rev().find_map(tell).ok_or_else(|| "nothing of the kind happened in this step".into())
}
