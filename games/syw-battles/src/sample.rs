//! Worlds that fit a view: plans that the other side could have written.

use kernel::Entropy;

use crate::Rules;
use crate::counters::CorpsId;
use crate::scenario::Plan;
use crate::sequence::Frame;
use crate::state::State;
use crate::view::View;

impl Rules {
    pub(crate) fn sampled(&self, view: &View, entropy: &mut dyn Entropy) -> State {
        let mut state = self.state_from(view);
        for (corps, _) in self.approaches() {
            if self.is_secret(&state, *corps)
                && !self.may_know(view.viewer, *corps)
                && !self.is_planning(&state, *corps)
            {
                state.plan[corps.index()] = self.possible_plan(&state, *corps, entropy);
            }
        }
        state
    }

    /// While plans are being written nobody knows how many there are.
    fn is_planning(&self, state: &State, corps: CorpsId) -> bool {
        let side = self.corps[corps.index()].side;
        state.frames.contains(&Frame::Plan { side })
    }

    /// Plans for a corps whose die has not fallen yet, as many as there are: turns and points.
    pub(crate) fn open_plans(&self, state: &State, corps: CorpsId) -> Vec<Plan> {
        let Some(approach) = self.approach_of(corps) else { return Vec::new() };
        let turns = approach.earliest..=self.scenario.last_turn();
        let later = turns.filter(|turn| self.hour_die_turn(*turn) > state.turn);
        later
            .flat_map(|turn| approach.points.iter().map(move |point| Plan { turn, point: *point, ..Plan::NONE }))
            .collect()
    }

    /// A plan that fits what everybody knows: the corps is not at its point yet. Its die may have fallen or not.
    fn possible_plan(&self, state: &State, corps: CorpsId, entropy: &mut dyn Entropy) -> Plan {
        let plans = self.possible_plans(state, corps);
        let drawn = entropy.below(plans.len().max(1) as u32) as usize;
        let last = self.scenario.last_turn();
        let point = self.approach_of(corps).and_then(|approach| approach.points.first().copied());
        let too_late =
            Plan { turn: last, actual: last + 2, point: point.unwrap_or(crate::scenario::PointId::NONE), ..Plan::NONE };
        plans.get(drawn).copied().unwrap_or(too_late)
    }

    /// All such plans, as often as faces of the die lead to them.
    fn possible_plans(&self, state: &State, corps: CorpsId) -> Vec<Plan> {
        const FACES: std::ops::RangeInclusive<u8> = 1..=6;
        let Some(approach) = self.approach_of(corps) else { return Vec::new() };
        // Until the pause is over a corps may have come so early that it is placed at once.
        let placing = state.frames.contains(&Frame::AfterHours);
        let fits = |plan: &Plan| plan.actual == 0 || plan.actual > state.turn || placing && plan.actual == state.turn;
        let mut plans = Vec::new();
        for turn in approach.earliest..=self.scenario.last_turn() {
            for point in approach.points.iter() {
                let open = Plan { turn, point: *point, ..Plan::NONE };
                let fallen = self.has_hour_fallen(state, turn);
                plans.extend(FACES.map(|die| if fallen { self.with_hour(open, die) } else { open }).filter(fits));
            }
        }
        plans
    }
}
