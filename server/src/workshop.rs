//! Where rules run: never on the threads that serve connections.
//!
//! In front, on threads of the usual priority, what somebody waits for and takes little: orders, looks at a game. In the back,
//! on threads to which the machine gives what others leave, what takes long or is for programs: loading, importing, odds, the
//! moves of programs, the thoughts of generals. Each kind has a fair queue of its own.

use std::sync::Arc;

use kernel::Stop;
use tokio::runtime::{Builder, Handle, Runtime};
use tokio::sync::watch;

use crate::limits::Limits;
use crate::metrics::Metrics;
use crate::problem::Problem;
use crate::queue::{Closed, Party, Places, Queue, Rank, Sliced};
use crate::quota::Quota;

/// How far threads in the back stand behind the others, as `nice` counts.
#[cfg(target_os = "linux")]
const BEHIND: i32 = 5;
/// Thoughts of generals that may have begun at a time.
pub(crate) const THOUGHTS: usize = 512;
/// Threads for pieces of work that cannot be put aside: thoughts, most of which wait for their turn, and what the queues let in.
const BLOCKING: usize = THOUGHTS + 128;

pub(crate) struct Workshop {
    front: Shop,
    back: Shop,
    /// Orders and looks.
    orders: Queue,
    /// Games that are taken into memory.
    loads: Queue,
    /// Odds, imports, records, positions, examples.
    questions: Queue,
    /// The moves of programs.
    moves: Queue,
    /// Orders and looks under way.
    requests: Quota,
    asked: Quota,
    limits: Limits,
    metrics: Arc<Metrics>,
    stopped: watch::Receiver<bool>,
}

/// A runtime that can be let go inside another one.
struct Shop {
    handle: Handle,
    runtime: Option<Runtime>,
}

impl Drop for Shop {
    fn drop(&mut self) {
        // What still works in it ends with the program; nobody waits for it.
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

#[cfg(target_os = "linux")]
fn step_back() {
    // Where that is forbidden everything works, with less difference between what comes first and what can wait.
    let _ = rustix::process::setpriority_process(Some(rustix::thread::gettid()), BEHIND);
}

#[cfg(not(target_os = "linux"))]
fn step_back() {}

fn shop(name: &str, threads: usize, on_start: fn()) -> Result<Shop, String> {
    let runtime = Builder::new_multi_thread()
        .worker_threads(threads)
        .max_blocking_threads(BLOCKING)
        .thread_name(name)
        .on_thread_start(on_start)
        .enable_all()
        .build()
        .map_err(|error| format!("threads for the rules cannot be started: {error}"))?;
    Ok(Shop { handle: runtime.handle().clone(), runtime: Some(runtime) })
}

fn fault() -> Problem {
    Problem::new(axum::http::StatusCode::INTERNAL_SERVER_ERROR, "internal error; please report it")
}

pub(crate) fn stopping() -> Problem {
    Problem::busy("the server is being shut down")
}

async fn told_to_stop(mut stopped: watch::Receiver<bool>) {
    let _ = stopped.wait_for(|stopped| *stopped).await;
}

/// Why work in slices has no result.
#[derive(Debug)]
pub(crate) enum Lost {
    /// A quota was full.
    Refused(Problem),
    Stopping,
    /// It panicked.
    Broken,
}

impl From<Lost> for Problem {
    fn from(lost: Lost) -> Problem {
        match lost {
            Lost::Refused(problem) => problem,
            Lost::Stopping => stopping(),
            Lost::Broken => fault(),
        }
    }
}

impl Workshop {
    pub(crate) fn new(
        limits: Limits,
        metrics: &Arc<Metrics>,
        stopped: watch::Receiver<bool>,
    ) -> Result<Workshop, String> {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let front = cores.max(2) * 2;
        let queue = |name, all: usize| {
            let half = all.div_ceil(2);
            Queue::new(Places { all, each_address: half.max(all - 1), each_owner: half }, metrics.queue(name))
        };
        Ok(Workshop {
            front: shop("rules", front, || {})?,
            back: shop("long-work", cores, step_back)?,
            orders: queue("orders", front),
            loads: queue("loads", cores.max(2) * 2),
            questions: queue("questions", cores.max(2)),
            moves: queue("moves", cores),
            requests: Quota::new("requests", metrics),
            asked: Quota::new("questions", metrics),
            limits,
            metrics: metrics.clone(),
            stopped,
        })
    }

    /// Carries out a task for a caller, in slices, even if the caller stops waiting.
    pub(crate) async fn carry_out<T: Send + 'static>(
        &self,
        party: &Party,
        work: impl Future<Output = T> + Send + 'static,
    ) -> Result<T, Lost> {
        let admission = self.requests.admit_party(party, self.limits.requests, "requests in progress");
        let admission = admission.map_err(Lost::Refused)?;
        let work = Sliced::new(&self.orders, party.clone(), Rank::Person, work);
        let task = self.front.handle.spawn(async move {
            let _admission = admission;
            work.await
        });
        match task.await {
            Ok(Ok(done)) => Ok(done),
            Ok(Err(Closed)) => Err(Lost::Stopping),
            Err(_) => Err(Lost::Broken),
        }
    }

    /// A look that takes little.
    pub(crate) async fn look<T: Send + 'static>(
        &self,
        party: &Party,
        look: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        Ok(self.carry_out(party, async move { look() }).await?)
    }

    /// Answers a question that may take long: in its turn, within its budget, and only as long as somebody waits.
    pub(crate) async fn answer<T: Send + 'static>(
        &self,
        party: &Party,
        question: impl FnOnce(&Stop) -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let admission = self.asked.admit_party(party, self.limits.questions, "long requests in progress")?;
        let turn = self.questions.turn(party, Rank::Person, 1).await.map_err(|Closed| stopping())?;
        let patience = Patience::default();
        let stop = patience.0.clone();
        let work = move || {
            // Both are kept until the work is over, even if the caller has gone.
            let (_admission, _turn) = (admission, turn);
            stop.clone().govern(|| question(&stop))
        };
        let work = self.back.handle.spawn_blocking(work);
        // Whatever ends this, even the caller's leaving, stops the work.
        tokio::select! {
            done = work => done.map_err(|_| fault()),
            () = tokio::time::sleep(self.limits.budget) => {
                self.metrics.cut_short.inc();
                let seconds = self.limits.budget.as_secs();
                Err(Problem::busy(format!("this would take longer than {seconds} seconds and was cancelled")))
            }
            () = told_to_stop(self.stopped.clone()) => Err(stopping()),
        }
    }

    /// Takes a game into memory.
    pub(crate) async fn load<T: Send + 'static>(
        &self,
        party: &Party,
        load: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let turn = self.loads.turn(party, Rank::Person, 1).await.map_err(|Closed| stopping())?;
        let work = self.back.handle.spawn_blocking(move || {
            let _turn = turn;
            load()
        });
        work.await.map_err(|_| fault())
    }

    /// Moves programs on, a slice at a time.
    pub(crate) async fn move_on<T: Send + 'static>(
        &self,
        party: &Party,
        rank: Rank,
        work: impl Future<Output = T> + Send + 'static,
    ) -> Result<T, Lost> {
        let work = Sliced::new(&self.moves, party.clone(), rank, work);
        match self.back.handle.spawn(work).await {
            Ok(Ok(done)) => Ok(done),
            Ok(Err(Closed)) => Err(Lost::Stopping),
            Err(_) => Err(Lost::Broken),
        }
    }

    /// The threads in the back, for the thoughts of generals.
    pub(crate) fn back(&self) -> &Handle {
        &self.back.handle
    }

    /// Nothing long is begun any more, and those who wait for it are sent away. Orders that have begun are carried out.
    pub(crate) fn close(&self) {
        for queue in [&self.questions, &self.moves] {
            queue.close();
        }
    }

    pub(crate) fn close_orders(&self) {
        self.orders.close();
        self.loads.close();
    }
}

/// Stops the work for a question that nobody waits for any more.
#[derive(Default)]
struct Patience(Stop);

impl Drop for Patience {
    fn drop(&mut self) {
        self.0.stop();
    }
}
