//! Seats: given up, handed over, opened on a second device, asked for.

use std::collections::BTreeMap;
use std::sync::Arc;

use sqlx::AnyConnection;

use crate::append::writable;
use crate::{ChatLine, Result, SeatRow, Store};

/// A seat that is open for another identity beside its holder: another device of the same player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatKey {
    pub id: String,
    pub identity: String,
    /// What that device is called.
    pub label: String,
    /// Milliseconds since 1970.
    pub since: i64,
}

/// Somebody asks for a seat that somebody else holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatRequest {
    pub id: String,
    pub seat: u8,
    pub identity: String,
    pub label: String,
    /// Milliseconds since 1970.
    pub asked: i64,
}

/// An invitation to a seat, and the hash under which it is found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Invitation {
    pub words: String,
    pub token: String,
}

/// A line of chat with its number, which is kept together with what it tells of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Told {
    pub number: usize,
    pub line: ChatLine,
}

fn small(number: i64) -> u8 {
    u8::try_from(number).unwrap_or(u8::MAX)
}

pub(crate) async fn holder(connection: &mut AnyConnection, game: &str, seat: u8) -> Result<Option<String>> {
    let row: Option<(String,)> = sqlx::query_as("SELECT holder FROM seats WHERE game = $1 AND seat = $2")
        .bind(game)
        .bind(i64::from(seat))
        .fetch_optional(connection)
        .await?;
    Ok(row.map(|(holder,)| holder))
}

pub(crate) async fn insert_key(connection: &mut AnyConnection, game: &str, seat: u8, key: &SeatKey) -> Result<()> {
    sqlx::query(
        "INSERT INTO seat_keys (id, game, seat, identity, label, since) VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (game, seat, identity) DO UPDATE SET label = excluded.label, since = excluded.since",
    )
    .bind(key.id.as_str())
    .bind(game)
    .bind(i64::from(seat))
    .bind(key.identity.as_str())
    .bind(key.label.as_str())
    .bind(key.since)
    .execute(connection)
    .await?;
    Ok(())
}

pub(crate) async fn insert_chat(
    connection: &mut AnyConnection,
    game: &str,
    number: usize,
    line: &ChatLine,
) -> Result<()> {
    sqlx::query("INSERT INTO chat (game, line, at, seat, text) VALUES ($1, $2, $3, $4, $5)")
        .bind(game)
        .bind(number as i64)
        .bind(line.at)
        .bind(line.seat)
        .bind(line.text.as_str())
        .execute(connection)
        .await?;
    Ok(())
}

/// Removes what belonged to the last holder of a seat.
async fn clear(connection: &mut AnyConnection, game: &str, seat: u8) -> Result<()> {
    for table in ["seat_keys", "seat_requests", "links"] {
        let statement = format!("DELETE FROM {table} WHERE game = $1 AND seat = $2");
        sqlx::query(&statement).bind(game).bind(i64::from(seat)).execute(&mut *connection).await?;
    }
    Ok(())
}

impl SeatRow {
    /// Whether this identity has the seat: as its holder, or as a device of the holder on which it is open.
    pub fn is_held_by(&self, identity: &str) -> bool {
        !identity.is_empty() && (self.holder == identity || self.keys.iter().any(|key| key.identity == identity))
    }
}

impl Store {
    pub async fn seats(&self, game: &str) -> Result<Vec<SeatRow>> {
        let rows: Vec<(i64, String, String, String, String)> =
            sqlx::query_as("SELECT seat, kind, holder, token, invitation FROM seats WHERE game = $1 ORDER BY seat")
                .bind(game)
                .fetch_all(&self.pool)
                .await?;
        let keys: Vec<(i64, String, String, String, i64)> =
            sqlx::query_as("SELECT seat, id, identity, label, since FROM seat_keys WHERE game = $1 ORDER BY since, id")
                .bind(game)
                .fetch_all(&self.pool)
                .await?;
        let mut by_seat: BTreeMap<i64, Vec<SeatKey>> = BTreeMap::new();
        for (seat, id, identity, label, since) in keys {
            by_seat.entry(seat).or_default().push(SeatKey { id, identity, label, since });
        }
        let row = |(seat, kind, holder, token, invitation)| SeatRow {
            seat: small(seat),
            kind,
            holder,
            token,
            invitation,
            keys: by_seat.remove(&seat).unwrap_or_default(),
        };
        Ok(rows.into_iter().map(row).collect())
    }

    /// The games with seats of a holder that are open on other devices, too.
    pub async fn shared_by(&self, holder: &str) -> Result<Vec<String>> {
        let rows: Vec<(String,)> = sqlx::query_as(
            "SELECT DISTINCT seats.game FROM seats JOIN seat_keys
                ON seat_keys.game = seats.game AND seat_keys.seat = seats.seat
             WHERE seats.holder = $1 ORDER BY seats.game",
        )
        .bind(holder)
        .fetch_all(&self.pool)
        .await?;
        Ok(rows.into_iter().map(|(game,)| game).collect())
    }

    /// Closes a seat on another device.
    pub async fn remove_key(&self, game: &str, id: &str) -> Result<()> {
        let (owned, id) = (game.to_owned(), id.to_owned());
        self.change(Some(game), move |connection| {
            let (game, id) = (owned.clone(), id.clone());
            Box::pin(async move {
                let statement = "DELETE FROM seat_keys WHERE game = $1 AND id = $2";
                sqlx::query(statement).bind(game).bind(id).execute(connection).await?;
                Ok(())
            })
        })
        .await
    }

    /// Frees a seat, with a new invitation in place of the old one. Says whether this was still its holder.
    pub async fn give_up(
        &self,
        game: &str,
        seat: u8,
        holder: &str,
        invitation: &Invitation,
        told: &Told,
    ) -> Result<bool> {
        writable([told.line.text.as_str()])?;
        let owned = Arc::new((game.to_owned(), holder.to_owned(), invitation.clone(), told.clone()));
        self.change(Some(game), move |connection| {
            let owned = owned.clone();
            Box::pin(async move {
                let (game, holder, invitation, told) = &*owned;
                let freed = sqlx::query(
                    "UPDATE seats SET holder = '', kind = 'link', token = $1, invitation = $2
                     WHERE game = $3 AND seat = $4 AND holder = $5",
                )
                .bind(invitation.token.as_str())
                .bind(invitation.words.as_str())
                .bind(game.as_str())
                .bind(i64::from(seat))
                .bind(holder.as_str())
                .execute(&mut *connection)
                .await?;
                if freed.rows_affected() != 1 {
                    return Ok(false);
                }
                clear(connection, game, seat).await?;
                insert_chat(connection, game, told.number, &told.line).await?;
                Ok(true)
            })
        })
        .await
    }

    /// Hands a seat over from its holder to the player who requested it. Returns whether it did.
    pub async fn hand_over(&self, game: &str, holder: &str, request: &SeatRequest, told: &Told) -> Result<bool> {
        writable([told.line.text.as_str()])?;
        let owned = Arc::new((game.to_owned(), holder.to_owned(), request.clone(), told.clone()));
        self.change(Some(game), move |connection| {
            let owned = owned.clone();
            Box::pin(async move {
                let (game, holder, request, told) = &*owned;
                let taken = sqlx::query("UPDATE seats SET holder = $1 WHERE game = $2 AND seat = $3 AND holder = $4")
                    .bind(request.identity.as_str())
                    .bind(game.as_str())
                    .bind(i64::from(request.seat))
                    .bind(holder.as_str())
                    .execute(&mut *connection)
                    .await?;
                if taken.rows_affected() != 1 {
                    return Ok(false);
                }
                clear(connection, game, request.seat).await?;
                insert_chat(connection, game, told.number, &told.line).await?;
                Ok(true)
            })
        })
        .await
    }

    /// Those who ask for seats of a game, the first first.
    pub async fn seat_requests(&self, game: &str) -> Result<Vec<SeatRequest>> {
        let rows: Vec<(String, i64, String, String, i64)> = sqlx::query_as(
            "SELECT id, seat, identity, label, asked FROM seat_requests WHERE game = $1 ORDER BY asked, id",
        )
        .bind(game)
        .fetch_all(&self.pool)
        .await?;
        let request =
            |(id, seat, identity, label, asked)| SeatRequest { id, seat: small(seat), identity, label, asked };
        Ok(rows.into_iter().map(request).collect())
    }

    pub async fn ask_for_seat(&self, game: &str, request: &SeatRequest) -> Result<()> {
        writable([request.label.as_str()])?;
        let owned = Arc::new((game.to_owned(), request.clone()));
        self.change(Some(game), move |connection| {
            let owned = owned.clone();
            Box::pin(async move {
                let (game, request) = &*owned;
                sqlx::query(
                    "INSERT INTO seat_requests (id, game, seat, identity, label, asked) VALUES ($1, $2, $3, $4, $5, $6)",
                )
                .bind(request.id.as_str())
                .bind(game.as_str())
                .bind(i64::from(request.seat))
                .bind(request.identity.as_str())
                .bind(request.label.as_str())
                .bind(request.asked)
                .execute(connection)
                .await?;
                Ok(())
            })
        })
        .await
    }

    /// Forgets that somebody asked.
    pub async fn drop_request(&self, game: &str, id: &str) -> Result<()> {
        let (owned, id) = (game.to_owned(), id.to_owned());
        self.change(Some(game), move |connection| {
            let (game, id) = (owned.clone(), id.clone());
            Box::pin(async move {
                let statement = "DELETE FROM seat_requests WHERE game = $1 AND id = $2";
                sqlx::query(statement).bind(game).bind(id).execute(connection).await?;
                Ok(())
            })
        })
        .await
    }

    /// Keeps invitations of earlier versions, which were computed from a cookie that is about to be replaced.
    pub async fn keep_invitations(&self, found: Vec<(String, u8, String)>) -> Result<()> {
        let found = Arc::new(found);
        self.change(None, move |connection| {
            let found = found.clone();
            Box::pin(async move {
                for (game, seat, invitation) in &*found {
                    sqlx::query("UPDATE seats SET invitation = $1 WHERE game = $2 AND seat = $3 AND invitation = ''")
                        .bind(invitation.as_str())
                        .bind(game.as_str())
                        .bind(i64::from(*seat))
                        .execute(&mut *connection)
                        .await?;
                }
                Ok(())
            })
        })
        .await
    }

    /// Seats of an owner's games whose invitation is known by its hash only: game, seat, hash.
    pub async fn hashed_invitations(&self, owner: &str) -> Result<Vec<(String, u8, String)>> {
        let rows: Vec<(String, i64, String)> = sqlx::query_as(
            "SELECT seats.game, seats.seat, seats.token FROM seats JOIN games ON games.id = seats.game
             WHERE games.owner = $1 AND seats.token <> '' AND seats.invitation = ''
             ORDER BY seats.game, seats.seat",
        )
        .bind(owner)
        .fetch_all(&self.pool)
        .await?;
        Ok(rows.into_iter().map(|(game, seat, token)| (game, small(seat), token)).collect())
    }
}
