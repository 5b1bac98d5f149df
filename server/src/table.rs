//! A game in memory: who sits where, what each of them has been told, and what to tell them next.
//!
//! Everything that changes a game goes through here: checked, written and flushed, and only then shown.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

use kernel::{AnyGame, AnyTitle, Bytes32, Chance, Entropy, Loaded, PendingInfo, Seat, SeatInfo, Source, Viewer};
use serde_json::Value;
use store::{Append, ChatLine, GameRow, Progress, SeatRow, Store};
use tokio::sync::mpsc;

use crate::desk::{Desk, Face, Notices};
use crate::problem::{Problem, refusal};
use crate::secret;
use crate::takeback::Takeback;

/// Steps that random seats and dice take before others get a word in.
const STEPS_AT_ONCE: usize = 24;
/// Random seats act out of turn about once in so many chances.
const RANDOM_INTERRUPT: u32 = 32;
/// Versions of one stay in memory; the next stay begins above them.
const VERSIONS: u64 = 1_000_000;

/// What a seat wants done.
#[derive(Clone, Debug)]
pub(crate) enum Deed {
    Order(String),
    Undo,
    Redo,
    /// Undo everything back to the next barrier.
    Reset,
    /// Ask to go back past a barrier, to a step of one's own record or before one's last order.
    Takeback {
        step: Option<usize>,
    },
    /// Answer somebody else who asks that.
    Answer {
        agree: bool,
    },
}

/// What came of it.
#[derive(Clone, Debug)]
pub(crate) struct Done {
    pub(crate) version: u64,
    /// Why the rest of the order was dropped after something came to light.
    pub(crate) stopped: Option<Value>,
}

/// Whose eyes a connection has: a viewer, the seats it holds, and whether it made the game.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Eyes {
    pub(crate) viewer: Viewer,
    pub(crate) seats: Vec<Seat>,
    pub(crate) owner: bool,
}

pub(crate) struct Table {
    pub(crate) row: GameRow,
    pub(crate) title: Arc<dyn AnyTitle>,
    pub(crate) game: Box<dyn AnyGame>,
    pub(crate) seats: Vec<SeatRow>,
    pub(crate) chat: Vec<ChatLine>,
    pub(crate) notices: Vec<String>,
    pub(crate) takeback: Option<Takeback>,
    /// Lines of the journal that are on disk.
    written: usize,
    first_version: u64,
    desks: BTreeMap<Eyes, Desk>,
    /// What lies on the table, by viewer.
    faces: BTreeMap<Viewer, Face>,
    /// What random seats draw from.
    chance_seed: u64,
    pub(crate) last_used: Instant,
    /// Set when this copy of the game is not the valid one any more.
    pub(crate) gone: bool,
    /// Whether a task moves the random seats already.
    pub(crate) driven: bool,
}

impl Table {
    pub(crate) fn new(
        row: GameRow,
        title: Arc<dyn AnyTitle>,
        loaded: Loaded<Box<dyn AnyGame>>,
        seats: Vec<SeatRow>,
        chat: Vec<ChatLine>,
        takeback: Option<Takeback>,
        loads: u64,
    ) -> Table {
        let Loaded { game, notices } = loaded;
        let seed = game.header().dice.as_ref().and_then(|dice| dice.seed).unwrap_or_else(|| game.header().hash());
        let Bytes32([a, b, c, d, e, f, g, h, ..]) = kernel::dice::hash(&[b"sabretache random seats", &seed.0]);
        Table {
            written: row.lines,
            row,
            title,
            game,
            seats,
            chat,
            takeback,
            notices,
            first_version: loads * VERSIONS + 1,
            desks: BTreeMap::new(),
            faces: BTreeMap::new(),
            chance_seed: u64::from_le_bytes([a, b, c, d, e, f, g, h]),
            last_used: Instant::now(),
            gone: false,
            driven: false,
        }
    }

    pub(crate) fn seat_infos(&self) -> &[SeatInfo] {
        self.game.seats()
    }

    pub(crate) fn seat_named(&self, id: &str) -> Result<Seat, Problem> {
        let place = self.seat_infos().iter().position(|info| info.id == id);
        place.and_then(|place| u8::try_from(place).ok()).map(Seat).ok_or_else(|| {
            let known: Vec<&str> = self.seat_infos().iter().map(|info| info.id.as_str()).collect();
            Problem::bad(format!("there is no seat \"{id}\"; the seats are {}", known.join(", ")))
        })
    }

    pub(crate) fn holds(&self, caller: &str, seat: Seat) -> bool {
        self.seats.iter().any(|row| row.seat == seat.0 && row.holder == caller && row.kind != "random")
    }

    pub(crate) fn seats_of(&self, caller: &str) -> Vec<Seat> {
        (0..self.seat_infos().len() as u8).map(Seat).filter(|seat| self.holds(caller, *seat)).collect()
    }

    /// Whether the program plays the seat.
    pub(crate) fn is_program(&self, seat: Seat) -> bool {
        self.seats.iter().any(|row| row.seat == seat.0 && row.kind == "random")
    }

    /// With which eyes a caller looks. Where nothing is hidden, all his seats see the same.
    pub(crate) fn eyes(&self, caller: &str, looking_as: Option<Seat>) -> Eyes {
        let seats = self.seats_of(caller);
        let chosen = looking_as.filter(|seat| seats.contains(seat) && !self.title.is_open());
        let viewer = chosen.or(seats.first().copied()).map_or(Viewer::Spectator, Viewer::Seat);
        Eyes { viewer, seats, owner: self.row.owner == caller }
    }

    /// Where nothing is hidden one face serves all.
    fn face_of(&self, viewer: Viewer) -> Viewer {
        if self.title.is_open() { Viewer::Spectator } else { viewer }
    }

    fn ensure_desk(&mut self, eyes: &Eyes) {
        let viewer = self.face_of(eyes.viewer);
        if !self.faces.contains_key(&viewer) {
            let mut face = Face::new(&*self.game, viewer);
            face.imported = self.imported_lines(viewer);
            self.faces.insert(viewer, face);
        }
        if !self.desks.contains_key(eyes) {
            let notices = self.notices_for(eyes);
            let desk = Desk::new(self.first_version, notices);
            self.desks.insert(eyes.clone(), desk);
        }
    }

    /// How many lines of a viewer's log are of steps that were imported.
    pub(crate) fn imported_lines(&self, viewer: Viewer) -> usize {
        self.row.unverified.map_or(0, |throws| {
            let steps = self.game.steps_with_throws(throws);
            self.game.log_until(viewer, steps).len()
        })
    }

    pub(crate) fn snapshot(&mut self, eyes: &Eyes) -> Value {
        self.last_used = Instant::now();
        self.ensure_desk(eyes);
        let desk = &self.desks[eyes];
        let face = &self.faces[&self.face_of(eyes.viewer)];
        desk.snapshot(&self.row, face, &self.notices)
    }

    pub(crate) fn version(&mut self, eyes: &Eyes) -> u64 {
        self.ensure_desk(eyes);
        self.desks[eyes].version
    }

    /// A socket that listens from now on: first what it has missed, or everything.
    pub(crate) fn listen(&mut self, eyes: &Eyes, since: Option<u64>, outbox: mpsc::Sender<Arc<str>>) {
        self.ensure_desk(eyes);
        let missed = since.and_then(|since| self.desks[eyes].missed_since(since));
        let first = match missed {
            Some(missed) => missed,
            None => vec![Arc::from(self.snapshot(eyes).to_string())],
        };
        for message in first {
            let _ = outbox.try_send(message);
        }
        if let Some(desk) = self.desks.get_mut(eyes) {
            desk.outboxes.push(outbox);
        }
        self.last_used = Instant::now();
    }

    pub(crate) fn is_watched(&mut self) -> bool {
        for desk in self.desks.values_mut() {
            desk.outboxes.retain(|outbox| !outbox.is_closed());
        }
        self.desks.values().any(|desk| !desk.outboxes.is_empty())
    }

    /// What can be made again is put away while nobody looks on; see [`Table::wake`].
    pub(crate) fn rest(&mut self) {
        if !self.is_watched() {
            self.faces.clear();
        }
    }

    /// Before anything changes, what everybody has been shown must lie there to be compared with.
    fn wake(&mut self) {
        let eyes: Vec<Eyes> = self.desks.keys().cloned().collect();
        for eyes in eyes {
            self.ensure_desk(&eyes);
        }
    }

    /// Carries out what a seat wants: checked, written, shown.
    pub(crate) async fn act(
        &mut self,
        store: &Store,
        caller: &str,
        seat: &str,
        after: Option<u64>,
        deed: Deed,
    ) -> Result<Done, Problem> {
        self.last_used = Instant::now();
        let seat = self.seat_named(seat)?;
        if !self.holds(caller, seat) {
            let name = &self.seat_infos()[seat.index()].name;
            return Err(Problem::forbidden(format!("the seat {name} is not yours")));
        }
        let eyes = self.eyes(caller, Some(seat));
        let version = self.version(&eyes);
        match after {
            // An answer is to a question, whatever has happened beside it.
            _ if matches!(deed, Deed::Answer { .. }) => {}
            Some(after) if after == version => {}
            Some(_) => return Err(Problem::stale(version)),
            None => return Err(Problem::bad("say after which version: \"after\" is missing")),
        }
        let steps = self.game.steps();
        self.wake();
        let stopped = match &deed {
            Deed::Order(order) => {
                let submitted = self.game.submit(seat, order);
                submitted.map_err(|error| Problem::of_order(&*self.title, &error))?.stopped
            }
            Deed::Undo => {
                self.must_not_be_over()?;
                self.game.undo(seat).map_err(Problem::conflict)?;
                None
            }
            Deed::Redo => self.game.redo(seat).map_err(Problem::conflict)?.stopped,
            Deed::Reset => {
                self.must_not_be_over()?;
                self.game.reset(seat).map_err(Problem::conflict)?;
                None
            }
            Deed::Takeback { step } => {
                self.ask_back(store, seat, *step).await?;
                None
            }
            Deed::Answer { agree } => {
                self.answer_back(store, seat, *agree).await?;
                None
            }
        };
        if !matches!(deed, Deed::Takeback { .. } | Deed::Answer { .. }) {
            self.lapse_takeback(store, seat).await.inspect_err(|_| self.gone = true)?;
        }
        let went_back = self.game.steps() < steps;
        self.settle()?;
        self.write(store).await?;
        self.publish(went_back);
        let version = self.version(&eyes);
        Ok(Done { version, stopped: stopped.map(|illegal| refusal(&*self.title, &illegal)) })
    }

    /// Dice fall and random seats decide, a number of times. What happened is neither written nor shown yet.
    fn settle(&mut self) -> Result<usize, Problem> {
        for step in 0..STEPS_AT_ONCE {
            match self.game.pending() {
                PendingInfo::Over(_) => return Ok(step),
                PendingInfo::Throw(throw) => {
                    let seeded = self.game.header().dice.as_ref().is_some_and(|dice| dice.seed.is_some());
                    let thrown = match seeded {
                        true => self.game.throw().map(|_| ()),
                        // A game that was played with real dice goes on with the machine's.
                        false => {
                            let mut chance = Chance::from_seed(&Bytes32(secret::random_bytes()));
                            let dice: Vec<u8> =
                                (0..throw.dice).map(|_| chance.below(throw.faces.into()) as u8 + 1).collect();
                            self.game.throw_given(Source::Typed, &dice)
                        }
                    };
                    thrown.map_err(|words| self.broken(&words))?;
                }
                PendingInfo::Decide(asked) => {
                    let Some(seat) = asked.iter().map(|asked| asked.seat).find(|seat| self.is_program(*seat)) else {
                        return Ok(step);
                    };
                    self.move_at_random(seat)?;
                }
            }
        }
        Ok(STEPS_AT_ONCE)
    }

    fn move_at_random(&mut self, seat: Seat) -> Result<(), Problem> {
        let offers = self.game.offers(seat);
        let mut chance = Chance::of_game(self.chance_seed, self.game.steps() as u64);
        let interrupt = !offers.interrupts.is_empty() && chance.below(RANDOM_INTERRUPT) == 0;
        let from = if interrupt { &offers.interrupts } else { &offers.answers };
        let order = from.get(chance.below((from.len() as u32).max(1)) as usize);
        let Some(order) = order else { return Err(self.broken("a seat is asked and can do nothing")) };
        let submitted = self.game.submit(seat, order);
        submitted.map(|_| ()).map_err(|error| self.broken(&error.to_string()))
    }

    /// A fault of the program: this copy of the game is not to be trusted any more.
    fn broken(&mut self, words: &str) -> Problem {
        self.gone = true;
        tracing::error!(game = %self.row.id, %words, "a game broke down");
        Problem::new(axum::http::StatusCode::INTERNAL_SERVER_ERROR, "a fault of the program, please report it")
    }

    /// Whether a random seat or a die is to move.
    pub(crate) fn waits_for_machine(&self) -> bool {
        match self.game.pending() {
            PendingInfo::Over(_) => false,
            PendingInfo::Throw(_) => true,
            PendingInfo::Decide(asked) => asked.iter().any(|asked| self.is_program(asked.seat)),
        }
    }

    /// Lets random seats and dice move on for a while. Tells whether there is more to do.
    pub(crate) async fn drive(&mut self, store: &Store) -> Result<bool, Problem> {
        if self.gone || !self.waits_for_machine() {
            return Ok(false);
        }
        self.wake();
        self.settle()?;
        self.write(store).await?;
        self.publish(false);
        Ok(self.waits_for_machine())
    }

    /// How the game stands, for lists. Who is asked is told where nothing is hidden.
    pub(crate) fn progress(title: &dyn AnyTitle, game: &dyn AnyGame) -> Progress {
        let pending = game.pending();
        let waiting = match &pending {
            PendingInfo::Decide(asked) if title.is_open() => {
                asked.iter().map(|asked| asked.id.as_str()).collect::<Vec<_>>().join(",")
            }
            PendingInfo::Decide(_) | PendingInfo::Throw(_) | PendingInfo::Over(_) => String::new(),
        };
        Progress { turn: game.turn(), over: matches!(pending, PendingInfo::Over(_)), waiting, changed: crate::now() }
    }

    /// Puts what is new in the journal on disk. If that fails, this copy of the game is worth nothing.
    async fn write(&mut self, store: &Store) -> Result<(), Problem> {
        let lines = self.game.journal_lines(self.written);
        if lines.is_empty() {
            return Ok(());
        }
        let progress = Table::progress(&*self.title, &*self.game);
        let count = lines.len();
        let append = Append { game: self.row.id.clone(), after: self.written, lines, progress: progress.clone() };
        if let Err(error) = store.append(append).await {
            self.gone = true;
            return Err(error.into());
        }
        self.written += count;
        self.row.lines = self.written;
        self.row.turn = progress.turn;
        self.row.over = progress.over;
        self.row.waiting = progress.waiting;
        self.row.changed = progress.changed;
        Ok(())
    }

    /// Tells everybody what is new to him, and nobody anything else.
    pub(crate) fn publish(&mut self, went_back: bool) {
        if went_back && self.row.unverified.is_some() {
            let viewers: Vec<Viewer> = self.faces.keys().copied().collect();
            for viewer in viewers {
                let imported = self.imported_lines(viewer);
                if let Some(face) = self.faces.get_mut(&viewer) {
                    face.imported = imported;
                }
            }
        }
        let mut news = BTreeMap::new();
        for (viewer, face) in &mut self.faces {
            news.insert(*viewer, face.update(&*self.game, *viewer, went_back));
        }
        let eyes: Vec<Eyes> = self.desks.keys().cloned().collect();
        for eyes in eyes {
            let notices = self.notices_for(&eyes);
            let face = self.face_of(eyes.viewer);
            if let (Some(desk), Some(news)) = (self.desks.get_mut(&eyes), news.get(&face)) {
                desk.tell(notices, news);
            }
        }
    }

    /// Somebody has taken a seat. Whoever looked on with other eyes has to look anew.
    pub(crate) fn reseat(&mut self, seats: Vec<SeatRow>) {
        self.wake();
        self.seats = seats;
        self.publish(false);
    }

    /// A player has added something to the dice. Nobody sees that on the table.
    pub(crate) async fn add_nonce(&mut self, store: &Store, seat: Seat, nonce: String) -> Result<(), Problem> {
        self.game.add_nonce(Some(seat), nonce);
        self.write(store).await
    }

    /// What is only for these eyes.
    fn notices_for(&self, eyes: &Eyes) -> Notices {
        Notices::new(self, eyes)
    }

    /// A line of chat to everybody.
    pub(crate) fn say(&mut self, line: ChatLine) {
        let message: Arc<str> = Arc::from(self.chat_message(&line).to_string());
        self.chat.push(line);
        for desk in self.desks.values_mut() {
            desk.send(&message);
        }
    }

    pub(crate) fn chat_message(&self, line: &ChatLine) -> Value {
        let seat = usize::try_from(line.seat).ok().and_then(|seat| self.seat_infos().get(seat));
        serde_json::json!({ "kind": "chat", "seat": seat.map(|info| info.id.as_str()), "text": line.text, "at": line.at })
    }

    /// The game is deleted or closed: sockets end.
    pub(crate) fn dismiss(&mut self, words: Option<&str>) {
        self.gone = true;
        for desk in self.desks.values_mut() {
            if let Some(words) = words {
                let message: Arc<str> = Arc::from(serde_json::json!({ "kind": "error", "error": words }).to_string());
                desk.send(&message);
            }
            desk.outboxes.clear();
        }
    }
}
