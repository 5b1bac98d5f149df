//! What players are asked: the words, and the counters and hexes that a question is about.

use board::Hex;
use kernel::Ask;

use crate::Rules;
use crate::counters::{CounterId, CounterSet};
use crate::sequence::{Part, Question};
use crate::state::State;
use crate::words::side_name;

impl Rules {
    pub(crate) fn question(&self, state: &State, asked: Question) -> Ask {
        let about = |ask: Ask, units: CounterSet, hexes: &[Hex]| {
            ask.units(units.iter().map(|unit| self.word_for(unit)))
                .places(hexes.iter().filter(|hex| hex.is_some()).map(|hex| self.number_of(*hex)))
        };
        let one = |unit: CounterId| CounterSet::from_iter([unit]);
        let mover = state.hand.piece;
        match asked {
            Question::Plan { side } => {
                let text = format!("{}: write down when and where each corps shall arrive.", side_name(side));
                Ask::new(case!("A.2b"), "plans", text)
            }
            Question::Call { side } => Ask::new(
                case!("S.minden"),
                "call",
                format!("{}: send for a corps that is off the map?", side_name(side)),
            ),
            Question::Successor { side } => {
                let text = format!("{}: place the leader who follows a lost one.", side_name(side));
                about(
                    Ask::new(case!("I.0e"), "successor", text),
                    state.vacant.intersection(self.counters_of(side)),
                    &[],
                )
            }
            Question::Initiative => Ask::new(
                case!("B.2"),
                "initiative",
                "Keep the initiative for this turn, or give it up? The side that has it begins every phase.",
            ),
            Question::Move => {
                let side = side_name(state.player);
                let (case, text) = match state.part {
                    Part::Commanded => (case!("D.0a"), format!("{side}: choose a counter in command to move, or end.")),
                    Part::Others => {
                        (case!("E.1"), format!("{side}: choose an independent unit or one out of command, or end."))
                    }
                    Part::Arriving => {
                        (case!("F.0a"), format!("{side}: bring on those who arrive, in their order, or end."))
                    }
                };
                Ask::new(case, "movement", text)
            }
            Question::Moving => {
                let left = self.left(state, &state.hand);
                let formation = self.formation_name(mover, state.formation(mover));
                let text = format!("Move {} on ({formation}, {left} points left), or halt it.", self.label(mover));
                let ask = Ask::new(case!("D.1a"), format!("moving {}", self.word_for(mover)), text)
                    .in_hand(self.word_for(mover));
                about(ask, one(mover), &self.places(state, mover))
            }
            Question::Astride { brigade } => {
                let text = format!("To which part do the units of {} between two hexes belong?", self.label(brigade));
                about(Ask::new(case!("D.3d"), "astride", text), one(brigade), &self.places(state, brigade))
            }
            Question::Approach => {
                let text = format!("{} has come up: stay and charge, or go back three hexes?", self.label(mover));
                about(Ask::new(case!("H.1m"), "approach", text), state.approached, &self.places(state, mover))
            }
            Question::Fire { guns } => {
                let (case, what) = if guns { (case!("G.3d"), "battery") } else { (case!("G.4b"), "unit") };
                let text = format!("{}: choose a {what} and its target, or end your fire.", side_name(state.player));
                Ask::new(case, if guns { "artillery fire" } else { "infantry fire" }, text)
            }
            Question::Press => {
                let text =
                    format!("{} has failed its check: hold fire, or fire all the same?", self.label(state.shot.firer));
                about(Ask::new(case!("G.4c"), "press", text), one(state.shot.firer), &[state.shot.hex])
            }
            Question::Charges => Ask::new(
                case!("H.1k"),
                "charges",
                format!("{}: declare a charge, or end your charges.", side_name(state.player)),
            ),
            Question::Declare => {
                let text = format!(
                    "{} charges {}: add support, or charge.",
                    self.label(state.charge.front),
                    self.label(state.charge.target)
                );
                let units = state.charge.support.iter().copied().chain([state.charge.front, state.charge.target]);
                about(Ask::new(case!("H.1h"), "charge", text), units.collect(), &[state.charge.hex])
            }
            Question::GiveWay => {
                let text = format!("{} is charged: stand, or go back three hexes?", self.label(state.charge.target));
                about(Ask::new(case!("H.1l"), "give way", text), one(state.charge.target), &[state.charge.hex])
            }
            Question::Advance => {
                let text = "Advance into the hex that was left, or stay.";
                about(Ask::new(case!("H.2i"), "advance", text), CounterSet::EMPTY, &[state.charge.hex])
            }
            Question::Recoil { unit, left, .. } => {
                let text = format!("Choose where {} goes back ({left} hexes to go).", self.label(unit));
                let ask = Ask::new(case!("H.2n"), "recoil", text).in_hand(self.word_for(unit));
                about(ask, one(unit), &[state.hex_of(unit)])
            }
            Question::Face { unit } => {
                let ask = Ask::new(case!("H.1l"), "facing", format!("Choose how {} faces.", self.label(unit)));
                about(ask.in_hand(self.word_for(unit)), one(unit), &[state.hex_of(unit)])
            }
            Question::Unstack { hex } => {
                let text = format!("{} holds too much: move a counter to the nearest open hex.", self.number_of(hex));
                about(Ask::new(case!("5.4e"), "unstack", text), CounterSet::EMPTY, &[hex])
            }
            Question::Rally => {
                Ask::new(case!("J.0"), "rally", format!("{}: choose a unit to rally, or end.", side_name(state.player)))
            }
            Question::Rout => {
                Ask::new(case!("K.0a"), "rout", format!("{}: choose a Panicked unit to rout.", side_name(state.player)))
            }
            Question::Routing { unit, left } => {
                let text = format!("Choose where {} runs ({left} points left).", self.label(unit));
                let ask = Ask::new(case!("K.0a"), "routing", text).in_hand(self.word_for(unit));
                about(ask, one(unit), &[state.hex_of(unit)])
            }
            Question::Reorganise => {
                let text =
                    format!("{}: straighten a brigade or unit, re-form a brigade, or end.", side_name(state.player));
                Ask::new(case!("L.1a"), "reorganisation", text)
            }
        }
    }
}
