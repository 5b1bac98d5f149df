//! `sabretache tournament`.

use std::collections::BTreeMap;
use std::io::Write;
use std::time::Instant;

use ai::tournament::{Standing, Tally};
use ai::{AnyArena, Character, Fault, GameNumber, GameResult};
use clap::Args;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use kernel::{Options, SeatInfo};
use serde::Serialize;

use crate::commands::count::{Count, faults_in_words};
use crate::console::Console;
use crate::failure::{Failure, Outcome};
use crate::generals;
use crate::titles::{self, Titles};

/// Let generals play against each other and measure them
#[derive(Args, Debug)]
#[command(after_help = "\
Generals are random, erratic, odds-greedy, portfolio and strong, the last two with a budget per turn in simulations
or seconds (portfolio:64, strong:2s), all with a style (portfolio:64:bold); or cadet, captain, colonel, marshal.
Games are played in pairs with the same dice and the sides swapped. A draw is half a point.

Examples:
  sabretache tournament {game} odds-greedy random --pairs 100
  sabretache tournament {game} strong:256 portfolio:64 --pairs 400 --settle 0.5,0.6 --json")]
pub(crate) struct Arguments {
    /// TITLE/SCENARIO
    #[arg(value_name = "GAME")]
    game: String,
    /// Two or more generals; each plays all others
    #[arg(value_name = "GENERAL", required = true, num_args = 2..)]
    generals: Vec<String>,
    /// Pairs of games for each match
    #[arg(long, value_name = "N", default_value = "50", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pairs: u64,
    /// The seed that determines all dice
    #[arg(long, value_name = "S", default_value = "1")]
    seed: u64,
    /// Stop a match as soon as it is decided whether the first general's score is at most LOW or at least HIGH
    #[arg(long, value_name = "LOW,HIGH", value_parser = question)]
    settle: Option<(f64, f64)>,
    /// An option of the scenario; may be repeated
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = titles::pair)]
    options: Vec<(String, String)>,
    /// How many games to play at the same time [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1024))]
    threads: Option<u64>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

fn question(text: &str) -> Result<(f64, f64), String> {
    let wrong = || "expected two scores, such as 0.5,0.6".to_owned();
    let (low, high) = text.split_once(',').ok_or_else(wrong)?;
    let (low, high): (f64, f64) = (low.parse().map_err(|_| wrong())?, high.parse().map_err(|_| wrong())?);
    if 0.0 < low && low < high && high < 1.0 { Ok((low, high)) } else { Err(wrong()) }
}

#[derive(Serialize)]
struct Report<'r> {
    title: &'r str,
    scenario: &'r str,
    options: &'r Options,
    seed: u64,
    seconds: f64,
    meetings: Vec<Meeting>,
}

/// Two generals, and what came of it for the first.
#[derive(Serialize)]
struct Meeting {
    first: String,
    second: String,
    #[serde(flatten)]
    standing: Standing,
    /// Whether the question of `--settle` was answered, and how.
    settled: Option<bool>,
    /// Games by who won and how well, whoever commanded.
    outcomes: BTreeMap<String, u64>,
    /// Victory points a game, by the first seat of each side.
    mean_points: BTreeMap<String, f64>,
    /// Orders that were given and refused; the games went on.
    faults: Vec<Fault>,
    seconds: f64,
}

pub(crate) fn run(titles: &Titles, arguments: &Arguments, console: &mut Console) -> Outcome {
    let chosen = titles.scenario(&arguments.game)?;
    let options = chosen.scenario.complete(&titles::options(&arguments.options)?).map_err(Failure::usage)?;
    let staff = generals::staff_or_failure(&chosen.title)?;
    let characters: Vec<Character> =
        arguments.generals.iter().map(|words| generals::character(words)).collect::<Outcome<_>>()?;
    let arena = staff.arena(&chosen.scenario.id, &options).map_err(Failure::usage)?;
    let begun = Instant::now();
    let mut meetings = Vec::new();
    for first in 0..characters.len() {
        for second in first + 1..characters.len() {
            let pair = [&characters[first], &characters[second]];
            let progress = progress_bar(arguments, console, &pair);
            let meeting = meet(&*arena, pair, arguments, &progress);
            progress.finish_and_clear();
            meetings.push(meeting.map_err(Failure::finding)?);
        }
    }
    let report = Report {
        title: chosen.title.id(),
        scenario: &chosen.scenario.id,
        options: &options,
        seed: arguments.seed,
        seconds: begun.elapsed().as_secs_f64(),
        meetings,
    };
    if arguments.json {
        let text = serde_json::to_string_pretty(&report).map_err(|error| Failure::usage(error.to_string()))?;
        writeln!(console.out, "{text}")?;
    } else {
        write!(console.out, "{}", in_words(&report, &chosen.scenario.name))?;
    }
    Ok(())
}

/// The seats of one game of a pair: in the second the sides are swapped.
fn seated(seats: &[SeatInfo], pair: [&Character; 2], swapped: bool) -> Vec<Character> {
    let of_first = |info: &SeatInfo| (info.side.index() == 0) != swapped;
    seats.iter().map(|info| if of_first(info) { *pair[0] } else { *pair[1] }).collect()
}

fn meet(
    arena: &dyn AnyArena,
    pair: [&Character; 2],
    arguments: &Arguments,
    progress: &ProgressBar,
) -> Result<Meeting, String> {
    let begun = Instant::now();
    let machine = std::thread::available_parallelism().map_or(1, |threads| threads.get() as u64);
    let threads = arguments.threads.unwrap_or(machine);
    let mut tally = Tally::default();
    let mut settled = None;
    let mut count = Count::default();
    let play = |number: u64| -> Result<[GameResult; 2], String> {
        let game = GameNumber { seed: arguments.seed, number };
        let straight = arena.play(&seated(arena.seats(), pair, false), game)?;
        let swapped = arena.play(&seated(arena.seats(), pair, true), game)?;
        Ok([straight, swapped])
    };
    generals::in_order(arguments.pairs, threads, play, |_, results| {
        let score = |place: usize| match results[place].verdict.winner {
            None => 0.5,
            // The first general has side 0 in the first game of a pair, the other side in the second.
            Some(winner) => f64::from(u8::from((winner.index() == 0) == (place == 0))),
        };
        tally.add([score(0), score(1)]);
        results.iter().for_each(|result| count.add(arena.seats(), result));
        progress.inc(1);
        let standing = tally.standing();
        progress.set_message(format!(
            "{:.1} % ({:.1}-{:.1})",
            100.0 * standing.score,
            100.0 * standing.low,
            100.0 * standing.high
        ));
        settled = arguments.settle.and_then(|(low, high)| tally.settled(low, high));
        settled.is_none()
    })?;
    Ok(Meeting {
        first: ai::name_of(pair[0]),
        second: ai::name_of(pair[1]),
        standing: tally.standing(),
        settled,
        mean_points: count.mean_points(),
        outcomes: count.outcomes,
        faults: count.faults,
        seconds: begun.elapsed().as_secs_f64(),
    })
}

fn progress_bar(arguments: &Arguments, console: &Console, pair: &[&Character; 2]) -> ProgressBar {
    if !console.shows_progress {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::with_draw_target(Some(arguments.pairs), ProgressDrawTarget::stderr());
    let template = format!(
        "{} against {} {{bar:30}} {{pos}}/{{len}} pairs, {{msg}}, {{eta}} to go",
        ai::name_of(pair[0]),
        ai::name_of(pair[1])
    );
    bar.set_style(ProgressStyle::with_template(&template).unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar
}

fn in_words(report: &Report<'_>, name: &str) -> String {
    let mut lines = vec![format!("{name}, seed {}, {:.0} s", report.seed, report.seconds)];
    let width =
        report.meetings.iter().flat_map(|meeting| [&meeting.first, &meeting.second]).map(|name| name.len()).max();
    let width = width.unwrap_or(0);
    lines.push(format!(
        "  {:width$}  {:width$}  games    won  drawn   lost   score   95 % interval    Elo  interval",
        "general", "against"
    ));
    for meeting in &report.meetings {
        let Standing { games, wins, draws, losses, score, low, high, elo, elo_low, elo_high } = meeting.standing;
        lines.push(format!(
            "  {:width$}  {:width$}  {games:>5}  {wins:>5}  {draws:>5}  {losses:>5}  {:>5.1} %  {:>5.1} to {:>5.1}  {elo:>+5.0}  {elo_low:+.0} to {elo_high:+.0}",
            meeting.first,
            meeting.second,
            100.0 * score,
            100.0 * low,
            100.0 * high,
        ));
    }
    for meeting in &report.meetings {
        lines.push(format!("{} against {}, by ending:", meeting.first, meeting.second));
        let games: u64 = meeting.outcomes.values().sum();
        for (ending, number) in &meeting.outcomes {
            lines.push(format!("  {ending:24} {number:>6}  {:5.1} %", 100.0 * *number as f64 / games.max(1) as f64));
        }
        for (seat, points) in &meeting.mean_points {
            lines.push(format!("  {points:.1} victory points per game for {seat}"));
        }
        lines.extend(faults_in_words(&meeting.faults));
        match meeting.settled {
            Some(true) => lines.push("  Decided: the score is at least HIGH.".into()),
            Some(false) => lines.push("  Decided: the score is at most LOW.".into()),
            None => {}
        }
    }
    lines.join("\n") + "\n"
}
