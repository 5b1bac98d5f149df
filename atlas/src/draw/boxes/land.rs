//! The country under the roads: parchment, washed borders, mountains in profile, woods and marshes.

use super::clearings::Clearings;
use super::country::Country;
use super::style::{LandManner, LandStyle};
use crate::draw::svg::{Curve, Pen, Svg, chance, number, swing};
use crate::draw::symbol::filled;
use crate::layout::Point;
use crate::scenery::SceneryArea;

/// Variants of each stamp, so that no two neighbours look alike.
const VARIANTS: u64 = 6;

pub(super) fn definitions(country: &Country<'_>, svg: &mut Svg) {
    let style = country.style;
    let prefix = style.prefix.as_str();
    let tree = [
        ("prefix", prefix),
        ("dark", style.tree_dark.as_str()),
        ("light", &style.tree_light),
        ("outline", &style.tree_outline),
    ];
    svg.raw(&filled(include_str!("../../../symbols/stamps/broadleaf.svg"), &tree));
    for variant in 0..VARIANTS {
        let size = number(0.72 + 0.13 * variant as f64);
        let flip = if variant % 2 == 0 { "" } else { "-" };
        for (symbol, letter) in [
            (include_str!("../../../symbols/stamps/peak.svg"), "k"),
            (include_str!("../../../symbols/stamps/mound.svg"), "l"),
        ] {
            let blanks = [
                ("prefix", prefix),
                ("letter", letter),
                ("number", &variant.to_string()),
                ("flip", flip),
                ("size", &size),
                ("light", &style.light),
                ("shade", &style.shade),
                ("outline", &style.outline),
            ];
            svg.raw(&filled(symbol, &blanks));
        }
    }
    svg.raw("\n");
}

/// The bare sheet with the clouds of old paper.
pub(super) fn sheet(country: &Country<'_>, svg: &mut Svg) {
    let (style, field) = (country.style, country.field);
    let (width, height) = (number(field.width()), number(field.height()));
    let (x, y) = (number(field.left), number(field.top));
    svg.raw(&format!("<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{}\"/>\n", style.field));
    let spots = ((field.width() * field.height() / 60_000.0) as u64).clamp(8, 260);
    for (number_of_tint, tint) in style.tints.iter().enumerate() {
        let mut pen = Pen::default();
        for spot in (0..spots).filter(|spot| *spot as usize % style.tints.len() == number_of_tint) {
            let middle = Point::new(
                field.left + chance(&[spot, 31]) * field.width(),
                field.top + chance(&[spot, 32]) * field.height(),
            );
            let size = 60.0 + 110.0 * chance(&[spot, 33]);
            let ring: Vec<Point> = (0..9)
                .map(|corner| {
                    let angle = f64::from(corner) / 9.0 * std::f64::consts::TAU;
                    let far = size * (0.6 + 0.6 * chance(&[spot, corner as u64, 34]));
                    middle + Point::new(angle.cos() * far * 1.5, angle.sin() * far * 0.8)
                })
                .collect();
            Curve::ring(&ring).trace(&mut pen);
            pen.close();
        }
        svg.path(&pen, &format!("fill=\"{tint}\" opacity=\".5\""));
    }
}

/// The ring of an area in the drawing; what reaches the edge of the sheet runs on beyond it.
fn ring(country: &Country<'_>, points: &[(i32, i32)]) -> Vec<Point> {
    let [left, top, right, bottom] = country.scenery.sheet.extent;
    let beyond = |(x, y): &(i32, i32)| {
        let across = if *x < left + 60 {
            -400
        } else if *x > right - 60 {
            400
        } else {
            0
        };
        let down = if *y < top + 60 {
            -400
        } else if *y > bottom - 60 {
            400
        } else {
            0
        };
        country.at((x + across, y + down))
    };
    let mut ring: Vec<Point> = points.iter().map(beyond).collect();
    if ring.len() > 1 && ring.first() == ring.last() {
        ring.pop();
    }
    ring
}

fn outline(country: &Country<'_>, area: &SceneryArea) -> Pen {
    let mut pen = Pen::default();
    for points in &area.rings {
        Curve::ring(&ring(country, points)).trace(&mut pen);
        pen.close();
    }
    pen
}

/// Borders as colourists laid them: a band of wash inside, strong at the line and fading inwards.
pub(super) fn washes(country: &Country<'_>, svg: &mut Svg) {
    let prefix = &country.style.prefix;
    for (number_of_area, area) in country.scenery.areas.iter().enumerate() {
        let Some(colour) = country.style.territory.get(&area.name) else { continue };
        let id = format!("{prefix}w{number_of_area}");
        let pen = outline(country, area);
        svg.raw(&format!(
            "<defs><path id=\"{id}\" d=\"{}\"/><clipPath id=\"{id}c\"><use href=\"#{id}\"/></clipPath></defs>\n",
            pen.data()
        ));
        svg.open(&format!("clip-path=\"url(#{id}c)\" stroke=\"{colour}\" stroke-linejoin=\"round\""));
        svg.raw(&format!("<use href=\"#{id}\" fill=\"{colour}\" fill-opacity=\".09\" stroke=\"none\"/>\n"));
        for (width, opacity) in [(64, ".1"), (38, ".14"), (16, ".3")] {
            svg.raw(&format!(
                "<use href=\"#{id}\" fill=\"none\" stroke-width=\"{width}\" stroke-opacity=\"{opacity}\"/>\n"
            ));
        }
        svg.close();
    }
}

/// The border that matters.
pub(super) fn frontier(country: &Country<'_>, svg: &mut Svg) {
    let (style, border) = (country.style, &country.style.border);
    for area in country.scenery.areas.iter().filter(|area| !border.of.is_empty() && area.name == border.of) {
        let pen = outline(country, area);
        svg.paths(
            &pen,
            &[
                format!(
                    "class=\"frontier\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" opacity=\".8\"",
                    style.halo,
                    number(border.width + 3.0)
                ),
                format!(
                    "fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" stroke-dasharray=\"{}\"",
                    style.frontier,
                    number(border.width),
                    border.dashes
                ),
            ],
        );
    }
}

fn land<'c>(country: &'c Country<'_>) -> impl Iterator<Item = (&'c SceneryArea, &'c LandStyle)> {
    let areas = country.scenery.areas.iter();
    areas.filter_map(|area| country.style.area.get(&area.kind).map(|style| (area, style)))
}

/// The floors of mountains, woods and marshes.
pub(super) fn floors(country: &Country<'_>, svg: &mut Svg) {
    for (area, style) in land(country) {
        let pen = outline(country, area);
        let tint = &style.tint;
        let strength = match style.draw {
            LandManner::Peaks => [".22", ".12", ".08"],
            LandManner::Hills => [".16", ".09", ".06"],
            LandManner::Trees | LandManner::Marsh => [".34", ".14", ".08"],
        };
        let soft = |width: u8, opacity: &str| {
            format!(
                "fill=\"{tint}\" stroke=\"{tint}\" stroke-width=\"{width}\" stroke-linejoin=\"round\" opacity=\"{opacity}\""
            )
        };
        svg.paths(&pen, &[soft(44, strength[2]), soft(22, strength[1]), soft(2, strength[0])]);
    }
}

fn is_inside(rings: &[Vec<Point>], at: Point) -> bool {
    let mut odd = false;
    for ring in rings {
        for (a, b) in ring.iter().zip(ring.iter().cycle().skip(1)) {
            if (a.y > at.y) != (b.y > at.y) && at.x < (b.x - a.x) * (at.y - a.y) / (b.y - a.y) + a.x {
                odd = !odd;
            }
        }
    }
    odd
}

/// Places all over an area, in uneven rows.
fn scattered(rings: &[Vec<Point>], across: f64, down: f64, seed: u64) -> Vec<(Point, u64)> {
    let all = rings.iter().flatten();
    let low = all
        .clone()
        .fold(Point::new(f64::INFINITY, f64::INFINITY), |low, at| Point::new(low.x.min(at.x), low.y.min(at.y)));
    let high = all.fold(Point::new(f64::NEG_INFINITY, f64::NEG_INFINITY), |high, at| {
        Point::new(high.x.max(at.x), high.y.max(at.y))
    });
    let (columns, rows) = (((high.x - low.x) / across) as u64 + 1, ((high.y - low.y) / down) as u64 + 1);
    let mut found = Vec::new();
    for row in 0..rows {
        for column in 0..columns {
            let seeds = [seed, row, column];
            let shift = if row % 2 == 0 { 0.0 } else { 0.5 };
            let at = Point::new(
                low.x + (column as f64 + shift + 0.36 * swing(&[seeds[0], seeds[1], seeds[2], 1])) * across,
                low.y + (row as f64 + 0.36 * swing(&[seeds[0], seeds[1], seeds[2], 2])) * down,
            );
            if is_inside(rings, at) {
                found.push((at, row * 1000 + column));
            }
        }
    }
    found
}

/// Everything that stands on the ground, from the back to the front, where nothing else wants to be read.
pub(super) fn stamps(country: &Country<'_>, clearings: &Clearings, svg: &mut Svg) {
    let prefix = &country.style.prefix;
    let mut placed: Vec<(Point, String)> = Vec::new();
    let mut reeds = Pen::default();
    for (number_of_area, (area, style)) in land(country).enumerate() {
        let rings: Vec<Vec<Point>> = area.rings.iter().map(|points| ring(country, points)).collect();
        let seed = number_of_area as u64 + 100;
        let (across, down, room) = match style.draw {
            LandManner::Peaks => (29.0, 17.0, 8.5),
            LandManner::Hills => (33.0, 21.0, 8.0),
            LandManner::Trees => (14.5, 10.5, 6.5),
            LandManner::Marsh => (26.0, 15.0, 8.0),
        };
        for (at, own) in scattered(&rings, across, down, seed) {
            if !country.field.holds(at) || !clearings.is_free(at, room) {
                continue;
            }
            let variant = (chance(&[seed, own, 3]) * VARIANTS as f64) as u64;
            let stamp = match style.draw {
                LandManner::Peaks => format!("k{variant}"),
                LandManner::Hills if chance(&[seed, own, 4]) < 0.72 => format!("l{variant}"),
                LandManner::Hills => continue,
                LandManner::Trees if variant == 0 => "u".to_owned(),
                LandManner::Trees => "t".to_owned(),
                LandManner::Marsh => {
                    reed(at, &mut reeds);
                    continue;
                }
            };
            placed.push((at, stamp));
        }
    }
    svg.path(
        &reeds,
        &format!(
            "fill=\"none\" stroke=\"{}\" stroke-width=\"1.1\" stroke-linecap=\"round\" opacity=\".8\"",
            country.style.reed
        ),
    );
    placed.sort_by(|one, other| one.0.y.total_cmp(&other.0.y));
    svg.open("class=\"stamps\"");
    for (at, stamp) in placed {
        let (x, y) = (number(at.x), number(at.y));
        svg.raw(&format!("<use href=\"#{prefix}{stamp}\" x=\"{x}\" y=\"{y}\"/>\n"));
    }
    svg.close();
}

fn reed(foot: Point, pen: &mut Pen) {
    pen.move_to(foot - Point::new(8.0, 0.0)).line_to(foot + Point::new(8.0, 0.0));
    pen.move_to(foot + Point::new(-4.0, 3.0)).line_to(foot + Point::new(3.0, 3.0));
    for (across, lean) in [(-3.0, -2.0), (0.0, 0.0), (3.0, 2.0)] {
        pen.move_to(foot + Point::new(across, 0.0)).line_to(foot + Point::new(across + lean, -6.0));
    }
}
