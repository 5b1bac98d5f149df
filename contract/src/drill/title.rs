//! The drill ground as a title.

use std::sync::Arc;

use board::Facing;
use board::textfile::{Section, TextFile};
use kernel::{AnyTitle, Colours, DataFile, Options, Position, RuleBook, ScenarioInfo, Title, any_title};

use super::{BLUE, Drill, Event, PRINTS, RED, Stand, State, UnitId};

const RULES: &str = include_str!("rules.toml");
const COLOURS: &str = include_str!("../title.toml");
const EXAMPLE: &str = include_str!("wheel.toml");

#[derive(Clone, Debug)]
pub struct DrillTitle {
    rulebook: RuleBook,
    colours: Arc<Colours>,
}

impl DrillTitle {
    pub fn new() -> DrillTitle {
        let rulebook = RuleBook::parse("rules.toml", RULES).expect("its own rulebook is sound");
        let colours = Colours::parse("title.toml", COLOURS, 2, &[]).expect("its own colours are sound");
        DrillTitle { rulebook, colours: Arc::new(colours) }
    }

    /// The title with its types forgotten.
    pub fn any(self) -> Arc<dyn AnyTitle> {
        any_title(self)
    }
}

impl Default for DrillTitle {
    fn default() -> DrillTitle {
        DrillTitle::new()
    }
}

impl Title for DrillTitle {
    type Rules = Drill;

    fn id(&self) -> &'static str {
        "drill"
    }

    fn name(&self) -> &str {
        "The Drill Ground"
    }

    fn version(&self) -> &'static str {
        "1"
    }

    fn rulebook(&self) -> &RuleBook {
        &self.rulebook
    }

    fn colours(&self) -> &Arc<Colours> {
        &self.colours
    }

    fn scenarios(&self) -> Vec<ScenarioInfo> {
        vec![ScenarioInfo {
            id: "field".into(),
            name: "Two Thousand Hexes".into(),
            date: "any morning".into(),
            introduction: "Rows of two hexes, and guns.".into(),
            options: Vec::new(),
        }]
    }

    fn data_files(&self) -> Vec<DataFile> {
        vec![DataFile::built_in("rules.toml", RULES)]
    }

    fn is_open(&self) -> bool {
        true
    }

    fn rules(&self, scenario: &str, _: &Options) -> Result<Drill, String> {
        match scenario {
            "field" => Ok(Drill::new()),
            _ => Err(format!("there is no scenario \"{scenario}\"; the scenario is field")),
        }
    }

    /// `active` (blue or red) and `units` ("b1 @ 0706 nne": where the right-hand hex is, and where it looks; those that are
    /// not named are lost).
    fn position(&self, file: &mut TextFile, position: &Section<'_, '_>) -> Option<Position<Drill>> {
        file.only_fields(position, &["active", "units"]);
        let rules = Drill::new();
        let mut state = State { units: [None; PRINTS.len()], ..rules.set_up() };
        if let Some(word) = file.text(position, "active") {
            match *word.get_ref() {
                "blue" => state.player = BLUE,
                "red" => state.player = RED,
                _ => file.fault(word.span(), "active is blue or red"),
            }
        }
        if let Some(value) = position.table.get("units") {
            for text in file.as_texts("units", value) {
                let words: Vec<&str> = text.get_ref().split_whitespace().collect();
                let read = || {
                    let [unit, "@", hex, facing] = words[..] else { return None };
                    let stand = Stand { at: rules.ground.hex(hex)?, facing: Facing::parse(facing)? };
                    Some((UnitId::named(unit)?, stand))
                };
                match read() {
                    Some((unit, stand)) => state.units[usize::from(unit.0)] = Some(stand),
                    None => file.fault(text.span(), "a unit is written \"b1 @ 0706 nne\""),
                }
            }
        }
        Some(Position { rules, state })
    }

    /// `at`: a table of units and where they stand, as "0706 nne", or `gone`.
    fn expect(&self, rules: &Drill, state: &State, _: &[Event], key: &str, value: &toml::Value) -> Result<(), String> {
        let ("at", Some(table)) = (key, value.as_table()) else {
            return Err(format!("there is no \"{key}\" to expect; there is at = {{ b1 = \"0706 nne\" }}"));
        };
        for (name, expected) in table {
            let unit = UnitId::named(name).ok_or_else(|| format!("there is no unit \"{name}\""))?;
            let stand = state.units[usize::from(unit.0)];
            let found =
                stand.map_or("gone".to_owned(), |stand| format!("{} {}", rules.ground.name(stand.at), stand.facing));
            if expected.as_str() != Some(&found) {
                return Err(format!("{name} is {found}"));
            }
        }
        Ok(())
    }

    fn examples(&self) -> Vec<DataFile> {
        vec![DataFile::built_in("examples/wheel.toml", EXAMPLE)]
    }

    fn turn(&self, _: &Drill, state: &State) -> u32 {
        state.turn.into()
    }
}
