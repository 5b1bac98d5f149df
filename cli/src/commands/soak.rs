//! `sabretache soak`.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use ai::{AnyArena, Character, GameNumber, GameResult};
use clap::Args;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use kernel::{Chance, Entropy, Options};
use serde::{Deserialize, Serialize};

use crate::console::Console;
use crate::failure::{Failure, Outcome};
use crate::titles::Titles;
use crate::{files, generals};

/// Let generals of every kind play every scenario, and find orders the rules refuse
#[derive(Args, Debug)]
#[command(after_help = "\
The seed and the game's number determine its scenario, options, players and dice. Short scenarios
come up more often than long ones. For every game that goes wrong the command that plays it again is printed.

A long series can be stopped at any time: with --keep its report is in a file, from which the same command
goes on. Several machines share a series by --first and --games.

Examples:
  sabretache soak --games 1000 --seed 1
  sabretache soak --games 1 --first 417 --seed 1
  sabretache soak --games 100000 --seed 1 --keep soak.json")]
pub(crate) struct Arguments {
    /// How many games
    #[arg(long, value_name = "N", default_value = "1000", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    games: u64,
    /// The number of the first game
    #[arg(long, value_name = "N", default_value = "0", value_parser = clap::value_parser!(u64).range(0..=1_000_000_000_000))]
    first: u64,
    /// The seed that determines all games
    #[arg(long, value_name = "S", default_value = "1")]
    seed: u64,
    /// Only scenarios of this title, or this one scenario: TITLE or TITLE/SCENARIO
    #[arg(long, value_name = "GAME")]
    only: Option<String>,
    /// How many games to play at the same time [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1024))]
    threads: Option<u64>,
    /// Keep the report in this file while the series goes on, and go on from it if it is there
    #[arg(long, value_name = "FILE")]
    keep: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// How many games are played between two lines about the progress, and two reports that are kept.
const BETWEEN_REPORTS: u64 = 500;

/// Who meets whom, and in how many games of a hundred. Chance and erratic generals bring the others into positions that sensible
/// play never sees; those who search do so with the smallest budgets, for it is their orders that count here, not their skill.
const MEETINGS: [(u32, [&str; 2]); 11] = [
    (34, ["odds-greedy", "random"]),
    (22, ["erratic", "odds-greedy"]),
    (10, ["erratic", "random"]),
    (8, ["odds-greedy:bold", "erratic"]),
    (8, ["odds-greedy:cautious", "random"]),
    (6, ["odds-greedy", "odds-greedy:bold"]),
    (6, ["random", "random"]),
    (2, ["portfolio:2", "erratic"]),
    (2, ["portfolio:4:cautious", "random"]),
    (1, ["strong:4", "erratic:bold"]),
    (1, ["portfolio:3", "odds-greedy:cautious"]),
];

/// A scenario with one set of its options.
struct Field {
    name: String,
    arena: Box<dyn AnyArena>,
}

/// A scenario with its sets of options, and how often it comes up.
struct Ground {
    fields: Vec<Field>,
    weight: u64,
}

/// One game of the series.
struct Planned<'s> {
    field: &'s Field,
    meeting: [&'static str; 2],
    characters: Vec<Character>,
    game: GameNumber,
}

/// What is printed.
#[derive(Serialize, Deserialize)]
struct Report {
    seed: u64,
    first: u64,
    /// Games that were played.
    games: u64,
    /// How long that took; if it took several runs, all of them.
    seconds: f64,
    /// Titles and scenarios from which games were drawn.
    drawn_from: Vec<String>,
    /// Games by scenario and options.
    fields: BTreeMap<String, u64>,
    /// Games by who met whom.
    meetings: BTreeMap<String, u64>,
    /// Orders that crafts thought of and the rules refused; they were never given.
    refused: u64,
    faults: Vec<Found>,
}

/// A game that went wrong.
#[derive(Serialize, Deserialize)]
struct Found {
    field: String,
    meeting: String,
    number: u64,
    /// Orders that the position refused.
    faults: Vec<String>,
    /// Why the game came to no end.
    broken: Option<String>,
    /// The command that plays it again.
    again: String,
}

pub(crate) fn run(titles: &Titles, arguments: &Arguments, console: &mut Console) -> Outcome {
    let grounds = grounds(titles, arguments)?;
    let machine = std::thread::available_parallelism().map_or(1, |threads| threads.get() as u64);
    let mut report = match &arguments.keep {
        Some(file) if file.exists() => kept(file, arguments, &grounds)?,
        Some(_) | None => Report::new(arguments, &grounds),
    };
    let (done, before, begun) = (report.games, report.seconds, Instant::now());
    let progress = progress_bar(arguments, console);
    progress.set_position(done);
    let play = |place: u64| -> Result<(Planned<'_>, Result<GameResult, String>), String> {
        let planned = plan(&grounds, arguments.seed, arguments.first + done + place)?;
        let played = crate::reading::quietly(|| planned.field.arena.play(&planned.characters, planned.game));
        let played = played.unwrap_or_else(|words| Err(format!("the program crashed: {words}")));
        Ok((planned, played))
    };
    let threads = arguments.threads.unwrap_or(machine);
    let mut written = Ok(());
    let played = generals::in_order(arguments.games.saturating_sub(done), threads, play, |_, (planned, result)| {
        report.add(&planned, result, arguments.only.as_deref());
        report.seconds = before + begun.elapsed().as_secs_f64();
        progress.inc(1);
        if report.games % BETWEEN_REPORTS == 0 {
            written = report.keep(arguments).and_then(|()| report.tell(arguments, console));
        }
        written.is_ok()
    });
    progress.finish_and_clear();
    played.map_err(Failure::finding)?;
    written?;
    report.keep(arguments)?;
    if arguments.json {
        let text = serde_json::to_string_pretty(&report).map_err(|error| Failure::usage(error.to_string()))?;
        writeln!(console.out, "{text}")?;
    } else {
        write!(console.out, "{}", report.in_words())?;
    }
    match report.faults.len() {
        0 => Ok(()),
        number => Err(Failure::finding(format!("{number} of {} games went wrong", report.games))),
    }
}

/// The report of a series that was stopped.
fn kept(file: &Path, arguments: &Arguments, grounds: &[Ground]) -> Outcome<Report> {
    let cannot = |why: &str| Failure::usage(format!("{} is not the report of this series: {why}", file.display()));
    let report: Report = serde_json::from_str(&files::read_text(file)?).map_err(|error| cannot(&error.to_string()))?;
    let new = Report::new(arguments, grounds);
    if (report.seed, report.first) != (new.seed, new.first) {
        return Err(cannot(&format!("it begins with game {} of seed {}", report.first, report.seed)));
    }
    match report.drawn_from == new.drawn_from {
        true => Ok(report),
        false => Err(cannot(&format!("its games were drawn from {}", report.drawn_from.join(", ")))),
    }
}

/// Every scenario with its options, weighted by how short a random game of it is.
fn grounds(titles: &Titles, arguments: &Arguments) -> Outcome<Vec<Ground>> {
    let mut found = Vec::new();
    for title in titles.all() {
        let Some(staff) = &title.staff else { continue };
        for scenario in title.scenarios() {
            let name = format!("{}/{}", title.id(), scenario.id);
            if arguments.only.as_ref().is_some_and(|only| *only != name && *only != title.id()) {
                continue;
            }
            let mut fields = Vec::new();
            for options in sets(&scenario.options) {
                let mut name = name.clone();
                options.iter().for_each(|(id, value)| name += &format!(" {id}={value}"));
                // Some values go with certain others only.
                let Ok(arena) = staff.arena(&scenario.id, &options) else { continue };
                fields.push(Field { name, arena });
            }
            let Some(field) = fields.first() else { continue };
            let random = vec![generals::character("random")?; field.arena.seats().len()];
            let played = field.arena.play(&random, GameNumber { seed: 0, number: 0 }).map_err(Failure::finding)?;
            found.push((Ground { fields, weight: 1 }, played.steps.max(1)));
        }
    }
    let Some(longest) = found.iter().map(|(_, steps)| *steps).max() else {
        return Err(Failure::usage("there is no such scenario with generals"));
    };
    Ok(found.into_iter().map(|(ground, steps)| Ground { weight: longest / steps, ..ground }).collect())
}

/// The usual options, and those in which one of them has another value.
fn sets(infos: &[kernel::OptionInfo]) -> Vec<Options> {
    let mut sets = vec![Options::new()];
    for info in infos {
        let others = info.values.iter().filter(|value| **value != info.default);
        sets.extend(others.map(|value| Options::from([(info.id.clone(), value.clone())])));
    }
    sets
}

/// The game of a number.
fn plan(grounds: &[Ground], seed: u64, number: u64) -> Result<Planned<'_>, String> {
    let mut chance = Chance::of_game(seed, number);
    let mut place = u64::from(chance.below(grounds.iter().map(|ground| ground.weight).sum::<u64>() as u32));
    let ground = grounds.iter().find(|ground| match place < ground.weight {
        true => true,
        false => {
            place -= ground.weight;
            false
        }
    });
    let ground = ground.ok_or("no scenario has any weight")?;
    // Half of the games are played with the usual options.
    let field = match chance.below(2) {
        0 => &ground.fields[0],
        _ => &ground.fields[chance.below(ground.fields.len() as u32) as usize],
    };
    let mut percent = chance.below(100);
    let meeting = MEETINGS.iter().find(|(share, _)| match percent < *share {
        true => true,
        false => {
            percent -= share;
            false
        }
    });
    let mut meeting = meeting.ok_or("the meetings are a hundred in all")?.1;
    if chance.below(2) == 1 {
        meeting.reverse();
    }
    let by_side = meeting.map(|name| ai::character_of(name, 1));
    let of_seat = |info: &kernel::SeatInfo| by_side[info.side.index() % 2].clone();
    let characters = field.arena.seats().iter().map(of_seat).collect::<Result<_, _>>()?;
    Ok(Planned { field, meeting, characters, game: GameNumber { seed, number } })
}

impl Report {
    fn new(arguments: &Arguments, grounds: &[Ground]) -> Report {
        Report {
            seed: arguments.seed,
            first: arguments.first,
            games: 0,
            seconds: 0.0,
            drawn_from: grounds.iter().map(|ground| ground.fields[0].name.clone()).collect(),
            fields: BTreeMap::new(),
            meetings: BTreeMap::new(),
            refused: 0,
            faults: Vec::new(),
        }
    }

    /// Writes it to the file in which it is kept, if there is one.
    fn keep(&self, arguments: &Arguments) -> Outcome {
        let Some(file) = &arguments.keep else { return Ok(()) };
        let text = serde_json::to_string_pretty(self).map_err(|error| Failure::usage(error.to_string()))?;
        files::write_whole(file, text.as_bytes())
    }

    /// A line about the progress, where no bar shows it.
    fn tell(&self, arguments: &Arguments, console: &mut Console) -> Outcome {
        if !console.shows_progress {
            let Report { games, seconds, faults, .. } = self;
            let wrong = faults.len();
            writeln!(console.err, "{games} of {} games, {wrong} went wrong, {seconds:.0} s", arguments.games)?;
        }
        Ok(())
    }

    fn add(&mut self, planned: &Planned<'_>, result: Result<GameResult, String>, only: Option<&str>) {
        let meeting = planned.meeting.join(" against ");
        let GameNumber { seed, number } = planned.game;
        self.games += 1;
        *self.fields.entry(planned.field.name.clone()).or_default() += 1;
        *self.meetings.entry(meeting.clone()).or_default() += 1;
        let (faults, broken) = match result {
            Ok(result) => {
                self.refused += result.refused;
                (result.faults.iter().map(ToString::to_string).collect(), None)
            }
            Err(sentence) => (Vec::new(), Some(sentence)),
        };
        if faults.is_empty() && broken.is_none() {
            return;
        }
        let only = only.map_or(String::new(), |only| format!(" --only {only}"));
        let again = format!("sabretache soak --games 1 --first {number} --seed {seed}{only}");
        self.faults.push(Found { field: planned.field.name.clone(), meeting, number, faults, broken, again });
    }

    fn in_words(&self) -> String {
        let Report { seed, first, games, seconds, fields, meetings, refused, faults, .. } = self;
        let mut lines = vec![format!("{games} games from number {first} of seed {seed}, {seconds:.0} s")];
        lines.extend(fields.iter().map(|(name, number)| format!("  {number:>8}  {name}")));
        lines.extend(meetings.iter().map(|(name, number)| format!("  {number:>8}  {name}")));
        lines.push(format!("  {refused} orders were considered that the rules refuse, and not given"));
        lines.push(format!("  {} games went wrong", faults.len()));
        for found in faults {
            lines.push(format!("{}, {}: {}", found.field, found.meeting, found.again));
            lines.extend(found.faults.iter().map(|sentence| format!("    {sentence}")));
            lines.extend(found.broken.iter().map(|sentence| format!("    {sentence}")));
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
