//! The data files of a title: those that come with the program, and what an overlay puts in their place.

use std::borrow::Cow;
use std::collections::BTreeMap;

use board::Fault;

/// A data file as it is in force: the program's own, or the overlay's in its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DataFile {
    /// Its path below the title's directory, with `/`: `eylau/units.toml`.
    pub name: String,
    pub text: Cow<'static, str>,
    /// Whether an overlay put it in the place of the program's own.
    pub from_overlay: bool,
}

impl DataFile {
    /// A file that comes with the program.
    pub fn built_in(name: impl Into<String>, text: &'static str) -> DataFile {
        DataFile { name: name.into(), text: Cow::Borrowed(text), from_overlay: false }
    }

    /// What an example is called: its file without folder and ending.
    pub fn example_name(&self) -> Option<&str> {
        self.name.strip_prefix("examples/")?.strip_suffix(".toml")
    }
}

/// All data files of a title that are in force.
#[derive(Clone, Debug)]
pub struct DataFiles {
    title: &'static str,
    files: Vec<DataFile>,
}

impl DataFiles {
    /// The files that come with the program, some replaced: keys such as `jours-de-gloire/lutzen/scenario.toml`.
    pub fn with_overlay(
        title: &'static str,
        built_in: &[(&str, &'static str)],
        overlay: &BTreeMap<String, String>,
    ) -> Result<DataFiles, Vec<Fault>> {
        let in_force = |(name, text): &(&str, &'static str)| match overlay.get(&format!("{title}/{name}")) {
            Some(text) => DataFile { name: (*name).into(), text: Cow::Owned(text.clone()), from_overlay: true },
            None => DataFile::built_in(*name, text),
        };
        let files: Vec<DataFile> = built_in.iter().map(in_force).collect();
        let mut faults = Vec::new();
        for name in overlay.keys() {
            if let Some(own) = name.strip_prefix(&format!("{title}/"))
                && !files.iter().any(|file| file.name == own)
            {
                let sentence = format!("{title} has no data file `{own}` to replace");
                faults.push(Fault { file: name.clone(), line: 1, sentence });
            }
        }
        if faults.is_empty() { Ok(DataFiles { title, files }) } else { Err(faults) }
    }

    pub fn all(&self) -> &[DataFile] {
        &self.files
    }

    /// The text of a file; nothing if there is none of that name, which its reader then reports.
    pub fn text(&self, name: &str) -> &str {
        self.files.iter().find(|file| file.name == name).map_or("", |file| &file.text)
    }

    /// What a file is called in faults.
    pub fn full_name(&self, name: &str) -> String {
        format!("{}/{name}", self.title)
    }

    /// The names of the title's examples.
    pub fn examples(&self) -> Vec<&str> {
        self.files.iter().filter_map(DataFile::example_name).collect()
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
