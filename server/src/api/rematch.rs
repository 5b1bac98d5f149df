//! A rematch: the same game once more, with seats changed. A game has one. Those who are asked find it where they played, and
//! it is in none of their lists before they have said yes.

use axum::Json;
use kernel::{Seat, Setup};
use store::SeatRow;

use super::Answer;
use super::visit::Visit;
use crate::house::Seating;
use crate::problem::Problem;
use crate::program::is_program;
use crate::wire::Made;
use crate::workshop::Lost;

/// Asks for a rematch, or accepts one that has been asked for: seats move on by one.
pub(super) async fn rematch(visit: Visit) -> Answer<Made> {
    let (rows, own, setup, title, id) = {
        let table = visit.table().await?;
        let own = table.seats_of(&visit.caller.identity);
        if table.row.owner != visit.caller.identity && own.is_empty() {
            return Err(Problem::forbidden("only players of the game may ask for a rematch"));
        }
        let (rows, setup) = (table.seats.clone(), table.game.header().setup.clone());
        (rows, own, setup, table.title.clone(), table.rematch_id())
    };
    let house = &visit.house;
    let asked = house.store.seats(&id).await?;
    if !asked.is_empty() {
        let accepted = accept(visit.clone(), id.clone(), asked, own, rows.len());
        visit.house.workshop.carry_out(&visit.caller.party(), accepted).await??;
        return Ok(Json(Made { id }));
    }
    house.has_room_for_a_game_of(&visit.caller)?;
    let (starter, dice) = (title.clone(), house.dice());
    let new = visit.answer(move |_| match setup {
        Setup::Scenario { id, options } => starter.start(&id, &options, Some(&dice)).map_err(Problem::bad),
        Setup::Position { file, text } => {
            starter.position(&file, &text, Some(&dice)).map_err(|faults| Problem::of_faults(&faults))
        }
    });
    let new = new.await??;
    let mut seating: Vec<Seating> = rows.into_iter().map(|row| offered(row, &visit.caller.identity)).collect();
    seating.rotate_right(1);
    let made = id.clone();
    // To its end, even if the caller has gone: the table must know what is on disk.
    let kept = tokio::spawn(async move {
        visit.house.keep_as(&made, &title, new, &visit.caller, seating, None).await?;
        let told = visit.at_table(|_, table| {
            table.set_rematch();
            Ok(())
        });
        told.await
    });
    kept.await.unwrap_or_else(|_| Err(Lost::Broken.into()))?;
    Ok(Json(Made { id }))
}

/// The caller and programs keep a seat; the others are invited.
fn offered(row: SeatRow, asker: &str) -> Seating {
    match is_program(&row.kind) || row.is_held_by(asker) {
        true => Seating { kind: row.kind, holder: row.holder },
        false => Seating { kind: "link".into(), holder: String::new() },
    }
}

/// Takes the seats of a rematch that are reserved for the caller.
async fn accept(visit: Visit, id: String, asked: Vec<SeatRow>, own: Vec<Seat>, seats: usize) -> Result<(), Problem> {
    let rematch = Visit { game: id, ..visit };
    let mut table = rematch.table().await?;
    let taken = take(&rematch, &asked, &own, seats).await.inspect_err(|_| table.dismiss(None))?;
    if let Some(seats) = taken {
        table.reseat(seats);
    }
    Ok(())
}

/// The seats as they are then, if any was taken.
async fn take(rematch: &Visit, asked: &[SeatRow], own: &[Seat], seats: usize) -> Result<Option<Vec<SeatRow>>, Problem> {
    let store = &rematch.house.store;
    let kept = |row: &&SeatRow| {
        let theirs = own.iter().any(|seat| (seat.index() + 1) % seats == usize::from(row.seat));
        theirs && row.holder.is_empty() && !row.token.is_empty()
    };
    let mut taken = false;
    for row in asked.iter().filter(kept) {
        taken |= store.join(&rematch.game, &row.token, &rematch.caller.identity).await?.is_some();
    }
    Ok(if taken { Some(store.seats(&rematch.game).await?) } else { None })
}
