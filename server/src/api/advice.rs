//! What generals have to say to people: hints for a seat, the review of a finished game.

use ai::{Budget, Character, Policy, Style};
use axum::Json;
use axum::body::Bytes;
use axum::http::StatusCode;
use kernel::{AnyGame, PendingInfo, Viewer};

use super::visit::Visit;
use super::{Answer, read};
use crate::headquarters::Impatience;
use crate::problem::Problem;
use crate::queue::Rank;
use crate::wire::{self, HintsQuestion, Review, ReviewState, ReviewTold};

/// Seconds for hints if none are asked for.
const USUAL: f64 = 2.0;

/// The best three orders for one of the caller's seats, found by a general that knows only what that seat sees.
pub(super) async fn hints(visit: Visit, body: Bytes) -> Answer<wire::Hints> {
    let HintsQuestion { seat, seconds } = read(&body)?;
    let seconds = seconds.unwrap_or(USUAL);
    let house = &visit.house;
    let longest = house.limits.hint;
    if !(seconds > 0.0 && seconds <= longest.as_secs_f64()) {
        return Err(Problem::bad(format!(
            "the time for a hint is more than 0 and at most {} seconds",
            longest.as_secs()
        )));
    }
    let at_table = visit.at_table(move |visit, table| {
        let staff = visit.house.headquarters.staff_or_problem(&*table.title)?;
        let seat = table.seat_named(&seat)?;
        if !table.holds(&visit.caller.identity, seat) {
            return Err(Problem::forbidden("you can only ask for hints for your own seat"));
        }
        if !table.asks(seat) {
            return Err(Problem::conflict("this seat has nothing to decide now"));
        }
        let view = table.game.view(Viewer::Seat(seat)).map_err(Problem::conflict)?;
        Ok((seat, view, table.game.header().setup.clone(), staff, table.names.clone()))
    });
    let (seat, view, setup, staff, names) = at_table.await?;
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
    Ok(Json(wire::Hints { hints: hints.into_iter().map(|hint| wire::Hint::new(&names, hint)).collect() }))
}

/// How far the review of the game is, and the review when it is ready. Whoever may read the journal may read it.
pub(super) async fn review(visit: Visit) -> Answer<ReviewTold> {
    let at_table = visit.at_table(|visit, table| {
        Ok((table.row.id.clone(), table.game.boxed_clone(), visit.eyes(table)?.viewer, table.title.is_open()))
    });
    let (id, copy, viewer, open) = at_table.await?;
    let mut told = visit.house.reviews.told(&id);
    if let Some(review) = told.review.take_if(|_| !open) {
        // A replay counts the steps of the viewer's own record.
        told.review = Some(visit.answer(move |_| in_own_steps(&*copy, viewer, review)).await?);
    }
    Ok(Json(told))
}

/// A review with the steps of the game named by the count of the viewer's record.
fn in_own_steps(game: &dyn AnyGame, viewer: Viewer, mut review: Review) -> Review {
    let steps: Vec<usize> = review.steps_mut().map(|step| game.first_step() + *step).collect();
    let Ok(own) = game.record_steps(viewer, &steps) else { return review };
    review.steps_mut().zip(own).for_each(|(step, own)| *step = own);
    review
}

pub(super) async fn begin_review(visit: Visit) -> Result<(StatusCode, Json<ReviewTold>), Problem> {
    let at_table = visit.at_table(|visit, table| {
        let staff = visit.house.headquarters.staff_or_problem(&*table.title)?;
        if !matches!(table.game.pending(), PendingInfo::Over(_)) {
            return Err(Problem::conflict("a game can be reviewed only when it is over"));
        }
        Ok((staff, table.game.boxed_clone(), table.names.clone()))
    });
    let (staff, copy, names) = at_table.await?;
    let journal = visit.answer(move |_| copy.journal_text()).await?;
    visit.house.begin_review(staff, &visit.game, journal, names, visit.caller.party())?;
    let mut told = visit.house.reviews.told(&visit.game);
    told.review = None;
    let status = if told.state == ReviewState::Ready { StatusCode::OK } else { StatusCode::ACCEPTED };
    Ok((status, Json(told)))
}
