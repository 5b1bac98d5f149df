//! Games that were deleted after somebody else had taken a seat in them. A player who makes one game after another until the
//! dice are good leaves them here, where the others can see them.

use sqlx::{AnyConnection, Row};

use crate::append::writable;
use crate::{Result, Store};

/// What stays of a deleted game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ended {
    pub game: String,
    /// What was promised about its dice.
    pub commitment: String,
    /// What lists called it.
    pub name: String,
    /// Milliseconds since 1970.
    pub created: i64,
    pub ended: i64,
    /// What else is told of it, as the server writes it.
    pub account: String,
}

const ENDED: &str = "game, commitment, name, created, ended, account";

impl Ended {
    pub(crate) fn must_be_writable(&self) -> Result<()> {
        writable([self.name.as_str(), self.account.as_str()])
    }

    /// Puts it on record for those who made the game or sat in it.
    pub(crate) async fn keep(&self, connection: &mut AnyConnection, players: &[String]) -> Result<()> {
        sqlx::query(&format!("INSERT INTO ended ({ENDED}) VALUES ($1, $2, $3, $4, $5, $6)"))
            .bind(self.game.as_str())
            .bind(self.commitment.as_str())
            .bind(self.name.as_str())
            .bind(self.created)
            .bind(self.ended)
            .bind(self.account.as_str())
            .execute(&mut *connection)
            .await?;
        for holder in players {
            sqlx::query("INSERT INTO ended_players (holder, game, commitment) VALUES ($1, $2, $3)")
                .bind(holder.as_str())
                .bind(self.game.as_str())
                .bind(self.commitment.as_str())
                .execute(&mut *connection)
                .await?;
        }
        Ok(())
    }
}

fn ended_row(row: &sqlx::any::AnyRow) -> Result<Ended> {
    Ok(Ended {
        game: row.try_get(0)?,
        commitment: row.try_get(1)?,
        name: row.try_get(2)?,
        created: row.try_get(3)?,
        ended: row.try_get(4)?,
        account: row.try_get(5)?,
    })
}

impl Store {
    /// The deleted games that had this id, the latest first.
    pub async fn ended(&self, game: &str) -> Result<Vec<Ended>> {
        let statement = format!("SELECT {ENDED} FROM ended WHERE game = $1 ORDER BY ended DESC, commitment LIMIT 100");
        let rows = sqlx::query(&statement).bind(game).fetch_all(&self.pool).await?;
        rows.iter().map(ended_row).collect()
    }

    /// The deleted games that somebody made or sat in, the latest first; a hundred at most.
    pub async fn ended_of(&self, holder: &str) -> Result<Vec<Ended>> {
        let statement = "SELECT ended.game, ended.commitment, ended.name, ended.created, ended.ended, ended.account
             FROM ended JOIN ended_players
               ON ended_players.game = ended.game AND ended_players.commitment = ended.commitment
             WHERE ended_players.holder = $1 ORDER BY ended.ended DESC, ended.game LIMIT 100";
        let rows = sqlx::query(statement).bind(holder).fetch_all(&self.pool).await?;
        rows.iter().map(ended_row).collect()
    }
}
