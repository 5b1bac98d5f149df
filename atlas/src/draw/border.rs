//! The frame, and the strip below it: title, key, scale and north.

use board::mapfile::MapFile;

use super::scene::{KEY, Scene, is_narrow};
use super::style::{AreaManner, SideManner};
use super::svg::{HEX, Pen, Svg, escaped, number};
use super::symbol::filled;
use crate::fonts;
use crate::layout::Point;

pub(super) fn frame(scene: &Scene<'_>, svg: &mut Svg) {
    let (style, field, sheet) = (scene.style, scene.field, scene.sheet);
    let line = |svg: &mut Svg, grow: f64, width: f64| {
        svg.raw(&format!(
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\"/>\n",
            number(field.left - grow),
            number(field.top - grow),
            number(field.width() + 2.0 * grow),
            number(field.height() + 2.0 * grow),
            style.ink,
            number(width)
        ));
    };
    line(svg, 0.0, 1.3);
    if !style.frame {
        return;
    }
    line(svg, 5.0, 3.4);
    // The margin between frame and outer line carries the entry letters.
    let outer = [12.0, 12.0, sheet.width() - 24.0, sheet.height() - 24.0].map(number);
    svg.raw(&format!(
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.1\"/>\n",
        outer[0], outer[1], outer[2], outer[3], style.ink
    ));
    strip(scene, svg);
}

fn strip(scene: &Scene<'_>, svg: &mut Svg) {
    let field = scene.field;
    let top = field.bottom + 34.0;
    let middle = top + 42.0;
    let ink = &scene.style.ink;
    let sheet = &scene.map.sheet;
    let mut left = field.left + 6.0;
    if !sheet.title.is_empty() {
        let title = sheet.title.to_uppercase();
        svg.raw(&format!(
            "<text x=\"{}\" y=\"{}\" {} font-size=\"50\" letter-spacing=\"5\" fill=\"{ink}\">{}</text>\n",
            number(left),
            number(middle + 8.0),
            fonts::serif(false),
            escaped(&title)
        ));
        svg.raw(&format!(
            "<text x=\"{}\" y=\"{}\" {} font-size=\"21\" letter-spacing=\".6\" fill=\"{ink}\">{}</text>\n",
            number(left + 3.0),
            number(middle + 37.0),
            fonts::serif(true),
            escaped(&sheet.subtitle)
        ));
        let title_width = fonts::width(&title) * 50.0 + 5.0 * title.chars().count() as f64;
        left += title_width.max(fonts::width(&sheet.subtitle) * 21.0 + 20.0) + 46.0;
    }
    let right = field.right - 8.0;
    compass(scene, svg, Point::new(right - 32.0, middle + 3.0), sheet.up);
    let scale_left = scale(scene, svg, right - 92.0, middle);
    if is_narrow(field.width()) {
        key(scene, svg, field.left + 6.0, right, top + 4.0 + KEY);
    } else {
        key(scene, svg, left, scale_left - 40.0, top);
    }
}

/// A bar of whole kilometres, ending at `right`; answers where it begins.
fn scale(scene: &Scene<'_>, svg: &mut Svg, right: f64, middle: f64) -> f64 {
    let Some(metres) = scene.map.sheet.metres_per_hex else { return right };
    let pixels_per_metre = HEX / f64::from(metres);
    let unit = [100.0, 200.0, 500.0, 1000.0, 2000.0, 5000.0, 10_000.0, 20_000.0, 50_000.0]
        .into_iter()
        .find(|unit| unit * pixels_per_metre >= 60.0)
        .unwrap_or(100_000.0);
    let step = unit * pixels_per_metre;
    let left = right - 2.0 * step - 14.0;
    let ink = &scene.style.ink;
    for (part, fill) in [(0.0, ink.as_str()), (0.5, &scene.style.paper), (1.0, ink), (1.5, &scene.style.paper)] {
        svg.raw(&format!(
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"6\" fill=\"{fill}\" stroke=\"{ink}\" stroke-width=\"1\"/>\n",
            number(left + part * step),
            number(middle),
            number(step / 2.0)
        ));
    }
    svg.open(&format!("{} font-size=\"14\" text-anchor=\"middle\" fill=\"{ink}\"", fonts::serif(false)));
    for mark in 0..=2 {
        let at = f64::from(mark) * unit;
        let text = match mark {
            0 => "0".to_owned(),
            2 if unit >= 1000.0 => format!("{} km", at / 1000.0),
            _ if unit >= 1000.0 => format!("{}", at / 1000.0),
            2 => format!("{at} m"),
            _ => format!("{at}"),
        };
        svg.raw(&format!(
            "<text x=\"{}\" y=\"{}\">{text}</text>\n",
            number(left + f64::from(mark) * step),
            number(middle - 6.0)
        ));
    }
    let about = format!("one hex: {metres} m");
    svg.raw(&format!("<text x=\"{}\" y=\"{}\">{about}</text>\n", number(left + step), number(middle + 24.0)));
    svg.close();
    left
}

/// A compass star whose long needle shows where north is on this sheet.
fn compass(scene: &Scene<'_>, svg: &mut Svg, at: Point, up: u16) {
    let (ink, paper) = (&scene.style.ink, &scene.style.paper);
    let (x, y) = (number(at.x), number(at.y));
    let turn = (360 - u32::from(up)) % 360;
    let turned = turn.to_string();
    let blanks = [("x", x.as_str()), ("y", &y), ("turn", &turned), ("ink", ink), ("paper", paper)];
    svg.raw(&filled(include_str!("../../symbols/compass.svg"), &blanks)).raw("\n");
    let (sine, cosine) = f64::from(turn).to_radians().sin_cos();
    let north = at + Point::new(sine, -cosine) * 41.0;
    svg.raw(&format!(
        "<text x=\"{}\" y=\"{}\" {} font-size=\"16\" text-anchor=\"middle\" fill=\"{ink}\">N</text>\n",
        number(north.x),
        number(north.y + 5.2),
        fonts::serif(false)
    ));
}

/// One thing of the key: its name and how it is drawn in a small field.
struct KeyItem {
    name: String,
    picture: String,
}

fn key_items(scene: &Scene<'_>) -> Vec<KeyItem> {
    let style = scene.style;
    let prefix = &style.prefix;
    let MapFile { terrain, hexsides, roads, .. } = scene.map;
    let mut items = Vec::new();
    for name in terrain.iter().filter(|(_, hexes)| !hexes.is_empty()).map(|(name, _)| name) {
        let Some(area) = style.terrain.get(name) else { continue };
        let ground = format!("<rect width=\"34\" height=\"22\" fill=\"{}\"/>", area.fill);
        let picture = match area.draw {
            AreaManner::Nothing => continue,
            AreaManner::Trees => format!(
                "{ground}<use href=\"#{prefix}t\" x=\"8\" y=\"11\"/><use href=\"#{prefix}t\" x=\"25\" y=\"10\"/>\
                 <use href=\"#{prefix}t\" x=\"17\" y=\"16\"/>"
            ),
            AreaManner::Scattered => format!(
                "{ground}<use href=\"#{prefix}u\" x=\"9\" y=\"13\"/><use href=\"#{prefix}u\" x=\"25\" y=\"12\"/>"
            ),
            AreaManner::Houses => format!(
                "{ground}<use href=\"#{prefix}h0\" x=\"9\" y=\"7\"/><use href=\"#{prefix}h0\" x=\"24\" y=\"15\"/>\
                 <use href=\"#{prefix}h0\" x=\"25\" y=\"5\"/>"
            ),
            AreaManner::Fort => format!(
                "<path fill=\"{}\" stroke=\"{}\" stroke-width=\"2.4\" d=\"M7 19V11L17 3 27 11V19\"/>",
                area.fill, style.ink
            ),
            AreaManner::Water | AreaManner::Ice => {
                format!("{ground}<path fill=\"none\" stroke=\"{}\" d=\"M3 8H18M12 14H31\"/>", area.edge)
            }
            AreaManner::Heath => format!(
                "{ground}<path fill=\"none\" stroke=\"{}\" d=\"M8 13l-3-5M8 13v-6M8 13l3-5M24 18l-3-5M24 18v-6M24 18l3-5\"/>",
                area.edge
            ),
            AreaManner::Hills => format!(
                "{ground}<path fill=\"{}\" stroke=\"{}\" d=\"M3 18q8-15 17 0M15 18q8-12 16 0\"/>",
                area.fill, area.edge
            ),
            AreaManner::Mountains => format!(
                "{ground}<path fill=\"{}\" stroke=\"{}\" d=\"M3 19L13 4 23 19M16 19L24 8 31 19\"/>",
                area.fill, area.edge
            ),
            AreaManner::Marsh => format!(
                "{ground}<path fill=\"none\" stroke=\"{}\" d=\"M4 10H14M9 10V5M18 17H28M23 17V12\"/>",
                area.edge
            ),
        };
        items.push(KeyItem { name: name.clone(), picture });
    }
    for name in hexsides.iter().filter(|(_, sides)| !sides.is_empty()).map(|(name, _)| name) {
        let Some(side) = style.hexside.get(name) else { continue };
        let width = number((side.width * HEX).clamp(3.0, 13.0));
        let wave = "d=\"M0 15Q9 3 17 11T34 7\" fill=\"none\"";
        let picture = match side.draw {
            SideManner::Nothing => continue,
            SideManner::Water => format!("<path {wave} stroke=\"{}\" stroke-width=\"{width}\"/>", side.fill),
            SideManner::Ditch => format!(
                "<path {wave} stroke=\"{}\" stroke-width=\"6.5\"/><path {wave} stroke=\"{}\" stroke-width=\"4\" \
                 stroke-dasharray=\"9 1.6\"/>",
                side.edge, side.fill
            ),
            SideManner::Gully => {
                format!("<path {wave} stroke=\"{}\" stroke-width=\"13\" stroke-dasharray=\"1.5 4\"/>", side.fill)
            }
            SideManner::Slope => {
                let mut hachure = Pen::default();
                for tick in 0..8 {
                    let x = 1.0 + 4.2 * f64::from(tick);
                    let foot = if tick % 2 == 0 { 19.0 } else { 14.0 };
                    hachure.polygon(&[Point::new(x, 4.0), Point::new(x + 2.6, 4.0), Point::new(x + 1.3, foot)]);
                }
                format!("<path fill=\"{}\" d=\"{}\"/>", side.fill, hachure.data())
            }
            SideManner::Bridge => format!(
                "<path fill=\"{}\" d=\"M9 7H25V15H9Z\"/><path fill=\"none\" stroke=\"{}\" stroke-width=\"1.8\" \
                 d=\"M5 3L9 7H25L29 3M5 19L9 15H25L29 19\"/>",
                side.fill, side.edge
            ),
            SideManner::Wall => format!("<path {wave} stroke=\"{}\" stroke-width=\"{width}\"/>", side.fill),
        };
        items.push(KeyItem { name: name.clone(), picture });
    }
    for (name, road) in &style.road {
        if !roads.iter().any(|drawn| &drawn.kind == name) {
            continue;
        }
        let line = "d=\"M0 15Q12 5 34 9\" fill=\"none\"";
        let border = if road.edge.is_empty() {
            String::new()
        } else {
            format!("<path {line} stroke=\"{}\" stroke-width=\"{}\"/>", road.edge, number(road.width * HEX + 2.4))
        };
        let dashes =
            if road.dashes.is_empty() { String::new() } else { format!(" stroke-dasharray=\"{}\"", road.dashes) };
        let picture = format!(
            "{border}<path {line} stroke=\"{}\" stroke-width=\"{}\"{dashes}/>",
            road.fill,
            number(road.width * HEX)
        );
        let name = if road.key.is_empty() { name } else { &road.key };
        items.push(KeyItem { name: name.clone(), picture });
    }
    items
}

fn key(scene: &Scene<'_>, svg: &mut Svg, left: f64, right: f64, top: f64) {
    let items = key_items(scene);
    let rows = 3;
    let columns = items.len().div_ceil(rows);
    let column_width = 128.0;
    if items.is_empty() || columns as f64 * column_width > right - left + 20.0 {
        return;
    }
    let start = left + ((right - left - columns as f64 * column_width) / 2.0).max(0.0);
    svg.open(&format!("class=\"key\" {} font-size=\"15\" fill=\"{}\"", fonts::serif(false), scene.style.ink));
    for (number_of_item, item) in items.iter().enumerate() {
        let x = start + (number_of_item / rows) as f64 * column_width;
        let y = top + (number_of_item % rows) as f64 * 27.0;
        let name = capitalised(&item.name);
        svg.raw(&format!(
            "<g transform=\"translate({} {})\"><svg width=\"34\" height=\"22\">\
             <rect width=\"34\" height=\"22\" fill=\"{}\"/>{}</svg>\
             <rect width=\"34\" height=\"22\" fill=\"none\" stroke=\"{}\" stroke-width=\".7\"/>\
             <text x=\"41\" y=\"16\">{}</text></g>\n",
            number(x),
            number(y),
            scene.style.ground,
            item.picture,
            scene.style.ink,
            escaped(&name)
        ));
    }
    svg.close();
}

fn capitalised(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
