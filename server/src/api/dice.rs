//! The dice: what was promised about them, what is added to them, how they fell; and games that were deleted before their end.

use std::sync::Arc;

use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::StatusCode;
use kernel::PendingInfo;
use serde::Deserialize;
use serde_json::{Value, json};
use store::Ended;

use super::games::Answer;
use super::read;
use super::visit::Visit;
use crate::guard::Caller;
use crate::house::House;
use crate::problem::Problem;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NewNonce {
    /// What whoever adds it has been shown.
    commitment: String,
    nonce: String,
}

/// Adds the caller's nonce to the dice.
pub(super) async fn add_nonce(visit: Visit, body: Bytes) -> Answer {
    let NewNonce { commitment, nonce } = read(&body)?;
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
    Ok(Json(json!({ "nonce": nonce })))
}

/// A deleted game as it is told to `caller`.
fn ended_value(ended: &Ended, caller: &str) -> Value {
    let mut value: Value = serde_json::from_str(&ended.account).unwrap_or_else(|_| json!({}));
    if let Value::Object(fields) = &mut value {
        let maker = fields.remove("maker");
        fields.insert("mine".into(), (maker.as_ref().and_then(Value::as_str) == Some(caller)).into());
        fields.insert("game".into(), ended.game.clone().into());
        fields.insert("name".into(), ended.name.clone().into());
        fields.insert("commitment".into(), ended.commitment.clone().into());
        fields.insert("created".into(), ended.created.into());
        fields.insert("ended".into(), ended.ended.into());
    }
    value
}

/// The games that the caller made or sat in and that were deleted before they were over.
pub(super) async fn ended(State(house): State<Arc<House>>, caller: Caller) -> Answer {
    let rows = house.store.ended_of(&caller.identity).await?;
    Ok(Json(rows.iter().map(|row| ended_value(row, &caller.identity)).collect()))
}

/// What was promised about the dice, what the players added, and how they fell; the seed when the game is over.
pub(super) async fn dice(visit: Visit) -> Answer {
    let earlier = visit.house.store.ended(&visit.game).await?;
    let earlier: Vec<Value> = earlier.iter().map(|row| ended_value(row, &visit.caller.identity)).collect();
    let at_table = visit.at_table(|visit, table| {
        let over = matches!(table.game.pending(), PendingInfo::Over(_));
        let waits = table.dice_value(&visit.eyes(table)?);
        Ok((table.game.boxed_clone(), table.title.is_open(), table.row.unverified, over, table.nonce_values(), waits))
    });
    let (copy, open, unverified, over, mut nonces, waits) = match at_table.await {
        // A game that was deleted is remembered.
        Err(problem) if problem.status == StatusCode::NOT_FOUND && !earlier.is_empty() => {
            return Ok(Json(json!({ "deleted": true, "earlier": earlier })));
        }
        told => told?,
    };
    let first = copy.first_step();
    let told = visit.answer(move |_| copy.dice_told()).await?.map_err(Problem::conflict)?;
    // Where things are hidden, the number of throws is a secret while the game runs.
    let tells = open || over;
    for nonce in nonces.iter_mut().filter(|_| !tells) {
        nonce["from_throw"] = Value::Null;
    }
    let throw = |made: &kernel::ThrowMade| {
        let source = if unverified.is_some_and(|throws| made.number < throws) {
            json!("unverified")
        } else {
            json!(made.source)
        };
        json!({
            "number": made.number, "step": made.step.filter(|_| open).map(|step| (step + 1).saturating_sub(first)),
            "purpose": made.due.map(|due| due.purpose), "case": made.due.map(|due| due.case), "faces": made.faces,
            "dice": made.outcome, "source": source, "taken_back": made.step.is_none(),
        })
    };
    let throws: Vec<Value> = told.throws.iter().filter(|_| tells).map(throw).collect();
    Ok(Json(json!({
        "protocol": u8::from(told.protocol), "commitment": told.commitment, "nonces": nonces,
        "waiting": !waits.is_null(), "asked": waits["asked"] == true,
        "seed": told.seed.filter(|_| over), "throws": throws, "unverified": unverified.is_some(), "earlier": earlier,
    })))
}
