//! Rivers, roads, and where they cross.

use super::country::{Country, Crossing, CrossingKind, River};
use crate::draw::svg::{Curve, Pen, Svg, number};
use crate::layout::Point;

/// The two banks of a river as one shape.
fn ribbon(river: &River, more: f64, pen: &mut Pen) {
    let points = &river.points;
    let along = |at: usize| {
        let (before, after) = (at.saturating_sub(1), (at + 1).min(points.len() - 1));
        (points[after] - points[before]).unit()
    };
    let kept: Vec<usize> = (0..points.len()).filter(|at| at % 2 == 0 || at + 1 == points.len()).collect();
    let bank = |hand: f64| {
        let at = |at: &usize| points[*at] + along(*at).turned() * (hand * (river.width(*at) + more) / 2.0);
        kept.iter().map(at).collect::<Vec<Point>>()
    };
    let mut shore = bank(1.0);
    shore.extend(bank(-1.0).into_iter().rev());
    pen.polygon(&shore);
}

pub(super) fn rivers(country: &Country<'_>, svg: &mut Svg) {
    let style = country.style;
    let prefix = &style.prefix;
    let mut pen = Pen::default();
    for river in &country.rivers {
        ribbon(river, 0.0, &mut pen);
    }
    if pen.is_empty() {
        return;
    }
    svg.raw(&format!("<defs><path id=\"{prefix}water\" d=\"{}\"/></defs>\n", pen.data()));
    svg.open(&format!("class=\"rivers\" stroke-linejoin=\"round\" fill=\"{}\"", style.water));
    svg.raw(&format!(
        "<use href=\"#{prefix}water\" stroke=\"{}\" stroke-width=\"2.6\"/>\n<use href=\"#{prefix}water\"/>\n",
        style.water_edge
    ));
    svg.close();
}

pub(super) fn roads(country: &Country<'_>, svg: &mut Svg) {
    svg.open("class=\"roads\" fill=\"none\" stroke-linejoin=\"round\" stroke-linecap=\"round\"");
    // The lesser first, so that great roads run over them.
    let mut kinds: Vec<(&String, f64)> = country.style.road.iter().map(|(kind, style)| (kind, style.width)).collect();
    kinds.sort_by(|one, other| one.1.total_cmp(&other.1));
    for (kind, width) in kinds {
        let Some(style) = country.style.road.get(kind) else { continue };
        let mut pen = Pen::default();
        for road in country.roads.iter().filter(|road| &road.kind == kind) {
            thinned(&road.points).trace(&mut pen);
        }
        if kind == "road" {
            country.entries.iter().for_each(|entry| thinned(&entry.points).trace(&mut pen));
        }
        let (edge, opacity) = if style.edge.is_empty() { (&country.style.halo, ".75") } else { (&style.edge, "1") };
        let dashes = match style.dashes.as_str() {
            "" => String::new(),
            dashes => format!(" stroke-linecap=\"butt\" stroke-dasharray=\"{dashes}\""),
        };
        svg.paths(
            &pen,
            &[
                format!("stroke=\"{edge}\" stroke-width=\"{}\" opacity=\"{opacity}\"", number(width + 2.8)),
                format!("stroke=\"{}\" stroke-width=\"{}\"{dashes}", style.fill, number(width)),
            ],
        );
    }
    svg.close();
}

/// Every other point is enough for a curve.
fn thinned(points: &[Point]) -> Curve {
    let last = points.len() - 1;
    let kept: Vec<Point> =
        points.iter().enumerate().filter(|(at, _)| at % 2 == 0 || *at == last).map(|(_, point)| *point).collect();
    Curve::smooth(&kept)
}

/// Bridges over the water; where there is none, the water over the road, and boats where a bridge could be laid.
pub(super) fn crossings(country: &Country<'_>, svg: &mut Svg) {
    let style = country.style;
    let prefix = &style.prefix;
    let all = || country.roads.iter().filter_map(|road| road.crossing);
    let wet: Vec<_> = all().filter(|crossing| crossing.kind != CrossingKind::Bridge).collect();
    if !wet.is_empty() {
        svg.raw(&format!("<clipPath id=\"{prefix}wet\">"));
        for crossing in &wet {
            let (x, y) = (number(crossing.at.x), number(crossing.at.y));
            svg.raw(&format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{}\"/>", number(crossing.width / 2.0 + 7.0)));
        }
        svg.raw(&format!(
            "</clipPath>\n<g clip-path=\"url(#{prefix}wet)\" fill=\"{}\">\n\
             <use href=\"#{prefix}water\" stroke=\"{}\" stroke-width=\"2.6\"/><use href=\"#{prefix}water\"/></g>\n",
            style.water, style.water_edge
        ));
    }
    // Where two roads share a bridge, it is drawn once.
    let mut drawn: Vec<Crossing> = Vec::new();
    for crossing in all() {
        let same = |other: &&Crossing| other.kind == crossing.kind && other.at.distance(crossing.at) < 10.0;
        if !drawn.iter().any(|other| same(&other) && other.way.dot(crossing.way).abs() > 0.8) {
            drawn.push(crossing);
        }
    }
    marks(country, drawn.into_iter(), svg);
}

/// The signs of the crossings themselves.
fn marks(country: &Country<'_>, crossings: impl Iterator<Item = Crossing>, svg: &mut Svg) {
    let style = country.style;
    let (mut deck, mut rails, mut ripples, mut boats) =
        (Pen::default(), Pen::default(), Pen::default(), Pen::default());
    for crossing in crossings {
        let (at, across, along) = (crossing.at, crossing.way, crossing.way.turned());
        let corner = |ahead: f64, aside: f64| at + across * ahead + along * aside;
        match crossing.kind {
            CrossingKind::Bridge => {
                let (length, width) = (crossing.width / 2.0 + 4.5, 4.6);
                deck.polygon(&[
                    corner(-length, -width),
                    corner(length, -width),
                    corner(length, width),
                    corner(-length, width),
                ]);
                for hand in [-1.0, 1.0] {
                    rails.move_to(corner(-length - 3.5, hand * (width + 3.5)));
                    rails.line_to(corner(-length, hand * width)).line_to(corner(length, hand * width));
                    rails.line_to(corner(length + 3.5, hand * (width + 3.5)));
                }
            }
            CrossingKind::Ford => {
                for aside in [-5.5, 0.0, 5.5] {
                    ripples.move_to(corner(-crossing.width / 2.0 - 4.0, aside));
                    ripples.line_to(corner(crossing.width / 2.0 + 4.0, aside));
                }
            }
            CrossingKind::Ferry => {
                let half = crossing.width / 2.0;
                for ahead in [-half * 0.8, 0.0, half * 0.8] {
                    let middle = corner(ahead, 0.0);
                    boats.move_to(middle - along * 7.5);
                    boats.curve_to(middle + across * 3.0, middle + along * 7.5);
                    boats.curve_to(middle - across * 3.0, middle - along * 7.5);
                    boats.close();
                }
                for hand in [-1.0, 1.0] {
                    rails.move_to(corner(hand * (half + 5.0), -6.0)).line_to(corner(hand * (half + 5.0), 6.0));
                }
            }
        }
    }
    svg.open("class=\"crossings\"");
    svg.path(&deck, &format!("fill=\"{}\"", style.bridge));
    let line = |colour: &str, width: &str| {
        format!(
            "fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" stroke-linecap=\"round\" stroke-linejoin=\"round\""
        )
    };
    svg.path(&rails, &line(&style.ink, "2"));
    svg.path(&ripples, &format!("{} stroke-dasharray=\".1 3.2\"", line(&style.water_edge, "2.2")));
    svg.path(
        &boats,
        &format!("fill=\"{}\" stroke=\"{}\" stroke-width=\"1.2\" stroke-linejoin=\"round\"", style.bridge, style.ink),
    );
    svg.close();
}

/// A crossing for the key: a piece of river from top to bottom and a road over it or into it.
pub(super) fn sample(country: &Country<'_>, at: Point, river: &str, kind: CrossingKind, svg: &mut Svg) {
    let (Some(river), Some(road)) = (country.style.river.get(river), country.style.road.get("road")) else { return };
    let style = country.style;
    let width = river.mouth;
    let water = |svg: &mut Svg| {
        let data = format!("M{} {}q-4 7 0 14t0 14", number(at.x), number(at.y - 14.0));
        for (colour, more) in [(&style.water_edge, 2.6), (&style.water, 0.0)] {
            let width = number(width + more);
            svg.raw(&format!("<path d=\"{data}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\"/>"));
        }
    };
    if kind == CrossingKind::Bridge {
        water(svg);
    }
    for (colour, width) in [(&road.edge, road.width + 2.8), (&road.fill, road.width)] {
        let (x, y) = (number(at.x - 36.0), number(at.y));
        svg.raw(&format!(
            "<path d=\"M{x} {y}h72\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{}\"/>",
            number(width)
        ));
    }
    if kind != CrossingKind::Bridge {
        water(svg);
    }
    let crossing = Crossing { kind, at, way: Point::new(1.0, 0.0), width };
    marks(country, std::iter::once(crossing), svg);
}
