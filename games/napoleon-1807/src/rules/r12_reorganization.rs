//! Chapter 12: disorganized units come back into order.
//! Decides 11.12, 12.0, 12.11, 12.12, 12.13, 12.21.

use kernel::{Outcome, Side, Sink};

use crate::Rules;
use crate::counters::CounterId;
use crate::event::Event;
use crate::refusal::{Ruling, refuse};
use crate::sequence::Frame;
use crate::state::State;

impl Rules {
    pub(crate) fn may_rally(&self, state: &State, side: Side, unit: CounterId) -> Ruling {
        if self.side_of(unit) != side || !self.is_unit(unit) || !state.on_map(unit) {
            return Err(refuse(case!("12.0"), "{unit} is not a unit of this side on the map").unit(unit));
        }
        if !rule!("12.0", state.disorganized.contains(unit)) {
            return Err(refuse(case!("12.0"), "{unit} is in order").unit(unit));
        }
        if rule!("12.12", state.rallied.contains(unit)) {
            return Err(refuse(case!("12.12"), "{unit} has tried in this phase already").unit(unit));
        }
        // 12.13: in any order.
        let first = state.disorganized.intersection(self.counters_of(side)).difference(state.rallied).first();
        if !rule!("12.13", true) && first != Some(unit) {
            return Err(refuse(case!("12.0"), "another unit comes first").unit(unit));
        }
        if rule!("12.11", self.in_enemy_zone(state, side, state.hex_of(unit))) {
            return Err(refuse(case!("12.11"), "{unit} stands in an enemy zone in {place}")
                .unit(unit)
                .place(state.hex_of(unit)));
        }
        Ok(())
    }

    pub(crate) fn rally_open(&self, state: &State, side: Side) -> bool {
        let mut candidates = state.disorganized.intersection(self.counters_of(side)).iter();
        candidates.any(|unit| self.may_rally(state, side, unit).is_ok())
    }

    /// 11.12: his own commanders help a unit: in its hex, or next to it.
    fn rally_modifier(&self, state: &State, unit: CounterId) -> i8 {
        let at = state.hex_of(unit);
        let nearest = self
            .commanders_of(state, unit)
            .map(|commander| self.ground.grid.distance(at, state.hex_of(commander)))
            .min();
        match nearest {
            Some(0) if rule!("11.12", true) => self.tables.command.reorganize_stacked,
            Some(1) if rule!("11.12", true) => self.tables.command.reorganize_adjacent,
            Some(_) | None => 0,
        }
    }

    /// 12.21: two dice, at most the lower morale.
    pub(crate) fn rally_falls(
        &self,
        state: &mut State,
        unit: CounterId,
        outcome: &Outcome,
        events: &mut impl Sink<Event>,
    ) {
        state.frames.pop();
        state.rallied.insert(unit);
        let dice = [outcome.0[0], outcome.0[1]];
        let (modifier, morale) = (self.rally_modifier(state, unit), self.morale(state, unit));
        let rallied = rule!("12.21", dice[0] as i8 + dice[1] as i8 + modifier <= morale as i8);
        events.event(Event::RallyThrown { unit, dice, modifier, morale, rallied });
        if rallied {
            state.disorganized.remove(unit);
        }
    }

    pub(crate) fn rally(&self, state: &mut State, unit: CounterId) {
        state.frames.push(Frame::RallyDice { unit });
    }
}
