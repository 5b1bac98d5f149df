//! Attacks: what a combat can be expected to bring, and which ones are fought.

use board::Hex;
use kernel::{Ruleset, Seat};
use napoleon_1807::counters::CounterId;
use napoleon_1807::staff::CombatNumbers;
use napoleon_1807::state::Clash;
use napoleon_1807::tables::Effect;
use napoleon_1807::{Action, Rules, State};

use crate::{Memory, Napoleon1807Craft};

/// Modifiers of the combat die that are told apart, from this one on.
const LOWEST: i8 = -14;
const HIGHEST: i8 = 20;
/// Strengths and shifts of the loss table that are told apart.
const STRENGTHS: usize = 64;
const SHIFTS: i8 = 4;

/// How likely the codes of the table are for one side.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Shares {
    pub(crate) retreat: f64,
    pub(crate) disorganized: f64,
    pub(crate) test: f64,
}

impl Shares {
    fn add(&mut self, effect: Effect) {
        let sixth = |holds: bool| if holds { 1.0 / 6.0 } else { 0.0 };
        self.retreat += sixth(effect.retreat);
        self.disorganized += sixth(effect.disorganized);
        self.test += sixth(effect.test && !effect.disorganized);
    }
}

/// The tables as expectations.
#[derive(Debug)]
pub(crate) struct Odds {
    /// By modifier: attacker and defender.
    results: Vec<[Shares; 2]>,
    /// By shift and strength: points lost by the other side.
    losses: Vec<[f64; STRENGTHS]>,
    /// By morale: the chance to fail a test.
    fails: [f64; 14],
}

fn of_two_dice(value: impl Fn(u8) -> f64) -> f64 {
    (2..=12u8).map(|sum| f64::from(6 - sum.abs_diff(7)) * value(sum)).sum::<f64>() / 36.0
}

impl Odds {
    pub(crate) fn new(rules: &Rules) -> Odds {
        let results = (LOWEST..=HIGHEST).map(|modifier| {
            let mut shares = [Shares::default(); 2];
            for die in 1..=6 {
                let row = rules.tables.combat(rules.tables.combat_row(die + modifier));
                shares[0].add(row.attacker);
                shares[1].add(row.defender);
            }
            shares
        });
        let losses = (-SHIFTS..=SHIFTS).map(|shift| {
            std::array::from_fn(|strength| {
                of_two_dice(|sum| f64::from(rules.tables.losses(strength as u16, shift, sum).0))
            })
        });
        let fails = std::array::from_fn(|morale| of_two_dice(|sum| if sum > morale as u8 { 1.0 } else { 0.0 }));
        Odds { results: results.collect(), losses: losses.collect(), fails }
    }

    #[inline]
    pub(crate) fn results(&self, modifier: i8) -> &[Shares; 2] {
        &self.results[(modifier.clamp(LOWEST, HIGHEST) - LOWEST) as usize]
    }

    /// Points that a side can be expected to lose to an enemy of this strength.
    #[inline]
    pub(crate) fn losses(&self, strength: u16, shift: i8) -> f64 {
        let shift = (shift.clamp(-SHIFTS, SHIFTS) + SHIFTS) as usize;
        self.losses[shift][usize::from(strength).min(STRENGTHS - 1)]
    }

    #[inline]
    pub(crate) fn fails(&self, morale: u8) -> f64 {
        self.fails[usize::from(morale).min(13)]
    }
}

/// What disorder costs a unit, as a part of its strength: it may come back into order.
pub(crate) const DISORDER: f64 = 0.3;

/// What one side has at stake in a combat.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Stake {
    pub(crate) points: f64,
    /// What is lost if all of it is disorganized, and if all of it has to test.
    pub(crate) disorder: f64,
    pub(crate) test: f64,
    /// What is lost if it has to retreat.
    pub(crate) driven_back: f64,
}

impl Napoleon1807Craft {
    /// Adds a unit to what a side has at stake.
    pub(crate) fn stake(&self, rules: &Rules, state: &State, unit: CounterId, stake: &mut Stake) {
        let points = f64::from(state.points(unit));
        let disorder = if state.disorganized.contains(unit) { points } else { DISORDER * points };
        stake.points += points;
        stake.disorder += disorder;
        stake.test += disorder * self.odds.fails(rules.morale_of(state, unit));
        stake.driven_back += if rules.is_gun(unit) { 0.5 * points } else { 0.2 + 0.03 * points };
    }

    /// The expectation of a combat in strength points, for the attacker.
    pub(crate) fn expectation(
        &self,
        modifier: i8,
        strength: [u16; 2],
        terrain: i8,
        attacker: &Stake,
        defender: &Stake,
        ground: f64,
    ) -> f64 {
        let [own, theirs] = self.odds.results(modifier);
        let lost = self.odds.losses(strength[1], -terrain).min(attacker.points);
        let taken = self.odds.losses(strength[0], terrain).min(defender.points);
        let gain = taken
            + theirs.disorganized * defender.disorder
            + theirs.test * defender.test
            + theirs.retreat * (defender.driven_back + ground);
        let price =
            lost + own.disorganized * attacker.disorder + own.test * attacker.test + own.retreat * attacker.driven_back;
        gain - price
    }

    /// The same of a combat whose numbers the rules have found.
    pub(crate) fn worth_of(&self, rules: &Rules, state: &State, numbers: &CombatNumbers, targets: &[Hex]) -> f64 {
        let mut stakes = [Stake::default(); 2];
        numbers.attackers.iter().for_each(|unit| self.stake(rules, state, unit, &mut stakes[0]));
        numbers.defenders.iter().for_each(|unit| self.stake(rules, state, unit, &mut stakes[1]));
        let ground = targets.iter().map(|hex| self.worth_of_ground(rules, state, *hex)).fold(0.0, f64::max);
        self.expectation(numbers.modifier, numbers.strength, numbers.terrain, &stakes[0], &stakes[1], ground)
    }

    /// What it is worth to the player to stand in a hex that the enemy holds.
    pub(crate) fn worth_of_ground(&self, rules: &Rules, state: &State, hex: Hex) -> f64 {
        let objective =
            rules.scenario.objectives.iter().zip(&state.control).find(|(objective, _)| objective.hex == hex);
        match objective {
            Some((objective, holder)) if *holder != Some(state.player) => 6.0 * f64::from(objective.points),
            Some((objective, _)) => 2.0 * f64::from(objective.points),
            None => 0.3,
        }
    }

    /// The next attack of the phase, or its end.
    pub(crate) fn next_attack(&self, rules: &Rules, state: &State, seat: Seat, memory: &mut Memory) -> Option<Action> {
        let legal = &mut memory.legal;
        rules.legal(state, seat, legal);
        let mut best: Option<(f64, Action)> = None;
        let may_end = legal.contains(&Action::EndCombat);
        for action in legal.iter() {
            if let Action::Attack(from, to) = *action {
                let worth = self.best_group(rules, state, from, to, legal);
                let due = rules.units_in(state, to).any(|unit| rules.is_due(state, unit));
                // Whoever must be attacked anyway is attacked while friends can still join.
                let worth = if due { worth + 0.5 } else { worth };
                if best.is_none_or(|(most, _)| worth > most) {
                    best = Some((worth, *action));
                }
            }
        }
        match best {
            Some((worth, action)) if worth > 0.4 || !may_end => Some(action),
            Some(_) | None if may_end => Some(Action::EndCombat),
            Some(_) | None => None,
        }
    }

    /// What an attack from one hex is worth if every neighbour joins in who makes it better.
    fn best_group(&self, rules: &Rules, state: &State, from: Hex, to: Hex, legal: &[Action]) -> f64 {
        let mut group = arrayvec::ArrayVec::<Hex, 6>::from_iter([from]);
        let worth = |group: &[Hex]| {
            let numbers = rules.combat_numbers(state, Clash::Assault, group, &[to]);
            self.worth_of(rules, state, &numbers, &[to])
        };
        let mut best = worth(&group);
        for action in legal {
            if let Action::Attack(other, at) = *action
                && at == to
                && !group.contains(&other)
                && group.len() < 6
            {
                group.push(other);
                let with = worth(&group);
                if with > best {
                    best = with;
                } else {
                    group.pop();
                }
            }
        }
        best
    }

    /// A combat is being put together: whoever makes it better joins, then it is fought.
    pub(crate) fn declare(&self, rules: &Rules, state: &State, seat: Seat, memory: &mut Memory) -> Option<Action> {
        let legal = &mut memory.legal;
        rules.legal(state, seat, legal);
        let may_fight = legal.contains(&Action::Fight);
        let combat = &state.combat;
        let now = self.worth_of(rules, state, &rules.combat_at_hand(state), &combat.targets);
        let mut best: Option<(f64, Action)> = None;
        for action in legal.iter() {
            let mut trial = state.clone();
            if !matches!(action, Action::Join(_) | Action::Target(_)) {
                continue;
            }
            rules.play(&mut trial, seat, action, &mut kernel::Discard);
            let worth = self.worth_of(rules, &trial, &rules.combat_at_hand(&trial), &trial.combat.targets);
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, *action));
            }
        }
        match best {
            Some((worth, action)) if worth > now || !may_fight => Some(action),
            Some(_) | None => may_fight.then_some(Action::Fight),
        }
    }
}
