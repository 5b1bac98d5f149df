//! The title as the rest of the program meets it: data in force, scenarios, examples.

use std::collections::BTreeMap;
use std::sync::Arc;

use board::{Fault, MapFile, Vocabulary};
use kernel::{Options, ScenarioInfo, Title};
use kit::title::{Library, Reading};

use crate::calendar::{Calendar, Season};
use crate::ground::Ground;
use crate::options::{self, Chosen, Deputy, OptionRow};
use crate::roster::{self, Leader, Nation, Rating, Roster};
use crate::scenario::{self, Scenario};
use crate::tables::{self, Tables};
use crate::theatre::Theatre;
use crate::{Parts, Rules};

/// Name and text of every data file that comes with the program.
const DATA: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/data.rs"));

const ID: &str = "struggle-of-nations";
/// Raised when an old journal could replay to another state; the golden journals notice.
const VERSION: &str = "0.3.0";

/// The scenarios, in the order in which they are listed.
pub(crate) const SCENARIOS: [&str; 5] = ["grossbeeren", "spring", "dresden", "leipzig", "campaign"];

/// Names of terrain and hexsides that this title's map may use.
pub const VOCABULARY: Vocabulary<'static> = Vocabulary {
    terrain: &tables::TERRAIN,
    hexsides: &tables::HEXSIDES,
    directed: &[],
    vertices: &[],
    roads: &tables::ROADS,
    highest: 0,
};

/// Everything that the data files say.
#[derive(Clone, Debug)]
pub(crate) struct Data {
    pub(crate) tables: Arc<Tables>,
    pub(crate) calendar: Arc<Calendar>,
    pub(crate) map: Arc<MapFile>,
    pub(crate) theatre: Arc<Theatre>,
    pub(crate) ground: Arc<Ground>,
    pub(crate) roster: Roster,
    pub(crate) options: Vec<OptionRow>,
    pub(crate) scenarios: Vec<Scenario>,
}

#[derive(Clone, Debug)]
pub struct StruggleOfNations {
    library: Library,
    pub(crate) data: Data,
}

kit::built_in!(StruggleOfNations);

impl StruggleOfNations {
    /// The title with some data files replaced: keys such as `struggle-of-nations/tables.toml`.
    pub fn with_overlay(overlay: &BTreeMap<String, String>) -> Result<StruggleOfNations, Vec<Fault>> {
        let (library, data) = Library::open(ID, DATA, overlay, &Nation::ALL.map(Nation::id), load)?;
        Ok(StruggleOfNations { library, data })
    }

    /// The tables in force.
    pub fn tables(&self) -> &Tables {
        &self.data.tables
    }

    /// All leaders and units there are.
    pub fn roster(&self) -> &Roster {
        &self.data.roster
    }

    pub fn calendar(&self) -> &Calendar {
        &self.data.calendar
    }

    pub fn theatre(&self) -> &Theatre {
        &self.data.theatre
    }

    pub(crate) fn scenario(&self, id: &str) -> Result<&Scenario, String> {
        let found = self.data.scenarios.iter().find(|scenario| scenario.heading.id == id);
        found.ok_or_else(|| format!("Struggle of Nations has no scenario \"{id}\"; it has {}", SCENARIOS.join(", ")))
    }

    /// A scenario as options change it.
    pub(crate) fn chosen(&self, scenario: &str, chosen: &Chosen) -> Result<Scenario, String> {
        let id = if scenario == "campaign" && chosen.short_campaign { "dresden" } else { scenario };
        let mut found = self.scenario(id)?.clone();
        if id != scenario {
            let campaign = self.scenario(scenario)?;
            found.heading = campaign.heading.clone();
            found.last_turn = campaign.last_turn;
            found.drafts = campaign.drafts.clone();
        }
        // What comes only with an option that was not chosen stays away.
        let wanted: Vec<bool> =
            found.optional.iter().map(|option| option.as_ref().is_none_or(|id| chosen.has(id))).collect();
        let mut wanted = wanted.into_iter();
        found.arrivals.retain(|_| wanted.next().unwrap_or(true));
        let last = if chosen.long_dresden { found.long_turn.unwrap_or(found.last_turn) } else { found.last_turn };
        found.arrivals.retain(|arrival| arrival.turn <= last);
        Ok(found)
    }

    /// The leaders whom a scenario brings in, and the major generals that can be made.
    pub(crate) fn leaders(&self, scenario: &Scenario, chosen: &Chosen) -> Vec<Leader> {
        let roster = &self.data.roster;
        let mut leaders: Vec<Leader> = Vec::new();
        for (side, setup) in scenario.leaders() {
            if leaders.iter().any(|leader| leader.id == setup.id) {
                continue;
            }
            match (setup.kind.and_then(|kind| roster.kind(kind)), roster.leader(&setup.id)) {
                (Some(row), _) => {
                    let army = setup.army.unwrap_or(roster::Army::French);
                    leaders.push(roster::of_kind(row, setup.id.clone(), setup.name.clone(), side, army));
                }
                (None, Some(leader)) => leaders.push(leader.clone()),
                (None, None) => {}
            }
        }
        for Deputy { leader: id, .. } in self.deputies(chosen) {
            let missing = !leaders.iter().any(|leader| leader.id == id);
            leaders.extend(roster.leader(&id).filter(|_| missing).cloned());
        }
        leaders.extend(roster::majors(&roster.kinds));
        leaders
    }

    /// Leaders who take over units of others (9.optional).
    pub(crate) fn deputies(&self, chosen: &Chosen) -> Vec<Deputy> {
        let in_force = self.data.options.iter().filter(|row| chosen.has(&row.id));
        in_force.flat_map(|row| row.deputies.clone()).collect()
    }

    /// Ratings that options change.
    pub(crate) fn changed(&self, chosen: &Chosen) -> Vec<(String, Season, Rating)> {
        let mut changed = Vec::new();
        for row in self.data.options.iter().filter(|row| chosen.has(&row.id)) {
            for (season, ratings) in [(Season::Spring, &row.ratings.spring), (Season::Autumn, &row.ratings.autumn)] {
                for (leader, [initiative, span, subordination]) in ratings {
                    let rating = Rating { initiative: *initiative, span: *span, subordination: *subordination };
                    changed.push((leader.clone(), season, rating));
                }
            }
        }
        changed
    }
}

fn load(reading: &mut Reading<'_>) -> Option<Data> {
    let tables = reading.read("tables.toml", Tables::parse)?;
    let calendar = reading.read("calendar.toml", Calendar::parse)?;
    let map = reading.read("map.toml", |name, text| MapFile::parse(name, text, &VOCABULARY))?;
    let theatre = reading.read("theatre.toml", |name, text| Theatre::parse(name, text, &map.grid, &calendar))?;
    let (leaders, kinds) = reading.read("leaders.toml", roster::parse_leaders)?;
    let mut units = reading.read("units.toml", roster::parse_units)?;
    let regiment = tables.limits.march_regiment;
    units.extend(roster::regiments(regiment.infantry, regiment.cavalry));
    let options = reading.read("options.toml", options::parse)?;
    let roster = Roster { leaders, kinds, units };
    let context = scenario::Context { grid: &map.grid, calendar: &calendar, theatre: &theatre, roster: &roster };
    let mut scenarios: Vec<Scenario> = Vec::new();
    for id in SCENARIOS {
        let file = format!("{id}/scenario.toml");
        let mut scenario = reading.read(&file, |name, text| scenario::parse(name, text, &context))?;
        if scenario.heading.id != id {
            reading.fault(&file, format!("this is the scenario {id}"));
        }
        scenario.heading.options = Vec::new();
        scenarios.push(scenario);
    }
    for place in 0..scenarios.len() {
        borrow(&mut scenarios, place, reading);
    }
    let ground = Arc::new(Ground::compile(&map, &theatre, &tables));
    Some(Data {
        tables: Arc::new(tables),
        calendar: Arc::new(calendar),
        map: Arc::new(map),
        theatre: Arc::new(theatre),
        ground,
        roster,
        options,
        scenarios,
    })
}

/// A scenario that takes its set-up and later arrivals from others.
fn borrow(scenarios: &mut [Scenario], place: usize, reading: &mut Reading<'_>) {
    let (start, after) = (scenarios[place].start.clone(), scenarios[place].after.clone());
    let mut find = |id: &str| {
        let found = scenarios.iter().find(|scenario| scenario.heading.id == id).cloned();
        if found.is_none() {
            reading.fault(
                &format!("{}/scenario.toml", SCENARIOS[place]),
                format!("there is no scenario `{id}` to take from"),
            );
        }
        found
    };
    let first = start.as_deref().and_then(&mut find);
    let later = after.as_deref().and_then(&mut find);
    let own = &mut scenarios[place];
    if let Some(first) = first {
        own.armies = first.armies;
        own.packages = first.packages;
        own.militia = first.militia;
        own.one_allied_army |= first.one_allied_army && own.armistice.is_none();
        own.arrivals = first.arrivals;
        own.optional = first.optional;
    }
    if let Some(later) = later {
        own.arrivals.extend(later.arrivals);
        own.optional.extend(later.optional);
        own.removals.extend(later.removals);
    }
}

impl Title for StruggleOfNations {
    type Rules = Rules;

    kit::title_methods!(library, id: ID, name: "Struggle of Nations", version: VERSION, unplayed: []);

    fn scenarios(&self) -> Vec<ScenarioInfo> {
        let info = |scenario: &Scenario| {
            let mut info = scenario.heading.info();
            let offered = self.data.options.iter().filter(|row| row.is_offered(&scenario.heading.id));
            info.options = offered.map(OptionRow::info).collect();
            info
        };
        self.data.scenarios.iter().map(info).collect()
    }

    fn is_open(&self) -> bool {
        false
    }

    fn rules(&self, scenario: &str, options: &Options) -> Result<Rules, String> {
        let chosen = Chosen::of(options);
        let scenario = self.chosen(scenario, &chosen)?;
        let leaders = self.leaders(&scenario, &chosen);
        let data = &self.data;
        Ok(Rules::new(Parts {
            scenario,
            map: data.map.clone(),
            ground: data.ground.clone(),
            theatre: data.theatre.clone(),
            calendar: data.calendar.clone(),
            tables: data.tables.clone(),
            options: chosen,
            leaders,
            units: data.roster.units.clone(),
            changed: self.changed(&chosen),
            deputies: self.deputies(&chosen),
        }))
    }

    fn map_names(&self) -> Option<kernel::MapNames> {
        Some(kernel::MapNames::of(&VOCABULARY))
    }
}
