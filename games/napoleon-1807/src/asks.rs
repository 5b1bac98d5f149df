//! What players are asked: the words, and the counters and hexes that a question is about.

use board::Hex;
use kernel::Ask;

use crate::Rules;
use crate::counters::{CounterId, CounterSet};
use crate::sequence::Question;
use crate::state::State;
use crate::words::{points, side_name};

impl Rules {
    pub(crate) fn question(&self, state: &State, question: Question) -> Ask {
        let about = |ask: Ask, units: CounterSet, hexes: &[Hex]| {
            ask.units(units.iter().map(|unit| self.word_for(unit)))
                .places(hexes.iter().filter(|hex| hex.is_some()).map(|hex| self.number_of(*hex)))
        };
        let one = |unit: CounterId| CounterSet::from_iter([unit]);
        let mover = state.hand.unit;
        match question {
            Question::Reorganize { side } => {
                let text = format!("{}: try to bring units back into order, or be done.", side_name(side));
                about(
                    Ask::new(case!("12.0"), "reorganization", text),
                    state.disorganized.intersection(self.counters_of(side)),
                    &[],
                )
            }
            Question::Fire => {
                Ask::new(case!("10.11"), "artillery fire", "Choose a battery and its target, or end the fire.")
            }
            Question::Move => {
                let side = side_name(state.player);
                let mut text = format!("{side}: choose a unit or commander to move, or end the movement phase.");
                if self.command_factor(state, state.player).is_some() {
                    text.push_str(&format!(" Command points left: {}.", state.command[state.player.index()]));
                }
                let crowded = state.crowded;
                let short = match crowded.is_some() {
                    true => format!("movement, {} to be cleared", self.number_of(crowded)),
                    false => "movement".to_owned(),
                };
                about(Ask::new(case!("4.1"), short, text), CounterSet::EMPTY, &[crowded])
            }
            Question::Moving => {
                let left = points(state.hand.left);
                let name = self.label(mover);
                let text = match (state.hand.charge.is_some(), state.hand.in_contact) {
                    (true, true) => {
                        format!("{name} has charged home: turn, strike, keep the charge, or halt ({left} points left).")
                    }
                    (true, false) => format!("{name} charges: step next to the target, or halt ({left} points left)."),
                    (false, _) => format!("Move {name} on ({left} points left), turn it, or halt it."),
                };
                let ask = Ask::new(case!("4.1"), format!("moving {}", self.word_for(mover)), text)
                    .in_hand(self.word_for(mover));
                about(ask, one(mover), &[self.place_of(state, mover)])
            }
            Question::FormSquare { hex } => {
                let (name, place) = (self.label(mover), self.number_of(hex));
                let text = match hex == state.hand.charge {
                    true => format!("{name} charges at {place}: try to form square?"),
                    false => format!("{name} may strike {place} as well: try to form square?"),
                };
                about(Ask::new(case!("13.11"), "square", text), self.units_in(state, hex).collect(), &[hex])
            }
            Question::React => {
                let text = format!(
                    "{} has moved to {}: fire, countercharge, or let it pass.",
                    self.label(mover),
                    self.number_of(state.hex_of(mover))
                );
                about(Ask::new(case!("3.1g"), "reaction", text), one(mover), &[state.hex_of(mover)])
            }
            Question::Withdraw => {
                let text = format!("{} has come next to cavalry: withdraw, or stand.", self.label(mover));
                about(Ask::new(case!("9.51"), "withdrawal", text), one(mover), &[state.hex_of(mover)])
            }
            Question::Assault => {
                let due = |unit: &CounterId| {
                    let met = if self.side_of(*unit) == state.player { state.fought } else { state.attacked };
                    state.on_map(*unit) && !met.contains(*unit)
                };
                let due: CounterSet = state.duty.iter().filter(due).collect();
                let owed = due.intersection(self.counters_of(state.player));
                let text = match owed.is_empty() {
                    true => "Choose an attack, or end the combat phase.".into(),
                    false => format!("Choose an attack. Still to attack: {}.", self.names_of(owed)),
                };
                about(Ask::new(case!("8.22"), "attack", text), due, &[])
            }
            Question::Declare => {
                let combat = &state.combat;
                let text = format!(
                    "{} against {}: add units or targets, or fight.",
                    self.names_of(combat.attackers),
                    self.names_of(combat.defenders)
                );
                about(
                    Ask::new(case!("8.3a"), "attack", text),
                    combat.attackers.union(combat.defenders),
                    &combat.targets,
                )
            }
            Question::Volley { side } | Question::Skirmish { side } => {
                let text = format!("{}: choose a unit and its target for rifle fire, or hold it.", side_name(side));
                about(Ask::new(case!("7.31"), "rifle fire", text), CounterSet::EMPTY, &state.combat.targets)
            }
            Question::Retreat { side } => {
                let text = format!("{}: choose where each unit retreats.", side_name(side));
                about(Ask::new(case!("8.61"), "retreat", text), state.combat.retreating, &[])
            }
            Question::Pursuit { side } => {
                let text = format!("{}: choose units to pursue, or stay.", side_name(side));
                about(Ask::new(case!("8.71"), "pursuit", text), state.combat.of(side), &[])
            }
            Question::Face { unit } => {
                let ask = Ask::new(
                    case!("8.79"),
                    "facing",
                    format!("Choose how {} faces after its pursuit.", self.label(unit)),
                );
                about(ask.in_hand(self.word_for(unit)), one(unit), &[state.hex_of(unit)])
            }
            Question::Losses { side } => {
                let due = state.losses[state.combat.place_of(side)];
                let text = format!("{}: take off {due} strength points, one at a time.", side_name(side));
                about(Ask::new(case!("8.3f"), "losses", text), self.losers(state, side), &[])
            }
            Question::Successor { side } => {
                Ask::new(case!("11.63"), "succession", format!("{}: name the new army commander.", side_name(side)))
            }
        }
    }
}
