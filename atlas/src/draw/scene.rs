//! What a drawing knows before the first stroke: where things lie on the sheet, and the curves of water and roads.

use std::collections::{BTreeMap, BTreeSet};

use board::mapfile::MapFile;
use board::{Direction, Grid, Hex, HexsideId, VertexId};

use super::style::{SideManner, Style};
use super::svg::{Curve, HEX, chains, swing};
use crate::layout::{self, COLUMN_STEP, CORNER, Point};

/// Hexes drawn beyond the edge, so that woods and hills run off the sheet.
const RIM: u16 = 2;

/// A rectangle in pixels.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Box2 {
    pub(crate) left: f64,
    pub(crate) top: f64,
    pub(crate) right: f64,
    pub(crate) bottom: f64,
}

impl Box2 {
    pub(crate) fn around(centre: Point, width: f64, height: f64) -> Box2 {
        let (x, y) = (width / 2.0, height / 2.0);
        Box2 { left: centre.x - x, top: centre.y - y, right: centre.x + x, bottom: centre.y + y }
    }

    pub(crate) fn width(&self) -> f64 {
        self.right - self.left
    }

    pub(crate) fn height(&self) -> f64 {
        self.bottom - self.top
    }

    pub(crate) fn holds(&self, point: Point) -> bool {
        (self.left..=self.right).contains(&point.x) && (self.top..=self.bottom).contains(&point.y)
    }

    /// The area that two rectangles share.
    pub(crate) fn overlap(&self, other: &Box2) -> f64 {
        let across = self.right.min(other.right) - self.left.max(other.left);
        let down = self.bottom.min(other.bottom) - self.top.max(other.top);
        across.max(0.0) * down.max(0.0)
    }
}

/// A line of water or a ditch along hexsides.
#[derive(Clone, Debug)]
pub(crate) struct Watercourse {
    pub(crate) name: String,
    pub(crate) curve: Curve,
}

/// A stretch of road between junctions.
#[derive(Clone, Debug)]
pub(crate) struct Stretch {
    pub(crate) kind: String,
    pub(crate) curve: Curve,
}

#[derive(Debug)]
pub(crate) struct Scene<'m> {
    pub(crate) map: &'m MapFile,
    pub(crate) style: &'m Style,
    /// The whole drawing.
    pub(crate) sheet: Box2,
    /// Inside the innermost line of the frame.
    pub(crate) field: Box2,
    origin: Point,
    padded: Grid,
    pub(crate) water: Vec<Watercourse>,
    pub(crate) roads: Vec<Stretch>,
}

impl<'m> Scene<'m> {
    pub(crate) fn new(map: &'m MapFile, style: &'m Style) -> Scene<'m> {
        let grid = &map.grid;
        let (margin, strip) = if style.frame { (44.0, 118.0) } else { (3.0, 0.0) };
        let bleed = 0.1 * HEX;
        let width = (f64::from(grid.columns() - 1) * COLUMN_STEP + 2.0 * CORNER) * HEX + 2.0 * bleed;
        let lowered = if grid.columns() > 1 { 0.5 } else { 0.0 };
        let height = (f64::from(grid.rows()) + lowered) * HEX + 2.0 * bleed;
        let field = Box2 { left: margin, top: margin, right: margin + width, bottom: margin + height };
        let sheet = Box2 { left: 0.0, top: 0.0, right: width + 2.0 * margin, bottom: height + 2.0 * margin + strip };
        let origin = Point::new(margin + bleed + CORNER * HEX, margin + bleed + 0.5 * HEX);
        let rim = if grid.columns().max(grid.rows()) + 2 * RIM <= Grid::LARGEST { RIM } else { 0 };
        let padded = Grid::new(grid.columns() + 2 * rim, grid.rows() + 2 * rim, grid.lower());
        let mut scene = Scene { map, style, sheet, field, origin, padded, water: Vec::new(), roads: Vec::new() };
        scene.water = scene.watercourses();
        scene.roads = scene.stretches();
        scene
    }

    pub(crate) fn at(&self, point: Point) -> Point {
        point * HEX + self.origin
    }

    pub(crate) fn centre(&self, hex: Hex) -> Point {
        self.at(layout::centre(&self.map.grid, hex))
    }

    /// The middle of the hexside between two neighbours.
    pub(crate) fn side(&self, a: Hex, b: Hex) -> Point {
        self.centre(a).middle(self.centre(b))
    }

    pub(crate) fn vertex(&self, vertex: VertexId) -> Point {
        self.at(layout::vertex(&self.map.grid, vertex))
    }

    fn rim(&self) -> u16 {
        (self.padded.columns() - self.map.grid.columns()) / 2
    }

    /// The hex of the map that a hex of the padded grid repeats: itself, or the nearest one.
    fn mirrored(&self, hex: Hex) -> Hex {
        let grid = &self.map.grid;
        let rim = i32::from(self.rim());
        let (column, row) = self.padded.column_row(hex);
        let column = (i32::from(column) - rim).clamp(1, grid.columns().into());
        let row = (i32::from(row) - rim).clamp(1, grid.rows().into());
        grid.at(column, row).unwrap_or(Hex::NONE)
    }

    fn padded_point(&self, point: Point) -> Point {
        let rim = f64::from(self.rim());
        self.at(point - Point::new(rim * COLUMN_STEP, rim))
    }

    fn is_on_map(&self, hex: Hex) -> bool {
        let (rim, grid) = (self.rim(), &self.map.grid);
        let (column, row) = self.padded.column_row(hex);
        (rim + 1..=rim + grid.columns()).contains(&column) && (rim + 1..=rim + grid.rows()).contains(&row)
    }

    /// The rims of an area of hexes, wavering a little, drawn in by `inset` hexes. What runs on beyond the edge of the
    /// map has no rim there.
    pub(crate) fn outline(&self, hexes: &BTreeSet<Hex>, runs_on: bool, inset: f64, waver: f64) -> Vec<Curve> {
        let shown = self.padded.hexes().filter(|hex| runs_on || self.is_on_map(*hex));
        let inside: BTreeSet<Hex> = shown.filter(|hex| hexes.contains(&self.mirrored(*hex))).collect();
        let mut next: BTreeMap<VertexId, VertexId> = BTreeMap::new();
        for hex in &inside {
            for direction in Direction::ALL {
                if !inside.contains(&self.padded.neighbour(*hex, direction)) {
                    let from = VertexId::of(&self.padded, *hex, direction.clockwise(5));
                    next.insert(from, VertexId::of(&self.padded, *hex, direction));
                }
            }
        }
        let mut curves = Vec::new();
        while let Some(start) = next.keys().next().copied() {
            let mut ring = Vec::new();
            let mut here = start;
            while let Some(then) = next.remove(&here) {
                ring.push(here);
                here = then;
            }
            curves.push(Curve::ring(&self.wavering(&ring, inset, waver)));
        }
        curves
    }

    /// The corners and the middles of a ring of vertices, each a little off its place.
    fn wavering(&self, ring: &[VertexId], inset: f64, waver: f64) -> Vec<Point> {
        let place = |vertex: VertexId| layout::vertex(&self.padded, vertex);
        let count = ring.len();
        let mut points = Vec::with_capacity(count * 2);
        for at in 0..count {
            let (before, here, after) =
                (place(ring[(at + count - 1) % count]), place(ring[at]), place(ring[(at + 1) % count]));
            // The ring runs clockwise: inside lies to the right of the way.
            let inward = (after - before).unit().turned();
            let seed = ring[at].index() as u64;
            let off = Point::new(swing(&[seed, 1]), swing(&[seed, 2])) * waver;
            points.push(self.padded_point(here + inward * inset + off));
            let seeds =
                [seed.min(ring[(at + 1) % count].index() as u64), seed.max(ring[(at + 1) % count].index() as u64)];
            let off = (after - here).unit().turned() * (swing(&[seeds[0], seeds[1], 3]) * waver + inset);
            points.push(self.padded_point(here.middle(after) + off));
        }
        points
    }

    fn watercourses(&self) -> Vec<Watercourse> {
        let grid = &self.map.grid;
        let mut all_edges: BTreeMap<&str, Vec<(VertexId, VertexId)>> = BTreeMap::new();
        for (name, sides) in &self.map.hexsides {
            let manner = self.style.hexside.get(name).map_or(SideManner::Nothing, |style| style.draw);
            if !matches!(manner, SideManner::Water | SideManner::Ditch | SideManner::Gully) {
                continue;
            }
            let edges = sides.iter().filter_map(|side| HexsideId::between(grid, side.from, side.to));
            let edges = edges.map(|side| side.vertices(grid)).map(|[a, b]| (a, b)).collect();
            all_edges.insert(name, edges);
        }
        // Where one line passes and another ends, the end must meet the curve, not the corner that the curve cuts.
        let mut bends: BTreeMap<VertexId, Point> = BTreeMap::new();
        let chained: Vec<(&str, Vec<VertexId>)> =
            all_edges.iter().flat_map(|(name, edges)| chains(edges).into_iter().map(|chain| (*name, chain))).collect();
        for (_, chain) in &chained {
            for three in chain.windows(3) {
                let [a, v, b] = [three[0], three[1], three[2]].map(|vertex| self.vertex(vertex));
                bends.entry(three[1]).or_insert(a.middle(v) * 0.25 + v * 0.5 + v.middle(b) * 0.25);
            }
        }
        // A line leaves the sheet where it ends on the edge; where it meets another of its name it goes on.
        let count = |name: &str, vertex: VertexId| {
            let same = chained.iter().filter(|(other, _)| *other == name);
            same.flat_map(|(_, chain)| [chain.first(), chain.last()]).flatten().filter(|end| **end == vertex).count()
        };
        chained
            .iter()
            .map(|(name, chain)| {
                let mut points: Vec<Point> = Vec::new();
                let beyond = |vertex: VertexId| {
                    let hexes: Vec<Point> = vertex.hexes(grid).map(|hex| self.centre(hex)).collect();
                    let middle =
                        hexes.iter().fold(Point::default(), |sum, hex| sum + *hex) * (1.0 / hexes.len() as f64);
                    self.vertex(vertex) + (self.vertex(vertex) - middle).unit() * (1.3 * HEX)
                };
                let leaves = |vertex: VertexId| vertex.is_map_edge(grid) && count(name, vertex) == 1;
                let (first, last) = (chain[0], chain[chain.len() - 1]);
                if first != last && leaves(first) {
                    points.push(beyond(first));
                }
                for (place, vertex) in chain.iter().enumerate() {
                    if place > 0 {
                        points.push(self.vertex(chain[place - 1]).middle(self.vertex(*vertex)));
                    }
                    let is_end = place == 0 || place + 1 == chain.len();
                    let meets = if is_end && first != last { bends.get(vertex).copied() } else { None };
                    points.push(meets.unwrap_or_else(|| self.vertex(*vertex)));
                }
                if first != last && leaves(last) {
                    points.push(beyond(last));
                }
                let curve =
                    if first == last { Curve::ring(&points[..points.len() - 1]) } else { Curve::smooth(&points) };
                Watercourse { name: (*name).to_owned(), curve }
            })
            .collect()
    }

    /// Where roads meet or end in a hex: near its middle.
    fn junction(&self, hex: Hex) -> Point {
        let seed = u64::from(hex.0);
        self.centre(hex) + Point::new(swing(&[seed, 11]), swing(&[seed, 12])) * (0.05 * HEX)
    }

    /// Where a road crosses a hexside: near its middle, so that nobody doubts which side it is.
    fn crossing(&self, a: Hex, b: Hex) -> Point {
        let bridged = self.map.hexsides.iter().any(|(name, sides)| {
            self.style.hexside.get(name).is_some_and(|style| style.draw == SideManner::Bridge)
                && sides.iter().any(|side| (side.from, side.to) == (a, b) || (side.from, side.to) == (b, a))
        });
        let seeds = [u64::from(a.0.min(b.0)), u64::from(a.0.max(b.0)), 13];
        let along = (self.centre(b) - self.centre(a)).unit().turned();
        let along = if a < b { along } else { along * -1.0 };
        self.side(a, b) + along * if bridged { 0.0 } else { swing(&seeds) * 0.1 * HEX }
    }

    fn stretches(&self) -> Vec<Stretch> {
        let ordered = |a: Hex, b: Hex| (a.min(b), a.max(b));
        let mut kinds: BTreeMap<(Hex, Hex), &str> = BTreeMap::new();
        // Kinds in the order of the style's widths: the broadest is drawn where two share a step.
        let width = |kind: &str| self.style.road.get(kind).map_or(0.0, |style| style.width);
        let mut degree: BTreeMap<Hex, BTreeSet<Hex>> = BTreeMap::new();
        for road in &self.map.roads {
            for pair in road.hexes.windows(2) {
                let kind = kinds.entry(ordered(pair[0], pair[1])).or_insert(&road.kind);
                if width(&road.kind) > width(kind) {
                    *kind = &road.kind;
                }
                degree.entry(pair[0]).or_default().insert(pair[1]);
                degree.entry(pair[1]).or_default().insert(pair[0]);
            }
        }
        let mut stretches = Vec::new();
        let names: BTreeSet<&str> = kinds.values().copied().collect();
        for kind in names {
            let edges: Vec<(Hex, Hex)> = kinds.iter().filter(|(_, of)| **of == kind).map(|(edge, _)| *edge).collect();
            for chain in chains(&edges) {
                // Chains end where this kind branches; they also pass hexes where another kind joins.
                let mut points = vec![self.junction(chain[0])];
                for (place, pair) in chain.windows(2).enumerate() {
                    points.push(self.crossing(pair[0], pair[1]));
                    let inner = place + 2 < chain.len();
                    points.push(if inner && degree[&pair[1]].len() <= 2 {
                        self.bend(&chain, place + 1)
                    } else {
                        self.junction(pair[1])
                    });
                }
                stretches.push(Stretch { kind: kind.to_owned(), curve: through_crossings(&points, &chain, &degree) });
            }
        }
        for road in &self.map.roads {
            for end in &road.leaves_map_at {
                let before =
                    if road.hexes.first() == Some(end) { road.hexes[1] } else { road.hexes[road.hexes.len() - 2] };
                stretches.push(Stretch { kind: road.kind.clone(), curve: self.way_out(before, *end) });
            }
        }
        stretches
    }

    fn bend(&self, chain: &[Hex], place: usize) -> Point {
        let seed = u64::from(chain[place].0);
        self.centre(chain[place]) + Point::new(swing(&[seed, 21]), swing(&[seed, 22])) * (0.07 * HEX)
    }

    /// From the middle of an edge hex straight on, over the edge.
    fn way_out(&self, before: Hex, end: Hex) -> Curve {
        let grid = &self.map.grid;
        let onward = (self.centre(end) - self.centre(before)).unit();
        let out = Direction::ALL
            .into_iter()
            .filter(|direction| grid.neighbour(end, *direction).is_none())
            .map(layout::side_offset)
            .max_by(|a, b| a.unit().dot(onward).total_cmp(&b.unit().dot(onward)))
            .unwrap_or(onward);
        let start = self.junction(end);
        Curve::smooth(&[start, self.centre(end) + out * HEX, self.centre(end) + out * (2.6 * HEX)])
    }
}

/// A road through alternating hex middles and hexside crossings. It passes every crossing exactly, and the middle of a hex
/// only where roads meet.
fn through_crossings(points: &[Point], chain: &[Hex], degree: &BTreeMap<Hex, BTreeSet<Hex>>) -> Curve {
    let mut pieces = Vec::new();
    let mut from = points[0];
    for place in 0..chain.len() - 1 {
        let crossing = points[place * 2 + 1];
        let hub = points[place * 2 + 2];
        if place == 0 || degree[&chain[place]].len() > 2 {
            pieces.push((from.middle(crossing), crossing));
        }
        let passes = place + 2 < chain.len() && degree[&chain[place + 1]].len() <= 2;
        if passes {
            pieces.push((hub, points[place * 2 + 3]));
        } else {
            pieces.push((crossing.middle(hub), hub));
        }
        from = hub;
    }
    Curve { start: points[0], pieces }
}
