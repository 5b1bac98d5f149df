//! Chapter 17: disruption and reorganization in Dresden.
//! Decides 16.5b, 17.0, 17.1, 17.1b, 17.2, 17.2b, 17.3, 17.3b.

use board::{Direction, Hex};
use kernel::{Side, Sink};

use crate::action::Action;
use crate::counters::{Kind, UnitId, UnitSet, enemy_of};
use crate::event::Event;
use crate::ground::BARRED;
use crate::refusal::{No, Ruling, refuse};
use crate::rules::r04_movement::InHand;
use crate::state::{Fate, State};
use crate::{HexSet, Rules};

/// How far from every enemy the recalled Old Guard has to be (17.3).
const RECALL_DISTANCE: u16 = 3;

/// Half points beyond what any walk over the map costs that is worth considering.
const LONG_WALK: u16 = 120;

/// Where a night's walk can lead, and the half points left there. A decision does not touch the heap, hence no
/// [`board::Field`].
struct Walk {
    reached: HexSet,
    left: [u16; HexSet::CAPACITY],
}

impl Walk {
    fn reached(&self) -> impl Iterator<Item = (Hex, u16)> {
        self.reached.iter().map(|hex| (hex, self.left[hex.index()]))
    }
}

impl Rules {
    /// 17.0: infantry and cavalry, not surrounded, of an undemoralized army, are only disrupted.
    pub(crate) fn lost_for_good(&self, state: &State, unit: UnitId) -> bool {
        if !self.dresden() || !rule!("17.0", true) {
            return true;
        }
        // 17.1: guns are always lost; so is whoever is surrounded. 17.1b: whatever result destroyed it.
        rule!("17.1", self.unit(unit).kind == Kind::Artillery)
            || rule!("17.1b", state.attack.surrounded.contains(unit))
            || rule!("16.5b", self.demoralized(state, self.unit(unit).army))
    }

    /// 17.2: the hexes where a disrupted unit may be placed.
    pub(crate) fn return_hexes(&self, state: &State, unit: UnitId) -> HexSet {
        let side = self.side_of(unit);
        let beside = |nation: bool| -> HexSet {
            let mut hexes = HexSet::EMPTY;
            for friend in self.units_of(side) {
                if !state.on_map(friend) || (nation && self.unit(friend).army != self.unit(unit).army) {
                    continue;
                }
                for hex in self.ground.grid.neighbours(state.hex_of(friend)) {
                    if hex.is_some() {
                        hexes.insert(*hex);
                    }
                }
            }
            hexes.iter().filter(|hex| self.return_hex_fits(state, side, *hex)).collect()
        };
        let own = beside(true);
        // 17.2: any friend will do if there is none of the nation.
        if own.is_empty() && rule!("17.2", true) { beside(false) } else { own }
    }

    fn return_hex_fits(&self, state: &State, side: Side, hex: Hex) -> bool {
        let (nearest, farthest) = self.scenario.return_distance;
        let distance = self.distance_to(state, enemy_of(side), hex);
        !rule!("17.2", distance < nearest || distance > farthest)
            && !state.occupied[enemy_of(side).index()].contains(hex)
            // 17.2b: stacking holds.
            && !rule!("17.2b", !self.has_room(state, side, hex))
    }

    /// Disrupted units of the other side that `placer` has to place now.
    pub(crate) fn waiting_for(&self, state: &State, placer: Side) -> impl Iterator<Item = UnitId> + '_ {
        let waiting: UnitSet =
            self.units_of(enemy_of(placer)).iter().filter(|unit| state.fate[unit.index()] == Fate::Disrupted).collect();
        waiting.into_iter()
    }

    /// 17.2b: placing is compulsory while a hex can be found.
    pub(crate) fn reorganization_open(&self, state: &State, placer: Side) -> bool {
        self.waiting_for(state, placer).any(|unit| !self.return_hexes(state, unit).is_empty())
    }

    pub(crate) fn may_reorganize(&self, state: &State, placer: Side, unit: UnitId) -> Ruling {
        if self.side_of(unit) == placer || state.fate[unit.index()] != Fate::Disrupted {
            return Err(refuse(case!("17.2"), "{unit} is not a disrupted enemy unit").unit(unit));
        }
        if self.return_hexes(state, unit).is_empty() {
            return Err(refuse(case!("17.2b"), "there is no hex for {unit} now; it waits").unit(unit));
        }
        Ok(())
    }

    pub(crate) fn may_place(&self, state: &State, unit: UnitId, hex: Hex) -> Ruling {
        if self.return_hexes(state, unit).contains(hex) {
            return Ok(());
        }
        let side = self.side_of(unit);
        if hex.index() >= self.ground.grid.len() {
            return Err(refuse(case!("17.2"), "{unit} must be placed on the map").unit(unit));
        }
        if !state.occupied[enemy_of(side).index()].contains(hex) && !self.has_room(state, side, hex) {
            return Err(refuse(case!("17.2b"), "{place} is full").place(hex));
        }
        Err(refuse(
            case!("17.2"),
            "{place} is not next to a suitable friend of {unit}, or too near to the enemy, or more than {number} hexes away",
        )
        .unit(unit)
        .place(hex)
        .number(self.scenario.return_distance.1 as i16))
    }

    pub(crate) fn list_reorganization(&self, state: &State, placer: Side, actions: &mut Vec<Action>) {
        for unit in self.waiting_for(state, placer) {
            if self.may_reorganize(state, placer, unit).is_ok() {
                actions.push(Action::Reorganize(unit));
            }
        }
    }

    pub(crate) fn list_places(&self, state: &State, unit: UnitId, actions: &mut Vec<Action>) {
        for hex in &self.return_hexes(state, unit) {
            actions.push(Action::PlaceAt(hex));
        }
    }

    pub(crate) fn place(&self, state: &mut State, unit: UnitId, hex: Hex, events: &mut impl Sink<Event>) {
        state.fate[unit.index()] = Fate::OnMap;
        self.put(state, unit, hex);
        events.event(Event::Reorganized { unit, at: hex });
    }

    pub(crate) fn report_waiting(&self, state: &State, placer: Side, events: &mut impl Sink<Event>) {
        for unit in self.waiting_for(state, placer) {
            events.event(Event::StillWaiting { unit });
        }
    }

    /// 17.3: both Old Guard units go back into reserve if they are on the map.
    pub(crate) fn recall_old_guard(&self, state: &mut State, events: &mut impl Sink<Event>) {
        for (index, unit) in self.units.iter().enumerate() {
            let id = UnitId(index as u8);
            if unit.old_guard && state.on_map(id) && rule!("17.3", true) {
                state.reserve.insert(id);
                state.recalled.insert(id);
                events.event(Event::OldGuardRecalled { unit: id });
            }
        }
    }

    fn is_recalled(&self, state: &State, unit: UnitId) -> bool {
        state.recalled.contains(unit) && self.night(state)
    }

    /// 17.3: three hexes from every enemy.
    fn far_enough(&self, state: &State, unit: UnitId, hex: Hex) -> bool {
        self.distance_to(state, enemy_of(self.side_of(unit)), hex) >= RECALL_DISTANCE
    }

    /// 17.3: an Elbe hex; 17.3b: outside enemy zones.
    fn safe_on_the_elbe(&self, state: &State, unit: UnitId, hex: Hex) -> bool {
        let zone = &state.zone[enemy_of(self.side_of(unit)).index()];
        self.ground.riverside.contains(hex) && !rule!("17.3b", zone.contains(hex))
    }

    fn satisfies_recall(&self, state: &State, unit: UnitId, hex: Hex) -> bool {
        self.far_enough(state, unit, hex) || self.safe_on_the_elbe(state, unit, hex)
    }

    /// Where a unit can go by night with so many half points, apart from crowding.
    fn night_walk(&self, state: &State, unit: UnitId, origin: Hex, points: u16) -> Walk {
        let enemy = enemy_of(self.side_of(unit)).index();
        let sky = self.sky(state);
        let mut walk = Walk { reached: HexSet::EMPTY, left: [0; HexSet::CAPACITY] };
        walk.reached.insert(origin);
        walk.left[origin.index()] = points;
        let mut open = walk.reached;
        while let Some(from) = open.iter().next() {
            open.remove(from);
            for direction in Direction::ALL {
                let to = self.ground.grid.neighbour(from, direction);
                let cost = self.ground.cost(sky, self.is_gun(unit), from, direction);
                let shut = cost == BARRED || state.occupied[enemy].contains(to) || state.zone[enemy].contains(to);
                let Some(left) = walk.left[from.index()].checked_sub(u16::from(cost)).filter(|_| !shut) else {
                    continue;
                };
                if !walk.reached.contains(to) || left > walk.left[to.index()] {
                    walk.reached.insert(to);
                    walk.left[to.index()] = left;
                    open.insert(to);
                }
            }
        }
        walk
    }

    /// The hexes where a recalled unit may end this night turn: those that satisfy 17.3 if one can be reached. Else
    /// those from which the rest of the way to one goal or the other is shortest, and if there is no way at all, those
    /// farthest from the enemy.
    fn recall_goals(&self, state: &State, unit: UnitId, origin: Hex) -> HexSet {
        let side = self.side_of(unit);
        // Where it stood it may stay, unless friends who halted upon it have filled the hex (4.4).
        let others = |hex: Hex| {
            let counted = |other: &UnitId| *other != unit && self.counts_for_stacking(*other);
            state.units_in(hex).filter(counted).count() as u8
        };
        let has_room = |hex: &Hex| {
            if *hex == origin { others(origin) < self.stacking_limit() } else { self.has_room(state, side, *hex) }
        };
        let walk = self.night_walk(state, unit, origin, u16::from(self.allowance(unit)));
        let reached: HexSet = walk.reached().map(|(hex, _)| hex).filter(has_room).collect();
        let goals: HexSet = reached.iter().filter(|hex| self.satisfies_recall(state, unit, *hex)).collect();
        if !goals.is_empty() {
            return goals;
        }
        // The owner chooses between the two goals.
        let nearest = self.nearest_to(state, unit, &reached, |hex| self.far_enough(state, unit, *hex));
        let elbe = self.nearest_to(state, unit, &reached, |hex| self.safe_on_the_elbe(state, unit, *hex));
        let nearest = nearest.union(elbe);
        if !nearest.is_empty() {
            return nearest;
        }
        let farthest = reached.iter().map(|hex| self.distance_to(state, enemy_of(side), hex)).max().unwrap_or(0);
        reached.iter().filter(|hex| self.distance_to(state, enemy_of(side), *hex) == farthest).collect()
    }

    /// Those of the hexes from which a goal can be reached with the fewest points, in nights to come.
    fn nearest_to(&self, state: &State, unit: UnitId, hexes: &HexSet, goal: impl Fn(&Hex) -> bool) -> HexSet {
        let mut nearest = HexSet::EMPTY;
        let mut most_left = 0;
        for hex in hexes {
            let onward = self.night_walk(state, unit, hex, LONG_WALK);
            let Some(left) = onward.reached().filter(|(hex, _)| goal(hex)).map(|(_, left)| left).max() else {
                continue;
            };
            if left > most_left {
                nearest = HexSet::EMPTY;
                most_left = left;
            }
            if left == most_left {
                nearest.insert(hex);
            }
        }
        nearest
    }

    /// A step must leave a goal within reach.
    #[inline]
    pub(crate) fn recall_admits_step<N: No>(&self, state: &State, next: &InHand) -> Result<(), N> {
        match self.is_recalled(state, next.unit) {
            false => Ok(()),
            true => self.night_walk_admits(state, next).map_err(|refusal| N::because(|| refusal)),
        }
    }

    fn night_walk_admits(&self, state: &State, next: &InHand) -> Ruling {
        // Mostly the step leads to a goal itself.
        let room = self.has_room(state, self.side_of(next.unit), next.at);
        if room && self.satisfies_recall(state, next.unit, next.at) {
            return Ok(());
        }
        let goals = self.recall_goals(state, next.unit, next.from);
        let walk = self.night_walk(state, next.unit, next.at, u16::from(next.left));
        if rule!("17.3", !walk.reached().any(|(hex, _)| goals.contains(hex))) {
            return Err(self.recall_refusal(next.unit));
        }
        Ok(())
    }

    fn recall_refusal(&self, unit: UnitId) -> crate::refusal::Refusal {
        refuse(case!("17.3"), "{unit} must use the night to get three hexes away from the enemy, or to the Elbe")
            .unit(unit)
    }

    pub(crate) fn recall_admits_halt(&self, state: &State, hand: &InHand) -> Ruling {
        if self.is_recalled(state, hand.unit)
            && rule!("17.3", !self.recall_goals(state, hand.unit, hand.from).contains(hand.at))
        {
            return Err(self.recall_refusal(hand.unit));
        }
        Ok(())
    }

    /// The night's Movement Phase does not end before the Old Guard has obeyed.
    pub(crate) fn recall_admits_end(&self, state: &State) -> Ruling {
        if state.recalled.is_empty() || !self.night(state) {
            return Ok(());
        }
        for unit in state.recalled {
            let hex = state.hex_of(unit);
            if self.side_of(unit) == state.player
                && state.on_map(unit)
                && !state.moved.contains(unit)
                && !self.satisfies_recall(state, unit, hex)
                && rule!("17.3", !self.recall_goals(state, unit, hex).contains(hex))
            {
                return Err(self.recall_refusal(unit));
            }
        }
        Ok(())
    }
}
