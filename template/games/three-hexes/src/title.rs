//! The title as the rest of the program meets it: data in force, scenarios, examples.

use std::collections::BTreeMap;
use std::sync::Arc;

use board::textfile::{Section, Source, TextFile};
use board::{Fault, MapFile, Vocabulary};
use kernel::{
    AnyTitle, Colours, DataFile, DataFiles, MapNames, Options, Position, RuleBook, ScenarioInfo, Setup, Title,
    any_title, collected,
};
use serde::Deserialize;

use crate::{BLUE, Event, RED, Rules, State, UNITS, Unit};

/// Name and text of every data file that comes with the program.
const DATA: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/data.rs"));

const ID: &str = "three-hexes";
/// Raised when an old journal could replay to another state; the golden journals notice.
const VERSION: &str = "0.1.0";
const SCENARIO: &str = "first";

/// Names of terrain and hexsides that this title's maps may use.
pub const VOCABULARY: Vocabulary<'static> =
    Vocabulary { terrain: &["clear"], hexsides: &[], directed: &[], vertices: &[], roads: &[], highest: 0 };

#[derive(Clone, Debug)]
pub struct ThreeHexes {
    files: DataFiles,
    rulebook: RuleBook,
    colours: Arc<Colours>,
    rules: Rules,
}

impl ThreeHexes {
    /// The title with the data that comes with the program, which its tests prove to be sound.
    pub fn built_in() -> ThreeHexes {
        ThreeHexes::with_overlay(&BTreeMap::new()).expect("the data that comes with the program has no faults")
    }

    /// The title with its types forgotten. It is made here so that it is built once and not by every program that plays it.
    pub fn any(self) -> Arc<dyn AnyTitle> {
        any_title(self)
    }

    /// The title with some data files replaced: keys such as `three-hexes/first/units.toml`.
    pub fn with_overlay(overlay: &BTreeMap<String, String>) -> Result<ThreeHexes, Vec<Fault>> {
        let files = DataFiles::with_overlay(ID, DATA, overlay)?;
        let mut faults = Vec::new();
        let named = |name: &str| (files.full_name(name), files.text(name));
        let (name, text) = named("rules.toml");
        let rulebook = collected(RuleBook::parse(&name, text), &mut faults);
        let (name, text) = named("title.toml");
        let colours = collected(Colours::parse(&name, text, 2, &["blue", "red"]), &mut faults);
        let (name, text) = named("first/map.toml");
        let map = collected(MapFile::parse(&name, text, &VOCABULARY), &mut faults);
        let (name, text) = named("first/units.toml");
        let units = map.as_ref().and_then(|map| collected(read_units(&name, text, map), &mut faults));
        match (rulebook, colours, map, units) {
            (Some(rulebook), Some(colours), Some(map), Some(units)) if faults.is_empty() => {
                Ok(ThreeHexes { files, rulebook, colours: Arc::new(colours), rules: Rules::new(map, units) })
            }
            _ => Err(faults),
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct UnitsFile {
    #[serde(rename = "provenance")]
    _provenance: toml::Value,
    unit: Vec<UnitEntry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct UnitEntry {
    id: String,
    name: String,
    side: String,
    start: String,
}

fn read_units(name: &str, text: &str, map: &MapFile) -> Result<[Unit; UNITS], Vec<Fault>> {
    let source = Source::new(name, text);
    let file: UnitsFile = source.read()?;
    let mut units = Vec::new();
    let mut faults = Vec::new();
    for UnitEntry { id, name, side, start } in file.unit {
        let of = [("blue", BLUE), ("red", RED)].into_iter().find(|(word, _)| *word == side);
        match (of, map.grid.parse(&start)) {
            (Some((_, side)), Some(start)) => units.push(Unit { id, name, side, start }),
            _ => faults.push(source.fault(0, format!("{id} is blue or red and starts in a hex of the map"))),
        }
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    units.try_into().map_err(|_| vec![source.fault(0, format!("there are {UNITS} units"))])
}

impl Title for ThreeHexes {
    type Rules = Rules;

    fn id(&self) -> &'static str {
        ID
    }

    fn name(&self) -> &str {
        "Three Hexes"
    }

    fn version(&self) -> &'static str {
        VERSION
    }

    fn rulebook(&self) -> &RuleBook {
        &self.rulebook
    }

    fn colours(&self) -> &Arc<Colours> {
        &self.colours
    }

    fn scenarios(&self) -> Vec<ScenarioInfo> {
        vec![ScenarioInfo {
            id: SCENARIO.into(),
            name: "The first scenario".into(),
            date: "some day".into(),
            introduction: "One unit a side, and an empty hex between them.".into(),
            options: Vec::new(),
        }]
    }

    fn data_files(&self) -> Vec<DataFile> {
        // Colours change no game.
        let played = |file: &&DataFile| file.example_name().is_none() && file.name != "title.toml";
        self.files.all().iter().filter(played).cloned().collect()
    }

    fn is_open(&self) -> bool {
        true
    }

    fn rules(&self, scenario: &str, _: &Options) -> Result<Rules, String> {
        match scenario == SCENARIO {
            true => Ok(self.rules.clone()),
            false => Err(format!("{} has no scenario \"{scenario}\"; it has {SCENARIO}", self.name())),
        }
    }

    fn position(&self, file: &mut TextFile, position: &Section<'_, '_>) -> Option<Position<Rules>> {
        crate::position::read(self.rules.clone(), file, position)
    }

    fn write_position(&self, rules: &Rules, state: &State, _: &Setup) -> Result<String, String> {
        crate::position::write(rules, state)
    }

    fn expect(&self, rules: &Rules, state: &State, _: &[Event], key: &str, value: &toml::Value) -> Result<(), String> {
        crate::position::expect(rules, state, key, value)
    }

    fn examples(&self) -> Vec<DataFile> {
        self.files.all().iter().filter(|file| file.example_name().is_some()).cloned().collect()
    }

    fn map_names(&self) -> Option<MapNames> {
        Some(MapNames::of(&VOCABULARY))
    }

    fn turn(&self, _: &Rules, state: &State) -> u32 {
        state.turn.into()
    }
}
