//! A title's data in force, and what every title answers about it in the same way.

use std::collections::BTreeMap;
use std::sync::Arc;

use board::Fault;
use board::textfile::Provenance;
use kernel::{Colours, DataFile, DataFiles, Introduction, OptionInfo, RuleBook, ScenarioInfo};
use serde::Deserialize;

const INTRODUCTION: &str = "introduction.toml";
const TITLE: &str = "title.toml";

/// What every title has: its files, its rulebook, its lessons, the colours of its counters.
#[derive(Clone, Debug)]
pub struct Library {
    files: DataFiles,
    pub rulebook: RuleBook,
    pub introduction: Introduction,
    pub colours: Arc<Colours>,
}

/// Data files being read; their faults are kept until all have been.
#[derive(Debug)]
pub struct Reading<'f> {
    pub files: &'f DataFiles,
    pub faults: Vec<Fault>,
}

impl Reading<'_> {
    /// What a reader makes of a file, if it finds no fault.
    pub fn read<T>(&mut self, name: &str, parse: impl FnOnce(&str, &str) -> Result<T, Vec<Fault>>) -> Option<T> {
        let read = parse(&self.files.full_name(name), self.files.text(name));
        read.map_err(|faults| self.faults.extend(faults)).ok()
    }

    pub fn fault(&mut self, name: &str, sentence: String) {
        self.faults.push(Fault { file: self.files.full_name(name), line: 1, sentence });
    }
}

impl Library {
    /// The files of a title, some replaced by the overlay, and what `parts` makes of them. `nations` are those of its counters,
    /// which belong to two sides.
    pub fn open<P>(
        id: &'static str,
        built_in: &[(&str, &'static str)],
        overlay: &BTreeMap<String, String>,
        nations: &[&str],
        parts: impl FnOnce(&mut Reading<'_>) -> Option<P>,
    ) -> Result<(Library, P), Vec<Fault>> {
        let files = DataFiles::with_overlay(id, built_in, overlay)?;
        let mut reading = Reading { files: &files, faults: Vec::new() };
        let rulebook = reading.read("rules.toml", RuleBook::parse);
        let colours = reading.read(TITLE, |name, text| Colours::parse(name, text, 2, nations));
        let examples = files.examples();
        let introduction = rulebook
            .as_ref()
            .and_then(|book| reading.read(INTRODUCTION, |name, text| Introduction::parse(name, text, book, &examples)));
        let parts = parts(&mut reading);
        let faults = reading.faults;
        match (rulebook, introduction, colours, parts) {
            (Some(rulebook), Some(introduction), Some(colours), Some(parts)) if faults.is_empty() => {
                Ok((Library { files, rulebook, introduction, colours: Arc::new(colours) }, parts))
            }
            _ => Err(faults),
        }
    }

    /// The files that a journal names. Lessons, colours and messages change no game, and neither do the files in `unplayed`.
    pub fn played(&self, unplayed: &[&str]) -> Vec<DataFile> {
        let played = |file: &&DataFile| {
            let name = file.name.as_str();
            let changes_none = [INTRODUCTION, TITLE].contains(&name) || name.ends_with(".ftl");
            file.example_name().is_none() && !changes_none && !unplayed.contains(&name)
        };
        self.files.all().iter().filter(played).cloned().collect()
    }

    pub fn examples(&self) -> Vec<DataFile> {
        self.files.all().iter().filter(|file| file.example_name().is_some()).cloned().collect()
    }
}

/// The header of a scenario.
#[derive(Clone, Debug)]
pub struct Heading {
    /// The word for it on the command line.
    pub id: String,
    pub title: String,
    pub date: String,
    pub history: History,
    pub options: Vec<OptionRow>,
}

impl Heading {
    /// A scenario without a description.
    pub fn untold(id: &str) -> Heading {
        let kind = board::textfile::ProvenanceKind::Reconstructed;
        let provenance = Provenance { kind, source: String::new(), note: String::new() };
        let [introduction, outcome, balance, title, date] = [const { String::new() }; 5];
        let history = History { provenance, introduction, outcome, balance };
        Heading { id: id.to_owned(), title, date, history, options: Vec::new() }
    }

    pub fn info(&self) -> ScenarioInfo {
        ScenarioInfo {
            id: self.id.clone(),
            name: self.title.clone(),
            date: self.date.clone(),
            introduction: self.history.introduction.clone(),
            options: self.options.iter().map(OptionRow::info).collect(),
        }
    }
}

/// What a scenario tells of the battle as it was.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct History {
    pub provenance: Provenance,
    pub introduction: String,
    pub outcome: String,
    /// What the values of the scenario were set to satisfy.
    #[serde(default)]
    pub balance: String,
}

/// A choice before the game, as a data file writes it.
#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "OptionFields")]
pub struct OptionRow {
    pub id: String,
    pub choice: Choice,
    pub case: String,
    pub title: String,
    pub description: String,
    /// It is there only in scenarios that offer one of these; always, if there are none.
    pub offered_with: Vec<String>,
}

#[derive(Clone, Debug)]
pub enum Choice {
    /// Off or on.
    Boolean { default: bool },
    /// One of several words; the first holds unless another is chosen.
    Word { values: Vec<String> },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OptionFields {
    id: String,
    #[serde(rename = "type")]
    kind: ChoiceKind,
    default: Option<bool>,
    values: Option<Vec<String>>,
    case: String,
    title: String,
    description: String,
    #[serde(default)]
    offered_with: Vec<String>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum ChoiceKind {
    Boolean,
    Word,
}

impl TryFrom<OptionFields> for OptionRow {
    type Error = String;

    fn try_from(fields: OptionFields) -> Result<OptionRow, String> {
        let OptionFields { id, kind, default, values, case, title, description, offered_with } = fields;
        let choice = match (kind, default, values) {
            (ChoiceKind::Boolean, Some(default), None) => Choice::Boolean { default },
            (ChoiceKind::Word, None, Some(values)) if !values.is_empty() => Choice::Word { values },
            (ChoiceKind::Boolean, ..) => {
                return Err(format!("the option `{id}` is boolean: it has a default, no values"));
            }
            (ChoiceKind::Word, ..) => return Err(format!("the option `{id}` is a word: it has values, no default")),
        };
        Ok(OptionRow { id, choice, case, title, description, offered_with })
    }
}

impl OptionRow {
    pub fn info(&self) -> OptionInfo {
        let values: Vec<String> = match &self.choice {
            Choice::Boolean { .. } => ["off", "on"].map(str::to_owned).to_vec(),
            Choice::Word { values } => values.clone(),
        };
        let default = match &self.choice {
            Choice::Boolean { default: true } => values.last(),
            Choice::Boolean { default: false } | Choice::Word { .. } => values.first(),
        };
        OptionInfo {
            id: self.id.clone(),
            description: format!("{} ({}): {}", self.title, self.case, self.description),
            default: default.cloned().unwrap_or_default(),
            values,
        }
    }
}

/// What a title is made of: `built_in` and `any`, and a test that the data that comes with the program is sound.
#[macro_export]
macro_rules! built_in {
    ($title:ident) => {
        impl $title {
            /// The title with the data that comes with the program, which a test proves to be sound.
            pub fn built_in() -> $title {
                let none = ::std::collections::BTreeMap::new();
                $title::with_overlay(&none).expect("the data that comes with the program has no faults")
            }

            /// The title with its types forgotten. It is made here so that it is built once and not by every program that
            /// plays it.
            pub fn any(self) -> ::std::sync::Arc<dyn ::kernel::AnyTitle> {
                ::kernel::any_title(self)
            }
        }

        #[cfg(test)]
        #[test]
        fn the_data_that_comes_with_the_program_is_sound() {
            if let Err(faults) = $title::with_overlay(&::std::collections::BTreeMap::new()) {
                panic!("{}", faults.iter().map(::board::Fault::to_string).collect::<Vec<_>>().join("\n"));
            }
        }
    };
}

/// The methods of `kernel::Title` that every title answers from its library and its modules `position`, `writing` and `expect`.
// A title has its positions in a module of its own crate.
#[allow(clippy::crate_in_macro_def)]
#[macro_export]
macro_rules! title_methods {
    ($library:ident, id: $id:expr, name: $name:expr, version: $version:expr, unplayed: $unplayed:expr) => {
        fn id(&self) -> &'static str {
            $id
        }

        fn name(&self) -> &str {
            $name
        }

        fn version(&self) -> &'static str {
            $version
        }

        fn rulebook(&self) -> &::kernel::RuleBook {
            &self.$library.rulebook
        }

        fn colours(&self) -> &::std::sync::Arc<::kernel::Colours> {
            &self.$library.colours
        }

        fn data_files(&self) -> Vec<::kernel::DataFile> {
            self.$library.played(&$unplayed)
        }

        fn introduction(&self) -> Option<&::kernel::Introduction> {
            Some(&self.$library.introduction)
        }

        fn examples(&self) -> Vec<::kernel::DataFile> {
            self.$library.examples()
        }

        fn position(
            &self,
            file: &mut ::board::textfile::TextFile,
            position: &::board::textfile::Section<'_, '_>,
        ) -> Option<::kernel::Position<Self::Rules>> {
            $crate::example::Fields::read(file, position, |fields| crate::position::read(self, fields))
        }

        fn write_position(
            &self,
            rules: &Self::Rules,
            state: &::kernel::StateOf<Self>,
            setup: &::kernel::Setup,
        ) -> Result<String, String> {
            crate::writing::write(self, rules, state, setup)
        }

        fn sandbox(&self, scenario: &str) -> Result<::kernel::SandboxInfo, String> {
            crate::writing::sandbox(self, scenario)
        }

        fn compose_position(&self, wish: &::kernel::Wish) -> Result<String, String> {
            crate::writing::compose(self, wish)
        }

        fn expect(
            &self,
            rules: &Self::Rules,
            state: &::kernel::StateOf<Self>,
            events: &[::kernel::EventOf<Self>],
            key: &str,
            value: &::toml::Value,
        ) -> Result<(), String> {
            crate::expect::check(rules, state, events, key, value)
        }

        fn turn(&self, _rules: &Self::Rules, state: &::kernel::StateOf<Self>) -> u32 {
            u32::from(state.turn)
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_come_from_data() {
        let rest = "case = \"22.0\"\ntitle = \"Snow\"\ndescription = \"It may snow.\"";
        let info = |choice: &str| toml::from_str::<OptionRow>(&format!("id = \"x\"\n{choice}\n{rest}")).unwrap().info();
        let flag = info("type = \"boolean\"\ndefault = true");
        assert_eq!((flag.default.as_str(), flag.description.as_str()), ("on", "Snow (22.0): It may snow."));
        let word = info("type = \"word\"\nvalues = [\"ney\", \"soult\"]");
        assert_eq!((word.default.as_str(), word.values.len()), ("ney", 2));
    }
}
