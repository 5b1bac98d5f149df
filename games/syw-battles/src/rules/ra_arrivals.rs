//! Chapter A.2: approach plans, written in secret, and the dice that decide when and where a corps arrives.
//! Decides A.2b, A.2c, A.2d, A.2e.

use kernel::{Side, Sink};

use crate::Rules;
use crate::counters::{BOTH, CorpsId, CounterId};
use crate::event::Event;
use crate::refusal::{Ruling, refuse};
use crate::scenario::{Plan, PointId, TurnSide};
use crate::sequence::Frame;
use crate::state::{Fate, State};
use crate::tables::Drift;

/// Half hours in an hour.
const HOUR: u8 = 2;

impl Rules {
    /// Whether the plan of a corps is its owner's secret: it was written, and the corps has not been placed (A.2b).
    pub(crate) fn is_secret(&self, state: &State, corps: CorpsId) -> bool {
        let written = self.approach_of(corps).is_some_and(|approach| approach.called_after.is_none());
        written && state.plan[corps.index()].placed.is_none()
    }

    /// Corps for which plans are written before the game.
    pub(crate) fn planned_corps(&self, side: Side) -> impl Iterator<Item = CorpsId> + '_ {
        let written = self.approaches().iter().filter(|(_, approach)| approach.called_after.is_none());
        written.map(|(corps, _)| *corps).filter(move |corps| self.corps[corps.index()].side == side)
    }

    /// Corps that a side may still call.
    pub(crate) fn callable(&self, state: &State, side: Side) -> impl Iterator<Item = CorpsId> + '_ {
        let plan = state.plan.clone();
        let called = self.approaches().iter().filter(|(_, approach)| approach.called_after.is_some());
        let mine = called.map(|(corps, _)| *corps).filter(move |corps| self.corps[corps.index()].side == side);
        mine.filter(move |corps| plan[corps.index()].turn == 0)
    }

    fn is_on_the_hour(&self, turn: u8) -> bool {
        self.scenario.turn(turn).side == TurnSide::OnTheHour
    }

    /// A.2c: on the last turn on the hour that is at least an hour before the planned time; 0 if that is before the first turn.
    pub(crate) fn hour_die_turn(&self, planned: u8) -> u8 {
        let first = self.scenario.turns[0].number;
        let last = planned.saturating_sub(HOUR);
        (first..=last).rev().find(|turn| self.is_on_the_hour(*turn)).unwrap_or(0)
    }

    pub(crate) fn may_plan(&self, side: Side, corps: CorpsId, turn: u8, point: PointId) -> Ruling {
        let approach = self.approach_of(corps).filter(|approach| approach.called_after.is_none());
        let Some(approach) = approach.filter(|_| self.corps[corps.index()].side == side) else {
            return Err(refuse(case!("A.2b"), "no plan is written for that corps"));
        };
        let late = turn > self.scenario.last_turn();
        if rule!("A.2b", turn < approach.earliest || late || !approach.points.contains(&point)) {
            return Err(refuse(case!("A.2b"), "the corps cannot be there at that time"));
        }
        Ok(())
    }

    pub(crate) fn plan(
        &self,
        state: &mut State,
        corps: CorpsId,
        turn: u8,
        point: PointId,
        events: &mut impl Sink<Event>,
    ) {
        state.plan[corps.index()] = Plan { turn, point, ..Plan::NONE };
        events.event(Event::Planned { corps, turn, point });
    }

    pub(crate) fn may_end_plans(&self, state: &State, side: Side) -> Ruling {
        match self.planned_corps(side).find(|corps| state.plan[corps.index()].turn == 0) {
            Some(_) => Err(refuse(case!("A.2b"), "every corps needs a plan")),
            None => Ok(()),
        }
    }

    /// The plans are written; dice for those who come before there is a turn for them.
    pub(crate) fn end_plans(&self, state: &mut State, side: Side, events: &mut impl Sink<Event>) {
        state.frames.pop();
        events.event(Event::PlansMade { side });
        self.push_hour_dice(state, &[side]);
    }

    /// A die for every corps under way: whether it decides anything is its owner's secret, and so is that it falls. The pause that
    /// ends them is for everybody.
    pub(crate) fn push_hour_dice(&self, state: &mut State, sides: &[Side]) {
        let mine = sides.iter().flat_map(|side| self.planned_corps(*side));
        let corps: arrayvec::ArrayVec<CorpsId, { crate::state::CORPS }> =
            mine.filter(|corps| state.plan[corps.index()].placed.is_none()).collect();
        if !corps.is_empty() {
            state.frames.push(Frame::AfterHours);
        }
        state.frames.extend(corps.into_iter().rev().map(|corps| Frame::HourDie { corps }));
    }

    /// Whether any corps with a written plan has not been placed at its point yet.
    pub(crate) fn is_any_under_way(&self, state: &State) -> bool {
        let planned = BOTH.into_iter().flat_map(|side| self.planned_corps(side));
        planned.into_iter().any(|corps| state.plan[corps.index()].placed.is_none())
    }

    /// Whether the die that falls now decides when a corps comes.
    pub(crate) fn is_due(&self, state: &State, corps: CorpsId) -> bool {
        let plan = state.plan[corps.index()];
        plan.turn > 0 && plan.actual == 0 && self.has_hour_fallen(state, plan.turn)
    }

    /// Before the first turn.
    fn is_setting_up(&self, state: &State) -> bool {
        matches!(state.frames.first(), Some(Frame::Setup))
    }

    /// A.2c: the hour at which a corps comes.
    pub(crate) fn hour_falls(&self, state: &mut State, corps: CorpsId, die: u8, events: &mut impl Sink<Event>) {
        state.frames.pop();
        if !self.is_due(state, corps) || !rule!("A.2c", true) {
            return;
        }
        let plan = self.with_hour(state.plan[corps.index()], die);
        // The die of a called corps falls when it is called, and it does not come before that.
        let plan = Plan { actual: plan.actual.max(state.turn), ..plan };
        state.plan[corps.index()] = plan;
        events.event(Event::HourThrown { corps, die, turn: plan.actual });
    }

    /// A plan whose die has fallen: nobody comes before the turn of the die, or before the first turn.
    pub(crate) fn with_hour(&self, plan: Plan, die: u8) -> Plan {
        let first = self.scenario.turns[0].number;
        let now = self.hour_die_turn(plan.turn).max(first);
        let hours = self.tables.arrival_hours(die);
        let actual = i16::from(plan.turn) + i16::from(hours) * i16::from(HOUR);
        // A.2d: a 6 on the first turn gives two moves instead.
        let early = rule!("A.2d", plan.turn == first && hours < 0);
        Plan { actual: actual.max(i16::from(now)) as u8, early, ..plan }
    }

    /// Whether the die of a plan for this turn has fallen by now.
    pub(crate) fn has_hour_fallen(&self, state: &State, planned: u8) -> bool {
        let now = if self.is_setting_up(state) { 0 } else { state.turn };
        self.hour_die_turn(planned) <= now
    }

    pub(crate) fn may_call(&self, state: &State, side: Side, corps: CorpsId) -> Ruling {
        match self.callable(state, side).any(|known| known == corps) {
            true => Ok(()),
            false => Err(refuse(case!("S.minden"), "that corps cannot be called")),
        }
    }

    pub(crate) fn call(&self, state: &mut State, corps: CorpsId, events: &mut impl Sink<Event>) {
        state.frames.pop();
        let Some(approach) = self.approach_of(corps) else { return };
        let turn = state.turn + approach.called_after.unwrap_or(0);
        let point = approach.points.first().copied().unwrap_or(PointId::NONE);
        state.plan[corps.index()] = Plan { turn, point, ..Plan::NONE };
        events.event(Event::Called { corps });
    }

    /// A corps that is to enter on a turn and has not been placed at its point yet (A.2e, M.1).
    pub(crate) fn corps_to_place(&self, state: &State, turn: u8) -> Option<CorpsId> {
        let mut corps = self.approaches().iter().map(|(corps, _)| *corps);
        corps.find(|corps| {
            let plan = state.plan[corps.index()];
            plan.placed.is_none() && plan.actual > 0 && plan.actual <= turn
        })
    }

    /// A.2e: the planned point, or the next one to the right or left of the march.
    pub(crate) fn point_falls(&self, state: &mut State, corps: CorpsId, die: u8, events: &mut impl Sink<Event>) {
        state.frames.pop();
        let planned = state.plan[corps.index()].point;
        let entry = &self.scenario.entries[planned.index()];
        let beside = match self.tables.arrival_point(die) {
            Drift::Planned => planned,
            Drift::Right => entry.right,
            Drift::Left => entry.left,
        };
        let side = self.corps[corps.index()].side;
        let open = |point: PointId| {
            let entry = self.scenario.entries.get(point.index());
            entry.is_some_and(|entry| entry.sides.contains(&side))
        };
        let point = if rule!("A.2e", open(beside)) { beside } else { planned };
        state.plan[corps.index()].placed = point;
        events.event(Event::PointThrown { corps, die, point });
    }

    /// The corps with which a counter that is off the map comes; the General in Chief comes with the first.
    pub(crate) fn corps_of_arrival(&self, state: &State, counter: CounterId) -> Option<CorpsId> {
        let print = self.counter(counter);
        let ready = |corps: CorpsId| {
            let plan = state.plan[corps.index()];
            !plan.placed.is_none() && plan.actual <= state.turn
        };
        if !print.corps.is_none() {
            return Some(print.corps).filter(|corps| ready(*corps));
        }
        let mut mine = self.approaches().iter().map(|(corps, _)| *corps);
        mine.find(|corps| self.corps[corps.index()].side == print.side && ready(*corps))
    }

    /// Whether anything of a corps still waits off the map.
    pub(crate) fn is_waiting(&self, state: &State, counter: CounterId) -> bool {
        state.fate[counter.index()] == Fate::Waiting
    }
}
