//! The printed tables: combat results and terrain effects, read from `tables.toml`.

use std::collections::BTreeMap;

use board::Fault;
use board::textfile::Findings;
use kit::results::Rows;

use crate::Battle;
use crate::state::{Column, CombatResult};

board::rows! {
    /// What a terrain does (9.0).
    #[derive(Copy, PartialEq, Eq)]
    pub struct TerrainEffect {
        /// Half points to enter.
        cost: u8,
        blocks_bombardment: bool,
        doubles_defender: bool,
    }
}

board::words! {
    /// What lies on a hexside.
    pub enum Feature {
        Slope = "slope";
        Gully = "gully";
        Stream = "stream";
        River = "river";
        Landgraben = "landgraben";
        Bridge = "bridge";
    }
}

board::rows! {
    /// What a hexside does (9.0).
    #[derive(PartialEq, Eq)]
    pub struct HexsideEffect {
        /// Half points to cross, on top of the hex entered.
        extra: u8,
        /// Guns cross it at a bridge only.
        guns_need_bridge: bool,
        doubles_defender: bool,
        /// Nobody crosses it but at a bridge, and neither do zones and adjacent attacks.
        impassable_without_bridge: bool,
        /// It acts only on those who come from the hex that the map names first (9.0h).
        one_way [default]: bool,
        /// What it counts as in rain (13.0a).
        in_rain [default]: Option<Feature>,
        /// The battles in which it does nothing (9.0f).
        frozen_in [default]: Vec<Battle>,
        /// It takes away what it costs to cross what it spans (9.0k).
        cancels_extra [default]: bool,
    }
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
pub const HEXSIDES: [&str; 6] = [
    Feature::Slope.id(),
    Feature::Gully.id(),
    Feature::Stream.id(),
    Feature::River.id(),
    Feature::Landgraben.id(),
    Feature::Bridge.id(),
];
pub const DIRECTED: [&str; 1] = ["slope"];

mod file {
    use super::{HexsideEffect, TerrainEffect};
    use std::collections::BTreeMap;
    use toml::Spanned;

    board::rows! {
        pub(super) struct File {
            #[serde(rename = "provenance")]
            _provenance: board::textfile::Provenance,
            road: Road,
            combat: Combat,
            terrain: Terrain,
            hexside: Hexsides,
        }

        pub(super) struct Road {
            dresden: u8,
            eylau: u8,
        }

        pub(super) struct Combat {
            columns: Spanned<Vec<String>>,
            rows: Spanned<BTreeMap<String, Spanned<Vec<Spanned<String>>>>>,
        }

        pub(super) struct Terrain {
            clear: TerrainEffect,
            woods: TerrainEffect,
            grove: TerrainEffect,
            town: TerrainEffect,
            fort: TerrainEffect,
            lake: TerrainEffect,
        }

        pub(super) struct Hexsides {
            slope: HexsideEffect,
            gully: HexsideEffect,
            stream: HexsideEffect,
            river: HexsideEffect,
            landgraben: HexsideEffect,
            bridge: Spanned<HexsideEffect>,
        }
    }
}

impl Tables {
    pub fn hexside(&self, feature: Feature) -> &HexsideEffect {
        &self.hexsides[feature as usize]
    }

    pub fn parse(name: &str, text: &str) -> Result<Tables, Vec<Fault>> {
        let (file, mut found) = Findings::read::<file::File>(name, text)?;
        let columns = file.combat.columns.get_ref();
        if !columns.iter().map(String::as_str).eq(Column::NAMES) {
            let sentence = format!("the columns of the combat results table must be {}", Column::NAMES.join(", "));
            found.at(&file.combat.columns, sentence);
        }
        let numbered: BTreeMap<usize, _> =
            (1..=6).map(|die| (die, file.combat.rows.get_ref().get(&die.to_string()))).collect();
        if let Some((die, _)) = numbered.iter().find(|(_, row)| row.is_none()) {
            let sentence = format!("the combat results table has no row for a roll of {die}");
            found.at(&file.combat.rows, sentence);
        }
        let rows = numbered.values().flatten().map(|row| {
            (row.span().start, row.get_ref().iter().map(|cell| (cell.span().start, cell.get_ref().as_str())).collect())
        });
        let table = Rows { what: "the combat results table", source: found.source, columns: Column::NAMES.len() };
        let read = table.read(rows, &mut found.faults, |word| {
            CombatResult::find(word).ok_or_else(|| format!("`{word}` is not a combat result; use Ae, Ar, Ee, Dr or De"))
        });
        for die in file.combat.rows.get_ref().keys().filter(|die| !matches!(die.parse(), Ok(1..=6))) {
            let sentence = format!("the combat results table has a row `{die}`, and a die shows 1 to 6");
            found.at(&file.combat.rows, sentence);
        }
        let file::Hexsides { slope, gully, stream, river, landgraben, bridge } = file.hexside;
        if bridge.get_ref().guns_need_bridge || bridge.get_ref().impassable_without_bridge {
            found.at(&bridge, "a bridge is crossed without another bridge");
        }
        if !found.faults.is_empty() {
            return Err(found.faults);
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
