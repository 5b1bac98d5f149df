//! What a page draws beside map and counters: offers that know what they touch, log lines that know whom they concern,
//! panels as data. Titles describe them; how they look is for the page.

use serde::Serialize;

/// What an action is about, so that a page can mark it on the board.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Touch {
    /// The kind of action, such as `retreat`.
    pub verb: String,
    /// The id of the unit that acts.
    pub unit: Option<String>,
    /// The number of the hex to which it leads.
    pub hex: Option<String>,
    /// Words for a button, such as `Halt here`. Units go by what is printed on them.
    pub label: String,
    /// It ends the phase.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub ends: bool,
    /// A die falls next.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub throws: bool,
    /// The one to propose among several that throw.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub best: bool,
    /// It takes a unit up to move it: its reach can be asked for.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub moves: bool,
}

impl Touch {
    /// Of an action of which nothing is known but its notation.
    pub fn written(order: String) -> Touch {
        let mut letters = order.chars();
        let label = letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect());
        Touch { verb: order, label, ..Touch::default() }
    }
}

/// An action that a seat may take.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Offer {
    /// The order in notation, to be sent back as it stands.
    pub order: String,
    #[serde(flatten)]
    pub touch: Touch,
}

/// Everything a seat may do.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Offered {
    /// Answers to what the seat is asked.
    pub answers: Vec<Offer>,
    /// Actions out of turn.
    pub interrupts: Vec<Offer>,
}

/// The units and hexes that a line of the log is about.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Concerns {
    pub units: Vec<String>,
    pub hexes: Vec<String>,
}

/// What a question is about.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct About {
    #[serde(rename = "about")]
    pub concerns: Concerns,
    /// The unit in hand, if one is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
}

/// A die as it fell.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Die {
    pub faces: u8,
    pub face: u8,
}

/// What begins with a line of the log.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Heading {
    Turn,
    Phase,
}

/// What a line of the log is, beside its words.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Nature {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub dice: Vec<Die>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub heading: Option<Heading>,
}

/// Something beside the map.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Panel {
    /// A row of boxes along which a marker moves.
    Track {
        title: String,
        cells: Vec<Cell>,
        /// The box in which the marker stands.
        at: usize,
    },
    /// Levels that rise and fall.
    Levels {
        title: String,
        rows: Vec<Level>,
    },
    /// Units that are not on the map.
    Boxes {
        title: String,
        groups: Vec<Group>,
    },
    Facts {
        title: String,
        rows: Vec<Fact>,
    },
}

/// A box of a track.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Cell {
    pub label: String,
    /// A few words each.
    pub marks: Vec<String>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Level {
    pub name: String,
    pub value: i32,
    /// Where it stood when the game began.
    pub start: i32,
    pub note: String,
}

/// Units in one box, by their ids.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Group {
    pub name: String,
    pub units: Vec<String>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Fact {
    pub name: String,
    pub value: String,
    /// The case that says so.
    pub case: Option<&'static str>,
}
