//! The second reading: lines, supply, retreats and interceptions, by trying every way there is.

use super::country::{Country, Piece, Road, What};

/// Who stands where now, and how strong.
pub(crate) struct Now<'c> {
    pub(crate) country: &'c Country,
    pub(crate) at: Vec<Option<usize>>,
    pub(crate) strength: Vec<u8>,
}

/// 4.3, 4.6
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Led {
    InCommand,
    CutOff,
    Alone,
}

/// 4.4
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fed {
    Supplied,
    Hindered,
    Cut,
}

impl<'c> Now<'c> {
    pub(crate) fn at_first(country: &'c Country) -> Now<'c> {
        Now {
            country,
            at: country.pieces.iter().map(|piece| Some(piece.at)).collect(),
            strength: country.pieces.iter().map(|piece| piece.strength).collect(),
        }
    }

    pub(crate) fn in_box(&self, side: usize, place: usize) -> impl Iterator<Item = (usize, &Piece)> {
        let pieces = self.country.pieces.iter().enumerate();
        pieces.filter(move |(number, piece)| piece.side == side && self.at[*number] == Some(place))
    }

    /// The ways out of a box that can be crossed.
    pub(crate) fn ways(&self, place: usize) -> impl Iterator<Item = (usize, &Road)> {
        let roads = self.country.roads.iter().filter(move |road| road.ends.contains(&place));
        let open = roads.filter(|road| self.country.crossable(road));
        open.map(move |road| (if road.ends[0] == place { road.ends[1] } else { road.ends[0] }, road))
    }

    /// 1.0, 1.2.1b, 4.3: units and dummies stand in the way, nobody else.
    fn stops_lines(&self, side: usize, place: usize) -> bool {
        self.in_box(side, place).any(|(_, piece)| piece.what.is_unit() || piece.what == What::Dummy)
    }

    /// Whether a line of four points leads from one box to another: every way is tried, and every box on it but the two
    /// at its ends looked into.
    pub(crate) fn has_line(&self, side: usize, from: usize, to: usize) -> bool {
        let mut been = vec![from];
        self.line_on(side, &mut been, to, 4)
    }

    fn line_on(&self, side: usize, been: &mut Vec<usize>, to: usize, left: u32) -> bool {
        let here = been[been.len() - 1];
        if here == to {
            return true;
        }
        if been.len() > 1 && self.stops_lines(1 - side, here) {
            return false;
        }
        let onward: Vec<(usize, u32)> = self.ways(here).map(|(next, road)| (next, self.country.cost(road))).collect();
        for (next, cost) in onward {
            if cost <= left && !been.contains(&next) {
                been.push(next);
                let found = self.line_on(side, been, to, left - cost);
                been.pop();
                if found {
                    return true;
                }
            }
        }
        false
    }

    pub(crate) fn chief_of(&self, side: usize) -> Option<(usize, u8)> {
        self.country.pieces.iter().enumerate().find_map(|(number, piece)| match piece.what {
            What::Chief { value } if piece.side == side => self.at[number].map(|at| (at, value)),
            _ => None,
        })
    }

    /// How somebody of a side in a box is led, and whether by a line to the commander in chief himself.
    pub(crate) fn led(&self, side: usize, from: usize) -> (Led, bool) {
        let chief = self.chief_of(side).map(|(at, _)| at);
        let to_chief = |from: usize| chief.is_some_and(|chief| self.has_line(side, from, chief));
        if to_chief(from) {
            return (Led::InCommand, true);
        }
        let mut led = Led::Alone;
        for (number, piece) in self.country.pieces.iter().enumerate() {
            if let Some(at) = self.at[number]
                && piece.side == side
                && piece.what.is_leader()
                && self.has_line(side, from, at)
            {
                if to_chief(at) {
                    return (Led::InCommand, false);
                }
                led = Led::CutOff;
            }
        }
        (led, false)
    }

    /// 4.4: every way to the source, and on each what stands in the boxes after the first.
    pub(crate) fn fed(&self, side: usize) -> Fed {
        let Some((chief, _)) = self.chief_of(side) else { return Fed::Cut };
        let mut best: Option<u32> = None;
        self.feed(side, &mut vec![chief], 0, &mut best);
        match best {
            Some(0) => Fed::Supplied,
            Some(_) => Fed::Hindered,
            None => Fed::Cut,
        }
    }

    fn feed(&self, side: usize, been: &mut Vec<usize>, dummies: u32, best: &mut Option<u32>) {
        let here = been[been.len() - 1];
        if here == self.country.sources[side] {
            *best = Some(best.map_or(dummies, |so_far| so_far.min(dummies)));
            return;
        }
        let onward: Vec<usize> = self.ways(here).map(|(next, _)| next).collect();
        for next in onward {
            if been.contains(&next) || self.in_box(1 - side, next).any(|(_, piece)| piece.what.is_unit()) {
                continue;
            }
            let rumours = u32::from(self.stops_lines(1 - side, next));
            been.push(next);
            self.feed(side, been, dummies + rumours, best);
            been.pop();
        }
    }

    /// 8.6, 8.7: where somebody who leaves a box may go, for all that stands there now.
    pub(crate) fn free_around(&self, side: usize, place: usize) -> Vec<usize> {
        let mut free: Vec<usize> = self
            .ways(place)
            .map(|(next, _)| next)
            .filter(|next| !self.in_box(1 - side, *next).any(|(_, piece)| piece.what.is_unit()))
            .collect();
        free.sort_unstable();
        free.dedup();
        free
    }

    /// 6.5.1: who of a side may be the first named against a stack that has entered a box.
    pub(crate) fn may_intercept(&self, side: usize, entered: usize) -> Vec<usize> {
        let mut who = Vec::new();
        for (from, _) in self.ways(entered) {
            let engaged = self.in_box(1 - side, from).next().is_some();
            who.extend(
                self.in_box(side, from)
                    .filter(|(number, piece)| !engaged && piece.what.is_unit() && self.strength[*number] > 0)
                    .map(|(number, _)| number),
            );
        }
        who.sort_unstable();
        who
    }

    /// 6.5.1d to 6.5.1h: the highest die with which a unit, and perhaps one leader of its box, intercepts.
    pub(crate) fn interception_limit(&self, unit: usize, leader: Option<usize>, entered: usize) -> i32 {
        let piece = &self.country.pieces[unit];
        let from = self.at[unit].expect("on the map");
        let in_command = self.led(piece.side, from).0 == Led::InCommand;
        let value = match leader.map(|leader| self.country.pieces[leader].what) {
            Some(What::Chief { value }) => i32::from(value),
            Some(What::General { value }) if in_command => {
                let most = self.chief_of(piece.side).map_or(0, |(_, value)| i32::from(value));
                i32::from(value).max(most.min(i32::from(value) + 2))
            }
            Some(What::General { value }) => i32::from(value),
            _ => 1 + i32::from(in_command),
        };
        let cost = self.ways(entered).filter(|(next, _)| *next == from).map(|(_, road)| self.country.cost(road)).min();
        value - i32::from(cost.is_some_and(|cost| cost >= 2))
    }
}
