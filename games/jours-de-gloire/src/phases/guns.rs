//! B3 and C3: which rule answers in which frame.

use kernel::{Seat, Sink, Throw, Waits};

use super::Awaited;
use crate::Rules;
use crate::action::{Action, GunsAction};
use crate::event::Event;
use crate::refusal::{Ruling, refuse};
use crate::sequence::{Combat, Frame, Guns, GunsDie, GunsQuestion, GunsStep};
use crate::state::{BoxSet, State};

impl Rules {
    pub(super) fn guns_wait(&self, _: &State, frame: Guns) -> Awaited {
        match frame.waits() {
            Waits::Asks(GunsQuestion::Choose { seat } | GunsQuestion::Muster { seat, .. }) => Awaited::Seat(seat),
            Waits::Rolls(GunsDie::Die { .. }) => Awaited::Die(Throw::d6(case!("6.5.2b"), "march to the guns")),
            Waits::Goes(_) => Awaited::Nothing,
        }
    }

    pub(super) fn run_guns(&self, state: &mut State, frame: Guns, events: &mut impl Sink<Event>) -> bool {
        match frame.waits() {
            Waits::Goes(GunsStep::Open) => self.open_guns(state, events),
            Waits::Goes(GunsStep::Close) => {
                state.frames.pop();
                state.frames.push(Frame::Combat(Combat::Open));
                false
            }
            Waits::Asks(_) | Waits::Rolls(_) => true,
        }
    }

    pub(super) fn judge_guns(&self, state: &State, seat: Seat, question: GunsQuestion, action: &GunsAction) -> Ruling {
        match (question, *action) {
            (_, GunsAction::Take(counter)) => self.may_take_to_guns(state, seat, counter),
            (GunsQuestion::Muster { .. }, GunsAction::MarchTo(at)) => self.may_march_to(state, seat, at),
            (GunsQuestion::Muster { .. }, GunsAction::PutDown) | (GunsQuestion::Choose { .. }, GunsAction::Done) => {
                Ok(())
            }
            (GunsQuestion::Muster { .. }, GunsAction::Done) => {
                rule!("6.5.2a", true);
                Err(refuse(case!("6.5.2a"), "a Force is selected: send it to a battle or deselect it"))
            }
            (GunsQuestion::Choose { .. }, GunsAction::MarchTo(_) | GunsAction::PutDown) => {
                rule!("6.5.2a", true);
                Err(refuse(case!("6.5.2a"), "no Force is selected"))
            }
        }
    }

    pub(super) fn list_guns(&self, state: &State, seat: Seat, question: GunsQuestion, actions: &mut Vec<Action>) {
        let mut offer = |action: GunsAction| {
            if self.judge_guns(state, seat, question, &action).is_ok() {
                actions.push(Action::Guns(action));
            }
        };
        match question {
            GunsQuestion::Choose { .. } => {
                let side = self.side_of_seat(seat);
                let mut near = BoxSet::EMPTY;
                for at in state.battles.iter() {
                    self.boxes_in_earshot(state, at).iter().for_each(|from| near.insert(*from));
                }
                for from in near.iter() {
                    self.of_side_in(state, side, from).iter().for_each(|counter| offer(GunsAction::Take(counter)));
                }
                offer(GunsAction::Done);
            }
            GunsQuestion::Muster { side, .. } => {
                if let Some(mustered) = self.mustered(state) {
                    let here = self.of_side_in(state, side, mustered.from);
                    here.iter().for_each(|counter| offer(GunsAction::Take(counter)));
                }
                state.battles.iter().for_each(|at| offer(GunsAction::MarchTo(at)));
                offer(GunsAction::PutDown);
            }
        }
    }

    pub(super) fn play_guns(
        &self,
        state: &mut State,
        seat: Seat,
        _: GunsQuestion,
        action: &GunsAction,
        events: &mut impl Sink<Event>,
    ) {
        let side = self.side_of_seat(seat);
        match *action {
            GunsAction::Take(counter) => self.take_to_guns(state, seat, counter),
            GunsAction::PutDown => self.put_down(state),
            GunsAction::MarchTo(at) => self.march_to_guns(state, seat, at, events),
            GunsAction::Done => {
                state.frames.pop();
                if let Some(next) = self.seats_after(side, Some(seat)).next() {
                    state.frames.push(Frame::Guns(Guns::Choose { seat: next }));
                }
            }
        }
    }
}
