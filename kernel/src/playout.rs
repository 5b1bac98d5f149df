//! Random play to the end, for simulation, fuzzing and speed. Monomorphised, and no allocation per decision.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::{Discard, Entropy, FastChance, Outcome, Pending, Ruleset, Seat, Side, Throw, Verdict};

/// A game that has not ended after so many steps is taken for endless.
pub const STEP_LIMIT: u64 = 2_000_000;

/// Interrupts are looked for once in about this many steps: often enough to be met, rarely enough to cost nothing.
const INTERRUPT_INTERVAL: u32 = 32;

/// Counts over one game or many. The command line divides.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Tally {
    pub games: u64,
    /// Choices among two actions or more.
    pub decisions: u64,
    /// Actions and throws.
    pub steps: u64,
    pub throws: u64,
    pub interrupts: u64,
    /// The actions that could be chosen from, summed over the decisions.
    pub branching: u64,
    pub turns: u64,
}

/// Why a random game could not be played to its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlayoutError {
    /// A seat is asked, and there is no action to answer with.
    DeadEnd {
        seat: Seat,
        steps: u64,
    },
    Endless {
        steps: u64,
    },
}

impl std::fmt::Display for PlayoutError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            PlayoutError::DeadEnd { seat, steps } => {
                write!(f, "a dead end after {steps} steps: seat {} must decide and has no legal action", seat.0)
            }
            PlayoutError::Endless { steps } => write!(f, "the game had not ended after {steps} steps"),
        }
    }
}

impl std::error::Error for PlayoutError {}

/// Throws the dice of a throw.
#[inline]
pub fn roll(throw: &Throw, entropy: &mut impl Entropy) -> Outcome {
    let mut outcome = Outcome::default();
    for _ in 0..throw.dice {
        outcome.0.push(entropy.below(u32::from(throw.faces)) as u8 + 1);
    }
    outcome
}

/// Plays at random, with buffers that are used again and again.
#[derive(Clone, Debug)]
pub struct Player<R: Ruleset> {
    actions: Vec<R::Action>,
    pub step_limit: u64,
}

impl<R: Ruleset> Default for Player<R> {
    fn default() -> Player<R> {
        Player { actions: Vec::new(), step_limit: STEP_LIMIT }
    }
}

impl<R: Ruleset> Player<R> {
    /// Plays from `state` to the end, every action equally likely among those listed.
    pub fn play_out(
        &mut self,
        rules: &R,
        state: &mut R::State,
        entropy: &mut impl Entropy,
        tally: &mut Tally,
    ) -> Result<Verdict, PlayoutError> {
        let first = tally.steps;
        let mut until_interrupt = entropy.below(2 * INTERRUPT_INTERVAL);
        loop {
            let steps = tally.steps - first;
            if steps >= self.step_limit {
                return Err(PlayoutError::Endless { steps });
            }
            let pending = rules.pending(state);
            if until_interrupt == 0 {
                until_interrupt = entropy.below(2 * INTERRUPT_INTERVAL);
                if !matches!(pending, Pending::Over(_)) && self.interrupt(rules, state, entropy) {
                    tally.interrupts += 1;
                    tally.steps += 1;
                    continue;
                }
            } else {
                until_interrupt -= 1;
            }
            match pending {
                Pending::Over(verdict) => {
                    tally.games += 1;
                    return Ok(verdict);
                }
                Pending::Chance(throw) => {
                    rules.throw(state, &roll(&throw, entropy), &mut Discard);
                    tally.throws += 1;
                }
                Pending::Decide(seats) => {
                    let place = if seats.len() > 1 { entropy.below(seats.len() as u32) as usize } else { 0 };
                    let seat = seats.get(place).map_or(Seat(0), |(seat, _)| *seat);
                    self.actions.clear();
                    rules.legal(state, seat, &mut self.actions);
                    let choice = match self.actions.len() {
                        0 => return Err(PlayoutError::DeadEnd { seat, steps }),
                        1 => 0,
                        options => {
                            tally.decisions += 1;
                            tally.branching += options as u64;
                            entropy.below(options as u32) as usize
                        }
                    };
                    rules.play(state, seat, &self.actions[choice], &mut Discard);
                }
            }
            tally.steps += 1;
        }
    }

    /// Lets some seat act out of turn, if one can.
    fn interrupt(&mut self, rules: &R, state: &mut R::State, entropy: &mut impl Entropy) -> bool {
        let seat = Seat(entropy.below((rules.seats().len() as u32).max(1)) as u8);
        self.actions.clear();
        rules.interrupts(state, seat, &mut self.actions);
        if self.actions.is_empty() {
            return false;
        }
        let choice = entropy.below(self.actions.len() as u32) as usize;
        rules.play(state, seat, &self.actions[choice], &mut Discard);
        true
    }
}

/// How often games ended in one way.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct OutcomeCount {
    /// The id of the winning side's first seat; nobody in a draw.
    pub winner: Option<String>,
    pub level: &'static str,
    pub games: u64,
    /// Victory points by side, summed over these games.
    pub points: [i64; 4],
}

/// What a series of random games came to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Simulation {
    #[serde(flatten)]
    pub tally: Tally,
    pub outcomes: Vec<OutcomeCount>,
}

/// Which games to play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Series {
    pub seed: u64,
    /// The number of the first game. A game depends on seed and number alone, so that a series can be split among
    /// threads and any game of it played again.
    pub first_game: u64,
    pub games: u64,
    pub step_limit: u64,
}

impl Series {
    pub fn new(seed: u64, games: u64) -> Series {
        Series { seed, first_game: 0, games, step_limit: STEP_LIMIT }
    }
}

/// Who won, and how well.
type Ending = (Option<Side>, &'static str);

/// Plays a series of random games. `turn` tells the game-turn of a final state; `progress` is called after every game.
pub fn simulate<R: Ruleset>(
    rules: &R,
    series: Series,
    turn: impl Fn(&R, &R::State) -> u32,
    progress: &mut dyn FnMut(&Tally),
) -> Result<Simulation, String> {
    let mut player = Player { step_limit: series.step_limit, ..Player::default() };
    let mut tally = Tally::default();
    let mut outcomes: BTreeMap<Ending, (u64, [i64; 4])> = BTreeMap::new();
    let initial = rules.initial();
    let mut state = initial.clone();
    for game in series.first_game..series.first_game.saturating_add(series.games) {
        state.clone_from(&initial);
        let mut chance = FastChance::of_game(series.seed, game);
        let verdict = player
            .play_out(rules, &mut state, &mut chance, &mut tally)
            .map_err(|error| format!("game {game} of seed {}: {error}", series.seed))?;
        tally.turns += u64::from(turn(rules, &state));
        let (games, points) = outcomes.entry((verdict.winner, verdict.level)).or_default();
        *games += 1;
        for (sum, won) in points.iter_mut().zip(verdict.points) {
            *sum += i64::from(won);
        }
        progress(&tally);
    }
    let name = |side| rules.seats().iter().find(|info| info.side == side).map(|info| info.id.clone());
    let outcomes = outcomes.into_iter().map(|((winner, level), (games, points))| OutcomeCount {
        winner: winner.and_then(name),
        level,
        games,
        points,
    });
    let mut simulation = Simulation { tally, outcomes: outcomes.collect() };
    simulation.sort();
    Ok(simulation)
}

impl Simulation {
    /// Adds another part of the same series.
    pub fn add(&mut self, other: &Simulation) {
        let (mine, more) = (&mut self.tally, &other.tally);
        mine.games += more.games;
        mine.decisions += more.decisions;
        mine.steps += more.steps;
        mine.throws += more.throws;
        mine.interrupts += more.interrupts;
        mine.branching += more.branching;
        mine.turns += more.turns;
        for outcome in &other.outcomes {
            let same = |known: &&mut OutcomeCount| known.winner == outcome.winner && known.level == outcome.level;
            match self.outcomes.iter_mut().find(same) {
                Some(known) => {
                    known.games += outcome.games;
                    for (sum, more) in known.points.iter_mut().zip(outcome.points) {
                        *sum += more;
                    }
                }
                None => self.outcomes.push(outcome.clone()),
            }
        }
        self.sort();
    }

    /// So that a series gives the same answer in one part or in many.
    fn sort(&mut self) {
        self.outcomes.sort_by(|a, b| (&a.winner, a.level).cmp(&(&b.winner, b.level)));
    }
}
