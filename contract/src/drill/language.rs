//! How the drill ground talks, and what a page is shown of it.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, VecDeque};

use board::footprint::Front;
use board::{Facing, Hand};
use kernel::aids::{Barred, Goal, Overlay, OverlayInfo, OverlayPlace, OverlayQuery, Reach, StepCost, Takes, Tone, Way};
use kernel::page::{Cell, Panel};
use kernel::{
    Aids, Arm, Ask, Discard, Ground as ChartGround, Language, Line, Mark, OrderError, Piece, Ratio, Ruleset, Said,
    Seat, Seen, Side, Verdict,
};

use super::{Action, BLUE, Decision, Drill, Event, LAST_TURN, POINTS, Stand, State, UnitId};

const OVERLAYS: [OverlayInfo; 2] = [
    OverlayInfo {
        id: "arc",
        name: "Arc of fire",
        case: case!("D.5"),
        takes: Takes::Unit,
        hint: "Click a unit.",
        always: false,
    },
    OverlayInfo { id: "fronts", name: "Fronts", case: case!("D.3"), takes: Takes::Side, hint: "", always: false },
];

impl Drill {
    fn piece(&self, state: &State, unit: UnitId) -> Piece {
        let print = unit.print();
        let stand = state.units[usize::from(unit.0)];
        let has_fired = state.fired.contains(unit);
        let mark = Mark { text: "f".into(), note: "has fired".into(), case: case!("D.5") };
        Piece {
            id: print.id.into(),
            places: self.covered(state, unit).iter().map(|hex| self.ground.name(*hex)).collect(),
            side: print.side,
            nation: if print.side == BLUE { "blue".into() } else { "red".into() },
            arm: if print.length > 1 { Arm::Infantry } else { Arm::Artillery },
            name: print.name.into(),
            strength: "4".into(),
            movement: POINTS.to_string(),
            marks: if has_fired { vec![mark] } else { Vec::new() },
            print: None,
            length: print.length as u8,
            facing: stand.map(|stand| stand.facing),
            front: Front::Broad,
            bears: Vec::new(),
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

    fn goal(&self, state: &State, unit: UnitId, (stand, actions): (Stand, &[Action]), left: u8) -> Goal {
        let mut on_the_way = state.units[usize::from(unit.0)].unwrap_or(stand);
        let mut steps = Vec::new();
        for action in actions {
            let (case, note) = match action {
                Action::Step { to, .. } => {
                    on_the_way.at = *to;
                    (case!("D.3"), "forward".to_owned())
                }
                Action::Turn { facing, .. } => {
                    // A wheel may move the right-hand hex, too.
                    let hand = Hand::BOTH.into_iter().find(|hand| on_the_way.facing.turned(*hand) == *facing);
                    let turned = hand.and_then(|hand| self.ground.turned(unit.print(), on_the_way, hand));
                    on_the_way = turned.unwrap_or(on_the_way);
                    (case!("D.4"), format!("turns {facing}"))
                }
                Action::Fire { .. } | Action::End => continue,
            };
            steps.push(StepCost { place: self.ground.name(on_the_way.at), cost: Ratio::ONE, case, note });
        }
        let cost = steps.len() as u64;
        let covers = self.ground.covers(unit.print(), stand).unwrap_or_default();
        let covers: Vec<String> = covers.iter().map(|hex| self.ground.name(*hex)).collect();
        let orders: Vec<String> = actions.iter().map(|action| self.said(state, action).order).collect();
        Goal {
            place: self.ground.name(stand.at),
            covers: if covers.len() > 1 { covers } else { Vec::new() },
            facing: Some(stand.facing),
            way: Way { cost: whole(cost), left: whole(u64::from(left) - cost), steps },
            order: orders.join("; "),
            stops: None,
            caution: None,
            terms: Vec::new(),
            others: Vec::new(),
        }
    }

    fn said(&self, state: &State, action: &Action) -> Said {
        match action {
            Action::Step { unit, to } => {
                let (id, to) = (unit.print().id, self.ground.name(*to));
                moving(Said::new("step", format!("{id} {to}"), format!("Step to {to}")).by(id).at(to))
            }
            Action::Turn { unit, facing } => {
                let id = unit.print().id;
                let mut said = Said::new("turn", format!("{id} {facing}"), format!("Turn {facing}")).by(id);
                said.touch.facing = Some(*facing);
                moving(said)
            }
            Action::Fire { unit, at } => {
                let (id, target) = (unit.print().id, at.print());
                let said = Said::new("fire", format!("{id} {}", target.id), format!("Fire at {}", target.name)).by(id);
                match self.covered(state, *at).first() {
                    Some(hex) => said.at(self.ground.name(*hex)),
                    None => said,
                }
            }
            Action::End => Said::new("end", "", "End the turn").ends(),
        }
    }
}

fn moving(mut said: Said) -> Said {
    said.touch.moves = true;
    said
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
    fn say(&self, seen: &Seen<'_, Drill>, action: &Action) -> Said {
        self.said(seen.world(), action)
    }

    fn read(&self, _: &Seen<'_, Drill>, _: Seat, order: &str) -> Result<Vec<Action>, OrderError> {
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

    fn ask(&self, _: &Seen<'_, Drill>, _: Seat, _: &Decision) -> Ask {
        Ask::new(case!("D.1"), "drill", "March, turn and fire, or end your part of the turn.")
    }

    fn line(&self, event: &Event) -> Line {
        let (id, name) = (|unit: &UnitId| unit.print().id, |unit: &UnitId| unit.print().name);
        match event {
            Event::Stepped { unit, to } => {
                let to = self.ground.name(*to);
                Line::new(case!("D.3"), format!("{} steps to {to}.", name(unit))).unit(id(unit)).place(to)
            }
            Event::Turned { unit, facing } => {
                Line::new(case!("D.4"), format!("{} turns {facing}.", name(unit))).unit(id(unit))
            }
            Event::Fired { unit, at } => {
                Line::new(case!("D.5"), format!("{} fires at {}.", name(unit), name(at))).unit(id(unit)).unit(id(at))
            }
            Event::Thrown { die, at, hit } => {
                let fate = if *hit { "is gone" } else { "stands" };
                Line::new(case!("D.5"), format!("A {die}: {} {fate}.", name(at))).unit(id(at)).d6(*die).reveals()
            }
            Event::Ended { side } => Line::new(case!("D.1"), format!("{} has done.", side_name(*side))),
            Event::Turn { turn } => Line::new(case!("D.1"), format!("Turn {turn}.")),
            Event::Over => Line::new(case!("D.6"), "The drill is over."),
        }
    }

    fn verdict(&self, verdict: &Verdict) -> String {
        match verdict.winner {
            Some(side) => format!("{} has more units left.", side_name(side)),
            None => "Nobody has more units left.".into(),
        }
    }

    fn picture(&self, seen: &Seen<'_, Drill>) -> String {
        let line = |piece: &Piece| {
            let facing = piece.facing.map_or("", Facing::name);
            format!("{} {} {} {facing}\n", piece.id, piece.name, piece.places.join("-"))
        };
        self.pieces_on_the_field(seen.world()).iter().map(line).collect()
    }

    fn pieces(&self, seen: &Seen<'_, Drill>) -> Vec<Piece> {
        self.pieces_on_the_field(seen.world())
    }

    fn panels(&self, seen: &Seen<'_, Drill>) -> Vec<Panel> {
        let turn = seen.world().turn;
        let cells = (1..=LAST_TURN).map(|turn| Cell { label: turn.to_string(), marks: Vec::new() });
        vec![Panel::Track { title: "Turns".into(), cells: cells.collect(), at: usize::from(turn) - 1 }]
    }
}

impl Aids for Drill {
    fn ground(&self) -> Option<ChartGround> {
        Some(ChartGround::Hexes(Box::new(self.ground.map.clone())))
    }

    fn roster(&self) -> Vec<Piece> {
        let state = self.set_up();
        UnitId::all().map(|unit| Piece { places: Vec::new(), facing: None, ..self.piece(&state, unit) }).collect()
    }

    fn reach(&self, seen: &Seen<'_, Drill>, seat: Seat, units: &[String]) -> Result<Reach, OrderError> {
        let view = seen.world();
        let [unit] = units else { return Err(unreadable("one unit")) };
        let unit = read_unit(unit)?;
        let start = view.units[usize::from(unit.0)].filter(|_| unit.print().side == self.side_of(seat));
        let Some(start) = start else { return Err(unreadable("one of your units")) };
        let left = view.left[usize::from(unit.0)];
        let marches = self.marches(view, seat, unit);
        let goals: Vec<Goal> = marches.iter().map(|(stand, way)| self.goal(view, unit, (*stand, way), left)).collect();
        let ahead = super::Ground::forward(start.facing).into_iter().map(|ahead| self.ground.stepped(start, ahead).at);
        let barred = ahead.filter(|to| to.is_some()).filter_map(|to| {
            let why = self.check(view, seat, &Action::Step { unit, to }).err()?;
            Some(Barred { place: self.ground.name(to), why })
        });
        let points = Some(whole(left.into()));
        Ok(Reach { units: vec![unit.print().id.into()], points, goals, barred: barred.collect(), ..Reach::default() })
    }

    fn overlays(&self, _: &Seen<'_, Drill>) -> Vec<OverlayInfo> {
        OVERLAYS.to_vec()
    }

    fn overlay(&self, seen: &Seen<'_, Drill>, query: &OverlayQuery) -> Result<Overlay, String> {
        let view = seen.world();
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
