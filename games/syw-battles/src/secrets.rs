//! The written table of secrets: what is hidden, from whom, until when; and how to change each and nothing else.

use kernel::{Entropy, Perturbed, SecretRow, Secrets};

use crate::Rules;
use crate::scenario::Plan;
use crate::sequence::Frame;
use crate::state::State;

pub(crate) const PLAN: SecretRow = SecretRow {
    name: "plan",
    secret: "for which turn and entry point a corps is planned, and whether it is yet",
    known_to: "its side, until the corps stands at its point the turn before it enters",
};
pub(crate) const HOUR: SecretRow = SecretRow {
    name: "hour",
    secret: "when a corps really comes, once its die has fallen, and whether it has",
    known_to: "as its plan",
};

/// Everything else in the state is known to everybody.
pub(crate) const SECRETS: [SecretRow; 2] = [PLAN, HOUR];

impl Secrets for Rules {
    fn table(&self) -> &'static [SecretRow] {
        &SECRETS
    }

    fn perturb(&self, state: &State, entropy: &mut dyn Entropy) -> Vec<Perturbed<State>> {
        let mut all = Vec::new();
        for (corps, _) in self.approaches() {
            if !self.is_secret(state, *corps) {
                continue;
            }
            let plan = state.plan[corps.index()];
            let known_to = vec![Rules::seat_of(self.corps[corps.index()].side)];
            let mut with = |row: SecretRow, other: Plan| {
                let mut state = state.clone();
                state.plan[corps.index()] = other;
                all.push(Perturbed { row, known_to: known_to.clone(), state });
            };
            if plan.actual == 0 && !self.is_due(state, *corps) {
                let mut plans = self.open_plans(state, *corps);
                plans.retain(|other| *other != plan);
                if !plans.is_empty() {
                    with(PLAN, plans[entropy.below(plans.len() as u32) as usize]);
                }
            } else if plan.actual > state.turn && !state.frames.contains(&Frame::EndTurn) {
                with(HOUR, Plan { actual: plan.actual + 1, ..plan });
            }
        }
        all
    }

    fn is_screen(&self, state: &State) -> bool {
        // A.2c: on every hour a die falls for every corps under way, whether or not it decides.
        matches!(state.frame(), Frame::HourDie { corps } if self.is_secret(state, corps) && !self.is_due(state, corps))
    }
}
