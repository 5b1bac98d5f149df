//! Chapter 20: divisional integrity in the attack (Eylau).
//! Decides 20.0, 20.1, 20.2, 20.3, 20.3b, 20.4.

use crate::Rules;
use crate::action::Action;
use crate::counters::{Division, UnitId};
use crate::refusal::{Ruling, refuse};
use crate::state::State;

/// Points for units of a division attacking together.
pub(crate) const BONUS: u16 = 2;

impl Rules {
    pub(crate) fn divisions(&self) -> impl Iterator<Item = Division> {
        (0..self.scenario.divisions.len() as u8).map(Division)
    }

    /// Units of the division that count for its integrity in the attack being declared.
    pub(crate) fn together(&self, state: &State, division: Division) -> usize {
        let of = |unit: &UnitId| self.unit(*unit).division == division;
        let adjacent = state.attack.adjacent.iter().filter(of).count();
        let guns = state.attack.batteries.iter().filter(of).count();
        // 20.3: batteries of the division count; 20.3b: beside an adjacent attacker of theirs only.
        let counted = if adjacent > 0 { rule!("20.3", guns > 0) } else { !rule!("20.3b", guns > 0) };
        adjacent + if counted { guns } else { 0 }
    }

    /// 20.1: two points for a division of two or more; 20.4: for each such division.
    pub(crate) fn integrity_points(&self, state: &State) -> u16 {
        // 20.0: the bonus is the attack's alone; nothing like it is ever added to a defence.
        if !self.eylau() || !rule!("20.0", self.attackers(state).len() > 1) {
            return 0;
        }
        let mut points = 0;
        for division in self.divisions() {
            let units = self.together(state, division);
            if units < 2 || (units > 2 && state.attack.shifted & division.bit() != 0) {
                continue;
            }
            // 20.2: three or more may have the points as well.
            let granted = if units == 2 { rule!("20.1", true) } else { rule!("20.2", true) };
            if granted && (points == 0 || rule!("20.4", true)) {
                points += BONUS;
            }
        }
        points
    }

    /// 20.2: a column for each division that takes it.
    pub(crate) fn columns_right(&self, state: &State) -> u8 {
        if state.attack.shifted == 0 {
            return 0;
        }
        self.divisions()
            .filter(|division| {
                state.attack.shifted & division.bit() != 0 && rule!("20.2", self.together(state, *division) > 2)
            })
            .count() as u8
    }

    pub(crate) fn may_take_column(&self, state: &State, division: Division) -> Ruling {
        if !self.eylau() || usize::from(division.0) >= self.scenario.divisions.len() {
            return Err(refuse(case!("20.0"), "the division bonus applies only at Eylau"));
        }
        if state.attack.shifted & division.bit() != 0 {
            return Err(refuse(case!("20.2"), "this division has already taken its column"));
        }
        if rule!("20.2", self.together(state, division) < 3) {
            return Err(refuse(
                case!("20.2"),
                "a column shift needs three or more units of a division attacking together",
            ));
        }
        Ok(())
    }

    pub(crate) fn list_integrity(&self, state: &State, actions: &mut Vec<Action>) {
        if !self.eylau() || self.attackers(state).len() < 3 {
            return;
        }
        for division in self.divisions() {
            if self.may_take_column(state, division).is_ok() {
                actions.push(Action::TakeColumn(division));
            }
        }
    }
}
