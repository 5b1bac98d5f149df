//! Houses, earthworks and trees: everything that stands on the ground.

use std::collections::BTreeSet;

use board::{Direction, Hex};

use super::lettering::Name;
use super::scene::{Rectangle, Scene};
use super::squares::{Frames, Squares};
use super::style::{AreaManner, SideManner, Stamp};
use super::svg::{HEX, Pen, Svg, chance, number, swing};
use super::symbol::filled;
use crate::layout::{self, Point};

/// Symbols shared by all stamps of a drawing.
pub(super) fn definitions(scene: &Scene<'_>, svg: &mut Svg) {
    let style = scene.style;
    let prefix = ("prefix", style.prefix.as_str());
    let tree = match style.stamp {
        Stamp::Broadleaf => include_str!("../../symbols/stamps/broadleaf.svg"),
        Stamp::Fir => include_str!("../../symbols/stamps/fir.svg"),
    };
    let leaves = [prefix, ("dark", &style.tree_dark), ("light", &style.tree_light), ("outline", &style.tree_outline)];
    svg.raw(&filled(tree, &leaves));
    let edge = ("edge", style.roof_edge.as_str());
    for (number, roof) in style.roof.iter().enumerate() {
        let blanks = [prefix, edge, ("number", &number.to_string()), ("roof", roof)];
        svg.raw(&filled(include_str!("../../symbols/stamps/house.svg"), &blanks));
    }
    let blanks = [prefix, edge, ("wall", &style.light), ("roof", &style.roof[0])];
    svg.raw(&filled(include_str!("../../symbols/stamps/landmarks.svg"), &blanks)).raw("\n");
}

/// Something placed on the map, drawn from the back to the front.
struct Placed {
    at: Point,
    what: String,
}

/// Half the width of what a church or a mill keeps free around itself.
const LANDMARK: f64 = 11.0;

/// What stamps keep away from: roads, water, names.
struct Clearings {
    /// Each with the distance that is kept from it.
    points: Squares<f64>,
    names: Frames<()>,
}

impl Clearings {
    fn of(scene: &Scene<'_>, names: &[Name<'_>]) -> Clearings {
        let mut points = Vec::new();
        for stretch in &scene.roads {
            let width = scene.style.road.get(&stretch.kind).map_or(0.05, |style| style.width) * HEX;
            points.extend(stretch.curve.samples(5.0).into_iter().map(|(at, _)| (at, width / 2.0)));
        }
        for course in &scene.water {
            let style = scene.style.hexside.get(&course.name);
            // The hachures of a gully reach out on both sides.
            let share = if style.is_some_and(|style| style.draw == SideManner::Gully) { 0.8 } else { 0.5 };
            let reach = style.map_or(0.05, |style| style.width) * HEX * share;
            points.extend(course.curve.samples(5.0).into_iter().map(|(at, _)| (at, reach)));
        }
        let widest = points.iter().map(|(_, wide)| *wide).fold(LANDMARK, f64::max);
        let mut clearings = Clearings { points: Squares::new(widest), names: Frames::default() };
        points.into_iter().for_each(|(at, wide)| clearings.points.add(at, wide));
        for name in names.iter().filter(|name| name.label.turn == 0) {
            clearings.names.add(name.frame, ());
        }
        clearings
    }

    fn free(&self, at: Point, radius: f64) -> bool {
        let own = Rectangle::around(at, radius * 1.3, radius * 1.3);
        let unwritten = self.names.near(&own).all(|(name, ())| name.overlap(&own) == 0.0);
        unwritten
            && self.points.near(&Rectangle::around(at, radius * 2.0, radius * 2.0)).all(|(point, wide)| {
                let apart = *point - at;
                apart.x.abs() > radius + wide || apart.length() > radius + wide
            })
    }
}

/// A point of a hex as seen from its centre: an angle and a distance that fill the area evenly.
fn spread(seed: u64, number: u64, salt: u64) -> Point {
    let angle = chance(&[seed, number, salt]) * std::f64::consts::TAU;
    let far = chance(&[seed, number, salt + 1]).sqrt() * 0.54 * HEX;
    Point::new(angle.cos() * far, angle.sin() * far)
}

fn in_hex(offset: Point) -> bool {
    let (x, y) = (offset.x.abs() / HEX, offset.y.abs() / HEX);
    y < 0.47 && x * 0.866 + y * 0.5 < 0.47
}

/// How trees are planted.
#[derive(Clone, Copy)]
struct Planting {
    stamp: char,
    radius: f64,
    density: u8,
    /// The middle is left to the houses of a village.
    around_houses: bool,
}

struct Builder<'s, 'm> {
    scene: &'s Scene<'m>,
    clearings: Clearings,
    /// The ways of the roads, point by point.
    streets: Squares<Point>,
    placed: Vec<Placed>,
}

impl Builder<'_, '_> {
    /// The direction of the road nearest to a point, in degrees: houses stand along it.
    fn street(&self, at: Point) -> Option<f64> {
        let near = self.streets.near(&Rectangle::around(at, HEX, HEX));
        let near = near.map(|(point, way)| (point.distance(at), way)).min_by(|a, b| a.0.total_cmp(&b.0))?;
        (near.0 < 0.5 * HEX).then(|| near.1.y.atan2(near.1.x).to_degrees())
    }

    /// A symbol that stands upright.
    fn place(&mut self, symbol: char, at: Point) {
        let (x, y) = (number(at.x), number(at.y));
        let what = format!("<use href=\"#{}{symbol}\" x=\"{x}\" y=\"{y}\"/>", self.scene.style.prefix);
        self.placed.push(Placed { at, what });
    }

    fn houses(&mut self, hex: Hex, count: u8, reach: f64) {
        let style = self.scene.style;
        let seed = u64::from(hex.0);
        let mut here: Vec<Point> = Vec::new();
        for attempt in 0..u64::from(count) * 9 {
            if here.len() >= usize::from(count) {
                break;
            }
            let offset = spread(seed, attempt, 61) * (reach / 0.5);
            let at = self.scene.centre(hex) + offset;
            let apart = here.iter().all(|other| other.distance(at) > 10.5);
            if !apart || !in_hex(offset) || !self.clearings.free(at, 5.2) {
                continue;
            }
            here.push(at);
            let quarter = if chance(&[seed, attempt, 63]) < 0.35 { 90.0 } else { 0.0 };
            let along = self.street(at).unwrap_or_else(|| 40.0 * swing(&[seed, 64]));
            let angle = (along + quarter + 7.0 * swing(&[seed, attempt, 65])).round();
            let roof = (chance(&[seed, attempt, 66]) * style.roof.len() as f64) as usize;
            let (prefix, x, y) = (&style.prefix, number(at.x), number(at.y));
            let what = format!("<use href=\"#{prefix}h{roof}\" transform=\"translate({x} {y})rotate({angle})\"/>");
            self.placed.push(Placed { at, what });
        }
    }

    /// Trees in a hex with this centre, which may lie just beyond the edge.
    fn trees(&mut self, seed: u64, centre: Point, planting: Planting) {
        let mut here: Vec<Point> = Vec::new();
        for attempt in 0..u64::from(planting.density) * 7 {
            if here.len() >= usize::from(planting.density) {
                break;
            }
            let offset = spread(seed, attempt, 71);
            let at = centre + offset;
            let apart = here.iter().all(|other| other.distance(at) > planting.radius * 1.75);
            let clear_of_houses = !planting.around_houses || offset.length() > 0.34 * HEX;
            let visible = self.scene.field.holds(at);
            if apart && clear_of_houses && visible && in_hex(offset) && self.clearings.free(at, planting.radius) {
                here.push(at);
                self.place(planting.stamp, at);
            }
        }
    }
}

/// Houses, churches, mills and trees, those in front over those behind.
pub(super) fn stamps(scene: &Scene<'_>, names: &[Name<'_>], svg: &mut Svg) {
    let mut streets = Squares::new(0.0);
    for (at, way) in scene.roads.iter().flat_map(|stretch| stretch.curve.samples(6.0)) {
        streets.add(at, way);
    }
    let mut builder = Builder { scene, clearings: Clearings::of(scene, names), streets, placed: Vec::new() };
    let grid = &scene.map.grid;
    let of_size = |size: &'static str| scene.map.labels.iter().filter(move |label| label.size == size);
    let villages: BTreeSet<Hex> = of_size("village").map(|label| label.hex).collect();
    for (symbol, size) in [('c', "church"), ('m', "mill")] {
        for label in of_size(size) {
            // Beside the road, if there is room.
            let beside = (0..12).map(|turn| f64::from(turn) * std::f64::consts::TAU / 12.0);
            let beside = beside.map(|angle| Point::new(angle.sin(), -angle.cos()) * (0.24 * HEX));
            let around = std::iter::once(Point::default()).chain(beside).map(|offset| scene.centre(label.hex) + offset);
            let at = around.clone().find(|at| builder.clearings.free(*at, 10.0)).or_else(|| around.clone().next());
            let Some(at) = at else { continue };
            builder.clearings.points.add(at, LANDMARK);
            builder.place(symbol, at);
        }
    }
    let mut built: BTreeSet<Hex> = BTreeSet::new();
    for (density, hexes) in areas(scene, AreaManner::Houses) {
        for hex in hexes {
            let count = if villages.contains(&hex) { density * 2 / 3 } else { density };
            builder.houses(hex, count, 0.5);
            built.insert(hex);
        }
    }
    for hex in villages.difference(&built) {
        builder.houses(*hex, 6, 0.3);
    }
    for (stamp, manner, radius) in [('t', AreaManner::Trees, 5.5), ('u', AreaManner::Scattered, 5.0)] {
        for (density, hexes) in areas(scene, manner) {
            let wooded: BTreeSet<Hex> = hexes.iter().copied().collect();
            let mut planted = BTreeSet::new();
            for hex in hexes {
                let planting = Planting { stamp, radius, density, around_houses: villages.contains(&hex) };
                let centre = scene.centre(hex);
                builder.trees(u64::from(hex.0), centre, planting);
                // Woods run on beyond the edge.
                let beyond = Direction::ALL.into_iter().filter(|direction| grid.neighbour(hex, *direction).is_none());
                for direction in beyond.filter(|_| manner == AreaManner::Trees) {
                    let seed = u64::from(hex.0) * 6 + direction as u64 + 100_000;
                    let outside = centre + layout::side_offset(direction) * (2.0 * HEX);
                    // Only where the nearest hex of the map is wooded: the floor is drawn there as well.
                    let nearest = scene.nearest(outside).filter(|nearest| wooded.contains(nearest));
                    if nearest.is_some() && planted.insert(scene.column_row(outside)) {
                        builder.trees(seed, outside, planting);
                    }
                }
            }
        }
    }
    let mut placed = builder.placed;
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
