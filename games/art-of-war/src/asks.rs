//! What players are asked: the words, and the units and hexes that a question is about.

use board::Hex;
use kernel::{Ask, Message, Ruleset, Side};

use crate::Rules;
use crate::action::Action;
use crate::counters::UnitSet;
use crate::sequence::Question;
use crate::state::State;
use crate::words::{army_word, points, side_word};

impl Rules {
    fn ids(&self, units: UnitSet) -> String {
        units.iter().map(|unit| self.word_for(unit)).collect::<Vec<_>>().join(", ")
    }

    fn numbers(&self, hexes: &[Hex]) -> String {
        hexes.iter().map(|hex| self.number_of(*hex)).collect::<Vec<_>>().join(", ")
    }

    pub(crate) fn question(&self, state: &State, question: Question) -> Ask {
        let about = |ask: Ask, units: UnitSet, hexes: &[Hex]| {
            ask.units(units.iter().map(|unit| self.word_for(unit)))
                .places(hexes.iter().filter(|hex| hex.is_some()).map(|hex| self.number_of(*hex)))
        };
        let where_they_are = |units: UnitSet| units.iter().map(|unit| state.hex_of(unit)).collect::<Vec<Hex>>();
        match question {
            Question::SpendMorale => {
                let text = self.phrase(Message::new("ask-spend-morale"));
                let free = state.reserve.iter().filter(|unit| self.may_spend_morale(state, *unit).is_ok());
                about(Ask::saying(case!("11.4"), "excess morale", text), free.collect(), &[])
            }
            Question::Move => match state.crowded {
                Some(hex) => {
                    let number = self.number_of(hex);
                    let text = self.phrase(Message::new("ask-crowded").with("hex", number.clone()));
                    let ask = Ask::saying(self.crowding_case(), format!("movement, {number} to be cleared"), text);
                    about(ask, state.units_in(hex).collect(), &[hex])
                }
                None => {
                    let text = self.phrase(Message::new("ask-move").with("side", side_word(state.player)));
                    Ask::saying(case!("4.0"), "movement", text)
                }
            },
            Question::Moving { unit, spent, .. } => {
                let left = points(self.allowance(unit) - spent);
                let message = Message::new("ask-moving").with("unit", self.label(unit)).with("points", left);
                let text = self.phrase(message);
                let ask = Ask::saying(case!("4.1"), format!("moving {}", self.word_for(unit)), text)
                    .in_hand(self.word_for(unit));
                about(ask, UnitSet::from_iter([unit]), &[state.hex_of(unit)])
            }
            Question::Fresh { side } => {
                let text = self.phrase(Message::new("ask-fresh").with("side", side_word(side)));
                let given = state.fresh.intersection(self.units_of(side));
                about(Ask::saying(case!("21.1"), "fresh strength", text), given, &[])
            }
            Question::Attack => {
                let due = state.duty.difference(state.fought);
                let owed = due.intersection(self.units_of(state.player));
                let text = match owed.is_empty() {
                    true if !self.has_target(state) => Message::new("ask-attack-nobody"),
                    true => Message::new("ask-attack"),
                    false => Message::new("ask-attack-owed").with("units", self.listed(owed)),
                };
                let text = self.phrase(text);
                about(Ask::saying(case!("5.1a"), "attack", text), due, &where_they_are(due.difference(owed)))
            }
            Question::Declare => {
                let targets = self.numbers(&state.attack.targets);
                let stage = self.stage_of_declaration(state);
                // 5.1c: what has to be added before it may be announced.
                let left_over = (stage == "incomplete").then(|| self.left_over(state, &self.draft(state))).flatten();
                let (stage, rest) = match left_over {
                    Some((unit, true)) => ("strands", self.label(unit)),
                    Some((unit, false)) => ("owed", self.label(unit)),
                    None => (stage, String::new()),
                };
                let message = Message::new("ask-declare")
                    .with("stage", stage)
                    .with("rest", rest)
                    .with("targets", targets.clone())
                    .with("units", self.listed(self.attackers(state)))
                    .with("attack", self.attack_strength(state))
                    .with("defence", self.defence_strength(state))
                    .with("column", self.best_column(state).name());
                let text = self.phrase(message);
                let ask = Ask::saying(case!("6.1"), format!("attack on {targets}"), text);
                about(ask, self.attackers(state), &state.attack.targets)
            }
            Question::Exchange { need } => {
                let due = need.saturating_sub(state.attack.paid);
                let text = self.phrase(Message::new("ask-exchange").with("points", due));
                let payers = state.attack.adjacent.iter().filter(|unit| state.on_map(*unit));
                about(Ask::saying(case!("6.3c"), format!("exchange of {due}"), text), payers.collect(), &[])
            }
            Question::Retreat { .. } => {
                let units = state.attack.retreating;
                let text = self.phrase(Message::new("ask-retreat").with("units", self.listed(units)));
                let ask = Ask::saying(case!("6.4"), format!("retreat of {}", self.ids(units)), text);
                about(ask, units, &where_they_are(units))
            }
            Question::Displace { hex, .. } => {
                let number = self.number_of(hex);
                let text = self.phrase(Message::new("ask-displace").with("hex", number.clone()));
                let ask = Ask::saying(case!("6.5a"), format!("displacement from {number}"), text);
                about(ask, state.units_in(hex).collect(), &[hex])
            }
            Question::CallUp { army } => {
                let text = self.phrase(Message::new("ask-call-up").with("army", army_word(army)));
                let ask =
                    Ask::saying(case!("11.3"), format!("call up of {} reserves", army.name().to_lowercase()), text);
                about(ask, self.sleepers(state, army).collect(), &[])
            }
            Question::FallBack => {
                let guns = state.attack.batteries.difference(state.attack.shoved);
                let text = self.phrase(Message::new("ask-fall-back").with("units", self.listed(guns)));
                about(Ask::saying(case!("6.8"), format!("voluntary retreat of {}", self.ids(guns)), text), guns, &[])
            }
            Question::Advance { side } => {
                let hexes = self.numbers(&state.attack.vacated);
                let text = self.phrase(Message::new("ask-advance").with("hexes", hexes.clone()));
                let ask = Ask::saying(case!("6.6"), format!("advance into {hexes}"), text);
                about(ask, self.victors(state, side), &state.attack.vacated)
            }
            Question::FightOn => {
                Ask::saying(case!("18.0"), "fight on or break off", self.phrase(Message::new("ask-fight-on")))
            }
            Question::Reorganize { placer } => {
                let text = self.phrase(Message::new("ask-reorganize"));
                let ask = Ask::saying(case!("17.2"), "reorganization", text);
                about(ask, self.waiting_for(state, placer).collect(), &[])
            }
            Question::Place { unit, .. } => {
                let (nearest, farthest) = self.scenario.return_distance;
                let message = Message::new("ask-place").with("unit", self.label(unit));
                let text = self.phrase(message.with("nearest", nearest).with("farthest", farthest));
                let ask = Ask::saying(case!("17.2"), format!("placement of {}", self.word_for(unit)), text);
                about(ask.in_hand(self.word_for(unit)), UnitSet::from_iter([unit]), &[])
            }
        }
    }

    /// Whether the player may choose a target at all.
    fn has_target(&self, state: &State) -> bool {
        let mut actions = Vec::new();
        self.legal(state, Rules::seat_of(state.player), &mut actions);
        actions.iter().any(|action| matches!(action, Action::Target(_)))
    }

    /// How far an attack has been put together: what can still be done with it.
    fn stage_of_declaration(&self, state: &State) -> &'static str {
        let mut actions = Vec::new();
        self.list_declaration(state, &mut actions);
        let announced = actions.iter().any(|action| matches!(action, Action::Announce(_)));
        let grows = actions.iter().any(|action| matches!(action, Action::Join(_) | Action::Target(_)));
        match (announced, grows) {
            (false, _) if self.attackers(state).is_empty() => "nobody",
            (false, _) => "incomplete",
            (true, false) => "complete",
            (true, true) => "open",
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
