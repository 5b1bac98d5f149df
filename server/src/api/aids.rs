//! Aids for players: where units could go, what can be laid over the map.

use axum::Json;
use axum::body::Bytes;
use kernel::aids::{Goal, OverlayQuery, Reach, Way};
use kernel::{Illegal, Ratio};
use serde::Deserialize;
use serde_json::{Value, json};

use super::games::Answer;
use super::read;
use super::visit::Visit;
use crate::problem::Problem;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WhoseReach {
    seat: String,
    units: Vec<String>,
}

pub(super) async fn reach(visit: Visit, body: Bytes) -> Answer {
    let WhoseReach { seat, units } = read(&body)?;
    let at_table = visit.at_table(move |visit, table| {
        let seat = table.seat_named(&seat)?;
        // Where nothing is hidden anybody may ask.
        if !table.title.is_open() && !table.holds(&visit.caller.identity, seat) {
            return Err(Problem::forbidden("the seat is not yours"));
        }
        Ok((seat, table.game.boxed_clone(), table.title.clone()))
    });
    let (seat, copy, title) = at_table.await?;
    let reach = visit.answer(move |_| copy.reach(seat, &units)).await?;
    let reach = reach.map_err(|error| Problem::of_order(&*title, &error))?;
    Ok(Json(reach_value(&reach)))
}

/// A number of points as JSON knows numbers.
fn number(amount: Ratio) -> Value {
    match (u64::try_from(amount.numerator()), amount.denominator()) {
        (Ok(whole), 1) => whole.into(),
        _ => json!(amount.numerator() as f64 / amount.denominator() as f64),
    }
}

fn reason(why: &Illegal) -> Value {
    json!({ "case": why.case, "also": why.also, "facts": why.facts })
}

fn way_value(place: &str, way: &Way) -> Value {
    let steps: Vec<Value> = way
        .steps
        .iter()
        .map(|step| json!({ "place": step.place, "cost": number(step.cost), "case": step.case, "note": step.note }))
        .collect();
    json!({
        "place": place, "cost": number(way.cost), "left": number(way.left), "path": way.path(), "steps": steps,
    })
}

fn goal_value(goal: &Goal) -> Value {
    let mut value = way_value(&goal.place, &goal.way);
    if let Value::Object(fields) = &mut value {
        fields.insert("order".into(), goal.order.clone().into());
        if !goal.covers.is_empty() {
            fields.insert("covers".into(), json!(goal.covers));
        }
        if let Some(facing) = goal.facing {
            fields.insert("facing".into(), json!(facing));
        }
        if let Some(stops) = &goal.stops {
            fields.insert("stops".into(), reason(stops));
        }
        if let Some(caution) = &goal.caution {
            fields.insert("caution".into(), json!(caution));
        }
        if !goal.others.is_empty() {
            let other = |(unit, way): &(String, Way)| {
                let mut value = way_value(way.path().last().copied().unwrap_or_default(), way);
                if let Value::Object(fields) = &mut value {
                    fields.insert("unit".into(), unit.clone().into());
                }
                value
            };
            fields.insert("others".into(), goal.others.iter().map(other).collect());
        }
    }
    value
}

fn reach_value(reach: &Reach) -> Value {
    let barred: Vec<Value> = reach
        .barred
        .iter()
        .map(|barred| {
            let mut value = reason(&barred.why);
            if let Value::Object(fields) = &mut value {
                fields.insert("place".into(), barred.place.clone().into());
            }
            value
        })
        .collect();
    let left_behind: Vec<Value> = reach
        .left_behind
        .iter()
        .map(|(unit, why)| json!({ "unit": unit, "case": why.case, "also": why.also, "facts": why.facts }))
        .collect();
    json!({
        "units": reach.units, "points": reach.points.map(number),
        "goals": reach.goals.iter().map(goal_value).collect::<Vec<_>>(), "barred": barred,
        "stacked": reach.stacked, "terms": reach.terms, "left_behind": left_behind,
    })
}

pub(super) async fn overlays(visit: Visit) -> Answer {
    let overlays = visit.at_table(|visit, table| Ok(table.game.overlays(visit.eyes(table)?.viewer)));
    Ok(Json(json!(overlays.await?)))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WhichOverlay {
    id: String,
    seat: Option<String>,
    side: Option<String>,
    unit: Option<String>,
    #[serde(default)]
    places: Vec<String>,
}

pub(super) async fn overlay(visit: Visit, body: Bytes) -> Answer {
    let WhichOverlay { id, seat, side, unit, places } = read(&body)?;
    let at_table = visit.at_table(move |visit, table| {
        let seat = seat.map(|seat| table.seat_named(&seat)).transpose()?;
        let side = side.map(|side| table.seat_named(&side)).transpose()?;
        let side = side.and_then(|seat| table.game.seats().get(seat.index()).map(|info| info.side));
        let viewer = table.eyes(&visit.caller.identity, seat).viewer;
        Ok((table.game.boxed_clone(), viewer, OverlayQuery { id, side, unit, places }))
    });
    let (copy, viewer, query) = at_table.await?;
    let overlay = visit.answer(move |_| copy.overlay(viewer, &query)).await?.map_err(Problem::bad)?;
    Ok(Json(json!(overlay)))
}
