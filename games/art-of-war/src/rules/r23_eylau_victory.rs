//! Chapter 23: how to win Eylau.
//! Decides 23.1, 23.4.

use board::Hex;
use kernel::{Side, Sink};

use crate::Rules;
use crate::counters::enemy_of;
use crate::event::Event;
use crate::scenario::{Objective, Scoring};
use crate::state::{Fate, State};

/// 23.4: control goes to whoever was last in the hex, standing or passing.
pub(crate) fn take_control(rules: &Rules, state: &mut State, side: Side, hex: Hex, events: &mut impl Sink<Event>) {
    let entered = |objective: &Objective| {
        objective.hex == hex && objective.rule == Scoring::LastToEnter && objective.sides.contains(&side)
    };
    let Some(index) = rules.scenario.objectives.iter().position(entered) else { return };
    if state.control[index] != Some(side) && rule!("23.4", true) {
        state.control[index] = Some(side);
        events.event(Event::ControlTaken { side, hex });
    }
}

impl Rules {
    /// Printed strength of a side's units lost for good (2.5).
    pub(crate) fn strength_lost(&self, state: &State, side: Side) -> i32 {
        let lost = |index: &usize| state.fate[*index] == Fate::Lost && self.units[*index].side() == side;
        (0..self.units.len()).filter(lost).map(|index| i32::from(self.units[index].strength)).sum()
    }

    /// Victory points of a side as they stand.
    pub(crate) fn eylau_points(&self, state: &State, side: Side) -> i32 {
        let destroyed = self.strength_lost(state, enemy_of(side));
        // 23.1: a point for each strength point eliminated.
        let points = if rule!("23.1", destroyed > 0) { destroyed } else { 0 };
        // 23.2: fifteen to the French for 75; 23.3: to the Allies too, if Guard infantry has attacked. 23.4: five for each
        // hex of the town.
        points + self.bonus_points(state, side) + self.objective_points(state, side)
    }
}
