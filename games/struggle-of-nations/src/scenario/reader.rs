//! Reads `scenario.toml`, with every fault named.

use std::collections::BTreeMap;

use board::textfile::{Provenance, Source};
use board::{Direction, Facing, Fault, Grid, Hex};
use kit::title::{Heading, History};
use serde::Deserialize;
use toml::Spanned;

use super::{
    ArmisticeSetup, ArmySetup, Arrival, Award, Draft, Drafted, LeaderSetup, Level, Militia, PackageSetup, Period,
    Removal, Scenario, Victory,
};
use crate::calendar::Calendar;
use crate::package::Package;
use crate::roster::{Army, Nation, Roster, SIDES, army_of, kind_of};
use crate::tables::TableLine;
use crate::theatre::{SourceId, Theatre};

mod rows;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(rename = "provenance")]
    _provenance: Provenance,
    id: String,
    title: String,
    date: String,
    #[serde(default, rename = "learning")]
    _learning: bool,
    #[serde(rename = "seasons")]
    _seasons: String,
    first_turn: Spanned<String>,
    last_turn: Spanned<String>,
    #[serde(default)]
    long_turn: Option<Spanned<String>>,
    #[serde(default)]
    short_turn: Option<Spanned<String>>,
    first_player: Spanned<String>,
    morale: Markers,
    #[serde(default)]
    one_allied_army: bool,
    #[serde(default)]
    closed: Vec<Spanned<String>>,
    #[serde(default)]
    saxon_neutrality: bool,
    #[serde(default)]
    assigned: Assigned,
    #[serde(default)]
    start: Option<String>,
    #[serde(default)]
    after: Option<String>,
    #[serde(rename = "view")]
    _view: String,
    history: History,
    victory: VictoryRow,
    #[serde(default)]
    army: Vec<ArmyRow>,
    #[serde(default, rename = "setup")]
    _setup: Option<Sourced>,
    #[serde(default)]
    package: Vec<PackageRow>,
    #[serde(default)]
    arrival: Vec<ArrivalRow>,
    #[serde(default)]
    removal: Vec<RemovalRow>,
    #[serde(default)]
    replacements: Option<Replacements>,
    #[serde(default)]
    militia: Option<MilitiaRow>,
    #[serde(default)]
    armistice: Option<ArmisticeRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Sourced {
    #[serde(rename = "provenance")]
    _provenance: Provenance,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Markers {
    french: i8,
    allied: i8,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct Assigned {
    #[serde(default)]
    poland: Option<Army>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct VictoryRow {
    #[serde(rename = "provenance")]
    _provenance: Provenance,
    immediate: Vec<String>,
    kind: Spanned<String>,
    #[serde(default)]
    levels: Vec<LevelRow>,
    #[serde(default)]
    level: Option<LevelWord>,
    #[serde(default)]
    city: Option<CityRow>,
    #[serde(default)]
    before: Vec<BeforeRow>,
    #[serde(default)]
    automatic: Option<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LevelRow {
    ahead: i8,
    result: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum LevelWord {
    Word(String),
    Force(ForceLevel),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ForceLevel {
    french_force: u16,
    traces_to: String,
    yes: String,
    no: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CityRow {
    name: Spanned<String>,
    held_by: Spanned<String>,
    result: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BeforeRow {
    turn: Spanned<String>,
    result: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ArmyRow {
    id: Spanned<String>,
    #[serde(rename = "side")]
    _side: String,
    line: TableLine,
    points: i8,
    #[serde(default)]
    centre: Option<[Spanned<String>; 2]>,
    #[serde(default, rename = "centre_place")]
    _centre_place: String,
    #[serde(default)]
    source: Option<Spanned<String>>,
    #[serde(default, rename = "source_place")]
    _source_place: String,
    #[serde(default, rename = "loc")]
    _loc: Option<u8>,
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Mode {
    Column,
    Line,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PackageRow {
    side: Spanned<String>,
    #[serde(rename = "place")]
    _place: String,
    hexes: [Spanned<String>; 2],
    mode: Mode,
    heading: Spanned<Facing>,
    #[serde(default, rename = "fortress")]
    _fortress: Option<String>,
    #[serde(rename = "commander")]
    _commander: String,
    leaders: Vec<LeaderRow>,
    #[serde(default)]
    trains: Vec<String>,
    #[serde(default, rename = "note")]
    _note: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LeaderRow {
    id: Spanned<String>,
    #[serde(default)]
    kind: Option<Spanned<String>>,
    #[serde(default)]
    name: Option<String>,
    #[serde(default)]
    army: Option<Spanned<String>>,
    units: BTreeMap<String, u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ArrivalRow {
    turn: Spanned<String>,
    side: Spanned<String>,
    entries: Vec<Spanned<String>>,
    #[serde(default)]
    option: Option<String>,
    leaders: Vec<LeaderRow>,
    #[serde(default)]
    brings: Vec<String>,
    #[serde(default)]
    army: Option<String>,
    #[serde(rename = "provenance")]
    _provenance: Provenance,
    #[serde(default, rename = "note")]
    _note: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RemovalRow {
    turn: Spanned<String>,
    units: Vec<Spanned<String>>,
    #[serde(default)]
    unless: Option<Unless>,
    #[serde(rename = "case")]
    _case: String,
    #[serde(rename = "provenance")]
    _provenance: Provenance,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Unless {
    french_morale: i8,
}

#[derive(Clone, Copy, Deserialize, Default)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct DraftRow {
    #[serde(default)]
    infantry: u8,
    #[serde(default)]
    cavalry: u8,
    #[serde(default)]
    artillery: u8,
    #[serde(default)]
    young_guard: u8,
    #[serde(default)]
    old_guard: u8,
    #[serde(default)]
    guard_cavalry: u8,
}

#[derive(Clone, Copy, Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct ByNation {
    #[serde(default)]
    french: Option<DraftRow>,
    #[serde(default)]
    austrian: Option<DraftRow>,
    #[serde(default)]
    russian: Option<DraftRow>,
    #[serde(default)]
    prussian: Option<DraftRow>,
    #[serde(default)]
    swedish: Option<DraftRow>,
}

impl ByNation {
    fn points(&self) -> Vec<(Nation, Drafted)> {
        let rows = [
            (Nation::French, self.french),
            (Nation::Austrian, self.austrian),
            (Nation::Russian, self.russian),
            (Nation::Prussian, self.prussian),
            (Nation::Swedish, self.swedish),
        ];
        let drafted = |row: DraftRow| {
            [row.infantry, row.cavalry, row.artillery, row.young_guard, row.old_guard, row.guard_cavalry]
        };
        rows.into_iter().filter_map(|(nation, row)| Some((nation, drafted(row?)))).collect()
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Replacements {
    #[serde(rename = "provenance")]
    _provenance: Provenance,
    #[serde(default)]
    from: Option<Spanned<String>>,
    #[serde(default)]
    french: Option<DraftRow>,
    #[serde(default)]
    austrian: Option<DraftRow>,
    #[serde(default)]
    russian: Option<DraftRow>,
    #[serde(default)]
    prussian: Option<DraftRow>,
    #[serde(default)]
    extra: Vec<ExtraRow>,
    #[serde(default)]
    period: Vec<PeriodRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ExtraRow {
    turns: Vec<Spanned<String>>,
    #[serde(default)]
    option: Option<String>,
    #[serde(default, rename = "where")]
    _where: String,
    #[serde(default)]
    french: Option<DraftRow>,
    #[serde(default)]
    russian: Option<DraftRow>,
    #[serde(default)]
    prussian: Option<DraftRow>,
    #[serde(rename = "provenance")]
    _provenance: Provenance,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PeriodRow {
    from: Spanned<String>,
    to: Spanned<String>,
    #[serde(default)]
    french: Option<DraftRow>,
    #[serde(default)]
    austrian: Option<DraftRow>,
    #[serde(default)]
    russian: Option<DraftRow>,
    #[serde(default)]
    prussian: Option<DraftRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MilitiaRow {
    #[serde(rename = "provenance")]
    _provenance: Provenance,
    approach: u8,
    leader: LeaderRow,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ArmisticeRow {
    #[serde(rename = "provenance")]
    _provenance: Provenance,
    automatic_after: Spanned<String>,
    resumes: Spanned<String>,
    #[serde(rename = "first")]
    _first: String,
    turns: u8,
    points: BTreeMap<Army, u8>,
    morale: Markers,
    leave: Vec<String>,
    #[serde(rename = "join")]
    _join: Vec<String>,
    centres: BTreeMap<Army, CentreRow>,
    replacements: ByNation,
    force: Vec<ForceRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CentreRow {
    centre: [Spanned<String>; 2],
    source: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ForceRow {
    side: Spanned<String>,
    place: Spanned<String>,
    leaders: Vec<LeaderRow>,
}

/// What a scenario refers to.
pub(crate) struct Context<'a> {
    pub grid: &'a Grid,
    pub calendar: &'a Calendar,
    pub theatre: &'a Theatre,
    pub roster: &'a Roster,
}

struct Reader<'a> {
    source: Source<'a>,
    context: &'a Context<'a>,
    faults: Vec<Fault>,
}

/// Reads a scenario. What it takes from other scenarios is filled in by the title.
pub(crate) fn parse(name: &str, text: &str, context: &Context<'_>) -> Result<Scenario, Vec<Fault>> {
    let source = Source::new(name, text);
    let file: File = source.read()?;
    let mut reader = Reader { source, context, faults: Vec::new() };
    let mut armies = Vec::new();
    for row in &file.army {
        let Some(army) = Army::find(row.id.get_ref()) else {
            reader.fault(row.id.span().start, format!("there is no army `{}`", row.id.get_ref()));
            continue;
        };
        let centre =
            row.centre.as_ref().map_or([Hex::NONE; 2], |words| [&words[0], &words[1]].map(|word| reader.hex(word)));
        let source = row.source.as_ref().map_or(SourceId::NONE, |word| reader.source_at(row.line, word));
        armies.push(ArmySetup { army, line: row.line, points: row.points, centre, source });
    }
    let mut closed = Vec::new();
    for word in &file.closed {
        match context.theatre.territories.iter().position(|name| name == word.get_ref()) {
            Some(number) => closed.push(number as u8),
            None => reader.fault(word.span().start, format!("there is no territory `{}`", word.get_ref())),
        }
    }
    let last_turn = reader.turn(&file.last_turn);
    let scenario = Scenario {
        heading: Heading {
            id: file.id.clone(),
            title: file.title.clone(),
            date: file.date.clone(),
            history: file.history.clone(),
            options: Vec::new(),
        },
        period: match file.id.as_str() {
            "spring" | "campaign" => Period::Spring,
            "leipzig" => Period::Leipzig,
            _ => Period::Dresden,
        },
        first_turn: reader.turn(&file.first_turn),
        last_turn,
        long_turn: file.long_turn.as_ref().map(|word| reader.turn(word)),
        short_turn: file.short_turn.as_ref().map(|word| reader.turn(word)),
        first_player: SIDES.in_source(&source, &file.first_player, &mut reader.faults),
        morale: [file.morale.french, file.morale.allied],
        one_allied_army: file.one_allied_army,
        closed,
        saxon_neutrality: file.saxon_neutrality,
        poland: file.assigned.poland,
        armies,
        packages: file.package.iter().map(|row| reader.package(row)).collect(),
        arrivals: file.arrival.iter().map(|row| reader.arrival(row)).collect(),
        removals: file
            .removal
            .iter()
            .map(|row| {
                let mut units = Vec::new();
                for word in &row.units {
                    match context.roster.unit(word.get_ref()) {
                        Some(unit) => units.push(unit),
                        None => reader.fault(word.span().start, format!("there is no unit `{}`", word.get_ref())),
                    }
                }
                let unless_french_morale = row.unless.as_ref().map(|unless| unless.french_morale);
                Removal { turn: reader.turn(&row.turn), units, unless_french_morale }
            })
            .collect(),
        drafts: file.replacements.as_ref().map_or_else(Vec::new, |row| reader.drafts(row, last_turn)),
        militia: file
            .militia
            .as_ref()
            .map(|row| Militia { approach: row.approach, leader: reader.leader(&row.leader) }),
        armistice: file.armistice.as_ref().map(|row| reader.armistice(row)),
        victory: reader.victory(&file.victory),
        start: file.start.clone(),
        after: file.after.clone(),
        optional: file.arrival.iter().map(|row| row.option.clone()).collect(),
    };
    if reader.faults.is_empty() { Ok(scenario) } else { Err(reader.faults) }
}
