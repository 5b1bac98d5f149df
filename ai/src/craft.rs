//! What a title teaches its generals. Everything else in this crate is the same for all titles.

use std::fmt::Debug;

use kernel::{Entropy, Language, Seat, Seen, Side};

use crate::levels::Level;

type StateOf<C> = <<C as Craft>::Rules as kernel::Ruleset>::State;
type ActionOf<C> = <<C as Craft>::Rules as kernel::Ruleset>::Action;

/// A player-turn: a plan is made for one of them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Stretch {
    pub turn: u32,
    /// Whose turn it is.
    pub side: Side,
}

/// A unit that can be given an order, and the formation it belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Member {
    pub unit: u16,
    pub formation: u16,
}

/// How much a general dares. All three play soundly: they weigh the same things differently.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Style {
    #[default]
    Balanced,
    Bold,
    Cautious,
}

impl Style {
    pub const ALL: [Style; 3] = [Style::Balanced, Style::Bold, Style::Cautious];

    pub fn name(self) -> &'static str {
        match self {
            Style::Balanced => "balanced",
            Style::Bold => "bold",
            Style::Cautious => "cautious",
        }
    }

    /// The name with a capital, as people read it.
    pub fn title(self) -> &'static str {
        match self {
            Style::Balanced => "Balanced",
            Style::Bold => "Bold",
            Style::Cautious => "Cautious",
        }
    }

    /// How it plays, for the page.
    pub fn words(self) -> &'static str {
        match self {
            Style::Balanced => "Weighs the gain of an attack against its risk.",
            Style::Bold => "Looks for attacks and worries less about danger.",
            Style::Cautious => "Avoids danger and relies less on support.",
        }
    }
}

/// One of the things a unit can be told for a turn.
#[derive(Clone, Copy, Debug)]
pub struct Script<O> {
    pub order: O,
    pub name: &'static str,
    /// What a unit under this order does, for a player.
    pub words: &'static str,
}

/// Orders for the units of one side in one turn, by the number of the unit.
#[derive(Clone, PartialEq, Debug)]
pub struct Plan<O> {
    pub style: Style,
    pub orders: Vec<O>,
}

impl<O: Copy> Plan<O> {
    pub fn uniform(style: Style, units: usize, order: O) -> Plan<O> {
        Plan { style, orders: vec![order; units] }
    }

    #[inline]
    pub fn of(&self, unit: usize) -> O {
        self.orders[unit]
    }
}

/// What a side has lost, beside what it has had in all: reinforcements count from when they may come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Serialize)]
pub struct Losses {
    /// Units gone for good.
    pub units: u32,
    pub units_in_all: u32,
    /// Their strength as it is printed.
    pub strength: u32,
    pub strength_in_all: u32,
    /// Strength that is out of the line, but would come back if the battle went on.
    pub strength_out: u32,
}

/// The knowledge of one title, for one scenario of it.
///
/// It is handed worlds that fit a seat's view, never the true state.
pub trait Craft: Send + Sync + Sized + 'static {
    type Rules: Language;
    /// What a unit is told for a turn: one of the scripts, or something more particular.
    type Order: Copy + Eq + Debug + Send + Sync + 'static;
    /// Buffers and notes that last while one turn is played through.
    type Memory: Default + Debug + Send;

    fn new(rules: &Self::Rules) -> Self;

    /// How strong a level is in this title, roughly: its score against the level below, as measured. The README has the
    /// figures.
    fn measured(_level: Level) -> Option<&'static str> {
        None
    }

    /// How many units there are to be given orders.
    fn units(&self) -> usize;

    fn stretch(&self, state: &StateOf<Self>) -> Stretch;

    /// How many stretches a simulation plays from here, the one at hand included: as many as it takes to see the enemy's
    /// reply.
    fn horizon(&self, _state: &StateOf<Self>) -> u32 {
        2
    }

    /// Whether orders to units still matter in this stretch: in its movement, not after it.
    fn is_planning(&self, state: &StateOf<Self>) -> bool;

    /// The scripts; the first is what a unit does by itself.
    fn scripts(&self) -> &'static [Script<Self::Order>];

    /// The units of a side that a plan should consider, those nearest to the enemy first.
    fn muster(&self, rules: &Self::Rules, state: &StateOf<Self>, side: Side, members: &mut Vec<Member>);

    /// A particular order for one unit, drawn at random, for refinement.
    fn vary(
        &self,
        rules: &Self::Rules,
        state: &StateOf<Self>,
        unit: u16,
        entropy: &mut dyn Entropy,
        memory: &mut Self::Memory,
    ) -> Self::Order;

    /// What the seat does next under a plan: one action, or several that belong together.
    fn choose(
        &self,
        rules: &Self::Rules,
        state: &StateOf<Self>,
        seat: Seat,
        plan: &Plan<Self::Order>,
        memory: &mut Self::Memory,
        actions: &mut Vec<ActionOf<Self>>,
    );

    /// Other answers worth a thought than the one `choose` gives, if the question is one of those that decide battles.
    fn alternatives(
        &self,
        rules: &Self::Rules,
        state: &StateOf<Self>,
        seat: Seat,
        answers: &mut Vec<Vec<ActionOf<Self>>>,
    );

    /// The balance in points as it stands, for `side`: quick, and fit to measure how lucky a throw was.
    fn balance(&self, rules: &Self::Rules, state: &StateOf<Self>, side: Side) -> f64;

    /// The score to be expected for `side`, from 0 to 1, if the balance were better by `luck`.
    fn value(&self, rules: &Self::Rules, state: &StateOf<Self>, side: Side, luck: f64) -> f64;

    /// What `side` has lost so far.
    fn losses(&self, rules: &Self::Rules, state: &StateOf<Self>, side: Side) -> Losses;

    /// A number by which the pending throw is known again in another line of play.
    fn throw_key(&self, state: &StateOf<Self>) -> u64;

    /// The order to a unit to stay where it is.
    fn stay(&self) -> Self::Order;

    /// The unit that an order beginning with this action is for.
    fn ordered_unit(&self, action: &ActionOf<Self>) -> Option<u16>;

    /// Whether an action that follows another one begins an order of its own.
    fn begins_order(&self, _before: &ActionOf<Self>, action: &ActionOf<Self>) -> bool {
        self.ordered_unit(action).is_some()
    }

    /// Whether the question at hand, or what an answer to it brings about, may depend on what this world only guesses: then
    /// the general looks at its view before it answers, and again before it goes on.
    fn looks_again(&self, _state: &StateOf<Self>) -> bool {
        false
    }

    /// A whole order, given as its actions, in the notation that a player would write.
    fn spoken(&self, rules: &Self::Rules, seen: &Seen<'_, Self::Rules>, actions: &[ActionOf<Self>]) -> String;

    /// A whole order in words, for a button.
    fn told(&self, rules: &Self::Rules, seen: &Seen<'_, Self::Rules>, actions: &[ActionOf<Self>]) -> String {
        actions.iter().map(|action| rules.say(seen, action).touch.label).collect::<Vec<_>>().join(", ")
    }
}
