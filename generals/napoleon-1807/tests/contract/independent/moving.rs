//! Chapters 4, 5, 9.1, 11.7 and 13.1: what the side that moves may do.

use std::collections::BTreeSet;

use napoleon_1807::Action;
use napoleon_1807::counters::{CounterId, Gun, Kind, Start};
use napoleon_1807::state::{Fate, Hand};

use super::ground::Place;
use super::now::{Now, facing};

impl Now<'_> {
    fn weathered(&self, twelfths: u32) -> u32 {
        if self.night() || self.snow() { twelfths / 12 / 2 * 12 } else { twelfths }
    }

    /// Twelfths of a point for a phase.
    pub(crate) fn allowance(&self, counter: CounterId) -> u32 {
        if !self.is_unit(counter) {
            return self.weathered(120);
        }
        let mut points = u32::from(self.rules.counters[counter.index()].mobility);
        if self.has(self.state.uncommanded, counter) {
            points = points.saturating_sub(1);
        }
        if self.kind(counter) == Kind::Artillery(Gun::K) && self.has(self.state.fired_in_phase, counter) {
            points = points.min(3);
        }
        let twelfths = self.weathered(points * 12);
        if self.has(self.state.left_square, counter) { twelfths.saturating_sub(12) } else { twelfths }
    }

    /// Whether a counter on the map has its move before it.
    fn unmoved(&self, counter: CounterId) -> bool {
        let silent = self.is_foot_gun(counter) && self.has(self.state.fired, counter);
        !self.has(self.state.moved, counter) && !silent
    }

    fn crowded(&self) -> Option<Place> {
        self.state.crowded.is_some().then(|| self.ground.place(self.state.crowded))
    }

    /// Frame `Move`.
    pub(crate) fn choose(&self) -> Vec<Action> {
        let may = |counter: &CounterId| {
            let clears = |hex: Place| self.is_unit(*counter) && self.at(*counter) == Some(hex);
            if self.side(*counter) != self.player() || !self.crowded().is_none_or(clears) {
                return false;
            }
            match (self.state.fate[counter.index()], self.rules.counters[counter.index()].start) {
                (Fate::OnMap, _) => self.unmoved(*counter),
                (Fate::Waiting, Start::Enters(_, turn)) => {
                    turn <= self.state.turn && !self.has(self.state.moved, *counter)
                }
                (Fate::Waiting | Fate::Lost | Fate::None, _) => false,
            }
        };
        let mut actions: Vec<Action> = self.counters().filter(may).map(Action::Select).collect();
        if self.crowded().is_none() {
            actions.push(Action::EndMovement);
        }
        actions
    }

    /// 11.7: whether the factor lets a counter leave its hex.
    fn activated(&self, counter: CounterId) -> bool {
        let side = usize::from(self.side(counter));
        let group = self.rules.counters[counter.index()].group;
        if self.rules.scenario.command_factor[side].is_none() || group.is_none() || self.is_chief(counter) {
            return true;
        }
        let bit = 1u32 << group.0;
        if self.state.activated & bit == 0 { self.state.command[side] > 0 } else { self.state.current_group & bit != 0 }
    }

    /// S.pultusk.b
    fn within_limit(&self, counter: CounterId) -> bool {
        let limit = self.rules.scenario.units_moved[usize::from(self.side(counter))];
        let others = self.state.marched.iter().filter(|other| self.side(*other) == self.side(counter)).count();
        !self.is_unit(counter)
            || self.has(self.state.marched, counter)
            || limit.is_none_or(|limit| others < usize::from(limit))
    }

    /// Twelfths for a step, zones included; nothing if the ground bars it.
    pub(crate) fn price(&self, counter: CounterId, from: Place, to: Place) -> Option<u32> {
        let mut cost = self.ground.step_cost(self.column(counter), from, to)?;
        if self.is_unit(counter) {
            let side = self.side(counter);
            cost += if self.in_zone(side, from) { 12 } else { 0 };
            cost += if self.is_disorganized(counter) && self.in_zone(side, to) { 12 } else { 0 };
        }
        Some(cost)
    }

    /// Where an arrival comes in: its hex, or the nearest free hexes of the edge.
    pub(crate) fn entries(&self, counter: CounterId) -> Vec<Place> {
        let Start::Enters(hex, _) = self.rules.counters[counter.index()].start else { return Vec::new() };
        let own = self.ground.place(hex);
        let side = self.side(counter);
        let met = |place: Place| self.commanders_at(place).into_iter().any(|other| self.side(other) != side);
        let free = |place: &Place| {
            !self.held(1 - side, *place)
                && (self.is_unit(counter) || !met(*place))
                && !self.in_zone(side, *place)
                && self.ground.entry_cost(self.column(counter), *place).is_some()
        };
        if free(&own) {
            return vec![own];
        }
        let edge: Vec<Place> = self.ground.places().filter(|place| self.ground.is_edge(*place)).filter(free).collect();
        let least = edge.iter().map(|place| self.ground.distance(own, *place)).min();
        edge.into_iter().filter(|place| Some(self.ground.distance(own, *place)) == least).collect()
    }

    /// Twelfths to come on, behind those who came before.
    pub(crate) fn entry_price(&self, counter: CounterId, to: Place) -> Option<u32> {
        let Start::Enters(hex, _) = self.rules.counters[counter.index()].start else { return None };
        let mut gates: Vec<board::Hex> = Vec::new();
        for other in &self.rules.counters {
            if let Start::Enters(gate, _) = other.start
                && !gates.contains(&gate)
            {
                gates.push(gate);
            }
        }
        let gate = gates.iter().position(|gate| *gate == hex)?;
        let before = if self.is_unit(counter) { self.state.queue[gate] } else { 0 };
        Some(self.ground.entry_cost(self.column(counter), to)? + 12 * u32::from(before))
    }

    /// 5.33, 5.34: not within the zone of one and the same enemy.
    fn leaves_zone(&self, unit: CounterId, from: Place, to: Place) -> bool {
        let held = self.controllers(self.side(unit), from);
        !held.iter().any(|enemy| self.controls(*enemy, to))
    }

    /// 4.4a: whether another unit, which has still to move, can leave a hex.
    pub(crate) fn clearable(&self, hex: Place, by: Option<CounterId>) -> bool {
        self.units_at(hex).into_iter().filter(|unit| Some(*unit) != by).any(|unit| {
            let goes = |to: &Place| {
                self.room(*to, self.points(unit))
                    && !self.held(1 - self.side(unit), *to)
                    && self.leaves_zone(unit, hex, *to)
                    && self.price(unit, hex, *to).is_some_and(|cost| cost <= self.allowance(unit))
            };
            self.unmoved(unit)
                && self.follows(unit, by)
                && !self.is_square(unit)
                && self.ground.around(hex).iter().any(goes)
        })
    }

    /// Whether a unit may leave its hex once another has left its own: the position is judged as it will be then.
    fn follows(&self, unit: CounterId, by: Option<CounterId>) -> bool {
        let Some(by) = by else { return self.activated(unit) && self.within_limit(unit) };
        let mut later = self.state.clone();
        let side = usize::from(self.side(by));
        let group = self.rules.counters[by.index()].group;
        let pays = self.rules.scenario.command_factor[side].is_some() && !group.is_none() && !self.is_chief(by);
        if pays && later.activated & (1 << group.0) == 0 {
            later.command[side] = later.command[side].saturating_sub(1);
            later.activated |= 1 << group.0;
            later.current_group = 1 << group.0;
        }
        if self.is_unit(by) {
            later.marched.insert(by);
        }
        let later = Now { state: &later, ..*self };
        later.activated(unit) && later.within_limit(unit)
    }

    /// Whether a unit in a full hex can reach one with room: a flood over full hexes.
    fn gets_through(&self, unit: CounterId, at: Place, left: u32) -> bool {
        let side = self.side(unit);
        let mut open = vec![(at, left)];
        let mut seen: BTreeSet<(Place, u32)> = BTreeSet::new();
        while let Some((from, left)) = open.pop() {
            for to in self.ground.around(from) {
                let Some(cost) = self.price(unit, from, to).filter(|cost| *cost <= left) else { continue };
                if self.held(1 - side, to) {
                    continue;
                }
                if self.room(to, self.points(unit)) {
                    return true;
                }
                if !self.square_at(to) && !self.in_zone(side, to) && seen.insert((to, left - cost)) {
                    open.push((to, left - cost));
                }
            }
        }
        false
    }

    fn makes_contact(&self, from: Place, to: Place, target: Place) -> bool {
        self.ground.distance(to, target) == 1
            && self.ground.charge_goes(from, to)
            && self.ground.charge_goes(to, target)
    }

    /// What turning before a road step has cost, and is given back.
    fn refund(&self, hand: &Hand, from: Place, to: Place) -> u32 {
        if self.ground.between(from, to).road() { hand.turned.into() } else { 0 }
    }

    pub(crate) fn may_step(&self, hand: &Hand, to: Place) -> bool {
        let (unit, side) = (hand.unit, self.side(hand.unit));
        let from = self.at(unit);
        let is_unit = self.is_unit(unit);
        let met = self.commanders_at(to).into_iter().any(|commander| self.side(commander) != side);
        if self.held(1 - side, to) || (met && !is_unit) {
            return false;
        }
        let Some(from) = from else {
            let fits = self.entries(unit).contains(&to)
                && self.entry_price(unit, to).is_some_and(|cost| cost <= hand.left.into())
                && self.activated(unit)
                && self.within_limit(unit);
            let left = u32::from(hand.left).saturating_sub(self.entry_price(unit, to).unwrap_or(0));
            return fits && (!is_unit || self.passes(hand, to, left));
        };
        if self.ground.distance(from, to) != 1 {
            return false;
        }
        if hand.charge.is_some() {
            let home = self.makes_contact(from, to, self.ground.place(hand.charge));
            if hand.in_contact || !home || self.square_at(to) {
                return false;
            }
        } else if hand.following {
            if !self.state.vacated.contains(&self.ground.hex(to)) {
                return false;
            }
        } else if hand.stopped {
            return false;
        }
        if is_unit && !hand.following && !self.leaves_zone(unit, from, to) {
            return false;
        }
        if !self.activated(unit) || !self.within_limit(unit) {
            return false;
        }
        if self.is_square(unit) {
            let others =
                self.units_at(from).into_iter().any(|other| other != unit && self.has(self.state.moved, other));
            if !self.ground.is_clear(to) || hand.has_stepped || others || self.held(side, to) {
                return false;
            }
            if !self.goes_as_one(unit, from) {
                return false;
            }
        }
        let left = u32::from(hand.left) + self.refund(hand, from, to);
        let Some(cost) = self.price(unit, from, to).filter(|cost| *cost <= left) else { return false };
        !is_unit || self.is_square(unit) || self.passes(hand, to, left - cost)
    }

    /// 13.19: the other units of a square must be free to go as well.
    fn goes_as_one(&self, unit: CounterId, from: Place) -> bool {
        let others: Vec<CounterId> = self.units_at(from).into_iter().filter(|other| *other != unit).collect();
        let side = usize::from(self.side(unit));
        let group = |other: CounterId| self.rules.counters[other.index()].group;
        let paid = |other: CounterId| {
            self.rules.scenario.command_factor[side].is_none()
                || group(other).is_none()
                || group(other) == group(unit)
                || self.state.activated & (1 << group(other).0) != 0
        };
        let stays = |other: &CounterId| {
            let counter = &self.rules.counters[other.index()];
            !paid(*other) || (self.has(self.state.fired, *other) && counter.gun().is_some_and(|gun| gun.is_foot()))
        };
        let new = self.units_at(from).into_iter().filter(|one| !self.has(self.state.marched, *one)).count();
        let limit = self.rules.scenario.units_moved[side].map_or(usize::MAX, usize::from);
        !others.iter().any(stays) && (new == 0 || self.state.marched.len() + new <= limit)
    }

    /// 4.4: squares, and full hexes.
    fn passes(&self, hand: &Hand, to: Place, left: u32) -> bool {
        let unit = hand.unit;
        if self.square_at(to) && self.is_disorganized(unit) {
            return false;
        }
        if self.room(to, self.points(unit)) {
            return true;
        }
        if self.square_at(to) {
            return false;
        }
        let stops = self.in_zone(self.side(unit), to) || hand.charge.is_some() || hand.following;
        (!stops && self.gets_through(unit, to, left)) || self.clearable(to, Some(unit))
    }

    /// Twelfths for a turn.
    pub(crate) fn turn_price(&self, hand: &Hand, way: usize) -> u32 {
        let now = self.looks(hand.unit);
        let angle = (way + 6 - now) % 6;
        if hand.turns_free {
            0
        } else if hand.charge.is_some() {
            12 * angle.min(6 - angle) as u32
        } else {
            12
        }
    }

    fn may_turn(&self, hand: &Hand, way: usize) -> bool {
        let unit = hand.unit;
        let Some(at) = self.at(unit).filter(|_| self.is_unit(unit)) else { return false };
        let cost = self.turn_price(hand, way);
        if way == self.looks(unit) || cost > hand.left.into() {
            return false;
        }
        let left = u32::from(hand.left) - cost;
        self.stack(at) <= 15 || self.gets_through(unit, at, left) || self.clearable(at, Some(unit))
    }

    fn may_halt(&self, hand: &Hand) -> bool {
        let unit = hand.unit;
        let Some(at) = self.at(unit).filter(|_| self.is_unit(unit)) else { return true };
        let way_on = || self.ground.around(at).into_iter().any(|to| self.may_step(hand, to));
        self.stack(at) <= 15 || self.clearable(at, Some(unit)) || !way_on()
    }

    /// 13.1: whether the units of a hex could stand in square.
    pub(crate) fn squarable(&self, at: Place) -> bool {
        let units = self.units_at(at);
        units.iter().any(|unit| self.is_infantry(*unit))
            && self.ground.is_clear(at)
            && !units.iter().any(|unit| self.is_disorganized(*unit) || self.is_square(*unit))
    }

    fn may_form(&self, hand: &Hand) -> bool {
        let Some(at) = self.at(hand.unit).filter(|_| self.is_unit(hand.unit)) else { return false };
        let fresh = !hand.has_stepped && u32::from(hand.left) >= self.allowance(hand.unit);
        let others = |unit: &CounterId| {
            self.has(self.state.uncommanded, *unit)
                || self.has(self.state.left_square, *unit)
                || (*unit != hand.unit && self.has(self.state.moved, *unit))
        };
        self.squarable(at) && fresh && !self.units_at(at).iter().any(others)
    }

    /// 9.11: an enemy two hexes off, clear ground all the way, and points for step, turns and attack.
    fn may_charge(&self, hand: &Hand, target: Place) -> bool {
        let (unit, side) = (hand.unit, self.side(hand.unit));
        let Some(from) = self.at(unit).filter(|_| self.is_cavalry(unit)) else { return false };
        let barred = self.night()
            || self.snow()
            || hand.charge.is_some()
            || hand.stopped
            || self.has(self.state.entered, unit)
            || self.has(self.state.charged, unit)
            || self.is_square(unit);
        if barred
            || !self.held(1 - side, target)
            || self.ground.distance(from, target) != 2
            || !self.ground.is_clear(from)
            || !self.ground.is_clear(target)
        {
            return false;
        }
        let charging = Hand { charge: self.ground.hex(target), ..*hand };
        self.ground.around(from).into_iter().any(|to| {
            let turns = (0..6).filter(|way| self.ground.is_front(to, *way, target));
            let turns = turns.map(|way| self.turn_price(&Hand { turns_free: false, ..charging }, way)).min();
            let step = self.price(unit, from, to);
            let fits = step.zip(turns).is_some_and(|(step, turns)| step + turns + 12 <= hand.left.into());
            fits && self.makes_contact(from, to, target) && self.may_step(&charging, to)
        })
    }

    /// Frame `Moving`.
    pub(crate) fn go_on(&self) -> Vec<Action> {
        let hand = &self.state.hand;
        let unit = hand.unit;
        let mut actions = Vec::new();
        let goals = match self.at(unit) {
            Some(at) => self.ground.around(at),
            None => self.entries(unit),
        };
        let steps = goals.into_iter().filter(|to| self.may_step(hand, *to));
        actions.extend(steps.map(|to| Action::Step(self.ground.hex(to))));
        actions.extend((0..6).filter(|way| self.may_turn(hand, *way)).map(|way| Action::Turn(facing(way))));
        if self.may_halt(hand) {
            actions.push(Action::Halt);
        }
        if self.may_form(hand) {
            actions.push(Action::FormSquare);
        }
        if self.is_square(unit) && hand.left >= 12 {
            actions.push(Action::LeaveSquare);
        }
        let targets = self.ground.places().filter(|target| self.may_charge(hand, *target));
        actions.extend(targets.map(|target| Action::Charge(self.ground.hex(target))));
        if hand.charge.is_some() && hand.in_contact {
            let target = self.ground.place(hand.charge);
            let home = self.held(1 - self.side(unit), target) && self.faces(unit, target);
            if home {
                actions.push(Action::KeepCharge);
            }
            let attacked = |unit: &CounterId| self.has(self.state.attacked, *unit);
            if home && hand.left >= 12 && !self.units_at(target).iter().any(attacked) {
                actions.push(Action::Strike);
            }
        }
        actions
    }

    /// What must be left in hand after one more action, judged from the position before it.
    pub(crate) fn expected_left(&self, after: &Now<'_>) -> Option<u32> {
        let (before, now) = (&self.state.hand, &after.state.hand);
        if before.unit.is_none() {
            return (!now.unit.is_none()).then(|| self.allowance(now.unit));
        }
        if before.unit != now.unit {
            return None;
        }
        let unit = before.unit;
        let left = u32::from(before.left);
        match (self.at(unit), after.at(unit)) {
            (None, Some(to)) => Some(left - self.entry_price(unit, to)?),
            (Some(from), Some(to)) if from != to && self.is_square(unit) => {
                (self.ground.distance(from, to) == 1).then_some(0)
            }
            (Some(from), Some(to)) if from != to && now.has_stepped && self.ground.place_of(now.from) == Some(from) => {
                Some(left + self.refund(before, from, to) - self.price(unit, from, to)?)
            }
            (Some(from), Some(to)) if from == to && self.looks(unit) != after.looks(unit) => {
                Some(left - self.turn_price(before, after.looks(unit)))
            }
            (Some(_) | None, Some(_) | None) => None,
        }
    }
}
