//! Chapter H.1m and H.1n: infantry in Line walks up to cavalry, which gives way or stays to charge.
//! Decides H.1m.

use arrayvec::ArrayVec;
use board::Hex;
use kernel::{Side, Sink};

use crate::Rules;
use crate::counters::{CounterId, CounterSet, Formation, enemy_of};
use crate::event::Event;
use crate::refusal::{Ruling, refuse};
use crate::sequence::{Flight, Frame};
use crate::state::State;

impl Rules {
    /// Cavalry next to infantry in Line that has just moved has to answer.
    pub(crate) fn note_approach(&self, state: &mut State, piece: CounterId, now: &[Hex]) {
        let print = self.counter(piece);
        if !state.on_map(piece) || !print.is_infantry() || state.formation(piece) != Formation::Line {
            return;
        }
        let enemy = enemy_of(print.side);
        let mut met = CounterSet::EMPTY;
        let near = now.iter().flat_map(|hex| self.ground.around(*hex).map(|near| (*hex, near)));
        for (from, hex) in near {
            if !self.is_held_by(state, enemy, hex) || !self.are_joined(state, from, hex) {
                continue;
            }
            met.extend(state.long_in(hex).filter(|long| self.counter(*long).is_cavalry()));
            let riders = state.counters_in(hex).filter(|it| self.is_unit(*it) && self.counter(*it).is_cavalry());
            // A unit on its brigade counter goes with it.
            met.extend(riders.filter(|rider| state.long_in(hex) != Some(self.counter(*rider).brigade)));
        }
        state.approached = state.approached.union(met.difference(state.stays));
        if rule!("H.1m", !state.approached.is_empty()) {
            state.frames.push(Frame::Approach);
        }
    }

    /// S12: cavalry may stay only if it could charge that infantry from where it stands.
    pub(crate) fn may_stand_before(&self, state: &State, side: Side, cavalry: CounterId) -> Ruling {
        self.may_answer(state, side, cavalry)?;
        match self.could_charge_any(state, cavalry) {
            true => Ok(()),
            false => Err(refuse(case!("H.1m"), "{unit} could not charge {other} and gives way")
                .unit(cavalry)
                .other(state.hand.piece)),
        }
    }

    /// Who is asked, and has not answered.
    pub(crate) fn may_answer(&self, state: &State, side: Side, cavalry: CounterId) -> Ruling {
        match state.approached.contains(cavalry) && self.side_of(cavalry) == side {
            true => Ok(()),
            false => Err(refuse(case!("H.1m"), "{unit} is not approached by infantry").unit(cavalry)),
        }
    }

    pub(crate) fn stand_before(&self, state: &mut State, cavalry: CounterId, events: &mut impl Sink<Event>) {
        state.approached.remove(cavalry);
        state.stays.insert(cavalry);
        events.event(Event::Stayed { unit: cavalry });
    }

    /// Three hexes back, away from the infantry; a brigade with its whole counter, no check (H.1n).
    pub(crate) fn give_way_before(&self, state: &mut State, cavalry: CounterId, events: &mut impl Sink<Event>) {
        state.approached.remove(cavalry);
        events.event(Event::GaveWay { unit: cavalry });
        let at = state.hex_of(cavalry);
        let nearest = self.walkers(state).into_iter().min_by_key(|hex| (self.ground.distance(*hex, at), *hex));
        let from = nearest.unwrap_or(Hex::NONE);
        state.frames.push(Frame::Recoil { unit: cavalry, left: 3, from, flight: Flight::BeforeInfantry });
    }

    /// The hexes in which infantry in Line stands that has just moved: of a brigade those in which somebody is left in Line, of
    /// one that has fallen apart on its way those of its units.
    pub(crate) fn walkers(&self, state: &State) -> ArrayVec<Hex, 8> {
        let piece = state.hand.piece;
        if piece.is_none() || !self.counter(piece).is_brigade() {
            return self.places(state, piece).into_iter().collect();
        }
        let units = self.units_of(state, piece);
        let in_line = |unit: &CounterId| matches!(state.formation(*unit), Formation::Brigade | Formation::Line);
        let now = self.places(state, piece);
        let with_it = |hex: &Hex| now.is_empty() || now.contains(hex);
        units.iter().filter(in_line).flat_map(|unit| self.hexes_of(state, unit)).filter(with_it).take(8).collect()
    }

    /// Whether infantry in Line stands next to a body of cavalry after its step: where it has fallen out of Line in a wood or
    /// village it has not walked up to anybody.
    fn is_walked_up_to(&self, state: &State, cavalry: CounterId) -> bool {
        let walkers = self.walkers(state);
        let near = |hex: Hex| walkers.iter().any(|from| self.are_joined(state, *from, hex));
        self.places(state, cavalry).into_iter().any(near)
    }

    /// Carries the answers on: true while somebody has to choose.
    pub(crate) fn go_on_answering(&self, state: &mut State, events: &mut impl Sink<Event>) -> bool {
        let gone = |it: &CounterId| !state.on_map(*it) || !self.is_walked_up_to(state, *it);
        let gone: CounterSet = state.approached.iter().filter(gone).collect();
        state.approached = state.approached.difference(gone);
        let Some(first) = state.approached.first() else {
            state.frames.pop();
            return false;
        };
        // Who could not charge has no choice.
        if !self.could_charge_any(state, first) {
            self.give_way_before(state, first, events);
            return false;
        }
        true
    }
}
