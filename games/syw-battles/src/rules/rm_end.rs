//! Chapter M, and the beginning of turns: arrivals are placed, the clock goes on.
//! Decides M.1, M.3.

use kernel::Sink;

use crate::Rules;
use crate::counters::{BOTH, CounterSet, LONG};
use crate::event::Event;
use crate::scenario::TurnSide;
use crate::sequence::{Frame, Part};
use crate::state::{Hand, POINTS, Split, State};

impl Rules {
    /// A.1, A.2: the game begins with plans, where there are any to make.
    pub(crate) fn begin_game(&self, state: &mut State) {
        state.frames.push(Frame::Setup);
        for side in BOTH {
            if self.planned_corps(side).next().is_some() {
                state.frames.push(Frame::Plan { side });
            }
        }
    }

    /// Set-up is over: those who come at once are placed.
    pub(crate) fn end_setup(&self, state: &mut State, events: &mut impl Sink<Event>) -> bool {
        if let Some(corps) = self.corps_to_place(state, state.turn) {
            state.frames.push(Frame::PointDie { corps });
            return false;
        }
        state.frames.pop();
        self.begin_turn(state, false, events);
        false
    }

    /// Everything that a turn begins with lies on the stack: the first on top.
    pub(crate) fn begin_turn(&self, state: &mut State, dice: bool, events: &mut impl Sink<Event>) {
        events.event(Event::TurnBegan { turn: state.turn });
        state.hand = Hand::NONE;
        state.part = Part::Commanded;
        for set in [&mut state.moved, &mut state.fired, &mut state.charged, &mut state.was_charged] {
            *set = CounterSet::EMPTY;
        }
        state.second_move = CounterSet::EMPTY;
        state.arrived = CounterSet::EMPTY;
        state.stays = CounterSet::EMPTY;
        state.queue = [0; POINTS];
        state.hesitates = false;
        state.player = state.holder;
        state.frames.push(Frame::BeginTurn);
        // A.2c: only turns on the hour have this die.
        if dice && self.scenario.turn(state.turn).side == TurnSide::OnTheHour {
            self.push_hour_dice(state, &BOTH);
        }
    }

    /// What has to be done before the initiative: dice for called corps, places, successors, calls, the hesitation.
    pub(crate) fn go_on_beginning(&self, state: &mut State, events: &mut impl Sink<Event>) -> bool {
        let called = self.approaches().iter().filter(|(_, approach)| approach.called_after.is_some());
        if let Some((corps, _)) = called.into_iter().find(|(corps, _)| self.is_due(state, *corps)) {
            state.frames.push(Frame::HourDie { corps: *corps });
            return false;
        }
        if let Some(corps) = self.corps_to_place(state, state.turn) {
            state.frames.push(Frame::PointDie { corps });
            return false;
        }
        // I.0e, S57: before command is found.
        for side in [state.holder, crate::counters::enemy_of(state.holder)] {
            if self.successor_due(state, side) {
                state.frames.push(Frame::Successor { side });
                return false;
            }
        }
        state.frames.pop();
        state.frames.push(Frame::Initiative);
        if self.hesitation_due(state) {
            state.frames.push(Frame::HesitationDie);
        }
        if self.scenario.turn(state.turn).side == TurnSide::OnTheHour {
            for side in BOTH {
                if self.callable(state, side).next().is_some() {
                    state.frames.push(Frame::Call { side });
                }
            }
        }
        let _ = events;
        false
    }

    /// M.1 to M.3: arrivals of the next turn are placed; then the clock goes on by half an hour.
    pub(crate) fn end_turn(&self, state: &mut State, events: &mut impl Sink<Event>) -> bool {
        if state.turn >= self.scenario.last_turn() {
            state.frames.clear();
            state.frames.push(Frame::GameOver);
            events.event(Event::GameOver);
            return false;
        }
        if let Some(corps) = self.corps_to_place(state, state.turn + 1)
            && rule!("M.1", true)
        {
            state.frames.push(Frame::PointDie { corps });
            return false;
        }
        state.frames.pop();
        for index in 0..LONG {
            state.split[index] = Split::Usual;
        }
        // M.3: half an hour later.
        if rule!("M.3", true) {
            state.turn += 1;
        }
        self.begin_turn(state, true, events);
        false
    }
}
