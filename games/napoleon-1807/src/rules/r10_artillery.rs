//! Chapter 10: artillery.
//! Decides 2.2, 7.4, 7.4b, 8.51, 10.3, 10.3b, 10.11b, 10.12, 10.13, 10.14, 10.15, 10.18, 10.19, 10.22, 10.22b,
//! 11.5c, 13.22, T.artillery.C, T.artillery.LK, T.artillery.b, T.mods.c, T.terrain.

use board::Hex;
use kernel::{Outcome, Side, Sink};

use crate::Rules;
use crate::counters::{CounterId, CounterSet, Gun, enemy_of};
use crate::event::Event;
use crate::refusal::{Ruling, refuse};
use crate::rules::t_terrain as terrain;
use crate::sequence::Frame;
use crate::state::State;
use crate::tables::Cell;

impl Rules {
    /// 10.12, 10.13: whether nothing hides a target from a gun.
    pub(crate) fn can_see(&self, state: &State, from: Hex, to: Hex) -> bool {
        let Some(between) = self.ground.line(from, to) else { return false };
        let (gun, target) = (self.ground.at(from).height, self.ground.at(to).height);
        let units = |hex: Hex| hex.is_none() || state.occupied.iter().any(|held| held.contains(hex));
        let hides = |hex: Hex| units(hex) || terrain::hides(self.ground.at(hex), gun, target);
        // N18: along a hexside both hexes have to block.
        !between.iter().any(|[one, other]| rule!("10.12", hides(*one) && hides(*other)))
    }

    /// What stands against a battery's firing at a unit, wherever and whenever.
    pub(crate) fn may_hit(&self, state: &State, side: Side, battery: CounterId, target: CounterId) -> Ruling {
        let Some(gun) = self.counter(battery).gun().filter(|_| self.side_of(battery) == side && state.on_map(battery))
        else {
            return Err(refuse(case!("10.11"), "{unit} is not a battery of this side on the map").unit(battery));
        };
        // 2.2: only combat units can be hit.
        if rule!("2.2", !self.is_unit(target)) {
            return Err(refuse(case!("2.2"), "{unit} is no combat unit").unit(target).also(&[case!("10.16")]));
        }
        if self.side_of(target) == side || !state.on_map(target) {
            return Err(refuse(case!("10.16"), "{unit} is not an enemy unit on the map").unit(target));
        }
        if rule!("8.51", state.disorganized.contains(battery)) {
            return Err(refuse(case!("8.51"), "{unit} is disorganized and cannot fire").unit(battery));
        }
        let (from, to) = (state.hex_of(battery), state.hex_of(target));
        if rule!("10.3", self.ground.grid.distance(from, to) > self.tables.range(gun)) {
            return Err(refuse(case!("10.3"), "{other} is out of the range of {unit}").unit(battery).other(target));
        }
        if rule!("10.13", !self.can_see(state, from, to)) {
            return Err(refuse(case!("10.13"), "{unit} does not see {other}")
                .unit(battery)
                .other(target)
                .also(&[case!("10.12")]));
        }
        Ok(())
    }

    /// 10.14, 10.15, 10.16: in its own fire phase.
    pub(crate) fn may_bombard(&self, state: &State, battery: CounterId, target: CounterId) -> Ruling {
        let side = state.player;
        if rule!("10.11b", state.fired_in_phase.contains(battery)) {
            return Err(refuse(case!("10.11b"), "{unit} has fired in this phase")
                .unit(battery)
                .also(&[case!("10.16")]));
        }
        self.may_hit(state, side, battery, target)?;
        // 10.14: without an enemy next to it, facing does not matter.
        if !state.pinned.contains(battery) && !rule!("10.14", true) {
            return Err(refuse(case!("10.15"), "{unit} may not fire").unit(battery));
        }
        if state.pinned.contains(battery) {
            let near = self.ground.grid.adjacent(state.hex_of(battery), state.hex_of(target));
            if rule!("10.15", !near || !self.faces(state, battery, state.hex_of(target))) {
                return Err(refuse(
                    case!("10.15"),
                    "{unit} has an enemy next to it, and fires only at such an enemy before its front",
                )
                .unit(battery));
            }
        }
        Ok(())
    }

    /// 13.19: the unit in hand, and with it all of its square.
    pub(crate) fn moves_now(&self, state: &State, unit: CounterId) -> bool {
        let mover = state.hand.unit;
        let beside = !mover.is_none() && state.on_map(unit) && state.hex_of(unit) == state.hex_of(mover);
        unit == mover || (beside && state.square.contains(unit) && state.square.contains(mover))
    }

    /// 10.11b, 10.18, 10.19: at the unit that has just moved, in the enemy's movement phase.
    pub(crate) fn may_fire_at_mover(&self, state: &State, battery: CounterId, target: CounterId) -> Ruling {
        let side = enemy_of(state.player);
        if rule!("10.11b", !self.moves_now(state, target)) {
            return Err(
                refuse(case!("10.11b"), "only the unit that moves may be fired at in its movement phase").unit(target)
            );
        }
        self.may_still_react(state, battery)?;
        self.may_hit(state, side, battery, target)
    }

    /// 10.11b, 10.18, 10.19: whether a battery has its fire in the enemy's movement phase before it.
    pub(crate) fn may_still_react(&self, state: &State, battery: CounterId) -> Ruling {
        if rule!("10.11b", state.reacted.contains(battery)) {
            return Err(refuse(case!("10.11b"), "{unit} has fired in this phase").unit(battery));
        }
        let foot = self.counter(battery).gun().is_some_and(Gun::is_foot);
        let moved = state.limbered.contains(battery);
        if moved && !rule!("10.19", !foot) && rule!("10.18", true) {
            return Err(refuse(case!("10.18"), "{unit} has moved, and is silent in this phase").unit(battery));
        }
        Ok(())
    }

    fn may_fire_now(&self, state: &State, battery: CounterId, target: CounterId) -> Ruling {
        match state.frame() == Frame::Fire {
            true => self.may_bombard(state, battery, target),
            false => self.may_fire_at_mover(state, battery, target),
        }
    }

    /// 10.22b: the batteries that fire with this one: its hex, its table.
    pub(crate) fn battery_mates(&self, state: &State, battery: CounterId, target: CounterId) -> CounterSet {
        let Some(gun) = self.counter(battery).gun() else { return CounterSet::EMPTY };
        let same = |other: CounterId| self.counter(other).gun().is_some_and(|kind| self.tables.same_table(gun, kind));
        let units = self.units_in(state, state.hex_of(battery));
        units.filter(|other| same(*other) && self.may_fire_now(state, *other, target).is_ok()).collect()
    }

    pub(crate) fn may_fire_together(&self, state: &State, battery: CounterId, target: CounterId) -> Ruling {
        self.may_fire_now(state, battery, target)?;
        if rule!("10.22b", self.battery_mates(state, battery, target).len() < 2) {
            return Err(refuse(case!("10.22b"), "there is no other battery to fire with {unit}").unit(battery));
        }
        Ok(())
    }

    pub(crate) fn fire_open(&self, state: &State) -> bool {
        let own = self.counters_of(state.player).intersection(self.guns);
        own.iter().any(|battery| state.on_map(battery) && self.targets_of(state, battery).next().is_some())
    }

    /// The enemies that a battery may fire at in its fire phase.
    pub(crate) fn targets_of<'a>(
        &'a self,
        state: &'a State,
        battery: CounterId,
    ) -> impl Iterator<Item = CounterId> + 'a {
        let from = state.hex_of(battery);
        let farthest = self.counter(battery).gun().map_or(0, |gun| self.tables.range(gun));
        let held = &state.occupied[enemy_of(state.player).index()];
        let near = self.ground.in_sight(from).iter().copied().filter(|hex| held.contains(*hex));
        let near = near.filter(move |hex| self.ground.grid.distance(from, *hex) <= farthest);
        near.flat_map(move |hex| self.units_in(state, hex))
            .filter(move |unit| self.may_bombard(state, battery, *unit).is_ok())
    }

    pub(crate) fn bombard(
        &self,
        state: &mut State,
        battery: CounterId,
        together: bool,
        target: CounterId,
        events: &mut impl Sink<Event>,
    ) {
        let batteries = match together {
            true => self.battery_mates(state, battery, target),
            false => CounterSet::from_iter([battery]),
        };
        let points = batteries.iter().map(|unit| state.points(unit)).sum();
        let range = self.ground.grid.distance(state.hex_of(battery), state.hex_of(target));
        let modifier = self.artillery_modifier(state, batteries, target, points);
        events.event(Event::GunsFired { batteries, target, points, range, modifier });
        state.frames.push(Frame::GunDice { battery, together, target });
    }

    /// T.mods.c
    pub(crate) fn artillery_modifier(
        &self,
        state: &State,
        batteries: CounterSet,
        target: CounterId,
        points: u16,
    ) -> i8 {
        let modifiers = &self.tables.modifiers.artillery;
        let mut sum = 0;
        let mut add = |applies: bool, modifier: i8| {
            if applies {
                sum += modifier;
            }
        };
        let moving = state.frame() != Frame::Fire && self.is_cavalry(target);
        add(rule!("T.mods.c", moving), modifiers.moving_cavalry);
        add(rule!("T.artillery.b", points > self.tables.strongest_battery()), modifiers.four_points);
        let large = modifiers.large_target.from..=modifiers.large_target.to;
        add(rule!("T.mods.c", large.contains(&state.strength[target.index()])), modifiers.large_target.modifier);
        add(rule!("T.mods.c", state.disorganized.contains(target)), modifiers.disorganized);
        add(rule!("T.mods.c", self.night(state)), modifiers.night);
        add(rule!("11.5c", self.is_most_of(state, batteries, state.uncommanded)), modifiers.no_command);
        add(rule!("13.22", self.is_most_of(state, batteries, state.square)), modifiers.square);
        let from = batteries.first().map_or(Hex::NONE, |battery| state.hex_of(battery));
        sum + self.fire_terrain(from, state.hex_of(target))
    }

    /// T.terrain: the target's ground, and the hexside over which fire comes to it.
    pub(crate) fn fire_terrain(&self, from: Hex, to: Hex) -> i8 {
        let last = self.ground.line(from, to).and_then(|between| between.last()).map_or(from, |crossed| crossed[0]);
        let side = self.ground.between(last, to);
        let mut sum = self.ground.at(to).fire;
        for (there, name) in [(side.stream, "stream"), (side.uphill, "slope"), (side.cliff_up, "cliff")] {
            if there {
                sum += self.tables.hexside[name].fire;
            }
        }
        if rule!("T.terrain", sum != 0) { sum } else { 0 }
    }

    /// N37: whether a mark is true of more than half of the strength of some units.
    pub(crate) fn is_most_of(&self, state: &State, units: CounterSet, marked: CounterSet) -> bool {
        let sum = |units: CounterSet| units.iter().map(|unit| state.points(unit)).sum::<u16>();
        sum(units.intersection(marked)) * 2 > sum(units)
    }

    /// 10.22: two dice on the table of the guns.
    pub(crate) fn guns_fall(
        &self,
        state: &mut State,
        (battery, together, target): (CounterId, bool, CounterId),
        outcome: &Outcome,
        events: &mut impl Sink<Event>,
    ) {
        state.frames.pop();
        let batteries = match together {
            true => self.battery_mates(state, battery, target),
            false => CounterSet::from_iter([battery]),
        };
        let points = batteries.iter().map(|unit| state.points(unit)).sum();
        let range = self.ground.grid.distance(state.hex_of(battery), state.hex_of(target));
        let modifier = self.artillery_modifier(state, batteries, target, points);
        let dice = [outcome.0[0], outcome.0[1]];
        let total = (dice[0] + dice[1]) as i8 + modifier;
        let gun = self.counter(battery).gun().unwrap_or(Gun::L);
        let cell = self.tables.artillery(gun, points, range, total);
        // 10.3b: the letter says which table.
        let strikes = match gun {
            Gun::C => rule!("T.artillery.C", cell != Cell::Nothing),
            Gun::L | Gun::K => rule!("T.artillery.LK", cell != Cell::Nothing),
        };
        let strikes = strikes && rule!("10.22", true) && rule!("10.3b", true);
        let cell = if strikes { cell } else { Cell::Nothing };
        events.event(Event::FireThrown { dice, total, cell });
        state.fired = state.fired.union(batteries);
        if state.frame() == Frame::Fire {
            state.fired_in_phase = state.fired_in_phase.union(batteries);
        } else {
            state.reacted = state.reacted.union(batteries);
        }
        self.hit_at_once(state, target, cell, events);
    }

    /// 7.4b: a result of fire that is carried out now.
    pub(crate) fn hit_at_once(&self, state: &mut State, target: CounterId, cell: Cell, events: &mut impl Sink<Event>) {
        if !rule!("7.4", cell != Cell::Nothing) {
            return;
        }
        match cell {
            Cell::Nothing => {}
            Cell::Loss(points) => self.lose_points(state, target, points, events),
            Cell::Test(points) => {
                if points > 0 {
                    self.lose_points(state, target, points, events);
                }
                if rule!("7.4b", state.on_map(target)) {
                    state.frames.push(Frame::MoraleDice { unit: target });
                }
            }
            Cell::Disorganized => self.disorganize(state, target, events),
        }
    }
}
