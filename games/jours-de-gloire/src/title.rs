//! The title as the rest of the program meets it: data in force, scenarios, examples.

use std::collections::BTreeMap;

use board::Fault;
use board::boxes::BoxMap;
use kernel::{Case, Options, Reckoning, ScenarioInfo, Side, Title};
use kit::title::Library;

use crate::campaigns::{Campaign, Campaigns};
use crate::cards::EventCards;
use crate::counters::{Nation, Roster};
use crate::data::{DATA, ID};
use crate::game::{Agreed, Rules};
use crate::ground::{Ground, VOCABULARY};
use crate::reckoning::Steady;
use crate::rules::rc_options::Choices;
use crate::scenario::{SCENARIOS, Scenario};
use crate::state::{ALLIED, FRENCH};
use crate::tables::Tables;

/// Raised when an old journal could replay to another state; the golden journals notice.
const VERSION: &str = "0.3.0";

/// Jours de Gloire Campagne: Germany 1813, with all its data.
#[derive(Clone, Debug)]
pub struct JoursDeGloire {
    library: Library,
    pub(crate) tables: Tables,
    pub(crate) campaigns: Campaigns,
    choices: Choices,
    pub(crate) cards: EventCards,
    pub(crate) roster: Roster,
    pub map: BoxMap,
    pub(crate) ground: Ground,
    pub(crate) scenarios: Vec<Scenario>,
}

kit::built_in!(JoursDeGloire);

impl JoursDeGloire {
    /// The title with some data files replaced: keys such as `jours-de-gloire/lutzen/scenario.toml`.
    pub fn with_overlay(overlay: &BTreeMap<String, String>) -> Result<JoursDeGloire, Vec<Fault>> {
        let (library, parts) = Library::open(ID, DATA, overlay, &Nation::ALL.map(Nation::id), |reading| {
            let tables = reading.read("tables.toml", Tables::parse);
            let campaigns = reading.read("campaigns.toml", Campaigns::parse);
            let choices = reading.read("options.toml", Choices::parse);
            let cards = reading.read("cards.toml", EventCards::parse);
            let roster = reading.read("counters.toml", Roster::parse);
            let map = reading.read("map.toml", |name, text| BoxMap::parse(name, text, &VOCABULARY));
            let ground = map.as_ref().and_then(|map| reading.read("map.toml", |_, _| Ground::new(map)));
            let ground = ground.map(|ground| ground.in_country(reading.files.text("scenery.toml")));
            let mut scenarios = Vec::new();
            if let (Some(roster), Some(map)) = (&roster, &map) {
                for id in SCENARIOS {
                    let read = |name: &str, text: &str| Scenario::parse(name, text, roster, map);
                    scenarios.extend(reading.read(&format!("{id}/scenario.toml"), read));
                }
            }
            Some((tables?, campaigns?, choices?, cards?, roster?, map?, ground?, scenarios))
        })?;
        let (tables, campaigns, choices, cards, roster, map, ground, scenarios) = parts;
        Ok(JoursDeGloire { library, tables, campaigns, choices, cards, roster, map, ground, scenarios })
    }

    pub(crate) fn scenario(&self, id: &str) -> Result<&Scenario, String> {
        self.scenarios
            .iter()
            .find(|scenario| scenario.heading.id == id)
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

    kit::title_methods!(
        library,
        id: ID,
        name: "Jours de Gloire: Germany 1813",
        version: VERSION,
        // Scenery is for the eye, and a journal names the options that were chosen.
        unplayed: ["options.toml", "scenery.toml", "geography.toml"]
    );

    fn scenarios(&self) -> Vec<ScenarioInfo> {
        let info = |scenario: &Scenario| ScenarioInfo { options: self.choices.of(scenario), ..scenario.heading.info() };
        self.scenarios.iter().map(info).collect()
    }

    fn is_open(&self) -> bool {
        false
    }

    fn rules(&self, scenario: &str, options: &Options) -> Result<Rules, String> {
        let scenario = self.scenario(scenario)?.clone();
        let agreed = Agreed::from_options(options)?;
        Ok(self.rules_of(scenario, self.printed_ground(), agreed))
    }

    fn reckoning(&self) -> Option<&dyn Reckoning<Rules>> {
        Some(&Steady)
    }

    /// 10.e: where a side has several players.
    fn letters(&self, rules: &Rules) -> Option<Case> {
        let several = |side: Side| rules.seats.iter().filter(|seat| seat.side == side).count() > 1;
        (rules.agreed.by_army && (several(FRENCH) || several(ALLIED)) && rule!("10.e", true)).then_some(case!("10.e"))
    }
}
