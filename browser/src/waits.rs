//! How long somebody waits who plays against a general.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use serde_json::json;

use crate::board::Board;
use crate::player::{Pointing, play_turn};

/// Units that the player marches in a turn: enough that there is something to answer.
const MARCHES: usize = 2;

/// The time in which the player was not asked and the game was not over, by turn and by whose phase it was.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Waits {
    by_phase: BTreeMap<(u64, String), Duration>,
    longest: Duration,
}

impl Waits {
    /// Plays so many turns, or to the end, at a board opposite which a general sits.
    pub async fn play(board: &Board<'_>, turns: Option<u64>) -> Waits {
        let browser = board.browser();
        browser.script(include_str!("scripts/measure_waits.js"), json!([])).await;
        let first = turn_of(board).await;
        while board.said("data-pending").await != "over" {
            let played = turn_of(board).await - first;
            if turns.is_some_and(|turns| played >= turns) {
                break;
            }
            play_turn(&[*board], &mut Pointing, MARCHES).await;
        }
        let told = browser.script("return { waits: window.waits, longest: window.longestWait }", json!([])).await;
        let milliseconds = |value: &serde_json::Value| Duration::from_secs_f64(value.as_f64().unwrap_or(0.0) / 1000.0);
        let mut waits = Waits { by_phase: BTreeMap::new(), longest: milliseconds(&told["longest"]) };
        for wait in told["waits"].as_array().into_iter().flatten() {
            let turn = wait[0].as_u64().unwrap_or_default();
            let whose = wait[1].as_str().unwrap_or_default().to_owned();
            waits.by_phase.insert((turn, whose), milliseconds(&wait[2]));
        }
        waits
    }

    /// The longest wait in all phases of one side in one turn together.
    pub fn longest_turn(&self) -> Duration {
        self.by_phase.values().copied().max().unwrap_or_default()
    }

    /// How many turns there were something to wait for.
    pub fn turns(&self) -> usize {
        let turns: std::collections::BTreeSet<u64> = self.by_phase.keys().map(|(turn, _)| *turn).collect();
        turns.len()
    }
}

impl fmt::Display for Waits {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (turn, longest) = (self.longest_turn().as_secs_f64(), self.longest.as_secs_f64());
        write!(out, "longest wait in a turn {turn:.2} s, at a stretch {longest:.2} s:")?;
        for ((turn, whose), wait) in &self.by_phase {
            write!(out, " turn {turn} {whose} {:.2} s;", wait.as_secs_f64())?;
        }
        Ok(())
    }
}

async fn turn_of(board: &Board<'_>) -> u64 {
    board.said("data-turn").await.parse().expect("turns have numbers")
}
