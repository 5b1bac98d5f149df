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
}

impl Illegal {
    pub fn new(case: &'static str, facts: impl Into<String>) -> Illegal {
        Illegal { case: Case(case), also: Vec::new(), facts: facts.into() }
    }

    /// The same refusal, with further cases that forbid it.
    pub fn also(mut self, cases: &[&'static str]) -> Illegal {
        self.also.extend(cases.iter().map(|case| Case(case)));
        self
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
