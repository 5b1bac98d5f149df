//! Maps and counters as SVG.

mod border;
mod boxes;
mod built;
mod counter;
mod ground;
mod lettering;
mod scene;
mod squares;
mod style;
mod svg;
mod symbol;
mod ways;

use board::Hex;
use board::mapfile::MapFile;

pub use boxes::{
    BOX_COUNTER_PIXELS, BorderStyle, BoxCounter, BoxHighlight, BoxKindStyle, BoxStyle, LandManner, LandStyle, Rim,
    RiverStyle, box_map_svg, box_places, box_position_svg, box_sheet_size,
};
pub use counter::{Arm, Border, Branch, Counter, Flag, Livery, Pip, Symbols, counter_svg, counter_width};
use scene::Scene;
pub use style::{AreaManner, AreaStyle, LetterStyle, RoadStyle, SideManner, SideStyle, Stamp, Style, Texture};
use svg::{Pen, Svg, number};

use crate::layout::{self, Point};

/// The distance between the centres of two neighbours in every drawing.
pub const PIXELS_PER_HEX: f64 = svg::HEX;

/// A map, complete with frame, key and names unless the style leaves them out.
pub fn map_svg(map: &MapFile, style: &Style) -> String {
    let scene = Scene::new(map, style);
    let mut svg = opening(&scene);
    sheet(&scene, &mut svg);
    svg.raw("</svg>\n");
    svg.into_text()
}

/// Where the centre of a hex lies in the drawing of [`map_svg`], in its pixels.
pub fn hex_centre(map: &MapFile, style: &Style, hex: Hex) -> (f64, f64) {
    let (_, _, origin) = scene::extent(&map.grid, style);
    let at = layout::centre(&map.grid, hex) * PIXELS_PER_HEX + origin;
    (at.x, at.y)
}

/// Width and height of the drawing of [`map_svg`], in its pixels.
pub fn sheet_size(map: &MapFile, style: &Style) -> (f64, f64) {
    let (sheet, _, _) = scene::extent(&map.grid, style);
    (sheet.width().ceil(), sheet.height().ceil())
}

fn opening(scene: &Scene<'_>) -> Svg {
    let mut svg = Svg::new(&scene.style.prefix);
    let (width, height) = (number(scene.sheet.width().ceil()), number(scene.sheet.height().ceil()));
    svg.raw(&format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\">\n"
    ));
    svg
}

fn sheet(scene: &Scene<'_>, svg: &mut Svg) {
    let style = scene.style;
    let field = scene.field;
    svg.raw("<defs>\n");
    built::definitions(scene, svg);
    svg.raw(&format!(
        "<clipPath id=\"{}f\"><rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/></clipPath>\n</defs>\n",
        style.prefix,
        number(field.left),
        number(field.top),
        number(field.width()),
        number(field.height())
    ));
    svg.raw(&format!("<rect width=\"100%\" height=\"100%\" fill=\"{}\"/>\n", style.paper));
    svg.open(&format!("clip-path=\"url(#{}f)\"", style.prefix));
    let names = lettering::placed(scene);
    ground::fields(scene, svg);
    ground::texture(scene, svg);
    ground::relief(scene, svg);
    ground::areas(scene, svg);
    ground::hachures(scene, svg);
    ways::water(scene, svg);
    ways::roads(scene, svg);
    ways::bridges(scene, svg);
    ways::walls(scene, svg);
    built::forts(scene, svg);
    built::stamps(scene, &names, svg);
    lettering::grid(scene, svg);
    if style.numbers {
        lettering::numbers(scene, svg);
    }
    lettering::labels(scene, &names, svg);
    ground::void(scene, svg);
    svg.close();
    border::frame(scene, svg);
    lettering::entries(scene, svg);
}

/// A counter on the map. Counters in one hex are stacked in the order given, the last on top.
#[derive(Clone, PartialEq, Debug)]
pub struct CounterPlacement {
    /// One to three: a column from its head, a row from its right.
    pub hexes: Vec<Hex>,
    pub counter: Counter,
}

/// How a hex is marked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    /// An outline and a tint.
    Chosen,
    /// A tint and a dot: may be entered.
    Reach,
    /// Hatching, for zones and fire.
    Danger,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Highlight {
    pub hex: Hex,
    pub mark: Mark,
}

/// A map with counters and marked hexes, for examples and reports.
pub fn position_svg(map: &MapFile, style: &Style, counters: &[CounterPlacement], highlights: &[Highlight]) -> String {
    let scene = Scene::new(map, style);
    let mut svg = opening(&scene);
    sheet(&scene, &mut svg);
    for highlight in highlights {
        mark(&scene, *highlight, &mut svg);
    }
    let mut below = std::collections::BTreeMap::<Hex, u8>::new();
    for placement in counters {
        let Some(first) = placement.hexes.first() else { continue };
        let depth = below.entry(*first).or_default();
        let shift = Point::new(f64::from(*depth) * 4.0, 3.0 - f64::from(*depth) * 4.0);
        *depth += 1;
        let hexes: Vec<Point> = placement.hexes.iter().map(|hex| scene.centre(*hex) + shift).collect();
        placed(&placement.counter, &hexes, &mut svg);
    }
    svg.raw("</svg>\n");
    svg.into_text()
}

/// A counter on its hexes: across them if they lie in a line, else on the first, with the rest of its body behind it.
fn placed(counter: &Counter, hexes: &[Point], svg: &mut Svg) {
    let (first, last) = (hexes[0], hexes[hexes.len() - 1]);
    let along = last + first * -1.0;
    let middle = first.middle(last);
    let is_straight = hexes.iter().all(|hex| (hex.x - first.x) * along.y == (hex.y - first.y) * along.x)
        || hexes.get(1).is_none_or(|second| hexes.len() == 2 || second.distance(middle) < 1.0);
    let scale = 0.62 * svg::HEX / 100.0;
    let is_long = hexes.len() > 1 && is_straight;
    let counter = Counter { length: if is_long { hexes.len() as u8 } else { 1 }, ..counter.clone() };
    let width = f64::from(counter_width(counter.length));
    // The axis of a long counter, turned so that nothing on it stands upside down.
    let turn = if is_long { (along.y.atan2(along.x).to_degrees() + 450.0).rem_euclid(180.0) - 90.0 } else { 0.0 };
    if hexes.len() > 1 && !is_straight {
        let mut body = Pen::default();
        body.move_to(first);
        hexes[1..].iter().for_each(|hex| {
            body.line_to(*hex);
        });
        let fill = &counter.livery.fill;
        svg.path(&body, &format!("fill=\"none\" stroke=\"{fill}\" stroke-width=\"18\" stroke-linecap=\"round\""));
    }
    let at = if is_long { middle } else { first };
    let (x, y) = (number(at.x), number(at.y));
    svg.raw(&format!(
        "<g transform=\"translate({x} {y})rotate({})scale({scale:.3})translate({} -50)\">",
        number(turn),
        number(-width / 2.0)
    ));
    counter::body(&counter, svg);
    svg.close();
    if let Some(degrees) = counter.facing.filter(|_| is_long) {
        chevron(&counter.livery.ink, hexes, f64::from(degrees), svg);
    }
}

/// Where a long counter looks: a chevron before its middle, or before its head if it marches in a column.
fn chevron(ink: &str, hexes: &[Point], degrees: f64, svg: &mut Svg) {
    let (sin, cos) = degrees.to_radians().sin_cos();
    let along = hexes[0] + hexes[hexes.len() - 1] * -1.0;
    let in_column = (along.x * sin - along.y * cos).abs() > 0.5 * along.distance(Point::new(0.0, 0.0));
    let from = if in_column { hexes[0] } else { hexes[0].middle(hexes[hexes.len() - 1]) };
    let at = from + Point::new(sin, -cos) * (0.33 * svg::HEX);
    svg.raw(&format!(
        "<path fill=\"{ink}\" stroke=\"#222\" stroke-width=\"1\" transform=\"translate({} {})rotate({degrees})\" d=\"M0-9L9 3H-9Z\"/>\n",
        number(at.x),
        number(at.y)
    ));
}

fn mark(scene: &Scene<'_>, highlight: Highlight, svg: &mut Svg) {
    let centre = scene.centre(highlight.hex);
    let corners = board::Direction::ALL.map(|direction| centre + layout::corner_offset(direction) * (svg::HEX * 0.96));
    let mut hex = Pen::default();
    hex.polygon(&corners);
    match highlight.mark {
        Mark::Chosen => {
            svg.path(&hex, "fill=\"#f2c230\" fill-opacity=\".25\" stroke=\"#b8860b\" stroke-width=\"4\"");
        }
        Mark::Reach => {
            svg.path(&hex, "fill=\"#3f7fbf\" fill-opacity=\".22\"");
            let (x, y) = (number(centre.x), number(centre.y));
            svg.raw(&format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"5\" fill=\"#24517d\"/>\n"));
        }
        Mark::Danger => {
            let mut hatch = Pen::default();
            for line in -3_i32..=3 {
                let x = f64::from(line) * 0.13 * svg::HEX;
                let half = (0.44 - 0.06 * f64::from(line.abs())) * svg::HEX;
                hatch
                    .move_to(centre + Point::new(x - half * 0.4, half))
                    .line_to(centre + Point::new(x + half * 0.4, -half));
            }
            svg.path(&hatch, "fill=\"none\" stroke=\"#a32020\" stroke-width=\"2\" opacity=\".6\"");
        }
    }
}
