//! Chapter 2: the turn. Phase A opens it, two player turns follow, phase D closes it.

use kernel::{Seat, Sink, Throw};

use crate::Rules;
use crate::action::{Action, EventsAction};
use crate::event::{Calendar, Event};
use crate::play::Waits;
use crate::refusal::{Ruling, refuse};
use crate::sequence::{Administration, Events, Frame};
use crate::state::{ALLIED, FRENCH, State, enemy_of};

impl Rules {
    pub(crate) fn events_wait(&self, state: &State, frame: Events) -> Waits {
        match frame {
            Events::WeatherDie => Waits::Die(Throw::d6(case!("3.1a"), "weather")),
            Events::FirstPlayerDie { french: None } => Waits::Die(Throw::d6(case!("3.2b"), "first player, French")),
            Events::FirstPlayerDie { french: Some(_) } => Waits::Die(Throw::d6(case!("3.2b"), "first player, Allied")),
            Events::ArrivalDie { .. } => Waits::Die(Throw::d6(case!("3.3e"), "arrival of reinforcements")),
            Events::DefectionDie { .. } => Waits::Die(Throw::d6(case!("S.0"), "troops that may change sides")),
            Events::CardDie { .. } => {
                let faces = self.cards_in_deck(state);
                Waits::Die(Throw { dice: 1, faces, ..Throw::d6(case!("B.2A"), "event card") })
            }
            Events::LeaderReturns { leader } => Waits::Seat(self.seat_of_counter(state, leader)),
            Events::ChooseFirst { side }
            | Events::StepAside { side, .. }
            | Events::Replacements { side }
            | Events::Discard { side }
            | Events::LiftAway { side } => Waits::Seat(self.seat_of_side(side)),
            Events::Open
            | Events::Leaders
            | Events::FirstPlayer
            | Events::Arrivals
            | Events::Close
            | Events::Calendar => Waits::Nothing,
        }
    }

    pub(crate) fn run_events(&self, state: &mut State, frame: Events, events: &mut impl Sink<Event>) -> bool {
        match frame {
            Events::Open => self.open_turn(state, events),
            Events::WeatherDie => {
                if !self.weather_is_settled(state, events) {
                    return true;
                }
                state.frames.pop();
            }
            Events::Leaders => {
                self.change_leaders(state, events);
                self.find_chiefs(state);
                match self.next_returning_leader(state) {
                    Some(leader) => state.frames.push(Frame::Events(Events::LeaderReturns { leader })),
                    None => {
                        state.frames.pop();
                    }
                }
            }
            Events::FirstPlayer => self.ask_for_first_player(state),
            Events::Arrivals => self.let_arrive(state, events),
            Events::StepAside { side, at } => {
                if self.must_step_aside(state, side, at) {
                    return true;
                }
                state.frames.pop();
            }
            Events::Replacements { side } => {
                if self.has_replacements(state, side) {
                    return true;
                }
                state.frames.pop();
            }
            Events::CardDie { .. } => {
                if self.shuffle_if_empty(state, events) {
                    return true;
                }
                state.frames.pop();
            }
            Events::Close => {
                state.frames.pop();
                state.frames.push(Frame::Events(Events::Calendar));
                // B.2D: the French first, as they draw.
                for side in [ALLIED, FRENCH] {
                    state.frames.push(Frame::Events(Events::Discard { side }));
                }
            }
            Events::Discard { side } => {
                if self.must_discard(state, side) {
                    return true;
                }
                state.frames.pop();
            }
            Events::Calendar => self.close_turn(state, events),
            Events::LiftAway { side } => {
                if self.must_lift_away(state, side) {
                    return true;
                }
                state.frames.pop();
            }
            Events::FirstPlayerDie { .. }
            | Events::LeaderReturns { .. }
            | Events::ChooseFirst { .. }
            | Events::ArrivalDie { .. }
            | Events::DefectionDie { .. } => return true,
        }
        false
    }

    /// 2.A: weather, leaders, first player, reinforcements, and cards at last (B.2A).
    fn open_turn(&self, state: &mut State, events: &mut impl Sink<Event>) {
        events.event(Event::Calendar(Calendar::TurnBegan { turn: state.turn }));
        state.frames.clear();
        let defections = self.defections_due(state);
        let mut push = |step: Events| state.frames.push(Frame::Events(step));
        // B.2A: the French draw first, then the Allies.
        if rule!("B.2A", !self.scenario.deck.is_empty()) {
            push(Events::CardDie { side: ALLIED });
            push(Events::CardDie { side: FRENCH });
        }
        push(Events::Replacements { side: ALLIED });
        push(Events::Replacements { side: FRENCH });
        for entry in defections {
            push(Events::DefectionDie { entry });
        }
        push(Events::Arrivals);
        push(Events::FirstPlayer);
        let opening = [Events::Leaders, Events::WeatherDie];
        let [second, first] = if rule!("2.A", true) { opening } else { [opening[1], opening[0]] };
        push(second);
        push(first);
        state.frames.insert(0, Frame::Administration(Administration::Open));
    }

    /// After the first player's turn the second player's begins; after that the turn is closed (2.0).
    pub(crate) fn end_player_turn(&self, state: &mut State, events: &mut impl Sink<Event>) {
        let just_moved = state.player;
        state.frames.clear();
        state.march = None;
        state.reaction = None;
        state.battle = None;
        if rule!("2.0", just_moved == state.first) {
            state.player = enemy_of(just_moved);
            state.frames.push(Frame::Administration(Administration::Open));
        } else {
            state.frames.push(Frame::Events(Events::Close));
        }
        self.part_the_armies(state, just_moved, events);
    }

    /// 2.D: markers of the turn go, the calendar advances (A.arm), and the last turn ends the game.
    fn close_turn(&self, state: &mut State, events: &mut impl Sink<Event>) {
        for piece in &mut state.pieces {
            if rule!("2.D", piece.fatigued) {
                piece.fatigued = false;
            }
            piece.digging = false;
            piece.marched_to_guns = false;
        }
        if rule!("S.0", state.turn >= self.scenario.last_turn) {
            self.game_over(state, events);
            return;
        }
        state.frames.clear();
        state.frames.push(Frame::Events(Events::Open));
        if self.turn_the_calendar(state, events) {
            self.game_over(state, events);
            return;
        }
        state.turn += 1;
    }

    /// The score is counted; nothing is hidden any more.
    pub(crate) fn game_over(&self, state: &mut State, events: &mut impl Sink<Event>) {
        state.frames.clear();
        state.frames.push(Frame::GameOver);
        state.march = None;
        state.reaction = None;
        state.battle = None;
        for counter in self.all_counters() {
            self.turn_up(state, counter, self.has_strength(counter), events);
        }
        let [french, allied, ..] = self.verdict_now(state).points;
        state.counted = Some([french, allied]);
        events.event(Event::Calendar(Calendar::Ended { points: [french, allied] }));
    }

    pub(crate) fn judge_events(&self, state: &State, _: Seat, frame: Events, action: &EventsAction) -> Ruling {
        match (frame, *action) {
            (Events::LeaderReturns { leader }, EventsAction::ReturnTo(place)) => self.may_return(state, leader, place),
            (Events::ChooseFirst { .. }, EventsAction::GoFirst | EventsAction::GoSecond) => Ok(()),
            (Events::StepAside { side, at }, EventsAction::StepAside(way)) => self.may_step_aside(state, side, at, way),
            (Events::Replacements { side }, EventsAction::Replace(unit)) => self.may_replace(state, side, unit),
            (Events::Replacements { side }, EventsAction::ReplacementsDone) => self.may_end_replacements(state, side),
            (Events::Discard { side }, EventsAction::Discard(card)) => self.may_discard(state, side, card),
            (Events::LiftAway { side }, EventsAction::LiftTo(counter, to)) => self.may_lift(state, side, counter, to),
            (
                Events::Open
                | Events::WeatherDie
                | Events::Leaders
                | Events::LeaderReturns { .. }
                | Events::FirstPlayer
                | Events::FirstPlayerDie { .. }
                | Events::ChooseFirst { .. }
                | Events::Arrivals
                | Events::ArrivalDie { .. }
                | Events::DefectionDie { .. }
                | Events::StepAside { .. }
                | Events::Replacements { .. }
                | Events::CardDie { .. }
                | Events::Close
                | Events::Discard { .. }
                | Events::Calendar
                | Events::LiftAway { .. },
                _,
            ) => {
                rule!("2.A", true);
                Err(refuse(case!("2.A"), "that is another step of the phase"))
            }
        }
    }

    pub(crate) fn list_events(&self, state: &State, seat: Seat, frame: Events, actions: &mut Vec<Action>) {
        let mut offer = |action: EventsAction| {
            if self.judge_events(state, seat, frame, &action).is_ok() {
                actions.push(Action::Events(action));
            }
        };
        match frame {
            Events::LeaderReturns { leader } => {
                for place in self.places_to_return(state, leader) {
                    offer(EventsAction::ReturnTo(place));
                }
            }
            Events::ChooseFirst { .. } => {
                offer(EventsAction::GoFirst);
                offer(EventsAction::GoSecond);
            }
            Events::StepAside { at, .. } => {
                for (_, way) in self.ground.neighbours(at) {
                    offer(EventsAction::StepAside(*way));
                }
            }
            Events::Replacements { .. } => {
                for unit in self.all_counters() {
                    offer(EventsAction::Replace(unit));
                }
                offer(EventsAction::ReplacementsDone);
            }
            Events::Discard { .. } => {
                for card in super::ra_cards::all_cards() {
                    offer(EventsAction::Discard(card));
                }
            }
            Events::LiftAway { side } => {
                for (counter, to) in self.lifts(state, side) {
                    offer(EventsAction::LiftTo(counter, to));
                }
            }
            Events::Open
            | Events::WeatherDie
            | Events::Leaders
            | Events::FirstPlayer
            | Events::FirstPlayerDie { .. }
            | Events::Arrivals
            | Events::ArrivalDie { .. }
            | Events::DefectionDie { .. }
            | Events::CardDie { .. }
            | Events::Close
            | Events::Calendar => {}
        }
    }

    pub(crate) fn play_events(
        &self,
        state: &mut State,
        _: Seat,
        frame: Events,
        action: &EventsAction,
        events: &mut impl Sink<Event>,
    ) {
        match (frame, *action) {
            (Events::LeaderReturns { leader }, EventsAction::ReturnTo(place)) => {
                state.frames.pop();
                self.bring_back(state, leader, place, events);
            }
            (Events::ChooseFirst { side }, EventsAction::GoFirst) => self.name_first_player(state, side, events),
            (Events::ChooseFirst { side }, EventsAction::GoSecond) => {
                self.name_first_player(state, enemy_of(side), events)
            }
            (Events::StepAside { side, at }, EventsAction::StepAside(way)) => {
                self.step_aside(state, side, at, way, events)
            }
            (Events::Replacements { side }, EventsAction::Replace(unit)) => self.replace(state, side, unit, events),
            (Events::Replacements { side }, EventsAction::ReplacementsDone) => {
                self.end_replacements(state, side, events)
            }
            (Events::Discard { side }, EventsAction::Discard(card)) => self.discard(state, side, card, events),
            (Events::LiftAway { .. }, EventsAction::LiftTo(counter, to)) => self.lift(state, counter, to, events),
            (
                Events::Open
                | Events::WeatherDie
                | Events::Leaders
                | Events::LeaderReturns { .. }
                | Events::FirstPlayer
                | Events::FirstPlayerDie { .. }
                | Events::ChooseFirst { .. }
                | Events::Arrivals
                | Events::ArrivalDie { .. }
                | Events::DefectionDie { .. }
                | Events::StepAside { .. }
                | Events::Replacements { .. }
                | Events::CardDie { .. }
                | Events::Close
                | Events::Discard { .. }
                | Events::Calendar
                | Events::LiftAway { .. },
                _,
            ) => unreachable!("checked"),
        }
    }

    pub(crate) fn throw_events(&self, state: &mut State, frame: Events, die: u8, events: &mut impl Sink<Event>) {
        match frame {
            Events::WeatherDie => {
                state.frames.pop();
                self.throw_for_weather(state, die, events);
            }
            Events::FirstPlayerDie { french } => self.throw_for_first_player(state, french, die, events),
            Events::ArrivalDie { entry } => self.throw_for_arrival(state, entry, die, events),
            Events::DefectionDie { entry } => self.throw_for_defection(state, entry, die, events),
            Events::CardDie { side } => {
                state.frames.pop();
                self.draw_card(state, side, die, events);
            }
            Events::Open
            | Events::Leaders
            | Events::LeaderReturns { .. }
            | Events::FirstPlayer
            | Events::ChooseFirst { .. }
            | Events::Arrivals
            | Events::StepAside { .. }
            | Events::Replacements { .. }
            | Events::Close
            | Events::Discard { .. }
            | Events::Calendar
            | Events::LiftAway { .. } => {}
        }
    }
}
