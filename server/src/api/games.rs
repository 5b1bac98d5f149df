//! Games: made, listed, looked at, ordered in.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{Path, Query, State};
use axum::{Extension, Json};
use kernel::Options;
use serde::Deserialize;
use serde_json::{Value, json};

use super::read;
use crate::desk::log_value;
use crate::guard::Caller;
use crate::house::{House, Seating};
use crate::problem::Problem;
use crate::secret;
use crate::table::{Deed, Done};

type Answer = Result<Json<Value>, Problem>;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NewGame {
    title: String,
    scenario: String,
    #[serde(default)]
    options: Options,
    #[serde(default)]
    seats: BTreeMap<String, Who>,
    #[serde(default)]
    nonce: Option<String>,
}

/// Who plays a seat.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Who {
    Here,
    Link,
    Random,
}

pub(super) async fn create(
    State(house): State<Arc<House>>,
    Extension(caller): Extension<Caller>,
    body: Bytes,
) -> Answer {
    let new: NewGame = read(&body)?;
    if new.nonce.as_ref().is_some_and(|nonce| nonce.len() > 200) {
        return Err(Problem::bad("the nonce may have 200 bytes"));
    }
    let title = house.title(&new.title)?;
    let game = title.start(&new.scenario, &new.options, Some(&house.dice(new.nonce))).map_err(Problem::bad)?;
    if let Some(id) = new.seats.keys().find(|id| game.seats().iter().all(|info| info.id != **id)) {
        return Err(Problem::bad(format!("there is no seat \"{id}\"")));
    }
    let seating = game.seats().iter().map(|info| match new.seats.get(&info.id).copied().unwrap_or(Who::Here) {
        Who::Here => Seating { kind: "here", holder: caller.hash.clone() },
        Who::Link => Seating { kind: "link", holder: String::new() },
        Who::Random => Seating { kind: "random", holder: String::new() },
    });
    let seating = seating.collect();
    let id = house.keep(&*title, &*game, &caller.cookie, seating, false).await?;
    Ok(Json(json!({ "id": id })))
}

pub(super) async fn list(State(house): State<Arc<House>>, Extension(caller): Extension<Caller>) -> Answer {
    let mut games = Vec::new();
    for row in house.store.games_of(&caller.hash).await? {
        let Ok(title) = house.title(&row.title) else { continue };
        let infos = title.seats(&row.scenario, &Options::new()).unwrap_or_default();
        let seats = house.store.seats(&row.id).await?;
        let mine: Vec<&str> = seats
            .iter()
            .filter(|seat| seat.holder == caller.hash)
            .filter_map(|seat| infos.get(usize::from(seat.seat)).map(|info| info.id.as_str()))
            .collect();
        let waiting: Vec<&str> = row.waiting.split(',').filter(|seat| !seat.is_empty()).collect();
        games.push(json!({
            "id": row.id, "title": row.title, "scenario": row.scenario, "name": row.name, "turn": row.turn,
            "over": row.over, "waiting_for": waiting, "mine": mine, "changed": row.changed,
            "owner": row.owner == caller.hash, "unverified": row.unverified,
        }));
    }
    Ok(Json(Value::Array(games)))
}

/// As which of his seats somebody looks.
#[derive(Deserialize, Default)]
pub(crate) struct Looking {
    #[serde(rename = "as")]
    pub(crate) seat: Option<String>,
    pub(crate) since: Option<u64>,
    pub(crate) from: Option<usize>,
}

pub(crate) type Asked = Result<Query<Looking>, axum::extract::rejection::QueryRejection>;

pub(crate) fn looking(asked: Asked) -> Result<Looking, Problem> {
    asked.map(|Query(looking)| looking).map_err(|error| Problem::bad(format!("the question cannot be read: {error}")))
}

pub(super) async fn snapshot(
    State(house): State<Arc<House>>,
    Extension(caller): Extension<Caller>,
    Path(game): Path<String>,
    asked: Asked,
) -> Answer {
    let looking = looking(asked)?;
    let mut table = house.table(&game).await?;
    let seat = looking.seat.map(|seat| table.seat_named(&seat)).transpose()?;
    let eyes = table.eyes(&caller.hash, seat);
    Ok(Json(table.snapshot(&eyes)))
}

pub(super) async fn log(
    State(house): State<Arc<House>>,
    Extension(caller): Extension<Caller>,
    Path(game): Path<String>,
    asked: Asked,
) -> Answer {
    let looking = looking(asked)?;
    let table = house.table(&game).await?;
    let seat = looking.seat.map(|seat| table.seat_named(&seat)).transpose()?;
    let eyes = table.eyes(&caller.hash, seat);
    let from = looking.from.unwrap_or(0);
    let lines = table.game.log(eyes.viewer, from);
    let lines: Vec<Value> = lines.iter().enumerate().map(|(place, line)| log_value(from + place, line)).collect();
    Ok(Json(json!({ "log_from": from, "log": lines })))
}

pub(super) async fn links(
    State(house): State<Arc<House>>,
    Extension(caller): Extension<Caller>,
    Path(game): Path<String>,
) -> Answer {
    let table = house.table(&game).await?;
    if table.row.owner != caller.hash {
        return Err(Problem::forbidden("only who made the game sees its invitations"));
    }
    let mut seats = serde_json::Map::new();
    for (number, info) in table.seat_infos().iter().enumerate() {
        let row = table.seats.iter().find(|row| usize::from(row.seat) == number);
        let token = secret::invitation(&caller.cookie, &game, number);
        if row.is_some_and(|row| row.token == secret::kept_invitation(&token)) {
            seats.insert(info.id.clone(), format!("{}/join/{token}", house.url).into());
        }
    }
    Ok(Json(json!({ "seats": seats, "spectator": format!("{}/game/{game}", house.url) })))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Order {
    pub(crate) seat: String,
    pub(crate) after: Option<u64>,
    #[serde(default)]
    pub(crate) order: Option<String>,
}

/// Longest order that is read.
const LONGEST: usize = 2_000;

impl Order {
    pub(crate) fn into_deed(self) -> Result<(String, Option<u64>, Deed), Problem> {
        match self.order {
            Some(order) if order.len() > LONGEST => Err(Problem::bad(format!("an order has {LONGEST} bytes at most"))),
            Some(order) => Ok((self.seat, self.after, Deed::Order(order))),
            None => Err(Problem::bad("the order is missing")),
        }
    }
}

/// Carries something out, whether or not whoever asked waits for the answer.
pub(crate) async fn act(
    house: &Arc<House>,
    caller: &Caller,
    game: &str,
    (seat, after, deed): (String, Option<u64>, Deed),
) -> Result<Done, Problem> {
    let (house, caller, game) = (house.clone(), caller.hash.clone(), game.to_owned());
    let work = tokio::spawn(async move {
        let mut table = house.table(&game).await?;
        let done = table.act(&house.store, &caller, &seat, after, deed).await;
        house.drive_if_due(table).await;
        done
    });
    work.await.unwrap_or_else(|_| {
        let sentence = "a fault of the program, please report it";
        Err(Problem::new(axum::http::StatusCode::INTERNAL_SERVER_ERROR, sentence))
    })
}

fn answered(done: Done) -> Json<Value> {
    let mut answer = json!({ "version": done.version });
    if let (Some(stopped), Value::Object(fields)) = (done.stopped, &mut answer) {
        fields.insert("stopped".into(), stopped);
    }
    Json(answer)
}

pub(super) async fn order(
    State(house): State<Arc<House>>,
    Extension(caller): Extension<Caller>,
    Path(game): Path<String>,
    body: Bytes,
) -> Answer {
    let order: Order = read(&body)?;
    Ok(answered(act(&house, &caller, &game, order.into_deed()?).await?))
}

pub(super) async fn undo(
    State(house): State<Arc<House>>,
    Extension(caller): Extension<Caller>,
    Path(game): Path<String>,
    body: Bytes,
) -> Answer {
    let order: Order = read(&body)?;
    Ok(answered(act(&house, &caller, &game, (order.seat, order.after, Deed::Undo)).await?))
}

pub(super) async fn redo(
    State(house): State<Arc<House>>,
    Extension(caller): Extension<Caller>,
    Path(game): Path<String>,
    body: Bytes,
) -> Answer {
    let order: Order = read(&body)?;
    Ok(answered(act(&house, &caller, &game, (order.seat, order.after, Deed::Redo)).await?))
}

pub(super) async fn delete(
    State(house): State<Arc<House>>,
    Extension(caller): Extension<Caller>,
    Path(game): Path<String>,
) -> Answer {
    house.delete(&game, &caller.hash).await?;
    Ok(Json(json!({})))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Join {
    token: String,
}

pub(super) async fn join(State(house): State<Arc<House>>, Extension(caller): Extension<Caller>, body: Bytes) -> Answer {
    let Join { token } = read(&body)?;
    let joined = house.store.join(&secret::kept_invitation(&token), &caller.hash).await?;
    let Some((game, seat)) = joined else {
        return Err(Problem::unknown("the invitation is not valid, or somebody else has taken the seat"));
    };
    let seats = house.store.seats(&game).await?;
    let mut table = house.table(&game).await?;
    table.reseat(seats);
    let id = table.seat_infos().get(usize::from(seat)).map(|info| info.id.clone());
    Ok(Json(json!({ "game": game, "seat": id })))
}

pub(super) async fn chat(State(house): State<Arc<House>>, Path(game): Path<String>) -> Answer {
    let table = house.table(&game).await?;
    Ok(Json(table.chat.iter().map(|line| table.chat_message(line)).collect()))
}

pub(super) async fn notes(
    State(house): State<Arc<House>>,
    Extension(caller): Extension<Caller>,
    Path(game): Path<String>,
) -> Answer {
    Ok(Json(json!({ "text": house.store.note(&game, &caller.hash).await? })))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Note {
    text: String,
}

pub(super) async fn set_notes(
    State(house): State<Arc<House>>,
    Extension(caller): Extension<Caller>,
    Path(game): Path<String>,
    body: Bytes,
) -> Answer {
    let Note { text } = read(&body)?;
    let table = house.table(&game).await?;
    if table.seats_of(&caller.hash).is_empty() {
        return Err(Problem::forbidden("notes are kept for those who have a seat"));
    }
    house.store.set_note(&game, &caller.hash, &text).await?;
    Ok(Json(json!({})))
}
