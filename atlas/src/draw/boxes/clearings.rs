//! Where something is to be read, so that no tree or hill is set upon it.

use crate::draw::scene::Rectangle;
use crate::layout::Point;

const CELL: f64 = 4.0;

/// The sheet in small squares, taken or free.
pub(super) struct Clearings {
    columns: usize,
    rows: usize,
    taken: Vec<bool>,
}

impl Clearings {
    pub(super) fn new(sheet: &Rectangle) -> Clearings {
        let (columns, rows) = ((sheet.width() / CELL) as usize + 1, (sheet.height() / CELL) as usize + 1);
        Clearings { columns, rows, taken: vec![false; columns * rows] }
    }

    fn cells(&self, frame: Rectangle) -> impl Iterator<Item = usize> + use<> {
        let place = |value: f64, most: usize| ((value / CELL).max(0.0) as usize).min(most.saturating_sub(1));
        let (columns, rows) = (self.columns, self.rows);
        let (left, right) = (place(frame.left, columns), place(frame.right, columns));
        let (top, bottom) = (place(frame.top, rows), place(frame.bottom, rows));
        (top..=bottom).flat_map(move |row| (left..=right).map(move |column| row * columns + column))
    }

    pub(super) fn take(&mut self, frame: Rectangle) {
        for cell in self.cells(frame) {
            self.taken[cell] = true;
        }
    }

    pub(super) fn take_around(&mut self, at: Point, reach: f64) {
        self.take(Rectangle::around(at, reach * 2.0, reach * 2.0));
    }

    pub(super) fn is_free(&self, at: Point, reach: f64) -> bool {
        self.cells(Rectangle::around(at, reach * 2.0, reach * 2.0)).all(|cell| !self.taken[cell])
    }
}
