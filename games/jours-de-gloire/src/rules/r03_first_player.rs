//! Chapter 3.2: who moves first.
//! Decides 3.2a, 3.2b, 3.2c.

use kernel::{Side, Sink};

use crate::Rules;
use crate::event::{Calendar, Event};
use crate::sequence::{Events, Frame};
use crate::state::{ALLIED, FRENCH, State};

impl Rules {
    /// 3.2a: with Napoleon on the map the French name the first player; otherwise dice decide who does.
    pub(crate) fn ask_for_first_player(&self, state: &mut State) {
        state.frames.pop();
        let asks = if rule!("3.2a", self.napoleon_is_present(state)) {
            Events::ChooseFirst { side: FRENCH }
        } else {
            Events::FirstPlayerDie { french: None }
        };
        state.frames.push(Frame::Events(asks));
    }

    /// 3.2b: both throw and add the CV of their highest commander in chief; equal totals throw again (R J4).
    pub(crate) fn throw_for_first_player(
        &self,
        state: &mut State,
        french: Option<u8>,
        die: u8,
        events: &mut impl Sink<Event>,
    ) {
        state.frames.pop();
        let Some(french) = french else {
            state.frames.push(Frame::Events(Events::FirstPlayerDie { french: Some(die) }));
            return;
        };
        events.event(Event::Calendar(Calendar::FirstPlayerThrown { french, allied: die }));
        let total = |side: Side, die: u8| die + self.value_of_highest_chief(state, side);
        let (ours, theirs) = (total(FRENCH, french), total(ALLIED, die));
        let next = match ours.cmp(&theirs) {
            std::cmp::Ordering::Greater => Events::ChooseFirst { side: FRENCH },
            std::cmp::Ordering::Less => Events::ChooseFirst { side: ALLIED },
            std::cmp::Ordering::Equal => Events::FirstPlayerDie { french: None },
        };
        state.frames.push(Frame::Events(next));
    }

    /// What a side adds to its die: rank decides whose CV it is, and among equals the better CV (3.2c).
    fn value_of_highest_chief(&self, state: &State, side: Side) -> u8 {
        let chiefs = self.armies_in_play(state, side).into_iter().filter_map(|army| state.army(army).chief);
        let mut best = (0, 0);
        for chief in chiefs.filter(|chief| state.place_of(*chief).is_some()) {
            let counter = self.counter(chief);
            let higher = counter.rank > best.0;
            let better = counter.rank == best.0 && counter.command_value > best.1;
            if higher || rule!("3.2c", better) {
                best = (counter.rank, counter.command_value);
            }
        }
        if rule!("3.2b", true) { best.1 } else { 0 }
    }

    pub(crate) fn name_first_player(&self, state: &mut State, first: Side, events: &mut impl Sink<Event>) {
        state.frames.pop();
        state.first = first;
        state.player = first;
        events.event(Event::Calendar(Calendar::FirstPlayer { side: first }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::action::{Action, EventsAction};
    use crate::counters::{ArmyId, Counter};
    use crate::state::Peace;
    use crate::testing::{Table, chief, general};

    fn table() -> Table {
        let counters = vec![
            chief("napoleon", FRENCH, 4, 4, 4),
            chief("eugene", FRENCH, 3, 2, 1),
            chief("wittgenstein", ALLIED, 3, 2, 1),
            Counter { army: Some(ArmyId(4)), ..general("blucher", ALLIED, 3, 3, 3) },
        ];
        let mut table = Table::new(&["A", "B"], &["A-B"], counters);
        table.put("eugene", "A", 0);
        table.put("wittgenstein", "B", 0);
        table
    }

    fn ask(table: &mut Table) {
        table.begin(FRENCH, Frame::Events(Events::FirstPlayer));
        table.state.frames.insert(0, Frame::GameOver);
    }

    #[test]
    fn with_napoleon_on_the_map_the_french_name_the_first_player() {
        let mut table = table();
        table.put("napoleon", "A", 0);
        ask(&mut table);
        table.act(FRENCH, Action::Events(EventsAction::GoSecond));
        assert_eq!(table.state.first, ALLIED);
    }

    #[test]
    fn without_him_the_higher_total_does_and_equal_ones_throw_again() {
        let mut table = table();
        ask(&mut table);
        table.throw(3);
        table.throw(3);
        table.throw(2);
        table.throw(4);
        assert!(table.offers(FRENCH).is_empty());
        table.act(ALLIED, Action::Events(EventsAction::GoFirst));
        assert_eq!((table.state.first, table.state.player), (ALLIED, ALLIED));
    }

    #[test]
    fn he_counts_as_present_until_hostilities_are_resumed() {
        let mut table = table();
        table.rules.scenario.napoleon_counts = true;
        assert!(table.rules.napoleon_is_present(&table.state));
        table.state.calendar.peace = Peace::Resumed { since: 12 };
        assert!(!table.rules.napoleon_is_present(&table.state));
    }

    #[test]
    fn of_equal_ranks_the_best_value_counts() {
        let mut table = table();
        let blucher = table.counter("blucher");
        table.put("blucher", "B", 0);
        table.state.armies[4].chief = Some(blucher);
        assert_eq!(table.rules.value_of_highest_chief(&table.state, ALLIED), 3);
    }
}
