//! Grouped commits: one task writes what many games append.

use sqlx::{Any, AnyPool, Transaction};
use tokio::sync::{mpsc, oneshot};

use crate::{Result, Store, StoreError};

/// Most games that share a transaction.
const GROUP: usize = 512;

/// How a game stands, for lists.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    pub turn: u32,
    pub over: bool,
    /// The seats that are asked, in words; nothing where that is a secret.
    pub waiting: String,
    /// Milliseconds since 1970.
    pub changed: i64,
}

/// Lines to be put at the end of a journal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Append {
    pub game: String,
    /// How many lines the journal must have before.
    pub after: usize,
    pub lines: Vec<String>,
    pub progress: Progress,
}

pub(crate) enum Job {
    Append(Append, oneshot::Sender<Result<()>>),
    Stop(oneshot::Sender<()>),
}

impl Store {
    /// Appends to a journal. When this returns `Ok`, the lines are on disk.
    pub async fn append(&self, append: Append) -> Result<()> {
        let (answer, answered) = oneshot::channel();
        self.appends.send(Job::Append(append, answer)).await.map_err(|_| StoreError::Closed)?;
        answered.await.map_err(|_| StoreError::Closed)?
    }
}

pub(crate) async fn run(pool: AnyPool, mut jobs: mpsc::Receiver<Job>) {
    let mut group = Vec::with_capacity(GROUP);
    let mut stop = None;
    while stop.is_none() {
        if jobs.recv_many(&mut group, GROUP).await == 0 {
            return;
        }
        let mut appends = Vec::with_capacity(group.len());
        for job in group.drain(..) {
            match job {
                Job::Append(append, answer) => appends.push((append, answer)),
                Job::Stop(done) => stop = Some(done),
            }
        }
        if appends.is_empty() {
            continue;
        }
        let written = write(&pool, appends.iter().map(|(append, _)| append)).await;
        match written {
            Ok(results) => {
                tracing::trace!(appends = results.len(), "committed");
                for ((_, answer), result) in appends.into_iter().zip(results) {
                    let _ = answer.send(result);
                }
            }
            Err(error) => {
                tracing::error!(%error, appends = appends.len(), "nothing was written");
                for (_, answer) in appends {
                    let _ = answer.send(Err(StoreError::Database(error.to_string())));
                }
            }
        }
    }
    if let Some(done) = stop {
        let _ = done.send(());
    }
}

/// One transaction; a game that was changed by somebody else is left out of it.
async fn write<'a>(pool: &AnyPool, appends: impl Iterator<Item = &'a Append>) -> Result<Vec<Result<()>>> {
    let mut transaction = pool.begin().await?;
    let mut results = Vec::new();
    for append in appends {
        results.push(match write_one(&mut transaction, append).await {
            Err(StoreError::Database(words)) => return Err(StoreError::Database(words)),
            other => other,
        });
    }
    transaction.commit().await?;
    Ok(results)
}

async fn write_one(transaction: &mut Transaction<'_, Any>, append: &Append) -> Result<()> {
    let Append { game, after, lines, progress } = append;
    let updated = sqlx::query(
        "UPDATE games SET lines = $1, turn = $2, over_now = $3, waiting = $4, changed = $5 WHERE id = $6 AND lines = $7",
    )
    .bind((after + lines.len()) as i64)
    .bind(i64::from(progress.turn))
    .bind(i64::from(progress.over))
    .bind(progress.waiting.as_str())
    .bind(progress.changed)
    .bind(game.as_str())
    .bind(*after as i64)
    .execute(&mut **transaction)
    .await?;
    if updated.rows_affected() != 1 {
        return Err(StoreError::Conflict);
    }
    for (offset, line) in lines.iter().enumerate() {
        sqlx::query("INSERT INTO journal (game, line, text) VALUES ($1, $2, $3)")
            .bind(game.as_str())
            .bind((after + offset) as i64)
            .bind(line.as_str())
            .execute(&mut **transaction)
            .await?;
    }
    Ok(())
}
