//! The tables, and how databases of earlier versions get them.
//!
//! A database knows which migrations it has had. A new one is a file for each kind of database and a line in [`MIGRATIONS`];
//! one that has been published never changes.

use std::borrow::Cow;

use sqlx::migrate::{MigrateError, Migration, MigrationType, Migrator};
use sqlx::{AnyConnection, Connection, Row};

use crate::chain::Chain;
use crate::{Result, StoreError};

/// Version, name, and the statements for SQLite and for PostgreSQL.
type Step = (i64, &'static str, &'static str, &'static str);

macro_rules! migration {
    ($version:literal, $name:literal) => {
        (
            $version,
            $name,
            include_str!(concat!("../migrations/sqlite/", $name, ".sql")),
            include_str!(concat!("../migrations/postgres/", $name, ".sql")),
        )
    };
}

const MIGRATIONS: [Step; 7] = [
    migration!(1, "0001_games"),
    migration!(2, "0002_chains"),
    migration!(3, "0003_ended"),
    migration!(4, "0004_sessions"),
    migration!(5, "0005_shown"),
    migration!(6, "0006_answers_and_owners"),
    migration!(7, "0007_players"),
];

/// The first version in which journals are chained.
pub(crate) const CHAINED: i64 = 2;

/// Every table with rows of a game.
pub(crate) const OF_A_GAME: [&str; 8] =
    ["journal", "seats", "chat", "notes", "letters", "takebacks", "seat_keys", "seat_requests"];

/// The version of the tables that this program knows.
pub(crate) const fn newest() -> i64 {
    let (version, ..) = MIGRATIONS[MIGRATIONS.len() - 1];
    version
}

fn migrator(sqlite: bool) -> Migrator {
    let migration = |(version, name, for_sqlite, for_postgres): Step| {
        let text = if sqlite { for_sqlite } else { for_postgres };
        Migration::new(version, Cow::Borrowed(name), MigrationType::Simple, Cow::Borrowed(text), false)
    };
    Migrator { migrations: MIGRATIONS.into_iter().map(migration).collect(), locking: false, ..Migrator::DEFAULT }
}

fn failed(error: MigrateError) -> StoreError {
    if let MigrateError::VersionMismatch(version) = error {
        let sentence = "its tables were made by another program: migration";
        return StoreError::Database(format!("{sentence} {version} is not the one that is known here"));
    }
    StoreError::Database(error.to_string())
}

pub(crate) async fn has_table(connection: &mut AnyConnection, sqlite: bool, name: &str) -> Result<bool> {
    let statement = match sqlite {
        true => "SELECT COUNT(*) FROM sqlite_master WHERE name = $1",
        false => {
            "SELECT COUNT(*) FROM information_schema.tables WHERE table_name = $1 AND table_schema = current_schema()"
        }
    };
    let (tables,): (i64,) = sqlx::query_as(statement).bind(name).fetch_one(connection).await?;
    Ok(tables > 0)
}

/// The version of the tables in a database; 0 for those of the first release, and for an empty one.
pub(crate) async fn version(connection: &mut AnyConnection, sqlite: bool) -> Result<i64> {
    if !has_table(connection, sqlite, "_sqlx_migrations").await? {
        return Ok(0);
    }
    let (version,): (i64,) =
        sqlx::query_as("SELECT COALESCE(MAX(version), 0) FROM _sqlx_migrations").fetch_one(connection).await?;
    Ok(version)
}

/// Refuses what a later version of the program has written.
pub(crate) fn must_not_be_newer(version: i64) -> Result<()> {
    match version > newest() {
        true => Err(StoreError::Newer { version, newest: newest() }),
        false => Ok(()),
    }
}

/// Brings the tables up to date, whole or not at all.
pub(crate) async fn migrate(connection: &mut AnyConnection, sqlite: bool) -> Result<()> {
    let mut transaction = connection.begin().await?;
    if !sqlite {
        // Two programs may open a new database at once. The migrator's own lock would end before the transaction does.
        sqlx::query("SELECT 1 FROM (SELECT pg_advisory_xact_lock(1807)) AS locked").execute(&mut *transaction).await?;
    }
    let before = version(&mut transaction, sqlite).await?;
    must_not_be_newer(before)?;
    migrator(sqlite).run_direct(&mut *transaction).await.map_err(failed)?;
    if before < CHAINED {
        chain_all(&mut transaction).await?;
    }
    transaction.commit().await?;
    if before < newest() {
        tracing::info!(from = before, to = newest(), "the tables were brought up to date");
    }
    Ok(())
}

/// Chains the journals of earlier versions. A game whose journal does not have the lines it should have is left without a chain, so that
/// the next check reports it.
async fn chain_all(connection: &mut AnyConnection) -> Result<()> {
    let games: Vec<(String, i64)> = sqlx::query_as("SELECT id, lines FROM games").fetch_all(&mut *connection).await?;
    for (game, count) in games {
        let rows = sqlx::query("SELECT line, text FROM journal WHERE game = $1 ORDER BY line")
            .bind(game.as_str())
            .fetch_all(&mut *connection)
            .await?;
        let mut chain = Chain::of_game(&game);
        for row in &rows {
            let (line, text): (i64, String) = (row.try_get(0)?, row.try_get(1)?);
            if usize::try_from(line) != Ok(chain.lines) {
                break;
            }
            chain.grow(&text);
            sqlx::query("UPDATE journal SET link = $1 WHERE game = $2 AND line = $3")
                .bind(chain.head.as_str())
                .bind(game.as_str())
                .bind(line)
                .execute(&mut *connection)
                .await?;
        }
        if i64::try_from(chain.lines) == Ok(count) && rows.len() == chain.lines {
            sqlx::query("UPDATE games SET head = $1 WHERE id = $2")
                .bind(chain.head.as_str())
                .bind(game.as_str())
                .execute(&mut *connection)
                .await?;
        } else {
            tracing::error!(%game, lines = rows.len(), expected = count, "a journal is damaged and was not chained");
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{MIGRATIONS, newest};

    /// A file that nobody has listed would never be run.
    #[test]
    fn every_file_is_listed_and_versions_count_up() {
        let versions: Vec<i64> = MIGRATIONS.iter().map(|(version, ..)| *version).collect();
        assert_eq!(versions, (1..=newest()).collect::<Vec<_>>());
        for kind in ["sqlite", "postgres"] {
            let folder = format!("{}/migrations/{kind}", env!("CARGO_MANIFEST_DIR"));
            let mut files: Vec<String> = std::fs::read_dir(folder)
                .unwrap()
                .map(|file| file.unwrap().file_name().into_string().unwrap())
                .collect();
            files.sort();
            let listed: Vec<String> = MIGRATIONS.iter().map(|(_, name, ..)| format!("{name}.sql")).collect();
            assert_eq!(files, listed);
        }
        for (version, name, ..) in MIGRATIONS {
            assert!(name.starts_with(&format!("{version:04}_")), "{name}");
        }
    }
}
