//! The field, and what a stand covers, may do and can hit on it.

use board::footprint::{self, Aspects, Front, Places};
use board::{Direction, Facing, Hand, Hex, MapFile, Shift};

use super::{HexSet, Print, Stand};

/// How far fire reaches.
const RANGE: usize = 3;

#[derive(Clone, Debug)]
pub struct Ground {
    pub map: MapFile,
}

impl Ground {
    /// 50 columns of 40 hexes, all of it open, with a knoll in the middle to look at.
    pub fn new() -> Ground {
        let mut map = MapFile::blank(50, 40, Shift::Odd);
        map.sheet.title = "The Drill Ground".into();
        let knoll = ["2419", "2519", "2420", "2520", "2521", "2620"].map(|name| map.grid.parse(name));
        map.heights.insert(1, knoll.into_iter().flatten().collect());
        Ground { map }
    }

    pub fn hex(&self, name: &str) -> Option<Hex> {
        self.map.grid.parse(name)
    }

    pub fn name(&self, hex: Hex) -> String {
        self.map.grid.name(hex)
    }

    /// The hexes of a unit that stands so; none where it does not fit.
    pub fn covers(&self, print: &Print, stand: Stand) -> Option<Places> {
        match stand.facing.is_vertex() {
            true => footprint::row(&self.map.grid, stand.at, stand.facing, print.length),
            false => footprint::column(&self.map.grid, stand.at, stand.facing, print.length),
        }
    }

    /// The directions in which a unit can go and fire.
    pub fn forward(facing: Facing) -> Vec<Direction> {
        let ahead = facing.direction();
        match facing.is_vertex() {
            true => vec![ahead, ahead.clockwise(1)],
            false => vec![ahead.clockwise(5), ahead, ahead.clockwise(1)],
        }
    }

    /// A step forward.
    pub fn stepped(&self, stand: Stand, direction: Direction) -> Stand {
        Stand { at: self.map.grid.neighbour(stand.at, direction), ..stand }
    }

    /// A row wheels about the end of that hand, a gun turns where it is; none where it would leave the field.
    pub fn turned(&self, print: &Print, stand: Stand, hand: Hand) -> Option<Stand> {
        if !stand.facing.is_vertex() {
            return Some(Stand { facing: stand.facing.turned(hand), ..stand });
        }
        let (places, facing) = footprint::wheeled(&self.map.grid, &self.covers(print, stand)?, stand.facing, hand)?;
        Some(Stand { at: *places.first()?, facing })
    }

    pub fn aspects(&self, print: &Print, stand: Stand) -> Aspects {
        let places = self.covers(print, stand).unwrap_or_default();
        footprint::aspects(&self.map.grid, &places, stand.facing, Front::Broad)
    }

    /// Every hex into which a unit can fire: its front, and what lies ahead of that.
    pub fn arc(&self, print: &Print, stand: Stand) -> HexSet {
        let mut ring: HexSet = self.aspects(print, stand).front.into_iter().collect();
        let mut arc = ring;
        for _ in 1..RANGE {
            let ahead = ring
                .iter()
                .flat_map(|hex| Ground::forward(stand.facing).into_iter().map(move |direction| (hex, direction)));
            ring = ahead
                .map(|(hex, direction)| self.map.grid.neighbour(hex, direction))
                .filter(|hex| hex.is_some())
                .collect();
            arc = arc.union(ring);
        }
        arc
    }
}

impl Default for Ground {
    fn default() -> Ground {
        Ground::new()
    }
}
