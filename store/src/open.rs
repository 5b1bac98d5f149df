//! Opening a database.

use std::time::Duration;

use sqlx::Executor;
use sqlx::any::AnyPoolOptions;
use tokio::sync::mpsc;

use crate::{Result, Store, StoreError, schema, writer};

impl Store {
    /// Opens the database at a URL, `sqlite:PATH` or `postgres://…`, and makes its tables if they are missing.
    pub async fn open(url: &str) -> Result<Store> {
        sqlx::any::install_default_drivers();
        let sqlite = url.starts_with("sqlite:");
        if !sqlite && !url.starts_with("postgres:") && !url.starts_with("postgresql:") {
            let sentence = format!("\"{url}\" is no database; write sqlite:FILE or postgres://USER@HOST/NAME");
            return Err(StoreError::Database(sentence));
        }
        let url = match sqlite && !url.contains('?') {
            true => format!("{url}?mode=rwc"),
            false => url.to_owned(),
        };
        let options = AnyPoolOptions::new().max_connections(8).acquire_timeout(Duration::from_secs(10)).after_connect(
            move |connection, _| {
                Box::pin(async move {
                    if sqlite {
                        // FULL: a commit is on the disk when it returns, also when the power fails. The log is moved
                        // into the database when it has 16 MiB: seldom, as everybody waits for it.
                        for pragma in [
                            "journal_mode = WAL",
                            "synchronous = FULL",
                            "busy_timeout = 10000",
                            "wal_autocheckpoint = 4096",
                        ] {
                            connection.execute(format!("PRAGMA {pragma}").as_str()).await?;
                        }
                    }
                    Ok(())
                })
            },
        );
        let pool = options.connect(&url).await?;
        {
            let mut transaction = pool.begin().await?;
            if !sqlite {
                // Two servers may open a new database at once.
                sqlx::query("SELECT 1 FROM (SELECT pg_advisory_xact_lock(1807)) AS locked")
                    .execute(&mut *transaction)
                    .await?;
            }
            for statement in schema::statements(sqlite) {
                sqlx::query(&statement).execute(&mut *transaction).await?;
            }
            transaction.commit().await?;
        }
        let (appends, jobs) = mpsc::channel(4096);
        let writing = writer::Writing::default();
        tokio::spawn(writer::run(writing.clone(), pool.clone(), jobs));
        Ok(Store { pool, appends, writing })
    }

    /// Waits until everything is written, and closes.
    pub async fn close(self) {
        let Store { pool, appends, .. } = self;
        let (done, waited) = tokio::sync::oneshot::channel();
        if appends.send(writer::Job::Stop(done)).await.is_ok() {
            let _ = waited.await;
        }
        pool.close().await;
    }
}
