//! The game as the kernel sees it.

use kernel::{Entropy, Illegal, Outcome, Pending, Ruleset, Seat, SeatInfo, Side, Sink, Throw, Viewer};

use crate::Rules;
use crate::action::Action;
use crate::event::Event;
use crate::sequence::Frame;
use crate::state::State;
use crate::view::View;

/// What a seat is asked: the frame that waits for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Decision(pub Frame);

impl Rules {
    /// The die that a frame waits for.
    fn throw_of(&self, frame: Frame) -> Option<Throw> {
        match frame {
            Frame::HourDie { .. } => Some(Throw::d6(case!("A.2c"), "time of arrival")),
            Frame::AfterHours => Some(Throw::pause(case!("A.2c"), "time of arrival")),
            Frame::Muster => Some(Throw::pause(case!("M.1"), "end of the turn")),
            Frame::PointDie { .. } => Some(Throw::d6(case!("A.2e"), "place of arrival")),
            Frame::HesitationDie => Some(Throw::d6(case!("S.minden"), "hesitation")),
            Frame::LostWayDie => Some(Throw::d6(case!("7.5a"), "the way at a fork")),
            Frame::Check { unit, trial } => {
                let purpose = if trial.is_task() { "Task Check" } else { "Effectiveness Check" };
                Some(Throw::d6(self.trial_case(unit, trial), purpose))
            }
            Frame::FireDie => Some(Throw::d6(case!("T.fire"), "fire")),
            Frame::DemolitionDie => Some(Throw::d6(case!("G.3u"), "fire at a building or bridge")),
            Frame::ChargeDie => Some(Throw::d6(case!("T.charge"), "charge")),
            Frame::LeaderDie { charged, .. } => {
                Some(Throw::d6(if charged { case!("I.0c") } else { case!("I.0a") }, "a leader in danger"))
            }
            Frame::Setup
            | Frame::Plan { .. }
            | Frame::Call { .. }
            | Frame::BeginTurn
            | Frame::Successor { .. }
            | Frame::Initiative
            | Frame::Command
            | Frame::OpenMovement
            | Frame::Move
            | Frame::Moving
            | Frame::Astride { .. }
            | Frame::Approach
            | Frame::Strains
            | Frame::Fire { .. }
            | Frame::Press
            | Frame::CloseFire
            | Frame::Charges
            | Frame::Declare
            | Frame::GiveWay
            | Frame::Defender
            | Frame::Attacker
            | Frame::ChargedLeaders
            | Frame::Advance
            | Frame::CloseCharge
            | Frame::Recoil { .. }
            | Frame::Face { .. }
            | Frame::Unstack { .. }
            | Frame::Rally
            | Frame::Rout
            | Frame::Routing { .. }
            | Frame::Reorganise
            | Frame::EndTurn
            | Frame::GameOver => None,
        }
    }
}

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
        self.begin_game(&mut state);
        self.run(&mut state, &mut kernel::Discard);
        state
    }

    fn pending(&self, state: &State) -> Pending<Decision> {
        let frame = state.frame();
        match (self.asked(state), self.throw_of(frame)) {
            (Some(side), _) => Pending::one(Rules::seat_of(side), Decision(frame)),
            (None, Some(throw)) => Pending::Chance(throw),
            (None, None) => Pending::Over(self.verdict_now(state)),
        }
    }

    fn legal(&self, state: &State, seat: Seat, actions: &mut Vec<Action>) {
        actions.clear();
        let side = Side(seat.0);
        if self.asked(state) == Some(side) {
            self.list(state, side, actions);
        }
    }

    fn interrupts(&self, _state: &State, _seat: Seat, actions: &mut Vec<Action>) {
        // Whoever may answer something is asked.
        actions.clear();
    }

    fn check(&self, state: &State, seat: Seat, action: &Action) -> Result<(), Illegal> {
        if usize::from(seat.0) >= self.seats.len() {
            return Err(Illegal::new(case!("B.2"), "there is no such player"));
        }
        self.judge(state, Side(seat.0), action).map_err(|refusal| refusal.explain(self))
    }

    fn play(&self, state: &mut State, _seat: Seat, action: &Action, events: &mut impl Sink<Event>) {
        self.carry_out(state, action, events);
        self.run(state, events);
    }

    fn throw(&self, state: &mut State, outcome: &Outcome, events: &mut impl Sink<Event>) {
        self.fall(state, outcome, events);
        self.run(state, events);
    }

    fn view(&self, state: &State, viewer: Viewer) -> View {
        View::of(self, state, viewer)
    }

    fn observe(&self, _state: &State, event: &Event, viewer: Viewer) -> Option<Event> {
        self.observed(event, viewer)
    }

    fn sample(&self, view: &View, entropy: &mut dyn Entropy) -> State {
        self.sampled(view, entropy)
    }
}
