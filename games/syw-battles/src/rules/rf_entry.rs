//! Chapter F: arriving units come onto the map, one behind the other.
//! Decides D.1b, F.0a, F.0b, F.0c.

use arrayvec::ArrayVec;
use board::{Facing, Hex};
use kernel::Sink;

use crate::Rules;
use crate::counters::{CounterId, Formation};
use crate::event::Event;
use crate::refusal::{No, Ruling, Silent, refuse};
use crate::scenario::PointId;
use crate::state::{Hand, OnRoads, State};

impl Rules {
    /// The point by which a counter off the map comes in now.
    pub(crate) fn arrival_point_of(&self, state: &State, counter: CounterId) -> Option<PointId> {
        let corps = self.corps_of_arrival(state, counter)?;
        Some(state.plan[corps.index()].placed)
    }

    /// F.0a, F.0d: whether a counter may be brought on now.
    pub(crate) fn may_arrive<N: No>(&self, state: &State, counter: CounterId) -> Result<(), N> {
        if state.part != crate::sequence::Part::Arriving {
            return Err(N::because(|| {
                refuse(case!("F.0d"), "{unit} is not on the map: arrivals enter after all other movement").unit(counter)
            }));
        }
        let Some(point) =
            self.arrival_point_of(state, counter).filter(|_| state.formation(counter) != Formation::Brigade)
        else {
            return Err(N::because(|| refuse(case!("A.2a"), "{unit} does not arrive now").unit(counter)));
        };
        if rule!("D.1b", state.moved.contains(counter)) {
            return Err(N::because(|| refuse(case!("D.1b"), "{unit} is held back this turn").unit(counter)));
        }
        let before = self.counters_of(self.side_of(counter)).iter().find(|other| {
            *other != counter
                && self.is_waiting(state, *other)
                && state.formation(*other) != Formation::Brigade
                && !state.moved.contains(*other)
                && self.arrival_point_of(state, *other) == Some(point)
                && self.counter(*other).id < self.counter(counter).id
        });
        if let Some(other) = before
            && rule!("F.0a", true)
        {
            return Err(N::because(|| {
                refuse(case!("F.0a"), "{other} comes in before {unit}").unit(counter).other(other)
            }));
        }
        Ok(())
    }

    /// A.2f, F.0c: the hexes of the point that are free of the enemy and his zones; if there are none, the nearest that is.
    pub(crate) fn entry_hexes(&self, state: &State, counter: CounterId) -> ArrayVec<Hex, 8> {
        let mut found = ArrayVec::new();
        let Some(point) = self.arrival_point_of(state, counter) else { return found };
        let side = self.side_of(counter);
        let entry = &self.scenario.entries[point.index()];
        let free = |hex: Hex| !self.is_enemy_in(state, side, hex) && !self.in_enemy_zone(state, side, hex);
        found.extend(entry.hexes.iter().copied().filter(|hex| free(*hex)).take(8));
        if found.is_empty() && rule!("F.0c", true) {
            let centre = entry.hexes[0];
            let edge = || self.ground.grid.hexes().filter(|hex| self.ground.grid.is_edge(*hex) && free(*hex));
            let nearest = edge().map(|hex| self.ground.distance(centre, hex)).min();
            found.extend(edge().filter(|hex| Some(self.ground.distance(centre, *hex)) == nearest).take(8));
        }
        found
    }

    /// F.0b: the first pays a point, the next two, and so on.
    fn entry_cost(&self, state: &State, counter: CounterId) -> u8 {
        let point = self.arrival_point_of(state, counter);
        let before = point.map_or(0, |point| state.queue[point.index()]);
        if rule!("F.0b", true) { before + 1 } else { 1 }
    }

    pub(crate) fn may_enter(&self, state: &State, hand: &Hand, hex: Hex, facing: Facing) -> Ruling {
        let piece = hand.piece;
        if !self.is_waiting(state, piece) {
            return Err(refuse(case!("F.0a"), "{unit} is on the map").unit(piece));
        }
        let hexes = self.entry_hexes(state, piece);
        if !hexes.contains(&hex) {
            let point = self.arrival_point_of(state, piece).and_then(|it| self.scenario.entries.get(it.index()));
            // F.0c: a hex of the point that an enemy blocks, or a hex that is not at the point.
            let blocked = point.is_some_and(|entry| entry.hexes.contains(&hex));
            let case = if blocked { case!("F.0c") } else { case!("A.2f") };
            return Err(refuse(case, "{unit} does not come in at {place}").unit(piece).place(hex));
        }
        let from = self.ground.grid.neighbour(hex, facing.opposite().direction());
        if facing.is_vertex() || from.is_some() {
            return Err(refuse(case!("A.2f"), "{unit} marches in from off the map").unit(piece));
        }
        // 5.4d, 5.4a; G.3s
        if self.is_enemys(state, self.side_of(piece), hex) {
            return Err(refuse(case!("5.4d"), "{place} is held by the enemy").unit(piece).place(hex));
        }
        self.may_stack(state, piece, hex)?;
        if state.alight.contains(hex) {
            return Err(refuse(case!("G.3s"), "{place} is burning").place(hex));
        }
        let cost = self.entry_cost(state, piece);
        if rule!("F.0b", cost > self.limit(state, hand, OnRoads::Off)) {
            return Err(
                refuse(case!("F.0b"), "so many came in before {unit} that its points do not suffice").unit(piece)
            );
        }
        let gait = self.gait(state, piece);
        let road = self.roads_out(state, hex, Hex::NONE).next().is_some();
        if self.ground.entry(gait, hex) == crate::ground::BARRED && !road {
            return Err(self.closed(piece, hex));
        }
        if self.is_long(piece) {
            // All of it must come onto the map in this move.
            let after = Hand { spent: cost, ..*hand };
            let places = std::iter::once(hex).collect();
            return self.may_run_on(state, &after, places, facing.direction());
        }
        Ok(())
    }

    pub(crate) fn enter(&self, state: &mut State, hex: Hex, facing: Facing, events: &mut impl Sink<Event>) {
        let piece = state.hand.piece;
        let Some(corps) = self.corps_of_arrival(state, piece) else { return };
        let plan = state.plan[corps.index()];
        state.hand.spent = self.entry_cost(state, piece);
        state.queue[plan.placed.index()] = state.queue[plan.placed.index()].saturating_add(1);
        state.hand.steps = 1;
        // F.0d: arrivals are in command.
        state.out_of_command.remove(piece);
        let formation = self.marching(piece);
        for unit in &self.counter(piece).units {
            state.fate[unit.index()] = crate::state::Fate::None;
        }
        self.place(state, piece, &[hex], formation, facing);
        state.arrived.insert(piece);
        if plan.early {
            state.second_move.insert(piece);
        }
        events.event(Event::Entered { unit: piece, at: hex });
        if !self.is_leader(piece) {
            self.take_control(state, self.side_of(piece), hex, events);
        }
        self.enter_hexes(state, &[], &[hex], events);
    }

    /// The ways in which the counter in hand may come onto the map.
    pub(crate) fn entries(&self, state: &State, each: &mut dyn FnMut(Hex, Facing)) {
        let hand = &state.hand;
        for hex in self.entry_hexes(state, hand.piece) {
            if self.may_stack::<Silent>(state, hand.piece, hex).is_err() {
                continue;
            }
            for facing in Facing::all(false) {
                if self.may_enter(state, hand, hex, facing).is_ok() {
                    each(hex, facing);
                }
            }
        }
    }
}
