//! Connections: to which database, with which rights, and that nobody else writes to it.

use std::fs::{File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::{Duration, Instant};

use sqlx::any::{AnyConnectOptions, AnyPoolOptions};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AnyConnection, AnyPool, ConnectOptions, Connection, Executor};

use crate::{Result, StoreError};

/// How long a database may take to answer a new connection.
const CONNECTING: Duration = Duration::from_secs(5);
/// How long a server that has just ended may still hold its lock.
const LEAVING: Duration = Duration::from_secs(3);
/// Reads at a time. Each has a thread in SQLite, and more threads than cores would only take turns.
const READERS: u32 = 4;
/// The advisory lock of the server that writes to a PostgreSQL database.
const SERVER_LOCK: i64 = 0x5ab8_e7ac_4e00;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Access {
    Read,
    Write,
}

/// Where a database is.
#[derive(Clone)]
pub(crate) struct Address {
    url: String,
    /// The file, if it is one of SQLite.
    pub(crate) file: Option<PathBuf>,
}

/// What keeps a second server from an SQLite file for as long as it lives.
pub(crate) struct Held {
    _file: Option<File>,
}

/// A session of PostgreSQL: the number of its process, and when that began, for numbers are used again.
pub(crate) type Session = (i32, String);

fn cannot(path: &Path, what: &str, error: &std::io::Error) -> StoreError {
    StoreError::Said(format!("{} cannot be {what}: {error}", path.display()))
}

fn in_use(whose: &str) -> StoreError {
    StoreError::Said(format!(
        "{whose} is in use by another Sabretache server; two servers cannot share a database, so stop that one first"
    ))
}

/// Nobody but the owner may read a file of the database.
#[cfg(unix)]
pub(crate) fn keep_private(path: &Path) -> Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let Ok(known) = std::fs::metadata(path) else { return Ok(()) };
    if known.permissions().mode() & 0o077 != 0 {
        let private = std::fs::Permissions::from_mode(0o600);
        std::fs::set_permissions(path, private).map_err(|error| cannot(path, "made private", &error))?;
    }
    Ok(())
}

#[cfg(not(unix))]
pub(crate) fn keep_private(_: &Path) -> Result<()> {
    Ok(())
}

/// Opens a file for writing, and makes it for its owner alone if it is not there.
pub(crate) fn private_file(path: &Path, must_be_new: bool) -> std::io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).create_new(must_be_new);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(0o600);
    }
    options.open(path)
}

/// A file beside the database, such as its log.
pub(crate) fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}

impl Address {
    pub(crate) fn new(url: &str) -> Result<Address> {
        sqlx::any::install_default_drivers();
        let sqlite = url.starts_with("sqlite:");
        if !sqlite && !url.starts_with("postgres:") && !url.starts_with("postgresql:") {
            let sentence = format!("\"{url}\" is not a database; write sqlite:FILE or postgres://USER@HOST/NAME");
            return Err(StoreError::Said(sentence));
        }
        let file = match sqlite {
            true if url.contains(":memory:") || url.contains("mode=memory") => {
                return Err(StoreError::Said("games are kept in a file; write sqlite:FILE".into()));
            }
            true => Some(SqliteConnectOptions::from_str(url)?.get_filename().to_path_buf()),
            false => None,
        };
        Ok(Address { url: url.to_owned(), file })
    }

    pub(crate) fn is_sqlite(&self) -> bool {
        self.file.is_some()
    }

    /// As it may be shown: without a password.
    pub(crate) fn shown(&self) -> String {
        match &self.file {
            Some(file) => file.display().to_string(),
            None => {
                let rest = self.url.split_once("://").map_or(self.url.as_str(), |(_, rest)| rest);
                rest.rsplit_once('@').map_or(rest, |(_, rest)| rest).split('?').next().unwrap_or_default().to_owned()
            }
        }
    }

    pub(crate) fn url(&self) -> &str {
        &self.url
    }

    /// Makes the file of an SQLite database for its owner alone, and keeps other servers from it.
    pub(crate) async fn hold(&self) -> Result<Held> {
        let Some(file) = &self.file else { return Ok(Held { _file: None }) };
        private_file(file, false).map_err(|error| cannot(file, "opened", &error))?;
        let path = beside(file, ".lock");
        let lock = private_file(&path, false).map_err(|error| cannot(&path, "opened", &error))?;
        for path in ["", "-wal", "-shm", ".lock"].map(|ending| beside(file, ending)) {
            keep_private(&path)?;
        }
        let begun = Instant::now();
        loop {
            match lock.try_lock() {
                Ok(()) => return Ok(Held { _file: Some(lock) }),
                Err(TryLockError::WouldBlock) if begun.elapsed() < LEAVING => {
                    tokio::time::sleep(Duration::from_millis(50)).await;
                }
                Err(TryLockError::WouldBlock) => return Err(in_use(&self.shown())),
                Err(TryLockError::Error(error)) => return Err(cannot(&path, "locked", &error)),
            }
        }
    }

    fn options(&self) -> Result<AnyConnectOptions> {
        Ok(AnyConnectOptions::from_str(&self.url)?.disable_statement_logging())
    }

    fn settings(&self, access: Access) -> &'static [&'static str] {
        match (self.is_sqlite(), access) {
            // FULL: a commit is on the disk when it returns, also when the power fails. The log is moved into the database when it
            // has 16 MiB: seldom, as everybody waits for it.
            (true, Access::Write) => &[
                "PRAGMA busy_timeout = 10000",
                "PRAGMA journal_mode = WAL",
                "PRAGMA synchronous = FULL",
                "PRAGMA wal_autocheckpoint = 4096",
            ],
            (true, Access::Read) => &["PRAGMA busy_timeout = 10000", "PRAGMA query_only = ON"],
            (false, Access::Write) => &[],
            (false, Access::Read) => &["SET default_transaction_read_only = on"],
        }
    }

    pub(crate) async fn connect(&self, access: Access) -> Result<AnyConnection> {
        let options = self.options()?;
        let connecting = async {
            let mut connection = AnyConnection::connect_with(&options).await?;
            for setting in self.settings(access) {
                connection.execute(*setting).await?;
            }
            Ok(connection)
        };
        match tokio::time::timeout(CONNECTING, connecting).await {
            Ok(connected) => connected,
            Err(_) => Err(StoreError::Database("the database does not answer".into())),
        }
    }

    /// Connections that only read.
    pub(crate) fn readers(&self) -> Result<AnyPool> {
        let settings = self.settings(Access::Read);
        let options = AnyPoolOptions::new().max_connections(READERS).acquire_timeout(CONNECTING);
        let options = options.after_connect(move |connection, _| {
            Box::pin(async move {
                for setting in settings {
                    connection.execute(*setting).await?;
                }
                Ok(())
            })
        });
        Ok(options.connect_lazy_with(self.options()?))
    }

    /// A connection that writes. In PostgreSQL it also holds the lock of the one server that may: what was begun on an earlier
    /// connection has ended when this one has the lock, and a server that has lost its connection cannot write beside another.
    pub(crate) async fn connect_writer(&self, earlier: Option<&Session>) -> Result<(AnyConnection, Option<Session>)> {
        let mut connection = self.connect(Access::Write).await?;
        if self.is_sqlite() {
            return Ok((connection, None));
        }
        if let Some((process, began)) = earlier {
            // It may not have noticed that we are gone.
            let ended = "SELECT COUNT(pg_terminate_backend(pid)) FROM pg_stat_activity
                         WHERE pid = $1 AND CAST(backend_start AS TEXT) = $2";
            sqlx::query(ended).bind(*process).bind(began.as_str()).execute(&mut connection).await?;
        }
        let begun = Instant::now();
        while !lock_server(&mut connection).await? {
            if begun.elapsed() > LEAVING {
                let _ = connection.close().await;
                return Err(in_use(&self.shown()));
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        let (process, began): (i32, String) = sqlx::query_as(
            "SELECT pid, CAST(backend_start AS TEXT) FROM pg_stat_activity WHERE pid = pg_backend_pid()",
        )
        .fetch_one(&mut connection)
        .await?;
        Ok((connection, Some((process, began))))
    }
}

async fn lock_server(connection: &mut AnyConnection) -> Result<bool> {
    let (locked,): (bool,) =
        sqlx::query_as("SELECT pg_try_advisory_lock($1)").bind(SERVER_LOCK).fetch_one(connection).await?;
    Ok(locked)
}
