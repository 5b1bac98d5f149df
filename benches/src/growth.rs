//! What a decision costs early and late in a game.

use std::time::{Duration, Instant};

use art_of_war::Battle;
use kernel::playout::roll;
use kernel::{Discard, Entropy, FastChance, Pending, Ruleset};
use serde::Serialize;

/// What a decision costs on a turn.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Turn {
    pub turn: usize,
    pub decisions: u64,
    pub nanoseconds_per_decision: f64,
}

/// What decisions cost turn by turn, and the late ones compared with the early ones.
#[derive(Clone, Debug, Serialize)]
pub struct Growth {
    pub battle: &'static str,
    pub turns: Vec<Turn>,
    /// The cost of a decision in the last third of the turns over that in the first third.
    pub late_over_early: f64,
}

pub fn measure(battle: Battle, for_about: Duration) -> Growth {
    let rules = crate::battle(battle);
    let turns = rules.scenario.turns.len();
    let mut spent = vec![(0u64, Duration::ZERO); turns];
    let mut actions = Vec::new();
    let begun = Instant::now();
    for game in 0.. {
        if begun.elapsed() > for_about {
            break;
        }
        let mut chance = FastChance::of_game(2, game);
        let mut state = rules.initial();
        let mut turn = state.turn;
        let mut decisions = 0;
        let mut since = Instant::now();
        loop {
            if state.turn != turn {
                // The clock is read once a turn, not once a decision.
                let (count, time) = &mut spent[usize::from(turn) - 1];
                *count += decisions;
                *time += since.elapsed();
                (turn, decisions, since) = (state.turn, 0, Instant::now());
            }
            match rules.pending(&state) {
                Pending::Over(_) => break,
                Pending::Chance(throw) => rules.throw(&mut state, &roll(&throw, &mut chance), &mut Discard),
                Pending::Decide(seats) => {
                    let seat = seats[0].0;
                    actions.clear();
                    rules.legal(&state, seat, &mut actions);
                    decisions += u64::from(actions.len() > 1);
                    let action = actions[chance.below(actions.len() as u32) as usize];
                    rules.play(&mut state, seat, &action, &mut Discard);
                }
            }
        }
        let (count, time) = &mut spent[usize::from(turn) - 1];
        *count += decisions;
        *time += since.elapsed();
    }
    let cost = |(count, time): (u64, Duration)| time.as_nanos() as f64 / count.max(1) as f64;
    let sum = |part: &[(u64, Duration)]| {
        part.iter().fold((0, Duration::ZERO), |(count, time), more| (count + more.0, time + more.1))
    };
    let third = turns / 3;
    Growth {
        battle: battle.id(),
        late_over_early: cost(sum(&spent[turns - third..])) / cost(sum(&spent[..third])),
        turns: spent
            .iter()
            .enumerate()
            .map(|(index, part)| Turn { turn: index + 1, decisions: part.0, nanoseconds_per_decision: cost(*part) })
            .collect(),
    }
}
