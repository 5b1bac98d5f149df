//! Chapter 6: disorganisation, step by step, and the brigade that falls apart.
//! Decides 2.3b, 2.3c, 6.0d, 6.0e, 6.0f, 6.0g, 6.0h.

use board::{Facing, Hex};
use kernel::Sink;

use crate::Rules;
use crate::counters::{CounterId, CounterSet, Formation, Kind, enemy_of};
use crate::event::Event;
use crate::sequence::{Flight, Frame};
use crate::state::{Fate, State};

/// How far a unit goes back that panics by fire or by a failed check (S23c).
pub(crate) const PANIC: u8 = 3;

impl Rules {
    /// One step down (6.0d to 6.0g).
    pub(crate) fn disorganise(&self, state: &mut State, unit: CounterId, events: &mut impl Sink<Event>) {
        if !state.on_map(unit) {
            return;
        }
        // G.3n, H.2a: guns have no steps, and baggage none.
        if self.is_battery(unit) || self.counter(unit).kind == Kind::Baggage {
            self.destroy(state, unit, events);
            return;
        }
        match state.formation(unit) {
            Formation::Brigade => {
                if rule!("6.0d", true) {
                    self.come_out(state, unit);
                    events.event(Event::Disorganised { unit });
                    self.break_reforming(state, unit, Formation::Shaken, events);
                    self.settle_brigade(state, self.counter(unit).brigade, events);
                }
            }
            Formation::Line | Formation::Column | Formation::Dispersed => {
                if rule!("6.0e", true) && rule!("2.3c", true) {
                    state.formation[unit.index()] = Formation::Shaken;
                    state.stays.remove(unit);
                    events.event(Event::Shaken { unit });
                    self.break_reforming(state, unit, Formation::Shaken, events);
                }
            }
            // 6.0f, 6.0g
            Formation::Shaken if rule!("6.0f", true) => self.panic(state, unit, PANIC, events),
            Formation::Panicked if rule!("6.0g", true) => self.flee(state, unit, PANIC),
            Formation::Shaken | Formation::Panicked | Formation::Unlimbered | Formation::Limbered | Formation::None => {
            }
        }
    }

    /// Straight to Panicked, and so many hexes back from the nearest enemy (G.3m).
    pub(crate) fn panic(&self, state: &mut State, unit: CounterId, back: u8, events: &mut impl Sink<Event>) {
        let hex = self.hex_of_unit_or_counter(state, unit);
        let from = self.nearest_enemy(state, unit, hex);
        self.panic_from(state, unit, (from, back, Flight::Panic), events);
    }

    /// Straight to Panicked, and so many hexes back from a hex (H.2g, H.2j).
    pub(crate) fn panic_from(
        &self,
        state: &mut State,
        unit: CounterId,
        (from, back, flight): (Hex, u8, Flight),
        events: &mut impl Sink<Event>,
    ) {
        if !state.on_map(unit) {
            return;
        }
        if self.is_battery(unit) || self.counter(unit).kind == Kind::Baggage {
            self.destroy(state, unit, events);
            return;
        }
        // S34: a unit still in its brigade comes straight to its Panicked counter.
        let from_brigade = state.formation(unit) == Formation::Brigade;
        if from_brigade {
            self.come_out(state, unit);
        }
        if state.formation(unit) != Formation::Panicked {
            state.formation[unit.index()] = Formation::Panicked;
            events.event(Event::Panicked { unit });
        }
        state.stays.remove(unit);
        // C.1h
        state.out_of_command.insert(unit);
        state.frames.push(Frame::Recoil { unit, left: back, from, flight });
        if state.frames.iter().any(|frame| matches!(frame, Frame::Routing { .. })) {
            state.spared.insert(unit);
        }
        self.break_reforming(state, unit, Formation::Panicked, events);
        if from_brigade {
            self.settle_brigade(state, self.counter(unit).brigade, events);
        }
    }

    /// Away from the nearest enemy.
    fn flee(&self, state: &mut State, unit: CounterId, back: u8) {
        let hex = state.hex_of(unit);
        let from = self.nearest_enemy(state, unit, hex);
        state.frames.push(Frame::Recoil { unit, left: back, from, flight: Flight::Panic });
    }

    /// The nearest hex with troops of the enemy; none if there are no more.
    pub(crate) fn nearest_enemy(&self, state: &State, unit: CounterId, hex: Hex) -> Hex {
        let enemies = state.occupied[enemy_of(self.side_of(unit)).index()].iter();
        enemies.min_by_key(|enemy| (self.ground.distance(hex, *enemy), *enemy)).unwrap_or(Hex::NONE)
    }

    /// A unit takes a counter of its own, on its part of the brigade, in the brigade's formation: Adapted in wood and village.
    pub(crate) fn come_out(&self, state: &mut State, unit: CounterId) {
        // 2.3b: a unit that differs from its brigade has a counter of its own.
        if !rule!("2.3b", true) {
            return;
        }
        let brigade = self.counter(unit).brigade;
        let hexes = self.hexes_of(state, unit);
        let places = self.places(state, brigade);
        let hex = hexes.first().copied().unwrap_or(places[0]);
        let facing = state.facing(brigade);
        let (formation, facing) = if state.formation(brigade) == Formation::Line {
            match self.ground.is_cover(hex) {
                true => (Formation::Column, Facing::side(facing.direction())),
                false => (Formation::Line, facing),
            }
        } else {
            // It looks toward the hex before it.
            let part = places.iter().position(|place| *place == hex).unwrap_or(0);
            let before = part.checked_sub(1).map(|before| places[before]);
            let ahead = before.and_then(|before| self.ground.grid.direction_between(hex, before));
            (Formation::Column, ahead.map_or(facing, Facing::side))
        };
        state.formation[unit.index()] = formation;
        state.facing[unit.index()] = facing;
        state.stirred.insert(unit);
        self.put(state, unit, hex);
        if state.moved.contains(brigade) {
            state.moved.insert(unit);
        }
        // S36: it has marched as far as its brigade.
        if state.hand.piece == brigade {
            state.strained.insert(unit);
        }
        if state.out_of_command.contains(brigade) {
            state.out_of_command.insert(unit);
        }
    }

    /// 6.0h, S6: how many of its units are no longer in a brigade.
    pub(crate) fn missing_from(&self, state: &State, brigade: CounterId) -> usize {
        let units = self.counter(brigade).units.iter();
        units.filter(|unit| !(state.on_map(**unit) && state.formation(**unit) == Formation::Brigade)).count()
    }

    /// 6.0h: with more than half of its units off it, a brigade counter is replaced by square counters.
    pub(crate) fn settle_brigade(&self, state: &mut State, brigade: CounterId, events: &mut impl Sink<Event>) {
        if brigade.is_none() || !state.on_map(brigade) {
            return;
        }
        let missing = self.missing_from(state, brigade);
        if rule!("6.0h", 2 * missing > self.counter(brigade).units.len()) {
            self.dissolve(state, brigade, events);
        }
    }

    /// A brigade counter is replaced by the square counters of its units, each where it stood.
    pub(crate) fn dissolve(&self, state: &mut State, brigade: CounterId, events: &mut impl Sink<Event>) {
        if !state.on_map(brigade) {
            return;
        }
        let places = self.places(state, brigade);
        let units = self.counter(brigade).units.clone();
        // 5.5b: of those in a hex the first comes to lie on top, on the right, as it stood in the brigade.
        for unit in units.iter().rev() {
            if state.on_map(*unit) && state.formation(*unit) == Formation::Brigade {
                self.come_out(state, *unit);
                if state.stays.contains(brigade) {
                    state.stays.insert(*unit);
                }
            } else if state.on_map(*unit) && places.contains(&state.hex_of(*unit)) {
                let hex = state.hex_of(*unit);
                self.lift(state, *unit);
                self.put(state, *unit, hex);
            }
        }
        self.uncover(state, brigade);
        state.fate[brigade.index()] = Fate::Dissolved;
        state.at[brigade.index()] = Hex::NONE;
        state.tail[brigade.index()] = [Hex::NONE; 2];
        state.stays.remove(brigade);
        state.approached.remove(brigade);
        events.event(Event::Dissolved { brigade });
        if state.hand.piece == brigade {
            state.hand.finished = true;
            // D.1b: those who marched with it have moved.
            state.moved.extend(units.iter().copied().filter(|unit| places.contains(&state.at[unit.index()])));
        }
        // 5.4e: what stands beyond the limits now is moved by the enemy.
        for hex in places {
            // K.0d: who routs through is only passing.
            let passing = state.frames.iter().find_map(|frame| {
                let Frame::Routing { unit, .. } = frame else { return None };
                (state.hex_of(*unit) == hex).then_some(*unit)
            });
            if self.too_much(self.load_in(state, hex, passing.unwrap_or(CounterId::NONE))).is_some() {
                state.frames.push(Frame::Unstack { hex });
            }
        }
    }

    /// A battery is destroyed.
    pub(crate) fn destroy(&self, state: &mut State, unit: CounterId, events: &mut impl Sink<Event>) {
        if state.on_map(unit) {
            events.event(Event::Destroyed { unit, at: state.hex_of(unit) });
            self.remove(state, unit, Fate::Destroyed);
        }
    }

    /// A unit, battery or leader falls into the enemy's hands.
    pub(crate) fn capture(&self, state: &mut State, unit: CounterId, events: &mut impl Sink<Event>) {
        if !state.on_map(unit) {
            return;
        }
        if self.is_leader(unit) {
            self.lose_leader(state, unit, true, events);
            return;
        }
        let at = self.hex_of_unit(state, unit);
        events.event(Event::Captured { unit, at });
        if state.formation(unit) == Formation::Brigade {
            self.come_out(state, unit);
        }
        self.remove(state, unit, Fate::Captured);
        self.settle_brigade(state, self.counter(unit).brigade, events);
    }

    /// All units of a brigade that are on the map.
    pub(crate) fn units_of(&self, state: &State, brigade: CounterId) -> CounterSet {
        self.counter(brigade).units.iter().copied().filter(|unit| state.on_map(*unit)).collect()
    }
}
