//! Chapter 2, B1 and C1: the administrative phase, in the order of the book.

use kernel::{Seat, Side, Sink, Throw};

use crate::Rules;
use crate::action::{Action, AdministrationAction};
use crate::event::{Administration as Happened, Common, Event, Phase};
use crate::play::Waits;
use crate::refusal::{Ruling, refuse};
use crate::sequence::{Administration, Frame, Movement};
use crate::state::{BoxSet, Peace, State, Whereabouts};

impl Rules {
    pub(crate) fn administration_waits(&self, _: &State, frame: Administration) -> Waits {
        match frame {
            Administration::ReturnDummies { side, .. } | Administration::ForceMarkers { side } => {
                Waits::Seat(self.seat_of_side(side))
            }
            Administration::SharePoints { army, .. } => Waits::Seat(self.seat_of_army(army)),
            Administration::PointsDie { .. } => Waits::Die(Throw::d6(case!("4.5a"), "command points")),
            Administration::Open | Administration::TurnDown | Administration::Lines | Administration::Done => {
                Waits::Nothing
            }
        }
    }

    pub(crate) fn run_administration(
        &self,
        state: &mut State,
        frame: Administration,
        events: &mut impl Sink<Event>,
    ) -> bool {
        let side = state.player;
        match frame {
            Administration::Open => {
                state.frames.pop();
                events.event(Event::Common(Common::PhaseBegan { side, phase: Phase::Administration }));
                self.begin_player_turn(state);
                self.push_steps(state, side);
            }
            Administration::ReturnDummies { left, .. } => {
                if left > 0 {
                    return true;
                }
                state.frames.pop();
            }
            Administration::TurnDown => {
                state.frames.pop();
                self.turn_down(state, side, events);
                self.gather_force_markers(state, side);
            }
            Administration::ForceMarkers { .. } => return true,
            Administration::Lines => {
                state.frames.pop();
                self.dissolve_empty_units(state, side, events);
                self.find_chiefs(state);
                self.trace_command(state, side, events);
                self.find_supply(state, side, events);
                self.ask_for_points(state, events);
            }
            Administration::PointsDie { .. } | Administration::SharePoints { .. } => return true,
            Administration::Done => {
                state.frames.pop();
                state.frames.push(Frame::Movement(Movement::Open));
            }
        }
        false
    }

    /// 2.B1a: the steps of the phase, the first on top.
    fn push_steps(&self, state: &mut State, side: Side) {
        let mut push = |step: Administration| state.frames.push(Frame::Administration(step));
        push(Administration::Done);
        push(Administration::Lines);
        if self.agreed.force_markers {
            push(Administration::ForceMarkers { side });
        }
        push(Administration::TurnDown);
        let left = self.dummies_to_return(state, side);
        if left > 0 {
            state.frames.push(Frame::Administration(Administration::ReturnDummies { side, left }));
        }
    }

    /// What a counter did in the last player turn is forgotten.
    fn begin_player_turn(&self, state: &mut State) {
        state.promised.clear();
        state.supplied_by_card = 0;
        state.said_real = [BoxSet::EMPTY; 2];
        if state.player == state.first {
            self.note_hollow_units(state);
        }
        for piece in &mut state.pieces {
            piece.moved = false;
            piece.spent = 0;
            piece.entered_by = None;
            piece.lost_here = 0;
        }
    }

    /// 1.2.3b: units without strength when phase B begins leave in it; who comes to nothing later has until the next turn.
    pub(crate) fn note_hollow_units(&self, state: &mut State) {
        for piece in &mut state.pieces {
            piece.hollow = piece.strength == 0;
        }
    }

    /// 2.B1a: units shown in the last turn are turned down again. In an armistice all stays open (A.arm.h).
    fn turn_down(&self, state: &mut State, side: Side, events: &mut impl Sink<Event>) {
        if matches!(state.calendar.peace, Peace::Armistice { .. }) {
            return;
        }
        let mut any = false;
        for (number, piece) in state.pieces.iter_mut().enumerate() {
            let counter = crate::counters::CounterId(number as u8);
            let shown = piece.face_up && piece.place().is_some() && self.side_of(counter) == side;
            if rule!("2.B1a", shown && !self.lies_open(counter)) {
                piece.face_up = false;
                any = true;
            }
            if self.side_of(counter) == side {
                piece.strength_open = false;
            }
        }
        if any {
            events.event(Event::Administration(Happened::Hidden { side }));
        }
    }

    /// 1.2.3b: units at 0 SP leave, unless SP reinforcements have reached them.
    fn dissolve_empty_units(&self, state: &mut State, side: Side, events: &mut impl Sink<Event>) {
        for number in 0..state.pieces.len() {
            let counter = crate::counters::CounterId(number as u8);
            let Some(at) = state.place_of(counter) else { continue };
            let piece = state.piece(counter);
            let empty = self.side_of(counter) == side
                && self.has_strength(counter)
                && piece.strength == 0
                && rule!("1.2.3b", piece.hollow);
            if !empty {
                continue;
            }
            let lay = state.piece(counter).lying();
            let made_in_play = self.counter(counter).detachment && !self.is_independent(state, counter);
            let to = if made_in_play { Whereabouts::Pool } else { Whereabouts::Lost };
            self.relocate(state, counter, to);
            // Everybody sees which counter is taken off.
            let piece = state.piece_mut(counter);
            piece.face_up = true;
            piece.parent = None;
            events.event(Event::Administration(Happened::UnitDissolved { counter, at, lay }));
            self.tidy_box(state, at, events);
        }
    }

    pub(crate) fn judge_administration(
        &self,
        state: &State,
        _: Seat,
        frame: Administration,
        action: &AdministrationAction,
    ) -> Ruling {
        match (frame, *action) {
            (Administration::ReturnDummies { side, .. }, AdministrationAction::ReturnDummy(dummy, to)) => {
                self.may_return_dummy(state, side, dummy, to)
            }
            (Administration::ReturnDummies { .. }, AdministrationAction::DummiesDone) => Ok(()),
            (Administration::ForceMarkers { side }, AdministrationAction::MarkForce(at)) => {
                self.may_mark_force(state, side, at)
            }
            (Administration::ForceMarkers { .. }, AdministrationAction::ForcesDone) => Ok(()),
            (Administration::SharePoints { pips, .. }, AdministrationAction::SharePoints(first)) => {
                if rule!("B.4.5", first > pips) {
                    let refusal = refuse(case!("B.4.5"), "the die shows {number}: an army cannot get more than that");
                    return Err(refusal.number(i16::from(pips)));
                }
                Ok(())
            }
            (
                Administration::Open
                | Administration::ReturnDummies { .. }
                | Administration::TurnDown
                | Administration::ForceMarkers { .. }
                | Administration::Lines
                | Administration::PointsDie { .. }
                | Administration::SharePoints { .. }
                | Administration::Done,
                _,
            ) => {
                rule!("2.B1a", true);
                Err(refuse(case!("2.B1a"), "that is another step of the administrative phase"))
            }
        }
    }

    pub(crate) fn list_administration(
        &self,
        state: &State,
        seat: Seat,
        frame: Administration,
        actions: &mut Vec<Action>,
    ) {
        let mut offer = |action: AdministrationAction| {
            if self.judge_administration(state, seat, frame, &action).is_ok() {
                actions.push(Action::Administration(action));
            }
        };
        match frame {
            Administration::ReturnDummies { side, .. } => {
                for dummy in self.dummies_off_the_map(state, side).iter() {
                    for at in state.occupied(side).iter() {
                        offer(AdministrationAction::ReturnDummy(dummy, at));
                    }
                }
                offer(AdministrationAction::DummiesDone);
            }
            Administration::ForceMarkers { side } => {
                for at in state.occupied(side).iter() {
                    offer(AdministrationAction::MarkForce(at));
                }
                offer(AdministrationAction::ForcesDone);
            }
            Administration::SharePoints { pips, .. } => {
                for first in 0..=pips {
                    offer(AdministrationAction::SharePoints(first));
                }
            }
            Administration::Open
            | Administration::TurnDown
            | Administration::Lines
            | Administration::PointsDie { .. }
            | Administration::Done => {}
        }
    }

    pub(crate) fn play_administration(
        &self,
        state: &mut State,
        _: Seat,
        frame: Administration,
        action: &AdministrationAction,
        events: &mut impl Sink<Event>,
    ) {
        match (frame, *action) {
            (Administration::ReturnDummies { side, left }, AdministrationAction::ReturnDummy(dummy, at)) => {
                self.return_dummy(state, side, dummy, at, events);
                state.frames.pop();
                state
                    .frames
                    .push(Frame::Administration(Administration::ReturnDummies { side, left: left.saturating_sub(1) }));
            }
            (Administration::ReturnDummies { .. }, AdministrationAction::DummiesDone)
            | (Administration::ForceMarkers { .. }, AdministrationAction::ForcesDone) => {
                state.frames.pop();
            }
            (Administration::ForceMarkers { side }, AdministrationAction::MarkForce(at)) => {
                self.mark_force(state, side, at, events);
            }
            (Administration::SharePoints { army, with, pips }, AdministrationAction::SharePoints(first)) => {
                self.share_points(state, [army, with], [first, pips.saturating_sub(first)], events);
            }
            (
                Administration::Open
                | Administration::ReturnDummies { .. }
                | Administration::TurnDown
                | Administration::ForceMarkers { .. }
                | Administration::Lines
                | Administration::PointsDie { .. }
                | Administration::SharePoints { .. }
                | Administration::Done,
                _,
            ) => unreachable!("checked"),
        }
    }

    pub(crate) fn throw_administration(
        &self,
        state: &mut State,
        frame: Administration,
        die: u8,
        events: &mut impl Sink<Event>,
    ) {
        match frame {
            Administration::PointsDie { army } => self.throw_for_points(state, army, die, events),
            Administration::Open
            | Administration::ReturnDummies { .. }
            | Administration::TurnDown
            | Administration::ForceMarkers { .. }
            | Administration::Lines
            | Administration::SharePoints { .. }
            | Administration::Done => {}
        }
    }
}
