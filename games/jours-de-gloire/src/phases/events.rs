//! Phases A and D: which rule answers in which frame.

use kernel::{Seat, Sink, Throw, Waits};

use super::Awaited;
use crate::Rules;
use crate::action::{Action, EventsAction};
use crate::event::Event;
use crate::refusal::{Ruling, refuse};
use crate::rules::ra_cards::all_cards;
use crate::sequence::{Events, EventsDie, EventsQuestion, EventsStep, Frame};
use crate::state::{ALLIED, FRENCH, State, enemy_of};

impl Rules {
    pub(super) fn events_wait(&self, state: &State, frame: Events) -> Awaited {
        let question = match frame.waits() {
            Waits::Asks(question) => question,
            Waits::Rolls(die) => return Awaited::Die(self.events_die(state, die)),
            Waits::Goes(_) => return Awaited::Nothing,
        };
        match question {
            EventsQuestion::LeaderReturns { leader } => Awaited::Seat(self.seat_of_counter(state, leader)),
            EventsQuestion::ChooseFirst { side }
            | EventsQuestion::StepAside { side, .. }
            | EventsQuestion::Replacements { side }
            | EventsQuestion::Discard { side }
            | EventsQuestion::LiftAway { side } => Awaited::Seat(self.seat_of_side(side)),
        }
    }

    fn events_die(&self, state: &State, die: EventsDie) -> Throw {
        match die {
            EventsDie::WeatherDie => Throw::d6(case!("3.1a"), "weather"),
            EventsDie::FirstPlayerDie { french: None } => Throw::d6(case!("3.2b"), "first player, French"),
            EventsDie::FirstPlayerDie { french: Some(_) } => Throw::d6(case!("3.2b"), "first player, Allied"),
            EventsDie::ArrivalDie { .. } => Throw::d6(case!("3.3e"), "arrival of reinforcements"),
            EventsDie::DefectionDie { .. } => Throw::d6(case!("S.0"), "troops that may change sides"),
            EventsDie::CardDie { .. } => {
                let faces = self.cards_in_deck(state);
                Throw { dice: 1, faces, ..Throw::d6(case!("B.2A"), "event card") }
            }
        }
    }

    pub(super) fn run_events(&self, state: &mut State, frame: Events, events: &mut impl Sink<Event>) -> bool {
        let waits = match frame.waits() {
            Waits::Goes(step) => {
                self.go_on_with_events(state, step, events);
                return false;
            }
            Waits::Rolls(EventsDie::WeatherDie) => !self.weather_is_settled(state, events),
            Waits::Rolls(EventsDie::CardDie { .. }) => self.shuffle_if_empty(state, events),
            Waits::Rolls(
                EventsDie::FirstPlayerDie { .. } | EventsDie::ArrivalDie { .. } | EventsDie::DefectionDie { .. },
            ) => true,
            Waits::Asks(EventsQuestion::StepAside { side, at }) => self.must_step_aside(state, side, at),
            Waits::Asks(EventsQuestion::Replacements { side }) => self.has_replacements(state, side),
            Waits::Asks(EventsQuestion::Discard { side }) => self.must_discard(state, side),
            Waits::Asks(EventsQuestion::LiftAway { side }) => self.must_lift_away(state, side),
            Waits::Asks(EventsQuestion::LeaderReturns { .. } | EventsQuestion::ChooseFirst { .. }) => true,
        };
        if !waits {
            state.frames.pop();
        }
        waits
    }

    fn go_on_with_events(&self, state: &mut State, step: EventsStep, events: &mut impl Sink<Event>) {
        match step {
            EventsStep::Open => self.open_turn(state, events),
            EventsStep::Leaders => {
                self.change_leaders(state, events);
                self.find_chiefs(state);
                match self.next_returning_leader(state) {
                    Some(leader) => state.frames.push(Frame::Events(Events::LeaderReturns { leader })),
                    None => {
                        state.frames.pop();
                    }
                }
            }
            EventsStep::FirstPlayer => self.ask_for_first_player(state),
            EventsStep::Arrivals => self.let_arrive(state, events),
            EventsStep::Close => {
                state.frames.pop();
                state.frames.push(Frame::Events(Events::Calendar));
                // B.2D: the French first, as they draw.
                for side in [ALLIED, FRENCH] {
                    state.frames.push(Frame::Events(Events::Discard { side }));
                }
            }
            EventsStep::Calendar => self.close_turn(state, events),
        }
    }

    pub(super) fn judge_events(&self, state: &State, question: EventsQuestion, action: &EventsAction) -> Ruling {
        match (question, *action) {
            (EventsQuestion::LeaderReturns { leader }, EventsAction::ReturnTo(place)) => {
                self.may_return(state, leader, place)
            }
            (EventsQuestion::ChooseFirst { .. }, EventsAction::GoFirst | EventsAction::GoSecond) => Ok(()),
            (EventsQuestion::StepAside { side, at }, EventsAction::StepAside(way)) => {
                self.may_step_aside(state, side, at, way)
            }
            (EventsQuestion::Replacements { side }, EventsAction::Replace(unit)) => self.may_replace(state, side, unit),
            (EventsQuestion::Replacements { side }, EventsAction::ReplacementsDone) => {
                self.may_end_replacements(state, side)
            }
            (EventsQuestion::Discard { side }, EventsAction::Discard(card)) => self.may_discard(state, side, card),
            (EventsQuestion::LiftAway { side }, EventsAction::LiftTo(counter, to)) => {
                self.may_lift(state, side, counter, to)
            }
            (
                EventsQuestion::LeaderReturns { .. }
                | EventsQuestion::ChooseFirst { .. }
                | EventsQuestion::StepAside { .. }
                | EventsQuestion::Replacements { .. }
                | EventsQuestion::Discard { .. }
                | EventsQuestion::LiftAway { .. },
                _,
            ) => {
                rule!("2.A", true);
                Err(refuse(case!("2.A"), "that is another step of the phase"))
            }
        }
    }

    pub(super) fn list_events(&self, state: &State, question: EventsQuestion, actions: &mut Vec<Action>) {
        let mut offer = |action: EventsAction| {
            if self.judge_events(state, question, &action).is_ok() {
                actions.push(Action::Events(action));
            }
        };
        match question {
            EventsQuestion::LeaderReturns { leader } => {
                self.places_to_return(state, leader).into_iter().for_each(|place| offer(EventsAction::ReturnTo(place)));
            }
            EventsQuestion::ChooseFirst { .. } => {
                [EventsAction::GoFirst, EventsAction::GoSecond].into_iter().for_each(offer);
            }
            EventsQuestion::StepAside { at, .. } => {
                self.ground.neighbours(at).iter().for_each(|(_, way)| offer(EventsAction::StepAside(*way)));
            }
            EventsQuestion::Replacements { .. } => {
                self.all_counters().for_each(|unit| offer(EventsAction::Replace(unit)));
                offer(EventsAction::ReplacementsDone);
            }
            EventsQuestion::Discard { .. } => all_cards().for_each(|card| offer(EventsAction::Discard(card))),
            EventsQuestion::LiftAway { side } => {
                self.lifts(state, side).for_each(|(counter, to)| offer(EventsAction::LiftTo(counter, to)));
            }
        }
    }

    pub(super) fn play_events(
        &self,
        state: &mut State,
        _: Seat,
        question: EventsQuestion,
        action: &EventsAction,
        events: &mut impl Sink<Event>,
    ) {
        match (question, *action) {
            (EventsQuestion::LeaderReturns { leader }, EventsAction::ReturnTo(place)) => {
                state.frames.pop();
                self.bring_back(state, leader, place, events);
            }
            (EventsQuestion::ChooseFirst { side }, EventsAction::GoFirst) => {
                self.name_first_player(state, side, events)
            }
            (EventsQuestion::ChooseFirst { side }, EventsAction::GoSecond) => {
                self.name_first_player(state, enemy_of(side), events)
            }
            (EventsQuestion::StepAside { side, at }, EventsAction::StepAside(way)) => {
                self.step_aside(state, side, at, way, events)
            }
            (EventsQuestion::Replacements { side }, EventsAction::Replace(unit)) => {
                self.replace(state, side, unit, events)
            }
            (EventsQuestion::Replacements { side }, EventsAction::ReplacementsDone) => {
                self.end_replacements(state, side, events)
            }
            (EventsQuestion::Discard { side }, EventsAction::Discard(card)) => self.discard(state, side, card, events),
            (EventsQuestion::LiftAway { .. }, EventsAction::LiftTo(counter, to)) => {
                self.lift(state, counter, to, events)
            }
            (
                EventsQuestion::LeaderReturns { .. }
                | EventsQuestion::ChooseFirst { .. }
                | EventsQuestion::StepAside { .. }
                | EventsQuestion::Replacements { .. }
                | EventsQuestion::Discard { .. }
                | EventsQuestion::LiftAway { .. },
                _,
            ) => unreachable!("checked"),
        }
    }

    pub(super) fn throw_events(&self, state: &mut State, due: EventsDie, die: u8, events: &mut impl Sink<Event>) {
        match due {
            EventsDie::WeatherDie => {
                state.frames.pop();
                self.throw_for_weather(state, die, events);
            }
            EventsDie::FirstPlayerDie { french } => self.throw_for_first_player(state, french, die, events),
            EventsDie::ArrivalDie { entry } => self.throw_for_arrival(state, entry, die, events),
            EventsDie::DefectionDie { entry } => self.throw_for_defection(state, entry, die, events),
            EventsDie::CardDie { side } => {
                state.frames.pop();
                self.draw_card(state, side, die, events);
            }
        }
    }
}
