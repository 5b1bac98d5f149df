//! What can be drawn of a scenario once and for all: its map, where its places lie, its counters.

use std::collections::HashMap;
use std::io::Write;
use std::sync::Mutex;

use atlas::draw::Symbols;
use axum::body::Bytes;
use axum::http::StatusCode;
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
        Sheet::of(body.into_bytes())
    }

    fn of(body: Vec<u8>) -> Sheet {
        let tag = kernel::dice::hash(&[&body]).to_string();
        Sheet { body: body.into(), packed: None, tag }
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
    MapSvg {
        numbers: bool,
        frame: bool,
    },
    MapJson {
        frame: bool,
    },
    CountersSvg {
        symbols: Symbols,
    },
    UnitsJson,
    /// The ground on which the armies stand at first, small enough for a list of scenarios.
    Picture,
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
    let sheet = draw_of(title, &*game, kind)?;
    Ok(match kind {
        // A JPEG has been compressed already.
        Kind::Picture => sheet,
        Kind::MapSvg { .. } | Kind::MapJson { .. } | Kind::CountersSvg { .. } | Kind::UnitsJson => sheet.packed(),
    })
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
        Kind::Picture => picture(title, game)?,
    })
}

/// How wide a picture is, in pixels; a card that shows it is half as wide, for screens with fine pixels.
const PICTURE: u32 = 720;
/// A picture is so much wider than high,
const SHAPE: f64 = 2.4;
/// and shows at least so many hexes or boxes from left to right.
const LEAST: f64 = 14.0;

fn picture(title: &dyn AnyTitle, game: &dyn AnyGame) -> Result<Sheet, Problem> {
    let none = || Problem::unknown(format!("{} cannot be drawn", title.name()));
    let chart = game.chart(Viewer::Spectator).ok_or_else(none)?;
    let surface = Surface::new(&chart.ground, false, false, None);
    let places: HashMap<String, (f64, f64)> = surface.places().into_iter().collect();
    let standing = chart.pieces.iter().flat_map(|piece| &piece.places).filter_map(|place| places.get(place));
    let part = around(standing.copied(), surface.size(), surface.pitch());
    let drawn = atlas::jpeg(&surface.map_svg(), part, PICTURE)
        .map_err(|error| Problem::new(StatusCode::INTERNAL_SERVER_ERROR, error))?;
    Ok(Sheet::of(drawn))
}

/// The part of a sheet around points, in the shape of a picture; without points, its middle.
fn around(points: impl Iterator<Item = (f64, f64)>, (wide, high): (f64, f64), pitch: f64) -> atlas::Part {
    let bounds = points.fold(None, |bounds: Option<[f64; 4]>, (x, y)| {
        let [left, top, right, bottom] = bounds.unwrap_or([x, y, x, y]);
        Some([left.min(x), top.min(y), right.max(x), bottom.max(y)])
    });
    let [left, top, right, bottom] = bounds.unwrap_or([0.0, 0.0, wide, high]);
    let wanted = (right - left + 3.0 * pitch).max((bottom - top + 3.0 * pitch) * SHAPE).max(LEAST * pitch);
    let width = wanted.min(wide).min(high * SHAPE);
    let height = width / SHAPE;
    let within = |middle: f64, length: f64, all: f64| (middle - length / 2.0).clamp(0.0, all - length);
    atlas::Part {
        left: within((left + right) / 2.0, width, wide),
        top: within((top + bottom) / 2.0, height, high),
        width,
        height,
    }
}

fn symbol(piece: &kernel::Piece, counter: &atlas::draw::Counter) -> String {
    let svg = atlas::draw::counter_svg(counter);
    let inner = svg.split_once('>').map_or("", |(_, inner)| inner).trim_end().trim_end_matches("</svg>");
    let id: String = piece.id.chars().filter(|letter| letter.is_alphanumeric() || "-_.".contains(*letter)).collect();
    let width = atlas::draw::counter_width(piece.length);
    format!("<symbol id=\"unit-{id}\" viewBox=\"0 0 {width} 100\">{inner}</symbol>\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_lies_on_the_sheet_and_holds_the_armies() {
        let part = around([(100.0, 900.0), (400.0, 950.0)].into_iter(), (2000.0, 1000.0), 60.0);
        assert!(
            part.left >= 0.0 && part.top >= 0.0 && part.left + part.width <= 2000.0 && part.top + part.height <= 1000.0
        );
        assert!(part.left <= 100.0 && part.left + part.width >= 400.0 && part.top + part.height >= 950.0);
        assert!((part.width / part.height - SHAPE).abs() < 1e-9);
        let all = around(std::iter::empty(), (500.0, 1000.0), 60.0);
        assert_eq!((all.left, all.width), (0.0, 500.0));
        assert!((all.top + all.height / 2.0 - 500.0).abs() < 1e-9, "the middle is shown");
    }
}
