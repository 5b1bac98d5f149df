//! The course of a turn: every frame knows who is asked, what he may answer, and what comes of it. The chapters decide.

use board::{Facing, Hand as Flank, Hex};
use kernel::{Outcome, Pending, Side, Sink, Throw, Waits};

use crate::Rules;
use crate::action::Action;
use crate::counters::{CounterId, enemy_of};
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
            Waits::Rolls(die) => Pending::Chance(self.throw_of(die)),
            Waits::Goes(_) => Pending::Over(self.verdict_now(state)),
        }
    }

    /// Who has to decide in this frame, if it waits for anybody.
    #[inline]
    pub(crate) fn asked(&self, state: &State) -> Option<Side> {
        state.frame().asked().map(|question| self.asked_of(state, question))
    }

    fn asked_of(&self, state: &State, question: Question) -> Side {
        match question {
            Question::Plan { side } | Question::Call { side } | Question::Successor { side } => side,
            Question::Initiative => self.scenario.first_player,
            Question::Move
            | Question::Moving
            | Question::Fire { .. }
            | Question::Press
            | Question::Charges
            | Question::Declare
            | Question::Advance
            | Question::Rally
            | Question::Rout
            | Question::Reorganise => state.player,
            Question::Approach | Question::GiveWay => enemy_of(state.player),
            Question::Astride { brigade } => self.side_of(brigade),
            Question::Recoil { unit, .. } | Question::Face { unit } | Question::Routing { unit, .. } => {
                self.side_of(unit)
            }
            // 5.4e: the enemy moves what stands beyond the limits.
            Question::Unstack { hex } => {
                state.counters_in(hex).next().map_or(state.player, |unit| enemy_of(self.side_of(unit)))
            }
        }
    }

    /// The die that is due.
    fn throw_of(&self, die: Die) -> Throw {
        match die {
            Die::HourDie { .. } => Throw::d6(case!("A.2c"), "time of arrival"),
            Die::AfterHours => Throw::pause(case!("A.2c"), "time of arrival"),
            Die::Muster => Throw::pause(case!("M.1"), "end of the turn"),
            Die::PointDie { .. } => Throw::d6(case!("A.2e"), "place of arrival"),
            Die::HesitationDie => Throw::d6(case!("S.minden"), "hesitation"),
            Die::LostWayDie => Throw::d6(case!("7.5a"), "the way at a fork"),
            Die::Check { unit, trial } => {
                let purpose = if trial.is_task() { "Task Check" } else { "Effectiveness Check" };
                Throw::d6(self.trial_case(unit, trial), purpose)
            }
            Die::FireDie => Throw::d6(case!("T.fire"), "fire"),
            Die::DemolitionDie => Throw::d6(case!("G.3u"), "fire at a building or bridge"),
            Die::ChargeDie => Throw::d6(case!("T.charge"), "charge"),
            Die::LeaderDie { charged, .. } => {
                Throw::d6(if charged { case!("I.0c") } else { case!("I.0a") }, "a leader in danger")
            }
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
        self.names_exist(action)?;
        match state.frame().asked() {
            Some(question) if self.asked_of(state, question) == side => {
                self.judge_answer(state, side, question, action)
            }
            _ => Err(self.out_of_turn(state)),
        }
    }

    fn judge_answer(&self, state: &State, side: Side, question: Question, action: &Action) -> Ruling {
        let hand = &state.hand;
        match (question, *action) {
            (Question::Plan { side }, Action::Plan(corps, turn, point)) => self.may_plan(side, corps, turn, point),
            (Question::Plan { side }, Action::EndPlans) => self.may_end_plans(state, side),
            (Question::Call { side }, Action::Call(corps)) => self.may_call(state, side, corps),
            (Question::Call { .. }, Action::Wait) => Ok(()),
            (Question::Initiative, Action::KeepInitiative | Action::YieldInitiative) if rule!("B.2", true) => Ok(()),
            (Question::Move, Action::Select(counter)) => self.may_select(state, side, counter),
            (Question::Move, Action::EndMovement) => Ok(()),
            (Question::Moving, Action::Enter(hex, facing)) => self.may_enter(state, hand, hex, facing),
            (Question::Moving, Action::Step(to)) => self.may_step(state, hand, to),
            (Question::Moving, Action::Slide(to)) => self.may_slide(state, hand, to),
            (Question::Moving, Action::Reverse(to)) => self.may_reverse(state, hand, to),
            (Question::Moving, Action::AboutFace) => self.may_about_face(state, hand),
            (Question::Moving, Action::Turn(facing)) => self.may_turn(state, hand, facing),
            (Question::Moving, Action::Wheel(to)) => self.may_wheel(state, hand, to),
            (Question::Moving, Action::WheelBack(about)) => self.may_wheel_back(state, hand, about),
            (Question::Moving, Action::Change(facing)) => self.may_change(state, hand, facing),
            (Question::Moving, Action::Deploy(to)) => self.may_deploy(state, hand, to),
            (Question::Moving, Action::Halt) => self.may_halt(state, hand),
            (Question::Astride { brigade }, Action::Assign(split)) => self.may_assign(state, brigade, split),
            (Question::Approach, Action::GiveWay(cavalry)) => self.may_answer(state, side, cavalry),
            (Question::Approach, Action::Stand(cavalry)) => self.may_stand_before(state, side, cavalry),
            (Question::Recoil { unit, from, flight, .. }, Action::Recoil(to)) => {
                self.may_recoil(state, unit, (from, flight), to)
            }
            (Question::Face { unit }, Action::Face(facing)) => self.may_face(state, unit, facing),
            (Question::Unstack { hex }, Action::Unstack(unit, to)) => self.may_unstack(state, hex, unit, to),
            (Question::Successor { side }, Action::Appoint(leader, hex)) => self.may_appoint(state, side, leader, hex),
            (Question::Fire { guns }, Action::Fire(firer, target)) => self.may_fire(state, side, guns, firer, target),
            (Question::Fire { guns: true }, Action::Burn(battery, hex)) => self.may_burn(state, side, battery, hex),
            (Question::Fire { guns: true }, Action::Batter(battery, one, other)) => {
                self.may_batter(state, side, battery, one, other)
            }
            (Question::Fire { .. }, Action::EndFire) if rule!("G.3e", true) => Ok(()),
            (Question::Press, Action::Press | Action::HoldFire) => Ok(()),
            (Question::Charges, Action::Charge(front, target)) => self.may_charge_with(state, side, front, target),
            (Question::Charges, Action::EndCharges) if rule!("4.4a", true) => self.may_end_charges(state, side),
            (Question::Declare, Action::Support(unit)) => self.may_support(state, side, unit),
            (Question::Declare, Action::Launch) => Ok(()),
            (Question::GiveWay, Action::GiveWay(cavalry) | Action::Stand(cavalry)) => self.may_give_way(state, cavalry),
            (Question::Advance, Action::Advance(unit)) => self.may_advance(state, side, unit),
            (Question::Advance, Action::EndAdvance) => Ok(()),
            (Question::Rally, Action::Rally(unit)) => self.judge_rally(state, side, unit),
            (Question::Rally, Action::EndRally) => Ok(()),
            (Question::Rout, Action::Rout(unit)) => self.may_rout(state, side, unit),
            (Question::Routing { unit, left }, Action::Run(to)) => self.may_run(state, (unit, left), to),
            (Question::Reorganise, Action::Shift(counter, to)) => self.may_shift(state, side, counter, to),
            (Question::Reorganise, Action::Dress(counter, facing)) => self.may_dress(state, side, counter, facing),
            (Question::Reorganise, Action::Swing(counter, about)) => self.may_swing(state, side, counter, about),
            (Question::Reorganise, Action::Reform(brigade)) => self.may_reform(state, side, brigade),
            (Question::Reorganise, Action::EndReorganisation) => Ok(()),
            (question, action) => Err(self.out_of_place(question.into(), &action)),
        }
    }

    /// Whatever an action names is there.
    fn names_exist(&self, action: &Action) -> Ruling {
        let counters = named_counters(action);
        if counters.into_iter().flatten().any(|counter| counter.index() >= self.counters.len()) {
            return Err(refuse(case!("D.0a"), "there is no such counter"));
        }
        let grid = &self.ground.grid;
        let hexes = named_hexes(action);
        if hexes.into_iter().flatten().any(|hex| hex.index() >= grid.len() || grid.is_void(hex)) {
            return Err(refuse(case!("D.1a"), "there is no such hex"));
        }
        if let Action::Plan(corps, ..) | Action::Call(corps) = action
            && corps.index() >= self.corps.len()
        {
            return Err(refuse(case!("A.2b"), "there is no such corps"));
        }
        Ok(())
    }

    /// Every legal action of the side that is asked.
    pub(crate) fn list(&self, state: &State, side: Side, actions: &mut Vec<Action>) {
        let Some(question) = state.frame().asked() else { return };
        if self.asked_of(state, question) != side {
            return;
        }
        let judged = |action: &Action| self.judge(state, side, action).is_ok();
        match question {
            Question::Plan { side } => {
                for (corps, approach) in self.approaches() {
                    if approach.called_after.is_some() || self.corps[corps.index()].side != side {
                        continue;
                    }
                    for turn in approach.earliest..=self.scenario.last_turn() {
                        let points = approach.points.iter().map(|point| Action::Plan(*corps, turn, *point));
                        actions.extend(points.filter(judged));
                    }
                }
                actions.extend([Action::EndPlans].into_iter().filter(judged));
            }
            Question::Call { side } => {
                actions.extend(self.callable(state, side).map(Action::Call));
                actions.push(Action::Wait);
            }
            Question::Initiative => {
                actions.extend([Action::KeepInitiative, Action::YieldInitiative].into_iter().filter(judged))
            }
            Question::Move => {
                actions.extend(self.movers(state, side).iter().map(Action::Select));
                actions.push(Action::EndMovement);
            }
            Question::Moving => self.list_moves(state, side, actions),
            Question::Astride { brigade } => {
                actions.extend(self.splits(state, brigade).into_iter().map(Action::Assign))
            }
            Question::Approach => {
                for cavalry in state.approached {
                    actions.extend([Action::Stand(cavalry), Action::GiveWay(cavalry)].into_iter().filter(judged));
                }
            }
            Question::Recoil { unit, from, flight, .. } => {
                actions.extend(self.recoils(state, unit, from, flight).into_iter().map(Action::Recoil));
            }
            Question::Face { unit } => {
                let facings = Facing::all(state.formation(unit).faces_vertex());
                actions.extend(facings.map(Action::Face).into_iter().filter(judged));
            }
            Question::Unstack { hex } => self.list_unstacking(state, hex, actions),
            Question::Successor { side } => self.list_appointments(state, side, actions),
            Question::Fire { guns } => self.list_fire(state, side, guns, actions),
            Question::Press => actions.extend([Action::Press, Action::HoldFire]),
            Question::Charges => self.list_charges(state, side, actions),
            Question::Declare => self.list_support(state, side, actions),
            Question::GiveWay => {
                let target = state.charge.target;
                actions.extend([Action::GiveWay(target), Action::Stand(target)]);
            }
            Question::Advance => self.list_advances(state, side, actions),
            Question::Rally => self.list_rally(state, side, actions),
            Question::Rout => actions.extend(self.routers(state, side).iter().map(Action::Rout)),
            Question::Routing { unit, left } => self.list_running(state, (unit, left), actions),
            Question::Reorganise => self.list_reorganisation(state, side, actions),
        }
    }

    fn list_moves(&self, state: &State, side: Side, actions: &mut Vec<Action>) {
        let judged = |action: &Action| self.judge(state, side, action).is_ok();
        let hand = &state.hand;
        let piece = hand.piece;
        if self.is_waiting(state, piece) {
            self.entries(state, &mut |hex, facing| actions.push(Action::Enter(hex, facing)));
            actions.push(Action::Halt);
            return;
        }
        let at = state.hex_of(piece);
        let formation = state.formation(piece);
        if !hand.finished {
            actions.extend(self.ground.around(at).map(Action::Step).filter(judged));
            if formation.has_facing() || !formation.is_formed() {
                let [vertices, sides] = [true, false].map(|vertex| {
                    let looks = !formation.is_formed() || vertex == formation.faces_vertex();
                    Facing::all(vertex).map(Action::Turn).into_iter().filter(move |_| looks)
                });
                actions.extend(vertices.chain(sides).filter(judged));
            }
            if formation.faces_vertex() {
                actions.extend(Flank::BOTH.map(Action::Slide).into_iter().filter(judged));
                actions.extend(self.ground.around(at).map(Action::Reverse).filter(judged));
            }
            if formation.has_facing() {
                actions.extend([Action::AboutFace].into_iter().filter(judged));
                actions.extend(self.changed_facings(state, piece).map(Action::Change).into_iter().filter(judged));
            }
            if self.is_long(piece) {
                let wheels = Flank::BOTH
                    .into_iter()
                    .flat_map(|to| [Action::Wheel(to), Action::WheelBack(to), Action::Deploy(to)]);
                actions.extend(wheels.filter(judged));
            }
        }
        actions.extend([Action::Halt].into_iter().filter(judged));
    }

    /// Carries out an action that was judged legal.
    pub(crate) fn carry_out(&self, state: &mut State, action: &Action, events: &mut impl Sink<Event>) {
        let frame = state.frame();
        match *action {
            Action::Plan(corps, turn, point) => self.plan(state, corps, turn, point, events),
            Action::EndPlans => {
                if let Frame::Plan { side } = frame {
                    self.end_plans(state, side, events);
                }
            }
            Action::Call(corps) => self.call(state, corps, events),
            Action::Wait => {
                state.frames.pop();
            }
            Action::KeepInitiative => self.take_initiative(state, true, events),
            Action::YieldInitiative => self.take_initiative(state, false, events),
            Action::Select(counter) => self.select(state, counter, events),
            Action::Enter(hex, facing) => self.enter(state, hex, facing, events),
            Action::Step(to) => self.step(state, to, events),
            Action::Slide(to) => self.slide(state, to, events),
            Action::Reverse(to) => self.reverse(state, to, events),
            Action::AboutFace => self.about_face(state, events),
            Action::Turn(facing) => self.turn(state, facing, events),
            Action::Wheel(to) => self.wheel(state, to, events),
            Action::WheelBack(about) => self.wheel_back(state, about, events),
            Action::Change(facing) => self.change(state, facing, events),
            Action::Deploy(to) => self.deploy(state, to, events),
            Action::Halt => self.halt(state, events),
            Action::EndMovement => self.end_movement(state),
            Action::Assign(split) => {
                if let Frame::Astride { brigade } = frame {
                    self.assign(state, brigade, split, events);
                }
            }
            Action::GiveWay(cavalry) if frame == Frame::Approach => self.give_way_before(state, cavalry, events),
            Action::GiveWay(_) => self.give_way(state, events),
            Action::Stand(cavalry) if frame == Frame::Approach => self.stand_before(state, cavalry, events),
            Action::Stand(_) => self.stand(state),
            Action::Recoil(to) => self.recoil(state, to, events),
            Action::Face(facing) => {
                if let Frame::Face { unit } = frame {
                    state.frames.pop();
                    self.face(state, unit, facing, events);
                }
            }
            Action::Unstack(unit, to) => self.unstack(state, unit, to, events),
            Action::Appoint(leader, hex) => self.appoint(state, leader, hex, events),
            Action::Fire(firer, target) => self.fire(state, self.is_battery(firer), firer, target, events),
            Action::Burn(battery, hex) => self.burn(state, battery, hex, events),
            Action::Batter(battery, one, other) => self.batter(state, battery, (one, other), events),
            Action::Press => self.press(state, events),
            Action::HoldFire => self.decline_fire(state, events),
            Action::Charge(front, target) => self.charge(state, front, target),
            Action::Support(unit) => self.support(state, unit),
            Action::Launch => self.launch(state, events),
            Action::Advance(unit) => self.advance(state, unit, events),
            Action::EndAdvance => self.end_advance(state),
            Action::Rally(unit) => self.rally(state, unit, events),
            Action::Rout(unit) => self.rout(state, unit),
            Action::Run(to) => self.run_to(state, to, events),
            Action::Shift(counter, to) => self.shift(state, counter, to, events),
            Action::Dress(counter, facing) => self.dress(state, counter, facing, events),
            Action::Swing(counter, about) => self.swing_back(state, counter, about, events),
            Action::Reform(brigade) => self.reform(state, brigade, events),
            Action::EndFire | Action::EndCharges | Action::EndRally | Action::EndReorganisation => {
                self.finish_phase(state);
            }
        }
    }

    /// A die falls.
    pub(crate) fn fall(&self, state: &mut State, outcome: &Outcome, events: &mut impl Sink<Event>) {
        // A pause has none.
        let die = outcome.0.first().copied().unwrap_or(0);
        match state.frame().due().expect("a die falls where one is due") {
            Die::HourDie { corps } => self.hour_falls(state, corps, die, events),
            Die::AfterHours | Die::Muster => {
                state.frames.pop();
            }
            Die::PointDie { corps } => self.point_falls(state, corps, die, events),
            Die::HesitationDie => self.hesitation_falls(state, outcome, events),
            Die::LostWayDie => self.way_falls(state, die, events),
            Die::Check { unit, trial } => self.check_falls(state, unit, trial, die, events),
            Die::FireDie => self.fire_falls(state, die, events),
            Die::DemolitionDie => self.demolition_falls(state, die, events),
            Die::ChargeDie => self.charge_falls(state, die, events),
            Die::LeaderDie { leader, charged } => self.leader_falls(state, (leader, charged), die, events),
        }
    }

    /// Carries the game on to the next decision, throw or end.
    pub(crate) fn run(&self, state: &mut State, events: &mut impl Sink<Event>) {
        loop {
            let waits = match state.frame().waits() {
                Waits::Asks(question) => self.is_open(state, question, events),
                Waits::Rolls(_) => true,
                Waits::Goes(step) => self.go(state, step, events),
            };
            if waits {
                return;
            }
        }
    }

    /// Whether there is anything to decide; if not, what follows has been put in its place.
    fn is_open(&self, state: &mut State, question: Question, events: &mut impl Sink<Event>) -> bool {
        match question {
            Question::Move => self.go_on_choosing(state),
            Question::Moving => self.go_on_moving(state, events),
            Question::Approach => self.go_on_answering(state, events),
            Question::Fire { guns } => self.go_on_firing(state, guns, events),
            Question::Charges => self.go_on_charging(state, events),
            Question::Recoil { unit, left, from, flight } => {
                self.go_on_recoiling(state, (unit, left, from, flight), events)
            }
            Question::Unstack { hex } => self.go_on_unstacking(state, hex),
            Question::Advance => self.go_on_advancing(state, events),
            Question::Routing { unit, left } => self.go_on_routing(state, (unit, left), events),
            Question::Rally => self.go_on_rallying(state, events),
            Question::Rout => self.go_on_with_rout(state, events),
            Question::Reorganise => self.go_on_reorganising(state, events),
            Question::Plan { .. }
            | Question::Call { .. }
            | Question::Successor { .. }
            | Question::Initiative
            | Question::Astride { .. }
            | Question::Press
            | Question::Declare
            | Question::GiveWay
            | Question::Face { .. } => true,
        }
    }

    /// What goes on by itself; whether the game waits then.
    fn go(&self, state: &mut State, step: Step, events: &mut impl Sink<Event>) -> bool {
        match step {
            Step::Setup => self.end_setup(state, events),
            Step::BeginTurn => self.go_on_beginning(state, events),
            Step::Command => self.command_phase(state, events),
            Step::OpenMovement => self.go_on_opening(state, events),
            Step::Strains => self.go_on_straining(state, events),
            Step::CloseFire => self.close_fire(state),
            Step::Defender => self.strike_defender(state, events),
            Step::Attacker => self.strike_attacker(state, events),
            Step::ChargedLeaders => self.endanger_leaders(state),
            Step::CloseCharge => self.close_charge(state),
            Step::EndTurn => self.end_turn(state, events),
            Step::GameOver => true,
        }
    }
}

/// The counters that an action names.
fn named_counters(action: &Action) -> [Option<CounterId>; 2] {
    match *action {
        Action::Appoint(unit, _)
        | Action::Select(unit)
        | Action::Burn(unit, _)
        | Action::Batter(unit, ..)
        | Action::Support(unit)
        | Action::GiveWay(unit)
        | Action::Stand(unit)
        | Action::Advance(unit)
        | Action::Unstack(unit, _)
        | Action::Rally(unit)
        | Action::Rout(unit)
        | Action::Shift(unit, _)
        | Action::Dress(unit, _)
        | Action::Swing(unit, _)
        | Action::Reform(unit) => [Some(unit), None],
        Action::Fire(unit, other) | Action::Charge(unit, other) => [Some(unit), Some(other)],
        Action::Plan(..)
        | Action::EndPlans
        | Action::Call(_)
        | Action::Wait
        | Action::KeepInitiative
        | Action::YieldInitiative
        | Action::Enter(..)
        | Action::Step(_)
        | Action::Slide(_)
        | Action::Reverse(_)
        | Action::AboutFace
        | Action::Turn(_)
        | Action::Wheel(_)
        | Action::WheelBack(_)
        | Action::Change(_)
        | Action::Deploy(_)
        | Action::Halt
        | Action::EndMovement
        | Action::Assign(_)
        | Action::Press
        | Action::HoldFire
        | Action::EndFire
        | Action::Launch
        | Action::EndAdvance
        | Action::EndCharges
        | Action::Recoil(_)
        | Action::Face(_)
        | Action::EndRally
        | Action::Run(_)
        | Action::EndReorganisation => [None, None],
    }
}

/// The hexes that an action names.
fn named_hexes(action: &Action) -> [Option<Hex>; 2] {
    match *action {
        Action::Appoint(_, hex)
        | Action::Enter(hex, _)
        | Action::Step(hex)
        | Action::Reverse(hex)
        | Action::Burn(_, hex)
        | Action::Recoil(hex)
        | Action::Unstack(_, hex)
        | Action::Run(hex)
        | Action::Shift(_, hex) => [Some(hex), None],
        Action::Batter(_, from, to) => [Some(from), Some(to)],
        Action::Plan(..)
        | Action::EndPlans
        | Action::Call(_)
        | Action::Wait
        | Action::KeepInitiative
        | Action::YieldInitiative
        | Action::Select(_)
        | Action::Slide(_)
        | Action::AboutFace
        | Action::Turn(_)
        | Action::Wheel(_)
        | Action::WheelBack(_)
        | Action::Change(_)
        | Action::Deploy(_)
        | Action::Halt
        | Action::EndMovement
        | Action::Assign(_)
        | Action::Fire(..)
        | Action::Press
        | Action::HoldFire
        | Action::EndFire
        | Action::Charge(..)
        | Action::Support(_)
        | Action::Launch
        | Action::GiveWay(_)
        | Action::Stand(_)
        | Action::Advance(_)
        | Action::EndAdvance
        | Action::EndCharges
        | Action::Face(_)
        | Action::Rally(_)
        | Action::EndRally
        | Action::Rout(_)
        | Action::Dress(..)
        | Action::Swing(..)
        | Action::Reform(_)
        | Action::EndReorganisation => [None, None],
    }
}
