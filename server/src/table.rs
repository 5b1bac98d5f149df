//! A game in memory: its seats, what each viewer has been told, and what to tell them next.
//!
//! Everything that changes a game goes through here: checked, written and flushed, and only then shown.

use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::time::{Duration, Instant};

use kernel::{AnyGame, AnyTitle, Bytes32, Loaded, PendingInfo, Seat, SeatInfo, Viewer};
use store::{Append, Chain, ChatLine, GameRow, Progress, SeatRequest, SeatRow, Store};
use tokio::sync::mpsc;

use crate::address::Address;
use crate::clock::Clock;
use crate::desk::{Company, Desk, Face, Notices};
use crate::limits::{Bucket, Rate};
use crate::metrics::Metrics;
use crate::names::Names;
use crate::pause::Pauses;
use crate::problem::Problem;
use crate::program::{Program, is_program};
use crate::queue::{Party, Rank};
use crate::takeback::Takeback;
use crate::tongue::{Teller, Tongue};
use crate::wire;

/// What a seat wants done.
#[derive(Clone, Debug)]
pub(crate) enum Deed {
    Order(String),
    Undo,
    Redo,
    /// Undo everything back to the next barrier.
    Reset,
    /// Request a takeback past a barrier, to a step of the seat's own record or to before its last order.
    Takeback {
        step: Option<usize>,
    },
    /// Answer another player's takeback request.
    Answer {
        agree: bool,
    },
}

/// What came of it.
#[derive(Clone, Debug)]
pub(crate) struct Done {
    pub(crate) version: u64,
    /// Why the rest of the order was dropped after something came to light.
    pub(crate) stopped: Option<wire::Refusal>,
}

/// What a connection looks as: a viewer, the seats it holds, and whether it owns the game.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Eyes {
    pub(crate) viewer: Viewer,
    pub(crate) seats: Vec<Seat>,
    pub(crate) owner: bool,
    /// The requests for seats of somebody who has none here.
    pub(crate) asking: Vec<String>,
    pub(crate) tongue: Tongue,
}

impl Eyes {
    /// Whether they are a player's or the owner's: chat is for them alone.
    pub(crate) fn are_at_the_table(&self) -> bool {
        self.owner || !self.seats.is_empty()
    }
}

/// What a stay in memory begins with.
pub(crate) struct Stay {
    /// What of the journal is on disk.
    pub(crate) written: Chain,
    pub(crate) takeback: Option<Takeback>,
    pub(crate) first_version: u64,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) clock: Clock,
    pub(crate) pauses: Pauses,
}

/// What everybody may notice of a game: what a spectator reads and sees.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Public {
    lines: usize,
    view: Option<Bytes32>,
}

impl Public {
    fn new(title: &dyn AnyTitle, game: &dyn AnyGame) -> Public {
        let mut public = Public::default();
        public.notice(title, game);
        public
    }

    /// Looks again, and says whether anything is new. Where nothing is hidden, everything is noticed.
    fn notice(&mut self, title: &dyn AnyTitle, game: &dyn AnyGame) -> bool {
        if title.is_open() {
            return true;
        }
        let lines = self.lines + game.log(Viewer::Spectator, self.lines).len();
        let view = game.view(Viewer::Spectator).ok();
        let view = view.map(|view| kernel::dice::hash(&[wire::text(&view).as_bytes()]));
        let now = Public { lines, view };
        std::mem::replace(self, now) != now
    }
}

/// What is on a table, by who looks and in which language.
type Faces = BTreeMap<(Viewer, Tongue), Face>;

pub(crate) struct Table {
    pub(crate) row: GameRow,
    pub(crate) title: Arc<dyn AnyTitle>,
    pub(crate) game: Box<dyn AnyGame>,
    pub(crate) names: Arc<Names>,
    pub(crate) seats: Vec<SeatRow>,
    /// Those who ask for seats that others hold.
    pub(crate) requests: Vec<SeatRequest>,
    pub(crate) chat: Vec<ChatLine>,
    pub(crate) notices: Vec<String>,
    metrics: Arc<Metrics>,
    pub(crate) clock: Clock,
    pub(crate) takeback: Option<Takeback>,
    /// Whether that is not on disk yet.
    pub(crate) takeback_changed: bool,
    /// What of the journal is on disk.
    written: Chain,
    /// What everybody may notice, as it was written last.
    public: Public,
    first_version: u64,
    desks: BTreeMap<Eyes, Desk>,
    faces: Faces,
    /// What random seats and generals draw from.
    pub(crate) chance_seed: u64,
    pub(crate) program: Program,
    pub(crate) pauses: Pauses,
    pub(crate) last_used: Instant,
    /// Set when this copy of the game is not the valid one any more.
    pub(crate) gone: bool,
    /// Whether a task moves the seats of the program already.
    pub(crate) driven: bool,
    /// Whether the machine is to move and waits until somebody looks.
    pub(crate) rests: bool,
    /// Whether somebody has asked for a rematch.
    pub(crate) rematch: bool,
    /// Where its owner or one of its players came from last.
    address: Address,
    /// How much more each seat may say now.
    talk: BTreeMap<Seat, Bucket>,
}

impl Table {
    pub(crate) fn new(
        row: GameRow,
        title: Arc<dyn AnyTitle>,
        names: Arc<Names>,
        loaded: Loaded<Box<dyn AnyGame>>,
        seats: Vec<SeatRow>,
        chat: Vec<ChatLine>,
        stay: Stay,
    ) -> Table {
        let Stay { written, takeback, first_version, metrics, clock, pauses } = stay;
        let Loaded { game, notices } = loaded;
        let seed = game.header().dice.as_ref().and_then(|dice| dice.seed).unwrap_or_else(|| game.header().hash());
        let Bytes32([a, b, c, d, e, f, g, h, ..]) = kernel::dice::hash(&[b"sabretache random seats", &seed.0]);
        let public = Public::new(&*title, &*game);
        Table {
            written,
            public,
            row,
            title,
            game,
            names,
            seats,
            requests: Vec::new(),
            chat,
            takeback,
            takeback_changed: false,
            notices,
            metrics,
            clock,
            first_version,
            desks: BTreeMap::new(),
            faces: Faces::new(),
            chance_seed: u64::from_le_bytes([a, b, c, d, e, f, g, h]),
            program: Program::default(),
            pauses,
            last_used: Instant::now(),
            gone: false,
            driven: false,
            rests: false,
            rematch: false,
            address: Address::from(IpAddr::V4(Ipv4Addr::UNSPECIFIED)),
            talk: BTreeMap::new(),
        }
    }

    /// Remembers where those come from who play here, so that what the program does for them goes on their account. Others
    /// who look on leave no trace.
    pub(crate) fn visited_by(&mut self, visitor: &Party) {
        self.last_used = Instant::now();
        if *self.row.owner == *visitor.owner || !self.seats_of(&visitor.owner).is_empty() {
            self.address = visitor.address;
        }
    }

    /// On whose account the moves of the program go.
    pub(crate) fn party(&self) -> Party {
        Party { owner: self.row.owner.as_str().into(), address: self.address }
    }

    /// Games in which people play come first.
    pub(crate) fn rank(&self) -> Rank {
        match self.seats.iter().any(|row| !is_program(&row.kind)) {
            true => Rank::Person,
            false => Rank::Program,
        }
    }

    /// Whether a game of programs may stop until somebody looks again.
    pub(crate) fn may_rest(&mut self, unwatched: Duration) -> bool {
        self.rank() == Rank::Program && self.last_used.elapsed() > unwatched && !self.is_watched()
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
        self.seats.iter().any(|row| row.seat == seat.0 && row.is_held_by(caller) && !is_program(&row.kind))
    }

    pub(crate) fn seats_of(&self, caller: &str) -> Vec<Seat> {
        (0..self.seat_infos().len() as u8).map(Seat).filter(|seat| self.holds(caller, *seat)).collect()
    }

    /// What a browser sees of the game without looking as a certain seat, whichever language it reads.
    pub(crate) fn eyes_in_all_languages(&self, caller: &str) -> [Eyes; Tongue::ALL.len()] {
        Tongue::ALL.map(|tongue| self.eyes(caller, None, tongue))
    }

    /// What a caller looks as. Where nothing is hidden, all seats see the same.
    pub(crate) fn eyes(&self, caller: &str, looking_as: Option<Seat>, tongue: Tongue) -> Eyes {
        let seats = self.seats_of(caller);
        let chosen = looking_as.filter(|seat| seats.contains(seat) && !self.title.is_open());
        let viewer = chosen.or(seats.first().copied()).map_or(Viewer::Spectator, Viewer::Seat);
        let owner = self.row.owner == caller;
        let asking = match owner || !seats.is_empty() {
            true => Vec::new(),
            false => self.requests_of(caller).map(|request| request.id.clone()).collect(),
        };
        Eyes { viewer, seats, owner, asking, tongue }
    }

    /// Where nothing is hidden one face serves all who read the same language.
    fn face_of(&self, eyes: &Eyes) -> (Viewer, Tongue) {
        (if self.title.is_open() { Viewer::Spectator } else { eyes.viewer }, eyes.tongue)
    }

    pub(crate) fn teller(&self, tongue: Tongue) -> Teller {
        Teller { title: self.title.clone(), tongue }
    }

    fn ensure_desk(&mut self, eyes: &Eyes) {
        let key = self.face_of(eyes);
        if !self.faces.contains_key(&key) {
            let (viewer, tongue) = key;
            let mut face = Face::new(&*self.game, &self.names, viewer, self.teller(tongue));
            face.imported = self.imported_lines(viewer);
            self.faces.insert(key, face);
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

    pub(crate) fn snapshot(&mut self, eyes: &Eyes) -> String {
        self.last_used = Instant::now();
        self.ensure_desk(eyes);
        let desk = &self.desks[eyes];
        let face = &self.faces[&self.face_of(eyes)];
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
            None => vec![Arc::from(self.snapshot(eyes))],
        };
        for message in first.iter().chain(self.program.told()) {
            let _ = outbox.try_send(message.clone());
        }
        if let Some(desk) = self.desks.get_mut(eyes) {
            desk.outboxes.push(outbox);
            // Whoever comes is told again.
            desk.company = Company::default();
        }
        self.tell_who_is_there();
        self.last_used = Instant::now();
    }

    /// Tells everybody who else is there, if that has changed.
    pub(crate) fn tell_who_is_there(&mut self) {
        self.is_watched();
        let there: Vec<(Eyes, usize)> = self
            .desks
            .iter()
            .map(|(eyes, desk)| (eyes.clone(), desk.outboxes.len()))
            .filter(|(_, count)| *count > 0)
            .collect();
        let infos = self.game.seats();
        for (own, desk) in &mut self.desks {
            let others = |seat: &Seat| !own.seats.contains(seat);
            let seats = there.iter().flat_map(|(eyes, _)| eyes.seats.iter().copied()).filter(others);
            let seats: std::collections::BTreeSet<Seat> = seats.collect();
            let strangers = there.iter().filter(|(eyes, _)| eyes.seats.is_empty() && eyes != own);
            // Several connections without a seat look with the same eyes; one of them is this one.
            let like_this = if own.seats.is_empty() { desk.outboxes.len().saturating_sub(1) } else { 0 };
            let watching = strangers.map(|(_, count)| count).sum::<usize>() + like_this;
            let company = Company { seats: seats.into_iter().collect(), watching };
            if company == desk.company {
                continue;
            }
            let names = company.seats.iter().filter_map(|seat| infos.get(seat.index())).map(|info| info.id.as_str());
            let (kind, seats) = (wire::CompanyKind::Company, names.collect());
            let told: Arc<str> = Arc::from(wire::text(&wire::Company { kind, seats, watching }));
            desk.company = company;
            desk.send(&told);
        }
    }

    pub(crate) fn is_watched(&mut self) -> bool {
        for desk in self.desks.values_mut() {
            desk.outboxes.retain(|outbox| !outbox.is_closed());
        }
        self.desks.values().any(|desk| !desk.outboxes.is_empty())
    }

    /// What can be made again is put away while nobody looks on; see [`Table::wake`].
    pub(crate) fn rest(&mut self) -> Faces {
        if self.is_watched() { Faces::new() } else { std::mem::take(&mut self.faces) }
    }

    /// Before anything changes, what everybody has been shown must lie there to be compared with.
    pub(crate) fn wake(&mut self) {
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
        tongue: Tongue,
    ) -> Result<Done, Problem> {
        self.last_used = Instant::now();
        let seat = self.seat_named(seat)?;
        if !self.holds(caller, seat) {
            let name = &self.seat_infos()[seat.index()].name;
            return Err(Problem::forbidden(format!("the seat {name} is not yours")));
        }
        let eyes = self.eyes(caller, Some(seat), tongue);
        let version = self.version(&eyes);
        match after {
            // An answer is to a question, whatever has happened beside it.
            _ if matches!(deed, Deed::Answer { .. }) => {}
            Some(after) if after == version => {}
            Some(_) => return Err(Problem::stale(version)),
            None => return Err(Problem::bad("\"after\" is missing: give the version the order follows")),
        }
        let steps = self.game.steps();
        self.wake();
        let stopped = match &deed {
            Deed::Order(order) => {
                let submitted = self.game.submit(seat, order);
                submitted.map_err(|error| Problem::of_order(&*self.title, &self.names, &error))?.stopped
            }
            Deed::Undo => {
                self.must_not_be_over()?;
                self.game.undo(seat).map_err(Problem::conflict)?;
                None
            }
            Deed::Redo if self.may_restore(seat) => {
                self.game.restore().map_err(Problem::conflict)?;
                None
            }
            Deed::Redo => self.game.redo(seat).map_err(Problem::conflict)?.stopped,
            Deed::Reset => {
                self.must_not_be_over()?;
                self.game.reset(seat).map_err(Problem::conflict)?;
                None
            }
            Deed::Takeback { step } => {
                self.ask_back(seat, *step)?;
                None
            }
            Deed::Answer { agree } => {
                self.answer_back(seat, *agree)?;
                None
            }
        };
        if !matches!(deed, Deed::Takeback { .. } | Deed::Answer { .. }) {
            self.lapse_takeback(seat);
        }
        let went_back = self.game.steps() < steps;
        if self.game.steps() != steps {
            self.program.interrupt();
        }
        if went_back {
            self.program.forget();
        }
        self.settle()?;
        self.show(store, went_back).await?;
        let version = self.version(&eyes);
        Ok(Done { version, stopped: stopped.map(|illegal| wire::Refusal::new(&*self.title, &self.names, &illegal)) })
    }

    /// A fault of the program: this copy of the game is not to be trusted any more.
    pub(crate) fn broken(&mut self, words: &str) -> Problem {
        self.gone = true;
        tracing::error!(game = %self.row.id, %words, "a game broke down");
        Problem::new(axum::http::StatusCode::INTERNAL_SERVER_ERROR, "internal error; please report it")
    }

    /// The state of the game, for lists. Who decides is included where nothing is hidden.
    pub(crate) fn progress(title: &dyn AnyTitle, game: &dyn AnyGame, now: i64) -> Progress {
        let pending = game.pending();
        let waiting = match &pending {
            PendingInfo::Decide(asked) if title.is_open() => {
                asked.iter().map(|asked| asked.id.as_str()).collect::<Vec<_>>().join(",")
            }
            PendingInfo::Decide(_) | PendingInfo::Throw(_) | PendingInfo::Over(_) => String::new(),
        };
        Progress { turn: game.turn(), over: matches!(pending, PendingInfo::Over(_)), waiting, changed: now, shown: now }
    }

    /// Puts what is new on disk, and then tells everybody.
    pub(crate) async fn show(&mut self, store: &Store, went_back: bool) -> Result<(), Problem> {
        self.write(store).await?;
        self.publish(went_back);
        Ok(())
    }

    /// Writes what is new to disk, all or nothing. If that fails, this copy of the game is discarded: the next request gets
    /// what the database has.
    async fn write(&mut self, store: &Store) -> Result<(), Problem> {
        self.write_as_of(store, self.clock.now()).await
    }

    /// The same; lists say that the game changed at another moment than now.
    pub(crate) async fn write_as_of(&mut self, store: &Store, changed: i64) -> Result<(), Problem> {
        let kept = self.write_down(store, changed).await;
        if kept.is_err() {
            self.dismiss(None);
        }
        kept
    }

    async fn write_down(&mut self, store: &Store, changed: i64) -> Result<(), Problem> {
        let lines = self.game.journal_lines(self.written.lines);
        let takeback = if self.takeback_changed { Some(self.takeback_text()?) } else { None };
        if lines.is_empty() {
            if let Some(text) = takeback {
                store.set_takeback(&self.row.id, &text).await?;
            }
        } else {
            let noticed = self.public.notice(&*self.title, &*self.game);
            let shown = if noticed { changed } else { self.row.shown };
            let progress = Progress { shown, ..Table::progress(&*self.title, &*self.game, changed) };
            let (game, after, written) = (self.row.id.clone(), self.written.clone(), self.written.grown(&lines));
            let begun = Instant::now();
            let waited_for = self.rank() == Rank::Person;
            let append = Append { game, after, lines, progress: progress.clone(), takeback, waited_for };
            let kept = store.append(append).await;
            self.metrics.committed(kept.is_ok(), begun.elapsed());
            kept?;
            self.row.lines = written.lines;
            self.row.turn = progress.turn;
            self.row.over = progress.over;
            self.row.waiting = progress.waiting;
            self.row.changed = progress.changed;
            self.row.shown = progress.shown;
            self.written = written;
        }
        self.takeback_changed = false;
        Ok(())
    }

    /// Tells every viewer what is new to that viewer, and nothing else.
    pub(crate) fn publish(&mut self, went_back: bool) {
        if went_back && self.row.unverified.is_some() {
            let keys: Vec<(Viewer, Tongue)> = self.faces.keys().copied().collect();
            for key in keys {
                let imported = self.imported_lines(key.0);
                if let Some(face) = self.faces.get_mut(&key) {
                    face.imported = imported;
                }
            }
        }
        let mut news = BTreeMap::new();
        for (key, face) in &mut self.faces {
            news.insert(*key, face.update(&*self.game, key.0, went_back));
        }
        let eyes: Vec<Eyes> = self.desks.keys().cloned().collect();
        for eyes in eyes {
            let notices = self.notices_for(&eyes);
            let face = self.face_of(&eyes);
            if let (Some(desk), Some(news)) = (self.desks.get_mut(&eyes), news.get(&face)) {
                desk.tell(notices, news);
            }
        }
    }

    /// Somebody has taken a seat. Connections that looked as another viewer must look again.
    pub(crate) fn reseat(&mut self, seats: Vec<SeatRow>) {
        self.wake();
        self.seats = seats;
        self.publish(false);
    }

    /// What is only for this viewer.
    fn notices_for(&self, eyes: &Eyes) -> Notices {
        Notices::new(self, eyes)
    }

    pub(crate) fn rematch_id(&self) -> String {
        crate::house::rematch_id(&self.row.id)
    }

    /// Somebody has asked for a rematch.
    pub(crate) fn set_rematch(&mut self) {
        self.wake();
        self.rematch = true;
        self.publish(false);
    }

    /// Whether a seat may say something now; counts that it does.
    pub(crate) fn may_say_more(&mut self, speaker: Seat, rate: Rate) -> bool {
        self.talk.entry(speaker).or_insert_with(|| Bucket::full(rate)).take(rate)
    }

    /// A line of chat to those at the table.
    pub(crate) fn say(&mut self, line: ChatLine) {
        let message: Arc<str> = Arc::from(wire::text(&self.chat_message(self.chat.len(), &line)));
        self.chat.push(line);
        for (eyes, desk) in &mut self.desks {
            if eyes.are_at_the_table() {
                desk.send(&message);
            }
        }
    }

    /// Sends something to all connected viewers; it is not stored.
    pub(crate) fn tell_all(&mut self, message: &Arc<str>) {
        for desk in self.desks.values_mut() {
            desk.send(message);
        }
    }

    pub(crate) fn chat_message<'a>(&'a self, number: usize, line: &'a ChatLine) -> wire::ChatMessage<'a> {
        let seat = usize::try_from(line.seat).ok().and_then(|seat| self.seat_infos().get(seat));
        let seat = seat.map(|info| info.id.as_str());
        wire::ChatMessage { kind: wire::ChatKind::Chat, line: number, seat, text: &line.text, at: line.at }
    }

    /// Ends the sockets of one kind of viewer, after a last word.
    pub(crate) fn let_go_of(&mut self, eyes: &Eyes, word: &Arc<str>) {
        if let Some(desk) = self.desks.get_mut(eyes) {
            desk.send(word);
            desk.outboxes.clear();
        }
    }

    /// Ends all sockets, after a last word.
    pub(crate) fn let_go(&mut self, word: Option<&Arc<str>>) {
        for desk in self.desks.values_mut() {
            if let Some(word) = word {
                desk.send(word);
            }
            desk.outboxes.clear();
        }
    }

    /// The game is deleted or closed: sockets end.
    pub(crate) fn dismiss(&mut self, words: Option<&str>) {
        self.gone = true;
        self.program.interrupt();
        let message = words.map(|words| Arc::from(wire::text(&wire::ErrorMessage::new(words))));
        self.let_go(message.as_ref());
    }
}
