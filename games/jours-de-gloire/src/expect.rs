//! What an example may expect of a position beyond what the kernel checks. docs/jours-de-gloire.md lists it all.

use kernel::{Options, Viewer};
use kit::expect::{Expect, Found, unknown, viewer};
use toml::Value;

use crate::Rules;
use crate::battle::Ending;
use crate::counters::{ArmyId, CounterId, SIDES};
use crate::event::{Combat, Event, Movement};
use crate::game::Agreed;
use crate::position::{box_called, whereabouts};
use crate::refusal::way_name;
use crate::sequence::{Administration, Events, Frame};
use crate::state::{CardPlace, Grade, Peace, State, Supply, Whereabouts};
use crate::view::PieceView;

const KEYS: &str = "at, strength, losses, stragglers, command, chief, face_up, inside, fatigued, moved, parent, points_left, army_points, \
    supply, stack_points, weather, turn, phase, active, first, destroyed, pontoons, pontoons_left, entrenched, siege, flags, cards, tactics, \
    rounds, size, ending, result, cohesion, victory_points, score, bill, peace, armistice, restart, winner, level, adjacent, count, agreed, not_agreed, seen, hidden, hears, not_hears";

pub(crate) fn check(rules: &Rules, state: &State, events: &[Event], key: &str, value: &Value) -> Found {
    let want = Expect(value);
    let piece = |name: &str| counter(rules, state, name).map(|counter| *state.piece(counter));
    let place = |name: &str| box_called(&rules.ground, name);
    let of_side = |name: &str| SIDES.read(name).map(|side| side.index());
    let turn = |turn: Option<u8>| turn.map_or("none".into(), |turn| turn.to_string());
    // Words of two, such as `BOX french`.
    let two = |name: &str, form: &str| {
        let (first, second) = name.rsplit_once(' ').ok_or_else(|| format!("write {{ \"{form}\" = 4 }}"))?;
        Ok::<_, String>((first.to_owned(), second.to_owned()))
    };
    match key {
        "at" => want.each_is("{}", |name| Ok(whereabouts(rules, piece(name)?.whereabouts))),
        "strength" => want.each_is("SP of {}", |name| Ok(piece(name)?.strength)),
        "losses" => want.each_is("losses of {}", |name| Ok(piece(name)?.losses)),
        "stragglers" => want.each_is("stragglers of {}", |name| Ok(piece(name)?.stragglers)),
        "command" => want.each_is("command of {}", |name| {
            Ok(match piece(name)?.grade {
                Grade::InCommand => "in command",
                Grade::CutOff => "cut off",
                Grade::Alone => "alone",
            })
        }),
        "chief" => want.each_is("line of {} to the chief", |name| Ok(piece(name)?.to_chief)),
        "face_up" => want.each_is("{} face up", |name| Ok(piece(name)?.face_up)),
        "inside" => want.each_is("{} inside", |name| Ok(piece(name)?.inside)),
        "fatigued" => want.each_is("{} fatigued", |name| Ok(piece(name)?.fatigued)),
        "moved" => want.each_is("{} moved", |name| Ok(piece(name)?.moved)),
        "parent" => want.each_is("the parent of {}", |name| {
            Ok(piece(name)?.parent.map_or("nobody", |parent| rules.counter(parent).id.as_str()))
        }),
        "points_left" => {
            let left = state.march.as_ref().map(|march| march.points.to_string());
            want.is("points left", left.unwrap_or_else(|| "no stack in hand".into()))
        }
        "army_points" => want.each_is("command points of {}", |name| Ok(state.army(army(rules, name)?).points)),
        "supply" => want.each_is("supply of {}", |name| {
            Ok(match state.army(army(rules, name)?).supply {
                Supply::Supplied => "supplied",
                Supply::Hindered => "hindered",
                Supply::Cut => "cut",
            })
        }),
        "weather" => want.is("the weather", state.weather.name()),
        "turn" => want.is("the turn", state.turn),
        "phase" => want.is("the phase", phase(state)),
        "active" => want.is("the active side", SIDES.id(state.player)),
        "first" => want.is("the first player", SIDES.id(state.first)),
        "destroyed" => want.list("destroyed bridges", state.destroyed_bridges.iter().map(|way| way_name(rules, way))),
        "pontoons" => want.each(|name, want| {
            want.list("pontoons", state.pontoons[of_side(name)?].iter().map(|way| way_name(rules, way)))
        }),
        "pontoons_left" => want.each_is("pontoons of {}", |name| Ok(state.pontoons_left[of_side(name)?])),
        "entrenched" => want.each(|name, want| {
            want.list("entrenchments", state.entrenched[of_side(name)?].iter().map(|place| rules.box_name(place)))
        }),
        "siege" => want.each_is("the siege of {}", |name| {
            Ok(state.siege_at(place(name)?).map_or("none".to_owned(), |siege| {
                let masked = if siege.masked { " masked" } else { "" };
                format!("{} {}{masked}", SIDES.id(siege.besieger), siege.step)
            }))
        }),
        "flags" => want.each_is("the flag of {}", |name| {
            let at = place(name).ok();
            let place = rules.scenario.victory_boxes.iter().position(|known| Some(known.at) == at);
            let place = place.ok_or_else(|| format!("{name} is not a victory box"))?;
            Ok(state.flags[place].map_or("nobody", |side| SIDES.id(side)))
        }),
        "cards" => want.each(|name, want| {
            let wanted = match name {
                "deck" => CardPlace::Deck,
                "discarded" => CardPlace::Discarded,
                name => CardPlace::Hand(SIDES.read(name)?),
            };
            let held = state.cards.iter().zip(1u8..).filter(|(place, _)| **place == wanted);
            want.list(name, held.map(|(_, number)| number))
        }),
        "rounds" => want.last("the rounds", events, |event| {
            let Event::Combat(Combat::TacticsShown { rounds, .. }) = event else { return None };
            Some(*rounds)
        }),
        "size" => want.last("the size of the battle", events, |event| {
            let Event::Combat(Combat::TacticsShown { size, .. }) = event else { return None };
            Some(*size)
        }),
        "tactics" => want.last("the tactics, French and Allied", events, |event| {
            let Event::Combat(Combat::TacticsShown { tactics: [a, b], .. }) = event else { return None };
            Some(format!("{} {}", a.name(), b.name()))
        }),
        "ending" => want.last("the end of the battle", events, |event| {
            let Event::Combat(Combat::Ended { ending, .. }) = event else { return None };
            Some(match ending {
                Ending::Beaten(side) => format!("{} beaten", SIDES.id(*side)),
                Ending::Indecisive => "indecisive".into(),
                Ending::Overrun => "overrun".into(),
            })
        }),
        "result" => want.each(|name, want| {
            let wanted = SIDES.read(name)?;
            want.last(&format!("the roll of the {name}"), events, |event| {
                let Event::Combat(Combat::Thrown { side, modified, column, losses, tests, .. }) = event else {
                    return None;
                };
                let star = if *tests { "*" } else { "" };
                (*side == wanted).then(|| format!("{modified} in column {}: {losses}{star}", column + 1))
            })
        }),
        "stack_points" => want.last("the cost of the activation", events, |event| {
            let Event::Movement(Movement::Activated { cost: Some(cost), .. }) = event else { return None };
            Some(*cost)
        }),
        "cohesion" => want.each_is("the average cohesion at {}", |name| {
            let (at, of) = two(name, "BOX french")?;
            let force = rules.of_side_in(state, SIDES.read(&of)?, place(&at)?);
            Ok(rules.average_cohesion(state, &force))
        }),
        "victory_points" => want.each_is("points of {} from battles", |name| Ok(state.victory_points[of_side(name)?])),
        "score" => {
            want.each_is("the score of {} as it stands", |name| Ok(rules.verdict_now(state).points[of_side(name)?]))
        }
        "bill" => want.each_is("SP lost by {}", |name| Ok(state.butchers_bill[of_side(name)?])),
        "peace" => want.is("the state of the war", peace(state.calendar.peace)),
        "armistice" => want.is("the Armistice marker", turn(state.calendar.armistice)),
        "restart" => want.is("the Restart marker", turn(state.calendar.restart)),
        "winner" => {
            let winner = rules.verdict_now(state).winner;
            want.is("the winner as it stands", winner.map_or("nobody", |side| SIDES.id(side)))
        }
        "level" => want.is("the level of victory as it stands", rules.verdict_now(state).level),
        "adjacent" => want.each(|name, want| {
            let open = rules.ground.neighbours(place(name)?).iter().filter(|(_, way)| rules.is_open(state, *way));
            want.list("adjacent boxes", open.map(|(next, _)| rules.box_name(*next)))
        }),
        "count" => want.each_is("counters at {}", |name| {
            let (at, of) = two(name, "BOX french")?;
            Ok(rules.of_side_in(state, SIDES.read(&of)?, place(&at)?).len())
        }),
        "agreed" => agreement(value).map(|_| ()),
        "not_agreed" => match agreement(value) {
            Err(_) => Ok(()),
            Ok(_) => Err("these options go together".into()),
        },
        "seen" => want.each_is("what is seen in {}", |name| {
            let (by, of) = two(name, "allied a")?;
            let of = counter(rules, state, &of)?;
            let view = rules.view_of(state, viewer(&rules.seats, &by)?);
            Ok(match &view.pieces[of.index()] {
                PieceView::Own(_) => "own".to_owned(),
                PieceView::Open { whereabouts: at, strength: Some(strength), .. } => {
                    format!("{}, {strength} SP", whereabouts(rules, *at))
                }
                PieceView::Open { whereabouts: at, strength: None, .. } => whereabouts(rules, *at),
                PieceView::Off { .. } => "off the map".to_owned(),
                PieceView::Unknown { .. } => "unknown".to_owned(),
            })
        }),
        "hidden" => want.each_is("counters face down for {}", |name| {
            let (by, at) = name.split_once(' ').ok_or("write { \"allied Borna\" = 2 }")?;
            let (view, at) = (rules.view_of(state, viewer(&rules.seats, by)?), place(at)?);
            Ok(view.hidden.iter().filter(|hidden| hidden.at == at).map(|hidden| hidden.count).sum::<u8>())
        }),
        "hears" | "not_hears" => want.each(|name, want| {
            want.heard(name, &heard(rules, state, events, viewer(&rules.seats, name)?), key == "hears")
        }),
        other => unknown(other, KEYS),
    }
}

/// The state of the war as positions write it.
pub(crate) fn peace(peace: Peace) -> String {
    match peace {
        Peace::War => "war".to_owned(),
        Peace::Armistice { since } => format!("armistice since {since}"),
        Peace::Resumed { since } => format!("resumed since {since}"),
    }
}

/// What players could agree on: options by their names, as in `{ marshal = "davout", hamburg = "on" }`.
fn agreement(value: &Value) -> Result<Agreed, String> {
    let table = value.as_table().ok_or("options are written { blind = \"1\" }")?;
    let options: Options = table.iter().map(|(id, value)| (id.clone(), Expect(value).written())).collect();
    Agreed::from_options(&options)
}

/// What a viewer reads of the events of a step.
fn heard(rules: &Rules, state: &State, events: &[Event], viewer: Viewer) -> Vec<String> {
    let observed = events.iter().filter_map(|event| rules.observed(state, event, viewer));
    observed.map(|event| rules.line_of(&event).text).collect()
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
