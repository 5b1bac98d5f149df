//! What a position is worth.

use ai::Losses;
use kernel::Side;
use struggle_of_nations::roster::{FRENCH, LeaderSet, enemy_of};
use struggle_of_nations::scenario::Victory;
use struggle_of_nations::staff::Distances;
use struggle_of_nations::{Rules, State};

use crate::StruggleCraft;
use crate::survey::men;

/// What a step of morale and a point of strength count; a lead of 1 is about three games in four.
const STEP: f64 = 0.9;
const POINT: f64 = 0.05;

/// Berlin in French hands where that decides, and a movement point on the way there, if the scenario ended now.
const BERLIN: f64 = 2.0;
const NEARER: f64 = 0.04;

/// The share of its strength that a disorganized force is worth.
const BROKEN: f64 = 0.6;

/// Infantry and cavalry of a side on the map and, at a discount, of those who have broken.
fn strength(rules: &Rules, state: &State, side: Side) -> f64 {
    let all: LeaderSet = rules.on_map(state, side).filter(|leader| !rules.is_neutral(state, *leader)).collect();
    let broken = all.intersection(state.disorganized);
    f64::from(men(rules, state, all)) - (1.0 - BROKEN) * f64::from(men(rules, state, broken))
}

pub(crate) fn balance(rules: &Rules, state: &State, side: Side) -> f64 {
    strength(rules, state, side) - strength(rules, state, enemy_of(side))
}

impl StruggleCraft {
    pub(crate) fn expected(&self, rules: &Rules, state: &State, side: Side, luck: f64) -> f64 {
        let steps = rules.steps_of(state, side) - rules.steps_of(state, enemy_of(side));
        let begun = if side == FRENCH { self.begun } else { -self.begun };
        let material = balance(rules, state, side) + luck - begun;
        let berlin = self.berlin(rules, state);
        let lead = STEP * f64::from(steps) + POINT * material + if side == FRENCH { berlin } else { -berlin };
        0.5 + 0.5 * lead.tanh()
    }

    /// What Berlin counts for the French where its possession decides the scenario.
    fn berlin(&self, rules: &Rules, state: &State) -> f64 {
        const MATTERS: u16 = 6;
        let Victory::Steps { berlin: Some(_), .. } = rules.scenario.victory else { return 0.0 };
        let Some(city) = self.cities.iter().find(|city| city.wanted_by == FRENCH) else { return 0.0 };
        let on_the_way = rules.on_map(state, FRENCH).filter(|leader| rules.men_of(state, *leader) >= MATTERS);
        let far = on_the_way.map(|leader| city.ways.to(&state.package(leader))).min().unwrap_or(Distances::FAR);
        if far == 0 {
            return BERLIN;
        }
        -NEARER * f64::from(far.min(80)) / 2.0
    }
}

pub(crate) fn losses(rules: &Rules, state: &State, side: Side) -> Losses {
    let mut losses = Losses { units: 0, units_in_all: 0, strength: 0, strength_in_all: 0, strength_out: 0 };
    for unit in rules.all_units().filter(|unit| rules.unit(*unit).side == side) {
        let (_, start) = rules.tracks[unit.index()];
        if start == 0 {
            continue;
        }
        let now = u32::from(state.points(unit));
        losses.units_in_all += 1;
        losses.strength_in_all += u32::from(start);
        losses.strength += u32::from(start).saturating_sub(now);
        losses.units += u32::from(now == 0);
    }
    losses
}
