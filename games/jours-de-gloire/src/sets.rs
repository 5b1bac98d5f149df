//! Sets of counters and of connections, without heap.

use arrayvec::ArrayVec;
use board::boxes::ConnectionId;
use serde::{Deserialize, Serialize};

use crate::counters::CounterId;

/// A set of small numbers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Bits<const WORDS: usize>(Words<WORDS>);

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
struct Words<const WORDS: usize>([u64; WORDS]);

impl<const WORDS: usize> Serialize for Words<WORDS> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter())
    }
}

impl<'de, const WORDS: usize> Deserialize<'de> for Words<WORDS> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Words<WORDS>, D::Error> {
        let words = ArrayVec::<u64, WORDS>::deserialize(deserializer)?;
        words.into_inner().map(Words).map_err(|_| serde::de::Error::custom("a set of another size"))
    }
}

impl<const WORDS: usize> Default for Bits<WORDS> {
    fn default() -> Bits<WORDS> {
        Bits::EMPTY
    }
}

impl<const WORDS: usize> Bits<WORDS> {
    pub const EMPTY: Bits<WORDS> = Bits(Words([0; WORDS]));
    pub const CAPACITY: usize = WORDS * 64;

    #[inline]
    pub(crate) fn has(&self, number: usize) -> bool {
        number < Self::CAPACITY && self.0.0[number / 64] & (1 << (number % 64)) != 0
    }

    #[inline]
    pub(crate) fn put(&mut self, number: usize) {
        self.0.0[number / 64] |= 1 << (number % 64);
    }

    #[inline]
    pub(crate) fn take(&mut self, number: usize) {
        self.0.0[number / 64] &= !(1 << (number % 64));
    }

    pub fn is_empty(&self) -> bool {
        self.0.0.iter().all(|word| *word == 0)
    }

    pub fn len(&self) -> usize {
        self.0.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    pub(crate) fn numbers(&self) -> impl Iterator<Item = usize> + use<WORDS> {
        let words = self.0.0;
        (0..WORDS).flat_map(move |place| {
            let mut word = words[place];
            std::iter::from_fn(move || {
                if word == 0 {
                    return None;
                }
                let bit = word.trailing_zeros() as usize;
                word &= word - 1;
                Some(place * 64 + bit)
            })
        })
    }

    #[must_use]
    pub fn union(mut self, other: Bits<WORDS>) -> Bits<WORDS> {
        for (word, more) in self.0.0.iter_mut().zip(other.0.0) {
            *word |= more;
        }
        self
    }

    #[must_use]
    pub fn without(mut self, other: Bits<WORDS>) -> Bits<WORDS> {
        for (word, less) in self.0.0.iter_mut().zip(other.0.0) {
            *word &= !less;
        }
        self
    }

    #[must_use]
    pub fn common(mut self, other: Bits<WORDS>) -> Bits<WORDS> {
        for (word, mask) in self.0.0.iter_mut().zip(other.0.0) {
            *word &= mask;
        }
        self
    }
}

/// A set of counters.
pub type CounterSet = Bits<4>;

impl CounterSet {
    pub fn contains(&self, counter: CounterId) -> bool {
        self.has(counter.index())
    }

    pub fn insert(&mut self, counter: CounterId) {
        self.put(counter.index());
    }

    pub fn remove(&mut self, counter: CounterId) {
        self.take(counter.index());
    }

    /// In roster order.
    pub fn iter(&self) -> impl Iterator<Item = CounterId> + use<> {
        self.numbers().map(|number| CounterId(number as u8))
    }

    pub fn first(&self) -> Option<CounterId> {
        self.iter().next()
    }
}

impl FromIterator<CounterId> for CounterSet {
    fn from_iter<I: IntoIterator<Item = CounterId>>(counters: I) -> CounterSet {
        let mut set = CounterSet::EMPTY;
        counters.into_iter().for_each(|counter| set.insert(counter));
        set
    }
}

/// A set of connections.
pub type ConnectionSet = Bits<12>;

impl ConnectionSet {
    pub fn holds(&self, connection: ConnectionId) -> bool {
        self.has(connection.index())
    }

    pub fn add(&mut self, connection: ConnectionId) {
        self.put(connection.index());
    }

    pub fn drop(&mut self, connection: ConnectionId) {
        self.take(connection.index());
    }

    /// In the order of the map.
    pub fn connections(&self) -> impl Iterator<Item = ConnectionId> + use<> {
        self.numbers().map(|number| ConnectionId(number as u16))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_hold_what_was_put_in_and_list_it_in_order() {
        let mut set: CounterSet = [CounterId(200), CounterId(3), CounterId(64)].into_iter().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), [CounterId(3), CounterId(64), CounterId(200)]);
        set.remove(CounterId(64));
        assert_eq!((set.len(), set.contains(CounterId(64)), set.contains(CounterId(200))), (2, false, true));
        let other = CounterSet::from_iter([CounterId(3), CounterId(5)]);
        assert_eq!(set.union(other).len(), 3);
        assert_eq!(set.common(other).first(), Some(CounterId(3)));
        assert_eq!(set.without(other).first(), Some(CounterId(200)));
    }
}
