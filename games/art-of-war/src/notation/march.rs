//! Marches: `move` and `enter` find the way, or one whose refusal explains why there is none.

use board::{Field, Hex, Step};

use super::{Read, Reader};
use crate::action::Action;
use crate::counters::enemy_of;
use crate::ground::BARRED;
use crate::refusal::{Refusal, Silent};
use crate::rules::r04_movement::InHand;
use crate::sequence::Frame;

impl Reader<'_> {
    /// `move UNIT HEX…`: through the hexes named. A hex next to the unit is entered directly, a farther one by the
    /// cheapest way. `enter UNIT HEX…`: comes onto the map at the first hex named.
    pub(super) fn movement(&self, word: &str, path: &[&str], way_in: WayIn) -> Read<Vec<Action>> {
        let unit = self.unit(word)?;
        let mut goals: Vec<Hex> = Vec::new();
        for word in path {
            goals.push(self.hex(word)?);
        }
        let mut actions = vec![Action::Select(unit)];
        let mut hand = self.rules.take_up(self.state, unit);
        if let Frame::Moving { unit: moving, .. } = self.state.frame()
            && moving == unit
        {
            actions.clear();
            hand = self.rules.in_hand(self.state).unwrap_or(hand);
        }
        let mut steps: Vec<Hex> = Vec::new();
        let taken_up = hand;
        for goal in &goals {
            let way = match way_in {
                WayIn::FirstNamed if hand.at.is_none() => vec![*goal],
                WayIn::FirstNamed | WayIn::Cheapest => self.way(&hand, *goal),
            };
            for hex in way {
                let cost = self.rules.step_cost(self.state, &hand, hex).unwrap_or(0);
                hand = InHand { at: hex, left: hand.left.saturating_sub(cost), ..hand };
                steps.push(hex);
            }
        }
        self.plainest_refusal(&taken_up, &goals, &steps)?;
        actions.extend(steps.into_iter().map(Action::Step));
        actions.push(Action::Halt);
        Ok(actions)
    }

    /// What stands against the very hexes a unit is sent to comes before what stands against the way there, or against
    /// taking it up at all.
    fn plainest_refusal(&self, hand: &InHand, goals: &[Hex], steps: &[Hex]) -> Read<()> {
        let (rules, state) = (self.rules, self.state);
        if state.frame() != Frame::Move
            || rules.asked(state) != Some(self.side)
            || rules.side_of(hand.unit) != self.side
        {
            return Ok(());
        }
        if state.on_map(hand.unit) {
            for goal in goals {
                rules.free_of_enemies::<Refusal>(state, hand.unit, *goal).map_err(|refusal| refusal.explain(rules))?;
            }
        }
        if let Some(first) = steps.first()
            && rules.may_select(state, self.side, hand.unit).is_err()
            && rules.may_be_moved::<Silent>(state, self.side, hand.unit).is_ok()
        {
            rules.may_step(state, hand, *first).map_err(|refusal| refusal.explain(rules))?;
        }
        Ok(())
    }

    /// Steps to a goal: a legal way if there is one, otherwise one whose refusal explains why there is none.
    fn way(&self, hand: &InHand, goal: Hex) -> Vec<Hex> {
        if hand.at == goal {
            return Vec::new();
        }
        if hand.at.is_none() {
            return self.way_in(hand, goal);
        }
        if self.rules.ground.grid.adjacent(hand.at, goal) {
            return vec![goal];
        }
        Strictness::ALL
            .into_iter()
            .find_map(|strictness| self.search(hand, goal, strictness))
            .unwrap_or_else(|| vec![goal])
    }

    /// A reinforcement's way: by the entry hex that leaves it the most points.
    fn way_in(&self, hand: &InHand, goal: Hex) -> Vec<Hex> {
        let mut best: Option<(u8, Vec<Hex>)> = None;
        for entry in self.rules.entry_hexes(self.state, hand.unit) {
            if self.rules.may_step(self.state, hand, entry).is_err() {
                continue;
            }
            let Some(at_entry) = self.brought_in(hand, entry) else { continue };
            let way = if entry == goal {
                Some((at_entry.left, Vec::new()))
            } else {
                self.cheapest(&at_entry, goal, Strictness::Legal)
            };
            if let Some((left, way)) = way
                && best.as_ref().is_none_or(|(most, _)| left > *most)
            {
                best = Some((left, std::iter::once(entry).chain(way).collect()));
            }
        }
        if let Some((_, way)) = best {
            return way;
        }
        // No way: of an edge hex say why it is shut, of any other how far the entry hex is from it.
        match self.rules.way_in(self.state, hand.unit) {
            Ok((entry, _)) if !self.rules.ground.edge.contains(goal) => {
                let beyond = self.brought_in(hand, entry).map(|at_entry| self.way(&at_entry, goal)).unwrap_or_default();
                std::iter::once(entry).chain(beyond).collect()
            }
            Ok(_) | Err(_) => vec![goal],
        }
    }

    /// A reinforcement in its entry hex.
    fn brought_in(&self, hand: &InHand, entry: Hex) -> Option<InHand> {
        let cost = self.rules.step_cost(self.state, hand, entry).ok()?;
        Some(InHand { at: entry, left: hand.left.saturating_sub(cost), ..*hand })
    }

    fn search(&self, hand: &InHand, goal: Hex, strictness: Strictness) -> Option<Vec<Hex>> {
        self.cheapest(hand, goal, strictness).map(|(_, way)| way)
    }

    fn cheapest(&self, hand: &InHand, goal: Hex, strictness: Strictness) -> Option<(u8, Vec<Hex>)> {
        let rules = self.rules;
        let enemy = enemy_of(rules.side_of(hand.unit)).index();
        let sky = rules.sky(self.state);
        let points = match strictness {
            Strictness::Legal | Strictness::Points => u16::from(hand.left),
            Strictness::Zones | Strictness::Terrain | Strictness::None => 2000,
        };
        let mut field = Field::new();
        field.run(&rules.ground.grid, hand.at, points, |from, direction, to| {
            let cost = rules.ground.cost(sky, rules.is_gun(hand.unit), from, direction);
            let held = self.state.occupied[enemy].contains(to);
            let zone = self.state.zone[enemy].contains(to);
            match strictness {
                Strictness::Legal | Strictness::Zones => {
                    let shut = cost == BARRED
                        || held
                        || hand.stopped
                        || (zone && rules.night(self.state))
                        || rules.reserve_may_enter::<Silent>(self.state, hand.unit, hand.from, to).is_err();
                    if shut { Step::Barred } else { Step::Enter { cost: u16::from(cost), stop: zone } }
                }
                Strictness::Points | Strictness::Terrain if cost == BARRED || held => Step::Barred,
                Strictness::Points | Strictness::Terrain => Step::Enter { cost: u16::from(cost), stop: false },
                Strictness::None => {
                    Step::Enter { cost: if cost == BARRED { 40 } else { u16::from(cost) }, stop: false }
                }
            }
        });
        let left = field.remaining(goal)?;
        let way = field.path(goal)?;
        let steps = way.into_iter().filter(|hex| *hex != hand.at).collect();
        Some((left.min(255) as u8, steps))
    }
}

/// Where a unit comes onto the map.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum WayIn {
    /// By the entry hex that leaves it the most points.
    Cheapest,
    /// At the first hex named and nowhere else.
    FirstNamed,
}

/// How much a search for a way respects.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Strictness {
    /// Points, zones, night and reserves.
    Legal,
    /// Points: what stands in the way is the enemy.
    Points,
    /// Zones, night and reserves: what is wanting is points.
    Zones,
    /// What can be crossed at all.
    Terrain,
    /// Nothing but the map.
    None,
}

impl Strictness {
    /// From what can be done to what explains best why it cannot.
    const ALL: [Strictness; 5] =
        [Strictness::Legal, Strictness::Points, Strictness::Zones, Strictness::Terrain, Strictness::None];
}
