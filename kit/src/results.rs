//! Tables of results: a row for each die, a cell for each column.

use board::Fault;
use board::textfile::Source;
use toml::Spanned;

/// A table being read: what sentences call it, and how many columns it has.
#[derive(Clone, Copy, Debug)]
pub struct Rows<'a> {
    pub what: &'a str,
    pub source: Source<'a>,
    pub columns: usize,
}

impl Rows<'_> {
    /// The cells, row by row. A row is its place in the file and its words, each with its own place; `cell` says what is
    /// wrong with a word that is none.
    pub fn read<'w, T>(
        &self,
        rows: impl Iterator<Item = (usize, Vec<(usize, &'w str)>)>,
        faults: &mut Vec<Fault>,
        cell: impl Fn(&str) -> Result<T, String>,
    ) -> Vec<Vec<T>> {
        let mut table = Vec::new();
        for (offset, words) in rows {
            if words.len() != self.columns {
                let (what, columns) = (self.what, self.columns);
                let sentence = format!("a row of {what} has {} cells, and there are {columns} columns", words.len());
                faults.push(self.source.fault(offset, sentence));
            }
            let read = words.into_iter().map(|(at, word)| cell(word).map_err(|sentence| (at, sentence)));
            let read = read
                .filter_map(|cell| cell.map_err(|(at, sentence)| faults.push(self.source.fault(at, sentence))).ok());
            table.push(read.collect());
        }
        table
    }

    /// Rows that are written one under the other, the cells of a row with blanks between them.
    pub fn lines<T>(
        &self,
        rows: &Spanned<Vec<Spanned<String>>>,
        faults: &mut Vec<Fault>,
        cell: impl Fn(&str) -> Result<T, String>,
    ) -> Vec<Vec<T>> {
        if rows.get_ref().is_empty() {
            faults.push(self.source.fault(rows.span().start, format!("{} has no rows", self.what)));
        }
        let at = |row: &Spanned<String>| row.span().start;
        let split = rows
            .get_ref()
            .iter()
            .map(|row| (at(row), row.get_ref().split_whitespace().map(|word| (at(row), word)).collect()));
        self.read(split, faults, cell)
    }
}

/// Results by die and by a number that picks the column. Dice and columns beyond the ends use the last ones.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ResultGrid<T> {
    /// The lowest number of each column, ascending.
    columns: Vec<u16>,
    first_die: i32,
    rows: Vec<Vec<T>>,
}

/// A table as it is in its file: the numbers of the columns, the die of the first row, the rows.
pub type Printed<'a> = (&'a Spanned<Vec<u16>>, i32, &'a Spanned<Vec<Spanned<String>>>);

impl<T: Copy> ResultGrid<T> {
    /// The table with these columns and rows. With a fault it is not to be used.
    pub fn read(
        what: &str,
        source: Source<'_>,
        (columns, first_die, rows): Printed<'_>,
        faults: &mut Vec<Fault>,
        cell: impl Fn(&str) -> Result<T, String>,
    ) -> ResultGrid<T> {
        let numbers = columns.get_ref();
        if numbers.is_empty() || !numbers.is_sorted_by(|a, b| a < b) {
            faults.push(source.fault(columns.span().start, format!("the columns of {what} are numbers that grow")));
        }
        let rows = Rows { what, source, columns: numbers.len() }.lines(rows, faults, cell);
        ResultGrid { columns: numbers.clone(), first_die, rows }
    }

    pub fn columns(&self) -> &[u16] {
        &self.columns
    }

    /// The dice of the rows.
    pub fn dice(&self) -> std::ops::RangeInclusive<i32> {
        self.first_die..=self.first_die + self.rows.len() as i32 - 1
    }

    /// The column of a number; what is below the first column uses the first.
    pub fn column(&self, number: u16) -> usize {
        self.columns.iter().rposition(|lowest| *lowest <= number).unwrap_or(0)
    }

    /// The cell of a die in a column moved to the right by `shift`.
    pub fn cell(&self, number: u16, shift: i32, die: i32) -> T {
        let column = (self.column(number) as i32 + shift).clamp(0, self.columns.len() as i32 - 1);
        let row = (die - self.first_die).clamp(0, self.rows.len() as i32 - 1);
        self.rows[row as usize][column as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "columns = [1, 4]\nfirst_die = 0\nrows = [\"0 1\", \"2 3\", \"4 x\"]\n";

    #[derive(serde::Deserialize)]
    struct File {
        columns: Spanned<Vec<u16>>,
        first_die: i32,
        rows: Spanned<Vec<Spanned<String>>>,
    }

    fn read(text: &str) -> (ResultGrid<u8>, Vec<Fault>) {
        let source = Source::new("t.toml", text);
        let File { columns, first_die, rows } = source.read().unwrap();
        let mut faults = Vec::new();
        let number = |word: &str| word.parse().map_err(|_| format!("`{word}` is not a number"));
        let grid = ResultGrid::read("the table", source, (&columns, first_die, &rows), &mut faults, number);
        (grid, faults)
    }

    #[test]
    fn dice_and_columns_beyond_the_ends_use_the_last() {
        let (grid, faults) = read(&TEXT.replace('x', "5"));
        assert!(faults.is_empty());
        assert_eq!((grid.cell(3, 0, 1), grid.cell(4, 0, 1), grid.cell(0, 9, 99), grid.cell(99, -9, -5)), (2, 3, 5, 0));
        assert_eq!((grid.dice(), grid.column(3)), (0..=2, 0));
    }

    #[test]
    fn what_does_not_fit_is_said_with_its_line() {
        let told: Vec<String> = read(TEXT).1.iter().map(Fault::to_string).collect();
        assert_eq!(told, ["t.toml:3: `x` is not a number"]);
        let told: Vec<String> =
            read("columns = [4, 1]\nfirst_die = 1\nrows = [\"1\"]").1.iter().map(Fault::to_string).collect();
        assert_eq!(
            told,
            [
                "t.toml:1: the columns of the table are numbers that grow",
                "t.toml:3: a row of the table has 1 cells, and there are 2 columns"
            ]
        );
    }
}
