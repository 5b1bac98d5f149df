//! Refusals before they are put into words: small enough for the hot path, where most of them are dropped.

use board::Hex;
use kernel::Illegal;

use crate::Rules;
use crate::unit::UnitId;

/// A case and the facts of the position. The words may mention `{unit}`, `{other}`, `{hex}` and `{number}`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Refusal {
    pub(crate) case: &'static str,
    also: &'static [&'static str],
    words: &'static str,
    unit: UnitId,
    other: UnitId,
    hex: Hex,
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
    Refusal { case, also: &[], words, unit: UnitId::NONE, other: UnitId::NONE, hex: Hex::NONE, number: 0 }
}

impl Refusal {
    /// Further cases that forbid the same thing.
    #[inline]
    pub(crate) const fn also(mut self, also: &'static [&'static str]) -> Refusal {
        self.also = also;
        self
    }

    #[inline]
    pub(crate) const fn unit(mut self, unit: UnitId) -> Refusal {
        self.unit = unit;
        self
    }

    #[inline]
    pub(crate) const fn other(mut self, other: UnitId) -> Refusal {
        self.other = other;
        self
    }

    #[inline]
    pub(crate) const fn hex(mut self, hex: Hex) -> Refusal {
        self.hex = hex;
        self
    }

    #[inline]
    pub(crate) const fn number(mut self, number: i16) -> Refusal {
        self.number = number;
        self
    }

    pub(crate) fn explain(&self, rules: &Rules) -> Illegal {
        Illegal::new(self.case, self.words)
            .also(self.also)
            .unit("{unit}", &rules.word_for(self.unit), &rules.label(self.unit))
            .unit("{other}", &rules.word_for(self.other), &rules.label(self.other))
            .place("{hex}", &rules.number_of(self.hex))
            .number("{number}", self.number.into())
    }
}
