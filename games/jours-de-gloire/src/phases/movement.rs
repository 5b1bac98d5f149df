//! B2 and C2: which rule answers in which frame.

use board::boxes::ConnectionId;
use kernel::{Seat, Sink, Throw, Waits};

use super::Awaited;
use crate::Rules;
use crate::action::{Action, MovementAction};
use crate::counters::CounterId;
use crate::event::Event;
use crate::ground::Water;
use crate::refusal::Ruling;
use crate::rules::r02_movement_phase::out_of_place;
use crate::rules::r06_engineering::Work;
use crate::sequence::{Movement, MovementDie, MovementQuestion, MovementStep};
use crate::sets::CounterSet;
use crate::state::{State, Whereabouts};

impl Rules {
    pub(super) fn movement_waits(&self, state: &State, frame: Movement) -> Awaited {
        let question = match frame.waits() {
            Waits::Asks(question) => question,
            Waits::Rolls(die) => return Awaited::Die(movement_die(die)),
            Waits::Goes(_) => return Awaited::Nothing,
        };
        match question {
            MovementQuestion::Choose { seat }
            | MovementQuestion::Muster { seat, .. }
            | MovementQuestion::March { seat }
            | MovementQuestion::AskScout { seat, .. }
            | MovementQuestion::ScoutsReturn { seat }
            | MovementQuestion::Withdraw { seat, .. }
            | MovementQuestion::Intercept { seat, .. }
            | MovementQuestion::Intercepting { seat, .. } => Awaited::Seat(seat),
            MovementQuestion::DisplaceLeader { leader } => Awaited::Seat(self.seat_of_counter(state, leader)),
            MovementQuestion::Show { side, at, .. } => Awaited::Seat(self.seat_that_shows(state, side, at)),
        }
    }

    pub(super) fn run_movement(&self, state: &mut State, frame: Movement, events: &mut impl Sink<Event>) -> bool {
        match frame.waits() {
            Waits::Asks(MovementQuestion::Show { side, at, left }) => self.run_show(state, side, at, left, events),
            Waits::Asks(MovementQuestion::ScoutsReturn { .. }) => self.run_scouts_return(state),
            Waits::Rolls(MovementDie::WithdrawalDie { .. }) => {
                // Nobody who could lose anything went back.
                let nobody = state.march.is_none_or(|march| march.throwing.is_empty());
                if nobody {
                    state.frames.pop();
                }
                !nobody
            }
            Waits::Rolls(MovementDie::Recover { side }) => self.run_recover(state, side),
            Waits::Asks(_) | Waits::Rolls(_) => true,
            Waits::Goes(step) => {
                match step {
                    MovementStep::Open => self.open_movement(state, events),
                    MovementStep::Entered => self.run_entered(state, events),
                    MovementStep::StepDone => self.run_step_done(state, events),
                    MovementStep::Halted => self.run_halted(state, events),
                    MovementStep::Close => self.close_movement(state, events),
                }
                false
            }
        }
    }

    pub(super) fn judge_movement(
        &self,
        state: &State,
        seat: Seat,
        question: MovementQuestion,
        action: &MovementAction,
    ) -> Ruling {
        let march = state.march.as_ref();
        match (question, *action) {
            (MovementQuestion::Choose { .. } | MovementQuestion::Muster { .. }, MovementAction::Take(counter)) => {
                self.may_take(state, seat, counter)
            }
            (MovementQuestion::Choose { .. }, MovementAction::EndMovement) => Ok(()),
            (MovementQuestion::Muster { .. }, MovementAction::PutDown) => Ok(()),
            (MovementQuestion::Muster { .. }, MovementAction::Activate { payer, forced }) => {
                self.may_activate(state, seat, payer, forced)
            }
            (MovementQuestion::Muster { .. }, MovementAction::Entrench { payer }) => {
                self.may_entrench(state, seat, payer)
            }
            (MovementQuestion::March { .. }, MovementAction::Step(way)) => {
                march.map_or(Ok(()), |it| self.may_step(state, it, way))
            }
            (MovementQuestion::March { .. }, MovementAction::Halt) => march.map_or(Ok(()), |it| self.may_halt(it)),
            (MovementQuestion::March { .. }, MovementAction::Detach { parent, detachment }) => {
                march.map_or(Ok(()), |march| self.may_detach(state, march, parent, detachment))
            }
            (MovementQuestion::March { .. }, MovementAction::Merge { detachment, into }) => {
                march.map_or(Ok(()), |march| self.may_merge(state, seat, march, detachment, into))
            }
            (
                MovementQuestion::March { .. },
                MovementAction::DestroyBridge(way)
                | MovementAction::RepairBridge(way)
                | MovementAction::LayPontoon(way)
                | MovementAction::TakeUpPontoon(way),
            ) => match (march, work_of(*action)) {
                (Some(march), Some(work)) => self.may_work(state, march, work, way),
                (None, _) | (_, None) => Ok(()),
            },
            (MovementQuestion::AskScout { .. }, MovementAction::Scout) => {
                march.map_or(Ok(()), |it| self.may_scout(state, it))
            }
            (MovementQuestion::AskScout { .. }, MovementAction::GoIn) => Ok(()),
            (MovementQuestion::Show { side, at, .. }, MovementAction::Show(counter)) => {
                self.may_show(state, side, at, counter)
            }
            (MovementQuestion::ScoutsReturn { .. }, MovementAction::GoBack) => {
                march.map_or(Ok(()), |march| self.may_go_back(state, march))
            }
            (MovementQuestion::ScoutsReturn { .. }, MovementAction::Stay) => Ok(()),
            (MovementQuestion::Withdraw { at, .. }, MovementAction::Withdraw(counter, way)) => {
                self.may_withdraw(state, seat, at, counter, way)
            }
            (MovementQuestion::Withdraw { at, .. }, MovementAction::Escort(leader, way)) => {
                self.may_escort(state, seat, at, leader, way)
            }
            (MovementQuestion::Withdraw { .. }, MovementAction::StandFast) => Ok(()),
            (MovementQuestion::Intercept { at, .. }, MovementAction::Join(counter)) => {
                self.may_join(state, seat, at, counter)
            }
            (MovementQuestion::Intercept { .. }, MovementAction::Declared) => Ok(()),
            (MovementQuestion::Intercepting { .. }, MovementAction::MoveIn | MovementAction::LetPass) => Ok(()),
            (MovementQuestion::Intercepting { from, .. }, MovementAction::StepBack(way)) => {
                self.may_step_back(state, from, way)
            }
            (MovementQuestion::DisplaceLeader { leader }, MovementAction::DisplaceTo(place)) => {
                self.may_displace(state, leader, place)
            }
            (question, action) => {
                let refusal = out_of_place(question, action);
                if kernel::cases::applies(refusal.case, true, file!(), line!()) { Err(refusal) } else { Ok(()) }
            }
        }
    }

    /// Exactly what [`Rules::judge_movement`] passes.
    pub(super) fn list_movement(
        &self,
        state: &State,
        seat: Seat,
        question: MovementQuestion,
        actions: &mut Vec<Action>,
    ) {
        let mut offer = |action: MovementAction| {
            if self.judge_movement(state, seat, question, &action).is_ok() {
                actions.push(Action::Movement(action));
            }
        };
        match question {
            MovementQuestion::Choose { .. } => {
                let takes = self.ready_to_move(state, seat);
                actions.extend(takes.map(|counter| Action::Movement(MovementAction::Take(counter))));
                actions.push(Action::Movement(MovementAction::EndMovement));
            }
            MovementQuestion::Muster { .. } => self.list_muster(state, &mut offer),
            MovementQuestion::March { .. } => self.list_march(state, &mut offer),
            MovementQuestion::AskScout { .. } => {
                offer(MovementAction::Scout);
                offer(MovementAction::GoIn);
            }
            MovementQuestion::Show { at, .. } => {
                state.counters_in(at).for_each(|counter| offer(MovementAction::Show(counter)));
            }
            MovementQuestion::ScoutsReturn { .. } => {
                offer(MovementAction::GoBack);
                offer(MovementAction::Stay);
            }
            MovementQuestion::Withdraw { at, .. } => {
                for counter in state.counters_in(at) {
                    for (_, way) in self.ground.neighbours(at) {
                        offer(MovementAction::Withdraw(counter, *way));
                        offer(MovementAction::Escort(counter, *way));
                    }
                }
                offer(MovementAction::StandFast);
            }
            MovementQuestion::Intercept { at, .. } => {
                for (from, _) in self.ground.neighbours(at) {
                    state.counters_in(*from).for_each(|counter| offer(MovementAction::Join(counter)));
                }
                offer(MovementAction::Declared);
            }
            MovementQuestion::Intercepting { from, .. } => {
                offer(MovementAction::MoveIn);
                self.ground.neighbours(from).iter().for_each(|(_, way)| offer(MovementAction::StepBack(*way)));
                offer(MovementAction::LetPass);
            }
            MovementQuestion::DisplaceLeader { leader } => {
                if let Some(at) = state.place_of(leader) {
                    let nearest = self.nearest_armies(state, leader, at);
                    nearest.into_iter().for_each(|place| offer(MovementAction::DisplaceTo(place)));
                }
            }
        }
    }

    fn list_muster(&self, state: &State, offer: &mut impl FnMut(MovementAction)) {
        let Some(march) = &state.march else { return };
        if march.enters {
            for number in 0..state.pieces.len() {
                offer(MovementAction::Take(CounterId(number as u8)));
            }
        } else {
            state.counters_in(march.at).for_each(|counter| offer(MovementAction::Take(counter)));
        }
        for payer in self.payers(state, &march.stack) {
            offer(MovementAction::Activate { payer, forced: false });
            offer(MovementAction::Activate { payer, forced: true });
            offer(MovementAction::Entrench { payer });
        }
        offer(MovementAction::PutDown);
    }

    fn list_march(&self, state: &State, offer: &mut impl FnMut(MovementAction)) {
        let Some(march) = &state.march else { return };
        let works: [fn(ConnectionId) -> MovementAction; 4] = [
            MovementAction::DestroyBridge,
            MovementAction::RepairBridge,
            MovementAction::LayPontoon,
            MovementAction::TakeUpPontoon,
        ];
        for (_, way) in self.ground.neighbours(march.at) {
            offer(MovementAction::Step(*way));
            // 6.4: there is nothing to build or to destroy where no river flows.
            if self.ground.water(*way) != Water::None {
                works.into_iter().for_each(|work| offer(work(*way)));
            }
        }
        offer(MovementAction::Halt);
        if march.under_way {
            return;
        }
        let near = |counter: &CounterId| match state.piece(*counter).whereabouts {
            Whereabouts::Pool => true,
            Whereabouts::At(place) => place == march.at,
            Whereabouts::Entering(_)
            | Whereabouts::Waiting
            | Whereabouts::Recalled
            | Whereabouts::Lost
            | Whereabouts::Captured => false,
        };
        let detachments: CounterSet = self.detachments[state.player.index()].iter().filter(near).collect();
        for unit in march.stack.iter().filter(|counter| self.has_strength(*counter)) {
            for detachment in detachments.iter() {
                offer(MovementAction::Detach { parent: unit, detachment });
                offer(MovementAction::Merge { detachment, into: unit });
            }
        }
    }

    pub(super) fn play_movement(
        &self,
        state: &mut State,
        seat: Seat,
        question: MovementQuestion,
        action: &MovementAction,
        events: &mut impl Sink<Event>,
    ) {
        match *action {
            MovementAction::Take(counter) => self.take(state, seat, counter),
            MovementAction::PutDown => {
                state.march = None;
                state.frames.pop();
            }
            MovementAction::Activate { payer, forced } => self.activate(state, seat, payer, forced, events),
            MovementAction::Entrench { payer } => self.entrench(state, payer, events),
            MovementAction::Detach { parent, detachment } => self.detach(state, parent, detachment, events),
            MovementAction::Merge { detachment, into } => self.merge(state, detachment, into, events),
            MovementAction::Step(way) => self.step(state, way, events),
            MovementAction::DestroyBridge(way)
            | MovementAction::RepairBridge(way)
            | MovementAction::LayPontoon(way)
            | MovementAction::TakeUpPontoon(way) => {
                if let Some(work) = work_of(*action) {
                    self.work(state, work, way, events);
                }
            }
            MovementAction::Halt => self.next_movement(state, Movement::Halted),
            MovementAction::EndMovement => self.end_movement(state, seat),
            MovementAction::Scout => self.scout(state, events),
            MovementAction::GoIn => {
                if let Some(march) = state.march {
                    self.ask_for_withdrawal(state, march.at, None);
                }
            }
            MovementAction::Show(counter) => {
                self.show(state, counter, events);
                if let MovementQuestion::Show { side, at, left } = question {
                    self.next_movement(state, Movement::Show { side, at, left: left.saturating_sub(1) });
                }
            }
            MovementAction::GoBack => self.go_back(state, events),
            MovementAction::Stay => self.stay(state),
            MovementAction::Withdraw(counter, way) | MovementAction::Escort(counter, way) => {
                if let MovementQuestion::Withdraw { at, .. } = question {
                    self.withdraw(state, at, counter, way, events);
                }
            }
            MovementAction::StandFast => {
                if let MovementQuestion::Withdraw { at, .. } = question {
                    self.stand_fast(state, seat, at, events);
                }
            }
            MovementAction::Join(counter) => self.join(state, seat, counter),
            MovementAction::Declared => {
                if let MovementQuestion::Intercept { at, .. } = question {
                    self.declare_interceptions(state, seat, at, events);
                }
            }
            MovementAction::MoveIn => self.move_in(state, events),
            MovementAction::StepBack(way) => self.step_back(state, way, events),
            MovementAction::LetPass => self.let_pass(state, events),
            MovementAction::DisplaceTo(place) => {
                state.frames.pop();
                if let MovementQuestion::DisplaceLeader { leader } = question {
                    self.displace(state, leader, place, events);
                }
            }
        }
    }

    pub(super) fn throw_movement(&self, state: &mut State, due: MovementDie, die: u8, events: &mut impl Sink<Event>) {
        match due {
            MovementDie::PointsDie { seat } => self.throw_for_movement(state, seat, die, events),
            MovementDie::ScoutDie => self.throw_scouting(state, die, events),
            MovementDie::WithdrawalDie { from, .. } => self.throw_withdrawal(state, from, die, events),
            MovementDie::InterceptionDie { from, .. } => self.throw_interception(state, from, die, events),
            MovementDie::StragglerDie { .. } => self.throw_stragglers(state, die, events),
            MovementDie::RecoveryDie { side } => self.throw_recovery(state, side, die, events),
            MovementDie::Recover { side } => self.end_recovery(state, side),
        }
    }
}

fn movement_die(die: MovementDie) -> Throw {
    match die {
        MovementDie::PointsDie { .. } => Throw::d6(case!("10.b"), "movement points"),
        MovementDie::ScoutDie => Throw::d6(case!("6.3b"), "reconnaissance"),
        MovementDie::WithdrawalDie { .. } => Throw::d6(case!("6.3g"), "withdrawal of cavalry"),
        MovementDie::InterceptionDie { .. } => Throw::d6(case!("6.5.1d"), "interception"),
        MovementDie::StragglerDie { .. } => Throw::d6(case!("5.5.3a"), "stragglers"),
        MovementDie::RecoveryDie { .. } => Throw::d6(case!("5.5.4b"), "recovery of stragglers"),
        MovementDie::Recover { .. } => Throw::pause(case!("2.B2b"), "end of the movement"),
    }
}

/// The work on a river that an action is, if it is one.
fn work_of(action: MovementAction) -> Option<Work> {
    match action {
        MovementAction::DestroyBridge(_) => Some(Work::DestroyBridge),
        MovementAction::RepairBridge(_) => Some(Work::RepairBridge),
        MovementAction::LayPontoon(_) => Some(Work::LayPontoon),
        MovementAction::TakeUpPontoon(_) => Some(Work::TakeUpPontoon),
        MovementAction::Take(_)
        | MovementAction::PutDown
        | MovementAction::Activate { .. }
        | MovementAction::Entrench { .. }
        | MovementAction::Detach { .. }
        | MovementAction::Merge { .. }
        | MovementAction::Step(_)
        | MovementAction::Halt
        | MovementAction::EndMovement
        | MovementAction::Scout
        | MovementAction::GoIn
        | MovementAction::Show(_)
        | MovementAction::GoBack
        | MovementAction::Stay
        | MovementAction::Withdraw(..)
        | MovementAction::Escort(..)
        | MovementAction::StandFast
        | MovementAction::Join(_)
        | MovementAction::Declared
        | MovementAction::MoveIn
        | MovementAction::StepBack(_)
        | MovementAction::LetPass
        | MovementAction::DisplaceTo(_) => None,
    }
}
