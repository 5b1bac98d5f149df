//! Boxes are moved a little so that each stands in its cell and off its neighbours; rivers and woods go with them.

use crate::layout::Point;

/// Beyond this many units a box draws nothing along with it.
const REACH: f64 = 420.0;

/// How the ground is stretched where boxes were moved.
pub(super) struct Warp {
    /// Where a box was, and how far it went.
    moved: Vec<(Point, Point)>,
}

impl Warp {
    pub(super) fn new(from: &[Point], to: &[Point]) -> Warp {
        Warp { moved: from.iter().zip(to).map(|(from, to)| (*from, *to - *from)).collect() }
    }

    /// Where a point of the ground comes to lie. What lies by a box goes with it; far from all boxes nothing moves.
    pub(super) fn apply(&self, point: Point) -> Point {
        // Staying put weighs as much as a box half the reach away.
        let weight_at = |distance: f64| ((REACH - distance).max(0.0) / (REACH * distance.max(1.0))).powi(2);
        let mut weight = weight_at(REACH * 0.5);
        let mut sum = Point::default();
        for (from, way) in &self.moved {
            let of_box = weight_at(from.distance(point));
            weight += of_box;
            sum = sum + *way * of_box;
        }
        point + sum * (1.0 / weight)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_lies_by_a_box_goes_with_it_and_what_is_far_stays() {
        let warp = Warp::new(
            &[Point::new(0.0, 0.0), Point::new(300.0, 0.0)],
            &[Point::new(0.0, 50.0), Point::new(300.0, 0.0)],
        );
        assert!(warp.apply(Point::new(2.0, 0.0)).distance(Point::new(2.0, 50.0)) < 0.5);
        assert!(warp.apply(Point::new(300.0, 2.0)).distance(Point::new(300.0, 2.0)) < 0.5);
        assert_eq!(warp.apply(Point::new(0.0, 2000.0)), Point::new(0.0, 2000.0));
    }
}
