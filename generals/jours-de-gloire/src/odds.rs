//! What a battle promises: the combat table played out over all dice, round by round.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use board::boxes::BoxId;
use jours_de_gloire::battle::Tactic;
use jours_de_gloire::ground::Terrain;
use jours_de_gloire::sets::CounterSet;
use jours_de_gloire::state::State;
use jours_de_gloire::tables::{Tables, Weather};
use jours_de_gloire::{Rules, state::enemy_of};
use kernel::Side;

/// Rounds of the longest battle.
const ROUNDS: usize = 4;
/// Losses of a side are counted up to this.
const MOST: usize = 16;
/// Losses of one throw of the table and one of the guns, at most.
const PER_ROUND: usize = 8;
/// What a strength point lost more than the enemy is worth (9.f).
pub(crate) const PER_STRENGTH: f64 = 0.25;

/// What a side brings to a battle.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Host {
    /// After the factors of the ground.
    pub(crate) strength: f64,
    /// As the roster has it.
    pub(crate) men: u16,
    pub(crate) tactical: u8,
    pub(crate) cohesion: u8,
    pub(crate) guns: u16,
    pub(crate) horse: u16,
    pub(crate) led: bool,
    /// The tactics it may choose.
    pub(crate) tactics: [bool; 4],
}

impl Host {
    pub(crate) fn of(rules: &Rules, state: &State, force: &CounterSet, at: BoxId, attacker: Side, side: Side) -> Host {
        let (tactical, guns, horse) = rules.bonuses_of(state, force);
        Host {
            strength: f64::from(rules.strength_on_ground(state, force, at, attacker, side)),
            men: rules.strength_of(state, force),
            tactical,
            cohesion: rules.average_cohesion(state, force),
            guns,
            horse,
            led: force.iter().any(|counter| rules.counter(counter).rank > 0),
            tactics: Tactic::ALL.map(|tactic| rules.allows_tactic(state, at, side, force, tactic)),
        }
    }

    /// With so many men more, of whom nothing else is known.
    pub(crate) fn joined_by(self, men: f64) -> Host {
        Host { strength: self.strength + men, men: self.men + men as u16, ..self }
    }
}

/// What the ground and the way of coming do to the dice.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Circumstances {
    /// Columns, attacker and defender.
    pub(crate) columns: [i32; 2],
    /// Dice, attacker and defender.
    pub(crate) dice: [i32; 2],
}

impl Circumstances {
    pub(crate) fn at(rules: &Rules, state: &State, at: BoxId, attacker: Side) -> Circumstances {
        let mut it = Circumstances::default();
        let shift = &rules.tables.shift;
        let die = &rules.tables.die;
        match rules.ground_of_battle(at) {
            Terrain::Open => it.dice[1] += i32::from(die.open_terrain_defender),
            Terrain::Mountain => it.columns[0] += i32::from(shift.mountain_attacker),
            Terrain::Defensive => {
                it.columns[0] += i32::from(shift.defensive_attacker);
                it.columns[1] += i32::from(shift.defensive_defender);
            }
        }
        if state.entrenched[enemy_of(attacker).index()].contains(at) {
            it.columns[0] += i32::from(shift.entrenched_attacker);
        }
        it
    }

    pub(crate) fn in_flank(mut self, rules: &Rules) -> Circumstances {
        self.columns[0] += i32::from(rules.tables.shift.flank_attack);
        self
    }

    pub(crate) fn over_bridge(mut self, rules: &Rules) -> Circumstances {
        self.dice[0] += i32::from(rules.tables.die.attack_over_bridge);
        self
    }
}

/// How a battle of so many rounds ends.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Ending {
    pub(crate) attacker_beaten: f64,
    pub(crate) defender_beaten: f64,
    /// Expected losses, attacker and defender.
    pub(crate) lost: [f64; 2],
}

/// Losses that one side inflicts in a round, with or without a test of morale: chances by number.
#[derive(Clone, Copy)]
struct Blow([[f64; 2]; PER_ROUND]);

impl Blow {
    fn of(tables: &Tables, strength: f64, columns: i32, die: i32, guns: Option<(u16, Weather)>) -> Blow {
        let mut blow = Blow([[0.0; 2]; PER_ROUND]);
        for face in 1..=6 {
            let cell = tables.combat(strength as u16, columns, face + die);
            match guns {
                None => blow.add(cell.losses, cell.morale, 1.0 / 6.0),
                Some((bonus, weather)) => {
                    for other in 1..=6 {
                        let fire = tables.artillery(bonus, weather, other).unwrap_or_default();
                        blow.add(cell.losses + fire.losses, cell.morale || fire.morale, 1.0 / 36.0);
                    }
                }
            }
        }
        blow
    }

    fn add(&mut self, losses: u8, tests: bool, chance: f64) {
        self.0[usize::from(losses).min(PER_ROUND - 1)][usize::from(tests)] += chance;
    }
}

/// All that decides a battle, in whole numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Terms {
    strength: [u16; 2],
    men: [u16; 2],
    columns: [i8; 2],
    dice: [i8; 2],
    /// The die up to which a side stands.
    stands: [u8; 2],
    guns: [u8; 2],
    weather: Weather,
    rounds: u8,
}

/// Battles that have been played out already: simulations meet the same ones again and again.
#[derive(Debug, Default)]
pub(crate) struct Archive {
    shelves: [Mutex<HashMap<Terms, [Ending; ROUNDS]>>; SHELVES],
}

/// Threads seldom want the same shelf at the same time.
const SHELVES: usize = 16;
/// When a shelf is full it is emptied.
const FULL: usize = 2_000;

impl Archive {
    fn endings(&self, tables: &Tables, terms: Terms) -> [Ending; ROUNDS] {
        let place = usize::from(terms.strength[0] ^ terms.men[1] << 1 ^ u16::from(terms.guns[0])) % SHELVES;
        let known = self.shelves[place].lock().unwrap_or_else(PoisonError::into_inner).get(&terms).copied();
        if let Some(known) = known {
            return known;
        }
        let endings = fight(tables, &terms);
        let mut shelf = self.shelves[place].lock().unwrap_or_else(PoisonError::into_inner);
        if shelf.len() >= FULL {
            shelf.clear();
        }
        shelf.insert(terms, endings);
        endings
    }
}

/// The endings of battles of one to four rounds.
fn fight(tables: &Tables, terms: &Terms) -> [Ending; ROUNDS] {
    let fails = terms.stands.map(|limit| f64::from(6 - limit.min(6)) / 6.0);
    let mut endings = [Ending::default(); ROUNDS];
    let mut standing = [[0.0f64; MOST + 1]; MOST + 1];
    standing[0][0] = 1.0;
    let mut settled = Ending::default();
    let mut most = 0;
    for round in 1..=usize::from(terms.rounds).min(ROUNDS) {
        let late = if round >= 3 { i32::from(tables.die.third_and_fourth_round) } else { 0 };
        let last = if round == 4 { i32::from(tables.shift.fourth_round) } else { 0 };
        let mut next = [[0.0f64; MOST + 1]; MOST + 1];
        let blow_of = |side: usize, lost: usize| {
            let men = f64::from(terms.men[side]).max(1.0);
            let strength = f64::from(terms.strength[side]) * ((men - lost as f64).max(0.0) / men);
            let guns = u16::from(terms.guns[side]);
            let guns = (round % 2 == 0 && guns > 0).then_some((guns, terms.weather));
            Blow::of(tables, strength, i32::from(terms.columns[side]) + last, i32::from(terms.dice[side]) + late, guns)
        };
        let reach = most.min(MOST);
        let blows: [Vec<Blow>; 2] = [0, 1].map(|side| (0..=reach).map(|lost| blow_of(side, lost)).collect());
        let mut highest = 0;
        for own in 0..=reach {
            for other in 0..=reach {
                let chance = standing[own][other];
                if chance < 1e-6 {
                    continue;
                }
                for (taken, by_test) in blows[0][own].0.iter().enumerate() {
                    for (suffered, by_test_too) in blows[1][other].0.iter().enumerate() {
                        for (tested, first) in by_test.iter().enumerate().filter(|(_, chance)| **chance > 0.0) {
                            for (tested_too, second) in by_test_too.iter().enumerate() {
                                let chance = chance * first * second;
                                if chance < 1e-7 {
                                    continue;
                                }
                                let lost = [(own + suffered).min(MOST), (other + taken).min(MOST)];
                                highest = highest.max(lost[0]).max(lost[1]);
                                let tests = [tested_too == 1, tested == 1];
                                let breaks = [0, 1].map(|side: usize| {
                                    let men = terms.men[side];
                                    if lost[side] as u16 >= men {
                                        1.0
                                    } else if tests[side] || tables.battle.tests_morale(lost[side] as u16, men) {
                                        fails[side]
                                    } else {
                                        0.0
                                    }
                                });
                                let both = breaks[0] * breaks[1];
                                let fewer = |side: usize| f64::from(u8::from(lost[side] > lost[1 - side]));
                                settled.attacker_beaten += chance * (breaks[0] - both + both * fewer(0));
                                settled.defender_beaten += chance * (breaks[1] - both + both * fewer(1));
                                let over = breaks[0] + breaks[1] - both;
                                for side in [0, 1] {
                                    settled.lost[side] += chance * over * lost[side] as f64;
                                }
                                next[lost[0]][lost[1]] += chance * (1.0 - over);
                            }
                        }
                    }
                }
            }
        }
        most = highest;
        standing = next;
        let ending = &mut endings[round - 1];
        *ending = settled;
        for (own, row) in standing.iter().enumerate() {
            for (other, chance) in row.iter().enumerate() {
                ending.attacker_beaten += if own > other { *chance } else { 0.0 };
                ending.defender_beaten += if other > own { *chance } else { 0.0 };
                ending.lost[0] += chance * own as f64;
                ending.lost[1] += chance * other as f64;
            }
        }
    }
    endings
}

/// A battle as a game of tactics: what each pair is worth to the attacker, in victory points.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Contest {
    /// By tactic of the attacker and of the defender, in the order of [`Tactic::ALL`].
    worth: [[f64; 4]; 4],
    hosts: [Host; 2],
}

impl Contest {
    /// `prize`: what it is worth to the attacker that the defender leaves the box.
    pub(crate) fn new(
        archive: &Archive,
        rules: &Rules,
        state: &State,
        hosts: [Host; 2],
        it: Circumstances,
        prize: f64,
    ) -> Contest {
        let values = Tactic::ALL.map(|tactic| rules.tables.battle.tactic(tactic).value);
        let highest = |host: &Host| {
            let allowed = host.tactics.iter().zip(values).filter(|(allowed, _)| **allowed);
            allowed.map(|(_, value)| value).max().unwrap_or(1)
        };
        let size_of = |one: u8, other: u8| {
            let sum = one + other;
            if hosts[0].led != hosts[1].led { sum.div_ceil(2) } else { sum / 2 }
        };
        let most = size_of(highest(&hosts[0]), highest(&hosts[1]));
        let difference = i32::from(hosts[0].cohesion) - i32::from(hosts[1].cohesion);
        let tactical = hosts.map(|host| i32::from(host.tactical));
        let terms = Terms {
            strength: hosts.map(|host| host.strength.round() as u16),
            men: hosts.map(|host| host.men),
            columns: it.columns.map(|columns| columns as i8),
            dice: [tactical[0] + difference + it.dice[0], tactical[1] - difference + it.dice[1]].map(|die| die as i8),
            stands: hosts.map(|host| host.cohesion + rules.tables.battle.morale_ease(host.tactical)),
            guns: hosts.map(|host| host.guns.min(30) as u8),
            weather: state.weather,
            rounds: most,
        };
        let endings = archive.endings(&rules.tables, terms);
        let by_size: Vec<f64> = (1..=ROUNDS as u8)
            .map(|size| {
                let ending = endings[usize::from(size) - 1];
                let points = f64::from(rules.tables.battle.tactic(rules.tables.battle.type_of(size)).points);
                let pursued = |winner: usize| if hosts[winner].horse > 0 { 0.15 } else { 0.0 };
                ending.defender_beaten * (points + prize + pursued(0)) - ending.attacker_beaten * (points + pursued(1))
                    + PER_STRENGTH * (ending.lost[1] - ending.lost[0])
            })
            .collect();
        let mut worth = [[0.0; 4]; 4];
        for (own, row) in worth.iter_mut().enumerate() {
            for (other, cell) in row.iter_mut().enumerate() {
                let size = size_of(values[own], values[other]).clamp(1, ROUNDS as u8);
                *cell = by_size[usize::from(size) - 1];
            }
        }
        Contest { worth, hosts }
    }

    fn allowed(&self, side: usize) -> impl Iterator<Item = usize> + '_ {
        (0..4).filter(move |tactic| self.hosts[side].tactics[*tactic])
    }

    /// The least that the attacker gets with a tactic, and the most that the defender leaves him with one.
    fn secured(&self, side: usize, tactic: usize) -> f64 {
        let others = self.allowed(1 - side);
        if side == 0 {
            others.map(|other| self.worth[tactic][other]).fold(f64::INFINITY, f64::min)
        } else {
            others.map(|other| self.worth[other][tactic]).fold(f64::NEG_INFINITY, f64::max)
        }
    }

    /// The tactic that leaves a side best off whatever the other does.
    pub(crate) fn soundest(&self, attacks: bool) -> Option<Tactic> {
        let side = usize::from(!attacks);
        let sign = if attacks { 1.0 } else { -1.0 };
        let average = |tactic: usize| {
            let others: Vec<usize> = self.allowed(1 - side).collect();
            let sum: f64 = others
                .iter()
                .map(|other| if attacks { self.worth[tactic][*other] } else { self.worth[*other][tactic] })
                .sum();
            sum / others.len().max(1) as f64
        };
        let merit = |tactic: usize| sign * (0.8 * self.secured(side, tactic) + 0.2 * average(tactic));
        let best = self.allowed(side).max_by(|a, b| merit(*a).total_cmp(&merit(*b)))?;
        Some(Tactic::ALL[best])
    }

    /// What the battle is worth to the attacker if both choose soundly.
    pub(crate) fn value(&self) -> f64 {
        let low = self.allowed(0).map(|tactic| self.secured(0, tactic)).fold(f64::NEG_INFINITY, f64::max);
        let high = self.allowed(1).map(|tactic| self.secured(1, tactic)).fold(f64::INFINITY, f64::min);
        if low.is_finite() && high.is_finite() { (low + high) / 2.0 } else { 0.0 }
    }
}
