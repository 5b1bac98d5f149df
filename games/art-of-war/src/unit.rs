//! Units: what is printed on a counter (2.4), and sets of them.

use std::ops::{Index, IndexMut};

use board::Hex;
use kernel::Side;
use serde::de::{Error, SeqAccess, Visitor};
use serde::ser::SerializeTuple;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Room for this many units in a state: the two battles have 95 and 82; synthetic armies have up to 200.
pub const UNITS: usize = 208;

pub const FRENCH: Side = Side(0);
pub const ALLIED: Side = Side(1);

/// The other side.
#[inline]
pub const fn enemy_of(side: Side) -> Side {
    Side(1 - side.0)
}

/// A unit of the scenario at hand, by its place in the roster.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct UnitId(pub u8);

impl UnitId {
    pub const NONE: UnitId = UnitId(u8::MAX);

    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    #[inline]
    pub const fn is_none(self) -> bool {
        self.0 == u8::MAX
    }
}

/// The four national armies. Morale is kept for each (16.0).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Army {
    French,
    Austrian,
    Russian,
    Prussian,
}

impl Army {
    pub const ALL: [Army; 4] = [Army::French, Army::Austrian, Army::Russian, Army::Prussian];

    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    #[inline]
    pub const fn side(self) -> Side {
        match self {
            Army::French => FRENCH,
            Army::Austrian | Army::Russian | Army::Prussian => ALLIED,
        }
    }

    pub const fn name(self) -> &'static str {
        match self {
            Army::French => "French",
            Army::Austrian => "Austrian",
            Army::Russian => "Russian",
            Army::Prussian => "Prussian",
        }
    }
}

/// The large symbol on the counter (2.7).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    Infantry,
    Cavalry,
    Artillery,
}

impl Kind {
    pub const fn letter(self) -> char {
        match self {
            Kind::Infantry => 'i',
            Kind::Cavalry => 'c',
            Kind::Artillery => 'a',
        }
    }

    pub const fn name(self) -> &'static str {
        match self {
            Kind::Infantry => "infantry",
            Kind::Cavalry => "cavalry",
            Kind::Artillery => "artillery",
        }
    }
}

/// The six French garrisons (14.0).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Garrison {
    Lunette,
    Westphalians,
}

/// A division of Eylau, by its place in the scenario's list.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Division(pub u8);

impl Division {
    /// Dresden's units belong to none.
    pub const NONE: Division = Division(u8::MAX);

    #[inline]
    pub const fn bit(self) -> u32 {
        1 << (self.0 & 31)
    }
}

/// Where a unit is when the game begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Start {
    At(Hex),
    /// Reinforcement: the entry area and the earliest turn (7.0).
    Enters {
        area: Area,
        turn: u8,
    },
    /// Klenau's corps, which comes as chapter 12 has it.
    Klenau,
}

/// An entry area of the map, by its letter.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Area(pub char);

/// A counter.
#[derive(Clone, Debug)]
pub struct Unit {
    /// What orders call it.
    pub id: String,
    /// What the counter says.
    pub name: String,
    pub army: Army,
    pub division: Division,
    pub kind: Kind,
    /// Printed combat strength (2.5).
    pub strength: u8,
    /// Printed movement allowance (2.6), in whole points.
    pub movement: u8,
    pub start: Start,
    /// Marked R: begins in reserve (11.0).
    pub reserve: bool,
    pub garrison: Option<Garrison>,
}

impl Unit {
    #[inline]
    pub fn side(&self) -> Side {
        self.army.side()
    }

    /// Name and values as players say them: `Tut 8-4`.
    pub fn label(&self) -> String {
        format!("{} {}-{}", self.name, self.strength, self.movement)
    }
}

/// A set of units.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
pub struct UnitSet([u64; 4]);

impl UnitSet {
    pub const EMPTY: UnitSet = UnitSet([0; 4]);

    #[inline]
    pub fn contains(&self, unit: UnitId) -> bool {
        self.0[unit.index() / 64] >> (unit.index() % 64) & 1 != 0
    }

    #[inline]
    pub fn insert(&mut self, unit: UnitId) {
        self.0[unit.index() / 64] |= 1 << (unit.index() % 64);
    }

    #[inline]
    pub fn remove(&mut self, unit: UnitId) {
        self.0[unit.index() / 64] &= !(1 << (unit.index() % 64));
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0 == [0; 4]
    }

    #[inline]
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    #[inline]
    pub fn union(self, other: UnitSet) -> UnitSet {
        UnitSet([0, 1, 2, 3].map(|n| self.0[n] | other.0[n]))
    }

    #[inline]
    pub fn intersection(self, other: UnitSet) -> UnitSet {
        UnitSet([0, 1, 2, 3].map(|n| self.0[n] & other.0[n]))
    }

    #[inline]
    pub fn difference(self, other: UnitSet) -> UnitSet {
        UnitSet([0, 1, 2, 3].map(|n| self.0[n] & !other.0[n]))
    }

    #[inline]
    pub fn first(&self) -> Option<UnitId> {
        self.iter().next()
    }

    #[inline]
    pub fn iter(&self) -> UnitIter {
        UnitIter { words: self.0, word: 0 }
    }
}

impl FromIterator<UnitId> for UnitSet {
    fn from_iter<T: IntoIterator<Item = UnitId>>(units: T) -> UnitSet {
        let mut set = UnitSet::EMPTY;
        units.into_iter().for_each(|unit| set.insert(unit));
        set
    }
}

impl IntoIterator for UnitSet {
    type Item = UnitId;
    type IntoIter = UnitIter;

    fn into_iter(self) -> UnitIter {
        self.iter()
    }
}

/// The units of a set in roster order.
#[derive(Clone, Debug)]
pub struct UnitIter {
    words: [u64; 4],
    word: usize,
}

impl Iterator for UnitIter {
    type Item = UnitId;

    #[inline]
    fn next(&mut self) -> Option<UnitId> {
        while self.word < 4 {
            let bits = self.words[self.word];
            if bits != 0 {
                self.words[self.word] = bits & (bits - 1);
                return Some(UnitId((self.word * 64) as u8 + bits.trailing_zeros() as u8));
            }
            self.word += 1;
        }
        None
    }
}

/// A fixed table inside the state, longer than the arrays serde knows.
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
