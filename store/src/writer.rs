//! The one owner of all writing: it gathers what many want to change, commits it in one transaction, and answers only when it
//! knows what became of it.
//!
//! After any error the connection is thrown away, so that nothing is ever written into a transaction that was left open. If a
//! COMMIT fails or its answer is lost, the writer looks before it answers; what cannot be found out is said to be unknown, and
//! the games concerned are not read again before it has been.

use std::collections::{HashSet, VecDeque};
use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use sqlx::{AnyConnection, Connection};
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::timeout;

use crate::append::{self, Append};
use crate::connecting::{Address, Held, Session};
use crate::{Result, Store, StoreError};

/// Most changes that share a transaction; of those that are no player's orders, and of lines of games that only programs play.
/// A player waits for two groups at most, the one under way and his own: both are short, whatever others want written.
const GROUP: usize = 512;
const OTHERS: usize = 8;
const LINES_OF_PROGRAMS: usize = 64;
/// How long the statements of a group may take, and how long its commit.
const PATIENCE: Duration = Duration::from_secs(20);
/// How long the writer tries to find out what became of a commit: a server may be starting again, a file is there or is not.
const LOOKING: Duration = Duration::from_secs(5);
const LOOKING_IN_A_FILE: Duration = Duration::from_secs(1);
const PAUSE: Duration = Duration::from_millis(100);

pub(crate) type Underway<'c, T> = Pin<Box<dyn Future<Output = Result<T>> + Send + 'c>>;
type Work = Box<dyn for<'c> Fn(&'c mut AnyConnection) -> Underway<'c, ()> + Send + Sync>;

pub(crate) enum Change {
    Append(Append),
    Other {
        /// The game in memory that it belongs to.
        game: Option<String>,
        work: Work,
    },
    /// Something is to be written, to see whether it can be.
    Probe,
}

impl Change {
    fn game(&self) -> Option<&str> {
        match self {
            Change::Append(append) => Some(&append.game),
            Change::Other { game, .. } => game.as_deref(),
            Change::Probe => None,
        }
    }
}

pub(crate) enum Job {
    Change(Change, oneshot::Sender<Result<()>>),
    Stop(oneshot::Sender<()>),
}

/// What others may know of the writer.
#[derive(Clone)]
pub(crate) struct Standing {
    /// Why the last group was not written; nothing if it was.
    failing: watch::Receiver<Option<String>>,
    /// Games of which nobody knows whether the last change was kept.
    doubtful: Arc<Mutex<HashSet<String>>>,
}

impl Store {
    async fn hand_in(&self, change: Change) -> Result<()> {
        let (answer, answered) = oneshot::channel();
        self.jobs.send(Job::Change(change, answer)).await.map_err(|_| StoreError::Closed)?;
        answered.await.map_err(|_| StoreError::Closed)?
    }

    /// Appends to a journal. When this returns `Ok`, the lines are on disk.
    pub async fn append(&self, append: Append) -> Result<()> {
        append.must_be_writable()?;
        self.hand_in(Change::Append(append)).await
    }

    /// Changes something in the transaction of the next group. The work may be asked twice; if it refuses, it must not have written
    /// anything. It is carried through whether or not anybody waits for it. `game` is the game in memory that it belongs to.
    pub(crate) async fn change<T: Send + 'static>(
        &self,
        game: Option<&str>,
        work: impl for<'c> Fn(&'c mut AnyConnection) -> Underway<'c, T> + Send + Sync + 'static,
    ) -> Result<T> {
        let made = Arc::new(Mutex::new(None));
        let (kept, work) = (made.clone(), Arc::new(work));
        let work: Work = Box::new(move |connection| {
            let (kept, work) = (kept.clone(), work.clone());
            Box::pin(async move {
                let value = work(connection).await?;
                *kept.lock().unwrap_or_else(PoisonError::into_inner) = Some(value);
                Ok(())
            })
        });
        self.hand_in(Change::Other { game: game.map(str::to_owned), work }).await?;
        let made = made.lock().unwrap_or_else(PoisonError::into_inner).take();
        made.ok_or(StoreError::Closed)
    }

    /// Whether the database can be read and written. After a write that failed, another is tried.
    pub async fn is_well(&self) -> Result<()> {
        let failing = self.standing.failing.borrow().clone();
        if failing.is_some() {
            self.hand_in(Change::Probe).await?;
        }
        sqlx::query("SELECT 1").execute(&self.pool).await?;
        Ok(())
    }

    /// Waits until it is known what became of the last change of a game.
    pub(crate) async fn must_be_certain(&self, game: &str) -> Result<()> {
        let doubtful = self.standing.doubtful.lock().unwrap_or_else(PoisonError::into_inner).contains(game);
        if doubtful { self.hand_in(Change::Probe).await } else { Ok(()) }
    }
}

/// Why a group was not written.
enum Trouble {
    /// The database refuses one of the changes for what it says; the others may do without it.
    Refused(StoreError),
    /// Nothing was kept.
    Nothing(StoreError),
    /// Nobody knows whether it was kept.
    Unknown(StoreError),
}

pub(crate) struct Writer {
    address: Address,
    connection: Option<AnyConnection>,
    /// The session of the last connection.
    session: Option<Session>,
    failing: watch::Sender<Option<String>>,
    doubtful: Arc<Mutex<HashSet<String>>>,
    _held: Held,
}

/// By what a commit is known to have happened.
enum Sign {
    Token(String),
    Head { game: String, head: String },
}

/// SQLite writes the end of a transaction last, in one piece, and only then flushes. If it was that write which failed, there is
/// no end, and the transaction will never be found.
fn wrote_no_end(error: &sqlx::Error) -> bool {
    const FULL: &str = "13";
    const IOERR_WRITE: &str = "778";
    error.as_database_error().and_then(|error| error.code()).is_some_and(|code| code == FULL || code == IOERR_WRITE)
}

fn next_token() -> String {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0, |since| since.as_nanos());
    format!("{}-{since}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed))
}

async fn leave(connection: AnyConnection) {
    // Whatever it says: nobody will use it again.
    let _ = timeout(Duration::from_secs(2), connection.close()).await;
}

impl Writer {
    /// With the connection that has opened the database.
    pub(crate) fn new(
        address: Address,
        connection: AnyConnection,
        session: Option<Session>,
        held: Held,
    ) -> (Writer, Standing) {
        let (failing, known) = watch::channel(None);
        let doubtful: Arc<Mutex<HashSet<String>>> = Arc::default();
        let standing = Standing { failing: known, doubtful: doubtful.clone() };
        (Writer { address, connection: Some(connection), session, failing, doubtful, _held: held }, standing)
    }

    pub(crate) async fn run(mut self, mut jobs: mpsc::Receiver<Job>) {
        let mut heard = Vec::with_capacity(GROUP);
        let mut line = Line::default();
        let mut stop = None;
        loop {
            let nothing_to_do = line.is_empty() && stop.is_none();
            if nothing_to_do && jobs.recv_many(&mut heard, GROUP).await == 0 {
                break;
            }
            heard.extend(std::iter::from_fn(|| jobs.try_recv().ok()));
            for job in heard.drain(..) {
                match job {
                    Job::Change(change, answer) => line.push(change, answer),
                    Job::Stop(done) => stop = Some(done),
                }
            }
            if line.is_empty() {
                break;
            }
            self.write(line.next_group()).await;
        }
        if let Some(connection) = self.connection.take() {
            leave(connection).await;
        }
        drop(self);
        if let Some(done) = stop {
            let _ = done.send(());
        }
    }

    /// Writes a group and answers everybody in it.
    async fn write(&mut self, changes: Vec<(Change, oneshot::Sender<Result<()>>)>) {
        let (changes, answers): (Vec<Change>, Vec<_>) = changes.into_iter().unzip();
        let all: Vec<&Change> = changes.iter().collect();
        let results = match self.attempt(&all).await {
            Ok(results) => results,
            Err(Trouble::Refused(_)) if all.len() > 1 => {
                // One of them is to blame, and the others are not.
                let mut results = Vec::with_capacity(all.len());
                for change in &all {
                    results.push(match self.attempt(&[*change]).await {
                        Ok(mut alone) => alone.pop().unwrap_or(Err(StoreError::Closed)),
                        Err(trouble) => Err(self.note(trouble, &[*change])),
                    });
                }
                results
            }
            Err(trouble) => {
                let error = self.note(trouble, &all);
                all.iter().map(|_| Err(error.clone())).collect()
            }
        };
        for (answer, result) in answers.into_iter().zip(results) {
            let _ = answer.send(result);
        }
    }

    /// Remembers what went wrong, and says what those concerned are told.
    fn note(&self, trouble: Trouble, changes: &[&Change]) -> StoreError {
        let error = match trouble {
            Trouble::Refused(error) => return error,
            Trouble::Nothing(error) => error,
            Trouble::Unknown(error) => {
                let games = changes.iter().filter_map(|change| change.game()).map(str::to_owned);
                self.doubtful.lock().unwrap_or_else(PoisonError::into_inner).extend(games);
                StoreError::Doubtful(error.to_string())
            }
        };
        tracing::error!(%error, changes = changes.len(), "a group of changes was not written");
        self.failing.send_replace(Some(error.to_string()));
        error
    }

    /// One transaction. A game that was changed by somebody else is left out of it.
    async fn attempt(&mut self, changes: &[&Change]) -> std::result::Result<Vec<Result<()>>, Trouble> {
        let mut connection = self.connected().await.map_err(Trouble::Nothing)?;
        let (error, results, sign) = match transact(&mut connection, changes).await {
            Ending::Committed(results) => {
                self.connection = Some(connection);
                self.is_settled();
                return Ok(results);
            }
            Ending::Failed(error) => {
                leave(connection).await;
                let refused = matches!(error, StoreError::Refused(_));
                return Err(if refused { Trouble::Refused(error) } else { Trouble::Nothing(error) });
            }
            Ending::Unanswered { error, results, sign } => (error, results, sign),
        };
        leave(connection).await;
        tracing::warn!(%error, "a commit was not answered; looking for what became of it");
        match self.find_out(&sign).await {
            Some(true) => Ok(results),
            Some(false) => Err(Trouble::Nothing(error)),
            None => Err(Trouble::Unknown(error)),
        }
    }

    fn is_settled(&self) {
        self.doubtful.lock().unwrap_or_else(PoisonError::into_inner).clear();
        self.failing.send_if_modified(|failing| failing.take().is_some());
    }

    /// The connection, or a new one if the last was thrown away.
    async fn connected(&mut self) -> Result<AnyConnection> {
        match self.connection.take() {
            Some(connection) => Ok(connection),
            None => {
                let (connection, session) = self.address.connect_writer(self.session.as_ref()).await?;
                self.session = session;
                Ok(connection)
            }
        }
    }

    /// Whether a commit has happened; nothing if that cannot be found out now.
    async fn find_out(&mut self, sign: &Sign) -> Option<bool> {
        let begun = Instant::now();
        let patience = if self.address.is_sqlite() { LOOKING_IN_A_FILE } else { LOOKING };
        loop {
            match timeout(LOOKING, self.look(sign)).await {
                Ok(Ok(found)) => return Some(found),
                Ok(Err(error)) => tracing::warn!(%error, "what became of a commit cannot be found out yet"),
                Err(_) => {}
            }
            if begun.elapsed() > patience {
                return None;
            }
            tokio::time::sleep(PAUSE).await;
        }
    }

    async fn look(&mut self, sign: &Sign) -> Result<bool> {
        let mut connection = self.connected().await?;
        let found = match sign {
            Sign::Token(token) => {
                let kept: Option<(String,)> = sqlx::query_as("SELECT token FROM last_commit WHERE place = 0")
                    .fetch_optional(&mut connection)
                    .await?;
                kept.is_some_and(|(kept,)| kept == *token)
            }
            Sign::Head { game, head } => {
                let kept: Option<(String,)> = sqlx::query_as("SELECT head FROM games WHERE id = $1")
                    .bind(game.as_str())
                    .fetch_optional(&mut connection)
                    .await?;
                kept.is_some_and(|(kept,)| kept == *head)
            }
        };
        if self.address.is_sqlite() {
            settle(&mut connection, found).await?;
        }
        self.connection = Some(connection);
        self.is_settled();
        Ok(found)
    }
}

/// What SQLite could not flush may lie in its log all the same, and would be found after a crash. If it was found already, it is
/// brought into the database and flushed there; otherwise something else is written in its place.
async fn settle(connection: &mut AnyConnection, found: bool) -> Result<()> {
    if !found {
        return leave_token(connection, &next_token()).await;
    }
    let (busy,): (i64,) = sqlx::query_as("PRAGMA wal_checkpoint(FULL)").fetch_one(connection).await?;
    match busy {
        0 => Ok(()),
        _ => Err(StoreError::Database("somebody reads what is to be flushed".into())),
    }
}

async fn leave_token(connection: &mut AnyConnection, token: &str) -> Result<()> {
    sqlx::query("UPDATE last_commit SET token = $1 WHERE place = 0").bind(token).execute(connection).await?;
    Ok(())
}

type Answer = oneshot::Sender<Result<()>>;

/// What is to be written, by what comes first: players' orders, what else people do, games that only programs play. Whoever
/// hands in a change that depends on another has waited for that one: these may overtake each other.
#[derive(Default)]
struct Line {
    orders: VecDeque<(Append, Answer)>,
    others: VecDeque<(Change, Answer)>,
    programs: VecDeque<(Append, Answer)>,
}

impl Line {
    fn push(&mut self, change: Change, answer: Answer) {
        match change {
            Change::Append(append) if append.waited_for => self.orders.push_back((append, answer)),
            Change::Append(append) => self.programs.push_back((append, answer)),
            Change::Other { .. } | Change::Probe => self.others.push_back((change, answer)),
        }
    }

    fn is_empty(&self) -> bool {
        self.orders.is_empty() && self.others.is_empty() && self.programs.is_empty()
    }

    /// Some of each kind, so that no kind waits for ever. Of a game that appends twice, the second has its turn after the first.
    fn next_group(&mut self) -> Vec<(Change, Answer)> {
        let mut games = HashSet::new();
        let mut group = Vec::new();
        while group.len() < GROUP
            && let Some((append, answer)) = self.orders.pop_front_if(|(append, _)| games.insert(append.game.clone()))
        {
            group.push((Change::Append(append), answer));
        }
        group.extend(self.others.drain(..self.others.len().min(OTHERS)));
        let mut lines = 0;
        while lines < LINES_OF_PROGRAMS
            && let Some((append, answer)) = self.programs.pop_front_if(|(append, _)| games.insert(append.game.clone()))
        {
            lines += append.lines.len();
            group.push((Change::Append(append), answer));
        }
        group
    }
}

/// How a transaction ended.
enum Ending {
    Committed(Vec<Result<()>>),
    /// Nothing was kept.
    Failed(StoreError),
    /// Whether it was kept is to be found out.
    Unanswered {
        error: StoreError,
        results: Vec<Result<()>>,
        sign: Sign,
    },
}

fn silent() -> StoreError {
    StoreError::Database("the database does not answer".into())
}

async fn transact(connection: &mut AnyConnection, changes: &[&Change]) -> Ending {
    let begun = timeout(PATIENCE, connection.begin()).await;
    let mut transaction = match begun.map_or_else(|_| Err(silent()), |begun| begun.map_err(StoreError::from)) {
        Ok(transaction) => transaction,
        Err(error) => return Ending::Failed(error),
    };
    let carried_out = timeout(PATIENCE, carry_out(&mut transaction, changes)).await;
    let (results, sign) = match carried_out.unwrap_or_else(|_| Err(silent())) {
        Ok(carried_out) => carried_out,
        Err(error) => return Ending::Failed(error),
    };
    let (nothing, error) = match timeout(PATIENCE, transaction.commit()).await {
        Ok(Ok(())) => return Ending::Committed(results),
        Ok(Err(error)) => (wrote_no_end(&error), StoreError::from(error)),
        Err(_) => (false, silent()),
    };
    match sign {
        // Everything was refused: there was nothing to keep.
        None => Ending::Failed(error),
        Some(_) if nothing => Ending::Failed(error),
        Some(sign) => Ending::Unanswered { error, results, sign },
    }
}

/// Everything of a group, in a transaction that is still open, with what came of each and the sign by which the commit is known.
async fn carry_out(connection: &mut AnyConnection, changes: &[&Change]) -> Result<(Vec<Result<()>>, Option<Sign>)> {
    let appends: Vec<&Append> = changes
        .iter()
        .filter_map(|change| match change {
            Change::Append(append) => Some(append),
            Change::Other { .. } | Change::Probe => None,
        })
        .collect();
    let advanced = append::append(connection, &appends).await?;
    let mut results = Vec::with_capacity(changes.len());
    let mut sign = None;
    let mut needs_token = false;
    for change in changes {
        results.push(match change {
            Change::Append(append) if advanced.contains(append.game.as_str()) => {
                let head = append.after.grown(&append.lines).head;
                sign.get_or_insert(Sign::Head { game: append.game.clone(), head });
                Ok(())
            }
            Change::Append(_) => Err(StoreError::Conflict),
            Change::Other { work, .. } => match work(connection).await {
                // The transaction is broken, and everything in it with it.
                Err(error @ (StoreError::Database(_) | StoreError::Refused(_))) => return Err(error),
                result => {
                    needs_token = true;
                    result
                }
            },
            Change::Probe => {
                needs_token = true;
                Ok(())
            }
        });
    }
    if needs_token {
        let token = next_token();
        leave_token(connection, &token).await?;
        sign = Some(Sign::Token(token));
    }
    Ok((results, sign))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::append::Progress;
    use crate::chain::Chain;

    fn push(line: &mut Line, game: &str, lines: usize, waited_for: bool) {
        let append = Append {
            game: game.to_owned(),
            after: Chain::of_game(game),
            lines: vec!["a line".to_owned(); lines],
            progress: Progress::default(),
            takeback: None,
            waited_for,
        };
        line.push(Change::Append(append), oneshot::channel().0);
    }

    fn games(group: &[(Change, Answer)]) -> Vec<&str> {
        group
            .iter()
            .map(|(change, _)| match change {
                Change::Append(append) => append.game.as_str(),
                Change::Other { .. } | Change::Probe => "other",
            })
            .collect()
    }

    #[test]
    fn players_orders_are_written_before_what_programs_do() {
        let mut line = Line::default();
        for number in 0..40 {
            push(&mut line, &format!("program {number}"), 10, false);
        }
        for _ in 0..20 {
            line.push(Change::Probe, oneshot::channel().0);
        }
        push(&mut line, "player", 1, true);
        let group = line.next_group();
        let games = games(&group);
        assert_eq!(games[0], "player");
        assert_eq!(games.iter().filter(|game| **game == "other").count(), OTHERS);
        // The group that reaches the limit is the last one in.
        assert_eq!(games.iter().filter(|game| game.starts_with("program")).count(), LINES_OF_PROGRAMS.div_ceil(10));
    }

    #[test]
    fn nothing_waits_for_ever_and_a_game_appends_once_a_group() {
        let mut line = Line::default();
        for game in ["one", "two", "one", "two"] {
            push(&mut line, game, 1, true);
            push(&mut line, &format!("program {game}"), 1, false);
        }
        assert_eq!(games(&line.next_group()), ["one", "two", "program one", "program two"]);
        assert_eq!(games(&line.next_group()), ["one", "two", "program one", "program two"]);
        assert!(line.is_empty());
    }
}
