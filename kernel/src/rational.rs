//! Exact fractions. Odds are never rounded below the command line.

use std::cmp::Ordering;
use std::fmt;

use serde::{Serialize, Serializer};

/// A fraction in lowest terms.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ratio {
    numerator: u128,
    denominator: u128,
}

/// A fraction needs more than 128 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooFine;

impl fmt::Display for TooFine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the fractions are too fine to be exact; look fewer rolls ahead")
    }
}

impl std::error::Error for TooFine {}

fn greatest_common_divisor(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

impl Ratio {
    pub const ZERO: Ratio = Ratio { numerator: 0, denominator: 1 };
    pub const ONE: Ratio = Ratio { numerator: 1, denominator: 1 };

    /// `None` if the denominator is 0.
    pub fn new(numerator: u128, denominator: u128) -> Option<Ratio> {
        if denominator == 0 {
            return None;
        }
        let divisor = greatest_common_divisor(numerator, denominator);
        Some(Ratio { numerator: numerator / divisor, denominator: denominator / divisor })
    }

    pub fn numerator(self) -> u128 {
        self.numerator
    }

    pub fn denominator(self) -> u128 {
        self.denominator
    }

    pub fn plus(self, other: Ratio) -> Result<Ratio, TooFine> {
        let divisor = greatest_common_divisor(self.denominator, other.denominator);
        let sum = || {
            let left = self.numerator.checked_mul(other.denominator / divisor)?;
            let right = other.numerator.checked_mul(self.denominator / divisor)?;
            let denominator = (self.denominator / divisor).checked_mul(other.denominator)?;
            Ratio::new(left.checked_add(right)?, denominator)
        };
        sum().ok_or(TooFine)
    }

    pub fn times(self, other: Ratio) -> Result<Ratio, TooFine> {
        // Shortened crosswise first, so that the products stay as small as they can.
        let left = greatest_common_divisor(self.numerator, other.denominator);
        let right = greatest_common_divisor(other.numerator, self.denominator);
        let product = || {
            let numerator = (self.numerator / left).checked_mul(other.numerator / right)?;
            let denominator = (self.denominator / right).checked_mul(other.denominator / left)?;
            Ratio::new(numerator, denominator)
        };
        product().ok_or(TooFine)
    }

    /// Divided by a whole number that is not 0.
    pub fn over(self, divisor: u128) -> Result<Ratio, TooFine> {
        self.times(Ratio::new(1, divisor).ok_or(TooFine)?)
    }
}

impl PartialOrd for Ratio {
    fn partial_cmp(&self, other: &Ratio) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Ratio {
    /// By continued fractions: whole parts first, then the remainders upside down. Cross products could overflow.
    fn cmp(&self, other: &Ratio) -> Ordering {
        let (mut left, mut right) = (*self, *other);
        let mut turned = false;
        loop {
            let whole = (left.numerator / left.denominator).cmp(&(right.numerator / right.denominator));
            let rests = (left.numerator % left.denominator, right.numerator % right.denominator);
            let decided = match (whole, rests) {
                (Ordering::Less | Ordering::Greater, _) => Some(whole),
                (Ordering::Equal, (0, 0)) => Some(Ordering::Equal),
                (Ordering::Equal, (0, _)) => Some(Ordering::Less),
                (Ordering::Equal, (_, 0)) => Some(Ordering::Greater),
                (Ordering::Equal, _) => None,
            };
            if let Some(order) = decided {
                return if turned { order.reverse() } else { order };
            }
            left = Ratio { numerator: left.denominator, denominator: rests.0 };
            right = Ratio { numerator: right.denominator, denominator: rests.1 };
            turned = !turned;
        }
    }
}

impl fmt::Display for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.numerator, self.denominator)
    }
}

impl Serialize for Ratio {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ratio(numerator: u128, denominator: u128) -> Ratio {
        Ratio::new(numerator, denominator).unwrap()
    }

    #[test]
    fn fractions_are_kept_in_lowest_terms() {
        assert_eq!(ratio(6, 36).to_string(), "1/6");
        assert_eq!(ratio(1, 6).plus(ratio(1, 3)), Ok(ratio(1, 2)));
        assert_eq!(ratio(2, 3).times(ratio(3, 4)), Ok(ratio(1, 2)));
        assert_eq!(Ratio::ONE.over(6), Ok(ratio(1, 6)));
        assert_eq!(Ratio::new(1, 0), None);
    }

    #[test]
    fn fractions_that_are_too_fine_are_refused() {
        let fine = ratio(1, u128::MAX);
        assert_eq!(fine.times(ratio(1, 7)), Err(TooFine));
        assert_eq!(fine.plus(ratio(1, u128::MAX - 1)), Err(TooFine));
    }

    #[test]
    fn fractions_compare_without_overflow() {
        assert!(ratio(1, 3) < ratio(1, 2));
        assert!(ratio(u128::MAX - 1, u128::MAX) < Ratio::ONE);
        assert!(ratio(u128::MAX - 1, u128::MAX) > ratio(u128::MAX - 2, u128::MAX - 1));
        assert_eq!(ratio(5, 7).cmp(&ratio(5, 7)), Ordering::Equal);
    }
}
