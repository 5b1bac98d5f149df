//! Odds of whole battles of Jours de Gloire: how long the largest take, and how much merging saves.

use std::time::{Duration, Instant};

use board::boxes::BoxId;
use jours_de_gloire::action::CombatAction;
use jours_de_gloire::battle::Tactic;
use jours_de_gloire::counters::CounterId;
use jours_de_gloire::reaction::{Marcher, Reaction};
use jours_de_gloire::sequence::{Combat, Frame};
use jours_de_gloire::state::{ALLIED, FRENCH, Whereabouts};
use jours_de_gloire::{Action, JoursDeGloire, Rules, State};
use kernel::reckoning::{Effort, reckon};
use kernel::{Discard, Ruleset, Seat, Stop, Title};
use serde::Serialize;

use crate::reference::{NOMINAL, Reference};

/// How long the odds of a battle may take on the nominal machine, in milliseconds.
pub const LONGEST: f64 = 200.0;

/// A battle whose odds were found.
#[derive(Clone, Debug, Serialize)]
pub struct Found {
    pub scenario: &'static str,
    pub tactics: &'static str,
    pub corps: [usize; 2],
    pub strength: [u16; 2],
    pub effort: Effort,
    /// Median of several runs.
    pub milliseconds: f64,
    /// The same on a machine on which the reference loop has its nominal speed.
    pub nominal_milliseconds: f64,
    /// Sequences of dice that there would be without merging, as a power of ten.
    pub sequences_power_of_ten: f64,
}

/// Every unit and leader of a scenario in one box, with full rosters; every fourth Allied unit marches to the guns from the
/// next box and joins after round 2.
pub fn everybody(rules: &Rules) -> State {
    let mut state = rules.initial();
    let at = rules.ground.boxes().max_by_key(|at| rules.ground.neighbours(*at).len()).unwrap_or(BoxId(0));
    let (next, way) = rules.ground.neighbours(at)[0];
    let mut marchers = jours_de_gloire::sets::CounterSet::EMPTY;
    for counter in (0..rules.counters.len()).map(|number| CounterId(number as u8)) {
        let it = rules.counter(counter);
        if it.kind.is_dummy() || it.detachment {
            state.relocate(counter, Whereabouts::Pool, |counter| rules.side_of(counter));
            continue;
        }
        let allied = rules.side_of(counter) == ALLIED;
        let marches = allied && it.maximum > 0 && counter.index() % 4 == 0;
        let place = if marches { next } else { at };
        state.relocate(counter, Whereabouts::At(place), |counter| rules.side_of(counter));
        let piece = state.piece_mut(counter);
        piece.strength = it.maximum;
        piece.entered_by = (!allied).then_some(rules.ground.neighbours(at)[1 % rules.ground.neighbours(at).len()].1);
        if marches {
            marchers.insert(counter);
        }
    }
    let mut reaction = Reaction::new();
    reaction.marchers.push(Marcher { force: marchers, from: next, to: at, by: way, after_round: 2 });
    state.reaction = Some(reaction);
    state.player = FRENCH;
    state.battles.insert(at);
    state.frames.clear();
    state.frames.push(Frame::Combat(Combat::Choose { seat: Seat(0) }));
    let fight = Action::Combat(CombatAction::Fight(at));
    rules.play(&mut state, Seat(0), &fight, &mut Discard);
    state
}

/// The battle with both tactics chosen.
pub fn with_tactics(rules: &Rules, start: &State, tactics: [Tactic; 2]) -> State {
    let mut state = start.clone();
    for (seat, tactic) in [Seat(0), Seat(1)].into_iter().zip(tactics) {
        let action = Action::Combat(CombatAction::Choose(tactic));
        rules.check(&state, seat, &action).expect("the largest armies may choose any tactic but a skirmish");
        rules.play(&mut state, seat, &action, &mut Discard);
    }
    state
}

const TACTICS: [(&str, [Tactic; 2]); 3] = [
    ("2 rounds", [Tactic::Screen, Tactic::Screen]),
    ("3 rounds", [Tactic::Offensive, Tactic::Offensive]),
    ("4 rounds", [Tactic::Decisive, Tactic::Decisive]),
];

/// The largest battles that a scenario could see.
pub fn measure(scenario: &'static str, for_about: Duration) -> Vec<Found> {
    let title = JoursDeGloire::built_in();
    let rules = crate::campaign(&title, scenario);
    let by = title.reckoning().expect("battles of this title are reckoned");
    let start = everybody(&rules);
    let find = |(name, tactics): (&'static str, [Tactic; 2])| {
        let state = with_tactics(&rules, &start, tactics);
        let battle = state.battle.expect("a battle");
        let mut times = Vec::new();
        let mut effort = Effort::default();
        let (mut reference, mut walked, mut walking) = (Reference::new(1), 0u64, Duration::ZERO);
        let begun = Instant::now();
        while times.is_empty() || (begun.elapsed() < for_about && times.len() < 9) {
            let since = Instant::now();
            let reckoned = reckon(&rules, by, state.clone(), 1_000_000, &Stop::default());
            times.push(since.elapsed());
            // The yardstick is laid to the machine for as long, so that its mood strikes both alike.
            let since = Instant::now();
            while since.elapsed() < times[times.len() - 1] {
                reference.steps(100_000);
                walked += 100_000;
            }
            walking += since.elapsed();
            effort = reckoned.expect("the odds can be found").effort;
        }
        times.sort_unstable();
        let milliseconds = times[times.len() / 2].as_secs_f64() * 1000.0;
        let speed = walked as f64 / walking.as_secs_f64().max(1e-9);
        let rounds = f64::from(battle.rounds);
        Found {
            scenario,
            tactics: name,
            corps: [FRENCH, ALLIED].map(|side| {
                battle.forces[side.index()].iter().filter(|counter| rules.counter(*counter).maximum > 0).count()
            }),
            strength: battle.start,
            effort,
            milliseconds,
            nominal_milliseconds: milliseconds * speed / NOMINAL,
            // Two dice a round, two more in even ones, and at least a test of morale.
            sequences_power_of_ten: (2.0 * rounds + 2.0 * (rounds / 2.0).floor() + 1.0) * 6f64.log10(),
        }
    };
    TACTICS.into_iter().map(find).collect()
}
