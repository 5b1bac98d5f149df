//! Hexsides and vertices as things of their own, the same whichever hex they are reached from.

use serde::{Deserialize, Serialize};

use crate::{Direction, Grid, Hex};

/// A hexside, shared by two hexes or lying on the edge of the map.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct HexsideId(u32);

/// A vertex, where up to three hexes meet.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct VertexId(u32);

impl HexsideId {
    /// The side of `hex` towards `direction`.
    pub fn of(grid: &Grid, hex: Hex, direction: Direction) -> HexsideId {
        let mine = numbered(hex, direction);
        let other = grid.neighbour(hex, direction);
        HexsideId(if other.is_some() { mine.min(numbered(other, direction.opposite())) } else { mine })
    }

    pub fn between(grid: &Grid, a: Hex, b: Hex) -> Option<HexsideId> {
        grid.direction_between(a, b).map(|direction| HexsideId::of(grid, a, direction))
    }

    /// Smaller than [`HexsideId::count`]: room for a dense array.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    pub fn count(grid: &Grid) -> usize {
        grid.len() * 6
    }

    /// The two hexes; the second is `Hex::NONE` on the edge of the map.
    pub fn hexes(self, grid: &Grid) -> (Hex, Hex) {
        let (hex, direction) = self.owner();
        (hex, grid.neighbour(hex, direction))
    }

    /// The hex whose number names the side, and where the side lies seen from it.
    pub fn owner(self) -> (Hex, Direction) {
        (Hex((self.0 / 6) as u16), Direction::ALL[self.0 as usize % 6])
    }

    pub fn is_map_edge(self, grid: &Grid) -> bool {
        self.hexes(grid).1.is_none()
    }

    /// Both ends of the side, anticlockwise end first as seen from the owner.
    pub fn vertices(self, grid: &Grid) -> [VertexId; 2] {
        let (hex, direction) = self.owner();
        [VertexId::of(grid, hex, direction.clockwise(5)), VertexId::of(grid, hex, direction)]
    }

    /// The six sides of a hex, clockwise from the top.
    pub fn around(grid: &Grid, hex: Hex) -> [HexsideId; 6] {
        Direction::ALL.map(|direction| HexsideId::of(grid, hex, direction))
    }

    /// Every side of the map once.
    pub fn all(grid: &Grid) -> impl Iterator<Item = HexsideId> {
        grid.hexes().flat_map(move |hex| {
            Direction::ALL.into_iter().filter_map(move |direction| {
                let side = HexsideId::of(grid, hex, direction);
                (side.owner() == (hex, direction)).then_some(side)
            })
        })
    }
}

impl VertexId {
    /// The corner of `hex` at the clockwise end of its side towards `direction`: the upper right one for north.
    pub fn of(grid: &Grid, hex: Hex, direction: Direction) -> VertexId {
        let corners = corners(grid, hex, direction);
        VertexId(corners.into_iter().flatten().map(|(hex, corner)| numbered(hex, corner)).min().unwrap_or(u32::MAX))
    }

    /// Smaller than [`VertexId::count`]: room for a dense array.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    pub fn count(grid: &Grid) -> usize {
        grid.len() * 6
    }

    /// The hex whose number names the vertex, and its side whose clockwise end it is.
    pub fn owner(self) -> (Hex, Direction) {
        (Hex((self.0 / 6) as u16), Direction::ALL[self.0 as usize % 6])
    }

    /// The hexes that meet here, one to three of them.
    pub fn hexes(self, grid: &Grid) -> impl Iterator<Item = Hex> + use<> {
        let (hex, direction) = self.owner();
        corners(grid, hex, direction).into_iter().flatten().map(|(hex, _)| hex)
    }

    pub fn is_map_edge(self, grid: &Grid) -> bool {
        self.hexes(grid).count() < 3
    }

    /// The six corners of a hex, clockwise from the upper right.
    pub fn around(grid: &Grid, hex: Hex) -> [VertexId; 6] {
        Direction::ALL.map(|direction| VertexId::of(grid, hex, direction))
    }

    /// The vertices one hexside away, two or three of them.
    pub fn neighbours(self, grid: &Grid) -> impl Iterator<Item = VertexId> + use<> {
        let (hex, direction) = self.owner();
        let mut found: Vec<VertexId> = corners(grid, hex, direction)
            .into_iter()
            .flatten()
            .flat_map(|(hex, corner)| {
                [corner.clockwise(1), corner.clockwise(5)].map(|next| VertexId::of(grid, hex, next))
            })
            .collect();
        found.sort();
        found.dedup();
        found.into_iter()
    }
}

/// The number of a side or corner among all of a grid.
fn numbered(hex: Hex, direction: Direction) -> u32 {
    u32::from(hex.0) * 6 + direction as u32
}

/// One vertex as a corner of each hex that it belongs to.
fn corners(grid: &Grid, hex: Hex, direction: Direction) -> [Option<(Hex, Direction)>; 3] {
    let first = grid.neighbour(hex, direction);
    let second = grid.neighbour(hex, direction.clockwise(1));
    [
        Some((hex, direction)),
        first.is_some().then(|| (first, direction.clockwise(2))),
        second.is_some().then(|| (second, direction.clockwise(4))),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Shift;
    use std::collections::{BTreeMap, BTreeSet};

    #[test]
    fn a_hexside_is_the_same_from_both_hexes() {
        for lower in [Shift::Even, Shift::Odd] {
            let grid = Grid::new(6, 5, lower);
            for hex in grid.hexes() {
                for direction in Direction::ALL {
                    let side = HexsideId::of(&grid, hex, direction);
                    let next = grid.neighbour(hex, direction);
                    assert_eq!(side.is_map_edge(&grid), next.is_none());
                    if next.is_some() {
                        assert_eq!(side, HexsideId::of(&grid, next, direction.opposite()));
                        assert_eq!(HexsideId::between(&grid, hex, next), Some(side));
                    }
                    let (a, b) = side.hexes(&grid);
                    assert!([a, b].contains(&hex) && [a, b].contains(&next));
                }
            }
            let distinct: BTreeSet<HexsideId> = grid.hexes().flat_map(|hex| HexsideId::around(&grid, hex)).collect();
            assert_eq!(HexsideId::all(&grid).collect::<BTreeSet<_>>(), distinct);
        }
    }

    #[test]
    fn vertices_join_the_hexes_that_touch_there() {
        for lower in [Shift::Even, Shift::Odd] {
            let grid = Grid::new(6, 5, lower);
            let mut meeting: BTreeMap<VertexId, BTreeSet<Hex>> = BTreeMap::new();
            for hex in grid.hexes() {
                for vertex in VertexId::around(&grid, hex) {
                    meeting.entry(vertex).or_default().insert(hex);
                }
            }
            for (vertex, hexes) in &meeting {
                assert_eq!(&vertex.hexes(&grid).collect::<BTreeSet<_>>(), hexes);
                for a in hexes {
                    for b in hexes {
                        assert!(a == b || grid.adjacent(*a, *b));
                    }
                }
            }
            // Euler: vertices - hexsides + hexes = 1 for a sheet without holes.
            let sides = HexsideId::all(&grid).count();
            assert_eq!(meeting.len() + grid.len(), sides + 1);
        }
    }

    #[test]
    fn the_ends_of_a_hexside_touch_both_its_hexes() {
        let grid = Grid::new(6, 5, Shift::Even);
        for side in HexsideId::all(&grid) {
            let (a, b) = side.hexes(&grid);
            for vertex in side.vertices(&grid) {
                let meeting: Vec<Hex> = vertex.hexes(&grid).collect();
                assert!(meeting.contains(&a) && (b.is_none() || meeting.contains(&b)));
            }
            let [one, other] = side.vertices(&grid);
            assert!(one.neighbours(&grid).any(|next| next == other));
            assert!((2..=3).contains(&one.neighbours(&grid).count()));
        }
    }
}
