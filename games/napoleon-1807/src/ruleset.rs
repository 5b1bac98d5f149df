//! The game as the kernel sees it.

use kernel::{Entropy, Illegal, Outcome, Pending, Ruleset, Seat, SeatInfo, Seen, Side, Sink, Viewer};

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
        self.begin_turn(&mut state, &mut kernel::Discard);
        self.run(&mut state, &mut kernel::Discard);
        state
    }

    fn pending(&self, state: &State) -> Pending<Decision> {
        self.pending_now(state)
    }

    fn legal(&self, state: &State, seat: Seat, actions: &mut Vec<Action>) {
        actions.clear();
        self.list(state, Side(seat.0), actions);
    }

    fn interrupts(&self, state: &State, seat: Seat, actions: &mut Vec<Action>) {
        // The other side reacts when it is asked (3.1g), never unasked; what it answers it may settle before.
        actions.clear();
        if usize::from(seat.0) < self.seats.len() {
            self.list_standing(state, Side(seat.0), actions);
        }
    }

    fn standing_answer(&self, seen: &Seen<'_, Rules>, seat: Seat) -> Option<Action> {
        self.answer_by_standing(seen.world(), Side(seat.0))
    }

    fn check(&self, state: &State, seat: Seat, action: &Action) -> Result<(), Illegal> {
        if usize::from(seat.0) >= self.seats.len() {
            return Err(Illegal::new(case!("3.1"), "there is no such player"));
        }
        self.judge(state, Side(seat.0), action).map_err(|refusal| {
            let reasons = self.reasons_for(state, action, &refusal);
            refusal.explain(self).also(&reasons)
        })
    }

    fn play(&self, state: &mut State, seat: Seat, action: &Action, events: &mut impl Sink<Event>) {
        self.carry_out(state, Side(seat.0), action, events);
        self.run(state, events);
    }

    fn throw(&self, state: &mut State, outcome: &Outcome, events: &mut impl Sink<Event>) {
        self.fall(state, outcome, events);
        self.run(state, events);
    }

    fn view(&self, state: &State, _viewer: Viewer) -> View {
        View::seen(state, state)
    }

    fn observe(&self, _state: &State, event: &Event, _viewer: Viewer) -> Option<Event> {
        // Everything is open in these battles.
        Some(*event)
    }

    fn sample(&self, view: &View, _entropy: &mut dyn Entropy) -> State {
        self.state_from(view)
    }
}
