//! What lies beside the map: turns, the situation, the administration of each army, who commands what, and what is remembered of the
//! enemy; from what the viewer sees.

use kernel::page::{Cell, Column, Fact, Panel, Row, TableGroup};
use kernel::{Case, Side};

use crate::Rules;
use crate::roster::{Army, BOTH, LeaderId, enemy_of};
use crate::state::{Centre, Fate, NO_LINE, Pledge, Sighting};
use crate::view::{ArmyView, View};
use crate::words::{halves, side_adjective, side_name, signed};

type Seen<'r> = kernel::Seen<'r, Rules>;

fn fact(name: impl Into<String>, value: impl Into<String>, case: Case) -> Fact {
    Fact { name: name.into(), value: value.into(), case: Some(case) }
}

fn number(name: &str, note: &str) -> Column {
    Column { name: name.into(), note: note.into(), number: true }
}

fn words(name: &str, note: &str) -> Column {
    Column { name: name.into(), note: note.into(), number: false }
}

/// The name of an army as a heading.
pub(crate) fn heading(army: Army) -> String {
    let mut name = army.name().to_owned();
    name[..1].make_ascii_uppercase();
    name
}

impl Rules {
    pub(crate) fn panels_of(&self, seen: &Seen<'_>) -> Vec<Panel> {
        let view = seen.view();
        let mut panels = vec![self.turn_track(view), self.situation(view)];
        if let Some(side) = self.side_of_viewer(seen.viewer()) {
            let own = Army::ALL.into_iter().filter(|army| army.side() == side);
            panels.extend(own.filter_map(|army| self.administration(seen, army)));
            panels.push(self.command_tree(seen, side));
            panels.push(self.sightings(seen, enemy_of(side)));
        }
        panels
    }

    fn turn_track(&self, view: &View) -> Panel {
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
        Panel::Track { title: "Turns".into(), cells, at }
    }

    fn situation(&self, view: &View) -> Panel {
        let mut rows = vec![fact("Weather", view.weather.name(), case!("24.weather"))];
        for side in BOTH {
            let value = signed(view.morale[side.index()]);
            rows.push(fact(format!("{} morale", side_adjective(side)), value, case!("12.track")));
        }
        Panel::Facts { title: "Situation".into(), rows }
    }

    /// What an army has, what it can still do with it, and what its marches suffer for want of it (chapter 5).
    fn administration(&self, seen: &Seen<'_>, army: Army) -> Option<Panel> {
        let own = &seen.view().armies[army.index()];
        let (points, shift) = own.own.filter(|_| own.centre != Centre::None)?;
        let debt = self.tables.debt(army);
        let commands = points.saturating_sub(debt).max(0);
        let mut rows = vec![
            fact("Points", points.to_string(), case!("5.receive")),
            fact("Commands that they buy", format!("{commands}, down to {debt} points"), case!("5.negative")),
            fact("Centre of operations", self.centre_in_words(own), case!("6.cofo")),
            fact("Line of communications", self.line_in_words(own), case!("6.loc")),
            fact("Attrition", shift_in_words(shift), case!("5.support")),
        ];
        if let Pledge::Level(level) = own.pledge {
            rows.push(fact(
                "Support declared",
                if level == 1 { "1 point".into() } else { format!("{level} points") },
                case!("5.support.lasts"),
            ));
        }
        for (declared, shift) in self.tables.support.shift.iter().enumerate() {
            let name = match declared {
                1 => "1 point of support".to_owned(),
                more => format!("{more} points of support"),
            };
            rows.push(fact(name, shift_in_words(*shift), case!("5.support")));
        }
        Some(Panel::Facts { title: format!("Administration of {}", army.name()), rows })
    }

    fn centre_in_words(&self, own: &ArmyView) -> String {
        let at = self.place_of(own.centre_at[0]);
        match own.centre {
            Centre::None => "none".into(),
            Centre::Active => format!("works at {at}"),
            Centre::Moved => format!("at {at}, has moved in this turn"),
            Centre::Fled => format!("at {at}, has fled"),
            Centre::Inactive | Centre::Recovering => format!("at {at}, inactive"),
            Centre::Disbanded(turn) => format!("disbanded; returns on {}", self.calendar.turn(turn).id),
            Centre::Cantoned(_) => "in cantonment".into(),
        }
    }

    /// A line of communications in hexes and kilometres (2.scale).
    fn line_in_words(&self, own: &ArmyView) -> String {
        if own.line == NO_LINE {
            return "none: cut, or too long".into();
        }
        let metres = u32::from(own.line) * self.tables.limits.scale.metres;
        format!("{} hexes ({} km)", own.line, metres.div_ceil(1000))
    }

    /// The leaders of a side by armies: strength, span, and whether a command reaches them.
    fn command_tree(&self, seen: &Seen<'_>, side: Side) -> Panel {
        let state = seen.world();
        let columns = vec![
            number("Foot", "points of infantry"),
            number("Horse", "points of cavalry"),
            number("Guns", "points of artillery"),
            number("Span", "what is left of his span beside his own units, and how much of another's he takes himself"),
            words("Command", "as found when the segment began"),
        ];
        let mut groups = Vec::new();
        for army in Army::ALL.into_iter().filter(|army| army.side() == side) {
            let of_army = self.leaders_of(side).iter().filter(|leader| self.army_of(state, *leader) == army);
            let (there, away): (Vec<LeaderId>, Vec<LeaderId>) = of_army
                .filter(|leader| !matches!(state.fate[leader.index()], Fate::Pool | Fate::Lost))
                .partition(|leader| state.on_map(*leader));
            if there.is_empty() && away.is_empty() {
                continue;
            }
            let mut rows: Vec<Row> = there.into_iter().map(|leader| self.row_of(seen, leader)).collect();
            // The strongest span first: commanders before those whom they command.
            rows.sort_by_key(|row| {
                row.unit.as_deref().and_then(|unit| self.find_leader(unit)).map(|leader| {
                    let rating = self.rating(state, leader);
                    (std::cmp::Reverse(rating.span), rating.subordination)
                })
            });
            rows.extend(away.into_iter().map(|leader| self.absent_row(seen, leader)));
            let note = match seen.view().armies[army.index()].own {
                Some((points, _)) if self.line_of(state, army).is_some() => format!("{points} points"),
                Some(_) | None => String::new(),
            };
            groups.push(TableGroup { name: heading(army), note, rows });
        }
        Panel::Table { title: "Chain of command".into(), columns, groups }
    }

    fn row_of(&self, seen: &Seen<'_>, leader: LeaderId) -> Row {
        let state = seen.world();
        let [foot, horse, guns] = self.arms_of(state, leader).map(|points| match points {
            0 => "-".to_owned(),
            more => more.to_string(),
        });
        let rating = self.rating(state, leader);
        let left = (2 * rating.span).saturating_sub(self.burden(state, leader));
        let command = match (state.in_range.contains(leader), state.in_depot.contains(leader)) {
            _ if state.besieged.contains(leader) => "besieged",
            (true, _) => "in range",
            (false, true) => "from a depot",
            (false, false) => "out of range",
        };
        Row {
            name: self.name_of(leader),
            unit: Some(self.word_for(leader)),
            place: Some(self.number_of(state.lead[leader.index()])),
            cells: vec![foot, horse, guns, format!("{} ({})", halves(left), rating.subordination), command.into()],
            marks: self.marks(seen.view(), leader),
            faint: false,
        }
    }

    fn absent_row(&self, seen: &Seen<'_>, leader: LeaderId) -> Row {
        let where_ = match seen.world().fate[leader.index()] {
            Fate::Waiting => "to arrive",
            Fate::AtCentre => "at his centre",
            Fate::Away => "off the map",
            Fate::Cantoned => "in cantonment",
            Fate::Interned => "interned",
            Fate::OnMap | Fate::Pool | Fate::Lost => "-",
        };
        let dash = || "-".to_owned();
        Row {
            name: self.name_of(leader),
            unit: Some(self.word_for(leader)),
            cells: vec![dash(), dash(), dash(), dash(), where_.to_owned()],
            faint: true,
            ..Row::default()
        }
    }

    /// What is remembered of the enemy: where a name was last seen, and what lay open of his strength (15.hidden, 2.hidden).
    fn sightings(&self, seen: &Seen<'_>, side: Side) -> Panel {
        let view = seen.view();
        let columns = vec![
            words("Hex", "where his name was last seen"),
            words("When", "the turn of it"),
            words("Strength", "foot, horse and guns when they last lay open"),
        ];
        let known = self.leaders_of(side).iter().filter(|leader| view.seen[leader.index()] != Sighting::NEVER);
        let rows = known.map(|leader| {
            let (sighting, shown) = (view.seen[leader.index()], view.shown[leader.index()]);
            let strength = match shown.turn {
                0 => "unknown".to_owned(),
                turn => {
                    let [foot, horse, guns] = shown.points;
                    format!("{foot}, {horse}, {guns} on {}", self.calendar.turn(turn).id)
                }
            };
            let place = self.number_of(sighting.at);
            Row {
                name: self.name_of(leader),
                unit: Some(self.word_for(leader)),
                place: Some(place.clone()),
                cells: vec![place, self.calendar.turn(sighting.turn).id.clone(), strength],
                faint: sighting.turn < view.turn,
                ..Row::default()
            }
        });
        let group = TableGroup { name: String::new(), note: String::new(), rows: rows.collect() };
        Panel::Table { title: format!("{} as last seen", side_name(side)), columns, groups: vec![group] }
    }
}

/// Columns of the attrition table, in words.
pub(crate) fn shift_in_words(shift: i8) -> String {
    match shift {
        0 => "as printed".into(),
        1 => "one column worse".into(),
        -1 => "one column better".into(),
        more if more > 0 => format!("{more} columns worse"),
        fewer => format!("{} columns better", -fewer),
    }
}
