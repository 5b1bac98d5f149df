//! Chapter 2: the turn. Phase A opens it, two player turns follow, phase D closes it.
//! Decides 2.0, 2.A, 2.D, B.2A, S.0.

use kernel::Sink;

use crate::Rules;
use crate::event::{Calendar, Event};
use crate::sequence::{Administration, Events, Frame};
use crate::state::{ALLIED, FRENCH, State, enemy_of};

impl Rules {
    /// 2.A: weather, leaders, first player, reinforcements, and cards at last (B.2A).
    pub(crate) fn open_turn(&self, state: &mut State, events: &mut impl Sink<Event>) {
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
    pub(crate) fn close_turn(&self, state: &mut State, events: &mut impl Sink<Event>) {
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
}
