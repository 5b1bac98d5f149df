//! Where units go: every hex in reach is weighed with the best facing there.

use ai::Plan;
use board::{Facing, Hex};
use kernel::{Entropy, Seat, Side};
use napoleon_1807::counters::{CounterId, CounterSet, Kind, enemy_of};
use napoleon_1807::state::{Fate, Hand};
use napoleon_1807::tables::Stacking;
use napoleon_1807::{Action, Rules, State};

use crate::assault::Stake;
use crate::orders::{Manner, Order, Weights};
use crate::survey::Survey;
use crate::{Memory, Napoleon1807Craft};

/// A move that promises less than this is not worth the trouble.
const WORTH_WHILE: f64 = 0.08;

/// Where a counter is going.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Route {
    unit: CounterId,
    to: Hex,
    facing: Option<Facing>,
}

impl Napoleon1807Craft {
    pub(crate) fn weights(&self, plan: &Plan<Order>, unit: CounterId) -> Weights {
        match plan.of(unit.index()) {
            Order::In(manner) => Weights::of(manner, plan.style),
            Order::To(_) | Order::Stay => Weights::of(Manner::Initiative, plan.style),
        }
    }

    /// The next counter to move, or the end of the movement.
    pub(crate) fn next_march(
        &self,
        rules: &Rules,
        state: &State,
        side: Side,
        plan: &Plan<Order>,
        memory: &mut Memory,
    ) -> Action {
        if memory.turn != (state.turn, side) {
            memory.turn = (state.turn, side);
            memory.considered = CounterSet::EMPTY;
        }
        self.look(rules, state, side, &mut memory.survey);
        let mut waiting = std::mem::take(&mut memory.waiting);
        waiting.clear();
        let left = rules.counters_of(side).difference(state.moved).difference(memory.considered);
        for counter in left {
            let there = state.on_map(counter) || state.fate[counter.index()] == Fate::Waiting;
            if there {
                waiting.push((self.precedence(rules, state, counter, memory), counter));
            }
        }
        waiting.sort_unstable();
        let mut found = None;
        for (_, counter) in &waiting {
            memory.considered.insert(*counter);
            if !rules.allows(state, side, &Action::Select(*counter)) {
                continue;
            }
            let hand = rules.hand_for(state, *counter);
            if let Some(route) = self.route(rules, state, &hand, plan, memory) {
                memory.route = Some(route);
                found = Some(*counter);
                break;
            }
        }
        memory.waiting = waiting;
        if found.is_none() && state.crowded.is_some() {
            // Somebody has to leave a hex that holds too many.
            memory.route = None;
            let able = |unit: &CounterId| rules.allows(state, side, &Action::Select(*unit));
            found = rules.units_in(state, state.crowded).find(able);
        }
        found.map_or(Action::EndMovement, Action::Select)
    }

    /// Who moves first: the group that has begun, then those nearest to the enemy, commanders last.
    fn precedence(&self, rules: &Rules, state: &State, counter: CounterId, memory: &Memory) -> (u8, u8, u8) {
        let print = rules.counter(counter);
        let group = u8::from(state.current_group & print.group.bit() == 0 && state.current_group != 0);
        let commander = u8::from(!rules.is_unit(counter));
        let near = match state.on_map(counter) {
            true => memory.survey.enemy[state.hex_of(counter).index()],
            false => 100,
        };
        // With few command points the groups nearest to the enemy come first, each as a whole.
        (group, commander, near)
    }

    /// Where the counter in hand should go, if anywhere.
    fn route(
        &self,
        rules: &Rules,
        state: &State,
        hand: &Hand,
        plan: &Plan<Order>,
        memory: &mut Memory,
    ) -> Option<Route> {
        let unit = hand.unit;
        if !rules.is_unit(unit) {
            return self.route_of_commander(rules, state, hand, memory);
        }
        if state.square.contains(unit) {
            return self.route_of_square(rules, state, hand, memory);
        }
        let order = plan.of(unit.index());
        if order == Order::Stay && state.on_map(unit) {
            return None;
        }
        let weights = self.weights(plan, unit);
        let mut field = std::mem::take(&mut memory.field);
        rules.find_field(state, hand, &mut field);
        let on_map = state.on_map(unit);
        let at = if on_map { state.hex_of(unit) } else { Hex::NONE };
        let now = state.facing[unit.index()];
        let mut best: Option<(f64, Hex, Facing)> = None;
        let mut stays = 0.0;
        for hex in &field.hexes {
            let spent = field.spent(*hex).unwrap_or(0);
            if *hex != at && !rules.fits(state, *hex, state.points(unit)) {
                continue;
            }
            let left = hand.left.saturating_sub(spent);
            // Along a road and on arrival turning is free; the last step is not known here, so it is not counted on.
            let turns = left >= rules.tables.movement.turn || (!on_map && spent > 0);
            let (score, facing) = self.score(rules, state, unit, *hex, now, turns, left, &weights, memory);
            let score = match order {
                Order::To(goal) => score * 0.1 - f64::from(rules.ground.grid.distance(*hex, goal)),
                Order::In(_) | Order::Stay => score,
            };
            let score = if *hex == at { score + weights.stay } else { score };
            if *hex == at && facing == now {
                stays = score;
            }
            if best.is_none_or(|(most, ..)| score > most) {
                best = Some((score, *hex, facing));
            }
            if *hex == at && facing != now {
                // As it stands, without turning.
                stays = self.score(rules, state, unit, at, now, false, left, &weights, memory).0 + weights.stay;
            }
        }
        memory.field = field;
        let (score, to, facing) = best?;
        let waits = !on_map;
        if !waits && (to == at && facing == now || score < stays + WORTH_WHILE) {
            return None;
        }
        Some(Route { unit, to, facing: Some(facing) })
    }

    /// What a hex is worth to a unit, with the best facing it could take there.
    #[allow(clippy::too_many_arguments)]
    fn score(
        &self,
        rules: &Rules,
        state: &State,
        unit: CounterId,
        hex: Hex,
        now: Facing,
        turns: bool,
        left: u8,
        weights: &Weights,
        memory: &Memory,
    ) -> (f64, Facing) {
        let survey = &memory.survey;
        let side = rules.side_of(unit);
        let terrain = rules.ground.at(hex);
        let gun = rules.is_gun(unit);
        let mut score = 0.0;
        // Objectives.
        if !gun {
            score += weights.objective * 2.5 * survey.pull(hex);
            score += weights.objective * self.worth_of_objective(rules, state, side, hex);
        } else {
            score += weights.objective * 1.2 * survey.pull(hex);
        }
        let threat = survey.threat(hex);
        score -= weights.danger * self.danger(rules, state, unit, hex, survey);
        // Ground that is good to be attacked on, where anybody could attack.
        if threat > 0.0 {
            score -= weights.ground * f64::from(terrain.combat) * 0.5;
        }
        let enemy = survey.enemy[hex.index()];
        if enemy != u8::MAX {
            score += weights.approach * (6.0 - f64::from(enemy));
        }
        // Command.
        let commanded =
            rules.commanders_in(state, hex).next().is_some() || self.has_commander_near(rules, state, unit, hex);
        score += if commanded { weights.cohesion } else { 0.0 };
        if gun {
            return self.score_of_guns(rules, state, unit, hex, now, turns, score, enemy);
        }
        // Facing.
        let mut best = (f64::MIN, now);
        for facing in Facing::all(false) {
            if facing != now && !turns {
                continue;
            }
            let mut worth = self.worth_of_facing(rules, state, unit, hex, facing, weights, memory);
            if facing != now {
                worth -= 0.02;
            }
            if worth > best.0 {
                best = (worth, facing);
            }
        }
        let charge = match rules.is_cavalry(unit) && enemy <= 2 && left >= 3 * rules.tables.point {
            true => weights.attack * self.worth_of_charge_from(rules, state, unit, hex).max(0.0),
            false => 0.0,
        };
        (score + best.0.max(charge), best.1)
    }

    /// What the enemy can expect of attacking a unit there with what he could bring up.
    fn danger(&self, rules: &Rules, state: &State, unit: CounterId, hex: Hex, survey: &Survey) -> f64 {
        let threat = survey.threat(hex);
        let shelled = self.shelling(rules, state, unit, hex, survey);
        if threat < 1.0 {
            return shelled;
        }
        let fighting = rules.tables.stacking.fighting;
        let mut own = Stake::default();
        self.stake(rules, state, unit, &mut own);
        let mut defence = if rules.is_gun(unit) { 1 } else { state.points(unit) };
        for friend in rules.units_in(state, hex).filter(|friend| *friend != unit) {
            defence += if rules.is_gun(friend) { 1 } else { state.points(friend) };
        }
        let defence = defence.min(fighting).max(1);
        // Not all of it comes, and friends near by draw some of it upon themselves.
        let drawn = threat / (1.0 + 0.5 * (survey.support(hex) / threat).min(2.0));
        let mut attack = (0.7 * drawn).min(24.0) as u16;
        if rules.night(state) {
            attack = attack.div_ceil(rules.tables.night.attack_divisor);
        }
        let attack = attack.max(1);
        let terrain = rules.ground.at(hex).combat;
        let sides = rules.tables.modifiers.combat.sides.at(1 + attack / fighting);
        let modifier = rules.tables.odds(attack, defence).modifier + terrain + sides;
        let points = f64::from(attack);
        let theirs = Stake { points, disorder: 0.3 * points, test: 0.12 * points, driven_back: 0.2 + 0.03 * points };
        shelled + self.expectation(modifier, [attack, defence], terrain, &theirs, &own, 0.5).max(0.0)
    }

    /// What enemy guns can be expected to cost a unit there.
    fn shelling(&self, rules: &Rules, state: &State, unit: CounterId, hex: Hex, survey: &Survey) -> f64 {
        let guns = survey.guns(hex);
        if guns == 0.0 {
            return 0.0;
        }
        let mut own = Stake::default();
        self.stake(rules, state, unit, &mut own);
        let cover = (1.0 + 0.2 * f64::from(rules.ground.at(hex).fire)).clamp(0.2, 1.0);
        // More than a few batteries seldom fire at the same unit.
        guns.min(3.0) * cover * (0.25 * own.test + 0.1)
    }

    /// Guns want targets in sight and nobody beside them.
    #[allow(clippy::too_many_arguments)]
    fn score_of_guns(
        &self,
        rules: &Rules,
        state: &State,
        unit: CounterId,
        hex: Hex,
        now: Facing,
        turns: bool,
        score: f64,
        enemy: u8,
    ) -> (f64, Facing) {
        let Some(gun) = rules.counter(unit).gun() else { return (score, now) };
        let mut score = score;
        let range = rules.tables.range(gun);
        if enemy <= 1 {
            score -= 2.0;
        }
        let held = &state.occupied[enemy_of(rules.side_of(unit)).index()];
        let mut targets = 0.0;
        let mut towards = Hex::NONE;
        if u16::from(enemy) <= range {
            for to in rules.ground.in_sight(hex) {
                let distance = rules.ground.grid.distance(hex, *to);
                if held.contains(*to) && distance <= range && rules.is_in_sight(state, hex, *to) {
                    targets += if distance <= 2 { 0.5 } else { 0.35 };
                    towards = *to;
                }
            }
        }
        score += f64::min(targets, 1.2);
        let facing = match towards.is_some() && turns {
            true => facing_towards(rules, hex, towards).unwrap_or(now),
            false => now,
        };
        (score, facing)
    }

    fn has_commander_near(&self, rules: &Rules, state: &State, unit: CounterId, hex: Hex) -> bool {
        let side = rules.side_of(unit);
        let chief = state.chief[side.index()];
        rules.counters_of(side).iter().any(|counter| {
            (counter == chief || rules.counter(counter).commands.contains(unit))
                && !rules.is_unit(counter)
                && state.on_map(counter)
                && rules.ground.grid.distance(state.hex_of(counter), hex) <= rules.tables.command.range
        })
    }

    /// To stand in an objective that is not one's own is to have it.
    fn worth_of_objective(&self, rules: &Rules, state: &State, side: Side, hex: Hex) -> f64 {
        let place = rules.scenario.objectives.iter().position(|objective| objective.hex == hex);
        let Some(place) = place else { return 0.0 };
        let points = f64::from(rules.scenario.objectives[place].points);
        let left = self.turns_left(rules, state);
        let hurry = 1.0 + 3.0 / (1.0 + left);
        if state.control[place] == Some(side) { 0.5 * points * hurry } else { 2.5 * points * hurry }
    }

    /// What it is worth to look that way: the combat that would have to be fought, or the enemies that are watched.
    #[allow(clippy::too_many_arguments)]
    fn worth_of_facing(
        &self,
        rules: &Rules,
        state: &State,
        unit: CounterId,
        hex: Hex,
        facing: Facing,
        weights: &Weights,
        memory: &Memory,
    ) -> f64 {
        let side = rules.side_of(unit);
        let enemy = enemy_of(side);
        let ground = &rules.ground;
        let mut worth = 0.0;
        let mut fights = [Hex::NONE; 3];
        let mut count = 0;
        for near in ground.front(hex, facing) {
            if near.is_none() {
                continue;
            }
            worth += 0.01 * memory.survey.threat(near).min(20.0);
            if rules.is_held_by(state, enemy, near) && ground.zone_reaches(hex, near) {
                fights[count] = near;
                count += 1;
            }
        }
        // An enemy who looks at its back strikes harder.
        for near in ground.grid.neighbours(hex) {
            if near.is_some() && rules.is_held_by(state, enemy, *near) && !ground.is_front(hex, facing, *near) {
                worth -= 0.25 * weights.danger * f64::from(rules.points_in(state, *near));
            }
        }
        if count > 0 {
            worth += weights.attack * self.worth_of_contact(rules, state, unit, hex, &fights[..count], weights, memory);
        }
        worth
    }

    /// The combat against what stands before its front: with friends who are there already, and some who may come.
    #[allow(clippy::too_many_arguments)]
    fn worth_of_contact(
        &self,
        rules: &Rules,
        state: &State,
        unit: CounterId,
        hex: Hex,
        targets: &[Hex],
        weights: &Weights,
        memory: &Memory,
    ) -> f64 {
        let side = rules.side_of(unit);
        let enemy = enemy_of(side);
        let Stacking { fighting, .. } = rules.tables.stacking;
        let mut own = Stake::default();
        self.stake(rules, state, unit, &mut own);
        let mut attack = state.points(unit).min(fighting);
        for friend in
            rules.units_in(state, hex).filter(|friend| *friend != unit && !rules.is_held_by(state, enemy, hex))
        {
            self.stake(rules, state, friend, &mut own);
            attack = (attack + state.points(friend)).min(fighting);
        }
        let mut theirs = Stake::default();
        let mut defence = 0;
        let mut sides = 1;
        let mut behind = false;
        let mut worst = 0;
        let mut ground: f64 = 0.0;
        for target in targets {
            let mut there = 0;
            for defender in rules.units_in(state, *target) {
                self.stake(rules, state, defender, &mut theirs);
                there += if rules.is_gun(defender) { 1 } else { state.points(defender) };
                behind |= !rules.ground.is_front(*target, state.facing[defender.index()], hex);
            }
            defence += there.min(fighting);
            worst = worst.min(rules.ground.at(*target).combat);
            ground = ground.max(self.worth_of_ground_for(rules, state, side, *target));
        }
        if let [target] = targets {
            for near in rules.ground.grid.neighbours(*target) {
                if near.is_none() || *near == hex || !rules.is_held_by(state, side, *near) {
                    continue;
                }
                let mut helps = 0;
                for friend in rules.units_in(state, *near) {
                    if friend != unit && rules.ground.is_front(*near, state.facing[friend.index()], *target) {
                        self.stake(rules, state, friend, &mut own);
                        helps += state.points(friend);
                    }
                }
                if helps > 0 {
                    attack += helps.min(fighting);
                    sides += 1;
                }
            }
            // Friends who have not moved yet.
            let coming = weights.trust * 0.4 * (memory.survey.support(*target) - f64::from(attack)).max(0.0);
            attack += coming.min(12.0) as u16;
        }
        if rules.night(state) {
            attack = attack.div_ceil(rules.tables.night.attack_divisor);
        }
        let table = &rules.tables.modifiers.combat;
        let mut modifier = rules.tables.odds(attack.max(1), defence.max(1)).modifier + worst + table.sides.at(sides);
        modifier += if behind { table.rear } else { 0 };
        modifier += if state.uncommanded.contains(unit) { table.no_command } else { 0 };
        self.expectation(modifier, [attack, defence], worst, &own, &theirs, ground)
    }

    fn worth_of_ground_for(&self, rules: &Rules, state: &State, side: Side, hex: Hex) -> f64 {
        let place = rules.scenario.objectives.iter().position(|objective| objective.hex == hex);
        match place {
            Some(place) if state.control[place] != Some(side) => {
                6.0 * f64::from(rules.scenario.objectives[place].points)
            }
            Some(_) => 2.0,
            None => 0.3,
        }
    }

    /// The best charge that could be declared from a hex.
    fn worth_of_charge_from(&self, rules: &Rules, state: &State, unit: CounterId, hex: Hex) -> f64 {
        let fresh =
            !state.charged.contains(unit) && !state.entered.contains(unit) && !state.disorganized.contains(unit);
        if !fresh || !rules.is_weather_for_charges(state) || !rules.ground.at(hex).clear {
            return 0.0;
        }
        let enemy = enemy_of(rules.side_of(unit));
        let mut best: f64 = 0.0;
        for (target, distance) in self.distances.near(hex) {
            if *distance != 2 || !rules.is_held_by(state, enemy, *target) || !rules.ground.at(*target).clear {
                continue;
            }
            let runs = rules.ground.grid.neighbours(hex).iter().any(|contact| {
                contact.is_some()
                    && rules.ground.grid.adjacent(*contact, *target)
                    && !rules.is_held_by(state, enemy, *contact)
                    && rules.ground.charge_runs(hex, *contact)
                    && rules.ground.charge_runs(*contact, *target)
            });
            if runs {
                best = best.max(self.worth_of_charge(rules, state, unit, *target));
            }
        }
        best
    }

    /// What a charge at a hex is worth, with the chance that it meets a square.
    pub(crate) fn worth_of_charge(&self, rules: &Rules, state: &State, unit: CounterId, target: Hex) -> f64 {
        let stacking = &rules.tables.stacking;
        let mut own = Stake::default();
        self.stake(rules, state, unit, &mut own);
        let mut theirs = Stake::default();
        let (mut defence, mut forms, mut squared, mut foot) = (0, 1.0f64, false, false);
        for defender in rules.units_in(state, target) {
            self.stake(rules, state, defender, &mut theirs);
            defence += if rules.is_gun(defender) { 1 } else { state.points(defender) };
            squared |= state.square.contains(defender);
            foot |= rules.is_infantry(defender);
            let disorganized = state.disorganized.contains(defender);
            let passes = 1.0 - self.odds.fails(rules.morale_of(state, defender));
            forms = if disorganized { 0.0 } else { forms.min(passes) };
        }
        let defence = defence.min(stacking.fighting).max(1);
        let forms = if squared {
            1.0
        } else if foot {
            forms
        } else {
            0.0
        };
        let points = state.points(unit).min(stacking.fighting);
        let ground = self.worth_of_ground_for(rules, state, rules.side_of(unit), target);
        let value = |strength: u16, extra: i8| {
            let modifier = rules.tables.odds(strength, defence).modifier + extra;
            self.expectation(modifier, [strength, defence], 0, &own, &theirs, ground)
        };
        let tripled = (points * stacking.charge_multiplier).min(stacking.charging);
        let charge = &rules.tables.modifiers.charge;
        let bonus = match rules.counter(unit).kind {
            Kind::Cavalry { heavy: true } => charge.heavy.at(tripled),
            Kind::Cavalry { heavy: false } => charge.light.at(tripled),
            Kind::Infantry | Kind::Artillery(_) | Kind::Commander(_) => 0,
        };
        let on_square = value(points, rules.tables.modifiers.combat.charge_on_square);
        forms * on_square + (1.0 - forms) * value(tripled, bonus)
    }

    /// Commanders go where most of their units are near, and never alone.
    fn route_of_commander(&self, rules: &Rules, state: &State, hand: &Hand, memory: &mut Memory) -> Option<Route> {
        let unit = hand.unit;
        let side = rules.side_of(unit);
        let mut field = std::mem::take(&mut memory.field);
        rules.find_field(state, hand, &mut field);
        let chief = state.chief[side.index()] == unit;
        let commands = rules.counter(unit).commands;
        let own: CounterSet = match chief {
            true => rules.counters_of(side),
            false => commands,
        };
        let own: CounterSet = own.iter().filter(|member| rules.is_unit(*member) && state.on_map(*member)).collect();
        let at = if state.on_map(unit) { state.hex_of(unit) } else { Hex::NONE };
        let mut best: Option<(f64, Hex)> = None;
        let mut stays = f64::MIN;
        for hex in &field.hexes {
            let friends = rules.is_held_by(state, side, *hex);
            let mut score = if friends { 0.0 } else { -6.0 - memory.survey.threat(*hex) };
            for member in own {
                let distance = rules.ground.grid.distance(*hex, state.hex_of(member));
                score += if distance <= rules.tables.command.range { 1.0 } else { -0.02 * f64::from(distance) };
                // 11.12: who is disorganized comes back into order more easily beside him.
                if state.disorganized.contains(member) && distance <= 1 && commands.contains(member) {
                    score += 1.5 - f64::from(distance);
                }
            }
            score -= 0.05 * memory.survey.threat(*hex);
            if *hex == at {
                stays = score;
            }
            if best.is_none_or(|(most, _)| score > most) {
                best = Some((score, *hex));
            }
        }
        memory.field = field;
        let (score, to) = best?;
        (to != at && score > stays + 0.2).then_some(Route { unit, to, facing: None })
    }

    /// A square breaks up when no horse is near; otherwise it stands.
    fn route_of_square(&self, rules: &Rules, state: &State, hand: &Hand, _: &Memory) -> Option<Route> {
        let at = state.hex_of(hand.unit);
        let enemy = enemy_of(rules.side_of(hand.unit));
        let horse = self.distances.near(at).iter().any(|(near, distance)| {
            *distance <= 4
                && rules.is_held_by(state, enemy, *near)
                && rules.units_in(state, *near).any(|unit| rules.is_cavalry(unit))
        });
        let leaves = !horse && hand.left >= rules.tables.movement.leave_square;
        leaves.then_some(Route { unit: hand.unit, to: at, facing: None })
    }

    /// The next step of the counter in hand.
    pub(crate) fn go_on(
        &self,
        rules: &Rules,
        state: &State,
        seat: Seat,
        plan: &Plan<Order>,
        memory: &mut Memory,
    ) -> Option<Action> {
        let hand = state.hand;
        let allowed = |action: &Action| rules.allows(state, Side(seat.0), action);
        if hand.charge.is_some() {
            return self.ride_home(rules, state, seat);
        }
        let side = rules.side_of(hand.unit);
        self.look(rules, state, side, &mut memory.survey);
        if state.square.contains(hand.unit) && allowed(&Action::LeaveSquare) {
            return Some(Action::LeaveSquare);
        }
        if rules.is_cavalry(hand.unit)
            && let Some(charge) = self.charge_now(rules, state, plan, &allowed)
        {
            return Some(charge);
        }
        let route = memory.route.filter(|route| route.unit == hand.unit);
        let route = match route {
            Some(route) => Some(route),
            // Somebody came between: it is thought over again from where it stands.
            None => self.route(rules, state, &hand, plan, memory),
        };
        let Some(route) = route else { return self.halt(rules, state, seat, memory) };
        memory.route = Some(route);
        let on_map = state.on_map(hand.unit);
        let at = if on_map { state.hex_of(hand.unit) } else { Hex::NONE };
        if at != route.to {
            let mut field = std::mem::take(&mut memory.field);
            rules.find_field(state, &hand, &mut field);
            field.find_path(route.to);
            let next = field.path.last().copied();
            memory.field = field;
            let step = next.map(Action::Step).filter(allowed);
            if step.is_some() {
                return step;
            }
        }
        if on_map
            && let Some(facing) = route.facing
            && facing != state.facing[hand.unit.index()]
        {
            memory.route = Some(Route { facing: None, to: at, ..route });
            let turn = Action::Turn(facing);
            if allowed(&turn) {
                return Some(turn);
            }
        }
        self.halt(rules, state, seat, memory)
    }

    /// It stops here, or goes wherever it may if it must not stay.
    fn halt(&self, rules: &Rules, state: &State, seat: Seat, memory: &mut Memory) -> Option<Action> {
        memory.route = None;
        if rules.allows(state, Side(seat.0), &Action::Halt) {
            return Some(Action::Halt);
        }
        None
    }

    /// A place for one unit, drawn at random from those it could reach.
    pub(crate) fn some_destination(
        &self,
        rules: &Rules,
        state: &State,
        unit: CounterId,
        entropy: &mut dyn Entropy,
        memory: &mut Memory,
    ) -> Order {
        let there = state.on_map(unit) || state.fate[unit.index()] == Fate::Waiting;
        if !there {
            return Order::Stay;
        }
        let hand = rules.hand_for(state, unit);
        rules.find_field(state, &hand, &mut memory.field);
        let hexes = &memory.field.hexes;
        match hexes.len() as u32 {
            0 | 1 => Order::Stay,
            number => Order::To(hexes[entropy.below(number) as usize]),
        }
    }
}

/// The facing that looks most directly at another hex.
pub(crate) fn facing_towards(rules: &Rules, from: Hex, at: Hex) -> Option<Facing> {
    let ahead = |facing: &Facing| {
        let next = rules.ground.grid.neighbour(from, facing.direction());
        if next.is_none() { u16::MAX } else { rules.ground.grid.distance(next, at) }
    };
    Facing::all(false).into_iter().min_by_key(ahead)
}
