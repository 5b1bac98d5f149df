//! The map as the rules see it: what it costs to go from hex to hex, where zones reach, where guns can fire.
//!
//! The rules of the terrain chart are in `rules::r09_terrain`; here they are tabulated once for every hexside, dry and
//! in rain, because movement asks for them millions of times.

use std::collections::BTreeMap;

use board::{Direction, Grid, Hex, MapFile, Set};

use crate::Battle;
use crate::rules::r09_terrain as terrain;
use crate::tables::{Feature, Tables};

/// Hexes of a map; the largest has room for [`HexSet::CAPACITY`].
pub type HexSet = Set<Hex, 10>;

/// Dry ground or rain (13.0).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sky {
    Dry,
    Rain,
}

impl Sky {
    pub const ALL: [Sky; 2] = [Sky::Dry, Sky::Rain];

    #[inline]
    pub(crate) const fn index(self) -> usize {
        self as usize
    }
}

/// What a hex contains. Several may stand together.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct HexTerrain {
    pub woods: bool,
    pub grove: bool,
    pub town: bool,
    pub fort: bool,
    pub lake: bool,
}

/// What lies on a hexside, seen from the hex it is left by.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Hexside {
    pub river: bool,
    pub stream: bool,
    pub gully: bool,
    pub landgraben: bool,
    pub bridge: bool,
    pub road: bool,
    /// Crossing it this way leads uphill (9.0h).
    pub uphill: bool,
}

impl Hexside {
    pub fn has(self, feature: Feature) -> bool {
        match feature {
            Feature::Slope => self.uphill,
            Feature::Gully => self.gully,
            Feature::Stream => self.stream,
            Feature::River => self.river,
            Feature::Landgraben => self.landgraben,
            Feature::Bridge => self.bridge,
        }
    }

    pub fn set(&mut self, feature: Feature, there: bool) {
        *match feature {
            Feature::Slope => &mut self.uphill,
            Feature::Gully => &mut self.gully,
            Feature::Stream => &mut self.stream,
            Feature::River => &mut self.river,
            Feature::Landgraben => &mut self.landgraben,
            Feature::Bridge => &mut self.bridge,
        } = there;
    }

    pub fn features(self) -> impl Iterator<Item = Feature> {
        Feature::ALL.into_iter().filter(move |feature| self.has(*feature))
    }
}

/// What cannot be entered at all, in the cost tables.
pub const BARRED: u8 = u8::MAX;

#[derive(Clone, Debug)]
pub struct Ground {
    pub grid: Grid,
    pub terrain: Vec<HexTerrain>,
    pub hexsides: Vec<[Hexside; 6]>,
    /// Half points by sky, guns or not, hex left, direction.
    cost: [[Vec<[u8; 6]>; 2]; 2],
    /// Half points to enter each hex from off the map.
    pub entry_cost: Vec<u8>,
    /// By sky: directions in which zones and adjacent attacks reach, one bit each.
    open: [Vec<u8>; 2],
    /// By sky: directions from which an adjacent attack finds the hex doubled, one bit each.
    doubled_from: [Vec<u8>; 2],
    /// Town or fort: doubled from everywhere.
    pub doubled: HexSet,
    /// Hexes at two hexes' distance with a free line of fire.
    pub fire: Vec<HexSet>,
    /// Hexes within two and three of each hex.
    pub within: [Vec<HexSet>; 2],
    /// Hexes on the Elbe, that is on a river hexside (17.3).
    pub riverside: HexSet,
    pub edge: HexSet,
    pub entries: BTreeMap<char, Hex>,
    /// By entry hex: the edge hexes that reinforcements may look for instead (7.2a).
    detours: Vec<(Hex, HexSet)>,
}

/// How far along the edge reinforcements may look for another hex than their own (7.2a).
const DETOUR: u16 = 8;

impl Ground {
    pub fn compile(map: &MapFile, tables: &Tables, battle: Battle) -> Ground {
        let grid = map.grid.clone();
        let terrain: Vec<HexTerrain> = terrain_of(map);
        let hexsides = hexsides_of(map, tables);
        let road_leaves: HexSet = map.roads.iter().flat_map(|road| road.leaves_map_at.iter().copied()).collect();

        let neighbour = |hex: Hex, direction: Direction| grid.neighbour(hex, direction);
        let per_side = |f: &dyn Fn(Hex, Direction) -> u8| -> Vec<[u8; 6]> {
            grid.hexes().map(|hex| Direction::ALL.map(|direction| f(hex, direction))).collect()
        };
        let cost = Sky::ALL.map(|sky| {
            [false, true].map(|guns| {
                per_side(&|hex, direction| {
                    let to = neighbour(hex, direction);
                    if to.is_none() {
                        return BARRED;
                    }
                    let side = terrain::in_weather(tables, hexsides[hex.index()][direction.index()], sky, battle);
                    terrain::step_cost(tables, battle, side, terrain[to.index()], guns).unwrap_or(BARRED)
                })
            })
        });
        let bits = |f: &dyn Fn(Hex, Direction) -> bool| -> Vec<u8> {
            grid.hexes()
                .map(|hex| {
                    Direction::ALL
                        .into_iter()
                        .filter(|direction| neighbour(hex, *direction).is_some() && f(hex, *direction))
                        .fold(0, |mask, direction| mask | 1 << direction.index())
                })
                .collect()
        };
        let open = Sky::ALL.map(|sky| {
            bits(&|hex, direction| {
                let side = terrain::in_weather(tables, hexsides[hex.index()][direction.index()], sky, battle);
                terrain::zone_crosses(tables, side)
            })
        });
        let doubled_from = Sky::ALL.map(|sky| {
            bits(&|hex, direction| {
                // The attacker crosses towards this hex.
                let from = neighbour(hex, direction);
                let side = hexsides[from.index()][direction.opposite().index()];
                terrain::hexside_doubles(tables, terrain::in_weather(tables, side, sky, battle))
            })
        });
        let doubled = grid.hexes().filter(|hex| terrain::hex_doubles(tables, terrain[hex.index()])).collect();
        let fire = grid
            .hexes()
            .map(|from| {
                grid.hexes()
                    .filter(|to| grid.distance(from, *to) == 2)
                    .filter(|to| terrain::line_is_free(tables, &grid, &terrain, from, *to))
                    .collect()
            })
            .collect();
        let within = [2, 3].map(|reach| {
            grid.hexes().map(|from| grid.hexes().filter(|to| grid.distance(from, *to) <= reach).collect()).collect()
        });
        let riverside = grid.hexes().filter(|hex| hexsides[hex.index()].iter().any(|side| side.river)).collect();
        let entry_cost = grid
            .hexes()
            .map(|hex| {
                let side = Hexside { road: road_leaves.contains(hex), ..Hexside::default() };
                terrain::step_cost(tables, battle, side, terrain[hex.index()], false).unwrap_or(BARRED)
            })
            .collect();
        let edge = grid.hexes().filter(|hex| grid.is_edge(*hex)).collect();
        let entries: BTreeMap<char, Hex> =
            map.entries.iter().filter_map(|(area, hex)| Some((area.chars().next()?, *hex))).collect();
        let at_edge = |entry: Hex| -> HexSet {
            grid.hexes().filter(|hex| grid.is_edge(*hex) && grid.distance(entry, *hex) <= DETOUR).collect()
        };
        let detours = entries.values().filter(|entry| entry.is_some()).map(|entry| (*entry, at_edge(*entry))).collect();
        Ground {
            terrain,
            hexsides,
            cost,
            entry_cost,
            open,
            doubled_from,
            doubled,
            fire,
            within,
            riverside,
            edge,
            entries,
            detours,
            grid,
        }
    }

    /// Half points to go from `hex` in `direction`, or [`BARRED`].
    #[inline]
    pub fn cost(&self, sky: Sky, guns: bool, hex: Hex, direction: Direction) -> u8 {
        self.costs(sky, guns, hex)[direction.index()]
    }

    /// The same for all directions.
    #[inline]
    pub fn costs(&self, sky: Sky, guns: bool, hex: Hex) -> &[u8; 6] {
        &self.cost[sky.index()][usize::from(guns)][hex.index()]
    }

    /// The edge hexes within reach of an entry hex (7.2a).
    pub(crate) fn detours_from(&self, entry: Hex) -> HexSet {
        self.detours.iter().find(|(hex, _)| *hex == entry).map_or(HexSet::EMPTY, |(_, hexes)| *hexes)
    }

    /// Directions in which zones and adjacent attacks reach from `hex`.
    #[inline]
    pub fn open(&self, sky: Sky, hex: Hex) -> u8 {
        self.open[sky.index()][hex.index()]
    }

    /// The neighbours that zones and adjacent attacks from `hex` reach.
    #[inline]
    pub fn touched(&self, sky: Sky, hex: Hex) -> impl Iterator<Item = Hex> + '_ {
        let mut mask = self.open(sky, hex);
        let neighbours = self.grid.neighbours(hex);
        std::iter::from_fn(move || {
            if mask == 0 {
                return None;
            }
            let direction = mask.trailing_zeros() as usize;
            mask &= mask - 1;
            Some(neighbours[direction])
        })
    }

    /// Whether zones and adjacent attacks reach from one hex to the other.
    #[inline]
    pub fn touches(&self, sky: Sky, from: Hex, to: Hex) -> bool {
        self.grid.neighbours(from).iter().position(|n| *n == to).is_some_and(|d| self.open(sky, from) >> d & 1 != 0)
    }

    /// Whether an attack from the neighbouring hex finds `hex` doubled by the hexside between them.
    #[inline]
    pub fn doubled_from(&self, sky: Sky, hex: Hex, attacker: Hex) -> bool {
        self.grid
            .neighbours(hex)
            .iter()
            .position(|n| *n == attacker)
            .is_some_and(|d| self.doubled_from[sky.index()][hex.index()] >> d & 1 != 0)
    }
}

fn terrain_of(map: &MapFile) -> Vec<HexTerrain> {
    let mut terrain = vec![HexTerrain::default(); map.grid.len()];
    for (name, hexes) in &map.terrain {
        for hex in hexes {
            let here = &mut terrain[hex.index()];
            match name.as_str() {
                "woods" => here.woods = true,
                "grove" => here.grove = true,
                "town" => here.town = true,
                "fort" => here.fort = true,
                "lake" => here.lake = true,
                // Clear ground needs no mark; the map's vocabulary admits nothing else.
                _ => {}
            }
        }
    }
    terrain
}

fn hexsides_of(map: &MapFile, tables: &Tables) -> Vec<[Hexside; 6]> {
    let grid = &map.grid;
    let mut hexsides = vec![[Hexside::default(); 6]; grid.len()];
    let mut mark = |from: Hex, to: Hex, set: &dyn Fn(&mut Hexside)| {
        if let Some(direction) = grid.direction_between(from, to) {
            set(&mut hexsides[from.index()][direction.index()]);
        }
    };
    for (name, sides) in &map.hexsides {
        // The map's vocabulary admits nothing else.
        let Some(feature) = Feature::find(name) else { continue };
        for side in sides {
            mark(side.from, side.to, &|side| side.set(feature, true));
            if !tables.hexside(feature).one_way {
                mark(side.to, side.from, &|side| side.set(feature, true));
            }
        }
    }
    for road in &map.roads {
        for pair in road.hexes.windows(2) {
            mark(pair[0], pair[1], &|side| side.road = true);
            mark(pair[1], pair[0], &|side| side.road = true);
        }
    }
    hexsides
}
