//! What a unit can be told for a turn.

use ai::{Script, Style};
use art_of_war::counters::UnitId;
use art_of_war::{Action, Rules};
use board::Hex;
use kernel::{Language, Seen};

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
    /// Stay.
    Stay,
}

const fn script(manner: Manner, name: &'static str, words: &'static str) -> Script<Order> {
    Script { order: Order::In(manner), name, words }
}

pub(crate) static SCRIPTS: [Script<Order>; 7] = [
    script(Manner::Initiative, "initiative", "weighs attack, danger and objectives on its own"),
    script(Manner::Assault, "assault", "goes where its attack is most promising and counts on friends to follow"),
    script(Manner::Hold, "hold", "stays, or takes the nearest better ground"),
    script(Manner::Advance, "advance", "makes for the objective or the enemy, and fights only at good odds"),
    script(Manner::Withdraw, "withdraw", "gets out of the enemy's reach"),
    script(Manner::Support, "support", "closes up behind friends in contact, guns in range"),
    script(Manner::Screen, "screen", "keeps two or three hexes from the enemy and blocks his way"),
];

/// How much each consideration counts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Weights {
    /// Expected gain of the attack it would join.
    pub(crate) attack: f64,
    /// How much help by friends who have not moved yet is counted on, from 0 to 1.
    pub(crate) trust: f64,
    /// Standing in contact at all, besides what the attack promises.
    pub(crate) contact: f64,
    pub(crate) danger: f64,
    pub(crate) objective: f64,
    /// Nearness to the enemy, by hex.
    pub(crate) approach: f64,
    pub(crate) cohesion: f64,
    pub(crate) ground: f64,
    /// Staying where it is.
    pub(crate) stay: f64,
    /// The distance from the enemy it likes best, outside contact.
    pub(crate) stand_off: f64,
}

impl Weights {
    pub(crate) fn of(manner: Manner, style: Style) -> Weights {
        let usual = Weights {
            attack: 1.15,
            trust: 0.35,
            contact: -0.1,
            danger: 0.35,
            objective: 0.25,
            approach: 0.35,
            cohesion: 0.15,
            ground: 0.4,
            stay: 0.0,
            stand_off: 2.0,
        };
        let weights = match manner {
            Manner::Initiative => usual,
            Manner::Assault => Weights { attack: 1.3, trust: 0.7, contact: 0.6, danger: 0.2, approach: 0.6, ..usual },
            Manner::Hold => {
                Weights { trust: 0.1, contact: -1.0, danger: 0.8, approach: 0.0, objective: 0.1, stay: 0.6, ..usual }
            }
            Manner::Advance => Weights { trust: 0.4, danger: 0.25, objective: 0.8, approach: 0.5, ..usual },
            Manner::Withdraw => {
                Weights { attack: 0.3, trust: 0.0, contact: -4.0, danger: 1.2, objective: 0.0, approach: -0.4, ..usual }
            }
            Manner::Support => Weights { attack: 0.8, contact: -1.0, cohesion: 0.6, approach: 0.5, ..usual },
            Manner::Screen => {
                Weights { attack: 0.5, trust: 0.0, contact: -2.0, danger: 0.5, approach: 0.6, stand_off: 3.0, ..usual }
            }
        };
        match style {
            Style::Balanced => weights,
            Style::Bold => Weights {
                attack: weights.attack * 1.15,
                danger: weights.danger * 0.7,
                contact: weights.contact + 0.2,
                ..weights
            },
            Style::Cautious => Weights {
                danger: weights.danger * 1.2,
                contact: weights.contact - 0.1,
                trust: weights.trust * 0.85,
                ..weights
            },
        }
    }
}

/// Actions that belong together as one order in the notation.
pub(crate) fn spoken(rules: &Rules, seen: &Seen<'_, Rules>, actions: &[Action]) -> String {
    let unit = |unit: UnitId| rules.unit(unit).id.as_str();
    match actions {
        [Action::Select(who), steps @ .., Action::Halt] => {
            let place = destination(steps).map_or(String::new(), |hex| rules.ground.grid.name(hex));
            format!("move {} {place}", unit(*who))
        }
        [Action::Target(_), ..] => {
            let targets: Vec<String> = targets(actions).map(|hex| rules.ground.grid.name(hex)).collect();
            let with: Vec<&str> = joining(actions).map(unit).collect();
            format!("attack {} with {}", targets.join(" "), with.join(" "))
        }
        _ => actions.iter().map(|action| rules.say(seen, action).order).collect::<Vec<_>>().join("; "),
    }
}

/// The same in words, units as they are printed.
pub(crate) fn told(rules: &Rules, seen: &Seen<'_, Rules>, actions: &[Action]) -> String {
    let label = |action: &Action| rules.say(seen, action).touch.label;
    match actions {
        [select @ Action::Select(_), steps @ .., Action::Halt] => match destination(steps) {
            Some(hex) => format!("{} to {}", label(select), rules.ground.grid.name(hex)),
            None => label(select),
        },
        [Action::Target(_), ..] => {
            let targets: Vec<String> = targets(actions).map(|hex| rules.ground.grid.name(hex)).collect();
            let with: Vec<String> = joining(actions).map(|who| rules.unit(who).label()).collect();
            format!("Attack {} with {}", targets.join(" and "), with.join(", "))
        }
        _ => actions.iter().map(label).collect::<Vec<_>>().join(", "),
    }
}

fn destination(steps: &[Action]) -> Option<Hex> {
    steps.iter().rev().find_map(|step| if let Action::Step(hex) = step { Some(*hex) } else { None })
}

fn targets(actions: &[Action]) -> impl Iterator<Item = Hex> {
    actions.iter().filter_map(|action| if let Action::Target(hex) = action { Some(*hex) } else { None })
}

fn joining(actions: &[Action]) -> impl Iterator<Item = UnitId> {
    actions.iter().filter_map(|action| if let Action::Join(who) = action { Some(*who) } else { None })
}
