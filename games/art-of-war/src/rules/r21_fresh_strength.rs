//! Chapter 21: divisional fresh strength (Eylau).
//! Decides 21.0, 21.1, 21.1c, 21.2, 21.2b, T.fresh.

use kernel::{Side, Sink};

use crate::Rules;
use crate::action::Action;
use crate::counters::{Division, UnitId};
use crate::event::Event;
use crate::refusal::{No, Silent, refuse};
use crate::state::State;

impl Rules {
    /// The marker of a unit's division, if it has one (T.fresh).
    pub(crate) fn fresh_marker(&self, unit: UnitId) -> Option<(Division, u8)> {
        let division = self.unit(unit).division;
        let points = self.scenario.divisions.get(usize::from(division.0))?.fresh;
        rule!("T.fresh", points > 0).then_some((division, points))
    }

    /// 21.2: the bonus is added to the basic strength of the one unit; 21.2b: guns may have it.
    pub(crate) fn fresh_bonus(&self, state: &State, unit: UnitId) -> u8 {
        if !state.fresh.contains(unit) {
            return 0;
        }
        let applies = if self.is_gun(unit) { rule!("21.2b", true) } else { rule!("21.2", true) };
        if applies { self.fresh_marker(unit).map_or(0, |(_, points)| points) } else { 0 }
    }

    #[inline]
    pub(crate) fn may_give_fresh<N: No>(&self, state: &State, side: Side, unit: UnitId) -> Result<(), N> {
        if rule!("21.1c", self.side_of(unit) != side) {
            return Err(N::because(|| refuse(case!("21.1c"), "{unit} is not yours").unit(unit)));
        }
        if !state.on_map(unit) {
            return Err(N::because(|| refuse(case!("21.1"), "{unit} is not on the map").unit(unit)));
        }
        let Some((division, _)) = self.fresh_marker(unit) else {
            return Err(N::because(|| {
                refuse(case!("21.0"), "the division of {unit} has no fresh strength marker")
                    .also(&[case!("21.1"), case!("T.fresh")])
                    .unit(unit)
            }));
        };
        // 21.0: a used marker stays turned over.
        if rule!("21.0", state.fresh_used & division.bit() != 0) {
            return Err(N::because(|| {
                refuse(case!("21.0"), "the fresh strength of this division is used up: {unit} cannot get it")
                    .also(&[case!("21.1")])
                    .unit(unit)
            }));
        }
        // 21.1: for one unit of the division.
        if let Some(other) = state.fresh.iter().find(|other| self.unit(*other).division == division)
            && rule!("21.1", true)
        {
            return Err(N::because(|| {
                refuse(case!("21.1"), "{other} already has the fresh strength of the division of {unit}")
                    .unit(unit)
                    .other(other)
            }));
        }
        Ok(())
    }

    /// 21.1: whether a side has anything to declare in this phase. Who has begun says himself when he is done.
    pub(crate) fn fresh_due(&self, state: &State, side: Side) -> bool {
        let begun = state.fresh.iter().any(|unit| self.side_of(unit) == side);
        self.eylau()
            && (begun
                || self.units_of(side).iter().any(|unit| self.may_give_fresh::<Silent>(state, side, unit).is_ok()))
    }

    pub(crate) fn list_fresh(&self, state: &State, side: Side, actions: &mut Vec<Action>) {
        actions.push(Action::FreshDone);
        for unit in self.units_of(side) {
            if state.on_map(unit) && self.may_give_fresh::<Silent>(state, side, unit).is_ok() {
                actions.push(Action::Fresh(unit));
            }
        }
    }

    pub(crate) fn give_fresh(&self, state: &mut State, unit: UnitId, events: &mut impl Sink<Event>) {
        state.fresh.insert(unit);
        let points = self.fresh_marker(unit).map_or(0, |(_, points)| points);
        events.event(Event::FreshGiven { unit, points });
    }

    /// 21.0: a unit that goes into combat with its bonus uses the marker up.
    pub(crate) fn use_fresh_strength(&self, state: &mut State, unit: UnitId, events: &mut impl Sink<Event>) {
        if !state.fresh.contains(unit) {
            return;
        }
        if let Some((division, _)) = self.fresh_marker(unit)
            && rule!("21.0", state.fresh_used & division.bit() == 0)
        {
            state.fresh_used |= division.bit();
            events.event(Event::FreshUsed { division });
        }
    }

    /// 21.1b: a unit that ended the phase without a fight keeps its division's marker.
    pub(crate) fn close_fresh(&self, state: &mut State, events: &mut impl Sink<Event>) {
        for unit in std::mem::take(&mut state.fresh) {
            if let Some((division, _)) = self.fresh_marker(unit)
                && state.fresh_used & division.bit() == 0
            {
                events.event(Event::FreshKept { division });
            }
        }
    }
}
