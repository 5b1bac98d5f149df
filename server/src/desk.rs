//! What one viewer has been told, and how news is put into words for that viewer.
//!
//! A desk counts its own versions: what its owner may not notice moves nothing here, neither a number nor a message.

use std::collections::{BTreeMap, VecDeque};
use std::fmt::Write as _;
use std::sync::Arc;

use kernel::{AnyGame, Headline, LogLine, Offer, Offered, Panel, PendingInfo, Piece, Seat, SeatInfo, Viewer};
use store::GameRow;
use tokio::sync::mpsc;

use crate::names::Names;
use crate::program::{general_title, is_program};
use crate::table::{Eyes, Table};
use crate::tongue::Teller;
use crate::wire;

/// Bytes of deltas that are kept for those who come back; more than that would be longer than the snapshot they get instead.
const KEPT: usize = 12 * 1024;
/// Lines of the log in a snapshot.
const LOG_LINES: usize = 400;

/// What is on the table for a viewer: everything that does not depend on which seats are the caller's.
pub(crate) struct Face {
    seats: Vec<SeatInfo>,
    turn: u32,
    /// The counters in the order of their ids, each with its place in its stack.
    pieces: Vec<(Piece, usize)>,
    panels: Vec<Panel>,
    headlines: Vec<Headline>,
    score: Option<[i32; 4]>,
    log: Vec<LogLine>,
    /// How many lines of the log are of steps that were imported.
    pub(crate) imported: usize,
    names: Arc<Names>,
    /// Says the log in the reader's language; in English without it.
    teller: Option<Teller>,
}

/// What has changed on the table: keys, and values as they are sent. All who see this face share it.
pub(crate) struct News {
    fields: Vec<(&'static str, String)>,
}

/// Scores by the seats of each side.
fn score_of(seats: &[SeatInfo], score: Option<[i32; 4]>) -> BTreeMap<&str, i32> {
    let Some(score) = score else { return BTreeMap::new() };
    let of = |info: &SeatInfo| score.get(info.side.index()).copied().unwrap_or(0);
    seats.iter().map(|info| (info.id.as_str(), of(info))).collect()
}

/// Where each counter is in its stack, in the order of ids.
fn stacked(pieces: Vec<Piece>) -> Vec<(Piece, usize)> {
    let mut heights: BTreeMap<String, usize> = BTreeMap::new();
    let mut stacked: Vec<(Piece, usize)> = pieces
        .into_iter()
        .map(|piece| match heights.get_mut(piece.place()) {
            Some(height) => {
                *height += 1;
                (piece, *height)
            }
            None => {
                heights.insert(piece.place().to_owned(), 0);
                (piece, 0)
            }
        })
        .collect();
    stacked.sort_by(|(one, _), (other, _)| one.id.cmp(&other.id));
    stacked
}

fn said(teller: Option<&Teller>, lines: Vec<LogLine>) -> Vec<LogLine> {
    match teller {
        Some(teller) => teller.lines(lines),
        None => lines,
    }
}

impl Face {
    pub(crate) fn new(game: &dyn AnyGame, names: &Arc<Names>, viewer: Viewer, teller: Teller) -> Face {
        let teller = Some(teller);
        let mut face = Face::at(game, names, viewer, teller.clone(), None).unwrap_or(Face {
            seats: game.seats().to_vec(),
            turn: 0,
            pieces: Vec::new(),
            panels: Vec::new(),
            headlines: Vec::new(),
            score: None,
            log: Vec::new(),
            imported: 0,
            names: names.clone(),
            teller,
        });
        face.log = said(face.teller.as_ref(), game.log(viewer, 0));
        face
    }

    /// The table as it was after so many steps, without the log.
    pub(crate) fn at(
        game: &dyn AnyGame,
        names: &Arc<Names>,
        viewer: Viewer,
        teller: Option<Teller>,
        steps: Option<usize>,
    ) -> Result<Face, String> {
        let board = game.board(viewer, steps)?;
        let log = match steps {
            Some(steps) => said(teller.as_ref(), game.log_until(viewer, steps)),
            None => Vec::new(),
        };
        let seats = game.seats().to_vec();
        Ok(Face {
            seats,
            turn: board.turn,
            pieces: stacked(board.pieces),
            panels: board.panels,
            headlines: board.headlines,
            score: board.score,
            log,
            imported: 0,
            names: names.clone(),
            teller,
        })
    }

    /// Looks at the game again, and says what is new.
    pub(crate) fn update(&mut self, game: &dyn AnyGame, viewer: Viewer, went_back: bool) -> News {
        let mut fields = Vec::new();
        let from = match went_back {
            true => {
                let now = said(self.teller.as_ref(), game.log(viewer, 0));
                let same = now.iter().zip(&self.log).take_while(|(new, old)| new == old).count();
                let shorter = self.log.len() > same;
                self.log = now;
                (shorter || self.log.len() > same).then_some(same)
            }
            false => {
                let known = self.log.len();
                self.log.extend(said(self.teller.as_ref(), game.log(viewer, known)));
                (self.log.len() > known).then_some(known)
            }
        };
        if let Some(from) = from {
            fields.push(("log_from", from.to_string()));
            fields.push(("log", wire::text(&self.log_since(from))));
        }
        let Ok(board) = game.board(viewer, None) else { return News { fields } };
        let pieces = stacked(board.pieces);
        let (changed, gone) = self.compare(&pieces);
        if !changed.is_empty() {
            fields.push(("pieces_changed", wire::text(&changed)));
        }
        if !gone.is_empty() {
            fields.push(("pieces_gone", wire::text(&gone)));
        }
        self.pieces = pieces;
        if board.turn != self.turn {
            self.turn = board.turn;
            fields.push(("turn", self.turn.to_string()));
        }
        if board.panels != self.panels {
            self.panels = board.panels;
            fields.push(("panels", wire::text(&self.panels_shown())));
        }
        if board.headlines != self.headlines {
            self.headlines = board.headlines;
            fields.push(("headlines", wire::text(&self.headlines_shown())));
        }
        if board.score != self.score {
            self.score = board.score;
            fields.push(("score", wire::text(&score_of(&self.seats, self.score))));
        }
        News { fields }
    }

    /// The counters that are new or otherwise than before, and the ids of those that are gone.
    fn compare<'a>(&'a self, now: &'a [(Piece, usize)]) -> (Vec<wire::Piece<'a>>, Vec<&'a str>) {
        let mut changed = Vec::new();
        let mut gone = Vec::new();
        let mut before = self.pieces.iter().peekable();
        for new in now {
            while let Some((old, _)) = before.next_if(|(old, _)| old.id < new.0.id) {
                gone.push(old.id.as_str());
            }
            if before.next_if(|(old, _)| old.id == new.0.id) != Some(new) {
                changed.push(wire::Piece::new(&self.seats, &new.0, new.1));
            }
        }
        gone.extend(before.map(|(old, _)| old.id.as_str()));
        (changed, gone)
    }

    fn log_since(&self, from: usize) -> Vec<wire::LogLine<'_>> {
        let lines = self.log.iter().enumerate().skip(from);
        lines.map(|(number, line)| wire::LogLine::new(&self.names, number, line, self.imported)).collect()
    }

    fn panels_shown(&self) -> Vec<wire::Panel<'_>> {
        self.panels.iter().map(wire::Panel::from).collect()
    }

    fn headlines_shown(&self) -> Vec<wire::Headline<'_>> {
        self.headlines.iter().map(|line| wire::Headline::new(&self.seats, line)).collect()
    }

    /// The whole of it, as it is sent.
    pub(crate) fn shown(&self) -> wire::Face<'_> {
        let log_from = self.log.len().saturating_sub(LOG_LINES);
        wire::Face {
            turn: self.turn,
            pieces: self.pieces.iter().map(|(piece, stack)| wire::Piece::new(&self.seats, piece, *stack)).collect(),
            panels: self.panels_shown(),
            headlines: self.headlines_shown(),
            score: score_of(&self.seats, self.score),
            log_from,
            log: self.log_since(log_from),
        }
    }
}

/// What is only for this viewer: seats, prompts, offers, undo.
///
/// Values are kept as they are sent: that is quickly compared, and small.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Notices(Vec<(&'static str, String)>);

impl Notices {
    pub(crate) fn new(table: &Table, eyes: &Eyes) -> Notices {
        let game = &*table.game;
        // Where things are hidden, offers are for the seat that looks.
        let offered: Vec<Seat> = match (table.title.is_open(), eyes.viewer) {
            (true, _) => eyes.seats.clone(),
            (false, Viewer::Seat(seat)) => vec![seat],
            (false, Viewer::Spectator) => Vec::new(),
        };
        let over = matches!(game.pending(), PendingInfo::Over(_));
        let teller = table.teller(eyes.tongue);
        let offered: Vec<(&str, Seat, Offered)> = offered
            .into_iter()
            .map(|seat| (game.seats()[seat.index()].id.as_str(), seat, teller.offered(game.offered(seat))))
            .collect();
        let offers = |of: fn(&Offered) -> &[Offer]| {
            let some = offered.iter().filter(|(_, _, all)| !of(all).is_empty());
            some.map(|(id, _, all)| (*id, of(all).iter().map(|offer| wire::Offer::new(&table.names, offer)).collect()))
                .collect()
        };
        let able = |can: &dyn Fn(Seat) -> bool| {
            offered.iter().filter(|(_, seat, _)| can(*seat)).map(|(id, _, _)| (*id, true)).collect()
        };
        let stops = offered.iter().filter_map(|(id, seat, _)| Some((*id, game.can_undo(*seat).err()?))).collect();
        let (takeback, takeback_answer) = table.takeback_told();
        let pending = teller.pending(pending_for(table, eyes));
        let personal = wire::Personal {
            seats: game.seats().iter().enumerate().map(|(number, info)| seat(table, eyes, number, info)).collect(),
            pending: wire::Pending::new(game.seats(), &table.names, &pending),
            offers: offers(|all| &all.answers),
            interrupts: offers(|all| &all.interrupts),
            undo: able(&|seat| !over && game.can_undo(seat).is_ok()),
            undo_stops: stops,
            redo: able(&|seat| game.can_redo(seat) || table.may_restore(seat)),
            owner: eyes.owner,
            dice: table.dice_waits(eyes),
            requests: table.requests_told(eyes),
            takeback,
            takeback_answer,
            rematch: (table.rematch && eyes.are_at_the_table()).then(|| table.rematch_id()),
        };
        Notices(personal.fields())
    }
}

/// Who plays a seat.
fn seat<'a>(table: &'a Table, eyes: &Eyes, number: usize, info: &'a SeatInfo) -> wire::Seat<'a> {
    let row = table.seats.iter().find(|row| usize::from(row.seat) == number);
    let kind = row.map_or("link", |row| row.kind.as_str());
    let general = general_title(kind);
    wire::Seat {
        id: &info.id,
        name: &info.name,
        side: info.side.0,
        mine: eyes.seats.contains(&Seat(number as u8)),
        taken: row.is_some_and(|row| is_program(&row.kind) || !row.holder.is_empty()),
        by: if general.is_some() { "general" } else { kind },
        general,
        player: row.map(|row| row.player.as_str()).filter(|name| !name.is_empty()),
    }
}

/// What happens next, as far as this viewer may know.
fn pending_for(table: &Table, eyes: &Eyes) -> PendingInfo {
    match table.game.pending() {
        pending if table.title.is_open() => pending,
        PendingInfo::Decide(mut asked) => {
            asked.retain(|asked| eyes.seats.contains(&asked.seat));
            PendingInfo::Decide(asked)
        }
        PendingInfo::Throw(_) => PendingInfo::Decide(Vec::new()),
        PendingInfo::Over(over) => PendingInfo::Over(over),
    }
}

pub(crate) struct Desk {
    pub(crate) version: u64,
    notices: Notices,
    /// The last deltas, each with the version it leads to.
    kept: VecDeque<(u64, Arc<str>)>,
    pub(crate) outboxes: Vec<mpsc::Sender<Arc<str>>>,
    /// Who else is there, as it was told last.
    pub(crate) company: Company,
}

/// Who else looks at the game just now. It has nothing to do with what happens in the game, and moves no version.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Company {
    pub(crate) seats: Vec<Seat>,
    /// Connections without a seat.
    pub(crate) watching: usize,
}

impl Desk {
    pub(crate) fn new(version: u64, notices: Notices) -> Desk {
        Desk { version, notices, kept: VecDeque::new(), outboxes: Vec::new(), company: Company::default() }
    }

    /// The snapshot as it is sent.
    pub(crate) fn snapshot(&self, row: &GameRow, face: &Face, notices: &[String]) -> String {
        let sheets = match row.scenario.is_empty() {
            true => format!("/api/games/{}/sheets", row.id),
            false => format!("/api/titles/{}/{}", row.title, row.scenario),
        };
        let own = |(name, value): &(&str, String)| Some(((*name).to_owned(), serde_json::from_str(value).ok()?));
        wire::text(&wire::Snapshot::<serde_json::Map<_, _>> {
            kind: wire::SnapshotKind::Snapshot,
            version: self.version,
            game: &row.id,
            title: &row.title,
            scenario: &row.scenario,
            sheets,
            name: &row.name,
            unverified: row.unverified.is_some(),
            notices,
            face: face.shown(),
            personal: self.notices.0.iter().filter_map(own).collect(),
        })
    }

    /// The messages that lead from a version to the present one; `None` if they are not kept any more.
    pub(crate) fn missed_since(&self, since: u64) -> Option<Vec<Arc<str>>> {
        if since == self.version {
            let (news, personal) = (wire::News::default(), wire::PersonalNews::default());
            let nothing = wire::Delta { kind: wire::DeltaKind::Delta, version: since, news, personal };
            return Some(vec![Arc::from(wire::text(&nothing))]);
        }
        let first = self.kept.iter().position(|(version, _)| *version == since + 1)?;
        Some(self.kept.iter().skip(first).map(|(_, message)| message.clone()).collect())
    }

    /// Sends what is new, if anything is.
    pub(crate) fn tell(&mut self, notices: Notices, news: &News) {
        let changed = notices.0.iter().zip(&self.notices.0).filter(|(now, before)| now != before).map(|(now, _)| now);
        let mut told = news.fields.iter().chain(changed).peekable();
        if told.peek().is_none() {
            return;
        }
        self.version += 1;
        let mut message = format!("{{\"kind\":\"delta\",\"version\":{}", self.version);
        for (name, value) in told {
            let _ = write!(message, ",\"{name}\":{value}");
        }
        message.push('}');
        self.notices = notices;
        let message: Arc<str> = Arc::from(message);
        self.kept.push_back((self.version, message.clone()));
        let mut bytes: usize = self.kept.iter().map(|(_, message)| message.len()).sum();
        while bytes > KEPT {
            bytes -= self.kept.pop_front().map_or(bytes, |(_, message)| message.len());
        }
        self.send(&message);
    }

    /// A client that does not keep up is disconnected; it reconnects with its version.
    pub(crate) fn send(&mut self, message: &Arc<str>) {
        self.outboxes.retain(|outbox| outbox.try_send(message.clone()).is_ok());
    }
}
