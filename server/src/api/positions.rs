//! The sandbox: positions set up by hand or written down from a game, and examples that strangers bring.

use std::sync::Arc;

use atlas::draw::Symbols;
use axum::Json;
use axum::body::Bytes;
use axum::extract::{Path, State};
use kernel::{AnyGame, AnyTitle, Example, Fault, Options, PendingInfo, Viewer, Wish};
use serde_json::Value;

use super::visit::Visit;
use super::{Answer, Spoken, read};
use crate::desk::Face;
use crate::guard::Caller;
use crate::house::House;
use crate::names::Names;
use crate::position_file;
use crate::problem::Problem;
use crate::sheets::{self, Kind};
use crate::wire::{self, ExampleRun, PositionText, PositionWish, TextSent};

/// Most units in a position that is asked for.
const UNITS: usize = 200;
/// Most steps of an example that is run for somebody.
const STEPS: usize = 200;

pub(super) async fn sandbox(
    State(house): State<Arc<House>>,
    caller: Caller,
    Path((title, scenario)): Path<(String, String)>,
) -> Answer<wire::Sandbox> {
    let title = house.title(&title)?;
    let party = caller.party();
    let answer = house.workshop.answer(&party, move |_| {
        let info = title.sandbox(&scenario).map_err(Problem::unknown)?;
        let game = title.start(&scenario, &Options::new(), None).map_err(Problem::unknown)?;
        Ok::<_, Problem>(wire::Sandbox {
            maps: wire::Named::list(info.maps),
            sides: game.seats().iter().map(wire::SeatListed::from).collect(),
            phases: wire::Named::list(info.phases),
            turns: info.turns,
            states: wire::Named::list(info.states),
            counters: wire::Unit::roster(&*game),
        })
    });
    Ok(Json(answer.await??))
}

/// A position to be made, or a text to be looked at.
enum Asked {
    Text(PositionText),
    Wish(Wish),
}

pub(super) async fn position(
    State(house): State<Arc<House>>,
    caller: Caller,
    Path(title): Path<String>,
    body: Bytes,
) -> Result<Spoken, Problem> {
    let title = house.title(&title)?;
    let asked: Value = read(&body)?;
    // Told apart by hand, so that what is wrong with a wish is said in its own words.
    let asked = match asked.get("text").and_then(Value::as_str) {
        Some(_) => Asked::Text(read(&body)?),
        None => Asked::Wish(read::<PositionWish>(&body)?.into()),
    };
    let party = caller.party();
    let answer = house.workshop.answer(&party, move |_| {
        let text = match asked {
            Asked::Text(PositionText { text, edit: None }) => text,
            Asked::Text(PositionText { text, edit: Some(edit) }) => position_file::edited(&*title, &text, &edit)?,
            Asked::Wish(wish) if wish.units.len() > UNITS => {
                return Err(Problem::bad(format!("a position may have at most {UNITS} units")));
            }
            Asked::Wish(wish) => title.compose_position(&wish).map_err(Problem::bad)?,
        };
        Ok(looked_at(&*title, &text))
    });
    answer.await?
}

/// What a text says, or what is wrong with it.
fn looked_at(title: &dyn AnyTitle, text: &str) -> Spoken {
    let facts = position_file::facts(text);
    let game = match title.position("position", text, None) {
        Ok(game) => game,
        Err(faults) => {
            let faults = wire::Fault::list(&faults);
            return Spoken::new(&wire::Position { text, facts, faults, board: None, sheets: None });
        }
    };
    let sheets = scenario_of(title, &*game).is_none().then(|| own_sheets(title, &*game)).flatten();
    // As somebody without a seat would see it.
    let names = Arc::new(Names::new(&*game));
    let (face, pending) = (Face::at(&*game, &names, Viewer::Spectator, None, None).ok(), game.pending());
    let board = face
        .as_ref()
        .map(|face| wire::Board { face: face.shown(), pending: wire::Pending::new(game.seats(), &names, &pending) });
    Spoken::new(&wire::Position { text, facts, faults: Vec::new(), board, sheets })
}

/// Map, places and counters of a position that no scenario has.
fn own_sheets(title: &dyn AnyTitle, game: &dyn AnyGame) -> Option<wire::OwnSheets> {
    let drawn = |kind| {
        let sheet = sheets::draw_of(title, game, kind).ok()?;
        String::from_utf8(sheet.body.to_vec()).ok()
    };
    Some(wire::OwnSheets {
        map: drawn(Kind::MapSvg { numbers: true, frame: true })?,
        places: sheets::places(title, game, true).ok()?,
        counters: drawn(Kind::CountersSvg { symbols: Symbols::Period })?,
    })
}

/// Runs an example that somebody wrote.
pub(super) async fn example(
    State(house): State<Arc<House>>,
    caller: Caller,
    Path(title): Path<String>,
    body: Bytes,
) -> Answer<ExampleRun> {
    let title = house.title(&title)?;
    let TextSent { text } = read(&body)?;
    let party = caller.party();
    let answer = house.workshop.answer(&party, move |_| {
        let (text, head) = position_file::headed(&text);
        let own = |faults: &[Fault]| {
            let mut faults = wire::Fault::list(faults);
            faults.iter_mut().for_each(|fault| fault.line = fault.line.saturating_sub(head).max(1));
            faults
        };
        let steps = match Example::parse("example", &text) {
            Ok(example) => example.shown().len(),
            Err(faults) => return ExampleRun { passed: false, faults: own(&faults), steps: 0 },
        };
        if steps > STEPS {
            let sentence =
                format!("an example may have at most {STEPS} steps here; `sabretache example check` runs longer ones");
            let fault = Fault { file: "example".into(), line: 1, sentence };
            return ExampleRun { passed: false, faults: own(&[fault]), steps };
        }
        let report = title.check_example("example", &text);
        ExampleRun { passed: report.passed(), faults: own(&report.failures), steps }
    });
    Ok(Json(answer.await?))
}

/// The position of a game as text. Where things are hidden, it is available only after the game.
pub(super) async fn of_game(visit: Visit) -> Answer<wire::TextKept> {
    let at_table = visit.at_table(|visit, table| {
        let over = matches!(table.game.pending(), PendingInfo::Over(_));
        Ok((table.game.boxed_clone(), visit.eyes(table)?.viewer, table.title.is_open(), over))
    });
    let (copy, viewer, open, over) = at_table.await?;
    if !open && !over {
        return Err(Problem::forbidden(
            "the position contains hidden information; it is available when the game is over",
        ));
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
    Ok(Json(wire::TextKept { text: text.await?? }))
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
