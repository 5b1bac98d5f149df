//! What offers say that depends on the position. All of it is what the seat that may act can see for itself.

use board::boxes::{BoxId, ConnectionId};
use kernel::Said;

use crate::Rules;
use crate::action::{CardAction, CardTarget};
use crate::counters::{ArmyId, CounterId};
use crate::notation::Reader;
use crate::sequence::{Administration, AdministrationQuestion};
use crate::sets::CounterSet;

pub(crate) fn points(count: u8, what: &str) -> String {
    format!("{count} {what}")
}

pub(crate) fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// The verb of an offer whose order begins with more than that.
pub(crate) fn named(verb: &'static str) -> impl FnOnce(&mut Said) {
    move |said| verb.clone_into(&mut said.touch.verb)
}

impl Rules {
    /// A counter as orders name it.
    pub(crate) fn id(&self, counter: CounterId) -> &str {
        self.counters.get(counter.index()).map_or("?", |counter| counter.id.as_str())
    }
}

impl Reader<'_> {
    pub(crate) fn name(&self, counter: CounterId) -> String {
        self.rules.name_of(counter)
    }

    /// Where the stack in hand is.
    pub(crate) fn march_at(&self) -> &str {
        self.state.march.as_ref().map_or("here", |march| self.rules.box_name(march.at))
    }

    pub(crate) fn battle_at(&self) -> &str {
        self.state.battle.as_ref().map_or("here", |battle| self.rules.box_name(battle.at))
    }

    pub(crate) fn adding(&self, more: bool, counter: CounterId) -> String {
        format!("{} {}", if more { "Add" } else { "Take" }, self.name(counter))
    }

    pub(crate) fn boxed(&self, words: &str, place: BoxId) -> String {
        format!("{words} {}", self.rules.box_name(place))
    }

    /// An order that leads along a connection.
    pub(crate) fn by_way(&self, words: &str, way: ConnectionId) -> String {
        let to = self.leads_to(way).map_or("nowhere", |to| self.rules.box_name(to));
        format!("{words} {to}")
    }

    /// Works have no place of their own: a click on the box beyond means a step.
    pub(crate) fn work(&self, words: &str, way: ConnectionId) -> (String, impl FnOnce(&mut Said) + use<>) {
        (self.by_way(&format!("{words} towards"), way), |said: &mut Said| said.touch.place = None)
    }

    /// What the stack in hand would cost an army, and what that army has.
    pub(crate) fn price_in_words(&self, payer: ArmyId) -> String {
        let (rules, state) = (self.rules, self.state);
        let cost = state.march.as_ref().map_or(0, |march| rules.activation_cost(state, march, payer));
        format!("{} of the {}, which has {}", points(cost, "CP"), rules.army_name(payer), state.army(payer).points)
    }

    /// Whether a leader could join the interception from his box, and nobody there of a higher rank or command value.
    pub(crate) fn is_best_leader_to_join(&self, counter: CounterId) -> bool {
        let (rules, state) = (self.rules, self.state);
        let worth = |leader: CounterId| (rules.counter(leader).rank, rules.counter(leader).command_value);
        let Some(from) = state.place_of(counter).filter(|_| rules.is_leader(counter)) else { return false };
        let others = rules.of_side_in(state, rules.side_of(counter), from);
        let mut rivals = others.iter().filter(|other| *other != counter && rules.is_leader(*other));
        rivals.all(|other| (worth(other), other) < (worth(counter), counter))
    }

    /// By what die the Force of a counter's box would intercept with it.
    pub(crate) fn chance_of_joining(&self, counter: CounterId) -> String {
        let (rules, state) = (self.rules, self.state);
        let (Some(at), Some(from)) = (state.march.map(|march| march.at), state.place_of(counter)) else {
            return "no chance".into();
        };
        let declared = state.reaction.as_ref().and_then(|it| it.declared.iter().find(|it| it.from == from));
        let mut force = declared.map_or(CounterSet::EMPTY, |it| it.force);
        force.insert(counter);
        match rules.interception_limit(state, at, from, &force) {
            ..=0 => "no roll is low enough".into(),
            limit @ 1..=5 => format!("roll {limit} or less"),
            6.. => "any roll".into(),
        }
    }

    pub(crate) fn marching_to_the_guns(&self, place: BoxId) -> String {
        let force = self.state.reaction.as_ref().and_then(|reaction| reaction.declared.last());
        let value = force.map_or(0, |force| self.rules.reaction_value(self.state, force.from, &force.force));
        format!("March to the guns at {} (roll {} or less)", self.rules.box_name(place), value.min(6))
    }

    pub(crate) fn sharing(&self, pips: u8) -> String {
        let asked = self.state.frame().administration().and_then(Administration::asked);
        let Some(AdministrationQuestion::SharePoints { army, with, pips: all }) = asked else {
            return format!("{pips} points");
        };
        let [army, with] = [army, with].map(|army| self.rules.army_name(army));
        format!("{pips} for the {army}, {} for the {with}", all.saturating_sub(pips))
    }

    /// A card, and what it is played on.
    pub(crate) fn playing(&self, card: CardAction) -> (String, impl FnOnce(&mut Said) + use<>) {
        let CardAction { card, second_half, on } = card;
        let (mut unit, mut place) = (None, None);
        let on = match on {
            CardTarget::Nothing => String::new(),
            CardTarget::Counter(counter) => {
                unit = Some(self.rules.id(counter).to_owned());
                format!(", {}", self.name(counter))
            }
            CardTarget::Box(at) => {
                place = Some(self.rules.box_name(at).to_owned());
                format!(", {}", self.rules.box_name(at))
            }
            CardTarget::Connection(way) => {
                let [first, second] = self.rules.ground.ends(way).map(|end| self.rules.box_name(end));
                format!(", {first}–{second}")
            }
            CardTarget::Army(army) => format!(", {}", self.rules.army_name(army)),
        };
        let label = format!("Card {}: {}{on}", card.0, self.rules.card_title(card, second_half));
        (label, move |said: &mut Said| (said.touch.unit, said.touch.place) = (unit, place))
    }
}
