//! Chapter 18: how to win Dresden, and the verdict of both battles.
//! Decides 18.0b, 18.1, 18.1b, 18.2, 18.2b, 18.3, 18.3b, 18.4, 18.4b, 23.0, 23.2, 23.3b, 23.4b, 23.5, 23.5b.

use kernel::{Side, Sink, Verdict};

use crate::Rules;
use crate::counters::{ALLIED, FRENCH, Kind, enemy_of};
use crate::event::Event;
use crate::scenario::{Bar, Bonus, Need, Objective, Scoring};
use crate::sequence::Frame;
use crate::state::{Fate, State};

impl Rules {
    /// 18.2: old town hexes held by the Allies at the end of a French Combat Phase, each once.
    pub(crate) fn score_old_town(&self, state: &mut State, events: &mut impl Sink<Event>) {
        if !self.dresden() || state.player != FRENCH {
            return;
        }
        for (index, objective) in self.scenario.objectives.iter().enumerate() {
            let held = objective.rule == Scoring::HeldAfterFrenchCombat
                && objective.hex.is_some()
                && state.occupied[ALLIED.index()].contains(objective.hex);
            if rule!("18.2", held) && state.old_town >> index & 1 == 0 {
                state.old_town |= 1 << index;
                events.event(Event::OldTownScored { hex: objective.hex });
            }
        }
    }

    /// Points without the bonus of the third day.
    fn dresden_score(&self, state: &State, side: Side) -> i32 {
        let mut points = 0;
        for (index, unit) in self.units.iter().enumerate() {
            // 18.1b: disrupted units yield nothing.
            if unit.side() != enemy_of(side) || rule!("18.1b", state.fate[index] != Fate::Lost) {
                continue;
            }
            if !matches!(state.fate[index], Fate::Lost | Fate::Disrupted) {
                continue;
            }
            // 18.1: two points for horse and guns, one for foot, none for garrisons.
            if rule!("18.1", unit.garrison.is_some()) {
                continue;
            }
            let [infantry, cavalry, artillery] = self.scenario.strength_points;
            let worth = match unit.kind {
                Kind::Cavalry if rule!("18.1", true) => cavalry,
                Kind::Artillery if rule!("18.1", true) => artillery,
                Kind::Infantry | Kind::Cavalry | Kind::Artillery => infantry,
            };
            points += worth * i32::from(unit.strength);
        }
        // 18.2b: for the Allies only.
        points + if rule!("18.2b", state.old_town != 0) { self.objective_points(state, side) } else { 0 }
    }

    pub(crate) fn dresden_points(&self, state: &State, side: Side) -> i32 {
        self.dresden_score(state, side) + self.bonus_points(state, side)
    }

    /// 18.2, 23.4: what the objectives of a side are worth as they stand.
    pub fn objective_points(&self, state: &State, side: Side) -> i32 {
        let won = |(index, objective): &(usize, &Objective)| {
            objective.sides.contains(&side)
                && match objective.rule {
                    Scoring::HeldAfterFrenchCombat => side == ALLIED && state.old_town >> index & 1 != 0,
                    // 23.4b: an unvisited hex is nobody's.
                    Scoring::LastToEnter => {
                        let last = state.control[*index];
                        !rule!("23.4b", last.is_none()) && last.unwrap_or(ALLIED) == side
                    }
                }
        };
        self.scenario.objectives.iter().enumerate().filter(won).map(|(_, objective)| objective.points).sum()
    }

    /// 18.3, 23.2, 23.3: the awards that a side has earned.
    pub(crate) fn bonus_points(&self, state: &State, side: Side) -> i32 {
        let bonuses = self.scenario.bonuses.iter().filter(|bonus| bonus.side == side);
        bonuses.filter(|bonus| self.earned(state, bonus)).map(|bonus| bonus.points).sum()
    }

    fn earned(&self, state: &State, bonus: &Bonus) -> bool {
        let heavy = bonus
            .enemy_strength_eliminated
            .is_none_or(|strength| self.strength_lost(state, enemy_of(bonus.side)) >= strength);
        // 18.3: for the third day, awarded when the game has ended.
        let late = bonus
            .played_beyond_turn
            .is_none_or(|turn| state.frame() == Frame::GameOver && rule!("18.3", state.turn > turn));
        let met = match bonus.needs {
            // 23.2: for heavy losses alone.
            None => bonus.enemy_strength_eliminated.is_none() || rule!("23.2", heavy),
            // 23.3b: not without an attack by Guard infantry.
            Some(Need::GuardAttack) => heavy && !rule!("23.3b", !state.guard_attacked),
        };
        let barred = match bonus.unless {
            None => false,
            // 18.3b: judged on the points before the award.
            Some(Bar::AlliedDecisiveVictory) => {
                late && {
                    let lead = self.dresden_score(state, ALLIED) - self.dresden_score(state, FRENCH);
                    rule!("18.3b", self.level(lead) == "decisive")
                }
            }
        };
        heavy && late && met && !barred
    }

    /// 18.4, 23.5: the level that a lead is worth.
    pub(crate) fn level(&self, lead: i32) -> &'static str {
        let levels = &self.scenario.victory;
        let reached = levels.iter().rev().find(|(at_least, _)| lead >= *at_least).map_or("draw", |(_, level)| level);
        // 18.4b, 23.5b: the thresholds.
        let thresholds = if self.battle == crate::Battle::Dresden {
            rule!("18.4b", reached != "draw")
        } else {
            rule!("23.5b", reached != "draw")
        };
        if thresholds { reached } else { "draw" }
    }

    pub fn points(&self, state: &State, side: Side) -> i32 {
        match self.battle {
            crate::Battle::Dresden => self.dresden_points(state, side),
            crate::Battle::Eylau => self.eylau_points(state, side),
        }
    }

    /// 18.0b, 23.0: more points win; the level follows from the difference.
    pub fn verdict_now(&self, state: &State) -> Verdict {
        let points = [self.points(state, FRENCH), self.points(state, ALLIED)];
        let lead = points[0] - points[1];
        let level = self.level(lead.abs());
        let decided = level != "draw";
        let decided = if self.battle == crate::Battle::Dresden {
            rule!("18.0b", decided) && rule!("18.4", decided)
        } else {
            rule!("23.0", decided) && rule!("23.5", decided)
        };
        let winner = decided.then_some(if lead > 0 { FRENCH } else { ALLIED });
        Verdict { winner, level: if decided { level } else { "draw" }, points: [points[0], points[1], 0, 0] }
    }
}
