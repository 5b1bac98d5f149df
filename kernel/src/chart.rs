//! A position as a drawing needs it: the map and what stands on it. How it looks is for the drawing.

use std::sync::Arc;

use board::boxes::BoxMap;
use board::{Hex, MapFile};

use serde::Serialize;

use crate::Side;

/// A position as somebody may see it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chart {
    pub ground: Ground,
    /// Those in one place are stacked in this order, the last on top.
    pub pieces: Vec<Piece>,
}

/// What is played on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ground {
    Hexes(Box<MapFile>),
    Boxes(Country),
}

/// A board of boxes and the country around them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Country {
    pub map: Arc<BoxMap>,
    /// What is drawn around the boxes and no rule asks for, as a text that the drawing reads; empty if there is none.
    pub scenery: Arc<str>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Arm {
    Infantry,
    Cavalry,
    Artillery,
    /// A general or a headquarters.
    Leader,
    Supply,
    /// Nothing but its text.
    Marker,
}

/// A counter on the map, or in a roster.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Piece {
    /// What orders call it; where it is hidden, its handle.
    pub id: String,
    /// `Hex::NONE` if it is not on a hex map.
    pub hex: Hex,
    /// The place as it is printed on the map: the number of the hex, the name of the box.
    pub place: String,
    pub side: Side,
    /// The word by which a drawing chooses colours, such as `french`; for words it does not know it goes by the side.
    pub nation: String,
    pub arm: Arm,
    pub name: String,
    pub strength: String,
    pub movement: String,
    pub marks: Vec<Mark>,
    /// The piece of the roster that it looks like, if it does not look like itself: where it lies face down, a back.
    pub print: Option<String>,
    /// Degrees clockwise from the top of the map.
    pub facing: Option<u16>,
}

/// A state of a piece.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Mark {
    /// What stands on the counter: one or two letters.
    pub text: String,
    /// What it means, in a few words.
    pub note: String,
    pub case: &'static str,
}

/// The names that a title allows on its maps, see [`board::Vocabulary`].
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MapNames {
    pub terrain: Vec<String>,
    pub hexsides: Vec<String>,
    /// Those hexsides that have a low and a high side.
    pub directed: Vec<String>,
}
