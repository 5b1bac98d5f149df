//! What generals have to say to people: hints for a seat, the review of a finished game.

use ai::{Budget, Character, Policy, Style};
use axum::Json;
use axum::body::Bytes;
use axum::http::StatusCode;
use kernel::{AnyGame, PendingInfo, Viewer};
use serde::Deserialize;
use serde_json::{Value, json};

use super::games::Answer;
use super::read;
use super::visit::Visit;
use crate::headquarters::Impatience;
use crate::problem::Problem;
use crate::queue::Rank;

/// Seconds for hints if none are asked for, and at most.
const USUAL: f64 = 2.0;
const LONGEST: f64 = 10.0;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WhoseHints {
    seat: String,
    #[serde(default)]
    seconds: Option<f64>,
}

/// The best three orders for a seat of one's own, found by a general who knows what that seat sees and nothing else.
pub(super) async fn hints(visit: Visit, body: Bytes) -> Answer {
    let WhoseHints { seat, seconds } = read(&body)?;
    let seconds = seconds.unwrap_or(USUAL);
    if !(seconds > 0.0 && seconds <= LONGEST) {
        return Err(Problem::bad(format!("hints take a part of a second to {LONGEST} seconds")));
    }
    let house = &visit.house;
    let at_table = visit.at_table(move |visit, table| {
        let staff = visit.house.headquarters.staff_or_problem(&*table.title)?;
        let seat = table.seat_named(&seat)?;
        if !table.holds(&visit.caller.identity, seat) {
            return Err(Problem::forbidden("hints are for the seat of one's own"));
        }
        if !table.asks(seat) {
            return Err(Problem::conflict("this seat is not asked anything now, so there is nothing to advise"));
        }
        let view = table.game.view(Viewer::Seat(seat)).map_err(Problem::conflict)?;
        Ok((seat, view, table.game.header().setup.clone(), staff))
    });
    let (seat, view, setup, staff) = at_table.await?;
    let party = visit.caller.party();
    let admission = house.hints.admit_party(&party, house.limits.hints, "generals thinking about hints")?;
    let threads = house.headquarters.threads();
    let character =
        Character { policy: Policy::Strong, style: Style::Balanced, budget: Budget::Seconds(seconds), threads };
    // When the request has timed out or its sender is gone, this is dropped, and the thought with it.
    let impatience = Impatience::default();
    let advice = house.headquarters.think(
        (&party, Rank::Person),
        threads,
        impatience.0.clone(),
        |_| {},
        move |reins| {
            let _admission = admission;
            staff.general(&setup, character, 1)?.hints(&view, seat, reins)
        },
    );
    let hints = advice.await?.map_err(Problem::conflict)?;
    let hint = |hint: &ai::Hint| {
        json!({
            "order": hint.order, "orders": hint.orders, "label": hint.label, "units": hint.units, "places": hint.places,
            "expects": hint.promise.map(|promise| promise.expects), "gains": hint.promise.map(|promise| promise.gains),
        })
    };
    Ok(Json(json!({ "hints": hints.iter().map(hint).collect::<Vec<Value>>() })))
}

/// How far the review of the game is, and the review when it is ready. Whoever may read the journal may read it.
pub(super) async fn review(visit: Visit) -> Answer {
    let at_table = visit.at_table(|visit, table| {
        Ok((table.row.id.clone(), table.game.boxed_clone(), visit.eyes(table)?.viewer, table.title.is_open()))
    });
    let (id, copy, viewer, open) = at_table.await?;
    let mut told = visit.house.reviews.told(&id);
    if !open && told["review"].is_object() {
        // Who looks back counts the steps of his own record.
        told = visit.answer(move |_| in_own_steps(&*copy, viewer, told)).await?;
    }
    Ok(Json(told))
}

const STEPS: [&str; 2] = ["step", "until"];

/// A review with the steps of the game named by the count of the viewer's record.
fn in_own_steps(game: &dyn AnyGame, viewer: Viewer, mut review: Value) -> Value {
    let mut steps = Vec::new();
    each_step(&mut review, &mut |step| steps.push(game.first_step() + step_of(step)));
    let Ok(own) = game.record_steps(viewer, &steps) else { return review };
    let mut own = own.into_iter();
    each_step(&mut review, &mut |step| *step = own.next().unwrap_or(0).into());
    review
}

fn step_of(value: &Value) -> usize {
    value.as_u64().and_then(|step| usize::try_from(step).ok()).unwrap_or(0)
}

fn each_step(value: &mut Value, deed: &mut impl FnMut(&mut Value)) {
    match value {
        Value::Object(fields) => {
            for (name, field) in fields.iter_mut() {
                if STEPS.contains(&name.as_str()) && field.is_u64() {
                    deed(field);
                } else {
                    each_step(field, deed);
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| each_step(item, deed)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

pub(super) async fn begin_review(visit: Visit) -> Result<(StatusCode, Json<Value>), Problem> {
    let at_table = visit.at_table(|visit, table| {
        let staff = visit.house.headquarters.staff_or_problem(&*table.title)?;
        if !matches!(table.game.pending(), PendingInfo::Over(_)) {
            return Err(Problem::conflict("a game is reviewed when it is over"));
        }
        Ok((staff, table.game.boxed_clone()))
    });
    let (staff, copy) = at_table.await?;
    let journal = visit.answer(move |_| copy.journal_text()).await?;
    visit.house.begin_review(staff, &visit.game, journal, visit.caller.party())?;
    let mut told = visit.house.reviews.told(&visit.game);
    let status = if told["state"] == "ready" { StatusCode::OK } else { StatusCode::ACCEPTED };
    if let Value::Object(fields) = &mut told {
        fields.remove("review");
    }
    Ok((status, Json(told)))
}
