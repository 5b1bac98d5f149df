//! Chapters 6 and H.2: going back, hex by hex, and what is in the way.
//! Decides H.2j, H.2k, H.2l, H.2n, I.0d.

use arrayvec::ArrayVec;
use board::footprint::Places;
use board::{Direction, Hex};
use kernel::Sink;

use crate::Rules;
use crate::counters::{CounterId, Formation};
use crate::event::Event;
use crate::refusal::{Ruling, Silent, refuse};
use crate::sequence::{Flight, Frame, Trial};
use crate::state::State;

use super::r6_disorganisation::PANIC;

/// What a step back would meet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Way {
    Free,
    Enemy,
    /// Ground or stacking.
    Barred,
}

impl Rules {
    /// Where a counter would stand after a step back in a direction.
    fn backed(&self, state: &State, unit: CounterId, way: Direction) -> Option<Places> {
        let places =
            if self.is_long(unit) { self.places(state, unit) } else { [state.hex_of(unit)].into_iter().collect() };
        places.iter().map(|hex| Some(self.ground.grid.neighbour(*hex, way)).filter(|to| to.is_some())).collect()
    }

    /// What is in the way of a step back.
    fn met(&self, state: &State, unit: CounterId, way: Direction, flight: Flight) -> Way {
        if !self.is_long(unit) {
            let from = state.hex_of(unit);
            return self.met_in(state, unit, (from, way), flight);
        }
        let now = self.places(state, unit);
        let ahead = |from: &Hex| self.ground.grid.neighbour(*from, way);
        let met = now.iter().filter(|from| !now.contains(&ahead(from)));
        let met = met.map(|from| self.met_in(state, unit, (*from, way), flight));
        met.into_iter().find(|it| *it != Way::Free).unwrap_or(Way::Free)
    }

    /// What is in the way of one hex of a counter.
    fn met_in(&self, state: &State, unit: CounterId, (from, way): (Hex, Direction), flight: Flight) -> Way {
        let to = self.ground.grid.neighbour(from, way);
        if to.is_none() {
            return Way::Barred;
        }
        if self.is_enemys(state, self.side_of(unit), to) {
            return Way::Enemy;
        }
        // H.2k: on friends within the limits, but no infantry on any next to it; H.2j: round the one at its back.
        let apart = flight == Flight::Around || rule!("H.2j", self.keeps_clear(state, unit, flight));
        if self.is_occupied(state, to) && !self.is_leader(unit) && (apart || !rule!("H.2k", true)) {
            return Way::Barred;
        }
        let open = self.price(state, unit, from, way).is_some();
        match open && self.may_stack::<Silent>(state, unit, to).is_ok() {
            true => Way::Free,
            false => Way::Barred,
        }
    }

    /// H.2j: infantry that is thrown back finds no place where others stand next to it.
    fn keeps_clear(&self, state: &State, unit: CounterId, flight: Flight) -> bool {
        let thrown = match flight {
            Flight::Recoil => state.formation(unit) != Formation::Panicked,
            Flight::Broken => true,
            Flight::Panic | Flight::Around | Flight::BeforeCharge | Flight::BeforeInfantry | Flight::Leader => false,
        };
        thrown && self.counter(unit).is_infantry()
    }

    /// Whether a counter can be moved one hex in a direction, with all its hexes (L.1a).
    pub(crate) fn is_free_behind(&self, state: &State, counter: CounterId, way: Direction) -> bool {
        self.met(state, counter, way, Flight::Panic) == Way::Free
    }

    /// A counter is moved one hex, with all its hexes.
    pub(crate) fn step_back(&self, state: &mut State, counter: CounterId, to: Hex, events: &mut impl Sink<Event>) {
        let Some(way) = self.ground.grid.direction_between(state.hex_of(counter), to) else { return };
        let Some(places) = self.backed(state, counter, way) else { return };
        if self.is_long(counter) {
            self.bring_long(state, counter, &places, events);
            self.disorder_in_cover(state, counter, &places, events);
        } else {
            self.bring(state, counter, to, events);
        }
    }

    /// How far away from a hex a step in a direction leads, in a straight line: squared.
    fn away(&self, state: &State, unit: CounterId, way: Direction, from: Hex) -> Option<(u16, i32)> {
        let to = self.ground.grid.neighbour(state.hex_of(unit), way);
        if to.is_none() || from.is_none() {
            return None;
        }
        let (q, r) = self.ground.apart(from, to);
        let (q, r) = (i32::from(q), i32::from(r));
        Some((self.ground.distance(from, to), q * q + q * r + r * r))
    }

    /// The directions that lead away from a hex, whatever is there, the straightest first; equally straight ones have the same
    /// number.
    fn ways_away(&self, state: &State, unit: CounterId, from: Hex) -> ArrayVec<(i32, Direction), 6> {
        let here = state.hex_of(unit);
        let mut ways: ArrayVec<(i32, Direction), 6> = ArrayVec::new();
        for way in Direction::ALL {
            let Some((distance, straight)) = self.away(state, unit, way, from) else { continue };
            if distance > self.ground.distance(from, here) {
                ways.push((-straight, way));
            }
        }
        ways.sort();
        ways
    }

    /// The directions that lead away from a hex (S23), the straightest first; with a flight only those that are open to it.
    pub(crate) fn ways_back(
        &self,
        state: &State,
        unit: CounterId,
        from: Hex,
        flight: Option<Flight>,
    ) -> ArrayVec<Direction, 6> {
        let mut ways = self.ways_away(state, unit, from);
        ways.retain(|(_, way)| flight.is_none_or(|flight| self.met(state, unit, *way, flight) == Way::Free));
        let best = ways.first().map(|(straight, _)| *straight);
        // Between equal hexes the owner chooses; others come into question only where those are closed.
        let equal = ways.iter().filter(|(straight, _)| flight.is_none() || Some(*straight) == best);
        equal.map(|(_, way)| *way).collect()
    }

    /// The hexes into which a counter may go back now.
    pub(crate) fn recoils(&self, state: &State, unit: CounterId, from: Hex, flight: Flight) -> ArrayVec<Hex, 6> {
        let ways = self.ways_back(state, unit, from, Some(flight));
        ways.iter().map(|way| self.ground.grid.neighbour(state.hex_of(unit), *way)).collect()
    }

    /// Carries a recoil on; true while its owner has to choose.
    pub(crate) fn go_on_recoiling(
        &self,
        state: &mut State,
        (unit, left, from, flight): (CounterId, u8, Hex, Flight),
        events: &mut impl Sink<Event>,
    ) -> bool {
        if left == 0 || !state.on_map(unit) || from.is_none() {
            self.end_recoil(state, unit, flight);
            return false;
        }
        if self.panics_instead(state, unit, from, flight, events) {
            return false;
        }
        let ways = self.recoils(state, unit, from, flight);
        match ways.as_slice() {
            [] => {
                state.frames.pop();
                self.cannot_recoil(state, unit, from, flight, events);
                false
            }
            [only] => {
                self.recoil(state, *only, events);
                false
            }
            _ => true,
        }
    }

    /// H.2j: infantry with anybody but a leader at its back panics, and goes three hexes round it. Where ground closes the
    /// straight hex, those count that it would take instead.
    fn panics_instead(
        &self,
        state: &mut State,
        unit: CounterId,
        from: Hex,
        flight: Flight,
        events: &mut impl Sink<Event>,
    ) -> bool {
        if !self.keeps_clear(state, unit, flight) {
            return false;
        }
        let held = |way: Direction| self.is_occupied(state, self.ground.grid.neighbour(state.hex_of(unit), way));
        let ways = self.ways_away(state, unit, from);
        let mut equals = ways.chunk_by(|one, other| one.0 == other.0);
        // The first hexes that are not closed by the ground.
        let blocked = equals.find_map(|equal| {
            let open = equal.iter().any(|(_, way)| self.met(state, unit, *way, flight) == Way::Free);
            let held = equal.iter().any(|(_, way)| held(*way));
            (open || held).then_some(!open)
        });
        if !rule!("H.2j", blocked == Some(true)) {
            return false;
        }
        state.frames.pop();
        self.panic_from(state, unit, (from, PANIC, Flight::Around), events);
        true
    }

    pub(crate) fn may_recoil(&self, state: &State, unit: CounterId, (from, flight): (Hex, Flight), to: Hex) -> Ruling {
        match self.recoils(state, unit, from, flight).contains(&to) {
            true => Ok(()),
            false => Err(refuse(case!("H.2n"), "{unit} cannot go back to {place}: a recoil leads straight away")
                .unit(unit)
                .place(to)),
        }
    }

    /// One hex back.
    pub(crate) fn recoil(&self, state: &mut State, to: Hex, events: &mut impl Sink<Event>) {
        let Frame::Recoil { unit, left, from, flight } = state.frame() else { return };
        let here = state.hex_of(unit);
        let Some(way) = self.ground.grid.direction_between(here, to) else { return };
        let Some(places) = self.backed(state, unit, way) else { return };
        state.frames.pop();
        // Only the first hex is one to go round.
        let flight = if matches!(flight, Flight::Around | Flight::Broken) { Flight::Panic } else { flight };
        state.frames.push(Frame::Recoil { unit, left: left - 1, from, flight });
        // H.2l: friends under a Panicked unit check, whether it stays or passes.
        if state.formation(unit) == Formation::Panicked && !self.is_leader(unit) {
            self.note_crowd(state, unit, to);
        }
        if self.is_long(unit) {
            self.bring_long(state, unit, &places, events);
        } else {
            self.bring(state, unit, to, events);
        }
        events.event(Event::Recoiled { unit, from: here, to });
        // D.3c: a brigade that goes back into wood or village is in no better order there than one that marches in.
        if self.is_long(unit) {
            self.disorder_in_cover(state, unit, &places, events);
        }
        self.check_crowd(state, events);
    }

    fn note_crowd(&self, state: &mut State, unit: CounterId, hex: Hex) {
        for friend in self.units_in(state, hex) {
            if friend != unit && rule!("H.2l", true) {
                state.crowded.insert(friend);
            }
        }
    }

    /// Depth first, each unit once for a trigger.
    fn check_crowd(&self, state: &mut State, events: &mut impl Sink<Event>) {
        let crowd = state.crowded;
        state.crowded = crate::counters::CounterSet::EMPTY;
        // The first of them is asked last, and so checks first.
        let friends: ArrayVec<CounterId, 16> = crowd.iter().take(16).collect();
        for friend in friends.into_iter().rev() {
            if state.on_map(friend) && state.frames.len() + 4 < state.frames.capacity() {
                self.ask_check(state, friend, Trial::Crowded, events);
            }
        }
    }

    /// H.2n: closed by enemies, captured; by ground or stacking, disorganised. A Panicked unit then stays (S53).
    fn cannot_recoil(
        &self,
        state: &mut State,
        unit: CounterId,
        from: Hex,
        flight: Flight,
        events: &mut impl Sink<Event>,
    ) {
        let ways = self.ways_back(state, unit, from, None);
        let met = |what: Way| ways.iter().any(|way| self.met(state, unit, *way, flight) == what);
        let enemies = met(Way::Enemy) && !met(Way::Barred);
        if rule!("H.2n", enemies) || (self.is_leader(unit) && rule!("I.0d", true)) {
            for captured in self.whole(state, unit) {
                self.capture(state, captured, events);
            }
            return;
        }
        if state.formation(unit) == Formation::Panicked || self.is_leader(unit) {
            return;
        }
        for unit in self.whole(state, unit) {
            if rule!("H.2n", true) {
                self.disorganise(state, unit, events);
            }
        }
        if matches!(flight, Flight::BeforeInfantry) && state.on_map(unit) {
            state.approached.remove(unit);
        }
    }

    /// The units of a brigade counter; anything else is itself.
    pub(super) fn whole(&self, state: &State, unit: CounterId) -> crate::counters::CounterSet {
        match self.counter(unit).is_brigade() {
            true => {
                let inside = |it: &CounterId| state.formation(*it) == Formation::Brigade;
                self.units_of(state, unit).iter().filter(inside).collect()
            }
            false => [unit].into_iter().collect(),
        }
    }

    /// The recoil is over; who may choose his facing does so.
    fn end_recoil(&self, state: &mut State, unit: CounterId, flight: Flight) {
        state.frames.pop();
        if !state.on_map(unit) {
            return;
        }
        match flight {
            Flight::BeforeCharge | Flight::BeforeInfantry if state.formation(unit).has_facing() => {
                // A counter of several hexes would need others: it keeps its facing.
                if self.places(state, unit).len() == 1 {
                    state.frames.push(Frame::Face { unit });
                }
            }
            Flight::BeforeCharge
            | Flight::BeforeInfantry
            | Flight::Panic
            | Flight::Recoil
            | Flight::Broken
            | Flight::Around
            | Flight::Leader => {}
        }
    }
}
