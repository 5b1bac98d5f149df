//! Choices before a game: `options.toml`.

use std::collections::BTreeMap;

use board::Fault;
use board::textfile::{Provenance, Source};
use kernel::{OptionInfo, Options};
use serde::Deserialize;

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Departure {
    pub leader: String,
    pub turn: String,
    pub to: String,
}

/// A leader who takes over units of another (9.optional): `with` that unit, or any.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deputy {
    pub of: String,
    #[serde(default)]
    pub with: Option<String>,
    pub leader: String,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ratings {
    #[serde(default)]
    pub spring: BTreeMap<String, [u8; 3]>,
    #[serde(default)]
    pub autumn: BTreeMap<String, [u8; 3]>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OptionRow {
    pub id: String,
    title: String,
    words: String,
    cases: Vec<String>,
    default: bool,
    /// Scenarios in which it can be chosen; all if there are none.
    #[serde(default)]
    scenarios: Vec<String>,
    /// Ratings that it changes.
    #[serde(default)]
    pub ratings: Ratings,
    #[serde(default)]
    pub deputies: Vec<Deputy>,
    #[serde(default)]
    pub departures: Vec<Departure>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(rename = "provenance")]
    _provenance: Provenance,
    option: Vec<OptionRow>,
}

pub fn parse(name: &str, text: &str) -> Result<Vec<OptionRow>, Vec<Fault>> {
    Source::new(name, text).read::<File>().map(|file| file.option)
}

impl OptionRow {
    pub fn is_offered(&self, scenario: &str) -> bool {
        self.scenarios.is_empty() || self.scenarios.iter().any(|id| id == scenario)
    }

    pub fn info(&self) -> OptionInfo {
        OptionInfo {
            id: self.id.clone(),
            description: format!("{} ({}): {}", self.title, self.cases.join(", "), self.words),
            values: ["off", "on"].map(str::to_owned).to_vec(),
            default: if self.default { "on" } else { "off" }.to_owned(),
        }
    }
}

/// The options in force.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Chosen {
    pub dummies: bool,
    pub sound_of_guns: bool,
    pub hurry_up: bool,
    pub classes: bool,
    pub secret_rally: bool,
    pub replacement_leaders: bool,
    pub jomini: bool,
    pub buelow: bool,
    pub barclay: bool,
    pub no_armistice: bool,
    pub rough_towns: bool,
    pub replacements: bool,
    pub historical_departures: bool,
    pub long_dresden: bool,
    pub short_campaign: bool,
}

impl Chosen {
    pub fn of(options: &Options) -> Chosen {
        let on = |id: &str| options.get(id).is_some_and(|value| value == "on");
        Chosen {
            dummies: on("dummies"),
            sound_of_guns: on("sound-of-guns"),
            hurry_up: on("hurry-up"),
            classes: on("classes"),
            secret_rally: on("secret-rally"),
            replacement_leaders: on("replacement-leaders"),
            jomini: on("jomini"),
            buelow: on("buelow"),
            barclay: on("barclay"),
            no_armistice: on("no-armistice"),
            rough_towns: on("rough-towns"),
            replacements: on("replacements"),
            historical_departures: on("historical-departures"),
            long_dresden: on("long-dresden"),
            short_campaign: on("short-campaign"),
        }
    }

    /// Whether an option is in force, by its word.
    pub fn has(&self, id: &str) -> bool {
        match id {
            "replacement-leaders" => self.replacement_leaders,
            "barclay" => self.barclay,
            "no-armistice" => self.no_armistice,
            "jomini" => self.jomini,
            "buelow" => self.buelow,
            "historical-departures" => self.historical_departures,
            _ => false,
        }
    }
}
