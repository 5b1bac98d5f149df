//! The game as the kernel sees it: every question goes to the chapter that the frame belongs to.

use kernel::{Illegal, Outcome, Pending, Seat, Side, Sink, Throw};

use crate::Rules;
use crate::action::Action;
use crate::event::Event;
use crate::refusal::{Ruling, refuse};
use crate::sequence::Frame;
use crate::state::State;

/// What a seat is asked: the frame that waits for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Decision(pub Frame);

/// What a frame waits for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Waits {
    /// For one seat.
    Seat(Seat),
    /// For these seats at once, in secret.
    Seats(arrayvec::ArrayVec<Seat, { kernel::SEATS }>),
    Die(Throw),
    /// For nothing: the rules go on by themselves (`run`).
    Nothing,
}

impl Rules {
    pub(crate) fn waits(&self, state: &State) -> Waits {
        match state.frame() {
            Frame::Events(frame) => self.events_wait(state, frame),
            Frame::Administration(frame) => self.administration_waits(state, frame),
            Frame::Movement(frame) => self.movement_waits(state, frame),
            Frame::Guns(frame) => self.guns_wait(state, frame),
            Frame::Combat(frame) => self.combat_waits(state, frame),
            Frame::GameOver => Waits::Nothing,
        }
    }

    pub(crate) fn pending_now(&self, state: &State) -> Pending<Decision> {
        let decision = Decision(state.frame());
        match self.waits(state) {
            Waits::Seat(seat) => Pending::one(seat, decision),
            Waits::Seats(seats) => Pending::Decide(seats.into_iter().map(|seat| (seat, decision)).collect()),
            Waits::Die(throw) => Pending::Chance(throw),
            Waits::Nothing => Pending::Over(self.verdict_now(state)),
        }
    }

    pub(crate) fn is_asked(&self, state: &State, seat: Seat) -> bool {
        match self.waits(state) {
            Waits::Seat(asked) => asked == seat,
            Waits::Seats(seats) => seats.contains(&seat),
            Waits::Die(_) | Waits::Nothing => false,
        }
    }

    /// The one place where legality is decided.
    fn judge(&self, state: &State, seat: Seat, action: &Action) -> Ruling {
        if usize::from(seat.0) >= self.seats.len() {
            return Err(refuse(case!("10.e"), "there is no such player"));
        }
        if rule!("2.0", state.frame() == Frame::GameOver) {
            return Err(refuse(case!("2.0"), "the game is over"));
        }
        match action {
            Action::Card(card) => return self.may_play_card(state, seat, card),
            Action::Standing(standing) => return self.may_order(state, seat, standing),
            Action::Events(_)
            | Action::Administration(_)
            | Action::Movement(_)
            | Action::Guns(_)
            | Action::Combat(_) => {}
        }
        if rule!("2.0", !self.is_asked(state, seat)) {
            return Err(refuse(case!("2.0"), "this player has nothing to decide now"));
        }
        match (state.frame(), action) {
            (Frame::Events(frame), Action::Events(action)) => self.judge_events(state, seat, frame, action),
            (Frame::Administration(frame), Action::Administration(action)) => {
                self.judge_administration(state, seat, frame, action)
            }
            (Frame::Movement(frame), Action::Movement(action)) => self.judge_movement(state, seat, frame, action),
            (Frame::Guns(frame), Action::Guns(action)) => self.judge_guns(state, seat, frame, action),
            (Frame::Combat(frame), Action::Combat(action)) => self.judge_combat(state, seat, frame, action),
            (
                Frame::Events(_)
                | Frame::Administration(_)
                | Frame::Movement(_)
                | Frame::Guns(_)
                | Frame::Combat(_)
                | Frame::GameOver,
                _,
            ) => {
                rule!("2.0", true);
                Err(refuse(case!("2.0"), "that belongs to another phase"))
            }
        }
    }

    /// Goes on by itself until somebody has to decide, a die has to fall, or the game is over.
    pub(crate) fn run(&self, state: &mut State, events: &mut impl Sink<Event>) {
        loop {
            let waits = match state.frame() {
                Frame::Events(frame) => self.run_events(state, frame, events),
                Frame::Administration(frame) => self.run_administration(state, frame, events),
                Frame::Movement(frame) => self.run_movement(state, frame, events),
                Frame::Guns(frame) => self.run_guns(state, frame, events),
                Frame::Combat(frame) => self.run_combat(state, frame, events),
                Frame::GameOver => true,
            };
            if waits {
                return;
            }
        }
    }

    pub(crate) fn list(&self, state: &State, seat: Seat, actions: &mut Vec<Action>) {
        actions.clear();
        if !self.is_asked(state, seat) {
            return;
        }
        match state.frame() {
            Frame::Events(frame) => self.list_events(state, seat, frame, actions),
            Frame::Administration(frame) => self.list_administration(state, seat, frame, actions),
            Frame::Movement(frame) => self.list_movement(state, seat, frame, actions),
            Frame::Guns(frame) => self.list_guns(state, seat, frame, actions),
            Frame::Combat(frame) => self.list_combat(state, seat, frame, actions),
            Frame::GameOver => {}
        }
    }

    pub(crate) fn list_interrupts(&self, state: &State, seat: Seat, actions: &mut Vec<Action>) {
        actions.clear();
        if state.frame() != Frame::GameOver {
            self.list_cards(state, seat, actions);
            self.list_standing(state, seat, actions);
        }
    }

    pub(crate) fn check_now(&self, state: &State, seat: Seat, action: &Action) -> Result<(), Illegal> {
        self.judge(state, seat, action).map_err(|refusal| refusal.explain(self))
    }

    pub(crate) fn play_now(&self, state: &mut State, seat: Seat, action: &Action, events: &mut impl Sink<Event>) {
        match (state.frame(), action) {
            (_, Action::Card(card)) => self.play_card(state, seat, card, events),
            (_, Action::Standing(standing)) => {
                state.standing[seat.index()] = *standing;
                events.event(Event::Common(crate::event::Common::StandingOrders { seat }));
                return;
            }
            (Frame::Events(frame), Action::Events(action)) => self.play_events(state, seat, frame, action, events),
            (Frame::Administration(frame), Action::Administration(action)) => {
                self.play_administration(state, seat, frame, action, events);
            }
            (Frame::Movement(frame), Action::Movement(action)) => {
                self.play_movement(state, seat, frame, action, events)
            }
            (Frame::Guns(frame), Action::Guns(action)) => self.play_guns(state, seat, frame, action, events),
            (Frame::Combat(frame), Action::Combat(action)) => self.play_combat(state, seat, frame, action, events),
            (
                Frame::Events(_)
                | Frame::Administration(_)
                | Frame::Movement(_)
                | Frame::Guns(_)
                | Frame::Combat(_)
                | Frame::GameOver,
                _,
            ) => unreachable!("checked"),
        }
        self.run(state, events);
    }

    pub(crate) fn throw_now(&self, state: &mut State, outcome: &Outcome, events: &mut impl Sink<Event>) {
        // A pause has no die, and no card changes it.
        let die = outcome.0.first().map_or(0, |die| self.die_with_cards(state, *die));
        match state.frame() {
            Frame::Events(frame) => self.throw_events(state, frame, die, events),
            Frame::Administration(frame) => self.throw_administration(state, frame, die, events),
            Frame::Movement(frame) => self.throw_movement(state, frame, die, events),
            Frame::Guns(frame) => self.throw_guns(state, frame, die, events),
            Frame::Combat(frame) => self.throw_combat(state, frame, die, events),
            Frame::GameOver => {}
        }
        self.run(state, events);
    }

    /// The side of a seat.
    #[inline]
    pub fn side_of_seat(&self, seat: Seat) -> Side {
        self.seats.get(seat.index()).map_or(Side(0), |info| info.side)
    }

    /// The seat that decides for a side where no army is concerned: its first.
    pub(crate) fn seat_of_side(&self, side: Side) -> Seat {
        let place = self.seats.iter().position(|info| info.side == side).unwrap_or(0);
        Seat(place as u8)
    }
}
