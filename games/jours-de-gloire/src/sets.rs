//! Sets of counters and of connections, without heap.

use arrayvec::ArrayVec;
use board::boxes::{BoxId, ConnectionId};
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

/// What lies in a list where nothing is.
pub trait Filler: Copy {
    const FILLER: Self;
}

impl Filler for BoxId {
    const FILLER: BoxId = BoxId::NONE;
}

impl Filler for ConnectionId {
    const FILLER: ConnectionId = ConnectionId(u16::MAX);
}

/// A short list without heap that can be copied.
#[derive(Clone, Copy, Debug)]
pub struct Few<T, const MOST: usize> {
    items: [T; MOST],
    len: u8,
}

impl<T: Filler, const MOST: usize> Default for Few<T, MOST> {
    fn default() -> Few<T, MOST> {
        Few::new()
    }
}

impl<T: Filler, const MOST: usize> Few<T, MOST> {
    pub fn new() -> Few<T, MOST> {
        Few { items: [T::FILLER; MOST], len: 0 }
    }

    pub fn is_full(&self) -> bool {
        usize::from(self.len) == MOST
    }

    /// Adds an item; the last ones of a full list are dropped.
    pub fn push(&mut self, item: T) {
        if !self.is_full() {
            self.items[usize::from(self.len)] = item;
            self.len += 1;
        }
    }

    pub fn pop(&mut self) -> Option<T> {
        self.len = self.len.checked_sub(1)?;
        Some(self.items[usize::from(self.len)])
    }

    /// Takes an item out; those behind it move up.
    pub fn remove(&mut self, place: usize) {
        if place < usize::from(self.len) {
            self.items.copy_within(place + 1..usize::from(self.len), place);
            self.len -= 1;
        }
    }

    pub fn clear(&mut self) {
        self.len = 0;
    }
}

impl<T, const MOST: usize> std::ops::Deref for Few<T, MOST> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.items[..usize::from(self.len)]
    }
}

impl<T: PartialEq, const MOST: usize> PartialEq for Few<T, MOST> {
    fn eq(&self, other: &Few<T, MOST>) -> bool {
        **self == **other
    }
}

impl<T: Eq, const MOST: usize> Eq for Few<T, MOST> {}

impl<T: Serialize, const MOST: usize> Serialize for Few<T, MOST> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de, T: Deserialize<'de> + Filler, const MOST: usize> Deserialize<'de> for Few<T, MOST> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Few<T, MOST>, D::Error> {
        let items = ArrayVec::<T, MOST>::deserialize(deserializer)?;
        let mut few = Few::new();
        items.into_iter().for_each(|item| few.push(item));
        Ok(few)
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
