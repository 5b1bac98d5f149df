//! Every number that leads to the dice of a battle, as data: it asks the chapters for their figures and never adds one of
//! its own.

use kernel::aids::{Modifier, Ratioed, Strength};
use kernel::{Side, Strengths};

use crate::battle::Battle;
use crate::counters::SIDES;
use crate::rules::r08_strength::Figure;
use crate::state::{State, enemy_of};
use crate::view::BattleView;
use crate::{Rules, Seen};

impl Rules {
    /// The numbers of the round at hand, or of the first one if tactics are still being chosen. None while somebody who
    /// fights in it lies face down, or no battle is under way.
    pub(crate) fn strengths_of(&self, seen: &Seen<'_>) -> Option<Strengths> {
        let view = seen.view();
        let BattleView { forces, ending: None, .. } = view.battle.as_ref()? else { return None };
        if forces.iter().any(|force| !force.hidden.is_empty()) {
            return None;
        }
        let state = seen.world();
        let battle = Battle { round: state.battle?.round.max(1), ..state.battle? };
        let known = |side: Side| {
            battle.forces[side.index()].iter().all(|counter| match view.pieces.get(counter.index()) {
                Some(crate::view::PieceView::Open { strength, .. }) => {
                    strength.is_some() || !self.has_strength(counter)
                }
                Some(crate::view::PieceView::Own(_)) => true,
                Some(crate::view::PieceView::Off { .. } | crate::view::PieceView::Unknown { .. }) | None => false,
            })
        };
        let (attacker, defender) = (battle.attacker, enemy_of(battle.attacker));
        if !known(attacker) || !known(defender) {
            return None;
        }
        let throws = [attacker, defender].map(|side| self.throwing(state, &battle, side));
        let column = |number: usize| self.tables.combat.column(throws[number].strength) + 1;
        let shifted = |number: usize| usize::from(self.battle_column(throws[number])) + 1;
        let mut modifiers = Vec::new();
        for side in [attacker, defender] {
            let mut add = |what: &str, figure: Figure| {
                let text = format!("{}, {what}: {}", SIDES.name(side), figure.words);
                modifiers.push(Modifier { case: figure.case, text, value: figure.value });
            };
            self.columns_for(state, &battle, side, |figure| add("columns", figure));
            self.die_for(state, &battle, side, |figure| add("die", figure));
        }
        Some(Strengths {
            attackers: self.parts_of(state, &battle, attacker),
            defenders: self.parts_of(state, &battle, defender),
            attack: throws[0].strength.into(),
            defence: throws[1].strength.into(),
            ratio: Ratioed {
                column: format!("{} and {}", column(0), column(1)),
                case: case!("T.combat"),
                text: format!(
                    "{} SP roll on column {}, {} SP on column {}",
                    throws[0].strength,
                    column(0),
                    throws[1].strength,
                    column(1)
                ),
            },
            modifiers,
            column: format!("{} for the attack, {} for the defence", shifted(0), shifted(1)),
        })
    }

    /// The SP of a side unit by unit, then what factors and dropped fractions take from them.
    fn parts_of(&self, state: &State, battle: &Battle, side: Side) -> Vec<Strength> {
        let mut parts: Vec<Strength> = Vec::new();
        let mut sixty_fourths = 0;
        let mut told = 0;
        for counter in battle.forces[side.index()].iter().filter(|counter| self.has_strength(*counter)) {
            let strength = i32::from(state.piece(counter).strength);
            let unit = Some(self.counter(counter).id.clone());
            parts.push(Strength {
                unit: unit.clone(),
                value: strength,
                note: "on the roster".into(),
                case: case!("8.3a"),
            });
            let mut rest = strength * 64;
            let mut shown = strength;
            self.factors_of(state, battle, counter, |factor| {
                rest = rest * factor.value.max(0) / 4;
                let value = rest / 64 - shown;
                shown = rest / 64;
                let note = format!("{}: {}", factor.words, in_quarters(factor.value));
                parts.push(Strength { unit: unit.clone(), value, note, case: factor.case });
            });
            sixty_fourths += rest;
            told += shown;
        }
        // Fractions of several units can make up a whole point.
        let together = sixty_fourths / 64 - told;
        if together != 0 {
            let note = "fractions added up, the rest dropped".into();
            parts.push(Strength { unit: None, value: together, note, case: case!("8.3a") });
        }
        parts
    }
}

fn in_quarters(quarters: i32) -> &'static str {
    match quarters {
        1 => "a quarter",
        2 => "half",
        3 => "three quarters",
        _ => "of them",
    }
}
