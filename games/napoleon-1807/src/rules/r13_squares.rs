//! Chapter 13: squares.
//! Decides 3.Td, 10.17, 11.5d, 11.73, 13.11, 13.11b, 13.11d, 13.11e, 13.12, 13.12b, 13.13, 13.16, 13.18, 13.19, 13.20.

use board::Hex;
use kernel::{Outcome, Sink};

use crate::Rules;
use crate::counters::{CounterId, CounterSet, Gun, enemy_of};
use crate::event::Event;
use crate::refusal::{Ruling, refuse};
use crate::sequence::Frame;
use crate::state::{Hand, State};

impl Rules {
    /// 13.11: infantry on clear ground in good order, with whoever shares its hex.
    fn may_stand_in_square(&self, state: &State, hex: Hex) -> Ruling {
        if !self.units_in(state, hex).any(|unit| self.is_infantry(unit)) {
            return Err(refuse(case!("13.11c"), "there is no infantry in {place} to form a square")
                .place(hex)
                .also(&[case!("13.11")]));
        }
        if rule!("13.11", !self.ground.at(hex).clear) {
            return Err(refuse(case!("13.11"), "{place} is not clear ground").place(hex));
        }
        if let Some(unit) = self.units_in(state, hex).find(|unit| state.disorganized.contains(*unit))
            && rule!("13.11b", true)
        {
            return Err(refuse(case!("13.11b"), "{unit} is disorganized").unit(unit).also(&[case!("8.5")]));
        }
        if self.square_in(state, hex) {
            return Err(refuse(case!("13.11"), "the units in {place} are in square already").place(hex));
        }
        Ok(())
    }

    /// 13.11e: at leisure, for all points of every unit of the stack.
    pub(crate) fn may_form_square(&self, state: &State, hand: &Hand) -> Ruling {
        let unit = hand.unit;
        if !state.on_map(unit) || !self.is_unit(unit) {
            return Err(refuse(case!("13.11"), "{unit} cannot form a square").unit(unit));
        }
        let hex = state.hex_of(unit);
        self.may_stand_in_square(state, hex)?;
        if let Some(other) = self.units_in(state, hex).find(|unit| state.uncommanded.contains(*unit))
            && rule!("13.18", true)
        {
            return Err(refuse(case!("13.18"), "{unit} is out of command").unit(other));
        }
        let broken_up = self.units_in(state, hex).any(|unit| state.left_square.contains(unit));
        let spent = hand.has_stepped || hand.left < self.allowance(state, unit) || broken_up;
        let other = self.units_in(state, hex).find(|other| *other != unit && state.moved.contains(*other));
        if rule!("13.11e", spent || other.is_some()) {
            return Err(refuse(case!("13.11e"), "a square takes all points of {unit}, and some have been spent")
                .unit(other.unwrap_or(unit)));
        }
        Ok(())
    }

    pub(crate) fn form_square(&self, state: &mut State, events: &mut impl Sink<Event>) {
        let hex = state.hex_of(state.hand.unit);
        self.set_square(state, hex);
        let units: CounterSet = self.units_in(state, hex).collect();
        state.moved = state.moved.union(units);
        events.event(Event::SquareFormed { hex });
        self.finish_move(state, events);
    }

    fn set_square(&self, state: &mut State, hex: Hex) {
        let units: CounterSet = self.units_in(state, hex).collect();
        state.square = state.square.union(units);
        state.marker = state.marker.difference(units);
    }

    /// 13.20: leaving it costs each unit a point.
    pub(crate) fn may_leave_square(&self, state: &State, hand: &Hand) -> Ruling {
        let unit = hand.unit;
        if !state.square.contains(unit) {
            return Err(refuse(case!("13.20"), "{unit} is not in square").unit(unit));
        }
        if rule!("13.20", hand.left < self.tables.movement.leave_square) {
            return Err(refuse(case!("13.20"), "{unit} has not enough points left to leave the square").unit(unit));
        }
        Ok(())
    }

    pub(crate) fn leave_square(&self, state: &mut State, events: &mut impl Sink<Event>) {
        let unit = state.hand.unit;
        let hex = state.hex_of(unit);
        let units: CounterSet = self.units_in(state, hex).collect();
        state.square = state.square.difference(units);
        state.left_square = state.left_square.union(units.difference(state.moved));
        state.hand.left = state.hand.left.saturating_sub(self.tables.movement.leave_square);
        events.event(Event::SquareLeft { hex });
    }

    /// 13.12, 13.19: a square moves one clear hex, and not onto friends.
    pub(crate) fn may_move_square(&self, state: &State, hand: &Hand, from: Hex, to: Hex) -> Ruling {
        let unit = hand.unit;
        if rule!("13.19", !self.ground.at(to).clear) {
            return Err(refuse(case!("13.19"), "a square moves over clear ground only, and {place} is not").place(to));
        }
        let other = self.units_in(state, from).find(|other| *other != unit && state.moved.contains(*other));
        if rule!("13.19", hand.has_stepped || other.is_some()) {
            return Err(refuse(case!("13.19"), "the square has moved its one hex").unit(unit).place(to));
        }
        self.may_move_together(state, unit, from)?;
        if rule!("13.12", self.is_held_by(state, self.side_of(unit), to)) {
            return Err(refuse(case!("13.12"), "a square does not enter {place}, where other units are").place(to));
        }
        Ok(())
    }

    /// 13.19: whatever keeps one unit of a square in its hex keeps all of it there.
    fn may_move_together(&self, state: &State, unit: CounterId, from: Hex) -> Ruling {
        let others: CounterSet = self.units_in(state, from).filter(|other| *other != unit).collect();
        let fired =
            |other: &CounterId| state.fired.contains(*other) && self.counter(*other).gun().is_some_and(Gun::is_foot);
        if let Some(gun) = others.iter().find(fired)
            && rule!("10.17", true)
        {
            return Err(refuse(case!("10.17"), "{unit} has fired in this turn, and its square stays with it")
                .unit(gun)
                .also(&[case!("13.19")]));
        }
        // 11.73: a group without a point keeps its hex, in a square of another group as well.
        let active = |other: &CounterId| {
            let side = self.side_of(*other);
            let bit = self.counter(*other).group.bit();
            let same = self.counter(unit).group == self.counter(*other).group;
            same || bit == 0 || self.command_factor(state, side).is_none() || state.activated & bit != 0
        };
        if let Some(other) = others.iter().find(|other| !active(other))
            && rule!("11.73", true)
        {
            return Err(refuse(case!("11.73"), "the group of {unit} has no command point in this phase").unit(other));
        }
        let all = others.union(CounterSet::from_iter([unit]));
        let marched = state.marched.union(all).len();
        let limit = self.scenario.units_moved[self.side_of(unit).index()];
        if limit.is_some_and(|limit| marched > usize::from(limit)) && !all.difference(state.marched).is_empty() {
            return Err(refuse(case!("S.pultusk.b"), "not so many units may still move in this phase"));
        }
        Ok(())
    }

    /// 13.13, 13.16: under a declared charge.
    pub(crate) fn may_try_square(&self, state: &State, hex: Hex) -> Ruling {
        self.may_stand_in_square(state, hex)?;
        let charger = state.hand.unit;
        let side = enemy_of(self.side_of(charger));
        let near = self
            .controllers(state, side, hex)
            .find(|enemy| *enemy != charger && self.is_cavalry(*enemy) && state.marker.contains(*enemy));
        if let Some(enemy) = near
            && rule!("13.16", true)
        {
            return Err(refuse(case!("13.16"), "{place} is in the zone of {unit}, which charges")
                .place(hex)
                .unit(enemy));
        }
        Ok(())
    }

    pub(crate) fn square_open(&self, state: &State, hex: Hex) -> bool {
        rule!("13.13", state.on_map(state.hand.unit)) && self.may_try_square(state, hex).is_ok()
    }

    /// 3.Td: the lowest morale of the stack, one less without command (11.5d).
    pub(crate) fn square_morale(&self, state: &State, hex: Hex) -> u8 {
        let morale = self.units_in(state, hex).map(|unit| {
            let lacking = rule!("11.5d", state.uncommanded.contains(unit));
            let lower = if lacking { self.tables.command.square_morale } else { 0 };
            self.morale(state, unit).saturating_add_signed(lower)
        });
        (if rule!("3.Td", true) { morale.min() } else { morale.max() }).unwrap_or(0)
    }

    /// 13.11d
    pub(crate) fn square_falls(&self, state: &mut State, hex: Hex, outcome: &Outcome, events: &mut impl Sink<Event>) {
        state.frames.pop();
        let dice = [outcome.0[0], outcome.0[1]];
        let morale = self.square_morale(state, hex);
        let formed = rule!("13.11d", dice[0] + dice[1] <= morale);
        events.event(Event::SquareThrown { hex, dice, morale, formed });
        if formed {
            self.set_square(state, hex);
        }
    }

    pub(crate) fn try_square(&self, state: &mut State, hex: Hex) {
        self.become_frame(state, Frame::SquareDice { hex });
    }

    /// 13.12b: who comes to stay in a square is part of it.
    pub(crate) fn join_square(&self, state: &mut State, unit: CounterId) {
        let at = state.hex_of(unit);
        if rule!("13.12b", self.units_in(state, at).any(|other| other != unit && state.square.contains(other))) {
            state.square.insert(unit);
            state.marker.remove(unit);
        }
    }

    /// 13.14, 13.15: a square that breaks.
    pub(crate) fn break_square(&self, state: &mut State, hex: Hex, events: &mut impl Sink<Event>) {
        let units: CounterSet = self.units_in(state, hex).filter(|unit| state.square.contains(*unit)).collect();
        if !units.is_empty() {
            state.square = state.square.difference(units);
            events.event(Event::SquareLeft { hex });
        }
    }
}
