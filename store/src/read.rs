//! Reading.

use sqlx::Row;
use sqlx::any::AnyRow;

use crate::{Result, Store, StoreError};

/// A game as lists show it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameRow {
    pub id: String,
    pub title: String,
    pub scenario: String,
    pub name: String,
    /// The hash of the cookie that made it.
    pub owner: String,
    /// Milliseconds since 1970.
    pub created: i64,
    pub changed: i64,
    /// How many lines its journal has.
    pub lines: usize,
    pub turn: u32,
    pub over: bool,
    pub waiting: String,
    /// How many throws were made elsewhere before the game was imported; nothing if it was not.
    pub unverified: Option<u64>,
}

/// What a player wrote in a turn to the others of his side.
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
    /// The hash of the cookie that holds it; empty if nobody does.
    pub holder: String,
    /// The hash of its invitation; empty if it has none.
    pub token: String,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChatLine {
    pub at: i64,
    /// -1 for somebody without a seat.
    pub seat: i64,
    pub text: String,
}

const GAME: &str = "id, title, scenario, name, owner, created, changed, lines, turn, over_now, waiting, unverified";

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
    })
}

impl Store {
    pub async fn game(&self, id: &str) -> Result<GameRow> {
        let row = sqlx::query(&format!("SELECT {GAME} FROM games WHERE id = $1"))
            .bind(id)
            .fetch_optional(&self.pool)
            .await?
            .ok_or(StoreError::Unknown)?;
        game_row(&row)
    }

    /// The games that a cookie made or in which it has a seat, the latest first.
    pub async fn games_of(&self, holder: &str) -> Result<Vec<GameRow>> {
        let rows = sqlx::query(&format!(
            "SELECT {GAME} FROM games WHERE owner = $1 OR id IN (SELECT game FROM seats WHERE holder = $2)
             ORDER BY changed DESC, id LIMIT 200"
        ))
        .bind(holder)
        .bind(holder)
        .fetch_all(&self.pool)
        .await?;
        rows.iter().map(game_row).collect()
    }

    /// The games that are not over and in which the program has a seat, the latest first.
    pub async fn games_of_the_program(&self) -> Result<Vec<GameRow>> {
        let rows = sqlx::query(&format!(
            "SELECT {GAME} FROM games
             WHERE over_now = 0 AND id IN (SELECT game FROM seats WHERE kind <> 'here' AND kind <> 'link')
             ORDER BY changed DESC, id LIMIT 1000"
        ))
        .fetch_all(&self.pool)
        .await?;
        rows.iter().map(game_row).collect()
    }

    /// The whole journal, line by line.
    pub async fn journal(&self, id: &str) -> Result<Vec<String>> {
        let rows: Vec<(String,)> = sqlx::query_as("SELECT text FROM journal WHERE game = $1 ORDER BY line")
            .bind(id)
            .fetch_all(&self.pool)
            .await?;
        match rows.is_empty() {
            true => Err(StoreError::Unknown),
            false => Ok(rows.into_iter().map(|(text,)| text).collect()),
        }
    }

    pub async fn seats(&self, id: &str) -> Result<Vec<SeatRow>> {
        let rows: Vec<(i64, String, String, String)> =
            sqlx::query_as("SELECT seat, kind, holder, token FROM seats WHERE game = $1 ORDER BY seat")
                .bind(id)
                .fetch_all(&self.pool)
                .await?;
        let seat =
            |(seat, kind, holder, token)| SeatRow { seat: u8::try_from(seat).unwrap_or(u8::MAX), kind, holder, token };
        Ok(rows.into_iter().map(seat).collect())
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

    /// Whether the database answers.
    pub async fn is_well(&self) -> Result<()> {
        sqlx::query("SELECT 1").execute(&self.pool).await?;
        Ok(())
    }
}
