//! Where hexes lie on paper. One unit is the distance between the centres of two neighbours; y grows downwards.

use std::ops::{Add, Mul, Sub};

use board::{Direction, Grid, Hex, Shift, VertexId};

/// Half the square root of three: columns stand this far apart.
pub const COLUMN_STEP: f64 = 0.866_025_403_784_438_6;
/// From the centre of a hex to its corners.
pub const CORNER: f64 = 0.577_350_269_189_625_8;

#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Point {
    pub x: f64,
    pub y: f64,
}

impl Point {
    pub const fn new(x: f64, y: f64) -> Point {
        Point { x, y }
    }

    pub fn length(self) -> f64 {
        self.x.hypot(self.y)
    }

    pub fn distance(self, other: Point) -> f64 {
        (self - other).length()
    }

    pub fn dot(self, other: Point) -> f64 {
        self.x * other.x + self.y * other.y
    }

    /// The same direction, one long; zero stays zero.
    pub fn unit(self) -> Point {
        let length = self.length();
        if length > 0.0 { self * (1.0 / length) } else { self }
    }

    /// A quarter turn clockwise, as seen on paper.
    pub fn turned(self) -> Point {
        Point::new(-self.y, self.x)
    }

    pub fn middle(self, other: Point) -> Point {
        (self + other) * 0.5
    }
}

impl Add for Point {
    type Output = Point;
    fn add(self, other: Point) -> Point {
        Point::new(self.x + other.x, self.y + other.y)
    }
}

impl Sub for Point {
    type Output = Point;
    fn sub(self, other: Point) -> Point {
        Point::new(self.x - other.x, self.y - other.y)
    }
}

impl Mul<f64> for Point {
    type Output = Point;
    fn mul(self, by: f64) -> Point {
        Point::new(self.x * by, self.y * by)
    }
}

/// The centre of the hex in this column and row, counted from 1, on the map or off it.
pub fn centre_of(column: i32, row: i32, lower: Shift) -> Point {
    let is_lower = match lower {
        Shift::Even => column.rem_euclid(2) == 0,
        Shift::Odd => column.rem_euclid(2) == 1,
    };
    let down = if is_lower { 0.5 } else { 0.0 };
    Point::new(f64::from(column - 1) * COLUMN_STEP, f64::from(row - 1) + down)
}

pub fn centre(grid: &Grid, hex: Hex) -> Point {
    let (column, row) = grid.column_row(hex);
    centre_of(column.into(), row.into(), grid.lower())
}

/// From the centre of a hex to the corner at the clockwise end of its side towards `direction`.
pub fn corner_offset(direction: Direction) -> Point {
    let half = CORNER / 2.0;
    match direction {
        Direction::North => Point::new(half, -0.5),
        Direction::NorthEast => Point::new(CORNER, 0.0),
        Direction::SouthEast => Point::new(half, 0.5),
        Direction::South => Point::new(-half, 0.5),
        Direction::SouthWest => Point::new(-CORNER, 0.0),
        Direction::NorthWest => Point::new(-half, -0.5),
    }
}

pub fn corner(grid: &Grid, hex: Hex, direction: Direction) -> Point {
    centre(grid, hex) + corner_offset(direction)
}

pub fn vertex(grid: &Grid, vertex: VertexId) -> Point {
    let (hex, direction) = vertex.owner();
    corner(grid, hex, direction)
}

/// From the centre of a hex to the middle of one of its sides: half the way to the neighbour.
pub fn side_offset(direction: Direction) -> Point {
    corner_offset(direction).middle(corner_offset(direction.clockwise(5)))
}

/// The column and row, counted from 1, of the hex that holds a point, on the map or off it.
pub fn column_row_at(point: Point, lower: Shift) -> (i32, i32) {
    let near = (point.x / COLUMN_STEP).round() as i32 + 1;
    let mut best = (f64::INFINITY, near, 1);
    for column in near - 1..=near + 1 {
        let top = centre_of(column, 1, lower).y;
        let row = (point.y - top).round() as i32 + 1;
        let away = centre_of(column, row, lower).distance(point);
        if away < best.0 {
            best = (away, column, row);
        }
    }
    (best.1, best.2)
}

pub fn hex_at(grid: &Grid, point: Point) -> Option<Hex> {
    let (column, row) = column_row_at(point, grid.lower());
    grid.at(column, row)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_are_one_unit_apart_and_share_their_corners() {
        for lower in [Shift::Even, Shift::Odd] {
            let grid = Grid::new(6, 6, lower);
            for hex in grid.hexes() {
                assert_eq!(hex_at(&grid, centre(&grid, hex)), Some(hex));
                for direction in Direction::ALL {
                    let next = grid.neighbour(hex, direction);
                    if next.is_some() {
                        let way = centre(&grid, next) - centre(&grid, hex);
                        assert!((way.length() - 1.0).abs() < 1e-9);
                        assert!((way * 0.5).distance(side_offset(direction)) < 1e-9);
                        let shared = corner(&grid, next, direction.clockwise(2));
                        assert!(corner(&grid, hex, direction).distance(shared) < 1e-9);
                    }
                    let inside = centre(&grid, hex) + corner_offset(direction) * 0.97;
                    assert_eq!(hex_at(&grid, inside), Some(hex));
                }
            }
        }
    }
}
