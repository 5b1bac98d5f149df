//! The house: all games, those in memory and those on disk.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use ai::AnyStaff;
use kernel::{AnyGame, AnyTitle, Bytes32, Example, SeededDice, Setup};
use store::{Append, Chain, Invitation, NewGame, NewSeat, Store};
use tokio::sync::{Mutex, OnceCell, OwnedMutexGuard, watch};

use crate::address::{Address, Proxies};
use crate::clock::Clock;
use crate::guard::Caller;
use crate::headquarters::Headquarters;
use crate::limits::{Limits, Meter};
use crate::metrics::Metrics;
use crate::names::AllNames;
use crate::pause::Pauses;
use crate::problem::Problem;
use crate::program::is_program;
use crate::queue::{Party, Places, Queue};
use crate::quota::{Key, Quota};
use crate::reviews::Reviews;
use crate::secret;
use crate::sessions::{CookieName, Sessions};
use crate::sheets::Sheets;
use crate::table::{Stay, Table};
use crate::workshop::Workshop;
use crate::{Config, guard};

/// How long is waited for the tables, and for the database, when the server ends.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// How often games are looked for that were never begun.
const EXPIRY: Duration = Duration::from_secs(60 * 60);

type Slot = Arc<OnceCell<Arc<Mutex<Table>>>>;

pub(crate) struct House {
    pub(crate) store: Store,
    pub(crate) clock: Clock,
    pub(crate) sessions: Sessions,
    /// Tries to open a link or to type its code, by address and all together.
    pub(crate) tries: Meter<Address>,
    pub(crate) all_tries: Meter<()>,
    pub(crate) titles: Vec<Arc<dyn AnyTitle>>,
    pub(crate) limits: Limits,
    pub(crate) url: String,
    /// Whether nobody but this machine can come here.
    pub(crate) is_local: bool,
    /// What `Host` may say.
    pub(crate) hosts: Vec<String>,
    /// What `Origin` may say.
    pub(crate) origins: Vec<String>,
    pub(crate) web: Option<PathBuf>,
    pub(crate) browsers: Meter<String>,
    pub(crate) addresses: Meter<Address>,
    /// New games, by address.
    pub(crate) new_games: Meter<Address>,
    pub(crate) imports: Meter<Address>,
    pub(crate) new_sockets: Meter<Address>,
    pub(crate) trusted: Vec<Proxies>,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) workshop: Workshop,
    pub(crate) sockets: Quota,
    pub(crate) hints: Quota,
    /// Games of programs that are under way.
    pub(crate) program_games: Queue,
    pub(crate) sheets: Sheets,
    pub(crate) names: AllNames,
    pub(crate) headquarters: Headquarters,
    pub(crate) reviews: Reviews,
    pub(crate) stopped: watch::Receiver<bool>,
    foreseen: Option<(u64, AtomicU64)>,
    /// The version with which the last game began that came into memory.
    began: AtomicU64,
    games: Mutex<HashMap<String, Slot>>,
}

/// A seat of a game that is about to be made.
pub(crate) struct Seating {
    /// `here`, `link`, `random` or the name of a general.
    pub(crate) kind: String,
    /// Who has it; empty if nobody does yet.
    pub(crate) holder: String,
}

impl House {
    pub(crate) fn new(
        config: Config,
        store: Store,
        titles: Vec<Arc<dyn AnyTitle>>,
        staffs: Vec<Arc<dyn AnyStaff>>,
        address: SocketAddr,
        url: String,
        stopped: watch::Receiver<bool>,
    ) -> Result<House, String> {
        let (hosts, origins) = guard::allowed(address, &url)?;
        let metrics: Arc<Metrics> = Arc::default();
        let workshop = Workshop::new(config.limits, &metrics, stopped.clone())?;
        let share = config.limits.program_games;
        let places = Places { all: share.all, each_address: share.address, each_owner: share.owner };
        let name = if url.starts_with("https:") { CookieName::Host } else { CookieName::Plain };
        let is_local = address.ip().is_loopback() && config.public_url.is_none();
        Ok(House {
            sessions: Sessions::new(store.clone(), config.clock.clone(), name, config.limits.new_sessions),
            tries: Meter::new(config.limits.tries),
            all_tries: Meter::new(config.limits.tries.times(10.0)),
            clock: config.clock,
            is_local,
            store,
            titles,
            limits: config.limits,
            url,
            hosts,
            origins,
            web: config.web,
            browsers: Meter::new(config.limits.browser),
            addresses: Meter::new(config.limits.address),
            new_games: Meter::new(config.limits.new_games),
            imports: Meter::new(config.limits.imports),
            new_sockets: Meter::new(config.limits.new_sockets),
            trusted: config.trusted_proxies,
            sockets: Quota::new("sockets", &metrics),
            hints: Quota::new("hints", &metrics),
            program_games: Queue::new(places, metrics.queue("program games")),
            sheets: Sheets::default(),
            names: AllNames::default(),
            headquarters: Headquarters::new(staffs, config.limits.thought, &metrics, workshop.back().clone()),
            reviews: Reviews::default(),
            stopped,
            foreseen: config.foreseen.map(|number| (number, AtomicU64::new(0))),
            began: AtomicU64::new(0),
            metrics,
            workshop,
            games: Mutex::new(HashMap::new()),
        })
    }

    pub(crate) fn title(&self, id: &str) -> Result<Arc<dyn AnyTitle>, Problem> {
        let found = self.titles.iter().find(|title| title.id() == id).cloned();
        found.ok_or_else(|| Problem::unknown(format!("there is no title \"{id}\"")))
    }

    /// The game, taken into memory if it is not there.
    pub(crate) async fn table(self: &Arc<House>, id: &str, party: &Party) -> Result<OwnedMutexGuard<Table>, Problem> {
        // An id is 32 hexadecimal digits; anything else is not worth a question to the database.
        if id.len() != 32 || !id.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(Problem::unknown("there is no such game"));
        }
        loop {
            let slot = self.games.lock().await.entry(id.to_owned()).or_default().clone();
            let loaded = slot.get_or_try_init(|| self.load(id, party)).await;
            let table = match loaded {
                Ok(table) => table.clone(),
                Err(problem) => {
                    self.games.lock().await.remove(id);
                    return Err(problem);
                }
            };
            let mut guard = table.clone().lock_owned().await;
            if !guard.gone {
                if guard.rests {
                    self.go_on(&mut guard, table, party);
                }
                return Ok(guard);
            }
            drop(guard);
            let mut games = self.games.lock().await;
            if games.get(id).is_some_and(|known| Arc::ptr_eq(known, &slot)) {
                games.remove(id);
            }
        }
    }

    async fn load(self: &Arc<House>, id: &str, party: &Party) -> Result<Arc<Mutex<Table>>, Problem> {
        // First the journal: it is told only when it is known what became of the last change.
        let journal = self.store.journal(id).await?;
        let row = self.store.game(id).await?;
        let seats = self.store.seats(id).await?;
        let chat = self.store.chat(id).await?;
        // What cannot be read any more was asked of another version of the program, and is forgotten.
        let takeback = serde_json::from_str(&self.store.takeback(id).await?).ok();
        let reader = self.title(&row.title)?;
        let rematch = !self.store.seats(&rematch_id(id)).await?.is_empty();
        let name = id.to_owned();
        let (lines, written) = (journal.lines, journal.chain);
        let count = written.lines;
        let row = store::GameRow { lines: count, ..row };
        let requests = self.store.seat_requests(id).await?;
        let (metrics, clock) = (self.metrics.clone(), self.clock.clone());
        let pauses = Pauses::new(self.limits.pause, &self.seed_of_pauses(id));
        let stay = Stay { written, takeback, first_version: self.first_version(), metrics, clock, pauses };
        let house = self.clone();
        let made = self.workshop.load(party, move || {
            let loaded = reader.load(&name, &lines.join("\n"))?;
            let names = house.names.of(&*loaded.game);
            let mut table = Table::new(row, reader, names, loaded, seats, chat, stay);
            // Whoever was asked when the game left memory may have standing orders.
            table.notice_questions();
            table.rests = table.waits_for_machine();
            table.rematch = rematch;
            table.requests = requests;
            Ok(table)
        });
        let table = made.await?.map_err(|faults: Vec<kernel::Fault>| {
            let words: Vec<String> = faults.iter().map(ToString::to_string).collect();
            self.unreadable(id, &words.join("; "))
        })?;
        tracing::info!(game = %id, lines = count, "taken into memory");
        Ok(Arc::new(Mutex::new(table)))
    }

    fn unreadable(&self, id: &str, words: &str) -> Problem {
        tracing::error!(game = %id, %words, "a game cannot be read");
        Problem::new(axum::http::StatusCode::INTERNAL_SERVER_ERROR, format!("the game cannot be read: {words}"))
    }

    /// If the machine is to move in this game, it does.
    pub(crate) async fn drive_if_due(self: &Arc<House>, mut guard: OwnedMutexGuard<Table>) {
        if guard.driven || !guard.waits_for_machine() {
            return;
        }
        guard.driven = true;
        let id = guard.row.id.clone();
        let (party, rank) = (guard.party(), guard.rank());
        drop(guard);
        let slot = self.games.lock().await.get(&id).cloned();
        if let Some(table) = slot.and_then(|slot| slot.get().cloned()) {
            self.clone().drive(table, party, rank);
        }
    }

    /// The version with which a game begins that comes into memory. It lies above all versions of its earlier stays, so that who
    /// has seen one of those is shown everything anew; and it comes from the clock, so that looking at a game writes nothing.
    fn first_version(&self) -> u64 {
        const EACH_MILLISECOND: u64 = 1_000;
        let earliest = match &self.foreseen {
            None => self.clock.now().unsigned_abs() * EACH_MILLISECOND,
            Some((number, _)) => number * 1_000_000_000,
        };
        let after = |last: u64| Some(earliest.max(last + EACH_MILLISECOND));
        self.began
            .try_update(Ordering::Relaxed, Ordering::Relaxed, after)
            .map_or(earliest, |last| earliest.max(last + EACH_MILLISECOND))
    }

    /// Somebody opens a game that was paused at a computer's turn: it continues.
    fn go_on(self: &Arc<House>, guard: &mut Table, table: Arc<Mutex<Table>>, visitor: &Party) {
        guard.rests = false;
        guard.visited_by(visitor);
        if !guard.driven {
            guard.driven = true;
            self.clone().drive(table, guard.party(), guard.rank());
        }
    }

    /// On whose account things go that nobody has asked for since the server began.
    pub(crate) fn own_party(owner: &str) -> Party {
        Party { owner: owner.into(), address: IpAddr::V4(Ipv4Addr::UNSPECIFIED).into() }
    }

    /// What the pauses of a game are drawn from.
    fn seed_of_pauses(&self, game: &str) -> Bytes32 {
        match &self.foreseen {
            None => Bytes32(secret::random_bytes()),
            Some((number, _)) => kernel::dice::hash(&[b"pauses", &number.to_le_bytes(), game.as_bytes()]),
        }
    }

    /// Random bytes, unless this server is one whose ids and dice are foreseen.
    fn random32(&self) -> Bytes32 {
        match &self.foreseen {
            None => Bytes32(secret::random_bytes()),
            Some((number, count)) => {
                let count = count.fetch_add(1, Ordering::Relaxed);
                kernel::dice::hash(&[b"foreseen", &number.to_le_bytes(), &count.to_le_bytes()])
            }
        }
    }

    /// Dice from a seed that nobody has chosen. They wait for what the players add to them when they have seen its hash.
    pub(crate) fn dice(&self) -> SeededDice {
        SeededDice::awaiting_every_seat(self.random32())
    }

    /// Refuses those who could not have another game anyway, before anything is done for it.
    pub(crate) fn has_room_for_a_game_of(&self, caller: &Caller) -> Result<(), Problem> {
        match self.new_games.would_admit(&caller.address) {
            true => Ok(()),
            false => Err(self.too_many_new_games(caller.address)),
        }
    }

    fn too_many_new_games(&self, address: Address) -> Problem {
        self.metrics.refused("new games", &Key::Address(address));
        let sentence = "too many new games from your address; wait a moment";
        Problem::new(axum::http::StatusCode::TOO_MANY_REQUESTS, sentence)
    }

    /// Keeps a new game. Seats without a holder get an invitation.
    pub(crate) async fn keep(
        &self,
        title: &Arc<dyn AnyTitle>,
        game: Box<dyn AnyGame>,
        caller: &Caller,
        seating: Vec<Seating>,
        unverified: Option<u64>,
    ) -> Result<String, Problem> {
        let id = self.random32().to_string()[..32].to_owned();
        self.keep_as(&id, title, game, caller, seating, unverified).await?;
        Ok(id)
    }

    /// Keeps a new game under an id that was chosen for it.
    pub(crate) async fn keep_as(
        &self,
        id: &str,
        title: &Arc<dyn AnyTitle>,
        mut game: Box<dyn AnyGame>,
        caller: &Caller,
        seating: Vec<Seating>,
        unverified: Option<u64>,
    ) -> Result<(), Problem> {
        for seat in game.nonces_owed() {
            if seating.get(seat.index()).is_some_and(|seating| is_program(&seating.kind)) {
                game.add_nonce(Some(seat), String::new()).map_err(Problem::bad)?;
            }
        }
        let party = caller.party();
        if !self.new_games.admits(party.address) {
            return Err(self.too_many_new_games(party.address));
        }
        let most = self.limits.games;
        if self.store.unfinished_of(&caller.identity).await? >= most {
            self.metrics.refused("games", &Key::Owner(party.owner.clone()));
            let sentence = format!("you have {most} unfinished games; finish or delete some first");
            return Err(Problem::new(axum::http::StatusCode::TOO_MANY_REQUESTS, sentence));
        }
        caller.stays(self).await?;
        let (teller, now) = (title.clone(), self.clock.now());
        let told = self.workshop.look(&party, move || {
            let (scenario, name) = described(&*teller, &*game);
            (scenario, name, game.journal_lines(0), Table::progress(&*teller, &*game, now))
        });
        let (scenario, name, lines, progress) = told.await?;
        let seats = seating.into_iter().map(|seat| {
            let invitation = match seat.kind.as_str() {
                "link" => secret::invitation(),
                _ => Invitation::default(),
            };
            NewSeat { kind: seat.kind, holder: seat.holder, invitation }
        });
        let new = NewGame {
            title: title.id().to_owned(),
            scenario,
            name,
            owner: caller.identity.clone(),
            seats: seats.collect(),
            unverified,
            journal: Append {
                game: id.to_owned(),
                after: Chain::of_game(id),
                lines,
                progress,
                takeback: None,
                waited_for: true,
            },
        };
        self.store.create(&new).await?;
        tracing::info!(game = %id, title = %new.title, scenario = %new.scenario, "a new game");
        Ok(())
    }

    pub(crate) async fn delete(self: &Arc<House>, id: &str, caller: &Caller) -> Result<(), Problem> {
        let mut table = self.table(id, &caller.party()).await?;
        if table.row.owner != caller.identity {
            return Err(Problem::forbidden("only the owner of the game may delete it"));
        }
        let (record, players) = table.record_of_end().unzip();
        if let Err(error) = self.store.end(id, record.as_ref(), &players.unwrap_or_default()).await {
            table.dismiss(None);
            return Err(error.into());
        }
        self.reviews.forget(id);
        table.dismiss(Some("the game was deleted by its owner"));
        Ok(())
    }

    /// Deletes games in which nothing has ever happened, when they are old.
    async fn expire(&self) {
        let age = i64::try_from(self.limits.unstarted.as_millis()).unwrap_or(i64::MAX);
        let Ok(old) = self.store.never_started(self.clock.now().saturating_sub(age)).await else { return };
        for id in old {
            // A game that somebody is watching is kept until the last viewer has gone.
            if !self.games.lock().await.contains_key(&id) && self.store.delete(&id).await.is_ok() {
                tracing::info!(game = %id, "deleted: it was never begun");
            }
        }
    }

    /// From time to time, games that nobody looks at leave the memory, and games that were never begun the disk.
    pub(crate) async fn sweep(self: Arc<House>) {
        let mut stopped = self.stopped.clone();
        let mut expired = None::<Instant>;
        loop {
            if expired.is_none_or(|last| last.elapsed() > EXPIRY) {
                self.expire().await;
                self.sessions.expire().await;
                expired = Some(Instant::now());
            }
            let pause = tokio::time::sleep((self.limits.idle / 4).max(Duration::from_millis(50)));
            tokio::select! {
                () = pause => {}
                _ = stopped.wait_for(|stopped| *stopped) => return,
            }
            let slots: Vec<(String, Slot)> =
                self.games.lock().await.iter().map(|(id, slot)| (id.clone(), slot.clone())).collect();
            for (id, slot) in slots {
                let Some(table) = slot.get() else { continue };
                let Ok(mut table) = table.clone().try_lock_owned() else { continue };
                if table.gone || (!table.driven && !table.is_watched() && table.last_used.elapsed() > self.limits.idle)
                {
                    table.gone = true;
                    drop(table);
                    let mut games = self.games.lock().await;
                    if games.get(&id).is_some_and(|known| Arc::ptr_eq(known, &slot)) {
                        games.remove(&id);
                    }
                }
            }
            self.metrics.games.set(i64::try_from(self.games.lock().await.len()).unwrap_or(i64::MAX));
        }
    }

    pub(crate) fn is_stopped(&self) -> bool {
        *self.stopped.borrow()
    }

    /// Waits until the server is told to stop.
    pub(crate) async fn told_to_stop(&self) {
        let _ = self.stopped.clone().wait_for(|stopped| *stopped).await;
    }

    /// Somebody has stopped looking at a game.
    pub(crate) async fn left(&self, id: &str) {
        let slot = self.games.lock().await.get(id).cloned();
        if let Some(table) = slot.and_then(|slot| slot.get().cloned()) {
            let mut table = table.lock().await;
            table.tell_who_is_there();
            let faces = table.rest();
            drop(table);
            // It takes a while, and nobody waits for it.
            self.workshop.back().spawn(async move { drop(faces) });
        }
    }

    /// A player has another name: those who sit at a table with that player are told.
    pub(crate) async fn renamed(&self, identity: &str) -> Result<(), Problem> {
        let slots: Vec<Slot> = self.games.lock().await.values().cloned().collect();
        for table in slots.iter().filter_map(|slot| slot.get()) {
            let mut table = table.lock().await;
            if !table.gone && table.seats.iter().any(|row| row.holder == identity) {
                let seats = self.store.seats(&table.row.id).await?;
                table.reseat(seats);
            }
        }
        Ok(())
    }

    /// How many games are in memory.
    pub(crate) async fn in_memory(&self) -> usize {
        self.games.lock().await.len()
    }

    /// Nothing new is begun, and whatever takes long is cut short.
    pub(crate) fn wind_down(&self) {
        self.program_games.close();
        self.headquarters.close();
        self.workshop.close();
    }

    /// Waits for what is being written, and closes the database.
    pub(crate) async fn close(&self) {
        let slots: Vec<Slot> = self.games.lock().await.drain().map(|(_, slot)| slot).collect();
        let end = tokio::time::Instant::now() + LAST_WORDS;
        for table in slots.iter().filter_map(|slot| slot.get()) {
            // Whoever holds a table for longer writes nothing any more.
            if let Ok(mut table) = tokio::time::timeout_at(end, table.lock()).await {
                table.dismiss(None);
            }
        }
        self.workshop.close_orders();
        if tokio::time::timeout(LAST_WORDS, self.store.clone().close()).await.is_err() {
            tracing::warn!("the database did not close in time");
        }
        tracing::info!("closed");
    }
}

/// The id of a game's rematch: one game has one.
pub(crate) fn rematch_id(game: &str) -> String {
    kernel::dice::hash(&[b"sabretache rematch", game.as_bytes()]).to_string()[..32].to_owned()
}

/// The scenario of a game and what lists call it.
fn described(title: &dyn AnyTitle, game: &dyn AnyGame) -> (String, String) {
    match &game.header().setup {
        Setup::Scenario { id, .. } => {
            let known = title.scenarios().into_iter().find(|scenario| scenario.id == *id);
            (id.clone(), known.map_or_else(|| id.clone(), |scenario| scenario.name))
        }
        Setup::Position { file, text } => {
            let scenario = crate::api::scenario_of(title, game);
            let known = title.scenarios().into_iter().find(|known| Some(&known.id) == scenario.as_ref());
            let written = Example::parse(file, text).map(|example| example.title);
            let name = written.unwrap_or_else(|_| match known {
                Some(known) => format!("{} (a position)", known.name),
                None => "A position".into(),
            });
            (scenario.unwrap_or_default(), name)
        }
    }
}
