//! Chapter 3.1: the weather of the turn. Its effects are with what they affect.
//! Decides 0.2, 3.1a, 3.1h, B.0.2, T.weather.

use kernel::Sink;

use crate::Rules;
use crate::event::{Calendar, Event};
use crate::state::State;
use crate::tables::{Sky, Weather};

/// August: nothing is added to the die.
const MONTH_WITHOUT_MODIFIER: u8 = 8;
const DAYS_OF_A_WEEK: u8 = 7;

impl Rules {
    /// 3.1h: after Rain* the turn is muddy without a throw; so is the weather that a card has fixed.
    pub(crate) fn weather_is_settled(&self, state: &mut State, events: &mut impl Sink<Event>) -> bool {
        let promised = state.next_weather.take();
        let muddy = rule!("3.1h", state.mud_follows).then_some(Weather::Mud);
        let Some(weather) = promised.or(muddy) else { return false };
        self.set_weather(state, None, Sky { weather, mud_follows: false }, events);
        true
    }

    /// 3.1a: a die and the month's modifier on the table.
    pub(crate) fn throw_for_weather(&self, state: &mut State, die: u8, events: &mut impl Sink<Event>) {
        let month = if rule!("3.1a", true) { self.month(state.turn) } else { MONTH_WITHOUT_MODIFIER };
        let sky = self.tables.weather(month, die);
        let sky = if rule!("T.weather", true) { sky } else { Sky { weather: Weather::Clear, mud_follows: false } };
        self.set_weather(state, Some(die), sky, events);
    }

    /// 0.2: a turn is a fortnight in Germany (B.0.2), a week in some of the older campaigns.
    fn month(&self, turn: u8) -> u8 {
        if rule!("0.2", self.campaign.turn_days == DAYS_OF_A_WEEK) {
            return crate::scenario::month_of(turn / 2);
        }
        if rule!("B.0.2", true) { crate::scenario::month_of(turn) } else { MONTH_WITHOUT_MODIFIER }
    }

    fn set_weather(&self, state: &mut State, die: Option<u8>, sky: Sky, events: &mut impl Sink<Event>) {
        state.weather = sky.weather;
        state.mud_follows = sky.mud_follows;
        let Sky { weather, mud_follows } = sky;
        events.event(Event::Calendar(Calendar::Weather { die, weather, mud_follows }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sequence::{Events, Frame};
    use crate::state::FRENCH;
    use crate::testing::{Table, chief};

    fn in_turn(turn: u8) -> Table {
        let mut table = Table::new(&["A"], &[] as &[&str], vec![chief("napoleon", FRENCH, 4, 4, 4)]);
        table.state.turn = turn;
        table.put("napoleon", "A", 0);
        table
    }

    #[test]
    fn the_month_changes_the_die_and_rain_with_a_star_brings_mud() {
        // Turn 2 is the first half of April: 5 and one is 6, Rain*.
        let mut table = in_turn(2);
        table.begin(FRENCH, Frame::Events(Events::Open));
        table.throw(5);
        assert_eq!((table.state.weather, table.state.mud_follows), (Weather::Rain, true));
        table.state.turn = 3;
        table.begin(FRENCH, Frame::Events(Events::Open));
        assert_eq!((table.state.weather, table.state.mud_follows), (Weather::Mud, false));
        table.state.turn = 4;
        table.begin(FRENCH, Frame::Events(Events::Open));
        table.throw(4);
        assert_eq!(table.state.weather, Weather::Clear);
    }

    #[test]
    fn a_card_settles_the_weather_of_the_next_turn() {
        let mut table = in_turn(4);
        table.state.next_weather = Some(Weather::Clear);
        table.state.mud_follows = true;
        table.begin(FRENCH, Frame::Events(Events::Open));
        assert_eq!((table.state.weather, table.state.next_weather), (Weather::Clear, None));
    }
}
