//! Odds of whole combats of Napoleon 1807: how long the largest take that random games lead to.

use std::time::{Duration, Instant};

use kernel::playout::roll;
use kernel::reckoning::{Effort, reckon};
use kernel::{Discard, Entropy, FastChance, Pending, Ruleset, Stop, Title};
use napoleon_1807::sequence::Frame;
use napoleon_1807::{Action, Napoleon1807, Rules, State};
use serde::Serialize;

use crate::reference::{NOMINAL, Reference};

/// How long the odds of a combat may take on the nominal machine, in milliseconds.
pub const LONGEST: f64 = 200.0;

/// A combat whose odds were found.
#[derive(Clone, Debug, Serialize)]
pub struct Found {
    pub battle: &'static str,
    pub units: usize,
    pub commanders: usize,
    pub effort: Effort,
    pub milliseconds: f64,
    /// The same on a machine on which the reference loop has its nominal speed.
    pub nominal_milliseconds: f64,
}

/// The combats of so many random games in which the most units fight, as they are declared.
pub fn largest(rules: &Rules, games: u64, number: usize) -> Vec<State> {
    let mut found: Vec<(usize, State)> = Vec::new();
    let mut actions = Vec::new();
    for game in 0..games {
        let mut chance = FastChance::of_game(3, game);
        let mut state = rules.initial();
        loop {
            match rules.pending(&state) {
                Pending::Over(_) => break,
                Pending::Chance(throw) => rules.throw(&mut state, &roll(&throw, &mut chance), &mut Discard),
                Pending::Decide(seats) => {
                    let seat = seats[0].0;
                    rules.legal(&state, seat, &mut actions);
                    if state.frame() == Frame::Declare && actions.contains(&Action::Fight) {
                        let units = state.combat.attackers.len() + state.combat.defenders.len();
                        if found.len() < number || found.last().is_some_and(|(least, _)| units > *least) {
                            found.push((units, state.clone()));
                            found.sort_by_key(|(units, _)| std::cmp::Reverse(*units));
                            found.truncate(number);
                        }
                    }
                    let action = actions[chance.below(actions.len() as u32) as usize];
                    rules.play(&mut state, seat, &action, &mut Discard);
                }
            }
        }
    }
    found.into_iter().map(|(_, state)| state).collect()
}

/// The odds of the largest combats of a battle.
pub fn measure((battle, scenario): (&'static str, &str), games: u64) -> Vec<Found> {
    let title = Napoleon1807::built_in();
    let rules = crate::battle_of_1807(scenario);
    let by = title.reckoning().expect("combats of this title are reckoned");
    let find = |state: State| {
        let mut reference = Reference::new(1);
        let since = Instant::now();
        let reckoned = reckon(&rules, by, state.clone(), 1_000_000, &Stop::default());
        let took = since.elapsed();
        let (since, mut walked) = (Instant::now(), 0u64);
        while since.elapsed() < took.max(Duration::from_millis(5)) {
            reference.steps(100_000);
            walked += 100_000;
        }
        let speed = walked as f64 / since.elapsed().as_secs_f64();
        let milliseconds = took.as_secs_f64() * 1000.0;
        let hexes = state.combat.from.iter().chain(state.combat.targets.iter());
        Found {
            battle,
            units: state.combat.attackers.len() + state.combat.defenders.len(),
            commanders: hexes.map(|hex| rules.commanders_in(&state, *hex).count()).sum(),
            effort: reckoned.expect("the odds can be found").effort,
            milliseconds,
            nominal_milliseconds: milliseconds * speed / NOMINAL,
        }
    };
    largest(&rules, games, 6).into_iter().map(find).collect()
}
