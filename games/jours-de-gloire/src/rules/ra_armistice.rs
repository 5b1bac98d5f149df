//! Chapter A: the armistice and the restart of hostilities.

use arrayvec::ArrayVec;
use board::boxes::BoxId;
use kernel::{Side, Sink, rule};

use crate::Rules;
use crate::counters::{CounterId, Season};
use crate::event::{Calendar, Common, Event};
use crate::refusal::{Ruling, refuse};
use crate::scenario::Truce;
use crate::sequence::{Administration, Events, Frame};
use crate::state::{ALLIED, BOXES, FRENCH, Peace, State, Whereabouts, enemy_of};

/// A.arm.f, R J18: from the first turn of the armistice to the restart.
const TURNS_OF_ARMISTICE: u8 = 5;
/// Markers are not pushed off the calendar.
const LAST_MONTHS: u8 = 40;

impl Rules {
    /// Phase D: the turn marker is about to advance. Returns whether the game ends with the armistice (S.3).
    pub(crate) fn turn_the_calendar(&self, state: &mut State, events: &mut impl Sink<Event>) -> bool {
        let next = state.turn + 1;
        match state.calendar.peace {
            Peace::War => {
                // R J18b: a marker pushed onto or behind the current turn counts as reached.
                let reached = state.calendar.armistice.is_some_and(|turn| turn <= next);
                if rule!("A.arm.e", reached) {
                    if rule!("S.3", self.scenario.truce == Truce::Ends) {
                        events.event(Event::Calendar(Calendar::ArmisticeDeclared));
                        return true;
                    }
                    self.declare_armistice(state, next, events);
                }
            }
            Peace::Armistice { .. } => {
                let reached = state.calendar.restart.is_some_and(|turn| turn <= next);
                if rule!("A.arm.o", reached) {
                    self.resume_hostilities(state, next, events);
                }
            }
            Peace::Resumed { .. } => {}
        }
        false
    }

    fn declare_armistice(&self, state: &mut State, since: u8, events: &mut impl Sink<Event>) {
        events.event(Event::Calendar(Calendar::ArmisticeDeclared));
        state.calendar.peace = Peace::Armistice { since };
        if rule!("A.arm.f", true) {
            state.calendar.restart = Some(since + TURNS_OF_ARMISTICE);
            events.event(Event::Calendar(Calendar::RestartMoved { to: since + TURNS_OF_ARMISTICE }));
        }
        self.send_dummies_away(state);
        self.end_all_sieges(state, events);
        self.change_season(state, events);
        self.replace_ney(state, events);
        // A.arm.h: everything lies open.
        if rule!("A.arm.h", true) {
            for counter in self.all_counters() {
                self.turn_up(state, counter, false, events);
            }
        }
        self.shuffle_deck(state, events);
        self.find_chiefs(state);
    }

    /// A.arm.h: dummies leave the map until the restart; those lost for good stay lost.
    fn send_dummies_away(&self, state: &mut State) {
        for counter in self.all_counters() {
            let there = matches!(state.piece(counter).whereabouts, Whereabouts::At(_) | Whereabouts::Pool);
            if self.is_dummy(counter) && rule!("A.arm.h", there) {
                self.relocate(state, counter, Whereabouts::Waiting);
                state.piece_mut(counter).face_up = false;
                state.piece_mut(counter).sighting = None;
            }
        }
    }

    fn end_all_sieges(&self, state: &mut State, events: &mut impl Sink<Event>) {
        for siege in std::mem::take(&mut state.sieges) {
            if !rule!("A.arm.h", true) {
                state.sieges.push(siege);
                continue;
            }
            events.event(Event::Common(Common::SiegeOver { at: siege.at }));
            for counter in state.counters_in(siege.at).set().iter() {
                state.piece_mut(counter).inside = false;
            }
        }
    }

    /// A.arm.g: counters of the autumn take the places of their namesakes, with the strength they have at that moment.
    fn change_season(&self, state: &mut State, events: &mut impl Sink<Event>) {
        if !rule!("A.arm.g", true) {
            return;
        }
        state.season = Season::Autumn;
        for counter in self.all_counters().filter(|counter| self.counter(*counter).season == Season::Spring) {
            let old = *state.piece(counter);
            let in_play =
                matches!(old.whereabouts, Whereabouts::At(_) | Whereabouts::Entering(_) | Whereabouts::Recalled);
            if !in_play {
                continue;
            }
            self.relocate(state, counter, Whereabouts::Lost);
            state.piece_mut(counter).sighting = None;
            let Some(twin) = self.counter(counter).twin else {
                events.event(Event::Calendar(Calendar::LeaderRemoved { leader: counter }));
                continue;
            };
            // C.c: no more than its roster has boxes for.
            let room = self.counter(twin).maximum;
            if state.piece(twin).whereabouts == Whereabouts::Waiting {
                self.relocate(state, twin, old.whereabouts);
                state.piece_mut(twin).strength = 0;
                state.piece_mut(twin).losses = 0;
                state.piece_mut(twin).stragglers = 0;
            }
            let new = state.piece_mut(twin);
            new.strength = (new.strength + old.strength).min(room);
            new.losses += old.losses;
            new.stragglers += old.stragglers;
            new.stirred |= old.stirred;
            for piece in &mut state.pieces {
                if piece.parent == Some(counter) {
                    piece.parent = Some(twin);
                }
            }
            events.event(Event::Calendar(Calendar::Twin { counter, by: twin }));
        }
    }

    /// O.1, O.2: another marshal takes Ney's place.
    fn replace_ney(&self, state: &mut State, events: &mut impl Sink<Event>) {
        let named = |id: &str| self.all_counters().find(|counter| self.counter(*counter).id == id);
        let by = if rule!("O.1", self.agreed.davout) {
            named("davout")
        } else if rule!("O.2", self.agreed.soult) {
            named("soult")
        } else {
            None
        };
        let (Some(ney), Some(by)) = (named("ney"), by) else { return };
        let Some(at) = state.place_of(ney) else { return };
        self.relocate(state, ney, Whereabouts::Lost);
        self.relocate(state, by, Whereabouts::At(at));
        events.event(Event::Calendar(Calendar::LeaderReplaced { leader: ney, by }));
    }

    fn resume_hostilities(&self, state: &mut State, since: u8, events: &mut impl Sink<Event>) {
        events.event(Event::Calendar(Calendar::Resumed));
        state.calendar.peace = Peace::Resumed { since };
        self.shuffle_deck(state, events);
        // A.arm.p: the dummies of the scenario can be put on the map again, as at the start.
        if rule!("A.arm.p", self.agreed.dummies) {
            self.fill_dummies(state);
            self.ask_for_dummies(state);
        }
    }

    /// 7.1a: both sides put their dummies beside friends, the French first.
    pub(crate) fn ask_for_dummies(&self, state: &mut State) {
        for side in [ALLIED, FRENCH] {
            let left = self.dummies_off_the_map(state, side).len() as u8;
            if left > 0 {
                state.frames.push(Frame::Administration(Administration::ReturnDummies { side, left }));
            }
        }
    }

    /// A.arm.c: a decisive victory moves the Armistice marker at once. Later ones move nothing (R J18d).
    pub(crate) fn decisive_battle_won(&self, state: &mut State, winner: Side, events: &mut impl Sink<Event>) {
        if rule!("A.arm.c", state.calendar.armistice.is_some()) {
            self.move_armistice(state, if winner == FRENCH { 1 } else { -1 }, events);
        }
    }

    /// A.arm.b, A.arm.c
    pub(crate) fn move_armistice(&self, state: &mut State, turns: i8, events: &mut impl Sink<Event>) {
        if let (Peace::War, Some(turn)) = (state.calendar.peace, state.calendar.armistice) {
            let to = turn.saturating_add_signed(turns).clamp(1, LAST_MONTHS);
            state.calendar.armistice = Some(to);
            events.event(Event::Calendar(Calendar::ArmisticeMoved { to }));
        }
    }

    /// A.arm.n, R J18c
    pub(crate) fn move_restart(&self, state: &mut State, turns: i8, events: &mut impl Sink<Event>) {
        if let (Peace::Armistice { .. }, Some(turn)) = (state.calendar.peace, state.calendar.restart) {
            let to = turn.saturating_add_signed(turns).clamp(1, LAST_MONTHS);
            state.calendar.restart = Some(to);
            events.event(Event::Calendar(Calendar::RestartMoved { to }));
        }
    }

    /// A.arm.k, R J57: who still stands beside the enemy at the end of his phase is lifted away.
    pub(crate) fn part_the_armies(&self, state: &mut State, side: Side, _: &mut impl Sink<Event>) {
        if matches!(state.calendar.peace, Peace::Armistice { .. }) && self.must_lift_away(state, side) {
            state.frames.push(Frame::Events(Events::LiftAway { side }));
        }
    }

    /// Whether enemy units are in this box or in one that can be entered from it (5.2b).
    pub(crate) fn beside_enemy_units(&self, state: &State, side: Side, place: BoxId) -> bool {
        let enemy = enemy_of(side);
        let held = |place: BoxId| {
            state.occupies(enemy, place)
                && state.counters_in(place).any(|counter| self.side_of(counter) == enemy && self.is_unit(counter))
        };
        held(place) || self.ground.neighbours(place).iter().any(|(next, way)| self.is_open(state, *way) && held(*next))
    }

    pub(crate) fn must_lift_away(&self, state: &State, side: Side) -> bool {
        self.lifts(state, side).next().is_some()
    }

    /// Counters that must be lifted away, each with the nearest boxes it may be lifted to.
    pub(crate) fn lifts<'a>(&'a self, state: &'a State, side: Side) -> impl Iterator<Item = (CounterId, BoxId)> + 'a {
        let boxes = state
            .occupied(side)
            .boxes()
            .filter(move |place| rule!("A.arm.k", self.beside_enemy_units(state, side, *place)));
        boxes.flat_map(move |place| {
            let to = self.nearest_apart(state, side, place);
            let counters = self.of_side_in(state, side, place);
            counters.iter().flat_map(move |counter| to.clone().into_iter().map(move |to| (counter, to)))
        })
    }

    /// The nearest boxes without enemies in them or beside them, on this side of the Austrian frontier (A.arm.l).
    fn nearest_apart(&self, state: &State, side: Side, from: BoxId) -> ArrayVec<BoxId, 16> {
        let mut seen = [false; BOXES];
        seen[from.index()] = true;
        let mut ring: ArrayVec<BoxId, BOXES> = ArrayVec::from_iter([from]);
        while !ring.is_empty() {
            let found: ArrayVec<BoxId, 16> = ring
                .iter()
                .copied()
                .filter(|place| {
                    !state.occupies(enemy_of(side), *place) && !self.beside_enemy_units(state, side, *place)
                })
                .take(16)
                .collect();
            if !found.is_empty() {
                return found;
            }
            let mut next_ring: ArrayVec<BoxId, BOXES> = ArrayVec::new();
            for here in &ring {
                for (next, way) in self.ground.neighbours(*here) {
                    let barred = self.ground.is_frontier(*way);
                    if !barred && !seen[next.index()] {
                        seen[next.index()] = true;
                        next_ring.push(*next);
                    }
                }
            }
            ring = next_ring;
        }
        ArrayVec::new()
    }

    pub(crate) fn may_lift(&self, state: &State, side: Side, counter: CounterId, to: BoxId) -> Ruling {
        if !self.lifts(state, side).any(|lift| lift == (counter, to)) {
            let words = "counters beside the enemy are lifted to the nearest box away from him, and to no other";
            return Err(refuse("A.arm.k", words));
        }
        Ok(())
    }

    pub(crate) fn lift(&self, state: &mut State, counter: CounterId, to: BoxId, events: &mut impl Sink<Event>) {
        let from = state.place_of(counter);
        self.relocate(state, counter, Whereabouts::At(to));
        state.piece_mut(counter).inside = false;
        events.event(Event::Calendar(Calendar::LiftedAway { counter, to }));
        if let Some(from) = from {
            self.tidy_box(state, from, events);
        }
    }
}
