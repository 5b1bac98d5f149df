//! `sabretache simulate`.

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use ai::tournament::{Share, share};
use ai::{Character, Fault, GameNumber};
use clap::Args;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use kernel::playout::{OutcomeCount, Series, Simulation, Tally};
use kernel::{AnyTitle, Options, SeatInfo};
use serde::Serialize;

use crate::commands::count::{Count, SideCount, faults_in_words, percent};
use crate::console::Console;
use crate::failure::{Failure, Outcome};
use crate::generals;
use crate::titles::{self, Titles};

/// Play many games without players and count the results
#[derive(Args, Debug)]
#[command(after_help = "\
The same seed gives the same games, whatever the number of threads.

Examples:
  sabretache simulate {game} --games 1000 --seed 1
  sabretache simulate {game} --games 20000 --seed 7 --policy random --json > games.json
  sabretache simulate {game} --games 100 --policy portfolio:32,odds-greedy")]
pub(crate) struct Arguments {
    /// TITLE/SCENARIO
    #[arg(value_name = "GAME")]
    game: String,
    /// How many games
    #[arg(long, value_name = "N", default_value = "100", value_parser = at_least_one, allow_negative_numbers = true)]
    games: u64,
    /// The seed that determines all games
    #[arg(long, value_name = "S", default_value = "1", value_parser = seed, allow_negative_numbers = true)]
    seed: u64,
    /// How the seats decide: `random`, one general for all, or one for each seat in order: strong:100,odds-greedy
    #[arg(long, value_name = "GENERAL", default_value = "random")]
    policy: String,
    /// An option of the scenario; may be repeated
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = titles::pair)]
    options: Vec<(String, String)>,
    /// How many games to play at the same time [default: one per core]
    #[arg(long, value_name = "N", value_parser = at_least_one, allow_negative_numbers = true)]
    threads: Option<u64>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Nobody lives to see the end of more games.
const MOST: u64 = 1_000_000_000_000;

fn at_least_one(text: &str) -> Result<u64, String> {
    let number = text.parse().ok().filter(|number| (1..=MOST).contains(number));
    number.ok_or_else(|| format!("expected a whole number from 1 to {MOST}"))
}

fn seed(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("expected a whole number from 0 to {}", u64::MAX))
}

/// What is printed, in this order.
#[derive(Serialize)]
struct Report<'r> {
    title: &'r str,
    scenario: &'r str,
    options: &'r Options,
    seed: u64,
    policy: &'r str,
    games: u64,
    decisions: u64,
    seconds: f64,
    decisions_per_second: f64,
    games_per_second: f64,
    mean_branching: f64,
    mean_turns: f64,
    steps: u64,
    throws: u64,
    interrupts: u64,
    /// Games by who won and how well.
    outcomes: BTreeMap<String, u64>,
    /// Games won by each side, and drawn, with 95 % intervals.
    shares: BTreeMap<String, Share>,
    /// Victory points a game, by the first seat of each side.
    mean_points: BTreeMap<String, f64>,
}

pub(crate) fn run(titles: &Titles, arguments: &Arguments, console: &mut Console) -> Outcome {
    let chosen = titles.scenario(&arguments.game)?;
    let title = &*chosen.title;
    let options = chosen.scenario.complete(&titles::options(&arguments.options)?).map_err(Failure::usage)?;
    let machine = std::thread::available_parallelism().map_or(1, |threads| threads.get() as u64);
    let threads = arguments.threads.unwrap_or(machine).min(arguments.games).min(1024);
    let progress = progress_bar(arguments, console);
    if arguments.policy != "random" {
        return between_generals(&chosen, &options, arguments, threads, &progress, console);
    }
    let begun = Instant::now();
    let simulation = in_parallel(title, &chosen.scenario.id, &options, arguments, threads, &progress);
    let seconds = begun.elapsed().as_secs_f64();
    progress.finish_and_clear();
    let Simulation { tally, outcomes } = simulation.map_err(Failure::finding)?;
    let Tally { games, decisions, steps, throws, interrupts, branching, turns } = tally;
    let ratio = |part: f64, whole: f64| if whole > 0.0 { part / whole } else { 0.0 };
    let seats = title.seats(&chosen.scenario.id, &options).map_err(Failure::usage)?;
    let mut mean_points = BTreeMap::new();
    for info in &seats {
        let side = info.side.index();
        let is_first = seats.iter().find(|other| other.side == info.side) == Some(info);
        if is_first && side < 4 {
            let points: i64 = outcomes.iter().map(|outcome| outcome.points[side]).sum();
            mean_points.insert(info.id.clone(), ratio(points as f64, games as f64));
        }
    }
    let report = Report {
        title: title.id(),
        scenario: &chosen.scenario.id,
        options: &options,
        seed: arguments.seed,
        policy: &arguments.policy,
        games,
        decisions,
        seconds,
        decisions_per_second: ratio(decisions as f64, seconds),
        games_per_second: ratio(games as f64, seconds),
        mean_branching: ratio(branching as f64, decisions as f64),
        mean_turns: ratio(turns as f64, games as f64),
        steps,
        throws,
        interrupts,
        outcomes: outcomes.iter().map(|outcome| (ending(outcome), outcome.games)).collect(),
        shares: shares_of(&seats, &outcomes, games),
        mean_points,
    };
    if arguments.json {
        let text = serde_json::to_string_pretty(&report).map_err(|error| Failure::usage(error.to_string()))?;
        writeln!(console.out, "{text}")?;
        return Ok(());
    }
    write!(console.out, "{}", report.in_words(&chosen.scenario.name, threads))?;
    Ok(())
}

/// How many games each side won, by its first seat, and how many nobody did.
fn shares_of(seats: &[SeatInfo], outcomes: &[OutcomeCount], games: u64) -> BTreeMap<String, Share> {
    let mut won: BTreeMap<String, u64> = BTreeMap::from([("draw".to_owned(), 0)]);
    for info in seats {
        if seats.iter().find(|other| other.side == info.side) == Some(info) {
            won.insert(info.id.clone(), 0);
        }
    }
    for outcome in outcomes {
        *won.entry(outcome.winner.clone().unwrap_or_else(|| "draw".to_owned())).or_default() += outcome.games;
    }
    won.into_iter().map(|(who, number)| (who, share(number, games))).collect()
}

/// What games between generals came to.
#[derive(Serialize)]
struct GeneralsReport<'r> {
    title: &'r str,
    scenario: &'r str,
    options: &'r Options,
    seed: u64,
    policy: Vec<String>,
    games: u64,
    seconds: f64,
    games_per_second: f64,
    /// Games by who won and how well.
    outcomes: BTreeMap<String, u64>,
    /// Games won, points and losses by the first seat of each side, with 95 % intervals.
    sides: BTreeMap<String, SideCount>,
    drawn: Share,
    /// Orders that the generals thought of and the rules refuse; they were never given.
    refused: u64,
    /// Orders that were given and refused; the games went on.
    faults: Vec<Fault>,
}

impl GeneralsReport<'_> {
    fn in_words(&self, name: &str, threads: u64) -> String {
        let who = self.policy.join(" against ");
        let mut lines = vec![
            format!("{name}: {} games, {who}, seed {}", self.games, self.seed),
            format!("  {:.1} s with {threads} threads: {:.2} games a second", self.seconds, self.games_per_second),
            "  ending                      games  95 % interval".to_owned(),
        ];
        for (ending, number) in &self.outcomes {
            lines.push(format!("  {ending:24} {number:>8}  {}", percent(&share(*number, self.games))));
        }
        for (side, count) in &self.sides {
            lines.push(format!("  {:24} {:>8}  {}", format!("{side} wins"), count.won.games, percent(&count.won)));
        }
        lines.push(format!("  {:24} {:>8}  {}", "drawn", self.drawn.games, percent(&self.drawn)));
        for (side, count) in &self.sides {
            let points = &count.points;
            lines.push(format!(
                "  {side}: {:.1} victory points a game ({:.1} to {:.1})",
                points.mean, points.low, points.high
            ));
            let Some(losses) = &count.losses else { continue };
            let (units, strength) = (&losses.units, &losses.strength);
            lines.push(format!(
                "    loses {:.1} of {} units ({:.1} to {:.1}) and {:.1} of {} strength points ({:.1} to {:.1}): {:.1} %",
                units.mean,
                losses.units_in_all,
                units.low,
                units.high,
                strength.mean,
                losses.strength_in_all,
                strength.low,
                strength.high,
                100.0 * strength.mean / f64::from(losses.strength_in_all.max(1)),
            ));
            if losses.strength_out.mean > 0.0 {
                lines.push(format!("    and has {:.1} strength points disrupted at the end", losses.strength_out.mean));
            }
        }
        lines.extend(faults_in_words(&self.faults));
        lines.join("\n") + "\n"
    }
}

fn between_generals(
    chosen: &titles::Chosen,
    options: &Options,
    arguments: &Arguments,
    threads: u64,
    progress: &ProgressBar,
    console: &mut Console,
) -> Outcome {
    let staff = generals::staff_or_failure(&chosen.title)?;
    let arena = staff.arena(&chosen.scenario.id, options).map_err(Failure::usage)?;
    let named: Vec<Character> =
        arguments.policy.split(',').map(|words| generals::character(words.trim())).collect::<Outcome<_>>()?;
    let seats = arena.seats();
    let characters: Vec<Character> = match named.as_slice() {
        [one] => vec![*one; seats.len()],
        several if several.len() == seats.len() => several.to_vec(),
        several => {
            return Err(Failure::usage(format!("{} generals for {} seats", several.len(), seats.len())));
        }
    };
    let begun = Instant::now();
    let mut count = Count::default();
    let mut refused = 0;
    let play = |number: u64| arena.play(&characters, GameNumber { seed: arguments.seed, number });
    let played = generals::in_order(arguments.games, threads, play, |_, result| {
        count.add(seats, &result);
        refused += result.refused;
        progress.inc(1);
        true
    });
    progress.finish_and_clear();
    played.map_err(Failure::finding)?;
    let seconds = begun.elapsed().as_secs_f64();
    let report = GeneralsReport {
        title: chosen.title.id(),
        scenario: &chosen.scenario.id,
        options,
        seed: arguments.seed,
        policy: characters.iter().map(ai::name_of).collect(),
        games: arguments.games,
        seconds,
        games_per_second: arguments.games as f64 / seconds.max(1e-9),
        sides: count.sides(),
        drawn: count.drawn(),
        outcomes: count.outcomes,
        refused,
        faults: count.faults,
    };
    if arguments.json {
        let text = serde_json::to_string_pretty(&report).map_err(|error| Failure::usage(error.to_string()))?;
        writeln!(console.out, "{text}")?;
        return Ok(());
    }
    write!(console.out, "{}", report.in_words(&chosen.scenario.name, threads))?;
    Ok(())
}

fn ending(outcome: &OutcomeCount) -> String {
    match &outcome.winner {
        Some(winner) => format!("{winner} {}", outcome.level),
        None => outcome.level.to_owned(),
    }
}

impl Report<'_> {
    fn in_words(&self, name: &str, threads: u64) -> String {
        let mut lines = vec![
            format!("{name}: {} games at random, seed {}", self.games, self.seed),
            format!(
                "  {:.1} s with {threads} threads: {:.1} games and {:.0} decisions a second",
                self.seconds, self.games_per_second, self.decisions_per_second
            ),
            format!(
                "  {} decisions, {:.1} actions to choose from on average; {:.1} turns a game",
                self.decisions, self.mean_branching, self.mean_turns
            ),
        ];
        let width = self.outcomes.keys().map(|ending| ending.chars().count()).max().unwrap_or(0);
        for (ending, games) in &self.outcomes {
            let percent = 100.0 * *games as f64 / self.games as f64;
            lines.push(format!("  {ending:width$}  {games:>8}  {percent:5.1} %"));
        }
        for (who, share) in &self.shares {
            let who = if who == "draw" { "drawn".to_owned() } else { format!("{who} wins") };
            lines.push(format!("  {who:width$}  {:>8}  {}", share.games, percent(share)));
        }
        for (seat, points) in &self.mean_points {
            lines.push(format!("  {points:.2} victory points per game for {seat}"));
        }
        lines.join("\n") + "\n"
    }
}

fn progress_bar(arguments: &Arguments, console: &Console) -> ProgressBar {
    if !console.shows_progress {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::with_draw_target(Some(arguments.games), ProgressDrawTarget::stderr());
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} games, {per_sec}, {eta} to go");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar
}

/// Splits the series into blocks. A game follows from seed and number alone and sums do not care for order, so that the
/// result is the same however the blocks are shared out.
fn in_parallel(
    title: &dyn AnyTitle,
    scenario: &str,
    options: &Options,
    arguments: &Arguments,
    threads: u64,
    progress: &ProgressBar,
) -> Result<Simulation, String> {
    let block = (arguments.games / (threads * 8)).clamp(1, 512);
    let next = AtomicU64::new(0);
    let sum = Mutex::new(Simulation { tally: Tally::default(), outcomes: Vec::new() });
    let failed: Mutex<Option<(u64, String)>> = Mutex::new(None);
    let work = || {
        loop {
            let first_game = next.fetch_add(block, Ordering::Relaxed);
            if first_game >= arguments.games {
                return;
            }
            let games = block.min(arguments.games - first_game);
            let series = Series { first_game, ..Series::new(arguments.seed, games) };
            let played =
                crate::reading::quietly(|| title.simulate(scenario, options, series, &mut |_| progress.inc(1)));
            let played = played.unwrap_or_else(|words| {
                let last = first_game + games - 1;
                Err(format!(
                    "the program crashed in a game between {first_game} and {last} of seed {}, please report it: {words}",
                    arguments.seed
                ))
            });
            match played {
                Ok(part) => sum.lock().unwrap_or_else(PoisonError::into_inner).add(&part),
                Err(sentence) => {
                    let mut failed = failed.lock().unwrap_or_else(PoisonError::into_inner);
                    if failed.as_ref().is_none_or(|(known, _)| first_game < *known) {
                        *failed = Some((first_game, sentence));
                    }
                    // Earlier blocks are being played already; later ones are of no use.
                    next.store(arguments.games, Ordering::Relaxed);
                    return;
                }
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(work);
        }
    });
    match failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Some((_, sentence)) => Err(sentence),
        None => Ok(sum.into_inner().unwrap_or_else(PoisonError::into_inner)),
    }
}
