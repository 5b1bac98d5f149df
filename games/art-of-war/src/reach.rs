//! Where units could go (4.0): the answer of the rules themselves, for every hex at once.

use std::collections::BTreeSet;

use board::{Direction, Hex};
use kernel::aids::{Barred, Goal, Reach, StepCost, Way};
use kernel::order::try_order;
use kernel::{Case, Discard, Illegal, OrderError, Ratio, Ruleset, Seat};
use kit::march::{self, Step};

use crate::Rules;
use crate::action::Action;
use crate::counters::{UnitId, enemy_of};
use crate::refusal::{Refusal, refuse};
use crate::rules::r04_movement::InHand;
use crate::rules::r09_terrain as terrain;
use crate::sequence::Frame;
use crate::state::State;
use crate::words::points;

/// Most units that move as a group.
const GROUP: usize = 24;
/// Most ways that are looked for while the order of a group is found, for each hex.
const TRIES: usize = 120;

/// Half points as a number.
fn amount(half: u8) -> Ratio {
    Ratio::new(u128::from(half), 2).unwrap_or(Ratio::ZERO)
}

/// A unit in hand, and every hex it could step to. A hex is kept with the most points left there: whatever the rules
/// allow with few points they allow with more.
pub(crate) struct March<'a> {
    rules: &'a Rules,
    /// The position with the unit in hand.
    state: State,
    start: InHand,
    field: march::March<Hex, u16>,
}

impl<'a> March<'a> {
    /// Every hex that the unit can step to, one after the other.
    pub(crate) fn new(rules: &'a Rules, state: State, start: InHand) -> March<'a> {
        let spent = |next: &InHand| u16::from(start.left.saturating_sub(next.left));
        let here = start.at.is_some().then_some((start.at, 0));
        let entries = rules.entry_hexes(&state, start.unit).filter(|_| start.at.is_none());
        let entered = entries.filter_map(|entry| Some((entry, spent(&rules.stepped(&state, &start, entry)?))));
        let starts: Vec<(Hex, u16)> = here.into_iter().chain(entered).collect();
        let hexes = rules.ground.grid.len();
        let field = march::March::find(hexes, starts, start.left.into(), |at, spent, steps| {
            let hand = rules.hand_at(&state, &start, at, spent);
            for to in rules.ground.grid.neighbours(at).iter().copied().filter(|to| to.is_some()) {
                if let Some(next) = rules.stepped(&state, &hand, to) {
                    steps.push(Step { to, cost: u16::from(hand.left - next.left), stop: false });
                }
            }
        });
        March { rules, state, start, field }
    }

    /// The unit in a hex that it can come to.
    fn at(&self, hex: Hex) -> Option<InHand> {
        Some(self.rules.hand_at(&self.state, &self.start, hex, self.field.spent(hex)?))
    }

    /// Whether the unit could be left there, having moved.
    pub(crate) fn ends_in(&self, hex: Hex) -> bool {
        hex != self.start.at && self.at(hex).is_some_and(|hand| self.rules.may_halt_here(&self.state, &hand).is_ok())
    }

    /// The hexes where it could be left.
    pub(crate) fn ends(&self) -> impl Iterator<Item = Hex> + '_ {
        self.rules.ground.grid.hexes().filter(|hex| self.ends_in(*hex))
    }

    fn path(&self, to: Hex) -> Vec<Hex> {
        // Whoever comes onto the map steps into the first hex, too.
        let path = self.field.path(to);
        let entry = self.start.at.is_none().then(|| self.field.start(to)).flatten();
        entry.into_iter().chain(path).collect()
    }

    fn way(&self, to: Hex) -> Way {
        let mut hand = self.start;
        let mut steps = Vec::new();
        for hex in self.path(to) {
            let Some(next) = self.rules.stepped(&self.state, &hand, hex) else { break };
            let (case, note) = self.rules.cost_in_words(&self.state, &hand, hex);
            steps.push(StepCost { place: self.rules.number_of(hex), cost: amount(hand.left - next.left), case, note });
            hand = next;
        }
        Way { cost: amount(self.start.left - hand.left), left: amount(hand.left), steps }
    }

    /// The whole order that leads to a hex.
    fn order(&self, to: Hex) -> String {
        let verb = if self.start.at.is_none() { "enter" } else { "move" };
        let path: Vec<String> = self.path(to).into_iter().map(|hex| self.rules.number_of(hex)).collect();
        format!("{verb} {} {}", self.rules.word_for(self.start.unit), path.join(" "))
    }

    /// What ends the move in a hex.
    fn stops(&self, hex: Hex) -> Option<Illegal> {
        let hand = self.at(hex).filter(|hand| hand.stopped)?;
        Some(self.rules.must_stop(&self.state, &hand).explain(self.rules))
    }

    /// Why a hex next to those that were reached is none of them.
    fn refusal(&self, hex: Hex) -> Option<Refusal> {
        if let Some(hand) = self.at(hex) {
            return self.rules.may_halt_here(&self.state, &hand).err();
        }
        let near = self.rules.ground.grid.neighbours(hex).iter().filter_map(|near| self.at(*near));
        // Whoever has stopped says nothing about the hex.
        let best = near.max_by_key(|hand| (!hand.stopped, hand.left))?;
        self.rules.may_step(&self.state, &best, hex).err()
    }

    fn barred(&self) -> Vec<Barred> {
        let grid = &self.rules.ground.grid;
        let mut rim: BTreeSet<Hex> = BTreeSet::new();
        for hex in grid.hexes().filter(|hex| self.at(*hex).is_some()) {
            rim.insert(hex);
            rim.extend(grid.neighbours(hex).iter().filter(|near| near.is_some()));
        }
        let refused = rim.into_iter().filter(|hex| *hex != self.start.at && !self.ends_in(*hex));
        let mut barred: Vec<Barred> = refused
            .filter_map(|hex| Some(Barred { place: grid.name(hex), why: self.refusal(hex)?.explain(self.rules) }))
            .collect();
        if self.start.at.is_none() {
            let shut = self.rules.entry_hexes(&self.state, self.start.unit).filter(|hex| self.at(*hex).is_none());
            for hex in shut {
                let name = grid.name(hex);
                if let Err(why) = self.rules.may_step(&self.state, &self.start, hex)
                    && !barred.iter().any(|known| known.place == name)
                {
                    barred.push(Barred { place: name, why: why.explain(self.rules) });
                }
            }
        }
        barred
    }
}

/// A unit of a group on its way.
struct Moved {
    unit: UnitId,
    order: String,
    way: Way,
    stops: Option<Illegal>,
}

impl Rules {
    /// The unit in hand when it has come to a hex at some cost.
    fn hand_at(&self, state: &State, start: &InHand, at: Hex, spent: u16) -> InHand {
        let enemy = enemy_of(self.side_of(start.unit));
        let stopped = if at == start.at { start.stopped } else { state.zone[enemy.index()].contains(at) };
        InHand { at, left: start.left.saturating_sub(spent as u8), stopped, ..*start }
    }

    /// The unit after a step, if the rules allow it.
    fn stepped(&self, state: &State, hand: &InHand, to: Hex) -> Option<InHand> {
        self.may_step(state, hand, to).ok()?;
        let cost = self.step_cost(state, hand, to).ok()?;
        let enemy = enemy_of(self.side_of(hand.unit));
        let stopped = state.zone[enemy.index()].contains(to);
        Some(InHand { at: to, left: hand.left.saturating_sub(cost), stopped, ..*hand })
    }

    /// The case that makes a step cost what it does, and what lies there.
    fn cost_in_words(&self, state: &State, hand: &InHand, to: Hex) -> (Case, String) {
        let ground = &self.ground;
        if hand.at.is_none() {
            return (case!("7.1"), "onto the map".into());
        }
        let direction = ground.grid.direction_between(hand.at, to).unwrap_or(Direction::ALL[0]);
        let side = ground.hexsides[hand.at.index()][direction.index()];
        let side = terrain::in_weather(&self.tables, side, self.sky(state), self.battle);
        let parts = terrain::cost_parts(&self.tables, self.battle, side, ground.terrain[to.index()]);
        match parts.as_slice() {
            [(_, name, case)] => (*case, (*name).to_owned()),
            several => {
                let words: Vec<String> =
                    several.iter().map(|(cost, name, _)| format!("{name} {}", points(*cost))).collect();
                (case!("9.0a"), words.join(" + "))
            }
        }
    }

    pub(crate) fn reach_of(&self, state: &State, seat: Seat, names: &[String]) -> Result<Reach, OrderError> {
        let mut units: Vec<UnitId> = Vec::new();
        for name in names {
            let Some(unit) = self.find(name) else {
                return Err(OrderError::Unreadable(format!("there is no unit \"{name}\" in this game")));
            };
            if !units.contains(&unit) {
                units.push(unit);
            }
        }
        match units.as_slice() {
            [] => Err(OrderError::Unreadable("name the units whose reach you want".into())),
            [unit] => Ok(self.reach_of_one(state, seat, *unit)?),
            several => self.reach_of_group(state, seat, several),
        }
    }

    /// The position with the unit in hand.
    fn taken_up(&self, state: &State, seat: Seat, unit: UnitId) -> Result<State, Illegal> {
        if matches!(state.frame(), Frame::Moving { unit: moving, .. } if moving == unit)
            && self.asked(state) == Some(kernel::Side(seat.0))
        {
            return Ok(state.clone());
        }
        self.check(state, seat, &Action::Select(unit))?;
        let mut after = state.clone();
        self.play(&mut after, seat, &Action::Select(unit), &mut Discard);
        Ok(after)
    }

    fn march(&self, state: &State, seat: Seat, unit: UnitId) -> Result<March<'_>, Illegal> {
        let after = self.taken_up(state, seat, unit)?;
        let start = self.in_hand(&after).unwrap_or(self.take_up(&after, unit));
        Ok(March::new(self, after, start))
    }

    fn reach_of_one(&self, state: &State, seat: Seat, unit: UnitId) -> Result<Reach, Illegal> {
        let march = self.march(state, seat, unit)?;
        let goal = |hex: Hex| Goal {
            place: self.number_of(hex),
            covers: Vec::new(),
            facing: None,
            way: march.way(hex),
            order: march.order(hex),
            stops: march.stops(hex),
            caution: None,
            terms: Vec::new(),
            others: Vec::new(),
        };
        Ok(Reach {
            units: vec![self.word_for(unit)],
            points: Some(amount(march.start.left)),
            goals: march.ends().map(goal).collect(),
            barred: march.barred(),
            ..Reach::default()
        })
    }

    fn reach_of_group(&self, state: &State, seat: Seat, units: &[UnitId]) -> Result<Reach, OrderError> {
        if units.len() > GROUP {
            return Err(OrderError::Unreadable(format!("at most {GROUP} units move as a group")));
        }
        if let Some(unit) = units.iter().find(|unit| !state.on_map(**unit)) {
            let sentence = format!("{} is not on the map, so it cannot join a group", self.label(*unit));
            return Err(OrderError::Unreadable(sentence));
        }
        let first = units[0];
        let start = state.hex_of(first);
        // With the others out of the way each unit reaches at least what it will reach at its turn.
        let mut alone = state.clone();
        for unit in units {
            if self.in_hand(state).is_none_or(|hand| hand.unit != *unit) {
                self.lift(&mut alone, *unit);
            }
        }
        let marches: Vec<March<'_>> =
            units.iter().map(|unit| March::new(self, alone.clone(), self.take_up(state, *unit))).collect();
        let mut goals: Vec<Goal> = Vec::new();
        let mut ends: BTreeSet<Hex> = BTreeSet::new();
        let place_of = |unit: UnitId, goal: Hex| self.ground.grid.shifted(state.hex_of(unit), start, goal);
        for goal in marches[0].ends() {
            let fits = |march: &March<'_>| place_of(march.start.unit, goal).is_some_and(|hex| march.ends_in(hex));
            if !marches.iter().all(fits) {
                continue;
            }
            if let Ok(moved) = self.move_together(state, seat, units, goal) {
                ends.insert(goal);
                goals.push(self.goal_of_group(first, goal, moved));
            }
        }
        if goals.is_empty() {
            for unit in units {
                self.taken_up(state, seat, *unit)?;
            }
        }
        let barred = self.barred_to_group(state, seat, units, &ends);
        let units = units.iter().map(|unit| self.word_for(*unit)).collect();
        Ok(Reach { units, points: Some(amount(marches[0].start.left)), goals, barred, ..Reach::default() })
    }

    fn goal_of_group(&self, first: UnitId, goal: Hex, moved: Vec<Moved>) -> Goal {
        let order = moved.iter().map(|moved| moved.order.as_str()).collect::<Vec<_>>().join("; ");
        let mut leads = None;
        let mut others = Vec::new();
        for Moved { unit, way, stops, .. } in moved {
            if unit == first {
                leads = Some((way, stops));
            } else {
                others.push((self.word_for(unit), way));
            }
        }
        let nowhere = || (Way { cost: Ratio::ZERO, left: Ratio::ZERO, steps: Vec::new() }, None);
        let (way, stops) = leads.unwrap_or_else(nowhere);
        Goal {
            place: self.number_of(goal),
            covers: Vec::new(),
            facing: None,
            way,
            order,
            stops,
            caution: None,
            terms: Vec::new(),
            others,
        }
    }

    /// Moves every unit as far as the first of them, in an order in which none is in another's way; or says who cannot,
    /// and why.
    fn move_together(&self, state: &State, seat: Seat, units: &[UnitId], goal: Hex) -> Result<Vec<Moved>, Illegal> {
        let start = state.hex_of(units[0]);
        let (from, to) = (self.ground.grid.cube(start), self.ground.grid.cube(goal));
        let course = (to.0 - from.0, to.1 - from.1, to.2 - from.2);
        let mut left: Vec<(UnitId, Hex)> = Vec::new();
        for unit in units {
            match self.ground.grid.shifted(state.hex_of(*unit), start, goal) {
                Some(hex) => left.push((*unit, hex)),
                None => return Err(refuse(case!("4.6"), "units may not leave the map").explain(self)),
            }
        }
        let crowded = self.overfull(state, &left);
        // 4.4: whoever halts on a friend outside the group makes that friend move next. One of the group may do so, and
        // only at the end.
        if let [first, second, ..] = crowded.as_slice() {
            let unit = left.iter().find(|(_, hex)| hex == second).map_or(units[0], |(unit, _)| *unit);
            let words = "{place} holds too many units: one of them must move on before {unit} moves";
            return Err(self.crowding(words).unit(unit).place(*first).explain(self));
        }
        // Those in front first: that is nearly always the order that works.
        left.sort_by_key(|(unit, hex)| {
            let (q, r, s) = self.ground.grid.cube(state.hex_of(*unit));
            (crowded.contains(hex), -(course.0 * q + course.1 * r + course.2 * s))
        });
        let mut moved = Vec::new();
        let mut tries = 0;
        self.move_the_rest(state, seat, &left, &mut moved, &mut tries)?;
        Ok(moved)
    }

    /// The hexes that would hold too many units with these in their places.
    fn overfull(&self, state: &State, places: &[(UnitId, Hex)]) -> Vec<Hex> {
        let mut full: Vec<Hex> = Vec::new();
        for (_, hex) in places {
            let stays =
                |unit: &UnitId| self.counts_for_stacking(*unit) && !places.iter().any(|(moves, _)| moves == unit);
            let staying = state.units_in(*hex).filter(stays).count();
            let coming = places.iter().filter(|(_, to)| to == hex).count();
            if staying + coming > usize::from(self.stacking_limit()) && !full.contains(hex) {
                full.push(*hex);
            }
        }
        full
    }

    fn move_the_rest(
        &self,
        state: &State,
        seat: Seat,
        left: &[(UnitId, Hex)],
        moved: &mut Vec<Moved>,
        tries: &mut usize,
    ) -> Result<(), Illegal> {
        let mut why: Option<Illegal> = None;
        for (place, (unit, to)) in left.iter().enumerate() {
            *tries += 1;
            if *tries > TRIES {
                break;
            }
            let march = match self.march(state, seat, *unit) {
                Ok(march) if march.ends_in(*to) => march,
                Ok(march) => {
                    let refusal = march.refusal(*to).map(|refusal| refusal.explain(self));
                    why = why.or(refusal).or_else(|| self.refused(state, seat, *unit, *to));
                    continue;
                }
                Err(illegal) => {
                    why = why.or(Some(illegal));
                    continue;
                }
            };
            let mut after = march.state.clone();
            let path = march.path(*to);
            for action in path.into_iter().map(Action::Step).chain([Action::Halt]) {
                self.check(&after, seat, &action)?;
                self.play(&mut after, seat, &action, &mut Discard);
            }
            let (order, way, stops) = (march.order(*to), march.way(*to), march.stops(*to));
            moved.push(Moved { unit: *unit, order, way, stops });
            let rest: Vec<(UnitId, Hex)> =
                left.iter().enumerate().filter(|(other, _)| *other != place).map(|(_, rest)| *rest).collect();
            if rest.is_empty() {
                return Ok(());
            }
            match self.move_the_rest(&after, seat, &rest, moved, tries) {
                Ok(()) => return Ok(()),
                Err(illegal) => {
                    moved.pop();
                    why = why.or(Some(illegal));
                }
            }
        }
        Err(why.unwrap_or_else(|| refuse(case!("4.0"), "the units would be in each other's way").explain(self)))
    }

    /// Why a single unit cannot go to a hex.
    fn refused(&self, state: &State, seat: Seat, unit: UnitId, to: Hex) -> Option<Illegal> {
        let order = format!("move {} {}", self.word_for(unit), self.number_of(to));
        match try_order(self, state, seat, &order) {
            Err(OrderError::Illegal(illegal)) => Some(illegal),
            Ok(_) | Err(OrderError::Unreadable(_)) => None,
        }
    }

    fn barred_to_group(&self, state: &State, seat: Seat, units: &[UnitId], ends: &BTreeSet<Hex>) -> Vec<Barred> {
        let grid = &self.ground.grid;
        let start = state.hex_of(units[0]);
        let mut rim: BTreeSet<Hex> = BTreeSet::new();
        for hex in ends.iter().chain([&start]) {
            rim.extend(grid.neighbours(*hex).iter().filter(|near| near.is_some() && !ends.contains(near)));
        }
        rim.remove(&start);
        let why =
            |hex: Hex| Some(Barred { place: grid.name(hex), why: self.move_together(state, seat, units, hex).err()? });
        rim.into_iter().filter_map(why).collect()
    }
}
