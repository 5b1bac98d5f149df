//! B1 and C1: which rule answers in which frame.

use kernel::{Seat, Sink, Throw, Waits};

use super::Awaited;
use crate::Rules;
use crate::action::{Action, AdministrationAction};
use crate::event::{Common, Event, Phase};
use crate::refusal::{Ruling, refuse};
use crate::sequence::{Administration, AdministrationDie, AdministrationQuestion, AdministrationStep, Frame, Movement};
use crate::state::State;

impl Rules {
    pub(super) fn administration_waits(&self, _: &State, frame: Administration) -> Awaited {
        match frame.waits() {
            Waits::Asks(
                AdministrationQuestion::ReturnDummies { side, .. } | AdministrationQuestion::ForceMarkers { side },
            ) => Awaited::Seat(self.seat_of_side(side)),
            Waits::Asks(AdministrationQuestion::SharePoints { army, .. }) => Awaited::Seat(self.seat_of_army(army)),
            Waits::Rolls(AdministrationDie::PointsDie { .. }) => {
                Awaited::Die(Throw::d6(case!("4.5a"), "command points"))
            }
            Waits::Goes(_) => Awaited::Nothing,
        }
    }

    pub(super) fn run_administration(
        &self,
        state: &mut State,
        frame: Administration,
        events: &mut impl Sink<Event>,
    ) -> bool {
        let side = state.player;
        let step = match frame.waits() {
            Waits::Asks(AdministrationQuestion::ReturnDummies { left: 0, .. }) => {
                state.frames.pop();
                return false;
            }
            Waits::Asks(_) | Waits::Rolls(_) => return true,
            Waits::Goes(step) => step,
        };
        state.frames.pop();
        match step {
            AdministrationStep::Open => {
                events.event(Event::Common(Common::PhaseBegan { side, phase: Phase::Administration }));
                self.begin_player_turn(state);
                self.push_steps(state, side);
            }
            AdministrationStep::TurnDown => {
                self.turn_down(state, side, events);
                self.gather_force_markers(state, side);
            }
            AdministrationStep::Lines => {
                self.dissolve_empty_units(state, side, events);
                self.find_chiefs(state);
                self.trace_command(state, side, events);
                self.find_supply(state, side, events);
                self.ask_for_points(state, events);
            }
            AdministrationStep::Done => state.frames.push(Frame::Movement(Movement::Open)),
        }
        false
    }

    pub(super) fn judge_administration(
        &self,
        state: &State,
        question: AdministrationQuestion,
        action: &AdministrationAction,
    ) -> Ruling {
        match (question, *action) {
            (AdministrationQuestion::ReturnDummies { side, .. }, AdministrationAction::ReturnDummy(dummy, to)) => {
                self.may_return_dummy(state, side, dummy, to)
            }
            (AdministrationQuestion::ForceMarkers { side }, AdministrationAction::MarkForce(at)) => {
                self.may_mark_force(state, side, at)
            }
            (AdministrationQuestion::SharePoints { pips, .. }, AdministrationAction::SharePoints(first)) => {
                self.may_share_points(pips, first)
            }
            (AdministrationQuestion::ReturnDummies { .. }, AdministrationAction::DummiesDone)
            | (AdministrationQuestion::ForceMarkers { .. }, AdministrationAction::ForcesDone) => Ok(()),
            (
                AdministrationQuestion::ReturnDummies { .. }
                | AdministrationQuestion::ForceMarkers { .. }
                | AdministrationQuestion::SharePoints { .. },
                _,
            ) => {
                rule!("2.B1a", true);
                Err(refuse(case!("2.B1a"), "that is another step of the administrative phase"))
            }
        }
    }

    pub(super) fn list_administration(
        &self,
        state: &State,
        question: AdministrationQuestion,
        actions: &mut Vec<Action>,
    ) {
        let mut offer = |action: AdministrationAction| {
            if self.judge_administration(state, question, &action).is_ok() {
                actions.push(Action::Administration(action));
            }
        };
        match question {
            AdministrationQuestion::ReturnDummies { side, .. } => {
                for dummy in self.dummies_off_the_map(state, side).iter() {
                    for at in state.occupied(side).iter() {
                        offer(AdministrationAction::ReturnDummy(dummy, at));
                    }
                }
                offer(AdministrationAction::DummiesDone);
            }
            AdministrationQuestion::ForceMarkers { side } => {
                state.occupied(side).iter().for_each(|at| offer(AdministrationAction::MarkForce(at)));
                offer(AdministrationAction::ForcesDone);
            }
            AdministrationQuestion::SharePoints { pips, .. } => {
                (0..=pips).for_each(|first| offer(AdministrationAction::SharePoints(first)));
            }
        }
    }

    pub(super) fn play_administration(
        &self,
        state: &mut State,
        _: Seat,
        question: AdministrationQuestion,
        action: &AdministrationAction,
        events: &mut impl Sink<Event>,
    ) {
        match (question, *action) {
            (AdministrationQuestion::ReturnDummies { side, left }, AdministrationAction::ReturnDummy(dummy, at)) => {
                self.return_dummy(state, side, dummy, at, events);
                state.frames.pop();
                let left = left.saturating_sub(1);
                state.frames.push(Frame::Administration(Administration::ReturnDummies { side, left }));
            }
            (AdministrationQuestion::ReturnDummies { .. }, AdministrationAction::DummiesDone)
            | (AdministrationQuestion::ForceMarkers { .. }, AdministrationAction::ForcesDone) => {
                state.frames.pop();
            }
            (AdministrationQuestion::ForceMarkers { side }, AdministrationAction::MarkForce(at)) => {
                self.mark_force(state, side, at, events);
            }
            (AdministrationQuestion::SharePoints { army, with, pips }, AdministrationAction::SharePoints(first)) => {
                self.share_points(state, [army, with], [first, pips.saturating_sub(first)], events);
            }
            (
                AdministrationQuestion::ReturnDummies { .. }
                | AdministrationQuestion::ForceMarkers { .. }
                | AdministrationQuestion::SharePoints { .. },
                _,
            ) => unreachable!("checked"),
        }
    }

    pub(super) fn throw_administration(
        &self,
        state: &mut State,
        due: AdministrationDie,
        die: u8,
        events: &mut impl Sink<Event>,
    ) {
        let AdministrationDie::PointsDie { army } = due;
        self.throw_for_points(state, army, die, events);
    }
}
