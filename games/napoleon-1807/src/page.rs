//! What a page shows: the counters on the map, and panels beside it.

use board::footprint::Front;
use kernel::Case;
use kernel::chart::{Arm, Mark, Piece};
use kernel::page::{Cell, Fact, Group, Panel};

use crate::Rules;
use crate::state::{Fate, State};
use crate::unit::{BOTH, CounterId, Kind, Start, enemy_of};
use crate::words::{side_adjective, side_name};

impl Rules {
    fn all(&self) -> impl Iterator<Item = CounterId> + use<> {
        (0..self.counters.len() as u8).map(CounterId)
    }

    /// Commanders lie on top of the units that share their hex.
    pub(crate) fn pieces_of(&self, state: &State) -> Vec<Piece> {
        self.all().filter(|counter| state.on_map(*counter)).map(|counter| self.piece(state, counter)).collect()
    }

    /// The counters as they are printed.
    pub(crate) fn printed_counters(&self) -> Vec<Piece> {
        let mut nowhere = self.empty_state();
        for counter in self.all() {
            nowhere.strength[counter.index()] = self.counter(counter).strength;
        }
        self.all().map(|counter| self.piece(&nowhere, counter)).collect()
    }

    /// The states of a counter that a player has to remember.
    fn marks(&self, state: &State, counter: CounterId) -> Vec<Mark> {
        let own = self.side_of(counter) == state.player;
        let met = if own { state.fought } else { state.attacked };
        let owes = state.duty.contains(counter) && !met.contains(counter);
        let marks = [
            ("D", "disorganized", case!("8.5"), state.disorganized.contains(counter)),
            ("□", "in square", case!("13.11"), state.square.contains(counter)),
            ("C", "charge marker", case!("9.1"), state.marker.contains(counter)),
            ("?", "out of command", case!("11.5"), state.uncommanded.contains(counter)),
            ("W", "wounded", case!("11.62"), state.wounded.contains(counter)),
            ("★", "army commander", case!("11.22"), state.chief.contains(&counter)),
            ("f", "has fired in this turn", case!("10.17"), state.fired.contains(counter)),
            (
                "!",
                if own { "must attack" } else { "must be attacked" },
                if own { case!("8.22") } else { case!("8.21") },
                owes,
            ),
            ("m", "has moved", case!("4.27"), state.moved.contains(counter)),
        ];
        let mark = |(text, note, case, _): (&str, &str, Case, bool)| Mark {
            text: text.to_owned(),
            note: note.to_owned(),
            case,
        };
        marks.into_iter().filter(|(_, _, _, set)| *set).map(mark).collect()
    }

    fn piece(&self, state: &State, counter: CounterId) -> Piece {
        let print = self.counter(counter);
        let is_unit = self.is_unit(counter);
        let at = Some(state.hex_of(counter)).filter(|hex| hex.is_some() && state.on_map(counter));
        Piece {
            id: print.id.clone(),
            places: at.map(|hex| self.number_of(hex)).into_iter().collect(),
            side: print.side,
            nation: print.nation.id().to_owned(),
            arm: match print.kind {
                Kind::Infantry => Arm::Infantry,
                Kind::Cavalry { .. } => Arm::Cavalry,
                Kind::Artillery(_) => Arm::Artillery,
                Kind::Commander(_) => Arm::Leader,
            },
            name: print.name.clone(),
            strength: match is_unit {
                true => state.strength[counter.index()].to_string(),
                false => format!("{:+}", self.skill(state, counter)),
            },
            movement: print.mobility.to_string(),
            marks: self.marks(state, counter),
            print: None,
            length: 1,
            facing: (is_unit && at.is_some()).then(|| state.facing[counter.index()]),
            front: Front::Broad,
        }
    }

    pub(crate) fn panels_of(&self, state: &State) -> Vec<Panel> {
        vec![self.turn_track(state), self.victory_facts(state), self.command_facts(state), self.off_the_map(state)]
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
