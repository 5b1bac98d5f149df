//! What lies beside the map: turns, the combat at hand step by step, objectives, command, the army tables, standing orders.

use kernel::Viewer;
use kernel::aids::Modifier;
use kernel::page::{Cell, Choice, ChoiceOption, Column, Fact, Group, Panel, Party, Row, TableGroup};
use kernel::{Case, Side, Waits};

use crate::Rules;
use crate::action::Action;
use crate::counters::{BOTH, CounterId, CounterSet, GroupId, Kind, Start, enemy_of};
use crate::notation::offers::{exception_label, order_label};
use crate::sequence::{Frame, Step};
use crate::standing::{EXCEPTIONS, Reaction, orders};
use crate::state::{Fate, NO_ROW, State};
use crate::words::{side_adjective, side_name};

/// Units this near to an enemy are listed among those that may have a standing order of their own.
const NEAR: u16 = 5;

fn fact(name: impl Into<String>, value: impl Into<String>, case: Case) -> Fact {
    Fact { name: name.into(), value: value.into(), case: Some(case) }
}

impl Rules {
    pub(crate) fn panels_of(&self, state: &State, viewer: Viewer) -> Vec<Panel> {
        let mut panels = vec![self.turn_track(state)];
        panels.extend(self.combat_steps(state));
        panels.push(self.victory_facts(state));
        panels.push(self.command_facts(state));
        panels.extend(BOTH.into_iter().filter_map(|side| self.groups(state, side)));
        panels.extend(BOTH.map(|side| self.army_table(state, side)));
        panels.push(self.off_the_map(state));
        if let Viewer::Seat(seat) = viewer
            && usize::from(seat.0) < BOTH.len()
        {
            panels.extend(self.standing_panel(state, Side(seat.0)));
        }
        panels
    }

    /// The combat at hand: its parties, its steps in their order (8.3), and how far it has come.
    fn combat_steps(&self, state: &State) -> Option<Panel> {
        let declared = state.frame() == Frame::Declare;
        if !declared && !state.frames.contains(&Frame::CloseCombat) {
            return None;
        }
        let combat = &state.combat;
        let has = |test: &dyn Fn(&Frame) -> bool| state.frames.iter().any(test);
        // What still lies on the stack is still to come.
        let fire = has(&|frame| matches!(frame, Frame::Volley { .. } | Frame::RifleDice { .. } | Frame::Hits));
        let ratio = has(&|frame| matches!(frame, Frame::Ratio)) || declared;
        let thrown = combat.row != NO_ROW;
        let retreat = has(&|frame| matches!(frame, Frame::Retreat { .. } | Frame::Disorganize { .. }));
        let tests = has(&|frame| matches!(frame, Frame::Tests { .. }));
        let pursuit =
            has(&|frame| matches!(frame, Frame::Pursuit { .. } | Frame::PursuitDice { .. } | Frame::Face { .. }));
        let losses = has(&|frame| matches!(frame, Frame::LossDice { .. } | Frame::Losses { .. }));
        let step = |open: bool, reached: bool| match (open, reached) {
            (true, true) => "now",
            (true, false) => "to come",
            (false, true) => "done",
            (false, false) => "to come",
        };
        let [attack, defence] = combat.strength;
        let odds = || match ratio || attack == 0 {
            true => "to come".to_owned(),
            false => format!("{attack} to {defence}: {}", self.tables.odds(attack, defence).name),
        };
        let die = match thrown {
            true => self.tables.combat(combat.row).name.clone(),
            false if ratio => "to come".to_owned(),
            false => format!("now, {:+}", combat.modifier),
        };
        let after_die = |open: bool, before: bool| step(open, thrown && !before).to_owned();
        let rows = vec![
            fact("1. Attackers and target", if declared { "now" } else { "done" }, case!("8.3a")),
            fact("2. Rifle fire of both sides", step(fire, !declared), case!("7.31c")),
            fact("3. Ratio", odds(), case!("8.12")),
            fact("4. Die", die, case!("8.3c")),
            fact("5. Retreats and disorganization", after_die(retreat, false), case!("8.3e")),
            fact("6. Morale tests", after_die(tests, retreat), case!("3.T")),
            fact("7. Pursuit", after_die(pursuit, retreat || tests), case!("8.71")),
            fact("8. Casualties", after_die(losses, retreat || tests || pursuit), case!("8.3f")),
            fact(
                "9. Commanders in danger",
                after_die(!combat.exposed.is_empty(), retreat || tests || pursuit || losses),
                case!("11.62"),
            ),
        ];
        let parties = [combat.attacker, enemy_of(combat.attacker)].map(|side| self.party(state, side, ratio));
        let title = if declared { "Combat being declared" } else { "Combat" };
        let place = combat.targets.first().map(|hex| self.number_of(*hex));
        Some(Panel::Duel { title: title.into(), place, rows, parties: parties.into(), matrix: None })
    }

    fn party(&self, state: &State, side: Side, before_ratio: bool) -> Party {
        let combat = &state.combat;
        let attacks = side == combat.attacker;
        let units = combat.of(side);
        let standing = |units: CounterSet| units.iter().filter(|unit| state.on_map(*unit)).collect::<CounterSet>();
        let alive = standing(units);
        let points: u16 = alive.iter().map(|unit| state.points(unit)).sum();
        let mut rows = vec![fact("Strength points", points.to_string(), case!("2.3b"))];
        let charging = combat.charging.intersection(alive);
        if attacks && !charging.is_empty() {
            let sum: u16 = charging.iter().map(|unit| state.points(unit)).sum();
            rows.push(fact("of these charging", sum.to_string(), case!("9.12")));
        }
        let disorganized = alive.intersection(state.disorganized).len();
        if disorganized > 0 {
            rows.push(fact("Disorganized units", disorganized.to_string(), case!("8.5")));
        }
        let due = state.losses[combat.place_of(side)];
        if due > 0 {
            rows.push(fact("Points to take off", due.to_string(), case!("8.3f")));
        }
        let mut modifiers = Vec::new();
        if attacks && !before_ratio {
            self.modifiers(state, &mut |case, text, value| {
                modifiers.push(Modifier { case, text: text.to_owned(), value: value.into() });
            });
        }
        Party {
            name: side_name(side).to_owned(),
            role: if attacks { "attacker" } else { "defender" }.to_owned(),
            units: alive.iter().map(|unit| self.word_for(unit)).collect(),
            hidden: 0,
            rows,
            modifiers,
        }
    }

    /// The groups of a side that needs command points to move them (11.72).
    fn groups(&self, state: &State, side: Side) -> Option<Panel> {
        let factor = self.command_factor(state, side)?;
        let left = state.command[side.index()];
        let number = |name: &str, note: &str| Column { name: name.into(), note: note.into(), number: true };
        let numbered = self.scenario.groups.iter().zip(0..).filter(|(group, _)| group.side == side);
        let rows = numbered.map(|(group, index)| {
            let id = GroupId(index);
            let members = || self.all().filter(|unit| self.counter(*unit).group == id && self.is_unit(*unit));
            let on_map = members().filter(|unit| state.on_map(*unit)).count();
            let active = state.activated & id.bit() != 0;
            let word = match (active, state.current_group & id.bit() != 0) {
                (true, true) => "moving",
                (true, false) => "activated",
                (false, _) => "-",
            };
            Row {
                name: group.name.clone(),
                cells: vec![word.to_owned(), format!("{on_map} of {}", members().count())],
                faint: on_map == 0,
                ..Row::default()
            }
        });
        let note = format!("{left} of {factor} points left");
        let groups = vec![TableGroup { name: "Groups".into(), note, rows: rows.collect() }];
        let columns = vec![
            Column { name: "Command".into(), note: "whether a point has been spent on it".into(), number: false },
            number("Units", "units on the map"),
        ];
        Some(Panel::Table { title: format!("{} command points", side_adjective(side)), columns, groups })
    }

    /// The army table of a side: every unit with its strength boxes, the lost ones crossed off (2.3b).
    fn army_table(&self, state: &State, side: Side) -> Panel {
        let column = |name: &str, note: &str, number| Column { name: name.into(), note: note.into(), number };
        let columns = vec![
            column("Boxes", "strength points left and lost", false),
            column("MP", "movement points", true),
            column("Morale", "in order and disorganized", true),
            column("Fire", "shots of rifle fire, or the letter of the guns", false),
        ];
        let row = |unit: CounterId| {
            let print = self.counter(unit);
            let left = usize::from(state.strength[unit.index()]);
            let lost = usize::from(print.strength).saturating_sub(left);
            let fire = match print.gun() {
                Some(gun) => gun.letter().to_string(),
                None => "*".repeat(print.shots.into()),
            };
            let mut name = print.name.clone();
            if let Start::Enters(_, turn) = print.start
                && state.fate[unit.index()] == Fate::Waiting
            {
                name = format!("{name}, turn {turn}");
            }
            Row {
                name,
                unit: Some(self.word_for(unit)),
                place: state.on_map(unit).then(|| self.number_of(state.hex_of(unit))),
                cells: vec![
                    format!("{}{}", "■".repeat(left), "□".repeat(lost)),
                    print.mobility.to_string(),
                    format!("{}/{}", print.morale[0], print.morale[1]),
                    fire,
                ],
                marks: if state.on_map(unit) { self.marks(state, unit) } else { Vec::new() },
                faint: !state.on_map(unit),
            }
        };
        let own: Vec<CounterId> =
            self.all().filter(|unit| self.is_unit(*unit) && self.side_of(*unit) == side).collect();
        let strength = |units: &[CounterId]| -> String {
            let left: u16 = units.iter().map(|unit| state.points(*unit)).sum();
            let all: u16 = units.iter().map(|unit| u16::from(self.counter(*unit).strength)).sum();
            format!("{left} of {all} SP")
        };
        let group = |name: String, units: Vec<CounterId>| TableGroup {
            name,
            note: strength(&units),
            rows: units.into_iter().map(row).collect(),
        };
        let mut groups = Vec::new();
        for (info, index) in self.scenario.groups.iter().zip(0..).filter(|(info, _)| info.side == side) {
            let members: Vec<CounterId> =
                own.iter().copied().filter(|unit| self.counter(*unit).group == GroupId(index)).collect();
            if !members.is_empty() {
                groups.push(group(info.name.clone(), members));
            }
        }
        let rest: Vec<CounterId> = own.into_iter().filter(|unit| self.counter(*unit).group.is_none()).collect();
        for (name, fits) in [("Infantry", 0), ("Cavalry", 1), ("Artillery", 2)] {
            let arm = |unit: &CounterId| match self.counter(*unit).kind {
                Kind::Infantry => 0,
                Kind::Cavalry { .. } => 1,
                Kind::Artillery(_) => 2,
                Kind::Commander(_) => 3,
            };
            let members: Vec<CounterId> = rest.iter().copied().filter(|unit| arm(unit) == fits).collect();
            if !members.is_empty() {
                groups.push(group(name.to_owned(), members));
            }
        }
        Panel::Table { title: format!("{} army table", side_adjective(side)), columns, groups }
    }

    /// What this side answers to reactions without being asked (3.1g).
    fn standing_panel(&self, state: &State, side: Side) -> Option<Panel> {
        if state.frame().waits() == Waits::Goes(Step::GameOver) {
            return None;
        }
        let now = &state.standing[side.index()];
        let choice = |reaction: Reaction| {
            let (name, note, case) = match reaction {
                Reaction::Fire => (
                    "Fire at movers",
                    "when an enemy unit moves in range of your guns or before a square; the chance is that the fire has any effect",
                    case!("10.11"),
                ),
                Reaction::Countercharge => (
                    "Countercharge",
                    "when an enemy unit moves near your cavalry; the chance is that the die drives it back or disorganizes it",
                    case!("9.33"),
                ),
                Reaction::Withdrawal => (
                    "Withdrawal of cavalry",
                    "when infantry has come next to it; the chance is that an attack of this infantry would drive the cavalry back",
                    case!("9.51"),
                ),
                Reaction::Square => {
                    ("Square", "when a charge is declared; the chance is that the square is formed", case!("13.13"))
                }
            };
            let current = now.of(reaction);
            let options = orders().map(|order| ChoiceOption {
                label: order_label(order).into(),
                order: (order != current).then(|| self.spell(&Action::Standing(reaction, order))),
            });
            Choice { name: name.into(), note: note.into(), case, options: options.collect() }
        };
        let enemies = &state.occupied[enemy_of(side).index()];
        let concerned = |unit: &CounterId| {
            let near = || enemies.iter().any(|hex| self.ground.grid.distance(hex, state.hex_of(*unit)) <= NEAR);
            let reacts = !self.is_infantry(*unit);
            state.on_map(*unit) && self.is_unit(*unit) && (now.exception(*unit) != EXCEPTIONS[0] || reacts && near())
        };
        let exceptions = self.counters_of(side).iter().filter(concerned).map(|unit| {
            let current = now.exception(unit);
            let options = EXCEPTIONS.into_iter().map(|exception| ChoiceOption {
                label: exception_label(exception).into(),
                order: (exception != current).then(|| self.spell(&Action::Except(unit, exception))),
            });
            Choice {
                name: self.name_of(unit),
                note: "this unit alone".into(),
                case: case!("3.1g"),
                options: options.collect(),
            }
        });
        let rows = Reaction::ALL.into_iter().map(choice).chain(exceptions).collect();
        let note = "What the program answers for you: it asks, declines, or acts whenever the chance is at least this good. Both sides can see these orders.".into();
        Some(Panel::Choices { title: "Standing orders".into(), note, rows })
    }

    fn turn_track(&self, state: &State) -> Panel {
        let cells = self.scenario.turns.iter().map(|turn| {
            let mut marks = Vec::new();
            if turn.night {
                marks.push("night".to_owned());
            }
            if turn.snow {
                marks.push("snow".to_owned());
            }
            for side in BOTH {
                let due = |counter: &CounterId| {
                    let print = self.counter(*counter);
                    print.side == side
                        && state.fate[counter.index()] == Fate::Waiting
                        && matches!(print.start, Start::Enters(_, due) if due == turn.number)
                };
                let count = self.all().filter(due).count();
                if count > 0 {
                    marks.push(format!("{} arrivals: {count}", side_adjective(side)));
                }
            }
            Cell { label: format!("{} · {}", turn.number, turn.label), marks }
        });
        let at = usize::from(state.turn.saturating_sub(self.scenario.turns[0].number));
        Panel::Track { title: "Turns".into(), cells: cells.collect(), at: at.min(self.scenario.turns.len() - 1) }
    }

    fn victory_facts(&self, state: &State) -> Panel {
        let mut rows: Vec<Fact> = BOTH
            .into_iter()
            .map(|side| Fact {
                name: format!("{} points", side_adjective(side)),
                value: self.points_of(state, side).to_string(),
                case: Some(case!("S.pultusk.d")),
            })
            .collect();
        for (objective, holder) in self.scenario.objectives.iter().zip(&state.control) {
            let value = holder.map_or("nobody", side_name).to_owned();
            let name = format!("{} ({})", objective.name, self.number_of(objective.hex));
            rows.push(Fact { name, value, case: Some(case!("S.pultusk.d")) });
        }
        Panel::Facts { title: "Objectives".into(), rows }
    }

    fn command_facts(&self, state: &State) -> Panel {
        let mut rows = Vec::new();
        let holder = state.holder.map_or("not yet rolled", side_name).to_owned();
        rows.push(Fact { name: "Initiative".into(), value: holder, case: Some(case!("3.1")) });
        for side in BOTH {
            let chief = state.chief[side.index()];
            let value = if chief.is_none() { "nobody".into() } else { self.name_of(chief) };
            rows.push(Fact { name: format!("{} commander", side_adjective(side)), value, case: Some(case!("11.22")) });
            if self.command_factor(state, side).is_some() {
                let value = state.command[side.index()].to_string();
                rows.push(Fact {
                    name: format!("{} command points", side_adjective(side)),
                    value,
                    case: Some(case!("11.72")),
                });
            }
        }
        Panel::Facts { title: "Command".into(), rows }
    }

    fn off_the_map(&self, state: &State) -> Panel {
        let with = |fate: Fate, side| {
            let fits = move |counter: &CounterId| state.fate[counter.index()] == fate && self.side_of(*counter) == side;
            self.all().filter(fits).map(|counter| self.word_for(counter)).collect::<Vec<String>>()
        };
        let mut groups = Vec::new();
        for side in [BOTH[0], enemy_of(BOTH[0])] {
            for (fate, name) in [(Fate::Waiting, "to arrive"), (Fate::Lost, "lost")] {
                let units = with(fate, side);
                if !units.is_empty() {
                    groups.push(Group { name: format!("{}, {name}", side_name(side)), units });
                }
            }
        }
        Panel::Boxes { title: "Off the map".into(), groups }
    }
}
