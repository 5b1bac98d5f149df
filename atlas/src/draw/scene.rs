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
pub(crate) struct Rectangle {
    pub(crate) left: f64,
    pub(crate) top: f64,
    pub(crate) right: f64,
    pub(crate) bottom: f64,
}

impl Rectangle {
    pub(crate) fn around(centre: Point, width: f64, height: f64) -> Rectangle {
        let (x, y) = (width / 2.0, height / 2.0);
        Rectangle { left: centre.x - x, top: centre.y - y, right: centre.x + x, bottom: centre.y + y }
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
    pub(crate) fn overlap(&self, other: &Rectangle) -> f64 {
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
    pub(crate) sheet: Rectangle,
    /// Inside the innermost line of the frame.
    pub(crate) field: Rectangle,
    origin: Point,
    padded: Grid,
    pub(crate) water: Vec<Watercourse>,
    pub(crate) roads: Vec<Stretch>,
}

/// The height of a key that lies below the title.
pub(crate) const KEY: f64 = 92.0;

/// A field too narrow for title, key and scale side by side: the key lies below them.
pub(crate) fn is_narrow(width: f64) -> bool {
    (600.0..1150.0).contains(&width)
}

/// The sheet, the field inside its frame, and the centre of hex 0101, or of the hex above it if column 1 is lower.
pub(crate) fn extent(grid: &Grid, style: &Style) -> (Rectangle, Rectangle, Point) {
    let bleed = 0.1 * HEX;
    let width = (f64::from(grid.columns() - 1) * COLUMN_STEP + 2.0 * CORNER) * HEX + 2.0 * bleed;
    let below = if is_narrow(width) { 118.0 + KEY } else { 118.0 };
    let (margin, strip) = if style.frame { (44.0, below) } else { (3.0, 0.0) };
    let lowered = if grid.columns() > 1 { 0.5 } else { 0.0 };
    let height = (f64::from(grid.rows()) + lowered) * HEX + 2.0 * bleed;
    let field = Rectangle { left: margin, top: margin, right: margin + width, bottom: margin + height };
    let sheet = Rectangle { left: 0.0, top: 0.0, right: width + 2.0 * margin, bottom: height + 2.0 * margin + strip };
    (sheet, field, Point::new(margin + bleed + CORNER * HEX, margin + bleed + 0.5 * HEX))
}

impl<'m> Scene<'m> {
    pub(crate) fn new(map: &'m MapFile, style: &'m Style) -> Scene<'m> {
        let grid = &map.grid;
        let (sheet, field, origin) = extent(grid, style);
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

    /// The column and row of a point of the drawing, on the map or off it.
    pub(crate) fn column_row(&self, at: Point) -> (i32, i32) {
        layout::column_row_at((at - self.origin) * (1.0 / HEX), self.map.grid.lower())
    }

    /// The hex of the map nearest to a point of the drawing, in the same column or row where it lies outside.
    pub(crate) fn nearest(&self, at: Point) -> Option<Hex> {
        let grid = &self.map.grid;
        let (column, row) = self.column_row(at);
        grid.at(column.clamp(1, grid.columns().into()), row.clamp(1, grid.rows().into()))
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

    /// The point of a hex that its roads bend towards: near the middle, but never quite in it.
    fn hub(&self, hex: Hex) -> Point {
        let seed = u64::from(hex.0);
        self.centre(hex) + Point::new(swing(&[seed, 11]), swing(&[seed, 12])) * (0.08 * HEX)
    }

    /// Where the way between two hubs crosses the hexside; there the curves of both hexes meet without a kink.
    fn crossing(&self, a: Hex, b: Hex) -> Point {
        let (from, to) = (self.hub(a), self.hub(b));
        let across = (self.centre(b) - self.centre(a)).unit();
        let middle = self.side(a, b);
        let share = (middle - from).dot(across) / (to - from).dot(across);
        from + (to - from) * share
    }

    /// The roads, cut where they branch. A road that goes straight on through a junction is one curve, and what joins
    /// it there ends on that curve.
    fn stretches(&self) -> Vec<Stretch> {
        let ordered = |a: Hex, b: Hex| (a.min(b), a.max(b));
        let width = |kind: &str| self.style.road.get(kind).map_or(0.0, |style| style.width);
        let mut kinds: BTreeMap<(Hex, Hex), &str> = BTreeMap::new();
        for road in &self.map.roads {
            for pair in road.hexes.windows(2) {
                let kind = kinds.entry(ordered(pair[0], pair[1])).or_insert(&road.kind);
                if width(&road.kind) > width(kind) {
                    *kind = &road.kind;
                }
            }
        }
        let mut names: Vec<&str> = kinds.values().copied().collect::<BTreeSet<&str>>().into_iter().collect();
        names.sort_by(|a, b| width(b).total_cmp(&width(a)));
        let mut passed: BTreeMap<Hex, Point> = BTreeMap::new();
        let mut stretches = Vec::new();
        for kind in names {
            let edges: Vec<(Hex, Hex)> = kinds.iter().filter(|(_, of)| **of == kind).map(|(edge, _)| *edge).collect();
            let runs = self.joined_straight(chains(&edges));
            for run in &runs {
                for three in run.windows(3) {
                    let (into, out) = (self.crossing(three[0], three[1]), self.crossing(three[1], three[2]));
                    passed.entry(three[1]).or_insert(into * 0.25 + self.hub(three[1]) * 0.5 + out * 0.25);
                }
            }
            for run in &runs {
                let end = |hex: Hex| passed.get(&hex).copied().unwrap_or_else(|| self.hub(hex));
                let start = end(run[0]);
                let mut pieces = Vec::new();
                let first = self.crossing(run[0], run[1]);
                pieces.push((start.middle(first), first));
                for three in run.windows(3) {
                    pieces.push((self.hub(three[1]), self.crossing(three[1], three[2])));
                }
                let last = end(run[run.len() - 1]);
                let before = pieces[pieces.len() - 1].1;
                pieces.push((before.middle(last), last));
                stretches.push(Stretch { kind: kind.to_owned(), curve: Curve { start, pieces } });
            }
        }
        for road in &self.map.roads {
            for end in &road.leaves_map_at {
                let is_first = road.hexes.first() == Some(end);
                let before = if is_first { road.hexes[1] } else { road.hexes[road.hexes.len() - 2] };
                stretches.push(Stretch { kind: road.kind.clone(), curve: self.way_out(before, *end) });
            }
        }
        stretches
    }

    /// Where several chains end in a hex, the two that lie straightest become one.
    fn joined_straight(&self, mut chains: Vec<Vec<Hex>>) -> Vec<Vec<Hex>> {
        let ends: BTreeSet<Hex> = chains.iter().flat_map(|chain| [chain[0], chain[chain.len() - 1]]).collect();
        for hex in ends {
            let way_into = |chain: &[Hex]| -> Option<Point> {
                let inner = if chain[0] == hex { chain[1] } else { chain[chain.len() - 2] };
                let is_ring = chain[0] == chain[chain.len() - 1];
                (!is_ring && (chain[0] == hex || chain[chain.len() - 1] == hex))
                    .then(|| (self.centre(hex) - self.centre(inner)).unit())
            };
            let ways = chains.iter().enumerate().filter_map(|(number, chain)| Some((number, way_into(chain)?)));
            let ways: Vec<(usize, Point)> = ways.collect();
            let mut best: Option<(f64, usize, usize)> = None;
            for (place, (one, a)) in ways.iter().enumerate() {
                for (other, b) in &ways[place + 1..] {
                    let straight = -a.dot(*b);
                    if straight > 0.4 && best.is_none_or(|(most, _, _)| straight > most) {
                        best = Some((straight, *one, *other));
                    }
                }
            }
            if let Some((_, one, other)) = best {
                let mut tail = chains.remove(other);
                let head = &mut chains[one];
                if head[0] == hex {
                    head.reverse();
                }
                if tail[0] != hex {
                    tail.reverse();
                }
                head.extend(&tail[1..]);
            }
        }
        chains
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
        let start = self.hub(end);
        Curve::smooth(&[start, self.centre(end) + out * HEX, self.centre(end) + out * (2.6 * HEX)])
    }
}
