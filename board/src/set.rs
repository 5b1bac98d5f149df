//! Sets of hexes, units, boxes or anything else with a small number: fixed bit fields, copied, joined and intersected
//! without touching the heap. A title chooses the capacity: `type HexSet = Set<Hex, 10>` has room for 640 hexes.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Error, SeqAccess, Visitor};
use serde::ser::SerializeTuple;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A thing known by its number, counted from 0.
pub trait Id: Copy {
    /// Whether sets of these are written as lists, with their length, and not as tuples. JSON shows no difference; the
    /// binary form, and with it the hash of a state in a journal, does. So it must not change for a title in use.
    const LISTED: bool = false;

    fn from_index(index: usize) -> Self;

    fn index(self) -> usize;
}

/// A set of things whose numbers are below [`Set::CAPACITY`], kept in `W` words of 64 bits.
pub struct Set<I, const W: usize> {
    words: [u64; W],
    of: PhantomData<fn() -> I>,
}

impl<I, const W: usize> Set<I, W> {
    pub const CAPACITY: usize = W * 64;
    pub const EMPTY: Set<I, W> = Set::from_words([0; W]);

    const fn from_words(words: [u64; W]) -> Set<I, W> {
        Set { words, of: PhantomData }
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|word| *word == 0)
    }

    #[inline]
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    #[inline]
    #[must_use]
    pub fn union(mut self, other: Set<I, W>) -> Set<I, W> {
        for (mine, theirs) in self.words.iter_mut().zip(other.words) {
            *mine |= theirs;
        }
        self
    }

    #[inline]
    #[must_use]
    pub fn intersection(mut self, other: Set<I, W>) -> Set<I, W> {
        for (mine, theirs) in self.words.iter_mut().zip(other.words) {
            *mine &= theirs;
        }
        self
    }

    #[inline]
    #[must_use]
    pub fn difference(mut self, other: Set<I, W>) -> Set<I, W> {
        for (mine, theirs) in self.words.iter_mut().zip(other.words) {
            *mine &= !theirs;
        }
        self
    }

    #[inline]
    pub fn intersects(&self, other: &Set<I, W>) -> bool {
        self.words.iter().zip(other.words).any(|(mine, theirs)| mine & theirs != 0)
    }

    #[inline]
    pub fn is_subset(&self, other: &Set<I, W>) -> bool {
        self.words.iter().zip(other.words).all(|(mine, theirs)| mine & !theirs == 0)
    }
}

impl<I: Id, const W: usize> Set<I, W> {
    /// A number beyond the capacity is in no set.
    #[inline]
    pub fn contains(&self, item: I) -> bool {
        let index = item.index();
        index < Self::CAPACITY && self.words[index / 64] >> (index % 64) & 1 != 0
    }

    #[inline]
    pub fn insert(&mut self, item: I) {
        self.words[item.index() / 64] |= 1 << (item.index() % 64);
    }

    #[inline]
    pub fn remove(&mut self, item: I) {
        self.words[item.index() / 64] &= !(1 << (item.index() % 64));
    }

    /// Inserts sixteen neighbours at once: those whose numbers begin with sixteen times `place`.
    #[inline]
    pub fn insert_sixteen(&mut self, place: usize) {
        self.words[place / 4] |= 0xffff << (place % 4 * 16);
    }

    /// The places of a list at which a byte stands, found sixteen at a time.
    #[inline]
    pub fn places_of<T: Copy>(list: &[T], byte: impl Fn(T) -> u8, wanted: u8) -> Set<I, W> {
        const LOW: u64 = u64::from_le_bytes([0x7f; 8]);
        let all = u64::from_le_bytes([wanted; 8]);
        let mut places = Set::EMPTY;
        let (sixteens, rest) = list.as_chunks::<16>();
        for (number, sixteen) in sixteens.iter().enumerate() {
            // Nearly all sixteens have none, and that is found out for all of them at once.
            if !sixteen.iter().fold(false, |any, item| any | (byte(*item) == wanted)) {
                continue;
            }
            for (half, eight) in sixteen.as_chunks::<8>().0.iter().enumerate() {
                let [a, b, c, d, e, f, g, h] = *eight;
                let bytes = [byte(a), byte(b), byte(c), byte(d), byte(e), byte(f), byte(g), byte(h)];
                let other = u64::from_le_bytes(bytes) ^ all;
                // The top bit of each byte, where nothing else of it is left; no sum goes beyond its byte.
                let equal = !(((other & LOW) + LOW) | other | LOW);
                // The multiplication brings them together in the top byte.
                let bits = (equal >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56;
                let place = number * 2 + half;
                places.words[place / 8] |= bits << (place % 8 * 8);
            }
        }
        for (place, item) in (sixteens.len() * 16..).zip(rest) {
            if byte(*item) == wanted {
                places.insert(I::from_index(place));
            }
        }
        places
    }

    #[inline]
    pub fn first(&self) -> Option<I> {
        self.iter().next()
    }

    /// In ascending order.
    #[inline]
    pub fn iter(&self) -> Iter<I, W> {
        Iter { rest: *self, word: 0 }
    }
}

impl<I, const W: usize> Clone for Set<I, W> {
    #[inline]
    fn clone(&self) -> Set<I, W> {
        *self
    }
}

impl<I, const W: usize> Copy for Set<I, W> {}

impl<I, const W: usize> Default for Set<I, W> {
    fn default() -> Set<I, W> {
        Set::EMPTY
    }
}

impl<I, const W: usize> PartialEq for Set<I, W> {
    #[inline]
    fn eq(&self, other: &Set<I, W>) -> bool {
        self.words == other.words
    }
}

impl<I, const W: usize> Eq for Set<I, W> {}

impl<I, const W: usize> PartialOrd for Set<I, W> {
    fn partial_cmp(&self, other: &Set<I, W>) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl<I, const W: usize> Ord for Set<I, W> {
    fn cmp(&self, other: &Set<I, W>) -> std::cmp::Ordering {
        self.words.cmp(&other.words)
    }
}

impl<I, const W: usize> std::hash::Hash for Set<I, W> {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.words.hash(state);
    }
}

impl<I: Id + fmt::Debug, const W: usize> fmt::Debug for Set<I, W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl<I: Id, const W: usize> FromIterator<I> for Set<I, W> {
    fn from_iter<T: IntoIterator<Item = I>>(items: T) -> Set<I, W> {
        let mut set = Set::EMPTY;
        set.extend(items);
        set
    }
}

impl<I: Id, const W: usize> Extend<I> for Set<I, W> {
    fn extend<T: IntoIterator<Item = I>>(&mut self, items: T) {
        items.into_iter().for_each(|item| self.insert(item));
    }
}

impl<I: Id, const W: usize> IntoIterator for Set<I, W> {
    type Item = I;
    type IntoIter = Iter<I, W>;

    #[inline]
    fn into_iter(self) -> Iter<I, W> {
        self.iter()
    }
}

impl<I: Id, const W: usize> IntoIterator for &Set<I, W> {
    type Item = I;
    type IntoIter = Iter<I, W>;

    #[inline]
    fn into_iter(self) -> Iter<I, W> {
        self.iter()
    }
}

/// What is in a set, in ascending order.
pub struct Iter<I, const W: usize> {
    rest: Set<I, W>,
    word: usize,
}

impl<I, const W: usize> Clone for Iter<I, W> {
    fn clone(&self) -> Iter<I, W> {
        Iter { rest: self.rest, word: self.word }
    }
}

impl<I: Id + fmt::Debug, const W: usize> fmt::Debug for Iter<I, W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.rest.fmt(f)
    }
}

impl<I: Id, const W: usize> Iterator for Iter<I, W> {
    type Item = I;

    #[inline]
    fn next(&mut self) -> Option<I> {
        while self.word < W {
            let bits = self.rest.words[self.word];
            if bits != 0 {
                self.rest.words[self.word] &= bits - 1;
                return Some(I::from_index(self.word * 64 + bits.trailing_zeros() as usize));
            }
            self.word += 1;
        }
        None
    }
}

impl<I: Id, const W: usize> Serialize for Set<I, W> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if I::LISTED {
            return serializer.collect_seq(self.words.iter());
        }
        let mut tuple = serializer.serialize_tuple(W)?;
        for word in &self.words {
            tuple.serialize_element(word)?;
        }
        tuple.end()
    }
}

impl<'de, I: Id, const W: usize> Deserialize<'de> for Set<I, W> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Set<I, W>, D::Error> {
        struct Words<const W: usize>;
        impl<'de, const W: usize> Visitor<'de> for Words<W> {
            type Value = [u64; W];

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "a set of {W} words")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<[u64; W], A::Error> {
                let mut words = [0; W];
                for (place, word) in words.iter_mut().enumerate() {
                    *word = seq.next_element()?.ok_or_else(|| Error::invalid_length(place, &self))?;
                }
                Ok(words)
            }
        }
        if I::LISTED {
            return deserializer.deserialize_seq(Words).map(Set::from_words);
        }
        deserializer.deserialize_tuple(W, Words).map(Set::from_words)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;
    use crate::Hex;

    const WORDS: usize = 3;
    type Small = Set<Hex, WORDS>;

    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    struct Listed(u16);

    impl Id for Listed {
        const LISTED: bool = true;

        fn from_index(index: usize) -> Listed {
            Listed(index as u16)
        }

        fn index(self) -> usize {
            self.0.into()
        }
    }

    fn hexes() -> impl Strategy<Value = BTreeSet<Hex>> {
        proptest::collection::btree_set((0..Small::CAPACITY as u16).prop_map(Hex), 0..40)
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, rng_seed: proptest::test_runner::RngSeed::Fixed(1757), ..ProptestConfig::default() })]

        #[test]
        fn sets_do_what_ordered_trees_do(a in hexes(), b in hexes(), other in 0u16..) {
            let (mut one, two): (Small, Small) = (a.iter().copied().collect(), b.iter().copied().collect());
            let listed = |set: Small| set.iter().collect::<BTreeSet<Hex>>();
            prop_assert!(one.iter().eq(a.iter().copied()));
            prop_assert_eq!((one.len(), one.is_empty(), one.first()), (a.len(), a.is_empty(), a.first().copied()));
            prop_assert_eq!(listed(one.union(two)), a.union(&b).copied().collect());
            prop_assert_eq!(listed(one.intersection(two)), a.intersection(&b).copied().collect());
            prop_assert_eq!(listed(one.difference(two)), a.difference(&b).copied().collect());
            prop_assert_eq!(one.intersects(&two), !a.is_disjoint(&b));
            prop_assert_eq!(one.is_subset(&two), a.is_subset(&b));
            prop_assert_eq!(one == two, a == b);
            prop_assert_eq!(one.contains(Hex(other)), a.contains(&Hex(other)));
            if let Some(hex) = a.last() {
                one.remove(*hex);
                prop_assert!(!one.contains(*hex) && one.len() + 1 == a.len());
            }
        }
    }

    #[test]
    fn a_set_is_written_as_its_words() {
        let set: Small = [0, 65, 191].map(Hex).into_iter().collect();
        let text = serde_json::to_string(&set).unwrap();
        assert_eq!(text, "[1,2,9223372036854775808]");
        assert_eq!(serde_json::from_str::<Small>(&text).unwrap(), set);
        let listed: Set<Listed, 1> = [Listed(1)].into_iter().collect();
        assert_eq!(serde_json::to_string(&listed).unwrap(), "[2]");
        assert_eq!(serde_json::from_str::<Set<Listed, 1>>("[2]").unwrap(), listed);
        for wrong in ["[1,2]", "[1,2,3,4]", "\"1\""] {
            assert!(serde_json::from_str::<Small>(wrong).is_err(), "{wrong}");
        }
    }
}
