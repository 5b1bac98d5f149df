//! Chapter 4: movement, step by step, with facing and zones.
//! Decides 4.1d, 4.4a, 4.4b, 4.4c, 4.4d, 4.5, 4.21, 4.22, 4.23, 4.24, 4.25, 4.26, 4.27, 4.33, 4.34, 4.36, 4.36b,
//! 5.1, 5.23, 5.25, 5.31, 5.32, 6.12, 8.5, 9.19, 9.41, 9.42, 9.43, 9.52, 10.17, 10.20, 11.5a, 11.14, 11.73, 13.11b,
//! 13.20, 13.23, 13.26, S.arrivals, S.pultusk.c.

use board::{Facing, Hex};
use kernel::{Side, Sink};

use crate::Rules;
use crate::counters::{Arm, CounterId, CounterSet, Gun, Start, enemy_of};
use crate::event::Event;
use crate::ground::BARRED;
use crate::refusal::{Refusal, Ruling, refuse};
use crate::sequence::Frame;
use crate::state::{Fate, Hand, State};
use crate::tables::ROADS;

/// How many full hexes in a row a march may pass on its way to one with room.
const DEEPEST_COLUMN: u8 = 6;

impl Rules {
    /// Twelfths of a point that a counter has for a movement phase.
    pub(crate) fn allowance(&self, state: &State, counter: CounterId) -> u8 {
        let movement = &self.tables.movement;
        let point = self.tables.point;
        // 11.14
        if !self.is_unit(counter) {
            return if rule!("11.14", true) { self.weathered(state, movement.commander) } else { point };
        }
        // 10.17
        let foot = self.counter(counter).gun().is_some_and(Gun::is_foot);
        if rule!("10.17", foot && state.fired.contains(counter)) {
            return 0;
        }
        let mut points = self.counter(counter).mobility.saturating_mul(point);
        // 11.5a
        if rule!("11.5a", state.uncommanded.contains(counter)) {
            points = points.saturating_sub(movement.no_command);
        }
        // 10.20
        let horse = self.counter(counter).gun() == Some(Gun::K);
        if rule!("10.20", horse && state.fired_in_phase.contains(counter)) {
            points = points.min(movement.horse_guns_that_fired);
        }
        points = self.weathered(state, points);
        // 13.20: the point for a square that was broken up.
        if rule!("13.20", state.left_square.contains(counter)) {
            points = points.saturating_sub(movement.leave_square);
        }
        points
    }

    /// 4.5, S.pultusk.c: halved once, down to whole points.
    fn weathered(&self, state: &State, points: u8) -> u8 {
        let movement = &self.tables.movement;
        let divisor = if rule!("4.5", self.night(state)) {
            movement.night_divisor
        } else if rule!("S.pultusk.c", self.snow(state)) {
            movement.snow_divisor
        } else {
            return points;
        };
        points / self.tables.point / divisor * self.tables.point
    }

    pub(crate) fn may_select(&self, state: &State, side: Side, counter: CounterId) -> Ruling {
        if self.side_of(counter) != side {
            return Err(refuse(case!("4.1b"), "{unit} belongs to the other side").unit(counter));
        }
        match state.fate[counter.index()] {
            Fate::OnMap => self.may_move_at_all(state, counter)?,
            Fate::Waiting => self.may_arrive(state, counter)?,
            Fate::None | Fate::Lost => return Err(refuse(case!("4.1"), "{unit} is not on the map").unit(counter)),
        }
        // 4.4a: an overfull hex is cleared before anything else moves.
        let crowded = state.crowded;
        if rule!("4.4a", crowded.is_some() && (!self.is_unit(counter) || self.place_of(state, counter) != crowded)) {
            return Err(refuse(case!("4.4a"), "{place} holds more than its limit: a unit has to leave it first")
                .unit(counter)
                .place(crowded)
                .also(&[case!("6.1")]));
        }
        Ok(())
    }

    /// Whether a counter on the map has a move left in this phase.
    fn may_move_at_all(&self, state: &State, counter: CounterId) -> Ruling {
        if rule!("4.27", state.moved.contains(counter)) {
            return Err(refuse(case!("4.27"), "{unit} has finished its move").unit(counter));
        }
        let foot = self.counter(counter).gun().is_some_and(Gun::is_foot);
        if rule!("10.17", foot && state.fired.contains(counter)) {
            return Err(refuse(case!("10.17"), "{unit} has fired in this turn and does not move").unit(counter));
        }
        Ok(())
    }

    /// 4.4a: the phase does not end while a hex is overfull that can still be cleared.
    pub(crate) fn may_end_movement(&self, state: &State) -> Ruling {
        let crowded = state.crowded;
        if rule!("4.4a", crowded.is_some()) {
            return Err(refuse(case!("4.4a"), "{place} holds more than its limit: a unit has to leave it")
                .place(crowded)
                .also(&[case!("6.1")]));
        }
        Ok(())
    }

    /// The hand as it would be after taking up a counter.
    pub(crate) fn take_up(&self, state: &State, counter: CounterId) -> Hand {
        let mut left = self.allowance(state, counter);
        // 4.25, 4.26: neither what was saved earlier nor what others have left over.
        if !rule!("4.25", true) || !rule!("4.26", true) {
            left = left.saturating_add(self.tables.point);
        }
        Hand { unit: counter, left, ..Hand::NONE }
    }

    pub(crate) fn select(&self, state: &mut State, counter: CounterId) {
        state.hand = self.take_up(state, counter);
        state.vacated.clear();
        state.frames.push(Frame::Moving);
    }

    /// Where the counter in hand stands; nowhere if it has yet to come onto the map.
    pub(crate) fn place_of(&self, state: &State, counter: CounterId) -> Hex {
        if state.on_map(counter) { state.hex_of(counter) } else { Hex::NONE }
    }

    /// 4.31 to 4.37, 4.22, 8.5: what a step costs, ground first.
    pub(crate) fn step_cost(&self, state: &State, hand: &Hand, from: Hex, to: Hex) -> Result<u8, Refusal> {
        let unit = hand.unit;
        // 9.42: cavalry has a column of its own.
        let lacks_column = self.is_cavalry(unit) && !rule!("9.42", true);
        let arm = if lacks_column { Arm::Infantry } else { self.arm_of(unit) };
        if from.is_none() {
            return self.arrival_cost(state, unit, to);
        }
        let Some(direction) = self.ground.grid.direction_between(from, to) else {
            return Err(refuse(case!("4.1"), "{place} is not next to {unit}").unit(unit).place(to));
        };
        let ground = self.ground.cost(arm, from, direction);
        if ground == BARRED {
            let side = self.ground.side(from, direction);
            return Err(match side.river && !side.crossing {
                true => refuse(case!("4.35"), "there is neither a bridge nor a ford for {unit} to {place}")
                    .unit(unit)
                    .place(to),
                false => refuse(case!("4.32"), "{place} is closed to {unit}").unit(unit).place(to),
            });
        }
        let mut cost = ground;
        let road = self.ground.side(from, direction).road;
        // 4.34: a road that is not followed does not help.
        let beside = road.is_none() && self.ground.roads.contains(to);
        if beside && !rule!("4.34", true) {
            cost = self.tables.road[ROADS[0]].cost.of(arm).unwrap_or(ground);
        }
        let side = self.side_of(unit);
        // 4.4d: friends on the way cost nothing.
        if !rule!("4.4d", true) && self.is_held_by(state, side, to) {
            cost = cost.saturating_add(self.tables.point);
        }
        // 5.23: commanders feel no zones.
        if rule!("5.23", arm == Arm::Commander) {
            return Ok(cost);
        }
        // 13.23: nor do squares cost cavalry anything.
        let rides = self.is_cavalry(unit) && !rule!("13.23", true);
        if rides && self.hexes_around(to).any(|near| self.square_in(state, near)) {
            cost = cost.saturating_add(self.tables.point);
        }
        if rule!("4.22", self.in_enemy_zone(state, side, from)) {
            cost = cost.saturating_add(self.tables.movement.leave_zone);
        }
        let disorganized = state.disorganized.contains(unit);
        if rule!("8.5", disorganized && self.in_enemy_zone(state, side, to)) {
            cost = cost.saturating_add(self.tables.movement.disorganized_into_zone);
        }
        Ok(cost)
    }

    /// Whether the counter in hand may take a step.
    pub(crate) fn may_step(&self, state: &State, hand: &Hand, to: Hex) -> Ruling {
        let unit = hand.unit;
        let side = self.side_of(unit);
        let from = self.place_of(state, unit);
        let is_unit = self.is_unit(unit);
        // 4.1d, 9.41: into any neighbour, however it faces; cavalry is bound by points and ground only.
        let free = rule!("4.1d", true) && (!self.is_cavalry(unit) || rule!("9.41", true));
        if from.is_some() && is_unit && !free && !self.faces(state, unit, to) {
            return Err(refuse(case!("4.1"), "{place} is not before the front of {unit}").unit(unit).place(to));
        }
        // 4.4c: commanders stand alone, too.
        if !is_unit && !rule!("4.4c", true) && !self.is_held_by(state, side, to) {
            return Err(refuse(case!("4.1"), "{unit} would be alone in {place}").unit(unit).place(to));
        }
        if from.is_some() && !self.ground.grid.adjacent(from, to) {
            return Err(refuse(case!("4.1"), "{place} is not next to {unit}: units move hex by hex")
                .unit(unit)
                .place(to));
        }
        if rule!("4.21", self.is_shut_to(state, unit, to)) {
            return Err(refuse(case!("4.21"), "{place} is held by the enemy").unit(unit).place(to));
        }
        if hand.charge.is_some() {
            if hand.in_contact || !self.is_contact(state, unit, to, hand.charge) {
                return Err(refuse(case!("9.11"), "{unit} charges, and goes straight at its target").unit(unit));
            }
            // 13.12b: it would end its ride in the square.
            if rule!("13.26", self.square_in(state, to)) {
                return Err(refuse(case!("13.26"), "a square stands in {place}, and {unit} cannot attack out of it")
                    .unit(unit)
                    .place(to)
                    .also(&[case!("4.4b")]));
            }
        } else if hand.following {
            if !state.vacated.contains(&to) {
                return Err(refuse(case!("9.51c"), "{unit} may only enter the hex that the cavalry has left")
                    .unit(unit)
                    .place(to));
            }
        } else if hand.stopped && self.square_in(state, from) && rule!("4.4b", true) {
            return Err(refuse(case!("4.4b"), "{unit} has entered a square in {place}, and squares are not passed")
                .unit(unit)
                .place(from));
        } else if rule!("5.31", hand.stopped) {
            return Err(refuse(case!("5.31"), "{unit} has been stopped by an enemy zone in {place}")
                .unit(unit)
                .place(from)
                .also(&[case!("5.33")]));
        }
        if is_unit && from.is_some() && !hand.following {
            self.may_leave_zone(state, unit, from, to)?;
        }
        self.may_activate(state, unit)?;
        self.may_march(state, unit)?;
        let in_square = state.square.contains(unit);
        if in_square {
            self.may_move_square(state, hand, from, to)?;
        }
        let cost = self.step_cost(state, hand, from, to)?;
        let left = hand.left + self.turn_refund(hand, from, to);
        if rule!("4.23", cost > left) {
            return Err(refuse(case!("4.23"), "{unit} has not enough points left to enter {place}")
                .unit(unit)
                .place(to));
        }
        if is_unit && !in_square {
            self.may_pass(state, hand, to, left.saturating_sub(cost))?;
        }
        Ok(())
    }

    /// 4.4: squares are not passed; a full hex is entered only on the way to another.
    fn may_pass(&self, state: &State, hand: &Hand, to: Hex, left: u8) -> Ruling {
        let unit = hand.unit;
        if self.square_in(state, to) && state.disorganized.contains(unit) && rule!("13.11b", true) {
            return Err(refuse(
                case!("13.11b"),
                "{unit} is disorganized, and the square in {place} does not take it in",
            )
            .unit(unit)
            .place(to)
            .also(&[case!("8.5")]));
        }
        if self.has_room(state, to, state.points(unit)) {
            return Ok(());
        }
        if rule!("4.4b", self.square_in(state, to)) {
            return Err(refuse(
                case!("4.4b"),
                "a square stands in {place}, and there is no room for {unit} to join it",
            )
            .unit(unit)
            .place(to)
            .also(&[case!("6.1")]));
        }
        let stops = self.in_enemy_zone(state, self.side_of(unit), to) || hand.charge.is_some() || hand.following;
        let goes_on = !stops && self.can_go_on(state, hand, to, left, DEEPEST_COLUMN);
        if rule!("4.4a", !goes_on && !self.can_be_cleared(state, to, unit)) {
            return Err(refuse(
                case!("4.4a"),
                "{place} would hold more than its limit: neither {unit} nor a unit there could still leave it",
            )
            .unit(unit)
            .place(to)
            .also(&[case!("6.1")]));
        }
        Ok(())
    }

    /// Whether a counter that passes through a full hex can reach one with room.
    fn can_go_on(&self, state: &State, hand: &Hand, at: Hex, left: u8, depth: u8) -> bool {
        let side = self.side_of(hand.unit);
        let points = state.points(hand.unit);
        self.hexes_around(at).any(|to| {
            let Ok(cost) = self.step_cost(state, hand, at, to) else { return false };
            if cost > left || self.is_held_by(state, enemy_of(side), to) {
                return false;
            }
            self.has_room(state, to, points)
                || (depth > 0
                    && !self.square_in(state, to)
                    && !self.in_enemy_zone(state, side, to)
                    && self.can_go_on(state, hand, to, left - cost, depth - 1))
        })
    }

    /// Whether a unit that has still to move can leave a hex that another one has filled.
    fn can_be_cleared(&self, state: &State, hex: Hex, by: CounterId) -> bool {
        self.units_in(state, hex).any(|unit| {
            let free = Hand { left: self.allowance(state, unit), unit, ..Hand::NONE };
            unit != by
                && self.may_move_at_all(state, unit).is_ok()
                && self.can_follow(state, unit, by)
                && !state.square.contains(unit)
                && self.hexes_around(hex).any(|to| {
                    self.has_room(state, to, state.points(unit))
                        && !self.is_held_by(state, enemy_of(self.side_of(unit)), to)
                        && self.may_leave_zone(state, unit, hex, to).is_ok()
                        && self.step_cost(state, &free, hex, to).is_ok_and(|cost| cost <= free.left)
                })
        })
    }

    /// Whether the limits of a scenario let one unit leave its hex after another has left its own.
    fn can_follow(&self, state: &State, unit: CounterId, by: CounterId) -> bool {
        if by.is_none() {
            return self.may_activate(state, unit).is_ok() && self.may_march(state, unit).is_ok();
        }
        let (side, group, first) = (self.side_of(unit), self.counter(unit).group, self.counter(by).group);
        let unlimited = self.command_factor(state, side).is_none() || group.is_none() || group == first;
        let activated = if unlimited || first.is_none() {
            unlimited || self.may_activate(state, unit).is_ok()
        } else {
            // The other's group takes its point first, and then this one's moves are not yet over.
            let spent = u8::from(state.activated & first.bit() == 0);
            state.activated & group.bit() == 0 && state.command[side.index()] > spent
        };
        let marched = state.marched.len() + usize::from(!state.marched.contains(by));
        let limit = self.scenario.units_moved[side.index()];
        activated && (state.marched.contains(unit) || limit.is_none_or(|limit| marched < usize::from(limit)))
    }

    /// 4.33: what turning cost before a step that follows the road.
    fn turn_refund(&self, hand: &Hand, from: Hex, to: Hex) -> u8 {
        let road = from.is_some() && self.ground.follows_road(from, to);
        if rule!("4.33", road && hand.turned > 0) { hand.turned } else { 0 }
    }

    pub(crate) fn step(&self, state: &mut State, to: Hex, events: &mut impl Sink<Event>) {
        let hand = state.hand;
        let unit = hand.unit;
        let side = self.side_of(unit);
        let from = self.place_of(state, unit);
        let cost = self.step_cost(state, &hand, from, to).unwrap_or(0);
        let left = hand.left + self.turn_refund(&hand, from, to);
        self.activate(state, unit, events);
        let with: CounterSet = match state.square.contains(unit) {
            // 13.19: a square moves as one; commanders ride by themselves.
            true => self.units_in(state, from).collect(),
            false => CounterSet::from_iter([unit]),
        };
        for counter in with {
            if from.is_none() {
                self.queue_up(state, unit, to);
                state.entered.insert(counter);
                events.event(Event::Entered { unit: counter, at: to });
            } else {
                events.event(Event::Moved { unit: counter, from, to });
            }
            state.origin[counter.index()] = from;
            if self.is_unit(counter) {
                state.marched.insert(counter);
            }
            self.bring(state, counter, to, events);
            if counter != unit {
                self.settle(state, counter);
            }
        }
        let is_unit = self.is_unit(unit);
        let road = from.is_some() && self.ground.follows_road(from, to);
        // 5.25: the zones of friends stop nobody.
        let in_zone = is_unit
            && (self.in_enemy_zone(state, side, to)
                || (!rule!("5.25", true) && self.in_enemy_zone(state, enemy_of(side), to)));
        let joins = is_unit && !state.square.contains(unit) && self.square_in(state, to);
        let hand = &mut state.hand;
        // 5.32: the zone itself costs nothing.
        let extra = if in_zone && !rule!("5.32", true) { self.tables.movement.leave_zone } else { 0 };
        let cost = cost.saturating_add(extra);
        hand.left = if with.len() > 1 || state.square.contains(unit) { 0 } else { left.saturating_sub(cost) };
        hand.turned = 0;
        hand.from = from;
        // 4.33: along a road turning costs nothing; N26: arrivals face as they like.
        hand.turns_free = from.is_none() || rule!("4.33", road);
        hand.has_stepped = true;
        hand.stopped = in_zone || joins;
        hand.following = false;
        if hand.charge.is_some() {
            hand.in_contact = true;
        }
        state.vacated.clear();
        // 9.52: cavalry may withdraw again before the next step.
        if rule!("9.52", true) {
            state.withdrawn = CounterSet::EMPTY;
        }
        if is_unit {
            state.frames.push(Frame::React);
        }
    }

    /// 4.36, 9.19: what it costs to face another way.
    pub(crate) fn turn_cost(&self, state: &State, hand: &Hand, facing: Facing) -> u8 {
        let movement = &self.tables.movement;
        let now = state.facing[hand.unit.index()];
        if hand.turns_free && rule!("4.33", true) {
            return 0;
        }
        // 9.43: cavalry pays like everybody.
        if self.is_cavalry(hand.unit) && !rule!("9.43", true) {
            return 0;
        }
        // 4.36b: one point whatever the angle, except on a charge.
        if rule!("9.19", hand.charge.is_some()) || !rule!("4.36b", true) {
            return now.steps_to(facing).unwrap_or(0) * movement.turn;
        }
        if rule!("4.36", true) { movement.turn } else { 0 }
    }

    pub(crate) fn may_turn(&self, state: &State, hand: &Hand, facing: Facing) -> Ruling {
        let unit = hand.unit;
        // 11.73: whoever may not leave his hex may still turn.
        if !rule!("11.73", true) {
            self.may_activate(state, unit)?;
        }
        if !self.is_unit(unit) {
            return Err(refuse(case!("11.13"), "{unit} is a commander and has no facing").unit(unit));
        }
        if rule!("5.1", facing.is_vertex()) {
            return Err(refuse(case!("5.1"), "{unit} faces a hexside").unit(unit));
        }
        if !state.on_map(unit) {
            return Err(refuse(case!("4.1"), "{unit} is not on the map yet").unit(unit));
        }
        if state.facing[unit.index()] == facing {
            return Err(refuse(case!("4.36"), "{unit} faces that way already").unit(unit));
        }
        if rule!("4.36", self.turn_cost(state, hand, facing) > hand.left) {
            return Err(refuse(case!("4.36"), "{unit} has not enough points left to turn")
                .unit(unit)
                .also(&[case!("4.23"), case!("9.19")]));
        }
        // 4.4a: in a full hex it has to keep what takes it on.
        let at = state.hex_of(unit);
        let left = hand.left.saturating_sub(self.turn_cost(state, hand, facing));
        let goes_on = || self.can_go_on(state, hand, at, left, DEEPEST_COLUMN) || self.can_be_cleared(state, at, unit);
        if rule!("4.4a", self.is_overfull(state, at) && !goes_on()) {
            return Err(refuse(case!("4.4a"), "{place} is full, and {unit} needs its points to go on")
                .unit(unit)
                .place(at));
        }
        Ok(())
    }

    pub(crate) fn turn(&self, state: &mut State, facing: Facing, events: &mut impl Sink<Event>) {
        let hand = state.hand;
        let cost = self.turn_cost(state, &hand, facing);
        state.hand.left = hand.left.saturating_sub(cost);
        state.hand.turned = hand.turned.saturating_add(cost);
        state.facing[hand.unit.index()] = facing;
        events.event(Event::Turned { unit: hand.unit, facing });
    }

    pub(crate) fn may_halt(&self, state: &State, hand: &Hand) -> Ruling {
        let unit = hand.unit;
        if !state.on_map(unit) {
            return Ok(());
        }
        let at = state.hex_of(unit);
        // 4.24: points may be left over.
        if hand.left > 0 && !rule!("4.24", true) {
            return Err(refuse(case!("4.23"), "{unit} has points left").unit(unit));
        }
        // 6.12: arms may be mixed.
        let arms = |other: CounterId| self.arm_of(other) == self.arm_of(unit);
        if !rule!("6.12", true) && !self.units_in(state, at).all(arms) {
            return Err(refuse(case!("6.1"), "{place} holds other arms").place(at));
        }
        let stays = self.is_unit(unit) && self.is_overfull(state, at) && !self.can_be_cleared(state, at, unit);
        if stays && self.has_way_on(state, hand) && rule!("4.4a", true) {
            return Err(refuse(case!("4.4a"), "{place} holds more than its limit: {unit} has to go on")
                .unit(unit)
                .place(at)
                .also(&[case!("6.1")]));
        }
        Ok(())
    }

    fn has_way_on(&self, state: &State, hand: &Hand) -> bool {
        self.hexes_around(state.hex_of(hand.unit)).any(|to| self.may_step(state, hand, to).is_ok())
    }

    /// The player says that the move is done.
    pub(crate) fn halt(&self, state: &mut State, events: &mut impl Sink<Event>) {
        if !state.hand.following && self.withdrawal_open(state) {
            state.frames.push(Frame::Withdraw);
            return;
        }
        self.finish_move(state, events);
    }

    /// The move of the counter in hand is over.
    pub(crate) fn finish_move(&self, state: &mut State, events: &mut impl Sink<Event>) {
        let unit = state.hand.unit;
        // 9.1: a charge that was given up leaves no marker.
        if state.hand.charge.is_some() {
            self.remove_markers(state, CounterSet::from_iter([unit]), events);
        }
        if state.on_map(unit) && state.hand.has_stepped {
            events.event(Event::Halted { unit, at: state.hex_of(unit) });
        }
        self.settle(state, unit);
        let crowded = |hex: &Hex| {
            hex.is_some() && self.is_overfull(state, *hex) && self.can_be_cleared(state, *hex, CounterId::NONE)
        };
        let here = if state.on_map(unit) { state.hex_of(unit) } else { Hex::NONE };
        state.crowded = [here, state.crowded].into_iter().find(crowded).unwrap_or(Hex::NONE);
        state.hand = Hand::NONE;
        state.vacated.clear();
        state.withdrawn = CounterSet::EMPTY;
        state.frames.pop();
    }

    /// What follows from a counter's having moved as far as it will.
    fn settle(&self, state: &mut State, counter: CounterId) {
        if state.fate[counter.index()] != Fate::Waiting {
            state.moved.insert(counter);
        }
        if !state.on_map(counter) || !self.is_unit(counter) {
            return;
        }
        // 10.18
        if self.is_gun(counter) && state.marched.contains(counter) {
            state.limbered.insert(counter);
        }
        // 13.12b: who ends his move in a square is part of it.
        self.join_square(state, counter);
    }

    /// A counter in hand whose move has been ended for it.
    pub(crate) fn go_on_moving(&self, state: &mut State, events: &mut impl Sink<Event>) -> bool {
        let hand = state.hand;
        let gone = state.fate[hand.unit.index()] == Fate::Lost;
        if !gone && !hand.over {
            return true;
        }
        // 9.51b: fire has ended its move, and it has come next to cavalry all the same.
        if !gone && !hand.following && self.withdrawal_open(state) {
            state.frames.push(Frame::Withdraw);
        } else {
            self.finish_move(state, events);
        }
        false
    }

    /// S.arrivals: when a counter may come onto the map.
    fn may_arrive(&self, state: &State, counter: CounterId) -> Ruling {
        let Start::Enters(_, turn) = self.counter(counter).start else {
            return Err(refuse(case!("4.1"), "{unit} is not on the map").unit(counter));
        };
        if rule!("S.arrivals", state.turn < turn) {
            return Err(refuse(case!("S.arrivals"), "{unit} arrives on turn {number}")
                .unit(counter)
                .number(turn.into()));
        }
        if rule!("4.27", state.moved.contains(counter)) {
            return Err(refuse(case!("4.27"), "{unit} has been held back in this phase").unit(counter));
        }
        Ok(())
    }
}
