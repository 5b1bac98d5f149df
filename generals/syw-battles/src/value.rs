//! What a position is worth.

use ai::Losses;
use kernel::Side;
use syw_battles::counters::{ALLIED, CounterId, FRENCH, Formation, enemy_of};
use syw_battles::staff::Toll;
use syw_battles::state::Fate;
use syw_battles::{Rules, State};

/// What a point of strength counts beside the points of the scenario.
const STRENGTH: f64 = 0.1;

/// What the score has of the bare lead, so that a won game is won by more and a lost one lost by less.
const MARGIN: f64 = 0.03;

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

/// What a toll is worth in strength. Infantry that is `backed` has somebody at its back, and panics when it has to go there.
pub(crate) fn of_toll(rules: &Rules, state: &State, unit: CounterId, toll: Toll, backed: bool) -> f64 {
    let part = |count: u16| f64::from(count) / f64::from(Toll::WHOLE);
    let all = share(state.formation(unit)) * strength(rules, unit);
    let in_brigade = state.formation(unit) == Formation::Brigade;
    let panic = (all - 0.15 * strength(rules, unit)).max(0.1);
    let recoil = match (backed, in_brigade) {
        (true, _) => panic,
        (false, true) => step(rules, state, unit) + 0.2,
        (false, false) => 0.3,
    };
    part(toll.steps) * step(rules, state, unit)
        + part(toll.panics) * panic
        + part(toll.recoils) * recoil
        + part(toll.losses) * (all + 2.0)
}

pub(crate) fn balance(rules: &Rules, state: &State, side: Side) -> f64 {
    let sum = |of: Side| -> f64 { rules.counters_of(of).iter().map(|unit| worth(rules, state, unit)).sum() };
    sum(side) - sum(enemy_of(side))
}

/// The score to be expected, from 0 to 1.
pub(crate) fn expected(rules: &Rules, state: &State, side: Side, luck: f64) -> f64 {
    let points = f64::from(rules.points_of(state, ALLIED) - rules.points_of(state, FRENCH));
    let luck = if side == ALLIED { luck } else { -luck };
    let lead = points + STRENGTH * (balance(rules, state, ALLIED) + luck);
    // What can still happen in the turns that are left.
    let left = f64::from(rules.scenario.last_turn().saturating_sub(state.turn)) + 0.5;
    let spread = 0.8 + 0.8 * left.sqrt();
    let above = |least: i32| 1.0 / (1.0 + (-1.7 * (lead - f64::from(least) + 0.5) / spread).exp());
    // The chance of each level: what is reached, less what is reached of the one above.
    let (mut score, mut reached) = (0.0, 0.0);
    for level in &rules.scenario.levels {
        let this = level.at_least.map_or(1.0, above);
        let share: f64 = (this - reached).max(0.0);
        reached = this.max(reached);
        score += share * level.winner.map_or(0.5, |winner| if winner == ALLIED { 1.0 } else { 0.0 });
    }
    let score = (1.0 - MARGIN) * score + MARGIN * (0.5 + 0.5 * (lead / 15.0).tanh());
    if side == ALLIED { score } else { 1.0 - score }
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
