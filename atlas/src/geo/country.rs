//! What is drawn around the boxes: the ground stretched as the boxes were, rivers led past them on their own side.

use std::collections::{BTreeMap, BTreeSet};

use board::boxes::{BoxId, BoxMap, MapBox};
use board::textfile::{Provenance, ProvenanceKind};
use serde_json::Value;

use super::boxes::is_box;
use super::csv::Row;
use super::features::{Feature, Shape, middle};
use super::recipe::BoxRecipe;
use super::warp::Warp;
use crate::layout::Point;
use crate::scenery::{Rank, Scenery, SceneryArea, SceneryLabel, SceneryLine, Way, point};

/// Corners nearer than this to the line between their neighbours are dropped, in units.
const TOLERANCE: f64 = 3.0;
/// Borders keep this far from boxes, so that one sees on which side each lies.
const BORDER_DISTANCE: f64 = 40.0;

pub(super) fn scenery(features: &[Feature], rows: &[Row], map: &BoxMap, warp: &Warp, recipe: &BoxRecipe) -> Scenery {
    let wanted = |feature: &&Feature| !recipe.scenery.without.contains(&feature.name);
    let ranks = ranks(features, recipe);
    let obstacles: Vec<(Point, f64)> =
        map.boxes().map(|(_, place)| (point(place.at), BORDER_DISTANCE + breadth(place, &ranks))).collect();
    let mut areas = Vec::new();
    for kind in &recipe.scenery.areas {
        for feature in features.iter().filter(|feature| &feature.kind == kind).filter(wanted) {
            let Shape::Area(rings) = &feature.shape else { continue };
            let bent = |ring: &Vec<Point>| {
                let ring = warped(&filled_up(ring, 30.0), warp);
                whole(&simplified(&kept_off(&ring, &obstacles), TOLERANCE))
            };
            let name = recipe.name(&feature.name).to_owned();
            areas.push(SceneryArea { kind: kind.clone(), name, rings: rings.iter().map(bent).collect() });
        }
    }
    let ways = ways(features, rows, map, warp, recipe);
    let roads = roads(map, &ways);
    let crossed: BTreeSet<&str> = map
        .connections()
        .filter_map(|(_, connection)| connection.attributes.get("river").map(String::as_str))
        .collect();
    let mut lines = Vec::new();
    for kind in &recipe.scenery.lines {
        for feature in features.iter().filter(|feature| &feature.kind == kind).filter(wanted) {
            let Shape::Lines(parts) = &feature.shape else { continue };
            for part in parts {
                let more = |of: &BTreeMap<String, Vec<[f64; 2]>>| -> Vec<Point> {
                    let places = of.get(&feature.name).into_iter().flatten();
                    places.map(|[longitude, latitude]| recipe.on_sheet(*latitude, *longitude)).collect()
                };
                let mut whole_course = more(&recipe.scenery.sources);
                whole_course.extend(part);
                whole_course.extend(more(&recipe.scenery.mouths));
                let mut course = warped(&filled_up(&whole_course, 8.0), warp);
                for _ in 0..2 {
                    course = past_boxes(&course, feature, features, map, &ranks, recipe);
                    course = off_roads(&filled_up(&course, 8.0), &roads, recipe.boxes.river_distance * 0.45);
                }
                let name = recipe.name(&feature.name).to_owned();
                let matters = crossed.contains(name.as_str()) || recipe.major.contains(&name);
                let kind = if matters { kind } else { &recipe.scenery.stream };
                lines.push(SceneryLine { kind: kind.clone(), name, points: whole(&simplified(&course, 1.6)) });
            }
        }
    }
    join_mouths(&mut lines);
    let provenance =
        Provenance { kind: ProvenanceKind::Reconstructed, source: recipe.source.clone(), note: recipe.note.clone() };
    let labels = labels(features, warp, recipe);
    Scenery { provenance, sheet: recipe.sheet.clone(), ranks, areas, lines, ways, labels }
}

fn whole(points: &[Point]) -> Vec<(i32, i32)> {
    let mut points: Vec<(i32, i32)> = points.iter().map(|at| (at.x.round() as i32, at.y.round() as i32)).collect();
    points.dedup();
    points
}

fn warped(line: &[Point], warp: &Warp) -> Vec<Point> {
    line.iter().map(|point| warp.apply(*point)).collect()
}

/// The same line with points at most so far apart.
fn filled_up(line: &[Point], step: f64) -> Vec<Point> {
    let mut points: Vec<Point> = line.first().copied().into_iter().collect();
    for pair in line.windows(2) {
        let pieces = (pair[0].distance(pair[1]) / step).ceil().max(1.0) as u32;
        let along = (1..=pieces).map(|piece| f64::from(piece) / f64::from(pieces));
        points.extend(along.map(|along| pair[0] + (pair[1] - pair[0]) * along));
    }
    points
}

/// The corners that matter.
fn simplified(line: &[Point], tolerance: f64) -> Vec<Point> {
    let mut kept = vec![false; line.len()];
    let mut open = vec![(0, line.len().saturating_sub(1))];
    while let Some((first, last)) = open.pop() {
        if last >= line.len() {
            continue;
        }
        kept[first] = true;
        kept[last] = true;
        let away = |at: usize| super::features::distance_to(&[line[first], line[last]], line[at]);
        let Some(farthest) = (first + 1..last).max_by(|a, b| away(*a).total_cmp(&away(*b))) else { continue };
        // A ring begins and ends in one point, from which everything is far.
        let distance = if line[first] == line[last] { line[first].distance(line[farthest]) } else { away(farthest) };
        if distance > tolerance {
            open.push((first, farthest));
            open.push((farthest, last));
        }
    }
    line.iter().zip(kept).filter(|(_, kept)| *kept).map(|(point, _)| *point).collect()
}

/// Pushes a river off the boxes by which it passes. Through a town that lies on both banks it runs straight on.
fn past_boxes(
    course: &[Point],
    river: &Feature,
    features: &[Feature],
    map: &BoxMap,
    ranks: &[Rank],
    recipe: &BoxRecipe,
) -> Vec<Point> {
    let id = river.properties.get("id").and_then(Value::as_str).unwrap_or_default().trim_start_matches("river-");
    let straddles = |place: &MapBox| {
        let town = features.iter().find(|feature| is_box(feature, recipe) && recipe.name(&feature.name) == place.name);
        let banks = town.and_then(|town| town.properties.get("river_banks")).and_then(Value::as_array);
        banks.into_iter().flatten().any(|bank| {
            bank.get("river").and_then(Value::as_str) == Some(id)
                && bank.get("bank").and_then(Value::as_str) == Some("both")
        })
    };
    let distance = |place: &MapBox| recipe.boxes.river_distance + breadth(place, ranks);
    let places = map.boxes().map(|(_, place)| place).filter(|place| !straddles(place));
    let obstacles: Vec<(Point, f64)> = places.map(|place| (point(place.at), distance(place))).collect();
    let mut points = course.to_vec();
    for _ in 0..3 {
        points = kept_off(&points, &obstacles);
        let rough = points.clone();
        for place in 1..points.len().saturating_sub(1) {
            points[place] = rough[place - 1] * 0.25 + rough[place] * 0.5 + rough[place + 1] * 0.25;
        }
    }
    points
}

/// How much more room a box takes than a small town, in units.
fn breadth(place: &MapBox, ranks: &[Rank]) -> f64 {
    let rank = ranks.iter().find(|rank| rank.boxes.contains(&place.name)).map_or(3, |rank| rank.rank);
    let walls = if place.attributes.contains_key("fortified") { 12.0 } else { 0.0 };
    let houses = match rank {
        1 => 11.0,
        2 => 4.0,
        _ => 0.0,
    };
    houses + walls
}

/// A line pushed away from what it must not touch; each point stays on its side.
fn kept_off(line: &[Point], obstacles: &[(Point, f64)]) -> Vec<Point> {
    let mut points = line.to_vec();
    for at in &mut points {
        for (obstacle, distance) in obstacles {
            let way = *at - *obstacle;
            if way.length() < *distance && way.length() > 0.0 {
                *at = *obstacle + way.unit() * *distance;
            }
        }
    }
    points
}

/// Rivers end in the river that takes them up, also where one of the two has been moved.
fn join_mouths(lines: &mut [SceneryLine]) {
    for number in 0..lines.len() {
        let Some(mouth) = lines[number].points.last().map(|at| point(*at)) else { continue };
        let others = lines.iter().enumerate().filter(|(other, _)| *other != number);
        let near = others.flat_map(|(_, line)| line.points.iter().copied());
        let nearest = near.min_by(|one, other| point(*one).distance(mouth).total_cmp(&point(*other).distance(mouth)));
        if let Some(at) = nearest.filter(|at| (3.0..110.0).contains(&point(*at).distance(mouth))) {
            lines[number].points.push(at);
        }
    }
}

/// The line of every connection.
fn roads(map: &BoxMap, ways: &[Way]) -> Vec<Vec<Point>> {
    let line = |[a, b]: [BoxId; 2]| {
        let names = [a, b].map(|id| map.get(id).name.as_str());
        let way = ways.iter().find(|way| way.between.each_ref().map(String::as_str) == names);
        let mut line = vec![point(map.get(a).at)];
        line.extend(way.into_iter().flat_map(|way| &way.points).map(|at| point(*at)));
        line.push(point(map.get(b).at));
        line
    };
    map.connections().map(|(_, connection)| line(connection.between)).collect()
}

/// Where a road runs along a river it must not seem to cross it twice: the bends that lie over the road are laid beside it.
fn off_roads(course: &[Point], roads: &[Vec<Point>], distance: f64) -> Vec<Point> {
    let mut points = course.to_vec();
    for road in roads {
        let crossed: Vec<usize> = (1..points.len()).filter(|at| crosses(road, points[at - 1], points[*at])).collect();
        for pair in crossed.chunks_exact(2) {
            // The side on which the river runs before it first meets the road.
            let before = points[pair[0] - 1];
            for at in &mut points[pair[0]..pair[1]] {
                let (foot, way) = foot_on(road, *at);
                let side = way.turned();
                let hand = if (before - foot_on(road, before).0).dot(foot_on(road, before).1.turned()) < 0.0 {
                    -1.0
                } else {
                    1.0
                };
                *at = foot + side * (hand * distance);
            }
        }
    }
    points
}

fn crosses(road: &[Point], from: Point, to: Point) -> bool {
    let turn = |a: Point, b: Point, c: Point| (b - a).turned().dot(c - a);
    road.windows(2).any(|pair| {
        let [a, b] = [pair[0], pair[1]];
        turn(a, b, from) * turn(a, b, to) < 0.0 && turn(from, to, a) * turn(from, to, b) < 0.0
    })
}

/// The point of a road nearest to another, and the direction of the road there.
fn foot_on(road: &[Point], at: Point) -> (Point, Point) {
    let feet = road.windows(2).map(|pair| {
        let way = pair[1] - pair[0];
        let along = ((at - pair[0]).dot(way) / way.dot(way).max(1.0)).clamp(0.0, 1.0);
        (pair[0] + way * along, way.unit())
    });
    feet.min_by(|one, other| one.0.distance(at).total_cmp(&other.0.distance(at))).unwrap_or_default()
}

/// Roads run by way of the places that the table names between their ends.
fn ways(features: &[Feature], rows: &[Row], map: &BoxMap, warp: &Warp, recipe: &BoxRecipe) -> Vec<Way> {
    let place = |name: &str| {
        let found = features.iter().find(|feature| feature.kind == recipe.boxes.feature && feature.name == name)?;
        match found.shape {
            Shape::Point(at) => Some(warp.apply(at)),
            Shape::Lines(_) | Shape::Area(_) => None,
        }
    };
    let mut ways = Vec::new();
    for row in rows {
        let between = ["town_a", "town_b"].map(|end| recipe.name(row.get(end)).to_owned());
        let ends: Vec<_> = between.iter().filter_map(|name| map.find(name)).collect();
        let [a, b] = ends[..] else { continue };
        let is_direct = recipe.scenery.direct.iter().any(|pair| between.iter().all(|end| pair.contains(end)));
        if map.between(a, b).next().is_none() || is_direct {
            continue;
        }
        let [from, to] = [a, b].map(|id| point(map.get(id).at));
        let mut points: Vec<Point> =
            row.get("via_extra_places").split(';').filter_map(|name| place(name.trim())).collect();
        // What lies behind an end, beside one or far off the way is no bend worth drawing.
        let length = from.distance(to);
        let along = |at: Point| (at - from).dot((to - from).unit()) / length;
        points.retain(|at| (0.12..=0.88).contains(&along(*at)) && from.distance(*at) + at.distance(to) < 1.35 * length);
        points.sort_by(|one, other| along(*one).total_cmp(&along(*other)));
        if !points.is_empty() {
            ways.push(Way { between, points: whole(&points) });
        }
    }
    ways.sort_by(|one, other| one.between.cmp(&other.between));
    ways
}

/// The boxes that are written larger.
fn ranks(features: &[Feature], recipe: &BoxRecipe) -> Vec<Rank> {
    let of_rank = |rank: u8| {
        let boxes = features.iter().filter(|feature| is_box(feature, recipe));
        let boxes = boxes.filter(|feature| {
            feature.properties.get(&recipe.scenery.rank).and_then(Value::as_u64) == Some(u64::from(rank))
        });
        let mut boxes: Vec<String> = boxes.map(|feature| recipe.name(&feature.name).to_owned()).collect();
        boxes.sort();
        Rank { rank, boxes }
    };
    [1, 2].map(of_rank).into_iter().filter(|rank| !rank.boxes.is_empty()).collect()
}

/// Names of regions, and places beside the boxes that the recipe wants named.
fn labels(features: &[Feature], warp: &Warp, recipe: &BoxRecipe) -> Vec<SceneryLabel> {
    let regions = recipe.label.iter().map(|label| SceneryLabel {
        kind: label.kind.clone(),
        text: label.text.clone(),
        at: whole(&[recipe.on_sheet(label.at[1], label.at[0])])[0],
        turn: label.turn,
        size: label.size,
    });
    let mut labels: Vec<SceneryLabel> = regions.collect();
    for feature in features.iter().filter(|feature| recipe.scenery.places.contains(&feature.name)) {
        if feature.kind != recipe.boxes.feature || is_box(feature, recipe) {
            continue;
        }
        let at = match &feature.shape {
            Shape::Point(at) => *at,
            Shape::Area(rings) => middle(&rings[0]),
            Shape::Lines(_) => continue,
        };
        let text = recipe.name(&feature.name).to_owned();
        let at = whole(&[warp.apply(at)])[0];
        labels.push(SceneryLabel { kind: "place".into(), text, at, turn: 0, size: 100 });
    }
    labels
}
