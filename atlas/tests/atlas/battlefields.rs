//! The maps that come with the program must hold together: roads, water, banks, forts, and ground for every counter.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use board::mapfile::{MapFile, Vocabulary};
use board::{Direction, Hex, HexsideId, VertexId};
use serde::Deserialize;

const NAMES: Vocabulary<'static> = Vocabulary {
    terrain: &["clear", "woods", "grove", "town", "fort", "lake"],
    hexsides: &["slope", "gully", "stream", "river", "landgraben", "bridge"],
    directed: &["slope"],
    vertices: &[],
    roads: &["road", "trail"],
    highest: 9,
};

#[derive(Deserialize)]
struct Units {
    unit: Vec<Unit>,
}

#[derive(Deserialize)]
struct Unit {
    name: String,
    army: String,
    movement: u8,
    start: Option<String>,
}

fn read(battle: &str, file: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../data/art-of-war").join(battle).join(file);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn map(battle: &str) -> MapFile {
    MapFile::parse("map.toml", &read(battle, "map.toml"), &NAMES).unwrap_or_else(|faults| {
        let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
        panic!("{}", faults.join("\n"))
    })
}

fn units(battle: &str) -> Vec<Unit> {
    toml::from_str::<Units>(&read(battle, "units.toml")).unwrap().unit
}

fn starts(battle: &str, map: &MapFile) -> Vec<(Unit, Hex)> {
    let on_map = units(battle).into_iter().filter(|unit| unit.start.is_some());
    let starts: Vec<(Unit, Hex)> = on_map
        .map(|unit| {
            let hex = map.grid.parse(unit.start.as_deref().unwrap()).expect("start hexes are on the map");
            (unit, hex)
        })
        .collect();
    assert!(starts.len() > 60, "{battle} has its order of battle");
    starts
}

fn pair(a: Hex, b: Hex) -> (Hex, Hex) {
    (a.min(b), a.max(b))
}

fn sides(map: &MapFile, names: &[&str]) -> BTreeSet<(Hex, Hex)> {
    let listed = names.iter().filter_map(|name| map.hexsides.get(*name)).flatten();
    listed.map(|side| pair(side.from, side.to)).collect()
}

fn road_steps(map: &MapFile) -> BTreeSet<(Hex, Hex)> {
    map.roads.iter().flat_map(|road| road.hexes.windows(2)).map(|step| pair(step[0], step[1])).collect()
}

/// Every hex that can be walked to without crossing a barred hexside.
fn within(map: &MapFile, start: Hex, barred: &BTreeSet<(Hex, Hex)>) -> BTreeSet<Hex> {
    let mut found = BTreeSet::from([start]);
    let mut waiting = vec![start];
    while let Some(hex) = waiting.pop() {
        for direction in Direction::ALL {
            let next = map.grid.neighbour(hex, direction);
            if next.is_some() && !barred.contains(&pair(hex, next)) && found.insert(next) {
                waiting.push(next);
            }
        }
    }
    found
}

#[test]
fn maps_come_back_from_their_own_text() {
    for battle in ["dresden", "eylau"] {
        let map = map(battle);
        assert_eq!(MapFile::parse("again.toml", &map.to_text(), &NAMES).unwrap(), map);
    }
}

#[test]
fn a_road_enters_at_every_entry_hex() {
    for (battle, letters) in [("dresden", vec!["A", "B", "C"]), ("eylau", vec!["A", "B"])] {
        let map = map(battle);
        assert_eq!(map.entries.keys().collect::<Vec<_>>(), letters);
        for (letter, hex) in &map.entries {
            assert!(map.roads.iter().any(|road| road.leaves_map_at.contains(hex)), "{battle} {letter}");
        }
    }
}

#[test]
fn roads_form_one_network() {
    for battle in ["dresden", "eylau"] {
        let map = map(battle);
        let steps = road_steps(&map);
        let on_road: BTreeSet<Hex> = steps.iter().flat_map(|(a, b)| [*a, *b]).collect();
        let all: BTreeSet<(Hex, Hex)> = map
            .grid
            .hexes()
            .flat_map(|hex| map.grid.neighbours(hex).map(|next| (hex, next)))
            .filter(|(_, next)| next.is_some())
            .map(|(a, b)| pair(a, b))
            .collect();
        let off_road: BTreeSet<(Hex, Hex)> = all.difference(&steps).copied().collect();
        let reached = within(&map, *on_road.first().unwrap(), &off_road);
        let cut_off: Vec<String> = on_road.difference(&reached).map(|hex| map.grid.name(*hex)).collect();
        assert!(cut_off.is_empty(), "{battle}: {cut_off:?}");
    }
}

#[test]
fn bridges_stand_where_roads_cross_water_and_nowhere_else() {
    for (battle, water) in
        [("dresden", &["river", "stream", "gully", "landgraben"][..]), ("eylau", &["river", "gully", "stream"][..])]
    {
        let map = map(battle);
        let crossings: BTreeSet<(Hex, Hex)> = road_steps(&map).intersection(&sides(&map, water)).copied().collect();
        assert_eq!(sides(&map, &["bridge"]), crossings, "{battle}");
    }
}

#[test]
fn the_elbe_runs_from_edge_to_edge_and_parts_the_map_in_two() {
    let map = map("dresden");
    let mut ends: BTreeMap<VertexId, usize> = BTreeMap::new();
    for side in &map.hexsides["river"] {
        for vertex in HexsideId::between(&map.grid, side.from, side.to).unwrap().vertices(&map.grid) {
            *ends.entry(vertex).or_default() += 1;
        }
    }
    let loose: Vec<VertexId> = ends.iter().filter(|(_, count)| **count == 1).map(|(vertex, _)| *vertex).collect();
    assert!(ends.values().all(|count| *count <= 2), "the river does not fork");
    assert_eq!(loose.len(), 2, "one river with two ends");
    assert!(loose.iter().all(|vertex| vertex.is_map_edge(&map.grid)));
    let river = sides(&map, &["river"]);
    let hex = |name: &str| map.grid.parse(name).unwrap();
    let (left, right) = (within(&map, hex("1609"), &river), within(&map, hex("3004"), &river));
    assert!(left.is_disjoint(&right));
    assert_eq!(left.len() + right.len(), map.grid.len());
    for (unit, start) in starts("dresden", &map) {
        let bank = if unit.start.as_deref() == Some("2404") { &right } else { &left };
        assert!(bank.contains(&start), "{} at {}", unit.name, map.grid.name(start));
    }
}

#[test]
fn three_bridges_cross_the_elbe() {
    let map = map("dresden");
    let over: Vec<(Hex, Hex)> = sides(&map, &["river"]).intersection(&sides(&map, &["bridge"])).copied().collect();
    let named: Vec<String> = over.iter().map(|(a, b)| format!("{}-{}", map.grid.name(*a), map.grid.name(*b))).collect();
    assert_eq!(named, ["1405-1406", "1606-1607", "1907-1908"]);
}

#[test]
fn forts_stand_on_the_lunettes_and_objectives_in_the_town() {
    let map = map("dresden");
    let hex = |name: &str| map.grid.parse(name).unwrap();
    let forts: BTreeSet<Hex> = map.terrain["fort"].iter().copied().collect();
    assert_eq!(forts, ["2108", "1910", "1612", "1311", "1209"].map(hex).into_iter().collect());
    for objective in ["1608", "1609", "1709"] {
        assert!(map.terrain["town"].contains(&hex(objective)));
    }
    for (unit, start) in starts("dresden", &map).into_iter().filter(|(unit, _)| unit.movement == 0) {
        assert!(unit.army == "french", "{} is a French garrison", unit.name);
        assert!(forts.contains(&start) || map.terrain["town"].contains(&start), "{}", unit.name);
    }
}

#[test]
fn guns_can_go_everywhere_over_the_bridges() {
    for (battle, water) in
        [("dresden", &["river", "stream", "gully", "landgraben"][..]), ("eylau", &["gully", "stream"][..])]
    {
        let map = map(battle);
        let barred = sides(&map, water).difference(&sides(&map, &["bridge"])).copied().collect();
        let reached = within(&map, *map.entries.values().next().unwrap(), &barred);
        let cut_off: Vec<String> =
            map.grid.hexes().filter(|hex| !reached.contains(hex)).map(|hex| map.grid.name(hex)).collect();
        assert!(cut_off.is_empty(), "{battle}: {cut_off:?}");
        for (unit, start) in starts(battle, &map) {
            assert!(reached.contains(&start), "{}", unit.name);
        }
    }
}

#[test]
fn the_first_russian_line_stands_above_the_valley() {
    let map = map("eylau");
    let hex = |name: &str| map.grid.parse(name).unwrap();
    let high: BTreeSet<Hex> = map.heights.values().flatten().copied().collect();
    for crest in ["0813", "0912", "1011", "1110", "1210"].map(hex) {
        assert!(high.contains(&crest));
        assert!(map.hexsides["slope"].iter().any(|side| side.to == crest), "{}", map.grid.name(crest));
    }
    for side in &map.hexsides["slope"] {
        assert!(high.contains(&side.to), "{} is no high ground", map.grid.name(side.to));
    }
    for town in ["1213", "1313"].map(hex) {
        assert!(map.terrain["town"].contains(&town));
    }
}

#[test]
fn drawings_are_small_and_complete() {
    for battle in ["dresden", "eylau"] {
        let map = map(battle);
        let svg = atlas::map_svg(&map, &atlas::Style::for_palette(&map.sheet.palette));
        assert!(svg.len() < 300_000, "{battle}: {} bytes", svg.len());
        for label in &map.labels {
            let shown = svg.contains(&label.text) || svg.contains(&label.text.to_uppercase());
            assert!(shown, "{battle}: {}", label.text);
        }
        assert!(svg.contains(">0101<"));
        let bare = atlas::Style { numbers: false, ..atlas::Style::for_palette(&map.sheet.palette) };
        assert!(!atlas::map_svg(&map, &bare).contains(">0101<"));
    }
}
