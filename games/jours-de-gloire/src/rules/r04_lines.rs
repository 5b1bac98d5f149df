//! Chapter 4, first half: lines of communication, which connections can be used, and who is in command.

use arrayvec::ArrayVec;
use board::boxes::{BoxId, ConnectionId};
use kernel::{Side, Sink};

use crate::Rules;
use crate::counters::{ArmyId, CounterId};
use crate::event::Event;
use crate::ground::Water;
use crate::sets::CounterSet;
use crate::state::{BOXES, BoxSet, Grade, Peace, State, enemy_of};
use crate::tables::Weather;

/// 4.3c
pub(crate) const LONGEST_COMMAND_LINE: u8 = 4;

impl Rules {
    /// Whether a connection can be crossed at all as things stand (5.2b, 5.3e, 6.4b).
    pub(crate) fn is_open(&self, state: &State, connection: ConnectionId) -> bool {
        match self.ground.water(connection) {
            Water::None => true,
            Water::Minor { bridge: false } => rule!("5.3f", true),
            Water::Minor { bridge: true } | Water::Major { bridge: true } => {
                !rule!("6.4b", state.destroyed_bridges.contains(connection))
            }
            Water::Major { bridge: false } => {
                state.pontoons.iter().any(|laid| laid.contains(connection)) || !rule!("5.3e", true)
            }
        }
    }

    /// What infantry pays for a connection in this weather (4.3c, 5.2a, 6.5a).
    pub(crate) fn cost_of(&self, state: &State, connection: ConnectionId) -> u8 {
        if !rule!("T.terrain", true) {
            return 1;
        }
        let fording_is_harder = match state.weather {
            Weather::Rain => rule!("3.1c", true),
            Weather::Mud => rule!("3.1e", true),
            Weather::Snow => false,
            Weather::Clear => !rule!("3.1b", true),
        };
        self.ground.cost(connection, fording_is_harder)
    }

    /// Whether a side may use the connection at all: nobody crosses the Austrian frontier before the armistice
    /// (A.arm.d).
    pub(crate) fn frontier_bars(&self, state: &State, connection: ConnectionId) -> bool {
        self.ground.is_frontier(connection)
            && match state.calendar.peace {
                Peace::War => self.scenario.frontier_closed && rule!("A.arm.d", true),
                Peace::Armistice { .. } => rule!("A.arm.l", true),
                Peace::Resumed { .. } => false,
            }
    }

    /// Whether a line may lead over a connection: infantry could cross it (4.3e), and nobody is barred from the far side
    /// by the Austrian frontier (A.arm.d). In an armistice leaders may cross it, and so does what they write.
    pub(crate) fn carries_lines(&self, state: &State, connection: ConnectionId) -> bool {
        let closed = self.ground.is_frontier(connection)
            && state.calendar.peace == Peace::War
            && rule!("A.arm.d", self.scenario.frontier_closed);
        self.is_open(state, connection) && !closed
    }

    /// Whether a counter counts as a unit to whoever sees it: what lies face down could be one. Leaders (1.0) and parks
    /// (1.2.1b) are none.
    pub(crate) fn looks_like_unit(&self, state: &State, counter: CounterId) -> bool {
        if !state.piece(counter).face_up || self.has_strength(counter) || self.is_dummy(counter) {
            true
        } else if self.is_leader(counter) {
            !rule!("1.0", true)
        } else {
            !rule!("1.2.1b", true)
        }
    }

    /// Whether counters of a side block the lines of its enemies in a box: units and dummies do (4.3d). Who is alone there
    /// and does not has to say so where it matters ([`Rules::admit_who_is_alone`]).
    pub(crate) fn blocks_lines(&self, state: &State, side: Side, place: BoxId) -> bool {
        state.occupies(side, place)
            && state
                .counters_in(place)
                .any(|counter| self.side_of(counter) == side && self.looks_like_unit(state, counter))
    }

    /// The boxes between which and this one there is a line of communication of at most so many points. It passes no box
    /// with enemies, dummies included (4.3d); the boxes at its ends are not passed, and who stands there does not matter.
    pub(crate) fn boxes_in_line(&self, state: &State, side: Side, from: BoxId, longest: u8) -> BoxSet {
        let mut reached = [u8::MAX; BOXES];
        reached[from.index()] = 0;
        let mut lines = BoxSet::EMPTY;
        lines.insert(from);
        let mut found: ArrayVec<BoxId, BOXES> = ArrayVec::new();
        found.push(from);
        // Lines are short: boxes are settled point by point.
        for spent in 0..longest {
            let mut number = 0;
            while number < found.len() {
                let here = found[number];
                number += 1;
                if reached[here.index()] != spent {
                    continue;
                }
                if here != from && rule!("4.3d", self.blocks_lines(state, enemy_of(side), here)) {
                    continue;
                }
                for (next, connection) in self.ground.neighbours(here) {
                    if rule!("4.3e", !self.carries_lines(state, *connection)) {
                        continue;
                    }
                    let then = spent + self.cost_of(state, *connection);
                    if rule!("4.3c", then > longest) || then >= reached[next.index()] {
                        continue;
                    }
                    if reached[next.index()] == u8::MAX {
                        found.push(*next);
                    }
                    reached[next.index()] = then;
                    lines.insert(*next);
                }
            }
        }
        lines
    }

    /// Whether a command line leads from one box to another (4.3).
    pub(crate) fn has_line(&self, state: &State, side: Side, from: BoxId, to: BoxId) -> bool {
        self.boxes_in_line(state, side, from, LONGEST_COMMAND_LINE).contains(to)
    }

    /// Leaders and parks alone block nothing, though face down they look as if they did. Where that changes what is being
    /// traced, their owner has to say so: as few as are needed are turned up, in boxes of this side without units.
    pub(crate) fn admit_who_is_alone<T: PartialEq>(
        &self,
        state: &mut State,
        side: Side,
        events: &mut impl Sink<Event>,
        traced: impl Fn(&State) -> T,
    ) {
        let hides = |counter: &CounterId| !self.is_dummy(*counter) && !state.piece(*counter).face_up;
        let of_note = |place: &BoxId| {
            let here = self.of_side_in(state, side, *place);
            here.iter().any(|counter| hides(&counter)) && !here.iter().any(|counter| self.has_strength(counter))
        };
        let places: ArrayVec<BoxId, BOXES> = state.occupied(side).iter().filter(of_note).collect();
        if places.is_empty() {
            return;
        }
        let hidden =
            |place: BoxId| -> CounterSet { self.of_side_in(state, side, place).iter().filter(hides).collect() };
        let turned = |state: &mut State, place: BoxId, up: bool| {
            hidden(place).iter().for_each(|counter| state.piece_mut(counter).face_up = up);
        };
        let mut open = state.clone();
        places.iter().for_each(|place| turned(&mut open, *place, true));
        let truth = traced(&open);
        if traced(state) == truth {
            return;
        }
        let mut shown = CounterSet::EMPTY;
        for place in places {
            turned(&mut open, place, false);
            if traced(&open) != truth {
                turned(&mut open, place, true);
                shown = shown.union(hidden(place));
            }
        }
        for counter in shown.iter() {
            self.turn_up(state, counter, false, events);
        }
    }

    /// The generals of an army on the map: its commander in chief among them.
    pub(crate) fn generals_of(&self, state: &State, army: ArmyId) -> CounterSet {
        let of_army = |counter: &CounterId| {
            let other = self.counter(*counter).army != Some(army);
            self.is_leader(*counter) && !rule!("4.3b", other)
        };
        self.leaders.iter().filter(of_army).filter(|counter| state.place_of(*counter).is_some()).collect()
    }

    /// How a counter in this box would be led if it belonged to this army (4.3a, 4.6): its grade, and whether it has a
    /// line to the commander in chief himself.
    pub(crate) fn leading(&self, state: &State, side: Side, army: ArmyId, place: BoxId) -> (Grade, bool) {
        let lines = self.boxes_in_line(state, side, place, LONGEST_COMMAND_LINE);
        let chief = state.army(army).chief.and_then(|chief| state.place_of(chief));
        if chief.is_some_and(|chief| lines.contains(chief)) {
            return (Grade::InCommand, true);
        }
        let mut grade = Grade::Alone;
        for general in self.generals_of(state, army).iter() {
            let Some(at) = state.place_of(general).filter(|at| lines.contains(*at)) else { continue };
            let joined = chief.is_some_and(|chief| self.has_line(state, side, at, chief));
            if rule!("4.3a", joined) {
                return (Grade::InCommand, false);
            }
            grade = Grade::CutOff;
        }
        (grade, false)
    }
}
