//! Chapter 23: how to win Eylau.

use board::Hex;
use kernel::{Side, Sink};

use crate::Rules;
use crate::event::Event;
use crate::state::{Fate, State};
use crate::unit::{ALLIED, FRENCH, enemy_of};

/// 23.4: control goes to whoever was last in the hex, standing or passing.
pub(crate) fn take_control(rules: &Rules, state: &mut State, side: Side, hex: Hex, events: &mut impl Sink<Event>) {
    let Some(index) = rules.scenario.objectives.iter().position(|objective| *objective == hex) else { return };
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
        let mut points = if rule!("23.1", destroyed > 0) { destroyed } else { 0 };
        // 23.2: fifteen to the French for 75; 23.3: to the Allies too, if Guard infantry has attacked.
        let (threshold, extra) = self.scenario.heavy_losses[side.index()];
        let heavy = destroyed >= threshold;
        let award = if side == FRENCH { rule!("23.2", heavy) } else { heavy && !rule!("23.3b", !state.guard_attacked) };
        if award {
            points += extra;
        }
        // 23.4: five for each hex of the town. 23.4b: an unvisited hex is nobody's.
        let held = state
            .control
            .iter()
            .filter(|control| !rule!("23.4b", control.is_none()) && control.unwrap_or(ALLIED) == side);
        points + held.count().min(self.scenario.objectives.len()) as i32 * self.scenario.objective_points
    }
}
