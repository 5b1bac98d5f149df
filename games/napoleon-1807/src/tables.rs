//! The printed tables and every number of the rules, read from `tables.toml`.

use std::collections::BTreeMap;

use board::Fault;
use board::textfile::{Provenance, Source};
use serde::Deserialize;

use crate::counters::{Arm, Gun};

pub const TERRAIN: [&str; 9] = ["clear", "forest", "village", "town", "marsh", "lake", "ice", "orchard", "vineyard"];
pub const HEXSIDES: [&str; 6] = ["stream", "river", "slope", "cliff", "bridge", "ford"];
pub const DIRECTED: [&str; 2] = ["slope", "cliff"];
/// The best first.
pub const ROADS: [&str; 2] = ["main", "secondary"];

/// A result of fire (7.4).
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Cell {
    Nothing,
    Loss(u8),
    /// A morale test, and so many points lost.
    Test(u8),
    Disorganized,
}

impl Cell {
    pub fn name(self) -> String {
        match self {
            Cell::Nothing => "-".into(),
            Cell::Loss(points) => format!("-{points}"),
            Cell::Test(0) => "T".into(),
            Cell::Test(points) => format!("T-{points}"),
            Cell::Disorganized => "D".into(),
        }
    }
}

impl From<Cell> for String {
    fn from(cell: Cell) -> String {
        cell.name()
    }
}

impl TryFrom<String> for Cell {
    type Error = String;

    fn try_from(text: String) -> Result<Cell, String> {
        let number = |digits: &str| digits.parse::<u8>().ok();
        match text.as_str() {
            "-" => Some(Cell::Nothing),
            "T" => Some(Cell::Test(0)),
            "D" => Some(Cell::Disorganized),
            other => match other.strip_prefix("T-") {
                Some(points) => number(points).map(Cell::Test),
                None => other.strip_prefix('-').and_then(number).map(Cell::Loss),
            },
        }
        .ok_or_else(|| format!("`{text}` is no result of fire; -, -1, T, T-1 and D are"))
    }
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OddsRow {
    pub attacker: u16,
    pub defender: u16,
    pub name: String,
    pub modifier: i8,
}

/// What the combat table says of one side (8.4), in the order in which it applies.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(try_from = "Vec<String>")]
pub struct Effect {
    pub retreat: bool,
    pub disorganized: bool,
    pub test: bool,
    /// TP: only a unit that pursues tests.
    pub test_in_pursuit: bool,
}

impl TryFrom<Vec<String>> for Effect {
    type Error = String;

    fn try_from(codes: Vec<String>) -> Result<Effect, String> {
        let mut effect = Effect::default();
        for code in codes {
            match code.as_str() {
                "1" => effect.retreat = true,
                "D" => effect.disorganized = true,
                "T" => effect.test = true,
                "TP" => effect.test_in_pursuit = true,
                other => return Err(format!("`{other}` is no combat result; 1, D, T and TP are")),
            }
        }
        Ok(effect)
    }
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CombatRow {
    #[serde(default)]
    at_least: Option<i8>,
    pub name: String,
    pub defender: Effect,
    pub attacker: Effect,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LossRow {
    from: u16,
    pub name: String,
    losses: [u8; 11],
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Rows<T> {
    #[serde(rename = "provenance")]
    _provenance: Provenance,
    rows: Vec<T>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Battery {
    guns: Vec<Gun>,
    rows: Vec<Vec<Vec<Cell>>>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ArtilleryTables {
    #[serde(rename = "provenance")]
    _provenance: Provenance,
    columns: Vec<i8>,
    light: Battery,
    heavy: Battery,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RangeRow {
    #[serde(rename = "provenance")]
    _provenance: Provenance,
    #[serde(rename = "C")]
    heavy: u16,
    #[serde(rename = "L")]
    light: u16,
    #[serde(rename = "K")]
    horse: u16,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RifleRow {
    from: u8,
    #[serde(rename = "to")]
    _to: u8,
    results: Vec<Cell>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RifleTable {
    columns: Vec<i8>,
    rows: Vec<RifleRow>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RifleTables {
    #[serde(rename = "provenance")]
    _provenance: Provenance,
    infantry: RifleTable,
    cavalry: RifleTable,
}

/// Twelfths of a point by arm; an arm that is not named may not enter.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Costs {
    commander: Option<u8>,
    infantry: Option<u8>,
    cavalry: Option<u8>,
    artillery: Option<u8>,
}

impl Costs {
    pub fn of(&self, arm: Arm) -> Option<u8> {
        match arm {
            Arm::Commander => self.commander,
            Arm::Infantry => self.infantry,
            Arm::Cavalry => self.cavalry,
            Arm::Artillery => self.artillery,
        }
    }
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TerrainRow {
    #[serde(rename = "provenance")]
    _provenance: Provenance,
    pub cost: Costs,
    #[serde(default)]
    pub fire: i8,
    #[serde(default)]
    pub combat: i8,
    #[serde(default)]
    pub no_zone: bool,
    #[serde(default)]
    pub building: bool,
    #[serde(default)]
    pub blocks_sight: bool,
    #[serde(default)]
    pub no_retreat: bool,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RoadRow {
    #[serde(rename = "provenance")]
    _provenance: Provenance,
    pub cost: Costs,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HexsideRow {
    #[serde(rename = "provenance")]
    _provenance: Provenance,
    #[serde(default)]
    pub extra: u8,
    #[serde(default)]
    pub impassable: bool,
    #[serde(default)]
    pub fire: i8,
    #[serde(default)]
    pub combat: i8,
    /// Only for what comes from the low side.
    #[serde(default)]
    pub uphill: bool,
    #[serde(default)]
    pub no_zone: bool,
    #[serde(default)]
    pub no_charge: bool,
    /// The water that it carries over.
    #[serde(default)]
    pub crosses: Vec<String>,
}

/// Modifiers by a number that must be reached, the highest first.
#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "BTreeMap<String, i8>")]
pub struct Steps(Vec<(u16, i8)>);

impl TryFrom<BTreeMap<String, i8>> for Steps {
    type Error = String;

    fn try_from(rows: BTreeMap<String, i8>) -> Result<Steps, String> {
        let row = |(key, modifier): (String, i8)| match key.parse() {
            Ok(number) => Ok((number, modifier)),
            Err(_) => Err(format!("`{key}` is no number")),
        };
        let mut rows = rows.into_iter().map(row).collect::<Result<Vec<(u16, i8)>, String>>()?;
        rows.sort_unstable_by(|a, b| b.cmp(a));
        Ok(Steps(rows))
    }
}

impl Steps {
    /// The modifier of the highest step that is reached, or 0.
    pub fn at(&self, number: u16) -> i8 {
        self.0.iter().find(|(least, _)| *least <= number).map_or(0, |(_, modifier)| *modifier)
    }
}

macro_rules! numbers {
    ($($(#[$meta:meta])* $name:ident { $($field:ident: $type:ty),+ $(,)? })+) => {$(
        $(#[$meta])*
        #[derive(Clone, Debug, Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct $name {
            #[serde(rename = "provenance")]
            _provenance: Provenance,
            $(pub $field: $type,)+
        }
    )+};
}

numbers! {
    CombatModifiers {
        disorganized: i8, higher_ground: i8, sides: Steps, rear: i8, no_command: i8, charge_on_square: i8,
    }
    ChargeModifiers { heavy: Steps, light: Steps, disorganized_infantry: i8 }
    ArtilleryModifiers {
        moving_cavalry: i8, four_points: i8, large_target: LargeTarget, disorganized: i8, night: i8, no_command: i8,
        square: i8,
    }
    RifleModifiers { no_command: i8, square: i8 }
    Stacking { limit: u16, fighting: u16, firing: u16, charge_multiplier: u16, charging: u16, artillery_in_combat: u16 }
    /// In twelfths of a point.
    Movement {
        leave_zone: u8, turn: u8, disorganized_into_zone: u8, charge: u8, leave_square: u8, no_command: u8, commander: u8,
        horse_guns_that_fired: u8, night_divisor: u8, snow_divisor: u8,
    }
    Night { attack_divisor: u16, charges: bool }
    Snow { charges: bool, rifle_fire: bool }
    Command {
        range: u16, range_wounded: u16, reorganize_stacked: i8, reorganize_adjacent: i8, square_morale: i8,
    }
    CommanderLoss { wounded: u8, dead: u8 }
    Initiative { last_holder: i8 }
    /// 2.4
    Scale { metres: u16, minutes: u16, foot: u16, horse: u16, guns: [u16; 2] }
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LargeTarget {
    pub from: u8,
    pub to: u8,
    pub modifier: i8,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Modifiers {
    pub combat: CombatModifiers,
    pub charge: ChargeModifiers,
    pub artillery: ArtilleryModifiers,
    pub rifle: RifleModifiers,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tables {
    #[serde(rename = "provenance")]
    _provenance: Provenance,
    /// Twelfths in a point.
    pub point: u8,
    odds: Rows<OddsRow>,
    combat: Rows<CombatRow>,
    losses: Rows<LossRow>,
    artillery: ArtilleryTables,
    range: RangeRow,
    rifle: RifleTables,
    pub terrain: BTreeMap<String, TerrainRow>,
    pub road: BTreeMap<String, RoadRow>,
    pub hexside: BTreeMap<String, HexsideRow>,
    pub modifiers: Modifiers,
    pub stacking: Stacking,
    pub movement: Movement,
    pub night: Night,
    pub snow: Snow,
    pub command: Command,
    pub commander_loss: CommanderLoss,
    pub initiative: Initiative,
    pub scale: Scale,
    /// What the army tables print; a test compares the rosters with it.
    #[serde(default, rename = "army")]
    _army: toml::Table,
}

impl Tables {
    pub fn parse(name: &str, text: &str) -> Result<Tables, Vec<Fault>> {
        let source = Source::new(name, text);
        let tables: Tables = source.read()?;
        let mut faults = Vec::new();
        let mut expect = |fine: bool, sentence: &str| {
            if !fine {
                faults.push(source.fault(0, sentence));
            }
        };
        expect(!tables.odds.rows.is_empty(), "the table of odds has no rows");
        expect(tables.combat.rows.last().is_some_and(|row| row.at_least.is_none()), "the last combat row is open");
        expect(tables.losses.rows.is_sorted_by_key(|row| row.from), "the rows of losses grow");
        expect(!tables.losses.rows.is_empty(), "the table of losses has no rows");
        for battery in [&tables.artillery.light, &tables.artillery.heavy] {
            let columns = tables.artillery.columns.len();
            let fits = |row: &Vec<Cell>| row.len() == columns;
            expect(
                !battery.rows.is_empty() && battery.rows.iter().flatten().all(fits),
                "a row of artillery is too short",
            );
        }
        for rifle in [&tables.rifle.infantry, &tables.rifle.cavalry] {
            let fits = |row: &RifleRow| row.results.len() == rifle.columns.len();
            expect(!rifle.rows.is_empty() && rifle.rows.iter().all(fits), "a row of rifle fire is too short");
        }
        for name in TERRAIN {
            expect(tables.terrain.contains_key(name), &format!("there is no terrain `{name}`"));
        }
        for name in HEXSIDES {
            expect(tables.hexside.contains_key(name), &format!("there is no hexside `{name}`"));
        }
        for name in ROADS {
            expect(tables.road.contains_key(name), &format!("there is no road `{name}`"));
        }
        if faults.is_empty() { Ok(tables) } else { Err(faults) }
    }

    /// T.odds: the printed ratio, rounded for the defender (8.12).
    pub fn odds(&self, attack: u16, defence: u16) -> &OddsRow {
        let reached = |row: &&OddsRow| attack * row.defender >= defence * row.attacker;
        let rows = &self.odds.rows;
        rows.iter().find(reached).unwrap_or_else(|| &rows[rows.len() - 1])
    }

    /// T.combat: the number of the row for a total.
    pub fn combat_row(&self, total: i8) -> u8 {
        let rows = &self.combat.rows;
        let found = rows.iter().position(|row| row.at_least.is_none_or(|least| total >= least));
        found.unwrap_or(rows.len() - 1) as u8
    }

    pub fn combat(&self, row: u8) -> &CombatRow {
        &self.combat.rows[usize::from(row).min(self.combat.rows.len() - 1)]
    }

    /// T.losses: points lost to an enemy of this strength, `shift` rows further down.
    pub fn losses(&self, strength: u16, shift: i8, dice: u8) -> (u8, &str) {
        let rows = &self.losses.rows;
        let row = rows.iter().rposition(|row| row.from <= strength).unwrap_or(0) as i32 + i32::from(shift);
        let row = &rows[row.clamp(0, rows.len() as i32 - 1) as usize];
        (row.losses[usize::from(dice.clamp(2, 12)) - 2], &row.name)
    }

    /// Whether two batteries use the same table, so that their strength can be added (10.22b).
    pub fn same_table(&self, one: Gun, other: Gun) -> bool {
        self.artillery.light.guns.contains(&one) == self.artillery.light.guns.contains(&other)
    }

    /// T.artillery: the cell for a strength, a range and a total.
    pub fn artillery(&self, gun: Gun, strength: u16, range: u16, total: i8) -> Cell {
        let light = self.artillery.light.guns.contains(&gun);
        let table = if light { &self.artillery.light } else { &self.artillery.heavy };
        let rows = &table.rows[usize::from(strength).clamp(1, table.rows.len()) - 1];
        let row = &rows[usize::from(range).clamp(1, rows.len()) - 1];
        let column = self.artillery.columns.iter().rposition(|least| *least <= total).unwrap_or(0);
        row[column]
    }

    /// How many strengths the artillery tables have.
    pub fn strongest_battery(&self) -> u16 {
        self.artillery.light.rows.len() as u16
    }

    pub fn range(&self, gun: Gun) -> u16 {
        match gun {
            Gun::C => self.range.heavy,
            Gun::L => self.range.light,
            Gun::K => self.range.horse,
        }
    }

    /// T.rifle: the cell for a strength and a total.
    pub fn rifle(&self, cavalry: bool, strength: u16, total: i8) -> Cell {
        let table = if cavalry { &self.rifle.cavalry } else { &self.rifle.infantry };
        let row = table.rows.iter().find(|row| u16::from(row.from) <= strength).unwrap_or(&table.rows[0]);
        let column = table.columns.iter().rposition(|least| *least <= total);
        column.map_or(Cell::Nothing, |column| row.results[column])
    }
}
