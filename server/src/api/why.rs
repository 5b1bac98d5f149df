//! What a player who points at units and places means: the order that does it, or why the rules forbid it.

use axum::Json;
use axum::body::Bytes;
use kernel::{AnyGame, Offer, OrderError, Seat, Viewer};

use super::visit::Visit;
use super::{Answer, read};
use crate::problem::Problem;
use crate::wire::{Facing, Refusal, Why, WhyQuestion};

pub(super) async fn why(visit: Visit, body: Bytes) -> Answer<Why> {
    let asked: WhyQuestion = read(&body)?;
    let at_table = visit.at_table(move |visit, table| {
        let seat = table.seat_named(&asked.seat)?;
        // Where nothing is hidden anybody may ask.
        if !table.title.is_open() && !table.holds(&visit.caller.identity, seat) {
            return Err(Problem::forbidden("that is not your seat"));
        }
        Ok((seat, table.game.boxed_clone(), table.title.clone(), table.names.clone(), asked))
    });
    let (seat, copy, title, names, asked) = at_table.await?;
    let answer = visit.answer(move |_| {
        let meant = match meant(&*copy, seat, &asked) {
            Meant::Order(order) => order,
            Meant::Barred(why) => return Why { order: None, refusal: Some(Refusal::new(&*title, &names, &why)) },
            Meant::Nothing => return Why { order: None, refusal: None },
        };
        // Whether an order succeeds may depend on what is hidden; only giving it tells.
        match if title.is_open() { copy.attempt(seat, &meant) } else { Ok(()) } {
            Ok(()) => Why { order: Some(meant), refusal: None },
            Err(OrderError::Illegal(why)) => Why { order: None, refusal: Some(Refusal::new(&*title, &names, &why)) },
            Err(OrderError::Unreadable(_)) => Why { order: None, refusal: None },
        }
    });
    Ok(Json(answer.await?))
}

/// What is meant, found from what the seat is offered and can reach: those who see the same are told the same.
enum Meant {
    Order(String),
    /// The edge of a reach.
    Barred(kernel::Illegal),
    Nothing,
}

impl From<Option<String>> for Meant {
    fn from(order: Option<String>) -> Meant {
        order.map_or(Meant::Nothing, Meant::Order)
    }
}

fn meant(game: &dyn AnyGame, seat: Seat, asked: &WhyQuestion) -> Meant {
    let offers = game.offered(seat).answers;
    match (asked.units.as_slice(), &asked.place) {
        ([], None) => Meant::Nothing,
        ([], Some(place)) => to_place(game, &offers, place).into(),
        (units, Some(place)) if stand_there(game, seat, units, place) => pointed_at(game, &offers, units, place).into(),
        (units, Some(place)) => going(game, seat, &offers, units, place, asked),
        ([unit], None) => match asked.facing {
            Some(facing) => turning(&offers, unit, facing).into(),
            None => of_unit(&offers, unit).into(),
        },
        (units, None) => {
            // Everybody is taken up, one after the other.
            let orders: Vec<String> = units.iter().filter_map(|unit| plain_offer(&offers, unit)).collect();
            (!orders.is_empty()).then(|| orders.join("; ")).into()
        }
    }
}

fn plain_offer(offers: &[Offer], unit: &str) -> Option<String> {
    let of_unit = |offer: &&Offer| {
        let touch = &offer.touch;
        touch.unit.as_deref() == Some(unit) && touch.place.is_none() && touch.facing.is_none()
    };
    offers.iter().find(of_unit).map(|offer| offer.order.clone())
}

fn stand_there(game: &dyn AnyGame, seat: Seat, units: &[String], place: &str) -> bool {
    let Ok(board) = game.board(Viewer::Seat(seat), None) else { return false };
    let there = |unit: &String| board.pieces.iter().any(|piece| piece.id == *unit && piece.place() == place);
    units.iter().all(there)
}

fn turning(offers: &[Offer], unit: &str, facing: Facing) -> Option<String> {
    let turns = |offer: &&Offer| {
        let touch = &offer.touch;
        touch.unit.as_deref() == Some(unit) && touch.place.is_none() && touch.facing == Some(facing.0)
    };
    offers.iter().find(turns).map(|offer| offer.order.clone())
}

/// What one unit could do where it stands, or what the others are asked if it is not.
fn of_unit(offers: &[Offer], unit: &str) -> Option<String> {
    plain_offer(offers, unit).or_else(|| {
        let kind = only_kind(offers, |offer| offer.touch.unit.is_some() && offer.touch.place.is_none())?;
        in_place_of(&kind.order, kind.touch.unit.as_deref()?, unit)
    })
}

fn kind_of_places(offers: &[Offer]) -> Option<&Offer> {
    only_kind(offers, |offer| offer.touch.unit.is_none() && offer.touch.place.is_some())
}

/// A place that is aimed at, as the others are that are offered.
fn to_place(game: &dyn AnyGame, offers: &[Offer], place: &str) -> Option<String> {
    let aims = |offer: &&Offer| offer.touch.unit.is_none() && offer.touch.place.as_deref() == Some(place);
    offers.iter().find(aims).map(|offer| offer.order.clone()).or_else(|| {
        let kind = kind_of_places(offers)?;
        let named = game.order_word(kind.touch.place.as_deref()?);
        in_place_of(&kind.order, &named, &game.order_word(place))
    })
}

/// Units that are to go somewhere: as they are offered to, as far as they reach, or by a march that the rules find.
fn going(
    game: &dyn AnyGame,
    seat: Seat,
    offers: &[Offer],
    units: &[String],
    place: &str,
    asked: &WhyQuestion,
) -> Meant {
    let looks = |facing: Option<board::Facing>| asked.facing.is_none_or(|wanted| facing == Some(wanted.0));
    if let [unit] = units {
        let goes = |offer: &&Offer| {
            let touch = &offer.touch;
            touch.unit.as_ref() == Some(unit) && touch.place.as_deref() == Some(place) && looks(touch.facing)
        };
        if let Some(offer) = offers.iter().find(goes) {
            return Meant::Order(offer.order.clone());
        }
    }
    if let Ok(reach) = game.reach(seat, units) {
        if let Some(goal) = reach.goals.iter().find(|goal| goal.place == place && looks(goal.facing)) {
            return Meant::Order(goal.order.clone());
        }
        if let Some(barred) = reach.barred.into_iter().find(|barred| barred.place == place) {
            return Meant::Barred(barred.why);
        }
    }
    match game.march_order() {
        Some(march) => {
            Meant::Order(march.replace("{units}", &units.join(", ")).replace("{place}", &game.order_word(place)))
        }
        None => pointed_at(game, offers, units, place).into(),
    }
}

/// Somebody points at a place and those who stand there: what the others are asked, or where the others are aimed at.
fn pointed_at(game: &dyn AnyGame, offers: &[Offer], units: &[String], place: &str) -> Option<String> {
    let aimed = kind_of_places(offers).is_some();
    match units {
        [unit] if !aimed => of_unit(offers, unit),
        [] => None,
        [_, ..] => to_place(game, offers, place),
    }
}

/// One of the offers of this kind, if all of them are of one.
fn only_kind(offers: &[Offer], kind: impl Fn(&Offer) -> bool) -> Option<&Offer> {
    let mut all = offers.iter().filter(|offer| kind(offer) && offer.touch.facing.is_none());
    let first = all.next()?;
    all.all(|offer| offer.touch.verb == first.touch.verb).then_some(first)
}

/// An order given to another: one of its words for another word.
fn in_place_of(order: &str, named: &str, other: &str) -> Option<String> {
    let mut words: Vec<&str> = order.split(' ').collect();
    *words.iter_mut().find(|word| **word == named)? = other;
    Some(words.join(" "))
}
