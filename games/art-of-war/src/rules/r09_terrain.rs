//! Chapter 9: the terrain effects chart. What a hexside and a hex do to movement, zones, combat and fire.

use board::{Crossing, Grid, Hex, sight};
use kernel::rule;

use crate::Battle;
use crate::ground::{HexTerrain, Hexside, Sky};
use crate::tables::Tables;

/// 13.0a, 9.0f: the hexside as it counts under this sky and in this battle.
pub(crate) fn in_weather(side: Hexside, sky: Sky, battle: Battle) -> Hexside {
    let mut now = side;
    // 9.0f: rivers are frozen in Eylau and count for nothing.
    if rule!("9.0f", battle == Battle::Eylau && side.river) {
        now.river = false;
    }
    // 13.0a: in rain streams are rivers and the Landgraben is a stream.
    if rule!("13.0a", sky == Sky::Rain && (side.stream || side.landgraben)) {
        now.river |= side.stream;
        now.stream = side.landgraben;
        now.landgraben = false;
    }
    now
}

/// Whether the hexside can be crossed as if there were no water: by bridge, or by a road, which always has one (A19).
fn bridged(side: Hexside) -> bool {
    side.bridge || side.road
}

/// Half points for a step, or `None` where it is barred.
pub(crate) fn step_cost(tables: &Tables, battle: Battle, side: Hexside, to: HexTerrain, guns: bool) -> Option<u8> {
    // 9.0c: nobody crosses a river but at a bridge.
    if rule!("9.0c", side.river && !bridged(side)) {
        return None;
    }
    // 9.0d: guns cross streams, gullies and the Landgraben at bridges only.
    if rule!("9.0d", guns && (side.stream || side.gully || side.landgraben) && !bridged(side)) {
        return None;
    }
    // 4.2b: through a road hexside only the road rate is paid.
    let on_road = rule!("4.2b", side.road);
    // 4.2d: that rate takes the place of the surcharge of the hexside as well.
    let spared = rule!("4.2d", on_road && surcharge(tables, side) > 0);
    let entry = if on_road { road_rate(tables, battle) } else { entry_cost(tables, to) };
    let crossing = if on_road && spared { 0 } else { surcharge(tables, side) };
    // 4.2a, 9.0a: hexside costs are added to the cost of the hex.
    let total = if rule!("9.0a", crossing > 0) { entry + crossing } else { entry };
    Some(total)
}

/// A part of what a step costs: half points, for what, under which case.
pub(crate) type CostPart = (u8, &'static str, &'static str);

/// What a step that is not barred costs, part by part, for people to read. The parts add up to [`step_cost`].
pub(crate) fn cost_parts(tables: &Tables, battle: Battle, side: Hexside, to: HexTerrain) -> Vec<CostPart> {
    if side.road {
        let rate = if battle == Battle::Dresden { tables.road_dresden } else { tables.road_eylau };
        return vec![(rate, "road", "4.2b")];
    }
    let names = ["woods", "grove", "town", "fort", "lake"];
    let mut dearest = (tables.clear.cost, "clear", "T.tec");
    for ((present, terrain), name) in kinds(tables, to).into_iter().zip(names) {
        if present && terrain.cost > dearest.0 {
            dearest = (terrain.cost, name, "4.2a");
        }
    }
    let over_water = [
        (side.stream, tables.stream, "stream", "T.tec.b"),
        (side.gully, tables.gully, "gully", "T.tec.b"),
        (side.landgraben, tables.landgraben, "Landgraben", "9.0m"),
    ];
    let water = over_water.into_iter().filter(|(there, ..)| *there && !side.bridge);
    let slope = [(side.uphill, tables.slope, "slope", "9.0h")].into_iter().filter(|(there, ..)| *there);
    let crossings = water.chain(slope).map(|(_, cost, name, case)| (cost, name, case));
    std::iter::once(dearest).chain(crossings).collect()
}

/// 9.0g: half a point in Dresden, one in Eylau.
fn road_rate(tables: &Tables, battle: Battle) -> u8 {
    if rule!("9.0g", battle == Battle::Dresden) { tables.road_dresden } else { tables.road_eylau }
}

/// 4.2a: the dearest terrain of the hex counts.
fn entry_cost(tables: &Tables, hex: HexTerrain) -> u8 {
    let mut cost = tables.clear.cost;
    // T.tec: the costs of the chart.
    if rule!("T.tec", hex != HexTerrain::default()) {
        for (present, terrain) in kinds(tables, hex) {
            if rule!("4.2a", present && terrain.cost > cost) {
                cost = terrain.cost;
            }
        }
    }
    cost
}

fn kinds(tables: &Tables, hex: HexTerrain) -> [(bool, crate::tables::TerrainEffect); 5] {
    [
        (hex.woods, tables.woods),
        (hex.grove, tables.grove),
        (hex.town, tables.town),
        (hex.fort, tables.fort),
        (hex.lake, tables.lake),
    ]
}

/// What crossing the hexside costs on top of the hex entered.
fn surcharge(tables: &Tables, side: Hexside) -> u8 {
    let mut extra = 0;
    // 9.0d: a bridge takes the crossing cost away.
    if !rule!("9.0d", side.bridge && (side.stream || side.gully || side.landgraben)) {
        // T.tec.b: stream and gully two points each.
        if rule!("T.tec.b", side.stream || side.gully) {
            extra += if side.stream { tables.stream } else { 0 };
            extra += if side.gully { tables.gully } else { 0 };
        }
        // 9.0m: the Landgraben one.
        if rule!("9.0m", side.landgraben) {
            extra += tables.landgraben;
        }
    }
    // 9.0h: a slope costs one more uphill, nothing downhill.
    if rule!("9.0h", side.uphill) {
        extra += tables.slope;
    }
    extra
}

/// 4.5c, 9.0c: zones and adjacent attacks cross every hexside but an unbridged river.
pub(crate) fn zone_crosses(side: Hexside) -> bool {
    !rule!("4.5c", side.river && !bridged(side))
}

/// 9.0b: an adjacent attack over a slope from below, over a gully, a stream or a bridged river finds the defender
/// doubled. 9.0m: the Landgraben does nothing in combat.
pub(crate) fn hexside_doubles(side: Hexside) -> bool {
    let water = side.gully || side.stream || side.river;
    // 9.0k: a bridge changes nothing in combat.
    let over_bridge = rule!("9.0k", water && bridged(side));
    rule!("9.0b", side.uphill || over_bridge || (water && !bridged(side)))
}

/// 9.0i: town and fort double whoever defends in them.
pub(crate) fn hex_doubles(tables: &Tables, hex: HexTerrain) -> bool {
    rule!("9.0i", kinds(tables, hex).into_iter().any(|(present, terrain)| present && terrain.doubles_defender))
}

/// Whether a hex stops a bombardment through it.
fn blocks_fire(tables: &Tables, terrain: &[HexTerrain], hex: Hex) -> bool {
    let Some(here) = terrain.get(hex.index()) else { return false };
    let cover = kinds(tables, *here).into_iter().any(|(present, terrain)| present && terrain.blocks_bombardment);
    // 9.0n: a fort does not block, nor do slopes, streams or units, which are not asked here at all.
    cover || (here.fort && !rule!("9.0n", here.fort))
}

/// 9.0e: woods, grove and town stop a bombardment through them; along a hexside only if both hexes do.
pub(crate) fn line_is_free(tables: &Tables, grid: &Grid, terrain: &[HexTerrain], from: Hex, to: Hex) -> bool {
    let blocks = |hex: Hex| blocks_fire(tables, terrain, hex);
    !sight::line(grid, from, to).into_iter().any(|crossing| match crossing {
        Crossing::Through(hex) => rule!("9.0e", blocks(hex)),
        Crossing::Along(left, right) => rule!("9.0e", blocks(left) && blocks(right)),
    })
}

/// The hexes that stop a bombardment, for those who ask why a line is not free.
pub(crate) fn blocking_hexes(tables: &Tables, grid: &Grid, terrain: &[HexTerrain], from: Hex, to: Hex) -> Vec<Hex> {
    let blocks = |hex: Hex| blocks_fire(tables, terrain, hex);
    let stops = |crossing: Crossing| match crossing {
        Crossing::Through(hex) if blocks(hex) => vec![hex],
        Crossing::Along(left, right) if blocks(left) && blocks(right) => vec![left, right],
        Crossing::Through(_) | Crossing::Along(..) => Vec::new(),
    };
    sight::line(grid, from, to).into_iter().flat_map(stops).collect()
}
