//! The course of a turn: every frame knows who is asked, what he may answer, and what comes of it. The chapters decide.

use std::ops::ControlFlow;

use board::Facing;
use kernel::{Case, Outcome, Pending, Side, Sink, Throw, Waits};

use crate::Rules;
use crate::action::Action;
use crate::counters::enemy_of;
use crate::event::Event;
use crate::refusal::{Ruling, refuse};
use crate::ruleset::Decision;
use crate::sequence::{Die, Frame, Question, Step};
use crate::state::State;

impl Rules {
    /// What the game waits for.
    pub(crate) fn pending_now(&self, state: &State) -> Pending<Decision> {
        match state.frame().waits() {
            Waits::Asks(question) => Pending::one(Rules::seat_of(self.asked_of(state, question)), Decision(question)),
            Waits::Rolls(die) => Pending::Chance(throw_of(die)),
            Waits::Goes(_) => Pending::Over(self.verdict_now(state)),
        }
    }

    /// Who has to decide in this frame, if it waits for anybody.
    pub(crate) fn asked(&self, state: &State) -> Option<Side> {
        state.frame().asked().map(|question| self.asked_of(state, question))
    }

    fn asked_of(&self, state: &State, question: Question) -> Side {
        match question {
            Question::Fire | Question::Move | Question::Moving | Question::Assault => state.player,
            Question::FormSquare { .. } | Question::React | Question::Withdraw => enemy_of(state.player),
            Question::Declare => state.combat.attacker,
            Question::Face { unit } => self.side_of(unit),
            Question::Reorganize { side }
            | Question::Skirmish { side }
            | Question::Volley { side }
            | Question::Retreat { side }
            | Question::Pursuit { side }
            | Question::Losses { side }
            | Question::Successor { side } => side,
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
        if action.counters().into_iter().flatten().any(|counter| counter.index() >= self.counters.len()) {
            return Err(refuse(case!("2.2"), "there is no such counter"));
        }
        if action
            .hexes()
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
        match state.frame().asked() {
            Some(question) if self.asked_of(state, question) == side => {
                self.judge_answer(state, side, question, action)
            }
            Some(_) | None => Err(self.untimely(state, side, action)),
        }
    }

    fn judge_answer(&self, state: &State, side: Side, question: Question, action: &Action) -> Ruling {
        let hand = &state.hand;
        match (question, *action) {
            (Question::Reorganize { side }, Action::Rally(unit)) => self.may_rally(state, side, unit),
            (Question::Reorganize { .. }, Action::EndRally) => Ok(()),
            (Question::Fire, Action::Bombard(battery, target)) => self.may_bombard(state, battery, target),
            (Question::Fire, Action::BombardTogether(battery, target)) => {
                self.may_fire_together(state, battery, target)
            }
            (Question::Fire, Action::EndFire) => Ok(()),
            (Question::Move, Action::Select(counter)) => self.may_select(state, side, counter),
            // 4.1c: nobody has to move.
            (Question::Move, Action::EndMovement) if rule!("4.1c", true) => self.may_end_movement(state),
            (Question::Moving, Action::Step(to)) => self.may_step(state, hand, to),
            (Question::Moving, Action::Turn(facing)) => self.may_turn(state, hand, facing),
            (Question::Moving, Action::Halt) => self.may_halt(state, hand),
            (Question::Moving, Action::FormSquare) => self.may_form_square(state, hand),
            (Question::Moving, Action::LeaveSquare) => self.may_leave_square(state, hand),
            (Question::Moving, Action::Charge(target)) => self.may_charge(state, hand, target),
            (Question::Moving, Action::Strike) => self.may_strike(state, hand),
            (Question::Moving, Action::KeepCharge) => self.may_keep_charge(state, hand),
            (Question::FormSquare { hex }, Action::TrySquare) => self.may_try_square(state, hex),
            (Question::FormSquare { .. } | Question::React | Question::Withdraw, Action::Pass) => Ok(()),
            (Question::React, Action::Bombard(battery, target)) => self.may_fire_at_mover(state, battery, target),
            (Question::React, Action::BombardTogether(battery, target)) => {
                self.may_fire_together(state, battery, target)
            }
            (Question::React, Action::SquareFire(unit)) => self.may_square_fire(state, side, unit),
            (Question::React, Action::Countercharge(unit, to, facing)) => {
                self.may_countercharge(state, side, unit, to, facing)
            }
            (Question::Withdraw, Action::Withdraw(unit, to)) => self.may_withdraw(state, side, unit, to),
            (Question::Assault, Action::Attack(from, to)) => self.may_open_attack(state, from, to),
            (Question::Assault, Action::EndCombat) => self.may_end_combat(state),
            (Question::Declare, Action::Join(from)) => self.may_join(state, from),
            (Question::Declare, Action::Target(to)) => self.may_add_target(state, to),
            (Question::Declare, Action::Fight) => self.may_fight(state),
            (Question::Volley { side } | Question::Skirmish { side }, Action::Shoot(unit, target)) => {
                self.may_shoot(state, side, unit, target)
            }
            (Question::Volley { side } | Question::Skirmish { side }, Action::ShootTogether(unit, target)) => {
                self.may_shoot_together(state, side, unit, target)
            }
            (Question::Volley { .. } | Question::Skirmish { .. }, Action::HoldFire) => Ok(()),
            (Question::Retreat { .. }, Action::Retreat(unit, to, facing)) => self.may_retreat(state, unit, to, facing),
            (Question::Pursuit { side }, Action::Pursue(unit, to)) => self.may_pursue(state, side, unit, to),
            // 8.72: nobody has to pursue.
            (Question::Pursuit { .. }, Action::Stay) if rule!("8.72", true) => Ok(()),
            (Question::Face { .. }, Action::Turn(facing)) if !facing.is_vertex() => Ok(()),
            (Question::Losses { side }, Action::Lose(unit)) => self.may_lose(state, side, unit),
            (Question::Successor { side }, Action::Appoint(commander)) => self.may_appoint(state, side, commander),
            (_, action) => Err(self.untimely(state, side, &action)),
        }
    }

    /// Every answer to what this side is asked.
    pub(crate) fn list(&self, state: &State, side: Side, actions: &mut Vec<Action>) {
        let Some(question) = state.frame().asked().filter(|question| self.asked_of(state, *question) == side) else {
            return;
        };
        let judged = |action: &Action| self.judge(state, side, action).is_ok();
        match question {
            Question::Reorganize { .. } => {
                let tired = state.disorganized.intersection(self.counters_of(side));
                actions.extend(tired.iter().map(Action::Rally).filter(judged));
                actions.push(Action::EndRally);
            }
            Question::Fire => {
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
            Question::Move => {
                actions
                    .extend(self.counters_of(side).difference(state.moved).iter().map(Action::Select).filter(judged));
                actions.extend([Action::EndMovement].into_iter().filter(judged));
            }
            Question::Moving => self.list_moves(state, side, actions),
            Question::FormSquare { .. } => actions.extend([Action::TrySquare, Action::Pass].into_iter().filter(judged)),
            Question::React => {
                let _all = self.each_reaction(state, |action| {
                    actions.push(action);
                    ControlFlow::Continue(())
                });
                actions.push(Action::Pass);
            }
            Question::Withdraw => {
                let _all = self.each_withdrawal(state, |action| {
                    actions.push(action);
                    ControlFlow::Continue(())
                });
                actions.push(Action::Pass);
            }
            Question::Assault => {
                for from in &state.occupied[side.index()] {
                    let pairs = self.hexes_around(from).filter(|to| self.may_attack(state, from, *to));
                    actions.extend(pairs.map(|to| Action::Attack(from, to)).filter(judged));
                }
                actions.extend([Action::EndCombat].into_iter().filter(judged));
            }
            Question::Declare => {
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
            Question::Volley { side } | Question::Skirmish { side } => {
                for unit in self.shooters(state, side) {
                    for target in self.marks_of(state, side, unit) {
                        actions.push(Action::Shoot(unit, target));
                        actions.extend([Action::ShootTogether(unit, target)].into_iter().filter(judged));
                    }
                }
                actions.push(Action::HoldFire);
            }
            Question::Retreat { .. } => {
                for unit in state.combat.retreating {
                    for to in self.refuges(state, unit) {
                        let ways = Facing::all(false).into_iter().map(|facing| Action::Retreat(unit, to, facing));
                        actions.extend(ways.filter(judged));
                    }
                }
            }
            Question::Pursuit { side } => {
                let hexes = state.combat.hexes_of(enemy_of(side));
                for unit in state.combat.of(side) {
                    actions.extend(hexes.iter().map(|to| Action::Pursue(unit, *to)).filter(judged));
                }
                actions.push(Action::Stay);
            }
            Question::Face { .. } => actions.extend(Facing::all(false).map(Action::Turn)),
            Question::Losses { side } => actions.extend(self.losers(state, side).iter().map(Action::Lose)),
            Question::Successor { .. } => {
                actions.extend(self.counters_of(side).iter().map(Action::Appoint).filter(judged));
            }
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

    /// The dice that are due fall.
    pub(crate) fn fall(&self, state: &mut State, outcome: &Outcome, events: &mut impl Sink<Event>) {
        let Some(die) = state.frame().due() else { return };
        match die {
            Die::Initiative => self.initiative_falls(state, outcome, events),
            Die::RallyDice { unit } => self.rally_falls(state, unit, outcome, events),
            Die::GunDice { battery, together, target } => {
                self.guns_fall(state, (battery, together, target), outcome, events);
            }
            Die::SquareDice { hex } => self.square_falls(state, hex, outcome, events),
            Die::RifleDice { unit, together, target } => {
                self.rifles_fall(state, (unit, together, target), outcome, events);
            }
            Die::CombatDie => self.combat_falls(state, outcome.die(), events),
            Die::MoraleDice { unit } => self.morale_falls(state, unit, outcome, events),
            Die::PursuitDice { unit, to } => self.pursuit_falls(state, unit, to, outcome, events),
            Die::LossDice { side } => self.losses_fall(state, side, outcome, events),
            Die::CommanderDice { commander } => self.commander_falls(state, commander, outcome, events),
        }
    }

    /// Carries the game on to the next decision, throw or end.
    pub(crate) fn run(&self, state: &mut State, events: &mut impl Sink<Event>) {
        loop {
            self.call_successor(state);
            let waits = match state.frame().waits() {
                Waits::Asks(question) => self.is_open(state, question, events),
                Waits::Rolls(die) => self.falls(state, die),
                Waits::Goes(step) => self.go(state, step, events),
            };
            if waits {
                return;
            }
        }
    }

    /// Whether there is anything to decide; if not, the game has gone on.
    fn is_open(&self, state: &mut State, question: Question, events: &mut impl Sink<Event>) -> bool {
        match question {
            Question::Reorganize { side } => self.pop_unless(state, self.rally_open(state, side)),
            Question::Moving => self.go_on_moving(state, events),
            Question::FormSquare { hex } => self.pop_unless(state, self.square_open(state, hex)),
            Question::React => self.pop_unless(state, self.reaction_open(state)),
            Question::Withdraw => self.go_on_withdrawing(state, events),
            Question::Skirmish { side } | Question::Volley { side } => {
                self.pop_unless(state, self.volley_open(state, side))
            }
            Question::Retreat { .. } => self.go_on_retreating(state, events),
            Question::Pursuit { side } => self.pop_unless(state, self.pursuit_open(state, side)),
            Question::Losses { side } => self.go_on_losing(state, side, events),
            Question::Fire
            | Question::Move
            | Question::Assault
            | Question::Declare
            | Question::Face { .. }
            | Question::Successor { .. } => true,
        }
    }

    /// Whether anybody is left for whom dice fall; if not, they do not.
    fn falls(&self, state: &mut State, die: Die) -> bool {
        match die {
            Die::LossDice { side } => self.pop_unless(state, self.losses_due(state, side)),
            Die::Initiative
            | Die::RallyDice { .. }
            | Die::GunDice { .. }
            | Die::SquareDice { .. }
            | Die::RifleDice { .. }
            | Die::CombatDie
            | Die::MoraleDice { .. }
            | Die::PursuitDice { .. }
            | Die::CommanderDice { .. } => true,
        }
    }

    /// What goes on by itself; whether the game waits then.
    fn go(&self, state: &mut State, step: Step, events: &mut impl Sink<Event>) -> bool {
        match step {
            Step::Command => self.open_reorganization(state, events),
            Step::OpenFire => self.open_fire(state, events),
            Step::OpenMovement => self.open_movement(state, events),
            Step::OpenCombat => self.open_combat(state, events),
            Step::Hits => self.carry_out_hits(state, events),
            Step::Ratio => self.reckon(state, events),
            Step::Disorganize { side } => self.disorganize_all(state, side, events),
            Step::Tests { .. } => self.test_next(state),
            Step::CloseCombat => self.close_combat(state, events),
            Step::EndTurn => self.end_turn(state, events),
            Step::GameOver => true,
        }
    }

    pub(crate) fn pop_unless(&self, state: &mut State, waits: bool) -> bool {
        if !waits {
            state.frames.pop();
        }
        waits
    }

    pub(crate) fn become_frame(&self, state: &mut State, frame: Frame) {
        state.frames.pop();
        state.frames.push(frame);
    }
}

const fn two_dice(case: Case, purpose: &'static str) -> Throw {
    Throw { dice: 2, faces: 6, case, purpose }
}

const fn throw_of(die: Die) -> Throw {
    match die {
        Die::Initiative => two_dice(case!("3.1"), "initiative"),
        Die::RallyDice { .. } => two_dice(case!("12.21"), "reorganization"),
        Die::GunDice { .. } => two_dice(case!("10.22"), "artillery fire"),
        Die::SquareDice { .. } => two_dice(case!("13.11"), "square"),
        Die::RifleDice { .. } => two_dice(case!("7.31"), "rifle fire"),
        Die::CombatDie => Throw::d6(case!("8.12"), "combat"),
        Die::MoraleDice { .. } => two_dice(case!("3.T"), "morale"),
        Die::PursuitDice { .. } => two_dice(case!("8.71"), "morale in pursuit"),
        Die::LossDice { .. } => two_dice(case!("8.3f"), "losses"),
        Die::CommanderDice { .. } => two_dice(case!("11.62"), "commander"),
    }
}
