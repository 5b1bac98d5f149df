//! Seats: given up, handed over, opened on a second device, asked for.

use std::collections::BTreeMap;
use std::sync::Arc;

use sqlx::{Any, AnyConnection};

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
    /// How it ended, until the player who asked has read it; nothing while it waits for an answer.
    pub answer: Option<Answered>,
}

/// How a request for a seat ended, if the seat did not go to the player who asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answered {
    Refused,
    /// The seat went to somebody else who had asked.
    HandedOver,
    /// Its holder gave it up; there is a new invitation.
    GivenUp,
}

impl Answered {
    const ALL: [Answered; 3] = [Answered::Refused, Answered::HandedOver, Answered::GivenUp];

    /// As it is kept.
    fn text(self) -> &'static str {
        match self {
            Answered::Refused => "refused",
            Answered::HandedOver => "handed over",
            Answered::GivenUp => "given up",
        }
    }
}

/// Answered requests of one game that are kept for those who asked; the oldest go first.
const ANSWERED: i64 = 16;

/// An invitation to a seat, and the hash under which it is found. Everything is empty where there is none.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Invitation {
    pub words: String,
    pub token: String,
    /// The hash of the code that can be typed in its place.
    pub code: String,
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

/// Removes what belonged to the last holder of a seat, and answers those who asked for it.
async fn clear(connection: &mut AnyConnection, game: &str, seat: u8, answer: Answered) -> Result<()> {
    for table in ["seat_keys", "links"] {
        let statement = format!("DELETE FROM {table} WHERE game = $1 AND seat = $2");
        sqlx::query(&statement).bind(game).bind(i64::from(seat)).execute(&mut *connection).await?;
    }
    sqlx::query("UPDATE seat_requests SET answer = $1 WHERE game = $2 AND seat = $3 AND answer = ''")
        .bind(answer.text())
        .bind(game)
        .bind(i64::from(seat))
        .execute(&mut *connection)
        .await?;
    forget_old_answers(connection, game).await
}

async fn forget_old_answers(connection: &mut AnyConnection, game: &str) -> Result<()> {
    sqlx::query(
        "DELETE FROM seat_requests WHERE game = $1 AND answer <> '' AND id NOT IN
            (SELECT id FROM seat_requests WHERE game = $2 AND answer <> '' ORDER BY asked DESC, id LIMIT $3)",
    )
    .bind(game)
    .bind(game)
    .bind(ANSWERED)
    .execute(connection)
    .await?;
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
        Ok(self.seats_of(&[game]).await?.remove(game).unwrap_or_default())
    }

    /// The seats of several games, by game.
    pub async fn seats_of(&self, games: &[&str]) -> Result<BTreeMap<String, Vec<SeatRow>>> {
        if games.is_empty() {
            return Ok(BTreeMap::new());
        }
        // Few different statements: the database prepares each once. No game has an empty id.
        let count = games.len().next_power_of_two();
        let games = || games.iter().copied().chain(std::iter::repeat("")).take(count);
        let places = (1..=count).map(|number| format!("${number}")).collect::<Vec<_>>().join(", ");
        let statement = format!(
            "SELECT seats.game, seats.seat, seats.kind, seats.holder, seats.token, seats.invitation, COALESCE(players.name, '')
             FROM seats LEFT JOIN players ON players.identity = seats.holder
             WHERE seats.game IN ({places}) ORDER BY seats.game, seats.seat"
        );
        let mut rows = sqlx::query_as::<Any, (String, i64, String, String, String, String, String)>(&statement);
        for game in games() {
            rows = rows.bind(game);
        }
        let rows = rows.fetch_all(&self.pool).await?;
        let statement = format!(
            "SELECT game, seat, id, identity, label, since FROM seat_keys WHERE game IN ({places}) ORDER BY since, id"
        );
        let mut keys = sqlx::query_as::<Any, (String, i64, String, String, String, i64)>(&statement);
        for game in games() {
            keys = keys.bind(game);
        }
        let keys = keys.fetch_all(&self.pool).await?;
        let mut by_seat: BTreeMap<(String, i64), Vec<SeatKey>> = BTreeMap::new();
        for (game, seat, id, identity, label, since) in keys {
            by_seat.entry((game, seat)).or_default().push(SeatKey { id, identity, label, since });
        }
        let mut by_game: BTreeMap<String, Vec<SeatRow>> = BTreeMap::new();
        for (game, seat, kind, holder, token, invitation, player) in rows {
            let keys = by_seat.remove(&(game.clone(), seat)).unwrap_or_default();
            let row = SeatRow { seat: small(seat), kind, holder, token, invitation, player, keys };
            by_game.entry(game).or_default().push(row);
        }
        Ok(by_game)
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
                    "UPDATE seats SET holder = '', kind = 'link', token = $1, invitation = $2, code = $3
                     WHERE game = $4 AND seat = $5 AND holder = $6",
                )
                .bind(invitation.token.as_str())
                .bind(invitation.words.as_str())
                .bind(invitation.code.as_str())
                .bind(game.as_str())
                .bind(i64::from(seat))
                .bind(holder.as_str())
                .execute(&mut *connection)
                .await?;
                if freed.rows_affected() != 1 {
                    return Ok(false);
                }
                clear(connection, game, seat, Answered::GivenUp).await?;
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
                sqlx::query("DELETE FROM seat_requests WHERE game = $1 AND id = $2")
                    .bind(game.as_str())
                    .bind(request.id.as_str())
                    .execute(&mut *connection)
                    .await?;
                clear(connection, game, request.seat, Answered::HandedOver).await?;
                insert_chat(connection, game, told.number, &told.line).await?;
                Ok(true)
            })
        })
        .await
    }

    /// Lets somebody else play a seat that nobody holds: a general, chance, or whoever opens the new invitation. Returns whether the
    /// seat was as expected.
    pub async fn set_player(
        &self,
        game: &str,
        seat: u8,
        (from, to): (&str, &str),
        invitation: Option<&Invitation>,
        told: &Told,
    ) -> Result<bool> {
        writable([to, told.line.text.as_str()])?;
        let invitation = invitation.cloned().unwrap_or_default();
        let owned = Arc::new((game.to_owned(), from.to_owned(), to.to_owned(), invitation, told.clone()));
        self.change(Some(game), move |connection| {
            let owned = owned.clone();
            Box::pin(async move {
                let (game, from, to, invitation, told) = &*owned;
                let changed = sqlx::query(
                    "UPDATE seats SET kind = $1, token = $2, invitation = $3, code = $4
                     WHERE game = $5 AND seat = $6 AND kind = $7 AND holder = ''",
                )
                .bind(to.as_str())
                .bind(invitation.token.as_str())
                .bind(invitation.words.as_str())
                .bind(invitation.code.as_str())
                .bind(game.as_str())
                .bind(i64::from(seat))
                .bind(from.as_str())
                .execute(&mut *connection)
                .await?;
                if changed.rows_affected() != 1 {
                    return Ok(false);
                }
                insert_chat(connection, game, told.number, &told.line).await?;
                Ok(true)
            })
        })
        .await
    }

    /// Those who ask for seats of a game, the first first, and those who have not read yet how their request ended.
    pub async fn seat_requests(&self, game: &str) -> Result<Vec<SeatRequest>> {
        let rows: Vec<(String, i64, String, String, i64, String)> = sqlx::query_as(
            "SELECT id, seat, identity, label, asked, answer FROM seat_requests WHERE game = $1 ORDER BY asked, id",
        )
        .bind(game)
        .fetch_all(&self.pool)
        .await?;
        let request = |(id, seat, identity, label, asked, answer): (_, _, _, _, _, String)| SeatRequest {
            id,
            seat: small(seat),
            identity,
            label,
            asked,
            answer: Answered::ALL.into_iter().find(|known| known.text() == answer),
        };
        Ok(rows.into_iter().map(request).collect())
    }

    /// Keeps a request in place of an earlier one of the same player for the same seat.
    pub async fn ask_for_seat(&self, game: &str, request: &SeatRequest) -> Result<()> {
        writable([request.label.as_str()])?;
        let owned = Arc::new((game.to_owned(), request.clone()));
        self.change(Some(game), move |connection| {
            let owned = owned.clone();
            Box::pin(async move {
                let (game, request) = &*owned;
                sqlx::query("DELETE FROM seat_requests WHERE game = $1 AND seat = $2 AND identity = $3")
                    .bind(game.as_str())
                    .bind(i64::from(request.seat))
                    .bind(request.identity.as_str())
                    .execute(&mut *connection)
                    .await?;
                sqlx::query(
                    "INSERT INTO seat_requests (id, game, seat, identity, label, asked, answer)
                     VALUES ($1, $2, $3, $4, $5, $6, $7)",
                )
                .bind(request.id.as_str())
                .bind(game.as_str())
                .bind(i64::from(request.seat))
                .bind(request.identity.as_str())
                .bind(request.label.as_str())
                .bind(request.asked)
                .bind(request.answer.map_or("", Answered::text))
                .execute(connection)
                .await?;
                Ok(())
            })
        })
        .await
    }

    /// Refuses a request. It is kept until the player who asked has read the answer.
    pub async fn refuse_request(&self, game: &str, id: &str) -> Result<()> {
        let (owned, id) = (game.to_owned(), id.to_owned());
        self.change(Some(game), move |connection| {
            let (game, id) = (owned.clone(), id.clone());
            Box::pin(async move {
                sqlx::query("UPDATE seat_requests SET answer = $1 WHERE game = $2 AND id = $3")
                    .bind(Answered::Refused.text())
                    .bind(game.as_str())
                    .bind(id)
                    .execute(&mut *connection)
                    .await?;
                forget_old_answers(connection, &game).await
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
