//! What a side sees before it moves: the way to the enemy and to what scores, and where his fire falls.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use board::{Direction, Hex};
use kernel::Side;
use syw_battles::counters::{Formation, enemy_of};
use syw_battles::ground::{BARRED, Gait};
use syw_battles::scenario::Demand;
use syw_battles::tables::{Mover, Range};
use syw_battles::{Rules, State};

/// What is too far to matter.
const FAR: u16 = 999;

/// Where the enemy stands; what scores is nearer by its points.
const ENEMY: u16 = 24;

#[derive(Clone, Debug, Default)]
pub(crate) struct Survey {
    /// By hex: points of a brigade in Line to the nearest thing worth going for, less what it is worth.
    pub(crate) pull: Vec<u16>,
    /// By hex: how many hexes the nearest enemy is away.
    pub(crate) near: Vec<u16>,
    /// By hex: what the enemy's guns and muskets promise to a unit in Line there, in steps down.
    pub(crate) danger: Vec<f64>,
    /// By corps: how far the middle of its formed troops is from the enemy. A corps goes forward as a line.
    pub(crate) lines: Vec<u16>,
}

impl Survey {
    pub(crate) fn new(rules: &Rules, state: &State, side: Side) -> Survey {
        let hexes = rules.ground.grid.len();
        let enemies: Vec<Hex> = state.occupied[enemy_of(side).index()].iter().collect();
        let mut goals: Vec<(Hex, u16)> = enemies.iter().map(|hex| (*hex, ENEMY)).collect();
        for (objective, holder) in rules.scenario.objectives.iter().zip(&state.control) {
            let points = objective.points[side.index()];
            if points > 0 && *holder != Some(side) {
                let worth = ENEMY.saturating_sub(4 + 2 * points as u16);
                goals.extend(objective.hexes.iter().map(|hex| (*hex, worth)));
            }
        }
        for condition in rules.scenario.conditions.iter().filter(|condition| condition.side == side) {
            if let Demand::BrigadeAtRow(row) = condition.demand {
                let grid = &rules.ground.grid;
                let beyond = grid.hexes().filter(|hex| u32::from(grid.column_row(*hex).1) >= u32::from(row));
                goals.extend(beyond.map(|hex| (hex, ENEMY - 8)));
            }
        }
        let mut survey = Survey {
            pull: spread(rules, &goals, true),
            near: spread(rules, &enemies.iter().map(|hex| (*hex, 0)).collect::<Vec<_>>(), false),
            danger: vec![0.0; hexes],
            lines: Vec::new(),
        };
        survey.threats(rules, state, side);
        survey.lines = (0..rules.corps.len()).map(|corps| survey.middle_of(rules, state, side, corps)).collect();
        survey
    }

    /// How far the middle one of a corps' brigades and units is from the enemy.
    fn middle_of(&self, rules: &Rules, state: &State, side: Side, corps: usize) -> u16 {
        let troops = rules.counters_of(side).intersection(rules.brigades().union(rules.units()));
        let formed = troops.iter().filter(|it| {
            let formation = state.formation(*it);
            state.on_map(*it) && formation.is_formed() && formation != Formation::Brigade
        });
        let ours = formed.filter(|it| !rules.counter(*it).corps.is_none() && rules.counter(*it).corps.index() == corps);
        let mut far: Vec<u16> = ours.map(|it| self.near[state.hex_of(it).index()]).collect();
        far.sort_unstable();
        far.get(far.len() / 2).copied().unwrap_or(0)
    }

    /// The enemy's fire, as his counters look now.
    fn threats(&mut self, rules: &Rules, state: &State, side: Side) {
        let enemies = rules.counters_of(enemy_of(side));
        for battery in enemies.intersection(rules.batteries()) {
            if !state.on_map(battery) || state.formation(battery) != Formation::Unlimbered {
                continue;
            }
            let (from, facing) = (state.hex_of(battery), state.facing(battery));
            let gun = rules.tables.gun(rules.counter(battery).gun);
            for range in [Range::PointBlank, Range::Medium, Range::Maximum] {
                let steps = 0.08 * f64::from(rules.battery_column(battery, range) as u8);
                for hex in rules.ground.grid.hexes() {
                    let at = gun.range(rules.ground.distance(from, hex));
                    if at == Some(range) && rules.looks_at(facing, from, hex) {
                        self.danger[hex.index()] += steps;
                    }
                }
            }
        }
        for counter in enemies.intersection(rules.brigades().union(rules.units())) {
            if !state.on_map(counter) || state.hex_of(counter).is_none() || !rules.counter(counter).is_infantry() {
                continue;
            }
            let steps = match state.formation(counter) {
                Formation::Line if rules.is_long(counter) => 0.5,
                Formation::Line | Formation::Dispersed => 0.3,
                Formation::Column | Formation::Shaken => 0.1,
                Formation::Brigade
                | Formation::Panicked
                | Formation::Unlimbered
                | Formation::Limbered
                | Formation::None => continue,
            };
            for hex in rules.front_of(state, counter) {
                self.danger[hex.index()] += steps;
            }
        }
    }
}

/// How far every hex is from the nearest of some, each with what it counts from: by the ground, or as the crow flies.
fn spread(rules: &Rules, goals: &[(Hex, u16)], by_ground: bool) -> Vec<u16> {
    let mut far = vec![FAR; rules.ground.grid.len()];
    let mut edge = BinaryHeap::new();
    for (hex, cost) in goals {
        if *cost < far[hex.index()] {
            far[hex.index()] = *cost;
            edge.push(Reverse((*cost, *hex)));
        }
    }
    let gait = Gait { mover: Mover::Line, brigade: true };
    let road = Gait::new(Mover::Adapted);
    while let Some(Reverse((cost, hex))) = edge.pop() {
        if cost > far[hex.index()] {
            continue;
        }
        for direction in Direction::ALL {
            let to = rules.ground.grid.neighbour(hex, direction);
            if to.is_none() {
                continue;
            }
            let step = if by_ground {
                // The way is walked from the other end.
                let back = direction.opposite();
                let line = rules.ground.cost(gait, to, back, false);
                let column = rules.ground.cost(road, to, back, false);
                match (line, rules.ground.side(to, back).road) {
                    (_, Some(_)) => 1,
                    (BARRED, None) if column == BARRED => continue,
                    (BARRED, None) => u16::from(column) + 4,
                    (line, None) => u16::from(line),
                }
            } else {
                1
            };
            let through = cost + step;
            if through < far[to.index()] {
                far[to.index()] = through;
                edge.push(Reverse((through, to)));
            }
        }
    }
    far
}
