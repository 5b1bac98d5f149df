//! Where counters are: putting them on the map and taking them off it, the hexes of brigades and who stands on which part.

use arrayvec::ArrayVec;
use board::Hex;
use board::footprint::Places;
use kernel::{Side, Sink};

use crate::Rules;
use crate::counters::{CounterId, Formation, Slot, UNITS, enemy_of};
use crate::event::Event;
use crate::sequence::Frame;
use crate::state::{Fate, Split, State, UNCOVERED};

/// Units that stand on one part of a brigade.
pub(crate) type OnPart = ArrayVec<CounterId, UNITS>;

impl Rules {
    /// The hexes of a counter that is on the map: a Line from its right, a Column from its head. None for a unit in its brigade.
    #[inline]
    pub fn places(&self, state: &State, counter: CounterId) -> Places {
        let mut places = Places::new();
        let at = state.hex_of(counter);
        if at.is_none() || !state.on_map(counter) {
            return places;
        }
        places.push(at);
        // 2.3a: brigades and baggage are longer than a hex.
        if self.is_long(counter) && rule!("2.3a", true) {
            let tail = state.tail[counter.index()];
            places
                .extend(tail.into_iter().take(usize::from(self.counter(counter).length) - 1).filter(|it| it.is_some()));
        }
        places
    }

    /// The parts of its brigade on which a unit stands: one, or two beside each other (S18).
    pub(crate) fn parts_of(&self, state: &State, unit: CounterId) -> (u8, u8) {
        let print = self.counter(unit);
        let brigade = self.counter(print.brigade);
        let split = state.split[print.brigade.index()];
        // D.3e: the second or the fourth of five counts in the centre.
        if brigade.length == 3 && brigade.units.len() == 5 {
            match (split, print.number) {
                (Split::Right, 1) | (Split::Left, 3) if rule!("D.3e", true) => return (1, 1),
                _ => {}
            }
        }
        match (brigade.slots[usize::from(print.number)], split) {
            (Slot::Part(part), _) => (part, part),
            (Slot::Astride(part), Split::Usual) => (part, part + 1),
            // D.3d: on the side that its owner named.
            (Slot::Astride(part), Split::Right) => (part, part),
            (Slot::Astride(part), Split::Left) => (part + 1, part + 1),
        }
    }

    /// The units still in the brigade that stand on one part of it.
    pub(crate) fn units_on_part(&self, state: &State, brigade: CounterId, part: u8) -> OnPart {
        let mut found = OnPart::new();
        for unit in &self.counter(brigade).units {
            if state.on_map(*unit) && state.formation(*unit) == Formation::Brigade {
                let (first, last) = self.parts_of(state, *unit);
                if (first..=last).contains(&part) {
                    found.push(*unit);
                }
            }
        }
        found
    }

    /// Which part of a long counter lies in a hex.
    pub(crate) fn part_in(&self, state: &State, brigade: CounterId, hex: Hex) -> Option<u8> {
        self.places(state, brigade).iter().position(|place| *place == hex).map(|part| part as u8)
    }

    /// The hexes of a unit: its own, or its part of its brigade.
    pub fn hexes_of(&self, state: &State, unit: CounterId) -> ArrayVec<Hex, 2> {
        let mut hexes = ArrayVec::new();
        if !state.on_map(unit) {
            return hexes;
        }
        if state.formation(unit) != Formation::Brigade {
            hexes.push(state.hex_of(unit));
            return hexes;
        }
        let brigade = self.counter(unit).brigade;
        let places = self.places(state, brigade);
        let (first, last) = self.parts_of(state, unit);
        // D.3g: a unit of a Column is in the hex in which it marches.
        if state.formation(brigade) == Formation::Column && !rule!("D.3g", true) {
            hexes.extend(places.first().copied());
            return hexes;
        }
        hexes.extend((first..=last).filter_map(|part| places.get(usize::from(part)).copied()));
        hexes
    }

    /// The first of them.
    pub fn hex_of_unit(&self, state: &State, unit: CounterId) -> Hex {
        self.hexes_of(state, unit).first().copied().unwrap_or(Hex::NONE)
    }

    /// The units of a side in a hex, in brigades and out of them; no batteries, no leaders.
    pub fn units_in(&self, state: &State, hex: Hex) -> ArrayVec<CounterId, 16> {
        let mut found = ArrayVec::new();
        for counter in state.counters_in(hex).filter(|counter| self.is_unit(*counter)) {
            // A hex never holds so many.
            let _ = found.try_push(counter);
        }
        if let Some(brigade) = state.long_in(hex)
            && let Some(part) = self.part_in(state, brigade, hex)
        {
            for unit in self.units_on_part(state, brigade, part) {
                let _ = found.try_push(unit);
            }
        }
        found
    }

    /// D.0d: a part of a standing brigade counter that all its units have left.
    pub(crate) fn is_deserted(&self, state: &State, hex: Hex) -> bool {
        let Some(brigade) = state.long_in(hex) else { return false };
        let Some(part) = self.part_in(state, brigade, hex) else { return false };
        self.counter(brigade).is_brigade() && self.units_on_part(state, brigade, part).is_empty()
    }

    /// The brigade counter to which a unit belongs, if it stands.
    pub(crate) fn standing_brigade(&self, state: &State, unit: CounterId) -> Option<CounterId> {
        let brigade = self.counter(unit).brigade;
        (!brigade.is_none() && state.on_map(brigade)).then_some(brigade)
    }

    /// Puts a square counter, battery or leader on top of what is in a hex.
    pub(crate) fn put(&self, state: &mut State, counter: CounterId, hex: Hex) {
        state.at[counter.index()] = hex;
        state.below[counter.index()] = state.top[hex.index()];
        state.top[hex.index()] = counter;
        if !self.is_leader(counter) {
            state.occupied[self.side_of(counter).index()].insert(hex);
        }
    }

    /// Takes it off its hex; `at` keeps saying where it was.
    pub(crate) fn lift(&self, state: &mut State, counter: CounterId) {
        let hex = state.hex_of(counter);
        if hex.is_none() {
            return;
        }
        let after = state.below[counter.index()];
        if state.top[hex.index()] == counter {
            state.top[hex.index()] = after;
        } else {
            let mut above = state.top[hex.index()];
            while !above.is_none() && state.below[above.index()] != counter {
                above = state.below[above.index()];
            }
            if !above.is_none() {
                state.below[above.index()] = after;
            }
        }
        state.below[counter.index()] = CounterId::NONE;
        self.vacate(state, self.side_of(counter), hex);
    }

    /// The hex is nobody's if nobody is left in it.
    fn vacate(&self, state: &mut State, side: Side, hex: Hex) {
        let held = state.cover[hex.index()] != UNCOVERED || state.counters_in(hex).any(|it| !self.is_leader(it));
        if !held {
            state.occupied[side.index()].remove(hex);
        }
    }

    /// Lays a long counter over its hexes.
    pub(crate) fn cover(&self, state: &mut State, brigade: CounterId, hexes: &[Hex]) {
        let index = brigade.index();
        let hex = |place: usize| hexes.get(place).copied().unwrap_or(Hex::NONE);
        state.at[index] = hex(0);
        state.tail[index] = [hex(1), hex(2)];
        for hex in hexes.iter().filter(|hex| hex.is_some()) {
            state.cover[hex.index()] = index as u8;
            state.occupied[self.side_of(brigade).index()].insert(*hex);
        }
    }

    /// Takes a long counter off its hexes; its places keep saying where it was.
    pub(crate) fn uncover(&self, state: &mut State, brigade: CounterId) {
        for hex in self.places(state, brigade) {
            if state.cover[hex.index()] == brigade.index() as u8 {
                state.cover[hex.index()] = UNCOVERED;
                self.vacate(state, self.side_of(brigade), hex);
            }
        }
    }

    /// Brings a single counter to a hex, with everything that follows from its being there.
    pub(crate) fn bring(&self, state: &mut State, counter: CounterId, to: Hex, events: &mut impl Sink<Event>) {
        self.lift(state, counter);
        state.fate[counter.index()] = Fate::OnMap;
        self.put(state, counter, to);
        state.stirred.insert(counter);
        if !self.is_leader(counter) {
            self.take_control(state, self.side_of(counter), to, events);
        }
    }

    /// Brings a long counter to other hexes. Square counters that stand on it ride along (D.0c, S58), but for those that have
    /// had a move of their own in this phase (D.1b).
    pub(crate) fn bring_long(&self, state: &mut State, brigade: CounterId, to: &[Hex], events: &mut impl Sink<Event>) {
        let from = self.places(state, brigade);
        let mut riders: ArrayVec<(CounterId, usize), 24> = ArrayVec::new();
        for (part, hex) in from.iter().enumerate() {
            for rider in state.counters_in(*hex) {
                let marched = state.hand.piece == brigade && state.moved.contains(rider);
                let reorganised = state.frames.last() == Some(&Frame::Reorganise) && state.tried.contains(rider);
                let moved = marched || reorganised;
                if rule!("D.0c", self.counter(rider).brigade == brigade) && !rule!("D.1b", moved) {
                    let _ = riders.try_push((rider, part));
                }
            }
        }
        self.uncover(state, brigade);
        // From the lowest up, so that stacks keep their order.
        for (rider, _) in riders.iter().rev() {
            self.lift(state, *rider);
        }
        self.cover(state, brigade, to);
        for (rider, part) in riders.iter().rev() {
            let hex = to.get(*part).copied().filter(|hex| hex.is_some()).unwrap_or(to[0]);
            self.put(state, *rider, hex);
            state.stirred.insert(*rider);
        }
        state.stirred.insert(brigade);
        for unit in &self.counter(brigade).units {
            state.stirred.insert(*unit);
        }
        for hex in to.iter().filter(|hex| hex.is_some()) {
            self.take_control(state, self.side_of(brigade), *hex, events);
        }
    }

    /// Takes a counter out of the game.
    pub(crate) fn remove(&self, state: &mut State, counter: CounterId, fate: Fate) {
        if self.is_long(counter) {
            self.uncover(state, counter);
        } else if state.formation(counter) != Formation::Brigade {
            self.lift(state, counter);
        }
        state.fate[counter.index()] = fate;
        state.at[counter.index()] = Hex::NONE;
        for set in [
            &mut state.out_of_command,
            &mut state.stays,
            &mut state.strained,
            &mut state.exposed,
            &mut state.crowded,
            &mut state.approached,
        ] {
            set.remove(counter);
        }
    }

    /// Whether troops of the enemy stand in a hex.
    #[inline]
    pub(crate) fn is_enemy_in(&self, state: &State, side: Side, hex: Hex) -> bool {
        self.is_held_by(state, enemy_of(side), hex)
    }

    /// Whether anything of the enemy is in a hex, a leader by himself included (5.4d).
    pub(crate) fn is_enemys(&self, state: &State, side: Side, hex: Hex) -> bool {
        self.is_enemy_in(state, side, hex) || state.counters_in(hex).any(|counter| self.side_of(counter) != side)
    }

    /// Whether troops of either side stand in a hex.
    #[inline]
    pub(crate) fn is_occupied(&self, state: &State, hex: Hex) -> bool {
        hex.is_some() && (state.occupied[0].contains(hex) || state.occupied[1].contains(hex))
    }
}
