//! The house: all games, those in memory and those on disk.

use std::collections::HashMap;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use ai::AnyStaff;
use kernel::{AnyGame, AnyTitle, Bytes32, Example, SeededDice, Setup};
use store::{Append, NewGame, NewSeat, Store};
use tokio::sync::{Mutex, OnceCell, OwnedMutexGuard, Semaphore, watch};

use crate::headquarters::{Advised, Headquarters};
use crate::limits::{Limits, Meter};
use crate::problem::Problem;
use crate::reviews::Reviews;
use crate::secret;
use crate::sheets::Sheets;
use crate::table::Table;
use crate::{Config, guard};

type Slot = Arc<OnceCell<Arc<Mutex<Table>>>>;

/// Questions that wait for a thread at most: odds, imports, records.
const QUEUE: usize = 64;

pub(crate) struct House {
    pub(crate) store: Store,
    pub(crate) titles: Vec<Arc<dyn AnyTitle>>,
    pub(crate) limits: Limits,
    pub(crate) url: String,
    /// What `Host` may say.
    pub(crate) hosts: Vec<String>,
    /// What `Origin` may say.
    pub(crate) origins: Vec<String>,
    pub(crate) web: Option<PathBuf>,
    pub(crate) browsers: Meter<String>,
    pub(crate) addresses: Meter<IpAddr>,
    pub(crate) sockets: Arc<Semaphore>,
    pub(crate) sheets: Sheets,
    pub(crate) headquarters: Headquarters,
    pub(crate) reviews: Reviews,
    /// Who is being given hints.
    pub(crate) advised: Advised,
    pub(crate) stopped: watch::Receiver<bool>,
    foreseen: Option<(u64, AtomicU64)>,
    thinking: Arc<Semaphore>,
    waiting: Semaphore,
    games: Mutex<HashMap<String, Slot>>,
}

/// A seat of a game that is about to be made.
pub(crate) struct Seating {
    /// `here`, `link`, `random` or the name of a general.
    pub(crate) kind: String,
    /// The hash of a cookie; empty if nobody has it yet.
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
        Ok(House {
            store,
            titles,
            limits: config.limits,
            url,
            hosts,
            origins,
            web: config.web,
            browsers: Meter::new(config.limits.browser),
            addresses: Meter::new(config.limits.address),
            sockets: Arc::new(Semaphore::new(config.limits.sockets)),
            sheets: Sheets::default(),
            headquarters: Headquarters::new(staffs),
            reviews: Reviews::default(),
            advised: Advised::default(),
            stopped,
            foreseen: config.foreseen.map(|number| (number, AtomicU64::new(0))),
            thinking: Arc::new(Semaphore::new(2)),
            waiting: Semaphore::new(QUEUE),
            games: Mutex::new(HashMap::new()),
        })
    }

    pub(crate) fn title(&self, id: &str) -> Result<Arc<dyn AnyTitle>, Problem> {
        let found = self.titles.iter().find(|title| title.id() == id).cloned();
        found.ok_or_else(|| Problem::unknown(format!("there is no title \"{id}\"")))
    }

    /// Does something that takes a while, on a thread of its own, and not too many of them.
    pub(crate) async fn think<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let busy = || Problem::busy("too many questions at once; ask again in a moment");
        let _place = self.waiting.try_acquire().map_err(|_| busy())?;
        let turn = self.thinking.clone().acquire_owned().await.map_err(|_| busy())?;
        // The turn is over when the work is, also if whoever asked has gone away meanwhile.
        let work = move || {
            let _turn = turn;
            work()
        };
        tokio::task::spawn_blocking(work).await.map_err(|_| {
            Problem::new(axum::http::StatusCode::INTERNAL_SERVER_ERROR, "a fault of the program, please report it")
        })
    }

    /// The game, taken into memory if it is not there.
    pub(crate) async fn table(self: &Arc<House>, id: &str) -> Result<OwnedMutexGuard<Table>, Problem> {
        // An id is 32 hexadecimal digits; anything else is not worth a question to the database.
        if id.len() != 32 || !id.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(Problem::unknown("there is no such game"));
        }
        loop {
            let slot = self.games.lock().await.entry(id.to_owned()).or_default().clone();
            let loaded = slot.get_or_try_init(|| self.load(id)).await;
            let table = match loaded {
                Ok(table) => table.clone(),
                Err(problem) => {
                    self.games.lock().await.remove(id);
                    return Err(problem);
                }
            };
            let guard = table.lock_owned().await;
            if !guard.gone {
                return Ok(guard);
            }
            drop(guard);
            let mut games = self.games.lock().await;
            if games.get(id).is_some_and(|known| Arc::ptr_eq(known, &slot)) {
                games.remove(id);
            }
        }
    }

    async fn load(self: &Arc<House>, id: &str) -> Result<Arc<Mutex<Table>>, Problem> {
        let loads = self.store.note_load(id).await?;
        let row = self.store.game(id).await?;
        let lines = self.store.journal(id).await?;
        let seats = self.store.seats(id).await?;
        let chat = self.store.chat(id).await?;
        // What cannot be read any more was asked of another version of the program, and is forgotten.
        let takeback = serde_json::from_str(&self.store.takeback(id).await?).ok();
        let title = self.title(&row.title)?;
        let reader = title.clone();
        let name = id.to_owned();
        let count = lines.len();
        let loaded = tokio::task::spawn_blocking(move || reader.load(&name, &lines.join("\n"))).await;
        let loaded = loaded.map_err(|error| self.unreadable(id, &error.to_string()))?;
        let loaded = loaded.map_err(|faults| {
            let words: Vec<String> = faults.iter().map(ToString::to_string).collect();
            self.unreadable(id, &words.join("; "))
        })?;
        tracing::info!(game = %id, lines = count, "taken into memory");
        let row = store::GameRow { lines: count, ..row };
        let mut table = Table::new(row, title, loaded, seats, chat, takeback, loads);
        let driven = table.waits_for_machine();
        table.driven = driven;
        let table = Arc::new(Mutex::new(table));
        if driven {
            self.clone().drive(table.clone());
        }
        Ok(table)
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
        drop(guard);
        let slot = self.games.lock().await.get(&id).cloned();
        if let Some(table) = slot.and_then(|slot| slot.get().cloned()) {
            self.clone().drive(table);
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

    /// Dice from a seed that nobody has chosen; players add to them later.
    pub(crate) fn dice(&self) -> SeededDice {
        SeededDice::new(self.random32(), Vec::new())
    }

    /// Keeps a new game. Seats without a holder get an invitation that follows from the cookie of the owner.
    pub(crate) async fn keep(
        &self,
        title: &dyn AnyTitle,
        game: &dyn AnyGame,
        cookie: &str,
        seating: Vec<Seating>,
        unverified: Option<u64>,
    ) -> Result<String, Problem> {
        let id = self.random32().to_string()[..32].to_owned();
        let (scenario, name) = described(title, game);
        let seats = seating.into_iter().enumerate().map(|(number, seat)| NewSeat {
            token: match seat.kind.as_str() {
                "link" => secret::kept_invitation(&secret::invitation(cookie, &id, number)),
                _ => String::new(),
            },
            kind: seat.kind,
            holder: seat.holder,
        });
        let new = NewGame {
            title: title.id().to_owned(),
            scenario,
            name,
            owner: secret::kept_cookie(cookie),
            seats: seats.collect(),
            unverified,
            journal: Append {
                game: id.clone(),
                after: 0,
                lines: game.journal_lines(0),
                progress: Table::progress(title, game),
            },
        };
        self.store.create(&new).await?;
        tracing::info!(game = %id, title = %new.title, scenario = %new.scenario, "a new game");
        Ok(id)
    }

    pub(crate) async fn delete(self: &Arc<House>, id: &str, caller: &str) -> Result<(), Problem> {
        let mut table = self.table(id).await?;
        if table.row.owner != caller {
            return Err(Problem::forbidden("only who made the game may delete it"));
        }
        self.store.delete(id).await?;
        self.reviews.forget(id);
        table.dismiss(Some("the game was deleted by its owner"));
        Ok(())
    }

    /// From time to time, games that nobody looks at leave the memory.
    pub(crate) async fn sweep(self: Arc<House>) {
        let mut stopped = self.stopped.clone();
        loop {
            let pause = tokio::time::sleep((self.limits.idle / 4).max(std::time::Duration::from_millis(50)));
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
            table.lock().await.rest();
        }
    }

    /// How many games are in memory.
    pub(crate) async fn in_memory(&self) -> usize {
        self.games.lock().await.len()
    }

    /// Waits for what is being written, and closes the database.
    pub(crate) async fn close(&self) {
        let slots: Vec<Slot> = self.games.lock().await.drain().map(|(_, slot)| slot).collect();
        for slot in slots {
            if let Some(table) = slot.get() {
                table.lock().await.dismiss(None);
            }
        }
        self.store.clone().close().await;
        tracing::info!("closed");
    }
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
