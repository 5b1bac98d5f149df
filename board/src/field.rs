//! How far a piece can go: movement fields over dense arrays with a bucket queue.

use crate::{Direction, Grid, Hex};

/// What a step into a neighbouring hex costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    Barred,
    /// At least one point. With `stop` the piece may enter, but goes no further.
    Enter {
        cost: u16,
        stop: bool,
    },
}

const UNREACHED: u16 = u16::MAX;

/// The best way to a hex found so far.
#[derive(Clone, Copy, Debug)]
struct Way {
    remaining: u16,
    from: Hex,
}

const NO_WAY: Way = Way { remaining: UNREACHED, from: Hex::NONE };

/// Every hex within reach of a start, with the points left there. Kept and reused, it allocates only for a run larger
/// than any before.
#[derive(Clone, Debug, Default)]
pub struct Field {
    start: Option<Hex>,
    /// The best way into each hex.
    into: Vec<Way>,
    /// The best way into each hex that also leads on: a cheaper way may end there, in a zone of control.
    onward: Vec<Way>,
    reached: Vec<Hex>,
    /// Hexes to go on from, by the points left.
    buckets: Vec<Vec<Hex>>,
}

impl Field {
    pub fn new() -> Field {
        Field::default()
    }

    /// Spreads from `start` with so many points. `step` is asked at most once for each way over a hexside, except where
    /// a dearer way leads on and the cheapest does not.
    pub fn run(&mut self, grid: &Grid, start: Hex, points: u16, mut step: impl FnMut(Hex, Direction, Hex) -> Step) {
        self.clear(grid, points);
        let begin = Way { remaining: points, from: Hex::NONE };
        self.start = Some(start);
        self.into[start.index()] = begin;
        self.onward[start.index()] = begin;
        self.reached.push(start);
        self.buckets[usize::from(points)].push(start);
        for left in (1..=points).rev() {
            let mut bucket = std::mem::take(&mut self.buckets[usize::from(left)]);
            // Steps cost a point or more, so nothing joins this bucket any more.
            for hex in bucket.drain(..) {
                if self.onward[hex.index()].remaining != left {
                    continue; // a better way was found after this one was noted
                }
                for direction in Direction::ALL {
                    let next = grid.neighbour(hex, direction);
                    if next.is_none() || !self.may_improve(next, left) {
                        continue;
                    }
                    match step(hex, direction, next) {
                        Step::Enter { cost, stop } if cost <= left => {
                            debug_assert!(cost > 0, "a step costs a point or more");
                            self.enter(next, Way { remaining: left - cost, from: hex }, stop);
                        }
                        Step::Enter { .. } | Step::Barred => {}
                    }
                }
            }
            self.buckets[usize::from(left)] = bucket;
        }
        self.buckets[0].clear();
    }

    fn clear(&mut self, grid: &Grid, points: u16) {
        for hex in self.reached.drain(..) {
            self.into[hex.index()] = NO_WAY;
            self.onward[hex.index()] = NO_WAY;
        }
        if self.into.len() < grid.len() {
            self.into.resize(grid.len(), NO_WAY);
            self.onward.resize(grid.len(), NO_WAY);
        }
        if self.buckets.len() <= usize::from(points) {
            self.buckets.resize_with(usize::from(points) + 1, Vec::new);
        }
    }

    fn may_improve(&self, hex: Hex, left: u16) -> bool {
        let onward = self.onward[hex.index()].remaining;
        onward == UNREACHED || onward + 1 < left
    }

    fn enter(&mut self, hex: Hex, way: Way, stop: bool) {
        let better = |old: Way| old.remaining == UNREACHED || old.remaining < way.remaining;
        let into = &mut self.into[hex.index()];
        if into.remaining == UNREACHED {
            self.reached.push(hex);
        }
        if better(*into) {
            *into = way;
        }
        if !stop && better(self.onward[hex.index()]) {
            self.onward[hex.index()] = way;
            self.buckets[usize::from(way.remaining)].push(hex);
        }
    }

    /// Points left on arrival by the cheapest way.
    pub fn remaining(&self, hex: Hex) -> Option<u16> {
        self.into.get(hex.index()).map(|way| way.remaining).filter(|remaining| *remaining != UNREACHED)
    }

    /// The cheapest way, from the start to the hex, both included. Of equally cheap ways it is always the same one.
    pub fn path(&self, to: Hex) -> Option<Vec<Hex>> {
        self.remaining(to)?;
        let mut path = vec![to];
        let mut from = self.into[to.index()].from;
        while from.is_some() {
            path.push(from);
            from = self.onward[from.index()].from;
        }
        path.reverse();
        Some(path)
    }

    /// Every hex within reach, the start first, with the points left there.
    pub fn reached(&self) -> impl Iterator<Item = (Hex, u16)> {
        self.reached.iter().map(|hex| (*hex, self.into[hex.index()].remaining))
    }

    pub fn start(&self) -> Option<Hex> {
        self.start
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Shift;

    /// A small generator for test terrain; the sequence is fixed.
    struct Terrain(u64);

    impl Terrain {
        fn next(&mut self, below: u64) -> u64 {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 33) % below
        }
    }

    /// The same answer by brute patience: relax every hexside until nothing changes.
    fn patiently(grid: &Grid, start: Hex, points: u16, step: impl Fn(Hex, Direction, Hex) -> Step) -> Vec<Option<u16>> {
        let mut into: Vec<Option<u16>> = vec![None; grid.len()];
        let mut onward = into.clone();
        into[start.index()] = Some(points);
        onward[start.index()] = Some(points);
        let mut changed = true;
        while changed {
            changed = false;
            for hex in grid.hexes() {
                let Some(left) = onward[hex.index()] else { continue };
                for direction in Direction::ALL {
                    let next = grid.neighbour(hex, direction);
                    if next.is_none() {
                        continue;
                    }
                    let Step::Enter { cost, stop } = step(hex, direction, next) else { continue };
                    let Some(then) = left.checked_sub(cost) else { continue };
                    if into[next.index()] < Some(then) {
                        into[next.index()] = Some(then);
                        changed = true;
                    }
                    if !stop && onward[next.index()] < Some(then) {
                        onward[next.index()] = Some(then);
                        changed = true;
                    }
                }
            }
        }
        into
    }

    #[test]
    fn fields_agree_with_patient_relaxation() {
        let mut terrain = Terrain(1807);
        let mut field = Field::new();
        for round in 0..200 {
            let grid =
                Grid::new(3 + (round % 9), 3 + (round % 7), if round % 2 == 0 { Shift::Even } else { Shift::Odd });
            let steps: Vec<[Step; 6]> = (0..grid.len())
                .map(|_| {
                    std::array::from_fn(|_| match terrain.next(8) {
                        0 => Step::Barred,
                        n => Step::Enter { cost: (n % 4 + 1) as u16, stop: terrain.next(4) == 0 },
                    })
                })
                .collect();
            let step = |from: Hex, direction: Direction, _: Hex| steps[from.index()][direction.index()];
            let start = Hex(terrain.next(grid.len() as u64) as u16);
            let points = terrain.next(14) as u16;
            field.run(&grid, start, points, step);
            let expected = patiently(&grid, start, points, step);
            for hex in grid.hexes() {
                assert_eq!(field.remaining(hex), expected[hex.index()], "round {round}");
                assert_eq!(field.path(hex).is_some(), expected[hex.index()].is_some());
                if let Some(path) = field.path(hex) {
                    let mut left = points;
                    for (place, pair) in path.windows(2).enumerate() {
                        let direction = grid.direction_between(pair[0], pair[1]).unwrap();
                        let Step::Enter { cost, stop } = step(pair[0], direction, pair[1]) else { panic!("barred") };
                        assert!(!stop || place + 2 == path.len(), "a stop is the end of the way");
                        left -= cost;
                    }
                    assert_eq!((path[0], Some(left)), (start, field.remaining(hex)));
                }
            }
            assert_eq!(field.reached().count(), expected.iter().flatten().count());
        }
    }

    #[test]
    fn a_dearer_way_leads_on_where_the_cheapest_stops() {
        let grid = Grid::new(3, 4, Shift::Even);
        let hex = |name: &str| grid.parse(name).unwrap();
        let mut field = Field::new();
        // Straight down stops; round by column 2 costs more and goes on.
        field.run(&grid, hex("0101"), 6, |from, _, to| match (grid.name(from).as_str(), grid.name(to).as_str()) {
            ("0101", "0102") => Step::Enter { cost: 1, stop: true },
            ("0101", "0201") | ("0201", "0102") | ("0102", "0103") => Step::Enter { cost: 1, stop: false },
            _ => Step::Barred,
        });
        assert_eq!(field.remaining(hex("0102")), Some(5));
        assert_eq!(field.remaining(hex("0103")), Some(3));
        assert_eq!(field.path(hex("0103")).unwrap(), ["0101", "0201", "0102", "0103"].map(hex));
        assert_eq!(field.path(hex("0102")).unwrap(), ["0101", "0102"].map(hex));
        assert_eq!(field.path(hex("0301")), None);
    }
}
