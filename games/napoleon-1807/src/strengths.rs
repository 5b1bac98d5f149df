//! Every number that leads to the odds of the combat whose die falls next.

use kernel::Strengths;
use kernel::aids::{Modifier, Ratioed, Strength};

use crate::Rules;
use crate::counters::enemy_of;
use crate::sequence::Frame;
use crate::state::State;

impl Rules {
    pub(crate) fn strengths_of(&self, state: &State) -> Option<Strengths> {
        if state.frame() != Frame::CombatDie {
            return None;
        }
        let combat = &state.combat;
        let body = |side| {
            let units = combat.of(side);
            let mut rows = Vec::new();
            for hex in combat.hexes_of(side) {
                for unit in self.units_in(state, *hex).filter(|unit| units.contains(*unit)) {
                    let charging = combat.charging.contains(unit);
                    rows.push(Strength {
                        unit: Some(self.word_for(unit)),
                        value: state.points(unit).into(),
                        note: if charging { "charging".into() } else { String::new() },
                        case: if charging { case!("9.12") } else { case!("8.23") },
                    });
                }
            }
            rows
        };
        let odds = self.tables.odds(combat.strength[0], combat.strength[1]);
        let mut modifiers = Vec::new();
        self.modifiers(state, &mut |case, text, value| {
            modifiers.push(Modifier { case, text: text.to_owned(), value: value.into() });
        });
        let ratio = Ratioed {
            column: odds.name.clone(),
            case: case!("8.12"),
            text: "rounded in favour of the defender".into(),
        };
        Some(Strengths {
            attackers: body(combat.attacker),
            defenders: body(enemy_of(combat.attacker)),
            attack: combat.strength[0].into(),
            defence: combat.strength[1].into(),
            ratio,
            modifiers,
            column: format!("{:+}", combat.modifier),
        })
    }
}
