//! Attacks: who attacks whom, chosen by the exact expectation of the combat results table, the mandatory ones solved
//! together (5.1), batteries and fresh strength where they help most.

use arrayvec::ArrayVec;
use art_of_war::state::{Column, CombatResult, State};
use art_of_war::unit::{Division, Kind, UnitId, enemy_of};
use art_of_war::{Action, Battle, Rules};
use board::Hex;
use kernel::{Ruleset, Seat, Side};

use crate::{ArtOfWarCraft, Memory, division_of};

/// The share of each result in a column of the table.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Shares {
    pub(crate) attacker_eliminated: f64,
    pub(crate) attacker_retreats: f64,
    pub(crate) exchange: f64,
    pub(crate) defender_retreats: f64,
    pub(crate) defender_eliminated: f64,
}

#[derive(Debug)]
pub(crate) struct Odds([Shares; 10]);

impl Odds {
    pub(crate) fn new(rules: &Rules) -> Odds {
        let mut odds = [Shares::default(); 10];
        for row in &rules.tables.combat {
            for (shares, result) in odds.iter_mut().zip(row) {
                let share = match result {
                    CombatResult::Ae => &mut shares.attacker_eliminated,
                    CombatResult::Ar => &mut shares.attacker_retreats,
                    CombatResult::Ee => &mut shares.exchange,
                    CombatResult::Dr => &mut shares.defender_retreats,
                    CombatResult::De => &mut shares.defender_eliminated,
                };
                *share += 1.0 / 6.0;
            }
        }
        Odds(odds)
    }

    #[inline]
    pub(crate) fn of(&self, column: Column) -> &Shares {
        &self.0[usize::from(column.0)]
    }
}

/// What one side has at stake in a combat.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Stake {
    /// Points if it is destroyed.
    pub(crate) destroyed: f64,
    /// Points if it has to retreat: those who have no way out are destroyed.
    pub(crate) driven_back: f64,
    pub(crate) printed: f64,
}

impl Stake {
    pub(crate) fn add(&mut self, other: Stake) {
        self.destroyed += other.destroyed;
        self.driven_back += other.driven_back;
        self.printed += other.printed;
    }
}

/// The expectation of an attack in points, for the attacker.
pub(crate) fn expectation(shares: &Shares, attackers: Stake, defenders: Stake) -> f64 {
    // An exchange costs the adjacent attackers at least the printed strength of the defenders, all of them at most.
    let price = if attackers.printed > 0.0 {
        attackers.destroyed * ((defenders.printed + 0.7) / attackers.printed).min(1.0)
    } else {
        0.0
    };
    shares.defender_eliminated * defenders.destroyed
        + shares.defender_retreats * defenders.driven_back
        + shares.exchange * (defenders.destroyed - price)
        - shares.attacker_retreats * attackers.driven_back
        - shares.attacker_eliminated * attackers.destroyed
}

/// A hex of the phasing side in contact.
#[derive(Clone, Debug)]
struct Front {
    units: ArrayVec<UnitId, 4>,
    strength: u16,
    stake: Stake,
    touches: ArrayVec<u8, 6>,
    assigned: u8,
}

/// An enemy hex that can be attacked.
#[derive(Clone, Debug)]
struct Target {
    hex: Hex,
    strength: u16,
    stake: Stake,
    in_contact: bool,
    doubled: bool,
    /// Somebody adjacent is assigned to it.
    attacked: bool,
    /// Attacked together with this target.
    with: Option<u8>,
}

#[derive(Clone, Copy, Debug)]
struct Battery {
    unit: UnitId,
    strength: u16,
    target: Option<u8>,
}

/// The attacks of a phase as they are planned at the moment.
#[derive(Debug, Default)]
pub(crate) struct AssaultMemory {
    fronts: Vec<Front>,
    targets: Vec<Target>,
    batteries: Vec<Battery>,
}

impl ArtOfWarCraft {
    /// What a unit is worth in victory points if it is destroyed now.
    pub(crate) fn worth(&self, rules: &Rules, state: &State, unit: UnitId, for_good: bool) -> f64 {
        let counter = rules.unit(unit);
        let strength = f64::from(counter.strength);
        match rules.battle {
            Battle::Eylau => strength + 0.3,
            Battle::Dresden => {
                if counter.garrison.is_some() {
                    return 1.0;
                }
                let points = match counter.kind {
                    Kind::Infantry => rules.scenario.strength_points[0],
                    Kind::Cavalry => rules.scenario.strength_points[1],
                    Kind::Artillery => rules.scenario.strength_points[2],
                };
                let lost = counter.kind == Kind::Artillery || for_good || rules.is_demoralized(state, counter.army);
                if lost { strength * f64::from(points) + 1.0 } else { strength * 0.4 + 1.0 }
            }
        }
    }

    pub(crate) fn stake(&self, rules: &Rules, state: &State, unit: UnitId) -> Stake {
        let surrounded = rules.retreats(state, unit).is_empty();
        let destroyed = self.worth(rules, state, unit, surrounded);
        let pushed = match rules.battle {
            Battle::Eylau => 0.35,
            Battle::Dresden => 0.7,
        };
        let driven_back = if surrounded || rules.is_garrison(unit) { destroyed } else { pushed + 0.05 * destroyed };
        Stake { destroyed, driven_back, printed: f64::from(rules.unit(unit).strength) }
    }

    /// Who could attack whom now.
    fn survey_contacts(&self, rules: &Rules, state: &State, memory: &mut AssaultMemory) {
        let AssaultMemory { fronts, targets, batteries } = memory;
        fronts.clear();
        targets.clear();
        batteries.clear();
        let mine = state.ready[state.player.index()];
        let theirs = state.ready[enemy_of(state.player).index()];
        let sky = rules.sky(state);
        let mut place_of = [u8::MAX; board::HexSet::CAPACITY];
        let unfought = |hex: Hex| state.units_in(hex).filter(|unit| !state.fought.contains(*unit));
        let add = |targets: &mut Vec<Target>,
                   place_of: &mut [u8; board::HexSet::CAPACITY],
                   hex: Hex,
                   in_contact: bool|
         -> u8 {
            if place_of[hex.index()] == u8::MAX {
                place_of[hex.index()] = targets.len() as u8;
                let mut stake = Stake::default();
                let mut strength = 0;
                for unit in unfought(hex) {
                    stake.add(self.stake(rules, state, unit));
                    strength += rules.strength(state, unit);
                }
                if rules.scenario.objectives.contains(&hex) {
                    stake.destroyed += 1.5;
                    stake.driven_back += 1.5;
                }
                let doubled = rules.ground.doubled.contains(hex);
                targets.push(Target { hex, strength, stake, in_contact, doubled, attacked: false, with: None });
            }
            place_of[hex.index()]
        };
        let contact = mine.intersection(&state.zone[enemy_of(state.player).index()]);
        for hex in &contact {
            let mut touches = ArrayVec::new();
            for near in rules.ground.touched(sky, hex) {
                if theirs.contains(near) {
                    touches.push(add(targets, &mut place_of, near, true));
                }
            }
            if touches.is_empty() {
                continue;
            }
            let units: ArrayVec<UnitId, 4> = unfought(hex).take(4).collect();
            let mut stake = Stake::default();
            let mut strength = 0;
            for unit in &units {
                stake.add(self.stake(rules, state, *unit));
                strength += rules.strength(state, *unit);
                // Its attack would open the enemy's award (23.3).
                if rules.binds_the_award(*unit) && !state.guard_attacked {
                    stake.driven_back += 0.5;
                }
            }
            fronts.push(Front { units, strength, stake, touches, assigned: 0 });
        }
        for unit in rules.guns_of(state.player).difference(state.fought) {
            if !state.on_map(unit) || state.zone[enemy_of(state.player).index()].contains(state.hex_of(unit)) {
                continue;
            }
            let from = state.hex_of(unit);
            let mut any = false;
            for near in self.distances.within(from, 2) {
                if theirs.contains(*near) && rules.can_bombard(state, unit, *near) {
                    add(targets, &mut place_of, *near, false);
                    any = true;
                }
            }
            if any {
                batteries.push(Battery { unit, strength: rules.strength(state, unit), target: None });
            }
        }
    }

    /// Bonus points for divisions that attack together, and a column more if three of one do (20.1, 20.2).
    fn together(&self, rules: &Rules, units: &[UnitId]) -> (u16, u8) {
        if rules.battle != Battle::Eylau || units.len() < 2 {
            return (0, 0);
        }
        let mut counts: ArrayVec<(Division, u8), 12> = ArrayVec::new();
        for unit in units {
            let Some(division) = division_of(rules, *unit) else { continue };
            match counts.iter_mut().find(|(known, _)| *known == division) {
                Some((_, count)) => *count += 1,
                None => {
                    let _ = counts.try_push((division, 1));
                }
            }
        }
        let points = counts.iter().filter(|(_, count)| *count >= 2).count() as u16 * 2;
        let columns = counts.iter().filter(|(_, count)| *count >= 3).count() as u8;
        (points, columns)
    }

    /// The column of an attack, the better of points and columns for divisions.
    fn column(&self, rules: &Rules, strength: u16, defence: u16, units: &[UnitId]) -> Column {
        let (points, columns) = self.together(rules, units);
        let with_points = Rules::column_of(strength + points, defence);
        if columns == 0 {
            return with_points;
        }
        let Column(plain) = Rules::column_of(strength + points.saturating_sub(2 * u16::from(columns)), defence);
        with_points.max(Column((plain + columns).min(Column::LAST)))
    }

    /// The expectation of the attack led against target number `lead`, with everybody assigned to it.
    fn group_value(&self, rules: &Rules, state: &State, memory: &AssaultMemory, lead: usize, extra: u16) -> f64 {
        let mut units: ArrayVec<UnitId, 32> = ArrayVec::new();
        let mut strength = extra;
        let mut attackers = Stake::default();
        let sky = rules.sky(state);
        let mut over_hexside = true;
        let target = &memory.targets[lead];
        for front in memory.fronts.iter().filter(|front| usize::from(front.assigned) == lead) {
            for unit in &front.units {
                let _ = units.try_push(*unit);
            }
            strength += front.strength;
            attackers.add(front.stake);
            over_hexside &= rules.ground.doubled_from(sky, target.hex, state.hex_of(front.units[0]));
        }
        let adjacent = !units.is_empty();
        for battery in memory.batteries.iter().filter(|battery| battery.target == Some(lead as u8)) {
            strength += battery.strength;
            if adjacent {
                let _ = units.try_push(battery.unit);
            }
        }
        if strength == 0 {
            return 0.0;
        }
        let mut defence = 0;
        let mut defenders = Stake::default();
        for (place, other) in memory.targets.iter().enumerate() {
            if place == lead || other.with == Some(lead as u8) {
                let doubled = other.doubled || (adjacent && over_hexside && place == lead);
                defence += other.strength * if doubled { 2 } else { 1 };
                defenders.add(other.stake);
            }
        }
        let mut column = self.column(rules, strength, defence, &units);
        if rules.battle == Battle::Dresden && units.len() > 1 {
            let first = rules.unit(units[0]).army;
            let mixed = units.iter().any(|unit| rules.unit(*unit).army != first);
            let shaken = units.iter().any(|unit| rules.is_demoralized(state, rules.unit(*unit).army));
            column = Column(column.0.saturating_sub(u8::from(mixed) + u8::from(shaken)));
        }
        expectation(self.odds.of(column), attackers, defenders)
    }

    /// The value of the whole allocation. Enemies in contact whom nobody attacks are drawn into an attack, served by a
    /// battery, or counted as a fault.
    fn settle(&self, rules: &Rules, state: &State, memory: &mut AssaultMemory) -> f64 {
        for target in &mut memory.targets {
            target.with = None;
            target.attacked = false;
        }
        for front in &memory.fronts {
            memory.targets[usize::from(front.assigned)].attacked = true;
        }
        let mut fault = 0.0;
        for place in 0..memory.targets.len() {
            if memory.targets[place].attacked || !memory.targets[place].in_contact {
                continue;
            }
            // A group all of whose hexes touch this enemy too.
            let mut best: Option<u8> = None;
            for front in &memory.fronts {
                let lead = front.assigned;
                if !front.touches.contains(&(place as u8)) || best == Some(lead) {
                    continue;
                }
                let all = memory
                    .fronts
                    .iter()
                    .filter(|other| other.assigned == lead)
                    .all(|other| other.touches.contains(&(place as u8)));
                if all {
                    best = Some(lead);
                    break;
                }
            }
            match best {
                Some(lead) => memory.targets[place].with = Some(lead),
                None => fault += 3.0,
            }
        }
        let mut sum = -fault;
        for place in 0..memory.targets.len() {
            if memory.targets[place].attacked {
                sum += self.group_value(rules, state, memory, place, 0);
            }
        }
        sum
    }

    /// Shares the fronts out among the targets, then the batteries.
    fn allocate(&self, rules: &Rules, state: &State, memory: &mut AssaultMemory) {
        for front in &mut memory.fronts {
            // To begin with, everybody against the weakest he touches.
            let weakest = front
                .touches
                .iter()
                .min_by_key(|place| {
                    let target = &memory.targets[usize::from(**place)];
                    target.strength * if target.doubled { 2 } else { 1 }
                })
                .copied();
            front.assigned = weakest.unwrap_or(0);
        }
        let mut best = self.settle(rules, state, memory);
        for _ in 0..2 {
            let mut improved = false;
            for place in 0..memory.fronts.len() {
                if memory.fronts[place].touches.len() < 2 {
                    continue;
                }
                let touches = memory.fronts[place].touches.clone();
                for target in touches {
                    let before = memory.fronts[place].assigned;
                    if target == before {
                        continue;
                    }
                    memory.fronts[place].assigned = target;
                    let value = self.settle(rules, state, memory);
                    if value > best + 1e-9 {
                        best = value;
                        improved = true;
                    } else {
                        memory.fronts[place].assigned = before;
                    }
                }
            }
            if !improved {
                break;
            }
        }
        self.settle(rules, state, memory);
        self.lay_batteries(rules, state, memory);
    }

    /// Every battery fires where it helps most; alone it risks nothing.
    fn lay_batteries(&self, rules: &Rules, state: &State, memory: &mut AssaultMemory) {
        for place in 0..memory.batteries.len() {
            let unit = memory.batteries[place].unit;
            let from = state.hex_of(unit);
            // One stack never fires at two targets (10.3b).
            let bound = memory.batteries[..place]
                .iter()
                .find(|other| other.target.is_some() && state.hex_of(other.unit) == from)
                .map(|other| other.target);
            let mut best: (f64, Option<u8>) = (-1e9, None);
            for target in 0..memory.targets.len() {
                let lead = memory.targets[target].with.unwrap_or(target as u8);
                if bound.is_some_and(|bound| bound != Some(lead)) {
                    continue;
                }
                if !rules.can_bombard(state, unit, memory.targets[target].hex) {
                    continue;
                }
                let before = self.group_value(rules, state, memory, usize::from(lead), 0);
                memory.batteries[place].target = Some(lead);
                let mut gain = self.group_value(rules, state, memory, usize::from(lead), 0) - before;
                memory.batteries[place].target = None;
                let attacked = memory.fronts.iter().any(|front| front.assigned == lead);
                if memory.targets[target].in_contact && !attacked && memory.targets[target].with.is_none() {
                    // Nobody else can serve this one.
                    gain += 3.0;
                }
                if gain > best.0 {
                    best = (gain, Some(lead));
                }
            }
            memory.batteries[place].target = best.1.filter(|_| best.0 > -0.01);
        }
    }

    /// The next attack of the phase, or its end.
    pub(crate) fn next_attack(&self, rules: &Rules, state: &State, memory: &mut Memory, actions: &mut Vec<Action>) {
        let memory = &mut memory.assault;
        self.survey_contacts(rules, state, memory);
        if memory.targets.is_empty() {
            actions.push(Action::EndCombat);
            return;
        }
        self.allocate(rules, state, memory);
        let mut best: Option<(f64, usize)> = None;
        for place in 0..memory.targets.len() {
            if memory.targets[place].with.is_some() {
                continue;
            }
            let attacked = memory.fronts.iter().any(|front| usize::from(front.assigned) == place);
            let shelled = memory.batteries.iter().any(|battery| battery.target == Some(place as u8));
            if !attacked && !shelled {
                continue;
            }
            let value = self.group_value(rules, state, memory, place, 0);
            if best.is_none_or(|(most, _)| value > most) {
                best = Some((value, place));
            }
        }
        let Some((_, lead)) = best else {
            actions.push(Action::EndCombat);
            return;
        };
        self.speak_attack(memory, lead, actions);
    }

    /// Every attack of the plan as it stands, as answers to the question which comes first.
    pub(crate) fn list_attacks(&self, rules: &Rules, state: &State, answers: &mut Vec<Vec<Action>>) {
        let mut memory = AssaultMemory::default();
        self.survey_contacts(rules, state, &mut memory);
        self.allocate(rules, state, &mut memory);
        for place in 0..memory.targets.len() {
            let attacked = memory.fronts.iter().any(|front| usize::from(front.assigned) == place);
            let shelled = memory.batteries.iter().any(|battery| battery.target == Some(place as u8));
            if memory.targets[place].with.is_none() && (attacked || shelled) {
                let mut actions = Vec::new();
                self.speak_attack(&memory, place, &mut actions);
                answers.push(actions);
            }
        }
    }

    fn speak_attack(&self, memory: &AssaultMemory, lead: usize, actions: &mut Vec<Action>) {
        let lead_id = lead as u8;
        actions.push(Action::Target(memory.targets[lead].hex));
        for front in memory.fronts.iter().filter(|front| front.assigned == lead_id) {
            actions.push(Action::Join(front.units[0]));
        }
        for target in memory.targets.iter().filter(|target| target.with == Some(lead_id)) {
            actions.push(Action::Target(target.hex));
        }
        for battery in memory.batteries.iter().filter(|battery| battery.target == Some(lead_id)) {
            actions.push(Action::Join(battery.unit));
        }
    }

    /// An attack is on the table: take a column where it is better, and announce.
    pub(crate) fn declare(&self, rules: &Rules, state: &State, seat: Seat, actions: &mut Vec<Action>) {
        let mut legal = Vec::new();
        rules.legal(state, seat, &mut legal);
        let best = rules.best_column(state);
        let announce = Action::Announce(best);
        if !legal.contains(&announce) {
            // Somebody is still needed for it.
            let next = legal.iter().find(|action| matches!(action, Action::Join(_))).or(legal.first());
            actions.extend(next.copied());
            return;
        }
        for action in &legal {
            if let Action::TakeColumn(_) = action {
                let mut shifted = state.clone();
                rules.play(&mut shifted, seat, action, &mut kernel::Discard);
                if rules.best_column(&shifted) > best {
                    actions.push(*action);
                    return;
                }
            }
        }
        actions.push(announce);
    }

    /// Fresh strength (21.1): where a division's marker changes a fight by more than it is worth to keep.
    pub(crate) fn give_fresh_strength(
        &self,
        rules: &Rules,
        state: &State,
        side: Side,
        memory: &mut Memory,
        actions: &mut Vec<Action>,
    ) {
        let left = rules.scenario.turns.len() as f64 - f64::from(state.turn);
        // A marker is worth something in later turns, less the fewer there are.
        let keep = 0.25 + 0.09 * left;
        let memory = &mut memory.assault;
        let mut used: u32 = state.fresh_used;
        for unit in state.fresh {
            if let Some(division) = division_of(rules, unit) {
                used |= division.bit();
            }
        }
        let mut wishes: ArrayVec<(f64, UnitId), 64> = ArrayVec::new();
        if side == state.player {
            // A copy in the frame of attacks, as the phase will be after this.
            self.survey_contacts(rules, state, memory);
            self.allocate(rules, state, memory);
            for place in 0..memory.targets.len() {
                let before = self.group_value(rules, state, memory, place, 0);
                for front in memory.fronts.iter().filter(|front| usize::from(front.assigned) == place) {
                    let unit = front.units[0];
                    let points = rules.fresh_points(state, unit);
                    if points > 0 {
                        let gain = self.group_value(rules, state, memory, place, u16::from(points)) - before;
                        let _ = wishes.try_push((gain, unit));
                    }
                }
            }
        } else {
            let sky = rules.sky(state);
            for unit in rules.units_of(side) {
                let points = rules.fresh_points(state, unit);
                if points == 0 || !state.zone[state.player.index()].contains(state.hex_of(unit)) {
                    continue;
                }
                let hex = state.hex_of(unit);
                let attack: u16 = rules
                    .ground
                    .touched(sky, hex)
                    .filter(|near| state.occupied[state.player.index()].contains(*near))
                    .flat_map(|near| state.units_in(near))
                    .map(|enemy| rules.strength(state, enemy))
                    .sum();
                let factor = if rules.ground.doubled.contains(hex) { 2 } else { 1 };
                let stake = self.stake(rules, state, unit);
                let risk = |strength: u16| {
                    let column = Rules::column_of(attack, strength * factor);
                    expectation(self.odds.of(column), Stake::default(), stake)
                };
                let strength = rules.strength(state, unit);
                let _ = wishes.try_push((0.8 * (risk(strength) - risk(strength + u16::from(points))), unit));
            }
        }
        wishes.sort_by(|a, b| b.0.total_cmp(&a.0));
        for (gain, unit) in wishes {
            let Some(division) = division_of(rules, unit) else { continue };
            if gain > keep && used & division.bit() == 0 {
                used |= division.bit();
                actions.push(Action::Fresh(unit));
            }
        }
        actions.push(Action::FreshDone);
    }
}
