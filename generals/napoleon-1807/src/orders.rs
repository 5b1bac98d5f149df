//! What a unit can be told for a turn.

use ai::{Script, Style};
use board::Hex;
use kernel::{Language, Seen};
use napoleon_1807::{Action, Rules};

/// The manner in which a unit looks for its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Manner {
    Initiative,
    Assault,
    Hold,
    Advance,
    Withdraw,
    Support,
    Screen,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    In(Manner),
    /// Go there, or as near as can be.
    To(Hex),
    Stay,
}

const fn script(manner: Manner, name: &'static str, words: &'static str) -> Script<Order> {
    Script { order: Order::In(manner), name, words }
}

pub(crate) static SCRIPTS: [Script<Order>; 7] = [
    script(Manner::Initiative, "initiative", "weighs attack, danger and objectives on its own"),
    script(Manner::Assault, "assault", "goes where its attack is most promising and counts on friends to follow"),
    script(Manner::Hold, "hold", "stays, or takes the nearest better ground"),
    script(Manner::Advance, "advance", "makes for the objectives, and fights only at good odds"),
    script(Manner::Withdraw, "withdraw", "gets out of the enemy's reach"),
    script(Manner::Support, "support", "closes up behind friends in contact"),
    script(Manner::Screen, "screen", "keeps its distance from the enemy and blocks his way"),
];

/// How much each consideration counts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Weights {
    /// Expected gain of the combat it would have to fight.
    pub(crate) attack: f64,
    /// How much help by friends who have not moved yet is counted on, from 0 to 1.
    pub(crate) trust: f64,
    pub(crate) danger: f64,
    pub(crate) objective: f64,
    /// Nearness to the enemy, by hex.
    pub(crate) approach: f64,
    pub(crate) cohesion: f64,
    pub(crate) ground: f64,
    /// Staying where it is.
    pub(crate) stay: f64,
}

impl Weights {
    pub(crate) fn of(manner: Manner, style: Style) -> Weights {
        let usual = Weights {
            attack: 1.0,
            trust: 0.35,
            danger: 0.8,
            objective: 1.0,
            approach: 0.05,
            cohesion: 0.15,
            ground: 0.25,
            stay: 0.05,
        };
        let weights = match manner {
            Manner::Initiative => usual,
            Manner::Assault => Weights { attack: 1.3, trust: 0.8, danger: 0.4, approach: 0.3, ..usual },
            Manner::Hold => Weights { trust: 0.1, danger: 1.1, objective: 0.4, stay: 0.8, ground: 0.5, ..usual },
            Manner::Advance => Weights { objective: 2.0, danger: 0.5, ..usual },
            Manner::Withdraw => {
                Weights { attack: 0.5, trust: 0.0, danger: 2.2, objective: 0.2, approach: -0.4, ..usual }
            }
            Manner::Support => Weights { attack: 0.8, cohesion: 0.6, approach: 0.2, ..usual },
            Manner::Screen => Weights { attack: 0.6, trust: 0.0, danger: 1.5, objective: 0.7, ..usual },
        };
        match style {
            Style::Balanced => weights,
            Style::Bold => Weights { attack: weights.attack * 1.2, danger: weights.danger * 0.7, ..weights },
            Style::Cautious => Weights { danger: weights.danger * 1.3, trust: weights.trust * 0.8, ..weights },
        }
    }
}

/// Actions that belong together as one order in the notation.
pub(crate) fn spoken(rules: &Rules, seen: &Seen<'_, Rules>, actions: &[Action]) -> String {
    let hexes = |steps: &[Action]| -> Vec<String> {
        let name = |step: &Action| if let Action::Step(hex) = step { Some(rules.ground.grid.name(*hex)) } else { None };
        steps.iter().filter_map(name).collect()
    };
    match actions {
        [Action::Select(who), steps @ .., Action::Halt] if !hexes(steps).is_empty() => {
            let unit = &rules.counter(*who).id;
            let facing =
                steps.iter().rev().find_map(|step| if let Action::Turn(way) = step { Some(*way) } else { None });
            let facing = facing.map_or(String::new(), |way| format!(" facing {}", way.name()));
            format!("move {unit} {}{facing}", hexes(steps).join(" "))
        }
        _ => actions.iter().map(|action| rules.say(seen, action).order).collect::<Vec<_>>().join("; "),
    }
}
