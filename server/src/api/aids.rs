//! Aids for players: where units could go, what can be laid over the map.

use axum::Json;
use axum::body::Bytes;
use kernel::aids::OverlayQuery;

use super::visit::Visit;
use super::{Answer, read};
use crate::problem::Problem;
use crate::wire::{self, OverlayQuestion, ReachQuestion};

pub(super) async fn reach(visit: Visit, body: Bytes) -> Answer<wire::Reach> {
    let ReachQuestion { seat, units } = read(&body)?;
    let at_table = visit.at_table(move |visit, table| {
        let seat = table.seat_named(&seat)?;
        // Where nothing is hidden anybody may ask.
        if !table.title.is_open() && !table.holds(&visit.caller.identity, seat) {
            return Err(Problem::forbidden("that is not your seat"));
        }
        Ok((seat, table.game.boxed_clone(), table.title.clone(), table.names.clone()))
    });
    let (seat, copy, title, names) = at_table.await?;
    let reach = visit.answer(move |_| copy.reach(seat, &units)).await?;
    let reach = reach.map_err(|error| Problem::of_order(&*title, &names, &error))?;
    Ok(Json(wire::Reach::new(&names, &reach)))
}

/// What an order would come to; nothing changes. Whoever sees the same is told the same.
pub(super) async fn preview(visit: Visit, body: Bytes) -> Answer<wire::Preview> {
    let wire::Order { seat, after: _, order } = read(&body)?;
    let at_table = visit.at_table(move |visit, table| {
        let seat = table.seat_named(&seat)?;
        if !table.holds(&visit.caller.identity, seat) {
            return Err(Problem::forbidden("that is not your seat"));
        }
        Ok((seat, table.game.boxed_clone(), table.title.clone(), table.names.clone()))
    });
    let (seat, copy, title, names) = at_table.await?;
    let preview = visit.answer(move |_| copy.preview(seat, &order)).await?;
    let preview = preview.map_err(|error| Problem::of_order(&*title, &names, &error))?;
    Ok(Json(wire::Preview::new(&names, preview)))
}

pub(super) async fn overlays(visit: Visit) -> Answer<Vec<wire::OverlayInfo>> {
    let overlays = visit.at_table(|visit, table| Ok(table.game.overlays(visit.eyes(table)?.viewer)));
    Ok(Json(overlays.await?.iter().map(wire::OverlayInfo::from).collect()))
}

pub(super) async fn overlay(visit: Visit, body: Bytes) -> Answer<wire::Overlay> {
    let OverlayQuestion { id, seat, side, unit, places } = read(&body)?;
    let at_table = visit.at_table(move |visit, table| {
        let seat = seat.map(|seat| table.seat_named(&seat)).transpose()?;
        let side = side.map(|side| table.seat_named(&side)).transpose()?;
        let side = side.and_then(|seat| table.game.seats().get(seat.index()).map(|info| info.side));
        let viewer = table.eyes(&visit.caller.identity, seat, visit.tongue).viewer;
        Ok((table.game.boxed_clone(), table.names.clone(), viewer, OverlayQuery { id, side, unit, places }))
    });
    let (copy, names, viewer, query) = at_table.await?;
    let overlay = visit.answer(move |_| copy.overlay(viewer, &query)).await?.map_err(Problem::bad)?;
    Ok(Json(wire::Overlay::new(&names, overlay)))
}
