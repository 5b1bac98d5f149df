//! The tables and every number of the rules, read from `tables.toml`.

use std::collections::BTreeMap;

use board::Fault;
use board::textfile::{Provenance, Source};
use kernel::Side;
use serde::{Deserialize, Serialize};

use crate::roster::{Army, FRENCH};

mod lookups;
mod ratio;

pub use ratio::{Ratio, cavalry_modifier};

pub const TERRAIN: [&str; 8] = ["clear", "town", "fortified-town", "citadel", "woods", "hill", "marsh", "mountain"];
pub const HEXSIDES: [&str; 3] = ["primary-river", "secondary-river", "bridge"];
/// The best first.
pub const ROADS: [&str; 2] = ["primary-road", "secondary-road"];

/// The weather of a game turn (24.weather).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Weather {
    Fair,
    Heat,
    Rain,
    Mud,
    MudAndRain,
}

impl Weather {
    pub const ALL: [Weather; 5] = [Weather::Fair, Weather::Heat, Weather::Rain, Weather::Mud, Weather::MudAndRain];

    pub const fn id(self) -> &'static str {
        match self {
            Weather::Fair => "fair",
            Weather::Heat => "heat",
            Weather::Rain => "rain",
            Weather::Mud => "mud",
            Weather::MudAndRain => "mud-and-rain",
        }
    }

    pub const fn name(self) -> &'static str {
        match self {
            Weather::Fair => "fair weather",
            Weather::Heat => "heat",
            Weather::Rain => "rain",
            Weather::Mud => "mud",
            Weather::MudAndRain => "mud and rain",
        }
    }

    pub fn find(word: &str) -> Option<Weather> {
        Weather::ALL.into_iter().find(|weather| weather.id() == word)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Line {
    Dry,
    Wet,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Special {
    Cavalry,
    Artillery,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WeatherRow {
    pub attrition: Line,
    /// The arm that bears one point of a large loss.
    #[serde(default)]
    pub special: Option<Special>,
    /// Added to exit and pursuit dice.
    pub modifier: i8,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Month {
    AprilMay,
    June,
    August,
    September,
    October,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct WeatherTable {
    #[serde(rename = "provenance")]
    _provenance: Provenance,
    #[serde(rename = "special_from")]
    pub special_from: u8,
    april_may: [Weather; 6],
    june: [Weather; 6],
    august: [Weather; 6],
    september: [Weather; 6],
    october: [Weather; 6],
    fair: WeatherRow,
    heat: WeatherRow,
    rain: WeatherRow,
    mud: WeatherRow,
    mud_and_rain: WeatherRow,
}

impl WeatherTable {
    pub fn column(&self, month: Month) -> &[Weather; 6] {
        match month {
            Month::AprilMay => &self.april_may,
            Month::June => &self.june,
            Month::August => &self.august,
            Month::September => &self.september,
            Month::October => &self.october,
        }
    }

    pub fn row(&self, weather: Weather) -> WeatherRow {
        match weather {
            Weather::Fair => self.fair,
            Weather::Heat => self.heat,
            Weather::Rain => self.rain,
            Weather::Mud => self.mud,
            Weather::MudAndRain => self.mud_and_rain,
        }
    }
}

/// By the kind of river.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ByRiver {
    pub primary: u8,
    pub secondary: u8,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Engineers {
    pub blow: ByRiver,
    pub repair: ByRiver,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BridgeTable {
    #[serde(rename = "provenance")]
    _provenance: Provenance,
    pub enemy_opposite: i8,
    pub french: Engineers,
    pub allied: Engineers,
    pub none: Engineers,
}

/// The line of an army in the tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TableLine {
    French,
    SilesiaSpring,
    Silesia,
    Bohemia,
    North,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct PoolRow {
    line: TableLine,
    from: u8,
    to: u8,
    points: [u8; 6],
    index: u8,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pool {
    #[serde(rename = "provenance")]
    _provenance: Provenance,
    rows: Vec<PoolRow>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Support {
    #[serde(rename = "provenance")]
    _provenance: Provenance,
    /// By points declared: columns to the right, below 0 to the left.
    pub shift: [i8; 4],
    pub left_needs: u8,
    pub inactive: i8,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reach {
    pub dispatch: u8,
    pub friendly: i8,
    pub hostile: i8,
    pub loc: u8,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Communications {
    #[serde(rename = "provenance")]
    _provenance: Provenance,
    french: Reach,
    silesia_spring: Reach,
    silesia: Reach,
    bohemia: Reach,
    north: Reach,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DepotWorks {
    Yes,
    No,
    /// Only if French at set-up.
    Held,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DepotClass {
    pub class: u8,
    pub spring: DepotWorks,
    pub dresden: DepotWorks,
    pub leipzig: DepotWorks,
    #[serde(rename = "meaning")]
    _meaning: String,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Depots {
    #[serde(rename = "provenance")]
    _provenance: Provenance,
    classes: Vec<DepotClass>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Comparison {
    #[serde(rename = "provenance")]
    _provenance: Provenance,
    rows: [[i8; 6]; 6],
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct BaseRow {
    from: u16,
    to: u16,
    steps: [u8; 7],
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct BaseTable {
    rows: Vec<BaseRow>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ArmyColumns {
    french: [[i8; 2]; 7],
    silesia: [[i8; 2]; 7],
    bohemia: [[i8; 2]; 7],
    north: [[i8; 2]; 7],
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Quotients {
    #[serde(rename = "provenance")]
    _provenance: Provenance,
    /// In eighths of a point.
    pub ladder: Vec<u8>,
    pub names: Vec<String>,
    /// The step that is above 12.
    pub barred: u8,
    steps: [i8; 7],
    kinds: Vec<String>,
    columns: ArmyColumns,
    base: BaseTable,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Attrition {
    #[serde(rename = "provenance")]
    _provenance: Provenance,
    rows: Vec<[u8; 8]>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TerrainRow {
    pub name: String,
    pub foot: u8,
    pub horse: u8,
    pub affecting: bool,
    pub clear: bool,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RoadRow {
    name: String,
    cost: u8,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct HexsideRow {
    name: String,
    #[serde(default)]
    cost: u8,
    #[serde(default)]
    affecting: bool,
    #[serde(default)]
    passable: Option<bool>,
    #[serde(default)]
    stops_zones: bool,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TerrainTable {
    #[serde(rename = "provenance")]
    _provenance: Provenance,
    pub rows: Vec<TerrainRow>,
    roads: Vec<RoadRow>,
    hexsides: Vec<HexsideRow>,
    pub mountain_attackers: u8,
}

impl TerrainTable {
    pub fn row(&self, name: &str) -> Option<&TerrainRow> {
        self.rows.iter().find(|row| row.name == name)
    }

    /// Half points along a road: 0 for the primary kind, 1 for the secondary.
    pub fn road(&self, kind: usize) -> u8 {
        self.roads.get(kind).map_or(0, |row| row.cost)
    }

    /// Half points added by a secondary river without a bridge.
    pub fn river(&self) -> u8 {
        self.hexsides.iter().find(|row| row.name == HEXSIDES[1]).map_or(0, |row| row.cost)
    }
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Artillery {
    #[serde(rename = "provenance")]
    _provenance: Provenance,
    ratios: BTreeMap<String, i8>,
    first_line: i8,
    columns: [u8; 6],
    rows: Vec<[u8; 6]>,
}

/// A result of combat (18.odds): who retreats, how far, and what the other side loses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Result11 {
    pub attacker_retreats: bool,
    pub retreat: u8,
    pub loss: u8,
}

impl From<Result11> for String {
    fn from(result: Result11) -> String {
        let letter = if result.attacker_retreats { 'A' } else { 'D' };
        format!("{letter}{}/{}", result.retreat, result.loss)
    }
}

impl TryFrom<String> for Result11 {
    type Error = String;

    fn try_from(text: String) -> Result<Result11, String> {
        let parts = text.split_at_checked(1).and_then(|(letter, rest)| Some((letter, rest.split_once('/')?)));
        let found = parts.and_then(|(letter, (retreat, loss))| {
            let attacker_retreats = match letter {
                "A" => true,
                "D" => false,
                _ => return None,
            };
            Some(Result11 { attacker_retreats, retreat: retreat.parse().ok()?, loss: loss.parse().ok()? })
        });
        found.ok_or_else(|| format!("`{text}` is no result; write A3/2 or D1/1"))
    }
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RepulseNumbers {
    pub ratio: u16,
    pub hexes: u8,
    pub failed_shift: i8,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CombatTable {
    #[serde(rename = "provenance")]
    _provenance: Provenance,
    pub odds: Vec<String>,
    affecting: Vec<u8>,
    pub repulse: RepulseNumbers,
    rows: [Vec<Result11>; 6],
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PursuitTable {
    #[serde(rename = "provenance")]
    _provenance: Provenance,
    first_die: i8,
    rows: [[u8; 9]; 6],
    pub bonus: u8,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ArmisticeModifier {
    turn: String,
    add: u8,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArmisticeTable {
    #[serde(rename = "provenance")]
    _provenance: Provenance,
    french: [i8; 4],
    allied: [i8; 4],
    rows: [[u8; 4]; 4],
    modifier: ArmisticeModifier,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Track {
    pub worst: i8,
    pub best: i8,
    pub start: i8,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Change {
    event: String,
    #[serde(rename = "side")]
    _side: String,
    #[serde(rename = "season")]
    _season: String,
    steps: i8,
    #[serde(rename = "undone")]
    _undone: bool,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MoraleTable {
    #[serde(rename = "provenance")]
    _provenance: Provenance,
    french: Track,
    allied: Track,
    changes: Vec<Change>,
    /// From this span on a commander's battles and death count.
    pub span: u8,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Hurry {
    #[serde(rename = "provenance")]
    _provenance: Provenance,
    rows: [[u8; 3]; 3],
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Allowances {
    pub foot: u8,
    pub old_guard: u8,
    pub cavalry: u8,
    pub light_cavalry: u8,
    pub leader: u8,
    pub centre: u8,
}

/// In halves of a point.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Subordination {
    pub infantry: u8,
    pub artillery: u8,
    pub cavalry: u8,
    #[serde(rename = "train")]
    _train: u8,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct TrackLengths {
    #[serde(rename = "short")]
    _short: u8,
    long: u8,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ByArm {
    pub infantry: u8,
    pub cavalry: u8,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BySide {
    pub french: u8,
    pub allied: u8,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SoundOfGuns {
    pub hexes: u16,
    pub modifier: i8,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cantonment {
    pub least: u8,
    pub once_in: u8,
}

/// What hexes and points stand for (2.scale).
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scale {
    pub metres: u32,
    pub guns: u16,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    #[serde(rename = "provenance")]
    _provenance: Provenance,
    pub scale: Scale,
    pub allowance: Allowances,
    pub extended: u8,
    pub forced: u8,
    pub subordination: Subordination,
    pub package: u16,
    pub fortress: u16,
    pub town_doubles: u16,
    track: TrackLengths,
    pub smallest_maximum: u8,
    pub replacements_kept: u8,
    pub march_regiment: ByArm,
    pub dummies: BySide,
    pub cavalry_modifier: i8,
    pub surrender: u16,
    /// Guns lose a point if pursued further than this (25.artillery.combat).
    pub guns_pursued: u8,
    pub citadel_small: u16,
    pub source_garrison: u8,
    pub zone_exit: u8,
    pub zone_exit_two: u8,
    pub change_in_place: u8,
    pub queue: Vec<u8>,
    pub cavalry_leader_other_arms: i8,
    pub provisional: i8,
    pub sound_of_guns: SoundOfGuns,
    pub disband_turns: u8,
    pub cantonment: Cantonment,
}

/// How far a force has marched, as the base table of quotients sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Effort {
    Stand,
    /// In half points.
    March(u8),
    Forced(u8),
}

impl Effort {
    /// Half points.
    pub const fn halves(self) -> u8 {
        match self {
            Effort::Stand => 0,
            Effort::March(halves) | Effort::Forced(halves) => halves,
        }
    }
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tables {
    #[serde(rename = "provenance")]
    _provenance: Provenance,
    /// How many parts a movement point has.
    pub point: u8,
    pub weather: WeatherTable,
    pub bridge: BridgeTable,
    pool: Pool,
    pub support: Support,
    communications: Communications,
    depots: Depots,
    comparison: Comparison,
    pub quotient: Quotients,
    attrition: Attrition,
    pub terrain: TerrainTable,
    artillery: Artillery,
    pub combat: CombatTable,
    pursuit: PursuitTable,
    armistice: ArmisticeTable,
    pub morale: MoraleTable,
    hurry: Hurry,
    pub limits: Limits,
    /// What the text states about the tables, for the tests.
    #[serde(rename = "fixed")]
    pub fixed: Vec<toml::Table>,
}

/// The columns of the quotients, best to worst.
pub const COLUMNS: usize = 7;
/// The column of a total of 0.
pub const ZERO_COLUMN: usize = 4;

const KINDS: [&str; 7] = ["stand", "march 3", "march 5", "march 9", "march 13", "forced 3", "forced 5"];

/// Columns of the combat table.
pub const ODDS: usize = 11;
