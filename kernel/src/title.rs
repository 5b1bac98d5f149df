//! What a title is to the rest of the program: its rules, its data, its scenarios, its examples.
//!
//! A title crate implements [`Title`] with its own types. Everything above the games holds it as
//! [`AnyTitle`](crate::AnyTitle) and never learns them.

use std::collections::BTreeMap;
use std::sync::Arc;

use board::textfile::{Section, TextFile};
use serde::{Deserialize, Serialize};

use crate::{
    Aids, Case, Colours, DataFile, Introduction, MapNames, Message, Reckoning, RuleBook, Ruleset, SandboxInfo, Setup,
    Wish,
};

/// Choices made before a game, by option: `weather = "on"`.
pub type Options = BTreeMap<String, String>;

/// A choice to be made before a game of some scenario.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OptionInfo {
    pub id: String,
    pub description: String,
    pub values: Vec<String>,
    pub default: String,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ScenarioInfo {
    /// The word for it on the command line: `eylau`.
    pub id: String,
    pub name: String,
    /// When it was fought, as a reader expects to see it.
    pub date: String,
    pub introduction: String,
    pub options: Vec<OptionInfo>,
}

impl ScenarioInfo {
    /// The given options, checked, and the defaults for those that were not given.
    pub fn complete(&self, given: &Options) -> Result<Options, String> {
        for (id, value) in given {
            let Some(option) = self.options.iter().find(|option| option.id == *id) else {
                return Err(match self.options.is_empty() {
                    true => format!("{} has no options, so there is no \"{id}\"", self.name),
                    false => {
                        let known: Vec<&str> = self.options.iter().map(|option| option.id.as_str()).collect();
                        format!("{} has no option \"{id}\"; it has {}", self.name, known.join(", "))
                    }
                });
            };
            if !option.values.contains(value) {
                let known = option.values.join(", ");
                return Err(format!("option \"{id}\" of {} cannot be \"{value}\"; use one of {known}", self.name));
            }
        }
        let chosen = |option: &OptionInfo| given.get(&option.id).unwrap_or(&option.default).clone();
        Ok(self.options.iter().map(|option| (option.id.clone(), chosen(option))).collect())
    }
}

/// A situation set up by hand: the rules under which it is played, and the state.
#[derive(Clone, Debug)]
pub struct Position<R: Ruleset> {
    pub rules: R,
    pub state: R::State,
}

/// The state of a title's rules.
pub type StateOf<T> = <<T as Title>::Rules as Ruleset>::State;
/// An event of a title's rules.
pub type EventOf<T> = <<T as Title>::Rules as Ruleset>::Event;

/// A published system, as its own crate presents it.
pub trait Title: Sized + Send + Sync + 'static {
    type Rules: Aids;

    /// The word for it on the command line and in files: `art-of-war`.
    fn id(&self) -> &'static str;

    fn name(&self) -> &str;

    /// The version of the rules. It changes whenever an old journal could replay to another state.
    fn version(&self) -> &'static str;

    fn rulebook(&self) -> &RuleBook;

    /// How the counters of its sides and nations look.
    fn colours(&self) -> &Arc<Colours>;

    fn scenarios(&self) -> Vec<ScenarioInfo>;

    /// Every data file in force; journals name their hashes.
    fn data_files(&self) -> Vec<DataFile>;

    /// Whether every player sees everything. Odds are exact in such a title, and sampled in all others.
    fn is_open(&self) -> bool;

    /// The rules of a scenario. The options are complete and valid, see [`ScenarioInfo::complete`].
    fn rules(&self, scenario: &str, options: &Options) -> Result<Self::Rules, String>;

    /// Sets up the `[position]` of an example. Faults go into `file`, all of them; with any fault the answer is not
    /// used. The handles of the position are the names of its units in orders and expectations.
    fn position(&self, file: &mut TextFile, position: &Section<'_, '_>) -> Option<Position<Self::Rules>>;

    /// The state of a game as the `[position]` table of an example, which [`Title::position`] reads back to the very same
    /// state; or a sentence that says why it cannot be written.
    fn write_position(&self, _rules: &Self::Rules, _state: &StateOf<Self>, _setup: &Setup) -> Result<String, String> {
        Err(format!("positions of {} cannot be saved as text", self.name()))
    }

    /// What a position of a scenario can contain besides counters.
    fn sandbox(&self, _scenario: &str) -> Result<SandboxInfo, String> {
        Err(format!("{} has no sandbox", self.name()))
    }

    /// What somebody set up by hand, as a `[position]` table. Whether it can be is found out by reading it.
    fn compose_position(&self, _wish: &Wish) -> Result<String, String> {
        Err(format!("{} has no sandbox", self.name()))
    }

    /// Checks one of the title's own keys of an `expect` table after a step. `Err` says what was found instead; for
    /// a key the title does not know, it lists those that it does.
    fn expect(
        &self,
        rules: &Self::Rules,
        state: &StateOf<Self>,
        events: &[EventOf<Self>],
        key: &str,
        value: &toml::Value,
    ) -> Result<(), String>;

    /// The title's own examples.
    fn examples(&self) -> Vec<DataFile>;

    /// What the title tells a new player.
    fn introduction(&self) -> Option<&Introduction> {
        None
    }

    /// A message in a language, or what stands beside it (its `heading`); nothing if the title cannot say it in that.
    fn in_language(&self, _language: &str, _message: &Message, _beside: Option<&str>) -> Option<String> {
        None
    }

    /// The names allowed on the title's hex maps, if it has any.
    fn map_names(&self) -> Option<MapNames> {
        None
    }

    /// The number of the game-turn, for reports.
    fn turn(&self, rules: &Self::Rules, state: &StateOf<Self>) -> u32;

    /// How combats are reckoned to their end, if the title can.
    fn reckoning(&self) -> Option<&dyn Reckoning<Self::Rules>> {
        None
    }

    /// The case under which players of one side may not talk but write one letter each a turn, which the others of the side
    /// read when the turn is over; `None` where they may chat. Letters are not part of the rules: the host of
    /// a game keeps them.
    fn letters(&self, _rules: &Self::Rules) -> Option<Case> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn eylau() -> ScenarioInfo {
        let weather = OptionInfo {
            id: "weather".into(),
            description: "It may snow.".into(),
            values: vec!["off".into(), "on".into()],
            default: "off".into(),
        };
        ScenarioInfo {
            id: "eylau".into(),
            name: "Eylau".into(),
            date: "8 February 1807".into(),
            introduction: String::new(),
            options: vec![weather],
        }
    }

    #[test]
    fn options_are_completed_and_wrong_ones_refused() {
        let given = |id: &str, value: &str| Options::from([(id.into(), value.into())]);
        assert_eq!(eylau().complete(&Options::new()), Ok(given("weather", "off")));
        assert_eq!(eylau().complete(&given("weather", "on")), Ok(given("weather", "on")));
        let sentence = eylau().complete(&given("weather", "foul")).unwrap_err();
        assert_eq!(sentence, "option \"weather\" of Eylau cannot be \"foul\"; use one of off, on");
        assert_eq!(eylau().complete(&given("fog", "on")).unwrap_err(), "Eylau has no option \"fog\"; it has weather");
    }
}
