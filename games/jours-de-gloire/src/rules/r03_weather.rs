//! Chapter 3.1: the weather of the turn. Its effects are with what they affect.

use kernel::{Sink, rule};

use crate::Rules;
use crate::event::{Calendar, Event};
use crate::state::State;
use crate::tables::{Sky, Weather};

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
        let month = crate::scenario::month_of(state.turn);
        let sky = self.tables.weather(month, die);
        let sky = if rule!("T.weather", true) { sky } else { Sky { weather: Weather::Clear, mud_follows: false } };
        self.set_weather(state, Some(die), sky, events);
    }

    fn set_weather(&self, state: &mut State, die: Option<u8>, sky: Sky, events: &mut impl Sink<Event>) {
        state.weather = sky.weather;
        state.mud_follows = sky.mud_follows;
        let Sky { weather, mud_follows } = sky;
        events.event(Event::Calendar(Calendar::Weather { die, weather, mud_follows }));
    }
}
