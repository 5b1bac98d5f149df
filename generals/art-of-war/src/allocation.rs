//! How the units in contact are shared out among the enemies (5.1): by expectation, so that nobody is left out, and then
//! the batteries where they help most.

use arrayvec::ArrayVec;
use art_of_war::counters::{Division, UnitId, enemy_of};
use art_of_war::state::{Column, State};
use art_of_war::{Battle, Rules};
use board::Hex;

use crate::assault::{Stake, expectation};
use crate::{ArtOfWarCraft, division_of};

/// A hex of the phasing side in contact.
#[derive(Clone, Debug)]
pub(crate) struct Front {
    pub(crate) units: ArrayVec<UnitId, 4>,
    strength: u16,
    stake: Stake,
    touches: ArrayVec<u8, 6>,
    pub(crate) assigned: u8,
}

/// An enemy hex that can be attacked.
#[derive(Clone, Debug)]
pub(crate) struct Target {
    pub(crate) hex: Hex,
    strength: u16,
    stake: Stake,
    in_contact: bool,
    doubled: bool,
    /// Somebody adjacent is assigned to it.
    attacked: bool,
    /// Attacked together with this target.
    pub(crate) with: Option<u8>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Battery {
    pub(crate) unit: UnitId,
    strength: u16,
    pub(crate) target: Option<u8>,
}

/// The attacks of a phase as they are planned at the moment.
#[derive(Debug, Default)]
pub(crate) struct AssaultMemory {
    pub(crate) fronts: Vec<Front>,
    pub(crate) targets: Vec<Target>,
    pub(crate) batteries: Vec<Battery>,
}

/// What it costs in the reckoning if an enemy in contact is left to the guns, who may have something better to do.
const LEFT_TO_THE_GUNS: f64 = 3.0;

/// The same where the guns cannot help: more than any attack is worth.
const FORBIDDEN: f64 = 1000.0;

impl AssaultMemory {
    /// Whether an enemy in contact is attacked by nobody, which the rules do not allow (5.1b).
    fn leaves_somebody_out(&self) -> bool {
        let shelled = |place| self.batteries.iter().any(|battery| battery.target == Some(place as u8));
        (0..self.targets.len()).any(|place| self.is_left_out(place) && !shelled(place))
    }

    /// Whether an enemy in contact is left to the guns.
    fn is_left_out(&self, place: usize) -> bool {
        let target = &self.targets[place];
        target.in_contact && !target.attacked && target.with.is_none()
    }

    /// An allocation that leaves nobody out: as many pairs of front and enemy as there can be, everybody else with one of
    /// them. With fewer pairs a leftover front and a leftover enemy could end up in one attack without touching.
    fn pair_off(&mut self) {
        let mut partner: Vec<Option<usize>> = vec![None; self.targets.len()];
        for place in 0..self.fronts.len() {
            let mut asked = vec![false; self.targets.len()];
            self.find_partner(place, &mut asked, &mut partner);
        }
        for front in &mut self.fronts {
            front.assigned = front.touches.first().copied().unwrap_or(0);
        }
        for (target, front) in partner.iter().enumerate() {
            if let Some(front) = front {
                self.fronts[*front].assigned = target as u8;
            }
        }
    }

    /// Finds an enemy for a front; fronts that have one already look for another if they must.
    fn find_partner(&self, place: usize, asked: &mut [bool], partner: &mut [Option<usize>]) -> bool {
        for target in &self.fronts[place].touches {
            let target = usize::from(*target);
            if asked[target] {
                continue;
            }
            asked[target] = true;
            if partner[target].is_none_or(|other| self.find_partner(other, asked, partner)) {
                partner[target] = Some(place);
                return true;
            }
        }
        false
    }
}

impl ArtOfWarCraft {
    /// Who could attack whom now.
    pub(crate) fn survey_contacts(&self, rules: &Rules, state: &State, memory: &mut AssaultMemory) {
        let AssaultMemory { fronts, targets, batteries } = memory;
        fronts.clear();
        targets.clear();
        batteries.clear();
        let mine = state.ready[state.player.index()];
        let theirs = state.ready[enemy_of(state.player).index()];
        let sky = rules.sky(state);
        let mut place_of = [u8::MAX; art_of_war::HexSet::CAPACITY];
        let unfought = |hex: Hex| state.units_in(hex).filter(|unit| !state.fought.contains(*unit));
        let add = |targets: &mut Vec<Target>,
                   place_of: &mut [u8; art_of_war::HexSet::CAPACITY],
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
                if rules.scenario.objectives.iter().any(|objective| objective.hex == hex) {
                    stake.destroyed += 1.5;
                    stake.driven_back += 1.5;
                }
                let doubled = rules.ground.doubled.contains(hex);
                // Whoever was in contact with an enemy that waits for the guns has fought already (5.6b).
                let in_contact = in_contact || state.awaiting.contains(hex);
                targets.push(Target { hex, strength, stake, in_contact, doubled, attacked: false, with: None });
            }
            place_of[hex.index()]
        };
        let contact = mine.intersection(state.zone[enemy_of(state.player).index()]);
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
    pub(crate) fn group_value(
        &self,
        rules: &Rules,
        state: &State,
        memory: &AssaultMemory,
        lead: usize,
        extra: u16,
    ) -> f64 {
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

    /// The value of the whole allocation. Enemies in contact whom nobody attacks are drawn into an attack, or counted as a
    /// fault, at this price.
    fn settle(&self, rules: &Rules, state: &State, memory: &mut AssaultMemory, fault: f64) -> f64 {
        for target in &mut memory.targets {
            target.with = None;
            target.attacked = false;
        }
        for front in &memory.fronts {
            memory.targets[usize::from(front.assigned)].attacked = true;
        }
        let mut sum = 0.0;
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
                None => sum -= fault,
            }
        }
        for place in 0..memory.targets.len() {
            if memory.targets[place].attacked {
                sum += self.group_value(rules, state, memory, place, 0);
            }
        }
        sum
    }

    /// Shares the fronts out among the targets, then the batteries.
    pub(crate) fn allocate(&self, rules: &Rules, state: &State, memory: &mut AssaultMemory) {
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
        self.improve(rules, state, memory, LEFT_TO_THE_GUNS);
        self.lay_batteries(rules, state, memory);
        if memory.leaves_somebody_out() {
            memory.pair_off();
            self.improve(rules, state, memory, FORBIDDEN);
            self.lay_batteries(rules, state, memory);
        }
    }

    /// Front by front to whatever target is better, as long as it helps.
    fn improve(&self, rules: &Rules, state: &State, memory: &mut AssaultMemory, fault: f64) {
        let mut best = self.settle(rules, state, memory, fault);
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
                    let value = self.settle(rules, state, memory, fault);
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
        self.settle(rules, state, memory, fault);
    }

    /// Every battery fires where it helps most; alone it risks nothing. Those whom nobody else can serve come first.
    fn lay_batteries(&self, rules: &Rules, state: &State, memory: &mut AssaultMemory) {
        memory.batteries.iter_mut().for_each(|battery| battery.target = None);
        self.serve_orphans(rules, state, memory);
        for place in 0..memory.batteries.len() {
            let unit = memory.batteries[place].unit;
            let from = state.hex_of(unit);
            // One stack never fires at two targets (10.3b).
            let bound = memory
                .batteries
                .iter()
                .find(|other| other.target.is_some() && state.hex_of(other.unit) == from)
                .map(|other| other.target);
            let bound_here = memory.batteries[place].target;
            let mut best: (f64, Option<u8>) = (-1e9, None);
            for target in 0..memory.targets.len() {
                let lead = memory.targets[target].with.unwrap_or(target as u8);
                if bound_here.is_some() || bound.is_some_and(|bound| bound != Some(lead)) {
                    continue;
                }
                if !rules.can_bombard(state, unit, memory.targets[target].hex) {
                    continue;
                }
                let before = self.group_value(rules, state, memory, usize::from(lead), 0);
                memory.batteries[place].target = Some(lead);
                let gain = self.group_value(rules, state, memory, usize::from(lead), 0) - before;
                memory.batteries[place].target = None;
                if gain > best.0 {
                    best = (gain, Some(lead));
                }
            }
            memory.batteries[place].target = bound_here.or(best.1.filter(|_| best.0 > -0.01));
        }
    }

    /// A battery of its own for every enemy in contact whom nobody attacks, as far as they go.
    fn serve_orphans(&self, rules: &Rules, state: &State, memory: &mut AssaultMemory) {
        let mut server: Vec<Option<usize>> = vec![None; memory.batteries.len()];
        for place in 0..memory.targets.len() {
            if memory.is_left_out(place) {
                let mut asked = vec![false; memory.batteries.len()];
                self.find_battery(rules, state, memory, place, &mut asked, &mut server);
            }
        }
        for (battery, target) in server.into_iter().enumerate() {
            if let Some(target) = target {
                memory.batteries[battery].target = Some(target as u8);
            }
        }
    }

    /// Finds a battery for an enemy; batteries that have one already are asked whether another can take him.
    fn find_battery(
        &self,
        rules: &Rules,
        state: &State,
        memory: &AssaultMemory,
        target: usize,
        asked: &mut [bool],
        server: &mut [Option<usize>],
    ) -> bool {
        for battery in 0..memory.batteries.len() {
            let unit = memory.batteries[battery].unit;
            // The first battery of a hex answers for all in it.
            let first = (0..battery).all(|other| state.hex_of(memory.batteries[other].unit) != state.hex_of(unit));
            if asked[battery] || !first || !rules.can_bombard(state, unit, memory.targets[target].hex) {
                continue;
            }
            asked[battery] = true;
            if server[battery].is_none_or(|other| self.find_battery(rules, state, memory, other, asked, server)) {
                server[battery] = Some(target);
                return true;
            }
        }
        false
    }
}
