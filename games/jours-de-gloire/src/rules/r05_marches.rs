//! Chapter 5.5: the end of a march; stragglers of concentrations and forced marches, and their recovery.
//! Decides 2.B2b, 3.1e, 3.1f, 5.5.1b, 5.5.2c, 5.5.3a, 5.5.3b, 5.5.4a, 5.5.4b, T.forced.

use kernel::{Side, Sink};

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
        if march.forced {
            self.part(state, &march.stack);
        }
        for counter in march.stack.iter() {
            let piece = state.piece_mut(counter);
            piece.moved = true;
            piece.stirred = true;
            // Dummies and leaders as well: everybody sees how many markers there are.
            piece.fatigued |= march.forced && rule!("5.5.2c", true);
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
    pub(crate) fn next_recovering(&self, state: &State, side: Side) -> Option<CounterId> {
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

    /// After all moves units at rest gather their stragglers (2.B2b), one after the other. Says whether all have: then there
    /// is a pause, so that the phase ends a step later whether or not anybody had stragglers.
    pub(crate) fn run_recover(&self, state: &mut State, side: Side) -> bool {
        if self.next_recovering(state, side).is_none() {
            return true;
        }
        state.frames.push(Frame::Movement(Movement::RecoveryDie { side }));
        false
    }

    pub(crate) fn end_recovery(&self, state: &mut State, side: Side) {
        // From now on what it does counts against the next chance (R J8).
        for number in 0..state.pieces.len() {
            if self.sides[number] == side {
                state.pieces[number].stirred = false;
            }
        }
        state.frames.pop();
        self.next_movement(state, Movement::Close);
    }

    /// 5.5.4b
    pub(crate) fn throw_recovery(&self, state: &mut State, side: Side, die: u8, events: &mut impl Sink<Event>) {
        state.frames.pop();
        let Some(counter) = self.next_recovering(state, side) else { return };
        let recovered = if rule!("5.5.4b", true) { self.tables.actions.recovery(die) } else { 0 };
        let maximum = self.counter(counter).maximum;
        let piece = state.piece_mut(counter);
        // Reinforcements may have filled the boxes meanwhile (C.c).
        let points = recovered.min(piece.stragglers).min(maximum.saturating_sub(piece.strength));
        piece.stragglers -= points;
        piece.strength += points;
        piece.moved = true;
        events.event(Event::Movement(Happened::Recovered { counter, die, points }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::action::{Action, MovementAction};
    use crate::counters::ArmyId;
    use crate::state::FRENCH;
    use crate::testing::{Table, chief, dummy, general, infantry};

    fn table(weather: Weather) -> Table {
        let counters = vec![
            chief("napoleon", FRENCH, 4, 2, 4),
            general("davout", FRENCH, 3, 3, 3),
            infantry("guard", FRENCH, 6),
            infantry("line", FRENCH, 3),
            infantry("third", FRENCH, 3),
            dummy("dummy", FRENCH),
        ];
        let mut table = Table::new(&["A", "B"], &["A-B"], counters);
        for (id, strength) in [("napoleon", 0), ("davout", 0), ("guard", 9), ("line", 9), ("third", 4), ("dummy", 0)] {
            table.put(id, "A", strength);
        }
        table.state.weather = weather;
        table.begin_movement(FRENCH, 6);
        table
    }

    fn march(table: &mut Table, stack: &[&str]) {
        for id in stack {
            let counter = table.counter(id);
            table.act(FRENCH, Action::Movement(MovementAction::Take(counter)));
        }
        table.act(FRENCH, Action::Movement(MovementAction::Activate { payer: ArmyId(0), forced: true }));
        table.act(FRENCH, Action::Movement(MovementAction::Halt));
    }

    #[test]
    fn every_counter_of_a_forced_march_is_thrown_for_and_the_stack_is_tired() {
        let mut table = table(Weather::Clear);
        march(&mut table, &["line", "dummy"]);
        table.throw(6);
        table.throw(6);
        assert_eq!((table.strength("line"), table.state.piece(table.counter("line")).stragglers), (7, 2));
        assert_eq!(table.state.march, None);
        assert!(["line", "dummy"].into_iter().all(|id| table.state.piece(table.counter(id)).fatigued));
    }

    #[test]
    fn good_generals_good_troops_and_bad_weather_change_the_die() {
        // 4 with snow is 5; less one for Davout, one for the Guard.
        let mut table = table(Weather::Snow);
        march(&mut table, &["davout", "guard", "line"]);
        table.throw(1);
        table.throw(4);
        table.throw(4);
        assert_eq!((table.strength("guard"), table.strength("line")), (9, 8));
    }

    #[test]
    fn a_forced_concentration_is_thrown_for_twice() {
        let mut table = table(Weather::Mud);
        march(&mut table, &["napoleon", "guard", "line", "third"]);
        for die in [1, 6, 6, 6] {
            table.throw(die);
        }
        assert!(matches!(table.state.frame(), Frame::Movement(Movement::StragglerDie { .. })));
        for die in [1, 1, 1, 2] {
            table.throw(die);
        }
        // Mud adds two: three becomes five for the third, one becomes three.
        assert_eq!((table.strength("guard"), table.strength("line"), table.strength("third")), (7, 7, 3));
        assert_eq!(table.state.march, None);
    }

    #[test]
    fn units_at_rest_gather_their_stragglers() {
        let mut table = table(Weather::Clear);
        for id in ["guard", "line", "third"] {
            let counter = table.counter(id);
            let piece = table.state.piece_mut(counter);
            piece.stragglers = 2;
            piece.strength -= 2;
        }
        let third = table.counter("third");
        table.state.piece_mut(third).stirred = true;
        march(&mut table, &["line"]);
        table.throw(1);
        table.state.frames.truncate(1);
        table.rules.next_movement(&mut table.state, Movement::Recover { side: FRENCH });
        table.rules.run(&mut table.state, &mut table.events);
        table.throw(6);
        assert_eq!((table.strength("guard"), table.strength("line"), table.strength("third")), (9, 7, 2));
        // The pause that ends it whether or not anybody had stragglers.
        table.pause();
        // What was done before counts no more.
        assert!(!table.state.piece(third).stirred);
    }
}
