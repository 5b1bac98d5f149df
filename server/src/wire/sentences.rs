//! Sentences in which units and places can be pointed at.

use schemars::JsonSchema;
use serde::Serialize;

/// Words of a sentence that are a unit or a place, counted in units of UTF-16 as browsers do.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub(crate) struct Mention {
    pub(crate) from: usize,
    pub(crate) to: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) unit: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) place: Option<String>,
}

/// A sentence for readers: units go by what is printed on them.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, JsonSchema)]
pub(crate) struct Sentence {
    pub(crate) text: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) mentions: Vec<Mention>,
}
