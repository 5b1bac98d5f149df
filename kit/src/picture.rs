//! A map of hexes as text.

use board::{Grid, Hex, Shift};

const WIDTH: usize = 4;

/// The map with what `cell` puts into each hex, up to four letters: columns as on the sheet, two lines a row so that the
/// shift by half a row shows.
pub fn hex_map(grid: &Grid, cell: impl Fn(Hex) -> String) -> String {
    let (columns, rows) = (usize::from(grid.columns()), usize::from(grid.rows()));
    let mut lines = vec![vec![' '; columns * WIDTH + 3]; rows * 2 + 2];
    let mut write = |line: usize, at: usize, text: &str| {
        text.chars().take(WIDTH).enumerate().for_each(|(offset, letter)| lines[line][at + offset] = letter);
    };
    for hex in grid.hexes() {
        let (column, row) = grid.column_row(hex);
        let lower = column.is_multiple_of(2) == (grid.lower() == Shift::Even);
        let (line, at) = (usize::from(row - 1) * 2 + usize::from(lower) + 1, usize::from(column - 1) * WIDTH + 3);
        write(line, at, &cell(hex));
        if column == 1 {
            write(line, 0, &format!("{row:02}"));
        }
        if row == 1 {
            write(0, at, &format!("{column:02}"));
        }
    }
    lines.iter().map(|line| line.iter().collect::<String>().trim_end().to_owned() + "\n").collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_that_stand_lower_are_drawn_lower() {
        let even = hex_map(&Grid::new(2, 1, Shift::Even), |_| " . ".into());
        assert_eq!(even, "   01  02\n01  .\n        .\n\n");
        let odd = hex_map(&Grid::new(2, 1, Shift::Odd), |_| " . ".into());
        assert_eq!(odd, "   01  02\n        .\n01  .\n\n");
    }
}
