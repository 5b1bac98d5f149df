//! Everything a viewer can get out of a position without playing on.

use kernel::{Chance, Entropy, Language, Pending, Ruleset, Seen, Viewer};

use crate::mutate::Mutator;
use crate::walk::{interrupts, legal, seats};

/// How many actions and how many orders are tried on a position.
const PROBES: usize = 24;

/// Actions and orders to be tried on a position, gathered from earlier ones.
#[derive(Clone, Debug)]
pub(crate) struct Probes<R: Ruleset> {
    mutator: Mutator<R::Action>,
    actions: Vec<R::Action>,
    orders: Vec<String>,
}

impl<R: Language> Probes<R> {
    pub(crate) fn new() -> Probes<R> {
        Probes { mutator: Mutator::new(), actions: Vec::new(), orders: Vec::new() }
    }

    /// Adds what is offered here, and draws the probes for this position.
    pub(crate) fn remember(&mut self, rules: &R, state: &R::State, chance: &mut Chance) {
        self.orders.truncate(PROBES);
        for seat in seats(rules) {
            let offers: Vec<_> = legal(rules, state, seat).into_iter().chain(interrupts(rules, state, seat)).collect();
            self.mutator.remember(&offers, chance);
            if !offers.is_empty() {
                let seen = Seen::of(rules, state, Viewer::Seat(seat));
                let order = rules.say(&seen, &offers[chance.below(offers.len() as u32) as usize]).order;
                self.orders.insert(chance.below(self.orders.len() as u32 + 1) as usize, order);
            }
        }
        self.actions = (0..PROBES).filter_map(|_| self.mutator.action(chance)).collect();
    }
}

/// Everything the viewer is told and could ask, line by line: the same lines for the same view.
pub(crate) fn account<R: Language>(rules: &R, state: &R::State, viewer: Viewer, probes: &Probes<R>) -> Vec<String> {
    let mut lines = Vec::new();
    let pending = rules.pending(state);
    if let Pending::Over(verdict) = &pending {
        lines.push(format!("over: {verdict:?}, {}", rules.verdict(verdict)));
    }
    let Viewer::Seat(seat) = viewer else { return lines };
    let seen = Seen::of(rules, state, viewer);
    if let Some(decision) = pending.asks(seat) {
        lines.push(format!("asked: {decision:?}, {:?}", rules.ask(&seen, seat, decision)));
    }
    for action in legal(rules, state, seat) {
        lines.push(format!("answer: {action:?}, {:?}", rules.say(&seen, &action)));
    }
    for action in interrupts(rules, state, seat) {
        lines.push(format!("interrupt: {action:?}, {:?}", rules.say(&seen, &action)));
    }
    for action in &probes.actions {
        lines.push(format!("check {action:?}: {:?}", rules.check(state, seat, action)));
    }
    for order in &probes.orders {
        lines.push(format!("read \"{order}\": {:?}", rules.read(&seen, seat, order)));
    }
    lines
}

/// The first difference between two accounts.
pub(crate) fn same_account(one: &[String], two: &[String]) -> Result<(), String> {
    let longest = one.len().max(two.len());
    let line = |lines: &[String], at: usize| lines.get(at).cloned().unwrap_or_else(|| "nothing".into());
    match (0..longest).find(|at| one.get(*at) != two.get(*at)) {
        Some(at) => Err(format!("[{}] in one world, [{}] in another", line(one, at), line(two, at))),
        None => Ok(()),
    }
}
