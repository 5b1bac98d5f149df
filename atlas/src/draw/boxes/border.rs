//! The frame with the letters of the cells, where roads come in, the title and the key.

use super::country::{Country, CrossingKind};
use super::{vignettes, ways};
use crate::draw::scene::Rectangle;
use crate::draw::svg::{Pen, Svg, escaped, number};
use crate::draw::symbol::filled;
use crate::fonts;
use crate::layout::Point;

fn rectangle(frame: &Rectangle, grow: f64, attributes: &str) -> String {
    format!(
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" {attributes}/>\n",
        number(frame.left - grow),
        number(frame.top - grow),
        number(frame.width() + 2.0 * grow),
        number(frame.height() + 2.0 * grow)
    )
}

pub(super) fn frame(country: &Country<'_>, svg: &mut Svg) {
    let (field, ink) = (country.field, &country.style.ink);
    svg.raw(&rectangle(&field, 0.0, &format!("fill=\"none\" stroke=\"{ink}\" stroke-width=\"1.4\"")));
    if !country.style.frame {
        return;
    }
    scale_of_cells(country, svg);
    for (grow, width) in [(10.0, "1.2"), (46.0, "1.2"), (52.0, "4")] {
        svg.raw(&rectangle(&field, grow, &format!("fill=\"none\" stroke=\"{ink}\" stroke-width=\"{width}\"")));
    }
    cells(country, svg);
    if !country.scenery.sheet.credit.is_empty() {
        svg.raw(&format!(
            "<text x=\"{}\" y=\"{}\" {} font-size=\"15\" text-anchor=\"end\" fill=\"{ink}\">{}</text>\n",
            number(field.right - 4.0),
            number(field.bottom + 68.0),
            fonts::serif(true),
            escaped(&country.scenery.sheet.credit)
        ));
    }
}

/// Where the lines between cells meet the edges: across, then down.
fn lines_of_cells(country: &Country<'_>) -> (Vec<f64>, Vec<f64>) {
    let sheet = &country.scenery.sheet;
    let [width, height] = sheet.cell;
    let columns = sheet.columns.chars().count() as i32;
    let across = (1..columns).map(|column| country.at((column * width, 0)).x).collect();
    let down = (1..i32::from(sheet.rows)).map(|row| country.at((0, row * height)).y).collect();
    (across, down)
}

/// The narrow band inside the frame, light and dark by half cells.
fn scale_of_cells(country: &Country<'_>, svg: &mut Svg) {
    let field = country.field;
    let (across, down) = lines_of_cells(country);
    let halves = |lines: Vec<f64>, low: f64, high: f64| -> Vec<f64> {
        let mut ends = vec![low];
        ends.extend(lines);
        ends.push(high);
        let mut found: Vec<f64> = ends.windows(2).flat_map(|pair| [pair[0], (pair[0] + pair[1]) / 2.0]).collect();
        found.push(high);
        found
    };
    let mut pen = Pen::default();
    let mut bar = |left: f64, top: f64, right: f64, bottom: f64| {
        pen.polygon(&[
            Point::new(left, top),
            Point::new(right, top),
            Point::new(right, bottom),
            Point::new(left, bottom),
        ]);
    };
    for pair in halves(across, field.left, field.right).windows(2).step_by(2) {
        bar(pair[0], field.top - 8.0, pair[1], field.top - 3.0);
        bar(pair[0], field.bottom + 3.0, pair[1], field.bottom + 8.0);
    }
    for pair in halves(down, field.top, field.bottom).windows(2).step_by(2) {
        bar(field.left - 8.0, pair[0], field.left - 3.0, pair[1]);
        bar(field.right + 3.0, pair[0], field.right + 8.0, pair[1]);
    }
    svg.path(&pen, &format!("fill=\"{}\"", country.style.ink));
}

/// Letters above and below, numbers left and right, and small crosses where the lines would meet.
fn cells(country: &Country<'_>, svg: &mut Svg) {
    let (field, ink) = (country.field, &country.style.ink);
    let sheet = &country.scenery.sheet;
    if sheet.columns.is_empty() || sheet.rows == 0 {
        return;
    }
    let (across, down) = lines_of_cells(country);
    let mut pen = Pen::default();
    for x in &across {
        for (from, to) in [(field.top - 46.0, field.top - 10.0), (field.bottom + 10.0, field.bottom + 46.0)] {
            pen.move_to(Point::new(*x, from)).line_to(Point::new(*x, to));
        }
        for y in &down {
            pen.move_to(Point::new(x - 7.0, *y)).line_to(Point::new(x + 7.0, *y));
            pen.move_to(Point::new(*x, y - 7.0)).line_to(Point::new(*x, y + 7.0));
        }
    }
    for y in &down {
        for (from, to) in [(field.left - 46.0, field.left - 10.0), (field.right + 10.0, field.right + 46.0)] {
            pen.move_to(Point::new(from, *y)).line_to(Point::new(to, *y));
        }
    }
    svg.path(&pen, &format!("fill=\"none\" stroke=\"{ink}\" stroke-width=\"1\" opacity=\".6\""));
    svg.open(&format!(
        "class=\"cells\" {} font-size=\"26\" text-anchor=\"middle\" fill=\"{ink}\"",
        fonts::serif(false)
    ));
    let middles = |lines: &[f64], low: f64, high: f64| -> Vec<f64> {
        let mut ends = vec![low];
        ends.extend(lines);
        ends.push(high);
        ends.windows(2).map(|pair| (pair[0] + pair[1]) / 2.0).collect()
    };
    // The numbers of the entries stand in the same band; a letter gives way to them.
    let badges: Vec<Point> =
        country.entries.iter().filter_map(|entry| entry.points.last().map(|end| *end + entry.outward * 28.0)).collect();
    let mut letter = |x: f64, y: f64, text: &str| {
        let is_taken = |at: &Point| badges.iter().any(|badge| badge.distance(*at) < 34.0);
        let level = (y - field.top + 28.0).abs() < 1.0 || (y - field.bottom - 28.0).abs() < 1.0;
        let step = if level { Point::new(44.0, 0.0) } else { Point::new(0.0, 44.0) };
        let places = [0.0, 1.0, -1.0, 2.0].map(|steps| Point::new(x, y) + step * steps);
        let at = places.iter().find(|at| !is_taken(at)).unwrap_or(&places[0]);
        let (x, y) = (at.x, at.y);
        svg.raw(&format!("<text x=\"{}\" y=\"{}\">{}</text>\n", number(x), number(y + 9.0), escaped(text)));
    };
    for (x, name) in middles(&across, field.left, field.right).into_iter().zip(sheet.columns.chars()) {
        letter(x, field.top - 28.0, &name.to_string());
        letter(x, field.bottom + 28.0, &name.to_string());
    }
    for (row, y) in middles(&down, field.top, field.bottom).into_iter().enumerate() {
        letter(field.left - 28.0, y, &(row + 1).to_string());
        letter(field.right + 28.0, y, &(row + 1).to_string());
    }
    svg.close();
}

/// Where reinforcements come in: an arrow over the edge, its number, and the town from which the road comes.
pub(super) fn entries(country: &Country<'_>, svg: &mut Svg) {
    let style = country.style;
    let letters = style.letters("entry");
    for entry in &country.entries {
        let (Some(end), out) = (entry.points.last(), entry.outward) else { continue };
        let side = out.turned() * 10.0;
        let mut arrow = Pen::default();
        arrow.polygon(&[*end - out * 22.0, *end + side, *end - out * 5.0, *end - side]);
        svg.path(&arrow, &format!("fill=\"{}\" stroke=\"{}\" stroke-width=\"1.4\"", style.entry, style.halo));
        let at = *end + out * if style.frame { 28.0 } else { -40.0 };
        let (x, y) = (number(at.x), number(at.y));
        svg.raw(&format!(
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"17\" fill=\"{}\" stroke=\"{}\" stroke-width=\"2\"/>\
             <text x=\"{x}\" y=\"{}\" {} font-size=\"21\" text-anchor=\"middle\" fill=\"{}\">{}</text>\n",
            style.entry,
            style.halo,
            number(at.y + 6.8),
            fonts::serif(false),
            style.halo,
            escaped(&entry.label)
        ));
        if entry.toward.is_empty() {
            continue;
        }
        // Beside the road, just inside the edge, on the side from which the road does not come: level at the left and
        // right edge, upright above and below.
        let before = entry.points[entry.points.len().saturating_sub(8)];
        let hand = |along: f64| if along > 0.0 { -1.0 } else { 1.0 };
        let (anchor, place, turn) = if out.x.abs() > 0.5 {
            let hand = hand(before.y - end.y);
            let base = if hand < 0.0 { -12.0 } else { 12.0 + letters.size * 0.6 };
            (if out.x < 0.0 { "start" } else { "end" }, *end - out * 6.0 + Point::new(0.0, base), 0)
        } else {
            let hand = hand(before.x - end.x);
            let base = if hand < 0.0 { -12.0 } else { 12.0 + letters.size * 0.6 };
            (if out.y < 0.0 { "end" } else { "start" }, *end - out * 6.0 + Point::new(base, 0.0), -90)
        };
        let (x, y) = (number(place.x), number(place.y));
        let turned = if turn == 0 { String::new() } else { format!(" transform=\"rotate({turn} {x} {y})\"") };
        svg.raw(&format!(
            "<text x=\"{x}\" y=\"{y}\" {} font-size=\"{}\" text-anchor=\"{anchor}\" fill=\"{}\" paint-order=\"stroke\" \
             stroke=\"{}\" stroke-width=\"3.4\" stroke-linejoin=\"round\"{turned}>{}</text>\n",
            fonts::serif(letters.italic),
            number(letters.size),
            letters.colour,
            style.halo,
            escaped(&entry.toward)
        ));
    }
}

/// A panel with a double line and small quarter circles cut out of its corners.
fn panel(country: &Country<'_>, at: [i32; 4], svg: &mut Svg) -> Rectangle {
    let (low, high) = (country.at((at[0], at[1])), country.at((at[2], at[3])));
    let frame = Rectangle { left: low.x, top: low.y, right: high.x, bottom: high.y };
    let shape = |inset: f64, cut: f64| {
        let (left, top, right, bottom) =
            (frame.left + inset, frame.top + inset, frame.right - inset, frame.bottom - inset);
        let [l, t, r, b, inner_l, inner_t, inner_r, inner_b] =
            [left, top, right, bottom, left + cut, top + cut, right - cut, bottom - cut].map(number);
        let bow = format!("A{0} {0} 0 0 0", number(cut));
        format!(
            "M{inner_l} {t}H{inner_r}{bow} {r} {inner_t}V{inner_b}{bow} {inner_r} {b}H{inner_l}{bow} {l} {inner_b}V{inner_t}{bow} {inner_l} {t}Z"
        )
    };
    let (ink, paper) = (&country.style.ink, &country.style.halo);
    svg.raw(&format!(
        "<path d=\"{}\" fill=\"{ink}\" opacity=\".18\" transform=\"translate(5 6)\"/>\
         <path d=\"{}\" fill=\"{paper}\" stroke=\"{ink}\" stroke-width=\"3\"/>\
         <path d=\"{}\" fill=\"none\" stroke=\"{ink}\" stroke-width=\"1\"/>\n",
        shape(0.0, 22.0),
        shape(0.0, 22.0),
        shape(8.0, 19.0)
    ));
    frame
}

pub(super) fn cartouche(country: &Country<'_>, svg: &mut Svg) {
    let Some(at) = country.scenery.sheet.cartouche.filter(|_| country.style.frame) else { return };
    let frame = panel(country, at, svg);
    let sheet = &country.scenery.sheet;
    let ink = &country.style.ink;
    let middle = (frame.left + frame.right) / 2.0 - 60.0;
    let title = sheet.title.to_uppercase();
    let size = ((frame.width() - 240.0) / (fonts::width(&title) + 0.14 * title.chars().count() as f64)).min(96.0);
    let top = frame.top + 40.0 + size * 0.75;
    svg.raw(&format!(
        "<text x=\"{0}\" y=\"{1}\" {2} font-size=\"{3}\" letter-spacing=\"{4}\" text-anchor=\"middle\" fill=\"{ink}\">{5}</text>\n",
        number(middle),
        number(top),
        fonts::serif(false),
        number(size),
        number(size * 0.12),
        escaped(&title)
    ));
    let rule = top + 30.0;
    svg.raw(&format!(
        "<path fill=\"none\" stroke=\"{ink}\" stroke-width=\"1.6\" d=\"M{} {y}H{}M{} {y}H{}\"/>\
         <path fill=\"{ink}\" d=\"M{m} {}l9 7-9 7-9-7Z\"/>\n",
        number(middle - 230.0),
        number(middle - 16.0),
        number(middle + 16.0),
        number(middle + 230.0),
        number(rule - 7.0),
        y = number(rule),
        m = number(middle)
    ));
    svg.raw(&format!(
        "<text x=\"{}\" y=\"{}\" {} font-size=\"31\" letter-spacing=\".6\" text-anchor=\"middle\" fill=\"{ink}\">{}</text>\n",
        number(middle),
        number(rule + 50.0),
        fonts::serif(true),
        escaped(&sheet.subtitle)
    ));
    scale(country, svg, Point::new(middle, frame.bottom - 52.0));
    compass(country, svg, Point::new(frame.right - 92.0, (frame.top + frame.bottom) / 2.0 + 12.0));
}

fn compass(country: &Country<'_>, svg: &mut Svg, at: Point) {
    let (ink, paper) = (&country.style.ink, &country.style.halo);
    svg.raw(&format!("<g transform=\"translate({} {})scale(2.1)\">", number(at.x), number(at.y)));
    let blanks = [("x", "0"), ("y", "0"), ("turn", "0"), ("ink", ink.as_str()), ("paper", paper)];
    svg.raw(&filled(include_str!("../../../symbols/compass.svg"), &blanks));
    svg.raw(&format!(
        "<text y=\"-35\" {} font-size=\"14\" text-anchor=\"middle\" fill=\"{ink}\">N</text></g>\n",
        fonts::serif(false)
    ));
}

/// Kilometres and hours of march.
fn scale(country: &Country<'_>, svg: &mut Svg, middle: Point) {
    let sheet = &country.scenery.sheet;
    let pixels = f64::from(sheet.scale) / 100.0 * 1000.0 / f64::from(sheet.metres_per_unit);
    let (ink, paper) = (&country.style.ink, &country.style.halo);
    let left = middle.x - pixels * 25.0;
    for part in 0..5 {
        let fill = if part % 2 == 0 { ink } else { paper };
        svg.raw(&format!(
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"8\" fill=\"{fill}\" stroke=\"{ink}\" stroke-width=\"1.2\"/>\n",
            number(left + f64::from(part) * pixels * 10.0),
            number(middle.y),
            number(pixels * 10.0)
        ));
    }
    svg.open(&format!("{} font-size=\"19\" text-anchor=\"middle\" fill=\"{ink}\"", fonts::serif(false)));
    for mark in 0..=5 {
        let unit = if mark == 5 { " km" } else { "" };
        let text = format!("{}{unit}", mark * 10);
        let x = number(left + f64::from(mark) * pixels * 10.0);
        svg.raw(&format!("<text x=\"{x}\" y=\"{}\">{text}</text>\n", number(middle.y - 7.0)));
    }
    svg.close();
}

/// One line of the key: a small picture and what it means.
pub(super) fn key(country: &Country<'_>, svg: &mut Svg) {
    let Some(at) = country.scenery.sheet.key.filter(|_| country.style.frame) else { return };
    let frame = panel(country, at, svg);
    let style = country.style;
    let ink = &style.ink;
    svg.raw(&format!(
        "<text x=\"{}\" y=\"{}\" {} font-size=\"28\" letter-spacing=\"4\" text-anchor=\"middle\" fill=\"{ink}\">KEY</text>\n",
        number((frame.left + frame.right) / 2.0),
        number(frame.top + 48.0),
        fonts::serif(false)
    ));
    let words = [
        "Town in open country",
        "Defensive ground",
        "Mountains",
        "Fortified city",
        "Road",
        "Poor road",
        "Major river, bridge",
        "Major river, pontoon site",
        "Minor river, bridge",
        "Minor river, ford",
        "Austrian frontier",
        "Entry",
    ];
    let left = frame.left + 92.0;
    let first = frame.top + 84.0;
    let step = (frame.bottom - 30.0 - first) / (words.len() - 1) as f64;
    for (row, words) in words.iter().enumerate() {
        let at = Point::new(left - 30.0, first + step * row as f64);
        match row {
            0 => item_box(country, at, "open", false, svg),
            1 => item_box(country, at, "defensive", false, svg),
            2 => item_box(country, at, "mountain", false, svg),
            3 => item_box(country, at, "open", true, svg),
            4 => item_road(country, at, "road", svg),
            5 => item_road(country, at, "poor-road", svg),
            6 => ways::sample(country, at, "major-river", CrossingKind::Bridge, svg),
            7 => ways::sample(country, at, "major-river", CrossingKind::Ferry, svg),
            8 => ways::sample(country, at, "minor-river", CrossingKind::Bridge, svg),
            9 => ways::sample(country, at, "minor-river", CrossingKind::Ford, svg),
            10 => {
                svg.raw(&format!(
                    "<path fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" stroke-dasharray=\"{}\" d=\"M{} {}h72\"/>\n",
                    style.frontier,
                    number(style.border.width),
                    style.border.dashes,
                    number(at.x - 36.0),
                    number(at.y)
                ));
            }
            _ => {
                let mut arrow = Pen::default();
                let side = Point::new(0.0, 10.0);
                let end = at - Point::new(4.0, 0.0);
                arrow.polygon(&[end + Point::new(22.0, 0.0), end + side, end + Point::new(5.0, 0.0), end - side]);
                svg.path(&arrow, &format!("fill=\"{}\"", style.entry));
            }
        }
        svg.raw(&format!(
            "<text x=\"{}\" y=\"{}\" {} font-size=\"22\" fill=\"{ink}\">{words}</text>\n",
            number(left + 26.0),
            number(at.y + 7.0),
            fonts::serif(false)
        ));
    }
}

fn item_box(country: &Country<'_>, at: Point, kind: &str, fortified: bool, svg: &mut Svg) {
    vignettes::medallion(country, at, 13.0, kind, fortified, svg);
    let prefix = &country.style.prefix;
    svg.raw(&format!(
        "<use href=\"#{prefix}v3\" transform=\"translate({} {})scale(.7)\"/>\n",
        number(at.x),
        number(at.y + 2.0)
    ));
}

fn item_road(country: &Country<'_>, at: Point, kind: &str, svg: &mut Svg) {
    let Some(road) = country.style.road.get(kind) else { return };
    let data = format!("M{} {}q36-14 72 0", number(at.x - 36.0), number(at.y + 4.0));
    if !road.edge.is_empty() {
        svg.raw(&format!(
            "<path d=\"{data}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\"/>",
            road.edge,
            number(road.width + 2.8)
        ));
    }
    let dashes = if road.dashes.is_empty() { String::new() } else { format!(" stroke-dasharray=\"{}\"", road.dashes) };
    svg.raw(&format!(
        "<path d=\"{data}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\"{dashes}/>\n",
        road.fill,
        number(road.width)
    ));
}
