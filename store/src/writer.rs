//! Grouped commits: one task writes what many games append.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::sync::Arc;

use sqlx::{Any, AnyPool, Transaction};
use tokio::sync::{Mutex, mpsc, oneshot};

use crate::{Result, Store, StoreError};

/// Most games that share a transaction.
const GROUP: usize = 512;
/// Most lines that share a statement.
const ROWS: usize = 2_048;

/// Whose turn it is to write. SQLite has one writer at a time; who finds it taken would sleep and try again, and may miss his
/// turn for seconds, while here everybody waits in line.
pub(crate) type Writing = Arc<Mutex<()>>;

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

pub(crate) async fn run(writing: Writing, pool: AnyPool, mut jobs: mpsc::Receiver<Job>) {
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
        let written = write_all(&writing, &pool, appends.iter().map(|(append, _)| append).collect()).await;
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

/// A game that appends twice in one group has its second turn after the first.
async fn write_all(writing: &Writing, pool: &AnyPool, mut appends: Vec<&Append>) -> Result<Vec<Result<()>>> {
    let mut results = Vec::with_capacity(appends.len());
    while !appends.is_empty() {
        let mut games = HashSet::new();
        let once = appends.iter().take_while(|append| games.insert(append.game.as_str())).count();
        let later = appends.split_off(once);
        results.extend(write(writing, pool, &appends).await?);
        appends = later;
    }
    Ok(results)
}

/// One transaction; a game that was changed by somebody else is left out of it.
///
/// Two statements for the whole group, however many games it holds: each costs a trip to the thread of the database, and with
/// hundreds of games those trips would take longer than the disk.
async fn write(writing: &Writing, pool: &AnyPool, appends: &[&Append]) -> Result<Vec<Result<()>>> {
    let _turn = writing.lock().await;
    let mut transaction = pool.begin().await?;
    let advanced = advance(&mut transaction, appends).await?;
    let agreed: Vec<&Append> =
        appends.iter().filter(|append| advanced.contains(append.game.as_str())).copied().collect();
    insert(&mut transaction, &agreed).await?;
    transaction.commit().await?;
    Ok(appends
        .iter()
        .map(|append| if advanced.contains(append.game.as_str()) { Ok(()) } else { Err(StoreError::Conflict) })
        .collect())
}

/// Moves the games on that have as many lines as they should, and says which they are.
async fn advance(transaction: &mut Transaction<'_, Any>, appends: &[&Append]) -> Result<HashSet<String>> {
    // The first row tells PostgreSQL the types of all.
    let typed = "CAST($1 AS TEXT), CAST($2 AS BIGINT), CAST($3 AS BIGINT), CAST($4 AS BIGINT), CAST($5 AS BIGINT), \
                 CAST($6 AS TEXT), CAST($7 AS BIGINT)";
    let rows = rows_of_parameters(appends.len(), 7, typed);
    // Both databases name the columns of a list of values so.
    let statement = format!(
        "UPDATE games SET lines = new.column3, turn = new.column4, over_now = new.column5, waiting = new.column6,
            changed = new.column7
         FROM (VALUES {rows}) AS new WHERE games.id = new.column1 AND games.lines = new.column2 RETURNING games.id"
    );
    let mut query = sqlx::query_as(&statement).persistent(false);
    for Append { game, after, lines, progress } in appends {
        query = query
            .bind(game.as_str())
            .bind(*after as i64)
            .bind((after + lines.len()) as i64)
            .bind(i64::from(progress.turn))
            .bind(i64::from(progress.over))
            .bind(progress.waiting.as_str())
            .bind(progress.changed);
    }
    let advanced: Vec<(String,)> = query.fetch_all(&mut **transaction).await?;
    Ok(advanced.into_iter().map(|(game,)| game).collect())
}

async fn insert(transaction: &mut Transaction<'_, Any>, appends: &[&Append]) -> Result<()> {
    let lines: Vec<(&str, i64, &str)> = appends
        .iter()
        .flat_map(|append| {
            let numbered = append.lines.iter().enumerate();
            numbered.map(|(offset, line)| (append.game.as_str(), (append.after + offset) as i64, line.as_str()))
        })
        .collect();
    for lines in lines.chunks(ROWS) {
        let rows = rows_of_parameters(lines.len(), 3, "$1, $2, $3");
        let statement = format!("INSERT INTO journal (game, line, text) VALUES {rows}");
        let mut query = sqlx::query(&statement).persistent(false);
        for (game, number, line) in lines {
            query = query.bind(*game).bind(*number).bind(*line);
        }
        query.execute(&mut **transaction).await?;
    }
    Ok(())
}

/// `(first), ($8, $9, …), …`
fn rows_of_parameters(rows: usize, columns: usize, first: &str) -> String {
    let mut text = format!("({first})");
    for row in 1..rows {
        text.push_str(", (");
        for column in 1..=columns {
            let comma = if column == 1 { "" } else { ", " };
            let _ = write!(text, "{comma}${}", row * columns + column);
        }
        text.push(')');
    }
    text
}

#[cfg(test)]
mod tests {
    #[test]
    fn parameters_are_numbered_row_by_row() {
        assert_eq!(super::rows_of_parameters(3, 2, "$1, $2"), "($1, $2), ($3, $4), ($5, $6)");
    }
}
