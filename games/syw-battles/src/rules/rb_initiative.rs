//! Chapter B: the First Player keeps the initiative or gives it up.

use kernel::Sink;

use crate::Rules;
use crate::event::Event;
use crate::sequence::Frame;
use crate::state::State;
use crate::unit::enemy_of;

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
}
