//! What an example may expect of a position beyond what the kernel checks. docs/jours-de-gloire.md lists it all.

use kernel::{Options, Seat, Side, Viewer};
use toml::Value;

use crate::Rules;
use crate::battle::Ending;
use crate::counters::{ArmyId, CounterId};
use crate::event::{Combat, Event, Movement};
use crate::game::Agreed;
use crate::log::side_word as side_name;
use crate::position::{find_box, side_word};
use crate::sequence::{Administration, Events, Frame};
use crate::state::{CardPlace, Grade, Peace, State, Supply, Whereabouts};
use crate::view::PieceView;

const KEYS: &str = "at, strength, losses, stragglers, command, chief, face_up, inside, fatigued, moved, parent, points_left, army_points, \
    supply, stack_points, weather, turn, phase, active, first, destroyed, pontoons, pontoons_left, entrenched, siege, flags, cards, tactics, \
    rounds, size, ending, result, cohesion, victory_points, score, bill, peace, armistice, restart, winner, level, adjacent, count, agreed, not_agreed, seen, hidden, hears, not_hears";

type Found = Result<(), String>;

pub(crate) fn check(rules: &Rules, state: &State, events: &[Event], key: &str, value: &Value) -> Found {
    let piece = |name: &str| counter(rules, state, name).map(|counter| *state.piece(counter));
    match key {
        "at" => each(value, |name, want| {
            let found = whereabouts(rules, piece(name)?.whereabouts);
            same(name, want, &found)
        }),
        "strength" => {
            each(value, |name, want| same(&format!("SP of {name}"), want, &piece(name)?.strength.to_string()))
        }
        "losses" => {
            each(value, |name, want| same(&format!("losses of {name}"), want, &piece(name)?.losses.to_string()))
        }
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
        "chief" => each(value, |name, want| {
            same(&format!("line of {name} to the chief"), want, &piece(name)?.to_chief.to_string())
        }),
        "face_up" => {
            each(value, |name, want| same(&format!("{name} face up"), want, &piece(name)?.face_up.to_string()))
        }
        "inside" => each(value, |name, want| same(&format!("{name} inside"), want, &piece(name)?.inside.to_string())),
        "fatigued" => {
            each(value, |name, want| same(&format!("{name} fatigued"), want, &piece(name)?.fatigued.to_string()))
        }
        "moved" => each(value, |name, want| same(&format!("{name} moved"), want, &piece(name)?.moved.to_string())),
        "parent" => each(value, |name, want| {
            let parent = piece(name)?.parent.map_or("nobody", |parent| rules.counter(parent).id.as_str());
            same(&format!("the parent of {name}"), want, parent)
        }),
        "points_left" => {
            let left =
                state.march.as_ref().map_or_else(|| "no stack in hand".to_owned(), |march| march.points.to_string());
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
        "destroyed" => {
            list(value, state.destroyed_bridges.connections().map(|way| way_name(rules, way)), "destroyed bridges")
        }
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
        "rounds" => last(events, |event| {
            let Event::Combat(Combat::TacticsShown { rounds, .. }) = event else { return None };
            Some(rounds.to_string())
        })
        .and_then(|found| same("the rounds", value, &found)),
        "size" => last(events, |event| {
            let Event::Combat(Combat::TacticsShown { size, .. }) = event else { return None };
            Some(size.to_string())
        })
        .and_then(|found| same("the size of the battle", value, &found)),
        "tactics" => last(events, |event| {
            let Event::Combat(Combat::TacticsShown { tactics: [a, b], .. }) = event else { return None };
            Some(format!("{} {}", a.name(), b.name()))
        })
        .and_then(|found| same("the tactics, French and Allied", value, &found)),
        "ending" => last(events, |event| {
            let Event::Combat(Combat::Ended { ending, .. }) = event else { return None };
            Some(match ending {
                Ending::Beaten(side) => format!("{} beaten", side_name(*side)),
                Ending::Indecisive => "indecisive".into(),
                Ending::Overrun => "overrun".into(),
            })
        })
        .and_then(|found| same("the end of the battle", value, &found)),
        "result" => each(value, |name, want| {
            let wanted = side(name)?;
            let found = last(events, |event| {
                let Event::Combat(Combat::Thrown { side, modified, column, losses, tests, .. }) = event else {
                    return None;
                };
                let star = if *tests { "*" } else { "" };
                (*side == wanted).then(|| format!("{modified} in column {}: {losses}{star}", column + 1))
            })?;
            same(&format!("the throw of the {name}"), want, &found)
        }),
        "stack_points" => last(events, |event| {
            let Event::Movement(Movement::Activated { cost: Some(cost), .. }) = event else { return None };
            Some(cost.to_string())
        })
        .and_then(|found| same("the cost of the activation", value, &found)),
        "cohesion" => each(value, |name, want| {
            let (place, of) = name.split_once(' ').ok_or("write { \"BOX french\" = 4 }")?;
            let place = find_box(&rules.ground, place).ok_or_else(|| format!("there is no box \"{place}\""))?;
            let force = rules.of_side_in(state, side(of)?, place);
            same(&format!("the average cohesion at {name}"), want, &rules.average_cohesion(state, &force).to_string())
        }),
        "victory_points" => each(value, |name, want| {
            same(
                &format!("points of {name} from battles"),
                want,
                &state.victory_points[side(name)?.index()].to_string(),
            )
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
        "agreed" => agreement(value).map(|_| ()),
        "not_agreed" => match agreement(value) {
            Err(_) => Ok(()),
            Ok(_) => Err("these options go together".into()),
        },
        "seen" => each(value, |name, want| {
            let (by, of) = name.split_once(' ').ok_or("write { \"allied a\" = \"unknown\" }")?;
            let of = counter(rules, state, of)?;
            let view = rules.view_of(state, viewer(rules, by)?);
            let found = match &view.pieces[of.index()] {
                PieceView::Own(_) => "own".to_owned(),
                PieceView::Open { whereabouts: at, strength: Some(strength), .. } => {
                    format!("{}, {strength} SP", whereabouts(rules, *at))
                }
                PieceView::Open { whereabouts: at, strength: None, .. } => whereabouts(rules, *at),
                PieceView::Off { .. } => "off the map".to_owned(),
                PieceView::Unknown { .. } => "unknown".to_owned(),
            };
            same(&format!("what is seen in {name}"), want, &found)
        }),
        "hidden" => each(value, |name, want| {
            let (by, place) = name.split_once(' ').ok_or("write { \"allied Borna\" = 2 }")?;
            let place = find_box(&rules.ground, place).ok_or_else(|| format!("there is no box \"{place}\""))?;
            let view = rules.view_of(state, viewer(rules, by)?);
            let found: u8 = view.hidden.iter().filter(|hidden| hidden.at == place).map(|hidden| hidden.count).sum();
            same(&format!("counters face down for {name}"), want, &found.to_string())
        }),
        "hears" => each(value, |name, want| {
            let heard = heard(rules, state, events, viewer(rules, name)?);
            fragments(want).iter().try_for_each(|part| match heard.iter().any(|line| line.contains(part)) {
                true => Ok(()),
                false => Err(format!("{name} does not read \"{part}\", but \"{}\"", heard.join("\", \""))),
            })
        }),
        "not_hears" => each(value, |name, want| {
            let heard = heard(rules, state, events, viewer(rules, name)?);
            fragments(want).iter().try_for_each(|part| match heard.iter().find(|line| line.contains(part)) {
                None => Ok(()),
                Some(line) => Err(format!("{name} reads \"{line}\"")),
            })
        }),
        other => Err(format!(
            "\"{other}\" cannot be expected here; {KEYS} can, and pending, over, legal, not_legal, events, not_events"
        )),
    }
}

/// What players could agree on: options by their names, as in `{ marshal = "davout", hamburg = "on" }`.
fn agreement(value: &Value) -> Result<Agreed, String> {
    let table = value.as_table().ok_or("options are written { blind = \"1\" }")?;
    let options: Options = table.iter().map(|(id, value)| (id.clone(), plain(value))).collect();
    Agreed::from_options(&options)
}

/// A seat by its id, or `spectator`.
fn viewer(rules: &Rules, name: &str) -> Result<Viewer, String> {
    if name == "spectator" {
        return Ok(Viewer::Spectator);
    }
    let seat = rules.seats.iter().position(|seat| seat.id == name);
    seat.map(|seat| Viewer::Seat(Seat(seat as u8))).ok_or_else(|| format!("there is no player \"{name}\""))
}

/// What a viewer reads of the events of a step.
fn heard(rules: &Rules, state: &State, events: &[Event], viewer: Viewer) -> Vec<String> {
    let observed = events.iter().filter_map(|event| rules.observed(state, event, viewer));
    observed.map(|event| rules.line_of(&event).text).collect()
}

/// One text, or a list of texts.
fn fragments(value: &Value) -> Vec<String> {
    value.as_array().map_or_else(|| vec![plain(value)], |list| list.iter().map(plain).collect())
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
    let named = rules.counters.iter().zip(0u8..).filter(|(counter, _)| counter.id.eq_ignore_ascii_case(name));
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
