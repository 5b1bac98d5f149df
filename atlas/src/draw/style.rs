//! How a map looks, as data: palettes, widths, lettering, and which terrain is drawn in which manner.

use std::collections::BTreeMap;

use serde::Deserialize;

/// How the hexes of a terrain are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AreaManner {
    Nothing,
    /// A wood: crowns close together.
    Trees,
    /// A grove or a park: single trees.
    Scattered,
    Houses,
    /// An earthwork that looks away from the nearest houses.
    Fort,
    Water,
    /// Water with cracks instead of shore lines.
    Ice,
    Marsh,
    /// Rough open ground: tufts.
    Heath,
    /// Rounded tops with hachures.
    Hills,
    /// Peaks with a lit and a dark side.
    Mountains,
}

#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AreaStyle {
    pub draw: AreaManner,
    #[serde(default)]
    pub fill: String,
    #[serde(default)]
    pub edge: String,
    /// Trees or houses to a hex.
    #[serde(default)]
    pub density: u8,
}

/// How a hexside feature is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SideManner {
    Nothing,
    Water,
    Ditch,
    Gully,
    /// Hachures from the high side down.
    Slope,
    Bridge,
    Wall,
}

#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SideStyle {
    pub draw: SideManner,
    /// In hexes.
    #[serde(default)]
    pub width: f64,
    #[serde(default)]
    pub fill: String,
    #[serde(default)]
    pub edge: String,
}

#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RoadStyle {
    /// In hexes.
    pub width: f64,
    pub fill: String,
    /// The colour of the two border lines; without it the road is one line.
    #[serde(default)]
    pub edge: String,
    #[serde(default)]
    pub dashes: String,
}

#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LetterStyle {
    pub size: f64,
    pub colour: String,
    #[serde(default)]
    pub italic: bool,
    #[serde(default)]
    pub spacing: f64,
    #[serde(default)]
    pub capitals: bool,
}

/// The shape of a tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Stamp {
    Broadleaf,
    Fir,
}

/// Small marks on open ground.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Texture {
    #[default]
    None,
    Furrows,
    Drifts,
}

#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Style {
    pub paper: String,
    pub ground: String,
    pub tints: Vec<String>,
    pub ink: String,
    pub grid: String,
    pub number: String,
    pub halo: String,
    pub entry: String,
    pub shadow: String,
    pub light: String,
    pub contour: String,
    pub hachure: String,
    pub roof: Vec<String>,
    pub roof_edge: String,
    pub earthwork: String,
    pub tree_dark: String,
    pub tree_light: String,
    pub tree_outline: String,
    pub stamp: Stamp,
    #[serde(default)]
    pub texture: Texture,
    #[serde(default)]
    pub terrain: BTreeMap<String, AreaStyle>,
    #[serde(default)]
    pub hexside: BTreeMap<String, SideStyle>,
    #[serde(default)]
    pub road: BTreeMap<String, RoadStyle>,
    #[serde(default)]
    pub lettering: BTreeMap<String, LetterStyle>,
    /// Hex numbers are printed.
    #[serde(default = "yes")]
    pub numbers: bool,
    /// Frame, title, key and scale are printed around the map.
    #[serde(default = "yes")]
    pub frame: bool,
    /// Put before every identity in the drawing, so that several can stand on one page.
    #[serde(default = "prefix")]
    pub prefix: String,
}

fn prefix() -> String {
    "a-".into()
}

fn yes() -> bool {
    true
}

const SUMMER: &str = include_str!("../../styles/summer.toml");
const WINTER: &str = include_str!("../../styles/winter.toml");

impl Style {
    /// Reads a style; the sentence says what is wrong and where.
    pub fn parse(text: &str) -> Result<Style, String> {
        let style: Style = toml::from_str(text).map_err(|error| error.to_string())?;
        if style.roof.is_empty() || style.tints.is_empty() {
            return Err("a style needs at least one roof and one tint".into());
        }
        Ok(style)
    }

    /// A style that comes with the program: `summer` or `winter`.
    pub fn named(name: &str) -> Option<Style> {
        let text = match name {
            "summer" => SUMMER,
            "winter" => WINTER,
            _ => return None,
        };
        Style::parse(text).ok()
    }

    /// The style that a map asks for, or summer.
    pub fn for_palette(name: &str) -> Style {
        Style::named(name).unwrap_or_default()
    }
}

impl Default for Style {
    fn default() -> Style {
        Style::parse(SUMMER).expect("the summer style is sound: a test reads it")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_styles_that_come_with_the_program_can_be_read() {
        for text in [SUMMER, WINTER] {
            Style::parse(text).unwrap();
        }
        assert_ne!(Style::named("summer"), Style::named("winter"));
        assert_eq!(Style::named("spring"), None);
    }

    #[test]
    fn a_misspelt_field_is_refused() {
        assert!(Style::parse(&SUMMER.replace("paper =", "papper =")).unwrap_err().contains("papper"));
    }
}
