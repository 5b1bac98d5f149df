//! What a drawing of a board of boxes knows before the first stroke: places, rivers, roads and where they meet.

use board::boxes::{BoxId, BoxMap, ConnectionId};

use super::style::BoxStyle;
use crate::draw::scene::Rectangle;
use crate::draw::svg::{Curve, swing};
use crate::layout::Point;
use crate::scenery::{Scenery, point};

/// Half the width of a box as it is drawn, in pixels, by rank.
pub(super) fn radius(rank: u8) -> f64 {
    match rank {
        1 => 27.0,
        2 => 22.0,
        _ => 18.5,
    }
}

/// A river from its source, with points a few pixels apart.
#[derive(Clone, Debug)]
pub(super) struct River {
    pub(super) name: String,
    pub(super) kind: String,
    pub(super) points: Vec<Point>,
    pub(super) source: f64,
    pub(super) mouth: f64,
}

impl River {
    /// How broad it is at one of its points.
    pub(super) fn width(&self, at: usize) -> f64 {
        let share = at as f64 / (self.points.len().max(2) - 1) as f64;
        // Springs are thin; great rivers come from beyond.
        let young = if self.source < 6.0 { (0.3 + at as f64 / 24.0).min(1.0) } else { 1.0 };
        (self.source + (self.mouth - self.source) * share.powf(0.7)) * young
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum CrossingKind {
    Bridge,
    /// Through a small river.
    Ford,
    /// A place for a bridge of boats over a great one.
    Ferry,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Crossing {
    pub(super) kind: CrossingKind,
    pub(super) at: Point,
    /// The way of the road.
    pub(super) way: Point,
    /// How broad the river is here.
    pub(super) width: f64,
}

#[derive(Clone, Debug)]
pub(super) struct RoadLine {
    pub(super) kind: String,
    pub(super) points: Vec<Point>,
    pub(super) crossing: Option<Crossing>,
}

/// A road that comes in over the edge of the sheet.
#[derive(Clone, Debug)]
pub(super) struct EntryLine {
    pub(super) label: String,
    pub(super) toward: String,
    /// From the box to the edge.
    pub(super) points: Vec<Point>,
    pub(super) outward: Point,
}

pub(super) struct Country<'m> {
    pub(super) map: &'m BoxMap,
    pub(super) scenery: &'m Scenery,
    pub(super) style: &'m BoxStyle,
    /// The whole drawing.
    pub(super) sheet: Rectangle,
    /// Inside the frame.
    pub(super) field: Rectangle,
    /// The middles of the boxes.
    pub(super) places: Vec<Point>,
    pub(super) ranks: Vec<u8>,
    pub(super) rivers: Vec<River>,
    pub(super) roads: Vec<RoadLine>,
    pub(super) entries: Vec<EntryLine>,
}

/// Sheet and field, in pixels.
pub(super) fn extent(scenery: &Scenery, style: &BoxStyle) -> (Rectangle, Rectangle) {
    let [left, top, right, bottom] = scenery.sheet.extent;
    let scale = f64::from(scenery.sheet.scale) / 100.0;
    let margin = if style.frame { 74.0 } else { 0.0 };
    let (width, height) = (f64::from(right - left) * scale, f64::from(bottom - top) * scale);
    let field = Rectangle { left: margin, top: margin, right: margin + width, bottom: margin + height };
    let sheet =
        Rectangle { left: 0.0, top: 0.0, right: (width + 2.0 * margin).ceil(), bottom: (height + 2.0 * margin).ceil() };
    (sheet, field)
}

/// Where a point of the board lies in the drawing.
pub(super) fn on_paper(scenery: &Scenery, field: &Rectangle, at: Point) -> Point {
    let [left, top, _, _] = scenery.sheet.extent;
    let scale = f64::from(scenery.sheet.scale) / 100.0;
    Point::new(field.left, field.top) + (at - point((left, top))) * scale
}

impl<'m> Country<'m> {
    pub(super) fn new(map: &'m BoxMap, scenery: &'m Scenery, style: &'m BoxStyle) -> Country<'m> {
        let (sheet, field) = extent(scenery, style);
        let places = map.boxes().map(|(_, place)| on_paper(scenery, &field, point(place.at))).collect();
        let ranks = map.boxes().map(|(_, place)| scenery.rank(&place.name)).collect();
        let mut country = Country {
            map,
            scenery,
            style,
            sheet,
            field,
            places,
            ranks,
            rivers: Vec::new(),
            roads: Vec::new(),
            entries: Vec::new(),
        };
        country.rivers = country.rivers();
        country.roads = map.connections().map(|(id, _)| country.road(id)).collect();
        country.entries = map.boxes().filter_map(|(id, _)| country.entry(id)).collect();
        country
    }

    pub(super) fn at(&self, at: (i32, i32)) -> Point {
        on_paper(self.scenery, &self.field, point(at))
    }

    fn rivers(&self) -> Vec<River> {
        let lines = self.scenery.lines.iter().filter_map(|line| {
            let style = self.style.river.get(&line.kind)?;
            let corners: Vec<Point> = line.points.iter().map(|at| self.at(*at)).collect();
            let (first, last) = (*corners.first()?, *corners.last()?);
            let mut points = vec![first];
            points.extend(Curve::smooth(&corners).samples(4.0).into_iter().map(|(at, _)| at));
            points.push(last);
            let (name, kind) = (line.name.clone(), line.kind.clone());
            Some(River { name, kind, points, source: style.source, mouth: style.mouth })
        });
        lines.collect()
    }

    /// The pieces of rivers that a line could meet.
    fn water_near(&self, line: &[Point]) -> Vec<(usize, usize)> {
        let (low, high) = bounds(line, 20.0);
        let is_near = |at: &Point| (low.x..=high.x).contains(&at.x) && (low.y..=high.y).contains(&at.y);
        let mut found = Vec::new();
        for (number, river) in self.rivers.iter().enumerate().filter(|(_, river)| river.kind != "stream") {
            let near =
                (1..river.points.len()).filter(|at| is_near(&river.points[*at]) || is_near(&river.points[at - 1]));
            found.extend(near.map(|at| (number, at)));
        }
        found
    }

    fn crossings(&self, line: &[Point], water: &[(usize, usize)]) -> usize {
        let meets = |(river, at): &(usize, usize)| {
            let points = &self.rivers[*river].points;
            line.windows(2).any(|pair| meeting(pair[0], pair[1], points[at - 1], points[*at]).is_some())
        };
        water.iter().filter(|piece| meets(piece)).count()
    }

    /// How much a line disturbs boxes that it does not join.
    fn crowding(&self, line: &[Point], ends: &[BoxId]) -> f64 {
        let (low, high) = bounds(line, 60.0);
        let others = (0..self.places.len()).filter(|index| !ends.iter().any(|end| end.index() == *index));
        let near = others.filter(|index| {
            let at = self.places[*index];
            (low.x..=high.x).contains(&at.x) && (low.y..=high.y).contains(&at.y)
        });
        near.map(|index| {
            let room = radius(self.ranks[index]) + 16.0;
            let nearest = line.iter().map(|at| at.distance(self.places[index])).fold(f64::INFINITY, f64::min);
            (room - nearest).max(0.0)
        })
        .sum()
    }

    /// A smooth line by way of the corners, which bends a little where it would be straight, keeps off other boxes and
    /// crosses no river that the straight one does not cross.
    fn smooth_line(&self, corners: &[Point], ends: &[BoxId], seed: u64) -> Vec<Point> {
        let straight = threaded(corners);
        let water = self.water_near(&straight);
        let wanted = self.crossings(&straight, &water);
        let (first, last) = (corners[0], corners[corners.len() - 1]);
        let hand = if swing(&[seed, 5]) < 0.0 { -1.0 } else { 1.0 };
        let mut best: Option<(f64, Vec<Point>)> = None;
        for (place, bow) in [0.055, -0.055, 0.025, -0.025, 0.0, 0.11, -0.11, 0.18, -0.18].into_iter().enumerate() {
            let mut bent = corners.to_vec();
            let sideways = (last - first).turned() * (bow * hand);
            if bent.len() == 2 {
                bent.insert(1, first.middle(last) + sideways);
            } else {
                let inner = bent.len() - 1;
                bent[1..inner].iter_mut().for_each(|at| *at = *at + sideways * 0.5);
            }
            let line = threaded(&bent);
            let astray = self.crossings(&line, &water).abs_diff(wanted) as f64;
            let cost = astray * 60.0 + self.crowding(&line, ends) * 4.0 + place as f64;
            if best.as_ref().is_none_or(|(least, _)| cost < *least) {
                best = Some((cost, line));
            }
        }
        best.map_or(straight, |(_, line)| line)
    }

    fn road(&self, id: ConnectionId) -> RoadLine {
        let connection = self.map.connection(id);
        let [a, b] = connection.between;
        let mut corners = vec![self.places[a.index()]];
        let way = self.scenery.way(self.map, a, b);
        corners.extend(way.into_iter().map(|at| on_paper(self.scenery, &self.field, at)));
        corners.push(self.places[b.index()]);
        let points = self.smooth_line(&corners, &[a, b], u64::from(id.0));
        let attribute = |name: &str| connection.attributes.get(name).map_or("", String::as_str);
        let kind = match (attribute("water"), attribute("crossing")) {
            (_, "bridge") => Some(CrossingKind::Bridge),
            ("major", _) => Some(CrossingKind::Ferry),
            ("", _) => None,
            _ => Some(CrossingKind::Ford),
        };
        let crossing = kind.and_then(|kind| self.crossing(kind, attribute("river"), &points));
        RoadLine { kind: connection.kind.clone(), points, crossing }
    }

    /// Where a road meets its river; if the drawing has them apart, where they come nearest.
    fn crossing(&self, kind: CrossingKind, name: &str, road: &[Point]) -> Option<Crossing> {
        let middle = road[road.len() / 2];
        let mut met: Option<(f64, Crossing)> = None;
        let mut nearest: Option<(f64, Crossing)> = None;
        for river in self.rivers.iter().filter(|river| river.name == name) {
            for at in 1..river.points.len() {
                let width = river.width(at);
                for pair in road.windows(2) {
                    let way = (pair[1] - pair[0]).unit();
                    if let Some(point) = meeting(pair[0], pair[1], river.points[at - 1], river.points[at]) {
                        let off = point.distance(middle);
                        if met.is_none_or(|(least, _)| off < least) {
                            met = Some((off, Crossing { kind, at: point, way, width }));
                        }
                    }
                    let off = pair[0].distance(river.points[at]);
                    if nearest.is_none_or(|(least, _)| off < least) {
                        nearest = Some((off, Crossing { kind, at: pair[0], way, width }));
                    }
                }
            }
        }
        met.or(nearest).map(|(_, crossing)| crossing)
    }

    fn entry(&self, id: BoxId) -> Option<EntryLine> {
        let place = self.map.get(id);
        let label = place.attributes.get("entry")?.clone();
        let toward = place.attributes.get("toward").cloned().unwrap_or_default();
        let (at, field) = (self.places[id.index()], &self.field);
        let edges = [
            (at.x - field.left, Point::new(-1.0, 0.0)),
            (field.right - at.x, Point::new(1.0, 0.0)),
            (at.y - field.top, Point::new(0.0, -1.0)),
            (field.bottom - at.y, Point::new(0.0, 1.0)),
        ];
        let (distance, outward) = edges.into_iter().min_by(|one, other| one.0.total_cmp(&other.0))?;
        // Of several points of the edge the one to which the way is freest.
        let ways = [0.0, 0.25, -0.25, 0.5, -0.5].map(|slant| {
            let end = at + outward * distance + outward.turned() * (slant * distance.max(60.0));
            self.smooth_line(&[at, end], &[id], u64::from(id.0) + 7000)
        });
        let crowded = |line: &Vec<Point>| self.crowding(line, &[id]);
        let points = ways.into_iter().min_by(|one, other| crowded(one).total_cmp(&crowded(other)))?;
        Some(EntryLine { label, toward, points, outward })
    }
}

fn bounds(line: &[Point], more: f64) -> (Point, Point) {
    let start = (Point::new(f64::INFINITY, f64::INFINITY), Point::new(f64::NEG_INFINITY, f64::NEG_INFINITY));
    let (low, high) = line.iter().fold(start, |(low, high), at| {
        (Point::new(low.x.min(at.x), low.y.min(at.y)), Point::new(high.x.max(at.x), high.y.max(at.y)))
    });
    (low - Point::new(more, more), high + Point::new(more, more))
}

/// Where two straight pieces meet.
fn meeting(a: Point, b: Point, c: Point, d: Point) -> Option<Point> {
    let (one, other) = (b - a, d - c);
    let across = one.x * other.y - one.y * other.x;
    if across.abs() < 1e-9 {
        return None;
    }
    let along = ((c.x - a.x) * other.y - (c.y - a.y) * other.x) / across;
    let on_other = ((c.x - a.x) * one.y - (c.y - a.y) * one.x) / across;
    ((0.0..=1.0).contains(&along) && (0.0..=1.0).contains(&on_other)).then(|| a + one * along)
}

/// A smooth line through all the corners, with points some ten pixels apart.
fn threaded(corners: &[Point]) -> Vec<Point> {
    let count = corners.len();
    let mut points = vec![corners[0]];
    for at in 0..count - 1 {
        let (from, to) = (corners[at], corners[at + 1]);
        let before = if at == 0 { from } else { corners[at - 1] };
        let after = if at + 2 < count { corners[at + 2] } else { to };
        let pieces = (from.distance(to) / 10.0).ceil().clamp(2.0, 60.0) as u32;
        for piece in 1..=pieces {
            let t = f64::from(piece) / f64::from(pieces);
            let (t2, t3) = (t * t, t * t * t);
            let (leave, arrive) = ((to - before) * 0.5, (after - from) * 0.5);
            points.push(
                from * (2.0 * t3 - 3.0 * t2 + 1.0)
                    + leave * (t3 - 2.0 * t2 + t)
                    + to * (3.0 * t2 - 2.0 * t3)
                    + arrive * (t3 - t2),
            );
        }
    }
    points
}
