//! Hex geometry: flat-topped hexes in vertical columns, numbered column then row, as the rulebooks print them.

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

/// A hex of one particular grid: its index, column by column. Print it with [`Grid::name`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Hex(pub u16);

impl Hex {
    /// No hex at all: off the map, or not in play.
    pub const NONE: Hex = Hex(u16::MAX);

    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    #[inline]
    pub const fn is_some(self) -> bool {
        self.0 != u16::MAX
    }

    #[inline]
    pub const fn is_none(self) -> bool {
        self.0 == u16::MAX
    }
}

impl crate::Id for Hex {
    #[inline]
    fn from_index(index: usize) -> Hex {
        Hex(index as u16)
    }

    #[inline]
    fn index(self) -> usize {
        self.0.into()
    }
}

impl fmt::Debug for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_none() { write!(f, "Hex(none)") } else { write!(f, "Hex({})", self.0) }
    }
}

/// One of the six hexsides of a hex, clockwise from the top.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[repr(u8)]
pub enum Direction {
    North = 0,
    NorthEast = 1,
    SouthEast = 2,
    South = 3,
    SouthWest = 4,
    NorthWest = 5,
}

impl Direction {
    pub const ALL: [Direction; 6] = [
        Direction::North,
        Direction::NorthEast,
        Direction::SouthEast,
        Direction::South,
        Direction::SouthWest,
        Direction::NorthWest,
    ];

    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    #[inline]
    pub const fn opposite(self) -> Direction {
        Direction::ALL[(self as usize + 3) % 6]
    }

    /// The direction `steps` hexsides further clockwise.
    #[inline]
    pub const fn clockwise(self, steps: usize) -> Direction {
        Direction::ALL[(self as usize + steps) % 6]
    }
}

/// Which columns stand half a hex lower than their neighbours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Shift {
    Even,
    Odd,
}

/// A rectangular grid with its neighbour table. Some of its hexes may be void: printed over, cut off, not on the map.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Grid {
    columns: u16,
    rows: u16,
    lower: Shift,
    neighbours: Vec<[Hex; 6]>,
    /// Two of the three cube coordinates by hex: distances are asked for all the time.
    axial: Vec<[i16; 2]>,
    /// Which hexes are void, by their numbers; nothing where all are on the map.
    void: Option<Arc<[bool]>>,
}

impl Grid {
    /// The most columns, and the most rows.
    pub const LARGEST: u16 = 999;
    /// The most hexes: [`Hex::NONE`] needs a number of its own.
    pub const MOST_HEXES: usize = u16::MAX as usize;

    pub fn new(columns: u16, rows: u16, lower: Shift) -> Grid {
        Grid::with_void(columns, rows, lower, |_, _| false)
    }

    /// A grid on which the columns and rows that `is_void` names, counted from 1, are not on the map: nobody's
    /// neighbours, and what lies beside them lies on the edge.
    pub fn with_void(columns: u16, rows: u16, lower: Shift, is_void: impl Fn(u16, u16) -> bool) -> Grid {
        assert!(
            (1..=Grid::LARGEST).contains(&columns) && (1..=Grid::LARGEST).contains(&rows),
            "a grid has 1 to 999 columns and rows"
        );
        let count = usize::from(columns) * usize::from(rows);
        assert!(count <= Grid::MOST_HEXES, "a grid has at most 65535 hexes");
        let mut grid = Grid { columns, rows, lower, neighbours: Vec::new(), axial: Vec::new(), void: None };
        let void: Arc<[bool]> = (0..count)
            .map(|index| {
                let (column, row) = grid.column_row(Hex(index as u16));
                is_void(column, row)
            })
            .collect();
        grid.void = void.contains(&true).then_some(void);
        grid.axial = (0..count).map(|index| grid.axial_of(Hex(index as u16))).collect();
        grid.neighbours = (0..count)
            .map(|index| {
                let (column, row) = grid.column_row(Hex(index as u16));
                Direction::ALL.map(|direction| {
                    if grid.is_void(Hex(index as u16)) {
                        return Hex::NONE;
                    }
                    let down = i32::from(grid.is_lower(column));
                    let (dc, dr) = match direction {
                        Direction::North => (0, -1),
                        Direction::NorthEast => (1, down - 1),
                        Direction::SouthEast => (1, down),
                        Direction::South => (0, 1),
                        Direction::SouthWest => (-1, down),
                        Direction::NorthWest => (-1, down - 1),
                    };
                    grid.at(i32::from(column) + dc, i32::from(row) + dr).unwrap_or(Hex::NONE)
                })
            })
            .collect();
        grid
    }

    /// Inside the rectangle, but not on the map.
    #[inline]
    pub fn is_void(&self, hex: Hex) -> bool {
        self.void.as_ref().is_some_and(|void| void[hex.index()])
    }

    /// Whether any hex of the rectangle is not on the map.
    pub fn has_void(&self) -> bool {
        self.void.is_some()
    }

    fn is_lower(&self, column: u16) -> bool {
        match self.lower {
            Shift::Even => column.is_multiple_of(2),
            Shift::Odd => !column.is_multiple_of(2),
        }
    }

    pub fn columns(&self) -> u16 {
        self.columns
    }

    pub fn rows(&self) -> u16 {
        self.rows
    }

    pub fn lower(&self) -> Shift {
        self.lower
    }

    /// How many numbers hexes have, void ones included: the length of an array by hex.
    pub fn len(&self) -> usize {
        self.neighbours.len()
    }

    pub fn is_empty(&self) -> bool {
        self.neighbours.is_empty()
    }

    /// Every hex of the map.
    pub fn hexes(&self) -> impl Iterator<Item = Hex> + use<> {
        let void = self.void.clone();
        (0..self.neighbours.len() as u16)
            .map(Hex)
            .filter(move |hex| void.as_ref().is_none_or(|void| !void[hex.index()]))
    }

    /// The hex in this column and row, both counted from 1, if it is on the map.
    pub fn at(&self, column: i32, row: i32) -> Option<Hex> {
        self.is_inside(column, row)
            .then(|| Hex(((column - 1) * i32::from(self.rows) + row - 1) as u16))
            .filter(|hex| !self.is_void(*hex))
    }

    /// Within the rectangle of columns and rows, void or not.
    pub(crate) fn is_inside(&self, column: i32, row: i32) -> bool {
        (1..=i32::from(self.columns)).contains(&column) && (1..=i32::from(self.rows)).contains(&row)
    }

    /// Column and row, both counted from 1.
    pub fn column_row(&self, hex: Hex) -> (u16, u16) {
        (hex.0 / self.rows + 1, hex.0 % self.rows + 1)
    }

    /// How many digits of a printed number are the column's, and how many the row's: two each, or as many as it takes.
    pub fn digits(&self) -> (usize, usize) {
        let width = |largest: u16| if largest > 99 { 3 } else { 2 };
        (width(self.columns), width(self.rows))
    }

    /// The printed number, such as `0714`, or `08112` on a grid of more than 99 columns.
    pub fn name(&self, hex: Hex) -> String {
        if hex.is_none() {
            return "off map".into();
        }
        let (column, row) = self.column_row(hex);
        let (of_column, of_row) = self.digits();
        format!("{column:0of_column$}{row:0of_row$}")
    }

    /// Whether a text has the form of a printed number, on the map or not.
    pub fn is_number(&self, text: &str) -> bool {
        let (of_column, of_row) = self.digits();
        text.len() == of_column + of_row && text.bytes().all(|b| b.is_ascii_digit())
    }

    /// Reads a printed number; `None` unless it has the right digits and is on the map.
    pub fn parse(&self, text: &str) -> Option<Hex> {
        let (column, row) = self.parse_column_row(text)?;
        self.at(column, row)
    }

    /// The column and the row of a printed number, whether or not they are on the map.
    pub(crate) fn parse_column_row(&self, text: &str) -> Option<(i32, i32)> {
        if !self.is_number(text) {
            return None;
        }
        let (column, row) = text.split_at(self.digits().0);
        Some((column.parse().ok()?, row.parse().ok()?))
    }

    #[inline]
    pub fn neighbour(&self, hex: Hex, direction: Direction) -> Hex {
        self.neighbours[hex.index()][direction.index()]
    }

    /// All six neighbours, clockwise from the top; `Hex::NONE` beyond the edge.
    #[inline]
    pub fn neighbours(&self, hex: Hex) -> &[Hex; 6] {
        &self.neighbours[hex.index()]
    }

    #[inline]
    pub fn direction_between(&self, from: Hex, to: Hex) -> Option<Direction> {
        if to.is_none() {
            return None;
        }
        let neighbours = self.neighbours(from);
        Direction::ALL.into_iter().find(|d| neighbours[d.index()] == to)
    }

    #[inline]
    pub fn adjacent(&self, a: Hex, b: Hex) -> bool {
        self.direction_between(a, b).is_some()
    }

    /// On the rim of the sheet, or beside a void.
    pub fn is_edge(&self, hex: Hex) -> bool {
        self.neighbours(hex).iter().any(|n| n.is_none())
    }

    /// Cube coordinates (q, r, s) with q + r + s = 0; q grows to the right, r downwards.
    #[inline]
    pub fn cube(&self, hex: Hex) -> (i32, i32, i32) {
        let [q, r] = self.axial.get(hex.index()).copied().unwrap_or_default().map(i32::from);
        (q, r, -q - r)
    }

    fn axial_of(&self, hex: Hex) -> [i16; 2] {
        let (column, row) = self.column_row(hex);
        let q = i32::from(column) - 1;
        // Rows at the height of column 1: half a row is lost or won with every column.
        let half_rows = match self.lower {
            Shift::Even => q - (q & 1),
            Shift::Odd => q + (q & 1),
        };
        let r = i32::from(row) - 1 - half_rows / 2;
        [q as i16, r as i16]
    }

    /// The hex that lies from `hex` as `to` lies from `from`, if it is on the sheet.
    pub fn shifted(&self, hex: Hex, from: Hex, to: Hex) -> Option<Hex> {
        let (q, r, _) = self.cube(hex);
        let (from_q, from_r, _) = self.cube(from);
        let (to_q, to_r, _) = self.cube(to);
        let (q, r) = (q + to_q - from_q, r + to_r - from_r);
        let half_rows = match self.lower {
            Shift::Even => q - (q & 1),
            Shift::Odd => q + (q & 1),
        };
        self.at(q + 1, r + 1 + half_rows / 2)
    }

    /// Hexes from one to the other; neighbours are 1 apart.
    #[inline]
    pub fn distance(&self, a: Hex, b: Hex) -> u16 {
        let (aq, ar, as_) = self.cube(a);
        let (bq, br, bs) = self.cube(b);
        aq.abs_diff(bq).max(ar.abs_diff(br)).max(as_.abs_diff(bs)) as u16
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_follow_the_printed_numbers() {
        let grid = Grid::new(30, 20, Shift::Even);
        let names = |hex: &str| -> Vec<String> {
            grid.neighbours(grid.parse(hex).unwrap()).iter().map(|h| grid.name(*h)).collect()
        };
        assert_eq!(names("1609"), ["1608", "1709", "1710", "1610", "1510", "1509"]);
        assert_eq!(names("1709"), ["1708", "1808", "1809", "1710", "1609", "1608"]);
        assert_eq!(names("0101"), ["off map", "off map", "0201", "0102", "off map", "off map"]);
    }

    #[test]
    fn numbers_are_as_wide_as_the_grid_needs() {
        for (columns, rows, last) in [(30, 20, "3020"), (99, 99, "9999"), (165, 99, "16599"), (60, 120, "60120")] {
            let grid = Grid::new(columns, rows, Shift::Even);
            let hex = grid.at(columns.into(), rows.into()).unwrap();
            assert_eq!((grid.name(hex).as_str(), grid.parse(last)), (last, Some(hex)));
            assert_eq!(grid.name(Hex(0)).len(), last.len());
        }
        let grid = Grid::new(165, 99, Shift::Even);
        assert_eq!(grid.parse("1659"), None);
        assert_eq!(grid.parse("0714"), None);
        assert!(grid.hexes().all(|hex| grid.parse(&grid.name(hex)) == Some(hex)));
    }

    #[test]
    fn what_is_void_is_off_the_map_and_nobodys_neighbour() {
        let grid = Grid::with_void(6, 5, Shift::Odd, |column, row| column > 4 && row < 3);
        assert_eq!((grid.len(), grid.hexes().count()), (30, 26));
        assert_eq!(grid.parse("0502"), None);
        assert!(grid.parse("0503").is_some_and(|hex| grid.is_edge(hex)));
        assert!(!grid.is_edge(grid.parse("0303").unwrap()));
        for hex in grid.hexes() {
            assert!(grid.neighbours(hex).iter().all(|next| next.is_none() || !grid.is_void(*next)));
        }
        assert_eq!(grid.neighbours(Hex(20)), &[Hex::NONE; 6], "0501 is void");
    }

    #[test]
    fn distance_is_the_shortest_walk() {
        for lower in [Shift::Even, Shift::Odd] {
            let grid = Grid::new(9, 8, lower);
            for start in grid.hexes() {
                let mut steps = vec![u16::MAX; grid.len()];
                let mut queue = std::collections::VecDeque::from([start]);
                steps[start.index()] = 0;
                while let Some(hex) = queue.pop_front() {
                    for next in grid.neighbours(hex).iter().filter(|n| n.is_some()) {
                        if steps[next.index()] == u16::MAX {
                            steps[next.index()] = steps[hex.index()] + 1;
                            queue.push_back(*next);
                        }
                    }
                }
                for hex in grid.hexes() {
                    assert_eq!(grid.distance(start, hex), steps[hex.index()]);
                }
            }
        }
    }

    #[test]
    fn numbers_that_are_not_on_the_sheet_do_not_parse() {
        let grid = Grid::new(26, 22, Shift::Even);
        for wrong in ["0000", "2701", "0123", "12", "12345", "1a13", "+101", ""] {
            assert_eq!(grid.parse(wrong), None, "{wrong}");
        }
    }
}
