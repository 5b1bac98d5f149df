//! The map as the rules see it: what a step costs each arm, where zones and charges reach, what guns can see.
//!
//! The terrain table (`rules::t_terrain`) is evaluated once for every hexside, because movement asks for it all the time.

use board::{Direction, Facing, Grid, Hex, MapFile, Set, sight};

use crate::counters::Arm;
use crate::rules::t_terrain as terrain;
use crate::tables::Tables;

/// Hexes of a map; Eylau has 1240.
pub type HexSet = Set<Hex, 20>;

/// What cannot be entered at all, in the cost tables.
pub const BARRED: u8 = u8::MAX;

/// The farthest that any gun fires.
pub const FARTHEST: u16 = 4;

/// What a hex is made of, put together from its terrains.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct HexTerrain {
    /// Added to fire at it and to attacks on it.
    pub fire: i8,
    pub combat: i8,
    pub no_zone: bool,
    pub building: bool,
    pub blocks_sight: bool,
    pub no_retreat: bool,
    /// Nothing but clear ground: charges run over it and squares stand on it.
    pub clear: bool,
    pub height: u8,
}

/// What lies on a hexside, seen from the hex it is left by.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Hexside {
    pub river: bool,
    pub stream: bool,
    /// Bridge or ford.
    pub crossing: bool,
    pub uphill: bool,
    pub downhill: bool,
    pub cliff_up: bool,
    pub cliff_down: bool,
    /// The best road over it, by its place in the list of roads.
    pub road: Option<u8>,
}

/// A line of fire: what lies between, two hexes where it runs along a hexside.
pub type Between = Vec<[Hex; 2]>;

#[derive(Clone, Debug)]
pub struct Ground {
    pub grid: Grid,
    pub terrain: Vec<HexTerrain>,
    pub hexsides: Vec<[Hexside; 6]>,
    /// Twelfths by arm, hex left, direction.
    cost: [Vec<[u8; 6]>; 4],
    /// Twelfths by arm to enter each hex from off the map.
    entry: [Vec<u8>; 4],
    /// By hex: directions in which zones reach, bodies attack, retreats go, charges run; one bit each.
    zone: Vec<u8>,
    melee: Vec<u8>,
    retreat: Vec<u8>,
    charge: Vec<u8>,
    /// By hex: what guns in it can see past the ground, in order, and what lies between.
    in_sight: Vec<Vec<Hex>>,
    between: Vec<Vec<Between>>,
    pub edge: HexSet,
    /// Hexes that a road runs through.
    pub roads: HexSet,
}

impl Ground {
    pub fn compile(map: &MapFile, tables: &Tables) -> Ground {
        let grid = map.grid.clone();
        let hex_terrain: Vec<HexTerrain> =
            (0..grid.len() as u16).map(|hex| terrain::of_hex(map, tables, Hex(hex))).collect();
        let hexsides = hexsides_of(map);
        let leaves: HexSet = map.roads.iter().flat_map(|road| road.leaves_map_at.iter().copied()).collect();
        let everywhere = |f: &dyn Fn(Hex, Direction, Hex, Hexside) -> bool| -> Vec<u8> {
            let mask = |hex: Hex| {
                let reached = |direction: &Direction| {
                    let to = grid.neighbour(hex, *direction);
                    to.is_some() && f(hex, *direction, to, hexsides[hex.index()][direction.index()])
                };
                Direction::ALL.into_iter().filter(reached).fold(0, |mask, direction| mask | 1 << direction.index())
            };
            (0..grid.len() as u16).map(|hex| mask(Hex(hex))).collect()
        };
        let cost = Arm::ALL.map(|arm| {
            let step = |hex: usize, direction: Direction| {
                let to = grid.neighbour(Hex(hex as u16), direction);
                if to.is_none() {
                    return BARRED;
                }
                terrain::step_cost(map, tables, arm, hexsides[hex][direction.index()], to).unwrap_or(BARRED)
            };
            (0..grid.len()).map(|hex| Direction::ALL.map(|direction| step(hex, direction))).collect()
        });
        let entry = Arm::ALL.map(|arm| {
            let enter = |hex: Hex| terrain::entry_cost(map, tables, arm, hex, leaves.contains(hex)).unwrap_or(BARRED);
            (0..grid.len() as u16).map(|hex| enter(Hex(hex))).collect()
        });
        let zone = everywhere(&|_, _, to, side| terrain::zone_reaches(hex_terrain[to.index()], side));
        let melee = everywhere(&|_, _, _, side| terrain::melee_reaches(side));
        let retreat = everywhere(&|_, _, to, side| terrain::is_passable(side) && !hex_terrain[to.index()].no_retreat);
        let charge = everywhere(&|_, _, to, side| terrain::charge_runs(hex_terrain[to.index()], side));
        let lines = (0..grid.len() as u16).map(|hex| lines_from(&grid, &hex_terrain, Hex(hex)));
        let (in_sight, between) = lines.map(|lines| lines.into_iter().unzip()).unzip();
        let edge = grid.hexes().filter(|hex| grid.is_edge(*hex)).collect();
        let roads = map.roads.iter().flat_map(|road| road.hexes.iter().copied()).collect();
        Ground {
            terrain: hex_terrain,
            hexsides,
            cost,
            entry,
            zone,
            melee,
            retreat,
            charge,
            in_sight,
            between,
            edge,
            roads,
            grid,
        }
    }

    /// Twelfths of a point for an arm to go from `hex` in `direction`, or [`BARRED`].
    #[inline]
    pub fn cost(&self, arm: Arm, hex: Hex, direction: Direction) -> u8 {
        self.cost[arm.index()][hex.index()][direction.index()]
    }

    /// Twelfths of a point to come onto the map in `hex`.
    #[inline]
    pub fn entry_cost(&self, arm: Arm, hex: Hex) -> u8 {
        self.entry[arm.index()][hex.index()]
    }

    #[inline]
    pub fn at(&self, hex: Hex) -> HexTerrain {
        self.terrain[hex.index()]
    }

    #[inline]
    pub fn side(&self, from: Hex, direction: Direction) -> Hexside {
        self.hexsides[from.index()][direction.index()]
    }

    /// The hexside from one hex to its neighbour.
    #[inline]
    pub fn between(&self, from: Hex, to: Hex) -> Hexside {
        self.grid.direction_between(from, to).map_or(Hexside::default(), |direction| self.side(from, direction))
    }

    /// Whether an attack on a neighbour comes from higher ground.
    pub fn is_above(&self, from: Hex, to: Hex) -> bool {
        let side = self.between(from, to);
        side.downhill || side.cliff_down || self.at(from).height > self.at(to).height
    }

    #[inline]
    pub fn follows_road(&self, from: Hex, to: Hex) -> bool {
        self.between(from, to).road.is_some()
    }

    fn reaches(&self, table: &[u8], from: Hex, to: Hex) -> bool {
        self.grid.direction_between(from, to).is_some_and(|direction| table[from.index()] >> direction.index() & 1 != 0)
    }

    /// Whether the ground lets the zone of a unit in one hex reach the other (5.51, 5.52).
    #[inline]
    pub fn zone_reaches(&self, from: Hex, to: Hex) -> bool {
        self.reaches(&self.zone, from, to)
    }

    /// Whether units can come to blows across the hexside.
    #[inline]
    pub fn melee_reaches(&self, from: Hex, to: Hex) -> bool {
        self.reaches(&self.melee, from, to)
    }

    /// Whether a retreat can go that way (8.64).
    #[inline]
    pub fn retreat_reaches(&self, from: Hex, to: Hex) -> bool {
        self.reaches(&self.retreat, from, to)
    }

    /// Whether a charge can run or strike that way (9.17).
    #[inline]
    pub fn charge_runs(&self, from: Hex, to: Hex) -> bool {
        self.reaches(&self.charge, from, to)
    }

    /// What lies between two hexes, if the ground does not hide one from the other.
    pub fn line(&self, from: Hex, to: Hex) -> Option<&Between> {
        let place = self.in_sight[from.index()].binary_search(&to).ok()?;
        Some(&self.between[from.index()][place])
    }

    /// The hexes that guns in a hex can see past the ground, as far as any gun fires.
    #[inline]
    pub fn in_sight(&self, from: Hex) -> &[Hex] {
        &self.in_sight[from.index()]
    }

    /// The same by the direction in which the other hex lies.
    #[inline]
    pub fn zone_reaches_towards(&self, from: Hex, direction: Direction) -> bool {
        self.zone[from.index()] >> direction.index() & 1 != 0
    }

    /// The three front hexes (5.11b).
    #[inline]
    pub fn front(&self, hex: Hex, facing: Facing) -> [Hex; 3] {
        let ahead = facing.direction();
        [5, 0, 1].map(|turn| self.grid.neighbour(hex, ahead.clockwise(turn)))
    }

    /// Whether a neighbour lies in the three front hexes.
    #[inline]
    pub fn is_front(&self, hex: Hex, facing: Facing, to: Hex) -> bool {
        to.is_some() && self.front(hex, facing).contains(&to)
    }

    /// Whether what lies in a direction lies in the three front hexes.
    #[inline]
    pub fn is_towards_front(facing: Facing, direction: Direction) -> bool {
        matches!((direction.index() + 6 - facing.direction().index()) % 6, 0 | 1 | 5)
    }
}

fn lines_from(grid: &Grid, terrain: &[HexTerrain], from: Hex) -> Vec<(Hex, Between)> {
    if grid.is_void(from) {
        return Vec::new();
    }
    let near = grid.hexes().filter(|to| *to != from && grid.distance(from, *to) <= FARTHEST);
    near.filter_map(|to| {
        let crossed = sight::line(grid, from, to).into_iter().map(|crossing| match crossing {
            sight::Crossing::Through(hex) => [hex, hex],
            sight::Crossing::Along(one, other) => [one, other],
        });
        let crossed: Between = crossed.collect();
        let (gun, target) = (terrain[from.index()].height, terrain[to.index()].height);
        let hidden = |hex: Hex| hex.is_none() || terrain::hides(terrain[hex.index()], gun, target);
        // N18: along a hexside both hexes have to block.
        let blocked = crossed.iter().any(|[one, other]| hidden(*one) && hidden(*other));
        (!blocked).then_some((to, crossed))
    })
    .collect()
}

/// What a name of the map sets on a hexside.
type Marking = fn(&mut Hexside);

fn hexsides_of(map: &MapFile) -> Vec<[Hexside; 6]> {
    let grid = &map.grid;
    let mut hexsides = vec![[Hexside::default(); 6]; grid.len()];
    let mut mark = |from: Hex, to: Hex, set: &dyn Fn(&mut Hexside)| {
        if let Some(direction) = grid.direction_between(from, to) {
            set(&mut hexsides[from.index()][direction.index()]);
        }
    };
    for (name, sides) in &map.hexsides {
        let (set, back): (Marking, Marking) = match name.as_str() {
            "river" => (|side| side.river = true, |side| side.river = true),
            "stream" => (|side| side.stream = true, |side| side.stream = true),
            "bridge" | "ford" => (|side| side.crossing = true, |side| side.crossing = true),
            "slope" => (|side| side.uphill = true, |side| side.downhill = true),
            "cliff" => (|side| side.cliff_up = true, |side| side.cliff_down = true),
            // The map's vocabulary admits nothing else.
            _ => (|_| {}, |_| {}),
        };
        for side in sides {
            mark(side.from, side.to, &set);
            mark(side.to, side.from, &back);
        }
    }
    for road in &map.roads {
        let kind = crate::tables::ROADS.iter().position(|name| *name == road.kind).unwrap_or(0) as u8;
        let better = move |side: &mut Hexside| side.road = Some(side.road.map_or(kind, |known| known.min(kind)));
        for pair in road.hexes.windows(2) {
            mark(pair[0], pair[1], &better);
            mark(pair[1], pair[0], &better);
        }
    }
    hexsides
}
