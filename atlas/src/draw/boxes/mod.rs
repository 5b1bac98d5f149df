//! Boards of boxes drawn as maps of the country in which they lie.

mod border;
mod clearings;
mod country;
mod land;
mod names;
mod style;
mod vignettes;
mod ways;

use std::collections::BTreeMap;

use board::boxes::{BoxId, BoxMap};

use clearings::Clearings;
use country::{Country, radius};
pub use style::{BorderStyle, BoxKindStyle, BoxStyle, LandManner, LandStyle, Rim, RiverStyle};

use super::counter::{self, Counter};
use super::svg::{Svg, number};
use super::{Mark, svg::Pen};
use crate::layout::Point;
use crate::scenery::{Scenery, point};

/// A board, complete with frame, title and key unless the style leaves them out.
pub fn box_map_svg(map: &BoxMap, scenery: &Scenery, style: &BoxStyle) -> String {
    let country = Country::new(map, scenery, style);
    let mut svg = opening(&country);
    sheet(&country, &mut svg);
    svg.raw("</svg>\n");
    svg.into_text()
}

/// Where the middle of every box lies in the drawing of [`box_map_svg`], in its pixels.
pub fn box_places(map: &BoxMap, scenery: &Scenery, style: &BoxStyle) -> BTreeMap<String, (f64, f64)> {
    let (_, field) = country::extent(scenery, style);
    let place = |at: (i32, i32)| {
        let at = country::on_paper(scenery, &field, point(at));
        ((at.x * 10.0).round() / 10.0, (at.y * 10.0).round() / 10.0)
    };
    map.boxes().map(|(_, known)| (known.name.clone(), place(known.at))).collect()
}

/// Width and height of the drawing of [`box_map_svg`], in its pixels.
pub fn box_sheet_size(scenery: &Scenery, style: &BoxStyle) -> (f64, f64) {
    let (sheet, _) = country::extent(scenery, style);
    (sheet.width(), sheet.height())
}

/// How wide a counter is drawn on a board of boxes, in the pixels of [`box_map_svg`].
pub const BOX_COUNTER_PIXELS: f64 = 52.0;

/// How far the top of a stack lies from its foot at most, and two counters of it from each other.
const STACK_PIXELS: f64 = 56.0;
const MOST_PIXELS_APART: f64 = 18.0;

/// A counter on a box. Counters on one box are stacked in the order given, the last on top.
#[derive(Clone, PartialEq, Debug)]
pub struct BoxCounter {
    pub place: BoxId,
    pub counter: Counter,
}

/// How a box is marked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoxHighlight {
    pub place: BoxId,
    pub mark: Mark,
}

/// A board with counters and marked boxes, for examples and reports.
pub fn box_position_svg(
    map: &BoxMap,
    scenery: &Scenery,
    style: &BoxStyle,
    counters: &[BoxCounter],
    highlights: &[BoxHighlight],
) -> String {
    let country = Country::new(map, scenery, style);
    let mut svg = opening(&country);
    sheet(&country, &mut svg);
    for highlight in highlights {
        marked(&country, *highlight, &mut svg);
    }
    let mut below = BTreeMap::<BoxId, u8>::new();
    for placed in counters {
        let all = counters.iter().filter(|other| other.place == placed.place).count();
        let depth = below.entry(placed.place).or_default();
        // As far apart as leaves a stack on its box, so that the lower ones can be told.
        let shift = f64::from(*depth) * (STACK_PIXELS / all as f64).min(MOST_PIXELS_APART);
        *depth += 1;
        let half = BOX_COUNTER_PIXELS / 2.0;
        let at = country.places[placed.place.index()] + Point::new(shift - half, -shift - half);
        let scale = BOX_COUNTER_PIXELS / 100.0;
        svg.raw(&format!("<g transform=\"translate({} {})scale({scale:.3})\">", number(at.x), number(at.y)));
        counter::body(&placed.counter, &mut svg);
        svg.close();
    }
    svg.raw("</svg>\n");
    svg.into_text()
}

fn marked(country: &Country<'_>, highlight: BoxHighlight, svg: &mut Svg) {
    let at = country.places[highlight.place.index()];
    let (x, y) = (number(at.x), number(at.y));
    let reach = number(radius(country.ranks[highlight.place.index()]) + 14.0);
    match highlight.mark {
        Mark::Chosen => {
            svg.raw(&format!(
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"{reach}\" fill=\"#f2c230\" fill-opacity=\".25\" stroke=\"#b8860b\" \
                 stroke-width=\"5\"/>\n"
            ));
        }
        Mark::Reach => {
            svg.raw(&format!(
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"{reach}\" fill=\"#3f7fbf\" fill-opacity=\".25\"/>\
                 <circle cx=\"{x}\" cy=\"{y}\" r=\"6\" fill=\"#24517d\"/>\n"
            ));
        }
        Mark::Danger => {
            let mut hatch = Pen::default();
            for line in -3_i32..=3 {
                let half = 26.0 - 4.0 * f64::from(line.abs());
                let middle = at + Point::new(f64::from(line) * 8.0, 0.0);
                hatch.move_to(middle + Point::new(-half * 0.4, half)).line_to(middle + Point::new(half * 0.4, -half));
            }
            svg.path(&hatch, "fill=\"none\" stroke=\"#a32020\" stroke-width=\"2.4\" opacity=\".65\"");
        }
    }
}

fn opening(country: &Country<'_>) -> Svg {
    let mut svg = Svg::new(&country.style.prefix);
    let (width, height) = (number(country.sheet.width()), number(country.sheet.height()));
    svg.raw(&format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\">\n"
    ));
    svg
}

fn sheet(country: &Country<'_>, svg: &mut Svg) {
    let (style, field) = (country.style, country.field);
    let prefix = &style.prefix;
    svg.raw("<defs>\n");
    land::definitions(country, svg);
    vignettes::definitions(country, svg);
    svg.raw(&format!(
        "<clipPath id=\"{prefix}f\"><rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/></clipPath>\n</defs>\n",
        number(field.left),
        number(field.top),
        number(field.width()),
        number(field.height())
    ));
    svg.raw(&format!("<rect width=\"100%\" height=\"100%\" fill=\"{}\"/>\n", style.paper));
    svg.open(&format!("clip-path=\"url(#{prefix}f)\""));
    let names = names::placed(country);
    land::sheet(country, svg);
    land::washes(country, svg);
    land::floors(country, svg);
    names::regions(country, &["country"], "opacity=\".42\"", svg);
    land::stamps(country, &clearings(country, &names), svg);
    land::frontier(country, svg);
    ways::rivers(country, svg);
    ways::roads(country, svg);
    ways::crossings(country, svg);
    let halo = format!(
        "paint-order=\"stroke\" stroke=\"{}\" stroke-width=\"4\" stroke-opacity=\".7\" stroke-linejoin=\"round\"",
        style.halo
    );
    names::regions(country, &["range", "wood"], &halo, svg);
    names::rivers(country, &names, svg);
    vignettes::boxes(country, svg);
    names::lesser(country, &names, svg);
    names::boxes(country, &names, svg);
    svg.close();
    border::frame(country, svg);
    border::entries(country, svg);
    border::cartouche(country, svg);
    border::key(country, svg);
}

/// What trees and hills leave free.
fn clearings(country: &Country<'_>, names: &[names::Name]) -> Clearings {
    let mut taken = Clearings::new(&country.sheet);
    for (place, at) in country.places.iter().enumerate() {
        taken.take_around(*at, radius(country.ranks[place]) + 4.0);
    }
    for at in country.roads.iter().flat_map(|road| &road.points) {
        taken.take_around(*at, 4.0);
    }
    for at in country.entries.iter().flat_map(|entry| &entry.points) {
        taken.take_around(*at, 4.0);
    }
    for river in &country.rivers {
        for (place, at) in river.points.iter().enumerate() {
            taken.take_around(*at, river.width(place) / 2.0);
        }
    }
    names.iter().for_each(|name| taken.take(name.frame));
    names::bands_of_regions(country, &["range", "wood"]).into_iter().for_each(|band| taken.take(band));
    taken
}
