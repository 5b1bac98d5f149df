//! What lies beside the map: the turns, and the situation.

use kernel::page::{Cell, Fact, Panel};

use crate::Rules;
use crate::roster::{Army, BOTH};
use crate::words::side_adjective;

impl Rules {
    pub(crate) fn panels_of(&self, seen: &kernel::Seen<'_, Rules>) -> Vec<Panel> {
        let view = seen.view();
        let first = self.scenario.first_turn;
        let last = self.last_turn();
        let turns = self.calendar.turns().iter().filter(|turn| (first..=last).contains(&turn.number));
        let cells: Vec<Cell> = turns
            .map(|turn| {
                let mut marks = Vec::new();
                if turn.week {
                    marks.push("new week".to_owned());
                }
                if !turn.event.is_empty() {
                    marks.push(turn.event.clone());
                }
                if !turn.history.is_empty() {
                    marks.push(turn.history.clone());
                }
                Cell { label: turn.id.clone(), marks }
            })
            .collect();
        let at = usize::from(view.turn.saturating_sub(first)).min(cells.len().saturating_sub(1));
        let mut rows =
            vec![Fact { name: "Weather".into(), value: view.weather.name().into(), case: Some(case!("24.weather")) }];
        for side in BOTH {
            rows.push(Fact {
                name: format!("{} morale", side_adjective(side)),
                value: format!("{:+}", view.morale[side.index()]),
                case: Some(case!("12.track")),
            });
        }
        for army in Army::ALL {
            let own = &view.armies[army.index()];
            if let Some((points, shift)) = own.own.filter(|_| own.centre != crate::state::Centre::None) {
                let line =
                    if own.line == crate::state::NO_LINE { "no line".to_owned() } else { self.length_of(own.line) };
                let value = format!("{points} points, {line}, attrition {shift:+} columns");
                rows.push(Fact {
                    name: format!("Administration of {}", army.name()),
                    value,
                    case: Some(case!("5.receive")),
                });
            }
        }
        vec![Panel::Track { title: "Turns".into(), cells, at }, Panel::Facts { title: "Situation".into(), rows }]
    }

    /// A line of communications in hexes and kilometres (2.scale).
    fn length_of(&self, hexes: u8) -> String {
        let metres = u32::from(hexes) * self.tables.limits.scale.metres;
        format!("line {hexes} ({} km)", metres.div_ceil(1000))
    }
}
