//! Every frame knows who is asked, what he may answer, and what comes of it.

use board::{Facing, Hand as Flank, Hex};
use kernel::{Outcome, Side, Sink};

use crate::Rules;
use crate::action::Action;
use crate::event::Event;
use crate::refusal::{Refusal, Ruling, refuse};
use crate::sequence::Frame;
use crate::state::State;
use crate::unit::{CounterId, enemy_of};

impl Rules {
    /// Who has to decide in this frame, if it waits for anybody.
    pub(crate) fn asked(&self, state: &State) -> Option<Side> {
        match state.frame() {
            Frame::Plan { side } | Frame::Call { side } | Frame::Successor { side } => Some(side),
            Frame::Initiative => Some(self.scenario.first_player),
            Frame::Move
            | Frame::Moving
            | Frame::Fire { .. }
            | Frame::Press
            | Frame::Charges
            | Frame::Declare
            | Frame::Advance
            | Frame::Rally
            | Frame::Rout
            | Frame::Reorganise => Some(state.player),
            Frame::Approach => Some(enemy_of(state.player)),
            Frame::GiveWay => Some(enemy_of(state.player)),
            Frame::Astride { brigade } => Some(self.side_of(brigade)),
            Frame::Recoil { unit, .. } | Frame::Face { unit } | Frame::Routing { unit, .. } => Some(self.side_of(unit)),
            // 5.4e: the enemy moves what stands beyond the limits.
            Frame::Unstack { hex } => state.counters_in(hex).next().map(|unit| enemy_of(self.side_of(unit))),
            Frame::Setup
            | Frame::HourDie { .. }
            | Frame::AfterHours
            | Frame::Muster
            | Frame::PointDie { .. }
            | Frame::BeginTurn
            | Frame::HesitationDie
            | Frame::Command
            | Frame::OpenMovement
            | Frame::LostWayDie
            | Frame::Strains
            | Frame::FireDie
            | Frame::DemolitionDie
            | Frame::CloseFire
            | Frame::ChargeDie
            | Frame::Defender
            | Frame::Attacker
            | Frame::ChargedLeaders
            | Frame::CloseCharge
            | Frame::Check { .. }
            | Frame::LeaderDie { .. }
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
        self.names_exist(action)?;
        if self.asked(state) != Some(side) {
            return Err(self.out_of_turn(state));
        }
        let hand = &state.hand;
        match (state.frame(), *action) {
            (Frame::Plan { side }, Action::Plan(corps, turn, point)) => self.may_plan(side, corps, turn, point),
            (Frame::Plan { side }, Action::EndPlans) => self.may_end_plans(state, side),
            (Frame::Call { side }, Action::Call(corps)) => self.may_call(state, side, corps),
            (Frame::Call { .. }, Action::Wait) => Ok(()),
            (Frame::Initiative, Action::KeepInitiative | Action::YieldInitiative) if rule!("B.2", true) => Ok(()),
            (Frame::Move, Action::Select(counter)) => self.may_select(state, side, counter),
            (Frame::Move, Action::EndMovement) => Ok(()),
            (Frame::Moving, Action::Enter(hex, facing)) => self.may_enter(state, hand, hex, facing),
            (Frame::Moving, Action::Step(to)) => self.may_step(state, hand, to),
            (Frame::Moving, Action::Slide(to)) => self.may_slide(state, hand, to),
            (Frame::Moving, Action::Reverse(to)) => self.may_reverse(state, hand, to),
            (Frame::Moving, Action::AboutFace) => self.may_about_face(state, hand),
            (Frame::Moving, Action::Turn(facing)) => self.may_turn(state, hand, facing),
            (Frame::Moving, Action::Wheel(to)) => self.may_wheel(state, hand, to),
            (Frame::Moving, Action::WheelBack(about)) => self.may_wheel_back(state, hand, about),
            (Frame::Moving, Action::Change(facing)) => self.may_change(state, hand, facing),
            (Frame::Moving, Action::Deploy(to)) => self.may_deploy(state, hand, to),
            (Frame::Moving, Action::Halt) => self.may_halt(state, hand),
            (Frame::Astride { brigade }, Action::Assign(split)) => self.may_assign(state, brigade, split),
            (Frame::Approach, Action::GiveWay(cavalry)) => self.may_answer(state, side, cavalry),
            (Frame::Approach, Action::Stand(cavalry)) => self.may_stand_before(state, side, cavalry),
            (Frame::Recoil { unit, from, .. }, Action::Recoil(to)) => self.may_recoil(state, unit, from, to),
            (Frame::Face { unit }, Action::Face(facing)) => self.may_face(state, unit, facing),
            (Frame::Unstack { hex }, Action::Unstack(unit, to)) => self.may_unstack(state, hex, unit, to),
            (Frame::Successor { side }, Action::Appoint(leader, hex)) => self.may_appoint(state, side, leader, hex),
            (Frame::Fire { guns }, Action::Fire(firer, target)) => self.may_fire(state, side, guns, firer, target),
            (Frame::Fire { guns: true }, Action::Burn(battery, hex)) => self.may_burn(state, side, battery, hex),
            (Frame::Fire { guns: true }, Action::Batter(battery, one, other)) => {
                self.may_batter(state, side, battery, one, other)
            }
            (Frame::Fire { .. }, Action::EndFire) if rule!("G.3e", true) => Ok(()),
            (Frame::Press, Action::Press | Action::HoldFire) => Ok(()),
            (Frame::Charges, Action::Charge(front, target)) => self.may_charge_with(state, side, front, target),
            (Frame::Charges, Action::EndCharges) if rule!("4.4a", true) => self.may_end_charges(state, side),
            (Frame::Declare, Action::Support(unit)) => self.may_support(state, side, unit),
            (Frame::Declare, Action::Launch) => Ok(()),
            (Frame::GiveWay, Action::GiveWay(cavalry) | Action::Stand(cavalry)) => self.may_give_way(state, cavalry),
            (Frame::Advance, Action::Advance(unit)) => self.may_advance(state, side, unit),
            (Frame::Advance, Action::EndAdvance) => Ok(()),
            (Frame::Rally, Action::Rally(unit)) => self.judge_rally(state, side, unit),
            (Frame::Rally, Action::EndRally) => Ok(()),
            (Frame::Rout, Action::Rout(unit)) => self.may_rout(state, side, unit),
            (Frame::Routing { unit, left }, Action::Run(to)) => self.may_run(state, (unit, left), to),
            (Frame::Reorganise, Action::Shift(counter, to)) => self.may_shift(state, side, counter, to),
            (Frame::Reorganise, Action::Dress(counter, facing)) => self.may_dress(state, side, counter, facing),
            (Frame::Reorganise, Action::Swing(counter, about)) => self.may_swing(state, side, counter, about),
            (Frame::Reorganise, Action::Reform(brigade)) => self.may_reform(state, side, brigade),
            (Frame::Reorganise, Action::EndReorganisation) => Ok(()),
            (frame, action) => Err(self.out_of_place(frame, &action)),
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

    /// The side that is not asked: the refusal names the rule that says whose turn it is.
    fn out_of_turn(&self, state: &State) -> Refusal {
        let frame = state.frame();
        if frame == Frame::GameOver {
            refuse(case!("B.2"), "the game is over")
        } else if frame == Frame::Approach {
            refuse(case!("H.1m"), "the cavalry that was approached answers first")
        } else if frame == Frame::Initiative {
            refuse(case!("B.2"), "the First Player decides about the initiative")
        } else if matches!(frame, Frame::Plan { .. }) {
            refuse(case!("A.2b"), "the other side writes its plans")
        } else if matches!(frame, Frame::Fire { .. }) {
            refuse(case!("G.3d"), "the players fire by turns").also(&[case!("G.4b"), case!("B.2")])
        } else if frame == Frame::Charges {
            refuse(case!("H.1k"), "the players charge by turns").also(&[case!("B.2")])
        } else {
            refuse(case!("B.2"), "it is not for this side to act now")
        }
    }

    /// The right side at the wrong moment: the refusal names the rule that says when.
    fn out_of_place(&self, frame: Frame, action: &Action) -> Refusal {
        match action {
            Action::Plan(..) | Action::EndPlans => refuse(case!("A.2b"), "plans are written before the first turn"),
            Action::Call(_) | Action::Wait => {
                refuse(case!("S.minden"), "a corps is called as a turn on the hour begins")
            }
            Action::Appoint(..) => refuse(case!("I.0f"), "no leader is to be replaced now"),
            Action::KeepInitiative | Action::YieldInitiative => {
                refuse(case!("B.2"), "the initiative is settled for this turn")
            }
            Action::Select(_) | Action::EndMovement if frame == Frame::Moving => {
                refuse(case!("D.1b"), "finish the move in hand first")
            }
            Action::Select(_)
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
            | Action::EndMovement => refuse(case!("D.0a"), "counters move in the movement phase, one after the other"),
            Action::Assign(_) => refuse(case!("D.3d"), "nobody asks on which side a unit stands"),
            Action::Fire(..) | Action::EndFire => {
                refuse(case!("G.3d"), "fire follows movement: guns first, then infantry")
                    .also(&[case!("G.4a"), case!("G.4b")])
            }
            Action::Burn(..) | Action::Batter(..) => {
                refuse(case!("G.3u"), "batteries fire in the artillery's phase").also(&[case!("G.3d")])
            }
            Action::Press | Action::HoldFire => refuse(case!("G.4c"), "nobody has failed his check"),
            Action::Charge(..) | Action::Support(_) | Action::Launch | Action::EndCharges => {
                refuse(case!("H.1k"), "charges follow the fire").also(&[case!("H.0a")])
            }
            Action::GiveWay(_) | Action::Stand(_) => {
                refuse(case!("H.1l"), "no cavalry is charged or approached now").also(&[case!("H.1m")])
            }
            Action::Advance(_) | Action::EndAdvance => refuse(case!("H.2i"), "there is no hex to enter now"),
            Action::Recoil(_) => refuse(case!("H.2n"), "nobody goes back now"),
            Action::Face(_) => refuse(case!("H.1l"), "nobody chooses his facing now").also(&[case!("J.2b")]),
            Action::Unstack(..) => refuse(case!("5.4e"), "no hex holds too much"),
            Action::Rally(_) | Action::EndRally => refuse(case!("J.0"), "units are rallied after the charges"),
            Action::Rout(_) | Action::Run(_) => refuse(case!("K.0a"), "routs follow the rally"),
            Action::Shift(..)
            | Action::Dress(..)
            | Action::Swing(..)
            | Action::Reform(_)
            | Action::EndReorganisation => refuse(case!("L.1a"), "lines are straightened at the end of a turn"),
        }
    }

    /// Every legal action of the side that is asked.
    pub(crate) fn list(&self, state: &State, side: Side, actions: &mut Vec<Action>) {
        let judged = |action: &Action| self.judge(state, side, action).is_ok();
        match state.frame() {
            Frame::Plan { side } => {
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
            Frame::Call { side } => {
                actions.extend(self.callable(state, side).map(Action::Call));
                actions.push(Action::Wait);
            }
            Frame::Initiative => {
                actions.extend([Action::KeepInitiative, Action::YieldInitiative].into_iter().filter(judged))
            }
            Frame::Move => {
                actions.extend(self.movers(state, side).iter().map(Action::Select));
                actions.push(Action::EndMovement);
            }
            Frame::Moving => self.list_moves(state, side, actions),
            Frame::Astride { brigade } => actions.extend(self.splits(state, brigade).into_iter().map(Action::Assign)),
            Frame::Approach => {
                for cavalry in state.approached {
                    actions.extend([Action::Stand(cavalry), Action::GiveWay(cavalry)].into_iter().filter(judged));
                }
            }
            Frame::Recoil { unit, from, .. } => {
                actions.extend(self.recoils(state, unit, from).into_iter().map(Action::Recoil));
            }
            Frame::Face { unit } => {
                let facings = Facing::all(state.formation(unit).faces_vertex());
                actions.extend(facings.map(Action::Face).into_iter().filter(judged));
            }
            Frame::Unstack { hex } => self.list_unstacking(state, hex, actions),
            Frame::Successor { side } => self.list_appointments(state, side, actions),
            Frame::Fire { guns } => self.list_fire(state, side, guns, actions),
            Frame::Press => actions.extend([Action::Press, Action::HoldFire]),
            Frame::Charges => self.list_charges(state, side, actions),
            Frame::Declare => self.list_support(state, side, actions),
            Frame::GiveWay => {
                let target = state.charge.target;
                actions.extend([Action::GiveWay(target), Action::Stand(target)]);
            }
            Frame::Advance => self.list_advances(state, side, actions),
            Frame::Rally => self.list_rally(state, side, actions),
            Frame::Rout => actions.extend(self.routers(state, side).iter().map(Action::Rout)),
            Frame::Routing { unit, left } => self.list_running(state, (unit, left), actions),
            Frame::Reorganise => self.list_reorganisation(state, side, actions),
            Frame::Setup
            | Frame::HourDie { .. }
            | Frame::AfterHours
            | Frame::Muster
            | Frame::PointDie { .. }
            | Frame::BeginTurn
            | Frame::HesitationDie
            | Frame::Command
            | Frame::OpenMovement
            | Frame::LostWayDie
            | Frame::Strains
            | Frame::FireDie
            | Frame::DemolitionDie
            | Frame::CloseFire
            | Frame::ChargeDie
            | Frame::Defender
            | Frame::Attacker
            | Frame::ChargedLeaders
            | Frame::CloseCharge
            | Frame::Check { .. }
            | Frame::LeaderDie { .. }
            | Frame::EndTurn
            | Frame::GameOver => {}
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
        match state.frame() {
            Frame::HourDie { corps } => self.hour_falls(state, corps, die, events),
            Frame::AfterHours | Frame::Muster => {
                state.frames.pop();
            }
            Frame::PointDie { corps } => self.point_falls(state, corps, die, events),
            Frame::HesitationDie => self.hesitation_falls(state, outcome, events),
            Frame::LostWayDie => self.way_falls(state, die, events),
            Frame::Check { unit, trial } => self.check_falls(state, unit, trial, die, events),
            Frame::FireDie => self.fire_falls(state, die, events),
            Frame::DemolitionDie => self.demolition_falls(state, die, events),
            Frame::ChargeDie => self.charge_falls(state, die, events),
            Frame::LeaderDie { leader, charged } => self.leader_falls(state, (leader, charged), die, events),
            Frame::Setup
            | Frame::Plan { .. }
            | Frame::Call { .. }
            | Frame::BeginTurn
            | Frame::Successor { .. }
            | Frame::Initiative
            | Frame::Command
            | Frame::OpenMovement
            | Frame::Move
            | Frame::Moving
            | Frame::Astride { .. }
            | Frame::Approach
            | Frame::Strains
            | Frame::Fire { .. }
            | Frame::Press
            | Frame::CloseFire
            | Frame::Charges
            | Frame::Declare
            | Frame::GiveWay
            | Frame::Defender
            | Frame::Attacker
            | Frame::ChargedLeaders
            | Frame::Advance
            | Frame::CloseCharge
            | Frame::Recoil { .. }
            | Frame::Face { .. }
            | Frame::Unstack { .. }
            | Frame::Rally
            | Frame::Rout
            | Frame::Routing { .. }
            | Frame::Reorganise
            | Frame::EndTurn
            | Frame::GameOver => unreachable!("no dice are due"),
        }
    }

    /// A counter whose facing is free.
    fn may_face(&self, state: &State, unit: CounterId, facing: Facing) -> Ruling {
        match facing.is_vertex() == state.formation(unit).faces_vertex() {
            true => Ok(()),
            false => Err(refuse(case!("3.11a"), "{unit} does not look that way").unit(unit).also(&[case!("3.12a")])),
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
