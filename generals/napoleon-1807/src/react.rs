//! What the other side's move is answered with, and fire.

use kernel::{Ruleset, Seat};
use napoleon_1807::counters::CounterId;
use napoleon_1807::{Action, Rules, State};

use crate::{Memory, Napoleon1807Craft};

/// Chances, in thirty-sixths, from which reactions are worth making.
const FIRE: u8 = 8;
const COUNTERCHARGE: u8 = 18;
const WITHDRAWAL: u8 = 18;

impl Napoleon1807Craft {
    /// Fire at a mover, a countercharge, a withdrawal, a square, or nothing.
    pub(crate) fn react(&self, rules: &Rules, state: &State, seat: Seat, memory: &mut Memory) -> Action {
        let legal = &mut memory.legal;
        rules.legal(state, seat, legal);
        let mut best = (0.0, Action::Pass);
        for action in legal.iter() {
            let chance = || rules.reaction_chance(state, action);
            let worth = match *action {
                Action::Bombard(_, target) | Action::BombardTogether(_, target) => {
                    let chance = chance();
                    if chance >= FIRE { f64::from(chance) * self.target_worth(rules, state, target) } else { 0.0 }
                }
                Action::SquareFire(_) => 20.0 + f64::from(chance()),
                Action::Countercharge(unit, ..) => {
                    let chance = chance();
                    let strength = f64::from(state.points(unit));
                    if chance >= COUNTERCHARGE { f64::from(chance) * 0.2 * strength } else { 0.0 }
                }
                Action::Withdraw(unit, to) => {
                    let holds = rules.scenario.objectives.iter().any(|objective| objective.hex == state.hex_of(unit));
                    let far = rules.ground.grid.distance(to, state.hex_of(state.hand.unit));
                    if chance() >= WITHDRAWAL && !holds { 10.0 + f64::from(far) } else { 0.0 }
                }
                // A failed attempt costs nothing.
                Action::TrySquare => 30.0,
                Action::Pass => 0.0,
                Action::Rally(_)
                | Action::EndRally
                | Action::EndFire
                | Action::Select(_)
                | Action::Step(_)
                | Action::Turn(_)
                | Action::Halt
                | Action::FormSquare
                | Action::LeaveSquare
                | Action::EndMovement
                | Action::Charge(_)
                | Action::Strike
                | Action::KeepCharge
                | Action::Attack(..)
                | Action::Join(_)
                | Action::Target(_)
                | Action::Fight
                | Action::Shoot(..)
                | Action::ShootTogether(..)
                | Action::HoldFire
                | Action::Retreat(..)
                | Action::Pursue(..)
                | Action::Stay
                | Action::Lose(_)
                | Action::Appoint(_)
                | Action::EndCombat
                | Action::Standing(..)
                | Action::Except(..) => 0.0,
            };
            if worth > best.0 {
                best = (worth, *action);
            }
        }
        best.1
    }

    /// How much a unit is worth hitting.
    fn target_worth(&self, rules: &Rules, state: &State, target: CounterId) -> f64 {
        let points = f64::from(state.points(target));
        let broken = if state.disorganized.contains(target) { 1.5 } else { 1.0 };
        let fails = self.odds.fails(rules.morale_of(state, target));
        broken * (0.5 + fails * (0.5 + 0.3 * points))
    }

    /// Guns in their own phase: every battery at what it hurts most.
    pub(crate) fn bombard(&self, rules: &Rules, state: &State, seat: Seat, memory: &mut Memory) -> Action {
        let legal = &mut memory.legal;
        rules.legal(state, seat, legal);
        let mut best = (0.0, Action::EndFire);
        for action in legal.iter() {
            let (Action::Bombard(_, target) | Action::BombardTogether(_, target)) = *action else { continue };
            let chance = rules.reaction_chance(state, action);
            let worth = f64::from(chance) * self.target_worth(rules, state, target);
            if chance >= FIRE && worth > best.0 {
                best = (worth, *action);
            }
        }
        best.1
    }

    /// Rifles: together, at what they hurt most.
    pub(crate) fn shoot(&self, rules: &Rules, state: &State, seat: Seat, memory: &mut Memory) -> Action {
        let legal = &mut memory.legal;
        rules.legal(state, seat, legal);
        let mut best = (0.0, Action::HoldFire);
        for action in legal.iter() {
            let (target, together) = if let Action::Shoot(_, target) = *action {
                (target, 1.0)
            } else if let Action::ShootTogether(_, target) = *action {
                (target, 1.2)
            } else {
                continue;
            };
            let worth = together * self.target_worth(rules, state, target);
            if worth > best.0 {
                best = (worth, *action);
            }
        }
        best.1
    }
}
