//! The title as the rest of the program meets it: data in force, scenarios, examples.

use std::collections::BTreeMap;
use std::sync::Arc;

use board::textfile::{Section, TextFile};
use board::{Fault, MapFile, Vocabulary};
use kernel::{
    AnyTitle, DataFile, DataFiles, Introduction, OptionInfo, Options, Position, RuleBook, SandboxInfo, ScenarioInfo,
    Setup, Title, Wish, any_title, collected,
};

use crate::scenario::{self, Scenario};
use crate::state::State;
use crate::tables::{self, Tables};
use crate::unit::Unit;
use crate::{Battle, Event, Rules};

/// Name and text of every data file that comes with the program.
const DATA: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/data.rs"));

const ID: &str = "art-of-war";
/// Raised when an old journal could replay to another state; the golden journals notice.
const VERSION: &str = "0.1.0";
const INTRODUCTION: &str = "introduction.toml";

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
    files: DataFiles,
    rulebook: RuleBook,
    introduction: Introduction,
    pub(crate) tables: Tables,
    dresden: BattleData,
    eylau: BattleData,
}

impl ArtOfWar {
    /// The title with the data that comes with the program, which a test proves to be sound.
    pub fn built_in() -> ArtOfWar {
        ArtOfWar::with_overlay(&BTreeMap::new()).expect("the data that comes with the program has no faults")
    }

    /// The title with its types forgotten. It is made here so that it is built once and not by every program that plays it.
    pub fn any(self) -> Arc<dyn AnyTitle> {
        any_title(self)
    }

    /// The title with some data files replaced: keys such as `art-of-war/eylau/units.toml`.
    pub fn with_overlay(overlay: &BTreeMap<String, String>) -> Result<ArtOfWar, Vec<Fault>> {
        let files = DataFiles::with_overlay(ID, DATA, overlay)?;
        let mut faults = Vec::new();
        let (named, text) = (|name: &str| files.full_name(name), |name: &str| files.text(name));
        let rulebook = collected(RuleBook::parse(&named("rules.toml"), text("rules.toml")), &mut faults);
        let tables = collected(Tables::parse(&named("tables.toml"), text("tables.toml")), &mut faults);
        let examples = files.examples();
        let introduction = rulebook.as_ref().and_then(|book| {
            collected(Introduction::parse(&named(INTRODUCTION), text(INTRODUCTION), book, &examples), &mut faults)
        });
        let dresden = load_battle(Battle::Dresden, &files, &mut faults);
        let eylau = load_battle(Battle::Eylau, &files, &mut faults);
        match (rulebook, introduction, tables, dresden, eylau) {
            (Some(rulebook), Some(introduction), Some(tables), Some(dresden), Some(eylau)) if faults.is_empty() => {
                Ok(ArtOfWar { files, rulebook, introduction, tables, dresden, eylau })
            }
            _ => Err(faults),
        }
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
        Rules::new(data.scenario.clone(), data.map.clone(), data.units.clone(), self.tables.clone(), snowstorms)
    }
}

fn load_battle(battle: Battle, files: &DataFiles, faults: &mut Vec<Fault>) -> Option<BattleData> {
    let folder = battle.id();
    let named = |file: &str| files.full_name(&format!("{folder}/{file}"));
    let source = |file: &str| files.text(&format!("{folder}/{file}"));
    let map = collected(MapFile::parse(&named("map.toml"), source("map.toml"), &VOCABULARY), faults)?;
    if map.grid.len() > crate::HexSet::CAPACITY {
        let sentence = format!("the map has {} hexes; there is room for {}", map.grid.len(), crate::HexSet::CAPACITY);
        faults.push(Fault { file: named("map.toml"), line: 1, sentence });
        return None;
    }
    let scenario = Scenario::parse(&named("scenario.toml"), source("scenario.toml"), &map.grid);
    let scenario = collected(scenario, faults)?;
    let areas = map.entries.iter().filter_map(|(area, hex)| Some((area.chars().next()?, *hex))).collect();
    let roster = scenario::parse_roster(&named("units.toml"), source("units.toml"), &scenario, &map.grid, &areas);
    let units = collected(roster, faults)?;
    Some(BattleData { scenario, map, units })
}

fn battle_called(scenario: &str) -> Result<Battle, String> {
    let found = Battle::ALL.into_iter().find(|battle| battle.id() == scenario);
    found.ok_or_else(|| format!("Napoleon's Art of War has no scenario \"{scenario}\"; it has eylau and dresden"))
}

impl Title for ArtOfWar {
    type Rules = Rules;

    fn id(&self) -> &'static str {
        ID
    }

    fn name(&self) -> &str {
        "Napoleon's Art of War"
    }

    fn version(&self) -> &'static str {
        VERSION
    }

    fn rulebook(&self) -> &RuleBook {
        &self.rulebook
    }

    fn scenarios(&self) -> Vec<ScenarioInfo> {
        [Battle::Eylau, Battle::Dresden]
            .into_iter()
            .map(|battle| {
                let scenario = &self.battle(battle).scenario;
                let weather = OptionInfo {
                    id: "weather".into(),
                    description: "Snowstorms (22.0): a second die may change a combat result.".into(),
                    values: vec!["off".into(), "on".into()],
                    default: "off".into(),
                };
                ScenarioInfo {
                    id: battle.id().into(),
                    name: scenario.title.clone(),
                    date: scenario.date.clone(),
                    introduction: scenario.introduction.clone(),
                    options: if battle == Battle::Eylau { vec![weather] } else { Vec::new() },
                }
            })
            .collect()
    }

    fn data_files(&self) -> Vec<DataFile> {
        // Lessons change no game: a journal does not name them.
        let played = |file: &&DataFile| file.example_name().is_none() && file.name != INTRODUCTION;
        self.files.all().iter().filter(played).cloned().collect()
    }

    fn is_open(&self) -> bool {
        true
    }

    fn rules(&self, scenario: &str, options: &Options) -> Result<Rules, String> {
        Ok(self.rules_of(battle_called(scenario)?, options.get("weather").is_some_and(|value| value == "on")))
    }

    fn position(&self, file: &mut TextFile, position: &Section<'_, '_>) -> Option<Position<Rules>> {
        crate::position::read(self, file, position)
    }

    fn write_position(&self, rules: &Rules, state: &State, setup: &Setup) -> Result<String, String> {
        crate::writing::write(self, rules, state, setup)
    }

    fn sandbox(&self, scenario: &str) -> Result<SandboxInfo, String> {
        Ok(crate::writing::sandbox(self, battle_called(scenario)?))
    }

    fn compose_position(&self, wish: &Wish) -> Result<String, String> {
        Ok(crate::writing::compose(self, battle_called(&wish.scenario)?, wish))
    }

    fn expect(
        &self,
        rules: &Rules,
        state: &State,
        events: &[Event],
        key: &str,
        value: &toml::Value,
    ) -> Result<(), String> {
        crate::expect::check(rules, state, events, key, value)
    }

    fn introduction(&self) -> Option<&Introduction> {
        Some(&self.introduction)
    }

    fn examples(&self) -> Vec<DataFile> {
        self.files.all().iter().filter(|file| file.example_name().is_some()).cloned().collect()
    }

    fn map_names(&self) -> Option<kernel::MapNames> {
        Some(kernel::MapNames::of(&VOCABULARY))
    }

    fn turn(&self, _rules: &Rules, state: &State) -> u32 {
        u32::from(state.turn)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_data_that_comes_with_the_program_is_sound() {
        if let Err(faults) = ArtOfWar::with_overlay(&BTreeMap::new()) {
            panic!("{}", faults.iter().map(Fault::to_string).collect::<Vec<_>>().join("\n"));
        }
    }
}
