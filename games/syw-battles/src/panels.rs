//! What lies beside the map: turns, the charge at hand, the sweep of alternate fire, objectives, who commands whom, arrivals.

use board::Hand;
use kernel::aids::Modifier;
use kernel::page::{Cell, Column, Fact, Group, Panel, Party, Row, TableGroup};
use kernel::{Case, Side};

use crate::Rules;
use crate::counters::{BOTH, CounterId, Formation, enemy_of};
use crate::sequence::Frame;
use crate::state::{Fate, State};
use crate::tables::{Tables, Weather};
use crate::words::{side_adjective, side_name};

fn fact(name: impl Into<String>, value: impl Into<String>, case: Case) -> Fact {
    Fact { name: name.into(), value: value.into(), case: Some(case) }
}

impl Rules {
    pub(crate) fn panels_of(&self, seen: &kernel::Seen<'_, Rules>) -> Vec<Panel> {
        let state = seen.world();
        let mut panels = vec![self.turn_track(state)];
        panels.extend(self.charge_steps(state));
        panels.extend(self.sweep_queue(state));
        panels.push(self.victory_facts(state));
        panels.extend(BOTH.map(|side| self.command_tree(state, side)));
        panels.extend(self.plan_facts(seen));
        panels.push(self.off_the_map(state));
        panels
    }

    fn turn_track(&self, state: &State) -> Panel {
        let cells = self.scenario.turns.iter().enumerate().map(|(index, turn)| {
            let weather = self.weather.get(index).copied().unwrap_or_default();
            let marks = weather.into_iter().filter(|weather| *weather != Weather::Clear);
            Cell { label: turn.time.clone(), marks: marks.map(|weather| weather.name().to_owned()).collect() }
        });
        let at = usize::from(state.turn.saturating_sub(self.scenario.turns[0].number));
        Panel::Track { title: "Turns".into(), cells: cells.collect(), at: at.min(self.scenario.turns.len() - 1) }
    }

    fn victory_facts(&self, state: &State) -> Panel {
        let case = Some(case!("S.vp"));
        let points = BOTH.map(|side| Fact {
            name: format!("{} points", side_adjective(side)),
            value: self.points_of(state, side).to_string(),
            case,
        });
        let mut rows: Vec<Fact> = points.into_iter().collect();
        for (objective, holder) in self.scenario.objectives.iter().zip(&state.control) {
            let value = holder.map_or("nobody", side_name).to_owned();
            rows.push(Fact { name: objective.name.clone(), value, case });
        }
        for condition in &self.scenario.conditions {
            let name = format!("{} score {}", side_name(condition.side), condition.points);
            rows.push(Fact { name, value: condition.description.clone(), case });
        }
        Panel::Facts { title: "Objectives".into(), rows }
    }

    /// The charge at hand, step by step, with both parties (H.1).
    fn charge_steps(&self, state: &State) -> Option<Panel> {
        let declared = state.frame() == Frame::Declare;
        if !declared && !state.frames.contains(&Frame::CloseCharge) {
            return None;
        }
        let charge = &state.charge;
        let waits = |frame: Frame| state.frames.contains(&frame);
        let thrown = !declared && !waits(Frame::ChargeDie) && !waits(Frame::GiveWay);
        let reckoned = (state.on_map(charge.target) && !thrown).then(|| self.reckon_charge(state));
        let mut rows = vec![fact("1. Chargers and target", if declared { "now" } else { "done" }, case!("H.1h"))];
        if self.counter(charge.target).is_cavalry() {
            let word = if declared {
                "to come"
            } else if waits(Frame::GiveWay) {
                "now"
            } else {
                "done"
            };
            rows.push(fact("2. Cavalry stands or gives way", word, case!("H.1l")));
        }
        if let Some(reckoned) = &reckoned {
            let ratio = format!("{} to {}: {} %", reckoned.attackers, reckoned.target, reckoned.ratio.1);
            rows.push(fact("3. Ratio of strengths", ratio, case!("H.1o")));
            let difference = format!("{:+}", reckoned.differential);
            rows.push(fact("4. Difference of effectiveness", difference, case!("H.1p")));
            let first = Tables::charge_line(reckoned.ratio.0, 1);
            let lines = format!("lines {first} to {}, die {:+}", first + 5, reckoned.modifier());
            rows.push(fact("5. Lines of the charge table", lines, case!("T.charge")));
        } else {
            rows.push(fact("Result for the attacker", charge.attacker.name(), case!("T.charge")));
            rows.push(fact("Result for the defender", charge.defender.name(), case!("T.charge")));
        }
        let chargers = std::iter::once(charge.front).chain(charge.support.iter().copied());
        let party = |name: &str, role: &str, units: Vec<CounterId>| Party {
            name: name.to_owned(),
            role: role.to_owned(),
            rows: units
                .iter()
                .map(|unit| {
                    let rating = format!(
                        "strength {}, effectiveness {}",
                        self.counter(*unit).strength,
                        self.effectiveness(state, *unit)
                    );
                    fact(self.name_of(*unit), rating, case!("2.4b"))
                })
                .collect(),
            units: units.into_iter().map(|unit| self.word_for(unit)).collect(),
            hidden: 0,
            modifiers: Vec::new(),
        };
        let side = self.side_of(charge.front);
        let mut attacker = party(side_name(side), "attacker", chargers.collect());
        let modifiers = reckoned.iter().flat_map(|reckoned| reckoned.modifiers.iter());
        attacker.modifiers = modifiers
            .map(|(situation, die)| Modifier {
                case: case!("T.chargemods"),
                text: crate::strengths::words(*situation).to_owned(),
                value: (*die).into(),
            })
            .collect();
        let defender = party(side_name(enemy_of(side)), "defender", vec![charge.target]);
        let title = if declared { "Charge being declared" } else { "Charge" };
        let place = charge.hex.is_some().then(|| self.number_of(charge.hex));
        Some(Panel::Duel { title: title.into(), place, rows, parties: vec![attacker, defender], matrix: None })
    }

    /// The sweep of alternate fire as a queue: who of each side can still fire, in the order of its sweep (G.3d).
    fn sweep_queue(&self, state: &State) -> Option<Panel> {
        let guns =
            state.frames.iter().find_map(|frame| if let Frame::Fire { guns } = frame { Some(*guns) } else { None })?;
        let groups = BOTH.map(|side| {
            let queue = self.fire_queue(state, side, guns);
            let direction = match (state.done[side.index()], state.sweep[side.index()].from) {
                (true, _) => "has finished",
                (false, None) => "chooses its wing with the first fire",
                (false, Some(Hand::Right)) => "from the right wing",
                (false, Some(Hand::Left)) => "from the left wing",
            };
            let rows = queue.into_iter().filter(|_| !state.done[side.index()]).map(|firer| {
                let hex = self.hex_of_unit_or_counter(state, firer);
                Row {
                    name: self.name_of(firer),
                    unit: Some(self.word_for(firer)),
                    place: hex.is_some().then(|| self.number_of(hex)),
                    cells: vec![self.formation_name(firer, state.formation(firer)).to_owned()],
                    ..Row::default()
                }
            });
            TableGroup { name: side_name(side).to_owned(), note: direction.to_owned(), rows: rows.collect() }
        });
        let title = if guns { "Artillery fire" } else { "Infantry fire" };
        let columns = vec![Column { name: "Formation".into(), note: "how it stands".into(), number: false }];
        Some(Panel::Table { title: title.into(), columns, groups: groups.into() })
    }

    /// Every leader of a side with the brigades and units of his command, and whether each is in command (C.1).
    fn command_tree(&self, state: &State, side: Side) -> Panel {
        let columns = vec![
            Column { name: "Command".into(), note: "as found at the beginning of the turn".into(), number: false },
            Column { name: "Hexes".into(), note: "to the leader".into(), number: true },
            Column { name: "State".into(), note: "formation; of a brigade, units still in it".into(), number: false },
        ];
        let row = |counter: CounterId, leader: CounterId| {
            let here = state.on_map(counter);
            let hex = self.hex_of_unit_or_counter(state, counter);
            let far = match here && hex.is_some() && !leader.is_none() && state.on_map(leader) {
                true => self.ground.distance(state.hex_of(leader), hex).to_string(),
                false => "-".into(),
            };
            let print = self.counter(counter);
            let word = match print.is_brigade() {
                true => {
                    let inside = print.units.len() - self.missing_from(state, counter).min(print.units.len());
                    format!(
                        "{}, {inside} of {} units",
                        self.formation_name(counter, state.formation(counter)),
                        print.units.len()
                    )
                }
                false => self.formation_name(counter, state.formation(counter)).to_owned(),
            };
            let command = if self.is_out_of_command(state, counter) { "out of command" } else { "in command" };
            Row {
                name: self.name_of(counter),
                unit: Some(self.word_for(counter)),
                place: (here && hex.is_some()).then(|| self.number_of(hex)),
                cells: vec![if here { command.to_owned() } else { "-".into() }, far, word],
                marks: if here { self.marks(state, counter) } else { Vec::new() },
                faint: !here,
            }
        };
        let chief = state.chief[side.index()];
        let mut groups = Vec::new();
        if !chief.is_none() {
            let range = self.command_range(state, chief);
            groups.push(TableGroup {
                name: "General in Chief".into(),
                note: format!("commands within {range} hexes"),
                rows: vec![row(chief, CounterId::NONE)],
            });
        }
        for (index, corps) in self.corps.iter().enumerate().filter(|(_, corps)| corps.side == side) {
            let leader = state.leads[index];
            // Units in their brigade stand with it.
            let own = |counter: &CounterId| {
                self.counter(*counter).corps.index() == index
                    && !self.counter(*counter).is_leader()
                    && state.fate[counter.index()] == Fate::OnMap
                    && state.formation(*counter) != Formation::Brigade
            };
            let troops: Vec<CounterId> = self.counters_of(side).iter().filter(own).collect();
            if troops.is_empty() {
                continue;
            }
            let note = match leader.is_none() || !state.on_map(leader) {
                true => "without a leader".to_owned(),
                false => format!("{}, within {} hexes", self.name_of(leader), self.command_range(state, leader)),
            };
            let leading = Some(leader).filter(|leader| !leader.is_none() && state.on_map(*leader));
            let rows = leading.map(|leader| row(leader, chief)).into_iter();
            let rows = rows.chain(troops.into_iter().map(|counter| row(counter, leader))).collect();
            groups.push(TableGroup { name: corps.name.clone(), note, rows });
        }
        Panel::Table { title: format!("{} command", side_adjective(side)), columns, groups }
    }

    /// What a side has planned, for itself.
    fn plan_facts(&self, seen: &kernel::Seen<'_, Rules>) -> Option<Panel> {
        let plans = &seen.view().plan;
        let known = self.approaches().iter().filter(|(corps, _)| plans[corps.index()].turn > 0);
        let rows: Vec<Fact> = known
            .map(|(corps, _)| {
                let plan = plans[corps.index()];
                let turn = if plan.actual > 0 { plan.actual } else { plan.turn };
                let point = if plan.placed.is_none() { plan.point } else { plan.placed };
                let at = self.scenario.entries.get(point.index()).map_or("?", |entry| &entry.name);
                let time =
                    self.scenario.turns.iter().find(|info| info.number == turn).map_or("late", |info| &info.time);
                Fact { name: self.corps_name(*corps), value: format!("{time}, {at}"), case: Some(case!("A.2b")) }
            })
            .collect();
        (!rows.is_empty()).then(|| Panel::Facts { title: "Arrivals".into(), rows })
    }

    fn off_the_map(&self, state: &State) -> Panel {
        let mut groups = Vec::new();
        for side in [BOTH[0], enemy_of(BOTH[0])] {
            let mut group = |name: &str, fits: &dyn Fn(CounterId) -> bool| {
                let units = self.counters_of(side).iter().filter(|counter| fits(*counter));
                let units: Vec<String> = units.map(|counter| self.word_for(counter)).collect();
                if !units.is_empty() {
                    groups.push(Group { name: format!("{}, {name}", side_name(side)), units });
                }
            };
            let own = |counter: CounterId| state.formation(counter) != Formation::Brigade;
            group("to arrive", &|counter| state.fate[counter.index()] == Fate::Waiting && own(counter));
            group("lost", &|counter| state.fate[counter.index()].is_lost());
        }
        Panel::Boxes { title: "Off the map".into(), groups }
    }
}
