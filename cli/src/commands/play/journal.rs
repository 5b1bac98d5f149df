//! The file in which a game is kept while it is played.

use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use kernel::AnyGame;

use crate::failure::{Failure, Outcome};
use crate::files;

#[derive(Debug)]
pub(super) struct JournalFile {
    pub(super) path: PathBuf,
    file: File,
    /// Lines that are in the file.
    written: usize,
}

impl JournalFile {
    pub(super) fn create(path: &Path) -> Outcome<JournalFile> {
        let file = OpenOptions::new().write(true).create_new(true).open(path);
        let file = file.map_err(|error| match error.kind() == ErrorKind::AlreadyExists {
            true => Failure::usage(format!("{0} already exists; use --resume {0} to continue it", path.display())),
            false => cannot(path, &error),
        })?;
        Ok(JournalFile { path: path.to_owned(), file, written: 0 })
    }

    /// Goes on with a file that was found to be sound.
    pub(super) fn reopen(path: &Path) -> Outcome<JournalFile> {
        let text = files::read_text(path)?;
        let mut file = OpenOptions::new().append(true).open(path).map_err(|error| cannot(path, &error))?;
        if !text.ends_with('\n') {
            file.write_all(b"\n").map_err(|error| cannot(path, &error))?;
        }
        Ok(JournalFile { path: path.to_owned(), file, written: text.lines().count() })
    }

    /// Adds what has happened since, in one stroke, so that a program that is killed leaves whole lines behind.
    pub(super) fn append(&mut self, game: &dyn AnyGame) -> Outcome {
        let lines = game.journal_lines(self.written);
        if lines.is_empty() {
            return Ok(());
        }
        let text = lines.join("\n") + "\n";
        self.file.write_all(text.as_bytes()).map_err(|error| cannot(&self.path, &error))?;
        self.written += lines.len();
        Ok(())
    }
}

fn cannot(path: &Path, error: &std::io::Error) -> Failure {
    Failure::usage(format!("{} cannot be written: {}", path.display(), files::plain(error)))
}
