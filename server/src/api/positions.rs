//! The sandbox: positions set up by hand or written down from a game, and examples that strangers bring.

use std::sync::Arc;

use atlas::draw::Symbols;
use axum::Json;
use axum::body::Bytes;
use axum::extract::{Path, State};
use kernel::{AnyGame, AnyTitle, Example, Fault, Options, PendingInfo, Viewer, Wish};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::games::Answer;
use super::read;
use super::visit::Visit;
use crate::desk::{Face, pending_value};
use crate::guard::Caller;
use crate::house::House;
use crate::problem::Problem;
use crate::sheets::{self, Kind};

/// Most units in a position that is asked for.
const UNITS: usize = 200;
/// Most steps of an example that is run for somebody.
const STEPS: usize = 200;

/// Faults as the page shows them: which line, and what is wrong there.
pub(crate) fn faults_value(faults: &[Fault]) -> Value {
    faults.iter().take(100).map(|fault| json!({ "line": fault.line, "sentence": fault.sentence })).collect()
}

pub(super) async fn sandbox(
    State(house): State<Arc<House>>,
    caller: Caller,
    Path((title, scenario)): Path<(String, String)>,
) -> Answer {
    let title = house.title(&title)?;
    let party = caller.party();
    let answer = house.workshop.answer(&party, move |_| {
        let info = title.sandbox(&scenario).map_err(Problem::unknown)?;
        let game = title.start(&scenario, &Options::new(), None).map_err(Problem::unknown)?;
        let sides: Vec<Value> =
            game.seats().iter().map(|seat| json!({ "id": seat.id, "name": seat.name, "side": seat.side.0 })).collect();
        Ok::<_, Problem>(json!({
            "maps": info.maps, "sides": sides, "phases": info.phases, "turns": info.turns, "states": info.states,
            "counters": sheets::units(&*game),
        }))
    });
    Ok(Json(answer.await??))
}

/// A position to be made, or a text to be looked at.
enum Asked {
    Text { text: String },
    Wish(Wish),
}

pub(super) async fn position(
    State(house): State<Arc<House>>,
    caller: Caller,
    Path(title): Path<String>,
    body: Bytes,
) -> Answer {
    let title = house.title(&title)?;
    let asked: Value = read(&body)?;
    // Told apart by hand, so that what is wrong with a wish is said in its own words.
    let asked = match asked.get("text").and_then(Value::as_str) {
        Some(text) => Asked::Text { text: text.to_owned() },
        None => Asked::Wish(read(&body)?),
    };
    let party = caller.party();
    let answer = house.workshop.answer(&party, move |_| {
        let text = match asked {
            Asked::Text { text } => text,
            Asked::Wish(wish) if wish.units.len() > UNITS => {
                return Err(Problem::bad(format!("a position has {UNITS} units at most")));
            }
            Asked::Wish(wish) => title.compose_position(&wish).map_err(Problem::bad)?,
        };
        Ok(match title.position("position", &text, None) {
            Ok(game) => {
                let own = scenario_of(&*title, &*game).is_none().then(|| own_sheets(&*title, &*game)).flatten();
                json!({ "text": text, "faults": [], "board": board(&*game), "sheets": own })
            }
            Err(faults) => json!({ "text": text, "faults": faults_value(&faults), "board": null, "sheets": null }),
        })
    });
    Ok(Json(answer.await??))
}

/// What a snapshot of the position would show to somebody without a seat.
fn board(game: &dyn AnyGame) -> Value {
    let Ok(face) = Face::at(game, Viewer::Spectator, None) else { return Value::Null };
    let mut fields = Map::new();
    face.write(&mut fields);
    fields.insert("pending".into(), pending_value(game, &game.pending()));
    Value::Object(fields)
}

/// Map, places and counters of a position that no scenario has.
fn own_sheets(title: &dyn AnyTitle, game: &dyn AnyGame) -> Option<Value> {
    let drawn = |kind| {
        let sheet = sheets::draw_of(title, game, kind).ok()?;
        String::from_utf8(sheet.body.to_vec()).ok()
    };
    let map = drawn(Kind::MapSvg { numbers: true, frame: true })?;
    let places: Value = serde_json::from_str(&drawn(Kind::MapJson { frame: true })?).ok()?;
    let counters = drawn(Kind::CountersSvg { symbols: Symbols::Period })?;
    Some(json!({ "map": map, "places": places, "counters": counters }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Text {
    text: String,
}

/// Runs an example that somebody wrote.
pub(super) async fn example(
    State(house): State<Arc<House>>,
    caller: Caller,
    Path(title): Path<String>,
    body: Bytes,
) -> Answer {
    let title = house.title(&title)?;
    let Text { text } = read(&body)?;
    let party = caller.party();
    let answer = house.workshop.answer(&party, move |_| {
        let steps = match Example::parse("example", &text) {
            Ok(example) => example.shown().len(),
            Err(faults) => return json!({ "passed": false, "faults": faults_value(&faults), "steps": 0 }),
        };
        if steps > STEPS {
            let sentence =
                format!("an example has {STEPS} steps at most here; `sabretache example check` runs longer ones");
            let fault = Fault { file: "example".into(), line: 1, sentence };
            return json!({ "passed": false, "faults": faults_value(&[fault]), "steps": steps });
        }
        let report = title.check_example("example", &text);
        json!({ "passed": report.passed(), "faults": faults_value(&report.failures), "steps": steps })
    });
    Ok(Json(answer.await?))
}

/// The position of a game as text. Where things are hidden, it is told after the game.
pub(super) async fn of_game(visit: Visit) -> Answer {
    let at_table = visit.at_table(|visit, table| {
        let over = matches!(table.game.pending(), PendingInfo::Over(_));
        Ok((table.game.boxed_clone(), visit.eyes(table)?.viewer, table.title.is_open(), over))
    });
    let (copy, viewer, open, over) = at_table.await?;
    if !open && !over {
        return Err(Problem::forbidden("the position would tell secrets; it is told when the game is over"));
    }
    let step = visit.looking.step;
    let text = visit.answer(move |_| {
        let steps = match step {
            None => copy.steps(),
            Some(step) if open => copy.first_step().saturating_add(step),
            Some(step) => copy.steps_of_record(viewer, step).map_err(Problem::unknown)?,
        };
        if steps > copy.steps() {
            return Err(Problem::unknown("the game has no such step"));
        }
        copy.position_text(steps).map_err(Problem::conflict)
    });
    Ok(Json(json!({ "text": text.await?? })))
}

/// Of which scenario a game is, if one has its map and all its counters.
pub(crate) fn scenario_of(title: &dyn AnyTitle, game: &dyn AnyGame) -> Option<String> {
    let chart = game.chart(Viewer::Spectator)?;
    let roster = game.roster();
    let fits = |id: &String| {
        let Ok(printed) = title.start(id, &Options::new(), None) else { return false };
        let known = printed.roster();
        printed.chart(Viewer::Spectator).is_some_and(|printed| printed.ground == chart.ground)
            && roster.iter().all(|piece| {
                let same = |other: &kernel::Piece| {
                    (&other.id, &other.name, &other.nation, &other.strength, &other.movement, other.arm)
                        == (&piece.id, &piece.name, &piece.nation, &piece.strength, &piece.movement, piece.arm)
                };
                known.iter().any(same)
            })
    };
    title.scenarios().into_iter().map(|scenario| scenario.id).find(fits)
}
