//! Chapter 9: the terrain effects chart. What a hexside and a hex do to movement, zones, combat and fire.
//! Decides 4.2a, 4.2b, 4.2d, 4.5c, 9.0a, 9.0b, 9.0c, 9.0d, 9.0e, 9.0f, 9.0g, 9.0h, 9.0i, 9.0k, 9.0m, 9.0n, 13.0a,
//! T.tec, T.tec.b.

use board::{Crossing, Grid, Hex, sight};
use kernel::Case;

use crate::Battle;
use crate::ground::{HexTerrain, Hexside, Sky};
use crate::tables::{Feature, HexsideEffect, Tables};

/// 13.0a, 9.0f: the hexside as it counts under this sky and in this battle.
pub(crate) fn in_weather(tables: &Tables, side: Hexside, sky: Sky, battle: Battle) -> Hexside {
    let mut now = side;
    // 9.0f: rivers are frozen in Eylau and count for nothing.
    let frozen = |feature: &Feature| tables.hexside(*feature).frozen_in.contains(&battle);
    if rule!("9.0f", side.features().any(|feature| frozen(&feature))) {
        side.features().filter(frozen).for_each(|feature| now.set(feature, false));
    }
    // 13.0a: in rain streams are rivers and the Landgraben is a stream.
    let swells = |feature: Feature| Some((feature, tables.hexside(feature).in_rain?));
    if rule!("13.0a", sky == Sky::Rain && side.features().any(|feature| swells(feature).is_some())) {
        side.features().filter_map(swells).for_each(|(dry, _)| now.set(dry, false));
        side.features().filter_map(swells).for_each(|(_, wet)| now.set(wet, true));
    }
    now
}

/// Whether any of this lies on the hexside.
fn is_there(tables: &Tables, side: Hexside, wanted: impl Fn(&HexsideEffect) -> bool) -> bool {
    side.features().any(|feature| wanted(tables.hexside(feature)))
}

/// What only guns need a bridge for, and what a bridge therefore spans.
fn is_spanned(effect: &HexsideEffect) -> bool {
    effect.guns_need_bridge && !effect.impassable_without_bridge
}

/// Whether the hexside can be crossed as if there were no water: by bridge, or by a road, which always has one (A19).
fn bridged(side: Hexside) -> bool {
    side.bridge || side.road
}

/// Half points for a step, or `None` where it is barred.
pub(crate) fn step_cost(tables: &Tables, battle: Battle, side: Hexside, to: HexTerrain, guns: bool) -> Option<u8> {
    // 9.0c: nobody crosses a river but at a bridge.
    if rule!("9.0c", is_there(tables, side, |effect| effect.impassable_without_bridge) && !bridged(side)) {
        return None;
    }
    // 9.0d: guns cross streams, gullies and the Landgraben at bridges only.
    if rule!("9.0d", guns && is_there(tables, side, is_spanned) && !bridged(side)) {
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
pub(crate) type CostPart = (u8, &'static str, Case);

/// What a step that is not barred costs, part by part, for people to read. The parts add up to [`step_cost`].
pub(crate) fn cost_parts(tables: &Tables, battle: Battle, side: Hexside, to: HexTerrain) -> Vec<CostPart> {
    if side.road {
        let rate = if battle == Battle::Dresden { tables.road_dresden } else { tables.road_eylau };
        return vec![(rate, "road", case!("4.2b"))];
    }
    let names = ["woods", "grove", "town", "fort", "lake"];
    let mut dearest = (tables.clear.cost, "clear", case!("T.tec"));
    for ((present, terrain), name) in kinds(tables, to).into_iter().zip(names) {
        if present && terrain.cost > dearest.0 {
            dearest = (terrain.cost, name, case!("4.2a"));
        }
    }
    let spanned = spares_crossing(tables, side);
    let crossings = [
        (Feature::Stream, "stream", case!("T.tec.b")),
        (Feature::Gully, "gully", case!("T.tec.b")),
        (Feature::River, "river", case!("T.tec.b")),
        (Feature::Landgraben, "Landgraben", case!("9.0m")),
        (Feature::Bridge, "bridge", case!("9.0k")),
        (Feature::Slope, "slope", case!("9.0h")),
    ];
    let crossings = crossings.map(|(feature, name, case)| (crossing_cost(tables, side, feature, spanned), name, case));
    std::iter::once(dearest).chain(crossings.into_iter().filter(|(cost, ..)| *cost > 0)).collect()
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
    let spanned = rule!("9.0d", spares_crossing(tables, side));
    let cost = |feature: Feature| crossing_cost(tables, side, feature, spanned);
    // T.tec.b: stream and gully two points each.
    let water = cost(Feature::Stream) + cost(Feature::Gully) + cost(Feature::River) + cost(Feature::Bridge);
    if rule!("T.tec.b", water > 0) {
        extra += water;
    }
    // 9.0m: the Landgraben one.
    if rule!("9.0m", cost(Feature::Landgraben) > 0) {
        extra += cost(Feature::Landgraben);
    }
    // 9.0h: a slope costs one more uphill, nothing downhill.
    if rule!("9.0h", cost(Feature::Slope) > 0) {
        extra += cost(Feature::Slope);
    }
    extra
}

/// Whether a bridge spans something here and takes its cost away.
fn spares_crossing(tables: &Tables, side: Hexside) -> bool {
    is_there(tables, side, |effect| effect.cancels_extra) && is_there(tables, side, is_spanned)
}

/// What a feature costs to cross, if it is there and nothing spans it.
fn crossing_cost(tables: &Tables, side: Hexside, feature: Feature, spanned: bool) -> u8 {
    let effect = tables.hexside(feature);
    if side.has(feature) && !(spanned && is_spanned(effect)) { effect.extra } else { 0 }
}

/// 4.5c, 9.0c: zones and adjacent attacks cross every hexside but an unbridged river.
pub(crate) fn zone_crosses(tables: &Tables, side: Hexside) -> bool {
    !rule!("4.5c", is_there(tables, side, |effect| effect.impassable_without_bridge) && !bridged(side))
}

/// 9.0b: an adjacent attack over a slope from below, over a gully, a stream or a bridged river finds the defender
/// doubled. 9.0m: the Landgraben does nothing in combat.
pub(crate) fn hexside_doubles(tables: &Tables, side: Hexside) -> bool {
    let doubles = |feature: &Feature| tables.hexside(*feature).doubles_defender;
    let (slopes, waters): (Vec<Feature>, Vec<Feature>) =
        side.features().filter(doubles).partition(|feature| *feature == Feature::Slope);
    let (uphill, water) = (!slopes.is_empty(), !waters.is_empty());
    // 9.0k: a bridge changes nothing in combat.
    let over_bridge = rule!("9.0k", water && bridged(side));
    rule!("9.0b", uphill || over_bridge || (water && !bridged(side)))
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
