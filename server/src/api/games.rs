//! Games: made, listed, looked at, ordered in.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Json;
use axum::body::Bytes;
use axum::extract::{Query, State};
use axum::http::header::{self, HeaderValue};
use axum::response::{IntoResponse, Response};
use kernel::{AnyGame, AnyTitle, Options, Setup};
use serde::{Deserialize, Serialize};

use super::visit::Visit;
use super::{Answer, Spoken, read};
use crate::deed::Wanted;
use crate::guard::Caller;
use crate::house::{House, Seating};
use crate::problem::Problem;
use crate::program::general_title;
use crate::table::Deed;
use crate::wire::{
    After, Consent, Created, Done, GameListed, LogLine, LogPage, NewGame, Nothing, Order, TakebackWish, TaskAsked,
    TaskDone, TextKept, TextSent,
};

/// Games on a page of the list.
const GAMES: usize = 50;
/// Lines on a page of chat.
const CHAT: usize = 100;
const LONGEST_NOTES: usize = 20_000;

/// Tries a general out, if this is one: what it cannot play is refused before it has a seat.
pub(super) async fn can_play(
    house: &Arc<House>,
    caller: &Caller,
    title: &dyn AnyTitle,
    setup: &Setup,
    kind: &str,
) -> Result<(), Problem> {
    if matches!(kind, "here" | "link" | "random") {
        return Ok(());
    }
    let staff = house.headquarters.staff(title.id()).ok_or_else(|| {
        let words = format!("{} has no generals; choose here, link or random for a seat", title.name());
        Problem::bad(words)
    })?;
    let character = house.headquarters.character(kind).map_err(Problem::bad)?;
    let (setup, party) = (setup.clone(), caller.party());
    let tried = house.workshop.answer(&party, move |_| staff.general(&setup, character, 0).map(|_| ()));
    tried.await?.map_err(Problem::bad)
}

/// Who plays the seats of a new game.
async fn seating(
    house: &Arc<House>,
    caller: &Caller,
    title: &dyn AnyTitle,
    game: &dyn AnyGame,
    wanted: &BTreeMap<String, String>,
) -> Result<Vec<Seating>, Problem> {
    let mut seating = Vec::new();
    for info in game.seats() {
        let kind = wanted.get(&info.id).map_or("here", String::as_str);
        let holder = if kind == "here" { caller.identity.clone() } else { String::new() };
        can_play(house, caller, title, &game.header().setup, kind).await?;
        seating.push(Seating { kind: kind.to_owned(), holder });
    }
    Ok(seating)
}

pub(super) async fn create(State(house): State<Arc<House>>, caller: Caller, body: Bytes) -> Answer<Created> {
    let new: NewGame = read(&body)?;
    house.has_room_for_a_game_of(&caller)?;
    let title = house.title(&new.title)?;
    let dice = house.dice();
    let (workshop, party) = (&house.workshop, caller.party());
    let commitment = dice.commitment();
    let game = match (new.scenario, new.position) {
        (Some(scenario), None) => {
            let starter = title.clone();
            let started = workshop.look(&party, move || starter.start(&scenario, &new.options, Some(&dice)));
            started.await?.map_err(Problem::bad)?
        }
        (None, Some(text)) => {
            let reader = title.clone();
            let read = workshop.answer(&party, move |_| reader.position("position", &text, Some(&dice))).await?;
            read.map_err(|faults| Problem::of_faults(&faults))?
        }
        (Some(_), Some(_)) => {
            return Err(Problem::bad("a game starts from a scenario or from a position, not from both"));
        }
        (None, None) => return Err(Problem::bad("name the scenario or position the game starts from")),
    };
    if let Some(id) = new.seats.keys().find(|id| game.seats().iter().all(|info| info.id != **id)) {
        return Err(Problem::bad(format!("there is no seat \"{id}\"")));
    }
    let seating = seating(&house, &caller, &*title, &*game, &new.seats).await?;
    let id = house.keep(&title, game, &caller, seating, None).await?;
    Ok(Json(Created { id, commitment: commitment.to_string() }))
}

/// Where a page of games begins: after a game, by its time of change and its id.
#[derive(Deserialize)]
pub(super) struct Page {
    after: Option<String>,
}

pub(super) async fn list(
    State(house): State<Arc<House>>,
    caller: Caller,
    page: Result<Query<Page>, axum::extract::rejection::QueryRejection>,
) -> Result<Response, Problem> {
    let wrong = || Problem::bad("use the address in the Link header of the previous page");
    let Query(Page { after }) = page.map_err(|_| wrong())?;
    let after = after.as_deref().map(|after| {
        let (shown, id) = after.split_once('-')?;
        Some((shown.parse::<i64>().ok()?, id))
    });
    let after = after.map(|after| after.ok_or_else(wrong)).transpose()?;
    let mut rows = house.store.games_of(&caller.identity, after, GAMES + 1).await?;
    let more = rows.len() > GAMES;
    rows.truncate(GAMES);
    let next = rows.last().filter(|_| more).map(|last| format!("/api/games?after={}-{}", last.shown, last.id));
    let ids: Vec<&str> = rows.iter().map(|row| row.id.as_str()).collect();
    let mut seats_by_game = house.store.seats_of(&ids).await?;
    let mut games = Vec::new();
    for row in rows {
        let Ok(title) = house.title(&row.title) else { continue };
        let infos = match row.scenario.as_str() {
            "" => house.table(&row.id, &caller.party()).await.map_or(Vec::new(), |table| table.seat_infos().to_vec()),
            scenario => title.seats(scenario, &Options::new()).unwrap_or_default(),
        };
        let seats = seats_by_game.remove(&row.id).unwrap_or_default();
        let mine = seats
            .iter()
            .filter(|seat| seat.is_held_by(&caller.identity))
            .filter_map(|seat| infos.get(usize::from(seat.seat)).map(|info| info.id.clone()))
            .collect();
        let generals = seats
            .iter()
            .filter_map(|seat| Some((infos.get(usize::from(seat.seat))?.id.clone(), general_title(&seat.kind)?)))
            .collect();
        let players = seats
            .iter()
            .filter(|seat| !seat.player.is_empty() && !seat.is_held_by(&caller.identity))
            .filter_map(|seat| Some((infos.get(usize::from(seat.seat))?.id.clone(), seat.player.clone())))
            .collect();
        games.push(GameListed {
            waiting_for: row.waiting.split(',').filter(|seat| !seat.is_empty()).map(str::to_owned).collect(),
            mine,
            generals,
            players,
            owner: row.owner == caller.identity,
            unverified: row.unverified.is_some(),
            id: row.id,
            title: row.title,
            scenario: row.scenario,
            name: row.name,
            turn: row.turn,
            over: row.over,
            changed: row.shown,
        });
    }
    Ok(paged(&games, next))
}

/// A page of a list, with the address of the next one.
fn paged<T: Serialize>(page: &[T], next: Option<String>) -> Response {
    let mut response = Spoken::new(&page).into_response();
    let link = next.and_then(|next| HeaderValue::from_str(&format!("<{next}>; rel=\"next\"")).ok());
    response.headers_mut().extend(link.map(|link| (header::LINK, link)));
    response
}

pub(super) async fn snapshot(visit: Visit) -> Result<Spoken, Problem> {
    let snapshot = visit.at_table(|visit, table| {
        table.visited_by(&visit.caller.party());
        let eyes = visit.eyes(table)?;
        Ok(Spoken(table.snapshot(&eyes)))
    });
    snapshot.await
}

pub(super) async fn log(visit: Visit) -> Result<Spoken, Problem> {
    let from = visit.looking.from.unwrap_or(0);
    let lines = visit.at_table(move |visit, table| {
        let eyes = visit.eyes(table)?;
        let lines = table.teller(eyes.tongue).lines(table.game.log(eyes.viewer, from));
        let imported = table.imported_lines(eyes.viewer);
        let log = lines
            .iter()
            .enumerate()
            .map(|(place, line)| LogLine::new(&table.names, from + place, line, imported))
            .collect();
        Ok(Spoken::new(&LogPage { log_from: from, log }))
    });
    lines.await
}

async fn carried_out(visit: &Visit, (seat, after, deed): Wanted) -> Answer<Done> {
    let done = visit.act(seat, after, deed).await?;
    Ok(Json(Done { version: done.version, stopped: done.stopped }))
}

pub(super) async fn order(visit: Visit, body: Bytes) -> Answer<Done> {
    carried_out(&visit, read::<Order>(&body)?.wanted()?).await
}

pub(super) async fn undo(visit: Visit, body: Bytes) -> Answer<Done> {
    carried_out(&visit, read::<After>(&body)?.wanted(Deed::Undo)).await
}

pub(super) async fn redo(visit: Visit, body: Bytes) -> Answer<Done> {
    carried_out(&visit, read::<After>(&body)?.wanted(Deed::Redo)).await
}

pub(super) async fn reset(visit: Visit, body: Bytes) -> Answer<Done> {
    carried_out(&visit, read::<After>(&body)?.wanted(Deed::Reset)).await
}

pub(super) async fn takeback(visit: Visit, body: Bytes) -> Answer<Done> {
    carried_out(&visit, read::<TakebackWish>(&body)?.wanted()).await
}

pub(super) async fn answer_takeback(visit: Visit, body: Bytes) -> Answer<Done> {
    carried_out(&visit, read::<Consent>(&body)?.wanted()).await
}

pub(super) async fn delete(visit: Visit) -> Answer<Nothing> {
    let (house, game, caller) = (visit.house.clone(), visit.game.clone(), visit.caller.clone());
    let deletion = async move { house.delete(&game, &caller).await };
    visit.house.workshop.carry_out(&visit.caller.party(), deletion).await??;
    Ok(Json(Nothing {}))
}

/// Whether the learner has done what a lesson asks.
pub(super) async fn task(visit: Visit, body: Bytes) -> Answer<TaskDone> {
    let TaskAsked { lesson, task, since } = read(&body)?;
    let answered = visit.at_table(move |visit, table| {
        let title = table.title.clone();
        let lesson = title.introduction().and_then(|introduction| introduction.lessons.get(lesson));
        let practice = lesson.and_then(|lesson| lesson.practice.as_ref());
        let Some((practice, task)) = practice.and_then(|practice| Some((practice, practice.tasks.get(task)?))) else {
            return Err(Problem::unknown("there is no such task"));
        };
        let seat = table.seat_named(&practice.seat)?;
        if !table.holds(&visit.caller.identity, seat) {
            return Err(Problem::forbidden("only the learner is told"));
        }
        Ok(TaskDone { done: task.goal.is_reached(&*table.game, seat, since) })
    });
    Ok(Json(answered.await?))
}

/// A page of what was said, the last one or the one that ends before a line; for those at the table.
pub(super) async fn chat(visit: Visit) -> Result<Response, Problem> {
    let table = visit.table().await?;
    if !visit.eyes(&table)?.are_at_the_table() {
        return Err(Problem::forbidden("only players can read the chat"));
    }
    let end = visit.looking.before.unwrap_or(usize::MAX).min(table.chat.len());
    let begin = end.saturating_sub(CHAT);
    let lines = table.chat.iter().enumerate().take(end).skip(begin);
    let lines: Vec<_> = lines.map(|(number, line)| table.chat_message(number, line)).collect();
    let next = (begin > 0).then(|| format!("/api/games/{}/chat?before={begin}", visit.game));
    Ok(paged(&lines, next))
}

pub(super) async fn notes(visit: Visit) -> Answer<TextKept> {
    Ok(Json(TextKept { text: visit.house.store.note(&visit.game, &visit.caller.identity).await? }))
}

pub(super) async fn set_notes(visit: Visit, body: Bytes) -> Answer<Nothing> {
    let TextSent { text } = read(&body)?;
    if text.len() > LONGEST_NOTES {
        return Err(Problem::bad(format!("notes may have at most {LONGEST_NOTES} bytes")));
    }
    let table = visit.table().await?;
    if table.seats_of(&visit.caller.identity).is_empty() {
        return Err(Problem::forbidden("only players have notes"));
    }
    visit.house.store.set_note(&visit.game, &visit.caller.identity, &text).await?;
    Ok(Json(Nothing {}))
}
