//! How geographic data become a board of boxes. The recipe is data: what a person knows better than the sources stands
//! in it, so that the board can be made again.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::layout::Point;
use crate::scenery::SheetOfBoxes;

/// Right or down on the sheet, in cells, from degrees.
#[derive(Clone, Copy, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Axis {
    pub constant: f64,
    pub longitude: f64,
    pub latitude: f64,
}

/// Which features are boxes, and how far apart they are drawn.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoxRule {
    /// The kind of feature, and the property that is true of those which are boxes.
    pub feature: String,
    pub chosen: String,
    /// The property that names the cell of the sheet.
    pub cell: String,
    /// Boxes are drawn so far apart at least, and so far inside their cell, in units of the sheet.
    pub apart: f64,
    pub inside: f64,
    /// Rivers pass boxes at this distance, on the side where they really are.
    pub river_distance: f64,
    /// The kind of a box by the area in which it lies; the first that fits.
    #[serde(default)]
    pub kinds: Vec<AreaKind>,
    pub otherwise: String,
}

#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AreaKind {
    pub area: String,
    pub kind: String,
}

/// The territory that marks its boxes, and the connections which cross its frontier.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TerritoryRule {
    pub property: String,
    pub value: String,
    pub boxes: String,
    pub connections: String,
}

/// A connection that the table lacks or has wrong.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ConnectionRule {
    pub between: [String; 2],
    pub kind: String,
    #[serde(default)]
    pub river: String,
    #[serde(default)]
    pub crossing: String,
}

/// What is drawn of the features that are no boxes.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SceneryRule {
    /// Kinds of areas and of lines to keep.
    #[serde(default)]
    pub areas: Vec<String>,
    #[serde(default)]
    pub lines: Vec<String>,
    /// Features that are left out, by name.
    #[serde(default)]
    pub without: Vec<String>,
    /// Places beside the boxes that are named on the map.
    #[serde(default)]
    pub places: Vec<String>,
    /// Rivers that come from beyond where the data begin: longitudes and latitudes before their first point.
    #[serde(default)]
    pub sources: BTreeMap<String, Vec<[f64; 2]>>,
    /// The same behind their last point.
    #[serde(default)]
    pub mouths: BTreeMap<String, Vec<[f64; 2]>>,
    /// Connections that are drawn without the places by way of which they run.
    #[serde(default)]
    pub direct: Vec<[String; 2]>,
    /// The property that says how large a box is written.
    #[serde(default)]
    pub rank: String,
    /// Rivers that no connection crosses are drawn as this kind.
    pub stream: String,
}

/// A name written over the country.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LabelOfRegion {
    pub kind: String,
    pub text: String,
    /// Longitude and latitude.
    pub at: [f64; 2],
    #[serde(default)]
    pub turn: i16,
    #[serde(default = "usual_size")]
    pub size: u16,
}

fn usual_size() -> u16 {
    100
}

#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoxRecipe {
    /// What the map and the scenery say of their making.
    pub source: String,
    pub note: String,
    pub right: Axis,
    pub down: Axis,
    pub sheet: SheetOfBoxes,
    pub boxes: BoxRule,
    pub territory: TerritoryRule,
    pub scenery: SceneryRule,
    /// Rivers that are great obstacles.
    pub major: Vec<String>,
    /// Names as they shall stand on the map, of boxes and rivers alike.
    #[serde(default)]
    pub renamed: BTreeMap<String, String>,
    /// Boxes that are put elsewhere: longitude and latitude.
    #[serde(default)]
    pub moved: BTreeMap<String, [f64; 2]>,
    #[serde(default)]
    pub cells: BTreeMap<String, String>,
    /// Boxes by kind, against what the areas say.
    #[serde(default)]
    pub terrain: BTreeMap<String, Vec<String>>,
    /// More attributes of boxes.
    #[serde(default)]
    pub attributes: BTreeMap<String, BTreeMap<String, String>>,
    #[serde(default)]
    pub label: Vec<LabelOfRegion>,
    #[serde(default)]
    pub connection: Vec<ConnectionRule>,
    /// Connections of the table that are left out.
    #[serde(default)]
    pub without: Vec<[String; 2]>,
}

impl BoxRecipe {
    /// Reads a recipe; the sentence says what is wrong and where.
    pub fn parse(text: &str) -> Result<BoxRecipe, String> {
        toml::from_str(text).map_err(|error| error.to_string())
    }

    /// Where a place lies on the sheet, in its units.
    pub fn on_sheet(&self, latitude: f64, longitude: f64) -> Point {
        let along = |axis: Axis| axis.constant + axis.longitude * longitude + axis.latitude * latitude;
        let [width, height] = self.sheet.cell;
        Point::new(along(self.right) * f64::from(width), along(self.down) * f64::from(height))
    }

    pub(super) fn name<'n>(&'n self, name: &'n str) -> &'n str {
        self.renamed.get(name).map_or(name, String::as_str)
    }
}
