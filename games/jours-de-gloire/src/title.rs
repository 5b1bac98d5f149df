//! The title as the rest of the program meets it: data in force, scenarios, examples.

use std::collections::BTreeMap;
use std::sync::Arc;

use board::Fault;
use board::boxes::BoxMap;
use board::textfile::{Section, TextFile};
use kernel::{
    AnyTitle, DataFile, DataFiles, Introduction, Options, Position, Reckoning, RuleBook, ScenarioInfo, Side, Title,
    any_title, collected, rule,
};

use crate::campaigns::{Campaign, Campaigns};
use crate::cards::EventCards;
use crate::counters::Roster;
use crate::data::{self, ID};
use crate::event::Event;
use crate::game::{Agreed, Rules};
use crate::ground::{Ground, VOCABULARY};
use crate::reckoning::Steady;
use crate::scenario::{SCENARIOS, Scenario};
use crate::state::{ALLIED, FRENCH, State};
use crate::tables::Tables;

/// Raised when an old journal could replay to another state; the golden journals notice.
const VERSION: &str = "0.2.0";
const INTRODUCTION: &str = "introduction.toml";

/// Jours de Gloire Campagne: Germany 1813, with all its data.
#[derive(Clone, Debug)]
pub struct JoursDeGloire {
    files: DataFiles,
    rulebook: RuleBook,
    introduction: Introduction,
    pub(crate) tables: Tables,
    pub(crate) campaigns: Campaigns,
    pub(crate) cards: EventCards,
    pub(crate) roster: Roster,
    pub map: BoxMap,
    pub(crate) ground: Ground,
    pub(crate) scenarios: Vec<Scenario>,
}

impl JoursDeGloire {
    /// The title with the data that comes with the program, which a test proves to be sound.
    pub fn built_in() -> JoursDeGloire {
        JoursDeGloire::with_overlay(&BTreeMap::new()).expect("the data that comes with the program has no faults")
    }

    /// The title with its types forgotten. It is made here so that it is built once and not by every program that plays it.
    pub fn any(self) -> Arc<dyn AnyTitle> {
        any_title(self)
    }

    /// The title with some data files replaced: keys such as `jours-de-gloire/lutzen/scenario.toml`.
    pub fn with_overlay(overlay: &BTreeMap<String, String>) -> Result<JoursDeGloire, Vec<Fault>> {
        let files = data::with_overlay(overlay)?;
        let mut faults = Vec::new();
        let named = |name: &str| files.full_name(name);
        let rulebook = collected(RuleBook::parse(&named("rules.toml"), files.text("rules.toml")), &mut faults);
        let tables = collected(Tables::parse(&named("tables.toml"), files.text("tables.toml")), &mut faults);
        let campaigns =
            collected(Campaigns::parse(&named("campaigns.toml"), files.text("campaigns.toml")), &mut faults);
        let cards = collected(EventCards::parse(&named("cards.toml"), files.text("cards.toml")), &mut faults);
        let roster = collected(Roster::parse(&named("counters.toml"), files.text("counters.toml")), &mut faults);
        let map = collected(BoxMap::parse(&named("map.toml"), files.text("map.toml"), &VOCABULARY), &mut faults);
        let ground = map.as_ref().and_then(|map| collected(Ground::new(map), &mut faults));
        let ground = ground.map(|ground| ground.in_country(files.text("scenery.toml")));
        let examples = files.examples();
        let introduction = rulebook.as_ref().and_then(|book| {
            let text = files.text(INTRODUCTION);
            collected(Introduction::parse(&named(INTRODUCTION), text, book, &examples), &mut faults)
        });
        let mut scenarios = Vec::new();
        if let (Some(roster), Some(map)) = (&roster, &map) {
            for id in SCENARIOS {
                let name = format!("{id}/scenario.toml");
                let read = Scenario::parse(&named(&name), files.text(&name), roster, map);
                scenarios.extend(collected(read, &mut faults));
            }
        }
        match (rulebook, introduction, tables, campaigns, cards, roster, map, ground) {
            (
                Some(rulebook),
                Some(introduction),
                Some(tables),
                Some(campaigns),
                Some(cards),
                Some(roster),
                Some(map),
                Some(ground),
            ) if faults.is_empty() => Ok(JoursDeGloire {
                files,
                rulebook,
                introduction,
                tables,
                campaigns,
                cards,
                roster,
                map,
                ground,
                scenarios,
            }),
            _ => Err(faults),
        }
    }

    pub(crate) fn scenario(&self, id: &str) -> Result<&Scenario, String> {
        self.scenarios
            .iter()
            .find(|scenario| scenario.id == id)
            .ok_or_else(|| format!("Jours de Gloire has no scenario \"{id}\"; it has {}", SCENARIOS.join(", ")))
    }

    /// T.map: the map as it is printed. Without that case nothing but a field is left of it.
    pub(crate) fn printed_ground(&self) -> Ground {
        let field = || crate::ground::blank_board(&["Field"], &[] as &[&str]).and_then(|map| Ground::new(&map));
        if rule!("T.map", true) { self.ground.clone() } else { field().unwrap_or_else(|_| self.ground.clone()) }
    }

    /// The rules of a scenario with these agreements.
    pub(crate) fn rules_of(&self, scenario: Scenario, ground: Ground, agreed: Agreed) -> Rules {
        self.rules_with(scenario, ground, agreed, self.campaigns.germany().clone())
    }

    /// The same with the special rules of a campaign of the series.
    pub(crate) fn rules_with(&self, scenario: Scenario, ground: Ground, agreed: Agreed, campaign: Campaign) -> Rules {
        Rules::new(scenario, ground, self.tables.clone(), self.cards.clone(), campaign, agreed)
    }
}

impl Title for JoursDeGloire {
    type Rules = Rules;

    fn id(&self) -> &'static str {
        ID
    }

    fn name(&self) -> &str {
        "Jours de Gloire: Germany 1813"
    }

    fn version(&self) -> &'static str {
        VERSION
    }

    fn rulebook(&self) -> &RuleBook {
        &self.rulebook
    }

    fn scenarios(&self) -> Vec<ScenarioInfo> {
        let info = |scenario: &Scenario| ScenarioInfo {
            id: scenario.id.clone(),
            name: scenario.title.clone(),
            date: scenario.date.clone(),
            introduction: scenario.introduction.clone(),
            options: crate::option_infos(scenario),
        };
        self.scenarios.iter().map(info).collect()
    }

    fn data_files(&self) -> Vec<DataFile> {
        // Lessons change no game: a journal does not name them. Scenery is for the eye.
        let played = |file: &&DataFile| {
            file.example_name().is_none()
                && ![INTRODUCTION, "scenery.toml", "geography.toml"].contains(&file.name.as_str())
        };
        self.files.all().iter().filter(played).cloned().collect()
    }

    fn is_open(&self) -> bool {
        false
    }

    fn rules(&self, scenario: &str, options: &Options) -> Result<Rules, String> {
        let scenario = self.scenario(scenario)?.clone();
        let agreed = Agreed::from_options(options)?;
        Ok(self.rules_of(scenario, self.printed_ground(), agreed))
    }

    fn position(&self, file: &mut TextFile, position: &Section<'_, '_>) -> Option<Position<Rules>> {
        crate::position::read(self, file, position)
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

    fn examples(&self) -> Vec<DataFile> {
        self.files.all().iter().filter(|file| file.example_name().is_some()).cloned().collect()
    }

    fn introduction(&self) -> Option<&Introduction> {
        Some(&self.introduction)
    }

    fn reckoning(&self) -> Option<&dyn Reckoning<Rules>> {
        Some(&Steady)
    }

    /// 10.e: where a side has several players.
    fn letters(&self, rules: &Rules) -> Option<&'static str> {
        let several = |side: Side| rules.seats.iter().filter(|seat| seat.side == side).count() > 1;
        (rules.agreed.by_army && (several(FRENCH) || several(ALLIED)) && rule!("10.e", true)).then_some("10.e")
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
        if let Err(faults) = JoursDeGloire::with_overlay(&BTreeMap::new()) {
            panic!("{}", faults.iter().map(Fault::to_string).collect::<Vec<_>>().join("\n"));
        }
    }
}
