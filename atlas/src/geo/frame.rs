//! How a sheet lies on the ground.

use std::collections::BTreeMap;

use board::{Fault, Grid, Shift};
use serde::Deserialize;

use crate::layout::Point;

/// A hex grid laid on the ground: where hex 0101 is, how large a hex is, which way the sheet looks.
#[derive(Clone, PartialEq, Debug)]
pub struct GeoGrid {
    pub columns: u16,
    pub rows: u16,
    pub lower: Shift,
    pub metres_per_hex: f64,
    /// The compass bearing of the top of the sheet, in degrees.
    pub up_azimuth: f64,
    /// The centre of hex 0101, in metres east and north of the projection's zero.
    pub origin_east: f64,
    pub origin_north: f64,
    pub zero_latitude: f64,
    pub zero_longitude: f64,
    pub metres_per_degree_latitude: f64,
    pub metres_per_degree_longitude: f64,
    /// Proposed entry hexes by their letters.
    pub entries: BTreeMap<String, String>,
    /// Columns and rows, first and last, of a block that is not on the map.
    pub void: Option<[[u16; 2]; 2]>,
    /// Names on the map: what, in which hex, of which rank from 1.
    pub places: Vec<(String, String, u8)>,
}

#[derive(Deserialize)]
struct Transform {
    shifted_down: Shift,
    metres_per_hex: f64,
    up_azimuth_deg: f64,
    origin_east_m: f64,
    origin_north_m: f64,
    projection: Projection,
    columns: u16,
    rows: u16,
    #[serde(default)]
    entry_hexes: BTreeMap<String, Entry>,
    void: Option<Void>,
}

#[derive(Deserialize)]
struct Void {
    columns: [u16; 2],
    rows: [u16; 2],
}

#[derive(Deserialize)]
struct Place {
    name: String,
    hex: String,
    rank: u8,
}

#[derive(Deserialize)]
struct Projection {
    lat0: f64,
    lon0: f64,
    m_per_deg_lat: f64,
    m_per_deg_lon: f64,
}

#[derive(Deserialize)]
struct Entry {
    hex: String,
}

impl GeoGrid {
    /// Reads the transform called `map` from a file that holds several.
    pub fn from_json(file_name: &str, text: &str, map: &str) -> Result<GeoGrid, Vec<Fault>> {
        let fault = |line: usize, sentence: String| vec![Fault { file: file_name.to_owned(), line, sentence }];
        let all: BTreeMap<String, serde_json::Value> = serde_json::from_str(text)
            .map_err(|error| fault(error.line(), format!("not a transform file: {error}")))?;
        let Some(value) = all.get(map) else {
            let known: Vec<&str> =
                all.iter().filter(|(_, value)| value.is_object()).map(|(name, _)| name.as_str()).collect();
            return Err(fault(1, format!("there is no map \"{map}\"; the file holds {}", known.join(", "))));
        };
        let line = line_of(text, &format!("\"{map}\""));
        let read = Transform::deserialize(value)
            .map_err(|error| fault(line, format!("the transform \"{map}\" cannot be read: {error}")))?;
        let sizes = 1..=Grid::LARGEST;
        if !sizes.contains(&read.columns) || !sizes.contains(&read.rows) {
            return Err(fault(line, format!("the grid of \"{map}\" has 1 to {} columns and rows", Grid::LARGEST)));
        }
        if usize::from(read.columns) * usize::from(read.rows) > Grid::MOST_HEXES {
            return Err(fault(line, format!("the grid of \"{map}\" has more than {} hexes", Grid::MOST_HEXES)));
        }
        let places = match all.get("places") {
            None => Vec::new(),
            Some(places) => Vec::<Place>::deserialize(places).map_err(|error| {
                let line = line_of(text, "\"places\"");
                fault(line, format!("the places cannot be read: {error}"))
            })?,
        };
        let size = read.metres_per_hex;
        if !(size.is_finite() && size > 0.0) {
            return Err(fault(line, format!("metres_per_hex of \"{map}\" is a number above zero")));
        }
        Ok(GeoGrid {
            columns: read.columns,
            rows: read.rows,
            lower: read.shifted_down,
            metres_per_hex: size,
            up_azimuth: read.up_azimuth_deg,
            origin_east: read.origin_east_m,
            origin_north: read.origin_north_m,
            zero_latitude: read.projection.lat0,
            zero_longitude: read.projection.lon0,
            metres_per_degree_latitude: read.projection.m_per_deg_lat,
            metres_per_degree_longitude: read.projection.m_per_deg_lon,
            entries: read.entry_hexes.into_iter().map(|(letter, entry)| (letter, entry.hex)).collect(),
            void: read.void.map(|void| [void.columns, void.rows]),
            places: places.into_iter().map(|place| (place.name, place.hex, place.rank)).collect(),
        })
    }

    pub fn grid(&self) -> Grid {
        Grid::with_void(self.columns, self.rows, self.lower, |column, row| {
            let within = |at: u16, [first, last]: [u16; 2]| (first..=last).contains(&at);
            self.void.is_some_and(|[columns, rows]| within(column, columns) && within(row, rows))
        })
    }

    /// Where a place lies on the sheet, in hexes right of and below the centre of 0101.
    pub fn on_sheet(&self, latitude: f64, longitude: f64) -> Point {
        let east = (longitude - self.zero_longitude) * self.metres_per_degree_longitude - self.origin_east;
        let north = (latitude - self.zero_latitude) * self.metres_per_degree_latitude - self.origin_north;
        let (sine, cosine) = self.up_azimuth.to_radians().sin_cos();
        let right = (east * cosine - north * sine) / self.metres_per_hex;
        let up = (east * sine + north * cosine) / self.metres_per_hex;
        Point::new(right, -up)
    }

    /// Latitude and longitude of a point on the sheet.
    pub fn on_ground(&self, point: Point) -> (f64, f64) {
        let (sine, cosine) = self.up_azimuth.to_radians().sin_cos();
        let (right, up) = (point.x * self.metres_per_hex, -point.y * self.metres_per_hex);
        let east = self.origin_east + right * cosine + up * sine;
        let north = self.origin_north - right * sine + up * cosine;
        let latitude = self.zero_latitude + north / self.metres_per_degree_latitude;
        (latitude, self.zero_longitude + east / self.metres_per_degree_longitude)
    }

    /// The direction on the sheet of a compass bearing in degrees.
    pub fn bearing(&self, degrees: f64) -> Point {
        let (sine, cosine) = (degrees - self.up_azimuth).to_radians().sin_cos();
        Point::new(sine, -cosine)
    }

    /// The header by which a map file remembers how it was made.
    pub fn header(&self) -> BTreeMap<String, String> {
        let number = |value: f64| format!("{value}");
        BTreeMap::from([
            ("up_azimuth".to_owned(), number(self.up_azimuth)),
            ("metres_per_hex".to_owned(), number(self.metres_per_hex)),
            ("origin_east".to_owned(), number(self.origin_east)),
            ("origin_north".to_owned(), number(self.origin_north)),
            ("zero_latitude".to_owned(), number(self.zero_latitude)),
            ("zero_longitude".to_owned(), number(self.zero_longitude)),
        ])
    }
}

/// The line on which a piece of text first stands, counted from 1.
pub(super) fn line_of(text: &str, piece: &str) -> usize {
    text.find(piece).map_or(1, |at| text[..at].matches('\n').count() + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = r#"{
 "note": "two maps",
 "north": { "shifted_down": "even", "metres_per_hex": 400.0, "up_azimuth_deg": 0.0, "origin_east_m": 0.0,
  "origin_north_m": 0.0, "columns": 9, "rows": 8,
  "projection": { "lat0": 51.0, "lon0": 13.0, "m_per_deg_lat": 111000.0, "m_per_deg_lon": 70000.0 } },
 "east": { "shifted_down": "odd", "metres_per_hex": 400.0, "up_azimuth_deg": 90.0, "origin_east_m": 100.0,
  "origin_north_m": -50.0, "columns": 9, "rows": 8, "entry_hexes": { "A": { "hex": "0101", "reason": "" } },
  "projection": { "lat0": 51.0, "lon0": 13.0, "m_per_deg_lat": 111000.0, "m_per_deg_lon": 70000.0 } },
 "broken": { "columns": 3 }
}"#;

    #[test]
    fn the_ground_and_the_sheet_agree_both_ways() {
        for name in ["north", "east"] {
            let frame = GeoGrid::from_json("t.json", FILE, name).unwrap();
            let (latitude, longitude) = frame.on_ground(Point::new(3.25, 1.5));
            let back = frame.on_sheet(latitude, longitude);
            assert!(back.distance(Point::new(3.25, 1.5)) < 1e-9);
        }
    }

    #[test]
    fn north_is_up_or_where_the_azimuth_says() {
        let north_up = GeoGrid::from_json("t.json", FILE, "north").unwrap();
        assert!(north_up.bearing(0.0).distance(Point::new(0.0, -1.0)) < 1e-9);
        let east_up = GeoGrid::from_json("t.json", FILE, "east").unwrap();
        assert!(east_up.bearing(0.0).distance(Point::new(-1.0, 0.0)) < 1e-9);
        let step = east_up.on_sheet(51.0, 13.01) - east_up.on_sheet(51.0, 13.0);
        assert!(step.y < 0.0 && step.x.abs() < 1e-9);
        assert_eq!(east_up.entries["A"], "0101");
    }

    #[test]
    fn faults_name_the_map() {
        let sentence = |name: &str| GeoGrid::from_json("t.json", FILE, name).unwrap_err()[0].to_string();
        assert_eq!(sentence("west"), "t.json:1: there is no map \"west\"; the file holds broken, east, north");
        assert!(sentence("broken").starts_with("t.json:9: the transform \"broken\" cannot be read"));
    }
}
