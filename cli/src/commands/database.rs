//! `sabretache backup`, `restore` and `check`: the database of the server, looked after from the command line.

use std::future::Future;
use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use store::{Archive, GameRow, StoreError};

use crate::commands::serve::own_database;
use crate::console::Console;
use crate::failure::{Failure, Outcome};
use crate::reading::quietly;
use crate::titles::Titles;

/// Copy the database to a file, even while the server is running
#[derive(Args, Debug)]
#[command(after_help = "\
The copy is a consistent snapshot, is checked before it gets its final name, and overwrites nothing. PostgreSQL needs pg_dump.

Examples:
  sabretache backup games-monday.sqlite
  sabretache backup monday.dump --database postgres://sabretache@localhost/sabretache")]
pub(crate) struct Backup {
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    which: Which,
}

/// Replace a database with a backup; stop the server first
#[derive(Args, Debug)]
#[command(after_help = "\
The old SQLite file is kept as FILE.before-restore-1. PostgreSQL needs pg_restore.

Examples:
  sabretache restore games-monday.sqlite
  sabretache restore games-monday.sqlite --replace")]
pub(crate) struct Restore {
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Even if the database has games
    #[arg(long)]
    replace: bool,
    #[command(flatten)]
    which: Which,
}

/// Check the database: its tables, every line of every journal, and a replay of every game
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  sabretache check
  sabretache check --database sqlite:games-monday.sqlite")]
pub(crate) struct Check {
    #[command(flatten)]
    which: Which,
}

#[derive(Args, Debug)]
struct Which {
    /// sqlite:FILE or postgres://USER@HOST/NAME [default: the file in your home directory]
    #[arg(long, value_name = "URL")]
    database: Option<String>,
}

impl Which {
    fn url(&self) -> Outcome<String> {
        self.database.clone().map_or_else(own_database, Ok)
    }
}

fn wait_for<T>(work: impl Future<Output = T>) -> Outcome<T> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| Failure::usage(format!("the database cannot be opened: {error}")))?;
    Ok(runtime.block_on(work))
}

fn failed(error: StoreError) -> Failure {
    let is_finding = matches!(error, StoreError::Damaged(_));
    let sentence = error.to_string();
    if is_finding { Failure::finding(sentence) } else { Failure::usage(sentence) }
}

pub(crate) fn back_up(arguments: &Backup, console: &mut Console) -> Outcome {
    let url = arguments.which.url()?;
    let games = wait_for(store::backup(&url, &arguments.file))?.map_err(failed)?;
    writeln!(console.out, "{} holds {games} games, all intact.", arguments.file.display())?;
    Ok(())
}

pub(crate) fn restore(arguments: &Restore, console: &mut Console) -> Outcome {
    let url = arguments.which.url()?;
    let games = wait_for(store::restore(&url, &arguments.file, arguments.replace))?.map_err(failed)?;
    writeln!(console.out, "Restored {games} games from {}.", arguments.file.display())?;
    Ok(())
}

pub(crate) fn check(titles: &Titles, arguments: &Check, console: &mut Console) -> Outcome {
    let url = arguments.which.url()?;
    wait_for(look_through(titles, &url, console))?
}

async fn look_through(titles: &Titles, url: &str, console: &mut Console) -> Outcome {
    let mut archive = Archive::open(url).await.map_err(failed)?;
    let (version, newest) = archive.versions();
    if version < newest {
        return Err(Failure::finding(format!(
            "the tables have version {version}, and this program uses {newest}: they are updated when the server starts"
        )));
    }
    let mut findings = archive.faults().await.map_err(failed)?;
    let games = archive.games().await.map_err(failed)?;
    let (mut lines, mut steps) = (0, 0);
    for row in &games {
        match archive.journal(&row.id).await {
            Ok(journal) => {
                lines += journal.lines.len();
                match play_through(titles, row, &journal.lines) {
                    Ok(played) => steps += played,
                    Err(sentence) => findings.push(sentence),
                }
            }
            // Its owner has deleted it meanwhile.
            Err(StoreError::Unknown) => {}
            Err(StoreError::Damaged(sentence)) => findings.push(sentence),
            Err(error) => return Err(failed(error)),
        }
    }
    archive.close().await;
    if findings.is_empty() {
        writeln!(
            console.out,
            "Version {version} of the tables, {} games, {lines} journal lines intact, {steps} steps replayed.",
            games.len()
        )?;
        return Ok(());
    }
    Err(Failure { code: 1, sentences: findings.iter().map(|sentence| format!("sabretache: {sentence}")).collect() })
}

/// Plays a journal to its end. Every step is checked, and against the hash of its position where the journal has one.
fn play_through(titles: &Titles, row: &GameRow, lines: &[String]) -> Result<usize, String> {
    let of = |words: &str| format!("game {} cannot be replayed: {words}", row.id);
    let title = titles.all().iter().find(|title| title.id() == row.title);
    let title = title.ok_or_else(|| of(&format!("there is no title \"{}\" here", row.title)))?;
    let loaded = quietly(|| title.load(&row.id, &lines.join("\n"))).map_err(|words| of(&words))?;
    let loaded = loaded.map_err(|faults| of(&faults.first().map_or(String::new(), ToString::to_string)))?;
    Ok(loaded.game.steps())
}
