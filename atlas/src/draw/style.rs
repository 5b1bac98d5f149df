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
    /// What the key calls it, if not by its name.
    #[serde(default)]
    pub key: String,
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
const FROST: &str = include_str!("../../styles/frost.toml");
const THAW: &str = include_str!("../../styles/thaw.toml");

/// The text of a style that comes with the program.
fn text_of(name: &str) -> Option<&'static str> {
    match name {
        "summer" => Some(SUMMER),
        "winter" => Some(WINTER),
        "frost" => Some(FROST),
        "thaw" => Some(THAW),
        _ => None,
    }
}

/// A style as a table. One that has a `base` holds only what differs from that style.
fn table_of(text: &str) -> Result<toml::Table, String> {
    let mut own: toml::Table = toml::from_str(text).map_err(|error| error.to_string())?;
    let Some(base) = own.remove("base") else { return Ok(own) };
    let name = base.as_str().unwrap_or_default();
    let mut whole =
        table_of(text_of(name).ok_or_else(|| format!("there is no style \"{name}\" to base this one on"))?)?;
    overlay(&mut whole, own);
    Ok(whole)
}

fn overlay(whole: &mut toml::Table, own: toml::Table) {
    for (field, value) in own {
        match (whole.get_mut(&field), value) {
            (Some(toml::Value::Table(below)), toml::Value::Table(above)) => overlay(below, above),
            (_, value) => {
                whole.insert(field, value);
            }
        }
    }
}

impl Style {
    /// Reads a style; the sentence says what is wrong and where.
    pub fn parse(text: &str) -> Result<Style, String> {
        let table = table_of(text)?;
        // A style that stands by itself is read from its text, so that a fault has its line.
        let style: Style = match text.parse::<toml::Table>() {
            Ok(own) if own == table => toml::from_str(text).map_err(|error| error.to_string())?,
            _ => table.try_into().map_err(|error: toml::de::Error| error.to_string())?,
        };
        if style.roof.is_empty() || style.tints.is_empty() {
            return Err("a style needs at least one roof and one tint".into());
        }
        Ok(style)
    }

    /// A style that comes with the program: `summer`, `winter`, or one of the two that vary it, `frost` and `thaw`.
    pub fn named(name: &str) -> Option<Style> {
        Style::parse(text_of(name)?).ok()
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
        for text in [SUMMER, WINTER, FROST, THAW] {
            Style::parse(text).unwrap();
        }
        assert_ne!(Style::named("summer"), Style::named("winter"));
        assert_eq!(Style::named("spring"), None);
    }

    #[test]
    fn a_style_may_vary_another() {
        let (winter, frost) = (Style::named("winter").unwrap(), Style::named("frost").unwrap());
        assert!(frost.hexside["river"].width > winter.hexside["river"].width);
        assert_eq!(frost.hexside["river"].edge, winter.hexside["river"].edge);
        assert_eq!(frost.lettering, winter.lettering);
        assert!(Style::parse("base = \"spring\"").unwrap_err().contains("\"spring\""));
        assert!(Style::parse("base = \"winter\"\npapper = \"#fff\"").unwrap_err().contains("papper"));
    }

    #[test]
    fn a_misspelt_field_is_refused() {
        assert!(Style::parse(&SUMMER.replace("paper =", "papper =")).unwrap_err().contains("papper"));
    }
}
