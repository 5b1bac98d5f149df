//! The printed tables: combat results and terrain effects, read from `tables.toml`.

use std::collections::BTreeMap;

use board::Fault;
use kit::results::Rows;
use serde::Deserialize;

use crate::state::{Column, CombatResult};

/// What a terrain does (9.0).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TerrainEffect {
    /// Half points to enter.
    pub cost: u8,
    pub blocks_bombardment: bool,
    pub doubles_defender: bool,
}

#[derive(Clone, Debug)]
pub struct Tables {
    pub clear: TerrainEffect,
    pub woods: TerrainEffect,
    pub grove: TerrainEffect,
    pub town: TerrainEffect,
    pub fort: TerrainEffect,
    pub lake: TerrainEffect,
    /// Half points to cross.
    pub slope: u8,
    pub gully: u8,
    pub stream: u8,
    pub landgraben: u8,
    pub road_dresden: u8,
    pub road_eylau: u8,
    /// By die, then by column.
    pub combat: [[CombatResult; 10]; 6],
}

/// Names a map of this title may use.
pub const TERRAIN: [&str; 6] = ["clear", "woods", "grove", "town", "fort", "lake"];
pub const HEXSIDES: [&str; 6] = ["slope", "gully", "stream", "river", "landgraben", "bridge"];
pub const DIRECTED: [&str; 1] = ["slope"];

mod file {
    use super::TerrainEffect;
    use serde::Deserialize;
    use std::collections::BTreeMap;
    use toml::Spanned;

    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    pub(super) struct File {
        #[serde(rename = "provenance")]
        pub(super) _provenance: board::textfile::Provenance,
        pub(super) road: Road,
        pub(super) combat: Combat,
        pub(super) terrain: Terrain,
        pub(super) hexside: Hexsides,
    }

    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    pub(super) struct Road {
        pub(super) dresden: u8,
        pub(super) eylau: u8,
    }

    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    pub(super) struct Combat {
        pub(super) columns: Spanned<Vec<String>>,
        pub(super) rows: Spanned<BTreeMap<String, Spanned<Vec<Spanned<String>>>>>,
    }

    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    pub(super) struct Terrain {
        pub(super) clear: TerrainEffect,
        pub(super) woods: TerrainEffect,
        pub(super) grove: TerrainEffect,
        pub(super) town: TerrainEffect,
        pub(super) fort: TerrainEffect,
        pub(super) lake: TerrainEffect,
    }

    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    pub(super) struct Hexsides {
        pub(super) slope: Effect,
        pub(super) gully: Effect,
        pub(super) stream: Effect,
        pub(super) landgraben: Effect,
        #[serde(rename = "river")]
        pub(super) _river: Effect,
        #[serde(rename = "bridge")]
        pub(super) _bridge: Effect,
    }

    /// Only the cost is a number; the rest of a row says in data what chapter 9 of the rules says in code.
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    pub(super) struct Effect {
        pub(super) extra: u8,
        #[serde(rename = "guns_need_bridge")]
        pub(super) _guns_need_bridge: bool,
        #[serde(rename = "doubles_defender")]
        pub(super) _doubles_defender: bool,
        #[serde(rename = "impassable_without_bridge")]
        pub(super) _impassable_without_bridge: bool,
        #[serde(default, rename = "one_way")]
        pub(super) _one_way: bool,
        #[serde(default, rename = "in_rain")]
        pub(super) _in_rain: Option<String>,
        #[serde(default, rename = "frozen_in")]
        pub(super) _frozen_in: Vec<String>,
        #[serde(default, rename = "cancels_extra")]
        pub(super) _cancels_extra: bool,
    }
}

impl Tables {
    pub fn parse(name: &str, text: &str) -> Result<Tables, Vec<Fault>> {
        let source = board::textfile::Source::new(name, text);
        let file: file::File = source.read()?;
        let mut faults = Vec::new();
        let columns = file.combat.columns.get_ref();
        if !columns.iter().map(String::as_str).eq(Column::NAMES) {
            faults.push(source.fault(
                file.combat.columns.span().start,
                format!("the columns of the combat results table must be {}", Column::NAMES.join(", ")),
            ));
        }
        let numbered: BTreeMap<usize, _> =
            (1..=6).map(|die| (die, file.combat.rows.get_ref().get(&die.to_string()))).collect();
        if let Some((die, _)) = numbered.iter().find(|(_, row)| row.is_none()) {
            let sentence = format!("the combat results table has no row for a roll of {die}");
            faults.push(source.fault(file.combat.rows.span().start, sentence));
        }
        let rows = numbered.values().flatten().map(|row| {
            (row.span().start, row.get_ref().iter().map(|cell| (cell.span().start, cell.get_ref().as_str())).collect())
        });
        let table = Rows { what: "the combat results table", source, columns: Column::NAMES.len() };
        let read = table.read(rows, &mut faults, |word| {
            CombatResult::parse(word)
                .ok_or_else(|| format!("`{word}` is not a combat result; use Ae, Ar, Ee, Dr or De"))
        });
        for die in file.combat.rows.get_ref().keys().filter(|die| !matches!(die.parse(), Ok(1..=6))) {
            let sentence = format!("the combat results table has a row `{die}`, and a die shows 1 to 6");
            faults.push(source.fault(file.combat.rows.span().start, sentence));
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        Ok(Tables {
            clear: file.terrain.clear,
            woods: file.terrain.woods,
            grove: file.terrain.grove,
            town: file.terrain.town,
            fort: file.terrain.fort,
            lake: file.terrain.lake,
            slope: file.hexside.slope.extra,
            gully: file.hexside.gully.extra,
            stream: file.hexside.stream.extra,
            landgraben: file.hexside.landgraben.extra,
            road_dresden: file.road.dresden,
            road_eylau: file.road.eylau,
            combat: std::array::from_fn(|row| std::array::from_fn(|column| read[row][column])),
        })
    }
}
