//! Chapter 5.5: the end of a march; stragglers of concentrations and forced marches, and their recovery.

use kernel::{Side, Sink, rule};

use crate::Rules;
use crate::counters::CounterId;
use crate::event::{Event, Movement as Happened};
use crate::march::March;
use crate::sequence::{Frame, Movement};
use crate::state::{State, Whereabouts};
use crate::tables::Weather;

impl Rules {
    /// The march is over. Stragglers are thrown for at once (2.B2b), for every counter of the stack, so that the number of
    /// dice tells nothing.
    pub(crate) fn run_halted(&self, state: &mut State, events: &mut impl Sink<Event>) {
        let Some(mut march) = state.march else {
            state.frames.pop();
            return;
        };
        let (side, at) = (state.player, march.at);
        for counter in march.stack.iter() {
            let unit = self.is_unit(counter);
            let piece = state.piece_mut(counter);
            piece.moved = true;
            piece.stirred = true;
            piece.fatigued |= march.forced && unit && rule!("5.5.2c", true);
        }
        events.event(Event::Movement(Happened::Halted { side, at }));
        if rule!("5.5.2c", march.forced) && rule!("2.B2b", true) {
            march.throwing = march.stack;
        }
        if rule!("5.5.1b", march.concentrated) && rule!("2.B2b", true) {
            // 5.5.3b: two throws a unit if it was both.
            if march.throwing.is_empty() {
                march.throwing = march.stack;
            } else if rule!("5.5.3b", true) {
                march.throwing_again = march.stack;
            }
        }
        if march.throwing.is_empty() || march.kept_together {
            self.end_march(state);
        } else {
            state.march = Some(march);
            self.next_movement(state, Movement::StragglerDie { side });
        }
    }

    fn end_march(&self, state: &mut State) {
        state.march = None;
        state.frames.pop();
    }

    /// 5.5.3a
    pub(crate) fn throw_stragglers(&self, state: &mut State, die: u8, events: &mut impl Sink<Event>) {
        let Some(mut march) = state.march else { return self.end_march(state) };
        if march.throwing.is_empty() {
            march.throwing = std::mem::take(&mut march.throwing_again);
        }
        if let Some(counter) = march.throwing.first() {
            march.throwing.remove(counter);
            let lost = self.stragglers_of(state, &march, counter, die);
            let piece = state.piece_mut(counter);
            piece.strength -= lost;
            piece.stragglers += lost;
            events.event(Event::Movement(Happened::Stragglers { counter, die, lost }));
        }
        state.march = Some(march);
        if march.throwing.is_empty() && march.throwing_again.is_empty() {
            self.end_march(state);
        }
    }

    /// T.forced with its modifiers.
    fn stragglers_of(&self, state: &State, march: &March, counter: CounterId, die: u8) -> u8 {
        if !self.has_strength(counter) || !rule!("5.5.3a", true) {
            return 0;
        }
        let strength = state.piece(counter).strength;
        let leaders = march.stack.iter().filter(|other| self.is_leader(*other));
        let command = leaders.map(|leader| self.counter(leader).command_value).max();
        let weather = match state.weather {
            Weather::Mud if rule!("3.1e", true) => Weather::Mud,
            Weather::Snow if rule!("3.1f", true) => Weather::Snow,
            Weather::Clear | Weather::Rain | Weather::Mud | Weather::Snow => Weather::Clear,
        };
        let modifier = self.tables.straggler_modifier(command, self.counter(counter).cohesion, weather);
        let lost = if rule!("T.forced", true) {
            self.tables.stragglers(u16::from(strength), i32::from(die) + modifier)
        } else {
            0
        };
        lost.min(strength)
    }

    /// A unit with stragglers that neither moved nor acted nor reacted nor fought (5.5.4a, R J8).
    fn next_recovering(&self, state: &State, side: Side) -> Option<CounterId> {
        let counters = (0..state.pieces.len()).map(|number| CounterId(number as u8));
        let mut at_rest = counters.filter(|counter| {
            let piece = state.piece(*counter);
            self.side_of(*counter) == side
                && piece.stragglers > 0
                && matches!(piece.whereabouts, Whereabouts::At(_))
                && !piece.moved
                && !rule!("5.5.4a", piece.stirred)
        });
        at_rest.next()
    }

    /// After all moves units at rest gather their stragglers (2.B2b), one after the other.
    pub(crate) fn run_recover(&self, state: &mut State, side: Side) {
        if self.next_recovering(state, side).is_some() {
            state.frames.push(Frame::Movement(Movement::RecoveryDie { side }));
            return;
        }
        // From now on what it does counts against the next chance (R J8).
        for number in 0..state.pieces.len() {
            if self.sides[number] == side {
                state.pieces[number].stirred = false;
            }
        }
        self.next_movement(state, Movement::Close);
    }

    /// 5.5.4b
    pub(crate) fn throw_recovery(&self, state: &mut State, side: Side, die: u8, events: &mut impl Sink<Event>) {
        state.frames.pop();
        let Some(counter) = self.next_recovering(state, side) else { return };
        let recovered = if rule!("5.5.4b", true) { self.tables.actions.recovery(die) } else { 0 };
        let piece = state.piece_mut(counter);
        let points = recovered.min(piece.stragglers);
        piece.stragglers -= points;
        piece.strength += points;
        piece.moved = true;
        events.event(Event::Movement(Happened::Recovered { counter, die, points }));
    }
}
