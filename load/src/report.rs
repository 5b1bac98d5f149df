//! What was measured, as a table for people and as JSON for programs.

use serde_json::{Value, json};

use crate::Arguments;

/// The targets.
const ACTIONS_A_SECOND: f64 = 2_000.0;
const DELAY: f64 = 15.0;
const IDLE_GAME: f64 = 64.0;

/// Milliseconds.
#[derive(Clone, Copy, Default)]
pub(crate) struct Delays {
    pub(crate) median: f64,
    pub(crate) p95: f64,
    pub(crate) p99: f64,
    pub(crate) most: f64,
}

pub(crate) struct Phase {
    /// Actions a second that were to be sent; none if as many as the server would take.
    pub(crate) asked: Option<u32>,
    pub(crate) actions: u64,
    pub(crate) errors: u64,
    pub(crate) finished: u64,
    pub(crate) seconds: f64,
    pub(crate) due: Delays,
    pub(crate) sent: Delays,
    pub(crate) server_processor: Option<f64>,
    pub(crate) own_processor: Option<f64>,
}

/// KiB of the server for each game, over what it has with hardly any.
#[derive(Clone, Copy)]
pub(crate) struct Memory {
    /// The whole server with hardly any game, in KiB.
    empty: f64,
    opened: f64,
    played: f64,
    /// Loaded, and nobody looks.
    unwatched: f64,
    /// What the server keeps of its room when all games have left the memory, which serves the next ones.
    kept: f64,
    /// What it grows by for each further game that lies idle.
    put_away: f64,
}

impl Memory {
    pub(crate) fn new(games: u64, bytes: [Option<u64>; 6]) -> Option<Memory> {
        let [empty, opened, played, unwatched, put_away, twice_put_away] =
            bytes.map(|bytes| bytes.map(|bytes| bytes as f64 / 1024.0));
        let empty = empty?;
        let each = |now: Option<f64>| Some((now? - empty) / games as f64);
        Some(Memory {
            empty,
            opened: each(opened)?,
            played: each(played)?,
            unwatched: each(unwatched)?,
            kept: each(put_away)?,
            put_away: (twice_put_away? - put_away?) / games as f64,
        })
    }
}

pub(crate) struct Report {
    arguments: Arguments,
    pub(crate) at_rate: Option<Phase>,
    pub(crate) at_once: Option<Phase>,
    pub(crate) memory: Option<Memory>,
    /// Games whose players were found to have been shown what there is, and those that failed it.
    pub(crate) checked: u64,
    pub(crate) errors: Vec<String>,
}

fn rate(phase: &Phase) -> f64 {
    phase.actions as f64 / phase.seconds
}

fn delays(delays: &Delays) -> Value {
    json!({ "median": delays.median, "p95": delays.p95, "p99": delays.p99, "max": delays.most })
}

fn phase_value(phase: &Phase) -> Value {
    json!({
        "asked_each_second": phase.asked, "actions": phase.actions, "errors": phase.errors, "games_finished": phase.finished,
        "seconds": phase.seconds, "actions_each_second": rate(phase),
        "milliseconds_since_due": delays(&phase.due), "milliseconds_since_sent": delays(&phase.sent),
        "server_processor_seconds": phase.server_processor, "client_processor_seconds": phase.own_processor,
    })
}

impl Report {
    pub(crate) fn new(arguments: Arguments) -> Report {
        Report { arguments, at_rate: None, at_once: None, memory: None, checked: 0, errors: Vec::new() }
    }

    /// Whether nothing was refused, lost or shown wrongly.
    pub(crate) fn sound(&self) -> bool {
        self.errors.is_empty()
    }

    /// The targets that were missed, in sentences.
    pub(crate) fn misses(&self) -> Vec<String> {
        let mut misses = Vec::new();
        if let Some(phase) = &self.at_once
            && rate(phase) < ACTIONS_A_SECOND
        {
            misses.push(format!("{:.0} actions a second, not {ACTIONS_A_SECOND:.0}", rate(phase)));
        }
        if let Some(phase) = &self.at_rate
            && phase.due.p99 >= DELAY
        {
            misses.push(format!("99th percentile {:.1} ms, not under {DELAY:.0}", phase.due.p99));
        }
        if let Some(phase) = &self.at_rate
            && rate(phase) < 0.97 * f64::from(self.arguments.rate)
        {
            misses.push(format!("{:.0} actions a second of {} that were due", rate(phase), self.arguments.rate));
        }
        if let Some(memory) = &self.memory
            && memory.put_away >= IDLE_GAME
        {
            misses.push(format!("{:.0} KiB for an idle game, not under {IDLE_GAME:.0}", memory.put_away));
        }
        if !self.sound() {
            misses.push(format!("{} errors", self.errors.len()));
        }
        misses
    }

    pub(crate) fn json(&self) -> Value {
        let memory = self.memory.map(|memory| {
            json!({
                "server_without_games": memory.empty, "live_new": memory.opened, "live_played": memory.played,
                "idle_in_memory": memory.unwatched, "kept_for_the_next": memory.kept,
                "idle_put_away": memory.put_away,
            })
        });
        let arguments = &self.arguments;
        json!({
            "games": arguments.games, "sockets": 2 * arguments.games, "scenario": arguments.scenario, "seed": arguments.seed,
            "at_rate": self.at_rate.as_ref().map(phase_value), "at_once": self.at_once.as_ref().map(phase_value),
            "kibibytes_each_game": memory, "games_checked": self.checked, "errors": self.errors.len(),
            "first_errors": self.errors.iter().take(5).collect::<Vec<_>>(), "misses": self.misses(),
        })
    }

    pub(crate) fn table(&self) -> String {
        let arguments = &self.arguments;
        let mut lines = vec![format!(
            "{} games of {}, {} sockets, {} s each run",
            arguments.games,
            arguments.scenario,
            2 * arguments.games,
            arguments.seconds
        )];
        for phase in self.at_rate.iter().chain(&self.at_once) {
            let name = match phase.asked {
                Some(rate) => format!("at {rate} actions a second"),
                None => "as fast as it goes".to_owned(),
            };
            lines.push(format!("\n{name}"));
            lines.push(row("actions a second", format!("{:.0} ({} in all)", rate(phase), phase.actions)));
            let delays = |delays: &Delays| {
                format!("{:.1} / {:.1} / {:.1} / {:.1} ms", delays.median, delays.p95, delays.p99, delays.most)
            };
            if phase.asked.is_some() {
                lines.push(row("due to seen by both (p50/p95/p99/max)", delays(&phase.due)));
            }
            lines.push(row("sent to seen by both (p50/p95/p99/max)", delays(&phase.sent)));
            if let (Some(server), Some(own)) = (phase.server_processor, phase.own_processor) {
                let each = |seconds: f64| 1e6 * seconds / (phase.actions.max(1)) as f64;
                lines.push(row(
                    "processor an action",
                    format!("server {:.0} µs, client {:.0} µs", each(server), each(own)),
                ));
            }
            lines.push(row("errors, games finished", format!("{}, {}", phase.errors, phase.finished)));
        }
        if let Some(memory) = &self.memory {
            lines.push("\nmemory of the server".to_owned());
            lines.push(row("with hardly any game", format!("{:.1} MiB", memory.empty / 1024.0)));
            lines.push(row("each live game, new", format!("{:.1} KiB", memory.opened)));
            lines.push(row("each live game, after play", format!("{:.1} KiB", memory.played)));
            lines.push(row("each idle game, in memory", format!("{:.1} KiB", memory.unwatched)));
            lines.push(row("kept for the next ones, each", format!("{:.1} KiB", memory.kept)));
            lines.push(row("each idle game, put away", format!("{:.1} KiB", memory.put_away)));
        }
        let agree = match self.sound() {
            true => "both players were shown what there is",
            false => "see the errors",
        };
        lines.push(format!("\n{} games checked at the end: {agree}", self.checked));
        lines.extend(self.errors.iter().take(5).map(|error| format!("error: {error}")));
        lines.join("\n")
    }
}

fn row(name: &str, value: String) -> String {
    format!("  {name:<40} {value}")
}
