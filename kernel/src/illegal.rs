//! Refusals: always a case, and the facts of this position.

use std::fmt;

use serde::Serialize;

use crate::Case;

/// Why an action is refused: the case, and a sentence with the facts.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Illegal {
    pub case: Case,
    /// Further cases that forbid the same thing, for the same facts.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<Case>,
    pub facts: String,
    /// The units and places that the facts name, by their ids, and the numbers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub units: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub numbers: Vec<i64>,
}

impl Illegal {
    pub fn new(case: Case, facts: impl Into<String>) -> Illegal {
        let (units, places, numbers) = (Vec::new(), Vec::new(), Vec::new());
        Illegal { case, also: Vec::new(), facts: facts.into(), units, places, numbers }
    }

    /// The same refusal, with further cases that forbid it.
    pub fn also(mut self, cases: &[Case]) -> Illegal {
        self.also.extend(cases);
        self
    }

    /// Puts a unit into the place that the facts leave for it, and keeps its id.
    #[must_use]
    pub fn unit(mut self, sign: &str, id: &str, name: &str) -> Illegal {
        if self.fill(sign, name) {
            self.units.push(id.to_owned());
        }
        self
    }

    /// The same for a place.
    #[must_use]
    pub fn place(mut self, sign: &str, place: &str) -> Illegal {
        if self.fill(sign, place) {
            self.places.push(place.to_owned());
        }
        self
    }

    /// The same for a number.
    #[must_use]
    pub fn number(mut self, sign: &str, number: i64) -> Illegal {
        if self.fill(sign, &number.to_string()) {
            self.numbers.push(number);
        }
        self
    }

    /// Only what the facts name goes along: a refusal may know more than it says.
    fn fill(&mut self, sign: &str, words: &str) -> bool {
        let named = self.facts.contains(sign);
        if named {
            self.facts = self.facts.replace(sign, words);
        }
        named
    }

    /// Every case that forbids it, the chief one first.
    pub fn cited(&self) -> impl Iterator<Item = Case> + '_ {
        std::iter::once(self.case).chain(self.also.iter().copied())
    }
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.case, self.facts)
    }
}

impl std::error::Error for Illegal {}

/// Why a typed order came to nothing.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub enum OrderError {
    /// The words make no order of this title; the sentence says what was expected.
    Unreadable(String),
    /// The order is understood and against a rule.
    Illegal(Illegal),
}

impl fmt::Display for OrderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OrderError::Unreadable(sentence) => f.write_str(sentence),
            OrderError::Illegal(illegal) => illegal.fmt(f),
        }
    }
}

impl std::error::Error for OrderError {}

impl From<Illegal> for OrderError {
    fn from(illegal: Illegal) -> OrderError {
        OrderError::Illegal(illegal)
    }
}
