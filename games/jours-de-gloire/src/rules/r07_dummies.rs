//! Chapter 7.1, first half: dummies are told and found out.
//! Decides 7.1d.

use arrayvec::ArrayVec;
use board::boxes::BoxId;
use kernel::{Side, Sink};

use crate::Rules;
use crate::event::{Common, Event};
use crate::sets::CounterSet;
use crate::state::{Lying, State, Whereabouts};

impl Rules {
    pub(crate) fn dummies_in(&self, state: &State, side: Side, at: BoxId) -> CounterSet {
        self.of_side_in(state, side, at).iter().filter(|counter| self.is_dummy(*counter)).collect()
    }

    /// All dummies of a side in a box are shown and leave the map, to come back perhaps (7.1g).
    pub(crate) fn remove_dummies(&self, state: &mut State, side: Side, at: BoxId, events: &mut impl Sink<Event>) {
        let dummies = self.dummies_in(state, side, at);
        if dummies.is_empty() || !rule!("7.1d", true) {
            return;
        }
        let mut lay: ArrayVec<Lying, 16> = dummies.iter().map(|dummy| state.piece(dummy).lying()).take(16).collect();
        lay.sort_unstable();
        self.part(state, &dummies);
        for dummy in dummies.iter() {
            self.retire_dummy(state, dummy);
        }
        events.event(Event::Common(Common::DummiesGone { side, at, count: dummies.len() as u8, lay }));
    }

    /// A dummy leaves the map.
    pub(crate) fn retire_dummy(&self, state: &mut State, dummy: crate::counters::CounterId) {
        self.relocate(state, dummy, Whereabouts::Pool);
        let piece = state.piece_mut(dummy);
        let lot = piece.lot;
        *piece = crate::state::Piece { whereabouts: Whereabouts::Pool, lot, ..crate::state::Piece::ABSENT };
    }

    /// 7.1c: the owner shows that they are dummies. They stay where they are.
    pub(crate) fn show_dummies(&self, state: &mut State, side: Side, at: BoxId, events: &mut impl Sink<Event>) {
        for dummy in self.dummies_in(state, side, at).iter() {
            self.turn_up(state, dummy, false, events);
        }
    }
}
