//! Everything but journals: new games, seats, chat, notes, deletion.

use crate::{Append, Result, Store, StoreError, schema};

/// A seat of a new game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewSeat {
    /// `here`, `link`, `random` or the name of a general.
    pub kind: String,
    /// The hash of the cookie that holds it; empty if nobody does.
    pub holder: String,
    /// The hash of its invitation; empty if it has none.
    pub token: String,
}

/// A game with the lines that its journal has so far.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewGame {
    pub title: String,
    pub scenario: String,
    /// What lists call it.
    pub name: String,
    /// The hash of the cookie that made it.
    pub owner: String,
    pub seats: Vec<NewSeat>,
    /// How many throws were made elsewhere before the game was imported; nothing if it was not.
    pub unverified: Option<u64>,
    /// The id, the whole journal and how the game stands; `after` is 0.
    pub journal: Append,
}

impl Store {
    pub async fn create(&self, new: &NewGame) -> Result<()> {
        let Append { game, lines, progress, .. } = &new.journal;
        let _turn = self.writing.lock().await;
        let mut transaction = self.pool.begin().await?;
        sqlx::query(
            "INSERT INTO games (id, title, scenario, name, owner, created, changed, lines, loads, turn, over_now, waiting, unverified)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)",
        )
        .bind(game.as_str())
        .bind(new.title.as_str())
        .bind(new.scenario.as_str())
        .bind(new.name.as_str())
        .bind(new.owner.as_str())
        .bind(progress.changed)
        .bind(progress.changed)
        .bind(lines.len() as i64)
        .bind(0_i64)
        .bind(i64::from(progress.turn))
        .bind(i64::from(progress.over))
        .bind(progress.waiting.as_str())
        .bind(new.unverified.map_or(0, |throws| i64::try_from(throws).unwrap_or(i64::MAX - 1) + 1))
        .execute(&mut *transaction)
        .await?;
        for (number, seat) in new.seats.iter().enumerate() {
            sqlx::query("INSERT INTO seats (game, seat, kind, holder, token) VALUES ($1, $2, $3, $4, $5)")
                .bind(game.as_str())
                .bind(number as i64)
                .bind(seat.kind.as_str())
                .bind(seat.holder.as_str())
                .bind(seat.token.as_str())
                .execute(&mut *transaction)
                .await?;
        }
        for (number, line) in lines.iter().enumerate() {
            sqlx::query("INSERT INTO journal (game, line, text) VALUES ($1, $2, $3)")
                .bind(game.as_str())
                .bind(number as i64)
                .bind(line.as_str())
                .execute(&mut *transaction)
                .await?;
        }
        Ok(transaction.commit().await?)
    }

    /// Counts that the game was taken into memory once more, and says how often it was.
    pub async fn note_load(&self, game: &str) -> Result<u64> {
        let _turn = self.writing.lock().await;
        let mut transaction = self.pool.begin().await?;
        let updated = sqlx::query("UPDATE games SET loads = loads + 1 WHERE id = $1")
            .bind(game)
            .execute(&mut *transaction)
            .await?;
        if updated.rows_affected() == 0 {
            return Err(StoreError::Unknown);
        }
        let (loads,): (i64,) =
            sqlx::query_as("SELECT loads FROM games WHERE id = $1").bind(game).fetch_one(&mut *transaction).await?;
        transaction.commit().await?;
        Ok(loads.unsigned_abs())
    }

    /// Gives the seat of an invitation to a cookie. An invitation serves once; who holds the seat already keeps it.
    pub async fn join(&self, token: &str, holder: &str) -> Result<Option<(String, u8)>> {
        if token.is_empty() || holder.is_empty() {
            return Ok(None);
        }
        let _turn = self.writing.lock().await;
        let mut transaction = self.pool.begin().await?;
        sqlx::query("UPDATE seats SET holder = $1 WHERE token = $2 AND holder = $3")
            .bind(holder)
            .bind(token)
            .bind("")
            .execute(&mut *transaction)
            .await?;
        let found: Option<(String, i64)> =
            sqlx::query_as("SELECT game, seat FROM seats WHERE token = $1 AND holder = $2")
                .bind(token)
                .bind(holder)
                .fetch_optional(&mut *transaction)
                .await?;
        transaction.commit().await?;
        Ok(found.map(|(game, seat)| (game, u8::try_from(seat).unwrap_or(u8::MAX))))
    }

    /// Removes everything of a game.
    pub async fn delete(&self, game: &str) -> Result<()> {
        let _turn = self.writing.lock().await;
        let mut transaction = self.pool.begin().await?;
        sqlx::query("DELETE FROM games WHERE id = $1").bind(game).execute(&mut *transaction).await?;
        for table in schema::OF_A_GAME {
            let statement = format!("DELETE FROM {table} WHERE game = $1");
            sqlx::query(&statement).bind(game).execute(&mut *transaction).await?;
        }
        Ok(transaction.commit().await?)
    }

    /// Keeps a line of chat; `seat` is -1 for somebody without a seat.
    pub async fn add_chat(&self, game: &str, line: usize, at: i64, seat: i64, text: &str) -> Result<()> {
        let _turn = self.writing.lock().await;
        sqlx::query("INSERT INTO chat (game, line, at, seat, text) VALUES ($1, $2, $3, $4, $5)")
            .bind(game)
            .bind(line as i64)
            .bind(at)
            .bind(seat)
            .bind(text)
            .execute(&self.pool)
            .await?;
        Ok(())
    }

    /// What somebody wrote down for himself about a game.
    pub async fn set_note(&self, game: &str, holder: &str, text: &str) -> Result<()> {
        let _turn = self.writing.lock().await;
        sqlx::query(
            "INSERT INTO notes (game, holder, text) VALUES ($1, $2, $3)
             ON CONFLICT (game, holder) DO UPDATE SET text = excluded.text",
        )
        .bind(game)
        .bind(holder)
        .bind(text)
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    /// Keeps the letter of a seat and turn in place of an earlier one.
    pub async fn set_letter(&self, game: &str, seat: u8, turn: u32, text: &str) -> Result<()> {
        let _turn = self.writing.lock().await;
        sqlx::query(
            "INSERT INTO letters (game, seat, turn, text) VALUES ($1, $2, $3, $4)
             ON CONFLICT (game, seat, turn) DO UPDATE SET text = excluded.text",
        )
        .bind(game)
        .bind(i64::from(seat))
        .bind(i64::from(turn))
        .bind(text)
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    /// Keeps the takeback that is being asked for; an empty text forgets it.
    pub async fn set_takeback(&self, game: &str, text: &str) -> Result<()> {
        let _turn = self.writing.lock().await;
        sqlx::query(
            "INSERT INTO takebacks (game, text) VALUES ($1, $2) ON CONFLICT (game) DO UPDATE SET text = excluded.text",
        )
        .bind(game)
        .bind(text)
        .execute(&self.pool)
        .await?;
        Ok(())
    }
}
