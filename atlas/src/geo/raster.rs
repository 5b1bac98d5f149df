//! Maps from hexes that somebody has already made out of the ground: lists of hexes by terrain, hexsides, bridges, roads.
//!
//! What is said to lie in a hex or on a hexside that is not on the map is a fault; what the map has no place for, such as
//! territories, is left to the title.

use std::collections::BTreeMap;

use board::mapfile::{Label, MapFile, MapSide, Provenance, ProvenanceKind, Road, Sheet};
use board::{Fault, Grid, Hex};
use serde::Deserialize;

use super::frame::{GeoGrid, line_of};

#[derive(Deserialize)]
struct Raster {
    columns: u16,
    rows: u16,
    terrain: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    hexsides: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    bridges: Vec<Bridge>,
    #[serde(default)]
    roads: Vec<RoadWalk>,
}

#[derive(Deserialize)]
struct Bridge {
    side: String,
}

#[derive(Deserialize)]
struct RoadWalk {
    kind: String,
    name: String,
    hexes: Vec<String>,
    #[serde(default)]
    leaves_map_at: Vec<String>,
}

/// Whether a text is such a raster and not GeoJSON.
pub fn is_raster(text: &str) -> bool {
    #[derive(Deserialize)]
    struct Looks {
        terrain: Option<serde::de::IgnoredAny>,
        features: Option<serde::de::IgnoredAny>,
    }
    serde_json::from_str::<Looks>(text).is_ok_and(|looks| looks.terrain.is_some() && looks.features.is_none())
}

/// Builds a map from a raster; `frame` says how large the grid is, where it lies, and which places are named on it.
pub fn build_raster(file_name: &str, text: &str, frame: &GeoGrid) -> Result<MapFile, Vec<Fault>> {
    let fault = |line: usize, sentence: String| Fault { file: file_name.to_owned(), line, sentence };
    let raster: Raster = serde_json::from_str(text)
        .map_err(|error| vec![fault(error.line(), format!("not a raster of hexes: {error}"))])?;
    if (raster.columns, raster.rows) != (frame.columns, frame.rows) {
        let sentence = format!(
            "the raster has {} columns and {} rows, the grid {} and {}",
            raster.columns, raster.rows, frame.columns, frame.rows
        );
        return Err(vec![fault(1, sentence)]);
    }
    let mut reader = Reader { grid: frame.grid(), text, faults: Vec::new() };
    let terrain = raster.terrain.iter().map(|(name, hexes)| (name.clone(), reader.hexes(hexes))).collect();
    let mut hexsides: BTreeMap<String, Vec<MapSide>> =
        raster.hexsides.iter().map(|(name, sides)| (name.clone(), reader.sides(sides.iter()))).collect();
    let bridges = reader.sides(raster.bridges.iter().map(|bridge| &bridge.side));
    if !bridges.is_empty() {
        hexsides.insert("bridge".into(), bridges);
    }
    let roads = raster.roads.iter().map(|road| reader.road(road)).collect();
    let labels = frame.places.iter().filter_map(|(name, hex, rank)| reader.label(name, hex, *rank)).collect();
    let Reader { grid, faults, .. } = reader;
    if !faults.is_empty() {
        return Err(faults.into_iter().map(|(line, sentence)| fault(line, sentence)).collect());
    }
    Ok(MapFile {
        provenance: Provenance {
            kind: ProvenanceKind::Reconstructed,
            source: "built from a raster of hexes".into(),
            note: "a first draft, not yet corrected by hand".into(),
        },
        sheet: Sheet { metres_per_hex: Some(frame.metres_per_hex.round() as u16), ..Sheet::default() },
        geo: frame.header(),
        terrain,
        hexsides,
        vertices: BTreeMap::new(),
        roads,
        labels,
        heights: BTreeMap::new(),
        entries: BTreeMap::new(),
        grid,
    })
}

struct Reader<'t> {
    grid: Grid,
    text: &'t str,
    faults: Vec<(usize, String)>,
}

impl Reader<'_> {
    fn hex(&mut self, name: &str) -> Option<Hex> {
        let hex = self.grid.parse(name);
        if hex.is_none() {
            let line = line_of(self.text, &format!("\"{name}"));
            self.faults.push((line, format!("\"{name}\" is not a hex of the map")));
        }
        hex
    }

    fn hexes(&mut self, names: &[String]) -> Vec<Hex> {
        names.iter().filter_map(|name| self.hex(name)).collect()
    }

    fn sides<'s>(&mut self, names: impl Iterator<Item = &'s String>) -> Vec<MapSide> {
        let mut sides: Vec<MapSide> = Vec::new();
        for name in names {
            let Some((from, to)) = name.split_once('-') else {
                self.faults.push((line_of(self.text, name), format!("\"{name}\" is not a hexside")));
                continue;
            };
            let (Some(from), Some(to)) = (self.hex(from), self.hex(to)) else { continue };
            if !self.grid.adjacent(from, to) {
                self.faults.push((line_of(self.text, name), format!("the hexes of \"{name}\" are not neighbours")));
            }
            let side = MapSide { from, to, directed: false };
            if !sides.contains(&side) {
                sides.push(side);
            }
        }
        sides
    }

    fn road(&mut self, walk: &RoadWalk) -> Road {
        let hexes = self.hexes(&walk.hexes);
        if let Some(leap) = hexes.windows(2).find(|pair| !self.grid.adjacent(pair[0], pair[1])) {
            let (from, to) = (self.grid.name(leap[0]), self.grid.name(leap[1]));
            let line = line_of(self.text, &format!("\"{}\"", walk.name));
            self.faults.push((line, format!("the road \"{}\" jumps from {from} to {to}", walk.name)));
        }
        let leaves_map_at = self.hexes(&walk.leaves_map_at);
        Road { name: walk.name.clone(), kind: walk.kind.clone(), hexes, leaves_map_at }
    }

    fn label(&mut self, name: &str, hex: &str, rank: u8) -> Option<Label> {
        let size = match rank {
            0 | 1 => "town",
            2 => "village",
            _ => "place",
        };
        let hex = self.hex(hex)?;
        Some(Label { text: name.to_owned(), hex, size: size.into(), place: String::new(), turn: 0 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::Vocabulary;

    const GRID: &str = r#"{ "land": { "shifted_down": "even", "metres_per_hex": 3200.0, "up_azimuth_deg": 0.0,
  "origin_east_m": 0.0, "origin_north_m": 0.0, "columns": 120, "rows": 9,
  "projection": { "lat0": 51.0, "lon0": 13.0, "m_per_deg_lat": 111000.0, "m_per_deg_lon": 70000.0 },
  "void": { "columns": [90, 120], "rows": [1, 4] } },
  "places": [{ "name": "Dresden", "hex": "00205", "rank": 1 }, { "name": "Mill", "hex": "00303", "rank": 3 }] }"#;

    const HEXES: &str = r#"{ "columns": 120, "rows": 9,
  "terrain": { "woods": ["00101", "12009"] }, "territory": { "saxony": ["00101"] },
  "hexsides": { "river": ["00101-00102"] }, "bridges": [{ "side": "00101-00102" }],
  "roads": [{ "kind": "primary", "name": "Post road", "hexes": ["00101", "00102", "00103"], "leaves_map_at": ["00101"] }] }"#;

    #[test]
    fn a_raster_becomes_a_sound_map_with_a_void() {
        assert!(is_raster(HEXES) && !is_raster(r#"{"type": "FeatureCollection", "features": []}"#));
        let frame = GeoGrid::from_json("grid.json", GRID, "land").unwrap();
        let map = build_raster("hexes.json", HEXES, &frame).unwrap();
        assert_eq!(map.grid.hexes().count(), 120 * 9 - 31 * 4);
        assert_eq!(map.labels.len(), 2);
        let names = Vocabulary {
            terrain: &["woods"],
            hexsides: &["river", "bridge"],
            directed: &[],
            vertices: &[],
            roads: &["primary"],
            highest: 0,
        };
        assert_eq!(MapFile::parse("again", &map.to_text(), &names).unwrap(), map);
    }

    #[test]
    fn faults_name_the_hex() {
        let frame = GeoGrid::from_json("grid.json", GRID, "land").unwrap();
        let broken = HEXES.replace("12009", "09001").replace("\"00103\"", "\"00105\"");
        let found: Vec<String> =
            build_raster("hexes.json", &broken, &frame).unwrap_err().iter().map(Fault::to_string).collect();
        assert_eq!(
            found,
            [
                "hexes.json:2: \"09001\" is not a hex of the map",
                "hexes.json:4: the road \"Post road\" jumps from 00102 to 00105"
            ]
        );
        let small = HEXES.replace("\"rows\": 9", "\"rows\": 8");
        assert!(build_raster("hexes.json", &small, &frame).is_err());
        assert!(build_raster("hexes.json", "{}", &frame).is_err());
    }
}
