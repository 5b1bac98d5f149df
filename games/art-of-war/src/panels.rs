//! What a page shows beside the map: tracks, levels, boxes and facts.

use kernel::Side;
use kernel::page::{Cell, Fact, Group, Level, Panel};

use crate::counters::{ALLIED, Army, FRENCH, SIDES, Start, UnitId, enemy_of};
use crate::state::{Fate, Klenau, State};
use crate::{Battle, Rules};

impl Rules {
    pub(crate) fn panels_of(&self, state: &State) -> Vec<Panel> {
        let mut panels = vec![self.turn_track(state)];
        match self.battle {
            Battle::Dresden => panels.push(self.morale_levels(state)),
            Battle::Eylau => panels.push(self.fresh_markers(state)),
        }
        panels.push(self.victory_facts(state));
        panels.push(self.off_the_map(state));
        panels
    }

    /// The turn on which a reinforcement is due, if one is printed.
    fn due(&self, unit: UnitId) -> Option<u8> {
        match self.unit(unit).start {
            Start::Enters { turn, .. } => Some(turn),
            Start::Klenau | Start::At(_) => None,
        }
    }

    fn with_fate(&self, state: &State, fate: Fate) -> impl Iterator<Item = UnitId> {
        let units = (0..self.units.len()).filter(|index| state.fate[*index] == fate).map(|index| UnitId(index as u8));
        units.collect::<Vec<_>>().into_iter()
    }

    fn turn_track(&self, state: &State) -> Panel {
        let cells = self.scenario.turns.iter().map(|turn| {
            let mut marks = Vec::new();
            if turn.night {
                marks.push("night".to_owned());
            }
            if turn.rain {
                marks.push("rain".to_owned());
            }
            if self.scenario.day_ends.contains(&turn.number) {
                marks.push("day ends".to_owned());
            }
            for side in [FRENCH, ALLIED] {
                let due = |unit: &UnitId| self.side_of(*unit) == side && self.due(*unit) == Some(turn.number);
                let count = self.with_fate(state, Fate::Waiting).filter(due).count();
                if count > 0 {
                    marks.push(format!("{} reinforcements: {count}", SIDES.adjective(side)));
                }
            }
            Cell { label: format!("{} · {}", turn.number, turn.label), marks }
        });
        Panel::Track { title: "Turns".into(), cells: cells.collect(), at: usize::from(state.turn) - 1 }
    }

    fn morale_levels(&self, state: &State) -> Panel {
        let row = |army: Army| {
            let value = state.morale[army.index()];
            let start = self.scenario.morale[army.index()];
            let note = match value {
                0 => "demoralized (16.0)",
                _ if value > start => "above the starting level: reserves may be freed (11.4)",
                _ => "",
            };
            Level { name: army.name().into(), value: value.into(), start: start.into(), note: note.into() }
        };
        Panel::Levels { title: "Morale".into(), rows: Army::ALL.into_iter().map(row).collect() }
    }

    fn fresh_markers(&self, state: &State) -> Panel {
        let divisions = self.scenario.divisions.iter().enumerate().filter(|(_, division)| division.fresh > 0);
        let row = |(index, division): (usize, &crate::scenario::DivisionInfo)| {
            let used = state.fresh_used >> index & 1 != 0;
            let given = state.fresh.iter().find(|unit| usize::from(self.unit(*unit).division.0) == index);
            let note = match (used, given) {
                (true, _) => "used up (21.0)".to_owned(),
                (false, Some(unit)) => format!("given to {} (21.1)", self.unit(unit).label()),
                (false, None) => String::new(),
            };
            let value = if used { 0 } else { i32::from(division.fresh) };
            let name = format!("{} ({})", division.name, division.army.name());
            Level { name, value, start: division.fresh.into(), note }
        };
        Panel::Levels { title: "Fresh strength".into(), rows: divisions.map(row).collect() }
    }

    fn victory_facts(&self, state: &State) -> Panel {
        let mut rows = Vec::new();
        for side in [FRENCH, ALLIED] {
            let fact = |words: &str, value: i32, case| Fact {
                name: format!("{}: {words}", SIDES.name(side)),
                value: value.to_string(),
                case: Some(case),
            };
            let enemy = enemy_of(side);
            match self.battle {
                Battle::Dresden => {
                    rows.push(fact("enemy units eliminated", self.worth_lost(state, enemy), case!("18.1")));
                    if side == ALLIED {
                        let town = self.objective_points(state, side);
                        rows.push(fact("hexes of the old town", town, case!("18.2")));
                    }
                }
                Battle::Eylau => {
                    let destroyed = self.strength_lost(state, enemy);
                    rows.push(fact("enemy strength eliminated", destroyed, case!("23.1")));
                    rows.push(fact("hexes of Eylau", self.objective_points(state, side), case!("23.4")));
                }
            }
            let total = self.points(state, side);
            let case = if self.battle == Battle::Dresden { case!("18.0b") } else { case!("23.0") };
            rows.push(fact("victory points", total, case));
        }
        let verdict = self.verdict_now(state);
        let standing = match verdict.winner {
            None => "a draw".to_owned(),
            Some(side) => format!("{} {} victory", SIDES.adjective(side), verdict.level),
        };
        let case = if self.battle == Battle::Dresden { case!("18.4") } else { case!("23.5") };
        rows.push(Fact { name: "At the moment".into(), value: standing, case: Some(case) });
        if self.battle == Battle::Dresden {
            let klenau = match state.klenau {
                Klenau::OnTheRoad => "not available",
                Klenau::AtHand => "available",
            };
            rows.push(Fact { name: "Klenau".into(), value: klenau.into(), case: Some(case!("12.0")) });
        }
        Panel::Facts { title: "Victory".into(), rows }
    }

    /// 18.1: what the units of a side that are lost for good are worth.
    fn worth_lost(&self, state: &State, side: Side) -> i32 {
        let worth = |unit: UnitId| {
            let unit = self.unit(unit);
            let each = self.scenario.strength_points[unit.kind as usize];
            if unit.garrison.is_some() { 0 } else { each * i32::from(unit.strength) }
        };
        self.with_fate(state, Fate::Lost).filter(|unit| self.side_of(*unit) == side).map(worth).sum()
    }

    fn off_the_map(&self, state: &State) -> Panel {
        let mut groups = Vec::new();
        let fates = [(Fate::Waiting, "to come"), (Fate::Disrupted, "disrupted"), (Fate::Lost, "eliminated")];
        for side in [FRENCH, ALLIED] {
            for (fate, words) in fates {
                let mut units: Vec<UnitId> =
                    self.with_fate(state, fate).filter(|unit| self.side_of(*unit) == side).collect();
                if units.is_empty() {
                    continue;
                }
                units.sort_by_key(|unit| self.due(*unit).unwrap_or(u8::MAX));
                let units = units.into_iter().map(|unit| self.word_for(unit)).collect();
                groups.push(Group { name: format!("{} {words}", SIDES.name(side)), units });
            }
        }
        Panel::Boxes { title: "Off the map".into(), groups }
    }
}
