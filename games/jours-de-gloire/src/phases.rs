//! The course of a turn: every question, answer and throw goes to its phase, and from there to the chapter that decides.

use kernel::{Illegal, Outcome, Pending, Seat, Side, Sink, Throw};

use crate::Rules;
use crate::action::Action;
use crate::event::Event;
use crate::refusal::{Ruling, refuse};
use crate::ruleset::Decision;
use crate::sequence::Frame;
use crate::state::State;

mod administration;
mod combat;
mod events;
mod guns;
mod movement;

/// What a frame waits for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Awaited {
    /// For one seat.
    Seat(Seat),
    /// For these seats at once, in secret.
    Seats(arrayvec::ArrayVec<Seat, { kernel::SEATS }>),
    Die(Throw),
    /// For nothing: the rules go on by themselves (`run`).
    Nothing,
}

impl Rules {
    pub(crate) fn waits(&self, state: &State) -> Awaited {
        match state.frame() {
            Frame::Events(frame) => self.events_wait(state, frame),
            Frame::Administration(frame) => self.administration_waits(state, frame),
            Frame::Movement(frame) => self.movement_waits(state, frame),
            Frame::Guns(frame) => self.guns_wait(state, frame),
            Frame::Combat(frame) => self.combat_waits(state, frame),
            Frame::GameOver => Awaited::Nothing,
        }
    }

    pub(crate) fn pending_now(&self, state: &State) -> Pending<Decision> {
        let decision = Decision(state.frame());
        match self.waits(state) {
            Awaited::Seat(seat) => Pending::one(seat, decision),
            Awaited::Seats(seats) => Pending::Decide(seats.into_iter().map(|seat| (seat, decision)).collect()),
            Awaited::Die(throw) => Pending::Chance(throw),
            Awaited::Nothing => Pending::Over(self.verdict_now(state)),
        }
    }

    pub(crate) fn is_asked(&self, state: &State, seat: Seat) -> bool {
        match self.waits(state) {
            Awaited::Seat(asked) => asked == seat,
            Awaited::Seats(seats) => seats.contains(&seat),
            Awaited::Die(_) | Awaited::Nothing => false,
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
        let ruling = match (state.frame(), action) {
            (Frame::Events(frame), Action::Events(action)) => {
                frame.asked().map(|question| self.judge_events(state, question, action))
            }
            (Frame::Administration(frame), Action::Administration(action)) => {
                frame.asked().map(|question| self.judge_administration(state, question, action))
            }
            (Frame::Movement(frame), Action::Movement(action)) => {
                frame.asked().map(|question| self.judge_movement(state, seat, question, action))
            }
            (Frame::Guns(frame), Action::Guns(action)) => {
                frame.asked().map(|question| self.judge_guns(state, seat, question, action))
            }
            (Frame::Combat(frame), Action::Combat(action)) => {
                frame.asked().map(|question| self.judge_combat(state, seat, question, action))
            }
            (_, _) => None,
        };
        ruling.unwrap_or_else(|| {
            rule!("2.0", true);
            Err(refuse(case!("2.0"), "that belongs to another phase"))
        })
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
            Frame::Events(frame) => {
                frame.asked().into_iter().for_each(|question| self.list_events(state, question, actions))
            }
            Frame::Administration(frame) => {
                frame.asked().into_iter().for_each(|question| self.list_administration(state, question, actions))
            }
            Frame::Movement(frame) => {
                frame.asked().into_iter().for_each(|question| self.list_movement(state, seat, question, actions))
            }
            Frame::Guns(frame) => {
                frame.asked().into_iter().for_each(|question| self.list_guns(state, seat, question, actions))
            }
            Frame::Combat(frame) => {
                frame.asked().into_iter().for_each(|question| self.list_combat(state, seat, question, actions))
            }
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
            (Frame::Events(frame), Action::Events(action)) => {
                frame.asked().into_iter().for_each(|question| self.play_events(state, seat, question, action, events))
            }
            (Frame::Administration(frame), Action::Administration(action)) => frame
                .asked()
                .into_iter()
                .for_each(|question| self.play_administration(state, seat, question, action, events)),
            (Frame::Movement(frame), Action::Movement(action)) => {
                frame.asked().into_iter().for_each(|question| self.play_movement(state, seat, question, action, events))
            }
            (Frame::Guns(frame), Action::Guns(action)) => {
                frame.asked().into_iter().for_each(|question| self.play_guns(state, seat, question, action, events))
            }
            (Frame::Combat(frame), Action::Combat(action)) => {
                frame.asked().into_iter().for_each(|question| self.play_combat(state, seat, question, action, events))
            }
            (_, _) => unreachable!("checked"),
        }
        self.run(state, events);
    }

    pub(crate) fn throw_now(&self, state: &mut State, outcome: &Outcome, events: &mut impl Sink<Event>) {
        // A pause has no die, and no card changes it.
        let die = outcome.0.first().map_or(0, |die| self.die_with_cards(state, *die));
        match state.frame() {
            Frame::Events(frame) => frame.due().into_iter().for_each(|due| self.throw_events(state, due, die, events)),
            Frame::Administration(frame) => {
                frame.due().into_iter().for_each(|due| self.throw_administration(state, due, die, events))
            }
            Frame::Movement(frame) => {
                frame.due().into_iter().for_each(|due| self.throw_movement(state, due, die, events))
            }
            Frame::Guns(frame) => frame.due().into_iter().for_each(|due| self.throw_guns(state, due, die, events)),
            Frame::Combat(frame) => frame.due().into_iter().for_each(|due| self.throw_combat(state, due, die, events)),
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
