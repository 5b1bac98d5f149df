//! The kernel's contract: every question goes to the chapter that answers it.

use kernel::{Entropy, Illegal, Outcome, Pending, Ruleset, Seat, SeatInfo, Sink, Viewer};

use crate::{Action, BLUE, Decision, Event, Rules, State};

impl Ruleset for Rules {
    type State = State;
    type Action = Action;
    type Decision = Decision;
    type Event = Event;
    /// Everybody sees everything.
    type View = State;

    fn seats(&self) -> &[SeatInfo] {
        &self.seats
    }

    fn initial(&self) -> State {
        State {
            turn: 1,
            player: BLUE,
            at: self.units.each_ref().map(|unit| Some(unit.start)),
            attacked: None,
            is_over: false,
        }
    }

    fn pending(&self, state: &State) -> Pending<Decision> {
        self.waits(state)
    }

    fn legal(&self, state: &State, seat: Seat, actions: &mut Vec<Action>) {
        actions.clear();
        self.list(state, seat, actions);
    }

    fn interrupts(&self, _: &State, _: Seat, actions: &mut Vec<Action>) {
        actions.clear();
    }

    fn check(&self, state: &State, seat: Seat, action: &Action) -> Result<(), Illegal> {
        self.judge(state, seat, action)
    }

    fn play(&self, state: &mut State, _: Seat, action: &Action, events: &mut impl Sink<Event>) {
        self.carry_out(state, action, events);
    }

    fn throw(&self, state: &mut State, outcome: &Outcome, events: &mut impl Sink<Event>) {
        self.fall(state, outcome.die(), events);
    }

    fn view(&self, state: &State, _: Viewer) -> State {
        let State { turn, player, at, attacked, is_over } = *state;
        State { turn, player, at, attacked, is_over }
    }

    fn observe(&self, _: &State, event: &Event, _: Viewer) -> Option<Event> {
        Some(event.clone())
    }

    fn sample(&self, view: &State, _: &mut dyn Entropy) -> State {
        view.clone()
    }
}
