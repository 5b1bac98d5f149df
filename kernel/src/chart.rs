//! A position as a drawing needs it: the map and what is on it. How it looks is up to the drawing.

use std::sync::Arc;

use board::boxes::BoxMap;
use board::footprint::Front;
use board::{Facing, Fault, MapFile, Vocabulary};

use serde::Serialize;

use crate::{Case, Colours, Side};

/// A position as somebody may see it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chart {
    pub ground: Ground,
    /// Those in one place are stacked in this order, the last on top.
    pub pieces: Vec<Piece>,
    pub colours: Arc<Colours>,
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

/// A branch of an arm, where a title tells them apart: symbols differ by it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Branch {
    LineInfantry,
    LightInfantry,
    Grenadiers,
    HeavyCavalry,
    Dragoons,
    LightCavalry,
    Lancers,
    FootArtillery,
    HorseArtillery,
}

impl Branch {
    /// As players say it.
    pub const fn name(self) -> &'static str {
        match self {
            Branch::LineInfantry => "line infantry",
            Branch::LightInfantry => "light infantry",
            Branch::Grenadiers => "grenadiers",
            Branch::HeavyCavalry => "heavy cavalry",
            Branch::Dragoons => "dragoons",
            Branch::LightCavalry => "light cavalry",
            Branch::Lancers => "lancers",
            Branch::FootArtillery => "foot artillery",
            Branch::HorseArtillery => "horse artillery",
        }
    }
}

/// A counter on the map, or in a roster.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Piece {
    /// What orders call it; where it is hidden, its handle.
    pub id: String,
    /// Where it is, as it is printed on the map: the number of a hex, the name of a box; none if it is nowhere. A long
    /// counter covers two or three hexes: a column from its head, a row from its right.
    pub places: Vec<String>,
    pub side: Side,
    /// The id of its nation, such as `french`, by which [`Colours`] know how it looks; what is of no nation looks like its side.
    pub nation: String,
    pub arm: Arm,
    pub name: String,
    pub strength: String,
    pub movement: String,
    pub marks: Vec<Mark>,
    /// The piece of the roster that it looks like, if it does not look like itself: a back where it is face down.
    pub print: Option<String>,
    /// How many hexes long the counter is, one to three; where it covers fewer, or bends, only its head is shown so.
    pub length: u8,
    /// Where it looks, if that matters.
    pub facing: Option<Facing>,
    /// How broad its front is when it looks at a hexside.
    pub front: Front,
    /// Counters of the roster that stand on it and are no pieces of their own, such as the battalions of a brigade.
    pub bears: Vec<Borne>,
}

/// A counter that stands on another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Borne {
    pub unit: String,
    /// Where on it: one of its places.
    pub place: String,
    pub strength: String,
    pub marks: Vec<Mark>,
}

impl Piece {
    /// The first of its places; empty if it is nowhere.
    pub fn place(&self) -> &str {
        self.places.first().map_or("", String::as_str)
    }
}

/// A state of a piece.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Mark {
    /// What is printed on the counter: one or two letters.
    pub text: String,
    /// What it means, in a few words.
    pub note: String,
    pub case: Case,
}

/// The names that a title allows on its maps, see [`board::Vocabulary`].
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MapNames {
    pub terrain: Vec<String>,
    pub hexsides: Vec<String>,
    /// Those hexsides that have a low and a high side.
    pub directed: Vec<String>,
    pub vertices: Vec<String>,
    /// Classes of road, the best first.
    pub roads: Vec<String>,
    /// The highest level of ground.
    pub highest: u8,
}

impl MapNames {
    pub fn of(vocabulary: &Vocabulary<'_>) -> MapNames {
        let names = |list: &[&str]| list.iter().map(|name| (*name).to_owned()).collect();
        MapNames {
            terrain: names(vocabulary.terrain),
            hexsides: names(vocabulary.hexsides),
            directed: names(vocabulary.directed),
            vertices: names(vocabulary.vertices),
            roads: names(vocabulary.roads),
            highest: vocabulary.highest,
        }
    }

    /// Reads a map on which these names are allowed.
    pub fn parse(&self, file_name: &str, text: &str) -> Result<MapFile, Vec<Fault>> {
        let [terrain, hexsides, directed, vertices, roads] =
            [&self.terrain, &self.hexsides, &self.directed, &self.vertices, &self.roads]
                .map(|names| names.iter().map(String::as_str).collect::<Vec<_>>());
        let vocabulary = Vocabulary {
            terrain: &terrain,
            hexsides: &hexsides,
            directed: &directed,
            vertices: &vertices,
            roads: &roads,
            highest: self.highest,
        };
        MapFile::parse(file_name, text, &vocabulary)
    }
}
