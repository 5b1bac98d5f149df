//! A second, slow reading of lines, supply, flags, retreats and interceptions, written from the rulebook and its rulings,
//! held against the rules in countries made by chance. It shares no code with them: it knows the country as it was made,
//! and of a state only who stands where with how many men.
//!
//! The usual run has a fixed number of countries; `SABRETACHE_FULL=1` has ten thousand.

#![allow(clippy::wildcard_enum_match_arm)] // An independent reading looks only at what it is about.

mod country;
mod reading;

use std::collections::BTreeMap;

use board::boxes::BoxId;
use country::{Country, Phase};
use jours_de_gloire::action::{CombatAction, MovementAction};
use jours_de_gloire::battle::Ending;
use jours_de_gloire::counters::CounterId;
use jours_de_gloire::event::{Combat as Fought, Movement as Marched};
use jours_de_gloire::sequence::{Combat, Frame, Movement};
use jours_de_gloire::state::{Grade, Supply, Whereabouts};
use jours_de_gloire::{Action, Event, JoursDeGloire, Rules, State};
use kernel::example::read_position;
use kernel::{Chance, Entropy, Outcome, Pending, Position, Ruleset, Seat};
use reading::{Fed, Led, Now};

const USUAL: u64 = 2_000;
const FULL: u64 = 10_000;
/// How far each country is played.
const STEPS: usize = 120;

/// How often each reading was compared.
type Compared = BTreeMap<&'static str, u64>;

struct Trial<'c> {
    country: &'c Country,
    rules: Rules,
    state: State,
    counters: Vec<CounterId>,
    /// Whose flag should fly in each box.
    flags: Vec<usize>,
    compared: &'c mut Compared,
}

fn equal<T: PartialEq + std::fmt::Debug>(what: &str, rules: T, reading: T) -> Result<(), String> {
    if rules == reading {
        Ok(())
    } else {
        Err(format!("{what}: the rules say {rules:?}, the second reading {reading:?}"))
    }
}

impl<'c> Trial<'c> {
    fn new(title: &JoursDeGloire, country: &'c Country, compared: &'c mut Compared) -> Trial<'c> {
        let text = country.text();
        let Position { rules, state } =
            read_position(title, "a country", &text).unwrap_or_else(|faults| panic!("{faults:?}\n{text}"));
        let find = |name: &str| rules.counters.iter().position(|counter| counter.id == name);
        let counters =
            country.pieces.iter().map(|piece| CounterId(find(&piece.name).expect("a counter") as u8)).collect();
        Trial { country, rules, state, counters, flags: country.flags.clone(), compared }
    }

    fn now(&self) -> Now<'c> {
        let place = |counter: &CounterId| match self.state.piece(*counter).whereabouts {
            Whereabouts::At(place) => Some(place.index()),
            _ => None,
        };
        Now {
            country: self.country,
            at: self.counters.iter().map(place).collect(),
            strength: self.counters.iter().map(|counter| self.state.piece(*counter).strength).collect(),
        }
    }

    fn count(&mut self, what: &'static str) {
        *self.compared.entry(what).or_default() += 1;
    }

    /// 4.3, 4.4: as the side's administration has found them.
    fn command_and_supply(&mut self) -> Result<(), String> {
        let now = Now::at_first(self.country);
        let side = self.country.player;
        for (number, piece) in self.country.pieces.iter().enumerate().filter(|(_, piece)| piece.side == side) {
            let found = self.state.piece(self.counters[number]);
            let grade = match found.grade {
                Grade::InCommand => Led::InCommand,
                Grade::CutOff => Led::CutOff,
                Grade::Alone => Led::Alone,
            };
            equal(&piece.name, (grade, found.to_chief), now.led(side, piece.at))?;
        }
        let supply = match self.state.armies[side].supply {
            Supply::Supplied => Fed::Supplied,
            Supply::Hindered => Fed::Hindered,
            Supply::Cut => Fed::Cut,
        };
        equal("supply", supply, now.fed(side))?;
        self.count(match supply {
            Fed::Supplied => "supplied",
            Fed::Hindered => "hindered",
            Fed::Cut => "cut",
        });
        Ok(())
    }

    /// 9.a: who is alone in a box, with combat units, has its flag.
    fn flags(&mut self, events: &[Event]) -> Result<(), String> {
        for event in events {
            let gone_through = match event {
                // Who goes on over an enemy has gone through his box.
                Event::Combat(Fought::AdvancedOn { side, from, .. }) => Some((side, from)),
                // Who gives way may be called on again before anybody is asked.
                Event::Movement(Marched::SteppedBack { side, to, .. } | Marched::WentBack { side, to, .. }) => {
                    Some((side, to))
                }
                Event::Movement(Marched::Withdrew { side, counter, to, .. }) => {
                    let number = self.counters.iter().position(|it| Some(*it) == *counter);
                    let leader = number.is_some_and(|number| self.country.pieces[number].what.is_leader());
                    (!leader).then_some((side, to))
                }
                _ => None,
            };
            if let Some((side, place)) = gone_through {
                self.flags[place.index()] = side.index();
            }
        }
        let under_way = matches!(
            self.state.frame(),
            Frame::Movement(
                Movement::AskScout { .. }
                    | Movement::ScoutDie
                    | Movement::Show { .. }
                    | Movement::ScoutsReturn { .. }
                    | Movement::Withdraw { .. }
                    | Movement::WithdrawalDie { .. }
                    | Movement::Intercept { .. }
                    | Movement::InterceptionDie { .. }
                    | Movement::Intercepting { .. }
                    | Movement::DisplaceLeader { .. }
            )
        );
        if under_way {
            return Ok(());
        }
        let now = self.now();
        // Who is overrun and has still to go holds nothing any more.
        let overrun = self.state.battle.filter(|battle| battle.ending == Some(Ending::Overrun));
        let gives_way = overrun.map(|battle| (battle.at.index(), 1 - battle.attacker.index()));
        for place in 0..self.country.boxes {
            for side in (0..2).filter(|side| gives_way != Some((place, *side))) {
                let alone = now.in_box(1 - side, place).next().is_none();
                if alone && now.in_box(side, place).any(|(_, piece)| piece.what.is_combat_unit()) {
                    self.flags[place] = side;
                }
            }
        }
        let flying: Vec<usize> =
            self.state.flags.iter().map(|flag| flag.map_or(usize::MAX, |side| side.index())).collect();
        equal("flags", flying, self.flags.clone())?;
        self.count("flags");
        Ok(())
    }

    /// 8.6d, 8.7: the boxes to which a side may retreat from the battle.
    fn retreats(&self, side: usize) -> Vec<usize> {
        let now = self.now();
        let battle = self.state.battle.expect("a battle");
        let (at, attacker) = (battle.at.index(), battle.attacker.index());
        let came = |number: usize| self.country.pieces[number].by;
        let attackers: Vec<usize> = (0..self.country.pieces.len())
            .filter(|number| self.country.pieces[*number].side == attacker)
            .filter(|number| self.country.pieces[*number].at == at && came(*number).is_some())
            .collect();
        let strength_from = |place: usize| -> u32 {
            let from = attackers.iter().filter(|number| came(**number) == Some(place));
            from.filter(|number| now.at[**number].is_some()).map(|number| u32::from(now.strength[*number])).sum()
        };
        let mut free = now.free_around(side, at);
        match battle.ending {
            Some(Ending::Indecisive) => {
                let own: Vec<usize> = attackers.iter().filter_map(|number| came(*number)).collect();
                if !own.is_empty() {
                    free.retain(|place| own.contains(place));
                }
            }
            Some(Ending::Beaten(_) | Ending::Overrun) | None => {
                if side != attacker {
                    free.retain(|place| strength_from(*place) <= 3);
                }
            }
        }
        free
    }

    fn retreat(&mut self, side: usize, offered: &[Action]) -> Result<(), String> {
        let at = self.state.battle.expect("a battle").at;
        let mut open: Vec<usize> = offered
            .iter()
            .filter_map(|action| match action {
                Action::Combat(CombatAction::RetreatBy(way)) => Some(self.rules.ground.across(*way, at).index()),
                _ => None,
            })
            .collect();
        open.sort_unstable();
        equal("retreat", open, self.retreats(side))?;
        self.count("retreats");
        Ok(())
    }

    /// 6.5.1: who may be named first, and what he has to throw.
    fn interceptions(&mut self, seat: Seat, at: BoxId, offered: &[Action], chance: &mut Chance) -> Result<(), String> {
        let stack = self.state.march.expect("a stack on the march").stack;
        let number_of = |counter: CounterId| self.counters.iter().position(|it| *it == counter).expect("a piece");
        if stack.iter().all(|counter| self.country.pieces[number_of(counter)].what.is_leader()) {
            return Err("somebody is asked to intercept leaders".into());
        }
        let mut named: Vec<usize> = offered
            .iter()
            .filter_map(|action| match action {
                Action::Movement(MovementAction::Join(counter)) => Some(number_of(*counter)),
                _ => None,
            })
            .collect();
        named.sort_unstable();
        let (now, side) = (self.now(), 1 - self.state.player.index());
        equal("interception", named.clone(), now.may_intercept(side, at.index()))?;
        self.count("interceptions");
        let Some(unit) = named.get(chance.below(named.len().max(1) as u32) as usize).copied() else { return Ok(()) };
        let beside: Vec<usize> = now
            .in_box(side, now.at[unit].expect("on the map"))
            .filter(|(_, piece)| piece.what.is_leader())
            .map(|(number, _)| number)
            .collect();
        let leader = beside.get(chance.below(beside.len() as u32 + 1) as usize).copied();
        let mut tried = self.state.clone();
        let joins = [Some(unit), leader].into_iter().flatten();
        let joins = joins.map(|number| MovementAction::Join(self.counters[number]));
        for action in joins.chain([MovementAction::Declared]) {
            self.rules.play(&mut tried, seat, &Action::Movement(action), &mut kernel::Discard);
        }
        let succeeds = |die: &u8| {
            let mut thrown = tried.clone();
            self.rules.throw(&mut thrown, &Outcome::one(*die), &mut kernel::Discard);
            matches!(thrown.frame(), Frame::Movement(Movement::Intercepting { .. }))
        };
        let faces = (1..=6).filter(succeeds).count() as i32;
        let limit = now.interception_limit(unit, leader, at.index());
        equal("faces of an interception", faces, limit.clamp(0, 6))?;
        self.count("limits");
        Ok(())
    }

    fn nobody_is_named(&self) -> bool {
        self.state.reaction.as_ref().is_some_and(|reaction| reaction.declared.is_empty())
    }

    /// One step of a random game, after what is offered has been looked at.
    fn step(&mut self, chance: &mut Chance) -> Result<bool, String> {
        let mut events: Vec<Event> = Vec::new();
        let player = self.state.player;
        match self.rules.pending(&self.state) {
            Pending::Over(_) => return Ok(false),
            Pending::Chance(throw) => {
                let dice = (0..throw.dice).map(|_| 1 + chance.below(u32::from(throw.faces)) as u8).collect();
                self.rules.throw(&mut self.state, &Outcome(dice), &mut events);
            }
            Pending::Decide(asked) => {
                let (seat, decision) = asked[0];
                let mut offered = Vec::new();
                self.rules.legal(&self.state, seat, &mut offered);
                if self.country.open {
                    match decision.0 {
                        Frame::Combat(Combat::Retreat { side, .. }) if self.country.phase == Phase::Combat => {
                            self.retreat(side.index(), &offered)?;
                        }
                        Frame::Movement(Movement::Intercept { seat, at }) if self.nobody_is_named() => {
                            self.interceptions(seat, at, &offered, chance)?;
                        }
                        _ => {}
                    }
                }
                // The roads stay as they were made.
                offered.retain(|action| !is_engineering(action));
                let action = offered[chance.below(offered.len() as u32) as usize];
                self.rules.play(&mut self.state, seat, &action, &mut events);
            }
        }
        self.flags(&events)?;
        // What is compared holds for the player turn in which the country was made.
        Ok(self.state.player == player)
    }
}

fn is_engineering(action: &Action) -> bool {
    matches!(
        action,
        Action::Movement(
            MovementAction::DestroyBridge(_)
                | MovementAction::RepairBridge(_)
                | MovementAction::LayPontoon(_)
                | MovementAction::TakeUpPontoon(_)
        ) | Action::Combat(CombatAction::BlowBridge)
    )
}

#[test]
fn a_second_reading_agrees() {
    let full = std::env::var("SABRETACHE_FULL").is_ok_and(|value| value == "1");
    let title = JoursDeGloire::built_in();
    let mut compared = Compared::new();
    for number in 0..if full { FULL } else { USUAL } {
        let mut chance = Chance::of_game(1813, number);
        let country = Country::made_by(&mut chance);
        let mut trial = Trial::new(&title, &country, &mut compared);
        // Without a battle the combat phase is over before it has begun.
        if trial.state.player.index() != country.player {
            continue;
        }
        let mut compare = || {
            if country.phase == Phase::Points {
                trial.command_and_supply()?;
            }
            for _ in 0..STEPS {
                if !trial.step(&mut chance)? {
                    break;
                }
            }
            Ok(())
        };
        compare().unwrap_or_else(|why: String| panic!("country {number}: {why}\n{}", country.text()));
    }
    println!("{compared:?}");
    for what in ["supplied", "hindered", "cut", "flags", "retreats", "interceptions", "limits"] {
        assert!(compared.get(what).is_some_and(|count| *count >= 20), "{what} is hardly ever compared: {compared:?}");
    }
}
