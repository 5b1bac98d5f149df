//! The log: everything there is to say of an event, in one place.

use board::Hex;
use kernel::{Case, Heading, Line, Message, OddsLabel, Text};

use crate::Rules;
use crate::counters::{Army, UnitId, UnitSet};
use crate::event::{Activation, Event, Phase};
use crate::state::CombatResult;
use crate::words::{army_word, side_word};

/// A line that no table of odds repeats.
fn told(case: Case, text: Text) -> Line {
    Line { odds: OddsLabel::Nothing, ..Line::saying(case, text) }
}

/// A line that a table of odds tells in other words: whatever the die showed, and by whichever way.
fn shown(line: Line, words: Text) -> Line {
    Line { odds: OddsLabel::Words(words.english), ..line }
}

impl Rules {
    /// A message that tells no more than the line of its event.
    fn plain(&self, case: Case, message: Message) -> Line {
        told(case, self.phrase(message))
    }

    /// A message about a unit, which is its `unit`.
    fn done(&self, case: Case, unit: UnitId, message: Message) -> Line {
        self.plain(case, message.with("unit", self.label(unit))).unit(self.word_for(unit))
    }

    /// The same, in a hex, which is its `hex`.
    fn done_at(&self, case: Case, unit: UnitId, id: &'static str, at: Hex) -> Line {
        self.done(case, unit, Message::new(id).with("hex", self.number_of(at))).place(self.number_of(at))
    }

    /// A unit and how it goes from hex to hex.
    fn gone(&self, case: Case, unit: UnitId, id: &'static str, from: Hex, to: Hex) -> Line {
        let [from, to] = [from, to].map(|hex| self.number_of(hex));
        let message = Message::new(id).with("from", from.clone()).with("to", to.clone());
        self.done(case, unit, message).place(from).place(to)
    }

    /// The same as a result of combat; a table of odds tells only where to.
    fn driven(&self, case: Case, unit: UnitId, [id, short]: [&'static str; 2], from: Hex, to: Hex) -> Line {
        let words = Message::new(short).with("unit", self.label(unit)).with("to", self.number_of(to));
        shown(self.gone(case, unit, id, from, to), self.phrase(words))
    }

    /// A unit that is gone from a hex; a table of odds does not say from where.
    fn removed(&self, case: Case, unit: UnitId, [id, short]: [&'static str; 2], from: Hex) -> Line {
        let words = Message::new(short).with("unit", self.label(unit));
        shown(self.done_at(case, unit, id, from), self.phrase(words))
    }

    pub(crate) fn told(&self, event: &Event) -> Line {
        match *event {
            Event::TurnBegan { turn } => {
                let info = &self.scenario.turns[usize::from(turn) - 1];
                let sky = match (info.night, info.rain) {
                    (false, false) => "log-turn",
                    (true, false) => "log-turn-night",
                    (false, true) => "log-turn-rain",
                    (true, true) => "log-turn-night-rain",
                };
                let message = Message::new(sky).with("turn", turn).with("time", info.label.clone());
                self.plain(case!("3.0"), message).heading(Heading::Turn)
            }
            Event::PhaseBegan { side, phase } => {
                let id = match phase {
                    Phase::Movement => "log-movement-phase",
                    Phase::Combat => "log-combat-phase",
                };
                self.plain(case!("3.0"), Message::new(id).with("side", side_word(side))).heading(Heading::Phase)
            }
            Event::NightWithoutCombat { side } => {
                self.plain(case!("8.2"), Message::new("log-no-combat-at-night").with("side", side_word(side)))
            }
            Event::Moved { unit, from, to } => self.gone(case!("4.0"), unit, "log-moved", from, to),
            Event::Entered { unit, at } => self.done_at(case!("7.1"), unit, "log-entered", at),
            Event::Halted { unit, at } => self.done_at(case!("4.0"), unit, "log-halted", at),
            Event::FreshGiven { unit, points } => {
                self.done(case!("21.1"), unit, Message::new("log-fresh-given").with("points", points))
            }
            Event::FreshUsed { division } => {
                self.plain(case!("21.0"), Message::new("log-fresh-used").with("division", self.division_name(division)))
            }
            Event::FreshKept { division } => {
                self.plain(case!("21.1"), Message::new("log-fresh-kept").with("division", self.division_name(division)))
            }
            Event::AttackAnnounced { adjacent, batteries, defenders, attack, defence, column } => {
                let id = match (adjacent.is_empty(), batteries.is_empty()) {
                    (false, true) | (true, true) => "log-attack",
                    (false, false) => "log-attack-with-guns",
                    (true, false) => "log-bombardment",
                };
                let message = Message::new(id)
                    .with("defenders", self.listed(defenders))
                    .with("attackers", self.listed(adjacent))
                    .with("guns", self.listed(batteries))
                    .with("attack", attack)
                    .with("defence", defence)
                    .with("column", column.name());
                let units: UnitSet = adjacent.union(batteries).union(defenders);
                let line = self.plain(case!("6.1"), message);
                let line = units.iter().fold(line, |line, unit| line.unit(self.word_for(unit)));
                let guns = adjacent.union(batteries).intersection(self.guns);
                guns.iter().fold(line, |line, unit| line.fires(self.word_for(unit)))
            }
            Event::CombatThrown { die, result, exchange } => {
                let words = |id| Message::new(id).with("points", exchange);
                let message = Message::new("log-combat-die").with("die", die).with("result", words(result.message()));
                // Odds are told to the attacker, who throws.
                let odds = if result == CombatResult::Ee { "odds-exchange" } else { result.message() };
                shown(self.plain(case!("6.0"), message).d6(die), self.phrase(words(odds)))
            }
            Event::WeatherThrown { die, result } => {
                let message = Message::new("log-weather-die").with("die", die).with("result", result.name());
                let words = Message::new("odds-weather").with("result", result.name());
                shown(self.plain(case!("22.0"), message).d6(die), self.phrase(words))
            }
            Event::Retreated { unit, from, to } => {
                self.driven(case!("6.4"), unit, ["log-retreated", "odds-retreated"], from, to)
            }
            Event::Displaced { unit, from, to } => {
                self.driven(case!("6.5a"), unit, ["log-displaced", "odds-displaced"], from, to)
            }
            Event::FellBack { unit, from, to } => self.gone(case!("6.8"), unit, "log-fell-back", from, to),
            Event::Advanced { unit, from, to } => {
                self.driven(case!("6.6"), unit, ["log-advanced", "odds-advanced"], from, to)
            }
            Event::Eliminated { unit, from } => {
                self.removed(case!("6.3g"), unit, ["log-eliminated", "odds-eliminated"], from)
            }
            Event::Disrupted { unit, from } => {
                self.removed(case!("17.0"), unit, ["log-disrupted", "odds-disrupted"], from)
            }
            Event::DutyLapsed { unit, to_attack } => {
                let id = if to_attack { "log-need-not-attack" } else { "log-need-not-be-attacked" };
                self.done(case!("5.1d"), unit, Message::new(id))
            }
            Event::MoraleChanged { army, from, to } => {
                let message =
                    Message::new("log-morale").with("army", army_word(army)).with("from", from).with("to", to);
                self.plain(case!("16.0b"), message)
            }
            Event::Demoralized { army } => {
                let words = Message::new("odds-demoralized").with("army", army_word(army));
                let message = Message::new("log-demoralized").with("army", army_word(army));
                shown(self.plain(case!("16.0"), message), self.phrase(words))
            }
            Event::ReserveActivated { unit, why } => {
                let (case, id) = match why {
                    Activation::EnemyZone => (case!("11.2"), "log-reserve-enemy-near"),
                    Activation::Demoralized => (case!("16.4"), "log-reserve-demoralized"),
                    Activation::Loss => (case!("11.3"), "log-reserve-loss"),
                    Activation::ExcessMorale => (case!("11.4"), "log-reserve-morale"),
                    Activation::OldGuard => (case!("11.5"), "log-reserve-old-guard"),
                };
                self.done(case, unit, Message::new(id))
            }
            Event::KlenauThrown { die } => {
                let at_hand = self.scenario.klenau_dice.contains(&die);
                let [id, words] = match at_hand {
                    true => ["log-klenau-comes", "odds-klenau-comes"],
                    false => ["log-klenau-waits", "odds-klenau-waits"],
                };
                let line = self.plain(case!("12.0"), Message::new(id).with("die", die)).d6(die);
                shown(line, self.phrase(Message::new(words)))
            }
            Event::ControlTaken { side, hex } => {
                let hex = self.number_of(hex);
                let message = Message::new("log-control").with("side", side_word(side)).with("hex", hex.clone());
                self.plain(case!("23.4"), message).place(hex)
            }
            Event::OldTownScored { hex } => {
                let hex = self.number_of(hex);
                self.plain(case!("18.2"), Message::new("log-old-town").with("hex", hex.clone())).place(hex)
            }
            Event::FoughtOn { turn } => self.plain(case!("18.0"), Message::new("log-fought-on").with("turn", turn)),
            Event::MoraleReset { army, to } => {
                let case = if army == Army::French { case!("16.7") } else { case!("16.6") };
                self.plain(case, Message::new("log-morale-reset").with("army", army_word(army)).with("to", to))
            }
            Event::Reorganized { unit, at } => self.done_at(case!("17.2"), unit, "log-reorganized", at),
            Event::StillWaiting { unit } => self.done(case!("17.2b"), unit, Message::new("log-still-waiting")),
            Event::OldGuardRecalled { unit } => self.done(case!("17.3"), unit, Message::new("log-guard-recalled")),
            Event::GameOver => self.plain(case!("3.0d"), Message::new("log-over")),
        }
    }
}
