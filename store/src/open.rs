//! Opening a database.

use std::time::Duration;

use tokio::sync::mpsc;

use crate::connecting::Address;
use crate::writer::{Job, Writer};
use crate::{Result, Store, schema};

/// At most this many changes wait for the writer; later ones wait to be queued.
const QUEUE: usize = 4_096;

/// How long a database may take to be closed.
const LEAVING: Duration = Duration::from_secs(4);

impl Store {
    /// Opens the database at a URL, `sqlite:PATH` or `postgres://…`, for this program alone, and brings its tables up to date.
    pub async fn open(url: &str) -> Result<Store> {
        let address = Address::new(url)?;
        let held = address.hold().await?;
        let (mut connection, session) = address.connect_writer(None).await?;
        schema::migrate(&mut connection, address.is_sqlite()).await?;
        let pool = address.readers()?;
        let (jobs, handed_in) = mpsc::channel(QUEUE);
        let (writer, standing) = Writer::new(address, connection, session, held);
        tokio::spawn(writer.run(handed_in));
        Ok(Store { pool, jobs, standing })
    }

    /// Waits until everything is written, and closes. A database that does not answer is not waited for: what it was not heard to
    /// keep was not acknowledged either.
    pub async fn close(self) {
        let Store { pool, jobs, .. } = self;
        let closing = async {
            // The writer is the last to leave: it moves the log of an SQLite database into its file.
            pool.close().await;
            let (done, waited) = tokio::sync::oneshot::channel();
            if jobs.send(Job::Stop(done)).await.is_ok() {
                let _ = waited.await;
            }
        };
        if tokio::time::timeout(LEAVING, closing).await.is_err() {
            tracing::error!("the database did not answer when it was to be closed");
        }
    }
}
