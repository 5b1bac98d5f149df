//! Reading and writing files: text with a sentence when it fails, results whole or not at all.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::failure::{Failure, Outcome};

/// Larger files are no files of this program.
const LARGEST: u64 = 64 << 20;

pub(crate) fn read_text(path: &Path) -> Outcome<String> {
    let shown = path.display();
    let cannot = |why: String| Failure::usage(format!("{shown} cannot be read: {why}"));
    let known = fs::metadata(path).map_err(|error| cannot(plain(&error)))?;
    if known.is_dir() {
        return Err(cannot("it is a directory".into()));
    }
    if known.len() > LARGEST {
        return Err(cannot(format!("it is larger than {} MiB", LARGEST >> 20)));
    }
    let bytes = fs::read(path).map_err(|error| cannot(plain(&error)))?;
    String::from_utf8(bytes).map_err(|error| {
        let sound = error.utf8_error().valid_up_to();
        let line = 1 + error.as_bytes()[..sound].iter().filter(|byte| **byte == b'\n').count();
        Failure { code: 2, sentences: vec![format!("{shown}:{line}: this is not UTF-8 text")] }
    })
}

/// The system's reason without its number.
pub(crate) fn plain(error: &std::io::Error) -> String {
    let words = error.to_string();
    let words = words.split(" (os error").next().unwrap_or(&words);
    let mut letters = words.chars();
    letters.next().map_or(String::new(), |first| first.to_lowercase().chain(letters).collect())
}

/// Writes a file beside its place and moves it there, so that nobody ever finds half of it.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> Outcome {
    let cannot =
        |error: std::io::Error| Failure::usage(format!("{} cannot be written: {}", path.display(), plain(&error)));
    let Some(name) = path.file_name().filter(|_| !path.is_dir()) else {
        return Err(Failure::usage(format!("{} cannot be written: it is a directory", path.display())));
    };
    let mut beside = std::ffi::OsString::from(".");
    beside.push(name);
    beside.push(format!(".{}", std::process::id()));
    let beside = path.with_file_name(beside);
    let written = fs::File::create(&beside).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&beside, path)
    });
    written.map_err(|error| {
        let _ = fs::remove_file(&beside);
        cannot(error)
    })
}

/// The files with this ending in a directory and below, in order of their names.
pub(crate) fn files_below(directory: &Path, ending: &str) -> Outcome<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut open = vec![directory.to_owned()];
    while let Some(here) = open.pop() {
        let cannot =
            |error: std::io::Error| Failure::usage(format!("{} cannot be read: {}", here.display(), plain(&error)));
        for entry in fs::read_dir(&here).map_err(cannot)? {
            let entry = entry.map_err(cannot)?;
            // Links are not followed into other directories: they could lead in circles.
            let kind = entry.file_type().map_err(cannot)?;
            let path = entry.path();
            if kind.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|found| found == ending) {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}
