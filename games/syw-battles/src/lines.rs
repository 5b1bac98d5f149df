//! Straight lines between the centres of hexes, in whole numbers: every hex that such a line touches (G.2c).
//!
//! A line depends only on how far apart its ends are, so all of them are worked out once.

/// A hex, as it lies from the beginning of the line in cube coordinates.
pub(crate) type Offset = (i8, i8);

#[derive(Clone, Debug)]
pub(crate) struct Lines {
    longest: i16,
    /// Where the hexes of each line begin among all.
    starts: Vec<u32>,
    hexes: Vec<Offset>,
}

/// A fraction with a positive denominator.
#[derive(Clone, Copy)]
struct Fraction(i64, i64);

impl Fraction {
    fn new(over: i64, under: i64) -> Fraction {
        if under < 0 { Fraction(-over, -under) } else { Fraction(over, under) }
    }

    fn is_less(self, other: Fraction) -> bool {
        self.0 * other.1 < other.0 * self.1
    }
}

impl Lines {
    pub(crate) fn new(longest: u16) -> Lines {
        let longest = longest as i16;
        let (mut starts, mut hexes) = (vec![0], Vec::new());
        for q in -longest..=longest {
            for r in -longest..=longest {
                if (q + r).abs() <= longest {
                    hexes.extend(touched(q.into(), r.into()));
                }
                starts.push(hexes.len() as u32);
            }
        }
        Lines { longest, starts, hexes }
    }

    /// What lies between the ends of a line, in order from its beginning.
    #[inline]
    pub(crate) fn between(&self, (q, r): (i16, i16)) -> &[Offset] {
        if q.abs() > self.longest || r.abs() > self.longest {
            return &[];
        }
        let number = ((q + self.longest) * (2 * self.longest + 1) + r + self.longest) as usize;
        &self.hexes[self.starts[number] as usize..self.starts[number + 1] as usize]
    }
}

/// Every hex but the two ends whose rim or inside the line from 0 to (q, r) meets, by where it is met first.
fn touched(q: i64, r: i64) -> Vec<Offset> {
    let way = [q, r, -q - r];
    let length = way.iter().map(|part| part.abs()).max().unwrap_or(0);
    let mut found: Vec<(Fraction, Offset)> = Vec::new();
    for a in -length..=length {
        for b in -length..=length {
            if (a, b) == (0, 0) || (a, b) == (q, r) {
                continue;
            }
            if let Some(enter) = enters(way, [a, b, -a - b]) {
                found.push((enter, (a as i8, b as i8)));
            }
        }
    }
    found.sort_by(|one, other| {
        let order = |less: bool| if less { std::cmp::Ordering::Less } else { std::cmp::Ordering::Greater };
        match (one.0.is_less(other.0), other.0.is_less(one.0)) {
            (false, false) => one.1.cmp(&other.1),
            (less, _) => order(less),
        }
    });
    found.into_iter().map(|(_, offset)| offset).collect()
}

/// Where the way meets a hex, if it does. A point lies in a hex when no two of its cube coordinates, counted from the
/// hex's centre, differ by more than one.
fn enters(way: [i64; 3], hex: [i64; 3]) -> Option<Fraction> {
    let (mut enter, mut leave) = (Fraction(0, 1), Fraction(1, 1));
    for (a, b) in [(0, 1), (1, 2), (2, 0)] {
        let (offset, slope) = (hex[b] - hex[a], way[a] - way[b]);
        if slope == 0 {
            if offset.abs() > 1 {
                return None;
            }
            continue;
        }
        let (mut first, mut last) = (Fraction::new(-1 - offset, slope), Fraction::new(1 - offset, slope));
        if slope < 0 {
            std::mem::swap(&mut first, &mut last);
        }
        if enter.is_less(first) {
            enter = first;
        }
        if last.is_less(leave) {
            leave = last;
        }
    }
    (!leave.is_less(enter)).then_some(enter)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_have_nothing_between_them_and_corners_count() {
        let lines = Lines::new(12);
        assert_eq!(lines.between((0, 1)), &[]);
        assert_eq!(lines.between((0, 2)), &[(0, 1)]);
        // Along the side between two hexes both are touched.
        assert_eq!(lines.between((1, 1)), &[(0, 1), (1, 0)]);
        // Three hexes off beside the axis: two hexes are passed through, and two more touched at a corner.
        for (q, r) in [(1, 2), (2, 1)] {
            assert!(lines.between((q, r)).len() >= 2, "{:?}", lines.between((q, r)));
        }
    }

    #[test]
    fn lines_are_the_same_both_ways() {
        let lines = Lines::new(12);
        for q in -12..=12i16 {
            for r in (-12..=12i16).filter(|r| (q + r).abs() <= 12) {
                let mut there: Vec<(i16, i16)> =
                    lines.between((q, r)).iter().map(|(a, b)| (i16::from(*a), i16::from(*b))).collect();
                let mut back: Vec<(i16, i16)> =
                    lines.between((-q, -r)).iter().map(|(a, b)| (i16::from(*a) + q, i16::from(*b) + r)).collect();
                there.sort_unstable();
                back.sort_unstable();
                assert_eq!(there, back, "({q}, {r})");
            }
        }
    }
}
