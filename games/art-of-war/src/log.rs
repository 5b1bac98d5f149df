//! The log: everything there is to say of an event, in one place.

use board::Hex;
use kernel::{Case, Heading, Line, OddsLabel};

use crate::Rules;
use crate::event::{Activation, Event, Phase};
use crate::unit::{Army, UnitId, UnitSet};
use crate::words::{side_adjective, side_name};

/// A line that no table of odds repeats.
fn told(case: Case, text: impl Into<String>) -> Line {
    Line { odds: OddsLabel::Nothing, ..Line::new(case, text) }
}

/// A line that a table of odds tells in other words: whatever the die showed, and by whichever way.
fn shown(line: Line, words: impl Into<String>) -> Line {
    Line { odds: OddsLabel::Words(words.into()), ..line }
}

impl Rules {
    /// A unit and what it does.
    fn done(&self, case: Case, unit: UnitId, what: impl std::fmt::Display) -> Line {
        told(case, format!("{} {what}", self.label(unit))).unit(self.word_for(unit))
    }

    /// The same, in a hex.
    fn done_at(&self, case: Case, unit: UnitId, what: &str, at: Hex) -> Line {
        self.done(case, unit, format_args!("{what} {}", self.number_of(at))).place(self.number_of(at))
    }

    /// A unit and how it goes from hex to hex.
    fn gone(&self, case: Case, unit: UnitId, how: &str, from: Hex, to: Hex) -> Line {
        let [from, to] = [from, to].map(|hex| self.number_of(hex));
        self.done(case, unit, format_args!("{how} {from} - {to}")).place(from).place(to)
    }

    /// The same as a result of combat.
    fn driven(&self, case: Case, unit: UnitId, how: &str, from: Hex, to: Hex) -> Line {
        shown(self.gone(case, unit, how, from, to), format!("{} {how} to {}", self.label(unit), self.number_of(to)))
    }

    pub(crate) fn told(&self, event: &Event) -> Line {
        match *event {
            Event::TurnBegan { turn } => {
                let info = &self.scenario.turns[usize::from(turn) - 1];
                let night = if info.night { ", night" } else { "" };
                let rain = if info.rain { ", rain" } else { "" };
                told(case!("3.0"), format!("Turn {turn} ({}{night}{rain})", info.label)).heading(Heading::Turn)
            }
            Event::PhaseBegan { side, phase } => {
                let phase = match phase {
                    Phase::Movement => "Movement",
                    Phase::Combat => "Combat",
                };
                told(case!("3.0"), format!("{} {phase} Phase", side_adjective(side))).heading(Heading::Phase)
            }
            Event::NightWithoutCombat { side } => {
                told(case!("8.2"), format!("Night: no combat for the {}", side_name(side)))
            }
            Event::Moved { unit, from, to } => self.gone(case!("4.0"), unit, "moves", from, to),
            Event::Entered { unit, at } => self.done_at(case!("7.1"), unit, "enters at", at),
            Event::Halted { unit, at } => self.done_at(case!("4.0"), unit, "stops in", at),
            Event::FreshGiven { unit, points } => {
                self.done(case!("21.1"), unit, format_args!("gets {points} points of fresh strength"))
            }
            Event::FreshUsed { division } => {
                told(case!("21.0"), format!("The fresh strength of {} is used up", self.division_name(division)))
            }
            Event::FreshKept { division } => {
                let name = self.division_name(division);
                told(case!("21.1"), format!("{name} keeps its fresh strength: the unit did not fight"))
            }
            Event::AttackAnnounced { adjacent, batteries, defenders, attack, defence, column } => {
                let guns = match batteries.is_empty() {
                    true => String::new(),
                    false => format!(", bombarding {}", self.labels(batteries)),
                };
                let who = if adjacent.is_empty() { String::new() } else { self.labels(adjacent) };
                let (against, column) = (self.labels(defenders), column.name());
                let text = format!("Attack on {against} by {who}{guns}: {attack} against {defence}, {column}");
                let units: UnitSet = adjacent.union(batteries).union(defenders);
                units.iter().fold(told(case!("6.1"), text), |line, unit| line.unit(self.word_for(unit)))
            }
            Event::CombatThrown { die, result } => {
                shown(told(case!("6.0"), format!("Die {die}: {}", result.name())).d6(die), result.name())
            }
            Event::WeatherThrown { die, result } => {
                let line = told(case!("22.0"), format!("Weather die {die}: {}", result.name())).d6(die);
                shown(line, format!("weather: {}", result.name()))
            }
            Event::Retreated { unit, from, to } => self.driven(case!("6.4"), unit, "retreats", from, to),
            Event::Displaced { unit, from, to } => self.driven(case!("6.5a"), unit, "is displaced", from, to),
            Event::FellBack { unit, from, to } => self.gone(case!("6.8"), unit, "falls back", from, to),
            Event::Advanced { unit, from, to } => self.driven(case!("6.6"), unit, "advances", from, to),
            Event::Eliminated { unit, from } => {
                let line = self.done_at(case!("6.3g"), unit, "is eliminated in", from);
                shown(line, format!("{} is eliminated", self.label(unit)))
            }
            Event::Disrupted { unit, from } => {
                let line = self.done_at(case!("17.0"), unit, "is disrupted in", from);
                shown(line, format!("{} is disrupted", self.label(unit)))
            }
            Event::DutyLapsed { unit, to_attack } => {
                let what = if to_attack { "attack" } else { "be attacked" };
                let text = format!("{} no longer has to {what}", self.label(unit));
                told(case!("5.1d"), text).unit(self.word_for(unit))
            }
            Event::MoraleChanged { army, from, to } => {
                told(case!("16.0b"), format!("{} morale {from} - {to}", army.name()))
            }
            Event::Demoralized { army } => {
                let line = told(case!("16.0"), format!("The {} army is demoralized", army.name()));
                shown(line, format!("the {} army is demoralized", army.name()))
            }
            Event::ReserveActivated { unit, why } => {
                let (case, why) = match why {
                    Activation::EnemyZone => (case!("11.2"), "an enemy is next to it"),
                    Activation::Demoralized => (case!("16.4"), "its army is demoralized"),
                    Activation::Loss => (case!("11.3"), "activated for a loss"),
                    Activation::ExcessMorale => (case!("11.4"), "freed for a point of morale"),
                    Activation::OldGuard => (case!("11.5"), "the French commit the Old Guard"),
                };
                self.done(case, unit, format_args!("leaves the reserve: {why}"))
            }
            Event::KlenauThrown { die } => {
                let at_hand = self.scenario.klenau_dice.contains(&die);
                let line = told(
                    case!("12.0"),
                    format!("Klenau: die {die}{}", if at_hand { ", his corps is available" } else { "" }),
                );
                shown(line.d6(die), if at_hand { "Klenau is available" } else { "Klenau is not available" })
            }
            Event::ControlTaken { side, hex } => {
                let hex = self.number_of(hex);
                told(case!("23.4"), format!("The {} hold {hex}", side_name(side))).place(hex)
            }
            Event::OldTownScored { hex } => {
                let hex = self.number_of(hex);
                told(case!("18.2"), format!("The Allies score for the old town in {hex}")).place(hex)
            }
            Event::FoughtOn { turn } => told(case!("18.0"), format!("The battle goes on after turn {turn}")),
            Event::MoraleReset { army, to } => {
                let case = if army == Army::French { case!("16.7") } else { case!("16.6") };
                told(case, format!("{} morale is reset to {to}", army.name()))
            }
            Event::Reorganized { unit, at } => self.done_at(case!("17.2"), unit, "returns at", at),
            Event::StillWaiting { unit } => self.done(case!("17.2b"), unit, "has no hex to return to and waits"),
            Event::OldGuardRecalled { unit } => self.done(case!("17.3"), unit, "goes back into reserve"),
            Event::GameOver => told(case!("3.0d"), "The game is over"),
        }
    }
}
