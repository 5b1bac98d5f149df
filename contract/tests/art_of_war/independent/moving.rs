//! Chapters 4, 7, 8, 11.1, 17.3 and 19: who may move, and where a step may lead. A step is offered if some way to end
//! the unit's move, and after it the phase, begins with it; found by trying all of them.

use std::collections::{BTreeMap, BTreeSet};

use art_of_war::Action;
use art_of_war::counters::{Army, Start, UnitId};
use art_of_war::state::{Fate, Klenau, State};

use super::board_now::Board;
use super::ground::{Field, Place};

/// A Movement Phase at some moment, with the choices that bind the rest of it.
#[derive(Clone)]
struct Phase<'a> {
    board: Board<'a>,
    side: u8,
    moved: BTreeSet<UnitId>,
    second_division: Option<String>,
}

/// A unit on its way.
#[derive(Clone, Copy)]
struct Mover {
    unit: UnitId,
    /// Where the move began; nowhere for a reinforcement.
    start: Option<Place>,
    at: Option<Place>,
    left: i32,
    stopped: bool,
}

impl<'a> Phase<'a> {
    fn new(field: &'a Field<'a>, state: &'a State, in_hand: Option<UnitId>) -> Phase<'a> {
        let second = state.second_division.map(|number| field.rules.scenario.divisions[usize::from(number)].id.clone());
        Phase {
            board: Board::new(field, state, in_hand),
            side: state.player.0,
            moved: field.units().filter(|unit| state.moved.contains(*unit)).collect(),
            second_division: second,
        }
    }

    fn field(&self) -> &'a Field<'a> {
        self.board.field
    }

    fn state(&self) -> &'a State {
        self.board.state
    }

    fn allowance(&self, unit: UnitId) -> i32 {
        2 * i32::from(self.field().rules.units[unit.index()].movement)
    }

    /// 19: of whom a second division is chosen on turn 2.
    fn is_choice(&self, unit: UnitId) -> bool {
        let field = self.field();
        !field.dresden && self.state().turn == 2 && field.side(unit) == 1 && field.division(unit) != Some("Ost")
    }

    fn may_begin(&self, unit: UnitId) -> bool {
        let (field, state) = (self.field(), self.state());
        let Some(at) = self.board.at.get(&unit) else { return false };
        if field.side(unit) != self.side || self.moved.contains(&unit) || field.garrison(unit).is_some() {
            return false;
        }
        // 4.5, 13.0
        if self.board.controlled(self.side, *at) && !(field.dresden && field.night(state)) {
            return false;
        }
        if field.dresden {
            return true;
        }
        // 19.1 to 19.3
        if state.turn <= 2 && field.division(unit) == Some("Gd") && field.army(unit) == Army::French {
            return false;
        }
        let other = field.side(unit) == 1 && field.division(unit) != Some("Ost");
        if other && (state.turn == 1 || state.turn == 2 && field.army(unit) != Army::Russian) {
            return false;
        }
        let chosen = self.second_division.as_deref();
        !(self.is_choice(unit) && chosen.is_some() && chosen != field.division(unit))
    }

    /// The phase with the unit taken up.
    fn take_up(&self, unit: UnitId) -> (Phase<'a>, Mover) {
        let mut phase = self.clone();
        let start = phase.board.at.remove(&unit);
        if self.is_choice(unit) {
            phase.second_division = self.field().division(unit).map(str::to_owned);
        }
        let mover = Mover { unit, start, at: start, left: self.allowance(unit), stopped: false };
        (phase, mover)
    }

    /// 7: area, and whether the detour is barred.
    fn entry(&self, unit: UnitId) -> Option<(char, bool)> {
        let (field, state) = (self.field(), self.state());
        let scenario = &field.rules.scenario;
        match field.rules.units[unit.index()].start {
            Start::At(_) => None,
            Start::Enters { area, turn } => (state.turn >= turn).then_some((area.0, false)),
            // 12.0
            Start::Klenau if state.turn >= scenario.klenau_late => Some(('C', false)),
            Start::Klenau => (state.klenau == Klenau::AtHand).then_some(('B', true)),
        }
    }

    fn entry_places(&self, unit: UnitId) -> Vec<Place> {
        let field = self.field();
        let Some((area, direct)) = self.entry(unit) else { return Vec::new() };
        let entry = field.rules.map.entries.iter().find(|(name, _)| name.starts_with(area)).map(|(_, hex)| *hex);
        let Some(entry) = entry.map(|hex| field.place(hex)) else { return Vec::new() };
        let mut places = vec![entry];
        // 7.2
        if !direct && self.board.distance_to_enemy(self.side, entry) <= 2 {
            let all = field.rules.map.grid.hexes().map(|hex| field.place(hex));
            places.extend(
                all.filter(|place| *place != entry && field.is_edge(*place) && field.distance(entry, *place) <= 8),
            );
        }
        places.retain(|place| !self.board.controlled(self.side, *place));
        places
    }

    fn is_recalled(&self, unit: UnitId) -> bool {
        self.state().recalled.contains(unit) && self.field().night(self.state())
    }

    /// The unit after a step, if nothing forbids the step itself.
    fn stepped(&self, mover: Mover, to: Place) -> Option<Mover> {
        let (field, state) = (self.field(), self.state());
        if mover.stopped || self.board.enemy_at(self.side, to) {
            return None;
        }
        let cost = match mover.at {
            Some(at) => field.cost(state, field.gun(mover.unit), at, to)?,
            None => self.entry_places(mover.unit).contains(&to).then(|| field.entry_from_off_map(to))?,
        };
        if cost > mover.left {
            return None;
        }
        let stopped = self.board.controlled(self.side, to);
        // 8.1
        if stopped && field.night(state) {
            return None;
        }
        // 11.1
        if state.reserve.contains(mover.unit) && !self.is_recalled(mover.unit) {
            let limit = i32::from(field.rules.scenario.reserve_distance[usize::from(self.side)]);
            let there = self.board.distance_to_enemy(self.side, to);
            let before = mover.start.map_or(i32::MAX, |start| self.board.distance_to_enemy(self.side, start));
            if there < limit && (before >= limit || there < before) {
                return None;
            }
        }
        Some(Mover { at: Some(to), left: mover.left - cost, stopped, ..mover })
    }

    fn next_places(&self, mover: Mover) -> Vec<Place> {
        mover.at.map_or_else(|| self.entry_places(mover.unit), |at| self.field().neighbours(at))
    }

    /// Everywhere the unit could be at some moment of its move, with the most points left there.
    fn reach(&self, mover: Mover) -> BTreeMap<Place, i32> {
        let mut best: BTreeMap<Place, i32> = BTreeMap::new();
        let mut open = vec![mover];
        while let Some(now) = open.pop() {
            if let Some(at) = now.at {
                if best.get(&at).is_some_and(|left| *left >= now.left) {
                    continue;
                }
                best.insert(at, now.left);
            }
            open.extend(self.next_places(now).into_iter().filter_map(|to| self.stepped(now, to)));
        }
        best
    }

    /// 17.3: where the recalled Old Guard has to end its night move.
    fn goals(&self, unit: UnitId, start: Place) -> BTreeSet<Place> {
        let (phase, _) = self.take_up(unit);
        let mover = Mover { unit, start: Some(start), at: Some(start), left: self.allowance(unit), stopped: false };
        let mut ends: BTreeSet<Place> = phase.reach(mover).into_keys().collect();
        ends.retain(|place| *place == start || phase.board.room(self.side, *place) > 0);
        let field = self.field();
        let far = |place: &Place| self.board.distance_to_enemy(self.side, *place);
        let elbe = |place: &Place| {
            let river = |near: &Place| {
                let drawn = &field.rules.map.hexsides;
                let (here, there) = (field.hex(*place), field.hex(*near));
                let is = |side: &board::MapSide| [(here, there), (there, here)].contains(&(side.from, side.to));
                drawn.get("river").is_some_and(|sides| sides.iter().any(is))
            };
            field.neighbours(*place).iter().any(river) && !self.board.controlled(self.side, *place)
        };
        let good: BTreeSet<Place> = ends.iter().copied().filter(|place| far(place) >= 3 || elbe(place)).collect();
        if !good.is_empty() {
            return good;
        }
        // Out of reach tonight: the rest of the way to one goal or the other has to be the shortest there is.
        let endless = 10_000;
        let rest = |end: &Place, goal: &dyn Fn(&Place) -> bool| {
            let walk = phase.reach(Mover { at: Some(*end), left: endless, ..mover });
            walk.into_iter().filter(|(place, _)| goal(place)).map(|(_, left)| endless - left).min()
        };
        let mut nearest = BTreeSet::new();
        for goal in [&(|place: &Place| far(place) >= 3) as &dyn Fn(&Place) -> bool, &elbe] {
            let rests: Vec<(Place, i32)> = ends.iter().filter_map(|end| Some((*end, rest(end, goal)?))).collect();
            let least = rests.iter().map(|(_, rest)| *rest).min();
            nearest.extend(rests.into_iter().filter(|(_, rest)| Some(*rest) == least).map(|(end, _)| end));
        }
        if !nearest.is_empty() {
            return nearest;
        }
        let farthest = ends.iter().map(far).max().unwrap_or(0);
        ends.into_iter().filter(|place| far(place) == farthest).collect()
    }

    /// 4.4: whether the move may end here: there is room, or a friend here can move on to a place with room.
    ///
    /// The book would also let a whole row move up, each halting on the next. Nobody has to: the row can as well move
    /// off from its head. The rules do not offer it, and so it is not listed here.
    fn may_end(&self, mover: Mover) -> bool {
        let Some(at) = mover.at else { return false };
        if self.is_recalled(mover.unit) && !self.goals(mover.unit, mover.start.unwrap_or(at)).contains(&at) {
            return false;
        }
        if self.board.room(self.side, at) > 0 {
            return true;
        }
        let mut after = self.clone();
        after.board.at.insert(mover.unit, at);
        after.moved.insert(mover.unit);
        self.board.friends_at(self.side, at).into_iter().any(|friend| {
            let (phase, mover) = after.take_up(friend);
            after.may_begin(friend) && phase.reaches_room(mover)
        })
    }

    /// Whether the move can go on from here and end in a place with room. 17.3
    fn reaches_room(&self, mover: Mover) -> bool {
        let goals = self.is_recalled(mover.unit).then(|| self.goals(mover.unit, mover.start.unwrap_or((0, 0))));
        let ends = |place: &Place| {
            Some(*place) != mover.at
                && self.board.room(self.side, *place) > 0
                && goals.as_ref().is_none_or(|goals| goals.contains(place))
        };
        self.reach(mover).keys().any(ends)
    }

    /// Steps after which the move can be ended, 17.3: as it must be.
    fn good_steps(&self, mover: Mover) -> impl Iterator<Item = Place> {
        self.next_places(mover).into_iter().filter(move |to| {
            self.stepped(mover, *to).is_some_and(|next| self.may_end(next) || self.reaches_room(next))
        })
    }

    fn can_leave(&self, unit: UnitId) -> bool {
        let (phase, mover) = self.take_up(unit);
        phase.good_steps(mover).next().is_some()
    }
}

pub(crate) fn choose_unit(field: &Field<'_>, state: &State) -> Vec<Action> {
    let phase = Phase::new(field, state, None);
    let mut actions = Vec::new();
    let crowded = state.crowded.map(|hex| field.place(hex));
    let recalled = field
        .units()
        .filter(|unit| phase.is_recalled(*unit) && field.side(*unit) == phase.side && !phase.moved.contains(unit));
    let obeyed = recalled.into_iter().all(|unit| match phase.board.at.get(&unit) {
        Some(at) => phase.goals(unit, *at).contains(at),
        None => true,
    });
    if crowded.is_none() && obeyed {
        actions.push(Action::EndMovement);
    }
    for unit in field.units().filter(|unit| field.side(*unit) == phase.side) {
        let offered = match state.fate[unit.index()] {
            Fate::OnMap => {
                let at = phase.board.at.get(&unit).copied();
                phase.may_begin(unit) && (crowded.is_none() || crowded == at) && phase.can_leave(unit)
            }
            Fate::Waiting => crowded.is_none() && phase.entry(unit).is_some() && phase.can_leave(unit),
            Fate::None | Fate::Disrupted | Fate::Lost => false,
        };
        if offered {
            actions.push(Action::Select(unit));
        }
    }
    actions
}

pub(crate) fn move_on(field: &Field<'_>, state: &State, (unit, spent): (UnitId, u8), from: board::Hex) -> Vec<Action> {
    let phase = Phase::new(field, state, Some(unit));
    let at = (state.fate[unit.index()] == Fate::OnMap).then(|| field.place(state.at[unit.index()]));
    let start = from.is_some().then(|| field.place(from));
    let moving = spent > 0;
    let stopped = moving && at.is_some_and(|at| phase.board.controlled(phase.side, at));
    let mover = Mover { unit, start, at, left: phase.allowance(unit) - i32::from(spent), stopped };
    let mut actions: Vec<Action> = phase.good_steps(mover).map(|to| Action::Step(field.hex(to))).collect();
    if moving && phase.may_end(mover) {
        actions.push(Action::Halt);
    }
    actions
}
