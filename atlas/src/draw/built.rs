//! Houses, earthworks and trees: everything that stands on the ground.

use std::collections::BTreeSet;

use board::Hex;

use super::scene::Scene;
use super::style::{AreaManner, Stamp};
use super::svg::{HEX, Pen, Svg, chance, number, swing};
use crate::layout::Point;

/// Symbols shared by all stamps of a drawing.
pub(super) fn definitions(scene: &Scene<'_>, svg: &mut Svg) {
    let style = scene.style;
    let prefix = &style.prefix;
    let (dark, light, outline) = (&style.tree_dark, &style.tree_light, &style.tree_outline);
    match style.stamp {
        Stamp::Broadleaf => {
            svg.raw(&format!(
                "<g id=\"{prefix}t\"><ellipse cx=\"2.5\" cy=\"3\" rx=\"6.2\" ry=\"4.6\" fill=\"{outline}\" opacity=\".28\"/>\
                 <path fill=\"{dark}\" stroke=\"{outline}\" stroke-width=\".8\" d=\"M-5.6 1.2Q-7.4-2.2-4.4-4.2-4-7.6-.6-7.4 2.4-9 4.2-6.2 7.4-5.4 6.2-2 7.6 1.6 4.2 2.6 1.8 4.6-1 3.2-4.4 4.4-5.6 1.2Z\"/>\
                 <path fill=\"{light}\" opacity=\".8\" d=\"M-4.4-.8Q-5-3.8-2.6-5-.4-7 1.6-5.2.4-2.4-1.2-1.6-2.8.2-4.4-.8Z\"/></g>\n"
            ));
            svg.raw(&format!(
                "<g id=\"{prefix}u\"><ellipse cx=\"1.8\" cy=\"2.4\" rx=\"4.6\" ry=\"3.2\" fill=\"{outline}\" opacity=\".28\"/>\
                 <circle cy=\"-1\" r=\"4.2\" fill=\"{light}\" stroke=\"{outline}\" stroke-width=\".8\"/>\
                 <path fill=\"{dark}\" opacity=\".55\" d=\"M4-1A4.2 4.2 0 0 1-2 2.6Q2 2 4-1Z\"/></g>\n"
            ));
        }
        Stamp::Fir => {
            svg.raw(&format!(
                "<g id=\"{prefix}t\"><ellipse cx=\"3\" cy=\"3.4\" rx=\"6\" ry=\"2.4\" fill=\"{outline}\" opacity=\".22\"/>\
                 <path fill=\"{dark}\" stroke=\"{outline}\" stroke-width=\".6\" d=\"M0-11L3.2-5.4 2-5.6 5.2 0 3.4-.2 6.2 4H-6.2L-3.4-.2-5.2 0-2-5.6-3.2-5.4Z\"/>\
                 <path fill=\"#fff\" opacity=\".8\" d=\"M0-11L-3.2-5.4-1.4-6Q-.6-8 0-11ZM-2-4.6L-5.2 0-2.6-1Q-1.6-2.6-2-4.6ZM-3.4.6L-6.2 4-2.4 3.2Q-2.4 1.6-3.4.6Z\"/></g>\n"
            ));
            svg.raw(&format!(
                "<g id=\"{prefix}u\" fill=\"none\" stroke=\"{outline}\" stroke-linecap=\"round\">\
                 <path stroke-width=\"1.3\" d=\"M0 4V-2\"/><path stroke-width=\".8\" d=\"M0-2V-9M0-1L-4-6M0-1L4-6M0-4L-2.6-8M0-4L2.6-8M-2-3.6L-4.8-3.4M2-3.6L4.8-3.4\"/></g>\n"
            ));
        }
    }
    for (number, roof) in style.roof.iter().enumerate() {
        svg.raw(&format!(
            "<g id=\"{prefix}h{number}\"><path fill=\"{0}\" opacity=\".3\" d=\"M-4-2L6.5-1.5V4.5H-4Z\"/>\
             <path fill=\"{roof}\" stroke=\"{0}\" stroke-width=\".8\" d=\"M-5-3.2H5V3.2H-5Z\"/>\
             <path fill=\"#000\" opacity=\".16\" d=\"M-5 0H5V3.2H-5Z\"/></g>\n",
            style.roof_edge
        ));
    }
    svg.raw(&format!(
        "<g id=\"{prefix}c\" stroke=\"{0}\" stroke-width=\"1\"><path fill=\"{1}\" d=\"M-8 6V-1H3V6Z\"/>\
         <path fill=\"{2}\" d=\"M-9-1L-6.5-5H2L4-1Z\"/><path fill=\"{1}\" d=\"M2 6V-6H8V6Z\"/>\
         <path fill=\"{2}\" d=\"M1-6L5-16 9-6Z\"/><path fill=\"none\" d=\"M5-16V-21M3-19H7\"/></g>\n",
        style.roof_edge, style.light, style.roof[0]
    ));
}

/// Something placed on the map, drawn from the back to the front.
struct Placed {
    at: Point,
    what: String,
}

/// Points that stamps keep away from.
pub(super) struct Clearings {
    points: Vec<(Point, f64)>,
}

impl Clearings {
    pub(super) fn of(scene: &Scene<'_>) -> Clearings {
        let mut points = Vec::new();
        for stretch in &scene.roads {
            let width = scene.style.road.get(&stretch.kind).map_or(0.05, |style| style.width) * HEX;
            points.extend(stretch.curve.samples(5.0).into_iter().map(|(at, _)| (at, width / 2.0)));
        }
        for course in &scene.water {
            let width = scene.style.hexside.get(&course.name).map_or(0.05, |style| style.width) * HEX;
            points.extend(course.curve.samples(5.0).into_iter().map(|(at, _)| (at, width / 2.0)));
        }
        Clearings { points }
    }

    fn free(&self, at: Point, radius: f64) -> bool {
        self.points.iter().all(|(point, wide)| {
            let apart = *point - at;
            apart.x.abs() > radius + wide || apart.length() > radius + wide
        })
    }
}

fn spread(hex: Hex, number: u64, salt: u64) -> Point {
    // Points of a hex: an angle and a distance that fills the area evenly, within the inner circle.
    let seed = u64::from(hex.0);
    let angle = chance(&[seed, number, salt]) * std::f64::consts::TAU;
    let far = chance(&[seed, number, salt + 1]).sqrt() * 0.54 * HEX;
    Point::new(angle.cos() * far, angle.sin() * far)
}

fn in_hex(scene: &Scene<'_>, hex: Hex, at: Point) -> bool {
    let offset = (at - scene.centre(hex)) * (1.0 / HEX);
    offset.y.abs() < 0.47 && (offset.x.abs() * 0.866 + offset.y.abs() * 0.5) < 0.47
}

/// The direction of the road nearest to a point, in degrees: houses stand along it.
fn street(scene: &Scene<'_>, at: Point) -> Option<f64> {
    let near = scene.roads.iter().flat_map(|stretch| stretch.curve.samples(6.0));
    let near = near.map(|(point, way)| (point.distance(at), way)).min_by(|a, b| a.0.total_cmp(&b.0))?;
    (near.0 < 0.5 * HEX).then(|| near.1.y.atan2(near.1.x).to_degrees())
}

pub(super) fn stamps(scene: &Scene<'_>, svg: &mut Svg) {
    let clearings = Clearings::of(scene);
    let mut placed: Vec<Placed> = Vec::new();
    let prefix = &scene.style.prefix;
    let village_hexes: BTreeSet<Hex> =
        scene.map.labels.iter().filter(|label| label.size == "village").map(|label| label.hex).collect();
    let built: BTreeSet<Hex> = areas(scene, AreaManner::Houses).flat_map(|(_, hexes)| hexes).collect();
    for (density, hexes) in areas(scene, AreaManner::Houses) {
        for hex in hexes {
            let count = if village_hexes.contains(&hex) { density * 2 / 3 } else { density };
            houses(scene, &clearings, hex, count, 0.5, &mut placed);
        }
    }
    for label in scene.map.labels.iter().filter(|label| label.size == "village" && !built.contains(&label.hex)) {
        houses(scene, &clearings, label.hex, 6, 0.3, &mut placed);
    }
    for label in scene.map.labels.iter().filter(|label| label.size == "town") {
        let at = scene.centre(label.hex) + Point::new(-0.2 * HEX, -0.16 * HEX);
        placed.push(Placed {
            at,
            what: format!("<use href=\"#{prefix}c\" x=\"{}\" y=\"{}\"/>", number(at.x), number(at.y)),
        });
    }
    for (stamp, manner, radius) in [("t", AreaManner::Trees, 5.5), ("u", AreaManner::Scattered, 5.0)] {
        for (density, hexes) in areas(scene, manner) {
            for hex in hexes {
                let taken_by_houses = village_hexes.contains(&hex);
                trees(scene, &clearings, hex, density, stamp, radius, taken_by_houses, &mut placed);
            }
        }
    }
    placed.sort_by(|a, b| a.at.y.total_cmp(&b.at.y).then(a.at.x.total_cmp(&b.at.x)));
    svg.open("class=\"stamps\"");
    for stamp in placed {
        svg.raw(&stamp.what).raw("\n");
    }
    svg.close();
}

/// The terrains drawn in one manner: how dense, and where.
fn areas<'s>(scene: &'s Scene<'_>, manner: AreaManner) -> impl Iterator<Item = (u8, Vec<Hex>)> + 's {
    scene.map.terrain.iter().filter_map(move |(name, hexes)| {
        let style = scene.style.terrain.get(name).filter(|style| style.draw == manner)?;
        Some((style.density, hexes.clone()))
    })
}

fn houses(scene: &Scene<'_>, clearings: &Clearings, hex: Hex, count: u8, reach: f64, placed: &mut Vec<Placed>) {
    let mut here: Vec<Point> = Vec::new();
    for number_of_try in 0..u64::from(count) * 9 {
        if here.len() >= usize::from(count) {
            break;
        }
        let at = scene.centre(hex) + spread(hex, number_of_try, 61) * (reach / 0.5);
        let apart = here.iter().all(|other| other.distance(at) > 10.5);
        if !apart || !in_hex(scene, hex, at) || !clearings.free(at, 5.2) {
            continue;
        }
        here.push(at);
        let seed = [u64::from(hex.0), number_of_try];
        let quarter = if chance(&[seed[0], seed[1], 63]) < 0.35 { 90.0 } else { 0.0 };
        let angle = street(scene, at).unwrap_or_else(|| 40.0 * swing(&[seed[0], 64]))
            + quarter
            + 7.0 * swing(&[seed[0], seed[1], 65]);
        let roof = (chance(&[seed[0], seed[1], 66]) * scene.style.roof.len() as f64) as usize;
        let what = format!(
            "<use href=\"#{}h{roof}\" transform=\"translate({} {})rotate({})\"/>",
            scene.style.prefix,
            number(at.x),
            number(at.y),
            angle.round()
        );
        placed.push(Placed { at, what });
    }
}

#[allow(clippy::too_many_arguments)]
fn trees(
    scene: &Scene<'_>,
    clearings: &Clearings,
    hex: Hex,
    density: u8,
    stamp: &str,
    radius: f64,
    taken_by_houses: bool,
    placed: &mut Vec<Placed>,
) {
    let mut here: Vec<Point> = Vec::new();
    for number_of_try in 0..u64::from(density) * 7 {
        if here.len() >= usize::from(density) {
            break;
        }
        let offset = spread(hex, number_of_try, 71);
        let at = scene.centre(hex) + offset;
        let apart = here.iter().all(|other| other.distance(at) > radius * 1.75);
        let clear_of_houses = !taken_by_houses || offset.length() > 0.34 * HEX;
        if apart && clear_of_houses && in_hex(scene, hex, at) && clearings.free(at, radius) && scene.field.holds(at) {
            here.push(at);
            let what =
                format!("<use href=\"#{}{stamp}\" x=\"{}\" y=\"{}\"/>", scene.style.prefix, number(at.x), number(at.y));
            placed.push(Placed { at, what });
        }
    }
}

/// Lunettes: an arrow-shaped rampart, open to the rear, which is where the nearest houses are.
pub(super) fn forts(scene: &Scene<'_>, svg: &mut Svg) {
    let houses: Vec<Point> =
        areas(scene, AreaManner::Houses).flat_map(|(_, hexes)| hexes).map(|hex| scene.centre(hex)).collect();
    for (name, hexes) in &scene.map.terrain {
        let Some(style) = scene.style.terrain.get(name).filter(|style| style.draw == AreaManner::Fort) else {
            continue;
        };
        for hex in hexes {
            let at = scene.centre(*hex);
            let near: Vec<Point> = houses.iter().copied().filter(|house| house.distance(at) < 4.2 * HEX).collect();
            let rear = near.iter().fold(Point::default(), |sum, house| sum + (*house - at).unit());
            let front = if rear.length() > 0.01 { rear.unit() * -1.0 } else { Point::new(0.0, 1.0) };
            let side = front.turned();
            let place = |ahead: f64, aside: f64| at + front * (ahead * HEX) + side * (aside * HEX);
            let trace = |grow: f64| {
                [
                    place(-0.2, -0.2 - grow),
                    place(0.06, -0.25 - grow),
                    place(0.3 + grow * 1.2, 0.0),
                    place(0.06, 0.25 + grow),
                    place(-0.2, 0.2 + grow),
                ]
            };
            let mut ditch = Pen::default();
            let mut rampart = Pen::default();
            let mut floor = Pen::default();
            floor.polygon(&trace(0.0));
            for (pen, grow) in [(&mut ditch, 0.06), (&mut rampart, 0.0)] {
                for (number, point) in trace(grow).into_iter().enumerate() {
                    if number == 0 {
                        pen.move_to(point)
                    } else {
                        pen.line_to(point)
                    };
                }
            }
            let mut glacis = Pen::default();
            let outer = trace(0.07);
            for pair in outer.windows(2) {
                let way = (pair[1] - pair[0]).unit();
                let out = way.turned() * -1.0;
                let out = if out.dot(pair[0].middle(pair[1]) - at) < 0.0 { out * -1.0 } else { out };
                let length = pair[0].distance(pair[1]);
                let ticks = (length / 3.6) as u32;
                for tick in 1..ticks {
                    let foot = pair[0] + way * (length * f64::from(tick) / f64::from(ticks));
                    glacis.move_to(foot);
                    glacis.line_to(foot + out * if tick % 2 == 0 { 4.6 } else { 3.0 });
                }
            }
            let earth = &scene.style.earthwork;
            svg.path(&floor, &format!("fill=\"{}\"", style.fill));
            svg.path(&glacis, &format!("fill=\"none\" stroke=\"{earth}\" stroke-width=\"1\""));
            svg.path(&ditch, &format!("fill=\"none\" stroke=\"{earth}\" stroke-width=\"1.2\""));
            let line =
                format!("fill=\"none\" stroke=\"{}\" stroke-width=\"4.2\" stroke-linejoin=\"miter\"", scene.style.ink);
            svg.path(&rampart, &line);
            svg.path(&rampart, &format!("fill=\"none\" stroke=\"{earth}\" stroke-width=\"2.2\""));
        }
    }
}
