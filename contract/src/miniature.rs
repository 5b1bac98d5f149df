//! The miniature: a title with everything the first system lacks. Hidden counters with dummies, secret deployment and
//! secret tactics of several seats at once, interceptions by the other side, cards at any time, two seats on one side.
//!
//! It exists to keep the kernel and the contract honest, and is played by nobody.

/// The numbers of the cases, from `rules.toml`.
const CASES: &[&str] = include!(concat!(env!("OUT_DIR"), "/miniature.rs"));
kernel::cases!(crate::miniature::CASES);

pub mod action;
pub mod event;
mod language;
mod rules;
mod sample;
pub mod secrets;
pub mod state;
mod title;
pub mod view;

use kernel::{Entropy, Illegal, Outcome, Pending, Ruleset, Seat, SeatInfo, Sink, Viewer};

pub use action::{Action, Decision};
pub use event::Event;
pub use state::State;
pub use title::MiniatureTitle;
pub use view::View;

#[derive(Clone, Debug)]
pub struct Miniature {
    seats: [SeatInfo; 3],
}

impl Miniature {
    pub fn new() -> Miniature {
        let seat = |id: &str, name: &str, seat: Seat| SeatInfo {
            id: id.to_owned(),
            name: name.to_owned(),
            side: state::side_of(seat),
        };
        Miniature {
            seats: [
                seat("army", "The Blue army", state::ARMY),
                seat("wing", "The Blue wing", state::WING),
                seat("host", "The Red host", state::HOST),
            ],
        }
    }
}

impl Default for Miniature {
    fn default() -> Miniature {
        Miniature::new()
    }
}

impl Ruleset for Miniature {
    type State = State;
    type Action = Action;
    type Decision = Decision;
    type Event = Event;
    type View = View;

    fn seats(&self) -> &[SeatInfo] {
        &self.seats
    }

    fn initial(&self) -> State {
        State::new()
    }

    fn pending(&self, state: &State) -> Pending<Decision> {
        rules::pending(state)
    }

    fn legal(&self, state: &State, seat: Seat, actions: &mut Vec<Action>) {
        rules::legal(state, seat, actions);
    }

    fn interrupts(&self, state: &State, seat: Seat, actions: &mut Vec<Action>) {
        rules::interrupts(state, seat, actions);
    }

    fn check(&self, state: &State, seat: Seat, action: &Action) -> Result<(), Illegal> {
        rules::check(state, seat, action)
    }

    fn play(&self, state: &mut State, seat: Seat, action: &Action, events: &mut impl Sink<Event>) {
        rules::play(state, seat, action, events);
    }

    fn throw(&self, state: &mut State, outcome: &Outcome, events: &mut impl Sink<Event>) {
        rules::throw(state, outcome, events);
    }

    fn view(&self, state: &State, viewer: Viewer) -> View {
        view::view(state, viewer)
    }

    fn observe(&self, _: &State, event: &Event, viewer: Viewer) -> Option<Event> {
        event::observe(event, viewer)
    }

    fn sample(&self, view: &View, entropy: &mut dyn Entropy) -> State {
        sample::sample(view, entropy)
    }
}
