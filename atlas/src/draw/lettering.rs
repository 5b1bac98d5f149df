//! Names, placed where they hide least and never over each other; the grid with its numbers; entry marks.

use board::mapfile::Label;
use board::{Direction, Hex};

use super::scene::{Box2, Scene};
use super::style::{AreaManner, LetterStyle, SideManner};
use super::svg::{HEX, Pen, Svg, escaped, number};
use crate::fonts;
use crate::layout::{self, Point};

pub(super) fn grid(scene: &Scene<'_>, svg: &mut Svg) {
    let grid = &scene.map.grid;
    let mut pen = Pen::default();
    for side in board::HexsideId::all(grid) {
        let [a, b] = side.vertices(grid).map(|vertex| scene.vertex(vertex));
        pen.move_to(a).line_to(b);
    }
    svg.path(
        &pen,
        &format!("class=\"grid\" fill=\"none\" stroke=\"{}\" stroke-width=\".7\" opacity=\".42\"", scene.style.grid),
    );
}

pub(super) fn numbers(scene: &Scene<'_>, svg: &mut Svg) {
    let grid = &scene.map.grid;
    svg.open(&format!(
        "class=\"numbers\" {} font-size=\"9.5\" text-anchor=\"middle\" fill=\"{}\" opacity=\".8\"",
        fonts::SANS_ATTRIBUTES,
        scene.style.number
    ));
    for hex in grid.hexes() {
        let at = scene.centre(hex) + Point::new(0.0, -0.385 * HEX);
        svg.raw(&format!("<text x=\"{}\" y=\"{}\">{}</text>\n", number(at.x), number(at.y), grid.name(hex)));
    }
    svg.close();
}

/// What names should not cover, and how much it hurts if they do.
fn obstacles(scene: &Scene<'_>) -> Vec<(Box2, f64)> {
    let mut found = Vec::new();
    for (name, hexes) in &scene.map.terrain {
        if scene.style.terrain.get(name).is_some_and(|style| style.draw == AreaManner::Fort) {
            found.extend(hexes.iter().map(|hex| (Box2::around(scene.centre(*hex), 0.62 * HEX, 0.62 * HEX), 3.0)));
        }
    }
    for (name, sides) in &scene.map.hexsides {
        if scene.style.hexside.get(name).is_some_and(|style| style.draw == SideManner::Bridge) {
            let places = sides.iter().map(|side| scene.side(side.from, side.to));
            found.extend(places.map(|at| (Box2::around(at, 0.3 * HEX, 0.3 * HEX), 2.5)));
        }
    }
    for label in scene.map.labels.iter().filter(|label| label.size == "village" || label.size == "town") {
        found.push((Box2::around(scene.centre(label.hex), 0.56 * HEX, 0.44 * HEX), 1.4));
    }
    if scene.style.numbers {
        for hex in scene.map.grid.hexes() {
            let at = scene.centre(hex) + Point::new(0.0, -0.425 * HEX);
            found.push((Box2::around(at, 21.0, 8.0), 1.6));
        }
    }
    for stretch in &scene.roads {
        found.extend(stretch.curve.samples(9.0).into_iter().map(|(at, _)| (Box2::around(at, 8.0, 8.0), 0.8)));
    }
    for course in &scene.water {
        found.extend(course.curve.samples(9.0).into_iter().map(|(at, _)| (Box2::around(at, 8.0, 8.0), 0.5)));
    }
    found
}

fn text_width(text: &str, style: &LetterStyle) -> f64 {
    let shown = if style.capitals { text.to_uppercase() } else { text.to_owned() };
    fonts::width(&shown) * style.size + style.spacing * shown.chars().count() as f64
}

/// Where a name may stand, best first.
fn candidates(scene: &Scene<'_>, label: &Label, width: f64, size: f64) -> Vec<Point> {
    let middle = scene.centre(label.hex);
    let aside = width / 2.0 + 0.27 * HEX;
    let (above, below) = (-0.27 * HEX - size * 0.1, 0.27 * HEX + size * 0.4);
    let by_name = |place: &str| match place {
        "centre" => Point::default(),
        "above" => Point::new(0.0, above),
        "below" => Point::new(0.0, below),
        "left" => Point::new(-aside, 0.0),
        _ => Point::new(aside, 0.0),
    };
    if !label.place.is_empty() {
        return vec![middle + by_name(&label.place)];
    }
    let is_area = matches!(label.size.as_str(), "water" | "wood" | "hill" | "place" | "town");
    let mut offsets: Vec<Point> = Vec::new();
    if is_area {
        for down in [0.0, 0.14, -0.14, 0.28, -0.28, 0.42, -0.42, 0.56, -0.56] {
            for across in [0.0, 0.2, -0.2, 0.4, -0.4, 0.65, -0.65, 0.9, -0.9] {
                offsets.push(Point::new(across * HEX, down * HEX));
            }
        }
        offsets.sort_by(|a, b| a.length().total_cmp(&b.length()));
    } else {
        offsets.extend(["below", "above", "right", "left"].map(by_name));
        for across in [0.3, -0.3, 0.55, -0.55] {
            offsets.push(Point::new(across * HEX, below));
            offsets.push(Point::new(across * HEX, above));
        }
        for down in [0.15, -0.15, 0.3, -0.3] {
            offsets.push(Point::new(aside, down * HEX));
            offsets.push(Point::new(-aside, down * HEX));
        }
    }
    offsets.into_iter().map(|offset| middle + offset).collect()
}

pub(super) fn labels(scene: &Scene<'_>, svg: &mut Svg) {
    let obstacles = obstacles(scene);
    let rank = |label: &Label| Label::SIZES.iter().position(|size| *size == label.size).unwrap_or(usize::MAX);
    let mut order: Vec<&Label> = scene.map.labels.iter().collect();
    // Names with a fixed place first, then by weight.
    order.sort_by_key(|label| (label.place.is_empty(), rank(label)));
    let mut taken: Vec<Box2> = Vec::new();
    let mut written: Vec<(&Label, Point)> = Vec::new();
    for label in order {
        let Some(style) = scene.style.lettering.get(&label.size) else { continue };
        let width = text_width(&label.text, style);
        let turn = f64::from(label.turn).to_radians();
        let (sine, cosine) = (turn.sin().abs(), turn.cos().abs());
        let extent = (width * cosine + style.size * sine, style.size * 0.95 * cosine + width * sine);
        let mut best: Option<(f64, Point, Box2)> = None;
        for (place, at) in candidates(scene, label, width, style.size).into_iter().enumerate() {
            let frame = Box2::around(at, extent.0 + 3.0, extent.1);
            let clash: f64 = taken.iter().map(|other| frame.overlap(other)).sum();
            let hidden: f64 = obstacles.iter().map(|(other, hurt)| frame.overlap(other) * hurt).sum();
            let inner = &scene.field;
            let outside = (inner.left + 2.0 - frame.left).max(0.0)
                + (frame.right - inner.right + 2.0).max(0.0)
                + (inner.top + 2.0 - frame.top).max(0.0)
                + (frame.bottom - inner.bottom + 2.0).max(0.0);
            let cost = clash * 40.0 + hidden + outside * 400.0 + place as f64 * 9.0;
            if best.is_none_or(|(least, _, _)| cost < least) {
                best = Some((cost, at, frame));
            }
        }
        let Some((_, mut at, mut frame)) = best else { continue };
        // Names at the edge are pushed back on to the sheet.
        let push = Point::new(
            (scene.field.left + 3.0 - frame.left).max(0.0) - (frame.right - scene.field.right + 3.0).max(0.0),
            (scene.field.top + 2.0 - frame.top).max(0.0) - (frame.bottom - scene.field.bottom + 2.0).max(0.0),
        );
        at = at + push;
        frame = Box2::around(at, frame.width(), frame.height());
        taken.push(frame);
        written.push((label, at));
    }
    svg.open(&format!(
        "class=\"names\" text-anchor=\"middle\" paint-order=\"stroke\" stroke=\"{}\" stroke-width=\"3.4\" stroke-linejoin=\"round\"",
        scene.style.halo
    ));
    for (size, style) in &scene.style.lettering {
        let mut these = written.iter().filter(|(label, _)| &label.size == size).peekable();
        if these.peek().is_none() {
            continue;
        }
        let spacing =
            if style.spacing == 0.0 { String::new() } else { format!(" letter-spacing=\"{}\"", number(style.spacing)) };
        svg.open(&format!(
            "{} font-size=\"{}\" fill=\"{}\"{spacing}",
            fonts::serif(style.italic),
            number(style.size),
            style.colour
        ));
        for (label, at) in these {
            let text = if style.capitals { label.text.to_uppercase() } else { label.text.clone() };
            let (x, y) = (number(at.x), number(at.y));
            let turn =
                if label.turn == 0 { String::new() } else { format!(" transform=\"rotate({} {x} {y})\"", label.turn) };
            let base = number(at.y + style.size * 0.3);
            svg.raw(&format!("<text x=\"{x}\" y=\"{base}\"{turn}>{}</text>\n", escaped(&text)));
        }
        svg.close();
    }
    svg.close();
}

/// Where reinforcements come in: a letter in the margin and an arrow into the hex.
pub(super) fn entries(scene: &Scene<'_>, svg: &mut Svg) {
    let ink = &scene.style.entry;
    for (letter, hex) in &scene.map.entries {
        let out = outward(scene, *hex);
        let edge = to_edge(scene, scene.centre(*hex), out);
        let tip = edge - out * (0.16 * HEX);
        let foot = edge + out * (0.06 * HEX);
        let side = out.turned() * (0.13 * HEX);
        let mut arrow = Pen::default();
        arrow.polygon(&[tip, foot + side, foot - side]);
        svg.path(&arrow, &format!("fill=\"{ink}\" stroke=\"{}\" stroke-width=\"1.2\"", scene.style.halo));
        let at = edge + out * (if scene.style.frame { 21.0 } else { -26.0 });
        let (x, y) = (number(at.x), number(at.y));
        svg.raw(&format!(
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"14\" fill=\"{ink}\" stroke=\"{}\" stroke-width=\"1.6\"/>\
             <text x=\"{x}\" y=\"{}\" {} font-size=\"19\" text-anchor=\"middle\" fill=\"{}\">{}</text>\n",
            scene.style.halo,
            number(at.y + 6.2),
            fonts::serif(false),
            scene.style.halo,
            escaped(letter)
        ));
    }
}

/// The side of the sheet next to an edge hex.
fn outward(scene: &Scene<'_>, hex: Hex) -> Point {
    let grid = &scene.map.grid;
    let (column, row) = grid.column_row(hex);
    if column == 1 {
        Point::new(-1.0, 0.0)
    } else if column == grid.columns() {
        Point::new(1.0, 0.0)
    } else if row == 1 {
        Point::new(0.0, -1.0)
    } else if row == grid.rows() {
        Point::new(0.0, 1.0)
    } else {
        let open = Direction::ALL.into_iter().find(|direction| grid.neighbour(hex, *direction).is_none());
        open.map_or(Point::new(0.0, -1.0), |direction| layout::side_offset(direction).unit())
    }
}

fn to_edge(scene: &Scene<'_>, from: Point, out: Point) -> Point {
    let field = &scene.field;
    if out.x < -0.5 {
        Point::new(field.left, from.y)
    } else if out.x > 0.5 {
        Point::new(field.right, from.y)
    } else if out.y < 0.0 {
        Point::new(from.x, field.top)
    } else {
        Point::new(from.x, field.bottom)
    }
}
