//! Pieces that cover one to three hexes and look somewhere: rows abreast, columns, wheels, and what lies before, beside
//! and behind them.

use arrayvec::ArrayVec;

use crate::{Direction, Facing, Grid, Hand, Hex};

/// The most hexes that one piece covers.
pub const LONGEST: usize = 3;

/// The hexes of a piece: a column from its head to its tail, a row from its right to its left.
pub type Places = ArrayVec<Hex, LONGEST>;

/// Hexes beside a piece; three hexes in a row touch ten others.
pub type Beside = ArrayVec<Hex, 12>;

/// How much of what lies before a piece that looks at a hexside is its front.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Front {
    /// The hex beyond that hexside; the hexes on either hand are flanks, and the one behind is the rear.
    #[default]
    Narrow,
    /// That hex and those on either hand of it. Behind a piece of one hex lie the other three; a longer column has the
    /// hexes that touch both its head and its body for flanks.
    Broad,
}

/// What lies around a piece. Every hex that touches it is in exactly one of the lists.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Aspects {
    pub front: Beside,
    pub left: Beside,
    pub right: Beside,
    pub rear: Beside,
}

/// Where a hex lies, seen from one hex of a piece. What is seen in two ways is the first of them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Aspect {
    Front,
    Flank(Hand),
    Rear,
}

/// A row abreast, seen from its right-hand hex, looking at a vertex; `None` where it does not fit on the map.
pub fn row(grid: &Grid, right: Hex, facing: Facing, length: usize) -> Option<Places> {
    straight(grid, right, to_the_left(facing), length)
}

/// A column behind its head, looking at a hexside; `None` where it does not fit on the map.
pub fn column(grid: &Grid, head: Hex, facing: Facing, length: usize) -> Option<Places> {
    straight(grid, head, facing.direction().opposite(), length)
}

fn straight(grid: &Grid, first: Hex, direction: Direction, length: usize) -> Option<Places> {
    let mut places = Places::new();
    let mut hex = first;
    for _ in 0..length {
        if hex.is_none() || places.try_push(hex).is_err() {
            return None;
        }
        hex = grid.neighbour(hex, direction);
    }
    Some(places)
}

/// From one hex of a row to the next on its left.
fn to_the_left(facing: Facing) -> Direction {
    facing.direction().clockwise(5)
}

/// A row wheels by one vertex about the hex at one end: about its right-hand hex when it wheels to the right. The hexes
/// and the facing it has then; `None` where it would leave the map.
pub fn wheeled(grid: &Grid, places: &[Hex], facing: Facing, hand: Hand) -> Option<(Places, Facing)> {
    let turned = facing.turned(hand);
    match hand {
        Hand::Right => Some((row(grid, *places.first()?, turned, places.len())?, turned)),
        Hand::Left => {
            let away = to_the_left(turned).opposite();
            let mut row = straight(grid, *places.last()?, away, places.len())?;
            row.reverse();
            Some((row, turned))
        }
    }
}

/// What lies before, beside and behind a piece. It is a row if it looks at a vertex, and else a column, whose body may
/// bend: each hex looks toward the one before it, and only the head has a front.
pub fn aspects(grid: &Grid, places: &[Hex], facing: Facing, front: Front) -> Aspects {
    let mut found: ArrayVec<(Hex, Aspect), 12> = ArrayVec::new();
    for (number, place) in places.iter().enumerate() {
        let ahead = match number.checked_sub(1).filter(|_| !facing.is_vertex()) {
            Some(before) => grid.direction_between(*place, places[before]).unwrap_or(facing.direction()),
            None => facing.direction(),
        };
        for turn in 0..6 {
            let hex = grid.neighbour(*place, ahead.clockwise(turn));
            if hex.is_none() || places.contains(&hex) {
                continue;
            }
            let aspect = match (facing.is_vertex(), front, number) {
                (true, ..) => ROW[turn],
                (false, Front::Narrow, _) => NARROW[turn],
                (false, Front::Broad, 0) => BROAD_HEAD[turn],
                (false, Front::Broad, _) => BROAD_BODY[turn],
            };
            match found.iter_mut().find(|(known, _)| *known == hex) {
                Some((_, known)) => *known = (*known).min(aspect),
                None => found.push((hex, aspect)),
            }
        }
    }
    let mut aspects = Aspects::default();
    for (hex, aspect) in found {
        match aspect {
            Aspect::Front => aspects.front.push(hex),
            Aspect::Flank(Hand::Left) => aspects.left.push(hex),
            Aspect::Flank(Hand::Right) => aspects.right.push(hex),
            Aspect::Rear => aspects.rear.push(hex),
        }
    }
    aspects
}

const LEFT: Aspect = Aspect::Flank(Hand::Left);
const RIGHT: Aspect = Aspect::Flank(Hand::Right);

// By hexsides clockwise from the one that is looked at; for a vertex, from the one whose clockwise end it is.
const ROW: [Aspect; 6] = [Aspect::Front, Aspect::Front, RIGHT, Aspect::Rear, Aspect::Rear, LEFT];
const NARROW: [Aspect; 6] = [Aspect::Front, RIGHT, RIGHT, Aspect::Rear, LEFT, LEFT];
const BROAD_HEAD: [Aspect; 6] = [Aspect::Front, Aspect::Front, Aspect::Rear, Aspect::Rear, Aspect::Rear, Aspect::Front];
const BROAD_BODY: [Aspect; 6] = [Aspect::Rear, RIGHT, Aspect::Rear, Aspect::Rear, Aspect::Rear, LEFT];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;
    use proptest::test_runner::RngSeed;

    use super::*;
    use crate::Shift;

    fn grid(lower: Shift) -> Grid {
        Grid::new(15, 15, lower)
    }

    /// A hex far enough from the edge, by which everything fits.
    fn inner() -> impl Strategy<Value = (Grid, Hex)> {
        (5i32..=11, 5i32..=11, proptest::bool::ANY).prop_map(|(column, row, even)| {
            let grid = grid(if even { Shift::Even } else { Shift::Odd });
            let hex = grid.at(column, row).unwrap();
            (grid, hex)
        })
    }

    fn ring(grid: &Grid, places: &[Hex]) -> BTreeSet<Hex> {
        let touched = places.iter().flat_map(|hex| grid.neighbours(*hex).iter().copied());
        touched.filter(|hex| hex.is_some() && !places.contains(hex)).collect()
    }

    fn sorted(hexes: &[Hex]) -> Vec<Hex> {
        let mut hexes = hexes.to_vec();
        hexes.sort();
        hexes
    }

    /// The step of a cube coordinate toward a hexside.
    fn step(grid: &Grid, from: Hex, direction: usize, times: usize) -> Hex {
        (0..times).fold(from, |hex, _| grid.neighbour(hex, Direction::ALL[direction % 6]))
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, rng_seed: RngSeed::Fixed(1759), ..ProptestConfig::default() })]

        #[test]
        fn front_flanks_and_rear_share_out_the_ring((grid, hex) in inner(), twelfth in 0usize..12, length in 1usize..=3, broad in proptest::bool::ANY) {
            let facing = Facing::from_twelfth(twelfth);
            let front = if broad { Front::Broad } else { Front::Narrow };
            let places = if facing.is_vertex() { row(&grid, hex, facing, length) } else { column(&grid, hex, facing, length) };
            let places = places.unwrap();
            let around = aspects(&grid, &places, facing, front);
            let listed: Vec<Hex> = [&around.front, &around.left, &around.right, &around.rear].into_iter().flatten().copied().collect();
            prop_assert_eq!(listed.len(), ring(&grid, &places).len());
            prop_assert_eq!(listed.into_iter().collect::<BTreeSet<_>>(), ring(&grid, &places));
            // Turned about, left is right and front is rear, for rows and for what is as broad behind as before.
            if facing.is_vertex() {
                let mut back = places.clone();
                back.reverse();
                let behind = aspects(&grid, &back, facing.opposite(), front);
                prop_assert_eq!(sorted(&behind.front), sorted(&around.rear));
                prop_assert_eq!(sorted(&behind.left), sorted(&around.right));
            }
        }

        #[test]
        fn a_row_has_one_front_hex_more_than_it_is_long((grid, hex) in inner(), k in 0usize..6, length in 1usize..=3) {
            let facing = Facing::vertex(Direction::ALL[k]);
            let places = row(&grid, hex, facing, length).unwrap();
            // Written out from the rulebook: from the right-hand hex, each next one stands one step k-1 to the left.
            let naive: Vec<Hex> = (0..length).map(|n| step(&grid, hex, k + 5, n)).collect();
            prop_assert_eq!(&places[..], &naive[..]);
            let mut front: Vec<Hex> = naive.iter().map(|hex| step(&grid, *hex, k + 1, 1)).collect();
            front.push(step(&grid, naive[length - 1], k, 1));
            let around = aspects(&grid, &places, facing, Front::Narrow);
            prop_assert_eq!(sorted(&around.front), sorted(&front));
            prop_assert_eq!(around.rear.len(), length + 1);
            prop_assert_eq!(&around.right[..], &[step(&grid, hex, k + 2, 1)]);
            prop_assert_eq!(&around.left[..], &[step(&grid, naive[length - 1], k + 5, 1)]);
        }

        #[test]
        fn wheels_come_round_and_undo_each_other((grid, hex) in inner(), k in 0usize..6, length in 1usize..=3) {
            let facing = Facing::vertex(Direction::ALL[k]);
            let start = row(&grid, hex, facing, length).unwrap();
            for hand in Hand::BOTH {
                let mut now = (start.clone(), facing);
                for _ in 0..6 {
                    let next = wheeled(&grid, &now.0, now.1, hand).unwrap();
                    let pivot = if hand == Hand::Right { 0 } else { length - 1 };
                    prop_assert_eq!(next.0[pivot], now.0[pivot]);
                    now = next;
                }
                prop_assert_eq!(now, (start.clone(), facing));
            }
            // A wheel to the right and one to the left about the other end bring the row forward, one hex less than its length.
            let (places, turned) = wheeled(&grid, &start, facing, Hand::Right).unwrap();
            let (places, back) = wheeled(&grid, &places, turned, Hand::Left).unwrap();
            prop_assert_eq!(back, facing);
            let forward: Vec<Hex> = start.iter().map(|hex| step(&grid, *hex, k + 1, length - 1)).collect();
            prop_assert_eq!(&places[..], &forward[..]);
        }

        #[test]
        fn columns_see_what_the_rulebooks_give_them((grid, hex) in inner(), d in 0usize..6) {
            let facing = Facing::side(Direction::ALL[d]);
            let one = aspects(&grid, &[hex], facing, Front::Broad);
            prop_assert_eq!(sorted(&one.front), sorted(&[0, 1, 5].map(|turn| step(&grid, hex, d + turn, 1))));
            prop_assert_eq!((one.rear.len(), one.left.len(), one.right.len()), (3, 0, 0));
            let pair = column(&grid, hex, facing, 2).unwrap();
            let tail = pair[1];
            let two = aspects(&grid, &pair, facing, Front::Broad);
            prop_assert_eq!(sorted(&two.front), sorted(&one.front));
            prop_assert_eq!((&two.right[..], &two.left[..]), (&[step(&grid, hex, d + 2, 1)][..], &[step(&grid, hex, d + 4, 1)][..]));
            prop_assert_eq!(sorted(&two.rear), sorted(&[2, 3, 4].map(|turn| step(&grid, tail, d + turn, 1))));
            let narrow = aspects(&grid, &pair, facing, Front::Narrow);
            prop_assert_eq!(&narrow.front[..], &[step(&grid, hex, d, 1)]);
            prop_assert_eq!(&narrow.rear[..], &[step(&grid, tail, d + 3, 1)]);
            prop_assert_eq!((narrow.left.len(), narrow.right.len()), (3, 3));
        }

        #[test]
        fn a_column_that_bends_has_its_front_at_the_head_alone((grid, hex) in inner(), d in 0usize..6, bends in proptest::collection::vec(2usize..=4, 2), broad in proptest::bool::ANY) {
            let facing = Facing::side(Direction::ALL[d]);
            let second = step(&grid, hex, d + bends[0], 1);
            let third = step(&grid, second, d + bends[0] + bends[1] + 3, 1);
            prop_assume!(third != hex);
            let places = [hex, second, third];
            let front = if broad { Front::Broad } else { Front::Narrow };
            let around = aspects(&grid, &places, facing, front);
            let before: BTreeSet<Hex> = if broad { vec![0, 1, 5] } else { vec![0] }.into_iter().map(|turn| step(&grid, hex, d + turn, 1)).collect();
            prop_assert!(around.front.iter().all(|hex| before.contains(hex)));
            let count = around.front.len() + around.left.len() + around.right.len() + around.rear.len();
            prop_assert_eq!(count, ring(&grid, &places).len());
        }
    }

    #[test]
    fn what_does_not_fit_on_the_map_is_no_row() {
        let grid = grid(Shift::Even);
        let corner = grid.parse("0101").unwrap();
        assert_eq!(row(&grid, corner, Facing::vertex(Direction::North), 2), None);
        assert_eq!(column(&grid, corner, Facing::side(Direction::South), 2), None);
        assert_eq!(column(&grid, corner, Facing::side(Direction::North), 3).map(|places| places.len()), Some(3));
        assert_eq!(row(&grid, corner, Facing::vertex(Direction::SouthEast), 4), None, "nothing is that long");
    }
}
