//! The game as the kernel sees it.

use kernel::{Case, Entropy, Illegal, Outcome, Pending, Ruleset, Seat, SeatInfo, Seen, Side, Sink, Throw, Viewer};

use crate::Rules;
use crate::action::Action;
use crate::event::Event;
use crate::sequence::Frame;
use crate::state::State;
use crate::view::View;

/// What a seat is asked: the frame that waits for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Decision(pub Frame);

const fn two_dice(case: Case, purpose: &'static str) -> Throw {
    Throw { dice: 2, faces: 6, case, purpose }
}

/// The dice that a frame waits for.
fn throw_of(frame: Frame) -> Option<Throw> {
    match frame {
        Frame::Initiative => Some(two_dice(case!("3.1"), "initiative")),
        Frame::RallyDice { .. } => Some(two_dice(case!("12.21"), "reorganization")),
        Frame::GunDice { .. } => Some(two_dice(case!("10.22"), "artillery fire")),
        Frame::SquareDice { .. } => Some(two_dice(case!("13.11"), "square")),
        Frame::RifleDice { .. } => Some(two_dice(case!("7.31"), "rifle fire")),
        Frame::CombatDie => Some(Throw::d6(case!("8.12"), "combat")),
        Frame::MoraleDice { .. } => Some(two_dice(case!("3.T"), "morale")),
        Frame::PursuitDice { .. } => Some(two_dice(case!("8.71"), "morale in pursuit")),
        Frame::LossDice { .. } => Some(two_dice(case!("8.3f"), "losses")),
        Frame::CommanderDice { .. } => Some(two_dice(case!("11.62"), "commander")),
        Frame::Command
        | Frame::Reorganize { .. }
        | Frame::OpenFire
        | Frame::Fire
        | Frame::OpenMovement
        | Frame::Move
        | Frame::Moving
        | Frame::FormSquare { .. }
        | Frame::React
        | Frame::Withdraw
        | Frame::OpenCombat
        | Frame::Assault
        | Frame::Skirmish { .. }
        | Frame::Declare
        | Frame::Volley { .. }
        | Frame::Hits
        | Frame::Ratio
        | Frame::Retreat { .. }
        | Frame::Disorganize { .. }
        | Frame::Tests { .. }
        | Frame::Pursuit { .. }
        | Frame::Face { .. }
        | Frame::Losses { .. }
        | Frame::Successor { .. }
        | Frame::CloseCombat
        | Frame::EndTurn
        | Frame::GameOver => None,
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
        self.begin_turn(&mut state, &mut kernel::Discard);
        self.run(&mut state, &mut kernel::Discard);
        state
    }

    fn pending(&self, state: &State) -> Pending<Decision> {
        let frame = state.frame();
        match (self.asked(state), throw_of(frame)) {
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
        View::of(state)
    }

    fn observe(&self, _state: &State, event: &Event, _viewer: Viewer) -> Option<Event> {
        // Everything is open in these battles.
        Some(*event)
    }

    fn sample(&self, view: &View, _entropy: &mut dyn Entropy) -> State {
        view.state()
    }
}
