//! Cases 6.4 to 6.8 and 10.4: retreats and displacements by trying every plan, voluntary retreats, advances.

use std::collections::{BTreeMap, BTreeSet};

use art_of_war::Action;
use art_of_war::counters::UnitId;
use art_of_war::state::{CombatResult, State};

use super::Memory;
use super::board_now::Board;
use super::ground::{Field, Place};

/// A combat whose losers are on the run.
#[derive(Clone)]
struct Rout<'a> {
    board: Board<'a>,
    /// Whom this combat has moved already, or is going to: nobody moves twice (6.5).
    fixed: BTreeSet<UnitId>,
    /// Guns with a required bombardment still to make (6.5).
    required: BTreeSet<UnitId>,
}

/// What a retreat costs, the gravest first: units lost, units displaced, comrades apart, friends joined (10.4, A9).
type Price = (u32, u32, bool, u32);

impl<'a> Rout<'a> {
    fn new(field: &'a Field<'a>, state: &'a State) -> Rout<'a> {
        let attack = &state.attack;
        let fixed = attack.shoved.union(attack.retreating).iter().collect();
        Rout { board: Board::new(field, state, None), fixed, required: super::fighting::required_guns(field, state) }
    }

    /// 6.4: next door, traversable, and neither held nor controlled by the enemy.
    fn safe(&self, unit: UnitId) -> Vec<Place> {
        let Board { field, state, at } = &self.board;
        let (side, from) = (field.side(unit), at[&unit]);
        let good = |to: &Place| {
            field.cost(state, field.gun(unit), from, *to).is_some()
                && !self.board.enemy_at(side, *to)
                && !self.board.controlled(side, *to)
        };
        field.neighbours(from).into_iter().filter(good).collect()
    }

    fn may_be_displaced(&self, unit: UnitId) -> bool {
        let field = self.board.field;
        let serves = self.required.contains(&unit);
        field.garrison(unit).is_none() && !self.fixed.contains(&unit) && !serves
    }

    /// For every full place of a side, how many units have to be displaced to make room in it, one pushing the next;
    /// places that cannot be made room in are missing. Settled by going over the whole side again and again.
    fn relief(&self, side: u8) -> BTreeMap<Place, u32> {
        let mut relief: BTreeMap<Place, u32> = BTreeMap::new();
        loop {
            let before = relief.clone();
            for (unit, at) in &self.board.at {
                if self.board.field.side(*unit) != side || !self.may_be_displaced(*unit) {
                    continue;
                }
                for to in self.safe(*unit) {
                    let further = if self.board.room(side, to) > 0 { Some(0) } else { relief.get(&to).copied() };
                    if let Some(further) = further {
                        let known = relief.entry(*at).or_insert(u32::MAX);
                        *known = (*known).min(1 + further);
                    }
                }
            }
            if relief == before {
                return relief;
            }
        }
    }

    /// Where a unit could be made to go, with the units displaced by it and whether it joins friends.
    fn ways(&self, unit: UnitId) -> Vec<(Place, u32, u32)> {
        let side = self.board.field.side(unit);
        // The hex of the unit that comes is free for whoever it displaces, if it was not too full.
        let mut gone = self.clone();
        gone.board.at.remove(&unit);
        let mut relief = None;
        let mut ways = Vec::new();
        for to in self.safe(unit) {
            let joins = u32::from(!self.board.friends_at(side, to).is_empty());
            if self.board.room(side, to) > 0 {
                ways.push((to, 0, joins));
                continue;
            }
            let relief = relief.get_or_insert_with(|| gone.relief(side));
            if let Some(displaced) = relief.get(&to) {
                ways.push((to, *displaced, joins));
            }
        }
        ways
    }

    fn gone(&self, unit: UnitId, to: Place) -> Rout<'a> {
        let mut after = self.clone();
        after.board.at.insert(unit, to);
        after.fixed.insert(unit);
        after
    }

    /// In Eylau a displacement is as good as another; in Dresden the fewest count (10.4).
    fn price(&self, displaced: u32) -> u32 {
        if self.board.field.dresden { displaced } else { u32::from(displaced > 0) }
    }

    /// The cheapest ways for a unit that retreats alone, or whose comrade has gone before.
    fn alone(&self, unit: UnitId, comrade: Option<Place>) -> (Price, Vec<Place>) {
        let priced = self.ways(unit).into_iter().map(|(to, displaced, joins)| {
            let together = comrade == Some(to);
            // The comrade himself is not a friend to be avoided.
            let joins = if together { 0 } else { joins };
            ((0, self.price(displaced), comrade.is_some() && !together, joins), to)
        });
        cheapest(priced).unwrap_or(((1, 0, comrade.is_some(), 0), Vec::new()))
    }

    /// The cheapest first steps of two who retreat from one hex.
    fn in_company(&self, pair: [UnitId; 2]) -> BTreeMap<Price, BTreeSet<(UnitId, Place)>> {
        let mut plans: BTreeMap<Price, BTreeSet<(UnitId, Place)>> = BTreeMap::new();
        for [first, second] in [pair, [pair[1], pair[0]]] {
            for (to, _, joins) in self.ways(first) {
                for (after, displaced) in self.gone(first, to).settled(to) {
                    let (then, _) = after.alone(second, Some(to));
                    let price = (then.0, displaced + then.1, then.2, joins + then.3);
                    plans.entry(price).or_default().insert((first, to));
                }
            }
        }
        plans
    }

    /// Every way to carry out the displacements that a full hex asks for, with the number of units displaced.
    fn settled(&self, full: Place) -> Vec<(Rout<'a>, u32)> {
        let Some(side) = self.board.units_at(full).first().map(|unit| self.board.field.side(*unit)) else {
            return Vec::new();
        };
        if self.board.room(side, full) >= 0 {
            return vec![(self.clone(), 0)];
        }
        let mut all = Vec::new();
        for (unit, to) in self.displacements(side, full) {
            all.extend(self.gone(unit, to).settled(to).into_iter().map(|(after, count)| (after, count + 1)));
        }
        all
    }

    /// 6.5: who may leave a full hex, and where to.
    fn displacements(&self, side: u8, full: Place) -> Vec<(UnitId, Place)> {
        let mut all = Vec::new();
        for unit in self.board.friends_at(side, full) {
            if self.may_be_displaced(unit) {
                // Each by itself takes an empty hex before an occupied one (6.5), whatever the others could do.
                let (price, places) = self.alone(unit, None);
                all.extend(places.into_iter().map(|to| ((price.1, unit), to)));
            }
        }
        let least = all.iter().map(|((price, _), _)| *price).min();
        all.into_iter().filter(|((price, _), _)| Some(*price) == least).map(|((_, unit), to)| (unit, to)).collect()
    }
}

fn cheapest<T>(priced: impl Iterator<Item = (Price, T)>) -> Option<(Price, Vec<T>)> {
    let mut best: Option<(Price, Vec<T>)> = None;
    for (price, way) in priced {
        match &mut best {
            Some((known, ways)) if *known == price => ways.push(way),
            Some((known, _)) if *known < price => {}
            _ => best = Some((price, vec![way])),
        }
    }
    best
}

pub(crate) fn retreat(field: &Field<'_>, state: &State, memory: &Memory) -> Vec<Action> {
    let rout = Rout::new(field, state);
    let mut actions = Vec::new();
    let stood = |unit: &UnitId| memory.before.get(unit).copied();
    let struck = state.attack.adjacent.union(state.attack.defenders);
    for unit in state.attack.retreating {
        let comrades: Vec<UnitId> = struck
            .iter()
            .filter(|other| *other != unit && field.side(*other) == field.side(unit) && stood(other) == stood(&unit))
            .filter(|other| field.garrison(*other).is_none() && rout.board.at.contains_key(other))
            .collect();
        let places = match comrades.first() {
            None => rout.alone(unit, None).1,
            Some(comrade) if !state.attack.retreating.contains(*comrade) => {
                rout.alone(unit, rout.board.at.get(comrade).copied()).1
            }
            Some(comrade) => {
                let plans = rout.in_company([unit, *comrade]);
                let best = plans.into_iter().next().map(|(_, steps)| steps).unwrap_or_default();
                best.into_iter().filter(|(who, _)| *who == unit).map(|(_, to)| to).collect()
            }
        };
        actions.extend(places.into_iter().map(|to| Action::Retreat(unit, field.hex(to))));
    }
    actions
}

pub(crate) fn displace(
    field: &Field<'_>,
    state: &State,
    memory: &Memory,
    (side, full): (u8, board::Hex),
) -> Vec<Action> {
    let rout = Rout::new(field, state);
    let mut ways = rout.displacements(side, field.place(full));
    // 10.4: not so that the other unit of the stack which is on the run fares worse than it need.
    let gone = state.attack.trails.last().map(|(from, to)| (field.place(*from), field.place(*to)));
    let comrade = |from: Place| state.attack.retreating.iter().find(|unit| memory.before.get(unit) == Some(&from));
    if let Some((from, to)) = gone
        && let Some(comrade) = comrade(from)
    {
        let price = |(unit, place): (UnitId, Place)| {
            let after = rout.gone(unit, place).settled(place).into_iter().map(|(after, count)| {
                let (price, _) = after.alone(comrade, Some(to));
                (price.0, count + price.1)
            });
            after.min()
        };
        let least = ways.iter().filter_map(|way| price(*way)).min();
        ways.retain(|way| price(*way) == least);
    }
    ways.into_iter().map(|(unit, to)| Action::Displace(unit, field.hex(to))).collect()
}

/// 6.8
pub(crate) fn fall_back(field: &Field<'_>, state: &State) -> Vec<Action> {
    let rout = Rout::new(field, state);
    let mut actions = vec![Action::StandFast];
    let bad = [CombatResult::Ae, CombatResult::Ar, CombatResult::Ee];
    if !state.attack.result.is_some_and(|result| bad.contains(&result)) {
        return actions;
    }
    for unit in state.attack.batteries {
        if field.garrison(unit).is_some() || state.attack.shoved.contains(unit) {
            continue;
        }
        for to in rout.safe(unit) {
            if rout.board.room(field.side(unit), to) > 0 {
                actions.push(Action::FallBack(unit, field.hex(to)));
            }
        }
    }
    actions
}

/// 6.6: one of the victors who fought next door, into a hex that the losers have left.
pub(crate) fn advance(field: &Field<'_>, state: &State, memory: &Memory, side: u8) -> Vec<Action> {
    let board = Board::new(field, state, None);
    let attacking = side == state.player.0;
    let (victors, losers) = match attacking {
        true => (state.attack.adjacent, state.attack.defenders),
        false => (state.attack.defenders, state.attack.adjacent),
    };
    let left: BTreeSet<Place> = losers.iter().filter_map(|unit| memory.before.get(&unit).copied()).collect();
    let empty: Vec<Place> = left.into_iter().filter(|place| board.units_at(*place).is_empty()).collect();
    let mut actions = vec![Action::Hold];
    for unit in victors {
        let shaken = field.dresden && state.morale[field.army(unit).index()] == 0;
        let Some(at) = board.at.get(&unit) else { continue };
        if field.garrison(unit).is_some() || shaken {
            continue;
        }
        for to in &empty {
            if field.cost(state, field.gun(unit), *at, *to).is_some() {
                actions.push(Action::Advance(unit, field.hex(*to)));
            }
        }
    }
    actions
}
