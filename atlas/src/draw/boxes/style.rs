//! How a board of boxes looks, as data.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::draw::style::{LetterStyle, RoadStyle};

/// How an area is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LandManner {
    Peaks,
    Hills,
    Trees,
    Marsh,
}

#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LandStyle {
    pub draw: LandManner,
    pub tint: String,
}

/// Widths in pixels; a river grows on its way.
#[derive(Clone, Copy, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RiverStyle {
    pub source: f64,
    pub mouth: f64,
}

/// The territory whose border matters to the game.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BorderStyle {
    pub of: String,
    pub width: f64,
    pub dashes: String,
}

/// The second sign of a box's kind, beside its colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Rim {
    #[default]
    Plain,
    Hachures,
    Peaks,
}

#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoxKindStyle {
    pub fill: String,
    #[serde(default)]
    pub rim: Rim,
}

#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoxStyle {
    pub paper: String,
    pub field: String,
    pub tints: Vec<String>,
    pub ink: String,
    pub halo: String,
    pub entry: String,
    pub frontier: String,
    pub water: String,
    pub water_edge: String,
    pub bridge: String,
    pub roof: String,
    pub roof_dark: String,
    pub wall: String,
    /// The side of hills away from the light, and the side towards it.
    pub shade: String,
    pub light: String,
    pub outline: String,
    pub tree_dark: String,
    pub tree_light: String,
    pub tree_outline: String,
    pub reed: String,
    #[serde(default)]
    pub territory: BTreeMap<String, String>,
    #[serde(default)]
    pub border: BorderStyle,
    #[serde(default)]
    pub area: BTreeMap<String, LandStyle>,
    #[serde(default)]
    pub river: BTreeMap<String, RiverStyle>,
    /// Widths in pixels.
    #[serde(default)]
    pub road: BTreeMap<String, RoadStyle>,
    #[serde(default, rename = "box")]
    pub boxes: BTreeMap<String, BoxKindStyle>,
    #[serde(default)]
    pub lettering: BTreeMap<String, LetterStyle>,
    /// Frame, cells, title and key are printed.
    #[serde(default = "yes")]
    pub frame: bool,
    /// Put before every identity in the drawing, so that several can stand on one page.
    #[serde(default = "prefix")]
    pub prefix: String,
}

fn prefix() -> String {
    "x-".into()
}

fn yes() -> bool {
    true
}

const CAMPAIGN: &str = include_str!("../../../styles/campaign.toml");

impl BoxStyle {
    /// Reads a style; the sentence says what is wrong and where.
    pub fn parse(text: &str) -> Result<BoxStyle, String> {
        toml::from_str(text).map_err(|error| error.to_string())
    }

    /// The style that a board asks for, or the one that comes with the program.
    pub fn for_palette(_name: &str) -> BoxStyle {
        BoxStyle::default()
    }

    pub(super) fn kind(&self, kind: &str) -> BoxKindStyle {
        let plain = || BoxKindStyle { fill: self.field.clone(), rim: Rim::Plain };
        self.boxes.get(kind).cloned().unwrap_or_else(plain)
    }

    pub(super) fn letters(&self, kind: &str) -> LetterStyle {
        let plain =
            || LetterStyle { size: 16.0, colour: self.ink.clone(), italic: false, spacing: 0.0, capitals: false };
        self.lettering.get(kind).cloned().unwrap_or_else(plain)
    }
}

impl Default for BoxStyle {
    fn default() -> BoxStyle {
        BoxStyle::parse(CAMPAIGN).expect("the campaign style is sound: a test reads it")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_style_that_comes_with_the_program_can_be_read_and_slips_are_refused() {
        BoxStyle::parse(CAMPAIGN).unwrap();
        assert!(BoxStyle::parse(&CAMPAIGN.replace("paper =", "papper =")).unwrap_err().contains("papper"));
    }
}
