//! Chapter 7: rifle fire.
//! Decides 5.14, 6.23, 7.2, 7.2b, 7.11, 7.11b, 7.13, 7.31, 9.14b, 9.18, 11.5c, 13.24, 13.24b, 13.25, S.pultusk, T.mods.d,
//! T.rifle, T.rifle.b.

use board::Hex;
use kernel::{Outcome, Side, Sink};

use crate::Rules;
use crate::counters::{CounterId, CounterSet, enemy_of};
use crate::event::Event;
use crate::refusal::{Refusal, Ruling, refuse};
use crate::sequence::Frame;
use crate::state::State;
use crate::tables::Cell;

/// Points in the lower half of a hit, tests in the upper.
const TEST: u8 = 1 << 4;
const POINTS: u8 = TEST - 1;

impl Rules {
    /// S.pultusk: no rifle fire in a snowstorm.
    pub(crate) fn rifles_speak(&self, state: &State) -> bool {
        !rule!("S.pultusk", self.snow(state) && !self.tables.snow.rifle_fire)
    }

    /// Which of its shots a unit has next, if any (7.2).
    fn next_shot(&self, state: &State, unit: CounterId) -> Option<usize> {
        let shots = usize::from(self.counter(unit).shots);
        (0..2).find(|shot| rule!("7.2", *shot < shots) && !state.combat.shots[*shot].contains(unit))
    }

    /// What is left of the ten points that a hex fires with (7.11).
    fn left_to_fire(&self, state: &State, hex: Hex, shot: usize) -> u16 {
        let fired = self.units_in(state, hex).filter(|unit| state.combat.shots[shot].contains(*unit));
        let fired: u16 = fired.map(|unit| state.points(unit)).sum();
        if rule!("7.11", true) {
            self.tables.stacking.firing.saturating_sub(fired)
        } else {
            self.tables.stacking.firing
        }
    }

    /// Whether a unit may fire a shot at another in this volley.
    pub(crate) fn may_shoot(&self, state: &State, side: Side, unit: CounterId, target: CounterId) -> Ruling {
        if !self.is_unit(unit) || self.side_of(unit) != side || !state.on_map(unit) {
            return Err(refuse(case!("7.11"), "{unit} is not a unit of this side on the map").unit(unit));
        }
        if !self.is_unit(target) || self.side_of(target) == side || !state.on_map(target) {
            return Err(refuse(case!("7.31b"), "{unit} is not an enemy unit on the map").unit(target));
        }
        if !self.rifles_speak(state) {
            return Err(refuse(case!("S.pultusk"), "there is no rifle fire in a snowstorm"));
        }
        if rule!("7.2b", self.counter(unit).shots == 0) {
            return Err(refuse(case!("7.2b"), "{unit} has no rifle fire").unit(unit));
        }
        let Some(shot) = self.next_shot(state, unit) else {
            return Err(refuse(case!("7.2"), "{unit} has fired its shots").unit(unit));
        };
        let (from, to) = (state.hex_of(unit), state.hex_of(target));
        let about = |refusal: Refusal| Err(refusal.unit(unit).other(target));
        if rule!("7.13", !self.ground.grid.adjacent(from, to)) {
            return about(refuse(case!("7.13"), "{other} is not next to {unit}"));
        }
        if rule!("5.14", self.ground.grid.adjacent(from, to) && !self.faces(state, unit, to)) {
            return about(refuse(case!("5.14"), "{other} is behind {unit}").also(&[case!("7.13")]));
        }
        if matches!(state.frame(), Frame::Skirmish { .. }) {
            let busy = state.fought.union(state.attacked);
            if busy.contains(unit) {
                return Err(refuse(case!("7.31c"), "{unit} has fought in this phase, and fired then").unit(unit));
            }
            // It takes no part in its own combat phase; in the enemy's it may fire.
            if rule!("9.14b", state.spent.contains(unit) && side == state.combat.attacker) {
                return Err(refuse(case!("9.14b"), "the charge of {unit} has failed: it does not fire in this phase")
                    .unit(unit)
                    .also(&[case!("9.14")]));
            }
        } else {
            if !state.combat.of(side).contains(unit) {
                return Err(refuse(case!("7.31c"), "{unit} takes no part in this combat").unit(unit));
            }
            if !state.combat.of(enemy_of(side)).contains(target) {
                return Err(refuse(case!("7.31c"), "{unit} takes no part in this combat").unit(target));
            }
            if rule!("9.18", state.combat.charging.contains(unit)) {
                return Err(refuse(case!("9.18"), "{unit} charges, and does not fire").unit(unit));
            }
        }
        if rule!("7.11b", self.left_to_fire(state, from, shot) == 0) {
            return Err(refuse(case!("7.11"), "ten strength points have fired from {place}").place(from));
        }
        Ok(())
    }

    /// 7.11: the units of a hex and arm that fire together with one of them.
    pub(crate) fn volley_mates(&self, state: &State, side: Side, unit: CounterId, target: CounterId) -> CounterSet {
        let shot = self.next_shot(state, unit);
        let fits = |other: &CounterId| {
            self.is_cavalry(*other) == self.is_cavalry(unit)
                && self.next_shot(state, *other) == shot
                && self.may_shoot(state, side, *other, target).is_ok()
        };
        self.units_in(state, state.hex_of(unit)).filter(fits).collect()
    }

    pub(crate) fn may_shoot_together(&self, state: &State, side: Side, unit: CounterId, target: CounterId) -> Ruling {
        self.may_shoot(state, side, unit, target)?;
        if self.volley_mates(state, side, unit, target).len() < 2 {
            return Err(refuse(case!("7.11"), "there is nobody to fire with {unit}").unit(unit));
        }
        Ok(())
    }

    /// Whether a side can still fire in this volley.
    pub(crate) fn volley_open(&self, state: &State, side: Side) -> bool {
        self.rifles_speak(state)
            && self.shooters(state, side).iter().any(|unit| self.marks_of(state, side, unit).next().is_some())
    }

    /// Who could fire in this volley.
    pub(crate) fn shooters(&self, state: &State, side: Side) -> CounterSet {
        match matches!(state.frame(), Frame::Skirmish { .. }) {
            true => self.counters_of(side).difference(state.fought).difference(state.attacked),
            false => state.combat.of(side),
        }
    }

    /// The enemies that a unit may fire at.
    pub(crate) fn marks_of<'a>(
        &'a self,
        state: &'a State,
        side: Side,
        unit: CounterId,
    ) -> impl Iterator<Item = CounterId> + 'a {
        let at = if state.on_map(unit) && self.is_unit(unit) { state.hex_of(unit) } else { Hex::NONE };
        let front = match at.is_none() {
            true => [Hex::NONE; 3],
            false => self.ground.front(at, state.facing[unit.index()]),
        };
        let held = front.into_iter().filter(move |hex| self.is_held_by(state, enemy_of(side), *hex));
        held.flat_map(move |hex| self.units_in(state, hex))
            .filter(move |target| self.may_shoot(state, side, unit, *target).is_ok())
    }

    /// The strength with which units fire: their own, within what the hex has left.
    fn firing_points(&self, state: &State, units: CounterSet) -> u16 {
        let Some(unit) = units.first() else { return 0 };
        let left = self
            .next_shot(state, unit)
            .map_or(self.tables.stacking.firing, |shot| self.left_to_fire(state, state.hex_of(unit), shot));
        units.iter().map(|unit| state.points(unit)).sum::<u16>().min(left)
    }

    /// T.mods.d
    pub(crate) fn rifle_modifier(&self, state: &State, firers: CounterSet, target: CounterId) -> i8 {
        let modifiers = &self.tables.modifiers.rifle;
        let from = firers.first().map_or(Hex::NONE, |unit| state.hex_of(unit));
        let mut sum = self.fire_terrain(from, state.hex_of(target));
        if rule!("11.5c", self.is_most_of(state, firers, state.uncommanded)) {
            sum += modifiers.no_command;
        }
        if rule!("13.25", self.is_most_of(state, firers, state.square)) {
            sum += modifiers.square;
        }
        if rule!("T.mods.d", true) { sum } else { 0 }
    }

    pub(crate) fn shoot(
        &self,
        state: &mut State,
        (unit, together): (CounterId, bool),
        target: CounterId,
        events: &mut impl Sink<Event>,
    ) {
        let firers = self.firers(state, unit, together, target);
        let points = match state.frame() == Frame::React {
            true => state.points(unit).min(self.square_fire_left(state, unit)),
            false => self.firing_points(state, firers),
        };
        let modifier = self.rifle_modifier(state, firers, target);
        events.event(Event::Volley { firers, target, points, modifier });
        state.frames.push(Frame::RifleDice { unit, together, target });
    }

    /// The strength and the modifier of a shot.
    pub(crate) fn volley_strength(
        &self,
        state: &State,
        (unit, together): (CounterId, bool),
        target: CounterId,
    ) -> (u16, i8) {
        let firers = self.firers(state, unit, together, target);
        (self.firing_points(state, firers), self.rifle_modifier(state, firers, target))
    }

    fn firers(&self, state: &State, unit: CounterId, together: bool, target: CounterId) -> CounterSet {
        match together {
            true => self.volley_mates(state, self.side_of(unit), unit, target),
            false => CounterSet::from_iter([unit]),
        }
    }

    /// 7.31: two dice on the table of the firers.
    pub(crate) fn rifles_fall(
        &self,
        state: &mut State,
        (unit, together, target): (CounterId, bool, CounterId),
        outcome: &Outcome,
        events: &mut impl Sink<Event>,
    ) {
        state.frames.pop();
        let window = state.frame();
        let firers = self.firers(state, unit, together, target);
        let points = match window == Frame::React {
            true => state.points(unit).min(self.square_fire_left(state, unit)),
            false => self.firing_points(state, firers),
        };
        let dice = [outcome.0[0], outcome.0[1]];
        let total = (dice[0] + dice[1]) as i8 + self.rifle_modifier(state, firers, target);
        let cell = self.tables.rifle(self.is_cavalry(unit), points, total);
        let strikes = rule!("7.31", cell != Cell::Nothing) && rule!("T.rifle", true) && rule!("T.rifle.b", true);
        let cell = if strikes { cell } else { Cell::Nothing };
        events.event(Event::FireThrown { dice, total, cell });
        if window == Frame::React {
            // 13.24b: this shot does not count against the fire before combat.
            state.square_fired.insert(unit);
            self.hit_at_once(state, target, cell, events);
            return;
        }
        for firer in firers {
            if let Some(shot) = self.next_shot(state, firer) {
                state.combat.shots[shot].insert(firer);
            }
        }
        if matches!(window, Frame::Skirmish { .. }) {
            self.hit_at_once(state, target, cell, events);
        } else {
            self.note_hit(state, target, cell);
        }
    }

    /// 7.31c: effects are counted together, so they wait until both sides have fired.
    fn note_hit(&self, state: &mut State, target: CounterId, cell: Cell) {
        let (tests, points) = match cell {
            Cell::Nothing => (0, 0),
            Cell::Loss(points) => (0, points),
            Cell::Test(points) => (1, points),
            // No rifle table has it; a test that nobody passes would be another thing.
            Cell::Disorganized => (1, 0),
        };
        // 6.23: fire strikes the unit it was aimed at.
        let struck: CounterSet = match rule!("6.23", true) {
            true => CounterSet::from_iter([target]),
            false => self.units_in(state, state.hex_of(target)).collect(),
        };
        for unit in struck {
            let hit = &mut state.hits[unit.index()];
            let points = (*hit & POINTS).saturating_add(points).min(POINTS);
            let tests = (*hit / TEST).saturating_add(tests).min(POINTS);
            *hit = tests * TEST + points;
        }
    }

    /// First all losses, then the tests one by one.
    pub(crate) fn carry_out_hits(&self, state: &mut State, events: &mut impl Sink<Event>) -> bool {
        let units = state.combat.attackers.union(state.combat.defenders);
        for unit in units {
            let points = state.hits[unit.index()] & POINTS;
            if points > 0 {
                state.hits[unit.index()] -= points;
                self.lose_points(state, unit, points, events);
            }
        }
        match units.iter().find(|unit| state.hits[unit.index()] >= TEST) {
            Some(unit) => {
                state.hits[unit.index()] -= TEST;
                state.frames.push(Frame::MoraleDice { unit });
            }
            None => {
                state.frames.pop();
            }
        }
        false
    }

    /// What is left this turn of the ten points with which the square of a unit fires at movers.
    fn square_fire_left(&self, state: &State, unit: CounterId) -> u16 {
        let fired = self.units_in(state, state.hex_of(unit)).filter(|other| state.square_fired.contains(*other));
        self.tables.stacking.firing.saturating_sub(fired.map(|other| state.points(other)).sum())
    }

    /// 13.24: once a turn a square fires at a unit that moves before its front.
    pub(crate) fn may_square_fire(&self, state: &State, side: Side, unit: CounterId) -> Ruling {
        let target = state.hand.unit;
        if self.side_of(unit) != side || !state.on_map(unit) || !state.square.contains(unit) {
            return Err(refuse(case!("13.24"), "{unit} is not a square of this side").unit(unit));
        }
        if rule!("13.24", state.square_fired.contains(unit)) {
            return Err(refuse(case!("13.24"), "{unit} has fired at a moving unit this turn").unit(unit));
        }
        if rule!("7.2b", self.counter(unit).shots == 0) {
            return Err(refuse(case!("7.2b"), "{unit} has no rifle fire").unit(unit));
        }
        if !self.rifles_speak(state) {
            return Err(refuse(case!("S.pultusk"), "there is no rifle fire in a snowstorm"));
        }
        if target.is_none() || !state.on_map(target) || !self.is_unit(target) {
            return Err(refuse(case!("13.24"), "a square fires at a unit that has just moved")
                .unit(unit)
                .also(&[case!("3.1")]));
        }
        if rule!("7.11", self.square_fire_left(state, unit) == 0) {
            return Err(refuse(case!("7.11"), "ten strength points have fired from {place}").place(state.hex_of(unit)));
        }
        if rule!("13.24b", !self.faces(state, unit, state.hex_of(target))) {
            return Err(refuse(case!("13.24b"), "{other} does not move before the front of {unit}")
                .unit(unit)
                .other(target)
                .also(&[case!("5.14")]));
        }
        Ok(())
    }
}
