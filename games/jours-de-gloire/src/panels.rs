//! What lies beside the map: calendar, armies, rosters, cards, sieges, standing orders, the battle at hand; from a view.

use std::collections::BTreeMap;

use kernel::page::{Cell, Column, Fact, Group, Row, TableGroup};
use kernel::{Case, Panel, Side};

use crate::counters::{ALLIED, CounterId, FRENCH, Kind, SIDES};
use crate::game::Blind;
use crate::offers::capital;
use crate::scenario::{Entry, When, name_of_turn};
use crate::state::{Peace, Supply, Whereabouts};
use crate::tables::Weather;
use crate::view::{PieceView, Veiled, View};
use crate::{Rules, Seen};

mod battle;
mod orders;
mod roster;

fn fact(name: impl Into<String>, value: impl Into<String>, case: Case) -> Fact {
    Fact { name: name.into(), value: value.into(), case: Some(case) }
}

fn column(name: &str, note: &str, number: bool) -> Column {
    Column { name: name.into(), note: note.into(), number }
}

impl Rules {
    pub(crate) fn panels_of(&self, seen: &Seen<'_>) -> Vec<Panel> {
        let view = seen.view();
        let mut panels = Vec::new();
        panels.extend(self.battle_panel(seen));
        panels.push(self.calendar_panel(view));
        panels.push(self.war_panel(view));
        panels.push(self.armies_panel(view));
        panels.extend(self.cards_panel(seen));
        panels.extend(self.standing_panel(view));
        panels.extend(self.sieges_panel(view));
        panels.extend(self.rosters(view));
        panels.extend(self.arrivals_panel(view));
        panels.push(self.flags_panel(view));
        panels.push(self.boxes_panel(view));
        panels
    }

    fn whereabouts_of(&self, view: &View, counter: CounterId) -> Option<Whereabouts> {
        match view.pieces.get(counter.index())? {
            PieceView::Own(piece) => Some(piece.whereabouts),
            PieceView::Open { whereabouts, .. } | PieceView::Off { whereabouts, .. } => Some(*whereabouts),
            PieceView::Unknown { .. } => None,
        }
    }

    fn calendar_panel(&self, view: &View) -> Panel {
        let turns = self.scenario.first_turn..=self.scenario.last_turn;
        let cells = turns.map(|turn| {
            let mut marks = Vec::new();
            if view.calendar.armistice == Some(turn) {
                marks.push("armistice".to_owned());
            }
            if view.calendar.restart == Some(turn) {
                marks.push("hostilities resume".to_owned());
            }
            for side in [FRENCH, ALLIED] {
                let coming = self.coming_in(view, side, turn);
                if coming > 0 && turn >= view.turn {
                    marks.push(format!("+{coming} {}", SIDES.name(side)));
                }
            }
            Cell { label: name_of_turn(turn), marks }
        });
        let at = usize::from(view.turn.saturating_sub(self.scenario.first_turn));
        Panel::Track { title: "Calendar".into(), cells: cells.collect(), at }
    }

    /// How many counters of the schedule come in a turn.
    fn coming_in(&self, view: &View, side: Side, turn: u8) -> usize {
        let due =
            self.scenario.arrivals.iter().filter(|arrival| arrival.side == side && arrival.when == When::Turn(turn));
        let waits = |counter: CounterId| self.whereabouts_of(view, counter) == Some(Whereabouts::Waiting);
        due.flat_map(|arrival| &arrival.who).filter(|who| waits(who.counter)).count()
    }

    /// What the weather does, in a few words.
    pub(crate) fn weather_in_words(&self, weather: Weather) -> String {
        let mut effects = Vec::new();
        for (kind, name) in [(Kind::Infantry, "infantry"), (Kind::Cavalry, "cavalry"), (Kind::Leader, "leaders")] {
            let taken = self.tables.weather_on_allowance(kind, weather);
            if taken != 0 {
                effects.push(format!("{name} {taken} MP"));
            }
        }
        let ford = self.tables.connection(false, true, weather) - self.tables.connection(false, false, weather);
        if ford > 0 {
            effects.push(format!("fords +{ford} MP"));
        }
        let stragglers =
            self.tables.straggler_modifier(None, 0, weather) - self.tables.straggler_modifier(None, 0, Weather::Clear);
        if stragglers != 0 {
            effects.push(format!("stragglers' die {stragglers:+}"));
        }
        if weather == Weather::Snow {
            effects.push("battles one round shorter".into());
        }
        let name = capital(weather.name());
        if effects.is_empty() { name } else { format!("{name}: {}", effects.join(", ")) }
    }

    fn war_panel(&self, view: &View) -> Panel {
        let weather_case = match view.weather {
            Weather::Clear => case!("3.1b"),
            Weather::Rain => case!("3.1c"),
            Weather::Mud => case!("3.1d"),
            Weather::Snow => case!("3.1f"),
        };
        let mut rows = vec![fact("Weather", self.weather_in_words(view.weather), weather_case)];
        match view.next_weather {
            Some(weather) => rows.push(fact("Next turn", self.weather_in_words(weather), case!("A.cards.e"))),
            None if view.mud_follows => {
                rows.push(fact("Next turn", self.weather_in_words(Weather::Mud), case!("3.1h")))
            }
            None => {}
        }
        let peace = match view.calendar.peace {
            Peace::War => "war",
            Peace::Armistice { .. } => "armistice: no fighting, no moving next to the enemy",
            Peace::Resumed { .. } => "hostilities resumed",
        };
        rows.push(fact("State of the war", peace, case!("A.arm.e")));
        rows.push(fact("First player", SIDES.name(view.first), case!("3.2a")));
        for side in [FRENCH, ALLIED] {
            let of = side.index();
            let towns: u32 = self
                .scenario
                .victory_boxes
                .iter()
                .zip(&view.flags)
                .filter(|(_, flag)| **flag == Veiled::Known(side))
                .map(|(victory, _)| u32::from(victory.points))
                .sum();
            let words = format!(
                "{} VP in battle, {towns} VP in towns, {} SP lost",
                view.victory_points[of], view.butchers_bill[of]
            );
            rows.push(fact(SIDES.name(side), words, case!("9.b")));
        }
        for side in [FRENCH, ALLIED] {
            let left = view.pontoons_left[side.index()];
            rows.push(fact(format!("Pontoons, {}", SIDES.name(side)), format!("{left} left"), case!("6.4g")));
        }
        if self.agreed.dummies && self.agreed.blind != Blind::Open {
            let [french, allied] = view.dummies_off;
            rows.push(fact("Dummies off the map", format!("French {french}, Allies {allied}"), case!("7.1g")));
        }
        Panel::Facts { title: "The campaign".into(), rows }
    }

    fn armies_panel(&self, view: &View) -> Panel {
        let mut groups = Vec::new();
        for side in [FRENCH, ALLIED] {
            let mut rows = Vec::new();
            for (number, army) in self.armies().iter().enumerate().filter(|(_, army)| army.side == side) {
                let Some(state) = view.armies.get(number) else { continue };
                let Some(chief) = state.chief else { continue };
                let supply = match state.supply {
                    Supply::Supplied => "supplied",
                    Supply::Hindered => "hindered",
                    Supply::Cut => "cut off",
                };
                let points = match (state.points, state.granted) {
                    (Some(points), Some(granted)) => format!("{points} of {granted}"),
                    (None, Some(granted)) => format!("{granted} in all"),
                    (Some(points), None) => points.to_string(),
                    (None, None) => "?".into(),
                };
                let place = match self.whereabouts_of(view, chief) {
                    Some(Whereabouts::At(at)) => Some(self.box_name(at).to_owned()),
                    Some(_) | None => None,
                };
                rows.push(Row {
                    name: army.name.clone(),
                    unit: Some(self.counter(chief).id.clone()),
                    place,
                    cells: vec![self.name_of(chief), points, supply.into()],
                    ..Row::default()
                });
            }
            if !rows.is_empty() {
                groups.push(TableGroup { name: SIDES.name(side).into(), note: String::new(), rows });
            }
        }
        let columns = vec![
            column("Commander", "commander in chief", false),
            column("CP", "command points left of those rolled; the enemy's are secret", true),
            column("Supply", "as determined in its last administrative phase", false),
        ];
        Panel::Table { title: "Armies".into(), columns, groups }
    }

    fn flags_panel(&self, view: &View) -> Panel {
        let rows = self.scenario.victory_boxes.iter().zip(&view.flags).map(|(victory, flag)| {
            let flag = match flag {
                Veiled::Nothing => "nobody",
                Veiled::FaceDown => "unknown",
                Veiled::Known(side) => SIDES.name(*side),
            };
            let name = self.box_name(victory.at).to_owned();
            Row {
                name: name.clone(),
                place: Some(name),
                cells: vec![victory.points.to_string(), flag.into()],
                ..Row::default()
            }
        });
        let groups = vec![TableGroup { name: String::new(), note: String::new(), rows: rows.collect() }];
        let columns = vec![column("VP", "victory points", true), column("Flag", "whose flag it has", false)];
        Panel::Table { title: "Victory boxes".into(), columns, groups }
    }

    fn sieges_panel(&self, view: &View) -> Option<Panel> {
        if view.sieges.is_empty() {
            return None;
        }
        let rows = view.sieges.iter().map(|siege| {
            let name = self.box_name(siege.at).to_owned();
            let (step, odds) = match siege.masked {
                true => ("masked".to_owned(), "no die is rolled".to_owned()),
                false => {
                    let decay = i32::from(self.campaign.siege_modifier(&name));
                    let faces =
                        |modifier: i32| (1..=6).filter(|die| self.city_falls(siege.step, die + modifier)).count();
                    let doubled = faces(decay);
                    let weak = faces(decay + i32::from(self.campaign.siege_unless_double));
                    (siege.step.to_string(), format!("{doubled} of 6, or {weak} without double infantry"))
                }
            };
            Row {
                name: name.clone(),
                place: Some(name),
                cells: vec![SIDES.name(siege.besieger).into(), step, odds],
                ..Row::default()
            }
        });
        let groups = vec![TableGroup { name: String::new(), note: String::new(), rows: rows.collect() }];
        let columns = vec![
            column("By", "the besieger", false),
            column("Step", "the number on the siege marker", true),
            column("Falls on", "die faces on which the city falls at the next roll", false),
        ];
        Some(Panel::Table { title: "Sieges".into(), columns, groups })
    }

    /// Who comes when, as the scenario has it.
    fn arrivals_panel(&self, view: &View) -> Option<Panel> {
        let mut groups: Vec<TableGroup> = Vec::new();
        let mut arrivals: Vec<_> = self.scenario.arrivals.iter().collect();
        arrivals.sort_by_key(|arrival| (arrival.when, arrival.side));
        for arrival in arrivals {
            let when = match arrival.when {
                When::Turn(turn) => name_of_turn(turn),
                When::Armistice(number) => format!("Turn {number} of the armistice"),
                When::Restart(0) => "When hostilities resume".into(),
                When::Restart(number) => format!("{number} turns after hostilities resume"),
            };
            let (entry, place) = match arrival.entry {
                Entry::Box(at) => (self.box_name(at).to_owned(), Some(at)),
                Entry::Connection(at) => (format!("by {}", self.box_name(at)), Some(at)),
                Entry::With(counter) => (format!("with {}", self.name_of(counter)), None),
            };
            let waits = |counter: CounterId| self.whereabouts_of(view, counter) == Some(Whereabouts::Waiting);
            let rows = arrival.who.iter().filter(|who| waits(who.counter)).map(|who| {
                let strength = if self.has_strength(who.counter) { who.strength.to_string() } else { String::new() };
                let case = arrival.arrives_on.map(|die| format!(", on {die} or less"));
                Row {
                    name: self.name_of(who.counter),
                    unit: Some(self.counter(who.counter).id.clone()),
                    place: place.map(|at| self.box_name(at).to_owned()),
                    cells: vec![
                        SIDES.name(arrival.side).into(),
                        strength,
                        format!("{entry}{}", case.unwrap_or_default()),
                    ],
                    ..Row::default()
                }
            });
            let rows: Vec<Row> = rows.collect();
            match groups.iter_mut().find(|group| group.name == when) {
                Some(group) => group.rows.extend(rows),
                None if rows.is_empty() => {}
                None => groups.push(TableGroup { name: when, note: String::new(), rows }),
            }
        }
        if groups.is_empty() {
            return None;
        }
        let columns = vec![
            column("Side", "", false),
            column("SP", "strength points", true),
            column("Where", "box or entry", false),
        ];
        Some(Panel::Table { title: "Reinforcements".into(), columns, groups })
    }

    /// Counters off the map, as far as the viewer knows; those to come are in the schedule.
    fn boxes_panel(&self, view: &View) -> Panel {
        let mut groups: BTreeMap<(u8, Side), Vec<String>> = BTreeMap::new();
        for counter in self.all_counters() {
            let group = match self.whereabouts_of(view, counter) {
                Some(Whereabouts::Lost) => 0,
                Some(Whereabouts::Captured) => 1,
                Some(Whereabouts::Recalled) => 2,
                Some(Whereabouts::Pool) => 3,
                Some(Whereabouts::At(_) | Whereabouts::Entering(_) | Whereabouts::Waiting) | None => continue,
            };
            groups.entry((group, self.side_of(counter))).or_default().push(self.counter(counter).id.clone());
        }
        const NAMES: [&str; 4] = ["lost", "captured", "coming back", "to be placed"];
        let groups = groups.into_iter().map(|((group, side), units)| Group {
            name: format!("{} {}", SIDES.name(side), NAMES[usize::from(group)]),
            units,
        });
        Panel::Boxes { title: "Off the map".into(), groups: groups.collect() }
    }
}
