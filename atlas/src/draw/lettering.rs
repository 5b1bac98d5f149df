//! Names, placed where they hide least and never over each other; the grid with its numbers; entry marks.

use board::mapfile::Label;
use board::{Direction, Hex};

use super::scene::{Rectangle, Scene};
use super::squares::Obstacles;
use super::style::{AreaManner, LetterStyle, SideManner};
use super::svg::{HEX, Pen, Svg, escaped, number};
use crate::fonts;
use crate::layout::{self, Point};

/// Every hexside once: zigzags down the left of each column, the tops, and what is left over on the rim.
pub(super) fn grid(scene: &Scene<'_>, svg: &mut Svg) {
    let grid = &scene.map.grid;
    let mut pen = Pen::default();
    let corner = |hex: Hex, direction: Direction| scene.centre(hex) + layout::corner_offset(direction) * HEX;
    let (across, down, top) = (number(HEX * layout::CORNER / 2.0), number(HEX / 2.0), number(HEX * layout::CORNER));
    for column in 1..=i32::from(grid.columns()) {
        let mut is_open = false;
        for row in 1..=i32::from(grid.rows()) {
            let hex = grid.at(column, row);
            if let Some(first) = hex.filter(|_| !is_open) {
                pen.move_to(corner(first, Direction::NorthWest));
            }
            is_open = hex.is_some();
            if is_open {
                pen.raw(&format!("l-{across} {down} {across} {down}"));
            }
        }
    }
    for hex in grid.hexes() {
        pen.move_to(corner(hex, Direction::NorthWest)).raw(&format!("h{top}"));
        for direction in [Direction::NorthEast, Direction::SouthEast, Direction::South] {
            if grid.neighbour(hex, direction).is_none() {
                pen.move_to(corner(hex, direction.clockwise(5))).line_to(corner(hex, direction));
            }
        }
    }
    let attributes = format!("fill=\"none\" stroke=\"{}\" stroke-width=\".7\" opacity=\".42\"", scene.style.grid);
    svg.path(&pen, &format!("class=\"grid\" {attributes}"));
}

pub(super) fn numbers(scene: &Scene<'_>, svg: &mut Svg) {
    let grid = &scene.map.grid;
    svg.open(&format!(
        "class=\"numbers\" {} font-size=\"9.5\" text-anchor=\"middle\" fill=\"{}\" paint-order=\"stroke\" \
         stroke=\"{}\" stroke-width=\"2\" stroke-opacity=\".6\"",
        fonts::SANS_ATTRIBUTES,
        scene.style.number,
        scene.style.halo
    ));
    for hex in grid.hexes() {
        let at = scene.centre(hex) + Point::new(0.0, -0.385 * HEX);
        svg.raw(&format!("<text x=\"{}\" y=\"{}\">{}</text>\n", number(at.x), number(at.y), grid.name(hex)));
    }
    svg.close();
}

/// What names should not cover, and how much it hurts if they do.
fn obstacles(scene: &Scene<'_>) -> Obstacles {
    let mut found = Vec::new();
    for (name, hexes) in &scene.map.terrain {
        if scene.style.terrain.get(name).is_some_and(|style| style.draw == AreaManner::Fort) {
            found.extend(hexes.iter().map(|hex| (Rectangle::around(scene.centre(*hex), 0.62 * HEX, 0.62 * HEX), 3.0)));
        }
    }
    for (name, sides) in &scene.map.hexsides {
        if scene.style.hexside.get(name).is_some_and(|style| style.draw == SideManner::Bridge) {
            let places = sides.iter().map(|side| scene.side(side.from, side.to));
            found.extend(places.map(|at| (Rectangle::around(at, 0.3 * HEX, 0.3 * HEX), 2.5)));
        }
    }
    for label in scene.map.labels.iter().filter(|label| ["village", "church", "mill"].contains(&label.size.as_str())) {
        found.push((Rectangle::around(scene.centre(label.hex), 0.56 * HEX, 0.44 * HEX), 1.4));
    }
    if scene.style.numbers {
        for hex in scene.map.grid.hexes() {
            let at = scene.centre(hex) + Point::new(0.0, -0.425 * HEX);
            found.push((Rectangle::around(at, 21.0, 8.0), 1.6));
        }
    }
    for stretch in &scene.roads {
        found.extend(stretch.curve.samples(9.0).into_iter().map(|(at, _)| (Rectangle::around(at, 8.0, 8.0), 0.8)));
    }
    for course in &scene.water {
        found.extend(course.curve.samples(9.0).into_iter().map(|(at, _)| (Rectangle::around(at, 8.0, 8.0), 0.5)));
    }
    found.into_iter().collect()
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

/// A name in its place.
#[derive(Clone, Debug)]
pub(super) struct Name<'m> {
    pub(super) label: &'m Label,
    /// The middle of the text.
    at: Point,
    pub(super) frame: Rectangle,
}

/// Finds a place for every name: off other names, and off what it would hide.
pub(super) fn placed<'m>(scene: &Scene<'m>) -> Vec<Name<'m>> {
    let obstacles = obstacles(scene);
    let field = &scene.field;
    let rank = |label: &Label| Label::SIZES.iter().position(|size| *size == label.size).unwrap_or(usize::MAX);
    let mut order: Vec<&Label> = scene.map.labels.iter().collect();
    // Names with a fixed place first, then by weight.
    order.sort_by_key(|label| (label.place.is_empty(), rank(label)));
    let mut names: Vec<Name<'_>> = Vec::new();
    for label in order {
        let Some(style) = scene.style.lettering.get(&label.size) else { continue };
        let width = text_width(&label.text, style);
        let turn = f64::from(label.turn).to_radians();
        let (sine, cosine) = (turn.sin().abs(), turn.cos().abs());
        let extent = (width * cosine + style.size * sine + 3.0, style.size * 0.95 * cosine + width * sine);
        let mut best: Option<(f64, Name<'_>)> = None;
        for (place, wished) in candidates(scene, label, width, style.size).into_iter().enumerate() {
            let frame = Rectangle::around(wished, extent.0, extent.1);
            // Names at the edge are pushed back on to the sheet.
            let push = Point::new(
                (field.left + 3.0 - frame.left).max(0.0) - (frame.right - field.right + 3.0).max(0.0),
                (field.top + 2.0 - frame.top).max(0.0) - (frame.bottom - field.bottom + 2.0).max(0.0),
            );
            let at = wished + push;
            let frame = Rectangle::around(at, extent.0, extent.1);
            let clash: f64 = names.iter().map(|other| frame.overlap(&other.frame)).sum();
            let cost = clash * 40.0 + obstacles.hurt(&frame) + push.length() * 6.0 + place as f64 * 9.0;
            if best.as_ref().is_none_or(|(least, _)| cost < *least) {
                best = Some((cost, Name { label, at, frame }));
            }
        }
        names.extend(best.map(|(_, name)| name));
    }
    names
}

pub(super) fn labels(scene: &Scene<'_>, names: &[Name<'_>], svg: &mut Svg) {
    let halo = &scene.style.halo;
    svg.open(&format!(
        "class=\"names\" text-anchor=\"middle\" paint-order=\"stroke\" stroke=\"{halo}\" stroke-width=\"3.6\" \
         stroke-linejoin=\"round\""
    ));
    for (size, style) in &scene.style.lettering {
        let mut these = names.iter().filter(|name| &name.label.size == size).peekable();
        if these.peek().is_none() {
            continue;
        }
        let spacing = match style.spacing {
            0.0 => String::new(),
            spacing => format!(" letter-spacing=\"{}\"", number(spacing)),
        };
        let (face, points) = (fonts::serif(style.italic), number(style.size));
        svg.open(&format!("{face} font-size=\"{points}\" fill=\"{}\"{spacing}", style.colour));
        for Name { label, at, .. } in these {
            let text = if style.capitals { label.text.to_uppercase() } else { label.text.clone() };
            let (x, y) = (number(at.x), number(at.y));
            let turn = match label.turn {
                0 => String::new(),
                turn => format!(" transform=\"rotate({turn} {x} {y})\""),
            };
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::Style;
    use board::mapfile::MapFile;

    #[test]
    fn names_of_neighbouring_places_do_not_cover_each_other() {
        let mut map = MapFile::blank(8, 6, board::Shift::Even);
        for (number, hex) in ["0303", "0403", "0304", "0404", "0101", "0806"].into_iter().enumerate() {
            map.labels.push(Label {
                text: format!("Klein Sausgarten {number}"),
                hex: map.grid.parse(hex).unwrap(),
                size: "village".into(),
                place: String::new(),
                turn: 0,
            });
        }
        let style = Style::default();
        let scene = Scene::new(&map, &style);
        let names = placed(&scene);
        assert_eq!(names.len(), 6);
        for (place, name) in names.iter().enumerate() {
            for other in &names[..place] {
                assert_eq!(name.frame.overlap(&other.frame), 0.0, "{} and {}", name.label.text, other.label.text);
            }
            assert!(name.frame.left >= scene.field.left && name.frame.right <= scene.field.right);
        }
    }
}
