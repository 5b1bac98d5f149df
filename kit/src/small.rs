//! Small things that a state is made of: ids, lists and tables without heap. Sets are in `board`.

use std::ops::{Deref, Index, IndexMut};

use arrayvec::ArrayVec;
use board::Id;
use serde::de::{Error, SeqAccess, Visitor};
use serde::ser::SerializeTuple;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Declares an id: a thing known by its place in some list. With `listed` sets of it are written with their length, see
/// [`board::Id::LISTED`].
#[macro_export]
macro_rules! id {
    ($(#[$meta:meta])* $vis:vis struct $name:ident($int:ty) $(, $listed:ident)?;) => {
        $(#[$meta])*
        #[derive(
            Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, ::serde::Serialize, ::serde::Deserialize,
        )]
        #[serde(transparent)]
        $vis struct $name($vis $int);

        impl $name {
            $vis const NONE: $name = $name(<$int>::MAX);

            #[inline]
            $vis const fn index(self) -> usize {
                self.0 as usize
            }

            #[inline]
            $vis const fn is_none(self) -> bool {
                self.0 == <$int>::MAX
            }
        }

        impl ::board::Id for $name {
            $($crate::id!(@$listed);)?

            #[inline]
            fn from_index(index: usize) -> $name {
                $name(index as $int)
            }

            #[inline]
            fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
    (@listed) => {
        const LISTED: bool = true;
    };
}

/// A fixed table inside a state, longer than the arrays serde knows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table<T, const N: usize>(pub [T; N]);

impl<T, const N: usize> Index<usize> for Table<T, N> {
    type Output = T;

    #[inline]
    fn index(&self, index: usize) -> &T {
        &self.0[index]
    }
}

impl<T, const N: usize> IndexMut<usize> for Table<T, N> {
    #[inline]
    fn index_mut(&mut self, index: usize) -> &mut T {
        &mut self.0[index]
    }
}

impl<T: Serialize, const N: usize> Serialize for Table<T, N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut tuple = serializer.serialize_tuple(N)?;
        for element in &self.0 {
            tuple.serialize_element(element)?;
        }
        tuple.end()
    }
}

impl<'de, T: Deserialize<'de> + Copy, const N: usize> Deserialize<'de> for Table<T, N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Table<T, N>, D::Error> {
        struct Elements<T, const N: usize>(std::marker::PhantomData<T>);
        impl<'de, T: Deserialize<'de> + Copy, const N: usize> Visitor<'de> for Elements<T, N> {
            type Value = Table<T, N>;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, "{N} elements")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Table<T, N>, A::Error> {
                let first = seq.next_element()?.ok_or_else(|| Error::invalid_length(0, &self))?;
                let mut table = Table([first; N]);
                for index in 1..N {
                    table.0[index] = seq.next_element()?.ok_or_else(|| Error::invalid_length(index, &self))?;
                }
                Ok(table)
            }
        }
        deserializer.deserialize_tuple(N, Elements(std::marker::PhantomData))
    }
}

/// A short list of ids without heap that can be copied.
#[derive(Clone, Copy, Debug)]
pub struct Few<I, const MOST: usize> {
    items: [I; MOST],
    len: u8,
}

impl<I: Id, const MOST: usize> Default for Few<I, MOST> {
    fn default() -> Few<I, MOST> {
        Few::new()
    }
}

impl<I: Id, const MOST: usize> Few<I, MOST> {
    pub fn new() -> Few<I, MOST> {
        Few { items: [I::from_index(0); MOST], len: 0 }
    }

    pub fn is_full(&self) -> bool {
        usize::from(self.len) == MOST
    }

    /// Adds an item; the last ones of a full list are dropped.
    pub fn push(&mut self, item: I) {
        if !self.is_full() {
            self.items[usize::from(self.len)] = item;
            self.len += 1;
        }
    }

    pub fn pop(&mut self) -> Option<I> {
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

impl<I, const MOST: usize> Deref for Few<I, MOST> {
    type Target = [I];

    fn deref(&self) -> &[I] {
        &self.items[..usize::from(self.len)]
    }
}

impl<I: PartialEq, const MOST: usize> PartialEq for Few<I, MOST> {
    fn eq(&self, other: &Few<I, MOST>) -> bool {
        **self == **other
    }
}

impl<I: Eq, const MOST: usize> Eq for Few<I, MOST> {}

impl<I: Serialize, const MOST: usize> Serialize for Few<I, MOST> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de, I: Deserialize<'de> + Id, const MOST: usize> Deserialize<'de> for Few<I, MOST> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Few<I, MOST>, D::Error> {
        let mut few = Few::new();
        ArrayVec::<I, MOST>::deserialize(deserializer)?.into_iter().for_each(|item| few.push(item));
        Ok(few)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::{Hex, Set};

    id! {
        struct Brigade(u8), listed;
    }

    id! {
        struct Wing(u8);
    }

    #[test]
    fn ids_say_how_their_sets_are_written() {
        let binary = |listed: bool, set: Vec<u8>| assert_eq!(set.len(), if listed { 2 } else { 1 }, "{set:?}");
        binary(true, postcard::to_stdvec(&Set::<Brigade, 1>::from_iter([Brigade(3)])).unwrap());
        binary(false, postcard::to_stdvec(&Set::<Wing, 1>::from_iter([Wing(3)])).unwrap());
        assert!(Wing::NONE.is_none() && !Brigade(0).is_none());
        assert_eq!((Wing(3).index(), Brigade::NONE.index()), (3, 255));
    }

    #[test]
    fn short_lists_keep_their_order_and_their_size() {
        let mut few: Few<Hex, 3> = Few::new();
        [4, 7, 9, 11].map(Hex).into_iter().for_each(|hex| few.push(hex));
        assert_eq!(*few, [4, 7, 9].map(Hex));
        few.remove(1);
        let text = serde_json::to_string(&few).unwrap();
        assert_eq!((text.as_str(), few.pop()), ("[4,9]", Some(Hex(9))));
        assert!(serde_json::from_str::<Few<Hex, 3>>("[1,2,3,4]").is_err());
    }

    #[test]
    fn tables_are_written_without_their_length() {
        let table = Table([7u8; 40]);
        let bytes = postcard::to_stdvec(&table).unwrap();
        assert_eq!(bytes.len(), 40);
        assert_eq!(postcard::from_bytes::<Table<u8, 40>>(&bytes).unwrap(), table);
        assert!(postcard::from_bytes::<Table<u8, 41>>(&bytes).is_err());
    }
}
