//! The terrain table (T.terrain, 4.3, 5.5, 9.17, 10.12): what ground and hexsides do.
//! Decides 4.31, 4.31b, 4.32, 4.33, 4.35, 4.35b, 4.37, 5.51, 5.52, 10.12, 10.12b.

use board::{Hex, MapFile};

use crate::counters::Arm;
use crate::ground::{HexTerrain, Hexside};
use crate::tables::{ROADS, Tables};

/// The rows of the terrains in a hex; clear ground if there are none.
fn rows<'t>(map: &MapFile, tables: &'t Tables, hex: Hex) -> Vec<(&'t str, &'t crate::tables::TerrainRow)> {
    let named: Vec<&str> = map.terrain_at(hex).collect();
    let rows = tables.terrain.iter().filter(|(name, _)| named.contains(&name.as_str()));
    let rows: Vec<_> = rows.map(|(name, row)| (name.as_str(), row)).collect();
    match rows.is_empty() {
        true => {
            tables.terrain.iter().filter(|(name, _)| *name == "clear").map(|(name, row)| (name.as_str(), row)).collect()
        }
        false => rows,
    }
}

pub(crate) fn of_hex(map: &MapFile, tables: &Tables, hex: Hex) -> HexTerrain {
    let mut terrain = HexTerrain { clear: true, height: map.height_at(hex), ..HexTerrain::default() };
    for (name, row) in rows(map, tables, hex) {
        terrain.fire = terrain.fire.min(row.fire);
        terrain.combat = terrain.combat.min(row.combat);
        terrain.no_zone |= row.no_zone;
        terrain.building |= row.building;
        terrain.blocks_sight |= row.blocks_sight;
        terrain.no_retreat |= row.no_retreat;
        // Ice is like clear ground in every respect.
        terrain.clear &= matches!(name, "clear" | "ice");
    }
    terrain
}

/// What a step over a hexside into a hex costs an arm; `None` if it may not go there.
pub(crate) fn step_cost(map: &MapFile, tables: &Tables, arm: Arm, side: Hexside, to: Hex) -> Option<u8> {
    // 4.35, 4.32: rivers only where there is a bridge or a ford, cliffs nowhere.
    if rule!("4.35", side.river && !side.crossing) || rule!("4.32", side.cliff_up || side.cliff_down) {
        return None;
    }
    // 4.33: along a road nothing counts but the road.
    if let Some(road) = side.road
        && rule!("4.33", true)
    {
        return tables.road[ROADS[usize::from(road)]].cost.of(arm);
    }
    let mut cost = hex_cost(map, tables, arm, to)?;
    let stream = &tables.hexside["stream"];
    if rule!("4.35b", side.stream && !side.crossing) {
        cost = cost.saturating_add(stream.extra);
    }
    // 4.37: uphill only.
    if rule!("4.37", side.uphill) {
        cost = cost.saturating_add(tables.hexside["slope"].extra);
    }
    Some(cost)
}

/// 4.31: the dearest of the terrains in a hex.
fn hex_cost(map: &MapFile, tables: &Tables, arm: Arm, hex: Hex) -> Option<u8> {
    let mut dearest = 0;
    for (_, row) in rows(map, tables, hex) {
        dearest = dearest.max(row.cost.of(arm)?);
    }
    // 4.31: other ground than clear costs what the table says.
    let clear = tables.terrain["clear"].cost.of(arm)?;
    if rule!("4.31", dearest != clear) {
        return Some(dearest);
    }
    Some(if rule!("4.31b", true) { clear } else { clear.saturating_mul(2) })
}

/// S.arrivals: the hex itself, or the road that comes in there.
pub(crate) fn entry_cost(map: &MapFile, tables: &Tables, arm: Arm, hex: Hex, by_road: bool) -> Option<u8> {
    let road = map.roads.iter().filter(|road| road.leaves_map_at.contains(&hex));
    let road = road.filter_map(|road| ROADS.iter().position(|name| *name == road.kind)).min();
    match by_road {
        true => tables.road[ROADS[road.unwrap_or(0)]].cost.of(arm),
        false => hex_cost(map, tables, arm, hex),
    }
}

/// 5.51, 5.52: zones reach neither over rivers nor into forests and buildings.
pub(crate) fn zone_reaches(to: HexTerrain, side: Hexside) -> bool {
    !rule!("5.51", side.river) && !rule!("5.52", to.no_zone)
}

/// N4: no combat over a river without a bridge or ford. A cliff can be attacked over, as its row of the table shows.
pub(crate) fn melee_reaches(side: Hexside) -> bool {
    !side.river || side.crossing
}

/// 8.64: neither over a river without a bridge or ford nor over a cliff.
pub(crate) fn is_passable(side: Hexside) -> bool {
    (!side.river || side.crossing) && !side.cliff_up && !side.cliff_down
}

/// 9.11, 9.17: clear hexes only, and neither water nor bridges.
pub(crate) fn charge_runs(to: HexTerrain, side: Hexside) -> bool {
    to.clear && !(side.river || side.stream || side.crossing || side.cliff_up || side.cliff_down)
}

/// 10.12: woods and buildings hide what is behind them; a height does if gun and target are on either side of it, both lower.
pub(crate) fn hides(between: HexTerrain, gun: u8, target: u8) -> bool {
    rule!("10.12", between.blocks_sight) || rule!("10.12b", between.height > gun && between.height > target)
}
