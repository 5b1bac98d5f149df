//! The data that comes with the program, what an overlay puts in its place, and reading it: every fault with file, line and a
//! sentence.

use std::borrow::Cow;
use std::collections::BTreeMap;

use board::Fault;
pub(crate) use board::textfile::Provenance;
use kernel::DataFile;
use serde::de::DeserializeOwned;

pub const ID: &str = "jours-de-gloire";

/// Name and text of every data file that comes with the program.
const DATA: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/data.rs"));

/// The data files in force.
#[derive(Clone, Debug)]
pub struct Files {
    files: Vec<DataFile>,
}

impl Files {
    /// The files that come with the program, some replaced: keys such as `jours-de-gloire/lutzen/scenario.toml`.
    pub fn with_overlay(overlay: &BTreeMap<String, String>) -> Result<Files, Vec<Fault>> {
        let mut files: Vec<DataFile> = Vec::new();
        for (name, text) in DATA {
            let replaced = overlay.get(&format!("{ID}/{name}"));
            files.push(DataFile {
                name: (*name).into(),
                text: replaced.map_or(Cow::Borrowed(*text), |text| Cow::Owned(text.clone())),
                from_overlay: replaced.is_some(),
            });
        }
        let mut faults = Vec::new();
        for name in overlay.keys() {
            if let Some(own) = name.strip_prefix(&format!("{ID}/"))
                && !files.iter().any(|file| file.name == own)
            {
                let sentence = format!("{ID} has no data file `{own}` that this could replace");
                faults.push(Fault { file: name.clone(), line: 1, sentence });
            }
        }
        if faults.is_empty() { Ok(Files { files }) } else { Err(faults) }
    }

    pub fn all(&self) -> &[DataFile] {
        &self.files
    }

    /// The text of a file; nothing if there is none of that name, which its reader then reports.
    pub fn text(&self, name: &str) -> &str {
        self.files.iter().find(|file| file.name == name).map_or("", |file| &file.text)
    }

    /// What a file is called in faults.
    pub fn full_name(name: &str) -> String {
        format!("{ID}/{name}")
    }
}

/// A data file in force: its name and text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Source<'a> {
    pub(crate) name: &'a str,
    pub(crate) text: &'a str,
}

impl<'a> Source<'a> {
    pub(crate) fn new(name: &'a str, text: &'a str) -> Source<'a> {
        Source { name, text }
    }

    /// A fault at a byte of the text.
    pub(crate) fn fault(&self, offset: usize, sentence: impl Into<String>) -> Fault {
        let line = 1 + self.text.as_bytes().iter().take(offset).filter(|byte| **byte == b'\n').count();
        Fault { file: self.name.into(), line, sentence: sentence.into() }
    }

    pub(crate) fn read<T: DeserializeOwned>(&self) -> Result<T, Vec<Fault>> {
        toml::from_str(self.text)
            .map_err(|error| vec![self.fault(error.span().map_or(0, |span| span.start), error.message().to_owned())])
    }
}

/// The value, or its faults kept for later.
pub fn collected<T>(read: Result<T, Vec<Fault>>, faults: &mut Vec<Fault>) -> Option<T> {
    match read {
        Ok(value) => Some(value),
        Err(found) => {
            faults.extend(found);
            None
        }
    }
}
