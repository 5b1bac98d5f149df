//! Odds, replay, branches, import and export.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Json;
use axum::body::Bytes;
use axum::extract::{FromRequestParts, State};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use kernel::{
    AnyGame, AnyTitle, Bytes32, Chance, Fault, Loaded, LookAhead, OddsLimits, PendingInfo, Seat, SeededDice, Viewer,
};
use store::SeatRow;

use super::visit::Visit;
use super::{Answer, Spoken, read};
use crate::desk::Face;
use crate::guard::Caller;
use crate::house::{House, Seating};
use crate::problem::Problem;
use crate::program::general_title;
use crate::quota::Key;
use crate::secret;
use crate::wire::{self, Branch, Order};

/// Most lines of a game that is imported: ten times the longest campaign.
const LINES: usize = 50_000;

pub(super) async fn health(State(house): State<Arc<House>>) -> Result<&'static str, Problem> {
    house.store.is_well().await.map_err(|error| {
        tracing::error!(%error, "the database cannot be used");
        Problem::busy("the database cannot be read or written now; see the server log")
    })?;
    let games = house.in_memory().await;
    tracing::trace!(games, "well");
    Ok("ok")
}

pub(super) async fn odds(visit: Visit, body: Bytes) -> Answer<wire::Odds> {
    let Order { seat, after, order: words } = read(&body)?;
    let at_table = visit.at_table(move |visit, table| {
        let seat = table.seat_named(&seat)?;
        // Where nothing is hidden anybody may ask.
        if !table.title.is_open() && !table.holds(&visit.caller.identity, seat) {
            return Err(Problem::forbidden("that is not your seat"));
        }
        let version = table.version(&table.eyes(&visit.caller.identity, Some(seat), visit.tongue));
        let passed = after.is_some_and(|after| after != version);
        Ok((seat, passed, table.game.boxed_clone(), table.title.clone(), table.names.clone()))
    });
    let (seat, passed, copy, title, names) = at_table.await?;
    if passed {
        // Who asks while the game goes on has done nothing wrong.
        return Ok(Json(wire::Odds::unreckoned("the game has gone on since".to_owned())));
    }
    let open = title.is_open();
    let report = visit
        .answer(move |stop| {
            if open {
                copy.attempt(seat, &words).map_err(|error| Problem::of_order(&*title, &names, &error))?;
            }
            // The same view and the same request get the same answer.
            let view = copy.view(Viewer::Seat(seat)).map_err(Problem::conflict)?.to_string();
            let mut chance =
                Chance::from_seed(&kernel::dice::hash(&[b"sabretache odds", view.as_bytes(), words.as_bytes()]));
            let limits = OddsLimits { positions: 50_000, ..OddsLimits::default() };
            let report = copy.odds_until(seat, &words, &LookAhead::EndOfCombat, limits, &mut chance, stop);
            Ok::<_, Problem>(match report {
                Ok(report) => wire::Odds::new(&names, report),
                Err(sentence) => wire::Odds::unreckoned(sentence),
            })
        })
        .await??;
    Ok(Json(report))
}

pub(super) async fn journal(visit: Visit) -> Result<Response, Problem> {
    let at_table = visit.at_table(|visit, table| {
        let over = matches!(table.game.pending(), PendingInfo::Over(_));
        Ok((table.game.boxed_clone(), visit.eyes(table)?.viewer, over, table.title.is_open()))
    });
    let (copy, viewer, over, open) = at_table.await?;
    let text = visit
        .answer(move |_| match (over, open) {
            (true, _) => Ok(copy.journal_text()),
            // Everybody knows everything but the seed.
            (false, true) => Ok(copy.journal_without_seed()),
            (false, false) => copy.record_text(viewer).map_err(Problem::conflict),
        })
        .await??;
    let name = if over || open { "journal" } else { "record" };
    let headers = [
        (header::CONTENT_TYPE, "application/x-ndjson".to_owned()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"sabretache-{}.{name}\"", &visit.game[..8])),
    ];
    Ok((headers, text).into_response())
}

/// The position after a step of the viewer's own record.
pub(super) async fn step(visit: Visit) -> Result<Spoken, Problem> {
    let step = visit.path.get("step").and_then(|step| step.parse::<usize>().ok());
    let step = step.ok_or_else(|| Problem::bad("a step is a number"))?;
    let at_table = visit.at_table(|visit, table| {
        let eyes = visit.eyes(table)?;
        let (names, teller, open) = (table.names.clone(), table.teller(eyes.tongue), table.title.is_open());
        Ok((table.game.boxed_clone(), names, eyes.viewer, teller, open, table.row.clone()))
    });
    let (copy, names, viewer, teller, open, row) = at_table.await?;
    let shown = visit.answer(move |_| {
        // Where nothing is hidden everybody notices every step.
        let steps = match open {
            true => Ok(copy.first_step().saturating_add(step)),
            false => copy.steps_of_record(viewer, step),
        };
        let steps = steps.map_err(Problem::unknown)?;
        let face = Face::at(&*copy, &names, viewer, Some(teller), Some(steps)).map_err(Problem::unknown)?;
        let pending = match copy.pending() {
            PendingInfo::Over(over) if steps == copy.steps() => PendingInfo::Over(over),
            PendingInfo::Over(_) | PendingInfo::Decide(_) | PendingInfo::Throw(_) => PendingInfo::Decide(Vec::new()),
        };
        Ok(Spoken::new(&wire::StepShown {
            kind: wire::SnapshotKind::Snapshot,
            step,
            last_step: if open { Some(copy.steps() - copy.first_step()) } else { None },
            game: &row.id,
            title: &row.title,
            scenario: &row.scenario,
            face: face.shown(),
            pending: wire::Pending::new(copy.seats(), &names, &pending),
            offers: BTreeMap::new(),
            interrupts: BTreeMap::new(),
            undo: BTreeMap::new(),
            redo: BTreeMap::new(),
        }))
    });
    shown.await?
}

/// Gives the caller every seat.
fn all_here(seats: usize, caller: &Caller) -> Vec<Seating> {
    (0..seats).map(|_| Seating { kind: "here".into(), holder: caller.identity.clone() }).collect()
}

/// Generals go along into a branch; every other seat goes to the caller. Where generals have all
/// seats the caller gets them, to be able to play.
fn branched(rows: &[SeatRow], seats: usize, caller: &Caller) -> Vec<Seating> {
    let mut seating = all_here(seats, caller);
    let generals: Vec<&SeatRow> = rows.iter().filter(|row| general_title(&row.kind).is_some()).collect();
    if generals.len() < seats {
        for row in generals {
            if let Some(seat) = seating.get_mut(usize::from(row.seat)) {
                *seat = Seating { kind: row.kind.clone(), holder: String::new() };
            }
        }
    }
    seating
}

pub(super) async fn branch(visit: Visit, body: Bytes) -> Answer<wire::Made> {
    let Branch { step, seat } = read(&body)?;
    let (house, caller) = (&visit.house, &visit.caller);
    house.has_room_for_a_game_of(caller)?;
    let at_table = visit.at_table(move |visit, table| {
        let seat: Option<Seat> = seat.map(|seat| table.seat_named(&seat)).transpose()?;
        let over = matches!(table.game.pending(), PendingInfo::Over(_));
        let viewer = table.eyes(&visit.caller.identity, seat, visit.tongue).viewer;
        Ok((table.game.boxed_clone(), viewer, table.title.clone(), over, table.seats.clone()))
    });
    let (copy, viewer, title, over, rows) = at_table.await?;
    if viewer == Viewer::Spectator && !title.is_open() && !over {
        return Err(Problem::forbidden("while the game is in progress only its players may branch off"));
    }
    let brancher = title.clone();
    let dice = house.dice();
    let new = visit
        .answer(move |_| {
            if brancher.is_open() || over {
                return copy.branch(copy.first_step().saturating_add(step), Some(&dice)).map_err(Problem::unknown);
            }
            let record = copy.record_text(viewer).map_err(Problem::conflict)?;
            let mut chance = Chance::from_seed(&Bytes32(secret::random_bytes()));
            brancher.branch_record("record", &record, step, Some(&dice), &mut chance).map_err(|faults| {
                Problem::unknown(faults.first().map_or(String::new(), |fault| fault.sentence.clone()))
            })
        })
        .await??;
    let seating = branched(&rows, new.seats().len(), caller);
    let id = house.keep(&title, new, caller, seating, None).await?;
    Ok(Json(wire::Made { id }))
}

/// The right to import a game, asked for before the game is read.
pub(super) struct MayImport;

impl FromRequestParts<Arc<House>> for MayImport {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, house: &Arc<House>) -> Result<MayImport, Problem> {
        let address = Caller::from_request_parts(parts, house).await?.address;
        if house.imports.admits(address) {
            return Ok(MayImport);
        }
        house.metrics.refused("imports", &Key::Address(address));
        let sentence = "too many imported games from your address; wait a moment";
        Err(Problem::new(StatusCode::TOO_MANY_REQUESTS, sentence))
    }
}

pub(super) async fn import(
    State(house): State<Arc<House>>,
    caller: Caller,
    _: MayImport,
    body: Bytes,
) -> Answer<wire::Imported> {
    let text = String::from_utf8(body.into()).map_err(|_| Problem::bad("a journal is text"))?;
    if text.lines().nth(LINES).is_some() {
        return Err(Problem::bad(format!("an imported game may have at most {LINES} lines")));
    }
    let is_record = text.lines().next().is_some_and(|line| line.starts_with("{\"sabretache_record\""));
    let wrong = |fault: Fault| Problem::bad(fault.to_string());
    let title = match is_record {
        true => kernel::record::read_header("record", &text).map_err(wrong)?.title,
        false => kernel::journal::read_header("journal", &text).map_err(wrong)?.title,
    };
    let title = house.title(&title)?;
    let (reader, dice) = (title.clone(), house.dice());
    let party = caller.party();
    let read = house.workshop.answer(&party, move |_| taken_over(&*reader, &text, is_record, &dice));
    let (game, throws, notices) = read.await??;
    let seating = all_here(game.seats().len(), &caller);
    let id = house.keep(&title, game, &caller, seating, Some(throws)).await?;
    Ok(Json(wire::Imported { id, notices }))
}

/// A game from elsewhere, how many throws were made there, and what to say about it.
type TakenOver = (Box<dyn AnyGame>, u64, Vec<String>);

/// A finished game is kept as it is. An unfinished one continues from where it was, with new dice:
/// those of the file, if it has any, are known to the caller.
fn taken_over(title: &dyn AnyTitle, text: &str, is_record: bool, dice: &SeededDice) -> Result<TakenOver, Problem> {
    let wrong = |faults: Vec<Fault>| Problem::of_faults(&faults);
    if is_record {
        // A header and what was known at the start stand before the steps.
        let steps = text.lines().count().saturating_sub(2);
        let mut chance = Chance::from_seed(&Bytes32(secret::random_bytes()));
        let game = title.branch_record("record", text, steps, Some(dice), &mut chance).map_err(wrong)?;
        let mut notices =
            vec!["the game continues from the end of the record; earlier steps are not included".to_owned()];
        if !title.is_open() {
            notices.push("what the record does not show was filled in at random".into());
        }
        return Ok((game, 0, notices));
    }
    let Loaded { game, mut notices } = title.load("journal", text).map_err(wrong)?;
    let throws = game.throws();
    if matches!(game.pending(), PendingInfo::Over(_)) {
        return Ok((game, throws, notices));
    }
    let game = game.branch(game.steps(), Some(dice)).map_err(Problem::bad)?;
    notices.push("the game continues with new dice".into());
    // Those that were taken back are not in the branch, which counts anew.
    let throws = game.throws();
    Ok((game, throws, notices))
}
