//! The game as the kernel sees it.

use kernel::{Entropy, Illegal, Outcome, Pending, Ruleset, Seat, SeatInfo, Side, Sink, Viewer};

use crate::Rules;
use crate::action::Action;
use crate::event::Event;
use crate::sequence::Question;
use crate::state::State;
use crate::view::View;

/// What a seat is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Decision(pub Question);

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
        self.begin(&mut state, &mut kernel::Discard);
        self.run(&mut state, &mut kernel::Discard);
        state
    }

    fn pending(&self, state: &State) -> Pending<Decision> {
        self.pending_now(state)
    }

    fn legal(&self, state: &State, seat: Seat, actions: &mut Vec<Action>) {
        actions.clear();
        let side = Side(seat.0);
        if self.is_asked(state, side) {
            self.list(state, side, actions);
        }
    }

    fn interrupts(&self, _state: &State, _seat: Seat, actions: &mut Vec<Action>) {
        // Nothing is done out of order (4.sequence).
        actions.clear();
    }

    fn check(&self, state: &State, seat: Seat, action: &Action) -> Result<(), Illegal> {
        if usize::from(seat.0) >= self.seats.len() {
            return Err(Illegal::new(case!("4.sequence"), "there is no such player"));
        }
        self.judge(state, Side(seat.0), action).map_err(|refusal| refusal.explain(self))
    }

    fn play(&self, state: &mut State, seat: Seat, action: &Action, events: &mut impl Sink<Event>) {
        self.carry_out(state, Side(seat.0), action, events);
        self.run(state, events);
    }

    fn throw(&self, state: &mut State, outcome: &Outcome, events: &mut impl Sink<Event>) {
        self.fall(state, outcome, events);
        self.run(state, events);
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
}
