//! Everything but journals: new games, seats, chat, notes, deletion.

use crate::append::{self, writable};
use crate::{Append, ChatLine, Ended, Invitation, Result, Store, schema, seats};

/// A seat of a new game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewSeat {
    /// `here`, `link`, `random` or the name of a general.
    pub kind: String,
    /// Who holds it; empty if nobody does.
    pub holder: String,
    pub invitation: Invitation,
}

/// A game with the lines that its journal has so far.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewGame {
    pub title: String,
    pub scenario: String,
    /// What lists call it.
    pub name: String,
    /// Who made it.
    pub owner: String,
    pub seats: Vec<NewSeat>,
    /// How many throws were made elsewhere before the game was imported; nothing if it was not.
    pub unverified: Option<u64>,
    /// The id, the whole journal and how the game stands; `after` is the chain of a game without lines.
    pub journal: Append,
}

impl Store {
    pub async fn create(&self, new: &NewGame) -> Result<()> {
        new.journal.must_be_writable()?;
        let kinds = new.seats.iter().map(|seat| seat.kind.as_str());
        writable(kinds.chain([new.title.as_str(), new.scenario.as_str(), new.name.as_str()]))?;
        let new = std::sync::Arc::new(new.clone());
        self.change(None, move |connection| {
            let new = new.clone();
            Box::pin(async move {
                let Append { game, after, lines, progress, .. } = &new.journal;
                let chain = after.grown(lines);
                sqlx::query(
                    "INSERT INTO games (id, title, scenario, name, owner, created, changed, lines, head, turn, over_now, waiting,
                        unverified, shown)
                     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)",
                )
                .bind(game.as_str())
                .bind(new.title.as_str())
                .bind(new.scenario.as_str())
                .bind(new.name.as_str())
                .bind(new.owner.as_str())
                .bind(progress.changed)
                .bind(progress.changed)
                .bind(chain.lines as i64)
                .bind(chain.head)
                .bind(i64::from(progress.turn))
                .bind(i64::from(progress.over))
                .bind(progress.waiting.as_str())
                .bind(new.unverified.map_or(0, |throws| i64::try_from(throws).unwrap_or(i64::MAX - 1) + 1))
                .bind(progress.shown)
                .execute(&mut *connection)
                .await?;
                for (number, seat) in new.seats.iter().enumerate() {
                    sqlx::query("INSERT INTO seats (game, seat, kind, holder, token, invitation, code) VALUES ($1, $2, $3, $4, $5, $6, $7)")
                        .bind(game.as_str())
                        .bind(number as i64)
                        .bind(seat.kind.as_str())
                        .bind(seat.holder.as_str())
                        .bind(seat.invitation.token.as_str())
                        .bind(seat.invitation.words.as_str())
                        .bind(seat.invitation.code.as_str())
                        .execute(&mut *connection)
                        .await?;
                }
                append::insert(connection, &[&new.journal]).await
            })
        })
        .await
    }

    /// Gives the seat of an invitation to a game to somebody. An invitation works once; a player who already holds the seat keeps it.
    pub async fn join(&self, game: &str, token: &str, holder: &str) -> Result<Option<u8>> {
        if token.is_empty() || holder.is_empty() {
            return Ok(None);
        }
        let (id, token, holder) = (game.to_owned(), token.to_owned(), holder.to_owned());
        self.change(Some(game), move |connection| {
            let (game, token, holder) = (id.clone(), token.clone(), holder.clone());
            Box::pin(async move {
                sqlx::query("UPDATE seats SET holder = $1 WHERE game = $2 AND token = $3 AND holder = $4")
                    .bind(holder.as_str())
                    .bind(game.as_str())
                    .bind(token.as_str())
                    .bind("")
                    .execute(&mut *connection)
                    .await?;
                let found: Option<(i64,)> =
                    sqlx::query_as("SELECT seat FROM seats WHERE game = $1 AND token = $2 AND holder = $3")
                        .bind(game.as_str())
                        .bind(token.as_str())
                        .bind(holder.as_str())
                        .fetch_optional(connection)
                        .await?;
                Ok(found.map(|(seat,)| u8::try_from(seat).unwrap_or(u8::MAX)))
            })
        })
        .await
    }

    /// Gives a player a name, or none.
    pub async fn name_player(&self, identity: &str, name: &str) -> Result<()> {
        writable([name])?;
        let (identity, name) = (identity.to_owned(), name.to_owned());
        self.change(None, move |connection| {
            let (identity, name) = (identity.clone(), name.clone());
            Box::pin(async move {
                sqlx::query(
                    "INSERT INTO players (identity, name) VALUES ($1, $2)
                     ON CONFLICT (identity) DO UPDATE SET name = excluded.name",
                )
                .bind(identity)
                .bind(name)
                .execute(connection)
                .await?;
                Ok(())
            })
        })
        .await
    }

    /// Removes everything of a game.
    pub async fn delete(&self, game: &str) -> Result<()> {
        self.end(game, None, &[]).await
    }

    /// The same; what is to be remembered of it stays on record for those who made it or sat in it.
    pub async fn end(&self, game: &str, record: Option<&Ended>, players: &[String]) -> Result<()> {
        record.map_or(Ok(()), Ended::must_be_writable)?;
        let (id, record, players) = (game.to_owned(), record.cloned(), players.to_vec());
        self.change(Some(game), move |connection| {
            let (game, record, players) = (id.clone(), record.clone(), players.clone());
            Box::pin(async move {
                if let Some(record) = record {
                    record.keep(&mut *connection, &players).await?;
                }
                sqlx::query("DELETE FROM games WHERE id = $1").bind(game.as_str()).execute(&mut *connection).await?;
                for table in schema::OF_A_GAME {
                    let statement = format!("DELETE FROM {table} WHERE game = $1");
                    sqlx::query(&statement).bind(game.as_str()).execute(&mut *connection).await?;
                }
                Ok(())
            })
        })
        .await
    }

    /// Keeps a line of chat; `seat` is -1 for somebody without a seat.
    pub async fn add_chat(&self, game: &str, number: usize, at: i64, seat: i64, text: &str) -> Result<()> {
        writable([text])?;
        let (id, line) = (game.to_owned(), std::sync::Arc::new(ChatLine { at, seat, text: text.to_owned() }));
        self.change(Some(game), move |connection| {
            let (game, line) = (id.clone(), line.clone());
            Box::pin(async move { seats::insert_chat(connection, &game, number, &line).await })
        })
        .await
    }

    /// A player's own notes about a game.
    pub async fn set_note(&self, game: &str, holder: &str, text: &str) -> Result<()> {
        writable([text])?;
        let (id, holder, text) = (game.to_owned(), holder.to_owned(), text.to_owned());
        self.change(Some(game), move |connection| {
            let (game, holder, text) = (id.clone(), holder.clone(), text.clone());
            Box::pin(async move {
                sqlx::query(
                    "INSERT INTO notes (game, holder, text) VALUES ($1, $2, $3)
                     ON CONFLICT (game, holder) DO UPDATE SET text = excluded.text",
                )
                .bind(game)
                .bind(holder)
                .bind(text)
                .execute(connection)
                .await?;
                Ok(())
            })
        })
        .await
    }

    /// Keeps the letter of a seat and turn in place of an earlier one.
    pub async fn set_letter(&self, game: &str, seat: u8, turn: u32, text: &str) -> Result<()> {
        writable([text])?;
        let (id, text) = (game.to_owned(), text.to_owned());
        self.change(Some(game), move |connection| {
            let (game, text) = (id.clone(), text.clone());
            Box::pin(async move {
                sqlx::query(
                    "INSERT INTO letters (game, seat, turn, text) VALUES ($1, $2, $3, $4)
                     ON CONFLICT (game, seat, turn) DO UPDATE SET text = excluded.text",
                )
                .bind(game)
                .bind(i64::from(seat))
                .bind(i64::from(turn))
                .bind(text)
                .execute(connection)
                .await?;
                Ok(())
            })
        })
        .await
    }

    /// Keeps the takeback that is being asked for; an empty text forgets it.
    pub async fn set_takeback(&self, game: &str, text: &str) -> Result<()> {
        let (id, text) = (game.to_owned(), text.to_owned());
        self.change(Some(game), move |connection| {
            let (game, text) = (id.clone(), text.clone());
            Box::pin(async move { append::set_takeback(connection, &game, &text).await })
        })
        .await
    }
}
