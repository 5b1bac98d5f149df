//! Every number that leads to the odds of the charge whose die falls next.

use kernel::Strengths;
use kernel::aids::{Modifier, Ratioed, Strength};

use crate::Rules;
use crate::counters::CounterId;
use crate::sequence::Frame;
use crate::state::State;
use crate::tables::Situation;

pub(crate) fn words(situation: Situation) -> &'static str {
    match situation {
        Situation::Difficult => "target in difficult ground",
        Situation::CavalrySupport => "cavalry on flank or rear",
        Situation::InfantrySupport => "infantry on flank or rear",
        Situation::Wood => "target in wood",
        Situation::Soft => "target in soft cover",
        Situation::Hard => "target in hard cover",
        Situation::Hexside => "across a hedge, a stream, or uphill",
        Situation::Dispersed => "cavalry at Dispersed troops",
        Situation::Guns => "cavalry at guns in front",
    }
}

impl Rules {
    pub(crate) fn strengths_of(&self, state: &State) -> Option<Strengths> {
        if state.frame() != Frame::ChargeDie {
            return None;
        }
        let charge = &state.charge;
        let reckoned = self.reckon_charge(state);
        let row = |unit: CounterId, note: &str| Strength {
            unit: Some(self.word_for(unit)),
            value: self.counter(unit).strength.into(),
            note: note.to_owned(),
            case: case!("H.1o"),
        };
        let mut attackers = vec![row(charge.front, "in front")];
        attackers.extend(charge.support.iter().map(|unit| row(*unit, "supports")));
        let target = Strength { value: reckoned.target.into(), ..row(charge.target, "") };
        let modifier = |(situation, die): &(Situation, i8)| Modifier {
            case: case!("T.chargemods"),
            text: words(*situation).to_owned(),
            value: (*die).into(),
        };
        Some(Strengths {
            attackers,
            defenders: vec![target],
            attack: reckoned.attackers.into(),
            defence: reckoned.target.into(),
            ratio: Ratioed {
                column: format!("{} %", reckoned.ratio.1),
                case: case!("T.ratio"),
                text: format!("difference of effectiveness {:+}", reckoned.differential),
            },
            modifiers: reckoned.modifiers.iter().map(modifier).collect(),
            column: format!("{:+}", reckoned.modifier()),
        })
    }
}
