//! Where counters could go: the answer of the rules themselves, found by playing.

mod lines;
mod manoeuvres;

use std::collections::{BTreeMap, VecDeque};

use board::{Facing, Hex};
use kernel::aids::{Goal, Reach, StepCost, Term, Way};
use kernel::{Discard, OrderError, Ratio, Ruleset, Seat, Side};

use crate::Rules;
use crate::action::Action;
use crate::event::Event;
use crate::sequence::Frame;
use crate::state::State;

/// Where a counter in hand can stand: its first hex, how it looks, how it came there by roads, and whether it has turned there.
type Stand = (Hex, Facing, u8, bool);

/// A counter in hand, and every way in which it could stand.
pub(crate) struct March {
    found: BTreeMap<Stand, (u8, Vec<Action>)>,
}

fn points(number: u8) -> Ratio {
    Ratio::new(number.into(), 1).unwrap_or(Ratio::ZERO)
}

/// A price in words.
fn in_points(cost: u8) -> String {
    match cost {
        1 => "1 point".to_owned(),
        more => format!("{more} points"),
    }
}

impl March {
    /// Spreads by steps, entries and turns that need no die, the cheapest first.
    pub(crate) fn new(rules: &Rules, state: &State) -> March {
        let side = state.player;
        let seat = Rules::seat_of(side);
        let mut found: BTreeMap<Stand, (u8, Vec<Action>)> = BTreeMap::new();
        let mut queue = VecDeque::from([(state.clone(), Vec::new())]);
        let mut actions = Vec::new();
        while let Some((state, way)) = queue.pop_front() {
            if state.frame() != Frame::Moving {
                continue;
            }
            rules.legal(&state, seat, &mut actions);
            for action in actions.clone() {
                if !matches!(action, Action::Step(_) | Action::Enter(..) | Action::Turn(_)) {
                    continue;
                }
                let mut next = state.clone();
                rules.play(&mut next, seat, &action, &mut Discard);
                let piece = state.hand.piece;
                if !next.on_map(piece) || matches!(next.frame(), Frame::Check { .. } | Frame::LostWayDie) {
                    continue;
                }
                let spent = if next.hand.piece == piece { next.hand.spent } else { u8::MAX };
                let stand = (next.hex_of(piece), next.facing(piece), next.hand.roads as u8, next.hand.turned_here);
                if found.get(&stand).is_none_or(|(best, _)| spent < *best) {
                    let mut way = way.clone();
                    way.push(action);
                    found.insert(stand, (spent, way.clone()));
                    queue.push_back((next, way));
                }
            }
        }
        March { found }
    }

    /// The actions of the cheapest way to a hex.
    pub(crate) fn path_to(&self, goal: Hex) -> Option<Vec<Action>> {
        let ways = self.found.iter().filter(|((hex, ..), _)| *hex == goal);
        ways.min_by_key(|(_, (spent, way))| (*spent, way.len())).map(|(_, (_, way))| way.clone())
    }
}

impl Rules {
    /// The position with a counter in hand, if it can be taken there.
    fn with_in_hand(&self, state: &State, side: Side, word: &str) -> Result<State, OrderError> {
        let counter = self.find(word).ok_or_else(|| OrderError::Unreadable(format!("\"{word}\" is no counter")))?;
        let mut state = state.clone();
        let seat = Rules::seat_of(side);
        if !(state.frame() == Frame::Moving && state.hand.piece == counter) {
            let action = Action::Select(counter);
            self.check(&state, seat, &action).map_err(OrderError::Illegal)?;
            self.play(&mut state, seat, &action, &mut Discard);
        }
        Ok(state)
    }

    pub(crate) fn reach_of(&self, state: &State, seat: Seat, units: &[String]) -> Result<Reach, OrderError> {
        let [word] = units else { return self.reach_together(state, Side(seat.0), units) };
        let in_hand = state.frame() == Frame::Moving && self.find(word) == Some(state.hand.piece);
        let state = self.with_in_hand(state, Side(seat.0), word)?;
        let march = March::new(self, &state);
        let mut goals = Vec::new();
        for hex in self.ground.grid.hexes().filter(|hex| *hex != state.hex_of(state.hand.piece)) {
            goals.extend(march.path_to(hex).and_then(|way| self.goal(&state, word, &way)));
        }
        let left = self.left(&state, &state.hand);
        let opening = if in_hand { String::new() } else { format!("select {word}; ") };
        let manoeuvres = self.manoeuvres(&state, &opening);
        Ok(Reach { units: units.to_vec(), points: Some(points(left)), goals, manoeuvres, ..Reach::default() })
    }

    /// A way as the rules see it step by step, if they let it end there.
    fn goal(&self, state: &State, word: &str, way: &[Action]) -> Option<Goal> {
        let piece = state.hand.piece;
        let seat = Rules::seat_of(self.side_of(piece));
        let (mut now, mut steps, mut words) = (state.clone(), Vec::new(), Vec::new());
        let mut events = Vec::new();
        for action in way {
            let before = now.hand.spent;
            self.check(&now, seat, action).ok()?;
            self.play(&mut now, seat, action, &mut events);
            words.push(self.spell(action));
            // After the last step nobody may be in hand any more: its way has ended with it.
            let in_hand = now.hand.piece == piece;
            let cost = if in_hand { now.hand.spent.saturating_sub(before) } else { 0 };
            let turns = matches!(action, Action::Turn(_));
            if !turns || cost > 0 {
                steps.push(StepCost {
                    place: self.number_of(now.hex_of(piece)),
                    cost: points(cost),
                    note: if turns { format!("turns for {cost}") } else { in_points(cost) },
                    case: if turns { case!("D.1c") } else { case!("D.1a") },
                });
            }
        }
        let ended = now.hand.piece != piece;
        let spent = if ended { 0 } else { now.hand.spent.saturating_sub(state.hand.spent) };
        if now.frame() == Frame::Moving {
            self.check(&now, seat, &Action::Halt).ok()?;
        }
        let covers: Vec<String> = self.places(&now, piece).iter().map(|hex| self.number_of(*hex)).collect();
        let formation = now.formation(piece);
        Some(Goal {
            place: self.number_of(now.hex_of(piece)),
            covers: if covers.len() > 1 { covers } else { Vec::new() },
            facing: formation.has_facing().then(|| now.facing(piece)),
            way: Way { cost: points(spent), left: points(self.left(&now, &now.hand)), steps },
            order: format!("move {word} {}", words.join(" ")),
            stops: None,
            caution: self.disorder(&events),
            terms: Vec::new(),
            others: Vec::new(),
        })
    }

    /// Who would lose order on the way (6.0d), which is worth knowing before the first step.
    fn disorder(&self, events: &[Event]) -> Option<Term> {
        let unit =
            |event: &Event| if let Event::Disorganised { unit } = event { Some(self.label(*unit)) } else { None };
        let mut units: Vec<String> = events.iter().filter_map(unit).collect();
        units.dedup();
        let last = units.pop()?;
        let text = match units.is_empty() {
            true => format!("{last} would be disorganised"),
            false => format!("{} and {last} would be disorganised", units.join(", ")),
        };
        Some(Term { case: case!("6.0d"), text })
    }
}
