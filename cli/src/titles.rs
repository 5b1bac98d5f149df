//! The titles that this program plays, and how arguments name them.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use ai::Registered;
use board::Fault;
use kernel::{Example, Options, ScenarioInfo, Seat, SeatInfo, collected};

use crate::failure::{Failure, Outcome};
use crate::files;

/// Data files that replace the program's own, by path below the data directory: `TITLE/SCENARIO/units.toml`.
pub type Overlay = BTreeMap<String, String>;

/// Makes the titles from the program's data and an overlay.
pub type Registry<'r> = &'r dyn Fn(&Overlay) -> Result<Vec<Registered>, Vec<Fault>>;

/// The one list of titles, with their generals.
pub fn built_in_and_overlaid(overlay: &Overlay) -> Result<Vec<Registered>, Vec<Fault>> {
    together([
        art_of_war::ArtOfWar::with_overlay(overlay).map(generals_art_of_war::register),
        jours_de_gloire::JoursDeGloire::with_overlay(overlay).map(generals_jours_de_gloire::register),
        napoleon_1807::Napoleon1807::with_overlay(overlay).map(generals_napoleon_1807::register),
        syw_battles::SywBattles::with_overlay(overlay).map(generals_syw_battles::register),
        struggle_of_nations::StruggleOfNations::with_overlay(overlay).map(generals_struggle_of_nations::register),
    ])
}

/// All titles, or the faults of all.
fn together(titles: impl IntoIterator<Item = Result<Registered, Vec<Fault>>>) -> Result<Vec<Registered>, Vec<Fault>> {
    let mut faults = Vec::new();
    let sound = titles.into_iter().filter_map(|title| collected(title, &mut faults)).collect();
    if faults.is_empty() { Ok(sound) } else { Err(faults) }
}

pub(crate) struct Titles(Vec<Registered>);

/// A title and one of its scenarios.
#[derive(Clone)]
pub(crate) struct Chosen {
    pub(crate) title: Registered,
    pub(crate) scenario: ScenarioInfo,
}

impl Titles {
    /// The titles, with the data files of a directory in the place of their own.
    pub(crate) fn load(registry: Registry<'_>, overlay: Option<&Path>) -> Outcome<Titles> {
        let Some(directory) = overlay else { return Ok(Titles(registry(&Overlay::new())?)) };
        let files = read_overlay(directory)?;
        let names: Vec<String> = files.keys().cloned().collect();
        let shown = |name: &str| directory.join(name).display().to_string();
        let titles = registry(&files).map_err(|faults| {
            let placed = |fault: Fault| match files.contains_key(&fault.file) {
                true => Fault { file: shown(&fault.file), ..fault },
                false => fault,
            };
            faults.into_iter().map(placed).collect::<Vec<Fault>>()
        })?;
        let unused: Vec<Fault> = names.iter().filter_map(|name| unused(&titles, name, &shown(name))).collect();
        if unused.is_empty() { Ok(Titles(titles)) } else { Err(unused.into()) }
    }

    pub(crate) fn all(&self) -> &[Registered] {
        &self.0
    }

    fn ids(&self) -> String {
        self.0.iter().map(|title| title.id()).collect::<Vec<_>>().join(", ")
    }

    pub(crate) fn title(&self, id: &str) -> Outcome<Registered> {
        let found = self.0.iter().find(|title| title.id() == id);
        found
            .cloned()
            .ok_or_else(|| Failure::usage(format!("there is no title \"{id}\"; the titles are {}", self.ids())))
    }

    /// One title if it is named, or else all.
    pub(crate) fn one_or_all(&self, id: Option<&str>) -> Outcome<Vec<Registered>> {
        id.map_or_else(|| Ok(self.0.clone()), |id| Ok(vec![self.title(id)?]))
    }

    /// `TITLE/SCENARIO`, or the scenario alone if only one title has it.
    pub(crate) fn scenario(&self, words: &str) -> Outcome<Chosen> {
        let in_title = |title: &Registered, id: &str| {
            let scenario = title.scenarios().into_iter().find(|scenario| scenario.id == id)?;
            Some(Chosen { title: title.clone(), scenario })
        };
        if let Some((title, scenario)) = words.split_once('/') {
            let title = self.title(title)?;
            return in_title(&title, scenario).ok_or_else(|| {
                let known: Vec<String> = title.scenarios().into_iter().map(|scenario| scenario.id).collect();
                let sentence = format!("{} has no scenario \"{scenario}\"; it has {}", title.name(), known.join(", "));
                Failure::usage(sentence)
            });
        }
        let mut found: Vec<Chosen> = self.0.iter().filter_map(|title| in_title(title, words)).collect();
        match (found.pop(), found.is_empty()) {
            (Some(chosen), true) => Ok(chosen),
            (Some(_), false) => Err(Failure::usage(format!("several titles have a \"{words}\"; write TITLE/{words}"))),
            (None, _) => {
                let known = self.0.iter().flat_map(|title| {
                    title.scenarios().into_iter().map(|scenario| format!("{}/{}", title.id(), scenario.id))
                });
                let known: Vec<String> = known.collect();
                Err(Failure::usage(format!("there is no game \"{words}\"; the games are {}", known.join(", "))))
            }
        }
    }

    /// The title of an example: named, or found in its path (`data/TITLE/examples/…`), or the first that can set up its
    /// position and knows most of its cases; if none can, the first that knows most of them, which then says what is wrong.
    pub(crate) fn of_file(&self, named: Option<&str>, path: &Path) -> Outcome<Registered> {
        if let Some(id) = named {
            return self.title(id);
        }
        let full = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let folders: Vec<_> = full.components().filter_map(|part| part.as_os_str().to_str()).collect();
        if let Some(title) = self.0.iter().find(|title| folders.iter().rev().skip(1).any(|part| *part == title.id())) {
            return Ok(title.clone());
        }
        let text = files::read_text(path)?;
        let name = path.display().to_string();
        let cases = Example::parse(&name, &text).map(|example| example.rules).unwrap_or_default();
        let known = |title: &Registered| cases.iter().filter(|case| title.rulebook().knows(case)).count();
        let fits = |title: &Registered| title.position(&name, &text, None).is_ok();
        let best = self.0.iter().enumerate().max_by_key(|(place, title)| (fits(title), known(title), Reverse(*place)));
        best.map(|(_, title)| title.clone()).ok_or_else(|| Failure::usage("this program has no titles"))
    }
}

/// The overlay's text files.
fn read_overlay(directory: &Path) -> Outcome<Overlay> {
    if !directory.is_dir() {
        return Err(Failure::usage(format!("the overlay {} is not a directory", directory.display())));
    }
    let read = |path: PathBuf| {
        let below = path.strip_prefix(directory).unwrap_or(&path);
        let parts: Vec<String> = below.iter().map(|part| part.to_string_lossy().into_owned()).collect();
        Ok((parts.join("/"), files::read_text(&path)?))
    };
    let overlay: Overlay = files::files_below(directory, "toml")?.into_iter().map(read).collect::<Outcome<_>>()?;
    if overlay.is_empty() {
        let sentence = format!("the overlay {} has no data files: it contains no .toml file", directory.display());
        return Err(Failure::usage(sentence));
    }
    Ok(overlay)
}

/// A file of the overlay that is of no title is a slip of the pen; of its own files a title says so itself.
fn unused(titles: &[Registered], name: &str, shown: &str) -> Option<Fault> {
    let (folder, _) = name.split_once('/').unwrap_or((name, ""));
    if titles.iter().any(|title| title.id() == folder) {
        return None;
    }
    let known: Vec<&str> = titles.iter().map(|title| title.id()).collect();
    let sentence = format!("no title uses this file; files of an overlay belong in {}", known.join(" or "));
    Some(Fault { file: shown.to_owned(), line: 1, sentence })
}

/// `KEY=VALUE`.
pub(crate) fn pair(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((key, value)) if !key.is_empty() && !value.is_empty() => Ok((key.to_owned(), value.to_owned())),
        Some(_) | None => Err("write it as NAME=VALUE".into()),
    }
}

/// Options as they were given, each once.
pub(crate) fn options(given: &[(String, String)]) -> Outcome<Options> {
    let mut options = Options::new();
    for (id, value) in given {
        if options.insert(id.clone(), value.clone()).is_some() {
            return Err(Failure::usage(format!("option \"{id}\" is given twice")));
        }
    }
    Ok(options)
}

/// The seat for a word.
pub(crate) fn seat(seats: &[SeatInfo], id: &str) -> Outcome<Seat> {
    let place = seats.iter().position(|info| info.id == id);
    place.and_then(|place| u8::try_from(place).ok()).map(Seat).ok_or_else(|| {
        let known: Vec<&str> = seats.iter().map(|info| info.id.as_str()).collect();
        Failure::usage(format!("there is no seat \"{id}\"; the seats are {}", known.join(", ")))
    })
}
