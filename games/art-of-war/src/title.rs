//! The title as the rest of the program meets it: data in force, scenarios, examples.

use std::collections::BTreeMap;

use board::{Fault, MapFile, Vocabulary};
use kernel::{Options, ScenarioInfo, Title};
use kit::title::{Library, Reading};
use kit::words::Words;

use crate::counters::{Army, Unit};
use crate::scenario::{self, Scenario};
use crate::tables::{self, Tables};
use crate::{Battle, Rules};

/// Name and text of every data file that comes with the program.
const DATA: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/data.rs"));

const ID: &str = "art-of-war";
/// The languages it speaks, each in a file below `messages`.
pub(crate) const LANGUAGES: [&str; 3] = ["en", "fr", "de"];
/// Raised when an old journal could replay to another state; the golden journals notice.
const VERSION: &str = "0.1.0";

/// Names of terrain and hexsides that this title's maps may use.
pub const VOCABULARY: Vocabulary<'static> = Vocabulary {
    terrain: &tables::TERRAIN,
    hexsides: &tables::HEXSIDES,
    directed: &tables::DIRECTED,
    vertices: &[],
    roads: &["road", "trail"],
    highest: 9,
};

/// A battle with everything that belongs to it.
#[derive(Clone, Debug)]
pub(crate) struct BattleData {
    pub(crate) scenario: Scenario,
    pub(crate) map: MapFile,
    pub(crate) units: Vec<Unit>,
}

#[derive(Clone, Debug)]
pub struct ArtOfWar {
    library: Library,
    pub(crate) tables: Tables,
    pub(crate) words: Words,
    dresden: BattleData,
    eylau: BattleData,
}

kit::built_in!(ArtOfWar);

impl ArtOfWar {
    /// The title with some data files replaced: keys such as `art-of-war/eylau/units.toml`.
    pub fn with_overlay(overlay: &BTreeMap<String, String>) -> Result<ArtOfWar, Vec<Fault>> {
        let (library, (tables, words, dresden, eylau)) =
            Library::open(ID, DATA, overlay, &Army::ALL.map(Army::id), |reading| {
                let tables = reading.read("tables.toml", Tables::parse);
                let words = Words::read(reading, &LANGUAGES);
                let [dresden, eylau] = Battle::ALL.map(|battle| load_battle(battle, reading));
                Some((tables?, words?, dresden?, eylau?))
            })?;
        Ok(ArtOfWar { library, tables, words, dresden, eylau })
    }

    pub(crate) fn battle(&self, battle: Battle) -> &BattleData {
        match battle {
            Battle::Dresden => &self.dresden,
            Battle::Eylau => &self.eylau,
        }
    }

    /// The rules of a battle as it is printed.
    pub fn rules_of(&self, battle: Battle, snowstorms: bool) -> Rules {
        let data = self.battle(battle);
        let (tables, words) = (self.tables.clone(), self.words.clone());
        Rules::new(data.scenario.clone(), data.map.clone(), data.units.clone(), tables, words, snowstorms)
    }
}

fn load_battle(battle: Battle, reading: &mut Reading<'_>) -> Option<BattleData> {
    let [map_file, scenario_file, units_file, names_file] =
        ["map", "scenario", "units", "names"].map(|file| format!("{}/{file}.toml", battle.id()));
    let map = reading.read(&map_file, |name, text| MapFile::parse(name, text, &VOCABULARY))?;
    if map.grid.len() > crate::HexSet::CAPACITY {
        let room = crate::HexSet::CAPACITY;
        reading.fault(&map_file, format!("the map has {} hexes; there is room for {room}", map.grid.len()));
        return None;
    }
    let mut scenario = reading.read(&scenario_file, |name, text| Scenario::parse(name, text, &map))?;
    scenario.names = reading.read(&names_file, kit::names::parse)?;
    let units = reading.read(&units_file, |name, text| scenario::parse_roster(name, text, &scenario, &map))?;
    Some(BattleData { scenario, map, units })
}

pub(crate) fn battle_called(scenario: &str) -> Result<Battle, String> {
    let found = Battle::ALL.into_iter().find(|battle| battle.id() == scenario);
    found.ok_or_else(|| format!("Napoleon's Art of War has no scenario \"{scenario}\"; it has eylau and dresden"))
}

impl Title for ArtOfWar {
    type Rules = Rules;

    kit::title_methods!(library, id: ID, name: "Napoleon's Art of War", version: VERSION, unplayed: []);

    fn scenarios(&self) -> Vec<ScenarioInfo> {
        [Battle::Eylau, Battle::Dresden].map(|battle| self.battle(battle).scenario.heading.info()).to_vec()
    }

    fn is_open(&self) -> bool {
        true
    }

    fn rules(&self, scenario: &str, options: &Options) -> Result<Rules, String> {
        Ok(self.rules_of(battle_called(scenario)?, options.get("weather").is_some_and(|value| value == "on")))
    }

    fn in_language(&self, language: &str, message: &kernel::Message, beside: Option<&str>) -> Option<String> {
        match beside {
            None => self.words.say(language, message),
            Some(attribute) => self.words.beside(language, message, attribute),
        }
    }

    fn map_names(&self) -> Option<kernel::MapNames> {
        Some(kernel::MapNames::of(&VOCABULARY))
    }
}
