//! Things on a sheet, in squares for quick looking up: a map of sixteen thousand hexes has a hundred thousand of them.

use std::collections::BTreeMap;

use super::scene::Rectangle;
use crate::layout::Point;

/// Side of a square, in units of the drawing.
const SIDE: f64 = 64.0;

/// Things by the place where their middle lies.
#[derive(Debug)]
pub(crate) struct Squares<T> {
    /// None of them reaches further than this from its middle.
    reach: f64,
    squares: BTreeMap<(i32, i32), Vec<usize>>,
    things: Vec<(Point, T)>,
}

impl<T> Squares<T> {
    pub(crate) fn new(reach: f64) -> Squares<T> {
        Squares { reach, squares: BTreeMap::new(), things: Vec::new() }
    }

    /// Nothing added may reach further from `at` than was said at first.
    pub(crate) fn add(&mut self, at: Point, thing: T) {
        self.squares.entry(square(at.x, at.y)).or_default().push(self.things.len());
        self.things.push((at, thing));
    }

    /// Everything that might touch this rectangle, and some more beside it, in the order in which it was added: sums and the first of
    /// equals are the same as over all things.
    pub(crate) fn near(&self, frame: &Rectangle) -> impl Iterator<Item = &(Point, T)> + use<'_, T> {
        let (left, top) = square(frame.left - self.reach, frame.top - self.reach);
        let (right, bottom) = square(frame.right + self.reach, frame.bottom + self.reach);
        let row = |y: i32| (left..=right).filter_map(move |x| self.squares.get(&(x, y)));
        let mut found: Vec<usize> = (top..=bottom).flat_map(row).flatten().copied().collect();
        found.sort_unstable();
        found.into_iter().map(|number| &self.things[number])
    }
}

/// Rectangles of any size.
#[derive(Debug)]
pub(crate) struct Frames<T>(Squares<(Rectangle, T)>);

impl<T> Default for Frames<T> {
    fn default() -> Frames<T> {
        Frames(Squares::new(0.0))
    }
}

impl<T> Frames<T> {
    pub(crate) fn add(&mut self, frame: Rectangle, thing: T) {
        self.0.reach = self.0.reach.max(frame.width() / 2.0).max(frame.height() / 2.0);
        let middle = Point::new((frame.left + frame.right) / 2.0, (frame.top + frame.bottom) / 2.0);
        self.0.add(middle, (frame, thing));
    }

    /// The rectangles that this one overlaps, and some more beside it, in the order in which they were added.
    pub(crate) fn near(&self, frame: &Rectangle) -> impl Iterator<Item = &(Rectangle, T)> + use<'_, T> {
        self.0.near(frame).map(|(_, thing)| thing)
    }
}

impl<T> FromIterator<(Rectangle, T)> for Frames<T> {
    fn from_iter<I: IntoIterator<Item = (Rectangle, T)>>(all: I) -> Frames<T> {
        let mut frames = Frames::default();
        all.into_iter().for_each(|(frame, thing)| frames.add(frame, thing));
        frames
    }
}

/// What names should not cover, and how much it hurts if they do.
pub(crate) type Obstacles = Frames<f64>;

impl Obstacles {
    pub(crate) fn hurt(&self, frame: &Rectangle) -> f64 {
        self.near(frame).map(|(other, hurt)| frame.overlap(other) * hurt).sum()
    }
}

fn square(x: f64, y: f64) -> (i32, i32) {
    ((x / SIDE).floor() as i32, (y / SIDE).floor() as i32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::svg::chance;

    #[test]
    fn nothing_that_touches_is_overlooked() {
        let place = |seed: u64| Point::new(1000.0 * chance(&[seed, 1]) - 300.0, 1000.0 * chance(&[seed, 2]) - 300.0);
        let size = |seed: u64| (100.0 * chance(&[seed, 3]), 100.0 * chance(&[seed, 4]));
        let of = |seed: u64| Rectangle::around(place(seed), size(seed).0, size(seed).1);
        let frames: Frames<u64> = (0..500).map(|seed| (of(seed), seed)).collect();
        let mut touched = 0;
        for seed in 500..800 {
            let frame = of(seed);
            let all: Vec<f64> = (0..500).map(|seed| frame.overlap(&of(seed))).filter(|shared| *shared > 0.0).collect();
            let near = frames.near(&frame).map(|(other, _)| frame.overlap(other)).filter(|shared| *shared > 0.0);
            assert_eq!(near.collect::<Vec<f64>>(), all, "{frame:?}");
            touched += all.len();
        }
        assert!(touched > 500, "only {touched} rectangles touched at all");
    }
}
