//! The log: everything there is to say of an event, in one place.

use board::{Hand, Hex};
use kernel::{Case, Heading, Line, OddsLabel};

use crate::Rules;
use crate::counters::{CounterId, CounterSet};
use crate::event::{Event, Phase};
use crate::sequence::{Part, Trial};
use crate::tables::{AttackerResult, DefenderResult, FireResult, LeaderFate};
use crate::words::{side_adjective, side_name};

/// A line that no table of odds repeats.
fn told(case: Case, text: impl Into<String>) -> Line {
    Line { odds: OddsLabel::Nothing, ..Line::new(case, text) }
}

/// A line that a table of odds tells in other words: whatever the die showed.
fn shown(line: Line, words: impl Into<String>) -> Line {
    Line { odds: OddsLabel::Words(words.into()), ..line }
}

fn signed(value: i8) -> String {
    if value == 0 { String::new() } else { format!(" {value:+}") }
}

/// What the charge table says of the attacker, spelled out.
const fn of_attacker(result: AttackerResult) -> &'static str {
    match result {
        AttackerResult::Nothing => "unhurt",
        AttackerResult::Check => "EC, effectiveness check",
        AttackerResult::Disorganised => "D, disorganised",
        AttackerResult::DisorganisedOrRecoil => "D or R, disorganised or recoils",
        AttackerResult::Recoil => "R, recoils",
    }
}

/// The same of the defender.
const fn of_defender(result: DefenderResult) -> &'static str {
    match result {
        DefenderResult::Nothing => "unhurt",
        DefenderResult::Check => "EC, effectiveness check",
        DefenderResult::Disorganised => "D, disorganised",
        DefenderResult::DisorganisedOrRecoil => "D/R, disorganised or recoils",
        DefenderResult::Recoil => "R, recoils",
        DefenderResult::RecoilOrBoth => "R/DR, recoils or recoils disorganised",
        DefenderResult::Both => "DR, recoils disorganised",
        DefenderResult::Panic => "P, panic",
    }
}

impl Rules {
    /// A counter and what it does.
    fn done(&self, case: Case, unit: CounterId, what: impl std::fmt::Display) -> Line {
        told(case, format!("{} {what}", self.label(unit))).unit(self.word_for(unit))
    }

    /// The same as a result that odds repeat.
    fn suffers(&self, case: Case, unit: CounterId, what: &str) -> Line {
        let words = format!("{} {what}", self.label(unit));
        shown(self.done(case, unit, what), words)
    }

    /// A counter and how it goes from hex to hex.
    fn gone(&self, case: Case, unit: CounterId, how: &str, from: Hex, to: Hex) -> Line {
        let [from, to] = [from, to].map(|hex| self.number_of(hex));
        self.done(case, unit, format_args!("{how} {from} - {to}")).place(from).place(to)
    }

    fn concerning(&self, line: Line, units: CounterSet) -> Line {
        units.iter().fold(line, |line, unit| line.unit(self.word_for(unit)))
    }

    fn point_name(&self, point: crate::scenario::PointId) -> &str {
        self.scenario.entries.get(point.index()).map_or("nowhere", |entry| &entry.name)
    }

    fn time_of(&self, turn: u8) -> String {
        let known = self.scenario.turns.iter().find(|info| info.number == turn);
        known.map_or_else(|| "after the last turn".into(), |info| info.time.clone())
    }

    pub(crate) fn told(&self, event: &Event) -> Line {
        match *event {
            Event::TurnBegan { turn } => {
                told(case!("M.3"), format!("Turn {turn} ({})", self.time_of(turn))).heading(Heading::Turn)
            }
            Event::PhaseBegan { side, phase } => {
                let (case, phase) = match phase {
                    Phase::Command => (case!("C.0a"), "Command"),
                    Phase::Movement(Part::Commanded) => (case!("D.0a"), "Movement of units in command"),
                    Phase::Movement(Part::Others) => (case!("E.1"), "Movement of the others"),
                    Phase::Movement(Part::Arriving) => (case!("F.0a"), "Arriving units"),
                    Phase::Artillery => (case!("G.3d"), "Artillery fire"),
                    Phase::Musketry => (case!("G.4b"), "Infantry fire"),
                    Phase::Charges => (case!("H.1k"), "Charges"),
                    Phase::Rally => (case!("J.0"), "Rally"),
                    Phase::Rout => (case!("K.0a"), "Rout"),
                    Phase::Reorganisation => (case!("L.1a"), "Reorganisation"),
                };
                let whose = side.map_or(String::new(), |side| format!("{}: ", side_name(side)));
                told(case, format!("{whose}{phase}")).heading(Heading::Phase)
            }
            Event::Planned { corps, turn, point } => told(
                case!("A.2b"),
                format!(
                    "{} is planned for {} by {}",
                    self.corps_name(corps),
                    self.time_of(turn),
                    self.point_name(point)
                ),
            ),
            Event::Called { corps } => told(case!("S.minden"), format!("{} is called", self.corps_name(corps))),
            Event::HourThrown { corps, die, turn } => {
                let text = format!("{} arrives at {}", self.corps_name(corps), self.time_of(turn));
                told(case!("A.2c"), text).d6(die)
            }
            Event::PlansMade { side } => {
                told(case!("A.2b"), format!("The {} have written their plans", side_name(side)))
            }
            Event::PointThrown { corps, die, point } => {
                let text = format!("{} stands ready at {}", self.corps_name(corps), self.point_name(point));
                told(case!("A.2e"), text).d6(die).reveals()
            }
            Event::Entered { unit, at } => {
                let at = self.number_of(at);
                self.done(case!("F.0a"), unit, format_args!("enters at {at}")).place(at)
            }
            Event::Initiative { side } => told(case!("B.2"), format!("The {} have the initiative", side_name(side))),
            Event::OutOfCommand { unit } => self.done(case!("C.2a"), unit, "is out of command"),
            Event::HesitationThrown { die, hesitates } => {
                let what = if hesitates { "hesitates" } else { "moves" };
                told(case!("S.minden"), format!("The first column {what}")).d6(die)
            }
            Event::Appointed { leader, instead_of, at } => {
                let at = self.number_of(at);
                let text = format!("{} takes the place of {} in {at}", self.label(leader), self.label(instead_of));
                told(case!("I.0f"), text).unit(self.word_for(leader)).place(at)
            }
            Event::Moved { unit, from, to, .. } => self.gone(case!("D.1a"), unit, "moves", from, to),
            Event::Turned { unit, facing } => {
                self.done(case!("3.11c"), unit, format_args!("faces {}", facing.spoken()))
            }
            Event::Wheeled { unit, hand, backward, facing } => {
                let way = match (hand, backward) {
                    (Hand::Left, false) => "wheels to the left",
                    (Hand::Right, false) => "wheels to the right",
                    (Hand::Left, true) => "wheels back about its left",
                    (Hand::Right, true) => "wheels back about its right",
                };
                self.done(case!("D.3j"), unit, format_args!("{way} and faces {}", facing.spoken()))
            }
            Event::Formed { unit, formation, facing } => {
                let name = self.formation_name(unit, formation);
                self.done(case!("D.4a"), unit, format_args!("is now {name}, facing {}", facing.spoken()))
            }
            Event::LeftBrigade { unit } => self.done(case!("D.0b"), unit, "leaves its brigade"),
            // Under the case of the step, so that a page tells both in one line.
            Event::Halted { unit, at } => {
                let at = self.number_of(at);
                self.done(case!("D.1a"), unit, format_args!("halts in {at}")).place(at)
            }
            Event::WayThrown { unit, die, to } => {
                let to = self.number_of(to);
                self.done(case!("7.5a"), unit, format_args!("takes the way to {to}")).place(to).d6(die)
            }
            Event::Checked { unit, trial, die, modifier, rating, passed } => {
                self.check_line(unit, trial, (die, modifier, rating), passed)
            }
            Event::Disorganised { unit } => self.suffers(case!("6.0d"), unit, "is disorganised"),
            Event::Shaken { unit } => self.suffers(case!("6.0e"), unit, "is Shaken"),
            Event::Panicked { unit } => self.suffers(case!("6.0f"), unit, "is Panicked"),
            Event::Dissolved { brigade } => self.suffers(case!("6.0h"), brigade, "falls apart"),
            Event::Recoiled { unit, from, to } => {
                let words = format!("{} goes back", self.label(unit));
                shown(self.gone(case!("H.2d"), unit, "goes back", from, to), words)
            }
            Event::Captured { unit, at } => self.suffers(case!("H.2n"), unit, "is captured").place(self.number_of(at)),
            Event::Destroyed { unit, at } => {
                self.suffers(case!("G.3n"), unit, "is destroyed").place(self.number_of(at))
            }
            Event::Unstacked { unit, from, to } => self.gone(case!("5.4e"), unit, "is moved", from, to),
            Event::Fired { firer, target, column, block } => {
                let text = format!(
                    "{} fires at {}: column {}, {}",
                    self.label(firer),
                    self.label(target),
                    column.letter(),
                    block.name()
                );
                told(case!("2.7a"), text).unit(self.word_for(firer)).unit(self.word_for(target))
            }
            Event::FireThrown { die, result } => {
                let result = match result {
                    FireResult::Nothing => "no effect",
                    FireResult::Check => "EC, effectiveness check",
                    FireResult::Disorganised => "D, disorganised",
                    FireResult::DisorganisedOrPanic => "D/P, disorganised or in panic",
                    FireResult::Panic => "P, panic",
                };
                let line = told(case!("T.fire"), format!("Fire: {result}")).d6(die);
                shown(line, result)
            }
            Event::Held { unit } => self.done(case!("G.3e"), unit, "holds its fire"),
            Event::Aimed { firer, hex } => {
                let hex = self.number_of(hex);
                self.done(case!("G.3u"), firer, format_args!("fires at what stands in {hex}")).place(hex)
            }
            Event::DemolitionThrown { die, hit } => {
                told(case!("G.3u"), if hit { "It is hit" } else { "Nothing happens" }).d6(die)
            }
            Event::Alight { hex } => {
                let hex = self.number_of(hex);
                told(case!("G.3r"), format!("{hex} is burning")).place(hex)
            }
            Event::BridgeDown { bridge } => {
                let ends = self.ground.bridges.get(usize::from(bridge)).map(|bridge| bridge.ends);
                let [one, other] = ends.unwrap_or([Hex::NONE; 2]).map(|hex| self.number_of(hex));
                told(case!("G.3q"), format!("The bridge {one}-{other} is gone")).place(one).place(other)
            }
            Event::ChargeDeclared { front, support, target } => {
                let with =
                    if support.is_empty() { String::new() } else { format!(", with {}", self.names_of(support)) };
                let text = format!("{} charges {}{with}", self.label(front), self.label(target));
                let line = told(case!("H.1k"), text).unit(self.word_for(front)).unit(self.word_for(target));
                self.concerning(line, support)
            }
            Event::ChargeThrown { die, modifier, ratio, differential, line, attacker, defender } => {
                let results = format!("attacker {}; defender {}", of_attacker(attacker), of_defender(defender));
                let text = format!(
                    "Charge at {ratio} %, difference {differential:+}: die {die}{}, line {line}: {results}",
                    signed(modifier)
                );
                shown(told(case!("T.charge"), text).d6(die), results)
            }
            Event::GaveWay { unit } => self.suffers(case!("H.1l"), unit, "gives way"),
            Event::Stayed { unit } => self.done(case!("H.1m"), unit, "stays to charge"),
            Event::Advanced { unit, from, to } => self.gone(case!("H.2i"), unit, "advances", from, to),
            Event::LeaderThrown { leader, die, fate } => {
                let what = match fate {
                    LeaderFate::Unhurt => "is unhurt",
                    LeaderFate::Recoil => "rides back",
                    LeaderFate::Captured => "is surrounded",
                    LeaderFate::Killed => "is hit",
                };
                self.done(case!("I.0a"), leader, what).d6(die)
            }
            Event::LeaderLost { leader, captured } => {
                self.suffers(case!("I.0d"), leader, if captured { "is captured" } else { "is killed" })
            }
            Event::Rallied { unit, formation } => {
                let words = format!("is rallied: {}", self.formation_name(unit, formation));
                self.suffers(case!("J.0"), unit, &words)
            }
            Event::Ran { unit, from, to } => self.gone(case!("K.0a"), unit, "runs", from, to),
            Event::RoutedOff { unit } => self.suffers(case!("K.0a"), unit, "leaves the field"),
            Event::Reorganised { unit } => self.done(case!("L.1a"), unit, "straightens its line"),
            Event::Reformed { brigade } => self.done(case!("L.2a"), brigade, "is a brigade again"),
            Event::ControlTaken { side, objective } => {
                let known = self.scenario.objectives.get(usize::from(objective));
                let (name, hex) =
                    known.map_or(("?", Hex::NONE), |it| (&it.name, it.hexes.first().copied().unwrap_or(Hex::NONE)));
                let text = format!("{} troops hold {name}", side_adjective(side));
                let line = told(case!("S.vp"), text);
                if hex.is_some() { line.place(self.number_of(hex)) } else { line }
            }
            Event::GameOver => told(case!("M.3"), "The battle is over").heading(Heading::Phase),
        }
    }

    fn check_line(&self, unit: CounterId, trial: Trial, (die, modifier, rating): (u8, i8, u8), passed: bool) -> Line {
        let kind = if trial.is_task() { "Task Check" } else { "Effectiveness Check" };
        let what = if passed { "passes" } else { "fails" };
        let line = self.done(
            self.trial_case(unit, trial),
            unit,
            format_args!("{what} its {kind}: {die}{} against {rating}", signed(modifier)),
        );
        shown(line.d6(die), format!("{} {what}", self.label(unit)))
    }
}
