//! The map as the rules see it: the class of every hex, what lies on its sides, roads and bridges, and lines of sight.

use board::{Direction, Grid, Hex, MapFile, Set, Shift};

use crate::lines::Lines;
use crate::tables::{Class, Entry, Mover, SideClass, Tables};

/// Hexes of a map; Minden has 1950.
pub type HexSet = Set<Hex, 31>;

/// What cannot be entered at all.
pub const BARRED: u8 = u8::MAX;

/// No bridge over a hexside.
pub const NO_BRIDGE: u8 = u8::MAX;

/// Room for so many bridges in a state.
pub const BRIDGES: usize = 32;

/// A class of road, the best first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Road {
    Major,
    Minor,
}

/// A column of the movement table, and whether it is a brigade in Line that moves (D.3c).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Gait {
    pub mover: Mover,
    pub brigade: bool,
}

impl Gait {
    const COUNT: usize = Mover::ALL.len() + 2;

    pub const fn new(mover: Mover) -> Gait {
        Gait { mover, brigade: false }
    }

    const fn index(self) -> usize {
        match (self.mover, self.brigade) {
            (Mover::Line, true) => Mover::ALL.len(),
            (Mover::CavalryLine, true) => Mover::ALL.len() + 1,
            (mover, _) => mover.index(),
        }
    }

    fn all() -> [Gait; Gait::COUNT] {
        let mut all = [Gait::new(Mover::Line); Gait::COUNT];
        for (gait, mover) in all.iter_mut().zip(Mover::ALL) {
            gait.mover = mover;
        }
        all[Mover::ALL.len()] = Gait { mover: Mover::Line, brigade: true };
        all[Mover::ALL.len() + 1] = Gait { mover: Mover::CavalryLine, brigade: true };
        all
    }
}

/// What lies on a hexside, seen from the hex it is left by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hexside {
    pub river: bool,
    pub stream: bool,
    /// Fence, hedge or abrupt slope.
    pub soft: bool,
    pub ford: bool,
    /// An abrupt slope that rises, or falls, in this direction (G.2e, G.2f).
    pub slope_up: bool,
    pub slope_down: bool,
    /// The ground beyond is higher.
    pub uphill: bool,
    pub bridge: u8,
    pub road: Option<Road>,
}

impl Default for Hexside {
    fn default() -> Hexside {
        Hexside {
            river: false,
            stream: false,
            soft: false,
            ford: false,
            slope_up: false,
            slope_down: false,
            uphill: false,
            bridge: NO_BRIDGE,
            road: None,
        }
    }
}

impl Hexside {
    /// 2.6g: a river that nobody crosses here; `down` if the bridge is gone.
    pub fn is_parted(&self, down: bool) -> bool {
        self.river && (self.bridge == NO_BRIDGE || down) && !self.ford
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bridge {
    pub ends: [Hex; 2],
    pub stone: bool,
}

/// What the hexsides of a column of the movement table cost.
#[derive(Clone, Copy, Debug, Default)]
struct SideCost {
    stream: u8,
    soft: u8,
    ford: u8,
    elevation: u8,
}

#[derive(Clone, Debug)]
pub struct Ground {
    pub grid: Grid,
    pub class: Vec<Class>,
    /// Village or town: what can be set alight (G.3r).
    pub building: HexSet,
    pub height: Vec<u8>,
    pub sides: Vec<[Hexside; 6]>,
    pub bridges: Vec<Bridge>,
    /// Off the road, by gait and hex: points, [`BARRED`].
    entry: Vec<[u8; Gait::COUNT]>,
    side_cost: [SideCost; Gait::COUNT],
    /// D.2a, by mover: a step along a road.
    road_cost: [Option<u8>; Mover::ALL.len()],
    cube: Vec<(i16, i16)>,
    lines: Lines,
}

impl Ground {
    pub fn compile(map: &MapFile, tables: &Tables, stone_bridges: &[[Hex; 2]]) -> Ground {
        let grid = map.grid.clone();
        let mut class = vec![Class::Clear; grid.len()];
        let mut building = HexSet::EMPTY;
        class.iter_mut().for_each(|class| *class = in_force(Class::Clear));
        for (name, hexes) in &map.terrain {
            for hex in hexes {
                class[hex.index()] = stronger(class[hex.index()], in_force(tables.class(name)));
                // G.3r: orchards, ramparts and redoubts do not burn.
                if matches!(name.as_str(), "village" | "town") {
                    building.insert(*hex);
                }
            }
        }
        // 1.1a: one level to a hex.
        let height = if rule!("1.1a", true) { map.levels() } else { vec![0; grid.len()] };
        let mut bridges = Vec::new();
        let sides = sides_of(map, tables, &building, &height, stone_bridges, &mut bridges);
        let gaits = Gait::all();
        let entry_of = |class: Class| {
            gaits.map(|gait| match tables.entry(gait.mover, class, gait.brigade) {
                Entry::Points(_) if !rule!("T.terrain", true) => 1,
                Entry::Points(points) => points,
                Entry::Barred | Entry::Road => BARRED,
            })
        };
        let entry = class.iter().map(|class| entry_of(*class)).collect();
        let side_cost = gaits.map(|gait| SideCost {
            stream: tables.hexside(gait.mover, SideClass::Stream),
            soft: tables.hexside(gait.mover, SideClass::Soft),
            ford: tables.hexside(gait.mover, SideClass::Ford),
            elevation: tables.hexside(gait.mover, SideClass::Elevation),
        });
        let cube = (0..grid.len() as u16).map(|hex| {
            let (q, r, _) = grid.cube(Hex(hex));
            (q as i16, r as i16)
        });
        Ground {
            cube: cube.collect(),
            lines: Lines::new(tables.farthest().max(tables.command_range(crate::counters::Rank::GeneralInChief))),
            road_cost: Mover::ALL.map(|mover| tables.road(mover)),
            grid,
            class,
            building,
            height,
            sides,
            bridges,
            entry,
            side_cost,
        }
    }

    #[inline]
    pub fn class(&self, hex: Hex) -> Class {
        self.class[hex.index()]
    }

    #[inline]
    pub fn height(&self, hex: Hex) -> u8 {
        self.height[hex.index()]
    }

    #[inline]
    pub fn side(&self, from: Hex, direction: Direction) -> &Hexside {
        &self.sides[from.index()][direction.index()]
    }

    /// The hexside from one hex to its neighbour.
    pub fn between(&self, from: Hex, to: Hex) -> Option<&Hexside> {
        self.grid.direction_between(from, to).map(|direction| self.side(from, direction))
    }

    /// Wood or soft cover: what puts Lines into disorder and hides what is in it.
    #[inline]
    pub fn is_cover(&self, hex: Hex) -> bool {
        matches!(self.class(hex), Class::Wood | Class::Soft)
    }

    /// To enter a hex off the road.
    #[inline]
    pub fn entry(&self, gait: Gait, hex: Hex) -> u8 {
        self.entry[hex.index()][gait.index()]
    }

    /// To go from a hex in a direction off the road (D.1a); `down` if the bridge there is gone.
    #[inline]
    pub fn cost(&self, gait: Gait, from: Hex, direction: Direction, down: bool) -> u8 {
        let to = self.grid.neighbour(from, direction);
        if to.is_none() {
            return BARRED;
        }
        let entry = self.entry(gait, to);
        let side = self.side(from, direction);
        if entry == BARRED || side.is_parted(down) {
            return BARRED;
        }
        let bridged = side.bridge != NO_BRIDGE && !down;
        let costs = &self.side_cost[gait.index()];
        let water = match (bridged, side.ford, side.stream) {
            (true, _, _) | (false, false, false) => 0,
            (false, true, _) => costs.ford,
            (false, false, true) => costs.stream,
        };
        entry + water + if side.soft { costs.soft } else { 0 } + if side.uphill { costs.elevation } else { 0 }
    }

    /// D.2a: a step along a road, for those who have road movement.
    #[inline]
    pub fn road_cost(&self, mover: Mover) -> Option<u8> {
        self.road_cost[mover.index()]
    }

    /// The hex so far off, in cube coordinates.
    #[inline]
    pub fn offset(&self, hex: Hex, (dq, dr): (i16, i16)) -> Hex {
        let (q, r) = self.cube[hex.index()];
        let (q, r) = (i32::from(q + dq), i32::from(r + dr));
        let half_rows = match self.grid.lower() {
            Shift::Even => q - (q & 1),
            Shift::Odd => q + (q & 1),
        };
        self.grid.at(q + 1, r + 1 + half_rows / 2).unwrap_or(Hex::NONE)
    }

    #[inline]
    pub fn apart(&self, from: Hex, to: Hex) -> (i16, i16) {
        let (from, to) = (self.cube[from.index()], self.cube[to.index()]);
        (to.0 - from.0, to.1 - from.1)
    }

    #[inline]
    pub fn distance(&self, from: Hex, to: Hex) -> u16 {
        let (q, r) = self.apart(from, to);
        q.unsigned_abs().max(r.unsigned_abs()).max((q + r).unsigned_abs())
    }

    /// Every hex that the straight line between two centres touches between them, in order; nothing beyond the longest range.
    pub fn touched(&self, from: Hex, to: Hex) -> impl Iterator<Item = Hex> + '_ {
        let between = self.lines.between(self.apart(from, to)).iter();
        between.map(move |offset| self.offset(from, (offset.0.into(), offset.1.into())))
    }

    pub fn around(&self, hex: Hex) -> impl Iterator<Item = Hex> + '_ {
        self.grid.neighbours(hex).iter().copied().filter(|near| near.is_some())
    }

    /// The middle of a hex along an axis, in units that grow with the distance along it (S21). Whole numbers: east and
    /// north in quarters of a row, the axis by its sine and cosine in thousandths.
    pub fn along(&self, hex: Hex, (sine, cosine): (i32, i32)) -> i32 {
        let (column, row) = self.grid.column_row(hex);
        let lower = matches!((self.grid.lower(), column % 2), (Shift::Even, 0) | (Shift::Odd, 1));
        // A column is 0.866 of a row apart from the next.
        let east = i32::from(column) * 866;
        let north = -(i32::from(row) * 1000 + if lower { 500 } else { 0 });
        (east * sine + north * cosine) / 1000
    }
}

/// 2.6b to 2.6g: what the ground of a hex counts as, each class under its own case.
fn in_force(class: Class) -> Class {
    let (holds, otherwise) = match class {
        Class::Clear => (rule!("2.6b", true), Class::Difficult),
        Class::Difficult => (rule!("2.6c", true), Class::Clear),
        Class::Soft => (rule!("2.6d", true), Class::Clear),
        Class::Hard => (rule!("2.6e", true), Class::Clear),
        Class::Wood => (rule!("2.6f", true), Class::Clear),
        Class::Impassable => (rule!("2.6g", true), Class::Clear),
    };
    if holds { class } else { otherwise }
}

/// Of two terrains in a hex the one that hinders more.
fn stronger(one: Class, other: Class) -> Class {
    if other as u8 > one as u8 { other } else { one }
}

fn sides_of(
    map: &MapFile,
    tables: &Tables,
    building: &HexSet,
    height: &[u8],
    stone_bridges: &[[Hex; 2]],
    bridges: &mut Vec<Bridge>,
) -> Vec<[Hexside; 6]> {
    let grid = &map.grid;
    let mut sides = vec![[Hexside::default(); 6]; grid.len()];
    let mut mark = |from: Hex, to: Hex, set: &dyn Fn(&mut Hexside, bool)| {
        for (from, to, forward) in [(from, to, true), (to, from, false)] {
            if let Some(direction) = grid.direction_between(from, to) {
                set(&mut sides[from.index()][direction.index()], forward);
            }
        }
    };
    for (name, listed) in &map.hexsides {
        for side in listed {
            let (from, to) = (side.from, side.to);
            // 2.6h: what lies on hexsides.
            match tables.side_class(name).filter(|_| rule!("2.6h", true)) {
                Some(SideClass::River) => mark(from, to, &|side, _| side.river = true),
                Some(SideClass::Stream) => mark(from, to, &|side, _| side.stream = true),
                Some(SideClass::Soft) if name == "slope" => mark(from, to, &|side, up| {
                    side.soft = true;
                    side.slope_up |= up;
                    side.slope_down |= !up;
                }),
                Some(SideClass::Soft) => mark(from, to, &|side, _| side.soft = true),
                Some(SideClass::Ford) => mark(from, to, &|side, _| side.ford = true),
                Some(SideClass::Bridge) => {
                    let number = bridges.len() as u8;
                    let stone = stone_bridges.iter().any(|ends| *ends == [from, to] || *ends == [to, from]);
                    bridges.push(Bridge { ends: [from, to], stone });
                    mark(from, to, &|side, _| side.bridge = number);
                }
                // 2.6h: the levels themselves say where the ground rises.
                Some(SideClass::Elevation) | None => {}
            }
        }
    }
    // A bridge over nothing that is named spans a river.
    for side in sides.iter_mut().flatten() {
        side.river |= side.bridge != NO_BRIDGE && !side.stream;
    }
    for hex in grid.hexes() {
        for direction in Direction::ALL {
            let to = grid.neighbour(hex, direction);
            if to.is_some() {
                let side = &mut sides[hex.index()][direction.index()];
                side.uphill = height[to.index()] > height[hex.index()];
                // D.2d: neighbouring hexes of a village are joined.
                if rule!("D.2d", building.contains(hex) && building.contains(to)) {
                    side.road = Some(Road::Minor);
                }
            }
        }
    }
    for road in &map.roads {
        // 2.6i: two classes of roads.
        let kind = if rule!("2.6i", road.kind == "major") { Road::Major } else { Road::Minor };
        for pair in road.hexes.windows(2) {
            for (from, to) in [(pair[0], pair[1]), (pair[1], pair[0])] {
                if let Some(direction) = grid.direction_between(from, to) {
                    let side = &mut sides[from.index()][direction.index()];
                    // D.2d: fords cut the road.
                    side.road = if side.ford { None } else { Some(side.road.map_or(kind, |known| known.min(kind))) };
                }
            }
        }
    }
    sides
}
