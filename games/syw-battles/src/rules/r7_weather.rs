//! Chapter 7: fog, rain, snow and night.
//! Decides 7.0, 7.0b, 7.1a, 7.1b, 7.1c, 7.2, 7.3, 7.4a, 7.4b, 7.5a, 7.5b, M.2.

use board::{Direction, Hex};
use kernel::{Case, Sink};

use crate::Rules;
use crate::counters::{CounterId, CounterSet, Formation};
use crate::event::Event;
use crate::ground::Road;
use crate::sequence::{Frame, Trial};
use crate::state::{OnRoads, State};
use crate::tables::{RoadBonus, Strain, Weather, WeatherEffect};

/// The narrower of two limits.
fn least<T: Ord>(one: Option<T>, other: Option<T>) -> Option<T> {
    match (one, other) {
        (Some(one), Some(other)) => Some(one.min(other)),
        (one, other) => one.or(other),
    }
}

impl Rules {
    /// 7.0: weather and night together, the worse of each effect; 7.1c: only where it holds.
    pub(crate) fn weather_effect(&self, state: &State, hex: Hex) -> WeatherEffect {
        let [one, other] = self.weather(state);
        // M.2: the turns that the scenario names.
        if (one == Weather::Clear && other == Weather::Clear) || !rule!("M.2", true) {
            return WeatherEffect::NONE;
        }
        let elsewhere = !self.weather_in.is_empty() && hex.is_some() && !self.weather_in.contains(hex);
        if rule!("7.1c", elsewhere) {
            return WeatherEffect::NONE;
        }
        let (one, other) = (self.in_force(one), self.in_force(other));
        if other == WeatherEffect::NONE || !rule!("7.0", one != WeatherEffect::NONE) {
            return if one == WeatherEffect::NONE { other } else { one };
        }
        WeatherEffect {
            sight: least(one.sight, other.sight),
            range: crate::tables::FireRange {
                artillery: least(one.range.artillery, other.range.artillery),
                infantry: least(one.range.infantry, other.range.infantry),
            },
            fire: one.fire && other.fire,
            // Where nobody spends more than half, the roads are what is left to check for.
            check: one.check.max(other.check),
            half: one.half || other.half,
            bonus: match (one.bonus, other.bonus) {
                (Some(one), Some(other)) => {
                    Some(RoadBonus { major: one.major.min(other.major), minor: one.minor.min(other.minor) })
                }
                (one, other) => one.or(other),
            },
            lost_way: one.lost_way || other.lost_way,
        }
    }

    /// The line of the table of a weather, each under its own case.
    fn in_force(&self, weather: Weather) -> WeatherEffect {
        let holds = match weather {
            Weather::Clear => false,
            Weather::LightFog => rule!("7.1a", true),
            Weather::HeavyFog => rule!("7.1b", true),
            Weather::HeavyRain => rule!("7.2", true),
            Weather::HeavySnow => rule!("7.3", true),
            Weather::LightNight => rule!("7.4a", true),
            Weather::DarkNight => rule!("7.4b", true),
        };
        if holds { *self.tables.weather(weather) } else { WeatherEffect::NONE }
    }

    /// The weather of the turn that has an effect.
    fn weather_with(&self, state: &State, effect: impl Fn(&WeatherEffect) -> bool) -> Weather {
        self.weather(state).into_iter().find(|weather| effect(&self.in_force(*weather))).unwrap_or(Weather::Clear)
    }

    /// The weather that lets guns fire so far and no farther.
    pub(crate) fn weather_of_range(&self, state: &State, range: u16) -> Weather {
        self.weather_with(state, |effect| effect.range.artillery == Some(range))
    }

    /// The case of a weather.
    pub(crate) fn weather_case(&self, weather: Weather) -> Case {
        match weather {
            Weather::Clear => case!("7.0"),
            Weather::LightFog => case!("7.1a"),
            Weather::HeavyFog => case!("7.1b"),
            Weather::HeavyRain => case!("7.2"),
            Weather::HeavySnow => case!("7.3"),
            Weather::LightNight => case!("7.4a"),
            Weather::DarkNight => case!("7.4b"),
        }
    }

    /// 7.0b: how far anybody sees.
    pub(crate) fn sight_limit(&self, state: &State, hex: Hex) -> u16 {
        let effect = self.weather_effect(state, hex);
        effect.sight.filter(|_| rule!("7.0b", true)).unwrap_or(u16::MAX)
    }

    /// D.2b with the weather: the road bonus of a counter.
    pub(crate) fn road_bonus(&self, state: &State, counter: CounterId, major: bool) -> u8 {
        let printed = self.tables.bonus(self.mover(state, counter), major);
        let limit = self.weather_effect(state, state.hex_of(counter)).bonus;
        limit.map_or(printed, |limit| printed.min(if major { limit.major } else { limit.minor }))
    }

    /// The units that have to check after the march that ends now.
    pub(crate) fn note_strain(&self, state: &mut State) {
        let hand = state.hand;
        // Units that came out of the brigade in hand on its way; it may be gone by that.
        let came_out = std::mem::replace(&mut state.strained, CounterSet::EMPTY);
        if hand.piece.is_none() || self.is_leader(hand.piece) || !state.on_map(hand.piece) && came_out.is_empty() {
            return;
        }
        let marched = if state.on_map(hand.piece) { Some(hand.piece) } else { came_out.first() };
        let at = marched.map_or(Hex::NONE, |piece| state.hex_of(piece));
        let strained = match self.weather_effect(state, at).check {
            Some(Strain::Half) => 2 * hand.spent > hand.allowance,
            Some(Strain::OffRoad) => hand.steps > 0 && hand.roads == OnRoads::Off,
            None => false,
        };
        if !strained {
            return;
        }
        let units = match self.is_long(hand.piece) {
            true => {
                let inside = |unit: &CounterId| state.formation(*unit) == Formation::Brigade;
                self.units_of(state, hand.piece).iter().filter(inside).collect::<CounterSet>().union(came_out)
            }
            false => CounterSet::from_iter([hand.piece]),
        };
        // Guns have nothing to lose but themselves: they make no such check.
        state.strained = units.difference(self.batteries);
        if !state.strained.is_empty() {
            state.frames.push(Frame::Strains);
        }
    }

    /// One check after the other (S36).
    pub(crate) fn go_on_straining(&self, state: &mut State, events: &mut impl Sink<Event>) -> bool {
        match state.strained.first() {
            Some(unit) => {
                state.strained.remove(unit);
                if state.on_map(unit) {
                    let check = self.weather_effect(state, state.hex_of(unit)).check;
                    let weather = self.weather_with(state, |effect| effect.check == check);
                    self.ask_check(state, unit, Trial::Strain(weather), events);
                }
            }
            None => {
                state.frames.pop();
            }
        }
        false
    }

    /// Roads that lead out of a hex, but for the way back.
    pub(crate) fn roads_out(
        &self,
        state: &State,
        hex: Hex,
        back: Hex,
    ) -> impl Iterator<Item = (Direction, Hex, Road)> + '_ {
        let down = state.bridges_down;
        Direction::ALL.into_iter().filter_map(move |way| {
            let side = self.ground.side(hex, way);
            let to = self.ground.grid.neighbour(hex, way);
            let gone = side.bridge < 32 && down >> side.bridge & 1 != 0;
            (to.is_some() && to != back && !gone).then_some((way, to, side.road?))
        })
    }

    /// 7.5a: whether a step along a road leaves a fork in weather in which one loses one's way.
    pub(crate) fn at_fork(&self, state: &State, to: Hex) -> bool {
        let piece = state.hand.piece;
        let from = state.hex_of(piece);
        if from.is_none() || self.is_leader(piece) || state.part == crate::sequence::Part::Arriving {
            return false;
        }
        let along = self.ground.between(from, to).is_some_and(|side| side.road.is_some());
        // A fork has three ways or more; the one it came by is among them.
        along
            && self.weather_effect(state, from).lost_way
            && self.takes_roads(state, piece)
            && self.roads_out(state, from, Hex::NONE).count() >= 3
            && rule!("7.5a", !state.hand.lost || state.hand.steps > 0)
    }

    /// The die at a fork: equal shares for every way out (S35).
    pub(crate) fn way_falls(&self, state: &mut State, die: u8, events: &mut impl Sink<Event>) {
        let piece = state.hand.piece;
        let from = state.hex_of(piece);
        let back = self.came_from(state, piece);
        let ways: arrayvec::ArrayVec<Hex, 6> = self.roads_out(state, from, back).map(|(_, to, _)| to).collect();
        let share = 6 / ways.len().max(1);
        let number = (usize::from(die) - 1) / share.max(1);
        let Some(to) = ways.get(number).copied() else {
            // Numbers that cannot be shared equally are thrown again.
            return;
        };
        state.frames.pop();
        events.event(Event::WayThrown { unit: piece, die, to });
        state.hand.lost = true;
        if self.may_march_to(state, to) {
            self.march_to(state, to, events);
        } else {
            state.hand.finished = true;
        }
    }

    /// Where the counter in hand came from with its last step, as far as its heading tells.
    fn came_from(&self, state: &State, piece: CounterId) -> Hex {
        let hex = state.hex_of(piece);
        match state.formation(piece).has_facing() {
            true => self.ground.grid.neighbour(hex, state.facing(piece).direction().opposite()),
            false => Hex::NONE,
        }
    }

    /// 7.5b: a counter that has lost its way follows the road until its points, an enemy zone or a friend end it.
    pub(crate) fn go_astray(&self, state: &mut State, events: &mut impl Sink<Event>) -> bool {
        let piece = state.hand.piece;
        let (hex, side) = (state.hex_of(piece), self.side_of(piece));
        let back = self.came_from(state, piece);
        let ways: arrayvec::ArrayVec<Hex, 6> = self.roads_out(state, hex, back).map(|(_, to, _)| to).collect();
        let met =
            rule!("7.5b", self.in_enemy_zone(state, side, hex) || ways.iter().any(|to| self.is_occupied(state, *to)));
        match ways.as_slice() {
            _ if met || state.hand.finished || state.hand.stopped => state.hand.finished = true,
            [only] if self.may_march_to(state, *only) => self.march_to(state, *only, events),
            [_, _, ..] if state.hand.steps > 0 => state.frames.push(Frame::LostWayDie),
            _ => state.hand.finished = true,
        }
        false
    }
}
