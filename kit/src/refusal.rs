//! Refusals before they are put into words: small enough for the hot path, where most of them are dropped.

pub use kernel::Case;
use kernel::Illegal;

/// What refusals of a title's rules speak of, and how it is called.
pub trait Names: Sized {
    type Unit: Copy + PartialEq;
    type Place: Copy + PartialEq;
    /// What leads from one place to another, where that has a name.
    type Way: Copy + PartialEq;

    /// As sentences call it.
    fn unit_name(&self, unit: Self::Unit) -> String;

    /// As orders call it.
    fn unit_word(&self, unit: Self::Unit) -> String;

    fn place_name(&self, place: Self::Place) -> String;

    /// The two places that it joins.
    fn way_ends(&self, way: Self::Way) -> [String; 2];
}

/// Names the refusals of a title's rules: `Refusal`, `Ruling`, `No`, `Silent` and `refuse`.
#[macro_export]
macro_rules! refusals {
    ($rules:ty) => {
        pub(crate) use $crate::refusal::Silent;

        pub(crate) type Refusal = $crate::refusal::Refusal<$rules>;
        pub(crate) type Ruling = Result<(), Refusal>;

        /// What a check says no with.
        pub(crate) trait No: $crate::refusal::No<$rules> {}

        impl<T: $crate::refusal::No<$rules>> No for T {}

        #[inline]
        pub(crate) const fn refuse(case: $crate::refusal::Case, words: &'static str) -> Refusal {
            $crate::refusal::refuse(case, words)
        }
    };
}

/// A case and the facts of the position. The words may mention `{unit}`, `{other}`, `{place}`, `{way}` and `{number}`.
pub struct Refusal<N: Names> {
    pub case: Case,
    also: &'static [Case],
    words: &'static str,
    unit: Option<N::Unit>,
    other: Option<N::Unit>,
    place: Option<N::Place>,
    way: Option<N::Way>,
    number: i16,
}

impl<N: Names> Clone for Refusal<N> {
    #[inline]
    fn clone(&self) -> Refusal<N> {
        *self
    }
}

impl<N: Names> Copy for Refusal<N> {}

impl<N: Names> PartialEq for Refusal<N> {
    fn eq(&self, other: &Refusal<N>) -> bool {
        let said = |it: &Refusal<N>| (it.case, it.also, it.words, it.number);
        said(self) == said(other)
            && (self.unit, self.other) == (other.unit, other.other)
            && (self.place, self.way) == (other.place, other.way)
    }
}

impl<N: Names> std::fmt::Debug for Refusal<N> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.case, self.words)
    }
}

/// What a check says no with: a refusal for somebody who asked, or nothing where offers are listed and only the answer counts.
pub trait No<N: Names>: Sized {
    fn because(why: impl FnOnce() -> Refusal<N>) -> Self;
}

impl<N: Names> No<N> for Refusal<N> {
    #[inline(always)]
    fn because(why: impl FnOnce() -> Refusal<N>) -> Refusal<N> {
        why()
    }
}

/// No, for a reason that nobody hears.
#[derive(Clone, Copy, Debug)]
pub struct Silent;

impl<N: Names> No<N> for Silent {
    #[inline(always)]
    fn because(_: impl FnOnce() -> Refusal<N>) -> Silent {
        Silent
    }
}

#[inline]
pub const fn refuse<N: Names>(case: Case, words: &'static str) -> Refusal<N> {
    Refusal { case, also: &[], words, unit: None, other: None, place: None, way: None, number: 0 }
}

impl<N: Names> Refusal<N> {
    /// Further cases that forbid the same thing.
    #[inline]
    pub const fn also(mut self, also: &'static [Case]) -> Refusal<N> {
        self.also = also;
        self
    }

    #[inline]
    pub const fn unit(mut self, unit: N::Unit) -> Refusal<N> {
        self.unit = Some(unit);
        self
    }

    #[inline]
    pub const fn other(mut self, other: N::Unit) -> Refusal<N> {
        self.other = Some(other);
        self
    }

    #[inline]
    pub const fn place(mut self, place: N::Place) -> Refusal<N> {
        self.place = Some(place);
        self
    }

    #[inline]
    pub const fn way(mut self, way: N::Way) -> Refusal<N> {
        self.way = Some(way);
        self
    }

    #[inline]
    pub const fn number(mut self, number: i16) -> Refusal<N> {
        self.number = number;
        self
    }

    pub fn explain(&self, names: &N) -> Illegal {
        let mut illegal = Illegal::new(self.case, self.words).also(self.also).number("{number}", self.number.into());
        for (sign, unit) in [("{unit}", self.unit), ("{other}", self.other)] {
            if let Some(unit) = unit {
                illegal = illegal.unit(sign, &names.unit_word(unit), &names.unit_name(unit));
            }
        }
        if let Some(place) = self.place {
            illegal = illegal.place("{place}", &names.place_name(place));
        }
        if let Some(way) = self.way {
            let [a, b] = names.way_ends(way);
            illegal.facts = illegal.facts.replace("{way}", "{from}-{to}");
            illegal = illegal.place("{from}", &a).place("{to}", &b);
        }
        illegal
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CASES: &[&str] = &["4.1", "4.2"];
    kernel::cases!(crate::refusal::tests::CASES);

    struct Numbers;

    impl Names for Numbers {
        type Unit = u8;
        type Place = u16;
        type Way = u16;

        fn unit_name(&self, unit: u8) -> String {
            format!("unit {unit}")
        }

        fn unit_word(&self, unit: u8) -> String {
            unit.to_string()
        }

        fn place_name(&self, place: u16) -> String {
            format!("place {place}")
        }

        fn way_ends(&self, way: u16) -> [String; 2] {
            [way, way + 1].map(|end| format!("place {end}"))
        }
    }

    #[test]
    fn the_facts_stand_where_the_words_want_them() {
        let why = refuse::<Numbers>(case!("4.1"), "{unit} and {other} need {number} points to {place} by {way}")
            .also(&[case!("4.2")])
            .unit(3)
            .other(4)
            .place(7)
            .way(9)
            .number(-2)
            .explain(&Numbers);
        assert_eq!(why.to_string(), "4.1: unit 3 and unit 4 need -2 points to place 7 by place 9-place 10");
        assert_eq!(why.units, ["3", "4"]);
        assert_eq!(why.places, ["place 7", "place 9", "place 10"]);
        assert_eq!(why.numbers, [-2]);
        assert_eq!(why.also, [case!("4.2")]);
    }
}
