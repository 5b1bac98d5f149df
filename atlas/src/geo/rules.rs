//! What becomes of each kind of feature. The rules are data: a title that wants others writes its own.

use serde::{Deserialize, Serialize};

/// Features of this kind that cover at least `share` percent of a hex give it the terrain. Features too small to do so
/// anywhere give it to the hex of their middle. Earlier rules go first; a hex takes one terrain.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AreaRule {
    pub kind: String,
    pub terrain: String,
    pub share: u8,
    /// Small features get the hex of their middle.
    #[serde(default)]
    pub at_least_one: bool,
}

/// Lines of this kind become hexsides.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LineRule {
    pub kind: String,
    pub hexside: String,
}

/// Lines of this kind become roads.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RoadRule {
    pub kind: String,
    pub road: String,
}

/// Roads that cross `over` and points of this kind near it put the hexside there.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BridgeRule {
    pub kind: String,
    pub hexside: String,
    pub over: Vec<String>,
}

/// Areas of this kind are high ground, as high as the property `level` says. Their rim is the hexside where the property
/// `steep` names its side; a hill that has a level and no steep side falls off all around.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HillRule {
    pub kind: String,
    /// Empty to keep the levels alone.
    #[serde(default)]
    pub hexside: String,
    #[serde(default)]
    pub steep: String,
    #[serde(default = "level")]
    pub level: String,
}

fn level() -> String {
    "level".into()
}

/// Features of this kind are named on the map.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LabelRule {
    pub kind: String,
    pub size: String,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BuildRules {
    pub areas: Vec<AreaRule>,
    pub lines: Vec<LineRule>,
    pub roads: Vec<RoadRule>,
    pub bridges: Vec<BridgeRule>,
    pub hills: Vec<HillRule>,
    pub labels: Vec<LabelRule>,
    /// Features left out, by name.
    #[serde(default)]
    pub without: Vec<String>,
}

impl BuildRules {
    /// Reads rules from TOML; the sentence says what is wrong and where.
    pub fn parse(text: &str) -> Result<BuildRules, String> {
        toml::from_str(text).map_err(|error| error.to_string())
    }
}

impl Default for BuildRules {
    /// The kinds of features and terrain that most maps of the period share.
    fn default() -> BuildRules {
        let area = |kind: &str, terrain: &str, share, at_least_one| AreaRule {
            kind: kind.into(),
            terrain: terrain.into(),
            share,
            at_least_one,
        };
        let line = |kind: &str, hexside: &str| LineRule { kind: kind.into(), hexside: hexside.into() };
        let road = |kind: &str, road: &str| RoadRule { kind: kind.into(), road: road.into() };
        let label = |kind: &str, size: &str| LabelRule { kind: kind.into(), size: size.into() };
        BuildRules {
            areas: vec![
                area("town", "town", 40, true),
                area("lake", "lake", 35, false),
                area("wood", "woods", 45, false),
                area("grove", "grove", 45, true),
            ],
            lines: vec![
                line("river", "river"),
                line("stream", "stream"),
                line("ravine", "gully"),
                line("landgraben", "landgraben"),
            ],
            roads: vec![road("road-main", "road"), road("road-minor", "trail")],
            bridges: vec![BridgeRule {
                kind: "bridge".into(),
                hexside: "bridge".into(),
                over: ["river", "stream", "gully", "landgraben"].map(String::from).to_vec(),
            }],
            hills: vec![HillRule {
                kind: "hill".into(),
                hexside: "slope".into(),
                steep: "steep".into(),
                level: level(),
            }],
            labels: vec![
                label("town", "town"),
                label("village", "village"),
                label("lake", "water"),
                label("river", "water"),
                label("hill", "hill"),
                label("wood", "wood"),
                label("grove", "wood"),
            ],
            without: Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_can_be_written_and_read() {
        let text = toml::to_string(&BuildRules::default()).unwrap();
        assert_eq!(BuildRules::parse(&text).unwrap(), BuildRules::default());
        assert!(BuildRules::parse(&text.replace("share", "shore")).unwrap_err().contains("shore"));
    }
}
