//! The title as the rest of the program meets it: data in force, scenarios, examples.

use std::collections::BTreeMap;

use board::{Fault, MapFile, Vocabulary};
use kernel::{Options, Reckoning, ScenarioInfo, Title};
use kit::title::{Library, Reading};

use crate::Rules;
use crate::counters::{Counter, Nation};
use crate::reckoning::Steadfast;
use crate::scenario::{self, Scenario};
use crate::tables::{self, Tables};

/// Name and text of every data file that comes with the program.
const DATA: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/data.rs"));

const ID: &str = "napoleon-1807";
/// Raised when an old journal could replay to another state; the golden journals notice.
const VERSION: &str = "0.3.0";

/// The battles, in the order in which they are listed.
pub(crate) const BATTLES: [&str; 5] = ["bergfriede", "pultusk", "golymin", "waltersdorf", "eylau"];

/// Names of terrain and hexsides that this title's maps may use.
pub const VOCABULARY: Vocabulary<'static> = Vocabulary {
    terrain: &tables::TERRAIN,
    hexsides: &tables::HEXSIDES,
    directed: &tables::DIRECTED,
    vertices: &[],
    roads: &tables::ROADS,
    highest: 9,
};

/// A battle with everything that belongs to it.
#[derive(Clone, Debug)]
pub(crate) struct BattleData {
    pub(crate) scenario: Scenario,
    pub(crate) map: MapFile,
    pub(crate) counters: Vec<Counter>,
}

#[derive(Clone, Debug)]
pub struct Napoleon1807 {
    library: Library,
    pub(crate) tables: Tables,
    battles: Vec<BattleData>,
}

kit::built_in!(Napoleon1807);

impl Napoleon1807 {
    /// The title with some data files replaced: keys such as `napoleon-1807/eylau/units.toml`.
    pub fn with_overlay(overlay: &BTreeMap<String, String>) -> Result<Napoleon1807, Vec<Fault>> {
        let (library, (tables, battles)) = Library::open(ID, DATA, overlay, &Nation::ALL.map(Nation::id), |reading| {
            let tables = reading.read("tables.toml", Tables::parse)?;
            let battles: Vec<Option<BattleData>> =
                BATTLES.iter().map(|battle| load_battle(battle, &tables, reading)).collect();
            let battles: Option<Vec<BattleData>> = battles.into_iter().collect();
            Some((tables, battles?))
        })?;
        Ok(Napoleon1807 { library, tables, battles })
    }

    pub(crate) fn battle(&self, id: &str) -> Result<&BattleData, String> {
        let found = self.battles.iter().find(|battle| battle.scenario.heading.id == id);
        found.ok_or_else(|| format!("Napoleon 1807 has no scenario \"{id}\"; it has {}", BATTLES.join(", ")))
    }
}

fn load_battle(battle: &str, tables: &Tables, reading: &mut Reading<'_>) -> Option<BattleData> {
    let [map_file, scenario_file, units_file] =
        ["map", "scenario", "units"].map(|file| format!("{battle}/{file}.toml"));
    let map = reading.read(&map_file, |name, text| MapFile::parse(name, text, &VOCABULARY))?;
    if map.grid.len() > crate::HexSet::CAPACITY {
        let room = crate::HexSet::CAPACITY;
        reading.fault(&map_file, format!("the map has {} hexes; there is room for {room}", map.grid.len()));
        return None;
    }
    let (mut scenario, starts) =
        reading.read(&scenario_file, |name, text| Scenario::parse(name, text, &map.grid, &map.entries))?;
    if scenario.heading.id != battle {
        reading.fault(&scenario_file, format!("this is the scenario of {battle}"));
    }
    let (counters, groups) = reading.read(&units_file, |name, text| {
        let numbers = (tables.stacking.limit, tables.point, tables.movement.commander);
        scenario::parse_roster(name, text, &starts, &map.grid, numbers.0, numbers.1, numbers.2)
    })?;
    scenario.groups = groups;
    Some(BattleData { scenario, map, counters })
}

impl Title for Napoleon1807 {
    type Rules = Rules;

    kit::title_methods!(library, id: ID, name: "Napoleon 1807", version: VERSION, unplayed: []);

    fn scenarios(&self) -> Vec<ScenarioInfo> {
        self.battles.iter().map(|battle| battle.scenario.heading.info()).collect()
    }

    fn is_open(&self) -> bool {
        true
    }

    fn rules(&self, scenario: &str, _: &Options) -> Result<Rules, String> {
        let data = self.battle(scenario)?;
        Ok(Rules::new(data.scenario.clone(), data.map.clone(), data.counters.clone(), self.tables.clone()))
    }

    fn reckoning(&self) -> Option<&dyn Reckoning<Rules>> {
        Some(&Steadfast)
    }

    fn map_names(&self) -> Option<kernel::MapNames> {
        Some(kernel::MapNames::of(&VOCABULARY))
    }
}
