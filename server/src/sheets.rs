//! What can be drawn of a scenario once and for all: its map, where its places lie, its counters.

use std::collections::HashMap;
use std::io::Write;
use std::sync::Mutex;

use atlas::draw::Symbols;
use axum::body::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;
use kernel::{AnyGame, AnyTitle, Ground, Options, Viewer};

use crate::drawing;
use crate::problem::Problem;
use crate::surface::Surface;
use crate::wire::{self, MapSheet, Nation, Roster, Unit};

/// A drawing or a table of a scenario, with a tag.
#[derive(Clone, Debug)]
pub(crate) struct Sheet {
    pub(crate) body: Bytes,
    /// The same compressed, once for everybody who asks: maps are large.
    pub(crate) packed: Option<Bytes>,
    pub(crate) tag: String,
}

impl Sheet {
    fn new(body: String) -> Sheet {
        let tag = kernel::dice::hash(&[body.as_bytes()]).to_string();
        Sheet { body: body.into_bytes().into(), packed: None, tag }
    }

    /// To be kept: compressed as well.
    fn packed(self) -> Sheet {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        let packed = encoder.write_all(&self.body).and_then(|()| encoder.finish());
        Sheet { packed: packed.ok().map(Bytes::from), ..self }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Kind {
    MapSvg { numbers: bool, frame: bool },
    MapJson { frame: bool },
    CountersSvg { symbols: Symbols },
    UnitsJson,
}

#[derive(Debug, Default)]
pub(crate) struct Sheets(Mutex<HashMap<(&'static str, String, Kind), Sheet>>);

impl Sheets {
    pub(crate) fn known(&self, title: &dyn AnyTitle, scenario: &str, kind: Kind) -> Option<Sheet> {
        self.0.lock().ok()?.get(&(title.id(), scenario.to_owned(), kind)).cloned()
    }

    pub(crate) fn keep(&self, title: &dyn AnyTitle, scenario: &str, kind: Kind, sheet: &Sheet) {
        if let Ok(mut sheets) = self.0.lock() {
            sheets.insert((title.id(), scenario.to_owned(), kind), sheet.clone());
        }
    }
}

/// Draws what a scenario has, to be kept.
pub(crate) fn draw(title: &dyn AnyTitle, scenario: &str, kind: Kind) -> Result<Sheet, Problem> {
    let game = title.start(scenario, &Options::new(), None).map_err(Problem::unknown)?;
    draw_of(title, &*game, kind).map(Sheet::packed)
}

fn ground_of(title: &dyn AnyTitle, game: &dyn AnyGame) -> Result<Ground, Problem> {
    let none = || Problem::unknown(format!("{} cannot be drawn", title.name()));
    Ok(game.chart(Viewer::Spectator).ok_or_else(none)?.ground)
}

/// Where the places of a game lie.
pub(crate) fn places(title: &dyn AnyTitle, game: &dyn AnyGame, frame: bool) -> Result<MapSheet, Problem> {
    let ground = ground_of(title, game)?;
    let surface = Surface::new(&ground, true, frame, None);
    let rounded = |at: f64| (at * 10.0).round() / 10.0;
    let (width, height) = surface.size();
    let places = surface.places();
    Ok(MapSheet {
        width,
        height,
        pitch: surface.pitch(),
        places: places.into_iter().map(|(name, (x, y))| (name, [rounded(x), rounded(y)])).collect(),
        grounds: surface.grounds(),
        ways: surface.ways(),
        stacks: game.stacks_march(),
    })
}

/// Draws what a game has.
pub(crate) fn draw_of(title: &dyn AnyTitle, game: &dyn AnyGame, kind: Kind) -> Result<Sheet, Problem> {
    Ok(match kind {
        Kind::MapSvg { numbers, frame } => {
            Sheet::new(Surface::new(&ground_of(title, game)?, numbers, frame, None).map_svg())
        }
        Kind::MapJson { frame } => Sheet::new(wire::text(&places(title, game, frame)?)),
        Kind::CountersSvg { symbols } => {
            let known = game.particulars();
            let symbol = |piece: &kernel::Piece| {
                let known = known.iter().find(|one| one.unit == piece.id);
                symbol(piece, &drawing::counter_of(piece, known, title.colours(), symbols))
            };
            let symbols: String = game.roster().iter().map(symbol).collect();
            Sheet::new(format!("<svg xmlns=\"http://www.w3.org/2000/svg\">\n{symbols}</svg>\n"))
        }
        Kind::UnitsJson => {
            Sheet::new(wire::text(&Roster { units: Unit::roster(game), nations: Nation::all(title.colours()) }))
        }
    })
}

fn symbol(piece: &kernel::Piece, counter: &atlas::draw::Counter) -> String {
    let svg = atlas::draw::counter_svg(counter);
    let inner = svg.split_once('>').map_or("", |(_, inner)| inner).trim_end().trim_end_matches("</svg>");
    let id: String = piece.id.chars().filter(|letter| letter.is_alphanumeric() || "-_.".contains(*letter)).collect();
    let width = atlas::draw::counter_width(piece.length);
    format!("<symbol id=\"unit-{id}\" viewBox=\"0 0 {width} 100\">{inner}</symbol>\n")
}
