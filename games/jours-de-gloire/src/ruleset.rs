//! The game as the kernel plays it.

use kernel::{Entropy, Illegal, Outcome, Pending, Ruleset, Seat, SeatInfo, Sink, Viewer};

use crate::action::Action;
use crate::event::Event;
use crate::sequence::Frame;
use crate::state::State;
use crate::view::View;
use crate::{Rules, Seen};

/// What a seat is asked: the frame that waits for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Decision(pub Frame);

impl Ruleset for Rules {
    type State = State;
    type Action = Action;
    type Decision = Decision;
    type Event = Event;
    type View = View;

    fn seats(&self) -> &[SeatInfo] {
        &self.seats
    }

    fn initial(&self) -> State {
        let mut state = self.set_up();
        self.run(&mut state, &mut kernel::Discard);
        state
    }

    fn pending(&self, state: &State) -> Pending<Decision> {
        self.pending_now(state)
    }

    fn legal(&self, state: &State, seat: Seat, actions: &mut Vec<Action>) {
        self.list(state, seat, actions);
    }

    fn interrupts(&self, state: &State, seat: Seat, actions: &mut Vec<Action>) {
        self.list_interrupts(state, seat, actions);
    }

    fn check(&self, state: &State, seat: Seat, action: &Action) -> Result<(), Illegal> {
        self.check_now(state, seat, action)
    }

    fn play(&self, state: &mut State, seat: Seat, action: &Action, events: &mut impl Sink<Event>) {
        self.play_now(state, seat, action, events);
    }

    fn throw(&self, state: &mut State, outcome: &Outcome, events: &mut impl Sink<Event>) {
        self.throw_now(state, outcome, events);
    }

    fn view(&self, state: &State, viewer: Viewer) -> View {
        self.view_of(state, viewer)
    }

    fn observe(&self, state: &State, event: &Event, viewer: Viewer) -> Option<Event> {
        self.observed(state, event, viewer)
    }

    fn sample(&self, view: &View, entropy: &mut dyn Entropy) -> State {
        self.sample_of(view, entropy)
    }

    fn standing_answer(&self, seen: &Seen<'_>, seat: Seat) -> Option<Action> {
        self.answer_by_standing(seen, seat)
    }
}
