//! The title as the rest of the program meets it: data in force, scenarios, examples.

use std::collections::BTreeMap;

use board::textfile::{Provenance, Source};
use board::{Fault, MapFile, Vocabulary};
use kernel::{OptionInfo, Options, ScenarioInfo, Title};
use kit::title::{Library, Reading};
use serde::Deserialize;

use crate::counters::{Corps, Counter, Kind, Nation, Rank, Start};
use crate::roster::Roster;
use crate::scenario::{Scenario, Starts};
use crate::tables::{self, Tables};
use crate::{Agreed, Rules};

/// Name and text of every data file that comes with the program.
const DATA: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/data.rs"));

const ID: &str = "syw-battles";
/// Raised when an old journal could replay to another state; the golden journals notice.
const VERSION: &str = "0.3.0";

/// The scenarios, in the order in which they are listed.
pub(crate) const SCENARIOS: [&str; 4] = ["todtenhausen", "minden7", "minden", "minden-7"];

/// Names of terrain and hexsides that this title's maps may use.
pub const VOCABULARY: Vocabulary<'static> = Vocabulary {
    terrain: &tables::TERRAIN,
    hexsides: &tables::HEXSIDES,
    directed: &tables::DIRECTED,
    vertices: &[],
    roads: &tables::ROADS,
    highest: 9,
};

/// A scenario with everything that belongs to it.
#[derive(Clone, Debug)]
pub(crate) struct BattleData {
    pub(crate) scenario: Scenario,
    pub(crate) map: MapFile,
    pub(crate) starts: Starts,
}

#[derive(Clone, Debug)]
pub struct SywBattles {
    library: Library,
    pub(crate) tables: Tables,
    pub(crate) roster: Roster,
    battles: Vec<BattleData>,
}

kit::built_in!(SywBattles);

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OptionFile {
    #[serde(rename = "provenance")]
    _provenance: Provenance,
    option: Vec<OptionRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OptionRow {
    id: String,
    #[serde(rename = "type")]
    _type: String,
    values: Vec<String>,
    case: String,
    title: String,
    description: String,
    #[serde(default)]
    scenarios: Vec<String>,
}

/// Every option, and in which scenarios it is there.
type OptionList = Vec<(OptionInfo, Vec<String>)>;

fn parse_options(name: &str, text: &str) -> Result<OptionList, Vec<Fault>> {
    let source = Source::new(name, text);
    let file: OptionFile = source.read()?;
    let known = ["no-drill", "leaders-help-tasks", "swift-cavalry", "mist", "approach", "hesitation"];
    let strange = file.option.iter().find(|row| !known.contains(&row.id.as_str()) || row.values != ["off", "on"]);
    if let Some(row) = strange {
        return Err(vec![source.fault(0, format!("`{}` is no option of this title that is off or on", row.id))]);
    }
    let info = |row: OptionRow| {
        let option = OptionInfo {
            id: row.id,
            description: format!("{} ({}): {}", row.title, row.case, row.description),
            default: row.values[0].clone(),
            values: row.values,
        };
        (option, row.scenarios)
    };
    Ok(file.option.into_iter().map(info).collect())
}

impl SywBattles {
    /// The title with some data files replaced: keys such as `syw-battles/minden/scenario.toml`.
    pub fn with_overlay(overlay: &BTreeMap<String, String>) -> Result<SywBattles, Vec<Fault>> {
        let nations: Vec<&str> = Nation::ALL.iter().map(|nation| nation.id()).collect();
        let (library, (tables, roster, battles)) = Library::open(ID, DATA, overlay, &nations, |reading| {
            let tables = reading.read("tables.toml", Tables::parse)?;
            let roster = reading.read("units.toml", |name, text| Roster::parse(name, text, &tables))?;
            let options = reading.read("options.toml", parse_options)?;
            let battles: Vec<Option<BattleData>> =
                SCENARIOS.iter().map(|id| load_battle(id, &roster, &options, reading)).collect();
            let battles: Option<Vec<BattleData>> = battles.into_iter().collect();
            Some((tables, roster, battles?))
        })?;
        Ok(SywBattles { library, tables, roster, battles })
    }

    pub(crate) fn battle(&self, id: &str) -> Result<&BattleData, String> {
        let found = self.battles.iter().find(|battle| battle.scenario.heading.id == id);
        found.ok_or_else(|| format!("SYW Battles has no scenario \"{id}\"; it has {}", SCENARIOS.join(", ")))
    }

    /// The counters that take part in a scenario, with their places in it.
    pub(crate) fn roster_of(&self, data: &BattleData, agreed: Agreed) -> Roster {
        roster_of(&self.roster, data, agreed)
    }
}

/// What players agreed on.
pub(crate) fn agreed(options: &Options) -> Agreed {
    let on = |id: &str| options.get(id).is_some_and(|value| value == "on");
    Agreed {
        no_drill: on("no-drill"),
        leaders_help_tasks: on("leaders-help-tasks"),
        swift_cavalry: on("swift-cavalry"),
        mist: on("mist"),
        approach: on("approach"),
        hesitation: on("hesitation"),
    }
}

/// The id of the corps to which a counter belongs; a leader's own, if he leads one.
fn corps_id<'r>(corps: &'r [Corps], counter: &Counter) -> Option<&'r str> {
    corps.get(counter.corps.index()).map(|corps| corps.id.as_str())
}

fn roster_of(roster: &Roster, data: &BattleData, agreed: Agreed) -> Roster {
    let Scenario { not_set_up, approaches, .. } = &data.scenario;
    let arrives = |counter: &Counter| {
        let corps = corps_id(&roster.corps, counter);
        let by_plan = agreed.approach && not_set_up.iter().any(|id| *id == counter.id || Some(id.as_str()) == corps);
        let called = approaches.iter().any(|approach| !approach.optional && Some(approach.corps.as_str()) == corps);
        by_plan || called
    };
    let starts = |id: &str| data.starts.iter().find(|(known, _)| known == id).map(|(_, line)| line);
    let place = |counter: &Counter| {
        let inside = counter.is_unit() && !counter.brigade.is_none();
        match starts(&counter.id) {
            _ if inside => Start::Nowhere,
            _ if arrives(counter) && !counter.replacement => Start::Arrives,
            Some(line) => Start::At { hexes: line.hexes.clone(), formation: line.formation, facing: line.facing },
            None => Start::Nowhere,
        }
    };
    let mut placed = roster.clone();
    for counter in &mut placed.counters {
        counter.start = place(counter);
    }
    let there = |id: usize| placed.counters.get(id).is_some_and(|counter| counter.start != Start::Nowhere);
    placed.reduced(|counter| counter.start != Start::Nowhere || counter.replacement || there(counter.brigade.index()))
}

fn load_battle(id: &str, roster: &Roster, options: &OptionList, reading: &mut Reading<'_>) -> Option<BattleData> {
    let scenario_file = format!("{id}/scenario.toml");
    // The scenario names its map.
    let map_file = map_of(reading.files.text(&scenario_file));
    let map = reading.read(&map_file, |name, text| MapFile::parse(name, text, &VOCABULARY))?;
    if map.grid.len() > crate::HexSet::CAPACITY {
        let room = crate::HexSet::CAPACITY;
        reading.fault(&map_file, format!("the map has {} hexes; there is room for {room}", map.grid.len()));
        return None;
    }
    let there = options.iter().filter(|(_, scenarios)| scenarios.is_empty() || scenarios.iter().any(|it| it == id));
    let there: Vec<OptionInfo> = there.map(|(option, _)| option.clone()).collect();
    let (scenario, starts) =
        reading.read(&scenario_file, |name, text| Scenario::parse(name, text, &map.grid, &there))?;
    if scenario.heading.id != id {
        reading.fault(&scenario_file, format!("this is the scenario of {id}"));
    }
    if let Some((strange, _)) = starts.iter().find(|(id, _)| !roster.counters.iter().any(|counter| counter.id == *id)) {
        reading.fault(&scenario_file, format!("there is no counter `{strange}`"));
    }
    let ranks = |rank: Rank| roster.counters.iter().filter(|counter| counter.kind == Kind::Leader(rank)).count();
    if ranks(Rank::GeneralInChief) > 2 {
        reading.fault(&scenario_file, "each side has one General in Chief".into());
    }
    Some(BattleData { scenario, map, starts })
}

fn map_of(text: &str) -> String {
    let table: Option<toml::Table> = text.parse().ok();
    let map = table.as_ref().and_then(|table| table.get("map")?.as_str());
    map.unwrap_or("map.toml").to_owned()
}

impl Title for SywBattles {
    type Rules = Rules;

    kit::title_methods!(library, id: ID, name: "SYW Battles", version: VERSION, unplayed: []);

    fn scenarios(&self) -> Vec<ScenarioInfo> {
        let info = |battle: &BattleData| ScenarioInfo {
            options: battle.scenario.options.clone(),
            ..battle.scenario.heading.info()
        };
        self.battles.iter().map(info).collect()
    }

    fn is_open(&self) -> bool {
        false
    }

    fn rules(&self, scenario: &str, options: &Options) -> Result<Rules, String> {
        let data = self.battle(scenario)?;
        let agreed = agreed(options);
        let roster = self.roster_of(data, agreed);
        Ok(Rules::new(data.scenario.clone(), data.map.clone(), roster, self.tables.clone(), agreed))
    }

    fn map_names(&self) -> Option<kernel::MapNames> {
        Some(kernel::MapNames::of(&VOCABULARY))
    }
}
