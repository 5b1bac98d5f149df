//! Instructions a decision, counted by callgrind: a figure that does not depend on how fast or how busy the machine is.
//!
//! The program runs itself under valgrind, once with some games and once with twice as many; what the second run needs more is what the
//! games need, without start and data.

use std::process::Command;

use kernel::Ruleset;
use kernel::playout::Tally;
use serde::Serialize;

use crate::speed::Games;
use crate::{BENCHES, Work};

/// What is counted, and how many instructions a decision may take.
pub const GATES: [(&str, u64); 9] = [
    ("eylau", 6_000),
    ("dresden", 10_000),
    ("lutzen", 8_000),
    ("bautzen", 10_400),
    ("spring", 8_300),
    ("autumn", 11_000),
    ("campaign", 11_000),
    ("pultusk-1807", 11_000),
    ("eylau-1807", 17_000),
];

/// Games of the shorter run.
const GAMES: u64 = 6;

#[derive(Clone, Debug, Serialize)]
pub struct Instructions {
    pub battle: &'static str,
    pub decisions: u64,
    pub instructions: u64,
    pub per_decision: f64,
    pub at_most: u64,
}

/// Plays so many random games of a battle or scenario: the work that is counted.
pub fn play(name: &str, games: u64) -> Tally {
    struct Play(u64);

    impl Work for Play {
        type Output = Tally;

        fn with<R: Ruleset>(self, rules: &R) -> Tally {
            let mut games = Games::new(rules);
            (0..self.0).for_each(|game| games.play(game));
            games.tally
        }
    }

    let bench = BENCHES.into_iter().find(|bench| bench.name == name).expect("only what is there is counted");
    bench.run(Play(games))
}

/// Counts one of them.
pub fn count(name: &'static str, at_most: u64) -> Result<Instructions, String> {
    let (less, fewer) = run(name, GAMES)?;
    let (more, all) = run(name, 2 * GAMES)?;
    let (instructions, decisions) = (more.saturating_sub(less), all.saturating_sub(fewer));
    Ok(Instructions {
        battle: name,
        decisions,
        instructions,
        per_decision: instructions as f64 / decisions.max(1) as f64,
        at_most,
    })
}

/// Instructions and decisions of one run.
fn run(name: &str, games: u64) -> Result<(u64, u64), String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(program)
        .args(["play", name, &games.to_string()])
        .output()
        .map_err(|error| format!("valgrind cannot be started: {error}"))?;
    let told = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        return Err(format!("{name} ended with {}: {told}", output.status));
    }
    let collected = told.lines().find_map(|line| line.split_once("Collected :"));
    let number = |text: &str| text.split_whitespace().next().and_then(|word| word.parse().ok());
    let instructions = collected.and_then(|(_, text)| number(text));
    let decisions = number(&String::from_utf8_lossy(&output.stdout));
    instructions.zip(decisions).ok_or_else(|| format!("valgrind has counted nothing: {told}"))
}
