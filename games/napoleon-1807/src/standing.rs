//! Standing orders: what a side answers to reactions in advance (3.1g), by kind of reaction, by chance, and by unit. They are
//! changed one at a time and at any moment. Like everything else in these battles they lie open to both sides.

use serde::{Deserialize, Serialize};

use crate::counters::{CounterId, CounterSet};

/// What the other side's move can be answered with.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Reaction {
    /// Guns, and rifles of squares, at a unit that moves (10.11, 13.24).
    Fire,
    Countercharge,
    Withdrawal,
    Square,
}

impl Reaction {
    pub const ALL: [Reaction; 4] = [Reaction::Fire, Reaction::Countercharge, Reaction::Withdrawal, Reaction::Square];

    pub const fn index(self) -> usize {
        self as usize
    }

    /// What orders call it.
    pub const fn word(self) -> &'static str {
        match self {
            Reaction::Fire => "fire",
            Reaction::Countercharge => "countercharge",
            Reaction::Withdrawal => "withdrawal",
            Reaction::Square => "square",
        }
    }
}

/// What is answered to one kind of reaction.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
pub enum StandingOrder {
    #[default]
    Ask,
    Never,
    /// Whenever the chance is at least so many sixths; with none, whenever it can be done.
    From(u8),
}

/// What holds for one unit instead.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Exception {
    /// As its side has ordered.
    Usual,
    Ask,
    Never,
}

/// The standing orders of a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Standing {
    /// By kind of reaction.
    pub orders: [StandingOrder; 4],
    /// Units whose reactions are asked for, and units that do not react, whatever the orders say.
    pub asks: CounterSet,
    pub never: CounterSet,
}

impl Standing {
    pub fn of(&self, reaction: Reaction) -> StandingOrder {
        self.orders[reaction.index()]
    }

    pub fn exception(&self, unit: CounterId) -> Exception {
        if self.asks.contains(unit) {
            Exception::Ask
        } else if self.never.contains(unit) {
            Exception::Never
        } else {
            Exception::Usual
        }
    }
}

/// A chance in thirty-sixths: what two dice can tell apart.
pub type Chance = u8;

pub(crate) const SIXTH: Chance = 6;

/// Most sixths that an order can name: with six of them nothing would be left to chance.
pub(crate) const MOST_SIXTHS: u8 = 5;

/// Every order that there is for one kind of reaction.
pub fn orders() -> impl Iterator<Item = StandingOrder> {
    [StandingOrder::Ask, StandingOrder::Never].into_iter().chain((0..=MOST_SIXTHS).map(StandingOrder::From))
}

pub const EXCEPTIONS: [Exception; 3] = [Exception::Usual, Exception::Ask, Exception::Never];
