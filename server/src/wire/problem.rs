//! What went wrong.

use kernel::{AnyTitle, Illegal};
use schemars::JsonSchema;
use serde::Serialize;

use super::{Mention, Sentence};
use crate::names::Names;

/// A refusal of the rules.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub(crate) struct Refusal {
    /// The case that forbids it; empty if the words make no order at all.
    pub(crate) case: String,
    /// Further cases that forbid it for the same facts.
    pub(crate) also: Vec<String>,
    /// Why here, in a sentence.
    pub(crate) facts: String,
    /// Who and where is meant in the facts.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) mentions: Vec<Mention>,
    /// What the case is called.
    pub(crate) title: String,
    /// The case in our words.
    pub(crate) summary: String,
    /// The units that the facts are about.
    pub(crate) units: Vec<String>,
    /// The places that the facts are about.
    pub(crate) places: Vec<String>,
    /// The numbers in the facts.
    pub(crate) numbers: Vec<i64>,
}

impl Refusal {
    /// A refusal with the title of its case.
    pub(crate) fn new(title: &dyn AnyTitle, names: &Names, illegal: &Illegal) -> Refusal {
        let Sentence { text: facts, mentions } = names.tell(&illegal.facts, &[]);
        let known = title.rulebook().case(illegal.case.number());
        Refusal {
            case: illegal.case.number().to_owned(),
            also: illegal.also.iter().map(|case| case.number().to_owned()).collect(),
            facts,
            mentions,
            title: known.map_or(String::new(), |case| case.title.clone()),
            summary: known.map_or(String::new(), |case| case.summary.clone()),
            units: illegal.units.clone(),
            places: illegal.places.clone(),
            numbers: illegal.numbers.clone(),
        }
    }

    /// Words that make no order.
    pub(crate) fn unreadable(sentence: &str) -> Refusal {
        Refusal {
            case: String::new(),
            also: Vec::new(),
            facts: sentence.to_owned(),
            mentions: Vec::new(),
            title: String::new(),
            summary: String::new(),
            units: Vec::new(),
            places: Vec::new(),
            numbers: Vec::new(),
        }
    }
}

/// A fault in a text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub(crate) struct Fault {
    pub(crate) line: usize,
    pub(crate) sentence: String,
}

/// Most faults that are told at once.
const FAULTS: usize = 100;

impl Fault {
    pub(crate) fn list(faults: &[kernel::Fault]) -> Vec<Fault> {
        let told = |fault: &kernel::Fault| Fault { line: fault.line, sentence: fault.sentence.clone() };
        faults.iter().take(FAULTS).map(told).collect()
    }
}

/// The body of every answer that is not what was asked for: an error with a sentence, or a refusal of the rules.
#[derive(Clone, PartialEq, Debug, Default, Serialize, JsonSchema)]
pub(crate) struct Problem {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) error: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) refusal: Option<Refusal>,
    /// The present version, if the order was given on another one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) version: Option<u64>,
    /// What is wrong with a text that was sent.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) faults: Vec<Fault>,
    /// The change may or may not have been kept.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) unknown: bool,
    /// The seat of an invitation that somebody else has; it can be asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) taken: Option<Taken>,
}

/// Where a seat is that somebody else has.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub(crate) struct Taken {
    pub(crate) game: String,
    pub(crate) seat: Option<String>,
}
