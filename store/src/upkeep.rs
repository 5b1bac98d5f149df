//! Backups, and looking through a database without serving it.

use std::path::{Path, PathBuf};
use std::process::Stdio;

use sqlx::{AnyConnection, Connection};

use crate::connecting::{Access, Address, beside, private_file};
use crate::read::{self, GameRow};
use crate::{Journal, Result, StoreError, schema};

/// A database that is looked through. A server may be writing to it meanwhile.
pub struct Archive {
    address: Address,
    connection: AnyConnection,
    version: i64,
}

impl std::fmt::Debug for Archive {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} to be looked through", self.address.shown())
    }
}

fn said(sentence: String) -> StoreError {
    StoreError::Said(sentence)
}

fn cannot(path: &Path, what: &str, error: &std::io::Error) -> StoreError {
    said(format!("{} cannot be {what}: {error}", path.display()))
}

/// The URL of an SQLite file, whatever is in its name.
fn url_of(path: &Path) -> String {
    format!("sqlite:{}", path.display().to_string().replace('%', "%25").replace('?', "%3f"))
}

impl Archive {
    /// Opens a database that must be there; one of a later version of the program is refused.
    pub async fn open(url: &str) -> Result<Archive> {
        let address = Address::new(url)?;
        if let Some(file) = address.file.as_ref().filter(|file| !file.is_file()) {
            return Err(said(format!("there is no database {}", file.display())));
        }
        let mut connection = address.connect(Access::Read).await?;
        let version = schema::version(&mut connection, address.is_sqlite()).await?;
        schema::must_not_be_newer(version)?;
        Ok(Archive { address, connection, version })
    }

    /// The version of its tables, and the version that this program writes.
    pub fn versions(&self) -> (i64, i64) {
        (self.version, schema::newest())
    }

    /// What the database finds wrong with itself.
    pub async fn faults(&mut self) -> Result<Vec<String>> {
        let mut faults = Vec::new();
        if self.address.is_sqlite() {
            let found: Vec<(String,)> =
                sqlx::query_as("PRAGMA integrity_check").fetch_all(&mut self.connection).await?;
            faults.extend(found.into_iter().map(|(words,)| words).filter(|words| words != "ok"));
        }
        for table in schema::OF_A_GAME {
            // Databases of earlier versions have not all of them yet.
            if !schema::has_table(&mut self.connection, self.address.is_sqlite(), table).await? {
                continue;
            }
            let statement = format!("SELECT COUNT(*) FROM {table} WHERE game NOT IN (SELECT id FROM games)");
            let (strays,): (i64,) = sqlx::query_as(&statement).fetch_one(&mut self.connection).await?;
            if strays > 0 {
                faults.push(format!("{strays} rows of {table} belong to no game"));
            }
        }
        Ok(faults)
    }

    pub async fn games(&mut self) -> Result<Vec<GameRow>> {
        read::all_games(&mut self.connection).await
    }

    /// A journal that is what was written, or a sentence about the line that is not.
    pub async fn journal(&mut self, game: &str) -> Result<Journal> {
        read::journal(&mut self.connection, game).await
    }

    pub async fn close(self) {
        let _ = self.connection.close().await;
    }

    /// Looks through all of it, and says how many games there are.
    async fn must_be_sound(mut self) -> Result<usize> {
        let faults = self.faults().await?;
        if let Some(fault) = faults.first() {
            return Err(StoreError::Damaged(fault.clone()));
        }
        let games = self.games().await?;
        // The journals of earlier versions are chained when a server opens them.
        if self.version >= schema::CHAINED {
            for game in &games {
                match self.journal(&game.id).await {
                    // Somebody may have deleted it since.
                    Ok(_) | Err(StoreError::Unknown) => {}
                    Err(error) => return Err(error),
                }
            }
        }
        self.close().await;
        Ok(games.len())
    }
}

/// What is made beside its place and removed again if it does not get there.
struct Part(PathBuf);

impl Part {
    fn beside(path: &Path) -> Result<Part> {
        let part = beside(path, ".part");
        let _ = std::fs::remove_file(&part);
        private_file(&part, true).map_err(|error| cannot(path, "written", &error))?;
        Ok(Part(part))
    }

    /// Flushed, and moved to its place.
    fn finish(self, path: &Path) -> Result<()> {
        let flushed = std::fs::File::open(&self.0).and_then(|file| file.sync_all());
        let moved = flushed.and_then(|()| std::fs::rename(&self.0, path));
        moved.map_err(|error| cannot(path, "written", &error))?;
        flush_folder(path);
        Ok(())
    }
}

impl Drop for Part {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// So that the name is on the disk, too, where folders can be flushed.
fn flush_folder(path: &Path) {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let _ = std::fs::File::open(folder).and_then(|folder| folder.sync_all());
}

/// Writes a copy of the database to a new file while it is being served, looks through the copy, and says how many games it has.
pub async fn backup(url: &str, to: &Path) -> Result<usize> {
    if to.exists() {
        return Err(said(format!("{} already exists; a backup never overwrites a file", to.display())));
    }
    let archive = Archive::open(url).await?;
    let address = archive.address.clone();
    let part = Part::beside(to)?;
    if !address.is_sqlite() {
        let games = archive.must_be_sound().await?;
        let file = part.0.display().to_string();
        postgres(&address, "pg_dump", &["--format=custom", "--no-owner", "--no-privileges", "--file", &file]).await?;
        let list = run("pg_restore", &["--list", &file], None).await?;
        if !list.contains("TABLE DATA public journal") {
            return Err(said(format!("pg_dump has written no journals to {}", to.display())));
        }
        part.finish(to)?;
        return Ok(games);
    }
    archive.close().await;
    let mut connection = address.connect(Access::Write).await?;
    sqlx::query("VACUUM INTO $1").bind(part.0.display().to_string()).execute(&mut connection).await?;
    let _ = connection.close().await;
    let games = Archive::open(&url_of(&part.0)).await?.must_be_sound().await?;
    part.finish(to)?;
    Ok(games)
}

/// Puts a backup in the place of a database that nobody serves, and says how many games it has. A database with games is kept
/// beside it, if it may be replaced at all; in PostgreSQL it is not kept.
pub async fn restore(url: &str, from: &Path, replace: bool) -> Result<usize> {
    if !from.is_file() {
        return Err(said(format!("there is no backup {}", from.display())));
    }
    let address = Address::new(url)?;
    let _held = address.hold().await?;
    let (mut connection, _) = address.connect_writer(None).await?;
    let games = match schema::has_table(&mut connection, address.is_sqlite(), "games").await? {
        false => 0,
        true => {
            let (games,): (i64,) = sqlx::query_as("SELECT COUNT(*) FROM games").fetch_one(&mut connection).await?;
            games
        }
    };
    if games > 0 && !replace {
        let sentence = format!("{} has {games} games; add --replace to replace them by the backup", address.shown());
        return Err(said(sentence));
    }
    let Some(file) = address.file.clone() else {
        // This connection keeps servers away until the backup is there.
        let shown = from.display().to_string();
        let arguments = [
            "--clean",
            "--if-exists",
            "--single-transaction",
            "--exit-on-error",
            "--no-owner",
            "--no-privileges",
            &shown,
        ];
        postgres(&address, "pg_restore", &arguments).await?;
        let _ = connection.close().await;
        return Archive::open(url).await?.must_be_sound().await;
    };
    let _ = connection.close().await;
    let part = Part::beside(&file)?;
    std::fs::copy(from, &part.0).map_err(|error| cannot(from, "read", &error))?;
    crate::connecting::keep_private(&part.0)?;
    let games = match Archive::open(&url_of(&part.0)).await?.must_be_sound().await {
        Err(StoreError::Database(words)) => {
            return Err(said(format!("{} is not a backup of a database: {words}", from.display())));
        }
        sound => sound?,
    };
    set_aside(&file)?;
    part.finish(&file)?;
    Ok(games)
}

/// Moves what is there out of the way, under the first name that is free.
fn set_aside(file: &Path) -> Result<()> {
    let free = (1..).map(|number| format!(".before-restore-{number}")).find(|ending| !beside(file, ending).exists());
    let ending = free.unwrap_or_default();
    for of in ["-wal", "-shm", ""] {
        let (old, new) = (beside(file, of), beside(&beside(file, &ending), of));
        if old.exists() {
            std::fs::rename(&old, &new).map_err(|error| cannot(&old, "set aside", &error))?;
        }
    }
    Ok(())
}

/// Runs a program of PostgreSQL on the database. The password goes through the environment, where no list of processes shows it.
async fn postgres(address: &Address, program: &str, arguments: &[&str]) -> Result<()> {
    let url = address.url();
    let (scheme, rest) = url.split_once("://").unwrap_or(("postgres", url));
    let (who, place) = rest.rsplit_once('@').map_or((None, rest), |(who, place)| (Some(who), place));
    let (name, password) = match who.and_then(|who| who.split_once(':')) {
        Some((name, password)) => (Some(name), Some(password)),
        None => (who, None),
    };
    let bare = match name {
        Some(name) => format!("{scheme}://{name}@{place}"),
        None => format!("{scheme}://{place}"),
    };
    let dbname = format!("--dbname={bare}");
    let arguments: Vec<&str> = [dbname.as_str()].into_iter().chain(arguments.iter().copied()).collect();
    run(program, &arguments, password.map(decoded).as_deref()).await.map(|_| ())
}

/// `%41` for `A`, as in URLs.
fn decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        let hex = tail.get(..2).and_then(|hex| std::str::from_utf8(hex).ok());
        match (first, hex.and_then(|hex| u8::from_str_radix(hex, 16).ok())) {
            (b'%', Some(byte)) => {
                bytes.push(byte);
                rest = &tail[2..];
            }
            _ => {
                bytes.push(*first);
                rest = tail;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

async fn run(program: &str, arguments: &[&str], password: Option<&str>) -> Result<String> {
    let mut command = tokio::process::Command::new(program);
    command.args(arguments).stdin(Stdio::null()).kill_on_drop(true);
    if let Some(password) = password {
        command.env("PGPASSWORD", password);
    }
    let output = command.output().await.map_err(|error| {
        said(format!("{program} cannot be started: {error}; it comes with the client programs of PostgreSQL"))
    })?;
    match output.status.success() {
        true => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
        false => {
            let words = String::from_utf8_lossy(&output.stderr);
            Err(said(format!("{program} failed: {}", words.split_whitespace().collect::<Vec<_>>().join(" "))))
        }
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn passwords_are_decoded() {
        assert_eq!(super::decoded("a%40b%2"), "a@b%2");
        assert_eq!(super::decoded("100%é"), "100%é");
    }
}
