//! Scenario and roster files.

use std::collections::BTreeMap;

use board::{Fault, Grid, Hex};
use kernel::Side;
use kit::title::{Heading, History, OptionRow};
use serde::Deserialize;
use toml::Spanned;

use crate::Battle;
use crate::unit::{Area, Army, Division, Garrison, Kind, SIDES, Start, UNITS, Unit};
use board::textfile::{Provenance, Source};

/// One turn of the track (8.0, 13.0).
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Turn {
    pub number: u8,
    /// Day and hour.
    pub label: String,
    pub night: bool,
    pub rain: bool,
}

/// A division of Eylau and its fresh strength marker, if it has one (21.0).
#[derive(Clone, Debug)]
pub struct DivisionInfo {
    pub id: String,
    pub name: String,
    pub army: Army,
    pub fresh: u8,
}

/// A scenario: everything about a battle but map, units and tables.
#[derive(Clone, Debug)]
pub struct Scenario {
    pub battle: Battle,
    pub heading: Heading,
    pub first: Side,
    pub stacking: u8,
    pub turns: Vec<Turn>,
    pub day_ends: Vec<u8>,
    pub divisions: Vec<DivisionInfo>,
    /// Old town of Dresden (18.2) or the town of Eylau (23.4).
    pub objectives: Vec<Hex>,
    pub objective_points: i32,
    pub morale: [u8; 4],
    pub morale_reset: [u8; 4],
    pub klenau_turns: Vec<u8>,
    /// The dice that bring Klenau (12.0).
    pub klenau_dice: Vec<u8>,
    pub klenau_late: u8,
    /// How near reserves may come, by side (11.1).
    pub reserve_distance: [u16; 2],
    pub old_guard_cost: u8,
    /// Distances from the enemy at which disrupted units return (17.2).
    pub return_distance: (u16, u16),
    /// Victory points for a strength point of infantry, cavalry, artillery (18.1).
    pub strength_points: [i32; 3],
    /// The French bonus if the battle goes on beyond this turn in vain (18.3).
    pub late_bonus: Option<(u8, i32)>,
    /// By side: enemy strength points eliminated that earn an extra award, and the award (23.2, 23.3).
    pub heavy_losses: [(i32, i32); 2],
    /// Victory point lead and level, ascending.
    pub victory: Vec<(i32, &'static str)>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(rename = "provenance")]
    _provenance: Provenance,
    id: Spanned<String>,
    title: String,
    date: String,
    sides: Vec<String>,
    first_player: Spanned<String>,
    stacking: u8,
    #[serde(default)]
    day_ends: Vec<u8>,
    #[serde(default, rename = "game_may_end_after")]
    _game_may_end_after: Vec<u8>,
    history: History,
    track: Spanned<Track>,
    turn: Vec<Spanned<Turn>>,
    #[serde(default)]
    division: Vec<DivisionRow>,
    #[serde(default)]
    fresh: Vec<Spanned<FreshRow>>,
    #[serde(default, rename = "entry")]
    _entry: Vec<EntryRow>,
    #[serde(default)]
    klenau: Option<KlenauRow>,
    #[serde(default)]
    reserve: Option<ReserveRow>,
    #[serde(default)]
    morale: Option<MoraleRow>,
    #[serde(default)]
    reorganization: Option<ReorganizationRow>,
    objective: Vec<ObjectiveRow>,
    #[serde(default)]
    points: Option<PointsRow>,
    #[serde(default)]
    bonus: Vec<BonusRow>,
    victory: Vec<VictoryRow>,
    #[serde(default)]
    option: Vec<OptionRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PointsRow {
    infantry: i32,
    cavalry: i32,
    artillery: i32,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BonusRow {
    side: Spanned<String>,
    points: i32,
    #[serde(default)]
    enemy_strength_eliminated: Option<i32>,
    #[serde(default)]
    played_beyond_turn: Option<u8>,
    #[serde(default, rename = "needs")]
    _needs: Option<String>,
    #[serde(default, rename = "unless")]
    _unless: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Track {
    #[serde(rename = "provenance")]
    _provenance: Provenance,
    turns: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DivisionRow {
    id: String,
    name: String,
    army: Army,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FreshRow {
    division: String,
    side: Spanned<String>,
    points: u8,
    #[serde(default, rename = "note")]
    _note: String,
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
struct KlenauRow {
    turns: Vec<u8>,
    succeeds_on: Vec<u8>,
    #[serde(rename = "area")]
    _area: String,
    otherwise: EntryCode,
    #[serde(rename = "units")]
    _units: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EntryCode {
    area: Spanned<String>,
    turn: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ReserveRow {
    distance: SideNumbers,
    #[serde(rename = "old_guard")]
    _old_guard: Vec<String>,
    old_guard_cost: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SideNumbers {
    french: u16,
    allied: u16,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MoraleRow {
    french: u8,
    austrian: u8,
    russian: u8,
    prussian: u8,
    reset: ArmyNumbers,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ArmyNumbers {
    french: u8,
    austrian: u8,
    russian: u8,
    prussian: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ReorganizationRow {
    nearest: u16,
    farthest: u16,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ObjectiveRow {
    hex: Spanned<String>,
    #[serde(rename = "name")]
    _name: String,
    points: i32,
    #[serde(rename = "sides")]
    _sides: Vec<String>,
    #[serde(rename = "rule")]
    _rule: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct VictoryRow {
    at_least: i32,
    level: Spanned<String>,
}

const LEVELS: [&str; 4] = ["draw", "marginal", "substantive", "decisive"];

fn hex_of(source: &Source<'_>, grid: &Grid, name: &Spanned<String>, faults: &mut Vec<Fault>) -> Hex {
    grid.parse(name.get_ref()).unwrap_or_else(|| {
        faults.push(source.fault(
            name.span().start,
            format!(
                "`{}` is not a hex of this map, which runs from 0101 to {}",
                name.get_ref(),
                grid.name(Hex(grid.len() as u16 - 1))
            ),
        ));
        Hex::NONE
    })
}

fn area_of(source: &Source<'_>, areas: &BTreeMap<char, Hex>, name: &Spanned<String>, faults: &mut Vec<Fault>) -> Area {
    let mut letters = name.get_ref().chars();
    match (letters.next(), letters.next()) {
        (Some(letter), None) if areas.contains_key(&letter) => Area(letter),
        _ => {
            faults.push(source.fault(name.span().start, format!("the map has no entry area `{}`", name.get_ref())));
            Area('?')
        }
    }
}

impl Scenario {
    /// `grid` is the scenario's own map, whatever map is played on.
    pub fn parse(name: &str, text: &str, grid: &Grid) -> Result<Scenario, Vec<Fault>> {
        let source = Source::new(name, text);
        let file: File = source.read()?;
        let mut faults = Vec::new();
        let battle = match file.id.get_ref().as_str() {
            "dresden" => Battle::Dresden,
            "eylau" => Battle::Eylau,
            other => {
                return Err(vec![
                    source.fault(file.id.span().start, format!("`{other}` is neither `dresden` nor `eylau`")),
                ]);
            }
        };
        let first = SIDES.in_source(&source, &file.first_player, &mut faults);
        if file.sides.len() != 2 {
            faults.push(source.fault(file.first_player.span().start, "a battle has two sides"));
        }
        if usize::from(file.track.get_ref().turns) != file.turn.len() {
            faults.push(source.fault(
                file.track.span().start,
                format!("the track should have {} turns but lists {}", file.track.get_ref().turns, file.turn.len()),
            ));
        }
        for (index, turn) in file.turn.iter().enumerate() {
            if usize::from(turn.get_ref().number) != index + 1 {
                faults.push(source.fault(
                    turn.span().start,
                    format!("turn {} is where turn {} belongs", turn.get_ref().number, index + 1),
                ));
            }
        }
        let mut divisions: Vec<DivisionInfo> = file
            .division
            .into_iter()
            .map(|row| DivisionInfo { id: row.id, name: row.name, army: row.army, fresh: 0 })
            .collect();
        for row in &file.fresh {
            match divisions.iter_mut().find(|division| division.id == row.get_ref().division) {
                Some(division) => {
                    division.fresh = row.get_ref().points;
                    let side = &row.get_ref().side;
                    if SIDES.in_source(&source, side, &mut faults) != division.army.side() {
                        faults.push(source.fault(
                            side.span().start,
                            format!("the division `{}` does not belong to the side `{}`", division.id, side.get_ref()),
                        ));
                    }
                }
                None => faults.push(source.fault(
                    row.span().start,
                    format!("there is no division `{}` for this fresh strength marker", row.get_ref().division),
                )),
            }
        }
        if divisions.len() > 32 {
            faults.push(source.fault(0, "there is room for 32 divisions at most"));
        }
        let objectives: Vec<Hex> =
            file.objective.iter().map(|row| hex_of(&source, grid, &row.hex, &mut faults)).collect();
        if objectives.len() > 4 {
            faults.push(source.fault(file.objective[4].hex.span().start, "there is room for four objectives at most"));
        }
        let mut heavy_losses = [(i32::MAX, 0); 2];
        let mut late_bonus = None;
        for row in &file.bonus {
            let side = SIDES.in_source(&source, &row.side, &mut faults);
            if let Some(strength) = row.enemy_strength_eliminated {
                heavy_losses[side.index()] = (strength, row.points);
            }
            if let Some(turn) = row.played_beyond_turn {
                late_bonus = Some((turn, row.points));
            }
        }
        let mut victory = Vec::new();
        for row in &file.victory {
            match LEVELS.iter().find(|level| *level == row.level.get_ref()) {
                Some(level) => victory.push((row.at_least, *level)),
                None => faults.push(source.fault(
                    row.level.span().start,
                    format!("`{}` is not a level of victory; use {}", row.level.get_ref(), LEVELS.join(", ")),
                )),
            }
        }
        let (morale, morale_reset) = file.morale.map_or(([0; 4], [0; 4]), |row| {
            (
                [row.french, row.austrian, row.russian, row.prussian],
                [row.reset.french, row.reset.austrian, row.reset.russian, row.reset.prussian],
            )
        });
        if let Some(klenau) = &file.klenau
            && klenau.otherwise.area.get_ref() != "C"
        {
            faults.push(source.fault(klenau.otherwise.area.span().start, "Klenau's second entry is area C (12.0)"));
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        Ok(Scenario {
            battle,
            heading: Heading {
                id: file.id.into_inner(),
                title: file.title,
                date: file.date,
                history: file.history,
                options: file.option,
            },
            first,
            stacking: file.stacking,
            turns: file.turn.into_iter().map(Spanned::into_inner).collect(),
            day_ends: file.day_ends,
            divisions,
            strength_points: file.points.map_or([1; 3], |row| [row.infantry, row.cavalry, row.artillery]),
            late_bonus,
            objective_points: file.objective.first().map_or(0, |row| row.points),
            objectives,
            morale,
            morale_reset,
            klenau_turns: file.klenau.as_ref().map_or_else(Vec::new, |row| row.turns.clone()),
            klenau_dice: file.klenau.as_ref().map_or_else(Vec::new, |row| row.succeeds_on.clone()),
            klenau_late: file.klenau.as_ref().map_or(0, |row| row.otherwise.turn),
            reserve_distance: file.reserve.as_ref().map_or([0; 2], |row| [row.distance.french, row.distance.allied]),
            old_guard_cost: file.reserve.as_ref().map_or(0, |row| row.old_guard_cost),
            heavy_losses,
            return_distance: file.reorganization.map_or((0, 0), |row| (row.nearest, row.farthest)),
            victory,
        })
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RosterFile {
    #[serde(rename = "provenance")]
    _provenance: Provenance,
    unit: Vec<Spanned<UnitRow>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct UnitRow {
    id: Spanned<String>,
    name: String,
    army: Army,
    #[serde(default)]
    division: Option<Spanned<String>>,
    #[serde(rename = "type")]
    kind: Kind,
    strength: u8,
    movement: u8,
    #[serde(default)]
    start: Option<Spanned<String>>,
    #[serde(default)]
    entry: Option<EntryCode>,
    #[serde(default)]
    reserve: bool,
    #[serde(default)]
    garrison: bool,
    #[serde(default, rename = "kind")]
    garrison_kind: Option<Spanned<String>>,
    #[serde(default)]
    klenau: bool,
    #[serde(default, rename = "note")]
    _note: String,
}

/// Reads a roster. Units that cannot stand where they start are faults, each with its line.
pub fn parse_roster(
    name: &str,
    text: &str,
    scenario: &Scenario,
    grid: &Grid,
    areas: &BTreeMap<char, Hex>,
) -> Result<Vec<Unit>, Vec<Fault>> {
    let source = Source::new(name, text);
    let file: RosterFile = source.read()?;
    let mut faults = Vec::new();
    let mut units: Vec<Unit> = Vec::new();
    // Where in the file each unit stands.
    let mut places: Vec<usize> = Vec::new();
    for row in &file.unit {
        let at = row.span().start;
        let row = row.get_ref();
        let id = row.id.get_ref();
        if units.iter().any(|unit| unit.id == *id) {
            faults.push(source.fault(row.id.span().start, format!("there are two units `{id}`")));
            continue;
        }
        if id.is_empty() || id.contains(|c: char| c.is_whitespace() || c == ',' || c == ':' || c == '@') {
            faults.push(source.fault(row.id.span().start, format!("`{id}` cannot be typed in an order as one word")));
        }
        let division =
            match &row.division {
                None => Division::NONE,
                Some(wanted) => match scenario.divisions.iter().position(|d| d.id == *wanted.get_ref()) {
                    Some(index) => {
                        if scenario.divisions[index].army != row.army {
                            faults.push(source.fault(
                                wanted.span().start,
                                format!("the division `{}` is not of the army of `{id}`", wanted.get_ref()),
                            ));
                        }
                        Division(index as u8)
                    }
                    None => {
                        faults.push(source.fault(
                            wanted.span().start,
                            format!("the scenario lists no division `{}`", wanted.get_ref()),
                        ));
                        Division::NONE
                    }
                },
            };
        let start = match (&row.start, &row.entry, row.klenau) {
            (Some(hex), None, false) => Start::At(hex_of(&source, grid, hex, &mut faults)),
            (None, Some(entry), false) => {
                Start::Enters { area: area_of(&source, areas, &entry.area, &mut faults), turn: entry.turn }
            }
            (None, None, true) => Start::Klenau,
            _ => {
                faults.push(source.fault(at, format!("`{id}` needs one of `start`, `entry` and `klenau`")));
                Start::Klenau
            }
        };
        let garrison =
            match (row.garrison, row.garrison_kind.as_ref().map(|kind| (kind.get_ref().as_str(), kind.span()))) {
                (false, None) => None,
                (true, Some(("lunette", _))) => Some(Garrison::Lunette),
                (true, Some(("westphalians", _))) => Some(Garrison::Westphalians),
                (_, kind) => {
                    let at = kind.map_or(at, |(_, span)| span.start);
                    faults.push(
                        source.fault(at, format!("the garrison `{id}` must be of kind `lunette` or `westphalians`")),
                    );
                    None
                }
            };
        places.push(at);
        units.push(Unit {
            id: id.clone(),
            name: row.name.clone(),
            army: row.army,
            division,
            kind: row.kind,
            strength: row.strength,
            movement: row.movement,
            start,
            reserve: row.reserve,
            garrison,
        });
    }
    if units.len() > UNITS {
        faults.push(source.fault(0, format!("there is room for {UNITS} units at most")));
    }
    // No unit starts where it could not stand: not on an enemy, and within the stacking limit (4.4, 10.0).
    for (index, at) in places.iter().enumerate() {
        let Start::At(hex) = units[index].start else { continue };
        let earlier = units[..index].iter().filter(|other| other.start == Start::At(hex) && hex.is_some());
        let (mut friends, mut enemies) = (0, 0);
        for other in earlier {
            if other.side() != units[index].side() {
                enemies += 1;
            } else if other.garrison.is_none() {
                friends += 1;
            }
        }
        if enemies > 0 {
            faults.push(source.fault(*at, format!("`{}` would start on an enemy unit", units[index].id)));
        }
        if units[index].garrison.is_none() && friends >= scenario.stacking {
            faults.push(
                source.fault(
                    *at,
                    format!("`{}` would start as one unit too many in {}", units[index].id, grid.name(hex)),
                ),
            );
        }
    }
    if faults.is_empty() { Ok(units) } else { Err(faults) }
}
