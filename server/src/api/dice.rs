//! The dice: what was promised about them, what is added to them, how they fell; and games that were deleted before their end.

use std::sync::Arc;

use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::StatusCode;
use kernel::PendingInfo;
use serde::Deserialize;
use store::Ended;

use super::visit::Visit;
use super::{Answer, read};
use crate::guard::Caller;
use crate::house::House;
use crate::problem::Problem;
use crate::wire::{
    DeletedDice, Dice, DiceAnswer, EndedAccount, EndedGame, NonceKept, NonceSent, ThrowMade, ThrowSource,
};

/// Adds the caller's nonce to the dice.
pub(super) async fn add_nonce(visit: Visit, body: Bytes) -> Answer<NonceKept> {
    let NonceSent { commitment, nonce } = read(&body)?;
    let adding = visit.clone();
    let work = async move {
        let mut table = adding.table().await?;
        table.visited_by(&adding.caller.party());
        let added = table.add_nonce(&adding.house.store, &adding.caller.identity, &commitment, nonce).await;
        // The dice may have waited for it.
        adding.house.drive_if_due(table).await;
        added
    };
    let nonce = visit.house.workshop.carry_out(&visit.caller.party(), work).await??;
    Ok(Json(NonceKept { nonce }))
}

/// The record of a deleted game as it is kept, with who made it.
#[derive(Deserialize)]
struct Kept {
    maker: String,
    #[serde(flatten)]
    account: EndedAccount,
}

/// A deleted game as it is told to `caller`.
fn told(ended: &Ended, caller: &str) -> EndedGame {
    let kept: Option<Kept> = serde_json::from_str(&ended.account).ok();
    EndedGame {
        game: ended.game.clone(),
        name: ended.name.clone(),
        commitment: ended.commitment.clone(),
        created: ended.created,
        ended: ended.ended,
        mine: kept.as_ref().is_some_and(|kept| kept.maker == caller),
        account: kept.map(|kept| kept.account),
    }
}

/// The games that the caller made or sat in and that were deleted before they were over.
pub(super) async fn ended(State(house): State<Arc<House>>, caller: Caller) -> Answer<Vec<EndedGame>> {
    let rows = house.store.ended_of(&caller.identity).await?;
    Ok(Json(rows.iter().map(|row| told(row, &caller.identity)).collect()))
}

/// What was promised about the dice, what the players added, and how they fell; the seed when the game is over.
pub(super) async fn dice(visit: Visit) -> Answer<DiceAnswer> {
    let earlier = visit.house.store.ended(&visit.game).await?;
    let earlier: Vec<EndedGame> = earlier.iter().map(|row| told(row, &visit.caller.identity)).collect();
    let at_table = visit.at_table(|visit, table| {
        let over = matches!(table.game.pending(), PendingInfo::Over(_));
        let asked = table.dice_waits(&visit.eyes(table)?).map(|waits| waits.asked);
        Ok((table.game.boxed_clone(), table.title.is_open(), table.row.unverified, over, table.nonces_told(), asked))
    });
    let (copy, open, unverified, over, mut nonces, asked) = match at_table.await {
        // A game that was deleted is remembered.
        Err(problem) if problem.status == StatusCode::NOT_FOUND && !earlier.is_empty() => {
            return Ok(Json(DiceAnswer::Deleted(DeletedDice { deleted: true, earlier })));
        }
        told => told?,
    };
    let first = copy.first_step();
    let told = visit.answer(move |_| copy.dice_told()).await?.map_err(Problem::conflict)?;
    // Where things are hidden, the number of throws is a secret while the game runs.
    let tells = open || over;
    for nonce in nonces.iter_mut().filter(|_| !tells) {
        nonce.from_throw = None;
    }
    let throw = |made: &kernel::ThrowMade| ThrowMade {
        number: made.number,
        step: made.step.filter(|_| open).map(|step| (step + 1).saturating_sub(first)),
        purpose: made.due.map(|due| due.purpose),
        case: made.due.map(|due| due.case.number()),
        faces: made.faces,
        dice: made.outcome.0.to_vec(),
        source: match unverified.is_some_and(|throws| made.number < throws) {
            true => ThrowSource::Unverified,
            false => made.source.into(),
        },
        taken_back: made.step.is_none(),
    };
    Ok(Json(DiceAnswer::Kept(Dice {
        protocol: u8::from(told.protocol),
        commitment: told.commitment.map(|commitment| commitment.to_string()),
        nonces,
        waiting: asked.is_some(),
        asked: asked == Some(true),
        seed: told.seed.filter(|_| over).map(|seed| seed.to_string()),
        throws: told.throws.iter().filter(|_| tells).map(throw).collect(),
        unverified: unverified.is_some(),
        earlier,
    })))
}
