//! Fields, hills, woods' floors, lakes: everything flat.

use std::collections::BTreeSet;

use board::{Direction, Hex, HexsideId, VertexId};

use super::scene::Scene;
use super::style::{AreaManner, SideManner, Texture};
use super::svg::{Curve, HEX, Pen, Svg, chains, chance, number, swing};
use crate::layout::{self, Point};

fn pen_of(curves: &[Curve]) -> Pen {
    let mut pen = Pen::default();
    for curve in curves {
        curve.trace(&mut pen);
        pen.close();
    }
    pen
}

/// The bare ground with its patchwork of fields.
pub(super) fn fields(scene: &Scene<'_>, svg: &mut Svg) {
    let (style, field) = (scene.style, scene.field);
    let (x, y) = (number(field.left), number(field.top));
    let (width, height) = (number(field.width()), number(field.height()));
    svg.raw(&format!("<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{}\"/>\n", style.ground));
    let spots = (scene.map.grid.len() / 7).clamp(6, 200) as u64;
    for (number, tint) in style.tints.iter().enumerate() {
        let mut pen = Pen::default();
        for spot in (0..spots).filter(|spot| (*spot as usize) % style.tints.len() == number) {
            let middle = Point::new(
                field.left + chance(&[spot, 31]) * field.width(),
                field.top + chance(&[spot, 32]) * field.height(),
            );
            let size = HEX * (0.5 + 1.1 * chance(&[spot, 33]));
            let tilt = chance(&[spot, 36]) * 3.0;
            let ring: Vec<Point> = (0..7)
                .map(|corner| {
                    let angle = f64::from(corner) / 7.0 * std::f64::consts::TAU;
                    let far = size * (0.7 + 0.5 * chance(&[spot, corner as u64, 34]));
                    let flat = Point::new(angle.cos() * far * 1.5, angle.sin() * far * 0.8);
                    middle
                        + Point::new(
                            flat.x * tilt.cos() - flat.y * tilt.sin(),
                            flat.x * tilt.sin() + flat.y * tilt.cos(),
                        )
                })
                .collect();
            Curve::ring(&ring).trace(&mut pen);
            pen.close();
        }
        svg.path(&pen, &format!("fill=\"{tint}\" opacity=\".6\""));
    }
}

/// Furrows or snowdrifts on open ground.
pub(super) fn texture(scene: &Scene<'_>, svg: &mut Svg) {
    let covered: BTreeSet<Hex> = scene.map.terrain.values().flatten().copied().collect();
    let mut pen = Pen::default();
    for hex in scene.map.grid.hexes().filter(|hex| !covered.contains(hex)) {
        let marks = if scene.style.texture == Texture::Furrows { 1 } else { 2 };
        for mark in 0..marks {
            let seed = u64::from(hex.0);
            let at = scene.centre(hex) + Point::new(swing(&[seed, mark, 37]), swing(&[seed, mark, 38])) * (0.4 * HEX);
            match scene.style.texture {
                Texture::None => {}
                Texture::Furrows => {
                    let angle = (chance(&[seed / 3, 39]) * 4.0).floor() * 0.8 + 0.2;
                    let way = Point::new(angle.cos(), angle.sin()) * 9.0;
                    let aside = way.turned() * 0.36;
                    let next = aside - way;
                    let (dx, dy, nx, ny) = (number(way.x), number(way.y), number(next.x), number(next.y));
                    pen.move_to(at).raw(&format!("l{dx} {dy}m{nx} {ny}l{dx} {dy}m{nx} {ny}l{dx} {dy}"));
                }
                Texture::Drifts => {
                    let long = number(7.0 + 7.0 * chance(&[seed, mark, 40]));
                    pen.move_to(at).raw(&format!("q{long}-4 {} 0", number(14.0 + 10.0 * chance(&[seed, mark, 41]))));
                }
            }
        }
    }
    let width = if scene.style.texture == Texture::Drifts { "1.1" } else { ".8" };
    let stroke = format!("fill=\"none\" stroke=\"{}\" stroke-width=\"{width}\" opacity=\".3\"", scene.style.shadow);
    svg.path(&pen, &stroke);
}

/// Hills: each level a lighter sheet with its shadow to the lower right, as if lit from the upper left.
pub(super) fn relief(scene: &Scene<'_>, svg: &mut Svg) {
    let style = scene.style;
    let levels: Vec<u8> = scene.map.heights.keys().copied().filter(|level| *level > 0).collect();
    for (rank, level) in levels.iter().enumerate() {
        let high: BTreeSet<Hex> =
            scene.map.heights.range(level..).flat_map(|(_, hexes)| hexes.iter().copied()).collect();
        let inset = 0.06 + 0.1 * rank as f64;
        let curves = scene.outline(&high, true, inset, 0.07);
        let pen = pen_of(&curves);
        let mut layers: Vec<String> = [(9.0, ".1"), (6.0, ".14"), (3.0, ".18")]
            .into_iter()
            .map(|(shift, opacity)| {
                let (right, down) = (number(shift * 0.7), number(shift));
                format!("fill=\"{}\" opacity=\"{opacity}\" transform=\"translate({right} {down})\"", style.shadow)
            })
            .collect();
        layers.push(format!("fill=\"{}\"", style.light));
        layers.push(format!("fill=\"{}\" opacity=\"{}\"", style.ground, if rank == 0 { ".55" } else { ".2" }));
        layers.push(format!("fill=\"none\" stroke=\"{}\" stroke-width=\".9\" opacity=\".75\"", style.contour));
        svg.paths(&pen, &layers);
        let inner = pen_of(&scene.outline(&high, true, inset + 0.1, 0.07));
        svg.path(&inner, &format!("fill=\"none\" stroke=\"{}\" stroke-width=\".6\" opacity=\".5\"", style.contour));
    }
}

/// Floors of woods and towns, water surfaces, marshes.
pub(super) fn areas(scene: &Scene<'_>, svg: &mut Svg) {
    for (name, hexes) in &scene.map.terrain {
        let Some(style) = scene.style.terrain.get(name) else { continue };
        let hexes: BTreeSet<Hex> = hexes.iter().copied().collect();
        let fill = format!("fill=\"{}\"", style.fill);
        match style.draw {
            AreaManner::Nothing | AreaManner::Fort => {}
            AreaManner::Trees => {
                let pen = pen_of(&scene.outline(&hexes, true, 0.05, 0.09));
                svg.path(
                    &pen,
                    &format!(
                        "{fill} stroke=\"{}\" stroke-width=\"1\" stroke-opacity=\".35\"",
                        scene.style.tree_outline
                    ),
                );
            }
            AreaManner::Scattered => {
                let pen = pen_of(&scene.outline(&hexes, false, 0.09, 0.1));
                svg.path(&pen, &format!("{fill} opacity=\".85\""));
            }
            AreaManner::Houses => {
                let pen = pen_of(&scene.outline(&hexes, false, 0.06, 0.05));
                svg.path(
                    &pen,
                    &format!(
                        "{fill} opacity=\".9\" stroke=\"{}\" stroke-width=\"1\" stroke-opacity=\".5\"",
                        scene.style.roof_edge
                    ),
                );
            }
            AreaManner::Water | AreaManner::Ice => {
                let pen = pen_of(&scene.outline(&hexes, true, 0.1, 0.1));
                svg.path(&pen, &format!("{fill} stroke=\"{}\" stroke-width=\"1.6\"", style.edge));
                let lines = if style.draw == AreaManner::Ice { &[0.2][..] } else { &[0.17, 0.25][..] };
                for inset in lines {
                    let shore = pen_of(&scene.outline(&hexes, true, *inset, 0.1));
                    svg.path(
                        &shore,
                        &format!("fill=\"none\" stroke=\"{}\" stroke-width=\".7\" opacity=\".55\"", style.edge),
                    );
                }
                if style.draw == AreaManner::Ice {
                    svg.path(
                        &cracks(scene, &hexes),
                        "fill=\"none\" stroke=\"#fff\" stroke-width=\"1.1\" opacity=\".85\"",
                    );
                }
            }
            AreaManner::Heath => {
                let pen = pen_of(&scene.outline(&hexes, true, 0.06, 0.1));
                svg.path(&pen, &format!("{fill} opacity=\".55\""));
                let stroke = format!("fill=\"none\" stroke=\"{}\" stroke-width=\"1\" opacity=\".8\"", style.edge);
                svg.path(&tufts(scene, &hexes), &stroke);
            }
            AreaManner::Hills | AreaManner::Mountains => {
                let pen = pen_of(&scene.outline(&hexes, true, 0.04, 0.1));
                svg.path(&pen, &format!("{fill} opacity=\".45\""));
                let draw = if style.draw == AreaManner::Hills { hills } else { mountains };
                draw(scene, &hexes, &style.fill, &style.edge, svg);
            }
            AreaManner::Marsh => {
                let pen = pen_of(&scene.outline(&hexes, true, 0.08, 0.1));
                svg.path(&pen, &format!("{fill} opacity=\".6\""));
                svg.path(
                    &reeds(scene, &hexes),
                    &format!("fill=\"none\" stroke=\"{}\" stroke-width=\"1.1\"", style.edge),
                );
            }
        }
    }
}

/// What is not on the map: the paper shows, behind a line.
pub(super) fn void(scene: &Scene<'_>, svg: &mut Svg) {
    let grid = &scene.map.grid;
    if !grid.has_void() {
        return;
    }
    let mut blank = Pen::default();
    for index in 0..grid.len() {
        let hex = Hex(index as u16);
        if grid.is_void(hex) {
            // A little larger than the hex, so that nothing shines through between two of them.
            let corners = Direction::ALL.map(|corner| scene.centre(hex) + layout::corner_offset(corner) * (HEX * 1.03));
            blank.polygon(&corners);
        }
    }
    svg.path(&blank, &format!("class=\"void\" fill=\"{}\"", scene.style.paper));
    let mut rim = Pen::default();
    let corner = |hex: Hex, corner: Direction| scene.centre(hex) + layout::corner_offset(corner) * HEX;
    for hex in grid.hexes() {
        for direction in Direction::ALL.into_iter().filter(|direction| grid.neighbour(hex, *direction).is_none()) {
            rim.move_to(corner(hex, direction.clockwise(5))).line_to(corner(hex, direction));
        }
    }
    svg.path(
        &rim,
        &format!("fill=\"none\" stroke=\"{}\" stroke-width=\"2.2\" stroke-linecap=\"round\"", scene.style.ink),
    );
}

/// Tufts of heather, three strokes each.
fn tufts(scene: &Scene<'_>, hexes: &BTreeSet<Hex>) -> Pen {
    let mut pen = Pen::default();
    for hex in hexes {
        for tuft in 0..7_u64 {
            let seed = u64::from(hex.0);
            let foot =
                scene.centre(*hex) + Point::new(swing(&[seed, tuft, 54]), swing(&[seed, tuft, 55])) * (0.4 * HEX);
            for lean in [-4.0, 0.0, 4.0] {
                pen.move_to(foot).line_to(foot + Point::new(lean, -5.0 + lean.abs() * 0.3));
            }
        }
    }
    pen
}

/// Tops in a hex, each with its foot and how high it is: those in front stand lower on the sheet and come last.
fn tops(scene: &Scene<'_>, hexes: &BTreeSet<Hex>, count: u64) -> Vec<(Point, f64)> {
    let mut tops: Vec<(Point, f64)> = Vec::new();
    for hex in hexes {
        let seed = u64::from(hex.0);
        for top in 0..count {
            let across = (top as f64 + 0.5) / count as f64 - 0.5;
            let at = Point::new(across * 0.8 + 0.08 * swing(&[seed, top, 56]), 0.24 * swing(&[seed, top, 57]) + 0.1);
            tops.push((scene.centre(*hex) + at * HEX, HEX * (0.26 + 0.12 * chance(&[seed, top, 58]))));
        }
    }
    tops.sort_by(|a, b| a.0.y.total_cmp(&b.0.y));
    tops
}

fn hills(scene: &Scene<'_>, hexes: &BTreeSet<Hex>, fill: &str, edge: &str, svg: &mut Svg) {
    let (mut rounds, mut strokes) = (Pen::default(), Pen::default());
    for (foot, high) in tops(scene, hexes, 2) {
        let (wide, up) = (number(high * 1.9), number(high * 1.1));
        rounds.move_to(foot - Point::new(high * 0.95, 0.0));
        rounds.raw(&format!("q{}-{up} {wide} 0", number(high * 0.95)));
        for stroke in 0..4 {
            let x = high * (0.1 + 0.2 * f64::from(stroke));
            strokes.move_to(foot + Point::new(x, -high * (0.5 - 0.11 * f64::from(stroke))));
            strokes.raw(&format!("l{} {}", number(high * 0.08), number(high * 0.3)));
        }
    }
    svg.path(&rounds, &format!("fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\"1.3\""));
    svg.path(&strokes, &format!("fill=\"none\" stroke=\"{edge}\" stroke-width=\"1\" opacity=\".8\""));
}

fn mountains(scene: &Scene<'_>, hexes: &BTreeSet<Hex>, fill: &str, edge: &str, svg: &mut Svg) {
    for (foot, high) in tops(scene, hexes, 2) {
        let high = high * 1.25;
        let at = |x: f64, y: f64| foot + Point::new(x * high, -y * high);
        let mut whole = Pen::default();
        whole.polygon(&[at(-0.75, 0.0), at(-0.3, 0.62), at(0.0, 1.0), at(0.32, 0.55), at(0.75, 0.0)]);
        svg.path(&whole, &format!("fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\"1.1\" stroke-linejoin=\"round\""));
        let mut dark = Pen::default();
        dark.polygon(&[at(0.0, 1.0), at(0.32, 0.55), at(0.75, 0.0), at(0.2, 0.0), at(0.06, 0.4)]);
        svg.path(&dark, &format!("fill=\"{edge}\" opacity=\".55\""));
    }
}

fn cracks(scene: &Scene<'_>, hexes: &BTreeSet<Hex>) -> Pen {
    let mut pen = Pen::default();
    for hex in hexes {
        for crack in 0..2_u64 {
            let seed = u64::from(hex.0);
            let start =
                scene.centre(*hex) + Point::new(swing(&[seed, crack, 41]), swing(&[seed, crack, 42])) * (0.25 * HEX);
            let angle = chance(&[seed, crack, 43]) * std::f64::consts::TAU;
            let way = Point::new(angle.cos(), angle.sin()) * (0.16 * HEX);
            pen.move_to(start - way);
            pen.line_to(start + way.turned() * 0.2);
            pen.line_to(start + way);
        }
    }
    pen
}

fn reeds(scene: &Scene<'_>, hexes: &BTreeSet<Hex>) -> Pen {
    let mut pen = Pen::default();
    for hex in hexes {
        for tuft in 0..9_u64 {
            let seed = u64::from(hex.0);
            let foot =
                scene.centre(*hex) + Point::new(swing(&[seed, tuft, 44]), swing(&[seed, tuft, 45])) * (0.36 * HEX);
            pen.move_to(foot - Point::new(6.0, 0.0));
            pen.line_to(foot + Point::new(6.0, 0.0));
            for lean in [-3.0, 0.0, 3.0] {
                pen.move_to(foot);
                pen.line_to(foot + Point::new(lean, -6.0));
            }
        }
    }
    pen
}

/// Slopes and gullies as tapering hachures.
pub(super) fn hachures(scene: &Scene<'_>, svg: &mut Svg) {
    let grid = &scene.map.grid;
    for (name, sides) in &scene.map.hexsides {
        let Some(style) = scene.style.hexside.get(name) else { continue };
        match style.draw {
            SideManner::Slope => {
                // Ends of every slope hexside, so directed that the low ground lies to the right of the way.
                let mut edges: Vec<(VertexId, VertexId)> = Vec::new();
                for side in sides {
                    let Some(id) = HexsideId::between(grid, side.from, side.to) else { continue };
                    let [a, b] = id.vertices(grid);
                    let way = scene.vertex(b) - scene.vertex(a);
                    let downhill = scene.centre(side.from) - scene.centre(side.to);
                    edges.push(if way.turned().dot(downhill) > 0.0 { (a, b) } else { (b, a) });
                }
                let mut pen = Pen::default();
                for chain in chains(&edges) {
                    let forward = edges.contains(&(chain[0], chain[1]));
                    let mut points: Vec<Point> = chain.iter().map(|vertex| scene.vertex(*vertex)).collect();
                    if !forward {
                        points.reverse();
                    }
                    tapers(&Curve::smooth(&points), style.width * HEX, &mut pen);
                }
                svg.path(&pen, &format!("fill=\"{}\" opacity=\".8\"", style.fill));
            }
            SideManner::Gully => {
                let mut pen = Pen::default();
                for course in scene.water.iter().filter(|course| &course.name == name) {
                    for (place, (at, way)) in course.curve.samples(5.5).into_iter().enumerate() {
                        for hand in [-1.0, 1.0] {
                            let out = way.turned() * hand;
                            let reach = style.width * HEX * (0.75 + 0.3 * chance(&[place as u64, 51]));
                            let foot = at + out * (0.05 * HEX);
                            pen.polygon(&[at + out * reach - way * 1.3, at + out * reach + way * 1.3, foot]);
                        }
                    }
                }
                svg.path(&pen, &format!("fill=\"{}\" opacity=\".75\"", style.fill));
            }
            SideManner::Nothing | SideManner::Water | SideManner::Ditch | SideManner::Bridge | SideManner::Wall => {}
        }
    }
}

/// Strokes broad at the crest, thin at the foot, to the right of the curve.
fn tapers(crest: &Curve, length: f64, pen: &mut Pen) {
    for (place, (at, way)) in crest.samples(5.0).into_iter().enumerate() {
        let downhill = way.turned();
        let reach = length * if place % 2 == 0 { 1.0 } else { 0.68 };
        let top = at - downhill * (length * 0.25);
        pen.polygon(&[top - way * 1.25, top + way * 1.25, top + downhill * reach]);
    }
}
