//! From features to a map.

use std::collections::{BTreeMap, BTreeSet};

use board::mapfile::{Label, MapFile, MapSide, Provenance, ProvenanceKind, Road, Sheet};
use board::{Direction, Fault, Grid, Hex};
use serde_json::Value;

use super::features::{self, Feature, Shape, dense, inside, middle};
use super::frame::GeoGrid;
use super::rules::BuildRules;
use super::trace::{self, Padded};
use crate::layout::{self, Point};

/// The name under which faults of the geographic text are reported.
const FILE: &str = "geojson";

/// Builds a map; what the rules do not mention is left out.
pub fn build(geojson: &str, frame: &GeoGrid, rules: &BuildRules) -> Result<MapFile, Vec<Fault>> {
    let mut features = features::read(FILE, geojson, &|latitude, longitude| frame.on_sheet(latitude, longitude))?;
    features.retain(|feature| !rules.without.contains(&feature.name));
    let grid = frame.grid();
    let terrain = terrain(&grid, &features, rules);
    let mut hexsides = water(&grid, &features, rules);
    let roads = roads(&grid, &features, rules);
    bridges(&grid, &features, &roads, rules, &mut hexsides);
    let heights = high_ground(&grid, &features, frame, rules, &mut hexsides);
    let labels = labels(&grid, &features, rules);
    let mut entries = BTreeMap::new();
    let mut faults = Vec::new();
    for (letter, name) in &frame.entries {
        match grid.parse(name).filter(|hex| grid.is_edge(*hex)) {
            Some(hex) => {
                entries.insert(letter.clone(), hex);
            }
            None => {
                let sentence = format!("entry {letter} at \"{name}\" is not a hex on the edge of the map");
                faults.push(Fault { file: FILE.into(), line: 1, sentence });
            }
        }
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    Ok(MapFile {
        provenance: Provenance {
            kind: ProvenanceKind::Reconstructed,
            source: "built from geographic data".into(),
            note: "a first draft, not yet corrected by hand".into(),
        },
        sheet: Sheet {
            metres_per_hex: Some(frame.metres_per_hex.round() as u16),
            up: (frame.up_azimuth.round() as i64).rem_euclid(360) as u16,
            ..Sheet::default()
        },
        geo: frame.header(),
        terrain,
        hexsides,
        roads,
        labels,
        vertices: BTreeMap::new(),
        heights,
        entries,
        grid,
    })
}

/// How much of a hex lies inside the rings, in percent, by a fixed pattern of points.
fn share_inside(rings: &[Vec<Point>], centre: Point) -> f64 {
    let mut held = 0;
    let mut asked = 0;
    for across in -6..=6 {
        for down in -6..=6 {
            let offset = Point::new(f64::from(across) / 12.0 * 1.15, f64::from(down) / 12.0);
            // Inside the flat-topped hex: within half a unit of the centre towards every side.
            let in_hex = Direction::ALL.iter().all(|side| offset.dot(layout::side_offset(*side)) <= 0.25 + 1e-9);
            if in_hex {
                asked += 1;
                held += usize::from(inside(rings, centre + offset));
            }
        }
    }
    100.0 * held as f64 / f64::from(asked)
}

fn covered(grid: &Grid, rings: &[Vec<Point>], share: u8) -> Vec<Hex> {
    grid.hexes().filter(|hex| share_inside(rings, layout::centre(grid, *hex)) >= f64::from(share)).collect()
}

fn terrain(grid: &Grid, features: &[Feature], rules: &BuildRules) -> BTreeMap<String, Vec<Hex>> {
    let mut taken: BTreeMap<Hex, &str> = BTreeMap::new();
    for rule in &rules.areas {
        for feature in features.iter().filter(|feature| feature.kind == rule.kind) {
            let hexes = match &feature.shape {
                Shape::Area(rings) => {
                    let mut hexes = covered(grid, rings, rule.share);
                    if hexes.is_empty() && rule.at_least_one {
                        hexes.extend(layout::hex_at(grid, middle(&rings[0])));
                    }
                    hexes
                }
                Shape::Point(point) if rule.at_least_one => layout::hex_at(grid, *point).into_iter().collect(),
                Shape::Point(_) | Shape::Lines(_) => Vec::new(),
            };
            for hex in hexes {
                taken.entry(hex).or_insert(&rule.terrain);
            }
        }
    }
    let mut terrain: BTreeMap<String, Vec<Hex>> = BTreeMap::new();
    for (hex, name) in taken {
        terrain.entry(name.to_owned()).or_default().push(hex);
    }
    terrain
}

fn ordered(a: Hex, b: Hex) -> (Hex, Hex) {
    (a.min(b), a.max(b))
}

fn water(grid: &Grid, features: &[Feature], rules: &BuildRules) -> BTreeMap<String, Vec<MapSide>> {
    let padded = Padded::around(grid);
    let mut hexsides: BTreeMap<String, Vec<MapSide>> = BTreeMap::new();
    let mut taken = BTreeSet::new();
    for rule in &rules.lines {
        for feature in features.iter().filter(|feature| feature.kind == rule.kind) {
            let Shape::Lines(lines) = &feature.shape else { continue };
            for (from, to) in lines.iter().flat_map(|line| padded.hexsides(grid, line)) {
                if taken.insert(ordered(from, to)) {
                    let sides = hexsides.entry(rule.hexside.clone()).or_default();
                    sides.push(MapSide { from, to, directed: false });
                }
            }
        }
    }
    hexsides
}

fn roads(grid: &Grid, features: &[Feature], rules: &BuildRules) -> Vec<Road> {
    let mut roads: Vec<Road> = Vec::new();
    let mut taken = BTreeSet::new();
    for rule in &rules.roads {
        for feature in features.iter().filter(|feature| feature.kind == rule.kind) {
            let Shape::Lines(lines) = &feature.shape else { continue };
            for line in lines.iter().flat_map(|line| runs_on_map(grid, line)) {
                let hexes = trace::hexes(grid, &line.points, |a, b| taken.contains(&ordered(a, b)));
                if hexes.len() < 2 {
                    continue;
                }
                taken.extend(hexes.windows(2).map(|pair| ordered(pair[0], pair[1])));
                let mut leaves_map_at = Vec::new();
                for (leaves, end) in [(line.comes_from_beyond, hexes[0]), (line.goes_beyond, hexes[hexes.len() - 1])] {
                    if leaves && grid.is_edge(end) && !leaves_map_at.contains(&end) {
                        leaves_map_at.push(end);
                    }
                }
                roads.push(Road { name: feature.name.clone(), kind: rule.road.clone(), hexes, leaves_map_at });
            }
        }
    }
    roads
}

/// A stretch of a line that stays on the map.
struct Run {
    points: Vec<Point>,
    comes_from_beyond: bool,
    goes_beyond: bool,
}

fn runs_on_map(grid: &Grid, line: &[Point]) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    let mut open: Option<Run> = None;
    let mut was_beyond = false;
    for point in dense(line) {
        if layout::hex_at(grid, point).is_some() {
            let run = open.get_or_insert_with(|| Run {
                points: Vec::new(),
                comes_from_beyond: was_beyond,
                goes_beyond: false,
            });
            run.points.push(point);
        } else {
            was_beyond = true;
            if let Some(mut run) = open.take() {
                run.goes_beyond = true;
                runs.push(run);
            }
        }
    }
    runs.extend(open);
    runs.retain(|run| run.points.len() >= 2);
    runs
}

fn bridges(
    grid: &Grid,
    features: &[Feature],
    roads: &[Road],
    rules: &BuildRules,
    hexsides: &mut BTreeMap<String, Vec<MapSide>>,
) {
    // What one rule has bridged, a later one leaves alone: a road over a river needs no ford beside its bridge.
    let mut bridged: BTreeSet<(Hex, Hex)> = BTreeSet::new();
    for rule in &rules.bridges {
        let crossed: BTreeSet<(Hex, Hex)> = rule
            .over
            .iter()
            .filter_map(|name| hexsides.get(name))
            .flatten()
            .map(|side| ordered(side.from, side.to))
            .filter(|side| !bridged.contains(side))
            .collect();
        let mut found = BTreeSet::new();
        for pair in roads.iter().flat_map(|road| road.hexes.windows(2)) {
            found.extend(Some(ordered(pair[0], pair[1])).filter(|side| crossed.contains(side)));
        }
        for feature in features.iter().filter(|feature| feature.kind == rule.kind) {
            let Shape::Point(at) = feature.shape else { continue };
            let away =
                |side: &(Hex, Hex)| layout::centre(grid, side.0).middle(layout::centre(grid, side.1)).distance(at);
            let bridged_already = found.iter().any(|side| away(side) < 1.0);
            let nearest = crossed.iter().min_by(|a, b| away(a).total_cmp(&away(b))).filter(|side| away(side) < 1.0);
            if let Some(side) = nearest.filter(|_| !bridged_already) {
                found.insert(*side);
            }
        }
        bridged.extend(&found);
        let sides = found.into_iter().map(|(from, to)| MapSide { from, to, directed: false });
        hexsides.entry(rule.hexside.clone()).or_default().extend(sides);
    }
    hexsides.retain(|_, sides| !sides.is_empty());
}

fn compass(name: &str) -> Option<f64> {
    let names = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"];
    names.iter().position(|known| *known == name.trim()).map(|place| place as f64 * 45.0)
}

/// A hill on the grid.
struct Hill<'f> {
    feature: &'f Feature,
    hexes: Vec<Hex>,
    level: u8,
    /// Its level was said, not assumed: then it falls off on every side, unless its steep sides are named.
    is_levelled: bool,
}

/// The hexes of the hills by their levels; where a rim is steep, or the level changes, it becomes a hexside, low side
/// first.
fn high_ground(
    grid: &Grid,
    features: &[Feature],
    frame: &GeoGrid,
    rules: &BuildRules,
    hexsides: &mut BTreeMap<String, Vec<MapSide>>,
) -> BTreeMap<u8, Vec<Hex>> {
    let mut heights: BTreeMap<Hex, u8> = BTreeMap::new();
    for rule in &rules.hills {
        let hills: Vec<Hill<'_>> = features
            .iter()
            .filter(|feature| feature.kind == rule.kind)
            .filter_map(|feature| {
                let Shape::Area(rings) = &feature.shape else { return None };
                let level = feature.properties.get(&rule.level).and_then(Value::as_u64);
                // A level is that of the middle of a hex; a hill without one needs half of it.
                let hexes = match level {
                    Some(_) => grid.hexes().filter(|hex| inside(rings, layout::centre(grid, *hex))).collect(),
                    None => covered(grid, rings, 50),
                };
                let is_levelled = level.is_some();
                Some(Hill { feature, hexes, level: level.map_or(1, |level| level.min(255) as u8), is_levelled })
            })
            .collect();
        let mut level_of: BTreeMap<Hex, u8> = BTreeMap::new();
        for hill in &hills {
            for hex in &hill.hexes {
                let level = level_of.entry(*hex).or_default();
                *level = (*level).max(hill.level);
            }
        }
        let mut taken = BTreeSet::new();
        for hill in hills.iter().filter(|_| !rule.hexside.is_empty()) {
            let steep = hill.feature.properties.get(&rule.steep).and_then(Value::as_str);
            let bearings: Vec<Point> =
                steep.unwrap_or_default().split(',').filter_map(compass).map(|at| frame.bearing(at)).collect();
            for hex in hill.hexes.iter().filter(|hex| level_of[*hex] == hill.level) {
                for direction in Direction::ALL {
                    let low = grid.neighbour(*hex, direction);
                    let falls = layout::side_offset(direction).unit();
                    // Within sixty degrees of a steep bearing, so that the rim has no gaps.
                    let is_steep = bearings.iter().any(|bearing| falls.dot(*bearing) > 0.49)
                        || (hill.is_levelled && steep.is_none());
                    let below = low.is_some() && level_of.get(&low).copied().unwrap_or(0) < hill.level;
                    if below && is_steep && taken.insert(ordered(*hex, low)) {
                        let sides = hexsides.entry(rule.hexside.clone()).or_default();
                        sides.push(MapSide { from: low, to: *hex, directed: true });
                    }
                }
            }
        }
        for (hex, level) in level_of {
            let height = heights.entry(hex).or_default();
            *height = (*height).max(level);
        }
    }
    let mut by_level: BTreeMap<u8, Vec<Hex>> = BTreeMap::new();
    for (hex, level) in heights.into_iter().filter(|(_, level)| *level > 0) {
        by_level.entry(level).or_default().push(hex);
    }
    by_level
}

fn labels(grid: &Grid, features: &[Feature], rules: &BuildRules) -> Vec<Label> {
    let mut labels: Vec<Label> = Vec::new();
    for rule in &rules.labels {
        for feature in features.iter().filter(|feature| feature.kind == rule.kind) {
            let at = match &feature.shape {
                Shape::Point(point) => Some(*point),
                Shape::Area(rings) => Some(middle(&rings[0])),
                Shape::Lines(lines) => {
                    let on_map: Vec<&Point> =
                        lines.iter().flatten().filter(|point| layout::hex_at(grid, **point).is_some()).collect();
                    on_map.get(on_map.len() / 2).map(|point| **point)
                }
            };
            let Some(hex) = at.and_then(|point| layout::hex_at(grid, point)) else { continue };
            let known = labels.iter().any(|label| {
                feature.name.starts_with(&label.text) && grid.distance(label.hex, hex) <= 2
                    || label.text == feature.name
            });
            if !known && !feature.name.is_empty() {
                labels.push(Label {
                    text: feature.name.clone(),
                    hex,
                    size: rule.size.clone(),
                    place: String::new(),
                    turn: 0,
                });
            }
        }
    }
    labels
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::{MapFile, Shift, Vocabulary};

    /// Ten by eight hexes of a kilometre, 0101 at the projection's zero, north up.
    fn frame() -> GeoGrid {
        GeoGrid {
            columns: 10,
            rows: 8,
            lower: Shift::Even,
            metres_per_hex: 1000.0,
            up_azimuth: 0.0,
            origin_east: 0.0,
            origin_north: 0.0,
            zero_latitude: 50.0,
            zero_longitude: 10.0,
            metres_per_degree_latitude: 100_000.0,
            metres_per_degree_longitude: 100_000.0,
            entries: BTreeMap::from([("A".to_owned(), "0104".to_owned())]),
            void: None,
            places: Vec::new(),
        }
    }

    /// A GeoJSON feature from points of the sheet, in hexes right and down.
    fn feature(kind: &str, name: &str, geometry: &str, points: &[(f64, f64)], more: &str) -> String {
        let place = |(x, y): &(f64, f64)| format!("[{},{}]", 10.0 + x / 100.0, 50.0 - y / 100.0);
        let list: Vec<String> = points.iter().map(place).collect();
        let coordinates = match geometry {
            "Point" => list[0].clone(),
            "Polygon" => format!("[[{}]]", list.join(",")),
            _ => format!("[{}]", list.join(",")),
        };
        format!(
            "{{\"type\":\"Feature\",\"properties\":{{\"kind\":\"{kind}\",\"name\":\"{name}\"{more}}},\
             \"geometry\":{{\"type\":\"{geometry}\",\"coordinates\":{coordinates}}}}}"
        )
    }

    fn collection(features: &[String]) -> String {
        format!("{{\"type\":\"FeatureCollection\",\"features\":[{}]}}", features.join(",\n"))
    }

    fn sample() -> String {
        collection(&[
            feature("wood", "Tann", "Polygon", &[(2.2, -0.6), (4.8, -0.6), (4.8, 1.6), (2.2, 1.6)], ""),
            feature("river", "Aue", "LineString", &[(4.0, -2.0), (4.33, 9.0)], ""),
            feature("road-main", "High road", "LineString", &[(-2.0, 3.2), (12.0, 4.4)], ""),
            feature("village", "Dorf", "Point", &[(1.0, 5.0)], ""),
            feature("hill", "Berg", "Polygon", &[(5.0, 5.0), (8.0, 5.0), (8.0, 7.8), (5.0, 7.8)], ",\"steep\":\"N\""),
        ])
    }

    #[test]
    fn a_small_country_becomes_a_sound_map() {
        let map = build(&sample(), &frame(), &BuildRules::default()).unwrap();
        let name = |hex: &Hex| map.grid.name(*hex);
        assert!(map.terrain["woods"].iter().map(name).any(|hex| hex == "0501"));
        let road = &map.roads[0];
        assert_eq!(road.leaves_map_at.iter().map(name).collect::<Vec<_>>(), ["0104", "1005"]);
        // The one road crosses the one river once, on a bridge.
        assert_eq!(map.hexsides["bridge"].len(), 1);
        let slopes = &map.hexsides["slope"];
        assert!(!slopes.is_empty() && slopes.iter().all(|side| side.directed));
        for side in slopes {
            assert!(layout::centre(&map.grid, side.from).y < layout::centre(&map.grid, side.to).y, "falls northwards");
        }
        assert_eq!(map.labels.iter().filter(|label| label.text == "Dorf").count(), 1);
        let names = Vocabulary {
            terrain: &["woods"],
            hexsides: &["river", "bridge", "slope"],
            directed: &["slope"],
            vertices: &[],
            roads: &["road", "trail"],
            highest: 3,
        };
        assert_eq!(MapFile::parse("again", &map.to_text(), &names).unwrap(), map);
    }

    #[test]
    fn levels_become_heights_and_slopes_all_around() {
        let swell = [(1.0, 1.0), (7.0, 1.0), (7.0, 7.0), (1.0, 7.0)];
        let crest = [(3.0, 3.0), (5.0, 3.0), (5.0, 5.0), (3.0, 5.0)];
        let hills = collection(&[
            feature("hill", "Swell", "Polygon", &swell, ",\"level\":1"),
            feature("hill", "Crest", "Polygon", &crest, ",\"level\":2"),
        ]);
        let map = build(&hills, &frame(), &BuildRules::default()).unwrap();
        let levels = map.levels();
        assert_eq!(map.heights.keys().copied().collect::<Vec<_>>(), [1, 2]);
        assert!(map.heights[&2].len() > 2 && map.heights[&1].len() > map.heights[&2].len());
        // A slope lies wherever the level changes, and nowhere else, and rises.
        let mut expected = 0;
        for side in board::HexsideId::all(&map.grid) {
            let (a, b) = side.hexes(&map.grid);
            let changes = b.is_some() && levels[a.index()] != levels[b.index()];
            expected += usize::from(changes);
            assert_eq!(b.is_some() && map.hexside_between(a, b).any(|(name, _)| name == "slope"), changes);
        }
        assert_eq!(map.hexsides["slope"].len(), expected);
        assert!(map.hexsides["slope"].iter().all(|side| levels[side.from.index()] < levels[side.to.index()]));
        // Without a name for the rim there are levels and no hexsides.
        let flat = BuildRules {
            hills: vec![super::super::HillRule { hexside: String::new(), ..BuildRules::default().hills[0].clone() }],
            ..BuildRules::default()
        };
        let map = build(&hills, &frame(), &flat).unwrap();
        assert!(map.hexsides.is_empty() && map.levels() == levels);
    }

    #[test]
    fn a_road_over_a_river_has_a_bridge_and_no_ford() {
        let mut rules = BuildRules::default();
        let over = vec!["river".to_owned()];
        rules.bridges.push(super::super::BridgeRule { kind: "ford".into(), hexside: "ford".into(), over });
        let map = build(&sample(), &frame(), &rules).unwrap();
        assert_eq!(map.hexsides["bridge"].len(), 1);
        assert!(!map.hexsides.contains_key("ford"));
        // A ford of its own is built where no road crosses.
        let with_ford = sample().replace(
            "{\"type\":\"FeatureCollection\",\"features\":[",
            &format!(
                "{{\"type\":\"FeatureCollection\",\"features\":[{},\n",
                feature("ford", "Furt", "Point", &[(4.1, 1.5)], "")
            ),
        );
        assert_eq!(build(&with_ford, &frame(), &rules).unwrap().hexsides["ford"].len(), 1);
    }

    #[test]
    fn what_the_rules_leave_out_is_not_built() {
        let rules = BuildRules { without: vec!["Tann".into()], ..BuildRules::default() };
        assert!(!build(&sample(), &frame(), &rules).unwrap().terrain.contains_key("woods"));
    }

    #[test]
    fn faults_name_the_feature_or_the_entry() {
        let broken = collection(&[
            feature("wood", "Tann", "Circle", &[(1.0, 1.0)], ""),
            "{\"properties\":{\"name\":\"Nobody\"},\"geometry\":{\"type\":\"Point\",\"coordinates\":[10,50]}}".into(),
        ]);
        let found: Vec<String> =
            build(&broken, &frame(), &BuildRules::default()).unwrap_err().iter().map(Fault::to_string).collect();
        assert_eq!(
            found,
            [
                "geojson:1: feature 1 \"Tann\" has no readable Circle geometry",
                "geojson:2: feature 2 \"Nobody\" has no property \"kind\"",
            ]
        );
        let inland = GeoGrid { entries: BTreeMap::from([("A".to_owned(), "0303".to_owned())]), ..frame() };
        assert!(build(&sample(), &inland, &BuildRules::default()).unwrap_err()[0].sentence.contains("entry A"));
        assert!(build("[", &inland, &BuildRules::default()).is_err());
    }
}
