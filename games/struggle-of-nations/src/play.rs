//! The game as the kernel sees it.

use arrayvec::ArrayVec;
use kernel::{Case, Entropy, Illegal, Outcome, Pending, Ruleset, Seat, SeatInfo, Side, Sink, Throw, Viewer};

use crate::Rules;
use crate::action::Action;
use crate::event::Event;
use crate::roster::BOTH;
use crate::sequence::Frame;
use crate::state::State;
use crate::view::View;

/// What a seat is asked: the frame that waits for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Decision(pub Frame);

/// One die for foot, one for horse.
const fn two_dice(case: Case, purpose: &'static str) -> Throw {
    Throw { dice: 2, faces: 6, case, purpose }
}

/// The dice that a frame waits for.
fn throw_of(frame: Frame) -> Option<Throw> {
    match frame {
        Frame::ArmisticeDie => Some(Throw::d6(case!("26.armistice"), "armistice")),
        Frame::WeatherDie => Some(Throw::d6(case!("24.weather"), "weather")),
        Frame::SourceDie { .. } => Some(Throw::d6(case!("6.source.change"), "change of source")),
        Frame::PointsDie { .. } => Some(Throw::d6(case!("5.receive"), "administrative points")),
        Frame::InitiativeDie => Some(Throw::d6(case!("10.roll"), "initiative")),
        Frame::ClassDie => Some(Throw::d6(case!("27.classes"), "attrition of a class")),
        Frame::HurryDie => Some(Throw::d6(case!("27.hurry"), "hurrying up")),
        Frame::AttritionDice => Some(two_dice(case!("8.roll"), "march attrition")),
        Frame::BridgeDie { .. } => Some(Throw::d6(case!("25.bridge"), "bridge")),
        Frame::GunDie => Some(Throw::d6(case!("25.artillery"), "artillery")),
        Frame::CombatDie => Some(Throw::d6(case!("18.odds"), "combat")),
        Frame::PursuitDie => Some(Throw::d6(case!("20.pursuit"), "pursuit")),
        Frame::DisorderDie { .. } => Some(Throw::d6(case!("21.disorg"), "disorganization")),
        Frame::RallyDie { .. } => Some(Throw::d6(case!("21.rally"), "rally")),
        Frame::Segment(_)
        | Frame::Administer { .. }
        | Frame::Organize
        | Frame::Integrity { .. }
        | Frame::Commands
        | Frame::Centres
        | Frame::Initiative
        | Frame::Forced
        | Frame::Muster
        | Frame::Marching
        | Frame::Push { .. }
        | Frame::Losses { .. }
        | Frame::Militia
        | Frame::Bridges
        | Frame::Refuse { .. }
        | Frame::Battles
        | Frame::Declare
        | Frame::Plans
        | Frame::Guns
        | Frame::Bonus
        | Frame::Stand { .. }
        | Frame::Counter { .. }
        | Frame::Retreat { .. }
        | Frame::Displace { .. }
        | Frame::Pursue { .. }
        | Frame::Pursuing { .. }
        | Frame::Occupy { .. }
        | Frame::MoraleChoice { .. }
        | Frame::CloseBattle
        | Frame::Disorder { .. }
        | Frame::Rally { .. }
        | Frame::Armistice { .. }
        | Frame::Settle { .. }
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
        self.begin(&mut state, &mut kernel::Discard);
        self.run(&mut state, &mut kernel::Discard);
        state
    }

    fn pending(&self, state: &State) -> Pending<Decision> {
        let frame = state.frame();
        // 18.pitched: both write at once.
        if frame == Frame::Plans {
            let open = BOTH.into_iter().filter(|side| state.battle.plans[side.index()].is_none());
            let seats: ArrayVec<_, { kernel::SEATS }> =
                open.map(|side| (Rules::seat_of(side), Decision(frame))).collect();
            return Pending::Decide(seats);
        }
        match (self.asked(state), throw_of(frame)) {
            (Some(side), _) => Pending::one(Rules::seat_of(side), Decision(frame)),
            (None, Some(throw)) => Pending::Chance(throw),
            (None, None) => Pending::Over(self.verdict_now(state)),
        }
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

impl Rules {
    /// Whether a side is asked something now.
    pub(crate) fn is_asked(&self, state: &State, side: Side) -> bool {
        if state.frame() == Frame::Plans {
            return state.battle.plans[side.index()].is_none();
        }
        self.asked(state) == Some(side)
    }
}
