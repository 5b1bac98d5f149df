//! Water, roads, bridges.

use board::mapfile::MapSide;

use super::scene::Scene;
use super::style::SideManner;
use super::svg::{HEX, Pen, Svg, number};
use crate::layout::Point;

/// Watercourses, the broad ones last so that they cover the mouths of the small.
pub(super) fn water(scene: &Scene<'_>, svg: &mut Svg) {
    let mut names: Vec<(&String, f64, SideManner)> = scene
        .map
        .hexsides
        .keys()
        .filter_map(|name| scene.style.hexside.get(name).map(|style| (name, style.width, style.draw)))
        .filter(|(_, _, manner)| matches!(manner, SideManner::Water | SideManner::Ditch))
        .collect();
    names.sort_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(b.0)));
    svg.open("fill=\"none\" stroke-linejoin=\"round\"");
    for (name, width, manner) in names {
        let style = &scene.style.hexside[name];
        let mut pen = Pen::default();
        for course in scene.water.iter().filter(|course| &course.name == name) {
            course.curve.trace(&mut pen);
        }
        let width = width * HEX;
        let stroke = |colour: &str, width: f64, more: &str| {
            format!("stroke=\"{colour}\" stroke-width=\"{}\"{more}", number(width))
        };
        let round = " stroke-linecap=\"round\"";
        let mut layers = Vec::new();
        if manner == SideManner::Ditch {
            layers.push(stroke(&style.edge, width + 2.2, ""));
            layers.push(stroke(&style.fill, width - 0.4, " stroke-dasharray=\"9 1.6\""));
        } else {
            layers.push(stroke(&style.edge, width + 2.4, round));
            layers.push(stroke(&style.fill, width, round));
            if width > 14.0 {
                for (share, opacity) in [(0.72, ".35"), (0.4, ".3")] {
                    layers.push(stroke(&style.edge, width * share + 1.0, &format!(" opacity=\"{opacity}\"")));
                    layers.push(stroke(&style.fill, width * share, ""));
                }
            }
        }
        svg.paths(&pen, &layers);
    }
    svg.close();
}

/// All borders first, then all surfaces, so that junctions are open.
pub(super) fn roads(scene: &Scene<'_>, svg: &mut Svg) {
    let mut kinds: Vec<(&String, f64)> = scene.style.road.iter().map(|(kind, style)| (kind, style.width)).collect();
    kinds.sort_by(|a, b| a.1.total_cmp(&b.1));
    svg.open("fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\"");
    for border in [true, false] {
        for (kind, width) in &kinds {
            let style = &scene.style.road[*kind];
            let mut pen = Pen::default();
            for stretch in scene.roads.iter().filter(|stretch| &stretch.kind == *kind) {
                stretch.curve.trace(&mut pen);
            }
            let width = width * HEX;
            if border && style.edge.is_empty() {
                let halo = &scene.style.halo;
                svg.path(&pen, &format!("stroke=\"{halo}\" stroke-width=\"{}\" opacity=\".55\"", number(width + 2.4)));
            } else if border {
                svg.path(&pen, &format!("stroke=\"{}\" stroke-width=\"{}\"", style.edge, number(width + 2.4)));
            } else {
                let dashes = match style.dashes.as_str() {
                    "" => String::new(),
                    dashes => format!(" stroke-linecap=\"butt\" stroke-dasharray=\"{dashes}\""),
                };
                svg.path(&pen, &format!("stroke=\"{}\" stroke-width=\"{}\"{dashes}", style.fill, number(width)));
            }
        }
    }
    svg.close();
}

/// The broadest water under a bridge, in pixels.
fn water_under(scene: &Scene<'_>, side: &MapSide) -> f64 {
    let widths = scene.map.hexside_between(side.from, side.to).filter_map(|(name, _)| scene.style.hexside.get(name));
    let water = widths.filter(|style| matches!(style.draw, SideManner::Water | SideManner::Ditch | SideManner::Gully));
    water.map(|style| style.width.min(0.36) * HEX).fold(4.0, f64::max)
}

pub(super) fn bridges(scene: &Scene<'_>, svg: &mut Svg) {
    for (name, sides) in &scene.map.hexsides {
        let Some(style) = scene.style.hexside.get(name).filter(|style| style.draw == SideManner::Bridge) else {
            continue;
        };
        let mut deck = Pen::default();
        let mut rails = Pen::default();
        for side in sides {
            let middle = scene.side(side.from, side.to);
            let across = (scene.centre(side.to) - scene.centre(side.from)).unit();
            let along = across.turned();
            let length = water_under(scene, side) / 2.0 + 5.0;
            let width = style.width * HEX / 2.0;
            let corner = |ahead: f64, aside: f64| middle + across * ahead + along * aside;
            deck.polygon(&[
                corner(-length, -width),
                corner(length, -width),
                corner(length, width),
                corner(-length, width),
            ]);
            for hand in [-1.0, 1.0] {
                rails.move_to(corner(-length - 3.0, hand * (width + 3.5)));
                rails.line_to(corner(-length, hand * width));
                rails.line_to(corner(length, hand * width));
                rails.line_to(corner(length + 3.0, hand * (width + 3.5)));
            }
        }
        svg.path(&deck, &format!("fill=\"{}\"", style.fill));
        let rail = format!(
            "fill=\"none\" stroke=\"{}\" stroke-width=\"1.9\" stroke-linecap=\"round\" stroke-linejoin=\"round\"",
            style.edge
        );
        svg.path(&rails, &rail);
    }
}

/// Walls along hexsides: a line with square towers.
pub(super) fn walls(scene: &Scene<'_>, svg: &mut Svg) {
    for (name, sides) in &scene.map.hexsides {
        let Some(style) = scene.style.hexside.get(name).filter(|style| style.draw == SideManner::Wall) else {
            continue;
        };
        let mut wall = Pen::default();
        for side in sides {
            let middle = scene.side(side.from, side.to);
            let along: Point = (scene.centre(side.to) - scene.centre(side.from)).unit().turned() * (0.29 * HEX);
            wall.move_to(middle - along);
            wall.line_to(middle + along);
        }
        svg.path(
            &wall,
            &format!("fill=\"none\" stroke=\"{}\" stroke-width=\"{}\"", style.fill, number(style.width * HEX)),
        );
    }
}
