//! The written table of secrets: what is hidden, from whom, until when; and how to change each entry and nothing else.

use kernel::{Discard, Entropy, Pending, Perturbed, Ruleset, Seat, SecretRow, Secrets, Side};

use crate::Rules;
use crate::battle::Plan;
use crate::roster::{Army, BOTH, LeaderId, enemy_of};
use crate::sequence::{Die, Frame, Question};
use crate::state::State;
use crate::view::marks_of;

pub const IDENTITY: SecretRow = SecretRow {
    name: "identity",
    secret: "which leader a counter in column is",
    known_to: "its side, until its name shows: in line, next to an enemy, or French on hostile ground",
};
pub const STRENGTH: SecretRow = SecretRow {
    name: "strength",
    secret: "the strengths of units",
    known_to: "their side, until a combat or an announced repulse shows them",
};
pub const ASSIGNMENT: SecretRow = SecretRow {
    name: "assignment",
    secret: "which unit stands on whose track",
    known_to: "their side, until a combat or an announced repulse shows it",
};
pub const POINTS: SecretRow =
    SecretRow { name: "points", secret: "the administrative points and the support of an army", known_to: "its side" };
pub const PLANS: SecretRow = SecretRow {
    name: "plans",
    secret: "whether a side has written pitched or pursuit",
    known_to: "the side, until both have written",
};

/// Everything else in the state is known to everybody, or follows from these.
pub const SECRETS: [SecretRow; 5] = [IDENTITY, STRENGTH, ASSIGNMENT, POINTS, PLANS];

impl Secrets for Rules {
    fn table(&self) -> &'static [SecretRow] {
        &SECRETS
    }

    fn perturb(&self, state: &State, entropy: &mut dyn Entropy) -> Vec<Perturbed<State>> {
        if state.frame() == Frame::GameOver {
            return Vec::new();
        }
        let mut changes = Changes { rules: self, state, entropy, worlds: Vec::new() };
        for side in BOTH {
            changes.exchange(side);
            changes.strengthen(side);
            changes.reassign(side);
            changes.credit(side);
            changes.rewrite(side);
        }
        changes.worlds
    }

    /// Attrition is rolled for every force, whether or not it could lose anything: that the dice fall tells nothing.
    fn is_screen(&self, state: &State) -> bool {
        let Some(Die::AttritionDice | Die::ClassDie) = state.frame().due() else { return false };
        let Pending::Chance(throw) = self.pending(state) else { return false };
        let mut worlds = throw.outcomes().map(|outcome| {
            let mut after = state.clone();
            self.throw(&mut after, &outcome, &mut Discard);
            after
        });
        let first = worlds.next();
        worlds.all(|after| Some(after) == first)
    }
}

struct Changes<'a> {
    rules: &'a Rules,
    state: &'a State,
    entropy: &'a mut dyn Entropy,
    worlds: Vec<Perturbed<State>>,
}

impl Changes<'_> {
    fn pick<T: Copy>(&mut self, from: &[T]) -> Option<T> {
        if from.is_empty() { None } else { Some(from[self.entropy.below(from.len() as u32) as usize]) }
    }

    fn add(&mut self, row: SecretRow, side: Side, state: State) {
        if state != *self.state {
            self.worlds.push(Perturbed { row, known_to: vec![Seat(side.0)], state });
        }
    }

    fn hidden(&self, side: Side) -> Vec<LeaderId> {
        let state = self.state;
        let on_map = self.rules.on_map(state, side);
        on_map.filter(|leader| !self.rules.is_named(state, *leader) && !state.open.contains(*leader)).collect()
    }

    /// Whether a leader takes part in what is going on.
    fn is_busy(&self, leader: LeaderId) -> bool {
        let state = self.state;
        state.march.force.contains(leader)
            || state.attrition.force.contains(leader)
            || state.frames.iter().any(|frame| frame.acting() == Some(leader))
    }

    /// Two hidden leaders change places.
    fn exchange(&mut self, side: Side) {
        let hidden: Vec<LeaderId> = self.hidden(side).into_iter().filter(|leader| !self.is_busy(*leader)).collect();
        let Some(one) = self.pick(&hidden) else { return };
        let public = crate::view::PUBLIC_MARKS;
        let marks = |leader: LeaderId| marks_of(self.state, leader) & public;
        // Whether a counter next to the enemy has troops shows by the names there.
        let shows = |leader: LeaderId| {
            let (rules, enemy) = (self.rules, enemy_of(side));
            let near = |hex| !rules.zone_makers(self.state, enemy, hex, rules.leaders_of(enemy)).is_empty();
            self.state.package(leader).hexes().any(near)
        };
        let fits = |two: &LeaderId| {
            let alike = self.state.troops.contains(*two) == self.state.troops.contains(one);
            *two != one && marks(*two) == marks(one) && (alike || !shows(one) && !shows(*two))
        };
        let others: Vec<LeaderId> = hidden.iter().copied().filter(fits).collect();
        let Some(two) = self.pick(&others) else { return };
        let mut world = self.state.clone();
        let (first, second) = (world.package(one), world.package(two));
        for (leader, package) in [(one, second), (two, first)] {
            let index = leader.index();
            (world.lead[index], world.rear[index], world.facing[index]) = (package.lead, package.rear, package.facing);
        }
        self.add(IDENTITY, side, world);
    }

    /// A unit that does not lie open has a point more or less.
    fn strengthen(&mut self, side: Side) {
        let state = self.state;
        let secret = self.rules.all_units().filter(|unit| {
            let leader = state.leader_of(*unit);
            self.rules.unit(*unit).side == side
                && !leader.is_none()
                && !state.open.contains(leader)
                && !self.is_busy(leader)
                && state.strength[unit.index()] > 0
        });
        let secret: Vec<_> = secret.collect();
        let Some(unit) = self.pick(&secret) else { return };
        let mut world = state.clone();
        let now = state.strength[unit.index()];
        world.strength[unit.index()] = if now > 1 { now - 1 } else { now + 1 };
        self.add(STRENGTH, side, world);
    }

    /// A unit stands on another track of the same place.
    fn reassign(&mut self, side: Side) {
        let state = self.state;
        let rules = self.rules;
        let mut pairs = Vec::new();
        for leader in self.hidden(side) {
            if self.is_busy(leader) || rules.units_of(state, leader).count() < 2 {
                continue;
            }
            let stack = rules.stack_of(state, leader).intersection(state.troops);
            let other = stack.iter().find(|other| *other != leader && !self.is_busy(*other));
            if let (Some(unit), Some(other)) = (rules.units_of(state, leader).next(), other) {
                pairs.push((unit, other));
            }
        }
        let Some((unit, other)) = self.pick(&pairs) else { return };
        let mut world = state.clone();
        rules.set_unit(&mut world, unit, other, state.strength[unit.index()]);
        self.add(ASSIGNMENT, side, world);
    }

    fn credit(&mut self, side: Side) {
        let armies: Vec<Army> = Army::ALL
            .into_iter()
            .filter(|army| army.side() == side && self.rules.line_of(self.state, *army).is_some())
            .collect();
        let Some(army) = self.pick(&armies) else { return };
        let mut world = self.state.clone();
        let own = world.army_mut(army);
        own.points = if own.points > 3 { own.points - 3 } else { own.points + 3 };
        own.shift = if own.shift == 0 { 1 } else { 0 };
        self.add(POINTS, side, world);
    }

    fn rewrite(&mut self, side: Side) {
        if self.state.frame().asked() != Some(Question::Plans) {
            return;
        }
        let plan = match self.state.battle.plans[side.index()] {
            None => return,
            Some(Plan::Pitched) => Plan::Pursuit,
            Some(Plan::Pursuit) => Plan::Pitched,
        };
        let mut world = self.state.clone();
        world.battle.plans[side.index()] = Some(plan);
        self.add(PLANS, side, world);
    }
}
