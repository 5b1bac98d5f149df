//! How the odds of an attack come about, number by number, in the order of chapter 6.

use board::Hex;
use kernel::Case;
use kernel::aids::{Modifier, Ratioed, Strength, Strengths};

use crate::Rules;
use crate::counters::{Kind, UnitId};
use crate::ground::Sky;
use crate::rules::r20_integrity::BONUS;
use crate::sequence::Frame;
use crate::state::{Column, State};

impl Rules {
    /// The numbers of the attack whose die falls next.
    pub(crate) fn strengths_of(&self, state: &State) -> Option<Strengths> {
        if state.frame() != Frame::CombatDie {
            return None;
        }
        let column = state.attack.column?;
        let mut attackers = Vec::new();
        for unit in state.attack.adjacent {
            self.own_strength(state, unit, case!("2.5"), "printed", &mut attackers);
        }
        for unit in state.attack.batteries {
            self.own_strength(state, unit, case!("5.6a"), "printed, bombarding", &mut attackers);
        }
        self.integrity_in_numbers(state, &mut attackers);
        let mut defenders = Vec::new();
        for hex in &state.attack.targets {
            let before: i32 = total(&defenders);
            for unit in state.units_in(*hex).filter(|unit| self.is_under_attack(state, *unit)) {
                self.own_strength(state, unit, case!("2.5"), "printed", &mut defenders);
            }
            let stack = total(&defenders) - before;
            let factor = i32::from(self.terrain_factor(state, *hex));
            if factor > 1 {
                let (case, why) = self.doubling(state, *hex);
                let note = format!("doubled in {}: {why}", self.number_of(*hex));
                defenders.push(Strength { unit: None, value: stack * (factor - 1), note, case });
            }
        }
        let (attack, defence) = (self.attack_strength(state), self.defence_strength(state));
        Some(Strengths {
            attackers,
            defenders,
            attack: attack.into(),
            defence: defence.into(),
            ratio: ratio(attack, defence),
            modifiers: self.column_modifiers(state, column),
            column: column.name().into(),
        })
    }

    /// A unit's strength in this combat: what is printed, then rain (13.0), then fresh strength (21.2).
    fn own_strength(&self, state: &State, unit: UnitId, case: Case, note: &str, numbers: &mut Vec<Strength>) {
        let counter = self.unit(unit);
        let printed = i32::from(counter.strength);
        let mut add = |value: i32, note: &str, case: Case| {
            numbers.push(Strength { unit: Some(counter.id.clone()), value, note: note.to_owned(), case });
        };
        add(printed, note, case);
        if counter.kind == Kind::Infantry && self.sky(state) == Sky::Rain {
            add(printed / 2 - printed, "halved in rain, fractions dropped", case!("13.0c"));
        }
        let fresh = i32::from(self.fresh_bonus(state, unit));
        if fresh > 0 {
            add(
                fresh,
                "fresh strength of its division",
                if self.is_gun(unit) { case!("21.2b") } else { case!("21.2") },
            );
        }
    }

    /// 20.1, 20.2: two points for each division that attacks together and has not taken a column.
    fn integrity_in_numbers(&self, state: &State, numbers: &mut Vec<Strength>) {
        if !self.eylau() || self.attackers(state).len() < 2 {
            return;
        }
        for division in self.divisions() {
            let units = self.together(state, division);
            if units < 2 || (units > 2 && state.attack.shifted & division.bit() != 0) {
                continue;
            }
            numbers.push(Strength {
                unit: None,
                value: i32::from(BONUS),
                note: format!("{units} units of {} attack together", self.division_title(division)),
                case: if units == 2 { case!("20.1") } else { case!("20.2") },
            });
        }
    }

    /// What doubles the defenders of a hex (9.0).
    fn doubling(&self, state: &State, hex: Hex) -> (Case, String) {
        let terrain = self.ground.terrain[hex.index()];
        let judged = if state.attack.adjacent.is_empty() { self.attackers(state) } else { state.attack.adjacent };
        let sky = self.sky(state);
        let crossed =
            !judged.is_empty() && judged.iter().all(|unit| self.ground.doubled_from(sky, hex, state.hex_of(unit)));
        match (self.ground.doubled.contains(hex), crossed) {
            (true, true) => (case!("9.0j"), "the hex and its hexsides, once only".into()),
            (true, false) => (case!("9.0i"), if terrain.fort { "fort".into() } else { "town".into() }),
            (false, _) => (case!("9.0b"), "every adjacent attacker crosses water, a gully or a slope uphill".into()),
        }
    }

    /// Columns gained, lost and given away, in the order in which they count (6.2d, 6.2b).
    fn column_modifiers(&self, state: &State, column: Column) -> Vec<Modifier> {
        let mut modifiers = Vec::new();
        let mut add = |case: Case, text: String, value: i32| {
            if value != 0 {
                modifiers.push(Modifier { case, text, value });
            }
        };
        for division in self.divisions() {
            if state.attack.shifted & division.bit() != 0 && self.together(state, division) > 2 {
                add(case!("20.2"), format!("column shift for {}", self.division_title(division)), 1);
            }
        }
        let attackers = self.attackers(state);
        let nations = i32::from(self.columns_for_nations(state, attackers));
        let adjacent = state.attack.adjacent;
        let first = adjacent.first().map(|unit| self.unit(unit).army);
        let mixed = adjacent.iter().any(|unit| Some(self.unit(unit).army) != first);
        add(if mixed { case!("15.0") } else { case!("15.0b") }, "different nations attack together".into(), -nations);
        let shaken = i32::from(self.columns_for_morale(state, attackers));
        add(case!("16.5a"), "a demoralized army attacks".into(), -shaken);
        let lowered = i32::from(column.0) - i32::from(self.best_column(state).0);
        add(case!("6.2b"), "the attacker takes lower odds".into(), lowered);
        modifiers
    }
}

fn total(numbers: &[Strength]) -> i32 {
    numbers.iter().map(|number| number.value).sum()
}

/// 6.2: the bare ratio as a column, and how it was found.
fn ratio(attack: u16, defence: u16) -> Ratioed {
    let column = Rules::column_of(attack, defence);
    let exact = attack != 0 && defence != 0 && (attack.is_multiple_of(defence) || defence.is_multiple_of(attack));
    let beyond = attack == 0 || attack > 6 * defence || defence > 5 * attack;
    let (case, how) = match (beyond, exact) {
        (true, _) => (case!("6.2a"), ", the end of the table"),
        (false, true) => (case!("6.2a"), ""),
        (false, false) => (case!("6.2c"), ", rounded in the defender's favour"),
    };
    Ratioed {
        column: column.name().into(),
        case,
        text: format!("{attack} against {defence} is {}{how}", column.name()),
    }
}
