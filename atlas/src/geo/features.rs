//! GeoJSON features, already laid on the sheet.

use std::collections::BTreeMap;

use board::Fault;
use serde::Deserialize;
use serde_json::Value;

use super::frame::line_of;
use crate::layout::Point;

#[derive(Clone, PartialEq, Debug)]
pub(super) enum Shape {
    Point(Point),
    Lines(Vec<Vec<Point>>),
    /// Rings; a point inside an odd number of them is inside.
    Area(Vec<Vec<Point>>),
}

#[derive(Clone, PartialEq, Debug)]
pub(super) struct Feature {
    pub(super) kind: String,
    pub(super) name: String,
    pub(super) properties: BTreeMap<String, Value>,
    pub(super) shape: Shape,
}

#[derive(Deserialize)]
struct Collection {
    features: Vec<RawFeature>,
}

#[derive(Deserialize)]
struct RawFeature {
    #[serde(default)]
    properties: BTreeMap<String, Value>,
    geometry: RawGeometry,
}

#[derive(Deserialize)]
struct RawGeometry {
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    coordinates: Value,
}

/// Reads every feature; what cannot be read is reported, all of it. `on_sheet` tells where a latitude and a longitude
/// come to lie.
pub(super) fn read(
    file_name: &str,
    text: &str,
    on_sheet: &dyn Fn(f64, f64) -> Point,
) -> Result<Vec<Feature>, Vec<Fault>> {
    let fault = |line: usize, sentence: String| Fault { file: file_name.to_owned(), line, sentence };
    let collection: Collection = serde_json::from_str(text)
        .map_err(|error| vec![fault(error.line(), format!("not a GeoJSON collection of features: {error}"))])?;
    let mut faults = Vec::new();
    let mut features = Vec::new();
    for (number, raw) in collection.features.into_iter().enumerate() {
        let property = |key: &str| raw.properties.get(key).and_then(Value::as_str).map(str::to_owned);
        let name = property("name").unwrap_or_default();
        let line = line_of(text, &format!("\"{name}\""));
        let Some(kind) = property("kind") else {
            faults.push(fault(line, format!("feature {} \"{name}\" has no property \"kind\"", number + 1)));
            continue;
        };
        match shape(&raw.geometry, on_sheet) {
            Some(shape) => features.push(Feature { kind, name, properties: raw.properties, shape }),
            None => {
                let geometry = &raw.geometry.kind;
                let number = number + 1;
                faults.push(fault(line, format!("feature {number} \"{name}\" has no readable {geometry} geometry")));
            }
        }
    }
    if faults.is_empty() { Ok(features) } else { Err(faults) }
}

fn shape(geometry: &RawGeometry, on_sheet: &dyn Fn(f64, f64) -> Point) -> Option<Shape> {
    let point = |value: &Value| -> Option<Point> {
        let pair = value.as_array()?;
        Some(on_sheet(pair.get(1)?.as_f64()?, pair.first()?.as_f64()?))
    };
    let line = |value: &Value| -> Option<Vec<Point>> {
        value.as_array()?.iter().map(point).collect::<Option<Vec<Point>>>().filter(|points| points.len() >= 2)
    };
    let lines = |value: &Value| -> Option<Vec<Vec<Point>>> { value.as_array()?.iter().map(line).collect() };
    let at = &geometry.coordinates;
    match geometry.kind.as_str() {
        "Point" => point(at).map(Shape::Point),
        "LineString" => line(at).map(|line| Shape::Lines(vec![line])),
        "MultiLineString" => lines(at).map(Shape::Lines),
        "Polygon" => lines(at).map(Shape::Area),
        "MultiPolygon" => {
            let rings: Option<Vec<Vec<Vec<Point>>>> = at.as_array()?.iter().map(lines).collect();
            rings.map(|rings| Shape::Area(rings.concat()))
        }
        _ => None,
    }
}

/// Whether a point lies inside the rings.
pub(super) fn inside(rings: &[Vec<Point>], point: Point) -> bool {
    let mut odd = false;
    for ring in rings {
        for (a, b) in ring.iter().zip(ring.iter().cycle().skip(1)) {
            if (a.y > point.y) != (b.y > point.y) && point.x < (b.x - a.x) * (point.y - a.y) / (b.y - a.y) + a.x {
                odd = !odd;
            }
        }
    }
    odd
}

/// The mean of a ring's corners.
pub(super) fn middle(ring: &[Point]) -> Point {
    let sum = ring.iter().fold(Point::default(), |sum, point| sum + *point);
    sum * (1.0 / ring.len() as f64)
}

/// The line with points so close together that none leaps over a hex or over the edge of the map.
pub(super) fn dense(line: &[Point]) -> Vec<Point> {
    let mut points: Vec<Point> = line.first().copied().into_iter().collect();
    for pair in line.windows(2) {
        let pieces = (pair[0].distance(pair[1]) * 8.0).ceil().max(1.0) as u32;
        let along = (1..=pieces).map(|piece| f64::from(piece) / f64::from(pieces));
        points.extend(along.map(|along| pair[0] + (pair[1] - pair[0]) * along));
    }
    points
}

/// How far a point is from a line.
pub(super) fn distance_to(line: &[Point], point: Point) -> f64 {
    line.windows(2)
        .map(|pair| {
            let way = pair[1] - pair[0];
            let along =
                if way.dot(way) > 0.0 { ((point - pair[0]).dot(way) / way.dot(way)).clamp(0.0, 1.0) } else { 0.0 };
            (pair[0] + way * along).distance(point)
        })
        .fold(f64::INFINITY, f64::min)
}
