//! The battlefield as a staff sees it before each move: who threatens what, where strength is wanted, what the ground is worth.

use board::Hex;
use kernel::Side;
use napoleon_1807::counters::{CounterId, enemy_of};
use napoleon_1807::{HexSet, Rules, State};

use crate::Napoleon1807Craft;

/// By hex, for the side that moves.
#[derive(Debug, Default)]
pub(crate) struct Survey {
    /// Strength with which the enemy could attack a hex in his next turn.
    pub(crate) threat: Vec<f32>,
    /// Strength of friends who could help there.
    pub(crate) support: Vec<f32>,
    /// How much strength is wanted there for the objectives' sake.
    pub(crate) pull: Vec<f32>,
    /// Enemy batteries that could fire at it.
    pub(crate) guns: Vec<f32>,
    /// How far the nearest enemy is, up to the horizon.
    pub(crate) enemy: Vec<u8>,
    /// For what it was made.
    made_for: Option<(Side, [HexSet; 2])>,
}

impl Survey {
    #[inline]
    pub(crate) fn threat(&self, hex: Hex) -> f64 {
        f64::from(self.threat[hex.index()])
    }

    #[inline]
    pub(crate) fn support(&self, hex: Hex) -> f64 {
        f64::from(self.support[hex.index()])
    }

    #[inline]
    pub(crate) fn guns(&self, hex: Hex) -> f64 {
        f64::from(self.guns[hex.index()])
    }

    #[inline]
    pub(crate) fn pull(&self, hex: Hex) -> f64 {
        f64::from(self.pull[hex.index()])
    }
}

/// How far a unit strikes, in hexes: where it can march, and one more.
fn reach(rules: &Rules, state: &State, unit: CounterId) -> u8 {
    let halved = rules.night(state) || rules.snow(state);
    let mobility = rules.counter(unit).mobility;
    let march = if halved { mobility / 2 } else { mobility };
    // Ground and zones cost most units a good part of it.
    (march.saturating_mul(3) / 4).max(1) + 1
}

impl Napoleon1807Craft {
    /// Looks again if anybody has changed hexes.
    pub(crate) fn look(&self, rules: &Rules, state: &State, side: Side, survey: &mut Survey) {
        let now = (side, state.occupied);
        if survey.made_for.as_ref() == Some(&now) {
            return;
        }
        survey.made_for = Some(now);
        let hexes = rules.ground.grid.len();
        for field in [&mut survey.threat, &mut survey.support, &mut survey.pull, &mut survey.guns] {
            field.clear();
            field.resize(hexes, 0.0);
        }
        survey.enemy.clear();
        survey.enemy.resize(hexes, u8::MAX);
        self.spread(rules, state, enemy_of(side), &mut survey.threat);
        self.spread(rules, state, side, &mut survey.support);
        for hex in &state.occupied[enemy_of(side).index()] {
            for (near, distance) in self.distances.near(hex) {
                let known = &mut survey.enemy[near.index()];
                *known = (*known).min(*distance);
            }
        }
        self.mark_fields_of_fire(rules, state, enemy_of(side), &mut survey.guns);
        self.pull_of_objectives(rules, state, side, survey);
    }

    /// What the batteries of a side can see as far as they fire.
    fn mark_fields_of_fire(&self, rules: &Rules, state: &State, side: Side, into: &mut [f32]) {
        for hex in &state.occupied[side.index()] {
            for battery in rules.units_in(state, hex) {
                let Some(gun) = rules.counter(battery).gun().filter(|_| !state.disorganized.contains(battery)) else {
                    continue;
                };
                let range = rules.tables.range(gun);
                for to in rules.ground.in_sight(hex) {
                    if rules.ground.grid.distance(hex, *to) <= range {
                        into[to.index()] += 1.0;
                    }
                }
            }
        }
    }

    /// Adds what each unit of a side can bring to the hexes around it.
    fn spread(&self, rules: &Rules, state: &State, side: Side, into: &mut [f32]) {
        for hex in &state.occupied[side.index()] {
            for unit in rules.units_in(state, hex) {
                if state.square.contains(unit) {
                    continue;
                }
                let reach = reach(rules, state, unit);
                let order = if state.disorganized.contains(unit) { 0.4 } else { 1.0 };
                let arm = if rules.is_gun(unit) { 0.5 } else { 1.0 };
                let points = f32::from(state.points(unit) as u8) * order * arm;
                for (near, distance) in self.distances.near(hex) {
                    if *distance <= reach {
                        let share = 1.0 - 0.6 * f32::from(distance.saturating_sub(1)) / f32::from(reach);
                        into[near.index()] += points * share;
                    }
                }
            }
        }
    }

    /// Objectives draw strength: most those that are not held, and those that are threatened; less where enough stands by.
    fn pull_of_objectives(&self, rules: &Rules, state: &State, side: Side, survey: &mut Survey) {
        for (place, objective) in rules.scenario.objectives.iter().enumerate() {
            let own = state.control[place] == Some(side);
            let (threat, support) = (survey.threat(objective.hex), survey.support(objective.hex));
            let wanted = match own {
                true => (0.15 + threat / (support + 4.0)).min(1.0),
                false => 1.3 / (1.0 + 0.5 * (threat / (support + 4.0)).min(4.0)),
            };
            // More than enough is no use.
            let crowd = (support / (threat + 12.0)).max(1.0);
            let weight = f64::from(objective.points) * wanted / crowd;
            for (hex, pull) in survey.pull.iter_mut().enumerate() {
                let distance = self.distances.to_objective(place, Hex(hex as u16));
                *pull += (weight * 4.0 / (4.0 + distance)) as f32;
            }
        }
    }
}
