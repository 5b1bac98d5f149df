//! Where generals think: on threads of their own, never more of them at a time than the machine has cores.
//!
//! A general that thinks for long passes its place on to waiting ones, again and again; time spent waiting does not count
//! against its budget. Generals in a game with people come before games without people, and owners take turns: a hundred
//! games of one owner hold up nobody else's.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use ai::{AnyStaff, Budget, Character, Progress, Reins};
use kernel::AnyTitle;
use tokio::runtime::Handle;

use crate::metrics::Metrics;
use crate::problem::Problem;
use crate::queue::{self, Closed, Party, Places, Queue, Rank};
use crate::workshop::{Lost, THOUGHTS, stopping};

/// How long somebody thinks before those who wait get their turn.
const SLICE: Duration = Duration::from_millis(250);
/// Thoughts that may have begun: fewer than there are threads for them, or those who wait for a thread could hold the cores
/// for which those who have one wait.
const BEGUN: Places = Places { all: THOUGHTS, each_address: 16, each_owner: 8 };
/// More threads than this do not make one general any quicker.
const THREADS: usize = 4;
/// The most that a general of somebody's choice may try in a turn.
const SIMULATIONS: u32 = 20_000;
const LONGEST_NAME: usize = 60;

pub(crate) struct Headquarters {
    staffs: Vec<Arc<dyn AnyStaff>>,
    /// Thoughts that have begun: each keeps a thread, also while it lets others go first.
    begun: Queue,
    /// Cores: a thought has as many as it has threads.
    cores: Queue,
    /// Threads for one thought.
    threads: usize,
    /// Threads that leave the others the first go.
    back: Handle,
    /// The longest thought in a turn.
    longest: Duration,
    metrics: Arc<Metrics>,
}

impl Headquarters {
    pub(crate) fn new(
        staffs: Vec<Arc<dyn AnyStaff>>,
        longest: Duration,
        metrics: &Arc<Metrics>,
        back: Handle,
    ) -> Headquarters {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let places = Places { all: cores, each_address: cores, each_owner: cores };
        Headquarters {
            staffs,
            begun: Queue::new(BEGUN, metrics.queue("thoughts")),
            cores: Queue::new(places, metrics.queue("generals")),
            threads: cores.min(THREADS),
            back,
            longest,
            metrics: metrics.clone(),
        }
    }

    /// Nobody begins to think any more.
    pub(crate) fn close(&self) {
        self.begun.close();
        self.cores.close();
    }

    pub(crate) fn staff(&self, title: &str) -> Option<Arc<dyn AnyStaff>> {
        self.staffs.iter().find(|staff| staff.title() == title).cloned()
    }

    pub(crate) fn staff_or_problem(&self, title: &dyn AnyTitle) -> Result<Arc<dyn AnyStaff>, Problem> {
        self.staff(title.id()).ok_or_else(|| Problem::bad(format!("{} has no generals", title.name())))
    }

    pub(crate) fn threads(&self) -> usize {
        self.threads
    }

    /// A general by its name, if it does not want to think for too long.
    pub(crate) fn character(&self, words: &str) -> Result<Character, String> {
        if words.len() > LONGEST_NAME {
            return Err(format!("the name of a general may have at most {LONGEST_NAME} letters"));
        }
        let character = ai::character_of(words, self.threads)?;
        let modest = match character.budget {
            Budget::Simulations(number) => number <= SIMULATIONS,
            Budget::Seconds(seconds) => seconds <= self.longest.as_secs_f64(),
        };
        match modest {
            true => Ok(character),
            false => {
                let seconds = self.longest.as_secs();
                Err(format!("a general may use at most {seconds} seconds or {SIMULATIONS} simulations per turn"))
            }
        }
    }

    /// Thinks on a thread of its own, when its turn has come and so many cores are free.
    pub(crate) async fn think<T: Send + 'static>(
        &self,
        (party, rank): (&Party, Rank),
        threads: usize,
        cancel: Arc<AtomicBool>,
        heard: impl Fn(Progress) + Send + Sync + 'static,
        thought: impl FnOnce(Reins<'_>) -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let begun = self.begun.turn(party, rank, 1).await.map_err(|Closed| stopping())?;
        let place = self.cores.turn(party, rank, threads).await.map_err(|Closed| stopping())?;
        let turn = Turn {
            cores: self.cores.clone(),
            party: party.clone(),
            rank,
            threads,
            held: Mutex::new((Some(place), Instant::now())),
            runtime: self.back.clone(),
        };
        self.metrics.thinking.inc();
        let counted = Counted(self.metrics.clone());
        let work = move || {
            let _kept = (begun, counted);
            let progress = |progress: Progress| {
                heard(progress);
                turn.pass_on(&cancel);
            };
            thought(Reins { cancel: &cancel, progress: &progress })
        };
        self.back.spawn_blocking(work).await.map_err(|_| Lost::Broken.into())
    }
}

/// Counts a general that thinks, while it lives.
struct Counted(Arc<Metrics>);

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.thinking.dec();
    }
}

/// The cores that a thought has for now.
struct Turn {
    cores: Queue,
    party: Party,
    rank: Rank,
    threads: usize,
    held: Mutex<(Option<queue::Turn>, Instant)>,
    runtime: Handle,
}

impl Turn {
    /// Lets those go first who wait: those who come before this one at once, the others when it has had its slice.
    fn pass_on(&self, cancel: &AtomicBool) {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        let had_its_slice = held.1.elapsed() >= SLICE;
        if cancel.load(Ordering::Relaxed) || !self.cores.should_yield(self.rank, had_its_slice) {
            return;
        }
        held.0 = None;
        held.0 = self.runtime.block_on(self.cores.turn(&self.party, self.rank, self.threads)).ok();
        held.1 = Instant::now();
    }
}

/// Cancels a thought that nobody waits for any more.
#[derive(Default)]
pub(crate) struct Impatience(pub(crate) Arc<AtomicBool>);

impl Drop for Impatience {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
