//! What a counter can be told for a turn.

use ai::{Script, Style};
use kernel::{Language, Seen};
use syw_battles::{Action, Rules};

/// The manner in which a counter looks for its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Manner {
    Fight,
    Attack,
    Hold,
    Withdraw,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    In(Manner),
    Stay,
}

const fn script(manner: Manner, name: &'static str, words: &'static str) -> Script<Order> {
    Script { order: Order::In(manner), name, words }
}

pub(crate) static SCRIPTS: [Script<Order>; 4] = [
    script(Manner::Fight, "fight", "goes for the enemy and the objectives, and minds his fire"),
    script(Manner::Attack, "attack", "closes with the enemy whatever it costs"),
    script(Manner::Hold, "hold", "stays, or dresses its front toward the enemy"),
    script(Manner::Withdraw, "withdraw", "gets out of the enemy's fire"),
];

/// How much each consideration counts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Weights {
    /// Each hex nearer to what it makes for.
    pub(crate) approach: f64,
    /// What its own fire and charges promise.
    pub(crate) engage: f64,
    /// What the enemy's fire threatens.
    pub(crate) danger: f64,
    /// Enemies before its front rather than beside it.
    pub(crate) front: f64,
    /// Friends of its line beside it, and not far behind it.
    pub(crate) line: f64,
    /// Each hex beyond the reach of those who command it.
    pub(crate) command: f64,
    /// To move at all.
    pub(crate) stay: f64,
}

impl Weights {
    pub(crate) fn of(manner: Manner, style: Style) -> Weights {
        let usual = Weights { approach: 0.5, engage: 1.0, danger: 0.5, front: 1.0, line: 0.5, command: 0.6, stay: 0.1 };
        let weights = match manner {
            Manner::Fight => usual,
            Manner::Attack => Weights { approach: 0.9, engage: 1.3, danger: 0.2, line: 0.2, ..usual },
            Manner::Hold => Weights { approach: 0.0, engage: 0.8, danger: 0.6, stay: 0.5, ..usual },
            Manner::Withdraw => Weights { approach: -0.3, engage: 0.3, danger: 1.5, ..usual },
        };
        match style {
            Style::Balanced => weights,
            Style::Bold => Weights { engage: weights.engage * 1.2, danger: weights.danger * 0.7, ..weights },
            Style::Cautious => Weights { danger: weights.danger * 1.4, ..weights },
        }
    }
}

/// Actions that belong together, one after the other in the notation.
pub(crate) fn spoken(rules: &Rules, seen: &Seen<'_, Rules>, actions: &[Action]) -> String {
    actions.iter().map(|action| rules.say(seen, action).order).collect::<Vec<_>>().join("; ")
}
