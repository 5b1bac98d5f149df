//! Chapter 4: zones of influence, and the front hexes in which movement stops.
//! Decides 2.6g, 4.0, 4.1a, 4.1b, 4.1c, 4.2a, 4.2b, 4.3, 4.4c.

use board::{Direction, Facing, Hex};
use kernel::Side;

use crate::Rules;
use crate::counters::{Arm, CounterId, Formation, Kind, enemy_of};
use crate::ground::{BARRED, Gait};
use crate::state::State;

/// The farthest that cavalry in Line can ride, with some room: a window of hexes around it.
const WINDOW: usize = 19;

impl Rules {
    /// Whether a hex of a counter lies so that `hex` is one of the front hexes in which an enemy stops (4.4b, S5).
    fn fronts(&self, state: &State, counter: CounterId, from: Hex, hex: Hex) -> bool {
        let formation = state.formation(counter);
        match self.counter(counter).kind {
            Kind::Leader(_) | Kind::Baggage => false,
            // 4.3: limbered guns have no zone.
            Kind::Battery => formation == Formation::Unlimbered && self.is_before(state, counter, from, hex),
            Kind::Unit(arm) | Kind::Brigade(arm) => {
                match (arm, formation) {
                    // 4.0: neither have Shaken and Panicked units.
                    (_, Formation::Shaken | Formation::Panicked) => !rule!("4.0", true),
                    // 4.2b: nor cavalry that is not in Line.
                    (Arm::Cavalry, Formation::Column | Formation::Dispersed) => !rule!("4.2b", true),
                    (Arm::Infantry, Formation::Line) => rule!("4.1a", self.is_before(state, counter, from, hex)),
                    (Arm::Infantry, Formation::Column) if !self.is_loose(state, counter) => {
                        rule!("4.1b", self.is_before(state, counter, from, hex))
                    }
                    (Arm::Infantry, _) => rule!("4.1c", self.is_before(state, counter, from, hex)),
                    (Arm::Cavalry, _) => self.is_before(state, counter, from, hex),
                }
            }
        }
    }

    fn is_before(&self, state: &State, counter: CounterId, from: Hex, hex: Hex) -> bool {
        self.hexes_before(state, counter, from).contains(&hex)
    }

    /// An enemy counter in whose front hex this is.
    pub(crate) fn front_of_enemy(&self, state: &State, side: Side, hex: Hex) -> Option<CounterId> {
        let enemy = enemy_of(side);
        // 4.4c: a friend in the hex does not cancel a zone.
        if self.is_held_by(state, side, hex) && !rule!("4.4c", true) {
            return None;
        }
        for near in self.ground.around(hex) {
            if !self.is_held_by(state, enemy, near) {
                continue;
            }
            if let Some(found) = state.counters_in(near).find(|it| self.fronts(state, *it, near, hex)) {
                return Some(found);
            }
            if let Some(long) = state.long_in(near)
                && self.fronts(state, long, near, hex)
                && self.part_looks(state, long, near)
            {
                return Some(long);
            }
        }
        None
    }

    /// A part of a brigade looks out only if somebody is still on it; of a Column only the head does (D.3f).
    fn part_looks(&self, state: &State, brigade: CounterId, hex: Hex) -> bool {
        let Some(part) = self.part_in(state, brigade, hex) else { return false };
        (state.formation(brigade) != Formation::Column || part == 0)
            && !self.units_on_part(state, brigade, part).is_empty()
    }

    /// Whether a hex is in a zone of the enemies of a side (4.1 to 4.3).
    pub(crate) fn in_enemy_zone(&self, state: &State, side: Side, hex: Hex) -> bool {
        if self.front_of_enemy(state, side, hex).is_some() {
            return true;
        }
        let enemies = self.counters_of(enemy_of(side));
        let guns = enemies.intersection(self.batteries).iter().filter(|battery| state.on_map(*battery));
        for battery in guns {
            // 4.3: the arc at point blank, in sight.
            if state.formation(battery) == Formation::Unlimbered
                && rule!("4.3", self.is_point_blank(state, battery, hex))
                && self.sees(state, battery, hex)
            {
                return true;
            }
        }
        for rider in enemies.intersection(self.long.union(self.units)) {
            if self.counter(rider).is_cavalry()
                && state.on_map(rider)
                && state.formation(rider) == Formation::Line
                && self.rides_to(state, rider, hex)
            {
                return true;
            }
        }
        false
    }

    fn is_point_blank(&self, state: &State, battery: CounterId, hex: Hex) -> bool {
        let limit = self.tables.gun(self.counter(battery).gun).point_blank.unwrap_or(0);
        let from = state.hex_of(battery);
        self.ground.distance(from, hex) <= limit && self.in_arc(state.facing(battery), from, hex)
    }

    /// 4.2a: all hexes that cavalry in Line could reach with its points, in sight.
    fn rides_to(&self, state: &State, rider: CounterId, hex: Hex) -> bool {
        let (points, facing) = (self.allowance(state, rider), state.facing(rider));
        self.places(state, rider).into_iter().any(|from| {
            self.ground.distance(from, hex) <= points.into()
                && (!self.counter(rider).is_brigade() || self.part_looks(state, rider, from))
                && self.in_arc(facing, from, hex)
                && self.sees_from(state, from, hex)
                && rule!("4.2a", self.ride_ends(state, rider, from, hex, points))
        })
    }

    /// Whether a ride in Line, forward and by turns, comes to a hex with so many points.
    fn ride_ends(&self, state: &State, rider: CounterId, from: Hex, goal: Hex, points: u8) -> bool {
        let gait = Gait::new(self.mover(state, rider));
        let turning = self.tables.turning(gait.mover);
        let side = self.side_of(rider);
        // Points left, by hex of the window and facing; 0 is not reached.
        let mut best = [[0u8; 6]; WINDOW * WINDOW];
        let half = (WINDOW / 2) as i16;
        let number = |hex: Hex| {
            let (q, r) = self.ground.apart(from, hex);
            (q.abs() <= half && r.abs() <= half).then(|| ((q + half) * WINDOW as i16 + r + half) as usize)
        };
        let start = state.facing(rider).direction().index();
        let Some(origin) = number(from) else { return false };
        best[origin][start] = points + 1;
        // Every step costs a point or more: so many rounds are enough.
        let mut edge: arrayvec::ArrayVec<(Hex, usize), 512> = arrayvec::ArrayVec::new();
        let _ = edge.try_push((from, start));
        let mut next = 0;
        while let Some((hex, way)) = edge.get(next).copied() {
            next += 1;
            let Some(place) = number(hex) else { continue };
            let left = best[place][way];
            let mut reach = |hex: Hex, way: usize, left: u8, edge: &mut arrayvec::ArrayVec<(Hex, usize), 512>| {
                if let Some(place) = number(hex)
                    && best[place][way] < left
                {
                    best[place][way] = left;
                    let _ = edge.try_push((hex, way));
                }
            };
            for turn in [1, 5] {
                if left > turning {
                    reach(hex, (way + turn) % 6, left - turning, &mut edge);
                }
            }
            let facing = Facing::vertex(Direction::ALL[way]);
            for ahead in [facing.direction(), facing.direction().clockwise(1)] {
                let to = self.ground.grid.neighbour(hex, ahead);
                let cost = self.ground.cost(gait, hex, ahead, self.is_down(state, hex, ahead));
                if to.is_none() || cost == BARRED || cost >= left {
                    continue;
                }
                if to == goal {
                    return true;
                }
                if !self.is_occupied(state, to) || self.is_held_by(state, side, to) {
                    reach(to, way, left - cost, &mut edge);
                }
            }
        }
        false
    }

    /// Whether the bridge on a hexside is gone.
    pub(crate) fn is_down(&self, state: &State, from: Hex, direction: Direction) -> bool {
        state.bridge_is_down(self.ground.side(from, direction).bridge)
    }

    /// Whether two hexes are neighbours, and no river without a bridge or ford lies between them (2.6g).
    pub(crate) fn are_joined(&self, state: &State, one: Hex, other: Hex) -> bool {
        let way = self.ground.grid.direction_between(one, other);
        way.is_some_and(|way| !rule!("2.6g", self.ground.side(one, way).is_parted(self.is_down(state, one, way))))
    }

    /// Whether a counter stands in a zone of the enemy.
    pub(crate) fn stands_in_zone(&self, state: &State, counter: CounterId) -> bool {
        let side = self.side_of(counter);
        self.places(state, counter).into_iter().any(|hex| self.in_enemy_zone(state, side, hex))
    }
}
