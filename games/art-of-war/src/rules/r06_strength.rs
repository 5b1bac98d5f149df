//! Cases 6.0 to 6.2, with 9.0, 13.0, 20 and 21: strengths and the combat ratio.
//! Decides 5.5, 6.2a, 6.2c, 6.2d, 9.0j, 9.0l, 10.4a, 13.0c.

use board::Hex;

use crate::Rules;
use crate::counters::{Kind, UnitId, UnitSet};
use crate::ground::Sky;
use crate::state::{Column, State};

impl Rules {
    /// Everybody who takes part in the attack.
    pub(crate) fn attackers(&self, state: &State) -> UnitSet {
        state.attack.adjacent.union(state.attack.batteries)
    }

    /// A unit's strength in this combat: rain first, then fresh strength; terrain comes later.
    /// 5.5, 5.5b: it is always the whole strength.
    pub fn strength(&self, state: &State, unit: UnitId) -> u16 {
        let counter = self.unit(unit);
        let mut strength = u16::from(counter.strength);
        // 13.0a: infantry is halved in rain; 13.0c: each unit by itself, fractions dropped.
        if counter.kind == Kind::Infantry && self.sky(state) == Sky::Rain && rule!("13.0c", true) {
            strength /= 2;
        }
        strength + u16::from(self.fresh_bonus(state, unit))
    }

    /// 6.0: the total of the attack.
    pub fn attack_strength(&self, state: &State) -> u16 {
        let units: u16 = self.attackers(state).iter().map(|unit| self.strength(state, unit)).sum();
        let hexes = state.attack.targets.len() as u16;
        // 5.5: no attacker is divided among the hexes attacked; all count whole against all.
        let total = if hexes <= 1 || rule!("5.5", true) { units } else { units / hexes };
        total + self.integrity_points(state)
    }

    /// 6.0: the total of the defence, hex by hex. 10.4a: a stack is one strength.
    pub fn defence_strength(&self, state: &State) -> u16 {
        state.attack.targets.iter().map(|hex| self.hex_strength(state, *hex)).sum()
    }

    fn hex_strength(&self, state: &State, hex: Hex) -> u16 {
        let mut stack: u16 = 0;
        for (index, unit) in state.units_in(hex).filter(|unit| self.is_under_attack(state, *unit)).enumerate() {
            if index == 0 || rule!("10.4a", true) {
                stack += self.strength(state, unit);
            }
        }
        stack * self.terrain_factor(state, hex)
    }

    /// 9.0b, 9.0i, 9.0l: doubled by the hex, or by the hexsides if every adjacent attacker comes over such a one.
    pub fn terrain_factor(&self, state: &State, hex: Hex) -> u16 {
        let sky = self.sky(state);
        let by_hex = self.ground.doubled.contains(hex);
        let crossing = |unit: UnitId| self.ground.doubled_from(sky, hex, state.hex_of(unit));
        let adjacent = state.attack.adjacent;
        // 9.0l: batteries neither bring the doubling nor spoil it.
        let judged = if rule!("9.0l", !state.attack.batteries.is_empty()) { adjacent } else { self.attackers(state) };
        let by_hexside = !judged.is_empty() && judged.iter().all(crossing);
        match (by_hex, by_hexside) {
            (false, false) => 1,
            // 9.0j: doublings do not multiply.
            (true, true) if !rule!("9.0j", true) => 4,
            (true, _) | (_, true) => 2,
        }
    }

    /// 6.2a: the ratio as a printed column, rounded for the defender and kept on the table.
    pub fn column_of(attack: u16, defence: u16) -> Column {
        if attack == 0 {
            return Column(0);
        }
        if defence == 0 {
            return Column(Column::LAST);
        }
        // 6.2c: rounded in favour of the defender, so 11 against 4 is 2-1 and 4 against 11 is 1-3.
        let for_defender = rule!("6.2c", !attack.is_multiple_of(defence) && !defence.is_multiple_of(attack));
        // 6.2a: beyond the table its last column counts; without that the odds would have no column at all.
        if attack >= defence {
            let ratio = if for_defender { attack / defence } else { attack.div_ceil(defence) };
            match ratio {
                0..=6 => Column(3 + ratio as u8),
                _ if rule!("6.2a", true) => Column(Column::LAST),
                _ => Column(0),
            }
        } else {
            let ratio = if for_defender { defence.div_ceil(attack) } else { defence / attack };
            match ratio {
                0..=5 => Column(5 - ratio as u8),
                _ if rule!("6.2a", true) => Column(0),
                _ => Column(Column::LAST),
            }
        }
    }

    /// 6.2d: clipped to the table first, then shifted; shifts stop at the ends.
    pub fn best_column(&self, state: &State) -> Column {
        let Column(plain) = Rules::column_of(self.attack_strength(state), self.defence_strength(state));
        let left = self.columns_left(state, self.attackers(state));
        let right = self.columns_right(state);
        if rule!("6.2d", left > 0 || right > 0) {
            Column((plain + right).min(Column::LAST).saturating_sub(left))
        } else {
            Column(plain)
        }
    }
}
