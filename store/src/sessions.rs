//! Sessions: browsers on devices, each of an identity; and the links by which an identity comes to another device.

use std::sync::Arc;

use sqlx::Row;
use sqlx::any::AnyRow;

use crate::append::writable;
use crate::seats::{self, SeatKey};
use crate::{Result, Store};

/// A browser. Times are milliseconds since 1970.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SessionRow {
    pub id: String,
    /// Whose it is: owner of games, holder of seats.
    pub identity: String,
    /// The hash of its token.
    pub token: String,
    /// The hash of the token before that; empty if there was none.
    pub previous: String,
    /// 0 if nobody knows.
    pub made: i64,
    pub seen: i64,
    /// When its token was drawn.
    pub drawn: i64,
    /// When the token was first seen in use; 0 if it has not been.
    pub confirmed: i64,
    /// What its device is called.
    pub label: String,
}

/// A link to another device; it serves once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LinkRow {
    pub id: String,
    /// The hashes of the link and of the code that can be typed in its place.
    pub token: String,
    pub code: String,
    /// Who made it, and on which device.
    pub identity: String,
    pub label: String,
    /// The one seat that it opens; nothing if it opens all of them.
    pub seat: Option<(String, u8)>,
    pub made: i64,
    pub expires: i64,
}

const SESSION: &str = "id, identity, token, previous, made, seen, drawn, confirmed, label";
const LINK: &str = "id, token, code, identity, label, game, seat, made, expires";

fn session_row(row: &AnyRow) -> Result<SessionRow> {
    Ok(SessionRow {
        id: row.try_get(0)?,
        identity: row.try_get(1)?,
        token: row.try_get(2)?,
        previous: row.try_get(3)?,
        made: row.try_get(4)?,
        seen: row.try_get(5)?,
        drawn: row.try_get(6)?,
        confirmed: row.try_get(7)?,
        label: row.try_get(8)?,
    })
}

fn link_row(row: &AnyRow) -> Result<LinkRow> {
    let (game, seat): (String, i64) = (row.try_get(5)?, row.try_get(6)?);
    Ok(LinkRow {
        id: row.try_get(0)?,
        token: row.try_get(1)?,
        code: row.try_get(2)?,
        identity: row.try_get(3)?,
        label: row.try_get(4)?,
        seat: u8::try_from(seat).ok().map(|seat| (game, seat)),
        made: row.try_get(7)?,
        expires: row.try_get(8)?,
    })
}

async fn insert_session(connection: &mut sqlx::AnyConnection, session: &SessionRow) -> Result<()> {
    sqlx::query(
        "INSERT INTO sessions (id, identity, token, previous, made, seen, drawn, confirmed, label)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
    )
    .bind(session.id.as_str())
    .bind(session.identity.as_str())
    .bind(session.token.as_str())
    .bind(session.previous.as_str())
    .bind(session.made)
    .bind(session.seen)
    .bind(session.drawn)
    .bind(session.confirmed)
    .bind(session.label.as_str())
    .execute(connection)
    .await?;
    Ok(())
}

/// Uses a link up, if it is still good.
async fn use_link(connection: &mut sqlx::AnyConnection, id: &str, now: i64) -> Result<bool> {
    let used = sqlx::query("DELETE FROM links WHERE id = $1 AND expires > $2").bind(id).bind(now).execute(connection);
    Ok(used.await?.rows_affected() == 1)
}

impl Store {
    /// The session that has this token now, or had it before.
    pub async fn session_with(&self, token: &str) -> Result<Option<SessionRow>> {
        if token.is_empty() {
            return Ok(None);
        }
        let statement = format!("SELECT {SESSION} FROM sessions WHERE token = $1 OR previous = $2");
        let row = sqlx::query(&statement).bind(token).bind(token).fetch_optional(&self.pool).await?;
        row.as_ref().map(session_row).transpose()
    }

    pub async fn session(&self, id: &str) -> Result<Option<SessionRow>> {
        let statement = format!("SELECT {SESSION} FROM sessions WHERE id = $1");
        let row = sqlx::query(&statement).bind(id).fetch_optional(&self.pool).await?;
        row.as_ref().map(session_row).transpose()
    }

    /// The sessions of an identity, the latest first.
    pub async fn sessions_of(&self, identity: &str) -> Result<Vec<SessionRow>> {
        let statement = format!("SELECT {SESSION} FROM sessions WHERE identity = $1 ORDER BY seen DESC, id");
        let rows = sqlx::query(&statement).bind(identity).fetch_all(&self.pool).await?;
        rows.iter().map(session_row).collect()
    }

    /// When an identity was last seen on any device.
    pub async fn last_seen(&self, identity: &str) -> Result<Option<i64>> {
        let (seen,): (Option<i64>,) = sqlx::query_as("SELECT MAX(seen) FROM sessions WHERE identity = $1")
            .bind(identity)
            .fetch_one(&self.pool)
            .await?;
        Ok(seen)
    }

    /// Whether an identity owns a game or sits somewhere.
    pub async fn has_games(&self, identity: &str) -> Result<bool> {
        let (count,): (i64,) = sqlx::query_as(
            "SELECT (SELECT COUNT(*) FROM games WHERE owner = $1) + (SELECT COUNT(*) FROM seats WHERE holder = $2)
                + (SELECT COUNT(*) FROM seat_keys WHERE identity = $3)",
        )
        .bind(identity)
        .bind(identity)
        .bind(identity)
        .fetch_one(&self.pool)
        .await?;
        Ok(count > 0)
    }

    pub async fn add_session(&self, session: &SessionRow) -> Result<()> {
        writable([session.label.as_str()])?;
        let session = Arc::new(session.clone());
        self.change(None, move |connection| {
            let session = session.clone();
            Box::pin(async move { insert_session(connection, &session).await })
        })
        .await
    }

    /// Remembers that a session was seen, and what its device is called now.
    pub async fn renew_session(&self, id: &str, seen: i64, label: &str) -> Result<()> {
        writable([label])?;
        let (id, label) = (id.to_owned(), label.to_owned());
        self.change(None, move |connection| {
            let (id, label) = (id.clone(), label.clone());
            Box::pin(async move {
                sqlx::query("UPDATE sessions SET seen = $1, label = $2 WHERE id = $3")
                    .bind(seen)
                    .bind(label)
                    .bind(id)
                    .execute(connection)
                    .await?;
                Ok(())
            })
        })
        .await
    }

    /// The newest token of a session has been seen in use.
    pub async fn confirm_token(&self, session: &SessionRow, at: i64) -> Result<()> {
        let (id, token) = (session.id.clone(), session.token.clone());
        self.change(None, move |connection| {
            let (id, token) = (id.clone(), token.clone());
            Box::pin(async move {
                sqlx::query("UPDATE sessions SET confirmed = $1 WHERE id = $2 AND token = $3 AND confirmed = 0")
                    .bind(at)
                    .bind(id)
                    .bind(token)
                    .execute(connection)
                    .await?;
                Ok(())
            })
        })
        .await
    }

    /// Gives a session another token, if it still has the one that it is known to have; `presented` is the one that its browser
    /// has. Says whether it did.
    pub async fn replace_token(&self, known: &SessionRow, presented: &str, token: &str, now: i64) -> Result<bool> {
        let (known, presented, token) = (Arc::new(known.clone()), presented.to_owned(), token.to_owned());
        self.change(None, move |connection| {
            let (known, presented, token) = (known.clone(), presented.clone(), token.clone());
            Box::pin(async move {
                let replaced = sqlx::query(
                    "UPDATE sessions SET token = $1, previous = $2, drawn = $3, confirmed = 0 WHERE id = $4 AND token = $5",
                )
                .bind(token)
                .bind(presented)
                .bind(now)
                .bind(known.id.as_str())
                .bind(known.token.as_str())
                .execute(connection)
                .await?;
                Ok(replaced.rows_affected() == 1)
            })
        })
        .await
    }

    /// Ends sessions of an identity: this one, or all but this one. Says how many.
    pub async fn end_sessions(&self, identity: &str, id: &str, others: bool) -> Result<u64> {
        let (identity, id) = (identity.to_owned(), id.to_owned());
        self.change(None, move |connection| {
            let (identity, id) = (identity.clone(), id.clone());
            Box::pin(async move {
                let which = if others { "id <> $2" } else { "id = $2" };
                let statement = format!("DELETE FROM sessions WHERE identity = $1 AND {which}");
                Ok(sqlx::query(&statement).bind(identity).bind(id).execute(connection).await?.rows_affected())
            })
        })
        .await
    }

    /// Forgets sessions that were not seen since a moment, those of identities without a game that were not since a later
    /// one, links that are not good any more, and names of players without a session.
    pub async fn expire_sessions(&self, unseen: i64, idle: i64, now: i64) -> Result<u64> {
        self.change(None, move |connection| {
            Box::pin(async move {
                sqlx::query("DELETE FROM links WHERE expires <= $1").bind(now).execute(&mut *connection).await?;
                let forgotten = sqlx::query(
                    "DELETE FROM sessions WHERE seen < $1 OR (seen < $2
                        AND identity NOT IN (SELECT owner FROM games) AND identity NOT IN (SELECT holder FROM seats)
                        AND identity NOT IN (SELECT identity FROM seat_keys)
                        AND identity NOT IN (SELECT identity FROM seat_requests))",
                )
                .bind(unseen)
                .bind(idle)
                .execute(&mut *connection)
                .await?;
                let nameless = "DELETE FROM players WHERE identity NOT IN (SELECT identity FROM sessions)";
                sqlx::query(nameless).execute(connection).await?;
                Ok(forgotten.rows_affected())
            })
        })
        .await
    }

    pub async fn add_link(&self, link: &LinkRow) -> Result<()> {
        let link = Arc::new(link.clone());
        self.change(None, move |connection| {
            let link = link.clone();
            Box::pin(async move {
                let (game, seat) =
                    link.seat.clone().map_or((String::new(), -1), |(game, seat)| (game, i64::from(seat)));
                sqlx::query(
                    "INSERT INTO links (id, token, code, identity, label, game, seat, made, expires)
                     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
                )
                .bind(link.id.as_str())
                .bind(link.token.as_str())
                .bind(link.code.as_str())
                .bind(link.identity.as_str())
                .bind(link.label.as_str())
                .bind(game)
                .bind(seat)
                .bind(link.made)
                .bind(link.expires)
                .execute(connection)
                .await?;
                Ok(())
            })
        })
        .await
    }

    /// The links of an identity that are good, the latest first.
    pub async fn links_of(&self, identity: &str, now: i64) -> Result<Vec<LinkRow>> {
        let statement = format!("SELECT {LINK} FROM links WHERE identity = $1 AND expires > $2 ORDER BY made DESC, id");
        let rows = sqlx::query(&statement).bind(identity).bind(now).fetch_all(&self.pool).await?;
        rows.iter().map(link_row).collect()
    }

    /// The link with this token or code, if it is good.
    pub async fn link_with(&self, token_or_code: &str, now: i64) -> Result<Option<LinkRow>> {
        let statement = format!("SELECT {LINK} FROM links WHERE (token = $1 OR code = $2) AND expires > $3");
        let row = sqlx::query(&statement)
            .bind(token_or_code)
            .bind(token_or_code)
            .bind(now)
            .fetch_optional(&self.pool)
            .await?;
        row.as_ref().map(link_row).transpose()
    }

    /// Withdraws a link of an identity; says whether there was one.
    pub async fn remove_link(&self, identity: &str, id: &str) -> Result<bool> {
        let (identity, id) = (identity.to_owned(), id.to_owned());
        self.change(None, move |connection| {
            let (identity, id) = (identity.clone(), id.clone());
            Box::pin(async move {
                let removed = sqlx::query("DELETE FROM links WHERE identity = $1 AND id = $2")
                    .bind(identity)
                    .bind(id)
                    .execute(connection)
                    .await?;
                Ok(removed.rows_affected() == 1)
            })
        })
        .await
    }

    /// Uses a link up for a session of its identity; the session that the browser had before ends. Nothing happens, and false is
    /// said, if the link is not good any more.
    pub async fn claim_device(&self, link: &str, session: &SessionRow, before: Option<&str>) -> Result<bool> {
        writable([session.label.as_str()])?;
        let (link, session) = (link.to_owned(), Arc::new(session.clone()));
        let before = before.map(str::to_owned);
        self.change(None, move |connection| {
            let (link, session, before) = (link.clone(), session.clone(), before.clone());
            Box::pin(async move {
                if !use_link(connection, &link, session.made).await? {
                    return Ok(false);
                }
                if let Some(before) = before {
                    sqlx::query("DELETE FROM sessions WHERE id = $1").bind(before).execute(&mut *connection).await?;
                }
                insert_session(connection, &session).await?;
                Ok(true)
            })
        })
        .await
    }

    /// Uses a link up to open a seat for another identity beside its holder. Nothing happens, and false is said, if the link is not
    /// good any more or its maker does not hold the seat any more.
    pub async fn claim_seat(&self, link: &LinkRow, game: &str, seat: u8, key: &SeatKey) -> Result<bool> {
        writable([key.label.as_str()])?;
        let (link, id, key) = (Arc::new(link.clone()), game.to_owned(), Arc::new(key.clone()));
        self.change(Some(game), move |connection| {
            let (link, game, key) = (link.clone(), id.clone(), key.clone());
            Box::pin(async move {
                let held = seats::holder(connection, &game, seat).await?;
                if held.as_deref() != Some(link.identity.as_str()) || !use_link(connection, &link.id, key.since).await?
                {
                    return Ok(false);
                }
                seats::insert_key(connection, &game, seat, &key).await?;
                Ok(true)
            })
        })
        .await
    }
}
