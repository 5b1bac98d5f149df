//! What can be drawn of a scenario once and for all: its map, where its places lie, its counters.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use atlas::draw::Symbols;
use kernel::{AnyGame, AnyTitle, Options, Viewer};
use serde_json::{Map, Value, json};

use crate::drawing;
use crate::problem::Problem;
use crate::surface::Surface;

/// A drawing or a table of a scenario, with a tag.
#[derive(Clone, Debug)]
pub(crate) struct Sheet {
    pub(crate) body: Arc<[u8]>,
    pub(crate) tag: String,
}

impl Sheet {
    fn new(body: String) -> Sheet {
        let tag = kernel::dice::hash(&[body.as_bytes()]).to_string();
        Sheet { body: body.into_bytes().into(), tag }
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

/// Draws what a scenario has.
pub(crate) fn draw(title: &dyn AnyTitle, scenario: &str, kind: Kind) -> Result<Sheet, Problem> {
    let game = title.start(scenario, &Options::new(), None).map_err(Problem::unknown)?;
    draw_of(title, &*game, kind)
}

/// Every counter there is in a game.
pub(crate) fn units(game: &dyn AnyGame) -> Vec<Value> {
    let seats = game.seats();
    let unit = |piece: &kernel::Piece| {
        let side = seats.iter().find(|info| info.side == piece.side).map(|info| info.id.as_str());
        json!({
            "id": piece.id, "name": piece.name, "nation": piece.nation, "side": side, "arm": piece.arm,
            "strength": piece.strength, "movement": piece.movement, "length": piece.length,
        })
    };
    game.roster().iter().map(unit).collect()
}

/// Draws what a game has.
pub(crate) fn draw_of(title: &dyn AnyTitle, game: &dyn AnyGame, kind: Kind) -> Result<Sheet, Problem> {
    let ground = || {
        let none = || Problem::unknown(format!("{} cannot be drawn", title.name()));
        Ok::<_, Problem>(game.chart(Viewer::Spectator).ok_or_else(none)?.ground)
    };
    Ok(match kind {
        Kind::MapSvg { numbers, frame } => Sheet::new(Surface::new(&ground()?, numbers, frame, None).map_svg()),
        Kind::MapJson { frame } => {
            let ground = ground()?;
            let surface = Surface::new(&ground, true, frame, None);
            let word = |(place, _): (String, _)| {
                let word = game.order_word(&place);
                (word != place).then(|| (place, word.into()))
            };
            let words: Map<String, Value> = surface.places().into_iter().filter_map(word).collect();
            let mut body = surface.places_value();
            if let Value::Object(fields) = &mut body {
                fields.insert("words".into(), words.into());
                fields.insert("march".into(), game.march_order().into());
                fields.insert("stacks".into(), game.stacks_march().into());
            }
            Sheet::new(body.to_string())
        }
        Kind::CountersSvg { symbols } => {
            let symbols: String = game.roster().iter().map(|piece| symbol(piece, symbols)).collect();
            Sheet::new(format!("<svg xmlns=\"http://www.w3.org/2000/svg\">\n{symbols}</svg>\n"))
        }
        Kind::UnitsJson => Sheet::new(json!({ "units": units(game) }).to_string()),
    })
}

fn symbol(piece: &kernel::Piece, symbols: Symbols) -> String {
    let svg = atlas::draw::counter_svg(&drawing::counter(piece, symbols));
    let inner = svg.split_once('>').map_or("", |(_, inner)| inner).trim_end().trim_end_matches("</svg>");
    let id: String = piece.id.chars().filter(|letter| letter.is_alphanumeric() || "-_.".contains(*letter)).collect();
    let width = atlas::draw::counter_width(piece.length);
    format!("<symbol id=\"unit-{id}\" viewBox=\"0 0 {width} 100\">{inner}</symbol>\n")
}
