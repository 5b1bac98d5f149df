//! What a page needs to offer an action or to put a question: what it is about, and words for a button.

use board::Hex;
use kernel::page::{About, Concerns, Die, Heading, Nature, Touch};
use kernel::{Discard, Ruleset, Side};

use crate::Rules;
use crate::action::Action;
use crate::event::Event;
use crate::rules::r05_preconditions::Part;
use crate::sequence::Frame;
use crate::state::{Fate, State};
use crate::unit::{UnitId, UnitSet};

impl Rules {
    /// The unit as it is printed: `Tut 8-4`.
    pub(crate) fn printed_name(&self, unit: UnitId) -> String {
        self.units.get(unit.index()).map_or_else(|| "nobody".into(), |unit| unit.label())
    }

    fn printed_names(&self, units: impl Iterator<Item = UnitId>) -> String {
        units.map(|unit| self.printed_name(unit)).collect::<Vec<_>>().join(", ")
    }

    pub(crate) fn touched_by(&self, state: &State, action: &Action) -> Touch {
        let name = |unit: UnitId| self.printed_name(unit);
        let place = |hex: Hex| self.number_of(hex);
        let (verb, unit, hex, label) = match *action {
            Action::Select(unit) => {
                let waits = state.fate.0.get(unit.index()) == Some(&Fate::Waiting);
                ("select", Some(unit), None, format!("{} {}", if waits { "Bring on" } else { "Move" }, name(unit)))
            }
            Action::Step(hex) => {
                let enters = self.in_hand(state).is_some_and(|hand| hand.at.is_none());
                ("step", None, Some(hex), format!("{} {}", if enters { "Enter at" } else { "On to" }, place(hex)))
            }
            Action::Halt => ("halt", None, None, "Halt here".into()),
            Action::EndMovement => ("end movement", None, None, "End movement".into()),
            Action::SpendMorale(unit) => {
                ("spend morale", Some(unit), None, format!("Free {} for a point of morale", name(unit)))
            }
            Action::KeepMorale => ("keep morale", None, None, "Keep the morale".into()),
            Action::Fresh(unit) => {
                let points = self.fresh_marker(unit).map_or(0, |(_, points)| points);
                ("fresh", Some(unit), None, format!("Fresh strength for {} (+{points})", name(unit)))
            }
            Action::FreshDone => ("fresh done", None, None, "No more fresh strength".into()),
            Action::Target(hex) => {
                let also = if state.frame() == Frame::Declare { "Also attack" } else { "Attack" };
                let there = match hex.index() < self.ground.grid.len() {
                    true => self.printed_names(state.units_in(hex)),
                    false => String::new(),
                };
                ("target", None, Some(hex), format!("{also} {there} in {}", place(hex)))
            }
            Action::Join(unit) => {
                let guns = unit.index() < self.units.len() && self.part(state, unit) == Ok(Part::Guns);
                let words = if guns { "Bombard with" } else { "Attack with" };
                ("join", Some(unit), None, format!("{words} {}", name(unit)))
            }
            Action::TakeColumn(division) => {
                ("take column", None, None, format!("A column for {}", self.division_title(division)))
            }
            Action::Announce(column) => ("announce", None, None, format!("Attack at {}", column.name())),
            Action::EndCombat => ("end combat", None, None, "End combat".into()),
            Action::Pay(unit) => ("pay", Some(unit), None, format!("Give up {}", name(unit))),
            Action::Retreat(unit, hex) => {
                ("retreat", Some(unit), Some(hex), format!("Retreat {} to {}", name(unit), place(hex)))
            }
            Action::Displace(unit, hex) => {
                ("displace", Some(unit), Some(hex), format!("Push {} to {}", name(unit), place(hex)))
            }
            Action::FallBack(unit, hex) => {
                ("fall back", Some(unit), Some(hex), format!("{} falls back to {}", name(unit), place(hex)))
            }
            Action::StandFast => ("stand fast", None, None, "Batteries stand fast".into()),
            Action::Advance(unit, hex) => {
                ("advance", Some(unit), Some(hex), format!("Advance {} to {}", name(unit), place(hex)))
            }
            Action::Hold => ("hold", None, None, "Do not advance".into()),
            Action::CallUp(unit) => ("call up", Some(unit), None, format!("Call up {}", name(unit))),
            Action::Decline => ("decline", None, None, "Call up nobody".into()),
            Action::FightOn => ("fight on", None, None, "Fight on".into()),
            Action::BreakOff => ("break off", None, None, "Break off the battle".into()),
            Action::Reorganize(unit) => ("reorganize", Some(unit), None, format!("Place {}", name(unit))),
            Action::PlaceAt(hex) => ("place", None, Some(hex), format!("Place it in {}", place(hex))),
            Action::FreeOldGuard(unit) => {
                let cost = self.scenario.old_guard_cost;
                ("free", Some(unit), None, format!("Commit {} ({cost} morale)", name(unit)))
            }
            Action::FreeBothOldGuards => {
                let cost = self.scenario.old_guard_cost;
                ("free both", None, None, format!("Commit the whole Old Guard ({cost} morale)"))
            }
        };
        Touch {
            verb: verb.into(),
            unit: unit.map(|unit| self.word_for(unit)),
            place: hex.map(|hex| self.number_of(hex)),
            facing: None,
            label,
            ends: matches!(action, Action::EndMovement | Action::EndCombat),
            throws: self.throws_next(state, action),
            best: matches!(action, Action::Announce(column) if *column == self.best_column(state)),
            moves: matches!(action, Action::Select(_)),
        }
    }

    /// Whether a die falls right after the action.
    fn throws_next(&self, state: &State, action: &Action) -> bool {
        match action {
            Action::Announce(_) => true,
            // What may open the next player's Movement Phase, which Klenau's die can precede (12.0b).
            Action::EndMovement
            | Action::EndCombat
            | Action::FightOn
            | Action::PlaceAt(_)
            | Action::FreeOldGuard(_)
            | Action::FreeBothOldGuards => {
                let Some(side) = self.asked(state) else { return false };
                let interrupts = matches!(action, Action::FreeOldGuard(_) | Action::FreeBothOldGuards);
                if interrupts {
                    return false;
                }
                let mut after = state.clone();
                self.play(&mut after, Rules::seat_of(side), action, &mut Discard);
                matches!(self.pending(&after), kernel::Pending::Chance(_))
            }
            Action::Select(_)
            | Action::Step(_)
            | Action::Halt
            | Action::SpendMorale(_)
            | Action::KeepMorale
            | Action::Fresh(_)
            | Action::FreshDone
            | Action::Target(_)
            | Action::Join(_)
            | Action::TakeColumn(_)
            | Action::Pay(_)
            | Action::Retreat(..)
            | Action::Displace(..)
            | Action::FallBack(..)
            | Action::StandFast
            | Action::Advance(..)
            | Action::Hold
            | Action::CallUp(_)
            | Action::Decline
            | Action::BreakOff
            | Action::Reorganize(_) => false,
        }
    }

    /// What a question is about.
    pub(crate) fn asked_about(&self, state: &State, frame: Frame) -> About {
        let mut in_hand = None;
        let (units, hexes): (UnitSet, Vec<Hex>) = match frame {
            Frame::SpendMorale => {
                (state.reserve.iter().filter(|unit| self.may_spend_morale(state, *unit).is_ok()).collect(), Vec::new())
            }
            Frame::Move => match state.crowded {
                Some(hex) => (state.units_in(hex).collect(), vec![hex]),
                None => (UnitSet::EMPTY, Vec::new()),
            },
            Frame::Moving { unit, .. } => {
                in_hand = Some(unit);
                (UnitSet::from_iter([unit]), vec![state.hex_of(unit)])
            }
            Frame::Fresh { side } => (state.fresh.intersection(self.units_of(side)), Vec::new()),
            Frame::Attack => {
                let due = state.duty.difference(state.fought);
                let theirs = due.difference(self.units_of(state.player));
                (due, theirs.iter().map(|unit| state.hex_of(unit)).collect())
            }
            Frame::Declare => (self.attackers(state), state.attack.targets.to_vec()),
            Frame::Exchange { .. } => {
                (state.attack.adjacent.iter().filter(|unit| state.on_map(*unit)).collect(), Vec::new())
            }
            Frame::Retreat { .. } => {
                let units = state.attack.retreating;
                (units, units.iter().map(|unit| state.hex_of(unit)).collect())
            }
            Frame::Displace { hex, .. } => (state.units_in(hex).collect(), vec![hex]),
            Frame::CallUp { army } => (self.sleepers(state, army).collect(), Vec::new()),
            Frame::FallBack => (state.attack.batteries.difference(state.attack.shoved), Vec::new()),
            Frame::Advance { side } => (self.victors(state, side), state.attack.vacated.to_vec()),
            Frame::Reorganize { placer } => (self.waiting_for(state, placer).collect(), Vec::new()),
            Frame::Place { unit, .. } => {
                in_hand = Some(unit);
                (UnitSet::from_iter([unit]), Vec::new())
            }
            Frame::FightOn
            | Frame::OpenMovement
            | Frame::KlenauDie
            | Frame::OpenCombat
            | Frame::CombatDie
            | Frame::WeatherDie
            | Frame::BookMorale
            | Frame::CloseCombat
            | Frame::EndTurn
            | Frame::Night
            | Frame::GameOver => (UnitSet::EMPTY, Vec::new()),
        };
        About { concerns: self.concerns_of(units, hexes), unit: in_hand.map(|unit| self.word_for(unit)) }
    }

    /// Those who may advance somewhere (6.6).
    fn victors(&self, state: &State, side: Side) -> UnitSet {
        let mut actions = Vec::new();
        self.list_advances(state, side, &mut actions);
        let unit = |action: &Action| if let Action::Advance(unit, _) = action { Some(*unit) } else { None };
        actions.iter().filter_map(unit).collect()
    }

    pub(crate) fn concerns_of(&self, units: UnitSet, hexes: Vec<Hex>) -> Concerns {
        let mut numbers: Vec<String> = Vec::new();
        for hex in hexes.into_iter().filter(|hex| hex.is_some()) {
            let number = self.number_of(hex);
            if !numbers.contains(&number) {
                numbers.push(number);
            }
        }
        Concerns { units: units.iter().map(|unit| self.word_for(unit)).collect(), places: numbers }
    }

    /// The dice of an event, and whether something begins with it.
    pub(crate) fn nature_of(&self, event: &Event) -> Nature {
        match *event {
            Event::CombatThrown { die, .. } | Event::WeatherThrown { die, .. } | Event::KlenauThrown { die } => {
                Nature { dice: vec![Die { faces: 6, face: die }], heading: None }
            }
            Event::TurnBegan { .. } => Nature { dice: Vec::new(), heading: Some(Heading::Turn) },
            Event::PhaseBegan { .. } => Nature { dice: Vec::new(), heading: Some(Heading::Phase) },
            Event::NightWithoutCombat { .. }
            | Event::Moved { .. }
            | Event::Entered { .. }
            | Event::Halted { .. }
            | Event::FreshGiven { .. }
            | Event::FreshUsed { .. }
            | Event::FreshKept { .. }
            | Event::AttackAnnounced { .. }
            | Event::Retreated { .. }
            | Event::Displaced { .. }
            | Event::FellBack { .. }
            | Event::Advanced { .. }
            | Event::Eliminated { .. }
            | Event::Disrupted { .. }
            | Event::DutyLapsed { .. }
            | Event::MoraleChanged { .. }
            | Event::Demoralized { .. }
            | Event::ReserveActivated { .. }
            | Event::ControlTaken { .. }
            | Event::OldTownScored { .. }
            | Event::FoughtOn { .. }
            | Event::MoraleReset { .. }
            | Event::Reorganized { .. }
            | Event::StillWaiting { .. }
            | Event::OldGuardRecalled { .. }
            | Event::GameOver => Nature::default(),
        }
    }
}
