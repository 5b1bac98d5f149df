//! Chapter G.1 and G.2: arcs, and lines of sight over heights, troops and cover.
//! Decides G.2a, G.2b, G.2c, G.2d, G.2e, G.2f.

use board::{Direction, Facing, Hex};

use crate::Rules;
use crate::counters::{CounterId, Formation};
use crate::state::State;

/// What lies on a line of sight.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Screen {
    /// The line is free.
    Clear,
    /// One hex of troops, cover or height screens the target: howitzers fire over it (S30, S59).
    One(Hex),
    /// More than that.
    Blocked(Hex),
}

/// Unit steps of the six directions in cube coordinates q and r.
const STEPS: [(i16, i16); 6] = [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)];

impl Rules {
    /// G.1a, S60: whether a hex lies in the arc through the two front hexes of a counter that looks at a vertex; the rays
    /// between front and flank are outside.
    pub(crate) fn in_arc(&self, facing: Facing, from: Hex, hex: Hex) -> bool {
        let (q, r) = self.ground.apart(from, hex);
        if (q, r) == (0, 0) {
            return false;
        }
        let one = STEPS[facing.direction().index()];
        let other = STEPS[facing.direction().clockwise(1).index()];
        // q and r as a steps of the one and b of the other.
        let base = one.0 * other.1 - one.1 * other.0;
        let a = (q * other.1 - r * other.0) * base;
        let b = (one.0 * r - one.1 * q) * base;
        2 * a + b > 0 && a + 2 * b > 0
    }

    /// Whether a hex holds what hides things behind it.
    fn is_thick(&self, state: &State, hex: Hex) -> bool {
        self.ground.is_cover(hex) || self.is_occupied(state, hex)
    }

    /// G.2b to G.2d: what screens one hex from another.
    pub(crate) fn screen(&self, state: &State, from: Hex, to: Hex) -> Screen {
        let (near, far) = (self.ground.height(from), self.ground.height(to));
        let (mut dipped, mut found) = (false, Screen::Clear);
        for hex in self.ground.touched(from, to) {
            if hex.is_none() {
                continue;
            }
            let height = self.ground.height(hex);
            let lower = height < near && height < far;
            let thick = rule!("G.2b", self.is_thick(state, hex) && !lower) || rule!("G.2b", height > near.max(far));
            // G.2d: the second crest hides what lies lower behind it.
            let crest = rule!("G.2d", dipped && height >= near && far < height);
            if thick || crest {
                found = match found {
                    Screen::Clear => Screen::One(hex),
                    Screen::One(first) | Screen::Blocked(first) => Screen::Blocked(first),
                };
            }
            dipped |= height < near;
        }
        found
    }

    /// Whether troops in one hex see another, in any direction: weather and what lies between.
    pub(crate) fn sees_from(&self, state: &State, from: Hex, to: Hex) -> bool {
        let distance = self.ground.distance(from, to);
        distance <= self.sight_limit(state, from)
            && distance <= self.sight_limit(state, to)
            && (distance <= 1 || !rule!("G.2c", self.screen(state, from, to) != Screen::Clear))
    }

    /// Whether a counter that looks at a vertex sees a hex, out of its front hexsides only (G.2a).
    pub(crate) fn sees(&self, state: &State, counter: CounterId, to: Hex) -> bool {
        let from = state.hex_of(counter);
        let arc = match state.formation(counter) {
            Formation::Line | Formation::Unlimbered | Formation::Shaken | Formation::Panicked => {
                self.in_arc(state.facing(counter), from, to)
            }
            Formation::Column | Formation::Limbered => {
                self.ground.grid.neighbour(from, state.facing(counter).direction()) == to
            }
            Formation::Dispersed | Formation::None | Formation::Brigade => true,
        };
        rule!("G.2a", arc) && self.sees_from(state, from, to) && !self.slope_stops(state, counter, from, to)
    }

    /// G.2e, G.2f: abrupt slopes stop guns that are not howitzers.
    pub(crate) fn slope_stops(&self, state: &State, counter: CounterId, from: Hex, to: Hex) -> bool {
        if !self.is_battery(counter) || state.formation(counter) != Formation::Unlimbered {
            return false;
        }
        let high_angle = self.tables.gun(self.counter(counter).gun).high_angle;
        let foot = self.at_foot(from, to);
        if high_angle {
            // G.2f: from the foot of a slope howitzers fire at the adjacent hex only.
            return rule!("G.2f", foot && self.ground.distance(from, to) > 1);
        }
        if rule!("G.2f", foot) {
            return true;
        }
        let higher = self.ground.height(to) > self.ground.height(from);
        rule!("G.2e", higher && self.crosses_slope(from, to))
    }

    /// Whether the line leaves a hex up an abrupt slope.
    pub(crate) fn at_foot(&self, from: Hex, to: Hex) -> bool {
        let first = self.ground.touched(from, to).next().unwrap_or(to);
        let way = self.ground.grid.direction_between(from, first);
        way.is_some_and(|way| self.ground.side(from, way).slope_up)
    }

    /// Whether an abrupt slope that rises toward the target lies on the line.
    fn crosses_slope(&self, from: Hex, to: Hex) -> bool {
        let mut last = from;
        for hex in self.ground.touched(from, to).chain(std::iter::once(to)) {
            if hex.is_none() {
                continue;
            }
            let way: Option<Direction> = self.ground.grid.direction_between(last, hex);
            if way.is_some_and(|way| self.ground.side(last, way).slope_up) {
                return true;
            }
            last = hex;
        }
        false
    }
}
