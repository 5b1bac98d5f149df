//! Positions set up by hand: what they can be made of, and what somebody wants to stand where.

use serde::{Deserialize, Serialize};

/// A word for the program and one for people.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Named {
    pub id: String,
    pub name: String,
}

impl Named {
    pub fn new(id: &str, name: &str) -> Named {
        Named { id: id.to_owned(), name: name.to_owned() }
    }
}

/// What a position of some scenario can contain besides counters.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SandboxInfo {
    pub maps: Vec<Named>,
    pub phases: Vec<Named>,
    /// What a position can say of a counter besides its place.
    pub states: Vec<Named>,
    /// How many turns the track has.
    pub turns: u32,
}

/// A position as a page asks for it.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wish {
    /// Whose map, rules and counters.
    pub scenario: String,
    #[serde(default)]
    pub turn: Option<u32>,
    #[serde(default)]
    pub phase: Option<String>,
    /// The seat whose turn it is.
    #[serde(default)]
    pub active: Option<String>,
    #[serde(default)]
    pub units: Vec<WishedUnit>,
}

#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WishedUnit {
    pub id: String,
    #[serde(default)]
    pub place: Option<String>,
    #[serde(default)]
    pub facing: Option<board::Facing>,
    #[serde(default)]
    pub state: Option<String>,
}
