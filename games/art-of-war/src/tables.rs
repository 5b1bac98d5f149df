//! The printed tables: combat results and terrain effects, read from `tables.toml`.

use std::collections::BTreeMap;

use board::Fault;
use kit::results::Rows;
use serde::Deserialize;

use crate::Battle;
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

/// What lies on a hexside. The numbers are the places in [`HEXSIDES`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Feature {
    Slope,
    Gully,
    Stream,
    River,
    Landgraben,
    Bridge,
}

impl Feature {
    pub const ALL: [Feature; 6] =
        [Feature::Slope, Feature::Gully, Feature::Stream, Feature::River, Feature::Landgraben, Feature::Bridge];

    pub fn named(word: &str) -> Option<Feature> {
        Feature::ALL.into_iter().find(|feature| HEXSIDES[*feature as usize] == word)
    }
}

/// What a hexside does (9.0).
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HexsideEffect {
    /// Half points to cross, on top of the hex entered.
    pub extra: u8,
    /// Guns cross it at a bridge only.
    pub guns_need_bridge: bool,
    pub doubles_defender: bool,
    /// Nobody crosses it but at a bridge, and neither do zones and adjacent attacks.
    pub impassable_without_bridge: bool,
    /// It acts only on those who come from the hex that the map names first (9.0h).
    #[serde(default)]
    pub one_way: bool,
    /// What it counts as in rain (13.0a).
    #[serde(default)]
    pub in_rain: Option<Feature>,
    /// The battles in which it does nothing (9.0f).
    #[serde(default)]
    pub frozen_in: Vec<Battle>,
    /// It takes away what it costs to cross what it spans (9.0k).
    #[serde(default)]
    pub cancels_extra: bool,
}

#[derive(Clone, Debug)]
pub struct Tables {
    pub clear: TerrainEffect,
    pub woods: TerrainEffect,
    pub grove: TerrainEffect,
    pub town: TerrainEffect,
    pub fort: TerrainEffect,
    pub lake: TerrainEffect,
    /// By feature.
    pub hexsides: [HexsideEffect; Feature::ALL.len()],
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
    use super::{HexsideEffect, TerrainEffect};
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
        pub(super) slope: HexsideEffect,
        pub(super) gully: HexsideEffect,
        pub(super) stream: HexsideEffect,
        pub(super) river: HexsideEffect,
        pub(super) landgraben: HexsideEffect,
        pub(super) bridge: Spanned<HexsideEffect>,
    }
}

impl Tables {
    pub fn hexside(&self, feature: Feature) -> &HexsideEffect {
        &self.hexsides[feature as usize]
    }

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
        let file::Hexsides { slope, gully, stream, river, landgraben, bridge } = file.hexside;
        if bridge.get_ref().guns_need_bridge || bridge.get_ref().impassable_without_bridge {
            faults.push(source.fault(bridge.span().start, "a bridge is crossed without another bridge"));
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
            hexsides: [slope, gully, stream, river, landgraben, bridge.into_inner()],
            road_dresden: file.road.dresden,
            road_eylau: file.road.eylau,
            combat: std::array::from_fn(|row| std::array::from_fn(|column| read[row][column])),
        })
    }
}
