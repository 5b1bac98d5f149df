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
