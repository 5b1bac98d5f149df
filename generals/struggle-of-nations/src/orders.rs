//! What a force can be told for a turn.

use ai::{Script, Style};
use kernel::{Language, Seen};
use struggle_of_nations::{Action, Rules};

/// What a leader is told for a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    Initiative,
    Assault,
    Advance,
    Concentrate,
    Withdraw,
    Hold,
}

pub(crate) static SCRIPTS: [Script<Order>; 6] = [
    Script { order: Order::Initiative, name: "initiative", words: "weighs battle, danger and cities on his own" },
    Script { order: Order::Assault, name: "assault", words: "goes for the enemy and joins battle" },
    Script { order: Order::Advance, name: "advance", words: "makes for the city, and fights only at good odds" },
    Script { order: Order::Concentrate, name: "concentrate", words: "closes up with the nearest friends" },
    Script { order: Order::Withdraw, name: "withdraw", words: "gets out of reach of stronger enemies" },
    Script { order: Order::Hold, name: "hold", words: "stays where he is" },
];

/// How much each thing counts for a force under an order.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Weights {
    /// A movement point nearer to a city, or to the enemy.
    pub(crate) city: f64,
    pub(crate) enemy: f64,
    /// A hex nearer to friends.
    pub(crate) friends: f64,
    /// What a fight promises, and what the enemy could do.
    pub(crate) fight: f64,
    pub(crate) danger: f64,
}

impl Order {
    pub(crate) fn weights(self, style: Style) -> Weights {
        let usual = Weights { city: 0.6, enemy: 0.12, friends: 0.06, fight: 1.0, danger: 0.5 };
        let weights = match self {
            Order::Initiative | Order::Hold => usual,
            Order::Assault => Weights { enemy: 0.5, fight: 1.5, danger: 0.25, ..usual },
            Order::Advance => Weights { city: 1.0, enemy: 0.0, fight: 0.8, danger: 0.35, ..usual },
            Order::Concentrate => Weights { city: 0.2, enemy: 0.0, friends: 0.5, danger: 0.8, ..usual },
            Order::Withdraw => Weights { city: 0.1, enemy: -0.3, friends: 0.1, danger: 1.5, ..usual },
        };
        match style {
            Style::Balanced => weights,
            Style::Bold => Weights { danger: 0.6 * weights.danger, fight: 1.2 * weights.fight, ..weights },
            Style::Cautious => Weights { danger: 1.6 * weights.danger, ..weights },
        }
    }
}

/// A whole order in words: who sets out, and where his last step leads.
pub(crate) fn told(rules: &Rules, seen: &Seen<'_, Rules>, actions: &[Action]) -> String {
    let label = |action: &Action| rules.say(seen, action).touch.label;
    let Some((first, rest)) = actions.split_first() else { return String::new() };
    let sets_out = matches!(first, Action::Command(_) | Action::Initiative(_) | Action::MoveCentre(_));
    if !sets_out {
        return actions.iter().map(label).collect::<Vec<_>>().join(", ");
    }
    let last =
        rest.iter().rev().find(|action| matches!(action, Action::Step(_) | Action::Advance(_) | Action::Wheel(_)));
    std::iter::once(first).chain(last).map(label).collect::<Vec<_>>().join(", ")
}
