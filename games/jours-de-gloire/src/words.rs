//! What armies and cards are called, and where counters are said to be.

use board::boxes::BoxId;

use crate::Rules;
use crate::cards::CardNumber;
use crate::counters::{Army, ArmyId, CounterId};
use crate::state::{State, Whereabouts};

impl Rules {
    pub(crate) fn armies(&self) -> &[Army] {
        &self.scenario.armies
    }

    /// The army that a counter answers to: its own, or its parent's (6.1d).
    pub(crate) fn army_of(&self, state: &State, counter: CounterId) -> Option<ArmyId> {
        let parent = state.piece(counter).parent;
        self.counter(counter).army.or_else(|| self.counter(parent?).army)
    }

    /// The box in which a counter is, or by which it comes.
    pub(crate) fn standing_at(&self, state: &State, counter: CounterId) -> Option<BoxId> {
        match state.piece(counter).whereabouts {
            Whereabouts::At(place) | Whereabouts::Entering(place) => Some(place),
            Whereabouts::Waiting
            | Whereabouts::Pool
            | Whereabouts::Recalled
            | Whereabouts::Lost
            | Whereabouts::Captured => None,
        }
    }

    pub(crate) fn card_title(&self, card: CardNumber, second_half: bool) -> String {
        self.cards.get(card).map_or_else(String::new, |card| card.halves[usize::from(second_half)].title.clone())
    }

    pub(crate) fn army_name(&self, army: ArmyId) -> &str {
        self.armies().get(army.index()).map_or("an army", |army| army.name.as_str())
    }
}
