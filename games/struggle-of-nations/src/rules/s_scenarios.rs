//! Scenarios: who has won (S.victory).
//! Decides S.leipzig, S.victory.

use kernel::{Side, Verdict};

use crate::Rules;
use crate::roster::{BOTH, FRENCH, enemy_of};
use crate::scenario::{Award, Level, Victory};
use crate::state::State;

impl Rules {
    /// Steps by which a side's marker is better than at the start, and the enemy's worse.
    pub fn steps_of(&self, state: &State, side: Side) -> i32 {
        let gained = |side: Side| i32::from(state.start_morale[side.index()] - state.morale[side.index()]);
        gained(side).max(0) + (-gained(enemy_of(side))).max(0)
    }

    pub(crate) fn verdict_of(&self, state: &State) -> Verdict {
        let points = BOTH.map(|side| self.steps_of(state, side));
        let award = self.award(state, points);
        Verdict { winner: award.winner, level: award.level, points: [points[0], points[1], 0, 0] }
    }

    fn award(&self, state: &State, points: [i32; 2]) -> Award {
        // 12.victory, 26.resign: at once.
        if let Some(beaten) = state.beaten {
            return Award { winner: Some(enemy_of(beaten)), level: "victory" };
        }
        if !rule!("S.victory", true) {
            return Award::DRAW;
        }
        match &self.scenario.victory {
            Victory::Armistice { before, automatic } => {
                let found = before.iter().find(|(turn, _)| *turn == state.armistice);
                found.map_or(*automatic, |(_, award)| *award)
            }
            Victory::Steps { levels, level, berlin } => {
                if let Some(award) = berlin.filter(|_| self.holds(state, FRENCH, self.theatre.berlin)) {
                    return award;
                }
                let ahead = points[0] - points[1];
                let winner = if ahead > 0 { FRENCH } else { enemy_of(FRENCH) };
                let reached = levels
                    .iter()
                    .filter(|(steps, _)| i32::from(*steps) <= ahead.abs() && ahead != 0)
                    .max_by_key(|(steps, _)| *steps);
                match reached {
                    Some((_, level)) => Award { winner: Some(winner), level },
                    None => self.level_award(state, level),
                }
            }
        }
    }

    fn level_award(&self, state: &State, level: &Level) -> Award {
        match level {
            Level::Fixed(award) => *award,
            Level::FrenchForce { strength, traces_to, yes, no } => {
                let closed = self.zone_map(state, enemy_of(FRENCH));
                let strong = self.stacks(state, FRENCH).any(|stack| {
                    let men: u16 = stack.iter().map(|leader| self.men_of(state, leader)).sum();
                    let at = stack.first().map(|leader| state.package(leader));
                    men >= *strength
                        && at.is_some_and(|at| {
                            self.road_length(Some(state), [at.lead, at.rear], *traces_to, &closed).is_some()
                        })
                });
                if rule!("S.leipzig", strong) { *yes } else { *no }
            }
        }
    }
}
