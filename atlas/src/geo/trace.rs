//! Following a drawn line over the grid: along hexsides for water, from hex to hex for roads.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use board::{Direction, Grid, Hex, HexsideId, VertexId};

use super::features::{dense, distance_to};
use crate::layout::{self, Point};

/// How much a detour of one hex from the drawn line is shunned, in steps.
const PULL: f64 = 18.0;

/// The grid with a rim of hexes around it, so that lines can run off the sheet.
pub(super) struct Padded {
    grid: Grid,
    rim: u16,
}

impl Padded {
    pub(super) fn around(grid: &Grid) -> Padded {
        // Two columns at a time keep the same columns lower.
        let rim = if grid.columns().max(grid.rows()) + 4 <= Grid::LARGEST { 2 } else { 0 };
        Padded { grid: Grid::new(grid.columns() + 2 * rim, grid.rows() + 2 * rim, grid.lower()), rim }
    }

    fn shift(&self) -> Point {
        Point::new(f64::from(self.rim) * layout::COLUMN_STEP, f64::from(self.rim))
    }

    fn on_sheet(&self, grid: &Grid, hex: Hex) -> Option<Hex> {
        if hex.is_none() {
            return None;
        }
        let (column, row) = self.grid.column_row(hex);
        grid.at(i32::from(column) - i32::from(self.rim), i32::from(row) - i32::from(self.rim))
    }

    /// The hexsides along which a line best runs, in order; only those between two hexes of the sheet.
    pub(super) fn hexsides(&self, grid: &Grid, line: &[Point]) -> Vec<(Hex, Hex)> {
        let line: Vec<Point> = line.iter().map(|point| *point + self.shift()).collect();
        let vertices: BTreeMap<VertexId, Point> = self
            .grid
            .hexes()
            .flat_map(|hex| VertexId::around(&self.grid, hex))
            .map(|vertex| (vertex, layout::vertex(&self.grid, vertex)))
            .collect();
        let within: Vec<Point> = dense(&line).into_iter().filter(|point| self.holds(*point)).collect();
        let (Some(first), Some(last)) = (within.first(), within.last()) else { return Vec::new() };
        let nearest = |to: Point| {
            vertices.iter().min_by(|a, b| a.1.distance(to).total_cmp(&b.1.distance(to))).map(|(vertex, _)| *vertex)
        };
        let (Some(start), Some(end)) = (nearest(*first), nearest(*last)) else { return Vec::new() };
        let walk = cheapest(start, end, |vertex| {
            vertex
                .neighbours(&self.grid)
                .map(|next| {
                    let between = vertices[&vertex].middle(vertices[&next]);
                    let away = distance_to(&line, between).max(distance_to(&line, vertices[&next]) * 0.8);
                    (next, 1.0 + PULL * away * away)
                })
                .collect()
        });
        walk.windows(2)
            .filter_map(|pair| {
                let side =
                    pair[0].hexes(&self.grid).flat_map(|hex| HexsideId::around(&self.grid, hex)).find(|side| {
                        let ends = side.vertices(&self.grid);
                        ends == [pair[0], pair[1]] || ends == [pair[1], pair[0]]
                    })?;
                let (a, b) = side.hexes(&self.grid);
                Some((self.on_sheet(grid, a)?, self.on_sheet(grid, b)?))
            })
            .collect()
    }

    fn holds(&self, point: Point) -> bool {
        layout::hex_at(&self.grid, point).is_some()
    }
}

/// The hexes through which a line best runs. `cheaper` tells steps that a road already takes: new roads join it.
pub(super) fn hexes(grid: &Grid, line: &[Point], cheaper: impl Fn(Hex, Hex) -> bool) -> Vec<Hex> {
    let on_map: Vec<Hex> = dense(line).into_iter().filter_map(|point| layout::hex_at(grid, point)).collect();
    let (Some(start), Some(end)) = (on_map.first(), on_map.last()) else { return Vec::new() };
    let mut walk = cheapest(*start, *end, |hex| {
        let around = Direction::ALL.map(|direction| grid.neighbour(hex, direction));
        around
            .into_iter()
            .filter(|next| next.is_some())
            .map(|next| {
                let away = distance_to(line, layout::centre(grid, next));
                let crossing = layout::centre(grid, hex).middle(layout::centre(grid, next));
                let off = distance_to(line, crossing);
                let share = if cheaper(hex, next) { 0.55 } else { 1.0 };
                (next, share * (1.0 + PULL * (away * away + off * off) / 2.0))
            })
            .collect()
    });
    // A corner that could be cut is a double step.
    let mut at = 2;
    while at < walk.len() {
        if grid.adjacent(walk[at - 2], walk[at]) {
            walk.remove(at - 1);
        } else {
            at += 1;
        }
    }
    walk
}

/// Dijkstra's walk; empty when there is none. Equal costs fall to the smaller identity: always the same result.
fn cheapest<N: Copy + Ord>(start: N, end: N, steps: impl Fn(N) -> Vec<(N, f64)>) -> Vec<N> {
    // Costs as whole millionths order totally and exactly.
    let whole = |cost: f64| (cost * 1e6) as u64;
    let mut best: BTreeMap<N, (u64, Option<N>)> = BTreeMap::from([(start, (0, None))]);
    let mut queue = BinaryHeap::from([Reverse((0u64, start))]);
    while let Some(Reverse((spent, here))) = queue.pop() {
        if here == end {
            let mut walk = vec![end];
            while let Some((_, Some(before))) = best.get(&walk[walk.len() - 1]) {
                walk.push(*before);
            }
            walk.reverse();
            return walk;
        }
        if best[&here].0 < spent {
            continue;
        }
        for (next, cost) in steps(here) {
            let then = spent + whole(cost);
            if best.get(&next).is_none_or(|(old, _)| then < *old) {
                best.insert(next, (then, Some(here)));
                queue.push(Reverse((then, next)));
            }
        }
    }
    Vec::new()
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::Shift;

    #[test]
    fn a_straight_river_separates_two_rows_from_edge_to_edge() {
        let grid = Grid::new(8, 6, Shift::Even);
        let padded = Padded::around(&grid);
        let sides = padded.hexsides(&grid, &[Point::new(-3.0, 2.75), Point::new(12.0, 2.75)]);
        // Every column but for the zigzag has its river between rows 3 and 4.
        assert_eq!(sides.len(), 15);
        for (a, b) in &sides {
            assert!(grid.adjacent(*a, *b));
            let rows = [grid.column_row(*a).1, grid.column_row(*b).1];
            assert!(rows.iter().all(|row| (3..=4).contains(row)), "{rows:?}");
        }
    }

    #[test]
    fn a_road_is_a_walk_without_detours() {
        let grid = Grid::new(10, 8, Shift::Odd);
        let line = [Point::new(-1.0, 0.4), Point::new(3.0, 3.1), Point::new(9.0, 5.0)];
        let road = hexes(&grid, &line, |_, _| false);
        assert!(road.windows(2).all(|pair| grid.adjacent(pair[0], pair[1])));
        assert!(!road.windows(3).any(|three| grid.adjacent(three[0], three[2])));
    }
}
