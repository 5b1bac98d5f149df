//! A set of hexes as a fixed bit field: copied, joined and intersected without touching the heap.

use serde::{Deserialize, Serialize};

use crate::Hex;

const WORDS: usize = 10;

/// A set of hexes of a map of at most [`HexSet::CAPACITY`] hexes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, PartialOrd, Ord, Serialize, Deserialize)]
pub struct HexSet([u64; WORDS]);

impl HexSet {
    pub const CAPACITY: usize = WORDS * 64;
    pub const EMPTY: HexSet = HexSet([0; WORDS]);

    #[inline]
    pub fn contains(&self, hex: Hex) -> bool {
        let index = hex.index();
        index < HexSet::CAPACITY && self.0[index / 64] >> (index % 64) & 1 != 0
    }

    #[inline]
    pub fn insert(&mut self, hex: Hex) {
        self.0[hex.index() / 64] |= 1 << (hex.index() % 64);
    }

    #[inline]
    pub fn remove(&mut self, hex: Hex) {
        self.0[hex.index() / 64] &= !(1 << (hex.index() % 64));
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    #[inline]
    pub fn union(mut self, other: &HexSet) -> HexSet {
        for (mine, theirs) in self.0.iter_mut().zip(other.0) {
            *mine |= theirs;
        }
        self
    }

    #[inline]
    pub fn intersection(mut self, other: &HexSet) -> HexSet {
        for (mine, theirs) in self.0.iter_mut().zip(other.0) {
            *mine &= theirs;
        }
        self
    }

    #[inline]
    pub fn difference(mut self, other: &HexSet) -> HexSet {
        for (mine, theirs) in self.0.iter_mut().zip(other.0) {
            *mine &= !theirs;
        }
        self
    }

    #[inline]
    pub fn intersects(&self, other: &HexSet) -> bool {
        self.0.iter().zip(other.0).any(|(mine, theirs)| mine & theirs != 0)
    }

    /// The hexes in ascending order.
    #[inline]
    pub fn iter(&self) -> Iter {
        Iter { words: self.0, word: 0 }
    }
}

impl FromIterator<Hex> for HexSet {
    fn from_iter<T: IntoIterator<Item = Hex>>(hexes: T) -> HexSet {
        let mut set = HexSet::EMPTY;
        for hex in hexes {
            set.insert(hex);
        }
        set
    }
}

impl IntoIterator for &HexSet {
    type Item = Hex;
    type IntoIter = Iter;

    fn into_iter(self) -> Iter {
        self.iter()
    }
}

#[derive(Clone, Debug)]
pub struct Iter {
    words: [u64; WORDS],
    word: usize,
}

impl Iterator for Iter {
    type Item = Hex;

    #[inline]
    fn next(&mut self) -> Option<Hex> {
        while self.word < WORDS {
            let bits = self.words[self.word];
            if bits != 0 {
                self.words[self.word] &= bits - 1;
                return Some(Hex((self.word * 64) as u16 + bits.trailing_zeros() as u16));
            }
            self.word += 1;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_holds_what_was_put_in_and_lists_it_in_order() {
        let mut set: HexSet = [599, 3, 64, 63].map(Hex).into_iter().collect();
        assert_eq!(set.iter().map(|h| h.0).collect::<Vec<_>>(), [3, 63, 64, 599]);
        assert!(set.contains(Hex(64)) && !set.contains(Hex(65)) && !set.contains(Hex::NONE));
        set.remove(Hex(63));
        assert_eq!(set.len(), 3);
        assert!(set.intersects(&[Hex(599)].into_iter().collect()));
        assert!(set.difference(&set).is_empty());
    }
}
