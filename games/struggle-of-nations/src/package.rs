//! Two hexes and the way they look: the geometry of packages (3.package, 15).
//!
//! A column looks at a hexside: its leading half is `lead`, its trailing half `rear`. A line looks at a vertex: its left half
//! is `lead`, its right half `rear`. A pair of hexes allows four packages, two columns and two lines.

use arrayvec::ArrayVec;
use board::{Direction, Facing, Grid, Hand, Hex};
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Package {
    pub lead: Hex,
    /// None while the trailing half of a column waits outside the map.
    pub rear: Hex,
    pub facing: Facing,
}

impl Package {
    /// On no hex at all.
    pub const NOWHERE: Package = Package { lead: Hex::NONE, rear: Hex::NONE, facing: Facing::side(Direction::North) };

    /// A column heading in a direction; its rear may lie off the map.
    pub fn column(grid: &Grid, lead: Hex, heading: Direction) -> Package {
        Package { lead, rear: grid.neighbour(lead, heading.opposite()), facing: Facing::side(heading) }
    }

    /// A line from its left hex along its axis, if it fits on the map.
    pub fn line(grid: &Grid, left: Hex, axis: Direction) -> Option<Package> {
        let right = grid.neighbour(left, axis);
        // It looks at the vertex between its two forward directions, the axis less two and less one.
        right.is_some().then_some(Package { lead: left, rear: right, facing: Facing::vertex(axis.clockwise(4)) })
    }

    /// The package on two adjacent hexes that faces so, if there is one.
    pub fn on(grid: &Grid, a: Hex, b: Hex, facing: Facing) -> Option<Package> {
        [(a, b), (b, a)].into_iter().map(|(lead, rear)| Package { lead, rear, facing }).find(|it| it.is_sound(grid))
    }

    /// Whether the two hexes lie as the facing says.
    pub fn is_sound(&self, grid: &Grid) -> bool {
        if self.lead.is_none() {
            return false;
        }
        if self.rear.is_none() {
            return !self.is_line();
        }
        grid.neighbour(self.lead, self.rearward()) == self.rear
    }

    pub const fn is_line(&self) -> bool {
        self.facing.is_vertex()
    }

    pub const fn is_nowhere(&self) -> bool {
        self.lead.is_none()
    }

    /// The heading of a column; for a line, the forward direction to its left.
    pub const fn heading(&self) -> Direction {
        self.facing.direction()
    }

    /// The axis of a line, from its left half to its right.
    pub const fn axis(&self) -> Direction {
        self.facing.direction().clockwise(2)
    }

    /// From the leading half to the other.
    const fn rearward(&self) -> Direction {
        if self.is_line() { self.axis() } else { self.heading().opposite() }
    }

    /// The hexes it covers.
    pub fn hexes(&self) -> impl Iterator<Item = Hex> + use<> {
        [self.lead, self.rear].into_iter().filter(|hex| hex.is_some())
    }

    pub fn covers(&self, hex: Hex) -> bool {
        hex.is_some() && (self.lead == hex || self.rear == hex)
    }

    /// Whether both cover the same hexes, whichever way they look.
    pub fn shares_pair(&self, other: &Package) -> bool {
        (self.lead, self.rear) == (other.lead, other.rear) || (self.lead, self.rear) == (other.rear, other.lead)
    }

    /// Whether they have any hex in common.
    pub fn overlaps(&self, other: &Package) -> bool {
        self.hexes().any(|hex| other.covers(hex))
    }

    /// The hexes around it, at most eight (17.zoc).
    pub fn ring(&self, grid: &Grid) -> ArrayVec<Hex, 10> {
        let mut ring = ArrayVec::new();
        for half in self.hexes() {
            for near in grid.neighbours(half) {
                if near.is_some() && !self.covers(*near) && !ring.contains(near) {
                    ring.push(*near);
                }
            }
        }
        ring
    }

    /// The three hexes that it faces (15.front).
    pub fn front(&self, grid: &Grid) -> ArrayVec<Hex, 3> {
        let near = |hex: Hex, direction: Direction| grid.neighbour(hex, direction);
        let hexes = if self.is_line() {
            let a = self.axis();
            [
                near(self.lead, a.clockwise(4)),
                near(self.lead, a.clockwise(5)),
                if self.rear.is_some() { near(self.rear, a.clockwise(5)) } else { Hex::NONE },
            ]
        } else {
            [0, 1, 5].map(|turn| near(self.lead, self.heading().clockwise(turn)))
        };
        hexes.into_iter().filter(|hex| hex.is_some()).collect()
    }

    /// Whether it faces some hex of another (15.front).
    pub fn faces(&self, grid: &Grid, other: &Package) -> bool {
        self.front(grid).into_iter().any(|hex| other.covers(hex))
    }

    /// The three others on the same two hexes (15.mode).
    pub fn changes(&self) -> [Package; 3] {
        let along = self.rearward();
        let columns = [
            Package { lead: self.lead, rear: self.rear, facing: Facing::side(along.opposite()) },
            Package { lead: self.rear, rear: self.lead, facing: Facing::side(along) },
        ];
        let lines = [
            Package { lead: self.lead, rear: self.rear, facing: Facing::vertex(along.clockwise(4)) },
            Package { lead: self.rear, rear: self.lead, facing: Facing::vertex(along.clockwise(1)) },
        ];
        let all = [columns[0], columns[1], lines[0], lines[1]];
        let mut others = [*self; 3];
        for (place, other) in all.into_iter().filter(|other| other.facing != self.facing).take(3).enumerate() {
            others[place] = other;
        }
        others
    }

    /// The column after its leading half has stepped into a neighbour that it does not come from (15.column.move).
    pub fn stepped(&self, grid: &Grid, to: Hex) -> Option<Package> {
        let direction = grid.direction_between(self.lead, to)?;
        let free = !self.is_line() && to.is_some() && to != self.rear && direction != self.heading().opposite();
        free.then_some(Package { lead: to, rear: self.lead, facing: Facing::side(direction) })
    }

    /// The line after both halves have gone one hex in one of its two forward directions (15.line.move).
    pub fn advanced(&self, grid: &Grid, direction: Direction) -> Option<Package> {
        let forward = [self.axis().clockwise(5), self.axis().clockwise(4)];
        if !self.is_line() || !forward.contains(&direction) {
            return None;
        }
        let [lead, rear] = [self.lead, self.rear].map(|hex| grid.neighbour(hex, direction));
        (lead.is_some() && rear.is_some()).then_some(Package { lead, rear, facing: self.facing })
    }

    /// The line after one half has stepped into the middle hex before it (15.line.wheel): the left half on a wheel to the
    /// right. Also the hex that it enters.
    pub fn wheeled(&self, grid: &Grid, hand: Hand) -> Option<(Package, Hex)> {
        if !self.is_line() {
            return None;
        }
        let middle = grid.neighbour(self.lead, self.axis().clockwise(5));
        let facing = self.facing.turned(hand);
        let package = match hand {
            Hand::Right => Package { lead: middle, rear: self.rear, facing },
            Hand::Left => Package { lead: self.lead, rear: middle, facing },
        };
        middle.is_some().then_some((package, middle))
    }

    /// The half-turns of a retreat or pursuit: either half moves to one of the two hexes that touch both its old hex and the
    /// half that stands (19.turn). All with every facing that their hexes allow.
    pub fn half_turns(&self, grid: &Grid) -> ArrayVec<[Hex; 2], 4> {
        let mut pairs = ArrayVec::new();
        for (moving, standing) in [(self.lead, self.rear), (self.rear, self.lead)] {
            if moving.is_none() || standing.is_none() {
                continue;
            }
            for near in grid.neighbours(standing) {
                if near.is_some()
                    && *near != moving
                    && grid.adjacent(*near, moving)
                    && !pairs.contains(&[standing, *near])
                {
                    pairs.push([standing, *near]);
                }
            }
        }
        pairs
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::Shift;

    fn grid() -> Grid {
        Grid::new(30, 30, Shift::Even)
    }

    fn every(grid: &Grid) -> Vec<Package> {
        let middle = grid.parse("1515").unwrap();
        let columns = Direction::ALL.map(|heading| Package::column(grid, middle, heading));
        let lines = Direction::ALL.map(|axis| Package::line(grid, middle, axis).unwrap());
        columns.into_iter().chain(lines).collect()
    }

    #[test]
    fn eight_hexes_surround_a_package_and_three_are_its_front() {
        let grid = grid();
        for package in every(&grid) {
            assert!(package.is_sound(&grid), "{package:?}");
            assert_eq!(package.ring(&grid).len(), 8, "{package:?}");
            let front = package.front(&grid);
            assert_eq!(front.len(), 3);
            assert!(front.iter().all(|hex| package.ring(&grid).contains(hex)));
        }
    }

    #[test]
    fn a_pair_of_hexes_has_four_packages_and_changes_undo_themselves() {
        let grid = grid();
        for package in every(&grid) {
            let others = package.changes();
            for (place, other) in others.iter().enumerate() {
                assert!(other.is_sound(&grid) && other.shares_pair(&package) && other.facing != package.facing);
                assert!(others[..place].iter().all(|one| one.facing != other.facing));
                assert!(other.changes().contains(&package));
            }
        }
    }

    #[test]
    fn a_wheel_to_the_right_and_one_to_the_left_are_one_advance() {
        let grid = grid();
        for line in every(&grid).into_iter().filter(Package::is_line) {
            let a = line.axis();
            for (first, second, direction) in
                [(Hand::Right, Hand::Left, a.clockwise(5)), (Hand::Left, Hand::Right, a.clockwise(4))]
            {
                let (once, _) = line.wheeled(&grid, first).unwrap();
                let (twice, _) = once.wheeled(&grid, second).unwrap();
                assert!(once.is_sound(&grid));
                assert_eq!(Some(twice), line.advanced(&grid, direction));
            }
        }
    }

    #[test]
    fn the_examples_of_the_page_hold() {
        let grid = grid();
        let hex = |name: &str| grid.parse(name).unwrap();
        let sorted = |hexes: &[Hex]| {
            let mut names: Vec<String> = hexes.iter().map(|hex| grid.name(*hex)).collect();
            names.sort();
            names.join(" ")
        };
        let column = Package::column(&grid, hex("1010"), Direction::North);
        assert_eq!(column.rear, hex("1011"));
        assert_eq!(sorted(&column.front(&grid)), "0910 1009 1110");
        let line = Package::line(&grid, hex("1010"), Direction::SouthEast).unwrap();
        assert_eq!((line.rear, line.facing.name()), (hex("1111"), "nne"));
        assert_eq!(sorted(&line.front(&grid)), "1009 1110 1210");
        let ahead = |direction| line.advanced(&grid, direction).map(|line| sorted(&[line.lead, line.rear]));
        assert_eq!(ahead(Direction::NorthEast).as_deref(), Some("1110 1210"));
        assert_eq!(ahead(Direction::North).as_deref(), Some("1009 1110"));
        assert_eq!(
            line.wheeled(&grid, Hand::Right).map(|(line, _)| sorted(&[line.lead, line.rear])).as_deref(),
            Some("1110 1111")
        );
        let entered = column.stepped(&grid, hex("1111")).unwrap();
        assert_eq!((entered.lead, entered.rear, entered.facing.name()), (hex("1111"), hex("1010"), "se"));
        assert_eq!(column.stepped(&grid, hex("1011")), None);
    }
}
