//! Movement: one unit after the other goes where it does most good, given those who have gone before.

use ai::{Member, Plan, Style};
use art_of_war::counters::{ALLIED, FRENCH, Kind, UnitId, UnitSet, enemy_of};
use art_of_war::sequence::Frame;
use art_of_war::state::{Fate, State};
use art_of_war::{Action, Battle, HexSet, Rules};
use board::{Field, Hex};
use kernel::{Entropy, Ruleset, Seat, Side};

use crate::assault::{Stake, expectation};
use crate::orders::{Manner, Order, Weights};
use crate::{ArtOfWarCraft, Memory};

/// What is known of a Movement Phase while it lasts.
#[derive(Debug, Default)]
pub(crate) struct MarchMemory {
    surveyed: bool,
    /// Who is still to be looked at, the next last.
    queue: Vec<UnitId>,
    /// Enemy strength that can be brought against a hex in the next turn.
    threat: Vec<f32>,
    /// Hexes to the nearest enemy.
    nearest: Vec<u8>,
    /// Own strength that could still be brought against an enemy hex.
    help: Vec<f32>,
    /// Objectives with the enemy near, by their number.
    threatened: Vec<bool>,
    field: Field,
}

/// Somewhere a unit could go.
#[derive(Clone, Copy, Debug)]
struct Destination {
    hex: Hex,
    /// Where it comes onto the map, if it is not there yet.
    entry: Hex,
}

impl ArtOfWarCraft {
    /// The units that a plan is about: those that can move now, the nearest to the enemy first. Formations are divisions, or in
    /// Dresden neighbours of one army.
    pub(crate) fn muster_by_nearness(&self, rules: &Rules, state: &State, side: Side, members: &mut Vec<Member>) {
        let enemy = enemy_of(side);
        let mut found: Vec<(u16, UnitId, Hex)> = Vec::new();
        for unit in rules.units_of(side) {
            if !rules.can_march(state, unit) {
                continue;
            }
            let hex = if state.on_map(unit) {
                state.hex_of(unit)
            } else {
                let Some((hex, _)) = rules.arrival(state, unit) else { continue };
                hex
            };
            let near =
                state.occupied[enemy.index()].iter().map(|other| u16::from(self.distances.between(hex, other))).min();
            found.push((near.unwrap_or(99), unit, hex));
        }
        found.sort_by_key(|(near, unit, _)| (*near, *unit));
        let mut heads: Vec<(Hex, usize)> = Vec::new();
        for (_, unit, hex) in &found {
            let counter = rules.unit(*unit);
            let formation = match rules.battle {
                Battle::Eylau => u16::from(counter.division.0),
                Battle::Dresden => {
                    let army = counter.army.index();
                    let known =
                        heads.iter().position(|(head, of)| *of == army && self.distances.between(*head, *hex) <= 3);
                    known.unwrap_or_else(|| {
                        heads.push((*hex, army));
                        heads.len() - 1
                    }) as u16
                }
            };
            members.push(Member { unit: u16::from(unit.0), formation });
        }
    }

    fn survey(&self, rules: &Rules, state: &State, side: Side, memory: &mut MarchMemory) {
        let enemy = enemy_of(side);
        let hexes = rules.ground.grid.len();
        memory.surveyed = true;
        memory.threat.clear();
        memory.threat.resize(hexes, 0.0);
        memory.nearest.clear();
        memory.nearest.resize(hexes, u8::MAX);
        memory.help.clear();
        memory.help.resize(hexes, 0.0);
        let next = usize::from(state.turn).min(rules.scenario.turns.len() - 1);
        let night = rules.scenario.turns[next].night;
        for unit in rules.units_of(enemy) {
            if !state.on_map(unit) {
                continue;
            }
            let hex = state.hex_of(unit);
            let strength = f32::from(rules.unit(unit).strength);
            let movement = usize::from(rules.unit(unit).movement);
            let locked = state.zone[side.index()].contains(hex);
            // Reserves and garrisons bear on what comes near them only.
            let reach = if locked || movement == 0 || state.reserve.contains(unit) || night {
                1
            } else {
                (movement + 1).min(6)
            };
            for distance in 1..=reach {
                let share = if distance <= 3 { 1.0 } else { 0.55 };
                for near in self.distances.ring(hex, distance) {
                    memory.threat[near.index()] += strength * share;
                }
            }
        }
        memory.threatened.clear();
        memory.threatened.extend(rules.scenario.objectives.iter().map(|objective| {
            self.distances.within(objective.hex, 4).iter().any(|near| state.occupied[enemy.index()].contains(*near))
        }));
        // The distance to the nearest enemy spreads from all of them at once.
        let mut ring: Vec<Hex> = state.occupied[enemy.index()].iter().collect();
        ring.iter().for_each(|hex| memory.nearest[hex.index()] = 0);
        let mut distance = 0;
        while !ring.is_empty() {
            distance += 1;
            let mut wider = Vec::with_capacity(ring.len() + 8);
            for hex in ring {
                for near in rules.ground.grid.neighbours(hex) {
                    if near.is_some() && memory.nearest[near.index()] == u8::MAX {
                        memory.nearest[near.index()] = distance;
                        wider.push(*near);
                    }
                }
            }
            ring = wider;
        }
        let mut queue: Vec<(i32, UnitId)> = Vec::new();
        for unit in rules.units_of(side).difference(state.moved) {
            if !rules.can_march(state, unit) {
                continue;
            }
            let counter = rules.unit(unit);
            let near =
                if state.on_map(unit) { i32::from(memory.nearest[state.hex_of(unit).index()].min(20)) } else { 30 };
            let guns = if counter.kind == Kind::Artillery { 40 } else { 0 };
            queue.push((near * 2 + guns - i32::from(counter.strength), unit));
            if state.on_map(unit) && counter.kind != Kind::Artillery {
                let reach = usize::from(counter.movement) + 1;
                for distance in 2..=reach.min(6) {
                    let share = if distance <= 3 { 1.0 } else { 0.6 };
                    for near in self.distances.ring(state.hex_of(unit), distance) {
                        memory.help[near.index()] += f32::from(counter.strength) * share;
                    }
                }
            }
        }
        queue.sort_by_key(|(rank, unit)| (std::cmp::Reverse(*rank), std::cmp::Reverse(*unit)));
        memory.queue.clear();
        memory.queue.extend(queue.into_iter().map(|(_, unit)| unit));
    }

    /// The next march of the phase, or its end.
    pub(crate) fn next_march(
        &self,
        rules: &Rules,
        state: &State,
        side: Side,
        plan: &Plan<Order>,
        memory: &mut Memory,
        actions: &mut Vec<Action>,
    ) {
        let memory = &mut memory.march;
        if let Some(action) = self.old_guard(rules, state, side) {
            actions.push(action);
            return;
        }
        if !memory.surveyed {
            self.survey(rules, state, side, memory);
        }
        if state.crowded.is_some() {
            // Nobody halts on a friend here; whoever finds it so lets the rules lead.
            return;
        }
        while let Some(unit) = memory.queue.pop() {
            if state.moved.contains(unit) || !rules.can_march(state, unit) {
                continue;
            }
            if let Some(counted) = self.counted_on(rules, state, unit) {
                for near in self.distances.within(counted, 6) {
                    memory.help[near.index()] -= f32::from(rules.unit(unit).strength) * 0.6;
                }
            }
            if self.march(rules, state, side, unit, plan, memory, actions) {
                return;
            }
        }
        // Friends who have moved since may have opened a way back to the recalled Old Guard (17.3).
        for unit in state.recalled.difference(state.moved) {
            if self.walk_back(rules, state, side, unit, actions) {
                return;
            }
        }
        actions.push(Action::EndMovement);
    }

    /// Where a unit's help was counted from.
    fn counted_on(&self, rules: &Rules, state: &State, unit: UnitId) -> Option<Hex> {
        (state.on_map(unit) && !rules.is_gun(unit)).then(|| state.hex_of(unit))
    }

    /// The places a unit could go to, with the field of the best way in.
    fn destinations(
        &self,
        rules: &Rules,
        state: &State,
        side: Side,
        unit: UnitId,
        field: &mut Field,
        mut each: impl FnMut(Destination),
    ) {
        if state.on_map(unit) {
            rules.reach_field(state, unit, field);
            let start = state.hex_of(unit);
            for (hex, _) in field.reached() {
                if hex == start || rules.can_stand(state, side, hex) {
                    each(Destination { hex, entry: Hex::NONE });
                }
            }
            return;
        }
        let Some((hex, points)) = rules.ways_in(state, unit).into_iter().max_by_key(|(_, points)| *points) else {
            return;
        };
        rules.reach_from(state, unit, hex, points, field);
        for (to, _) in field.reached() {
            if rules.can_stand(state, side, to) {
                each(Destination { hex: to, entry: hex });
            }
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn march(
        &self,
        rules: &Rules,
        state: &State,
        side: Side,
        unit: UnitId,
        plan: &Plan<Order>,
        memory: &mut MarchMemory,
        actions: &mut Vec<Action>,
    ) -> bool {
        let order = plan.of(unit.index());
        let recalled = state.recalled.contains(unit) && rules.night(state);
        if order == Order::Stay && !recalled {
            return false;
        }
        let weights = match order {
            Order::In(manner) => Weights::of(manner, plan.style),
            Order::To(_) | Order::Stay => Weights::of(Manner::Initiative, plan.style),
        };
        let mut field = std::mem::take(&mut memory.field);
        let mut best: Option<(f64, Destination)> = None;
        self.destinations(rules, state, side, unit, &mut field, |destination| {
            let score = match order {
                Order::To(goal) => -f64::from(self.distances.between(destination.hex, goal)),
                Order::In(_) | Order::Stay => {
                    self.place_value(rules, state, side, unit, destination.hex, &weights, memory)
                }
            };
            if best.is_none_or(|(most, _)| score > most) {
                best = Some((score, destination));
            }
        });
        let chosen = best
            .map(|(_, destination)| destination)
            .filter(|destination| !state.on_map(unit) || destination.hex != state.hex_of(unit))
            .filter(|_| !recalled);
        let found = chosen.is_some_and(|Destination { hex, entry }| {
            let Some(path) = field.path(hex) else { return false };
            actions.push(Action::Select(unit));
            if entry.is_some() {
                actions.push(Action::Step(entry));
            }
            actions.extend(path.iter().skip(1).map(|hex| Action::Step(*hex)));
            actions.push(Action::Halt);
            true
        });
        memory.field = field;
        // The night walk of the recalled Old Guard is led by the rules (17.3).
        found || (recalled && self.walk_back(rules, state, side, unit, actions))
    }

    fn walk_back(&self, rules: &Rules, state: &State, side: Side, unit: UnitId, actions: &mut Vec<Action>) -> bool {
        let seat = Rules::seat_of(side);
        if rules.check(state, seat, &Action::EndMovement).is_ok()
            || rules.check(state, seat, &Action::Select(unit)).is_err()
        {
            return false;
        }
        actions.push(Action::Select(unit));
        true
    }

    /// A unit is in hand without a way laid out: on to a place where it may stay.
    pub(crate) fn finish_march(&self, rules: &Rules, state: &State, seat: Seat, actions: &mut Vec<Action>) {
        let mut legal = Vec::new();
        rules.legal(state, seat, &mut legal);
        if legal.contains(&Action::Halt) {
            actions.push(Action::Halt);
            return;
        }
        let Frame::Moving { unit, from, .. } = state.frame() else { return };
        let enemy = enemy_of(rules.side_of(unit));
        let far = |hex: Hex| {
            let near = state.occupied[enemy.index()].iter().map(|other| self.distances.between(hex, other)).min();
            (hex != from, near.unwrap_or(0))
        };
        let step = legal
            .iter()
            .filter_map(|action| if let Action::Step(hex) = action { Some(*hex) } else { None })
            .max_by_key(|hex| far(*hex));
        actions.extend(step.map(Action::Step));
    }

    /// A destination for one unit, drawn from those it can reach, contact with the enemy more often than not.
    pub(crate) fn some_destination(
        &self,
        rules: &Rules,
        state: &State,
        unit: UnitId,
        entropy: &mut dyn Entropy,
        memory: &mut Memory,
    ) -> Order {
        let side = rules.side_of(unit);
        let enemy = enemy_of(side);
        let mut field = std::mem::take(&mut memory.march.field);
        let mut all: Vec<Hex> = Vec::new();
        let mut contact: Vec<Hex> = Vec::new();
        if rules.can_march(state, unit) {
            self.destinations(rules, state, side, unit, &mut field, |destination| {
                all.push(destination.hex);
                if state.zone[enemy.index()].contains(destination.hex) {
                    contact.push(destination.hex);
                }
            });
        }
        memory.march.field = field;
        let from = if !contact.is_empty() && entropy.below(2) == 0 { &contact } else { &all };
        if from.is_empty() {
            return Order::In(Manner::Hold);
        }
        Order::To(from[entropy.below(from.len() as u32) as usize])
    }

    /// The stake of whoever holds an enemy hex, if a unit of ours stood in `from` as well.
    fn defenders(&self, rules: &Rules, state: &State, side: Side, target: Hex, from: Hex) -> (u16, Stake) {
        let sky = rules.sky(state);
        let enemy = enemy_of(side);
        let mut way_out = false;
        for near in rules.ground.touched(sky, target) {
            let barred = state.zone[side.index()].contains(near)
                || state.occupied[side.index()].contains(near)
                || state.occupied[enemy.index()].contains(near)
                || near == from
                || (from.is_some() && rules.ground.touches(sky, from, near));
            if !barred {
                way_out = true;
                break;
            }
        }
        let mut strength = 0;
        let mut stake = Stake::default();
        for unit in state.units_in(target) {
            strength += rules.strength(state, unit);
            let destroyed = self.worth(rules, state, unit, !way_out);
            let driven_back = if way_out && !rules.is_garrison(unit) { 0.4 + 0.05 * destroyed } else { destroyed };
            stake.add(Stake { destroyed, driven_back, printed: f64::from(rules.unit(unit).strength) });
        }
        (strength, stake)
    }

    /// What a place is worth to a unit.
    #[allow(clippy::too_many_arguments)]
    fn place_value(
        &self,
        rules: &Rules,
        state: &State,
        side: Side,
        unit: UnitId,
        hex: Hex,
        weights: &Weights,
        memory: &MarchMemory,
    ) -> f64 {
        let enemy = enemy_of(side);
        let counter = rules.unit(unit);
        let strength = rules.strength(state, unit);
        let here = state.on_map(unit) && state.hex_of(unit) == hex;
        let in_zone = state.zone[enemy.index()].contains(hex);
        let worth = self.worth(rules, state, unit, true);
        let mut value = 0.0;
        let mut friends = 0;
        let mut open_sides = 0;
        for near in rules.ground.grid.neighbours(hex) {
            if near.is_none() {
                continue;
            }
            if state.occupied[side.index()].contains(*near) {
                friends += if state.on_map(unit) && state.hex_of(unit) == *near { 0 } else { 1 };
            } else {
                open_sides += 1;
            }
        }
        if in_zone {
            value += weights.contact;
            value += weights.attack * self.attack_gain(rules, state, side, unit, hex, weights, memory);
        } else if counter.kind == Kind::Artillery {
            value += 1.1 * self.fire_gain(rules, state, side, unit, hex, strength);
        }
        // Danger: what the enemy can bring against the hex, as far as there is room for it.
        let doubled = rules.ground.doubled.contains(hex);
        let shelter = if doubled { 2.0 } else { 1.0 };
        let others: f64 = state
            .units_in(hex)
            .filter(|other| *other != unit && rules.side_of(*other) == side)
            .map(|other| f64::from(rules.unit(other).strength))
            .sum();
        let defence = (f64::from(strength) + others) * shelter;
        let threat = f64::from(memory.threat[hex.index()]).min(7.0 * f64::from(open_sides));
        let ratio = threat / defence.max(1.0);
        let exposed = if friends == 0 {
            1.3
        } else if friends == 1 {
            1.0
        } else {
            0.75
        };
        let loss = worth * ((ratio - 1.0) / 6.0).clamp(0.0, 0.6) * exposed;
        value -= weights.danger * loss;
        value += weights.cohesion * f64::from(friends.min(3));
        if doubled {
            value += weights.ground;
        }
        // Nearness to the enemy, at the distance this unit likes; guns keep two.
        let near = f64::from(memory.nearest[hex.index()].min(40));
        if !in_zone {
            let liked = if counter.kind == Kind::Artillery { 2.0 } else { weights.stand_off };
            value -= weights.approach * (near - liked).abs();
        }
        value += weights.objective * self.objective_pull(rules, state, side, hex, strength, &memory.threatened);
        if here {
            value += weights.stay;
        }
        value
    }

    /// Objectives: nearness, and holding.
    fn objective_pull(
        &self,
        rules: &Rules,
        state: &State,
        side: Side,
        hex: Hex,
        strength: u16,
        threatened: &[bool],
    ) -> f64 {
        let mut pull = 0.0;
        for (index, objective) in rules.scenario.objectives.iter().enumerate() {
            let distance = f64::from(self.distances.between(hex, objective.hex));
            let near = (6.0 - distance).max(0.0) / 6.0;
            let stake = match rules.battle {
                Battle::Eylau => {
                    let taken = if distance == 0.0 && state.control[index] != Some(side) { 8.0 } else { 0.0 };
                    let kept = if distance == 0.0 { 3.0 } else { 0.0 };
                    taken + kept + 1.5 * near
                }
                Battle::Dresden if side == ALLIED && state.old_town >> index & 1 == 0 => {
                    -0.35 * distance + if distance == 0.0 { 25.0 } else { 3.0 * near }
                }
                Battle::Dresden if side == FRENCH && state.old_town >> index & 1 == 0 => {
                    // The gates are watched when somebody is before them.
                    let watched = if threatened.get(index) == Some(&true) { 2.0 * near } else { 0.3 * near };
                    watched + if distance == 0.0 { 1.0 + 0.2 * f64::from(strength) } else { 0.0 }
                }
                Battle::Dresden => 0.0,
            };
            pull += stake;
        }
        pull
    }

    /// How much better our attacks become if this unit stands here.
    #[allow(clippy::too_many_arguments)]
    fn attack_gain(
        &self,
        rules: &Rules,
        state: &State,
        side: Side,
        unit: UnitId,
        hex: Hex,
        weights: &Weights,
        memory: &MarchMemory,
    ) -> f64 {
        let sky = rules.sky(state);
        let enemy = enemy_of(side);
        let strength = rules.strength(state, unit);
        let own_worth = self.worth(rules, state, unit, false);
        let mut own = Stake { destroyed: own_worth, driven_back: 0.4 + 0.05 * own_worth, printed: f64::from(strength) };
        // A unit that goes in among enemies may find no way back.
        let way_back = rules
            .ground
            .touched(sky, hex)
            .any(|near| !state.zone[enemy.index()].contains(near) && !state.occupied[enemy.index()].contains(near));
        if !way_back {
            own.driven_back = self.worth(rules, state, unit, true);
        }
        let mut best: f64 = f64::NEG_INFINITY;
        let mut alone_defence = 0;
        let mut alone_stake = Stake::default();
        let mut alone_help: f64 = 0.0;
        let mut alone = false;
        for target in rules.ground.touched(sky, hex).filter(|near| state.occupied[enemy.index()].contains(*near)) {
            let (defence, stake) = self.defenders(rules, state, side, target, hex);
            let by_side = rules.ground.doubled_from(sky, target, hex);
            let mut friends = 0;
            let mut attackers = Stake::default();
            let mut all_over = by_side;
            for near in rules.ground.touched(sky, target) {
                if near == hex || !state.occupied[side.index()].contains(near) {
                    continue;
                }
                for friend in state.units_in(near) {
                    if friend == unit {
                        continue;
                    }
                    friends += rules.strength(state, friend);
                    let worth = self.worth(rules, state, friend, false);
                    attackers.add(Stake {
                        destroyed: worth,
                        driven_back: 0.4 + 0.05 * worth,
                        printed: f64::from(rules.unit(friend).strength),
                    });
                }
                all_over &= rules.ground.doubled_from(sky, target, near);
            }
            let fire = self.guns_on(rules, state, side, target);
            let doubled = rules.ground.doubled.contains(target) || all_over;
            let defence = defence * if doubled { 2 } else { 1 };
            let help = (f64::from(memory.help[target.index()]) * weights.trust).min(12.0 * weights.trust);
            if friends == 0 {
                alone = true;
                alone_defence += defence;
                alone_stake.add(stake);
                alone_help = alone_help.max(help + f64::from(fire));
                continue;
            }
            let bonus = if rules.battle == Battle::Eylau { 1 } else { 0 };
            let before = expectation(self.odds.of(Rules::column_of(friends + fire, defence)), attackers, stake);
            let mut together = attackers;
            together.add(own);
            let after = expectation(
                self.odds.of(Rules::column_of(friends + fire + strength + bonus + help as u16 / 2, defence)),
                together,
                stake,
            );
            best = best.max(after - before);
        }
        if alone {
            let column = Rules::column_of(strength + alone_help as u16, alone_defence);
            let gain = expectation(self.odds.of(column), own, alone_stake);
            // Enemies nobody else touches must be attacked, with whatever friends can be spared.
            return if best.is_finite() { gain.min(gain + 0.3 * best) } else { gain };
        }
        if best.is_finite() { best } else { 0.0 }
    }

    /// Strength of our guns that can fire at a hex from where they stand.
    fn guns_on(&self, rules: &Rules, state: &State, side: Side, target: Hex) -> u16 {
        let enemy = enemy_of(side);
        let mut sum = 0;
        for near in self.distances.ring(target, 2) {
            if !state.occupied[side.index()].contains(*near) || state.zone[enemy.index()].contains(*near) {
                continue;
            }
            for unit in state.units_in(*near) {
                if rules.is_gun(unit) && !state.reserve.contains(unit) && rules.guns_reach(state, *near, target) {
                    sum += rules.strength(state, unit);
                }
            }
        }
        sum
    }

    /// What guns could do from a hex: alone, or in support.
    fn fire_gain(&self, rules: &Rules, state: &State, side: Side, unit: UnitId, hex: Hex, strength: u16) -> f64 {
        let enemy = enemy_of(side);
        let sky = rules.sky(state);
        if state.reserve.contains(unit) || rules.night(state) {
            return 0.0;
        }
        let targets: HexSet = rules.ground.fire[hex.index()].intersection(state.occupied[enemy.index()]);
        let mut best: f64 = 0.0;
        for target in &targets {
            let (defence, stake) = self.defenders(rules, state, side, target, Hex::NONE);
            let defence = defence * if rules.ground.doubled.contains(target) { 2 } else { 1 };
            let mut friends = 0;
            for near in rules.ground.touched(sky, target) {
                if state.occupied[side.index()].contains(near) {
                    friends += state.units_in(near).map(|friend| rules.strength(state, friend)).sum::<u16>();
                }
            }
            let attackers = Stake {
                destroyed: f64::from(friends),
                driven_back: 0.1 * f64::from(friends),
                printed: f64::from(friends),
            };
            let value = |attack: u16| {
                if attack == 0 {
                    0.0
                } else {
                    expectation(self.odds.of(Rules::column_of(attack, defence)), attackers, stake)
                }
            };
            best = best.max(value(friends + strength) - value(friends));
        }
        best
    }

    /// 11.5: the Old Guard is freed when the enemy is at the gates and the army can afford it.
    fn old_guard(&self, rules: &Rules, state: &State, side: Side) -> Option<Action> {
        if rules.battle != Battle::Dresden || side != FRENCH || rules.night(state) {
            return None;
        }
        let morale = state.morale[art_of_war::counters::Army::French.index()];
        if morale < 4 * rules.scenario.old_guard_cost {
            return None;
        }
        let near = rules.scenario.objectives.iter().any(|objective| {
            self.distances.within(objective.hex, 3).iter().any(|hex| state.occupied[ALLIED.index()].contains(*hex))
        });
        let action = Action::FreeBothOldGuards;
        (near && rules.check(state, Rules::seat_of(side), &action).is_ok()).then_some(action)
    }

    /// Units still on the map, by side, for those who count.
    pub(crate) fn standing(&self, rules: &Rules, state: &State, side: Side) -> UnitSet {
        rules.units_of(side).iter().filter(|unit| state.fate[unit.index()] == Fate::OnMap).collect()
    }

    /// How dangerous a hex is for a unit that is driven or tempted into it.
    pub(crate) fn exposure(&self, rules: &Rules, state: &State, unit: UnitId, hex: Hex, style: Style) -> f64 {
        let side = rules.side_of(unit);
        let enemy = enemy_of(side);
        let sky = rules.sky(state);
        let mut against = 0.0;
        let mut friends = 0.0;
        for near in self.distances.within(hex, 4).iter().skip(1) {
            let distance = self.distances.between(hex, *near);
            if state.occupied[enemy.index()].contains(*near) {
                let strength: u16 = state.units_in(*near).map(|other| u16::from(rules.unit(other).strength)).sum();
                against += f64::from(strength) * if distance <= 2 { 1.0 } else { 0.5 };
            } else if distance <= 2 && state.occupied[side.index()].contains(*near) {
                friends += 1.0;
            }
        }
        let mut ways_out = 0.0;
        for near in rules.ground.touched(sky, hex) {
            if !state.zone[enemy.index()].contains(near) && !state.occupied[enemy.index()].contains(near) {
                ways_out += 1.0;
            }
        }
        let shelter = if rules.ground.doubled.contains(hex) { 2.0 } else { 1.0 };
        let defence = f64::from(rules.unit(unit).strength) * shelter + 0.8 * friends;
        let worth = self.worth(rules, state, unit, true);
        let daring = match style {
            Style::Balanced => 1.0,
            Style::Bold => 0.75,
            Style::Cautious => 1.15,
        };
        let trapped = if ways_out == 0.0 {
            0.35
        } else if ways_out == 1.0 {
            0.12
        } else {
            0.0
        };
        daring * worth * (((against / defence - 1.0) / 10.0).clamp(0.0, 0.4) + trapped)
    }
}
