//! 9.3, 9.5 and 3.1g: what the other side does while a unit moves.
//! Decides 3.1g, 8.92, 9.31, 9.32, 9.33, 9.33b, 9.35, 9.37, 9.51, 9.51b, 9.51c, 13.20, S.pultusk.

use std::ops::ControlFlow;

use board::{Facing, Hex};
use kernel::{Side, Sink};

use crate::Rules;
use crate::action::Action;
use crate::counters::{CounterId, CounterSet, enemy_of};
use crate::event::Event;
use crate::ground::BARRED;
use crate::refusal::{Ruling, refuse};
use crate::state::{Clash, Combat, State};

impl Rules {
    /// Whether the side that does not move can do anything about the step just taken.
    pub(crate) fn reaction_open(&self, state: &State) -> bool {
        let mover = state.hand.unit;
        // Fire that ends its move does not end the reactions to its step; a countercharge does.
        let beaten = state.hand.over && !state.hand.has_stepped;
        if mover.is_none() || !state.on_map(mover) || beaten {
            return false;
        }
        rule!("3.1g", self.each_reaction(state, |_| ControlFlow::Break(())).is_break())
    }

    /// Every reaction that is legal now, until the caller has seen enough.
    pub(crate) fn each_reaction(
        &self,
        state: &State,
        mut found: impl FnMut(Action) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mover = state.hand.unit;
        let side = enemy_of(state.player);
        let at = state.hex_of(mover);
        let grid = &self.ground.grid;
        let own = self.counters_of(side);
        for battery in own.intersection(self.guns).difference(state.reacted) {
            let near = state.on_map(battery) && grid.distance(at, state.hex_of(battery)) <= crate::ground::FARTHEST;
            if !near {
                continue;
            }
            for target in self.units_in(state, at).filter(|unit| self.moves_now(state, *unit)) {
                if self.may_fire_at_mover(state, battery, target).is_ok() {
                    found(Action::Bombard(battery, target))?;
                    if self.may_fire_together(state, battery, target).is_ok() {
                        found(Action::BombardTogether(battery, target))?;
                    }
                }
            }
        }
        for unit in own.intersection(state.square) {
            if grid.distance(at, state.hex_of(unit)) == 1 && self.may_square_fire(state, side, unit).is_ok() {
                found(Action::SquareFire(unit))?;
            }
        }
        if !self.charges_ride(state) {
            return ControlFlow::Continue(());
        }
        for unit in own.intersection(self.cavalry).difference(state.countercharged) {
            if !state.on_map(unit) || grid.distance(at, state.hex_of(unit)) > 2 {
                continue;
            }
            for to in self.ground.front(state.hex_of(unit), state.facing[unit.index()]) {
                if to.is_none() || !grid.adjacent(to, at) {
                    continue;
                }
                for facing in Facing::all(false) {
                    if self.may_countercharge(state, side, unit, to, facing).is_ok() {
                        found(Action::Countercharge(unit, to, facing))?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// 9.31 to 9.37
    pub(crate) fn may_countercharge(
        &self,
        state: &State,
        side: Side,
        unit: CounterId,
        to: Hex,
        facing: Facing,
    ) -> Ruling {
        let no = |refusal: crate::refusal::Refusal| Err(refusal.unit(unit).place(to));
        if self.side_of(unit) != side || !self.is_cavalry(unit) || !state.on_map(unit) {
            return no(refuse(case!("9.31"), "{unit} is not cavalry of this side on the map"));
        }
        if rule!("8.92", self.night(state) && !self.tables.night.charges) {
            return no(refuse(case!("8.92"), "there are no countercharges by night"));
        }
        if rule!("S.pultusk", self.snow(state) && !self.tables.snow.charges) {
            return no(refuse(case!("S.pultusk"), "there are no countercharges in a snowstorm"));
        }
        if rule!("9.32", state.countercharged.contains(unit)) {
            return no(refuse(case!("9.32"), "{unit} has countercharged in this phase").also(&[case!("9.34")]));
        }
        if state.square.contains(unit) {
            return no(refuse(case!("13.26"), "{unit} is in square"));
        }
        let from = state.hex_of(unit);
        if rule!("9.31", self.in_enemy_zone(state, side, from)) {
            return no(refuse(case!("9.31"), "{unit} stands in an enemy zone"));
        }
        if rule!("9.35", !self.faces(state, unit, to)) {
            return no(refuse(case!("9.35"), "{place} is not before the front of {unit}"));
        }
        let mover = state.hand.unit;
        if mover.is_none() || !state.on_map(mover) || !self.is_unit(mover) {
            return no(refuse(case!("9.32"), "a countercharge answers a step of an enemy unit").also(&[case!("3.1")]));
        }
        let target = state.hex_of(mover);
        if rule!("9.33", !self.ground.grid.adjacent(to, target) || !self.ground.melee_reaches(to, target)) {
            return no(refuse(case!("9.33"), "{place} is not next to {other}").other(mover));
        }
        if facing.is_vertex() || rule!("9.33", !self.ground.is_front(to, facing, target)) {
            return no(refuse(case!("9.33"), "{unit} would not face {other} in {place}").other(mover));
        }
        let way = self.ground.grid.direction_between(from, to);
        if way.is_none_or(|way| self.ground.cost(self.arm_of(unit), from, way) == BARRED)
            || self.is_held_by(state, enemy_of(side), to)
        {
            return no(refuse(case!("4.32"), "{unit} cannot enter {place}").also(&[case!("4.21")]));
        }
        if !self.has_room(state, to, state.points(unit)) || self.square_in(state, to) {
            return no(refuse(case!("6.1"), "there is no room for {unit} in {place}").also(&[case!("4.4b")]));
        }
        if let Some(other) = self.units_in(state, target).find(|other| state.attacked.contains(*other)) {
            return Err(refuse(case!("8.27"), "{unit} has been attacked in this phase").unit(other));
        }
        self.may_activate_to_react(state, unit)
    }

    /// 9.33: one hex, and at once an attack on everything in its zone.
    pub(crate) fn countercharge(
        &self,
        state: &mut State,
        unit: CounterId,
        to: Hex,
        facing: Facing,
        events: &mut impl Sink<Event>,
    ) {
        let from = state.hex_of(unit);
        let side = self.side_of(unit);
        self.activate(state, unit, events);
        state.countercharged.insert(unit);
        events.event(Event::Countercharged { unit, from, to });
        let ran = self.ground.at(from).clear && self.ground.charge_runs(from, to);
        self.bring(state, unit, to, events);
        self.take_commanders_along(state, side, from, to, events);
        // 9.37
        if rule!("9.37", true) {
            state.facing[unit.index()] = facing;
        }
        let target = state.hex_of(state.hand.unit);
        let mut combat = Combat::new(Clash::Countercharge, side);
        combat.from.push(to);
        combat.targets.push(target);
        for near in self.ground.front(to, facing) {
            let free = |hex: Hex| !self.units_in(state, hex).any(|other| state.attacked.contains(other));
            if near != target
                && self.is_held_by(state, enemy_of(side), near)
                && self.controls(state, unit, near)
                && free(near)
            {
                combat.targets.push(near);
            }
        }
        combat.attackers = CounterSet::from_iter([unit]);
        state.combat = combat;
        self.gather(state);
        // 9.36: the marker counts if the ground is fit for a charge.
        if !ran {
            state.combat.charging = CounterSet::EMPTY;
        }
        self.fight(state, events);
    }

    /// 9.33b: a mover that was neither driven back nor disorganized goes on with half its points.
    pub(crate) fn close_countercharge(&self, state: &mut State, combat: &Combat, events: &mut impl Sink<Event>) {
        self.remove_markers(state, combat.charging, events);
        let mover = state.hand.unit;
        let at = state.hex_of(mover);
        // It may have followed the beaten cavalry: that is no retreat.
        let followed = combat.from.contains(&at);
        let stands = state.on_map(mover) && (followed || combat.targets.contains(&at));
        if !stands || combat.disordered.contains(mover) {
            state.hand.over = true;
            // Nothing has advanced that cavalry would withdraw from (9.51).
            state.hand.has_stepped = false;
            return;
        }
        let point = self.tables.point;
        let half = state.hand.left.div_ceil(2 * point) * point;
        if rule!("9.33b", true) {
            state.hand.left = state.hand.left.min(half);
        }
        let side = self.side_of(mover);
        if followed {
            state.hand.turned = 0;
            state.hand.turns_free = false;
            state.hand.stopped = self.in_enemy_zone(state, side, at);
        }
        // A charge that met a countercharge is over if its target is gone, or it has turned aside to pursue.
        if state.hand.charge.is_some() && (followed || !self.is_held_by(state, enemy_of(side), state.hand.charge)) {
            state.hand.over = true;
        }
    }

    /// 9.51: cavalry in order steps back before infantry that has come next to it.
    pub(crate) fn may_withdraw(&self, state: &State, side: Side, unit: CounterId, to: Hex) -> Ruling {
        let no = |refusal: crate::refusal::Refusal| Err(refusal.unit(unit).place(to));
        let mover = state.hand.unit;
        if self.side_of(unit) != side || !self.is_cavalry(unit) || !state.on_map(unit) {
            return no(refuse(case!("9.51"), "{unit} is not cavalry of this side on the map"));
        }
        if rule!("9.51", state.disorganized.contains(unit)) {
            return no(refuse(case!("9.51"), "{unit} is disorganized"));
        }
        if rule!("13.20", state.square.contains(unit)) {
            return no(refuse(case!("13.20"), "{unit} is in square, and leaves it in its own movement phase only")
                .also(&[case!("13.19"), case!("9.51")]));
        }
        if state.withdrawn.contains(unit) {
            return no(refuse(case!("9.51"), "{unit} has withdrawn one hex before this step"));
        }
        let from = state.hex_of(unit);
        if mover.is_none() || !state.on_map(mover) || !self.is_infantry(mover) {
            return no(refuse(case!("9.51b"), "cavalry withdraws when infantry has ended its move next to it")
                .also(&[case!("9.51"), case!("3.1")]));
        }
        if !self.ground.grid.adjacent(from, state.hex_of(mover)) {
            return no(refuse(case!("9.51"), "{other} is not next to {unit}").other(mover));
        }
        let grid = &self.ground.grid;
        if !grid.adjacent(from, to) || rule!("9.51b", self.faces(state, unit, to)) {
            return no(refuse(case!("9.51b"), "{place} is not behind {unit}"));
        }
        let way = grid.direction_between(from, to);
        let barred = way.is_none_or(|way| self.ground.cost(self.arm_of(unit), from, way) == BARRED);
        if barred || self.is_held_by(state, enemy_of(side), to) || self.in_enemy_zone(state, side, to) {
            return no(refuse(case!("9.51b"), "{place} is closed to {unit}, or controlled by the enemy"));
        }
        if !self.has_room(state, to, state.points(unit)) {
            return no(refuse(case!("6.1"), "there is no room for {unit} in {place}"));
        }
        Ok(())
    }

    /// Whether the infantry in hand has just come next to cavalry that may withdraw.
    pub(crate) fn withdrawal_open(&self, state: &State) -> bool {
        let mover = state.hand.unit;
        if !rule!("9.51", self.is_infantry(mover) && state.hand.has_stepped) || !state.on_map(mover) {
            return false;
        }
        self.each_withdrawal(state, |_| ControlFlow::Break(())).is_break()
    }

    pub(crate) fn each_withdrawal(
        &self,
        state: &State,
        mut found: impl FnMut(Action) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let side = enemy_of(state.player);
        for near in self.hexes_around(state.hex_of(state.hand.unit)) {
            if !self.is_held_by(state, side, near) {
                continue;
            }
            for unit in self.units_in(state, near).filter(|unit| self.is_cavalry(*unit)) {
                for to in self.hexes_around(near).filter(|to| self.may_withdraw(state, side, unit, *to).is_ok()) {
                    found(Action::Withdraw(unit, to))?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    pub(crate) fn withdraw(&self, state: &mut State, unit: CounterId, to: Hex, events: &mut impl Sink<Event>) {
        let from = state.hex_of(unit);
        events.event(Event::Withdrew { unit, from, to });
        self.bring(state, unit, to, events);
        self.join_square(state, unit);
        self.take_commanders_along(state, self.side_of(unit), from, to, events);
        state.withdrawn.insert(unit);
        if !state.vacated.contains(&from) {
            state.vacated.push(from);
        }
    }

    /// 9.51c: who has withdrawn leaves a hex that the infantry may enter.
    pub(crate) fn go_on_withdrawing(&self, state: &mut State, events: &mut impl Sink<Event>) -> bool {
        if self.withdrawal_open(state) {
            return true;
        }
        self.end_withdrawal(state, events);
        false
    }

    pub(crate) fn end_withdrawal(&self, state: &mut State, events: &mut impl Sink<Event>) {
        state.frames.pop();
        let enemy = enemy_of(state.player);
        let hand = crate::state::Hand { following: true, ..state.hand };
        let opens = !hand.over
            && state
                .vacated
                .iter()
                .any(|hex| !self.is_held_by(state, enemy, *hex) && self.may_step(state, &hand, *hex).is_ok());
        if rule!("9.51c", opens) {
            state.hand = hand;
        } else {
            self.finish_move(state, events);
        }
    }
}
