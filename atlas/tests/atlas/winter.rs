//! The five battles of the winter of 1806-07: maps that hold together, and armies that stand on them as the book allows.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use board::mapfile::{MapFile, Vocabulary};
use board::{Direction, Hex, HexsideId, VertexId};
use toml::{Table, Value};

const BATTLES: [&str; 5] = ["pultusk", "golymin", "bergfriede", "waltersdorf", "eylau"];

const NAMES: Vocabulary<'static> = Vocabulary {
    terrain: &["clear", "forest", "village", "town", "marsh", "lake", "ice"],
    hexsides: &["stream", "river", "slope", "cliff", "bridge", "ford"],
    directed: &["slope", "cliff"],
    vertices: &[],
    roads: &["main", "secondary"],
    highest: 3,
};

fn read(file: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../data/napoleon-1807").join(file);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn table(file: &str) -> Table {
    read(file).parse().unwrap_or_else(|error| panic!("{file}: {error}"))
}

fn map(battle: &str) -> MapFile {
    MapFile::parse("map.toml", &read(&format!("{battle}/map.toml")), &NAMES).unwrap_or_else(|faults| {
        let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
        panic!("{battle}: {}", faults.join("\n"))
    })
}

fn rows<'t>(table: &'t Table, field: &str) -> Vec<&'t Table> {
    table.get(field).and_then(Value::as_array).into_iter().flatten().map(|row| row.as_table().unwrap()).collect()
}

fn text<'t>(row: &'t Table, field: &str) -> &'t str {
    row.get(field).and_then(Value::as_str).unwrap_or_else(|| panic!("{row} has no {field}"))
}

fn number(row: &Table, field: &str) -> i64 {
    row.get(field).and_then(Value::as_integer).unwrap_or_else(|| panic!("{row} has no {field}"))
}

fn texts<'t>(row: &'t Table, field: &str) -> Vec<&'t str> {
    row.get(field).and_then(Value::as_array).into_iter().flatten().map(|value| value.as_str().unwrap()).collect()
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

/// Every hex that steps of this kind lead to.
fn within(map: &MapFile, start: Hex, allowed: impl Fn(Hex, Hex) -> bool) -> BTreeSet<Hex> {
    let mut found = BTreeSet::from([start]);
    let mut waiting = vec![start];
    while let Some(hex) = waiting.pop() {
        for direction in Direction::ALL {
            let next = map.grid.neighbour(hex, direction);
            if next.is_some() && allowed(hex, next) && found.insert(next) {
                waiting.push(next);
            }
        }
    }
    found
}

#[test]
fn maps_come_back_from_their_own_text() {
    for battle in BATTLES {
        let map = map(battle);
        assert_eq!(MapFile::parse("again.toml", &map.to_text(), &NAMES).unwrap(), map);
    }
}

#[test]
fn roads_enter_at_entry_hexes_cross_water_on_bridges_and_form_one_network() {
    for battle in BATTLES {
        let map = map(battle);
        for (letter, hex) in &map.entries {
            assert!(map.roads.iter().any(|road| road.leaves_map_at.contains(hex)), "{battle} {letter}");
        }
        let steps = road_steps(&map);
        let crossings: BTreeSet<(Hex, Hex)> = steps.intersection(&sides(&map, &["river", "stream"])).copied().collect();
        assert_eq!(sides(&map, &["bridge"]), crossings, "{battle}");
        let on_road: BTreeSet<Hex> = steps.iter().flat_map(|(a, b)| [*a, *b]).collect();
        let reached = within(&map, *on_road.first().unwrap(), |a, b| steps.contains(&pair(a, b)));
        let cut_off: Vec<String> = on_road.difference(&reached).map(|hex| map.grid.name(*hex)).collect();
        assert!(cut_off.is_empty(), "{battle}: {cut_off:?}");
        assert!(on_road.iter().all(|hex| map.terrain_at(*hex).all(|name| name != "lake")), "{battle}");
    }
}

#[test]
fn a_river_runs_from_edge_to_edge_and_only_bridges_and_fords_cross_it() {
    for (battle, crossings) in [("pultusk", 1), ("bergfriede", 2), ("waltersdorf", 3)] {
        let map = map(battle);
        let mut ends: BTreeMap<VertexId, usize> = BTreeMap::new();
        for side in &map.hexsides["river"] {
            for vertex in HexsideId::between(&map.grid, side.from, side.to).unwrap().vertices(&map.grid) {
                *ends.entry(vertex).or_default() += 1;
            }
        }
        let loose: Vec<VertexId> = ends.iter().filter(|(_, count)| **count == 1).map(|(vertex, _)| *vertex).collect();
        assert_eq!(loose.len(), 2, "{battle} has one river with two ends");
        assert!(ends.values().all(|count| *count <= 2) && loose.iter().all(|vertex| vertex.is_map_edge(&map.grid)));
        let river = sides(&map, &["river"]);
        let over: BTreeSet<(Hex, Hex)> = river.intersection(&sides(&map, &["bridge", "ford"])).copied().collect();
        assert_eq!(over.len(), crossings, "{battle}");
        for (left, right) in over {
            let bank = within(&map, left, |a, b| !river.contains(&pair(a, b)));
            assert!(!bank.contains(&right), "{battle}: the river parts the map in two");
        }
    }
}

#[test]
fn slopes_rise() {
    for battle in BATTLES {
        let map = map(battle);
        let levels = map.levels();
        for side in &map.hexsides["slope"] {
            let name = map.grid.name(side.to);
            assert!(levels[side.from.index()] < levels[side.to.index()], "{battle}: the slope below {name}");
        }
    }
}

#[test]
fn armies_have_the_strengths_of_the_printed_tables() {
    let tables = table("tables.toml");
    let at_eylau = table("eylau/units.toml");
    let strengths = |units: &Table| -> BTreeMap<String, i64> {
        rows(units, "unit").iter().map(|unit| (text(unit, "id").to_owned(), number(unit, "strength"))).collect()
    };
    let known = strengths(&at_eylau);
    for battle in BATTLES {
        let units = table(&format!("{battle}/units.toml"));
        let Some(printed) = tables["army"].get(battle) else {
            // No table of its own: its brigades are those of Eylau.
            for (id, strength) in strengths(&units) {
                assert_eq!(known.get(&id), Some(&strength), "{battle}: {id}");
            }
            continue;
        };
        for side in ["french", "allied"] {
            let of_side: Vec<i64> = rows(&units, "unit")
                .into_iter()
                .filter(|unit| text(unit, "side") == side)
                .map(|unit| number(unit, "strength"))
                .collect();
            let printed = printed[side].as_table().unwrap();
            assert_eq!(of_side.len() as i64, number(printed, "units"), "{battle} {side}");
            assert_eq!(of_side.iter().sum::<i64>(), number(printed, "strength"), "{battle} {side}");
        }
    }
}

#[test]
fn every_counter_starts_or_arrives_once_and_stacks_are_legal() {
    let tables = table("tables.toml");
    let limit = number(tables["stacking"].as_table().unwrap(), "limit");
    for battle in BATTLES {
        let (map, units, scenario) =
            (map(battle), table(&format!("{battle}/units.toml")), table(&format!("{battle}/scenario.toml")));
        let unit: BTreeMap<&str, &Table> = rows(&units, "unit").into_iter().map(|row| (text(row, "id"), row)).collect();
        let commanders = rows(&units, "commander");
        let mut waiting: BTreeSet<&str> = unit.keys().copied().collect();
        waiting.extend(commanders.iter().map(|row| text(row, "id")));
        assert_eq!(waiting.len(), rows(&units, "unit").len() + commanders.len(), "{battle}: ids are unique");
        let mut held: BTreeMap<Hex, BTreeSet<&str>> = BTreeMap::new();
        for start in rows(&scenario, "start") {
            let hex = map.grid.parse(text(start, "hex")).unwrap_or_else(|| panic!("{battle}: {start}"));
            let here = rows(start, "units");
            let strength: i64 = here.iter().map(|row| number(unit[text(row, "id")], "strength")).sum();
            assert!(strength <= limit, "{battle}: {strength} points in {}", map.grid.name(hex));
            for row in here {
                let id = text(row, "id");
                assert!(waiting.remove(id), "{battle}: {id} is placed twice");
                assert!(["n", "ne", "se", "s", "sw", "nw"].contains(&text(row, "facing")), "{battle}: {id}");
                for ground in map.terrain_at(hex) {
                    let costs = tables["terrain"][ground]["cost"].as_table().unwrap();
                    assert!(costs.contains_key(text(unit[id], "arm")), "{battle}: {id} in {ground}");
                }
                held.entry(hex).or_default().insert(text(unit[id], "side"));
            }
            for id in texts(start, "commanders") {
                assert!(waiting.remove(id), "{battle}: {id} is placed twice");
            }
        }
        assert!(held.values().all(|sides| sides.len() == 1), "{battle}: no hex holds both sides");
        for arrival in rows(&scenario, "arrival") {
            assert!(map.entries.contains_key(text(arrival, "area")), "{battle}: {arrival}");
            for id in texts(arrival, "units").into_iter().chain(texts(arrival, "commanders")) {
                assert!(waiting.remove(id), "{battle}: {id} arrives twice, or is on the map");
            }
        }
        assert!(waiting.is_empty(), "{battle}: {waiting:?} are nowhere");
        for commander in commanders {
            for id in texts(commander, "commands") {
                assert_eq!(text(unit[id], "side"), text(commander, "side"), "{battle}: {id}");
            }
        }
        for objective in rows(&scenario, "objective") {
            let hex = map.grid.parse(text(objective, "hex")).unwrap_or_else(|| panic!("{battle}: {objective}"));
            if let Some(side) = held.get(&hex).and_then(BTreeSet::first) {
                assert_eq!(objective.get("owner").and_then(Value::as_str), Some(*side), "{battle}: {objective}");
            }
        }
    }
}

#[test]
fn drawings_are_small_and_name_everything() {
    for battle in BATTLES {
        let map = map(battle);
        let style = atlas::Style::named(&map.sheet.palette).unwrap_or_else(|| panic!("{battle} has no palette"));
        let svg = atlas::map_svg(&map, &style);
        assert!(svg.len() < 400_000, "{battle}: {} bytes", svg.len());
        assert!(svg.contains("class=\"key\""), "{battle} has no key");
        for label in &map.labels {
            let shown = svg.contains(&label.text) || svg.contains(&label.text.to_uppercase());
            assert!(shown || label.text.contains('\''), "{battle}: {}", label.text);
        }
    }
}
