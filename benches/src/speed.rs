//! Decisions and games a second, and the same told in steps of the reference loop.

use std::time::{Duration, Instant};

use kernel::playout::{Player, Tally};
use kernel::{FastChance, Ruleset};
use serde::Serialize;

use crate::reference::{NOMINAL, Reference};
use crate::{Bench, Work};

/// How fast a battle is played.
#[derive(Clone, Debug, Serialize)]
pub struct Speed {
    pub battle: &'static str,
    pub games: u64,
    pub decisions: u64,
    pub steps: u64,
    pub seconds: f64,
    pub decisions_per_second: f64,
    pub games_per_second: f64,
    pub mean_branching: f64,
    /// Steps of the reference loop a second, in the same run.
    pub reference_per_second: f64,
    /// How many steps of the reference loop one decision costs.
    pub reference_steps_per_decision: f64,
    /// Decisions a second on a machine on which the reference loop has its nominal speed.
    pub nominal_decisions_per_second: f64,
    pub state_bytes: usize,
}

/// A slice of this length is played, then the yardstick is laid to the machine for a quarter of it, and so on in turns.
const SLICE: Duration = Duration::from_millis(100);

/// Plays random games of a scenario for about so long, on one core.
pub fn measure(bench: &Bench, for_about: Duration) -> Speed {
    struct Measure(&'static str, Duration);

    impl Work for Measure {
        type Output = Speed;

        fn with<R: Ruleset>(self, rules: &R) -> Speed {
            measure_rules(self.0, rules, self.1)
        }
    }

    bench.run(Measure(bench.name, for_about))
}

fn measure_rules<R: Ruleset>(name: &'static str, rules: &R, for_about: Duration) -> Speed {
    let mut games = Games::new(rules);
    let mut reference = Reference::new(1);
    // Warm up.
    games.play_for(SLICE);
    reference.steps(1_000_000);
    games.tally = Tally::default();
    let (mut playing, mut walking, mut walked) = (Duration::ZERO, Duration::ZERO, 0u64);
    while playing < for_about {
        playing += games.play_for(SLICE);
        let start = Instant::now();
        while start.elapsed() < SLICE / 4 {
            reference.steps(100_000);
            walked += 100_000;
        }
        walking += start.elapsed();
    }
    let seconds = playing.as_secs_f64();
    let tally = games.tally;
    let decisions_per_second = tally.decisions as f64 / seconds;
    let reference_per_second = walked as f64 / walking.as_secs_f64();
    Speed {
        battle: name,
        games: tally.games,
        decisions: tally.decisions,
        steps: tally.steps,
        seconds,
        decisions_per_second,
        games_per_second: tally.games as f64 / seconds,
        mean_branching: tally.branching as f64 / tally.decisions.max(1) as f64,
        reference_per_second,
        reference_steps_per_decision: reference_per_second / decisions_per_second,
        nominal_decisions_per_second: decisions_per_second / reference_per_second * NOMINAL,
        state_bytes: std::mem::size_of::<R::State>(),
    }
}

/// Random games, one after the other, with everything used again.
#[derive(Debug)]
pub struct Games<'r, R: Ruleset> {
    rules: &'r R,
    initial: R::State,
    state: R::State,
    player: Player<R>,
    next: u64,
    pub tally: Tally,
}

impl<'r, R: Ruleset> Games<'r, R> {
    pub fn new(rules: &'r R) -> Games<'r, R> {
        let initial = rules.initial();
        Games { rules, state: initial.clone(), initial, player: Player::default(), next: 0, tally: Tally::default() }
    }

    /// Plays the game of this number.
    pub fn play(&mut self, number: u64) {
        self.state.clone_from(&self.initial);
        let mut chance = FastChance::of_game(1, number);
        let played = self.player.play_out(self.rules, &mut self.state, &mut chance, &mut self.tally);
        played.expect("random games end, as the contract tests prove");
    }

    /// Plays whole games until the time is over.
    pub fn play_for(&mut self, time: Duration) -> Duration {
        let start = Instant::now();
        while start.elapsed() < time {
            self.play(self.next);
            self.next += 1;
        }
        start.elapsed()
    }
}
