//! How the title talks, and what the page is shown of it.

use board::footprint::Front;
use kernel::aids::{Goal, Overlay, OverlayInfo, OverlayPlace, OverlayQuery, Reach, StepCost, Takes, Tone, Way};
use kernel::page::Cell;
use kernel::{
    Aids, Arm, Ask, Ground, Heading, Language, Line, OrderError, Panel, Piece, Ratio, Ruleset, Said, Seat, Side,
    Verdict,
};

use crate::{Action, BLUE, Decision, Event, LAST_TURN, Rules, UnitId};

type Seen<'r> = kernel::Seen<'r, Rules>;

const REACHED: OverlayInfo = OverlayInfo {
    id: "reached",
    name: "Hexes within reach",
    case: case!("1.1"),
    takes: Takes::Side,
    hint: "",
    always: false,
};

fn side_name(side: Side) -> &'static str {
    if side == BLUE { "Blue" } else { "Red" }
}

impl Rules {
    fn piece(&self, unit: UnitId, places: Vec<String>) -> Piece {
        let print = self.unit(unit);
        Piece {
            id: print.id.clone(),
            places,
            side: print.side,
            nation: if print.side == BLUE { "blue".into() } else { "red".into() },
            arm: Arm::Infantry,
            name: print.name.clone(),
            strength: "1".into(),
            movement: "1".into(),
            marks: Vec::new(),
            print: None,
            length: 1,
            facing: None,
            front: Front::default(),
            bears: Vec::new(),
        }
    }

    fn id(&self, unit: UnitId) -> String {
        self.unit(unit).id.clone()
    }
}

impl Language for Rules {
    fn line(&self, event: &Event) -> Line {
        let name = |unit: &UnitId| &self.unit(*unit).name;
        match event {
            Event::Marched { unit, to } => {
                let to = self.hex(*to);
                Line::new(case!("1.1"), format!("{} marches to {to}.", name(unit))).unit(self.id(*unit)).place(to)
            }
            Event::Attacked { unit, enemy } => {
                let line = Line::new(case!("1.2"), format!("{} attacks {}.", name(unit), name(enemy)));
                line.unit(self.id(*unit)).unit(self.id(*enemy))
            }
            Event::Thrown { die, enemy, lost } => {
                let fate = if *lost { "is lost" } else { "stands" };
                Line::new(case!("1.2"), format!("A {die}: {} {fate}.", name(enemy)))
                    .unit(self.id(*enemy))
                    .d6(*die)
                    .reveals()
            }
            Event::Stayed { side } => Line::new(case!("1.0"), format!("{} stays.", side_name(*side))),
            Event::TurnBegan { turn } => Line::new(case!("1.0"), format!("Turn {turn} begins.")).heading(Heading::Turn),
            Event::Ended => Line::new(case!("1.3"), "The game is over."),
        }
    }

    fn ask(&self, _: &Seen<'_>, _: Seat, _: &Decision) -> Ask {
        Ask::new(case!("1.0"), "turn", "March one hex, attack an enemy beside you, or stay.")
    }

    fn say(&self, seen: &Seen<'_>, action: &Action) -> Said {
        let said = match *action {
            Action::March { unit, to } => {
                let to = self.hex(to);
                let mut said = Said::new("march", "", format!("March to {to}")).by(self.id(unit)).at(to);
                said.touch.moves = true;
                said
            }
            Action::Attack { unit, enemy } => {
                let said = Said::new("attack", "", format!("Attack {}", self.unit(enemy).name)).by(self.id(unit));
                match seen.view().place(enemy) {
                    Some(hex) => said.at(self.hex(hex)),
                    None => said,
                }
            }
            Action::Stay => Said::new("stay", "", "Stay").ends(),
        };
        Said { order: self.written(action), ..said }
    }

    fn read(&self, _: &Seen<'_>, _: Seat, order: &str) -> Result<Vec<Action>, OrderError> {
        self.read_order(order).map(|action| vec![action])
    }

    fn verdict(&self, verdict: &Verdict) -> String {
        match verdict.winner {
            Some(side) => format!("{} has won", side_name(side)),
            None => "a draw".into(),
        }
    }

    fn picture(&self, seen: &Seen<'_>) -> String {
        let view = seen.view();
        let hex = |unit: UnitId| view.place(unit).map_or("lost".into(), |hex| self.hex(hex));
        let units = UnitId::all().map(|unit| format!("{} {}\n", self.unit(unit).id, hex(unit)));
        format!("turn {}\n{}", view.turn, units.collect::<String>())
    }

    fn pieces(&self, seen: &Seen<'_>) -> Vec<Piece> {
        let standing =
            UnitId::all().filter_map(|unit| Some(self.piece(unit, vec![self.hex(seen.view().place(unit)?)])));
        standing.collect()
    }

    fn panels(&self, seen: &Seen<'_>) -> Vec<Panel> {
        let cells = (1..=LAST_TURN).map(|turn| Cell { label: turn.to_string(), marks: Vec::new() });
        vec![Panel::Track { title: "Turns".into(), cells: cells.collect(), at: usize::from(seen.view().turn) - 1 }]
    }
}

impl Aids for Rules {
    fn ground(&self) -> Option<Ground> {
        Some(Ground::Hexes(Box::new(self.map.clone())))
    }

    fn roster(&self) -> Vec<Piece> {
        UnitId::all().map(|unit| self.piece(unit, Vec::new())).collect()
    }

    fn reach(&self, seen: &Seen<'_>, seat: Seat, units: &[String]) -> Result<Reach, OrderError> {
        let [unit] = units else { return Err(OrderError::Unreadable("one unit marches at a time".into())) };
        let found = self.find(unit).ok_or_else(|| OrderError::Unreadable(format!("\"{unit}\" is not a unit")))?;
        let mut actions = Vec::new();
        self.legal(seen.world(), seat, &mut actions);
        let goal = |action: &Action| match *action {
            Action::March { unit, to } if unit == found => {
                let step =
                    StepCost { place: self.hex(to), cost: Ratio::ONE, case: case!("1.1"), note: "one hex".into() };
                Some(Goal {
                    place: self.hex(to),
                    covers: Vec::new(),
                    facing: None,
                    way: Way { cost: Ratio::ONE, left: Ratio::ZERO, steps: vec![step] },
                    order: self.written(action),
                    stops: None,
                    caution: None,
                    terms: Vec::new(),
                    others: Vec::new(),
                })
            }
            Action::March { .. } | Action::Attack { .. } | Action::Stay => None,
        };
        let goals = actions.iter().filter_map(goal).collect();
        Ok(Reach { units: units.to_vec(), points: Some(Ratio::ONE), goals, ..Reach::default() })
    }

    fn overlays(&self, _: &Seen<'_>) -> Vec<OverlayInfo> {
        vec![REACHED]
    }

    fn overlay(&self, seen: &Seen<'_>, query: &OverlayQuery) -> Result<Overlay, String> {
        if query.id != REACHED.id {
            return Err(format!("there is no overlay \"{}\"", query.id));
        }
        let side = query.side.unwrap_or(BLUE);
        let mut places = Vec::new();
        for unit in UnitId::all().filter(|unit| self.unit(*unit).side == side) {
            let near = seen.view().place(unit).into_iter().flat_map(|hex| *self.map.grid.neighbours(hex));
            places.extend(near.filter(|hex| hex.is_some()).map(|hex| OverlayPlace {
                place: self.hex(hex),
                tone: Tone::Zone,
                text: String::new(),
                case: REACHED.case,
                facts: format!("beside {}", self.unit(unit).name),
                units: vec![self.id(unit)],
            }));
        }
        let words = format!("{} could reach {} hexes.", side_name(side), places.len());
        let (id, case) = (REACHED.id, REACHED.case);
        Ok(Overlay { id, title: REACHED.name.into(), case, places, lines: Vec::new(), words })
    }
}
