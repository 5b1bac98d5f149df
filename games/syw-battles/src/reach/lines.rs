//! An order for a whole line: several counters go the same way at once, and each keeps its front.

use std::collections::{BTreeMap, VecDeque};

use board::{Direction, Hex};
use kernel::aids::{Barred, Goal, Reach, StepCost, Way};
use kernel::{Discard, Illegal, OrderError, Ratio, Ruleset, Side};

use super::{in_points, points};
use crate::Rules;
use crate::action::Action;
use crate::counters::CounterId;
use crate::refusal::refuse;
use crate::sequence::Frame;
use crate::state::State;

/// Most counters that go together.
const MOST: usize = 24;

impl Rules {
    /// Where several counters could go together without turning, the first leading.
    pub(super) fn reach_together(&self, state: &State, side: Side, words: &[String]) -> Result<Reach, OrderError> {
        let find =
            |word: &String| self.find(word).ok_or_else(|| OrderError::Unreadable(format!("\"{word}\" is no counter")));
        let units = words.iter().map(find).collect::<Result<Vec<CounterId>, OrderError>>()?;
        let Some(first) = units.first().copied().filter(|_| units.len() <= MOST) else {
            return Err(OrderError::Unreadable(format!("name at most {MOST} counters")));
        };
        if let Some(unit) = units.iter().find(|unit| !state.on_map(**unit)) {
            let sentence = format!("{} is not on the map, so it cannot join a line", self.label(*unit));
            return Err(OrderError::Unreadable(sentence));
        }
        let leading = self.with_in_hand(state, side, &self.word_for(first))?;
        let (mut goals, mut barred) = (Vec::new(), Vec::new());
        for (hex, course) in self.courses(&leading) {
            // On uneven ground one order of the same steps may work where the other does not.
            let back: Vec<Direction> = course.iter().rev().copied().collect();
            let moved = self.together(state, side, &units, &course);
            match moved.or_else(|why| self.together(state, side, &units, &back).map_err(|_| why)) {
                Ok(ways) => goals.push(self.goal_together(first, hex, ways)),
                Err(why) => barred.push(Barred { place: self.number_of(hex), why }),
            }
        }
        let left = self.left(&leading, &leading.hand);
        Ok(Reach { units: words.to_vec(), points: Some(points(left)), goals, barred, ..Reach::default() })
    }

    /// The steps by which the counter in hand comes to a hex without turning, the cheapest first.
    fn courses(&self, leading: &State) -> BTreeMap<Hex, Vec<Direction>> {
        let piece = leading.hand.piece;
        let seat = Rules::seat_of(self.side_of(piece));
        let mut found: BTreeMap<Hex, (u8, Vec<Direction>)> = BTreeMap::new();
        let mut queue = VecDeque::from([(leading.clone(), Vec::new())]);
        while let Some((state, course)) = queue.pop_front() {
            for way in Direction::ALL {
                let to = self.ground.grid.neighbour(state.hex_of(piece), way);
                if to.is_none() || self.check(&state, seat, &Action::Step(to)).is_err() {
                    continue;
                }
                let mut next = state.clone();
                self.play(&mut next, seat, &Action::Step(to), &mut Discard);
                let turned = next.facing(piece) != leading.facing(piece);
                if !next.on_map(piece) || turned || next.frame() != Frame::Moving || next.hand.piece != piece {
                    continue;
                }
                let spent = next.hand.spent;
                if to != leading.hex_of(piece) && found.get(&to).is_none_or(|(best, _)| spent < *best) {
                    let mut course = course.clone();
                    course.push(way);
                    found.insert(to, (spent, course.clone()));
                    queue.push_back((next, course));
                }
            }
        }
        found.into_iter().map(|(hex, (_, course))| (hex, course)).collect()
    }

    /// Takes every counter the same steps, those in front first; or says who cannot, and why.
    fn together(
        &self,
        state: &State,
        side: Side,
        units: &[CounterId],
        course: &[Direction],
    ) -> Result<Vec<(CounterId, Way)>, Illegal> {
        let seat = Rules::seat_of(side);
        let grid = &self.ground.grid;
        let towards = |hex: Hex| -> i32 {
            let (q, r, s) = grid.cube(hex);
            let near = |way: &Direction| {
                let to = grid.neighbour(hex, *way);
                let (a, b, c) = if to.is_some() { grid.cube(to) } else { (q, r, s) };
                (a - q) * q + (b - r) * r + (c - s) * s
            };
            course.iter().map(near).sum()
        };
        let mut order = units.to_vec();
        // A counter that is in hand already goes first, since nobody else can before it halts.
        let held = |unit: CounterId| state.frame() == Frame::Moving && state.hand.piece == unit;
        order.sort_by_key(|unit| (!held(*unit), -towards(state.hex_of(*unit))));
        let mut now = state.clone();
        let mut ways = Vec::new();
        for unit in order {
            if !(now.frame() == Frame::Moving && now.hand.piece == unit) {
                self.check(&now, seat, &Action::Select(unit))?;
                self.play(&mut now, seat, &Action::Select(unit), &mut Discard);
            }
            let (start, mut steps) = (now.hand.spent, Vec::new());
            for way in course {
                let to = grid.neighbour(now.hex_of(unit), *way);
                let before = now.hand.spent;
                self.check(&now, seat, &Action::Step(to))?;
                self.play(&mut now, seat, &Action::Step(to), &mut Discard);
                if now.frame() != Frame::Moving || now.hand.piece != unit {
                    return Err(refuse(case!("D.1a"), "{unit} cannot keep up: its march is broken off on the way")
                        .unit(unit)
                        .explain(self));
                }
                let cost = now.hand.spent.saturating_sub(before);
                steps.push(StepCost {
                    place: self.number_of(now.hex_of(unit)),
                    cost: points(cost),
                    note: in_points(cost),
                    case: case!("D.1a"),
                });
            }
            let spent = now.hand.spent.saturating_sub(start);
            let way = Way { cost: points(spent), left: points(self.left(&now, &now.hand)), steps };
            self.check(&now, seat, &Action::Halt)?;
            self.play(&mut now, seat, &Action::Halt, &mut Discard);
            ways.push((unit, way));
        }
        Ok(ways)
    }

    fn goal_together(&self, first: CounterId, hex: Hex, ways: Vec<(CounterId, Way)>) -> Goal {
        let march = |(unit, way): &(CounterId, Way)| format!("move {} {}", self.word_for(*unit), way.path().join(" "));
        let order = ways.iter().map(march).collect::<Vec<_>>().join("; ");
        let (leads, others): (Vec<_>, Vec<_>) = ways.into_iter().partition(|(unit, _)| *unit == first);
        let nowhere = Way { cost: Ratio::ZERO, left: Ratio::ZERO, steps: Vec::new() };
        Goal {
            place: self.number_of(hex),
            covers: Vec::new(),
            facing: None,
            way: leads.into_iter().next().map_or(nowhere, |(_, way)| way),
            order,
            stops: None,
            caution: None,
            terms: Vec::new(),
            others: others.into_iter().map(|(unit, way)| (self.word_for(unit), way)).collect(),
        }
    }
}
