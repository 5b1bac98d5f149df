//! Chapter 4, first half: lines of communication, which connections can be used, and who is in command.

use arrayvec::ArrayVec;
use board::boxes::{BoxId, ConnectionId};
use kernel::{Side, rule};

use crate::Rules;
use crate::counters::{ArmyId, CounterId};
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

    /// The boxes to which a line of communication of at most so many points leads, without passing a box with enemy
    /// counters, dummies included (4.3d). The line may begin in a box that is shared with the enemy.
    pub(crate) fn boxes_in_line(&self, state: &State, side: Side, from: BoxId, longest: u8) -> BoxSet {
        self.spread(state, side, from, longest, false)
    }

    /// The same seen from the other end: the boxes from which such a line leads here.
    pub(crate) fn boxes_with_line_to(&self, state: &State, side: Side, to: BoxId, longest: u8) -> BoxSet {
        if rule!("4.3d", state.occupies(enemy_of(side), to)) {
            let mut alone = BoxSet::EMPTY;
            alone.insert(to);
            return alone;
        }
        self.spread(state, side, to, longest, true)
    }

    /// `far_end_shared`: boxes with enemies are reached, but the line goes no further.
    fn spread(&self, state: &State, side: Side, from: BoxId, longest: u8, far_end_shared: bool) -> BoxSet {
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
                if here != from && rule!("4.3d", state.occupies(enemy_of(side), here)) {
                    continue;
                }
                for (next, connection) in self.ground.neighbours(here) {
                    if rule!("4.3e", !self.is_open(state, *connection)) {
                        continue;
                    }
                    let then = spent + self.cost_of(state, *connection);
                    if rule!("4.3c", then > longest) || then >= reached[next.index()] {
                        continue;
                    }
                    if !far_end_shared && rule!("4.3d", state.occupies(enemy_of(side), *next)) {
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
