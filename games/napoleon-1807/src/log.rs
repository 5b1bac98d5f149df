//! The log: everything there is to say of an event, in one place.

use board::Hex;
use kernel::{Case, Heading, Line, OddsLabel};

use crate::Rules;
use crate::counters::{CounterId, CounterSet};
use crate::event::{Event, Phase, Wound};
use crate::words::{side_adjective, side_name};

/// A line that no table of odds repeats.
fn told(case: Case, text: impl Into<String>) -> Line {
    Line { odds: OddsLabel::Nothing, ..Line::new(case, text) }
}

/// A line that a table of odds tells in other words: whatever the dice showed.
fn shown(line: Line, words: impl Into<String>) -> Line {
    Line { odds: OddsLabel::Words(words.into()), ..line }
}

fn signed(value: i8) -> String {
    match value {
        0 => String::new(),
        value => format!(" {value:+}"),
    }
}

impl Rules {
    /// A counter and what it does.
    fn done(&self, case: Case, unit: CounterId, what: impl std::fmt::Display) -> Line {
        told(case, format!("{} {what}", self.label(unit))).unit(self.word_for(unit))
    }

    /// The same, in a hex.
    fn done_at(&self, case: Case, unit: CounterId, what: &str, at: Hex) -> Line {
        self.done(case, unit, format_args!("{what} {}", self.number_of(at))).place(self.number_of(at))
    }

    /// A counter and how it goes from hex to hex.
    fn gone(&self, case: Case, unit: CounterId, how: &str, from: Hex, to: Hex) -> Line {
        let [from, to] = [from, to].map(|hex| self.number_of(hex));
        self.done(case, unit, format_args!("{how} {from} - {to}")).place(from).place(to)
    }

    /// The same as a result of combat.
    fn driven(&self, case: Case, unit: CounterId, how: &str, from: Hex, to: Hex) -> Line {
        shown(self.gone(case, unit, how, from, to), format!("{} {how} to {}", self.label(unit), self.number_of(to)))
    }

    fn in_hex(&self, case: Case, at: Hex, what: impl std::fmt::Display) -> Line {
        let at = self.number_of(at);
        told(case, format!("{what} {at}")).place(at)
    }

    fn concerning(&self, line: Line, units: CounterSet) -> Line {
        units.iter().fold(line, |line, unit| line.unit(self.word_for(unit)))
    }

    pub(crate) fn told(&self, event: &Event) -> Line {
        let thrown = |line: Line, dice: [u8; 2]| line.d6(dice[0]).d6(dice[1]);
        match *event {
            Event::TurnBegan { turn } => {
                let info = self.scenario.turns.iter().find(|info| info.number == turn);
                let label = info.map_or("", |info| &info.label);
                let night = if info.is_some_and(|info| info.night) { ", night" } else { "" };
                let snow = if info.is_some_and(|info| info.snow) { ", snowstorm" } else { "" };
                told(case!("3.1"), format!("Turn {turn} ({label}{night}{snow})")).heading(Heading::Turn)
            }
            Event::InitiativeThrown { dice, totals, holder } => {
                let whose =
                    holder.map_or("a tie, roll again".to_owned(), |side| format!("the {} have it", side_name(side)));
                let text = format!("Initiative: French {}, Allies {}: {whose}", totals[0], totals[1]);
                shown(thrown(told(case!("3.1"), text), dice), format!("initiative: {whose}"))
            }
            Event::InitiativeGiven { side } => {
                told(case!("S.bergfriede.b"), format!("The {} have the initiative", side_name(side)))
            }
            Event::PhaseBegan { side, phase } => {
                let phase = match phase {
                    Phase::Command => "Command Phase",
                    Phase::Reorganization => "Reorganization Phase",
                    Phase::Fire => "Artillery Fire Phase",
                    Phase::Movement => "Movement Phase",
                    Phase::Combat => "Combat Phase",
                };
                let whose = side.map_or(String::new(), |side| format!("{} ", side_adjective(side)));
                told(case!("3.1"), format!("{whose}{phase}")).heading(Heading::Phase)
            }
            Event::OutOfCommand { unit } => self.done(case!("11.5"), unit, "is out of command"),
            Event::RallyThrown { unit, dice, modifier, morale, rallied } => {
                let what = if rallied { "is in order again" } else { "stays disorganized" };
                let total = dice[0] + dice[1];
                let line = self.done(
                    case!("12.21"),
                    unit,
                    format_args!("{what}: {total}{} against {morale}", signed(modifier)),
                );
                shown(thrown(line, dice), format!("{} {what}", self.label(unit)))
            }
            Event::GunsFired { batteries, target, points, range, modifier } => {
                let text = format!(
                    "{} fire at {}: strength {points}, range {range}{}",
                    self.names_of(batteries),
                    self.label(target),
                    signed(modifier)
                );
                self.concerning(told(case!("10.22"), text), batteries).unit(self.word_for(target))
            }
            Event::FireThrown { dice, total, cell } => {
                let result = if cell.name() == "-" { "no effect".into() } else { format!("result {}", cell.name()) };
                let line = thrown(told(case!("7.4"), format!("Fire: {total}, {result}")), dice);
                // What is lost is told by the lines that follow.
                let words = match cell.name() {
                    name if name == "-" => "no effect",
                    name if name.starts_with('T') => "morale test",
                    _ => "a hit",
                };
                shown(line, words)
            }
            Event::Volley { firers, target, points, modifier } => {
                let text = format!(
                    "{} fire rifles at {}: strength {points}{}",
                    self.names_of(firers),
                    self.label(target),
                    signed(modifier)
                );
                self.concerning(told(case!("7.31"), text), firers).unit(self.word_for(target))
            }
            Event::Lost { unit, points, left } => {
                let line = self.done(case!("2.3b"), unit, format_args!("loses {points}, {left} left"));
                shown(line, format!("{} loses {points}", self.label(unit)))
            }
            Event::Eliminated { unit, at } => {
                let line = self.done_at(case!("8.5"), unit, "is eliminated in", at);
                shown(line, format!("{} is eliminated", self.label(unit)))
            }
            Event::Disorganized { unit } => {
                let line = self.done(case!("8.5"), unit, "is disorganized");
                shown(line, format!("{} is disorganized", self.label(unit)))
            }
            Event::TestThrown { unit, dice, morale, passed } => {
                let what = if passed { "passes" } else { "fails" };
                let total = dice[0] + dice[1];
                thrown(
                    self.done(case!("3.T"), unit, format_args!("{what} its morale test: {total} against {morale}")),
                    dice,
                )
            }
            Event::Activated { group, left } => {
                let name = self.scenario.groups.get(group.index()).map_or("?", |group| &group.name);
                told(case!("11.72"), format!("{name} is activated; command points left: {left}"))
            }
            Event::Moved { unit, from, to } => self.gone(case!("4.1"), unit, "moves", from, to),
            Event::Entered { unit, at } => self.done_at(case!("S.arrivals"), unit, "enters at", at),
            Event::Turned { unit, facing } => self.done(case!("4.36"), unit, format_args!("faces {}", facing.spoken())),
            // Under the case of the step, so that a page tells both in one line.
            Event::Halted { unit, at } => self.done_at(case!("4.1"), unit, "halts in", at),
            Event::SquareFormed { hex } => self.in_hex(case!("13.11e"), hex, "A square is formed in"),
            Event::SquareThrown { hex, dice, morale, formed } => {
                let what = if formed { "A square is formed in" } else { "No square is formed in" };
                let line = self.in_hex(case!("13.11"), hex, what);
                let text = format!("{}: {} against {morale}", line.text, dice[0] + dice[1]);
                shown(thrown(Line { text, ..line }, dice), what)
            }
            Event::SquareLeft { hex } => self.in_hex(case!("13.20"), hex, "The square is broken up in"),
            Event::ChargeDeclared { unit, target } => self.done_at(case!("9.11"), unit, "charges at", target),
            Event::ChargeKept { unit } => self.done(case!("9.13"), unit, "keeps its charge for the combat phase"),
            Event::ThrownBack { unit, from, to } => self.driven(case!("9.14"), unit, "is thrown back", from, to),
            Event::MarkerRemoved { unit } => self.done(case!("9.15"), unit, "loses its charge marker"),
            Event::Countercharged { unit, from, to } => self.gone(case!("9.33"), unit, "countercharges", from, to),
            Event::Withdrew { unit, from, to } => self.gone(case!("9.51"), unit, "withdraws", from, to),
            Event::AttackDeclared { attackers, defenders, charging } => {
                let how = if charging.is_empty() { "" } else { ", charging" };
                let text = format!("Attack on {} by {}{how}", self.names_of(defenders), self.names_of(attackers));
                self.concerning(told(case!("8.3a"), text), attackers.union(defenders))
            }
            Event::Odds { attack, defence, modifier } => {
                let odds = &self.tables.odds(attack, defence).name;
                told(case!("8.12"), format!("{attack} against {defence}, {odds}; die{}", signed(modifier)))
            }
            Event::CombatThrown { die, total, row } => {
                let row = &self.tables.combat(row).name;
                shown(told(case!("8.3d"), format!("Die {die}, total {total}: row {row}")).d6(die), format!("row {row}"))
            }
            Event::Retreated { unit, from, to } => self.driven(case!("8.61"), unit, "retreats", from, to),
            Event::Stranded { unit, at } => self.done_at(case!("8.62"), unit, "cannot retreat from", at),
            Event::Pursued { unit, from, to } => self.driven(case!("8.73"), unit, "pursues", from, to),
            Event::LossesThrown { side, dice, points } => {
                let lost = match points {
                    0 => "nothing".to_owned(),
                    1 => "1 point".to_owned(),
                    more => format!("{more} points"),
                };
                let text = format!("A roll of {}: the {} lose {lost}", dice[0] + dice[1], side_name(side));
                shown(thrown(told(case!("8.3f"), text), dice), format!("the {} lose {lost}", side_name(side)))
            }
            Event::CommanderThrown { commander, dice, wound } => {
                let what = match wound {
                    Wound::Unhurt => "is unhurt",
                    Wound::Wounded => "is wounded",
                    Wound::Dead => "is killed",
                };
                let line = thrown(self.done(case!("11.62"), commander, what), dice);
                shown(line, format!("{} {what}", self.label(commander)))
            }
            Event::CommanderLost { commander, at } => self.done_at(case!("11.61"), commander, "is lost in", at),
            Event::ChiefNamed { commander } => self.done(case!("11.63"), commander, "takes command of the army"),
            Event::ControlTaken { side, hex } => {
                self.in_hex(case!("S.pultusk.d"), hex, format_args!("The {} hold", side_name(side)))
            }
            Event::DutyLapsed { unit } => self.done(case!("8.22"), unit, "has nobody left to fight"),
            Event::StandingOrders { side } => {
                told(case!("3.1g"), format!("The {} change their standing orders", side_name(side)))
            }
            Event::GameOver => told(case!("3.1"), "The game is over"),
        }
    }
}
