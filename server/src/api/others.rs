//! Odds, replay, branches, import and export, rematch.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use kernel::odds::Method;
use kernel::{Bytes32, Chance, LookAhead, OddsLimits, PendingInfo, Seat, Viewer};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::games::{Asked, Order, looking};
use super::read;
use crate::desk::{Face, pending_value};
use crate::guard::Caller;
use crate::house::{House, Seating};
use crate::problem::Problem;
use crate::secret;

type Answer = Result<Json<Value>, Problem>;

pub(super) async fn health(State(house): State<Arc<House>>) -> Result<&'static str, Problem> {
    house.store.is_well().await?;
    let games = house.in_memory().await;
    tracing::trace!(games, "well");
    Ok("ok")
}

pub(super) async fn odds(
    State(house): State<Arc<House>>,
    Extension(caller): Extension<Caller>,
    Path(game): Path<String>,
    body: Bytes,
) -> Answer {
    let order: Order = read(&body)?;
    let words = order.order.ok_or_else(|| Problem::bad("the order is missing"))?;
    let (seat, copy, title) = {
        let table = house.table(&game).await?;
        let seat = table.seat_named(&order.seat)?;
        // Where nothing is hidden anybody may ask.
        if !table.title.is_open() && !table.holds(&caller.hash, seat) {
            return Err(Problem::forbidden("the seat is not yours"));
        }
        (seat, table.game.boxed_clone(), table.title.clone())
    };
    let open = title.is_open();
    let report = house
        .think(move || {
            if open {
                copy.attempt(seat, &words).map_err(|error| Problem::of_order(&*title, &error))?;
            }
            let mut chance = Chance::from_seed(&Bytes32(secret::random_bytes()));
            let limits = OddsLimits { positions: 50_000, ..OddsLimits::default() };
            copy.odds(seat, &words, &LookAhead::NextChoice, limits, &mut chance).map_err(Problem::conflict)
        })
        .await??;
    let number = |value: u128| u64::try_from(value).map_or_else(|_| value.to_string().into(), Value::from);
    let lines: Vec<Value> = report
        .lines
        .iter()
        .map(|line| {
            let (numerator, denominator) = (line.odds.numerator(), line.odds.denominator());
            json!({
                "labels": line.labels, "numerator": number(numerator), "denominator": number(denominator),
                "percent": 100.0 * numerator as f64 / denominator as f64,
            })
        })
        .collect();
    let mut answer = json!({ "exact": report.method == Method::Exact, "lines": lines });
    if let (Some(strengths), Value::Object(fields)) = (report.strengths, &mut answer) {
        fields.insert("strengths".into(), json!(strengths));
    }
    Ok(Json(answer))
}

/// Seats one further around the table: who had the first has the second now.
pub(super) async fn rematch(
    State(house): State<Arc<House>>,
    Extension(caller): Extension<Caller>,
    Path(game): Path<String>,
) -> Answer {
    let table = house.table(&game).await?;
    if table.row.owner != caller.hash && table.seats_of(&caller.hash).is_empty() {
        return Err(Problem::forbidden("only who played may ask for a rematch"));
    }
    let (title, rows, setup) = (table.title.clone(), table.seats.clone(), table.game.header().setup.clone());
    drop(table);
    let kernel::Setup::Scenario { id, options } = setup else {
        return Err(Problem::conflict("a game that began from a position of its own has no rematch"));
    };
    let new = title.start(&id, &options, Some(&house.dice(None))).map_err(Problem::bad)?;
    let mut seating: Vec<Seating> = rows
        .into_iter()
        .map(|row| {
            let kind = match row.kind.as_str() {
                "random" => "random",
                "link" => "link",
                _ => "here",
            };
            Seating { kind, holder: row.holder }
        })
        .collect();
    seating.rotate_right(1);
    let id = house.keep(&*title, &*new, &caller.cookie, seating, false).await?;
    Ok(Json(json!({ "id": id })))
}

pub(super) async fn journal(
    State(house): State<Arc<House>>,
    Extension(caller): Extension<Caller>,
    Path(game): Path<String>,
    asked: Asked,
) -> Result<Response, Problem> {
    let looking = looking(asked)?;
    let (copy, viewer, over) = {
        let table = house.table(&game).await?;
        let seat = looking.seat.map(|seat| table.seat_named(&seat)).transpose()?;
        let over = matches!(table.game.pending(), PendingInfo::Over(_));
        (table.game.boxed_clone(), table.eyes(&caller.hash, seat).viewer, over)
    };
    let text = house
        .think(move || if over { Ok(copy.journal_text()) } else { copy.record_text(viewer).map_err(Problem::conflict) })
        .await??;
    let name = if over { "journal" } else { "record" };
    let headers = [
        (header::CONTENT_TYPE, "application/x-ndjson".to_owned()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"sabretache-{}.{name}\"", &game[..8])),
    ];
    Ok((headers, text).into_response())
}

/// The position after a step of the viewer's own record.
pub(super) async fn step(
    State(house): State<Arc<House>>,
    Extension(caller): Extension<Caller>,
    Path((game, step)): Path<(String, String)>,
    asked: Asked,
) -> Answer {
    let looking = looking(asked)?;
    let step: usize = step.parse().map_err(|_| Problem::bad("a step is a number"))?;
    let (copy, viewer, open, row) = {
        let table = house.table(&game).await?;
        let seat = looking.seat.map(|seat| table.seat_named(&seat)).transpose()?;
        let viewer = table.eyes(&caller.hash, seat).viewer;
        (table.game.boxed_clone(), viewer, table.title.is_open(), table.row.clone())
    };
    let fields = house
        .think(move || {
            // Where nothing is hidden everybody notices every step.
            let steps = match open {
                true => Ok(copy.first_step() + step),
                false => copy.steps_of_record(viewer, step),
            };
            let steps = steps.map_err(Problem::unknown)?;
            let face = Face::at(&*copy, viewer, Some(steps)).map_err(Problem::unknown)?;
            let mut fields = Map::new();
            face.write(&mut fields);
            let last = if open { Some(copy.steps() - copy.first_step()) } else { None };
            fields.insert("last_step".into(), json!(last));
            let over = match copy.pending() {
                PendingInfo::Over(over) if steps == copy.steps() => PendingInfo::Over(over),
                PendingInfo::Over(_) | PendingInfo::Decide(_) | PendingInfo::Throw(_) => {
                    PendingInfo::Decide(Vec::new())
                }
            };
            fields.insert("pending".into(), pending_value(&*copy, &over));
            Ok::<_, Problem>(fields)
        })
        .await??;
    let mut fields = fields;
    for name in ["offers", "interrupts", "undo", "redo"] {
        fields.insert(name.into(), json!({}));
    }
    fields.insert("kind".into(), "snapshot".into());
    fields.insert("step".into(), step.into());
    fields.insert("game".into(), row.id.into());
    fields.insert("title".into(), row.title.into());
    fields.insert("scenario".into(), row.scenario.into());
    Ok(Json(Value::Object(fields)))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Branch {
    step: usize,
    #[serde(default, rename = "as")]
    seat: Option<String>,
}

/// Every seat to whoever asks.
fn all_here(seats: usize, caller: &Caller) -> Vec<Seating> {
    (0..seats).map(|_| Seating { kind: "here", holder: caller.hash.clone() }).collect()
}

pub(super) async fn branch(
    State(house): State<Arc<House>>,
    Extension(caller): Extension<Caller>,
    Path(game): Path<String>,
    body: Bytes,
) -> Answer {
    let Branch { step, seat } = read(&body)?;
    let (copy, viewer, title, over) = {
        let table = house.table(&game).await?;
        let seat: Option<Seat> = seat.map(|seat| table.seat_named(&seat)).transpose()?;
        let over = matches!(table.game.pending(), PendingInfo::Over(_));
        (table.game.boxed_clone(), table.eyes(&caller.hash, seat).viewer, table.title.clone(), over)
    };
    if viewer == Viewer::Spectator && !title.is_open() && !over {
        return Err(Problem::forbidden("while the game runs only its players may branch off"));
    }
    let brancher = title.clone();
    let dice = house.dice(None);
    let new = house
        .think(move || {
            if brancher.is_open() || over {
                return copy.branch(copy.first_step() + step, Some(&dice)).map_err(Problem::unknown);
            }
            let record = copy.record_text(viewer).map_err(Problem::conflict)?;
            let mut chance = Chance::from_seed(&Bytes32(secret::random_bytes()));
            brancher.branch_record("record", &record, step, Some(&dice), &mut chance).map_err(|faults| {
                Problem::unknown(faults.first().map_or(String::new(), |fault| fault.sentence.clone()))
            })
        })
        .await??;
    let seating = all_here(new.seats().len(), &caller);
    let id = house.keep(&*title, &*new, &caller.cookie, seating, false).await?;
    Ok(Json(json!({ "id": id })))
}

pub(super) async fn import(
    State(house): State<Arc<House>>,
    Extension(caller): Extension<Caller>,
    body: Bytes,
) -> Answer {
    let text = String::from_utf8(body.to_vec()).map_err(|_| Problem::bad("a journal is text"))?;
    let header = kernel::journal::read_header("journal", &text).map_err(|fault| Problem::bad(fault.to_string()))?;
    let title = house.title(&header.title)?;
    let reader = title.clone();
    let loaded = house.think(move || reader.load("journal", &text)).await?;
    let loaded = loaded.map_err(|faults| {
        let words: Vec<String> = faults.iter().take(5).map(ToString::to_string).collect();
        Problem::bad(words.join("; "))
    })?;
    let seating = all_here(loaded.game.seats().len(), &caller);
    let id = house.keep(&*title, &*loaded.game, &caller.cookie, seating, true).await?;
    Ok(Json(json!({ "id": id, "notices": loaded.notices })))
}
