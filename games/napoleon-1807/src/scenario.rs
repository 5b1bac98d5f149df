//! Scenarios and rosters: `scenario.toml` and `units.toml`, read with every fault named.

use std::collections::BTreeMap;

use board::textfile::{Provenance, Source};
use board::{Facing, Fault, Grid, Hex};
use kernel::Side;
use kit::title::{Heading, History, OptionRow};
use serde::Deserialize;
use toml::Spanned;

use crate::counters::{
    ALLIED, BOTH, COUNTERS, Counter, CounterId, CounterSet, FRENCH, GroupId, GroupInfo, Gun, Kind, Nation, Rank, SIDES,
    Start,
};
use crate::state::{ENTRIES, OBJECTIVES};

/// A turn of the track.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TurnInfo {
    pub number: u8,
    pub label: String,
    pub night: bool,
    pub snow: bool,
}

#[derive(Clone, Debug)]
pub struct Objective {
    pub hex: Hex,
    pub name: String,
    pub points: i32,
    pub owner: Option<Side>,
}

/// Who wins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum VictoryRule {
    /// More points win.
    Most,
    /// The French points decide: from so many on, this side or nobody.
    French(Vec<(i32, Option<Side>)>),
}

#[derive(Clone, Debug)]
pub struct Scenario {
    pub heading: Heading,
    pub side_names: [String; 2],
    /// Who is player A on the first turn.
    pub initiative: Option<Side>,
    /// How many units may change hexes in a movement phase.
    pub units_moved: [Option<u8>; 2],
    pub command_factor: [Option<u8>; 2],
    pub turns: Vec<TurnInfo>,
    pub groups: Vec<GroupInfo>,
    pub objectives: Vec<Objective>,
    pub victory: VictoryRule,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(rename = "provenance")]
    _provenance: Provenance,
    id: String,
    title: String,
    date: String,
    #[serde(rename = "sides")]
    _sides: [String; 2],
    side_names: SideValues<String>,
    #[serde(default)]
    initiative: Option<Spanned<String>>,
    #[serde(default)]
    units_moved: SideNumbers,
    #[serde(default)]
    command_factor: SideNumbers,
    history: History,
    #[serde(default)]
    option: Vec<OptionRow>,
    track: Track,
    turn: Vec<Spanned<TurnInfo>>,
    #[serde(rename = "setup")]
    _setup: Sourced,
    #[serde(default)]
    start: Vec<StartRow>,
    #[serde(default, rename = "entry")]
    _entry: Vec<EntryRow>,
    #[serde(default)]
    arrival: Vec<ArrivalRow>,
    #[serde(rename = "objectives")]
    _objectives: Sourced,
    objective: Vec<ObjectiveRow>,
    victory: VictoryRow,
    #[serde(default)]
    level: Vec<LevelRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Sourced {
    #[serde(rename = "provenance")]
    _provenance: Provenance,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SideValues<T> {
    french: T,
    allied: T,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct SideNumbers {
    french: Option<u8>,
    allied: Option<u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Track {
    #[serde(rename = "provenance")]
    _provenance: Provenance,
    first: u8,
    last: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StartRow {
    hex: Spanned<String>,
    #[serde(default)]
    units: Vec<StartUnit>,
    #[serde(default)]
    commanders: Vec<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StartUnit {
    id: Spanned<String>,
    facing: Spanned<Facing>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EntryRow {
    #[serde(rename = "area")]
    _area: String,
    #[serde(rename = "sides")]
    _sides: Vec<String>,
    #[serde(rename = "description")]
    _description: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ArrivalRow {
    turn: u8,
    area: Spanned<String>,
    #[serde(rename = "side")]
    _side: String,
    #[serde(default)]
    units: Vec<Spanned<String>>,
    #[serde(default)]
    commanders: Vec<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ObjectiveRow {
    hex: Spanned<String>,
    name: String,
    points: i32,
    #[serde(default)]
    owner: Option<Spanned<String>>,
    #[serde(default, rename = "meaning")]
    _meaning: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct VictoryRow {
    #[serde(rename = "provenance")]
    _provenance: Provenance,
    rule: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LevelRow {
    at_least: i32,
    result: Spanned<String>,
}

fn hex_of(source: &Source<'_>, grid: &Grid, name: &Spanned<String>, faults: &mut Vec<Fault>) -> Hex {
    grid.parse(name.get_ref()).unwrap_or_else(|| {
        faults.push(source.fault(name.span().start, format!("`{}` is not a hex of this map", name.get_ref())));
        Hex::NONE
    })
}

/// Where counters begin, by id.
type Starts = BTreeMap<String, Start>;

impl Scenario {
    /// The scenario, and where its counters begin.
    pub fn parse(
        name: &str,
        text: &str,
        grid: &Grid,
        entries: &BTreeMap<String, Hex>,
    ) -> Result<(Scenario, Starts), Vec<Fault>> {
        let source = Source::new(name, text);
        let file: File = source.read()?;
        let mut faults = Vec::new();
        let expected = usize::from(file.track.last.saturating_sub(file.track.first)) + 1;
        if file.turn.len() != expected {
            faults
                .push(source.fault(0, format!("the track is to have {expected} turns and lists {}", file.turn.len())));
        }
        for (turn, number) in file.turn.iter().zip(file.track.first..) {
            if turn.get_ref().number != number {
                faults.push(source.fault(turn.span().start, format!("this turn stands where turn {number} belongs")));
            }
        }
        let mut objectives = Vec::new();
        for row in &file.objective {
            let hex = hex_of(&source, grid, &row.hex, &mut faults);
            let owner = row.owner.as_ref().map(|owner| SIDES.in_source(&source, owner, &mut faults));
            objectives.push(Objective { hex, name: row.name.clone(), points: row.points, owner });
        }
        if objectives.len() > OBJECTIVES {
            faults.push(source.fault(0, format!("there is room for {OBJECTIVES} objectives")));
        }
        let victory = match file.victory.rule.get_ref().as_str() {
            "most" => VictoryRule::Most,
            "french" => VictoryRule::French(
                file.level
                    .iter()
                    .map(|row| match row.result.get_ref().as_str() {
                        "draw" => (row.at_least, None),
                        _ => (row.at_least, Some(SIDES.in_source(&source, &row.result, &mut faults))),
                    })
                    .collect(),
            ),
            other => {
                let sentence = format!("`{other}` is no rule of victory; most and french are");
                faults.push(source.fault(file.victory.rule.span().start, sentence));
                VictoryRule::Most
            }
        };
        let mut starts = Starts::new();
        let mut begin = |id: &Spanned<String>, start: Start, faults: &mut Vec<Fault>| {
            if starts.insert(id.get_ref().clone(), start).is_some() {
                faults.push(source.fault(id.span().start, format!("`{}` begins in two places", id.get_ref())));
            }
        };
        let north = Facing::all(false)[0];
        for row in &file.start {
            let hex = hex_of(&source, grid, &row.hex, &mut faults);
            for unit in &row.units {
                if unit.facing.get_ref().is_vertex() {
                    faults.push(source.fault(unit.facing.span().start, "units face hexsides: n, ne, se, s, sw, nw"));
                }
                begin(&unit.id, Start::At(hex, *unit.facing.get_ref()), &mut faults);
            }
            for commander in &row.commanders {
                begin(commander, Start::At(hex, north), &mut faults);
            }
        }
        let mut ways = Vec::new();
        for row in &file.arrival {
            let hex = entries.get(row.area.get_ref()).copied().unwrap_or_else(|| {
                let sentence = format!("the map has no entry area `{}`", row.area.get_ref());
                faults.push(source.fault(row.area.span().start, sentence));
                Hex::NONE
            });
            if !ways.contains(&hex) {
                ways.push(hex);
            }
            for counter in row.units.iter().chain(&row.commanders) {
                begin(counter, Start::Enters(hex, row.turn), &mut faults);
            }
        }
        if ways.len() > ENTRIES {
            faults.push(source.fault(0, format!("there is room for {ENTRIES} entry hexes")));
        }
        let initiative = file.initiative.as_ref().map(|side| SIDES.in_source(&source, side, &mut faults));
        if !faults.is_empty() {
            return Err(faults);
        }
        let scenario = Scenario {
            heading: Heading {
                id: file.id,
                title: file.title,
                date: file.date,
                history: file.history,
                options: file.option,
            },
            side_names: [file.side_names.french, file.side_names.allied],
            initiative,
            units_moved: [file.units_moved.french, file.units_moved.allied],
            command_factor: [file.command_factor.french, file.command_factor.allied],
            turns: file.turn.into_iter().map(Spanned::into_inner).collect(),
            groups: Vec::new(),
            objectives,
            victory,
        };
        Ok((scenario, starts))
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RosterFile {
    #[serde(rename = "provenance")]
    _provenance: Provenance,
    #[serde(rename = "ratings")]
    _ratings: Sourced,
    #[serde(rename = "commanders")]
    _commanders: Sourced,
    #[serde(default)]
    group: Vec<GroupRow>,
    unit: Vec<UnitRow>,
    commander: Vec<CommanderRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GroupRow {
    id: String,
    name: String,
    side: Spanned<String>,
    #[serde(rename = "stripe")]
    _stripe: String,
    #[serde(default)]
    commander: Option<Spanned<String>>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum ArmWord {
    Infantry,
    Cavalry,
    Artillery,
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Weight {
    Heavy,
    Light,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct UnitRow {
    id: Spanned<String>,
    name: String,
    side: Spanned<String>,
    nation: Nation,
    #[serde(default)]
    group: Option<Spanned<String>>,
    #[serde(default, rename = "formation")]
    _formation: String,
    arm: ArmWord,
    strength: u8,
    mobility: u8,
    morale: [u8; 2],
    #[serde(default)]
    shots: u8,
    #[serde(default)]
    weight: Option<Weight>,
    #[serde(default)]
    gun: Option<Gun>,
    #[serde(default, rename = "note")]
    _note: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CommanderRow {
    id: Spanned<String>,
    name: String,
    side: Spanned<String>,
    nation: Nation,
    rank: Rank,
    skill: [i8; 2],
    #[serde(default)]
    commands: Vec<Spanned<String>>,
    #[serde(default, rename = "note")]
    _note: String,
}

/// The counters of a scenario, units first, and its groups.
pub fn parse_roster(
    name: &str,
    text: &str,
    starts: &Starts,
    grid: &Grid,
    limit: u16,
    point: u8,
    commander_points: u8,
) -> Result<(Vec<Counter>, Vec<GroupInfo>), Vec<Fault>> {
    let source = Source::new(name, text);
    let file: RosterFile = source.read()?;
    let mut faults = Vec::new();
    let mut groups = Vec::new();
    for row in &file.group {
        let side = SIDES.in_source(&source, &row.side, &mut faults);
        groups.push(GroupInfo { id: row.id.clone(), name: row.name.clone(), side });
    }
    if groups.len() > 32 {
        faults.push(source.fault(0, "there is room for 32 groups"));
    }
    let mut counters: Vec<Counter> = Vec::new();
    let known = |id: &Spanned<String>, counters: &[Counter], faults: &mut Vec<Fault>| {
        let word = id.get_ref();
        if counters.iter().any(|counter| counter.id == *word) {
            faults.push(source.fault(id.span().start, format!("there are two counters `{word}`")));
        }
        if word.is_empty() || word.contains(|c: char| c.is_whitespace() || c == ',') || grid.parse(word).is_some() {
            faults.push(source.fault(id.span().start, format!("`{word}` cannot be typed in an order as one word")));
        }
        starts.get(word).copied().unwrap_or_else(|| {
            faults.push(source.fault(id.span().start, format!("the scenario does not say where `{word}` begins")));
            Start::Nowhere
        })
    };
    for row in &file.unit {
        let start = known(&row.id, &counters, &mut faults);
        let side = SIDES.in_source(&source, &row.side, &mut faults);
        let group = row.group.as_ref().map_or(GroupId::NONE, |group| {
            let found = groups.iter().position(|known| known.id == *group.get_ref() && known.side == side);
            found.map_or_else(
                || {
                    faults
                        .push(source.fault(group.span().start, format!("its side has no group `{}`", group.get_ref())));
                    GroupId::NONE
                },
                |index| GroupId(index as u8),
            )
        });
        let kind = match (row.arm, row.weight, row.gun) {
            (ArmWord::Infantry, None, None) => Kind::Infantry,
            (ArmWord::Cavalry, Some(weight), None) => Kind::Cavalry { heavy: weight == Weight::Heavy },
            (ArmWord::Artillery, None, Some(gun)) => Kind::Artillery(gun),
            _ => {
                faults
                    .push(source.fault(row.id.span().start, "cavalry has a weight, artillery a gun, infantry neither"));
                Kind::Infantry
            }
        };
        if row.strength == 0 || u16::from(row.strength) > limit || row.mobility > 20 || row.shots > 2 {
            let sentence = format!("a unit has 1 to {limit} strength points, at most 20 movement points and 2 shots");
            faults.push(source.fault(row.id.span().start, sentence));
        }
        counters.push(Counter {
            id: row.id.get_ref().clone(),
            name: row.name.clone(),
            side,
            nation: row.nation,
            kind,
            group,
            strength: row.strength,
            mobility: row.mobility,
            morale: row.morale,
            shots: row.shots,
            skill: [0; 2],
            commands: CounterSet::EMPTY,
            start,
        });
    }
    let units = counters.len();
    for row in &file.commander {
        let start = known(&row.id, &counters, &mut faults);
        let side = SIDES.in_source(&source, &row.side, &mut faults);
        let mut commands = CounterSet::EMPTY;
        for word in &row.commands {
            match counters[..units].iter().position(|unit| unit.id == *word.get_ref() && unit.side == side) {
                Some(index) => commands.insert(CounterId(index as u8)),
                None => {
                    faults.push(source.fault(word.span().start, format!("its side has no unit `{}`", word.get_ref())))
                }
            }
        }
        if row.rank == Rank::Army {
            let own = (0..units).filter(|index| counters[*index].side == side);
            commands = own.map(|index| CounterId(index as u8)).collect();
        }
        // 11.78: who bears the mark of a group belongs to it; others to that of the units they command.
        let bears = |group: &GroupRow| group.commander.as_ref().is_some_and(|id| id.get_ref() == row.id.get_ref());
        let group = match file.group.iter().position(bears) {
            Some(index) => GroupId(index as u8),
            None if row.rank == Rank::Army => GroupId::NONE,
            None => commands.first().map_or(GroupId::NONE, |unit| counters[unit.index()].group),
        };
        counters.push(Counter {
            id: row.id.get_ref().clone(),
            name: row.name.clone(),
            side,
            nation: row.nation,
            kind: Kind::Commander(row.rank),
            group,
            strength: 0,
            mobility: commander_points / point.max(1),
            morale: [0; 2],
            shots: 0,
            skill: row.skill,
            commands,
            start,
        });
    }
    if counters.len() > COUNTERS {
        faults.push(source.fault(0, format!("there is room for {COUNTERS} counters")));
    }
    for id in starts.keys().filter(|id| !counters.iter().any(|counter| counter.id == **id)) {
        faults.push(source.fault(0, format!("the scenario places `{id}`, which is not in the roster")));
    }
    check_stacks(&source, &counters, grid, limit, &mut faults);
    for side in BOTH {
        let chiefs = counters.iter().filter(|it| it.side == side && it.kind == Kind::Commander(Rank::Army)).count();
        if chiefs > 1 {
            faults.push(source.fault(0, format!("the {} have {chiefs} army commanders", SIDES.name(side))));
        }
    }
    if faults.is_empty() { Ok((counters, groups)) } else { Err(faults) }
}

/// S.setup: no hex holds both sides or more than the limit.
fn check_stacks(source: &Source<'_>, counters: &[Counter], grid: &Grid, limit: u16, faults: &mut Vec<Fault>) {
    let mut held: BTreeMap<Hex, [u16; 2]> = BTreeMap::new();
    for counter in counters.iter().filter(|counter| !counter.is_commander()) {
        if let Start::At(hex, _) = counter.start {
            held.entry(hex).or_default()[counter.side.index()] += u16::from(counter.strength);
        }
    }
    for (hex, points) in held {
        if points[FRENCH.index()] > limit || points[ALLIED.index()] > limit {
            faults.push(source.fault(0, format!("{} would hold more than {limit} strength points", grid.name(hex))));
        }
        if points.iter().all(|points| *points > 0) {
            faults.push(source.fault(0, format!("both sides would begin in {}", grid.name(hex))));
        }
    }
}
