//! The position as a general sees it: forces of both sides, the cities that count, and what fights promise.

use board::Hex;
use kernel::Side;
use struggle_of_nations::package::Package;
use struggle_of_nations::roster::{FRENCH, Kind, LeaderSet, enemy_of};
use struggle_of_nations::staff::Distances;
use struggle_of_nations::tables::Result11;
use struggle_of_nations::{Rules, State};

/// The leaders of one place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Force {
    pub(crate) leaders: LeaderSet,
    pub(crate) at: Package,
    /// Infantry and cavalry points.
    pub(crate) men: u16,
}

/// A city whose possession counts, with half points on foot to it.
#[derive(Clone, Debug)]
pub(crate) struct City {
    pub(crate) hex: Hex,
    pub(crate) ways: Distances,
    /// The side that gains by taking it.
    pub(crate) wanted_by: Side,
    /// How much it counts beside others.
    pub(crate) worth: f64,
}

/// Infantry and cavalry points of some leaders.
pub(crate) fn men(rules: &Rules, state: &State, leaders: LeaderSet) -> u16 {
    rules.men_of_all(state, leaders)
}

/// Forces with troops, the strongest first.
pub(crate) fn forces(rules: &Rules, state: &State, side: Side) -> Vec<Force> {
    let force = |leaders: LeaderSet| {
        let fighters = leaders.intersection(state.troops);
        let first = fighters.first()?;
        let men = men(rules, state, fighters);
        (!rules.is_neutral(state, first)).then_some(Force { leaders: fighters, at: state.package(first), men })
    };
    let mut forces: Vec<Force> = rules.places_of(state, side).into_iter().filter_map(force).collect();
    forces.sort_by_key(|force| std::cmp::Reverse(force.men));
    forces
}

/// Whether a force stays to hold a fortress: garrisons, and whoever is small enough to be one.
pub(crate) fn is_garrison(rules: &Rules, state: &State, force: &Force) -> bool {
    const SMALL: u16 = 8;
    let printed = force.leaders.iter().any(|leader| matches!(rules.leader(leader).kind, Kind::Garrison | Kind::Saxon));
    let first = force.leaders.first();
    printed || (force.men <= SMALL && first.is_some_and(|leader| rules.in_fortress(state, leader)))
}

/// The nearest of some forces by hexes.
pub(crate) fn nearest(rules: &Rules, forces: &[Force], at: Hex) -> u16 {
    forces.iter().map(|force| rules.ground.grid.distance(force.at.lead, at)).min().unwrap_or(99)
}

/// What a result of combat is worth to the attacker: points that the enemy is likely to lose more than he, and ground.
pub(crate) fn worth_of(result: Result11) -> f64 {
    /// What a hex of retreat counts by itself.
    const GROUND: f64 = 0.3;
    /// The share of a retreat that a pursuit makes good on the average.
    const CAUGHT: f64 = 0.5;
    let (far, winner) = (f64::from(result.retreat), f64::from(result.loss));
    let won = winner.max(CAUGHT * far) - winner + GROUND * far;
    if result.attacker_retreats { -won } else { won }
}

/// What a fight on a column of odds promises the attacker.
pub(crate) fn promise(rules: &Rules, column: usize, bonus: bool) -> f64 {
    let results = rules.results(column);
    let of = |die: usize| worth_of(results[if bonus { (die + 1).min(5) } else { die }]);
    (0..6).map(of).sum::<f64>() / 6.0
}

/// The cities of a scenario.
pub(crate) fn cities(rules: &Rules, state: &State) -> Vec<City> {
    use struggle_of_nations::calendar::Season;
    use struggle_of_nations::ground::Gait;
    use struggle_of_nations::scenario::Victory;
    let decides = matches!(rules.scenario.victory, Victory::Steps { berlin: Some(_), .. });
    let dresden = if rules.season(state) == Season::Autumn { enemy_of(FRENCH) } else { FRENCH };
    let all = [
        (rules.theatre.berlin, FRENCH, if decides { 1.6 } else { 0.5 }),
        (rules.theatre.dresden, dresden, if decides { 0.2 } else { 0.5 }),
    ];
    let known = all.into_iter().filter(|(hex, _, _)| hex.is_some());
    known
        .map(|(hex, wanted_by, worth)| City { hex, ways: rules.distances(state, Gait::Foot, [hex]), wanted_by, worth })
        .collect()
}
