//! Names: of boxes beside them, of rivers along them, of countries across them. None stands on another.

use board::boxes::BoxId;

use super::country::{Country, radius};
use crate::draw::scene::Rectangle;
use crate::draw::squares::Obstacles;
use crate::draw::style::LetterStyle;
use crate::draw::svg::{Curve, Pen, Svg, escaped, number};
use crate::fonts;
use crate::layout::Point;
use crate::scenery::SceneryLabel;

/// A name in its place.
#[derive(Clone, Debug)]
pub(super) struct Name {
    pub(super) text: String,
    /// What sets it apart from its namesakes, in a line of its own.
    pub(super) second: String,
    pub(super) style: String,
    /// The middle of the text.
    at: Point,
    pub(super) frame: Rectangle,
}

/// A box whose name wants a place.
struct Wish {
    text: String,
    second: String,
    style: String,
    middle: Point,
    reach: f64,
    size: (f64, f64),
}

fn shown(text: &str, style: &LetterStyle) -> String {
    if style.capitals { text.to_uppercase() } else { text.to_owned() }
}

pub(super) fn text_width(text: &str, style: &LetterStyle) -> f64 {
    let text = shown(text, style);
    // The serif face runs a little wider than the common measure.
    fonts::width(&text) * 1.08 * style.size + style.spacing * text.chars().count() as f64
}

fn wish(country: &Country<'_>, id: BoxId) -> Wish {
    let place = country.map.get(id);
    let rank = country.ranks[id.index()];
    let style_name = format!("rank{rank}");
    let style = country.style.letters(&style_name);
    let (text, second) = match place.name.split_once(" (") {
        Some((text, rest)) => (text.to_owned(), rest.trim_end_matches(')').to_owned()),
        None => (place.name.clone(), String::new()),
    };
    let second_style = LetterStyle { size: style.size * 0.78, ..style.clone() };
    let width = text_width(&text, &style).max(text_width(&second, &second_style)) + 5.0;
    let height = style.size * if second.is_empty() { 0.92 } else { 1.62 };
    let fortified = place.attributes.contains_key("fortified");
    let rim = if place.kind == "open" { 0.0 } else { 5.0 };
    let reach = radius(rank) * if fortified { 1.35 } else { 1.0 } + rim;
    Wish { text, second, style: style_name, middle: country.places[id.index()], reach, size: (width, height) }
}

/// Where a name may stand, best first.
fn candidates(wish: &Wish) -> Vec<Point> {
    let (width, height) = wish.size;
    let (aside, off) = (wish.reach + 3.0 + width / 2.0, wish.reach + 2.0 + height / 2.0);
    let mut found = vec![(aside, 0.0), (-aside, 0.0), (0.0, off), (0.0, -off)];
    for part in [0.45, -0.45, 0.8, -0.8] {
        found.push((aside - wish.reach * 0.15, part * wish.reach));
        found.push((-aside + wish.reach * 0.15, part * wish.reach));
    }
    for part in [0.3, -0.3, 0.6, -0.6, 0.9, -0.9] {
        found.push((part * aside, off - 1.0));
        found.push((part * aside, 1.0 - off));
    }
    for (across, down) in [(0.95, 1.0), (-0.95, 1.0), (0.95, -1.0), (-0.95, -1.0)] {
        found.push((across * (aside + 5.0), down * (off * 0.9)));
    }
    for far in [1.22, 1.5] {
        found.extend([(aside * far, 0.0), (-aside * far, 0.0), (0.0, off * far), (0.0, -off * far)]);
        for part in [0.5, -0.5] {
            found.push((part * aside, off * far));
            found.push((part * aside, -off * far));
        }
    }
    found.into_iter().map(|(x, y)| wish.middle + Point::new(x, y)).collect()
}

fn obstacles(country: &Country<'_>) -> Obstacles {
    let mut found = Obstacles::default();
    for (id, place) in country.map.boxes() {
        let size =
            radius(country.ranks[id.index()]) * if place.attributes.contains_key("fortified") { 1.3 } else { 1.0 };
        found.add(Rectangle::around(country.places[id.index()], size * 2.0, size * 2.0), 6.0);
    }
    for road in &country.roads {
        for at in &road.points {
            found.add(Rectangle::around(*at, 9.0, 9.0), 0.7);
        }
        if let Some(crossing) = road.crossing {
            found.add(Rectangle::around(crossing.at, 26.0, 26.0), 3.0);
        }
    }
    for entry in &country.entries {
        entry.points.iter().for_each(|at| found.add(Rectangle::around(*at, 9.0, 9.0), 0.7));
    }
    for river in &country.rivers {
        for (place, at) in river.points.iter().enumerate().step_by(2) {
            let width = river.width(place) + 3.0;
            found.add(Rectangle::around(*at, width, width), if width > 8.0 { 0.8 } else { 0.35 });
        }
    }
    for frame in bands_of_regions(country, &["range", "wood"]) {
        found.add(frame, 1.2);
    }
    for panel in [country.scenery.sheet.cartouche, country.scenery.sheet.key].into_iter().flatten() {
        let (low, high) = (country.at((panel[0], panel[1])), country.at((panel[2], panel[3])));
        let mut y = low.y;
        while y < high.y {
            let mut x = low.x;
            while x < high.x {
                found.add(Rectangle { left: x, top: y, right: x + 40.0, bottom: y + 40.0 }, 50.0);
                x += 40.0;
            }
            y += 40.0;
        }
    }
    found
}

/// Finds a place for the name of every box: off other names, and off what it would hide.
pub(super) fn placed(country: &Country<'_>) -> Vec<Name> {
    let obstacles = obstacles(country);
    let mut wishes: Vec<(u8, Wish)> =
        country.map.boxes().map(|(id, _)| (country.ranks[id.index()], wish(country, id))).collect();
    wishes.sort_by_key(|(rank, _)| *rank);
    let wishes: Vec<Wish> = wishes.into_iter().map(|(_, wish)| wish).collect();
    let mut names: Vec<Option<Name>> = vec![None; wishes.len()];
    // The first round goes by rank; later ones let each name look again at what the others have left.
    for _ in 0..4 {
        for (number_of_wish, wish) in wishes.iter().enumerate() {
            let others: Vec<Rectangle> = names
                .iter()
                .enumerate()
                .filter(|(other, _)| *other != number_of_wish)
                .filter_map(|(_, name)| name.as_ref().map(|name| name.frame))
                .collect();
            names[number_of_wish] = Some(best(country, wish, &obstacles, &others));
        }
    }
    names.into_iter().flatten().collect()
}

fn best(country: &Country<'_>, wish: &Wish, obstacles: &Obstacles, others: &[Rectangle]) -> Name {
    let field = &country.field;
    let (width, height) = wish.size;
    let mut found: Option<(f64, Point)> = None;
    for (place, wished) in candidates(wish).into_iter().enumerate() {
        let frame = Rectangle::around(wished, width, height);
        let push = Point::new(
            (field.left + 4.0 - frame.left).max(0.0) - (frame.right - field.right + 4.0).max(0.0),
            (field.top + 3.0 - frame.top).max(0.0) - (frame.bottom - field.bottom + 3.0).max(0.0),
        );
        let at = wished + push;
        let frame = Rectangle::around(at, width, height);
        let clash: f64 = others.iter().map(|other| frame.overlap(other)).sum();
        let cost = clash * 40.0 + obstacles.hurt(&frame) + push.length() * 6.0 + place as f64 * 7.0;
        if found.is_none_or(|(least, _)| cost < least) {
            found = Some((cost, at));
        }
    }
    let at = found.map_or(wish.middle, |(_, at)| at);
    Name {
        text: wish.text.clone(),
        second: wish.second.clone(),
        style: wish.style.clone(),
        at,
        frame: Rectangle::around(at, width, height),
    }
}

fn spacing(style: &LetterStyle) -> String {
    if style.spacing == 0.0 { String::new() } else { format!(" letter-spacing=\"{}\"", number(style.spacing)) }
}

pub(super) fn boxes(country: &Country<'_>, names: &[Name], svg: &mut Svg) {
    svg.open(&format!(
        "class=\"names\" text-anchor=\"middle\" paint-order=\"stroke\" stroke=\"{}\" stroke-width=\"4.4\" \
         stroke-linejoin=\"round\"",
        country.style.halo
    ));
    for kind in ["rank3", "rank2", "rank1"] {
        let style = country.style.letters(kind);
        let face = fonts::serif(style.italic);
        let size = number(style.size);
        svg.open(&format!("{face} font-size=\"{size}\" fill=\"{}\"{}", style.colour, spacing(&style)));
        for name in names.iter().filter(|name| name.style == kind) {
            let x = number(name.at.x);
            let first = if name.second.is_empty() { 0.31 } else { -0.06 };
            let y = number(name.at.y + style.size * first);
            svg.raw(&format!("<text x=\"{x}\" y=\"{y}\">{}</text>\n", escaped(&shown(&name.text, &style))));
            if !name.second.is_empty() {
                let y = number(name.at.y + style.size * 0.66);
                svg.raw(&format!(
                    "<text x=\"{x}\" y=\"{y}\" {} font-size=\"{}\">{}</text>\n",
                    fonts::serif(true),
                    number(style.size * 0.78),
                    escaped(&name.second)
                ));
            }
        }
        svg.close();
    }
    svg.close();
}

fn sized(country: &Country<'_>, label: &SceneryLabel) -> LetterStyle {
    let style = country.style.letters(&label.kind);
    let share = f64::from(label.size) / 100.0;
    LetterStyle { size: style.size * share, spacing: style.spacing * share, ..style }
}

/// Names of one kind written over the country.
pub(super) fn regions(country: &Country<'_>, kinds: &[&str], attributes: &str, svg: &mut Svg) {
    svg.open(&format!("class=\"regions\" text-anchor=\"middle\" {attributes}"));
    for label in country.scenery.labels.iter().filter(|label| kinds.contains(&label.kind.as_str())) {
        let style = sized(country, label);
        let at = country.at(label.at);
        let (x, y) = (number(at.x), number(at.y));
        let turn =
            if label.turn == 0 { String::new() } else { format!(" transform=\"rotate({} {x} {y})\"", label.turn) };
        svg.raw(&format!(
            "<text x=\"{x}\" y=\"{}\" {} font-size=\"{}\" fill=\"{}\"{}{turn}>{}</text>\n",
            number(at.y + style.size * 0.3),
            fonts::serif(style.italic),
            number(style.size),
            style.colour,
            spacing(&style),
            escaped(&shown(&label.text, &style))
        ));
    }
    svg.close();
}

/// Places that are no boxes: a dot and a small name, where there is room for them.
pub(super) fn lesser(country: &Country<'_>, names: &[Name], svg: &mut Svg) -> Vec<Rectangle> {
    let obstacles = obstacles(country);
    let mut taken: Vec<Rectangle> = names.iter().map(|name| name.frame).collect();
    let style = country.style.letters("place");
    let mut kept = Vec::new();
    svg.open(&format!(
        "class=\"lesser\" text-anchor=\"middle\" {} font-size=\"{}\" fill=\"{}\" paint-order=\"stroke\" stroke=\"{}\" \
         stroke-width=\"3\" stroke-linejoin=\"round\"",
        fonts::serif(style.italic),
        number(style.size),
        style.colour,
        country.style.halo
    ));
    for label in country.scenery.labels.iter().filter(|label| label.kind == "place") {
        let wish = Wish {
            text: label.text.clone(),
            second: String::new(),
            style: "place".into(),
            middle: country.at(label.at),
            reach: 3.0,
            size: (text_width(&label.text, &style) + 3.0, style.size * 0.9),
        };
        let dot = Rectangle::around(wish.middle, 8.0, 8.0);
        let name = best(country, &wish, &obstacles, &taken);
        let hidden = obstacles.hurt(&name.frame) + obstacles.hurt(&dot) * 0.3;
        if hidden > 260.0 || taken.iter().any(|other| other.overlap(&name.frame) + other.overlap(&dot) > 0.0) {
            continue;
        }
        taken.push(name.frame);
        kept.push(name.frame);
        svg.raw(&format!(
            "<circle cx=\"{}\" cy=\"{}\" r=\"2.6\" fill=\"{}\" stroke-width=\"1.6\"/><text x=\"{}\" y=\"{}\">{}</text>\n",
            number(wish.middle.x),
            number(wish.middle.y),
            style.colour,
            number(name.at.x),
            number(name.at.y + style.size * 0.3),
            escaped(&name.text)
        ));
    }
    svg.close();
    kept
}

/// Small frames along the names of mountains and forests, turned or not.
pub(super) fn bands_of_regions(country: &Country<'_>, kinds: &[&str]) -> Vec<Rectangle> {
    let mut found = Vec::new();
    for label in country.scenery.labels.iter().filter(|label| kinds.contains(&label.kind.as_str())) {
        let style = sized(country, label);
        let half = text_width(&label.text, &style) / 2.0;
        let (sine, cosine) = f64::from(label.turn).to_radians().sin_cos();
        let mut along = -half;
        while along <= half {
            let at = country.at(label.at) + Point::new(cosine * along, sine * along);
            found.push(Rectangle::around(at, 12.0, style.size * 0.85));
            along += 10.0;
        }
    }
    found
}

/// The names of rivers along their courses, where these run straightest and nothing else is written.
pub(super) fn rivers(country: &Country<'_>, names: &[Name], svg: &mut Svg) {
    let prefix = &country.style.prefix;
    let base = country.style.letters("water");
    let mut taken: Vec<Rectangle> = names.iter().map(|name| name.frame).collect();
    for (place, at) in country.places.iter().enumerate() {
        let size = radius(country.ranks[place]) * 2.3;
        taken.push(Rectangle::around(*at, size, size));
    }
    taken.extend(bands_of_regions(country, &["range", "wood"]));
    for road in &country.roads {
        taken.extend(road.crossing.iter().map(|crossing| Rectangle::around(crossing.at, 22.0, 22.0)));
    }
    svg.open(&format!(
        "class=\"river-names\" {} fill=\"{}\" paint-order=\"stroke\" stroke=\"{}\" stroke-width=\"3.4\" \
         stroke-linejoin=\"round\" text-anchor=\"middle\"",
        fonts::serif(true),
        base.colour,
        country.style.halo
    ));
    let mut number_of_path = 0;
    for river in country.rivers.iter().filter(|river| river.kind != "stream") {
        let is_major = river.mouth > 9.0;
        let style = LetterStyle { size: if is_major { base.size * 1.25 } else { base.size * 0.86 }, ..base.clone() };
        let text = river.name.trim_start_matches("Upper ");
        // With some room: in a bend the line of the letters is shorter than the river.
        let wanted = text_width(text, &style) * 1.24 + 8.0;
        // Points lie four pixels apart.
        let window = (wanted / 4.0).ceil() as usize;
        if river.points.len() < window + 10 {
            continue;
        }
        let repeats =
            if is_major { (river.points.len() / 210).clamp(1, 7) } else { (river.points.len() / 330).clamp(1, 3) };
        let stretch = river.points.len() / repeats;
        for part in 0..repeats {
            let starts = (part * stretch + 4..((part + 1) * stretch).saturating_sub(window + 4)).step_by(4);
            let mut best: Option<(f64, Vec<Point>)> = None;
            for start in starts {
                let line = beside(river, start, window, style.size);
                if !line.iter().all(|at| country.field.holds(*at)) {
                    continue;
                }
                let clash: f64 = line
                    .iter()
                    .step_by(3)
                    .map(|at| Rectangle::around(*at, style.size * 0.9, style.size * 0.9))
                    .map(|frame| taken.iter().map(|other| frame.overlap(other)).sum::<f64>())
                    .sum();
                let (first, last) = (line[0], line[line.len() - 1]);
                let bent = line.len() as f64 * 4.0 / first.distance(last).max(1.0) - 1.0;
                let cost = clash * 2.0 + bent * 900.0 + sharpest(&line) * 160.0;
                if best.as_ref().is_none_or(|(least, _)| cost < *least) {
                    best = Some((cost, line));
                }
            }
            let Some((_, line)) = best.filter(|(cost, _)| *cost < 420.0) else { continue };
            for at in line.iter().step_by(3) {
                taken.push(Rectangle::around(*at, style.size, style.size));
            }
            let mut pen = Pen::default();
            let kept: Vec<Point> = line.iter().step_by(6).chain(line.last()).copied().collect();
            Curve::smooth(&kept).trace(&mut pen);
            svg.raw(&format!(
                "<defs><path id=\"{prefix}r{number_of_path}\" d=\"{}\"/></defs>\n\
                 <text font-size=\"{}\"{}><textPath href=\"#{prefix}r{number_of_path}\" startOffset=\"50%\">{}</textPath></text>\n",
                pen.data(),
                number(style.size),
                spacing(&style),
                escaped(text)
            ));
            number_of_path += 1;
        }
    }
    svg.close();
}

/// The sharpest turn within a line, between pieces of it.
fn sharpest(line: &[Point]) -> f64 {
    let ways: Vec<Point> = line.windows(9).step_by(4).map(|part| (part[8] - part[0]).unit()).collect();
    ways.windows(2).map(|pair| 1.0 - pair[0].dot(pair[1])).fold(0.0, f64::max)
}

/// A smoothed line beside a stretch of a river, to be read from left to right with the water under it.
fn beside(river: &super::country::River, start: usize, window: usize, size: f64) -> Vec<Point> {
    let end = (start + window).min(river.points.len() - 1);
    let mut line: Vec<Point> = (start..=end)
        .map(|at| {
            // The mean of a longer piece: letters cannot follow every turn.
            let (low, high) = (at.saturating_sub(7), (at + 7).min(river.points.len() - 1));
            let sum = river.points[low..=high].iter().fold(Point::default(), |sum, point| sum + *point);
            sum * (1.0 / (high - low + 1) as f64)
        })
        .collect();
    if line[0].x > line[line.len() - 1].x {
        line.reverse();
    }
    let lift = river.width(start) / 2.0 + size * 0.22;
    let raw = line.clone();
    for at in 0..line.len() {
        let way = (raw[(at + 4).min(raw.len() - 1)] - raw[at.saturating_sub(4)]).unit();
        line[at] = raw[at] - way.turned() * lift;
    }
    line
}

#[cfg(test)]
mod tests {
    use board::boxes::{BoxMap, BoxVocabulary};

    use super::super::style::BoxStyle;
    use super::*;
    use crate::scenery::Scenery;

    const NAMES: BoxVocabulary<'static> = BoxVocabulary {
        boxes: &["open", "defensive", "mountain"],
        connections: &["road", "poor-road"],
        attributes: &["cell", "fortified", "austria", "entry", "toward", "river", "water", "crossing", "frontier"],
    };

    #[test]
    fn names_of_a_crowded_board_hardly_touch_each_other_or_other_boxes() {
        let map = include_str!("../../../../data/jours-de-gloire/map.toml");
        let map = BoxMap::parse("map.toml", map, &NAMES).unwrap();
        let scenery = include_str!("../../../../data/jours-de-gloire/scenery.toml");
        let scenery = Scenery::parse("scenery.toml", scenery).unwrap();
        let style = BoxStyle::default();
        let country = Country::new(&map, &scenery, &style);
        let names = placed(&country);
        assert_eq!(names.len(), map.len());
        let mut covered = Vec::new();
        for (number, name) in names.iter().enumerate() {
            assert!(name.frame.left >= country.field.left && name.frame.right <= country.field.right);
            for other in &names[..number] {
                let share = name.frame.overlap(&other.frame) / (name.frame.width() * name.frame.height());
                if share > 0.02 {
                    covered.push(format!("{} and {}: {share:.2}", name.text, other.text));
                }
            }
            for (place, at) in country.places.iter().enumerate() {
                let size = radius(country.ranks[place]) * 1.8;
                let share = name.frame.overlap(&Rectangle::around(*at, size, size)) / (size * size);
                if share > 0.2 {
                    covered.push(format!("{} and a box: {share:.2}", name.text));
                }
            }
        }
        assert!(covered.len() <= 4, "{covered:#?}");
    }
}
