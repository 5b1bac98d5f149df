//! Reading.

use sqlx::Row;
use sqlx::any::AnyRow;

use crate::{Chain, Result, SeatKey, Store, StoreError};

/// A game as lists show it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameRow {
    pub id: String,
    pub title: String,
    pub scenario: String,
    pub name: String,
    /// Who made it.
    pub owner: String,
    /// Milliseconds since 1970.
    pub created: i64,
    /// By whatever, secret or not: not to be shown.
    pub changed: i64,
    /// By something that everybody may notice.
    pub shown: i64,
    /// How many lines its journal has.
    pub lines: usize,
    pub turn: u32,
    pub over: bool,
    pub waiting: String,
    /// How many throws were made elsewhere before the game was imported; nothing if it was not.
    pub unverified: Option<u64>,
}

/// What a player wrote in a turn to the others of the side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LetterRow {
    pub seat: u8,
    pub turn: u32,
    pub text: String,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatRow {
    pub seat: u8,
    /// `here`, `link`, `random` or the name of a general.
    pub kind: String,
    /// Who holds it; empty if nobody does.
    pub holder: String,
    /// The hash of its invitation; empty if it has none.
    pub token: String,
    /// The invitation itself; empty if there is none, or if an earlier version kept but its hash.
    pub invitation: String,
    /// What its holder is called; empty if nobody holds it, or if the holder has given no name.
    pub player: String,
    /// Other devices on which its holder has opened it.
    pub keys: Vec<SeatKey>,
}

/// A journal that was found to be what was written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Journal {
    pub lines: Vec<String>,
    pub chain: Chain,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChatLine {
    pub at: i64,
    /// -1 for somebody without a seat.
    pub seat: i64,
    pub text: String,
}

const GAME: &str =
    "id, title, scenario, name, owner, created, changed, lines, turn, over_now, waiting, unverified, shown";

fn game_row(row: &AnyRow) -> Result<GameRow> {
    Ok(GameRow {
        id: row.try_get(0)?,
        title: row.try_get(1)?,
        scenario: row.try_get(2)?,
        name: row.try_get(3)?,
        owner: row.try_get(4)?,
        created: row.try_get(5)?,
        changed: row.try_get(6)?,
        lines: usize::try_from(row.try_get::<i64, _>(7)?).unwrap_or(0),
        turn: u32::try_from(row.try_get::<i64, _>(8)?).unwrap_or(0),
        over: row.try_get::<i64, _>(9)? != 0,
        waiting: row.try_get(10)?,
        // 0 for a game of our own; one more than the throws of an imported one.
        unverified: row.try_get::<i64, _>(11)?.unsigned_abs().checked_sub(1),
        shown: row.try_get(12)?,
    })
}

/// Every game there is, the oldest first.
pub(crate) async fn all_games(executor: impl sqlx::AnyExecutor<'_>) -> Result<Vec<GameRow>> {
    let statement = format!("SELECT {GAME} FROM games ORDER BY created, id");
    let rows = sqlx::query(&statement).fetch_all(executor).await?;
    rows.iter().map(game_row).collect()
}

impl Store {
    /// The game of an invitation, even if its seat is taken.
    pub async fn invited(&self, token: &str) -> Result<Option<String>> {
        let row: Option<(String,)> = sqlx::query_as("SELECT game FROM seats WHERE token = $1 AND token <> $2")
            .bind(token)
            .bind("")
            .fetch_optional(&self.pool)
            .await?;
        Ok(row.map(|(game,)| game))
    }

    /// The game and the hash of the invitation for which a code can be typed, while its seat is free.
    pub async fn invited_by_code(&self, code: &str) -> Result<Option<(String, String)>> {
        let statement = "SELECT game, token FROM seats WHERE code = $1 AND code <> $2 AND holder = $2";
        Ok(sqlx::query_as(statement).bind(code).bind("").fetch_optional(&self.pool).await?)
    }

    /// What a player is called; empty if there is no name.
    pub async fn player(&self, identity: &str) -> Result<String> {
        let statement = "SELECT name FROM players WHERE identity = $1";
        let row: Option<(String,)> = sqlx::query_as(statement).bind(identity).fetch_optional(&self.pool).await?;
        Ok(row.map(|(name,)| name).unwrap_or_default())
    }

    pub async fn game(&self, id: &str) -> Result<GameRow> {
        let row = sqlx::query(&format!("SELECT {GAME} FROM games WHERE id = $1"))
            .bind(id)
            .fetch_optional(&self.pool)
            .await?
            .ok_or(StoreError::Unknown)?;
        game_row(&row)
    }

    /// A page of the games that somebody owns or has a seat in, the latest first: those after the game that changed for
    /// everybody at this time, with this id, or the first ones.
    pub async fn games_of(&self, holder: &str, after: Option<(i64, &str)>, page: usize) -> Result<Vec<GameRow>> {
        let (shown, id) = after.unwrap_or((i64::MAX, ""));
        let rows = sqlx::query(&format!(
            "SELECT {GAME} FROM games
             WHERE (owner = $1 OR id IN (SELECT game FROM seats WHERE holder = $2)
                    OR id IN (SELECT game FROM seat_keys WHERE identity = $3))
               AND (shown < $4 OR (shown = $5 AND id > $6))
             ORDER BY shown DESC, id LIMIT $7"
        ))
        .bind(holder)
        .bind(holder)
        .bind(holder)
        .bind(shown)
        .bind(shown)
        .bind(id)
        .bind(i64::try_from(page).unwrap_or(i64::MAX))
        .fetch_all(&self.pool)
        .await?;
        rows.iter().map(game_row).collect()
    }

    /// How many games somebody made that are not over.
    pub async fn unfinished_of(&self, owner: &str) -> Result<usize> {
        let (count,): (i64,) = sqlx::query_as("SELECT COUNT(*) FROM games WHERE owner = $1 AND over_now = 0")
            .bind(owner)
            .fetch_one(&self.pool)
            .await?;
        Ok(usize::try_from(count).unwrap_or(0))
    }

    /// Games in which nothing has ever happened, made before a moment in milliseconds since 1970; a hundred at most.
    pub async fn never_started(&self, before: i64) -> Result<Vec<String>> {
        let rows: Vec<(String,)> =
            sqlx::query_as("SELECT id FROM games WHERE created = changed AND created < $1 AND over_now = 0 LIMIT 100")
                .bind(before)
                .fetch_all(&self.pool)
                .await?;
        Ok(rows.into_iter().map(|(id,)| id).collect())
    }

    /// The games that are not over, changed since a moment, in which both a person and the program have a seat, the latest
    /// first.
    pub async fn games_against_the_program(&self, since: i64) -> Result<Vec<GameRow>> {
        let rows = sqlx::query(&format!(
            "SELECT {GAME} FROM games
             WHERE over_now = 0 AND changed >= $1
               AND id IN (SELECT game FROM seats WHERE kind <> 'here' AND kind <> 'link')
               AND id IN (SELECT game FROM seats WHERE holder <> '')
             ORDER BY changed DESC, id LIMIT 200"
        ))
        .bind(since)
        .fetch_all(&self.pool)
        .await?;
        rows.iter().map(game_row).collect()
    }

    /// The whole journal, line by line; refused if it was changed.
    pub async fn journal(&self, id: &str) -> Result<Journal> {
        self.must_be_certain(id).await?;
        self::journal(&self.pool, id).await
    }

    pub async fn chat(&self, id: &str) -> Result<Vec<ChatLine>> {
        let rows: Vec<(i64, i64, String)> =
            sqlx::query_as("SELECT at, seat, text FROM chat WHERE game = $1 ORDER BY line")
                .bind(id)
                .fetch_all(&self.pool)
                .await?;
        Ok(rows.into_iter().map(|(at, seat, text)| ChatLine { at, seat, text }).collect())
    }

    pub async fn note(&self, id: &str, holder: &str) -> Result<String> {
        let row: Option<(String,)> = sqlx::query_as("SELECT text FROM notes WHERE game = $1 AND holder = $2")
            .bind(id)
            .bind(holder)
            .fetch_optional(&self.pool)
            .await?;
        Ok(row.map_or(String::new(), |(text,)| text))
    }

    /// All letters of a game, the oldest first.
    pub async fn letters(&self, id: &str) -> Result<Vec<LetterRow>> {
        let rows: Vec<(i64, i64, String)> =
            sqlx::query_as("SELECT seat, turn, text FROM letters WHERE game = $1 ORDER BY turn, seat")
                .bind(id)
                .fetch_all(&self.pool)
                .await?;
        let letter = |(seat, turn, text): (i64, i64, String)| LetterRow {
            seat: u8::try_from(seat).unwrap_or(u8::MAX),
            turn: u32::try_from(turn).unwrap_or(u32::MAX),
            text,
        };
        Ok(rows.into_iter().map(letter).collect())
    }

    /// The takeback that is being asked for, as it was kept; empty if there is none.
    pub async fn takeback(&self, id: &str) -> Result<String> {
        let row: Option<(String,)> =
            sqlx::query_as("SELECT text FROM takebacks WHERE game = $1").bind(id).fetch_optional(&self.pool).await?;
        Ok(row.map_or(String::new(), |(text,)| text))
    }
}

/// A journal that is what was written, or a sentence about the line that is not.
pub(crate) async fn journal(executor: impl sqlx::AnyExecutor<'_>, id: &str) -> Result<Journal> {
    // One statement sees one state, also while somebody appends.
    let rows = sqlx::query(
        "SELECT games.lines, games.head, journal.line, journal.text, journal.link
         FROM games LEFT JOIN journal ON journal.game = games.id WHERE games.id = $1 ORDER BY journal.line",
    )
    .bind(id)
    .fetch_all(executor)
    .await?;
    let first = rows.first().ok_or(StoreError::Unknown)?;
    let expected = Chain { lines: usize::try_from(first.try_get::<i64, _>(0)?).unwrap_or(0), head: first.try_get(1)? };
    let mut chain = Chain::of_game(id);
    let mut lines = Vec::with_capacity(rows.len());
    let damaged = |line: usize, what: &str| {
        StoreError::Damaged(format!("the journal of game {id} is damaged at line {line}: {what}"))
    };
    for row in &rows {
        let Some(number) = row.try_get::<Option<i64>, _>(2)? else { break };
        let (text, link): (String, String) = (row.try_get(3)?, row.try_get(4)?);
        if usize::try_from(number) != Ok(chain.lines) {
            return Err(damaged(chain.lines + 1, "the line is missing"));
        }
        chain.grow(&text);
        if chain.head != link {
            return Err(damaged(chain.lines, "it was changed"));
        }
        lines.push(text);
    }
    match chain == expected {
        true => Ok(Journal { lines, chain }),
        false if chain.lines < expected.lines => Err(damaged(chain.lines + 1, "the rest of the journal is missing")),
        false if chain.lines > expected.lines => Err(damaged(expected.lines + 1, "it should not be there")),
        false => Err(damaged(chain.lines, "the game has a different last line")),
    }
}
