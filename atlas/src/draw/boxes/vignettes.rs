//! Boxes as little pictures: houses on a medallion whose rim tells the ground, a star fort around fortified cities.

use super::country::{Country, radius};
use super::style::Rim;
use crate::draw::svg::{Pen, Svg, number};
use crate::draw::symbol::filled;
use crate::layout::Point;

pub(super) fn definitions(country: &Country<'_>, svg: &mut Svg) {
    let style = country.style;
    let blanks = [
        ("prefix", style.prefix.as_str()),
        ("ink", &style.ink),
        ("wall", &style.wall),
        ("roof", &style.roof),
        ("dark", &style.roof_dark),
    ];
    for town in [
        include_str!("../../../symbols/boxes/town1.svg"),
        include_str!("../../../symbols/boxes/town2.svg"),
        include_str!("../../../symbols/boxes/town3.svg"),
    ] {
        svg.raw(&filled(town, &blanks));
    }
    svg.raw("\n");
}

/// A point on a circle, the angle in parts of it.
fn around(at: Point, far: f64, part: f64) -> Point {
    let angle = part * std::f64::consts::TAU;
    at + Point::new(angle.sin() * far, -angle.cos() * far)
}

/// A fortress as engineers drew it: bastions joined by curtains.
pub(super) fn star(at: Point, size: f64, bastions: u32) -> Pen {
    let mut corners = Vec::new();
    for bastion in 0..bastions {
        let middle = f64::from(bastion) / f64::from(bastions);
        let step = 1.0 / f64::from(bastions);
        for (part, far) in [(-0.2, 0.74), (-0.16, 0.94), (0.0, 1.18), (0.16, 0.94), (0.2, 0.74)] {
            corners.push(around(at, size * far, middle + part * step));
        }
    }
    let mut pen = Pen::default();
    pen.polygon(&corners);
    pen
}

/// The medallion of a box, without its houses.
pub(super) fn medallion(country: &Country<'_>, at: Point, size: f64, kind: &str, fortified: bool, svg: &mut Svg) {
    let style = country.style;
    let ground = style.kind(kind);
    let reach = if fortified { size * 1.2 } else { size };
    match ground.rim {
        Rim::Plain => {}
        Rim::Hachures => {
            let mut ticks = Pen::default();
            let count = (reach * 1.25) as u32 * 2;
            for tick in 0..count {
                let part = f64::from(tick) / f64::from(count);
                let far = if tick % 2 == 0 { 6.5 } else { 4.0 };
                ticks.polygon(&[
                    around(at, reach + 0.5, part - 0.2 / f64::from(count)),
                    around(at, reach + 0.5, part + 0.2 / f64::from(count)),
                    around(at, reach + far, part),
                ]);
            }
            svg.path(&ticks, &format!("fill=\"{0}\" stroke=\"{0}\" stroke-width=\".9\"", style.outline));
        }
        Rim::Peaks => {
            // A chain that rises behind the town, the highest in the middle.
            let (light, outline) = (&style.light, &style.outline);
            for (aside, height, half) in
                [(-0.86, 0.95, 0.52), (0.86, 0.95, 0.52), (-0.42, 1.38, 0.56), (0.44, 1.3, 0.56), (0.0, 1.72, 0.6)]
            {
                let tip = at + Point::new(aside * reach, -height * reach);
                let foot = at.y + 0.35 * reach;
                let (left, right) = (tip.x - half * reach, tip.x + half * reach);
                let (mut face, mut shade) = (Pen::default(), Pen::default());
                face.polygon(&[Point::new(left, foot), tip, Point::new(right, foot)]);
                let ridge = tip + Point::new(0.08 * reach, 0.4 * reach);
                shade.polygon(&[
                    tip,
                    ridge,
                    tip + Point::new(-0.06 * reach, 0.72 * reach),
                    Point::new(tip.x, foot),
                    Point::new(right, foot),
                ]);
                svg.path(
                    &face,
                    &format!("fill=\"{light}\" stroke=\"{outline}\" stroke-width=\"1.2\" stroke-linejoin=\"round\""),
                );
                svg.path(&shade, &format!("fill=\"{}\" opacity=\".75\"", style.shade));
            }
        }
    }
    let (x, y, ink) = (number(at.x), number(at.y), &style.ink);
    if fortified {
        let works = star(at, size * 1.2, 8);
        svg.path(
            &works,
            &format!("fill=\"{}\" stroke=\"{ink}\" stroke-width=\"2.4\" stroke-linejoin=\"round\"", style.bridge),
        );
        let ditch = star(at, size * 1.03, 8);
        svg.path(
            &ditch,
            &format!("fill=\"{}\" stroke=\"{ink}\" stroke-width=\".8\" stroke-linejoin=\"round\"", ground.fill),
        );
    } else {
        svg.raw(&format!(
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{}\" fill=\"{}\" stroke=\"{ink}\" stroke-width=\"1.8\"/>\
             <circle cx=\"{x}\" cy=\"{y}\" r=\"{}\" fill=\"none\" stroke=\"{ink}\" stroke-width=\".6\"/>\n",
            number(size),
            ground.fill,
            number(size - 2.6)
        ));
    }
}

pub(super) fn houses(country: &Country<'_>, at: Point, rank: u8, svg: &mut Svg) {
    let prefix = &country.style.prefix;
    let (x, y) = (number(at.x), number(at.y + 2.0));
    svg.raw(&format!("<use href=\"#{prefix}v{rank}\" x=\"{x}\" y=\"{y}\"/>\n"));
}

pub(super) fn boxes(country: &Country<'_>, svg: &mut Svg) {
    svg.open("class=\"boxes\"");
    for (id, place) in country.map.boxes() {
        let (at, rank) = (country.places[id.index()], country.ranks[id.index()]);
        let fortified = place.attributes.get("fortified").is_some_and(|value| value == "yes");
        medallion(country, at, radius(rank), &place.kind, fortified, svg);
        houses(country, at, rank, svg);
    }
    svg.close();
}
