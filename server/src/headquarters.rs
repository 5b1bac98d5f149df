//! Where generals think: on threads of their own, never more of them at a time than the machine has cores.
//!
//! Who thinks for long passes his place on to those who wait, again and again; the time for which he waits is not counted
//! against his budget.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use ai::{AnyStaff, Budget, Character, Progress, Reins};
use kernel::AnyTitle;
use tokio::runtime::Handle;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::problem::Problem;

/// How long somebody thinks before those who wait get their turn.
const SLICE: Duration = Duration::from_millis(250);
/// So many may wait for a core before hints are refused; generals are never.
const QUEUE: usize = 32;
/// More threads than this do not make one general any quicker.
const THREADS: usize = 4;
/// The most that a general of somebody's choice may think in a turn.
const SECONDS: f64 = 60.0;
const SIMULATIONS: u32 = 20_000;
const LONGEST_NAME: usize = 60;

pub(crate) struct Headquarters {
    staffs: Vec<Arc<dyn AnyStaff>>,
    cores: Arc<Semaphore>,
    /// How many wait for a core.
    waiting: Arc<AtomicUsize>,
    /// Threads for one thought.
    threads: usize,
}

impl Headquarters {
    pub(crate) fn new(staffs: Vec<Arc<dyn AnyStaff>>) -> Headquarters {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Headquarters {
            staffs,
            cores: Arc::new(Semaphore::new(cores)),
            waiting: Arc::default(),
            threads: cores.min(THREADS),
        }
    }

    pub(crate) fn staff(&self, title: &str) -> Option<Arc<dyn AnyStaff>> {
        self.staffs.iter().find(|staff| staff.title() == title).cloned()
    }

    pub(crate) fn staff_or_problem(&self, title: &dyn AnyTitle) -> Result<Arc<dyn AnyStaff>, Problem> {
        self.staff(title.id()).ok_or_else(|| Problem::bad(format!("{} has no generals", title.name())))
    }

    /// Whether so many wait for a core that another question had better be asked later.
    pub(crate) fn is_crowded(&self) -> bool {
        self.waiting.load(Ordering::Relaxed) >= QUEUE
    }

    pub(crate) fn threads(&self) -> usize {
        self.threads
    }

    /// A general by its name, if it does not want to think for too long.
    pub(crate) fn character(&self, words: &str) -> Result<Character, String> {
        if words.len() > LONGEST_NAME {
            return Err(format!("the name of a general has {LONGEST_NAME} letters at most"));
        }
        let character = ai::character_of(words, self.threads)?;
        let modest = match character.budget {
            Budget::Simulations(number) => number <= SIMULATIONS,
            Budget::Seconds(seconds) => seconds <= SECONDS,
        };
        match modest {
            true => Ok(character),
            false => Err(format!("a general may think {SECONDS} seconds or {SIMULATIONS} simulations a turn at most")),
        }
    }

    /// Thinks on a thread of its own, as soon as so many cores are free; with none, at once.
    pub(crate) async fn think<T: Send + 'static>(
        &self,
        threads: usize,
        cancel: Arc<AtomicBool>,
        heard: impl Fn(Progress) + Send + Sync + 'static,
        thought: impl FnOnce(Reins<'_>) -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let fault =
            || Problem::new(axum::http::StatusCode::INTERNAL_SERVER_ERROR, "a fault of the program, please report it");
        let permits = u32::try_from(threads).unwrap_or(1);
        let queue = Waiting::new(&self.waiting);
        let place = self.cores.clone().acquire_many_owned(permits).await.map_err(|_| fault())?;
        drop(queue);
        let turn = Turn {
            cores: self.cores.clone(),
            waiting: self.waiting.clone(),
            permits,
            held: Mutex::new((Some(place), Instant::now())),
            runtime: Handle::current(),
        };
        let work = move || {
            let progress = |progress: Progress| {
                heard(progress);
                turn.pass_on(&cancel);
            };
            thought(Reins { cancel: &cancel, progress: &progress })
        };
        tokio::task::spawn_blocking(work).await.map_err(|_| fault())
    }
}

/// Counts one who waits, while it lives.
struct Waiting(Arc<AtomicUsize>);

impl Waiting {
    fn new(count: &Arc<AtomicUsize>) -> Waiting {
        count.fetch_add(1, Ordering::Relaxed);
        Waiting(count.clone())
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// The cores that a thought has for now.
struct Turn {
    cores: Arc<Semaphore>,
    waiting: Arc<AtomicUsize>,
    permits: u32,
    held: Mutex<(Option<OwnedSemaphorePermit>, Instant)>,
    runtime: Handle,
}

impl Turn {
    /// Lets those go first who wait, if this thought has had its turn.
    fn pass_on(&self, cancel: &AtomicBool) {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        let somebody_waits = self.waiting.load(Ordering::Relaxed) > 0;
        if self.permits == 0 || !somebody_waits || held.1.elapsed() < SLICE || cancel.load(Ordering::Relaxed) {
            return;
        }
        let _queue = Waiting::new(&self.waiting);
        held.0 = None;
        held.0 = self.runtime.block_on(self.cores.clone().acquire_many_owned(self.permits)).ok();
        held.1 = Instant::now();
    }
}

/// Breaks off the thought of whoever does not wait for it any more.
#[derive(Default)]
pub(crate) struct Impatience(pub(crate) Arc<AtomicBool>);

impl Drop for Impatience {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Those who are being given hints: everybody once at a time.
#[derive(Default)]
pub(crate) struct Advised(Arc<Mutex<BTreeSet<String>>>);

/// Whoever holds it is being given hints.
pub(crate) struct Audience {
    who: String,
    among: Arc<Mutex<BTreeSet<String>>>,
}

impl Advised {
    pub(crate) fn admit(&self, who: &str) -> Option<Audience> {
        let new = self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(who.to_owned());
        new.then(|| Audience { who: who.to_owned(), among: self.0.clone() })
    }
}

impl Drop for Audience {
    fn drop(&mut self) {
        self.among.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.who);
    }
}
