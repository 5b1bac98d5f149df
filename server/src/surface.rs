//! What a position is drawn on: a map of hexes or a board of boxes, with one face for those who draw on it.

use std::collections::BTreeMap;

use atlas::draw::{
    BOX_COUNTER_PIXELS, BoxCounter, BoxHighlight, CounterPlacement, Highlight, Mark, PIXELS_PER_HEX, Symbols,
};
use atlas::{BoxStyle, Scenery, Style};
use board::boxes::BoxMap;
use board::{Hex, MapFile};
use kernel::{Chart, Ground, Piece};

use crate::drawing::counter;

/// The class of a road as one says it: `main road`; a path is a path.
fn road_in_words(kind: &str) -> String {
    let whole = ["road", "path", "track", "trail", "way"].iter().any(|word| kind.ends_with(word));
    if whole { kind.replace('-', " ") } else { format!("{kind} road") }
}

/// Names, terrain, height, road and hexsides of a hex, each once.
fn hex_in_words(map: &MapFile, hex: Hex) -> String {
    let names = map.labels.iter().filter(|label| label.hex == hex && label.turn == 0).map(|label| label.text.clone());
    let terrain = map.terrain_at(hex).map(str::to_owned);
    let height = map.heights.iter().filter(|(level, hexes)| **level > 0 && hexes.contains(&hex));
    let height = height.map(|(level, _)| format!("height {level}"));
    let roads = map.roads.iter().filter(|road| road.hexes.contains(&hex)).map(|road| road_in_words(&road.kind));
    let touches = |side: &board::MapSide| side.from == hex || side.to == hex;
    let sides = map.hexsides.iter().filter(|(_, sides)| sides.iter().any(touches)).map(|(kind, _)| kind.clone());
    let mut words: Vec<String> = Vec::new();
    for word in names.chain(terrain).chain(height).chain(roads).chain(sides) {
        if !words.contains(&word) {
            words.push(word);
        }
    }
    words.join(", ")
}

/// A counter takes so much of the distance at which places can be told apart.
const COUNTER_SHARE: f64 = 0.66;

/// A map, and how it is to look.
#[derive(Debug)]
pub enum Surface<'a> {
    Hexes { map: &'a MapFile, style: Box<Style> },
    Boxes { map: &'a BoxMap, scenery: Box<Scenery>, style: Box<BoxStyle> },
}

impl Surface<'_> {
    /// `prefix` precedes every id, so that several drawings can be on one page.
    pub fn new<'a>(ground: &'a Ground, numbers: bool, frame: bool, prefix: Option<&str>) -> Surface<'a> {
        match ground {
            Ground::Hexes(map) => {
                let mut style = Style { numbers, frame, ..Style::for_palette(&map.sheet.palette) };
                if let Some(prefix) = prefix {
                    style.prefix = prefix.to_owned();
                }
                Surface::Hexes { map, style: Box::new(style) }
            }
            Ground::Boxes(country) => {
                // The data was checked when the program was made; a board without scenery lies in an empty country.
                let scenery = Scenery::parse("scenery.toml", &country.scenery);
                let scenery = scenery.unwrap_or_else(|_| Scenery::around(&country.map));
                let mut style = BoxStyle { frame, ..BoxStyle::for_palette(&scenery.sheet.palette) };
                if let Some(prefix) = prefix {
                    style.prefix = prefix.to_owned();
                }
                Surface::Boxes { map: &country.map, scenery: Box::new(scenery), style: Box::new(style) }
            }
        }
    }

    pub fn map_svg(&self) -> String {
        match self {
            Surface::Hexes { map, style } => atlas::map_svg(map, style),
            Surface::Boxes { map, scenery, style } => atlas::box_map_svg(map, scenery, style),
        }
    }

    /// Width and height in pixels.
    pub fn size(&self) -> (f64, f64) {
        match self {
            Surface::Hexes { map, style } => atlas::draw::sheet_size(map, style),
            Surface::Boxes { scenery, style, .. } => atlas::draw::box_sheet_size(scenery, style),
        }
    }

    /// The distance at which neighbours can be told apart; counters are drawn in proportion to it.
    pub fn pitch(&self) -> f64 {
        match self {
            Surface::Hexes { .. } => PIXELS_PER_HEX,
            Surface::Boxes { .. } => (BOX_COUNTER_PIXELS / COUNTER_SHARE).round(),
        }
    }

    /// Where every place is, by what is printed on it.
    pub fn places(&self) -> Vec<(String, (f64, f64))> {
        match self {
            Surface::Hexes { map, style } => {
                let place = |hex| (map.grid.name(hex), atlas::draw::hex_centre(map, style, hex));
                map.grid.hexes().map(place).collect()
            }
            Surface::Boxes { map, scenery, style } => {
                atlas::draw::box_places(map, scenery, style).into_iter().collect()
            }
        }
    }

    /// What is in a place, in a few words: names, terrain, roads, what lies on its sides.
    pub fn grounds(&self) -> BTreeMap<String, String> {
        match self {
            Surface::Hexes { map, .. } => {
                let words = |hex: Hex| (map.grid.name(hex), hex_in_words(map, hex));
                map.grid.hexes().map(words).filter(|(_, words)| !words.is_empty()).collect()
            }
            Surface::Boxes { map, .. } => {
                map.boxes().map(|(_, place)| (place.name.clone(), place.kind.replace('-', " "))).collect()
            }
        }
    }

    /// On a board of boxes, the neighbours of each.
    pub fn ways(&self) -> Option<BTreeMap<String, Vec<String>>> {
        let Surface::Boxes { map, .. } = self else { return None };
        let neighbours = |(id, place): (_, &board::boxes::MapBox)| {
            let names = map.neighbours(id).iter().map(|(other, _)| map.get(*other).name.clone());
            (place.name.clone(), names.collect())
        };
        Some(map.boxes().map(neighbours).collect())
    }

    /// The map with counters on it; the places of some of them are marked.
    pub fn position(&self, chart: &Chart, marked: &[&Piece], symbols: Symbols) -> String {
        let counter = |piece: &Piece| counter(piece, &chart.colours, symbols);
        match self {
            Surface::Hexes { map, style } => {
                let hexes = |piece: &Piece| -> Vec<Hex> {
                    piece.places.iter().filter_map(|place| map.grid.parse(place)).collect()
                };
                let placed = |piece: &Piece| CounterPlacement { hexes: hexes(piece), counter: counter(piece) };
                let counters: Vec<CounterPlacement> = chart.pieces.iter().map(placed).collect();
                let marks: Vec<Highlight> = marked
                    .iter()
                    .flat_map(|piece| hexes(piece))
                    .map(|hex| Highlight { hex, mark: Mark::Chosen })
                    .collect();
                atlas::position_svg(map, style, &counters, &marks)
            }
            Surface::Boxes { map, scenery, style } => {
                let placed =
                    |piece: &Piece| Some(BoxCounter { place: map.find(piece.place())?, counter: counter(piece) });
                let counters: Vec<BoxCounter> = chart.pieces.iter().filter_map(placed).collect();
                let mark = |piece: &&Piece| Some(BoxHighlight { place: map.find(piece.place())?, mark: Mark::Chosen });
                let marks: Vec<BoxHighlight> = marked.iter().filter_map(mark).collect();
                atlas::draw::box_position_svg(map, scenery, style, &counters, &marks)
            }
        }
    }
}
