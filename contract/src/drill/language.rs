//! How the drill ground talks, and what a page is shown of it.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, VecDeque};

use board::footprint::Front;
use board::{Facing, Hand};
use kernel::aids::{Barred, Goal, Overlay, OverlayInfo, OverlayPlace, OverlayQuery, Reach, StepCost, Takes, Tone, Way};
use kernel::page::{Cell, Panel};
use kernel::{
    About, Arm, Chart, Concerns, Die, Discard, Ground as ChartGround, Language, Mark, Nature, OrderError, Piece,
    Prompt, Ratio, Ruleset, Seat, Side, Touch, Verdict,
};

use super::{Action, BLUE, Decision, Drill, Event, LAST_TURN, POINTS, Stand, State, UnitId};

const OVERLAYS: [OverlayInfo; 2] = [
    OverlayInfo {
        id: "arc",
        name: "Arc of fire",
        case: "D.5",
        takes: Takes::Unit,
        hint: "Point at a unit.",
        always: false,
    },
    OverlayInfo { id: "fronts", name: "Fronts", case: "D.3", takes: Takes::Side, hint: "", always: false },
];

impl Drill {
    fn piece(&self, state: &State, unit: UnitId) -> Piece {
        let print = unit.print();
        let stand = state.units[usize::from(unit.0)];
        let has_fired = state.fired.contains(unit);
        let mark = Mark { text: "f".into(), note: "has fired".into(), case: "D.5" };
        Piece {
            id: print.id.into(),
            places: self.covered(state, unit).iter().map(|hex| self.ground.name(*hex)).collect(),
            side: print.side,
            nation: if print.side == BLUE { "french".into() } else { "russian".into() },
            arm: if print.length > 1 { Arm::Infantry } else { Arm::Artillery },
            name: print.name.into(),
            strength: "4".into(),
            movement: POINTS.to_string(),
            marks: if has_fired { vec![mark] } else { Vec::new() },
            print: None,
            length: print.length as u8,
            facing: stand.map(|stand| stand.facing),
            front: Front::Broad,
        }
    }

    fn pieces_on_the_field(&self, state: &State) -> Vec<Piece> {
        UnitId::all()
            .filter(|unit| state.units[usize::from(unit.0)].is_some())
            .map(|unit| self.piece(state, unit))
            .collect()
    }

    /// Every way in which a unit can stand this turn, with the actions that lead there.
    fn marches(&self, state: &State, seat: Seat, unit: UnitId) -> BTreeMap<Stand, Vec<Action>> {
        let mut found: BTreeMap<Stand, Vec<Action>> = BTreeMap::new();
        let mut queue = VecDeque::from([(state.clone(), Vec::new())]);
        while let Some((state, way)) = queue.pop_front() {
            let mut actions = Vec::new();
            self.legal(&state, seat, &mut actions);
            let moves = |action: &Action| match action {
                Action::Step { unit: other, .. } | Action::Turn { unit: other, .. } => *other == unit,
                Action::Fire { .. } | Action::End => false,
            };
            for action in actions.into_iter().filter(moves) {
                let mut next = state.clone();
                self.play(&mut next, seat, &action, &mut Discard);
                let Some(stand) = next.units[usize::from(unit.0)] else { continue };
                let mut way = way.clone();
                way.push(action);
                if let Entry::Vacant(free) = found.entry(stand) {
                    free.insert(way.clone());
                    queue.push_back((next, way));
                }
            }
        }
        if let Some(start) = state.units[usize::from(unit.0)] {
            found.remove(&start);
        }
        found
    }

    fn goal(&self, unit: UnitId, stand: Stand, actions: &[Action], start: Stand, left: u8) -> Goal {
        let mut on_the_way = start;
        let mut steps = Vec::new();
        for action in actions {
            let (case, note) = match action {
                Action::Step { to, .. } => {
                    on_the_way.at = *to;
                    ("D.3", "forward".to_owned())
                }
                Action::Turn { facing, .. } => {
                    // A wheel may move the right-hand hex, too.
                    let hand = Hand::BOTH.into_iter().find(|hand| on_the_way.facing.turned(*hand) == *facing);
                    let turned = hand.and_then(|hand| self.ground.turned(unit.print(), on_the_way, hand));
                    on_the_way = turned.unwrap_or(on_the_way);
                    ("D.4", format!("turns {facing}"))
                }
                Action::Fire { .. } | Action::End => continue,
            };
            steps.push(StepCost { place: self.ground.name(on_the_way.at), cost: Ratio::ONE, case, note });
        }
        let cost = steps.len() as u64;
        let covers = self.ground.covers(unit.print(), stand).unwrap_or_default();
        let covers: Vec<String> = covers.iter().map(|hex| self.ground.name(*hex)).collect();
        let orders: Vec<String> = actions.iter().map(|action| self.written(action)).collect();
        Goal {
            place: self.ground.name(stand.at),
            covers: if covers.len() > 1 { covers } else { Vec::new() },
            facing: Some(stand.facing),
            way: Way { cost: whole(cost), left: whole(u64::from(left) - cost), steps },
            order: orders.join("; "),
            stops: None,
            caution: None,
            others: Vec::new(),
        }
    }

    fn written(&self, action: &Action) -> String {
        match action {
            Action::Step { unit, to } => format!("step {} {}", unit.print().id, self.ground.name(*to)),
            Action::Turn { unit, facing } => format!("turn {} {facing}", unit.print().id),
            Action::Fire { unit, at } => format!("fire {} {}", unit.print().id, at.print().id),
            Action::End => "end".into(),
        }
    }
}

fn whole(points: u64) -> Ratio {
    Ratio::new(points.into(), 1).unwrap_or(Ratio::ZERO)
}

fn unreadable(expected: &str) -> OrderError {
    OrderError::Unreadable(format!("expected {expected}"))
}

fn read_unit(word: &str) -> Result<UnitId, OrderError> {
    UnitId::named(word).ok_or_else(|| unreadable(&format!("the name of a unit, not \"{word}\"")))
}

fn side_name(side: Side) -> &'static str {
    if side == BLUE { "Blue" } else { "Red" }
}

impl Language for Drill {
    fn write(&self, _: &State, action: &Action) -> String {
        self.written(action)
    }

    fn read(&self, _: &State, _: Seat, order: &str) -> Result<Vec<Action>, OrderError> {
        let words: Vec<&str> = order.split_whitespace().collect();
        Ok(vec![match words[..] {
            ["step", unit, to] => {
                let to = self.ground.hex(to).ok_or_else(|| unreadable(&format!("a hex of the field, not \"{to}\"")))?;
                Action::Step { unit: read_unit(unit)?, to }
            }
            ["turn", unit, facing] => {
                let facing = Facing::parse(facing).ok_or_else(|| unreadable(&Facing::NAMES.join(", ")))?;
                Action::Turn { unit: read_unit(unit)?, facing }
            }
            ["fire", unit, at] => Action::Fire { unit: read_unit(unit)?, at: read_unit(at)? },
            ["end"] => Action::End,
            _ => return Err(unreadable("step UNIT HEX, turn UNIT FACING, fire UNIT ENEMY or end")),
        }])
    }

    fn prompt(&self, _: &State, _: Seat, _: &Decision) -> Prompt {
        Prompt {
            case: "D.1",
            short: "drill".into(),
            text: "March, turn and fire, or end your part of the turn.".into(),
        }
    }

    fn tell(&self, _: &State, event: &Event) -> String {
        match event {
            Event::Stepped { unit, to } => format!("{} steps to {}.", unit.print().name, self.ground.name(*to)),
            Event::Turned { unit, facing } => format!("{} turns {facing}.", unit.print().name),
            Event::Fired { unit, at } => format!("{} fires at {}.", unit.print().name, at.print().name),
            Event::Thrown { die, at, hit: true } => format!("A {die}: {} is gone.", at.print().name),
            Event::Thrown { die, at, hit: false } => format!("A {die}: {} stands.", at.print().name),
            Event::Ended { side } => format!("{} has done.", side_name(*side)),
            Event::Turn { turn } => format!("Turn {turn}."),
            Event::Over => "The drill is over.".into(),
        }
    }

    fn cite(&self, event: &Event) -> Option<&'static str> {
        Some(match event {
            Event::Stepped { .. } => "D.3",
            Event::Turned { .. } => "D.4",
            Event::Fired { .. } | Event::Thrown { .. } => "D.5",
            Event::Ended { .. } | Event::Turn { .. } => "D.1",
            Event::Over => "D.6",
        })
    }

    fn verdict(&self, _: &State, verdict: &Verdict) -> String {
        match verdict.winner {
            Some(side) => format!("{} has more units left.", side_name(side)),
            None => "Nobody has more units left.".into(),
        }
    }

    fn picture(&self, view: &State) -> String {
        let line = |piece: &Piece| {
            let facing = piece.facing.map_or("", Facing::name);
            format!("{} {} {} {facing}\n", piece.id, piece.name, piece.places.join("-"))
        };
        self.pieces_on_the_field(view).iter().map(line).collect()
    }

    fn chart(&self, view: &State) -> Option<Chart> {
        let pieces = self.pieces_on_the_field(view);
        Some(Chart { ground: ChartGround::Hexes(Box::new(self.ground.map.clone())), pieces })
    }

    fn roster(&self) -> Vec<Piece> {
        let state = self.set_up();
        UnitId::all().map(|unit| Piece { places: Vec::new(), facing: None, ..self.piece(&state, unit) }).collect()
    }

    fn touch(&self, state: &State, action: &Action) -> Touch {
        let (verb, unit, place, facing, label) = match action {
            Action::Step { unit, to } => {
                ("step", Some(unit), Some(self.ground.name(*to)), None, format!("Step to {}", self.ground.name(*to)))
            }
            Action::Turn { unit, facing } => ("turn", Some(unit), None, Some(*facing), format!("Turn {facing}")),
            Action::Fire { unit, at } => {
                let place = self.covered(state, *at).first().map(|hex| self.ground.name(*hex));
                ("fire", Some(unit), place, None, format!("Fire at {}", at.print().name))
            }
            Action::End => ("end", None, None, None, "End the turn".into()),
        };
        Touch {
            verb: verb.into(),
            unit: unit.map(|unit| unit.print().id.into()),
            place,
            facing,
            label,
            ends: matches!(action, Action::End),
            throws: matches!(action, Action::Fire { .. }),
            best: false,
            moves: matches!(action, Action::Step { .. } | Action::Turn { .. }),
        }
    }

    fn concerns(&self, event: &Event) -> Concerns {
        let id = |unit: &UnitId| unit.print().id.to_owned();
        let (units, places) = match event {
            Event::Stepped { unit, to } => (vec![id(unit)], vec![self.ground.name(*to)]),
            Event::Turned { unit, .. } => (vec![id(unit)], Vec::new()),
            Event::Fired { unit, at } => (vec![id(unit), id(at)], Vec::new()),
            Event::Thrown { at, .. } => (vec![id(at)], Vec::new()),
            Event::Ended { .. } | Event::Turn { .. } | Event::Over => (Vec::new(), Vec::new()),
        };
        Concerns { units, places }
    }

    fn about(&self, _: &State, _: Seat, _: &Decision) -> About {
        About::default()
    }

    fn nature(&self, event: &Event) -> Nature {
        let dice = match event {
            Event::Thrown { die, .. } => vec![Die { faces: 6, face: *die }],
            Event::Stepped { .. }
            | Event::Turned { .. }
            | Event::Fired { .. }
            | Event::Ended { .. }
            | Event::Turn { .. }
            | Event::Over => Vec::new(),
        };
        Nature { dice, heading: None }
    }

    fn panels(&self, view: &State) -> Vec<Panel> {
        let cells = (1..=LAST_TURN).map(|turn| Cell { label: turn.to_string(), marks: Vec::new() });
        vec![Panel::Track { title: "Turns".into(), cells: cells.collect(), at: usize::from(view.turn) - 1 }]
    }

    fn reach(&self, view: &State, seat: Seat, units: &[String]) -> Result<Reach, OrderError> {
        let [unit] = units else { return Err(unreadable("one unit")) };
        let unit = read_unit(unit)?;
        let start = view.units[usize::from(unit.0)].filter(|_| unit.print().side == self.side_of(seat));
        let Some(start) = start else { return Err(unreadable("one of your units")) };
        let left = view.left[usize::from(unit.0)];
        let marches = self.marches(view, seat, unit);
        let goals: Vec<Goal> = marches.iter().map(|(stand, way)| self.goal(unit, *stand, way, start, left)).collect();
        let ahead = super::Ground::forward(start.facing).into_iter().map(|ahead| self.ground.stepped(start, ahead).at);
        let barred = ahead.filter(|to| to.is_some()).filter_map(|to| {
            let why = self.check(view, seat, &Action::Step { unit, to }).err()?;
            Some(Barred { place: self.ground.name(to), why })
        });
        let points = Some(whole(left.into()));
        Ok(Reach { units: vec![unit.print().id.into()], points, goals, barred: barred.collect(), ..Reach::default() })
    }

    fn overlays(&self, _: &State) -> Vec<OverlayInfo> {
        OVERLAYS.to_vec()
    }

    fn overlay(&self, view: &State, query: &OverlayQuery) -> Result<Overlay, String> {
        let Some(info) = OVERLAYS.iter().find(|info| info.id == query.id) else {
            return Err(format!("there is no overlay \"{}\"", query.id));
        };
        let units: Vec<UnitId> = match info.takes {
            Takes::Unit => query.unit.as_deref().and_then(UnitId::named).into_iter().collect(),
            Takes::Side => UnitId::of(query.side.unwrap_or(BLUE)).collect(),
            Takes::Nothing | Takes::Places => Vec::new(),
        };
        let mut places = Vec::new();
        for unit in &units {
            let Some(stand) = view.units[usize::from(unit.0)] else { continue };
            let (hexes, tone, words): (Vec<_>, _, _) = match info.id {
                "arc" => (self.ground.arc(unit.print(), stand).iter().collect(), Tone::Bad, "can be hit by"),
                _ => (self.ground.aspects(unit.print(), stand).front.to_vec(), Tone::Zone, "lies before"),
            };
            places.extend(hexes.into_iter().map(|hex| OverlayPlace {
                place: self.ground.name(hex),
                tone,
                text: String::new(),
                case: info.case,
                facts: format!("{words} {}", unit.print().name),
                units: vec![unit.print().id.into()],
            }));
        }
        let words = format!("{} hexes.", places.len());
        Ok(Overlay { id: info.id, title: info.name.into(), case: info.case, places, lines: Vec::new(), words })
    }
}
