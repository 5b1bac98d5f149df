//! Distances that do not change in a game.

use board::{Direction, Hex};
use napoleon_1807::Rules;
use napoleon_1807::counters::Arm;
use napoleon_1807::ground::BARRED;

/// How far around a hex is looked, in hexes.
pub(crate) const HORIZON: u16 = 6;

/// Farther than anything on a map.
const FAR: u16 = 400;

#[derive(Debug)]
pub(crate) struct Distances {
    /// By objective and hex: points that infantry needs, in whole points.
    objectives: Vec<Vec<u16>>,
    /// By hex: the hexes within the horizon, with their distance.
    near: Vec<Vec<(Hex, u8)>>,
}

impl Distances {
    pub(crate) fn new(rules: &Rules) -> Distances {
        let grid = &rules.ground.grid;
        let all = || (0..grid.len() as u16).map(Hex);
        let around = |hex: Hex| match grid.is_void(hex) {
            true => Vec::new(),
            false => {
                let near = grid.hexes().map(|other| (other, grid.distance(hex, other)));
                near.filter(|(_, distance)| *distance <= HORIZON).map(|(hex, distance)| (hex, distance as u8)).collect()
            }
        };
        let objectives = rules.scenario.objectives.iter().map(|objective| marches_to(rules, objective.hex));
        Distances { objectives: objectives.collect(), near: all().map(around).collect() }
    }

    /// What infantry pays from a hex to an objective.
    #[inline]
    pub(crate) fn to_objective(&self, objective: usize, hex: Hex) -> f64 {
        f64::from(self.objectives[objective][hex.index()])
    }

    #[inline]
    pub(crate) fn near(&self, hex: Hex) -> &[(Hex, u8)] {
        &self.near[hex.index()]
    }
}

/// Points that infantry needs from every hex to one of them, enemies aside.
fn marches_to(rules: &Rules, goal: Hex) -> Vec<u16> {
    let ground = &rules.ground;
    let mut best = vec![FAR; ground.grid.len()];
    let mut twelfths = vec![u32::MAX; ground.grid.len()];
    let mut queue = std::collections::BTreeSet::from([(0u32, goal)]);
    twelfths[goal.index()] = 0;
    while let Some((spent, at)) = queue.pop_first() {
        best[at.index()] = (spent / 12).min(FAR.into()) as u16;
        for direction in Direction::ALL {
            let from = ground.grid.neighbour(at, direction);
            if from.is_none() {
                continue;
            }
            let cost = ground.cost(Arm::Infantry, from, direction.opposite());
            let through = spent + u32::from(cost);
            if cost != BARRED && through < twelfths[from.index()] {
                queue.remove(&(twelfths[from.index()], from));
                twelfths[from.index()] = through;
                queue.insert((through, from));
            }
        }
    }
    best
}
