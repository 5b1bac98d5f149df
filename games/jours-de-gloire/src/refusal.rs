//! Refusals before they are put into words: small enough for the hot path, where most of them are dropped.

use board::boxes::{BoxId, ConnectionId};
use kernel::Illegal;

use crate::Rules;
use crate::counters::CounterId;

/// A case and the facts of the position. The words may mention `{counter}`, `{other}`, `{box}`, `{way}` and `{number}`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Refusal {
    pub(crate) case: &'static str,
    also: &'static [&'static str],
    words: &'static str,
    counter: Option<CounterId>,
    other: Option<CounterId>,
    place: Option<BoxId>,
    way: Option<ConnectionId>,
    number: i16,
}

pub(crate) type Ruling = Result<(), Refusal>;

/// What a check says no with: a refusal for somebody who asked, or nothing where offers are listed and only the answer counts.
pub(crate) trait No: Sized {
    fn because(why: impl FnOnce() -> Refusal) -> Self;
}

impl No for Refusal {
    #[inline(always)]
    fn because(why: impl FnOnce() -> Refusal) -> Refusal {
        why()
    }
}

/// No, for a reason that nobody hears.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Silent;

impl No for Silent {
    #[inline(always)]
    fn because(_: impl FnOnce() -> Refusal) -> Silent {
        Silent
    }
}

#[inline]
pub(crate) const fn refuse(case: &'static str, words: &'static str) -> Refusal {
    Refusal { case, also: &[], words, counter: None, other: None, place: None, way: None, number: 0 }
}

impl Refusal {
    /// Further cases that forbid the same thing.
    #[inline]
    pub(crate) const fn also(mut self, also: &'static [&'static str]) -> Refusal {
        self.also = also;
        self
    }

    #[inline]
    pub(crate) const fn counter(mut self, counter: CounterId) -> Refusal {
        self.counter = Some(counter);
        self
    }

    #[inline]
    pub(crate) const fn other(mut self, other: CounterId) -> Refusal {
        self.other = Some(other);
        self
    }

    #[inline]
    pub(crate) const fn place(mut self, place: BoxId) -> Refusal {
        self.place = Some(place);
        self
    }

    #[inline]
    pub(crate) const fn way(mut self, way: ConnectionId) -> Refusal {
        self.way = Some(way);
        self
    }

    #[inline]
    pub(crate) const fn number(mut self, number: i16) -> Refusal {
        self.number = number;
        self
    }

    pub(crate) fn explain(&self, rules: &Rules) -> Illegal {
        let mut illegal = Illegal::new(self.case, self.words).also(self.also).number("{number}", self.number.into());
        for (sign, counter) in [("{counter}", self.counter), ("{other}", self.other)] {
            if let Some(counter) = counter {
                illegal = illegal.unit(sign, rules.id(counter), &rules.name_of(counter));
            }
        }
        if let Some(place) = self.place {
            illegal = illegal.place("{box}", rules.box_name(place));
        }
        if let Some(way) = self.way {
            let [a, b] = rules.ground.ends(way).map(|end| rules.box_name(end));
            illegal.facts = illegal.facts.replace("{way}", "{from}-{to}");
            illegal = illegal.place("{from}", a).place("{to}", b);
        }
        illegal
    }
}
