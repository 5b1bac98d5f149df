//! Chapter 18: how to win Dresden, and the verdict of both battles.

use kernel::{Side, Sink, Verdict};

use crate::Rules;
use crate::event::Event;
use crate::sequence::Frame;
use crate::state::{Fate, State};
use crate::unit::{ALLIED, FRENCH, Kind, enemy_of};

impl Rules {
    /// 18.2: old town hexes held by the Allies at the end of a French Combat Phase, each once.
    pub(crate) fn score_old_town(&self, state: &mut State, events: &mut impl Sink<Event>) {
        if !self.dresden() || state.player != FRENCH {
            return;
        }
        for (index, hex) in self.scenario.objectives.iter().enumerate() {
            let held = state.occupied[ALLIED.index()].contains(*hex);
            if rule!("18.2", held) && state.old_town >> index & 1 == 0 {
                state.old_town |= 1 << index;
                events.event(Event::OldTownScored { hex: *hex });
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
        if side == ALLIED && rule!("18.2b", state.old_town != 0) {
            points += state.old_town.count_ones() as i32 * self.scenario.objective_points;
        }
        points
    }

    pub(crate) fn dresden_points(&self, state: &State, side: Side) -> i32 {
        let points = self.dresden_score(state, side);
        // 18.3: a bonus to the French for the third day; 18.3b: judged on the points before it.
        let lead = self.dresden_score(state, ALLIED) - self.dresden_score(state, FRENCH);
        let decisive = self.level(lead) == "decisive";
        match self.scenario.late_bonus {
            // Awarded when the game has ended.
            Some((turn, bonus))
                if side == FRENCH
                    && state.frame() == Frame::GameOver
                    && rule!("18.3", state.turn > turn)
                    && !rule!("18.3b", decisive) =>
            {
                points + bonus
            }
            Some(_) | None => points,
        }
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
