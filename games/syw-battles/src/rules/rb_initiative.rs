//! Chapter B: the First Player keeps the initiative or gives it up, and whose choice it is where the players choose by turns.
//! Decides B.1.

use kernel::{Side, Sink};

use crate::Rules;
use crate::counters::enemy_of;
use crate::event::{Event, Phase};
use crate::sequence::Frame;
use crate::state::State;

impl Rules {
    /// B.2: the holder begins every phase of this turn.
    pub(crate) fn take_initiative(&self, state: &mut State, keep: bool, events: &mut impl Sink<Event>) {
        let first = self.scenario.first_player;
        // B.1: the scenario names the First Player.
        let side = if keep == rule!("B.1", true) { first } else { enemy_of(first) };
        state.holder = side;
        state.player = side;
        events.event(Event::Initiative { side });
        state.frames.pop();
        state.frames.push(Frame::Command);
    }

    /// A phase in which the players choose by turns begins (S41).
    pub(crate) fn open_alternate(&self, state: &mut State, frame: Frame, phase: Phase, events: &mut impl Sink<Event>) {
        state.player = state.holder;
        state.done = [false; 2];
        state.frames.push(frame);
        events.event(Event::PhaseBegan { side: None, phase });
    }

    /// Whose choice it is in such a phase: false when both have finished. Who has nothing to choose has finished.
    pub(crate) fn whose_choice(&self, state: &mut State, able: impl Fn(&Rules, &State, Side) -> bool) -> bool {
        for _ in 0..2 {
            let player = state.player;
            if !state.done[player.index()] {
                if able(self, state, player) {
                    return true;
                }
                state.done[player.index()] = true;
            }
            state.player = enemy_of(player);
        }
        false
    }

    /// After a choice it is the other player's turn, unless he has finished.
    pub(crate) fn alternate(&self, state: &mut State) {
        let other = enemy_of(state.player);
        if !state.done[other.index()] {
            state.player = other;
        }
    }

    /// A player has finished the phase.
    pub(crate) fn finish_phase(&self, state: &mut State) {
        state.done[state.player.index()] = true;
        self.alternate(state);
    }
}
