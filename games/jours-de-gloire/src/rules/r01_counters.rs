//! Chapter 1: leaders, units, dummies; what a Force is and what it is worth.
//! Decides 1.1a, 1.2.1a, 1.2.1b, 1.2.2a, 1.2.2f, 1.2.2g, 1.2.2h, 1.2.3a, 6.2c, 8.8p.

use board::boxes::BoxId;
use kernel::{Side, Sink};

use crate::Rules;
use crate::counters::{Counter, CounterId, Kind};
use crate::event::{Common, Event};
use crate::sets::CounterSet;
use crate::state::{Sighting, State, Whereabouts, enemy_of};

impl Rules {
    #[inline]
    pub fn counter(&self, counter: CounterId) -> &Counter {
        &self.counters[counter.index()]
    }

    #[inline]
    pub fn kind(&self, counter: CounterId) -> Kind {
        self.kinds[counter.index()]
    }

    #[inline]
    pub fn side_of(&self, counter: CounterId) -> Side {
        self.sides[counter.index()]
    }

    #[inline]
    pub(crate) fn is_leader(&self, counter: CounterId) -> bool {
        self.kind(counter) == Kind::Leader
    }

    #[inline]
    pub(crate) fn is_dummy(&self, counter: CounterId) -> bool {
        matches!(self.kind(counter), Kind::InfantryDummy | Kind::CavalryDummy)
    }

    /// A combat unit: infantry, cavalry or reserve artillery, not a dummy (1.2.2a).
    #[inline]
    pub(crate) fn is_unit(&self, counter: CounterId) -> bool {
        rule!("1.2.2a", matches!(self.kind(counter), Kind::Infantry | Kind::Cavalry | Kind::Artillery))
    }

    /// A unit with SP of its own: reserve artillery has none (1.2.1b, R J2).
    #[inline]
    pub(crate) fn has_strength(&self, counter: CounterId) -> bool {
        matches!(self.kind(counter), Kind::Infantry | Kind::Cavalry)
    }

    /// The counters of a side in a box.
    pub fn of_side_in(&self, state: &State, side: Side, place: BoxId) -> CounterSet {
        state.counters_in(place).filter(|counter| self.side_of(*counter) == side).collect()
    }

    /// The counters of a side in the open field of a box: not shut in its fortified city.
    pub(crate) fn in_the_field(&self, state: &State, side: Side, place: BoxId) -> CounterSet {
        self.of_side_in(state, side, place).iter().filter(|counter| !state.piece(*counter).inside).collect()
    }

    /// Whether a side has a real unit with strength in a box (R J2, R J63: neither leaders nor guns alone count).
    pub(crate) fn real_force_in(&self, state: &State, side: Side, place: BoxId) -> bool {
        state.counters_in(place).any(|counter| {
            self.side_of(counter) == side && self.has_strength(counter) && state.piece(counter).strength > 0
        })
    }

    /// SP of the roster, without factors (1.2.3, R J2).
    pub fn strength_of(&self, state: &State, force: &CounterSet) -> u16 {
        let with_strength = force.iter().filter(|counter| rule!("1.2.1b", self.has_strength(*counter)));
        with_strength.map(|counter| u16::from(state.piece(counter).strength)).sum()
    }

    /// SP of the cavalry among them.
    pub(crate) fn cavalry_strength_of(&self, state: &State, force: &CounterSet) -> u16 {
        let cavalry = force.iter().filter(|counter| self.kind(*counter) == Kind::Cavalry);
        cavalry.map(|counter| u16::from(state.piece(counter).strength)).sum()
    }

    /// The cohesion value whose units have most SP together; of equal ones the higher (1.2.2f); one more if the best
    /// infantry is better by two (1.2.2g).
    pub fn average_cohesion(&self, state: &State, force: &CounterSet) -> u8 {
        let mut strength_by_value = [0u16; 8];
        let mut best_infantry = 0;
        for counter in force.iter().filter(|counter| rule!("1.2.1a", self.has_strength(*counter))) {
            let strength = u16::from(state.piece(counter).strength);
            if strength == 0 {
                continue;
            }
            let cohesion = self.counter(counter).cohesion.min(7);
            strength_by_value[usize::from(cohesion)] += strength;
            if self.kind(counter) == Kind::Infantry {
                best_infantry = best_infantry.max(cohesion);
            }
        }
        let mut average = 0;
        let mut most = 0;
        for (value, strength) in strength_by_value.into_iter().enumerate() {
            if strength > most || (strength == most && most > 0 && rule!("1.2.2f", true)) {
                average = value as u8;
                most = strength;
            }
        }
        if !rule!("1.2.2h", most > 0) {
            return 0;
        }
        if rule!("1.2.2g", best_infantry >= average + 2) { average + 1 } else { average }
    }

    /// The leader who counts: the highest rank, and of equal ranks the one who is better by `quality`.
    pub(crate) fn foremost(&self, force: &CounterSet, quality: impl Fn(&Counter) -> u8) -> Option<CounterId> {
        force.iter().filter(|counter| rule!("1.1a", self.is_leader(*counter))).max_by_key(|counter| {
            (self.counter(*counter).rank, quality(self.counter(*counter)), std::cmp::Reverse(*counter))
        })
    }

    /// Puts a counter somewhere else.
    pub(crate) fn relocate(&self, state: &mut State, counter: CounterId, to: Whereabouts) {
        state.relocate(counter, to, |counter| self.side_of(counter));
    }

    /// Turns a counter up: the enemy sees what it is, and from now on remembers.
    pub(crate) fn turn_up(
        &self,
        state: &mut State,
        counter: CounterId,
        with_strength: bool,
        events: &mut impl Sink<Event>,
    ) {
        let turn = state.turn;
        let piece = state.piece_mut(counter);
        let Whereabouts::At(at) = piece.whereabouts else { return };
        if piece.face_up && (piece.strength_open || !with_strength) {
            return;
        }
        piece.face_up = true;
        piece.strength_open |= with_strength;
        let strength = piece.strength_open.then_some(piece.strength);
        piece.sighting = Some(Sighting { at, turn, strength });
        let lay = piece.lying();
        self.recognise(state, counter);
        events.event(Event::Common(Common::TurnedUp { counter, at, strength, lay }));
    }

    /// Takes SP from a unit in combat: X on the roster (1.2.3a), and the butcher's bill (9.f).
    pub(crate) fn strike_off(&self, state: &mut State, counter: CounterId, points: u8) {
        let side = self.side_of(counter);
        let piece = state.piece_mut(counter);
        let lost = points.min(piece.strength);
        piece.strength -= lost;
        // 1.2.3a: X and / are kept apart.
        piece.losses += if rule!("1.2.3a", lost > 0) { lost } else { 0 };
        if piece.strength_open
            && let Some(sighting) = &mut piece.sighting
        {
            sighting.strength = Some(piece.strength);
        }
        state.butchers_bill[side.index()] += u16::from(lost);
    }

    /// A counter is eliminated with all it has left.
    pub(crate) fn eliminate(&self, state: &mut State, counter: CounterId, events: &mut impl Sink<Event>) {
        let Some(at) = state.place_of(counter) else { return };
        let (strength, lay) = (state.piece(counter).strength, state.piece(counter).lying());
        self.strike_off(state, counter, strength);
        // 7.1: a dummy that was found out can come back; 6.1: so can the counter of a detachment that was made in play.
        let to = if self.is_dummy(counter) || (self.counter(counter).detachment && !self.counter(counter).independent) {
            Whereabouts::Pool
        } else {
            Whereabouts::Lost
        };
        self.recognise(state, counter);
        self.relocate(state, counter, to);
        events.event(Event::Common(Common::Eliminated { counter, at, strength, lay }));
        self.tidy_box(state, at, events);
    }

    /// What lapses when a box is left: entrenchments (6.2c), sieges (8.8p).
    pub(crate) fn tidy_box(&self, state: &mut State, at: BoxId, events: &mut impl Sink<Event>) {
        for side in [crate::state::FRENCH, crate::state::ALLIED] {
            if state.entrenched[side.index()].contains(at)
                && rule!("6.2c", !self.of_side_in(state, side, at).iter().any(|counter| self.is_unit(counter)))
            {
                state.entrenched[side.index()].remove(at);
                events.event(Event::Common(Common::EntrenchmentGone { at, side }));
            }
        }
        if let Some(siege) = state.siege_at(at).copied() {
            let besieging =
                self.in_the_field(state, siege.besieger, at).iter().any(|counter| self.has_strength(counter));
            let besieged =
                self.of_side_in(state, enemy_of(siege.besieger), at).iter().any(|counter| state.piece(counter).inside);
            if rule!("8.8p", !besieging || !besieged) {
                state.sieges.retain(|other| other.at != at);
                events.event(Event::Common(Common::SiegeOver { at }));
                let inside: CounterSet = state.counters_in(at).filter(|counter| state.piece(*counter).inside).collect();
                for counter in inside.iter() {
                    state.piece_mut(counter).inside = false;
                }
            }
        }
    }
}
