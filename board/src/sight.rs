//! Straight lines between hex centres, in whole numbers: what lies between a gun and its target.

use std::cmp::Ordering;

use crate::{Direction, Grid, Hex, Shift};

/// Something a line meets strictly between its two ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Crossing {
    /// The line passes through the inside of this hex.
    Through(Hex),
    /// The line runs exactly along the hexside between these two; `Hex::NONE`, always second, lies off the map.
    Along(Hex, Hex),
}

/// A cube coordinate, off the map or on it.
type Cube = [i64; 3];

/// A fraction with a positive denominator.
#[derive(Clone, Copy, Debug)]
struct Fraction {
    over: i64,
    under: i64,
}

impl Fraction {
    fn new(over: i64, under: i64) -> Fraction {
        if under < 0 { Fraction { over: -over, under: -under } } else { Fraction { over, under } }
    }

    fn cmp(self, other: Fraction) -> Ordering {
        (self.over * other.under).cmp(&(other.over * self.under))
    }
}

/// The part of the line inside a hex or on its rim; `enter` is how much of the way lies before it.
struct Stretch {
    hex: Cube,
    enter: Fraction,
    on_rim: bool,
}

/// Everything strictly between two hexes on the straight line between their centres, in order from the first.
/// Hexes that the line only touches at a corner are not met.
pub fn line(grid: &Grid, from: Hex, to: Hex) -> Vec<Crossing> {
    let start = wide(grid.cube(from));
    let end = wide(grid.cube(to));
    let way = [end[0] - start[0], end[1] - start[1], end[2] - start[2]];
    let steps = i64::from(grid.distance(from, to));
    let mut met: Vec<Stretch> = Vec::new();
    for step in 1..steps {
        // Every hex on the line has the hex at some whole step for itself or for a neighbour.
        let near = rounded(start, way, step, steps);
        for offset in AROUND {
            let hex = [near[0] + offset[0], near[1] + offset[1], near[2] + offset[2]];
            if hex == start || hex == end || met.iter().any(|stretch| stretch.hex == hex) {
                continue;
            }
            met.extend(stretch(start, way, hex));
        }
    }
    met.sort_by(|a, b| a.enter.cmp(b.enter).then(a.hex.cmp(&b.hex)));
    let mut crossings = Vec::with_capacity(met.len());
    let mut rest = met.iter();
    while let Some(stretch) = rest.next() {
        let here = on_grid(grid, stretch.hex);
        if stretch.on_rim {
            // The hex on the other side of the rim has the same stretch and stands next.
            let there = rest.next().map_or(Hex::NONE, |other| on_grid(grid, other.hex));
            crossings.push(Crossing::Along(here.min(there), here.max(there)));
        } else {
            crossings.push(Crossing::Through(here));
        }
    }
    crossings
}

const AROUND: [Cube; 7] = [[0, 0, 0], [0, -1, 1], [1, -1, 0], [1, 0, -1], [0, 1, -1], [-1, 1, 0], [-1, 0, 1]];

fn wide((q, r, s): (i32, i32, i32)) -> Cube {
    [q.into(), r.into(), s.into()]
}

/// A hex that contains the point `step / steps` of the way along.
fn rounded(start: Cube, way: Cube, step: i64, steps: i64) -> Cube {
    // Twice the exact coordinate over twice the denominator, rounded half up, then mended to sum zero.
    let exact = [0, 1, 2].map(|axis| start[axis] * steps + way[axis] * step);
    let mut hex = exact.map(|value| (2 * value + steps).div_euclid(2 * steps));
    let miss = [0, 1, 2].map(|axis| (hex[axis] * steps - exact[axis]).abs());
    let excess: i64 = hex.iter().sum();
    let worst = (0..3).max_by_key(|axis| miss[*axis]).unwrap_or(0);
    hex[worst] -= excess;
    hex
}

/// The way inside a hex, if it has any length. A point lies in a hex when no two of its cube coordinates, counted from
/// the hex's centre, differ by more than one.
fn stretch(start: Cube, way: Cube, hex: Cube) -> Option<Stretch> {
    let apart = [start[0] - hex[0], start[1] - hex[1], start[2] - hex[2]];
    let mut enter = Fraction::new(0, 1);
    let mut leave = Fraction::new(1, 1);
    let mut on_rim = false;
    for (a, b) in [(0, 1), (1, 2), (2, 0)] {
        let offset = apart[a] - apart[b];
        let slope = way[a] - way[b];
        if slope == 0 {
            if offset.abs() > 1 {
                return None;
            }
            on_rim |= offset.abs() == 1;
            continue;
        }
        let mut bounds = [Fraction::new(-1 - offset, slope), Fraction::new(1 - offset, slope)];
        if slope < 0 {
            bounds.swap(0, 1);
        }
        if bounds[0].cmp(enter) == Ordering::Greater {
            enter = bounds[0];
        }
        if bounds[1].cmp(leave) == Ordering::Less {
            leave = bounds[1];
        }
    }
    (enter.cmp(leave) == Ordering::Less).then_some(Stretch { hex, enter, on_rim })
}

fn on_grid(grid: &Grid, [q, r, _]: Cube) -> Hex {
    let half_rows = match grid.lower() {
        Shift::Even => q - (q & 1),
        Shift::Odd => q + (q & 1),
    };
    grid.at(q as i32 + 1, (r + half_rows / 2) as i32 + 1).unwrap_or(Hex::NONE)
}

/// The direction out of `from` that points straight at `to`, if the line between them leaves through the middle of a
/// hexside.
pub fn straight(grid: &Grid, from: Hex, to: Hex) -> Option<Direction> {
    let (a, b) = (wide(grid.cube(from)), wide(grid.cube(to)));
    let way = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
    let length = i64::from(grid.distance(from, to));
    let toward = AROUND[1..].iter().position(|unit| length > 0 && unit.map(|u| u * length) == way)?;
    Some(Direction::ALL[toward])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(grid: &Grid, from: &str, to: &str) -> Vec<String> {
        let hex = |name: &str| grid.parse(name).unwrap();
        line(grid, hex(from), hex(to))
            .into_iter()
            .map(|crossing| match crossing {
                Crossing::Through(hex) => grid.name(hex),
                Crossing::Along(a, b) => format!("{}|{}", grid.name(a), grid.name(b)),
            })
            .collect()
    }

    #[test]
    fn two_hexes_off_a_line_meets_one_hex_or_runs_along_a_hexside() {
        let grid = Grid::new(10, 10, Shift::Even);
        assert_eq!(named(&grid, "0404", "0406"), ["0405"]);
        assert_eq!(named(&grid, "0404", "0604"), ["0504|0505"]);
        assert_eq!(named(&grid, "0404", "0504"), [] as [&str; 0]);
        assert_eq!(named(&grid, "0404", "0404"), [] as [&str; 0]);
        assert_eq!(named(&grid, "0101", "0301"), ["0201|off map"]);
        assert_eq!(named(&grid, "0404", "0804"), ["0504|0505", "0604", "0704|0705"]);
    }

    /// Where the line is at each of very many points, by exact fractions: the hexes whose inside holds the point.
    fn brute_force(grid: &Grid, from: Hex, to: Hex) -> Vec<Vec<Cube>> {
        let (a, b) = (wide(grid.cube(from)), wide(grid.cube(to)));
        // Finer than any two places where so short a line can cross a hexside.
        let parts = 2311;
        let mut seen: Vec<Vec<Cube>> = Vec::new();
        for part in 1..parts {
            let point = [0, 1, 2].map(|axis| a[axis] * parts + (b[axis] - a[axis]) * part);
            let near = point.map(|value| value.div_euclid(parts));
            let mut holds = Vec::new();
            for dq in -1..=2 {
                for dr in -1..=2 {
                    let hex = [near[0] + dq, near[1] + dr, -(near[0] + dq) - (near[1] + dr)];
                    let off = [0, 1, 2].map(|axis| point[axis] - hex[axis] * parts);
                    let far = [(0, 1), (1, 2), (2, 0)].map(|(x, y)| (off[x] - off[y]).abs()).into_iter().max();
                    if far <= Some(parts) {
                        holds.push(hex);
                    }
                }
            }
            holds.sort();
            if seen.last() != Some(&holds) {
                seen.push(holds);
            }
        }
        seen
    }

    #[test]
    fn lines_agree_with_a_walk_in_tiny_exact_steps() {
        for lower in [Shift::Even, Shift::Odd] {
            let grid = Grid::new(9, 9, lower);
            for from in ["0101", "0202", "0505", "0406"].map(|name| grid.parse(name).unwrap()) {
                for to in grid.hexes().filter(|to| *to != from) {
                    let ends = [wide(grid.cube(from)), wide(grid.cube(to))];
                    let expected: Vec<Crossing> = brute_force(&grid, from, to)
                        .into_iter()
                        // Three hexes meet at a corner: the line only touches there.
                        .filter(|holds| holds.len() < 3 && !holds.iter().any(|hex| ends.contains(hex)))
                        .map(|holds| match holds[..] {
                            [one] => Crossing::Through(on_grid(&grid, one)),
                            [one, two] => {
                                let (a, b) = (on_grid(&grid, one), on_grid(&grid, two));
                                Crossing::Along(a.min(b), a.max(b))
                            }
                            _ => unreachable!("a point lies in one hex or between two"),
                        })
                        .collect();
                    assert_eq!(line(&grid, from, to), expected, "{} to {}", grid.name(from), grid.name(to));
                }
            }
        }
    }

    #[test]
    fn lines_are_the_same_both_ways_at_any_distance() {
        let grid = Grid::new(99, 99, Shift::Odd);
        for (from, to) in [("0101", "9999"), ("0199", "9901"), ("0150", "9950"), ("5001", "5099"), ("1337", "7218")] {
            let (from, to) = (grid.parse(from).unwrap(), grid.parse(to).unwrap());
            let mut back = line(&grid, to, from);
            back.reverse();
            assert_eq!(line(&grid, from, to), back);
            assert!(back.len() + 1 >= usize::from(grid.distance(from, to)) / 2);
        }
    }

    #[test]
    fn straight_lines_have_a_direction() {
        let grid = Grid::new(10, 10, Shift::Even);
        let hex = |name: &str| grid.parse(name).unwrap();
        for start in [hex("0505"), hex("0605")] {
            for direction in Direction::ALL {
                let two = grid.neighbour(grid.neighbour(start, direction), direction);
                assert_eq!(straight(&grid, start, two), Some(direction));
            }
        }
        assert_eq!(straight(&grid, hex("0404"), hex("0604")), None);
        assert_eq!(straight(&grid, hex("0404"), hex("0404")), None);
    }
}
