//! What a position is worth.

use ai::Losses;
use kernel::Side;
use syw_battles::counters::{CounterId, Formation, enemy_of};
use syw_battles::staff::Toll;
use syw_battles::state::Fate;
use syw_battles::{Rules, State};

/// What a point of strength counts beside the points of the scenario.
const STRENGTH: f64 = 0.1;

/// A lead by so much is nearly won.
const LEAD: f64 = 5.0;

/// What a unit is worth in its present order, of its strength.
pub(crate) fn share(formation: Formation) -> f64 {
    match formation {
        Formation::Brigade => 1.0,
        Formation::Shaken => 0.5,
        Formation::Panicked => 0.15,
        Formation::Line
        | Formation::Column
        | Formation::Dispersed
        | Formation::Unlimbered
        | Formation::Limbered
        | Formation::None => 0.85,
    }
}

/// A counter's strength as the staff counts it: guns by their balls, each worth two.
pub(crate) fn strength(rules: &Rules, unit: CounterId) -> f64 {
    let print = rules.counter(unit);
    if print.is_battery() { 2.0 + 2.0 * f64::from(print.balls) } else { 1.0 + f64::from(print.strength) }
}

pub(crate) fn worth(rules: &Rules, state: &State, unit: CounterId) -> f64 {
    if !state.on_map(unit) || !(rules.is_unit(unit) || rules.is_battery(unit)) {
        return 0.0;
    }
    share(state.formation(unit)) * strength(rules, unit)
}

/// What a step down costs a unit as it stands.
pub(crate) fn step(rules: &Rules, state: &State, unit: CounterId) -> f64 {
    let formation = state.formation(unit);
    let next = match formation {
        Formation::Brigade => 0.85,
        Formation::Shaken => 0.15,
        Formation::Panicked => 0.05,
        Formation::Line
        | Formation::Column
        | Formation::Dispersed
        | Formation::Unlimbered
        | Formation::Limbered
        | Formation::None => 0.5,
    };
    (share(formation) - next) * strength(rules, unit)
}

/// What a toll is worth in strength.
pub(crate) fn of_toll(rules: &Rules, state: &State, unit: CounterId, toll: Toll) -> f64 {
    let part = |count: u16| f64::from(count) / f64::from(Toll::WHOLE);
    let all = share(state.formation(unit)) * strength(rules, unit);
    let in_brigade = state.formation(unit) == Formation::Brigade;
    let recoil = if in_brigade { step(rules, state, unit) + 0.2 } else { 0.3 };
    part(toll.steps) * step(rules, state, unit)
        + part(toll.panics) * (all - 0.15 * strength(rules, unit)).max(0.1)
        + part(toll.recoils) * recoil
        + part(toll.losses) * (all + 2.0)
}

pub(crate) fn balance(rules: &Rules, state: &State, side: Side) -> f64 {
    let sum = |of: Side| -> f64 { rules.counters_of(of).iter().map(|unit| worth(rules, state, unit)).sum() };
    sum(side) - sum(enemy_of(side))
}

/// The score to be expected, from 0 to 1.
pub(crate) fn expected(rules: &Rules, state: &State, side: Side, luck: f64) -> f64 {
    let lead = f64::from(rules.points_of(state, side) - rules.points_of(state, enemy_of(side)));
    let material = STRENGTH * (balance(rules, state, side) + luck);
    0.5 + 0.5 * ((lead + material) / LEAD).tanh()
}

pub(crate) fn losses(rules: &Rules, state: &State, side: Side) -> Losses {
    let mut losses = Losses { units: 0, units_in_all: 0, strength: 0, strength_in_all: 0, strength_out: 0 };
    for unit in rules.counters_of(side).iter().filter(|unit| rules.is_unit(*unit) || rules.is_battery(*unit)) {
        let strength = u32::from(rules.counter(unit).strength);
        losses.units_in_all += 1;
        losses.strength_in_all += strength;
        if state.fate[unit.index()].is_lost() {
            losses.units += 1;
            losses.strength += strength;
        } else if state.fate[unit.index()] == Fate::Waiting || state.formation(unit) == Formation::Panicked {
            losses.strength_out += strength;
        }
    }
    losses
}
