//! Writing SVG briefly: numbers with one decimal, paths in few words, chance that is always the same.

use std::fmt::Write;

use crate::layout::Point;

/// Pixels to a hex.
pub(crate) const HEX: f64 = 72.0;

/// A number as SVG reads it, with at most one decimal.
pub(crate) fn number(value: f64) -> String {
    let tenths = (value * 10.0).round() as i64;
    let sign = if tenths < 0 { "-" } else { "" };
    let (whole, tenth) = (tenths.abs() / 10, tenths.abs() % 10);
    match (whole, tenth) {
        (whole, 0) => format!("{sign}{whole}"),
        (0, tenth) => format!("{sign}.{tenth}"),
        (whole, tenth) => format!("{sign}{whole}.{tenth}"),
    }
}

pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Path data under construction.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pen {
    data: String,
}

impl Pen {
    fn pair(&mut self, point: Point) {
        let (x, y) = (number(point.x), number(point.y));
        let space =
            if self.data.ends_with(|last: char| last.is_ascii_digit()) && !x.starts_with('-') { " " } else { "" };
        let between = if y.starts_with('-') { "" } else { " " };
        self.data.push_str(&format!("{space}{x}{between}{y}"));
    }

    pub(crate) fn move_to(&mut self, point: Point) -> &mut Pen {
        self.data.push('M');
        self.pair(point);
        self
    }

    pub(crate) fn line_to(&mut self, point: Point) -> &mut Pen {
        self.data.push('L');
        self.pair(point);
        self
    }

    pub(crate) fn curve_to(&mut self, control: Point, end: Point) -> &mut Pen {
        self.data.push('Q');
        self.pair(control);
        self.pair(end);
        self
    }

    pub(crate) fn close(&mut self) -> &mut Pen {
        self.data.push('Z');
        self
    }

    pub(crate) fn polygon(&mut self, points: &[Point]) -> &mut Pen {
        for (place, point) in points.iter().enumerate() {
            if place == 0 {
                self.move_to(*point)
            } else {
                self.line_to(*point)
            };
        }
        self.close()
    }

    /// Data written by hand.
    pub(crate) fn raw(&mut self, data: &str) -> &mut Pen {
        self.data.push_str(data);
        self
    }

    pub(crate) fn data(&self) -> &str {
        &self.data
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.data.is_empty()
    }
}

/// A document or a part of one.
#[derive(Clone, Debug, Default)]
pub(crate) struct Svg {
    text: String,
    /// Put before every identity.
    prefix: String,
    shared: u32,
}

impl Svg {
    pub(crate) fn new(prefix: &str) -> Svg {
        Svg { prefix: prefix.to_owned(), ..Svg::default() }
    }

    /// One path drawn several times, each time with other attributes.
    pub(crate) fn paths(&mut self, pen: &Pen, attributes: &[String]) -> &mut Svg {
        if pen.is_empty() {
            return self;
        }
        let id = format!("{}p{}", self.prefix, self.shared);
        self.shared += 1;
        let _ = writeln!(self.text, "<defs><path id=\"{id}\" d=\"{}\"/></defs>", pen.data());
        for one in attributes {
            let _ = writeln!(self.text, "<use href=\"#{id}\" {one}/>");
        }
        self
    }

    pub(crate) fn raw(&mut self, text: &str) -> &mut Svg {
        self.text.push_str(text);
        self
    }

    /// A path, unless there is nothing to draw.
    pub(crate) fn path(&mut self, pen: &Pen, attributes: &str) -> &mut Svg {
        if !pen.is_empty() {
            let _ = writeln!(self.text, "<path {attributes} d=\"{}\"/>", pen.data());
        }
        self
    }

    pub(crate) fn open(&mut self, attributes: &str) -> &mut Svg {
        let _ = writeln!(self.text, "<g {attributes}>");
        self
    }

    pub(crate) fn close(&mut self) -> &mut Svg {
        self.text.push_str("</g>\n");
        self
    }

    pub(crate) fn into_text(self) -> String {
        self.text
    }
}

/// Chance without memory: the same seeds always give the same number from 0 up to 1.
pub(crate) fn chance(seeds: &[u64]) -> f64 {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    for seed in seeds {
        state = (state ^ seed).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        state ^= state >> 29;
        state = state.wrapping_mul(0x94d0_49bb_1331_11eb);
        state ^= state >> 32;
    }
    (state >> 11) as f64 / (1_u64 << 53) as f64
}

/// From -1 up to 1.
pub(crate) fn swing(seeds: &[u64]) -> f64 {
    chance(seeds) * 2.0 - 1.0
}

/// A chain of quadratic curves.
#[derive(Clone, Debug, Default)]
pub(crate) struct Curve {
    pub(crate) start: Point,
    /// Control point and end of each piece.
    pub(crate) pieces: Vec<(Point, Point)>,
}

impl Curve {
    /// Through the middles between the points, bent towards them; an open line begins and ends on its own ends.
    pub(crate) fn smooth(points: &[Point]) -> Curve {
        let (Some(first), Some(last)) = (points.first(), points.last()) else { return Curve::default() };
        let mut pieces = Vec::new();
        for at in 1..points.len().saturating_sub(1) {
            let end = if at + 2 == points.len() { *last } else { points[at].middle(points[at + 1]) };
            pieces.push((points[at], end));
        }
        if pieces.is_empty() {
            pieces.push((first.middle(*last), *last));
        }
        Curve { start: *first, pieces }
    }

    /// The same for a ring.
    pub(crate) fn ring(points: &[Point]) -> Curve {
        let count = points.len();
        if count < 3 {
            return Curve::default();
        }
        let middle = |at: usize| points[at % count].middle(points[(at + 1) % count]);
        Curve { start: middle(count - 1), pieces: (0..count).map(|at| (points[at], middle(at))).collect() }
    }

    pub(crate) fn trace(&self, pen: &mut Pen) {
        if self.pieces.is_empty() {
            return;
        }
        pen.move_to(self.start);
        for (control, end) in &self.pieces {
            pen.curve_to(*control, *end);
        }
    }

    /// Points along the curve about `step` apart, each with the direction of travel.
    pub(crate) fn samples(&self, step: f64) -> Vec<(Point, Point)> {
        let mut found = Vec::new();
        let mut from = self.start;
        let mut since = step * 0.5;
        for (control, end) in &self.pieces {
            let mut before = from;
            for part in 1..=12 {
                let t = f64::from(part) / 12.0;
                let at = from * ((1.0 - t) * (1.0 - t)) + *control * (2.0 * t * (1.0 - t)) + *end * (t * t);
                let way = at - before;
                let mut along = step - since;
                while along <= way.length() {
                    found.push((before + way.unit() * along, way.unit()));
                    along += step;
                }
                since = way.length() - (along - step);
                before = at;
            }
            from = *end;
        }
        found
    }
}

/// Joins edges between nodes into chains as long as they go; rings end where they began.
pub(crate) fn chains<N: Copy + Ord>(edges: &[(N, N)]) -> Vec<Vec<N>> {
    let mut around: std::collections::BTreeMap<N, Vec<(usize, N)>> = std::collections::BTreeMap::new();
    for (number, (a, b)) in edges.iter().enumerate() {
        around.entry(*a).or_default().push((number, *b));
        around.entry(*b).or_default().push((number, *a));
    }
    let mut used = vec![false; edges.len()];
    let mut found = Vec::new();
    let ends = around.iter().filter(|(_, out)| out.len() != 2).map(|(node, _)| *node);
    let starts: Vec<N> = ends.chain(around.keys().copied()).collect();
    for start in starts {
        while let Some((edge, next)) = around[&start].iter().find(|(edge, _)| !used[*edge]).copied() {
            let mut chain = vec![start, next];
            used[edge] = true;
            let mut here = next;
            while around[&here].len() == 2 && here != start {
                let Some((edge, next)) = around[&here].iter().find(|(edge, _)| !used[*edge]).copied() else { break };
                used[edge] = true;
                chain.push(next);
                here = next;
            }
            found.push(chain);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        for (value, text) in [(0.0, "0"), (-0.04, "0"), (12.34, "12.3"), (-0.5, "-.5"), (7.0, "7"), (-3.96, "-4")] {
            assert_eq!(number(value), text);
        }
    }

    #[test]
    fn chains_follow_edges_and_close_rings() {
        assert_eq!(chains(&[(2, 3), (1, 2), (3, 4)]), [vec![1, 2, 3, 4]]);
        let ring = chains(&[(1, 2), (2, 3), (3, 1)]);
        assert_eq!((ring.len(), ring[0].len(), ring[0][0] == ring[0][3]), (1, 4, true));
        assert_eq!(chains(&[(1, 2), (2, 3), (2, 4)]).len(), 3);
    }

    #[test]
    fn chance_is_always_the_same_and_spread_out() {
        assert_eq!(chance(&[1, 2]), chance(&[1, 2]));
        let mean: f64 = (0..1000).map(|n| chance(&[n, 7])).sum::<f64>() / 1000.0;
        assert!((mean - 0.5).abs() < 0.05, "{mean}");
    }
}
