//! Attacks: who attacks whom, chosen by the exact expectation of the combat results table, the mandatory ones solved
//! together (5.1), and fresh strength where it helps most.

use arrayvec::ArrayVec;
use art_of_war::counters::{Kind, UnitId};
use art_of_war::state::{Column, CombatResult, State};
use art_of_war::{Action, Battle, Rules};
use kernel::{Ruleset, Seat, Side};

use crate::allocation::AssaultMemory;
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
