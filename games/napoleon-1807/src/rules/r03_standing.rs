//! Chapter 3: standing orders, by which a side answers in advance when it may react (3.1g).

use kernel::Side;

use crate::Rules;
use crate::action::Action;
use crate::counters::{CounterId, CounterSet};
use crate::refusal::{Ruling, refuse};
use crate::sequence::Frame;
use crate::standing::{Chance, EXCEPTIONS, Exception, MOST_SIXTHS, Reaction, SIXTH, StandingOrder, orders};
use crate::state::{Clash, Combat, State};
use crate::tables::Cell;

impl Rules {
    pub(crate) fn may_order(&self, state: &State, side: Side, reaction: Reaction, order: StandingOrder) -> Ruling {
        let beyond = matches!(order, StandingOrder::From(sixths) if sixths > MOST_SIXTHS);
        if state.frame() == Frame::GameOver || beyond || state.standing[side.index()].of(reaction) == order {
            return Err(refuse(case!("3.1g"), "a standing order has to be new: ask, never, or from 0 to 5 sixths"));
        }
        Ok(())
    }

    pub(crate) fn may_except(&self, state: &State, side: Side, unit: CounterId, exception: Exception) -> Ruling {
        let own = self.is_unit(unit) && self.side_of(unit) == side && state.on_map(unit);
        if state.frame() == Frame::GameOver || !own || state.standing[side.index()].exception(unit) == exception {
            return Err(refuse(case!("3.1g"), "that is no new standing order for {unit}").unit(unit));
        }
        Ok(())
    }

    pub(crate) fn list_standing(&self, state: &State, side: Side, actions: &mut Vec<Action>) {
        if state.frame() == Frame::GameOver {
            return;
        }
        let now = &state.standing[side.index()];
        for reaction in Reaction::ALL {
            let others = orders().filter(|order| *order != now.of(reaction));
            actions.extend(others.map(|order| Action::Standing(reaction, order)));
        }
        for unit in self.counters_of(side) {
            if self.is_unit(unit) && state.on_map(unit) {
                let others = EXCEPTIONS.into_iter().filter(|exception| *exception != now.exception(unit));
                actions.extend(others.map(|exception| Action::Except(unit, exception)));
            }
        }
    }

    pub(crate) fn give_standing(&self, state: &mut State, side: Side, reaction: Reaction, order: StandingOrder) {
        state.standing[side.index()].orders[reaction.index()] = order;
    }

    pub(crate) fn except(&self, state: &mut State, unit: CounterId, exception: Exception) {
        let standing = &mut state.standing[self.side_of(unit).index()];
        standing.asks.remove(unit);
        standing.never.remove(unit);
        match exception {
            Exception::Usual => {}
            Exception::Ask => standing.asks.insert(unit),
            Exception::Never => standing.never.insert(unit),
        }
    }

    /// What the standing orders of a side answer to what it is asked, if they cover it.
    pub(crate) fn answer_by_standing(&self, state: &State, side: Side) -> Option<Action> {
        let standing = &state.standing[side.index()];
        if !matches!(state.frame(), Frame::FormSquare { .. } | Frame::React | Frame::Withdraw)
            || self.asked(state) != Some(side)
        {
            return None;
        }
        let mut offers = Vec::new();
        self.list(state, side, &mut offers);
        let mut best: Option<(Reaction, Chance, Action)> = None;
        for offer in offers {
            let Some((reaction, units)) = self.reaction_of(state, &offer) else { continue };
            if units.intersects(&standing.never) {
                continue;
            }
            let order = if units.intersects(&standing.asks) { StandingOrder::Ask } else { standing.of(reaction) };
            let least = match order {
                // One reaction that has to be asked for is enough: the side is asked for all.
                StandingOrder::Ask => return None,
                StandingOrder::Never => continue,
                StandingOrder::From(sixths) => sixths * SIXTH,
            };
            let chance = self.chance_of(state, &offer);
            let better = best.is_none_or(|(kind, known, _)| (kind == reaction && chance > known) || reaction < kind);
            if chance >= least && better {
                best = Some((reaction, chance, offer));
            }
        }
        Some(best.map_or(Action::Pass, |(_, _, action)| action))
    }

    /// Which kind of reaction an action is, and whose.
    fn reaction_of(&self, state: &State, action: &Action) -> Option<(Reaction, CounterSet)> {
        let only = |unit: CounterId| CounterSet::from_iter([unit]);
        match *action {
            Action::Bombard(battery, _) => Some((Reaction::Fire, only(battery))),
            Action::BombardTogether(battery, target) => {
                Some((Reaction::Fire, self.battery_mates(state, battery, target)))
            }
            Action::SquareFire(unit) => Some((Reaction::Fire, only(unit))),
            Action::Countercharge(unit, ..) => Some((Reaction::Countercharge, only(unit))),
            Action::Withdraw(unit, _) => Some((Reaction::Withdrawal, only(unit))),
            Action::TrySquare => {
                let Frame::FormSquare { hex } = state.frame() else { return None };
                Some((Reaction::Square, self.units_in(state, hex).collect()))
            }
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
            | Action::Pass
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
            | Action::Except(..) => None,
        }
    }

    /// The chance of a reaction: that fire does anything, that a countercharge drives the enemy back or disorganizes him, that
    /// the square is formed; for a withdrawal, the chance that the infantry would do as much to the cavalry if it attacked.
    pub(crate) fn chance_of(&self, state: &State, action: &Action) -> Chance {
        match *action {
            Action::Bombard(battery, target) => self.fire_chance(state, CounterSet::from_iter([battery]), target),
            Action::BombardTogether(battery, target) => {
                self.fire_chance(state, self.battery_mates(state, battery, target), target)
            }
            Action::SquareFire(unit) => {
                let firers = CounterSet::from_iter([unit]);
                let target = state.hand.unit;
                let modifier = self.rifle_modifier(state, firers, target);
                let points = state.points(unit).min(self.tables.stacking.firing);
                of_two_dice(|dice| {
                    self.tables.rifle(self.is_cavalry(unit), points, dice as i8 + modifier) != Cell::Nothing
                })
            }
            Action::Countercharge(unit, to, facing) => {
                let mut after = state.clone();
                self.countercharge(&mut after, unit, to, facing, &mut kernel::Discard);
                self.reckon(&mut after, &mut kernel::Discard);
                self.chance_to_drive_back(&after)
            }
            Action::Withdraw(unit, _) => {
                let mut after = state.clone();
                after.combat = Combat::new(Clash::Assault, state.player);
                after.combat.from.push(state.hex_of(state.hand.unit));
                after.combat.targets.push(state.hex_of(unit));
                self.gather(&mut after);
                self.reckon(&mut after, &mut kernel::Discard);
                self.chance_to_drive_back(&after)
            }
            Action::TrySquare => {
                let Frame::FormSquare { hex } = state.frame() else { return 0 };
                let morale = self.square_morale(state, hex);
                of_two_dice(|dice| dice <= morale)
            }
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
            | Action::Pass
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
            | Action::Except(..) => 0,
        }
    }

    fn fire_chance(&self, state: &State, batteries: CounterSet, target: CounterId) -> Chance {
        let Some(battery) = batteries.first() else { return 0 };
        let Some(gun) = self.counter(battery).gun() else { return 0 };
        let points = batteries.iter().map(|unit| state.points(unit)).sum();
        let range = self.ground.grid.distance(state.hex_of(battery), state.hex_of(target));
        let modifier = self.artillery_modifier(state, batteries, target, points);
        of_two_dice(|dice| self.tables.artillery(gun, points, range, dice as i8 + modifier) != Cell::Nothing)
    }

    /// Of the combat that has been reckoned: what the die alone does to the defender.
    fn chance_to_drive_back(&self, state: &State) -> Chance {
        let beaten = |die: &u8| {
            let effect = self.tables.combat(self.tables.combat_row(*die as i8 + state.combat.modifier)).defender;
            effect.retreat || effect.disorganized
        };
        (1..=6).filter(beaten).count() as Chance * SIXTH
    }
}

/// In how many of the thirty-six ways of two dice something holds of their sum.
fn of_two_dice(holds: impl Fn(u8) -> bool) -> Chance {
    (1..=6).flat_map(|one| (1..=6).map(move |other| one + other)).filter(|sum| holds(*sum)).count() as Chance
}
