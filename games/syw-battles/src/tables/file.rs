//! `tables.toml` as it is written.

use std::collections::BTreeMap;

use board::textfile::Provenance;
use serde::Deserialize;

use super::{
    ChargeCell, Class, Column, Drift, FireResult, Gun, LeaderFate, Range, SideClass, Situation, Stacking, WeatherEffect,
};

/// A figure of the movement table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum Figure {
    Points(u8),
    Word(Word),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Word {
    No,
    Road,
    As,
}

pub(super) type Row<T> = [T; 9];

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MovementTable {
    #[serde(rename = "known")]
    pub(super) _known: String,
    #[serde(rename = "book")]
    pub(super) _book: Vec<String>,
    pub(super) types: Row<String>,
    pub(super) allowance: Row<u8>,
    pub(super) turning: Row<u8>,
    pub(super) option: BTreeMap<String, BTreeMap<String, u8>>,
    pub(super) hex: HexCosts,
    pub(super) brigade_in_line: InLine,
    pub(super) hexside: SideCosts,
    pub(super) bonus: Bonus,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct HexCosts {
    pub(super) clear: Row<Figure>,
    pub(super) difficult: Row<Figure>,
    pub(super) wood: Row<Figure>,
    pub(super) soft: Row<Figure>,
    pub(super) hard: Row<Figure>,
    pub(super) impassable: Row<Figure>,
    pub(super) road: Row<Figure>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct InLine {
    pub(super) wood: u8,
    pub(super) soft: u8,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SideCosts {
    pub(super) ford: Row<u8>,
    pub(super) soft: Row<u8>,
    pub(super) stream: Row<u8>,
    pub(super) elevation: Row<u8>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Bonus {
    pub(super) minor: Row<u8>,
    pub(super) major: Row<u8>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ByLength {
    pub(super) two: u8,
    pub(super) three: u8,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ByGround {
    pub(super) clear: u8,
    pub(super) difficult: u8,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WheelTable {
    #[serde(rename = "known")]
    pub(super) _known: String,
    pub(super) clear: ByLength,
    pub(super) difficult: ByLength,
    pub(super) deploy: ByGround,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Classes<T> {
    #[serde(rename = "known")]
    pub(super) _known: String,
    pub(super) class: BTreeMap<String, T>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CommandTable {
    #[serde(rename = "known")]
    pub(super) _known: String,
    pub(super) range: CommandRange,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct CommandRange {
    pub(super) general_in_chief: u16,
    pub(super) second_general: u16,
    pub(super) line: u16,
    pub(super) corps: u16,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WeatherTable {
    #[serde(rename = "known")]
    pub(super) _known: String,
    pub(super) effects: BTreeMap<String, WeatherEffect>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ArrivalTable {
    #[serde(rename = "known")]
    pub(super) _known: String,
    pub(super) hours: ByDie<i8>,
    pub(super) point: ByDie<Drift>,
}

/// What each of the six faces of a die gives.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ByDie<T> {
    #[serde(rename = "1")]
    pub(super) one: T,
    #[serde(rename = "2")]
    pub(super) two: T,
    #[serde(rename = "3")]
    pub(super) three: T,
    #[serde(rename = "4")]
    pub(super) four: T,
    #[serde(rename = "5")]
    pub(super) five: T,
    #[serde(rename = "6")]
    pub(super) six: T,
}

impl<T: Copy> ByDie<T> {
    pub(super) fn of(&self, die: u8) -> T {
        match die {
            0 | 1 => self.one,
            2 => self.two,
            3 => self.three,
            4 => self.four,
            5 => self.five,
            _ => self.six,
        }
    }
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LeaderTable {
    #[serde(rename = "known")]
    pub(super) _known: String,
    pub(super) fire: ByDie<LeaderFate>,
    pub(super) charge: ByDie<LeaderFate>,
}

#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct LowestDie {
    #[serde(default)]
    pub(super) point_blank: Option<u8>,
    #[serde(default)]
    pub(super) medium: Option<u8>,
    #[serde(default)]
    pub(super) maximum: Option<u8>,
}

impl LowestDie {
    pub(super) const fn at(&self, range: Range) -> Option<u8> {
        match range {
            Range::PointBlank => self.point_blank,
            Range::Medium => self.medium,
            Range::Maximum => self.maximum,
        }
    }
}

#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Demolition {
    #[serde(default)]
    pub(super) wooden_bridge: LowestDie,
    #[serde(default)]
    pub(super) building: LowestDie,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct BuildingTable {
    #[serde(rename = "known")]
    pub(super) _known: String,
    pub(super) heavy_guns: Demolition,
    pub(super) howitzers: Demolition,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct ArtilleryTable {
    #[serde(rename = "known")]
    pub(super) _known: String,
    #[serde(rename = "columns")]
    pub(super) _columns: [Column; 6],
    pub(super) maximum: [Column; 4],
    pub(super) medium: [Column; 4],
    pub(super) point_blank: [Column; 4],
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct GunTable {
    #[serde(rename = "known")]
    pub(super) _known: String,
    #[serde(rename = "book")]
    pub(super) _book: Vec<String>,
    pub(super) types: BTreeMap<String, Gun>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MusketryTable {
    #[serde(rename = "known")]
    pub(super) _known: String,
    #[serde(rename = "book")]
    pub(super) _book: Vec<String>,
    #[serde(rename = "columns")]
    pub(super) _columns: [Column; 5],
    pub(super) weak: BTreeMap<String, u8>,
    pub(super) loose: BTreeMap<String, u8>,
    pub(super) line: BTreeMap<String, u8>,
    pub(super) brigade: BTreeMap<String, u8>,
    #[serde(rename = "use")]
    pub(super) _use: toml::Table,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FireTable {
    #[serde(rename = "known")]
    pub(super) _known: String,
    #[serde(rename = "book")]
    pub(super) _book: Vec<String>,
    #[serde(rename = "order")]
    pub(super) _order: [String; 7],
    #[serde(rename = "columns")]
    pub(super) _columns: [Column; 6],
    #[serde(rename = "targets")]
    pub(super) _targets: toml::Table,
    pub(super) rows: BTreeMap<String, [[FireResult; 6]; 6]>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RatioTable {
    #[serde(rename = "known")]
    pub(super) _known: String,
    #[serde(rename = "book")]
    pub(super) _book: Vec<String>,
    pub(super) steps: [u16; 5],
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ChargeTable {
    #[serde(rename = "known")]
    pub(super) _known: String,
    #[serde(rename = "book")]
    pub(super) _book: Vec<String>,
    pub(super) differential: [i8; 9],
    pub(super) lines: Vec<[ChargeCell; 9]>,
    #[serde(rename = "score")]
    pub(super) _score: toml::Table,
    pub(super) panicked: PanickedTargets,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PanickedTargets {
    #[serde(rename = "known")]
    pub(super) _known: String,
    pub(super) nothing: Vec<String>,
    pub(super) recoil_3: Vec<String>,
    pub(super) captured: Vec<String>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ChargeModifier {
    pub(super) when: Situation,
    pub(super) die: i8,
    #[serde(rename = "known")]
    pub(super) _known: String,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct File {
    #[serde(rename = "provenance")]
    pub(super) _provenance: Provenance,
    pub(super) movement: MovementTable,
    pub(super) wheel: WheelTable,
    pub(super) terrain: Classes<Class>,
    pub(super) hexsides: Classes<SideClass>,
    pub(super) command: CommandTable,
    pub(super) stacking: Stacking,
    pub(super) weather: WeatherTable,
    pub(super) arrival: ArrivalTable,
    pub(super) leader: LeaderTable,
    pub(super) buildings: BuildingTable,
    pub(super) artillery: ArtilleryTable,
    pub(super) guns: GunTable,
    pub(super) musketry: MusketryTable,
    pub(super) fire: FireTable,
    pub(super) ratio: RatioTable,
    pub(super) charge: ChargeTable,
    pub(super) charge_modifier: Vec<ChargeModifier>,
    // What the text fixes, and what every version of the tables must satisfy: tests read these.
    #[serde(rename = "fixed")]
    pub(super) _fixed: Vec<toml::Table>,
    #[serde(rename = "example")]
    pub(super) _example: Vec<toml::Table>,
    #[serde(rename = "monotone")]
    pub(super) _monotone: Vec<toml::Table>,
}
