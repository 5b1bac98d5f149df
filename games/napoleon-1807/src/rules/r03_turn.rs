//! 3.1: the course of a turn. Every frame knows who is asked, what he may answer, and what comes of it.

use std::ops::ControlFlow;

use board::{Facing, Hex};
use kernel::{Outcome, Side, Sink};

use crate::Rules;
use crate::action::Action;
use crate::event::Event;
use crate::refusal::{Ruling, refuse};
use crate::sequence::Frame;
use crate::state::State;
use crate::unit::{CounterId, enemy_of};

impl Rules {
    /// Who has to decide in this frame, if it waits for anybody.
    pub(crate) fn asked(&self, state: &State) -> Option<Side> {
        match state.frame() {
            Frame::Fire | Frame::Move | Frame::Moving | Frame::Assault => Some(state.player),
            Frame::FormSquare { .. } | Frame::React | Frame::Withdraw => Some(enemy_of(state.player)),
            Frame::Declare => Some(state.combat.attacker),
            Frame::Face { unit } => Some(self.side_of(unit)),
            Frame::Reorganize { side }
            | Frame::Skirmish { side }
            | Frame::Volley { side }
            | Frame::Retreat { side }
            | Frame::Pursuit { side }
            | Frame::Losses { side }
            | Frame::Successor { side } => Some(side),
            Frame::Initiative
            | Frame::Command
            | Frame::RallyDice { .. }
            | Frame::OpenFire
            | Frame::GunDice { .. }
            | Frame::OpenMovement
            | Frame::SquareDice { .. }
            | Frame::OpenCombat
            | Frame::RifleDice { .. }
            | Frame::Hits
            | Frame::Ratio
            | Frame::CombatDie
            | Frame::Disorganize { .. }
            | Frame::Tests { .. }
            | Frame::MoraleDice { .. }
            | Frame::PursuitDice { .. }
            | Frame::LossDice { .. }
            | Frame::CommanderDice { .. }
            | Frame::CloseCombat
            | Frame::EndTurn
            | Frame::GameOver => None,
        }
    }

    /// The one place where legality is decided. A refusal stands as long as its case is in force.
    pub(crate) fn judge(&self, state: &State, side: Side, action: &Action) -> Ruling {
        match self.judge_strictly(state, side, action) {
            Err(refusal) if !kernel::cases::applies(refusal.case, true, file!(), line!()) => Ok(()),
            ruling => ruling,
        }
    }

    fn judge_strictly(&self, state: &State, side: Side, action: &Action) -> Ruling {
        let [unit, other] = named_counters(action);
        if [unit, other].into_iter().flatten().any(|counter| counter.index() >= self.counters.len()) {
            return Err(refuse(case!("2.2"), "there is no such counter"));
        }
        if named_hexes(action)
            .into_iter()
            .flatten()
            .any(|hex| hex.index() >= self.ground.grid.len() || self.ground.grid.is_void(hex))
        {
            return Err(refuse(case!("4.1"), "there is no such hex"));
        }
        if let Action::Standing(reaction, order) = *action {
            return self.may_order(state, side, reaction, order);
        }
        if let Action::Except(unit, exception) = *action {
            return self.may_except(state, side, unit, exception);
        }
        if self.asked(state) != Some(side) {
            return Err(self.untimely(state, side, action));
        }
        let hand = &state.hand;
        match (state.frame(), *action) {
            (Frame::Reorganize { side }, Action::Rally(unit)) => self.may_rally(state, side, unit),
            (Frame::Reorganize { .. }, Action::EndRally) => Ok(()),
            (Frame::Fire, Action::Bombard(battery, target)) => self.may_bombard(state, battery, target),
            (Frame::Fire, Action::BombardTogether(battery, target)) => self.may_fire_together(state, battery, target),
            (Frame::Fire, Action::EndFire) => Ok(()),
            (Frame::Move, Action::Select(counter)) => self.may_select(state, side, counter),
            // 4.1c: nobody has to move.
            (Frame::Move, Action::EndMovement) if rule!("4.1c", true) => self.may_end_movement(state),
            (Frame::Moving, Action::Step(to)) => self.may_step(state, hand, to),
            (Frame::Moving, Action::Turn(facing)) => self.may_turn(state, hand, facing),
            (Frame::Moving, Action::Halt) => self.may_halt(state, hand),
            (Frame::Moving, Action::FormSquare) => self.may_form_square(state, hand),
            (Frame::Moving, Action::LeaveSquare) => self.may_leave_square(state, hand),
            (Frame::Moving, Action::Charge(target)) => self.may_charge(state, hand, target),
            (Frame::Moving, Action::Strike) => self.may_strike(state, hand),
            (Frame::Moving, Action::KeepCharge) => self.may_keep_charge(state, hand),
            (Frame::FormSquare { hex }, Action::TrySquare) => self.may_try_square(state, hex),
            (Frame::FormSquare { .. } | Frame::React | Frame::Withdraw, Action::Pass) => Ok(()),
            (Frame::React, Action::Bombard(battery, target)) => self.may_fire_at_mover(state, battery, target),
            (Frame::React, Action::BombardTogether(battery, target)) => self.may_fire_together(state, battery, target),
            (Frame::React, Action::SquareFire(unit)) => self.may_square_fire(state, side, unit),
            (Frame::React, Action::Countercharge(unit, to, facing)) => {
                self.may_countercharge(state, side, unit, to, facing)
            }
            (Frame::Withdraw, Action::Withdraw(unit, to)) => self.may_withdraw(state, side, unit, to),
            (Frame::Assault, Action::Attack(from, to)) => self.may_open_attack(state, from, to),
            (Frame::Assault, Action::EndCombat) => self.may_end_combat(state),
            (Frame::Declare, Action::Join(from)) => self.may_join(state, from),
            (Frame::Declare, Action::Target(to)) => self.may_add_target(state, to),
            (Frame::Declare, Action::Fight) => self.may_fight(state),
            (Frame::Volley { side } | Frame::Skirmish { side }, Action::Shoot(unit, target)) => {
                self.may_shoot(state, side, unit, target)
            }
            (Frame::Volley { side } | Frame::Skirmish { side }, Action::ShootTogether(unit, target)) => {
                self.may_shoot_together(state, side, unit, target)
            }
            (Frame::Volley { .. } | Frame::Skirmish { .. }, Action::HoldFire) => Ok(()),
            (Frame::Retreat { .. }, Action::Retreat(unit, to, facing)) => self.may_retreat(state, unit, to, facing),
            (Frame::Pursuit { side }, Action::Pursue(unit, to)) => self.may_pursue(state, side, unit, to),
            // 8.72: nobody has to pursue.
            (Frame::Pursuit { .. }, Action::Stay) if rule!("8.72", true) => Ok(()),
            (Frame::Face { .. }, Action::Turn(facing)) if !facing.is_vertex() => Ok(()),
            (Frame::Losses { side }, Action::Lose(unit)) => self.may_lose(state, side, unit),
            (Frame::Successor { side }, Action::Appoint(commander)) => self.may_appoint(state, side, commander),
            (_, action) => Err(self.untimely(state, side, &action)),
        }
    }

    /// Every legal action of the side that is asked.
    pub(crate) fn list(&self, state: &State, side: Side, actions: &mut Vec<Action>) {
        let judged = |action: &Action| self.judge(state, side, action).is_ok();
        match state.frame() {
            Frame::Reorganize { .. } => {
                let tired = state.disorganized.intersection(self.counters_of(side));
                actions.extend(tired.iter().map(Action::Rally).filter(judged));
                actions.push(Action::EndRally);
            }
            Frame::Fire => {
                for battery in self.counters_of(side).intersection(self.guns).difference(state.fired_in_phase) {
                    if state.on_map(battery) {
                        for target in self.targets_of(state, battery) {
                            actions.push(Action::Bombard(battery, target));
                            actions.extend([Action::BombardTogether(battery, target)].into_iter().filter(judged));
                        }
                    }
                }
                actions.push(Action::EndFire);
            }
            Frame::Move => {
                actions
                    .extend(self.counters_of(side).difference(state.moved).iter().map(Action::Select).filter(judged));
                actions.extend([Action::EndMovement].into_iter().filter(judged));
            }
            Frame::Moving => self.list_moves(state, side, actions),
            Frame::FormSquare { .. } => actions.extend([Action::TrySquare, Action::Pass].into_iter().filter(judged)),
            Frame::React => {
                let _all = self.each_reaction(state, |action| {
                    actions.push(action);
                    ControlFlow::Continue(())
                });
                actions.push(Action::Pass);
            }
            Frame::Withdraw => {
                let _all = self.each_withdrawal(state, |action| {
                    actions.push(action);
                    ControlFlow::Continue(())
                });
                actions.push(Action::Pass);
            }
            Frame::Assault => {
                for from in &state.occupied[side.index()] {
                    let pairs = self.hexes_around(from).filter(|to| self.may_attack(state, from, *to));
                    actions.extend(pairs.map(|to| Action::Attack(from, to)).filter(judged));
                }
                actions.extend([Action::EndCombat].into_iter().filter(judged));
            }
            Frame::Declare => {
                let combat = &state.combat;
                let friends = combat.targets.iter().flat_map(|hex| self.hexes_around(*hex));
                if combat.targets.len() == 1 {
                    actions.extend(friends.map(Action::Join).filter(judged));
                }
                if combat.from.len() == 1 {
                    actions.extend(self.hexes_around(combat.from[0]).map(Action::Target).filter(judged));
                }
                actions.extend([Action::Fight].into_iter().filter(judged));
            }
            Frame::Volley { side } | Frame::Skirmish { side } => {
                for unit in self.shooters(state, side) {
                    for target in self.marks_of(state, side, unit) {
                        actions.push(Action::Shoot(unit, target));
                        actions.extend([Action::ShootTogether(unit, target)].into_iter().filter(judged));
                    }
                }
                actions.push(Action::HoldFire);
            }
            Frame::Retreat { .. } => {
                for unit in state.combat.retreating {
                    for to in self.refuges(state, unit) {
                        let ways = Facing::all(false).into_iter().map(|facing| Action::Retreat(unit, to, facing));
                        actions.extend(ways.filter(judged));
                    }
                }
            }
            Frame::Pursuit { side } => {
                let hexes = state.combat.hexes_of(enemy_of(side));
                for unit in state.combat.of(side) {
                    actions.extend(hexes.iter().map(|to| Action::Pursue(unit, *to)).filter(judged));
                }
                actions.push(Action::Stay);
            }
            Frame::Face { .. } => actions.extend(Facing::all(false).map(Action::Turn)),
            Frame::Losses { side } => actions.extend(self.losers(state, side).iter().map(Action::Lose)),
            Frame::Successor { .. } => {
                actions.extend(self.counters_of(side).iter().map(Action::Appoint).filter(judged));
            }
            Frame::Initiative
            | Frame::Command
            | Frame::RallyDice { .. }
            | Frame::OpenFire
            | Frame::GunDice { .. }
            | Frame::OpenMovement
            | Frame::SquareDice { .. }
            | Frame::OpenCombat
            | Frame::RifleDice { .. }
            | Frame::Hits
            | Frame::Ratio
            | Frame::CombatDie
            | Frame::Disorganize { .. }
            | Frame::Tests { .. }
            | Frame::MoraleDice { .. }
            | Frame::PursuitDice { .. }
            | Frame::LossDice { .. }
            | Frame::CommanderDice { .. }
            | Frame::CloseCombat
            | Frame::EndTurn
            | Frame::GameOver => {}
        }
    }

    fn list_moves(&self, state: &State, side: Side, actions: &mut Vec<Action>) {
        let judged = |action: &Action| self.judge(state, side, action).is_ok();
        let unit = state.hand.unit;
        let at = self.place_of(state, unit);
        if at.is_none() {
            actions.extend(self.entry_hexes(state, unit).map(Action::Step).filter(judged));
        } else {
            actions.extend(self.hexes_around(at).map(Action::Step).filter(judged));
            if self.is_unit(unit) {
                actions.extend(Facing::all(false).map(Action::Turn).into_iter().filter(judged));
                actions.extend([Action::FormSquare, Action::LeaveSquare].into_iter().filter(judged));
            }
            if self.is_cavalry(unit) {
                let enemies = state.occupied[enemy_of(side).index()].iter();
                let near = enemies.filter(|hex| self.ground.grid.distance(at, *hex) == 2);
                actions.extend(near.map(Action::Charge).filter(judged));
                actions.extend([Action::Strike, Action::KeepCharge].into_iter().filter(judged));
            }
        }
        actions.extend([Action::Halt].into_iter().filter(judged));
    }

    /// Carries out an action that was judged legal.
    pub(crate) fn carry_out(&self, state: &mut State, side: Side, action: &Action, events: &mut impl Sink<Event>) {
        let frame = state.frame();
        match *action {
            Action::Rally(unit) => self.rally(state, unit),
            Action::EndRally => {
                state.frames.pop();
            }
            Action::Bombard(battery, target) => self.bombard(state, battery, false, target, events),
            Action::BombardTogether(battery, target) => self.bombard(state, battery, true, target, events),
            Action::EndFire => self.become_frame(state, Frame::OpenMovement),
            Action::Select(counter) => self.select(state, counter),
            Action::Step(to) => self.step(state, to, events),
            Action::Turn(facing) => {
                if let Frame::Face { unit } = frame {
                    state.frames.pop();
                    state.facing[unit.index()] = facing;
                    events.event(Event::Turned { unit, facing });
                } else {
                    self.turn(state, facing, events);
                }
            }
            Action::Halt => self.halt(state, events),
            Action::FormSquare => self.form_square(state, events),
            Action::LeaveSquare => self.leave_square(state, events),
            Action::EndMovement => self.end_movement(state, events),
            Action::Charge(target) => self.charge(state, target, events),
            Action::Strike => self.strike(state),
            Action::KeepCharge => self.keep_charge(state, events),
            Action::TrySquare => {
                if let Frame::FormSquare { hex } = frame {
                    self.try_square(state, hex);
                }
            }
            Action::SquareFire(unit) => self.shoot(state, (unit, false), state.hand.unit, events),
            Action::Countercharge(unit, to, facing) => self.countercharge(state, unit, to, facing, events),
            Action::Withdraw(unit, to) => self.withdraw(state, unit, to, events),
            Action::Pass if frame == Frame::Withdraw => self.end_withdrawal(state, events),
            Action::Pass => {
                state.frames.pop();
            }
            Action::Attack(from, to) => self.open_attack(state, from, to),
            Action::Join(from) => self.join(state, from),
            Action::Target(to) => self.add_target(state, to),
            Action::Fight => {
                state.frames.pop();
                self.fight(state, events);
            }
            Action::Shoot(unit, target) => self.shoot(state, (unit, false), target, events),
            Action::ShootTogether(unit, target) => self.shoot(state, (unit, true), target, events),
            Action::HoldFire | Action::Stay => {
                state.frames.pop();
            }
            Action::Retreat(unit, to, facing) => self.retreat(state, unit, to, facing, events),
            Action::Pursue(unit, to) => self.pursue(state, unit, to, events),
            Action::Lose(unit) => {
                if let Frame::Losses { side } = frame {
                    self.lose(state, side, unit, events);
                }
            }
            Action::Appoint(commander) => self.appoint(state, commander, events),
            Action::EndCombat => self.end_assaults(state, events),
            Action::Standing(reaction, order) => {
                self.give_standing(state, side, reaction, order);
                events.event(Event::StandingOrders { side });
            }
            Action::Except(unit, exception) => {
                self.except(state, unit, exception);
                events.event(Event::StandingOrders { side });
            }
        }
    }

    /// The dice fall.
    pub(crate) fn fall(&self, state: &mut State, outcome: &Outcome, events: &mut impl Sink<Event>) {
        match state.frame() {
            Frame::Initiative => self.initiative_falls(state, outcome, events),
            Frame::RallyDice { unit } => self.rally_falls(state, unit, outcome, events),
            Frame::GunDice { battery, together, target } => {
                self.guns_fall(state, (battery, together, target), outcome, events);
            }
            Frame::SquareDice { hex } => self.square_falls(state, hex, outcome, events),
            Frame::RifleDice { unit, together, target } => {
                self.rifles_fall(state, (unit, together, target), outcome, events);
            }
            Frame::CombatDie => self.combat_falls(state, outcome.die(), events),
            Frame::MoraleDice { unit } => self.morale_falls(state, unit, outcome, events),
            Frame::PursuitDice { unit, to } => self.pursuit_falls(state, unit, to, outcome, events),
            Frame::LossDice { side } => self.losses_fall(state, side, outcome, events),
            Frame::CommanderDice { commander } => self.commander_falls(state, commander, outcome, events),
            Frame::Command
            | Frame::Reorganize { .. }
            | Frame::OpenFire
            | Frame::Fire
            | Frame::OpenMovement
            | Frame::Move
            | Frame::Moving
            | Frame::FormSquare { .. }
            | Frame::React
            | Frame::Withdraw
            | Frame::OpenCombat
            | Frame::Assault
            | Frame::Skirmish { .. }
            | Frame::Declare
            | Frame::Volley { .. }
            | Frame::Hits
            | Frame::Ratio
            | Frame::Retreat { .. }
            | Frame::Disorganize { .. }
            | Frame::Tests { .. }
            | Frame::Pursuit { .. }
            | Frame::Face { .. }
            | Frame::Losses { .. }
            | Frame::Successor { .. }
            | Frame::CloseCombat
            | Frame::EndTurn
            | Frame::GameOver => unreachable!("no dice are due"),
        }
    }
}

/// The counters that an action names.
fn named_counters(action: &Action) -> [Option<CounterId>; 2] {
    match *action {
        Action::Rally(unit)
        | Action::Select(unit)
        | Action::SquareFire(unit)
        | Action::Countercharge(unit, ..)
        | Action::Withdraw(unit, _)
        | Action::Retreat(unit, ..)
        | Action::Pursue(unit, _)
        | Action::Lose(unit)
        | Action::Appoint(unit)
        | Action::Except(unit, _) => [Some(unit), None],
        Action::Bombard(unit, other)
        | Action::BombardTogether(unit, other)
        | Action::Shoot(unit, other)
        | Action::ShootTogether(unit, other) => [Some(unit), Some(other)],
        Action::EndRally
        | Action::EndFire
        | Action::Step(_)
        | Action::Turn(_)
        | Action::Halt
        | Action::FormSquare
        | Action::LeaveSquare
        | Action::EndMovement
        | Action::Charge(_)
        | Action::Strike
        | Action::KeepCharge
        | Action::TrySquare
        | Action::Pass
        | Action::Attack(..)
        | Action::Join(_)
        | Action::Target(_)
        | Action::Fight
        | Action::HoldFire
        | Action::Stay
        | Action::EndCombat
        | Action::Standing(..) => [None, None],
    }
}

/// The hexes that an action names.
fn named_hexes(action: &Action) -> [Option<Hex>; 2] {
    match *action {
        Action::Step(hex)
        | Action::Charge(hex)
        | Action::Join(hex)
        | Action::Target(hex)
        | Action::Countercharge(_, hex, _)
        | Action::Withdraw(_, hex)
        | Action::Retreat(_, hex, _)
        | Action::Pursue(_, hex) => [Some(hex), None],
        Action::Attack(from, to) => [Some(from), Some(to)],
        Action::Rally(_)
        | Action::EndRally
        | Action::Bombard(..)
        | Action::BombardTogether(..)
        | Action::EndFire
        | Action::Select(_)
        | Action::Turn(_)
        | Action::Halt
        | Action::FormSquare
        | Action::LeaveSquare
        | Action::EndMovement
        | Action::Strike
        | Action::KeepCharge
        | Action::TrySquare
        | Action::SquareFire(_)
        | Action::Pass
        | Action::Fight
        | Action::Shoot(..)
        | Action::ShootTogether(..)
        | Action::HoldFire
        | Action::Stay
        | Action::Lose(_)
        | Action::Appoint(_)
        | Action::EndCombat
        | Action::Standing(..)
        | Action::Except(..) => [None, None],
    }
}
