//! How the title talks, and what the page is shown of it.

use board::footprint::Front;
use kernel::aids::{Goal, Overlay, OverlayInfo, OverlayPlace, OverlayQuery, Reach, StepCost, Takes, Tone, Way};
use kernel::page::Cell;
use kernel::{
    About, Arm, Chart, Concerns, Die, Ground, Heading, Language, Nature, OrderError, Panel, Piece, Prompt, Ratio,
    Ruleset, Seat, Side, Touch, Verdict,
};

use crate::{Action, BLUE, Decision, Event, LAST_TURN, Rules, State, UnitId};

const REACHED: OverlayInfo =
    OverlayInfo { id: "reached", name: "Hexes within reach", case: "1.1", takes: Takes::Side, hint: "", always: false };

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
            nation: if print.side == BLUE { "french".into() } else { "russian".into() },
            arm: Arm::Infantry,
            name: print.name.clone(),
            strength: "1".into(),
            movement: "1".into(),
            marks: Vec::new(),
            print: None,
            length: 1,
            facing: None,
            front: Front::default(),
        }
    }

    fn id(&self, unit: UnitId) -> String {
        self.unit(unit).id.clone()
    }
}

impl Language for Rules {
    fn write(&self, _: &State, action: &Action) -> String {
        self.written(action)
    }

    fn read(&self, _: &State, _: Seat, order: &str) -> Result<Vec<Action>, OrderError> {
        self.read_order(order).map(|action| vec![action])
    }

    fn prompt(&self, _: &State, _: Seat, _: &Decision) -> Prompt {
        let text = "March one hex, attack an enemy beside you, or stay.";
        Prompt { case: "1.0", short: "turn".into(), text: text.into() }
    }

    fn tell(&self, _: &State, event: &Event) -> String {
        let name = |unit: &UnitId| &self.unit(*unit).name;
        match event {
            Event::Marched { unit, to } => format!("{} marches to {}.", name(unit), self.hex(*to)),
            Event::Attacked { unit, enemy } => format!("{} attacks {}.", name(unit), name(enemy)),
            Event::Thrown { die, enemy, lost: true } => format!("A {die}: {} is lost.", name(enemy)),
            Event::Thrown { die, enemy, lost: false } => format!("A {die}: {} stands.", name(enemy)),
            Event::Stayed { side } => format!("{} stays.", side_name(*side)),
            Event::TurnBegan { turn } => format!("Turn {turn} begins."),
            Event::Ended => "The game is over.".into(),
        }
    }

    fn cite(&self, event: &Event) -> Option<&'static str> {
        Some(match event {
            Event::Marched { .. } => "1.1",
            Event::Attacked { .. } | Event::Thrown { .. } => "1.2",
            Event::Stayed { .. } | Event::TurnBegan { .. } => "1.0",
            Event::Ended => "1.3",
        })
    }

    fn verdict(&self, _: &State, verdict: &Verdict) -> String {
        match verdict.winner {
            Some(side) => format!("{} has won", side_name(side)),
            None => "a draw".into(),
        }
    }

    fn picture(&self, view: &State) -> String {
        let hex = |unit: UnitId| view.place(unit).map_or("lost".into(), |hex| self.hex(hex));
        let units = UnitId::all().map(|unit| format!("{} {}\n", self.unit(unit).id, hex(unit)));
        format!("turn {}\n{}", view.turn, units.collect::<String>())
    }

    fn chart(&self, view: &State) -> Option<Chart> {
        let standing = UnitId::all().filter_map(|unit| Some(self.piece(unit, vec![self.hex(view.place(unit)?)])));
        Some(Chart { ground: Ground::Hexes(Box::new(self.map.clone())), pieces: standing.collect() })
    }

    fn roster(&self) -> Vec<Piece> {
        UnitId::all().map(|unit| self.piece(unit, Vec::new())).collect()
    }

    fn touch(&self, state: &State, action: &Action) -> Touch {
        let order = Touch::written(self.written(action));
        match *action {
            Action::March { unit, to } => Touch {
                verb: "march".into(),
                unit: Some(self.id(unit)),
                place: Some(self.hex(to)),
                label: format!("March to {}", self.hex(to)),
                moves: true,
                ..order
            },
            Action::Attack { unit, enemy } => Touch {
                verb: "attack".into(),
                unit: Some(self.id(unit)),
                place: state.place(enemy).map(|hex| self.hex(hex)),
                label: format!("Attack {}", self.unit(enemy).name),
                throws: true,
                ..order
            },
            Action::Stay => Touch { ends: true, ..order },
        }
    }

    fn concerns(&self, event: &Event) -> Concerns {
        let (units, places) = match event {
            Event::Marched { unit, to } => (vec![self.id(*unit)], vec![self.hex(*to)]),
            Event::Attacked { unit, enemy } => (vec![self.id(*unit), self.id(*enemy)], Vec::new()),
            Event::Thrown { enemy, .. } => (vec![self.id(*enemy)], Vec::new()),
            Event::Stayed { .. } | Event::TurnBegan { .. } | Event::Ended => (Vec::new(), Vec::new()),
        };
        Concerns { units, places }
    }

    fn about(&self, _: &State, _: Seat, _: &Decision) -> About {
        About::default()
    }

    fn nature(&self, event: &Event) -> Nature {
        match event {
            Event::Thrown { die, .. } => Nature { dice: vec![Die { faces: 6, face: *die }], heading: None },
            Event::TurnBegan { .. } => Nature { dice: Vec::new(), heading: Some(Heading::Turn) },
            Event::Marched { .. } | Event::Attacked { .. } | Event::Stayed { .. } | Event::Ended => Nature::default(),
        }
    }

    fn panels(&self, view: &State) -> Vec<Panel> {
        let cells = (1..=LAST_TURN).map(|turn| Cell { label: turn.to_string(), marks: Vec::new() });
        vec![Panel::Track { title: "Turns".into(), cells: cells.collect(), at: usize::from(view.turn) - 1 }]
    }

    fn reach(&self, view: &State, seat: Seat, units: &[String]) -> Result<Reach, OrderError> {
        let [unit] = units else { return Err(OrderError::Unreadable("one unit marches at a time".into())) };
        let found = self.find(unit).ok_or_else(|| OrderError::Unreadable(format!("\"{unit}\" is no unit")))?;
        let mut actions = Vec::new();
        self.legal(view, seat, &mut actions);
        let goal = |action: &Action| match *action {
            Action::March { unit, to } if unit == found => {
                let step = StepCost { place: self.hex(to), cost: Ratio::ONE, case: "1.1", note: "one hex".into() };
                Some(Goal {
                    place: self.hex(to),
                    covers: Vec::new(),
                    facing: None,
                    way: Way { cost: Ratio::ONE, left: Ratio::ZERO, steps: vec![step] },
                    order: self.written(action),
                    stops: None,
                    caution: None,
                    others: Vec::new(),
                })
            }
            Action::March { .. } | Action::Attack { .. } | Action::Stay => None,
        };
        let goals = actions.iter().filter_map(goal).collect();
        Ok(Reach { units: units.to_vec(), points: Some(Ratio::ONE), goals, ..Reach::default() })
    }

    fn overlays(&self, _: &State) -> Vec<OverlayInfo> {
        vec![REACHED]
    }

    fn overlay(&self, view: &State, query: &OverlayQuery) -> Result<Overlay, String> {
        if query.id != REACHED.id {
            return Err(format!("there is no overlay \"{}\"", query.id));
        }
        let side = query.side.unwrap_or(BLUE);
        let mut places = Vec::new();
        for unit in UnitId::all().filter(|unit| self.unit(*unit).side == side) {
            let near = view.place(unit).into_iter().flat_map(|hex| *self.map.grid.neighbours(hex));
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
