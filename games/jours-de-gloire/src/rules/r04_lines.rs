//! Chapter 4, first half: lines of communication, which connections can be used, and who is in command.
//! Decides 1.0, 1.2.1b, 3.1b, 3.1c, 3.1e, 4.3a, 4.3b, 4.3c, 4.3d, 4.3e, 5.3e, 5.3f, 6.4b, A.arm.d, A.arm.l, T.terrain.

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

/// What a side has in the way of the other's lines in a box.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Obstacle {
    /// Something there looks like a unit (4.3d).
    blocks: bool,
    /// It is nothing but dummies (4.4d).
    only_dummies: bool,
}

/// The same for all boxes that a side occupies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Obstacles {
    pub(crate) blocked: BoxSet,
    /// Of these, the boxes with nothing but dummies.
    pub(crate) only_dummies: BoxSet,
}

impl Obstacles {
    fn at(&self, place: BoxId) -> Obstacle {
        Obstacle { blocks: self.blocked.contains(place), only_dummies: self.only_dummies.contains(place) }
    }

    fn set(&mut self, place: BoxId, obstacle: Obstacle) {
        for (set, is_in) in
            [(&mut self.blocked, obstacle.blocks), (&mut self.only_dummies, obstacle.blocks && obstacle.only_dummies)]
        {
            if is_in {
                set.insert(place);
            } else {
                set.remove(place);
            }
        }
    }
}

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

    /// Whether a counter counts as a unit to a player who sees it: a counter that lies face down could be one. Leaders (1.0)
    /// and parks (1.2.1b) are none.
    pub(crate) fn looks_like_unit(&self, state: &State, counter: CounterId) -> bool {
        self.would_look_like_unit(counter, state.piece(counter).face_up)
    }

    #[inline]
    fn would_look_like_unit(&self, counter: CounterId, face_up: bool) -> bool {
        if !face_up || self.has_strength(counter) || self.is_dummy(counter) {
            true
        } else if self.is_leader(counter) {
            !rule!("1.0", true)
        } else {
            !rule!("1.2.1b", true)
        }
    }

    /// Whether counters of a side block the lines of its enemies in a box: units and dummies do (4.3d). Leaders and parks that
    /// are alone there have to say so where it matters ([`Rules::admit_who_is_alone`]).
    pub(crate) fn blocks_lines(&self, state: &State, side: Side, place: BoxId) -> bool {
        state.occupies(side, place) && self.obstacle(state, side, place, |counter| state.piece(counter).face_up).blocks
    }

    /// What a side has in the way of lines in a box that it occupies, with the faces that this closure shows.
    #[inline]
    fn obstacle(&self, state: &State, side: Side, place: BoxId, is_face_up: impl Fn(CounterId) -> bool) -> Obstacle {
        let mut found = Obstacle { blocks: false, only_dummies: true };
        for counter in state.counters_in(place).filter(|counter| self.side_of(*counter) == side) {
            if self.would_look_like_unit(counter, is_face_up(counter)) {
                found.blocks = true;
                found.only_dummies &= self.is_dummy(counter);
            }
        }
        found
    }

    /// Everything that a side has in the way of the other's lines, as far as everybody can see.
    pub(crate) fn obstacles(&self, state: &State, side: Side) -> Obstacles {
        let mut found = Obstacles { blocked: BoxSet::EMPTY, only_dummies: BoxSet::EMPTY };
        for place in state.occupied(side).iter() {
            found.set(place, self.obstacle(state, side, place, |counter| state.piece(counter).face_up));
        }
        found
    }

    /// The boxes between which and this one there is a command line (4.3c). It passes no box
    /// with enemies, dummies included (4.3d); the boxes at its ends are not passed, and who stands there does not matter.
    pub(crate) fn boxes_in_line(&self, state: &State, enemies: &Obstacles, from: BoxId) -> BoxSet {
        // Lines are short: boxes are settled point by point.
        let mut at_points = [BoxSet::EMPTY; LONGEST_COMMAND_LINE as usize + 1];
        at_points[0].insert(from);
        let mut lines = at_points[0];
        let mut settled = BoxSet::EMPTY;
        for spent in 0..LONGEST_COMMAND_LINE {
            let found = at_points[usize::from(spent)].difference(settled);
            settled = settled.union(found);
            for here in found.iter() {
                if here != from && rule!("4.3d", enemies.blocked.contains(here)) {
                    continue;
                }
                for (next, connection) in self.ground.neighbours(here) {
                    if settled.contains(*next) || rule!("4.3e", !self.carries_lines(state, *connection)) {
                        continue;
                    }
                    let then = spent + self.cost_of(state, *connection);
                    if then <= LONGEST_COMMAND_LINE {
                        at_points[usize::from(then)].insert(*next);
                        lines.insert(*next);
                    } else if !rule!("4.3c", true) {
                        lines.insert(*next);
                    }
                }
            }
        }
        lines
    }

    /// Whether a command line leads from one box to another (4.3).
    pub(crate) fn has_line(&self, state: &State, side: Side, from: BoxId, to: BoxId) -> bool {
        let enemies = self.obstacles(state, enemy_of(side));
        self.boxes_in_line(state, &enemies, from).contains(to)
    }

    /// Leaders and parks alone block nothing, though face down they look as if they did. Where that changes what is being
    /// traced, their owner has to say so: as few as are needed are turned up, in boxes of this side without units. Tells what
    /// is traced then.
    pub(crate) fn admit_who_is_alone<T: PartialEq>(
        &self,
        state: &mut State,
        side: Side,
        events: &mut impl Sink<Event>,
        traced: impl Fn(&State, &Obstacles) -> T,
    ) -> T {
        let hides = |counter: &CounterId| !self.is_dummy(*counter) && !state.piece(*counter).face_up;
        let of_note = |place: &BoxId| {
            let mut here = state.counters_in(*place).filter(|counter| self.side_of(*counter) == side);
            let mut hidden = false;
            here.all(|counter| {
                hidden |= hides(&counter);
                !self.has_strength(counter)
            }) && hidden
        };
        let places: ArrayVec<BoxId, BOXES> = state.occupied(side).iter().filter(of_note).collect();
        let seen = self.obstacles(state, side);
        let mut open = seen;
        for place in &places {
            open.set(*place, self.obstacle(state, side, *place, |_| true));
        }
        let truth = traced(state, &open);
        if open == seen || traced(state, &seen) == truth {
            return truth;
        }
        let mut shown = CounterSet::EMPTY;
        for place in places {
            let turned_up = open.at(place);
            open.set(place, seen.at(place));
            if traced(state, &open) != truth {
                open.set(place, turned_up);
                shown = shown.union(self.of_side_in(state, side, place).iter().filter(hides).collect());
            }
        }
        for counter in shown.iter() {
            self.turn_up(state, counter, false, events);
        }
        truth
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
        self.leading_past(state, &self.obstacles(state, enemy_of(side)), army, place)
    }

    /// The same with these enemies in the way.
    pub(crate) fn leading_past(&self, state: &State, enemies: &Obstacles, army: ArmyId, place: BoxId) -> (Grade, bool) {
        let around = |place| self.boxes_in_line(state, enemies, place);
        let lines = around(place);
        let chief = state.army(army).chief.and_then(|chief| state.place_of(chief));
        if chief.is_some_and(|chief| lines.contains(chief)) {
            return (Grade::InCommand, true);
        }
        let mut grade = Grade::Alone;
        for general in self.generals_of(state, army).iter() {
            let Some(at) = state.place_of(general).filter(|at| lines.contains(*at)) else { continue };
            let joined = chief.is_some_and(|chief| around(at).contains(chief));
            if rule!("4.3a", joined) {
                return (Grade::InCommand, false);
            }
            grade = Grade::CutOff;
        }
        (grade, false)
    }
}
