//! What is put at the end of journals: two statements for a whole group, however many games it holds. Each statement costs a trip
//! to the thread of the database, and with hundreds of games those trips would take longer than the disk.

use std::collections::HashSet;
use std::fmt::Write as _;

use sqlx::AnyConnection;

use crate::{Chain, Result, StoreError};

/// Most lines that share a statement.
const ROWS: usize = 2_048;

/// How a game stands, for lists.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    pub turn: u32,
    pub over: bool,
    /// The seats that are asked, in words; nothing where that is a secret.
    pub waiting: String,
    /// Milliseconds since 1970. It tells of what is done in secret, too.
    pub changed: i64,
    /// When something happened last that everybody may notice.
    pub shown: i64,
}

/// Lines to be put at the end of a journal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Append {
    pub game: String,
    /// What the journal must be before.
    pub after: Chain,
    pub lines: Vec<String>,
    pub progress: Progress,
    /// The takeback that is asked for from now on, if that changes with it; an empty text forgets it.
    pub takeback: Option<String>,
    /// Whether somebody waits for it: it is written before what only programs do.
    pub waited_for: bool,
}

impl Append {
    pub(crate) fn must_be_writable(&self) -> Result<()> {
        writable(self.lines.iter().map(String::as_str))
    }
}

/// Refuses what PostgreSQL cannot keep, on both databases.
pub(crate) fn writable<'t>(texts: impl IntoIterator<Item = &'t str>) -> Result<()> {
    match texts.into_iter().any(|text| text.contains('\0')) {
        true => Err(StoreError::Unwritable),
        false => Ok(()),
    }
}

/// Puts lines at the end of journals, and says of which games: those that have the lines they should.
pub(crate) async fn append(connection: &mut AnyConnection, appends: &[&Append]) -> Result<HashSet<String>> {
    if appends.is_empty() {
        return Ok(HashSet::new());
    }
    let advanced = advance(connection, appends).await?;
    let agreed: Vec<&Append> =
        appends.iter().filter(|append| advanced.contains(append.game.as_str())).copied().collect();
    insert(connection, &agreed).await?;
    for append in agreed {
        if let Some(text) = &append.takeback {
            set_takeback(connection, &append.game, text).await?;
        }
    }
    Ok(advanced)
}

pub(crate) async fn set_takeback(connection: &mut AnyConnection, game: &str, text: &str) -> Result<()> {
    sqlx::query(
        "INSERT INTO takebacks (game, text) VALUES ($1, $2) ON CONFLICT (game) DO UPDATE SET text = excluded.text",
    )
    .bind(game)
    .bind(text)
    .execute(connection)
    .await?;
    Ok(())
}

/// Moves the games on that have as many lines as they should, and says which they are.
async fn advance(connection: &mut AnyConnection, appends: &[&Append]) -> Result<HashSet<String>> {
    // The first row tells PostgreSQL the types of all.
    let typed = "CAST($1 AS TEXT), CAST($2 AS BIGINT), CAST($3 AS TEXT), CAST($4 AS BIGINT), CAST($5 AS TEXT), \
                 CAST($6 AS BIGINT), CAST($7 AS BIGINT), CAST($8 AS TEXT), CAST($9 AS BIGINT), CAST($10 AS BIGINT)";
    let rows = rows_of_parameters(appends.len(), 10, typed);
    // Both databases name the columns of a list of values so.
    let statement = format!(
        "UPDATE games SET lines = new.column4, head = new.column5, turn = new.column6, over_now = new.column7,
            waiting = new.column8, changed = new.column9, shown = new.column10
         FROM (VALUES {rows}) AS new
         WHERE games.id = new.column1 AND games.lines = new.column2 AND games.head = new.column3 RETURNING games.id"
    );
    let mut query = sqlx::query_as(&statement).persistent(false);
    for Append { game, after, lines, progress, .. } in appends {
        let chain = after.grown(lines);
        query = query
            .bind(game.as_str())
            .bind(after.lines as i64)
            .bind(after.head.as_str())
            .bind(chain.lines as i64)
            .bind(chain.head)
            .bind(i64::from(progress.turn))
            .bind(i64::from(progress.over))
            .bind(progress.waiting.as_str())
            .bind(progress.changed)
            .bind(progress.shown);
    }
    let advanced: Vec<(String,)> = query.fetch_all(connection).await?;
    Ok(advanced.into_iter().map(|(game,)| game).collect())
}

/// Writes the lines of journals with their links.
pub(crate) async fn insert(connection: &mut AnyConnection, appends: &[&Append]) -> Result<()> {
    let mut lines: Vec<(&str, i64, &str, String)> = Vec::new();
    for Append { game, after, lines: new, .. } in appends {
        let mut chain = after.clone();
        for line in new {
            let number = chain.lines as i64;
            chain.grow(line);
            lines.push((game, number, line, chain.head.clone()));
        }
    }
    for lines in lines.chunks(ROWS) {
        let rows = rows_of_parameters(lines.len(), 4, "$1, $2, $3, $4");
        let statement = format!("INSERT INTO journal (game, line, text, link) VALUES {rows}");
        let mut query = sqlx::query(&statement).persistent(false);
        for (game, number, line, link) in lines {
            query = query.bind(*game).bind(*number).bind(*line).bind(link.as_str());
        }
        query.execute(&mut *connection).await?;
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
