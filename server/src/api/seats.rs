//! Seats that change hands.

use std::sync::Arc;

use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use kernel::Seat;

use super::games::can_play;
use super::visit::Visit;
use super::{Answer, read};
use crate::guard::Caller;
use crate::house::House;
use crate::problem::Problem;
use crate::secret;
use crate::wire::{Nothing, RequestAnswer, SeatAsk, SeatAsked, SeatPlayer};

/// A part of the path.
fn part(visit: &Visit, name: &str) -> String {
    visit.path.get(name).cloned().unwrap_or_default()
}

pub(super) async fn give_up(visit: Visit) -> Answer<Nothing> {
    let done = {
        let visit = visit.clone();
        async move {
            let mut table = visit.table().await?;
            let seat = table.seat_named(&part(&visit, "seat"))?;
            table.give_up(&visit.house, &visit.caller, seat).await
        }
    };
    visit.house.workshop.carry_out(&visit.caller.party(), done).await??;
    Ok(Json(Nothing {}))
}

/// Chooses who plays an open seat; for the owner of the game.
pub(super) async fn set_player(visit: Visit, body: Bytes) -> Answer<Nothing> {
    let SeatPlayer { by } = read(&body)?;
    if by == "here" {
        return Err(Problem::bad("open the invitation to take the seat yourself"));
    }
    let (title, setup) = {
        let table = visit.table().await?;
        (table.title.clone(), table.game.header().setup.clone())
    };
    can_play(&visit.house, &visit.caller, &*title, &setup, &by).await?;
    let done = {
        let visit = visit.clone();
        async move {
            let mut table = visit.table().await?;
            let seat = table.seat_named(&part(&visit, "seat"))?;
            table.set_player(&visit.house, &visit.caller, seat, &by).await?;
            visit.house.drive_if_due(table).await;
            Ok::<_, Problem>(())
        }
    };
    visit.house.workshop.carry_out(&visit.caller.party(), done).await??;
    Ok(Json(Nothing {}))
}

/// Closes a seat on another device; for its holder.
pub(super) async fn close(visit: Visit) -> Answer<Nothing> {
    let done = {
        let visit = visit.clone();
        async move {
            let mut table = visit.table().await?;
            let key = part(&visit, "key");
            let row = table.seats.iter().find(|row| row.keys.iter().any(|known| known.id == key));
            match row {
                Some(row) if row.holder == visit.caller.identity => table.close_key(&visit.house, &key).await,
                Some(_) => Err(Problem::forbidden("only the holder of a seat closes it on other devices")),
                None => Err(Problem::unknown("the seat is not open there any more")),
            }
        }
    };
    visit.house.workshop.carry_out(&visit.caller.party(), done).await??;
    Ok(Json(Nothing {}))
}

/// Asks for the seat of an invitation that somebody else has taken.
pub(super) async fn ask(State(house): State<Arc<House>>, caller: Caller, body: Bytes) -> Answer<SeatAsked> {
    let SeatAsk { token } = read(&body)?;
    let (party, workshop) = (caller.party(), house.clone());
    let asked = async move {
        let token = secret::kept_invitation(&token);
        let invalid = || Problem::unknown("the invitation is not valid");
        let game = house.store.invited(&token).await?.ok_or_else(invalid)?;
        let mut table = house.table(&game, &caller.party()).await?;
        let row = table.seats.iter().find(|row| row.token == token).ok_or_else(invalid)?;
        if row.holder.is_empty() {
            return Err(Problem::conflict("the seat is free; the invitation opens it"));
        }
        let seat = Seat(row.seat);
        caller.stays(&house).await?;
        table.ask_for(&house, &caller, seat).await?;
        let id = table.seat_infos().get(seat.index()).map(|info| info.id.clone());
        Ok(Json(SeatAsked { game, seat: id }))
    };
    workshop.workshop.carry_out(&party, asked).await?
}

/// Answers a request for a seat.
pub(super) async fn answer(visit: Visit, body: Bytes) -> Answer<Nothing> {
    let RequestAnswer { agree } = read(&body)?;
    let done = {
        let visit = visit.clone();
        async move {
            let mut table = visit.table().await?;
            table.answer_request(&visit.house, &visit.caller, &part(&visit, "request"), agree).await
        }
    };
    visit.house.workshop.carry_out(&visit.caller.party(), done).await??;
    Ok(Json(Nothing {}))
}
