//! Chapter 2, B1 and C1: the administrative phase, in the order of the book.
//! Decides 1.2.3b, 2.B1a, B.4.5.

use kernel::{Side, Sink};

use crate::Rules;
use crate::event::{Administration as Happened, Event};
use crate::refusal::{Ruling, refuse};
use crate::sequence::{Administration, Frame};
use crate::state::{BoxSet, Peace, State, Whereabouts};

impl Rules {
    /// 2.B1a: the steps of the phase, the first on top.
    pub(crate) fn push_steps(&self, state: &mut State, side: Side) {
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
    pub(crate) fn begin_player_turn(&self, state: &mut State) {
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
    pub(crate) fn turn_down(&self, state: &mut State, side: Side, events: &mut impl Sink<Event>) {
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
        self.gather_lots(state);
        if any {
            events.event(Event::Administration(Happened::Hidden { side }));
        }
    }

    /// 1.2.3b: units at 0 SP leave, unless SP reinforcements have reached them.
    pub(crate) fn dissolve_empty_units(&self, state: &mut State, side: Side, events: &mut impl Sink<Event>) {
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
            self.recognise(state, counter);
            self.relocate(state, counter, to);
            // Everybody sees which counter is taken off.
            let piece = state.piece_mut(counter);
            piece.face_up = true;
            piece.parent = None;
            events.event(Event::Administration(Happened::UnitDissolved { counter, at, lay }));
            self.tidy_box(state, at, events);
        }
    }

    /// B.4.5: a shared die has no more pips than it shows.
    pub(crate) fn may_share_points(&self, pips: u8, first: u8) -> Ruling {
        if rule!("B.4.5", first > pips) {
            let refusal = refuse(case!("B.4.5"), "the die shows {number}: an army cannot get more than that");
            return Err(refusal.number(i16::from(pips)));
        }
        Ok(())
    }
}
