//! What a unit can be told for a turn.

use ai::{Script, Style};
use board::boxes::BoxId;
use jours_de_gloire::action::MovementAction;
use jours_de_gloire::{Action, Rules};
use kernel::{Language, Ruleset, Seen};

/// The manner in which a stack looks for its march.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Manner {
    Initiative,
    Assault,
    Concentrate,
    Hold,
    Advance,
    Withdraw,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    In(Manner),
    /// Go there, or as near as can be.
    To(BoxId),
    /// Stay.
    Stay,
}

impl Order {
    /// How a stack under this order looks at what it was not told.
    pub(crate) fn manner(self) -> Manner {
        match self {
            Order::In(manner) => manner,
            Order::To(_) => Manner::Initiative,
            Order::Stay => Manner::Hold,
        }
    }
}

const fn script(manner: Manner, name: &'static str, words: &'static str) -> Script<Order> {
    Script { order: Order::In(manner), name, words }
}

/// The order matters: a small purse tries the first ones only.
pub(crate) static SCRIPTS: [Script<Order>; 6] = [
    script(Manner::Initiative, "initiative", "weighs battles, towns and danger on its own"),
    script(Manner::Assault, "assault", "joins every battle that is not hopeless, and makes for the enemy"),
    script(Manner::Hold, "hold", "stays where it is unless it can take a town at no risk"),
    script(Manner::Concentrate, "concentrate", "closes up with the main body and fights with it"),
    script(Manner::Advance, "advance", "makes for towns, also by forced march, and fights only at good odds"),
    script(Manner::Withdraw, "withdraw", "gets out of reach of stronger enemies"),
];

/// How much each consideration counts, in victory points.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Weights {
    /// The least that a battle must promise; nothing if it seeks none.
    pub(crate) least: Option<f64>,
    pub(crate) danger: f64,
    pub(crate) objective: f64,
    /// Friends near.
    pub(crate) support: f64,
    /// Nearness to what is worth having.
    pub(crate) approach: f64,
    /// Staying where it is.
    pub(crate) stay: f64,
    /// Whether it marches by force for a town.
    pub(crate) forces: bool,
}

impl Weights {
    pub(crate) fn of(manner: Manner, style: Style) -> Weights {
        let usual = Weights {
            least: Some(0.5),
            danger: 1.0,
            objective: 1.0,
            support: 0.35,
            approach: 0.5,
            stay: 0.05,
            forces: true,
        };
        let weights = match manner {
            Manner::Initiative => usual,
            Manner::Assault => Weights { least: Some(-0.4), danger: 0.4, approach: 1.0, ..usual },
            Manner::Concentrate => Weights { support: 1.5, approach: 0.2, objective: 0.6, forces: false, ..usual },
            Manner::Hold => Weights { least: None, stay: 0.8, approach: 0.0, forces: false, ..usual },
            Manner::Advance => Weights { least: Some(1.0), objective: 1.8, approach: 1.2, danger: 0.7, ..usual },
            Manner::Withdraw => {
                Weights { least: None, danger: 2.0, objective: 0.6, approach: 0.0, forces: false, ..usual }
            }
        };
        match style {
            Style::Balanced => weights,
            Style::Bold => {
                Weights { least: weights.least.map(|least| least - 0.3), danger: weights.danger * 0.7, ..weights }
            }
            Style::Cautious => {
                Weights { least: weights.least.map(|least| least + 0.25), danger: weights.danger * 1.25, ..weights }
            }
        }
    }
}

/// Actions that belong together as one order in the notation: takes and steps are drawn together.
pub(crate) fn spoken(rules: &Rules, seen: &Seen<'_, Rules>, actions: &[Action]) -> String {
    let mut words: Vec<String> = Vec::new();
    let mut last = None;
    for action in written(rules, seen, actions) {
        let (verb, rest) = action.split_once(' ').unwrap_or((&action, ""));
        let joins = matches!(verb, "take" | "step") && last.as_deref() == Some(verb);
        match words.last_mut() {
            Some(order) if joins => {
                order.push(' ');
                order.push_str(rest);
            }
            Some(_) | None => words.push(action.clone()),
        }
        last = Some(verb.to_owned());
    }
    words.join("; ")
}

/// Each action as it is written where it is given: a step is named by the box from which it leads.
fn written(rules: &Rules, seen: &Seen<'_, Rules>, actions: &[Action]) -> Vec<String> {
    let mut trial = seen.world().clone();
    let mut words = Vec::new();
    for action in actions {
        words.push(rules.say(&Seen::of(rules, &trial, seen.viewer()), action).order);
        let rules::Asked::Seat(seat) = rules::asked(rules, &trial) else { break };
        if rules.check(&trial, seat, action).is_err() {
            break;
        }
        rules.play(&mut trial, seat, action, &mut kernel::Discard);
    }
    words
}

/// Who is asked, for whoever only has a position.
mod rules {
    use jours_de_gloire::{Rules, State};
    use kernel::{Pending, Ruleset, Seat};

    pub(super) enum Asked {
        Seat(Seat),
        Nobody,
    }

    pub(super) fn asked(rules: &Rules, state: &State) -> Asked {
        match rules.pending(state) {
            Pending::Decide(seats) => seats.first().map_or(Asked::Nobody, |(seat, _)| Asked::Seat(*seat)),
            Pending::Chance(_) | Pending::Over(_) => Asked::Nobody,
        }
    }
}

/// The same in words: who marches where.
pub(crate) fn told(rules: &Rules, seen: &Seen<'_, Rules>, actions: &[Action]) -> String {
    let mut trial = seen.world().clone();
    let mut who: Vec<String> = Vec::new();
    let mut to = None;
    let mut others: Vec<String> = Vec::new();
    for action in actions {
        match action {
            Action::Movement(MovementAction::Take(counter)) => who.push(rules.name_of(*counter)),
            Action::Movement(MovementAction::Step(way)) => {
                to = trial.march.map(|march| rules.ground.across(*way, march.at));
            }
            Action::Movement(MovementAction::Activate { .. } | MovementAction::Halt) => {}
            Action::Movement(_)
            | Action::Events(_)
            | Action::Administration(_)
            | Action::Guns(_)
            | Action::Combat(_)
            | Action::Card(_)
            | Action::Standing(_) => {
                others.push(rules.say(&Seen::of(rules, &trial, seen.viewer()), action).touch.label)
            }
        }
        let rules::Asked::Seat(seat) = rules::asked(rules, &trial) else { break };
        if rules.check(&trial, seat, action).is_err() {
            break;
        }
        rules.play(&mut trial, seat, action, &mut kernel::Discard);
    }
    let mut words = who.join(", ");
    if let Some(to) = to {
        words += &format!(" to {}", rules.box_name(to));
    }
    others.retain(|other| !other.is_empty());
    if !words.is_empty() {
        others.insert(0, words.trim().to_owned());
    }
    // A halt on its own is told as its button tells it.
    if others.is_empty() {
        others.extend(actions.iter().map(|action| rules.say(seen, action).touch.label));
    }
    others.join(", ")
}
