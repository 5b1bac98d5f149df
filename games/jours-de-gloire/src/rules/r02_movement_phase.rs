//! Chapter 2, B2 and C2: the movement phase, and which rule answers in which frame.

use board::boxes::ConnectionId;
use kernel::{Seat, Sink, Throw};

use super::r06_engineering::Work;
use crate::Rules;
use crate::action::{Action, MovementAction};
use crate::counters::CounterId;
use crate::event::{Common, Event, Movement as Happened, Phase};
use crate::ground::Water;
use crate::play::Waits;
use crate::refusal::{Ruling, refuse};
use crate::sequence::{Frame, Guns, Movement};
use crate::sets::CounterSet;
use crate::state::{BoxSet, State, Whereabouts};

impl Rules {
    pub(crate) fn movement_waits(&self, state: &State, frame: Movement) -> Waits {
        match frame {
            Movement::Choose { seat }
            | Movement::Muster { seat, .. }
            | Movement::March { seat }
            | Movement::AskScout { seat, .. }
            | Movement::ScoutsReturn { seat }
            | Movement::Withdraw { seat, .. }
            | Movement::Intercept { seat, .. }
            | Movement::Intercepting { seat, .. } => Waits::Seat(seat),
            Movement::DisplaceLeader { leader } => Waits::Seat(self.seat_of_counter(state, leader)),
            Movement::Show { side, at, .. } => Waits::Seat(self.seat_that_shows(state, side, at)),
            Movement::PointsDie { .. } => Waits::Die(Throw::d6(case!("10.b"), "movement points")),
            Movement::ScoutDie => Waits::Die(Throw::d6(case!("6.3b"), "reconnaissance")),
            Movement::WithdrawalDie { .. } => Waits::Die(Throw::d6(case!("6.3g"), "withdrawal of cavalry")),
            Movement::InterceptionDie { .. } => Waits::Die(Throw::d6(case!("6.5.1d"), "interception")),
            Movement::StragglerDie { .. } => Waits::Die(Throw::d6(case!("5.5.3a"), "stragglers")),
            Movement::RecoveryDie { .. } => Waits::Die(Throw::d6(case!("5.5.4b"), "recovery of stragglers")),
            Movement::Recover { .. } => Waits::Die(Throw::pause(case!("2.B2b"), "end of the movement")),
            Movement::Open | Movement::Entered | Movement::StepDone | Movement::Halted | Movement::Close => {
                Waits::Nothing
            }
        }
    }

    pub(crate) fn run_movement(&self, state: &mut State, frame: Movement, events: &mut impl Sink<Event>) -> bool {
        match frame {
            Movement::Open => self.open_movement(state, events),
            Movement::Entered => self.run_entered(state, events),
            Movement::Show { side, at, left } => return self.run_show(state, side, at, left, events),
            Movement::ScoutsReturn { .. } => return self.run_scouts_return(state),
            Movement::WithdrawalDie { .. } => {
                // Nobody who could lose anything went back.
                if state.march.is_none_or(|march| march.throwing.is_empty()) {
                    state.frames.pop();
                    return false;
                }
                return true;
            }
            Movement::StepDone => self.run_step_done(state, events),
            Movement::Halted => self.run_halted(state, events),
            Movement::Recover { side } => return self.run_recover(state, side),
            Movement::Close => self.close_movement(state, events),
            Movement::Choose { .. }
            | Movement::Muster { .. }
            | Movement::PointsDie { .. }
            | Movement::March { .. }
            | Movement::DisplaceLeader { .. }
            | Movement::AskScout { .. }
            | Movement::ScoutDie
            | Movement::Withdraw { .. }
            | Movement::Intercept { .. }
            | Movement::InterceptionDie { .. }
            | Movement::Intercepting { .. }
            | Movement::StragglerDie { .. }
            | Movement::RecoveryDie { .. } => return true,
        }
        false
    }

    fn open_movement(&self, state: &mut State, events: &mut impl Sink<Event>) {
        let side = state.player;
        state.march = None;
        state.reaction = None;
        state.intercepted = BoxSet::EMPTY;
        events.event(Event::Common(Common::PhaseBegan { side, phase: Phase::Movement }));
        let seat = self.seat_of_side(side);
        self.next_movement(state, Movement::Choose { seat });
    }

    /// A seat has moved all it wanted: the next of its side moves (10.e); after the last stragglers are gathered.
    fn end_movement(&self, state: &mut State, seat: Seat) {
        let side = state.player;
        let next = self.seats_after(side, Some(seat)).next();
        match next {
            Some(seat) => self.next_movement(state, Movement::Choose { seat }),
            // Nobody else learns that there is anything to gather: the phase goes on for them until it is done.
            None => state.frames.push(Frame::Movement(Movement::Recover { side })),
        }
    }

    fn close_movement(&self, state: &mut State, events: &mut impl Sink<Event>) {
        events.event(Event::Movement(Happened::MovementEnded { side: state.player }));
        // A.arm.i: no guns are heard in an armistice.
        if rule!("A.arm.i", self.is_armistice(state)) {
            self.end_player_turn(state, events);
        } else {
            state.frames.pop();
            state.frames.push(Frame::Guns(Guns::Open));
        }
    }

    pub(crate) fn judge_movement(&self, state: &State, seat: Seat, frame: Movement, action: &MovementAction) -> Ruling {
        let march = state.march.as_ref();
        match (frame, *action) {
            (Movement::Choose { .. } | Movement::Muster { .. }, MovementAction::Take(counter)) => {
                self.may_take(state, seat, counter)
            }
            (Movement::Choose { .. }, MovementAction::EndMovement) => Ok(()),
            (Movement::Muster { .. }, MovementAction::PutDown) => Ok(()),
            (Movement::Muster { .. }, MovementAction::Activate { payer, forced }) => {
                self.may_activate(state, seat, payer, forced)
            }
            (Movement::Muster { .. }, MovementAction::Entrench { payer }) => self.may_entrench(state, seat, payer),
            (Movement::March { .. }, MovementAction::Step(way)) => {
                march.map_or(Ok(()), |it| self.may_step(state, it, way))
            }
            (Movement::March { .. }, MovementAction::Halt) => march.map_or(Ok(()), |it| self.may_halt(it)),
            (Movement::March { .. }, MovementAction::Detach { parent, detachment }) => {
                march.map_or(Ok(()), |march| self.may_detach(state, march, parent, detachment))
            }
            (Movement::March { .. }, MovementAction::Merge { detachment, into }) => {
                march.map_or(Ok(()), |march| self.may_merge(state, seat, march, detachment, into))
            }
            (
                Movement::March { .. },
                MovementAction::DestroyBridge(way)
                | MovementAction::RepairBridge(way)
                | MovementAction::LayPontoon(way)
                | MovementAction::TakeUpPontoon(way),
            ) => match (march, work_of(*action)) {
                (Some(march), Some(work)) => self.may_work(state, march, work, way),
                (None, _) | (_, None) => Ok(()),
            },
            (Movement::AskScout { .. }, MovementAction::Scout) => march.map_or(Ok(()), |it| self.may_scout(state, it)),
            (Movement::AskScout { .. }, MovementAction::GoIn) => Ok(()),
            (Movement::Show { side, at, .. }, MovementAction::Show(counter)) => self.may_show(state, side, at, counter),
            (Movement::ScoutsReturn { .. }, MovementAction::GoBack) => {
                march.map_or(Ok(()), |march| self.may_go_back(state, march))
            }
            (Movement::ScoutsReturn { .. }, MovementAction::Stay) => Ok(()),
            (Movement::Withdraw { at, .. }, MovementAction::Withdraw(counter, way)) => {
                self.may_withdraw(state, seat, at, counter, way)
            }
            (Movement::Withdraw { at, .. }, MovementAction::Escort(leader, way)) => {
                self.may_escort(state, seat, at, leader, way)
            }
            (Movement::Withdraw { .. }, MovementAction::StandFast) => Ok(()),
            (Movement::Intercept { at, .. }, MovementAction::Join(counter)) => self.may_join(state, seat, at, counter),
            (Movement::Intercept { .. }, MovementAction::Declared) => Ok(()),
            (Movement::Intercepting { .. }, MovementAction::MoveIn | MovementAction::LetPass) => Ok(()),
            (Movement::Intercepting { from, .. }, MovementAction::StepBack(way)) => {
                self.may_step_back(state, from, way)
            }
            (Movement::DisplaceLeader { leader }, MovementAction::DisplaceTo(place)) => {
                self.may_displace(state, leader, place)
            }
            (frame, action) => {
                let refusal = out_of_place(frame, action);
                if kernel::cases::applies(refusal.case, true, file!(), line!()) { Err(refusal) } else { Ok(()) }
            }
        }
    }

    /// Exactly what [`Rules::judge_movement`] passes.
    pub(crate) fn list_movement(&self, state: &State, seat: Seat, frame: Movement, actions: &mut Vec<Action>) {
        let mut offer = |action: MovementAction| {
            if self.judge_movement(state, seat, frame, &action).is_ok() {
                actions.push(Action::Movement(action));
            }
        };
        match frame {
            Movement::Choose { .. } => {
                let takes = self.ready_to_move(state, seat);
                actions.extend(takes.map(|counter| Action::Movement(MovementAction::Take(counter))));
                actions.push(Action::Movement(MovementAction::EndMovement));
            }
            Movement::Muster { .. } => self.list_muster(state, &mut offer),
            Movement::March { .. } => self.list_march(state, &mut offer),
            Movement::AskScout { .. } => {
                offer(MovementAction::Scout);
                offer(MovementAction::GoIn);
            }
            Movement::Show { at, .. } => {
                state.counters_in(at).for_each(|counter| offer(MovementAction::Show(counter)));
            }
            Movement::ScoutsReturn { .. } => {
                offer(MovementAction::GoBack);
                offer(MovementAction::Stay);
            }
            Movement::Withdraw { at, .. } => {
                for counter in state.counters_in(at) {
                    for (_, way) in self.ground.neighbours(at) {
                        offer(MovementAction::Withdraw(counter, *way));
                        offer(MovementAction::Escort(counter, *way));
                    }
                }
                offer(MovementAction::StandFast);
            }
            Movement::Intercept { at, .. } => {
                for (from, _) in self.ground.neighbours(at) {
                    state.counters_in(*from).for_each(|counter| offer(MovementAction::Join(counter)));
                }
                offer(MovementAction::Declared);
            }
            Movement::Intercepting { from, .. } => {
                offer(MovementAction::MoveIn);
                self.ground.neighbours(from).iter().for_each(|(_, way)| offer(MovementAction::StepBack(*way)));
                offer(MovementAction::LetPass);
            }
            Movement::DisplaceLeader { leader } => {
                if let Some(at) = state.place_of(leader) {
                    let nearest = self.nearest_armies(state, leader, at);
                    nearest.into_iter().for_each(|place| offer(MovementAction::DisplaceTo(place)));
                }
            }
            Movement::Open
            | Movement::PointsDie { .. }
            | Movement::Entered
            | Movement::ScoutDie
            | Movement::WithdrawalDie { .. }
            | Movement::InterceptionDie { .. }
            | Movement::StepDone
            | Movement::Halted
            | Movement::StragglerDie { .. }
            | Movement::Recover { .. }
            | Movement::RecoveryDie { .. }
            | Movement::Close => {}
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

    pub(crate) fn play_movement(
        &self,
        state: &mut State,
        seat: Seat,
        frame: Movement,
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
                if let Movement::Show { side, at, left } = frame {
                    self.next_movement(state, Movement::Show { side, at, left: left.saturating_sub(1) });
                }
            }
            MovementAction::GoBack => self.go_back(state, events),
            MovementAction::Stay => self.stay(state),
            MovementAction::Withdraw(counter, way) | MovementAction::Escort(counter, way) => {
                if let Movement::Withdraw { at, .. } = frame {
                    self.withdraw(state, at, counter, way, events);
                }
            }
            MovementAction::StandFast => {
                if let Movement::Withdraw { at, .. } = frame {
                    self.stand_fast(state, seat, at, events);
                }
            }
            MovementAction::Join(counter) => self.join(state, seat, counter),
            MovementAction::Declared => {
                if let Movement::Intercept { at, .. } = frame {
                    self.declare_interceptions(state, seat, at, events);
                }
            }
            MovementAction::MoveIn => self.move_in(state, events),
            MovementAction::StepBack(way) => self.step_back(state, way, events),
            MovementAction::LetPass => self.let_pass(state, events),
            MovementAction::DisplaceTo(place) => {
                state.frames.pop();
                if let Movement::DisplaceLeader { leader } = frame {
                    self.displace(state, leader, place, events);
                }
            }
        }
    }

    pub(crate) fn throw_movement(&self, state: &mut State, frame: Movement, die: u8, events: &mut impl Sink<Event>) {
        match frame {
            Movement::PointsDie { seat } => self.throw_for_movement(state, seat, die, events),
            Movement::ScoutDie => self.throw_scouting(state, die, events),
            Movement::WithdrawalDie { from, .. } => self.throw_withdrawal(state, from, die, events),
            Movement::InterceptionDie { from, .. } => self.throw_interception(state, from, die, events),
            Movement::StragglerDie { .. } => self.throw_stragglers(state, die, events),
            Movement::RecoveryDie { side } => self.throw_recovery(state, side, die, events),
            Movement::Recover { side } => self.end_recovery(state, side),
            Movement::Open
            | Movement::Choose { .. }
            | Movement::Muster { .. }
            | Movement::March { .. }
            | Movement::Entered
            | Movement::DisplaceLeader { .. }
            | Movement::AskScout { .. }
            | Movement::Show { .. }
            | Movement::ScoutsReturn { .. }
            | Movement::Withdraw { .. }
            | Movement::Intercept { .. }
            | Movement::Intercepting { .. }
            | Movement::StepDone
            | Movement::Halted
            | Movement::Close => {}
        }
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

/// The right seat at the wrong moment: the refusal names the rule that says when.
fn out_of_place(frame: Movement, action: MovementAction) -> crate::refusal::Refusal {
    let marching = matches!(frame, Movement::March { .. });
    match action {
        MovementAction::Take(_) | MovementAction::EndMovement if marching => {
            refuse(case!("5.3b"), "the selected stack must finish its march first")
        }
        MovementAction::PutDown if marching => refuse(case!("5.4f"), "the stack is activated and must stay together"),
        MovementAction::Activate { forced: true, .. } if marching => {
            refuse(case!("5.5.2b"), "a forced march is declared before the first step")
        }
        MovementAction::Entrench { .. } if marching => {
            refuse(case!("6.2a"), "a stack that entrenches does nothing else")
        }
        MovementAction::Step(_)
        | MovementAction::Halt
        | MovementAction::Detach { .. }
        | MovementAction::Merge { .. }
        | MovementAction::DestroyBridge(_)
        | MovementAction::RepairBridge(_)
        | MovementAction::LayPontoon(_)
        | MovementAction::TakeUpPontoon(_)
            if matches!(frame, Movement::Choose { .. } | Movement::Muster { .. }) =>
        {
            refuse(case!("4.5c"), "a stack must be paid for before it moves or acts")
        }
        MovementAction::EndMovement => refuse(case!("5.3b"), "a stack is already selected"),
        MovementAction::Scout | MovementAction::GoIn | MovementAction::GoBack | MovementAction::Stay => {
            refuse(case!("6.3a"), "there is nothing to scout now")
        }
        MovementAction::Show(_) => refuse(case!("6.3e"), "there is nothing to reveal now"),
        MovementAction::Withdraw(..) | MovementAction::Escort(..) | MovementAction::StandFast => {
            refuse(case!("6.3i"), "cavalry can withdraw only when an enemy has just entered its box")
        }
        MovementAction::Join(_) if matches!(frame, Movement::Withdraw { .. }) => {
            refuse(case!("6.5.1c"), "friends are in the box that was entered, so it cannot be intercepted")
        }
        MovementAction::Join(_)
        | MovementAction::Declared
        | MovementAction::MoveIn
        | MovementAction::StepBack(_)
        | MovementAction::LetPass => refuse(case!("6.5.1a"), "there is nothing to intercept now"),
        MovementAction::DisplaceTo(_) => refuse(case!("4.2c"), "no leader has to be displaced now"),
        MovementAction::Take(_)
        | MovementAction::PutDown
        | MovementAction::Activate { .. }
        | MovementAction::Entrench { .. }
        | MovementAction::Detach { .. }
        | MovementAction::Merge { .. }
        | MovementAction::Step(_)
        | MovementAction::DestroyBridge(_)
        | MovementAction::RepairBridge(_)
        | MovementAction::LayPontoon(_)
        | MovementAction::TakeUpPontoon(_)
        | MovementAction::Halt => refuse(case!("2.B2a"), "another decision comes first"),
    }
}

#[cfg(test)]
mod tests {
    use kernel::{Discard, Outcome, Pending};

    use super::*;
    use crate::game::{Agreed, Blind};
    use crate::testing::{AGREED, scenario};

    /// Plays on at random; says how many decisions were made before the end.
    fn play_at_random(rules: &Rules, seed: u64, most: usize) -> usize {
        let mut state = rules.set_up();
        rules.run(&mut state, &mut Discard);
        let mut random = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
        let mut below = |bound: usize| {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            (random % bound as u64) as usize
        };
        let mut actions = Vec::new();
        for decision in 0..most {
            match rules.pending_now(&state) {
                Pending::Over(_) => return decision,
                Pending::Chance(throw) => {
                    let die = below(usize::from(throw.faces)) as u8 + 1;
                    rules.throw_now(&mut state, &Outcome::one(die), &mut Discard);
                }
                Pending::Decide(asked) => {
                    let seat = asked[below(asked.len())].0;
                    rules.list(&state, seat, &mut actions);
                    assert!(!actions.is_empty(), "seed {seed}: nothing to answer in {:?}", state.frame());
                    let action = actions[below(actions.len())];
                    let allowed = rules.check_now(&state, seat, &action);
                    assert!(allowed.is_ok(), "seed {seed}: {action:?} is offered and refused: {allowed:?}");
                    rules.play_now(&mut state, seat, &action, &mut Discard);
                    sound(rules, &state, seed);
                }
            }
        }
        most
    }

    /// What must hold between any two actions.
    fn sound(rules: &Rules, state: &State, seed: u64) {
        for (number, piece) in state.pieces.iter().enumerate() {
            let counter = CounterId(number as u8);
            if let Some(at) = piece.place() {
                assert!(
                    state.counters_in(at).any(|other| other == counter),
                    "seed {seed}: {counter:?} is not in its box"
                );
            }
            let maximum = rules.counter(counter).maximum;
            assert!(piece.strength <= maximum, "seed {seed}: {counter:?} is too strong");
        }
        if let Some(march) = &state.march {
            let left = march.stack.iter().filter(|counter| state.place_of(*counter) != Some(march.at)).count();
            assert!(
                left == 0 || march.enters || !march.activated || march.stopped,
                "seed {seed}: a stack was torn apart"
            );
        }
    }

    #[test]
    fn random_games_never_get_stuck() {
        for (id, most) in [("lutzen", 20_000), ("campaign", 20_000)] {
            for (seed, blind) in [(1, Blind::All), (2, Blind::Units), (3, Blind::Open)] {
                let rules = scenario(id, Agreed { blind, dummies: blind != Blind::Open, ..AGREED });
                assert!(play_at_random(&rules, seed, most) > 100, "{id}");
            }
        }
        let by_army = scenario("autumn", Agreed { by_army: true, ..AGREED });
        assert!(play_at_random(&by_army, 4, 20_000) > 100);
        let alone = Agreed { solitaire: true, blind: Blind::Open, dummies: false, ..AGREED };
        assert!(play_at_random(&scenario("bautzen", alone), 5, 20_000) > 100);
    }
}
