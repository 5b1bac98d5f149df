//! What players are asked: the words, and the units and hexes that a question is about.

use board::Hex;
use kernel::{Ask, Side};

use crate::Rules;
use crate::action::Action;
use crate::sequence::Frame;
use crate::state::State;
use crate::unit::UnitSet;
use crate::words::{points, side_name};

impl Rules {
    fn ids(&self, units: UnitSet) -> String {
        units.iter().map(|unit| self.word_for(unit)).collect::<Vec<_>>().join(", ")
    }

    fn numbers(&self, hexes: &[Hex]) -> String {
        hexes.iter().map(|hex| self.number_of(*hex)).collect::<Vec<_>>().join(", ")
    }

    pub(crate) fn question(&self, state: &State, frame: Frame) -> Ask {
        let about = |ask: Ask, units: UnitSet, hexes: &[Hex]| {
            ask.units(units.iter().map(|unit| self.word_for(unit)))
                .places(hexes.iter().filter(|hex| hex.is_some()).map(|hex| self.number_of(*hex)))
        };
        let where_they_are = |units: UnitSet| units.iter().map(|unit| state.hex_of(unit)).collect::<Vec<Hex>>();
        match frame {
            Frame::SpendMorale => {
                let text = "Spend surplus morale to free reserves, one point each, or keep it.";
                let free = state.reserve.iter().filter(|unit| self.may_spend_morale(state, *unit).is_ok());
                about(Ask::new(case!("11.4"), "excess morale", text), free.collect(), &[])
            }
            Frame::Move => match state.crowded {
                Some(hex) => {
                    let number = self.number_of(hex);
                    let text = format!("{number} holds too many units: move one of them on.");
                    let ask = Ask::new(self.crowding_case(), format!("movement, {number} to be cleared"), text);
                    about(ask, state.units_in(hex).collect(), &[hex])
                }
                None => {
                    let side = side_name(state.player);
                    Ask::new(
                        case!("4.0"),
                        "movement",
                        format!("{side}: select a unit to move, or end the Movement Phase."),
                    )
                }
            },
            Frame::Moving { unit, spent, .. } => {
                let left = points(self.allowance(unit) - spent);
                let text = format!("Move {} on ({left} points left), or stop it.", self.label(unit));
                let ask = Ask::new(case!("4.1"), format!("moving {}", self.word_for(unit)), text)
                    .in_hand(self.word_for(unit));
                about(ask, UnitSet::from_iter([unit]), &[state.hex_of(unit)])
            }
            Frame::Fresh { side } => {
                let who = side_name(side);
                let text = format!(
                    "{who}: select the units that use their division's fresh strength in this Combat Phase, or finish."
                );
                let given = state.fresh.intersection(self.units_of(side));
                about(Ask::new(case!("21.1"), "fresh strength", text), given, &[])
            }
            Frame::Attack => {
                let due = state.duty.difference(state.fought);
                let owed = due.intersection(self.units_of(state.player));
                let text = match owed.is_empty() {
                    true => "Choose a target, or end the Combat Phase.".into(),
                    false => format!("Choose a target. These must still attack or be attacked: {}.", self.labels(owed)),
                };
                about(Ask::new(case!("5.1a"), "attack", text), due, &where_they_are(due.difference(owed)))
            }
            Frame::Declare => {
                let targets = self.numbers(&state.attack.targets);
                let text = format!(
                    "Attack on {targets} by {}: add attackers or targets, or announce it ({} against {}, {}).",
                    self.labels(self.attackers(state)),
                    self.attack_strength(state),
                    self.defence_strength(state),
                    self.best_column(state).name(),
                );
                let ask = Ask::new(case!("6.1"), format!("attack on {targets}"), text);
                about(ask, self.attackers(state), &state.attack.targets)
            }
            Frame::Exchange { need } => {
                let due = need.saturating_sub(state.attack.paid);
                let text = format!("Exchange: choose adjacent attackers to lose, worth at least {due} printed points.");
                let payers = state.attack.adjacent.iter().filter(|unit| state.on_map(*unit));
                about(Ask::new(case!("6.3c"), format!("exchange of {due}"), text), payers.collect(), &[])
            }
            Frame::Retreat { .. } => {
                let units = state.attack.retreating;
                let text = format!("Retreat one hex: {}.", self.labels(units));
                let ask = Ask::new(case!("6.4"), format!("retreat of {}", self.ids(units)), text);
                about(ask, units, &where_they_are(units))
            }
            Frame::Displace { hex, .. } => {
                let number = self.number_of(hex);
                let text = format!("A unit in {number} must make room: choose which one, and where it goes.");
                let ask = Ask::new(case!("6.5a"), format!("displacement from {number}"), text);
                about(ask, state.units_in(hex).collect(), &[hex])
            }
            Frame::CallUp { army } => {
                let text =
                    format!("The {} army has lost a unit: activate one of its reserves, or decline.", army.name());
                let ask = Ask::new(case!("11.3"), format!("call up of {} reserves", army.name().to_lowercase()), text);
                about(ask, self.sleepers(state, army).collect(), &[])
            }
            Frame::FallBack => {
                let guns = state.attack.batteries.difference(state.attack.shoved);
                let text = format!("Bombarding batteries may fall back: {}.", self.labels(guns));
                about(Ask::new(case!("6.8"), format!("voluntary retreat of {}", self.ids(guns)), text), guns, &[])
            }
            Frame::Advance { side } => {
                let hexes = self.numbers(&state.attack.vacated);
                let text = format!("One of the winning units may advance into {hexes}.");
                let ask = Ask::new(case!("6.6"), format!("advance into {hexes}"), text);
                about(ask, self.victors(state, side), &state.attack.vacated)
            }
            Frame::FightOn => {
                Ask::new(case!("18.0"), "fight on or break off", "The day is over. Fight on, or end the battle here.")
            }
            Frame::Reorganize { placer } => {
                let ask = Ask::new(case!("17.2"), "reorganization", "Place the enemy's disrupted units: select one.");
                about(ask, self.waiting_for(state, placer).collect(), &[])
            }
            Frame::Place { unit, .. } => {
                let text = format!(
                    "Place {} next to a unit of its nation, two to six hexes from its nearest enemy.",
                    self.label(unit)
                );
                let ask = Ask::new(case!("17.2"), format!("placement of {}", self.word_for(unit)), text);
                about(ask.in_hand(self.word_for(unit)), UnitSet::from_iter([unit]), &[])
            }
            Frame::OpenMovement
            | Frame::KlenauDie
            | Frame::OpenCombat
            | Frame::CombatDie
            | Frame::WeatherDie
            | Frame::BookMorale
            | Frame::CloseCombat
            | Frame::EndTurn
            | Frame::Night
            | Frame::GameOver => Ask::new(case!("3.0"), "nothing", "Nothing to decide."),
        }
    }

    /// Those who may advance somewhere (6.6).
    fn victors(&self, state: &State, side: Side) -> UnitSet {
        let mut actions = Vec::new();
        self.list_advances(state, side, &mut actions);
        let unit = |action: &Action| if let Action::Advance(unit, _) = action { Some(*unit) } else { None };
        actions.iter().filter_map(unit).collect()
    }
}
