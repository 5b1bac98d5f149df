//! What one pair of eyes has been told, and how news are put into words for it.
//!
//! A desk counts its own versions: what its owner may not notice moves nothing here, neither a number nor a message.

use std::collections::{BTreeMap, VecDeque};
use std::fmt::Write as _;
use std::sync::Arc;

use board::footprint::Front;
use kernel::{AnyGame, LogLine, Panel, PendingInfo, Piece, Seat, SeatInfo, Viewer};
use serde_json::{Map, Value, json};
use store::GameRow;
use tokio::sync::mpsc;

use crate::program::{general_title, is_program};
use crate::table::{Eyes, Table};

/// Bytes of deltas that are kept for those who come back; more than that would be longer than the snapshot they get instead.
const KEPT: usize = 12 * 1024;
/// Lines of the log in a snapshot.
const LOG_LINES: usize = 400;

/// What lies on the table for a viewer: everything that does not depend on which seats are one's own.
pub(crate) struct Face {
    seats: Vec<SeatInfo>,
    turn: u32,
    /// The counters in the order of their ids, each with its place in its stack.
    pieces: Vec<(Piece, usize)>,
    panels: Vec<Panel>,
    score: Option<[i32; 4]>,
    log: Vec<LogLine>,
    /// How many lines of the log are of steps that were imported.
    pub(crate) imported: usize,
}

/// What has changed on the table: keys, and values as they are sent. All who see this face share it.
pub(crate) struct News {
    fields: Vec<(&'static str, String)>,
}

fn piece_value(seats: &[SeatInfo], piece: &Piece, stack: usize) -> Value {
    let side = seats.iter().find(|info| info.side == piece.side).map(|info| info.id.as_str());
    let mut value = json!({
        "id": piece.id, "place": piece.place(), "stack": stack, "name": piece.name, "nation": piece.nation, "side": side,
        "arm": piece.arm, "strength": piece.strength, "movement": piece.movement, "marks": piece.marks,
    });
    if let Value::Object(fields) = &mut value {
        fields.extend(piece.print.iter().map(|print| ("print".to_owned(), print.as_str().into())));
        if piece.places.len() > 1 {
            fields.insert("places".into(), json!(piece.places));
        }
        if let Some(facing) = piece.facing {
            fields.insert("facing".into(), json!(facing));
            if piece.front == Front::Broad {
                fields.insert("front".into(), "broad".into());
            }
        }
    }
    value
}

/// Scores by the seats of each side.
fn score_value(seats: &[SeatInfo], score: Option<[i32; 4]>) -> Value {
    let Some(score) = score else { return json!({}) };
    let of = |info: &SeatInfo| (info.id.clone(), Value::from(score.get(info.side.index()).copied().unwrap_or(0)));
    Value::Object(seats.iter().map(of).collect())
}

/// A line of the log. Of the first `imported` lines, dice came with a file.
pub(crate) fn log_value(number: usize, line: &LogLine, imported: usize) -> Value {
    let mut value = json!(line);
    if let Value::Object(fields) = &mut value {
        fields.insert("line".into(), number.into());
        if number < imported && fields.contains_key("dice") {
            fields.insert("unverified".into(), true.into());
        }
    }
    value
}

/// Where each counter lies in its stack, in the order of ids.
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

impl Face {
    pub(crate) fn new(game: &dyn AnyGame, viewer: Viewer) -> Face {
        let mut face = Face::at(game, viewer, None).unwrap_or(Face {
            seats: game.seats().to_vec(),
            turn: 0,
            pieces: Vec::new(),
            panels: Vec::new(),
            score: None,
            log: Vec::new(),
            imported: 0,
        });
        face.log = game.log(viewer, 0);
        face
    }

    /// The table as it was after so many steps, without the log.
    pub(crate) fn at(game: &dyn AnyGame, viewer: Viewer, steps: Option<usize>) -> Result<Face, String> {
        let board = game.board(viewer, steps)?;
        let log = match steps {
            Some(steps) => game.log_until(viewer, steps),
            None => Vec::new(),
        };
        let seats = game.seats().to_vec();
        Ok(Face {
            seats,
            turn: board.turn,
            pieces: stacked(board.pieces),
            panels: board.panels,
            score: board.score,
            log,
            imported: 0,
        })
    }

    /// Looks at the game again, and says what is new.
    pub(crate) fn update(&mut self, game: &dyn AnyGame, viewer: Viewer, went_back: bool) -> News {
        let mut fields = Vec::new();
        let from = match went_back {
            true => {
                let now = game.log(viewer, 0);
                let same = now.iter().zip(&self.log).take_while(|(new, old)| new == old).count();
                let shorter = self.log.len() > same;
                self.log = now;
                (shorter || self.log.len() > same).then_some(same)
            }
            false => {
                let known = self.log.len();
                self.log.extend(game.log(viewer, known));
                (self.log.len() > known).then_some(known)
            }
        };
        if let Some(from) = from {
            let lines = self.log.iter().enumerate().skip(from);
            let lines: Value = lines.map(|(number, line)| log_value(number, line, self.imported)).collect();
            fields.push(("log_from", from.to_string()));
            fields.push(("log", lines.to_string()));
        }
        let Ok(board) = game.board(viewer, None) else { return News { fields } };
        let pieces = stacked(board.pieces);
        let (changed, gone) = self.compare(&pieces);
        if !changed.is_empty() {
            fields.push(("pieces_changed", Value::Array(changed).to_string()));
        }
        if !gone.is_empty() {
            fields.push(("pieces_gone", json!(gone).to_string()));
        }
        self.pieces = pieces;
        if board.turn != self.turn {
            self.turn = board.turn;
            fields.push(("turn", self.turn.to_string()));
        }
        if board.panels != self.panels {
            self.panels = board.panels;
            fields.push(("panels", json!(self.panels).to_string()));
        }
        if board.score != self.score {
            self.score = board.score;
            fields.push(("score", score_value(&self.seats, self.score).to_string()));
        }
        News { fields }
    }

    /// The counters that are new or otherwise than before, and the ids of those that are gone.
    fn compare(&self, now: &[(Piece, usize)]) -> (Vec<Value>, Vec<String>) {
        let mut changed = Vec::new();
        let mut gone = Vec::new();
        let mut before = self.pieces.iter().peekable();
        for new in now {
            while let Some((old, _)) = before.next_if(|(old, _)| old.id < new.0.id) {
                gone.push(old.id.clone());
            }
            if before.next_if(|(old, _)| old.id == new.0.id) != Some(new) {
                changed.push(piece_value(&self.seats, &new.0, new.1));
            }
        }
        gone.extend(before.map(|(old, _)| old.id.clone()));
        (changed, gone)
    }

    pub(crate) fn write(&self, fields: &mut Map<String, Value>) {
        fields.insert("turn".into(), self.turn.into());
        let pieces = self.pieces.iter().map(|(piece, stack)| piece_value(&self.seats, piece, *stack));
        fields.insert("pieces".into(), pieces.collect());
        fields.insert("panels".into(), json!(self.panels));
        fields.insert("score".into(), score_value(&self.seats, self.score));
        let from = self.log.len().saturating_sub(LOG_LINES);
        let lines = self.log.iter().enumerate().skip(from);
        fields.insert("log_from".into(), from.into());
        fields.insert("log".into(), lines.map(|(number, line)| log_value(number, line, self.imported)).collect());
    }
}

/// What is for these eyes only: seats, prompts, offers, undo.
///
/// Values are kept as they are sent: that is quickly compared, and small.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Notices(Vec<(&'static str, String)>);

impl Notices {
    pub(crate) fn new(table: &Table, eyes: &Eyes) -> Notices {
        let game = &*table.game;
        let seat_value = |(number, info): (usize, &SeatInfo)| {
            let row = table.seats.iter().find(|row| usize::from(row.seat) == number);
            let kind = row.map_or("link", |row| row.kind.as_str());
            let taken = row.is_some_and(|row| is_program(&row.kind) || !row.holder.is_empty());
            let mine = eyes.seats.contains(&Seat(number as u8));
            let general = general_title(kind);
            let by = if general.is_some() { "general" } else { kind };
            json!({
                "id": info.id, "name": info.name, "side": info.side.0, "mine": mine, "taken": taken, "by": by,
                "general": general,
            })
        };
        let seats: Vec<Value> = game.seats().iter().enumerate().map(seat_value).collect();
        // Where things are hidden, offers are for the seat that looks.
        let offered: Vec<Seat> = match (table.title.is_open(), eyes.viewer) {
            (true, _) => eyes.seats.clone(),
            (false, Viewer::Seat(seat)) => vec![seat],
            (false, Viewer::Spectator) => Vec::new(),
        };
        let over = matches!(game.pending(), PendingInfo::Over(_));
        let (mut offers, mut interrupts, mut undo, mut redo) = (Map::new(), Map::new(), Map::new(), Map::new());
        for seat in offered {
            let id = &game.seats()[seat.index()].id;
            let all = game.offered(seat);
            if !all.answers.is_empty() {
                offers.insert(id.clone(), json!(all.answers));
            }
            if !all.interrupts.is_empty() {
                interrupts.insert(id.clone(), json!(all.interrupts));
            }
            if !over && game.can_undo(seat) {
                undo.insert(id.clone(), true.into());
            }
            if game.can_redo(seat) {
                redo.insert(id.clone(), true.into());
            }
        }
        let (takeback, takeback_answer) = table.takeback_values();
        let values = vec![
            ("seats", Value::Array(seats)),
            ("pending", pending_value(game, &pending_for(table, eyes))),
            ("offers", offers.into()),
            ("interrupts", interrupts.into()),
            ("undo", undo.into()),
            ("redo", redo.into()),
            ("owner", eyes.owner.into()),
            ("dice", table.dice_value(eyes)),
            ("requests", table.request_values(eyes)),
            ("takeback", takeback),
            ("takeback_answer", takeback_answer),
            ("rematch", (table.rematch && eyes.are_at_the_table()).then(|| table.rematch_id()).into()),
        ];
        Notices(values.into_iter().map(|(name, value): (_, Value)| (name, value.to_string())).collect())
    }
}

/// What happens next, as far as these eyes may know.
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

pub(crate) fn pending_value(game: &dyn AnyGame, pending: &PendingInfo) -> Value {
    match pending {
        PendingInfo::Decide(asked) => {
            let ask = |asked: &kernel::Asked| {
                let mut ask = json!(asked.prompt);
                if let (Value::Object(fields), Value::Object(about)) = (&mut ask, json!(asked.about)) {
                    fields.insert("seat".into(), asked.id.clone().into());
                    fields.extend(about);
                }
                ask
            };
            json!({ "kind": "decide", "asks": asked.iter().map(ask).collect::<Vec<_>>() })
        }
        PendingInfo::Throw(throw) => json!({ "kind": "throw", "asks": [], "throw": throw }),
        PendingInfo::Over(over) => {
            let winners: Vec<&str> = game
                .seats()
                .iter()
                .filter(|info| Some(info.side) == over.winner)
                .map(|info| info.id.as_str())
                .collect();
            let verdict =
                json!({ "winners": winners, "level": over.level, "points": over.points, "words": over.words });
            json!({ "kind": "over", "asks": [], "verdict": verdict })
        }
    }
}

pub(crate) struct Desk {
    pub(crate) version: u64,
    notices: Notices,
    /// The last deltas, each with the version it leads to.
    kept: VecDeque<(u64, Arc<str>)>,
    pub(crate) outboxes: Vec<mpsc::Sender<Arc<str>>>,
}

impl Desk {
    pub(crate) fn new(version: u64, notices: Notices) -> Desk {
        Desk { version, notices, kept: VecDeque::new(), outboxes: Vec::new() }
    }

    pub(crate) fn snapshot(&self, row: &GameRow, face: &Face, warnings: &[String]) -> Value {
        let mut fields = Map::new();
        fields.insert("kind".into(), "snapshot".into());
        fields.insert("version".into(), self.version.into());
        fields.insert("game".into(), row.id.clone().into());
        fields.insert("title".into(), row.title.clone().into());
        fields.insert("scenario".into(), row.scenario.clone().into());
        let sheets = match row.scenario.is_empty() {
            true => format!("/api/games/{}/sheets", row.id),
            false => format!("/api/titles/{}/{}", row.title, row.scenario),
        };
        fields.insert("sheets".into(), sheets.into());
        fields.insert("name".into(), row.name.clone().into());
        fields.insert("unverified".into(), row.unverified.is_some().into());
        fields.insert("notices".into(), json!(warnings));
        face.write(&mut fields);
        for (name, value) in &self.notices.0 {
            fields.insert((*name).into(), serde_json::from_str(value).unwrap_or_default());
        }
        Value::Object(fields)
    }

    /// The messages that lead from a version to the present one; `None` if they are not kept any more.
    pub(crate) fn missed_since(&self, since: u64) -> Option<Vec<Arc<str>>> {
        if since == self.version {
            return Some(vec![Arc::from(json!({ "kind": "delta", "version": since }).to_string())]);
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

    /// Whoever does not keep up is cut off; he comes back with his version.
    pub(crate) fn send(&mut self, message: &Arc<str>) {
        self.outboxes.retain(|outbox| outbox.try_send(message.clone()).is_ok());
    }
}
