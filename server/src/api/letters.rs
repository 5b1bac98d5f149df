//! Letters between players of one side, where the rules let them write instead of talking. A letter belongs to the turn in
//! which it was written; the others of the side read it when that turn is over, and nobody else ever learns of it.

use axum::Json;
use axum::body::Bytes;
use kernel::{PendingInfo, Seat};
use store::LetterRow;

use super::visit::Visit;
use super::{Answer, read};
use crate::problem::Problem;
use crate::table::Table;
use crate::wire::{self, LetterSent};

/// A sheet of paper.
const LONGEST: usize = 4000;

fn is_over(table: &Table) -> bool {
    matches!(table.game.pending(), PendingInfo::Over(_))
}

/// Whether the others of the side can read a letter.
fn has_arrived(table: &Table, letter: &LetterRow) -> bool {
    letter.turn < table.game.turn() || is_over(table)
}

pub(super) async fn letters(visit: Visit) -> Answer<wire::Letters> {
    let all = visit.house.store.letters(&visit.game).await?;
    let table = visit.table().await?;
    let none = || Ok(Json(wire::Letters { case: None, desk: None }));
    let Some(case) = table.game.letters() else { return none() };
    let seats = table.seats_of(&visit.caller.identity);
    let reader = visit.seat(&table)?.filter(|seat| seats.contains(seat)).or(seats.first().copied());
    let Some(reader) = reader else { return none() };
    let side = |seat: u8| table.seat_infos().get(usize::from(seat)).map(|info| info.side);
    let name = |seat: u8| table.seat_infos().get(usize::from(seat)).map(|info| info.id.clone());
    let (turn, over) = (table.game.turn(), is_over(&table));
    let written = all.iter().find(|letter| letter.seat == reader.0 && letter.turn == turn && !over);
    let told =
        |letter: &LetterRow| wire::Letter { from: name(letter.seat), turn: letter.turn, text: letter.text.clone() };
    let readable = |letter: &&LetterRow| {
        has_arrived(&table, letter) && side(letter.seat) == side(reader.0) && !letter.text.is_empty()
    };
    let letters = all.iter().filter(readable).map(told).collect();
    let allies = |seat: &u8| *seat != reader.0 && side(*seat) == side(reader.0);
    let to = (0..table.seat_infos().len() as u8).filter(allies).filter_map(name).collect();
    let text = written.map_or(String::new(), |letter| letter.text.clone());
    let desk = wire::LetterDesk { seat: name(reader.0), to, turn, open: !over, text, letters };
    Ok(Json(wire::Letters { case: Some(case.number()), desk: Some(desk) }))
}

pub(super) async fn write_letter(visit: Visit, body: Bytes) -> Answer<wire::LetterKept> {
    let LetterSent { seat, text } = read(&body)?;
    if text.len() > LONGEST {
        return Err(Problem::bad(format!("a letter may have at most {LONGEST} bytes")));
    }
    let table = visit.table().await?;
    if table.game.letters().is_none() {
        return Err(Problem::conflict("players of this game use chat, not letters"));
    }
    let seat: Seat = table.seat_named(&seat)?;
    if !table.holds(&visit.caller.identity, seat) {
        return Err(Problem::forbidden("that is not your seat"));
    }
    if is_over(&table) {
        return Err(Problem::conflict("the game is over; use chat"));
    }
    let turn = table.game.turn();
    visit.house.store.set_letter(&visit.game, seat.0, turn, text.trim()).await?;
    Ok(Json(wire::LetterKept { turn }))
}

/// Whether players may talk at the table now, or a sentence that says why not.
pub(crate) fn may_talk(table: &Table) -> Result<(), Problem> {
    match table.game.letters() {
        Some(case) if !is_over(table) => Err(Problem::forbidden(format!(
            "players of a side may not chat in this game ({case}): each writes one letter per turn, which the others read \
             when the turn is over"
        ))),
        Some(_) | None => Ok(()),
    }
}
