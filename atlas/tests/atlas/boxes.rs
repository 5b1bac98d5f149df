//! The board of Germany 1813 as it is drawn.

use std::collections::BTreeSet;

use atlas::draw::{
    Arm, Border, BoxCounter, BoxHighlight, Counter, Flag, Livery, Mark, Symbols, box_places, box_position_svg,
    box_sheet_size,
};
use atlas::{BoxStyle, Scenery, box_map_svg};
use board::boxes::{BoxId, BoxMap, BoxVocabulary};

const NAMES: BoxVocabulary<'static> = BoxVocabulary {
    boxes: &["open", "defensive", "mountain"],
    connections: &["road", "poor-road"],
    attributes: &["cell", "fortified", "austria", "entry", "toward", "river", "water", "crossing", "frontier"],
};

fn country() -> (BoxMap, Scenery) {
    let map = include_str!("../../../data/jours-de-gloire/map.toml");
    let scenery = include_str!("../../../data/jours-de-gloire/scenery.toml");
    (
        BoxMap::parse("map.toml", map, &NAMES).unwrap_or_else(|faults| panic!("{faults:#?}")),
        Scenery::parse("scenery.toml", scenery).unwrap_or_else(|faults| panic!("{faults:#?}")),
    )
}

#[test]
fn every_box_is_drawn_and_named_and_the_drawing_is_always_the_same() {
    let (map, scenery) = country();
    let style = BoxStyle::default();
    let svg = box_map_svg(&map, &scenery, &style);
    assert_eq!(svg, box_map_svg(&map, &scenery, &style));
    let boxes = svg.split_once("class=\"boxes\"").unwrap().1.split_once("</g>").unwrap().0;
    assert_eq!(boxes.matches("<use ").count(), map.len());
    let names = svg.split_once("class=\"names\"").unwrap().1;
    for (_, place) in map.boxes() {
        let written = place.name.split(" (").next().unwrap_or_default();
        let found = names.contains(&format!(">{written}<")) || names.contains(&format!(">{}<", written.to_uppercase()));
        assert!(found, "{} is not written", place.name);
    }
    assert!(svg.len() < 1_400_000, "{} bytes", svg.len());
    assert!(svg.contains("GeoNames"), "the sources are credited on the map");
    assert!(svg.contains("class=\"frontier\"") && svg.contains(">ALLEMAGNE 1813<") && svg.contains(">KEY<"));
}

#[test]
fn what_no_rule_asks_for_stays_small() {
    assert!(include_str!("../../../data/jours-de-gloire/scenery.toml").len() < 400_000);
}

#[test]
fn places_lie_on_the_sheet_and_apart() {
    let (map, scenery) = country();
    let style = BoxStyle::default();
    let (width, height) = box_sheet_size(&scenery, &style);
    let places = box_places(&map, &scenery, &style);
    assert_eq!(places.len(), map.len());
    let all: Vec<(f64, f64)> = places.values().copied().collect();
    for (number, (x, y)) in all.iter().enumerate() {
        assert!((60.0..width - 60.0).contains(x) && (60.0..height - 60.0).contains(y));
        for (other_x, other_y) in &all[..number] {
            assert!((x - other_x).hypot(y - other_y) > 70.0);
        }
    }
    // Without its frame the sheet is smaller, and everything moves with it.
    let bare = BoxStyle { frame: false, ..BoxStyle::default() };
    assert!(box_sheet_size(&scenery, &bare).0 < width);
    assert!(box_places(&map, &scenery, &bare)["Dresden"].0 < places["Dresden"].0);
}

#[test]
fn rivers_and_ways_belong_to_the_board() {
    let (map, scenery) = country();
    let rivers: BTreeSet<&str> = scenery.lines.iter().map(|line| line.name.as_str()).collect();
    for (_, connection) in map.connections() {
        if let Some(river) = connection.attributes.get("river") {
            assert!(rivers.contains(river.as_str()), "{river} is not drawn");
        }
    }
    for way in &scenery.ways {
        let ends = way.between.each_ref().map(|name| map.find(name).unwrap_or_else(|| panic!("{name}")));
        assert_eq!(map.between(ends[0], ends[1]).count(), 1, "{:?}", way.between);
    }
    for rank in &scenery.ranks {
        assert!(rank.boxes.iter().all(|name| map.find(name).is_some()));
    }
}

#[test]
fn boxes_lie_on_their_side_of_the_frontier_as_it_is_drawn() {
    let (map, scenery) = country();
    let bohemia = scenery.areas.iter().find(|area| area.name == "bohemia").unwrap();
    for (_, place) in map.boxes() {
        let (x, y) = (f64::from(place.at.0), f64::from(place.at.1));
        let mut inside = false;
        for ring in &bohemia.rings {
            for (a, b) in ring.iter().zip(ring.iter().cycle().skip(1)) {
                let (a, b) = ((f64::from(a.0), f64::from(a.1)), (f64::from(b.0), f64::from(b.1)));
                if (a.1 > y) != (b.1 > y) && x < (b.0 - a.0) * (y - a.1) / (b.1 - a.1) + a.0 {
                    inside = !inside;
                }
            }
        }
        assert_eq!(inside, place.attributes.contains_key("austria"), "{}", place.name);
    }
}

#[test]
fn a_board_without_scenery_can_be_drawn_with_counters() {
    let text = r#"provenance = { kind = "history" }
[[box]]
name = "A"
kind = "open"
[[box]]
name = "B"
kind = "mountain"
x = 300
attributes = { fortified = "yes", entry = "1" }
[[connection]]
between = ["A", "B"]
kind = "poor-road"
"#;
    let map = BoxMap::parse("b.toml", text, &NAMES).unwrap();
    let scenery = Scenery::around(&map);
    let style = BoxStyle { frame: false, ..BoxStyle::default() };
    let counter = Counter {
        livery: Livery {
            fill: "#2f4f8f".into(),
            ink: "#fff".into(),
            field: "#48679f".into(),
            border: Border::Square,
            flag: Flag::default(),
        },
        arm: Arm::Infantry,
        symbols: Symbols::Period,
        strength: "2 8 1".into(),
        movement: String::new(),
        identity: "III".into(),
        pips: Vec::new(),
        facing: None,
        length: 1,
        branch: None,
        band: String::new(),
        guard: false,
    };
    let counters = [0, 0, 1].map(|place| BoxCounter { place: BoxId(place), counter: counter.clone() });
    let marks = [Mark::Chosen, Mark::Reach, Mark::Danger].map(|mark| BoxHighlight { place: BoxId(1), mark });
    let svg = box_position_svg(&map, &scenery, &style, &counters, &marks);
    assert_eq!(svg.matches(">III<").count(), 3);
    assert!(atlas::png(&svg).is_ok());
}
