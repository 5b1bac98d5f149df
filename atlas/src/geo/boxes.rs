//! From features and a table of connections to a board of boxes.

use std::collections::{BTreeMap, BTreeSet};

use board::Fault;
use board::boxes::{BoxId, BoxMap, Connection, MapBox};
use board::textfile::{Provenance, ProvenanceKind};
use serde_json::Value;

use super::csv::{self, Row};
use super::features::{self, Feature, Shape, inside};
use super::recipe::{BoxRecipe, ConnectionRule};
use super::warp::Warp;
use crate::layout::Point;
use crate::scenery::Scenery;

const GEOJSON: &str = "geojson";
const GRAPH: &str = "graph";

/// A board and the country around it.
#[derive(Clone, PartialEq, Debug)]
pub struct BoxCountry {
    pub map: BoxMap,
    pub scenery: Scenery,
}

/// Builds a board of boxes from GeoJSON and a table of connections (`town_a,town_b,type,crosses,crossing,…`).
pub fn build_boxes(geojson: &str, graph: &str, recipe: &BoxRecipe) -> Result<BoxCountry, Vec<Fault>> {
    let features = features::read(GEOJSON, geojson, &|latitude, longitude| recipe.on_sheet(latitude, longitude))?;
    let mut faults = Vec::new();
    let towns = towns(&features, recipe, &mut faults);
    let rows = csv::rows(graph);
    let joined = connections(&towns, &rows, recipe, &mut faults);
    unknown_names(&towns, recipe, &mut faults);
    if !faults.is_empty() {
        return Err(faults);
    }
    let wished: Vec<Point> = towns.iter().map(|town| town.wished).collect();
    let settled = settle(&towns, recipe);
    let boxes = towns.iter().zip(&settled).map(|(town, at)| MapBox {
        name: town.name.clone(),
        kind: town.kind.clone(),
        at: (at.x.round() as i32, at.y.round() as i32),
        attributes: town.attributes.clone(),
    });
    let provenance =
        Provenance { kind: ProvenanceKind::Reconstructed, source: recipe.source.clone(), note: recipe.note.clone() };
    let map = BoxMap::new(provenance, boxes.collect(), joined);
    let warp = Warp::new(&wished, &settled);
    let scenery = super::country::scenery(&features, &rows, &map, &warp, recipe);
    Ok(BoxCountry { map, scenery })
}

/// A box in the making.
struct Town {
    name: String,
    kind: String,
    attributes: BTreeMap<String, String>,
    wished: Point,
    /// Column and row of its cell, counted from 0, if the sheet has cells.
    cell: Option<(usize, usize)>,
}

fn fault(file: &str, line: usize, sentence: String) -> Fault {
    Fault { file: file.to_owned(), line, sentence }
}

fn towns(features: &[Feature], recipe: &BoxRecipe, faults: &mut Vec<Fault>) -> Vec<Town> {
    let mut towns: Vec<Town> = Vec::new();
    for feature in features.iter().filter(|feature| is_box(feature, recipe)) {
        let Shape::Point(at) = feature.shape else { continue };
        let name = recipe.name(&feature.name).to_owned();
        let wished = recipe.moved.get(&name).map_or(at, |[longitude, latitude]| recipe.on_sheet(*latitude, *longitude));
        let mut attributes = recipe.attributes.get(&name).cloned().unwrap_or_default();
        let written = feature.properties.get(&recipe.boxes.cell).and_then(Value::as_str).unwrap_or_default();
        let cell = recipe.cells.get(&name).map_or(written, String::as_str);
        let place = place_of_cell(cell, recipe);
        match place {
            Some(_) => {
                attributes.insert("cell".into(), cell.to_owned());
            }
            None if recipe.sheet.columns.is_empty() => {}
            None => faults.push(fault(GEOJSON, 1, format!("\"{name}\" is not in any cell of the sheet: \"{cell}\""))),
        }
        let territory = feature.properties.get(&recipe.territory.property).and_then(Value::as_str);
        if territory == Some(&recipe.territory.value) {
            attributes.insert(recipe.territory.boxes.clone(), "yes".into());
        }
        let kind = kind_of(&name, at, features, recipe);
        towns.push(Town { name, kind, attributes, wished, cell: place });
    }
    towns.sort_by(|a, b| a.name.cmp(&b.name));
    towns
}

pub(super) fn is_box(feature: &Feature, recipe: &BoxRecipe) -> bool {
    feature.kind == recipe.boxes.feature
        && feature.properties.get(&recipe.boxes.chosen).and_then(Value::as_bool) == Some(true)
}

fn place_of_cell(cell: &str, recipe: &BoxRecipe) -> Option<(usize, usize)> {
    let letter = cell.chars().next()?;
    let column = recipe.sheet.columns.chars().position(|known| known == letter)?;
    let row: usize = cell[letter.len_utf8()..].parse().ok()?;
    (1..=usize::from(recipe.sheet.rows)).contains(&row).then_some((column, row - 1))
}

fn kind_of(name: &str, at: Point, features: &[Feature], recipe: &BoxRecipe) -> String {
    if let Some((kind, _)) = recipe.terrain.iter().find(|(_, names)| names.iter().any(|known| known == name)) {
        return kind.clone();
    }
    let lies_in = |area: &str| {
        let areas = features.iter().filter(|feature| feature.kind == area);
        areas.into_iter().any(|feature| matches!(&feature.shape, Shape::Area(rings) if inside(rings, at)))
    };
    let rule = recipe.boxes.kinds.iter().find(|rule| lies_in(&rule.area));
    rule.map_or(&recipe.boxes.otherwise, |rule| &rule.kind).clone()
}

/// Names in the recipe that no box bears are slips of the pen.
fn unknown_names(towns: &[Town], recipe: &BoxRecipe, faults: &mut Vec<Fault>) {
    let named = recipe.moved.keys().chain(recipe.cells.keys()).chain(recipe.attributes.keys());
    for name in named.chain(recipe.terrain.values().flatten()) {
        if !towns.iter().any(|town| &town.name == name) {
            faults.push(fault("recipe", 1, format!("the recipe names \"{name}\", which is not a box")));
        }
    }
}

fn connections(towns: &[Town], rows: &[Row], recipe: &BoxRecipe, faults: &mut Vec<Fault>) -> Vec<Connection> {
    let ids: BTreeMap<&str, BoxId> =
        towns.iter().enumerate().map(|(number, town)| (town.name.as_str(), BoxId(number as u16))).collect();
    let mut rules: Vec<(usize, ConnectionRule)> = Vec::new();
    for row in rows {
        let between = ["town_a", "town_b"].map(|end| recipe.name(row.get(end)).to_owned());
        let crossing = row.get("crossing");
        let river = if crossing == "none" { "" } else { recipe.name(row.get("crosses")) };
        rules.push((
            row.line,
            ConnectionRule {
                between,
                kind: row.get("type").to_owned(),
                river: river.to_owned(),
                crossing: if river.is_empty() { String::new() } else { crossing.to_owned() },
            },
        ));
    }
    let same = |a: &[String; 2], b: &[String; 2]| a == b || (a[0] == b[1] && a[1] == b[0]);
    rules.retain(|(_, rule)| !recipe.without.iter().any(|left_out| same(left_out, &rule.between)));
    for correction in &recipe.connection {
        rules.retain(|(_, rule)| !same(&rule.between, &correction.between));
        rules.push((0, correction.clone()));
    }
    rules.sort_by(|(_, a), (_, b)| a.between.cmp(&b.between));
    let mut seen: BTreeSet<[BoxId; 2]> = BTreeSet::new();
    let mut joined = Vec::new();
    for (line, rule) in rules {
        let ends: Vec<BoxId> = rule.between.iter().filter_map(|name| ids.get(name.as_str()).copied()).collect();
        let [a, b] = ends[..] else {
            let [a, b] = &rule.between;
            faults.push(fault(GRAPH, line, format!("\"{a}\" or \"{b}\" is not a box")));
            continue;
        };
        if a == b || !seen.insert([a.min(b), a.max(b)]) {
            faults.push(fault(GRAPH, line, format!("{} is joined twice", rule.between.join(" and "))));
            continue;
        }
        let mut attributes = BTreeMap::new();
        if !rule.river.is_empty() {
            let water = if recipe.major.contains(&rule.river) { "major" } else { "minor" };
            attributes.insert("water".into(), water.into());
            attributes.insert("river".into(), rule.river);
            attributes.insert("crossing".into(), rule.crossing);
        }
        let abroad = [a, b].map(|id| towns[id.index()].attributes.contains_key(&recipe.territory.boxes));
        if abroad[0] != abroad[1] {
            attributes.insert(recipe.territory.connections.clone(), "yes".into());
        }
        joined.push(Connection { between: [a, b], kind: rule.kind, attributes });
    }
    joined
}

/// Puts every box into its cell and off its neighbours, as little from where it belongs as can be.
fn settle(towns: &[Town], recipe: &BoxRecipe) -> Vec<Point> {
    let [width, height] = recipe.sheet.cell.map(f64::from);
    let [left, top, right, bottom] = recipe.sheet.extent.map(f64::from);
    let margin = recipe.boxes.inside;
    let last =
        (recipe.sheet.columns.chars().count().saturating_sub(1), usize::from(recipe.sheet.rows).saturating_sub(1));
    let within = |town: &Town, at: Point| {
        let Some((column, row)) = town.cell else { return at };
        // The outer cells reach to the edge of the sheet.
        let low_x = if column == 0 { left } else { column as f64 * width };
        let high_x = if column == last.0 { right } else { (column + 1) as f64 * width };
        let low_y = if row == 0 { top } else { row as f64 * height };
        let high_y = if row == last.1 { bottom } else { (row + 1) as f64 * height };
        Point::new(at.x.clamp(low_x + margin, high_x - margin), at.y.clamp(low_y + margin, high_y - margin))
    };
    let home: Vec<Point> = towns.iter().map(|town| within(town, town.wished)).collect();
    let mut places = home.clone();
    for round in 0..400 {
        // Late rounds no longer pull back, so that what is apart stays apart.
        let pull = if round < 300 { 0.06 } else { 0.0 };
        let mut next: Vec<Point> = places.iter().zip(&home).map(|(at, home)| *at + (*home - *at) * pull).collect();
        for one in 0..places.len() {
            for other in one + 1..places.len() {
                let way = places[other] - places[one];
                let near = recipe.boxes.apart - way.length();
                if near > 0.0 {
                    let push = if way.length() > 0.0 { way.unit() } else { Point::new(1.0, 0.0) } * (near * 0.35);
                    next[one] = next[one] - push;
                    next[other] = next[other] + push;
                }
            }
        }
        places = towns.iter().zip(next).map(|(town, at)| within(town, at)).collect();
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    const RECIPE: &str = r#"
source = "a sample"
note = ""
major = ["Aue"]
renamed = { Alpha = "Alfa" }
right = { constant = -10.0, longitude = 1.0, latitude = 0.0 }
down = { constant = 52.0, longitude = 0.0, latitude = -1.0 }
attributes = { Delta = { fortified = "yes" } }
connection = [{ between = ["Beta", "Delta"], kind = "poor-road" }]
without = [["Alfa", "Delta"]]
[sheet]
extent = [-50, -50, 250, 250]
cell = [100, 100]
columns = "AB"
rows = 2
metres_per_unit = 100
scale = 80
[boxes]
feature = "town"
chosen = "box"
cell = "cell"
apart = 30.0
inside = 5.0
river_distance = 10.0
kinds = [{ area = "hill", kind = "defensive" }]
otherwise = "open"
[territory]
property = "land"
value = "abroad"
boxes = "austria"
connections = "frontier"
[scenery]
areas = ["hill"]
lines = ["river"]
rank = "rank"
stream = "stream"
"#;

    fn point(name: &str, longitude: f64, latitude: f64, more: &str) -> String {
        format!(
            "{{\"properties\":{{\"kind\":\"town\",\"name\":\"{name}\",\"box\":true{more}}},\
             \"geometry\":{{\"type\":\"Point\",\"coordinates\":[{longitude},{latitude}]}}}}"
        )
    }

    fn sample() -> String {
        let features = [
            point("Alpha", 10.5, 51.5, ",\"cell\":\"A1\",\"rank\":1"),
            // On the wrong side of the line between the cells.
            point("Beta", 10.9, 51.5, ",\"cell\":\"B1\""),
            point("Delta", 11.5, 50.5, ",\"cell\":\"B2\",\"land\":\"abroad\""),
            "{\"properties\":{\"kind\":\"hill\",\"name\":\"Berg\"},\"geometry\":{\"type\":\"Polygon\",\"coordinates\":\
             [[[11.2,50.2],[11.8,50.2],[11.8,50.8],[11.2,50.8],[11.2,50.2]]]}}"
                .to_owned(),
            "{\"properties\":{\"kind\":\"river\",\"name\":\"Aue\"},\"geometry\":{\"type\":\"LineString\",\"coordinates\":\
             [[10.7,52.0],[10.7,50.0]]}}"
                .to_owned(),
        ];
        format!("{{\"type\":\"FeatureCollection\",\"features\":[{}]}}", features.join(",\n"))
    }

    const GRAPH: &str = "town_a,town_b,type,crosses,crossing\nAlpha,Beta,road,Aue,ford\nBeta,Delta,road,,none\n\
                         Alpha,Delta,road,,none\n";

    #[test]
    fn a_small_country_becomes_a_board_with_scenery() {
        let recipe = BoxRecipe::parse(RECIPE).unwrap();
        let country = build_boxes(&sample(), GRAPH, &recipe).unwrap();
        let map = &country.map;
        let [alfa, beta, delta] = ["Alfa", "Beta", "Delta"].map(|name| map.find(name).unwrap());
        assert_eq!((map.get(alfa).kind.as_str(), map.get(delta).kind.as_str()), ("open", "defensive"));
        // Beta is drawn in the cell in which it is listed.
        assert!(map.get(beta).at.0 >= 105, "{:?}", map.get(beta).at);
        let bridge = map.connection(map.between(alfa, beta).next().unwrap());
        assert_eq!((bridge.attributes["water"].as_str(), bridge.attributes["crossing"].as_str()), ("major", "ford"));
        let pass = map.connection(map.between(beta, delta).next().unwrap());
        assert_eq!((pass.kind.as_str(), pass.attributes["frontier"].as_str()), ("poor-road", "yes"));
        assert_eq!(map.between(alfa, delta).count(), 0);
        // The river goes with what moved and stays between the two towns.
        let river = &country.scenery.lines[0];
        let beside = |at: &&(i32, i32)| (at.1 - map.get(alfa).at.1).abs() < 30;
        assert!(river.points.iter().filter(beside).all(|at| (map.get(alfa).at.0..map.get(beta).at.0).contains(&at.0)));
        assert_eq!(country.scenery.rank("Alfa"), 1);
        assert_eq!(Scenery::parse("s.toml", &country.scenery.to_text()).unwrap(), country.scenery);
    }

    #[test]
    fn slips_are_told_all_at_once() {
        let recipe = RECIPE.replace("Delta = { fortified", "Dalta = { fortified");
        let recipe = BoxRecipe::parse(&recipe).unwrap();
        let graph = format!("{GRAPH}Alpha,Gamma,road,,none\nBeta,Alpha,road,,none\n");
        let geojson = sample().replace("\"cell\":\"B1\"", "\"cell\":\"C1\"");
        let found: Vec<String> =
            build_boxes(&geojson, &graph, &recipe).unwrap_err().iter().map(Fault::to_string).collect();
        assert_eq!(
            found,
            [
                "geojson:1: \"Beta\" is not in any cell of the sheet: \"C1\"",
                "graph:5: \"Alfa\" or \"Gamma\" is not a box",
                "graph:6: Beta and Alfa is joined twice",
                "recipe:1: the recipe names \"Dalta\", which is not a box",
            ]
        );
    }
}
