//! `sabretache odds`.

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use kernel::odds::{Method, OddsLine};
use kernel::{
    AnyGame, Chance, LookAhead, OddsLimits, OddsReport, OrderError, PendingInfo, Ratio, Script, Seat, Strengths,
};
use serde::Serialize;

use crate::console::Console;
use crate::failure::{Failure, Outcome};
use crate::files;
use crate::titles::{self, Titles};

/// Show the possible results of an order, and how likely they are
#[derive(Args, Debug)]
#[command(after_help = "\
FILE is an example, of which only the [position] is used, or the journal of a game.

Examples:
  sabretache odds {title} my-position.toml --order \"ORDER\"
  sabretache odds {title} game.journal --seat {first} --order \"ORDER\" --policy first")]
pub(crate) struct Arguments {
    #[arg(value_name = "TITLE")]
    title: String,
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The order, in the title's notation
    #[arg(long, value_name = "ORDER", allow_hyphen_values = true)]
    order: String,
    /// Who gives it [default: the seat that must decide]
    #[arg(long, value_name = "SEAT")]
    seat: Option<String>,
    /// How later decisions are made
    #[arg(long, value_enum, default_value = "script")]
    policy: Policy,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum, Serialize)]
#[serde(rename_all = "lowercase")]
enum Policy {
    /// To the end of the combat, by the title's own script; without one, or without a combat, same as none
    Script,
    /// Stop at the next real decision
    None,
    /// Every seat takes the first action listed, until the order is resolved
    First,
}

#[derive(Serialize)]
struct Line<'r> {
    labels: &'r [String],
    odds: Ratio,
    percent: f64,
    positions: usize,
}

#[derive(Serialize)]
struct Report<'r> {
    title: &'r str,
    seat: &'r str,
    order: &'r str,
    policy: Policy,
    #[serde(flatten)]
    method: MethodName,
    lines: Vec<Line<'r>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    strengths: Option<&'r Strengths>,
    #[serde(skip_serializing_if = "Option::is_none")]
    script: Option<Script>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tables: Vec<Table<'r>>,
}

#[derive(Serialize)]
struct Table<'r> {
    question: &'r str,
    lines: Vec<Line<'r>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    average: Option<Ratio>,
}

fn in_lines(lines: &[OddsLine]) -> Vec<Line<'_>> {
    let told = lines.iter().map(|line| Line {
        labels: &line.labels,
        odds: line.odds,
        percent: percent(line.odds),
        positions: line.positions,
    });
    told.collect()
}

#[derive(Serialize)]
struct MethodName {
    method: &'static str,
    /// How many worlds were drawn, where things are hidden.
    worlds: Option<u32>,
}

pub(crate) fn run(titles: &Titles, arguments: &Arguments, console: &mut Console) -> Outcome {
    let title = titles.title(&arguments.title)?;
    let text = files::read_text(&arguments.file)?;
    let name = arguments.file.display().to_string();
    let is_journal = text.starts_with('{');
    let game = if is_journal { title.load(&name, &text)?.game } else { title.position(&name, &text, None)? };
    let seat = match &arguments.seat {
        Some(id) => titles::seat(game.seats(), id)?,
        None => who_is_asked(&*game)?,
    };
    let ahead = match arguments.policy {
        Policy::Script => LookAhead::EndOfCombat,
        Policy::None => LookAhead::NextChoice,
        Policy::First => LookAhead::FirstChoiceOf((0..game.seats().len() as u8).map(Seat).collect()),
    };
    // Words that make no order are bad input; an order against the rules is an answer. Where things are hidden, only
    // the odds themselves may tell.
    if title.is_open()
        && let Err(OrderError::Unreadable(sentence)) = game.attempt(seat, &arguments.order)
    {
        return Err(Failure::usage(sentence));
    }
    let mut entropy = Chance::of_game(0, 0);
    let report = game.odds(seat, &arguments.order, &ahead, OddsLimits::default(), &mut entropy);
    let report = report.map_err(Failure::finding)?;
    if arguments.json {
        let method = match report.method {
            Method::Exact => MethodName { method: "exact", worlds: None },
            Method::Sampled { worlds } => MethodName { method: "sampled", worlds: Some(worlds) },
        };
        let report = Report {
            title: title.id(),
            seat: &game.seats()[seat.index()].id,
            order: &arguments.order,
            policy: arguments.policy,
            method,
            lines: in_lines(&report.lines),
            strengths: report.strengths.as_ref(),
            script: report.script,
            tables: report
                .tables
                .iter()
                .map(|table| Table { question: table.question, lines: in_lines(&table.lines), average: table.average })
                .collect(),
        };
        let text = serde_json::to_string_pretty(&report).map_err(|error| Failure::usage(error.to_string()))?;
        writeln!(console.out, "{text}")?;
        return Ok(());
    }
    writeln!(console.out, "{}", in_words(&report, console))?;
    Ok(())
}

fn who_is_asked(game: &dyn AnyGame) -> Outcome<Seat> {
    match game.pending() {
        PendingInfo::Decide(asked) => match asked.as_slice() {
            [only] => Ok(only.seat),
            _ => Err(Failure::usage("several seats decide at once here; use --seat to say whose order it is")),
        },
        PendingInfo::Throw(throw) => {
            Err(Failure::usage(format!("the position is waiting for a roll ({}), not for an order", throw.purpose)))
        }
        PendingInfo::Over(over) => Err(Failure::usage(format!("the game is over: {}", over.words))),
    }
}

pub(crate) fn percent(odds: Ratio) -> f64 {
    100.0 * odds.numerator() as f64 / odds.denominator() as f64
}

/// How the odds come about, number by number, each with its case.
fn numbers(strengths: &Strengths, console: &Console) -> Vec<String> {
    let mut lines = Vec::new();
    let sides =
        [("Attack", strengths.attack, &strengths.attackers), ("Defence", strengths.defence, &strengths.defenders)];
    for (name, total, parts) in sides {
        lines.push(format!("{name} {total}"));
        for part in parts {
            let whose = part.unit.as_ref().map_or(String::new(), |unit| format!("{unit}, "));
            let words = format!("{whose}{} ({})", part.note, part.case);
            lines.push(format!("{:>+6}  {}", part.value, console.wrapped(&words, "        ").trim_start()));
        }
    }
    lines.push(format!("{} ({})", strengths.ratio.text, strengths.ratio.case));
    for modifier in &strengths.modifiers {
        let words = format!("{} ({})", modifier.text, modifier.case);
        lines.push(format!("{:>+6}  {}", modifier.value, console.wrapped(&words, "        ").trim_start()));
    }
    lines.push(format!("Column {}", strengths.column));
    lines.push(String::new());
    lines
}

/// Lines of odds, one below the other.
fn odds_lines(all: &[OddsLine], console: &Console) -> Vec<String> {
    // A fraction of many dice tells nobody anything; in JSON it is there.
    let fraction = |line: &OddsLine| match line.odds.denominator() {
        0..=9_999_999 => line.odds.to_string(),
        _ => String::new(),
    };
    let width = all.iter().map(|line| fraction(line).len()).max().unwrap_or(0);
    let line = |line: &OddsLine| {
        let words = if line.labels.is_empty() { "no effect".to_owned() } else { line.labels.join("; ") };
        let head = format!("{:>width$}  {:6.2} %  ", fraction(line), percent(line.odds));
        let indent = " ".repeat(head.len());
        let wrapped = console.wrapped(&words, &indent);
        format!("{head}{}", wrapped.trim_start())
    };
    all.iter().map(line).collect()
}

/// The table of odds.
pub(crate) fn in_words(report: &OddsReport, console: &Console) -> String {
    let mut lines: Vec<String> = report.strengths.iter().flat_map(|strengths| numbers(strengths, console)).collect();
    lines.extend(odds_lines(&report.lines, console));
    for table in &report.tables {
        let average =
            table.average.map_or(String::new(), |average| format!(", {:.2} on average", percent(average) / 100.0));
        lines.push(format!("\n{}{average}", table.question));
        lines.extend(odds_lines(&table.lines, console));
    }
    if let Some(script) = report.script {
        let words = format!("Script \"{}\": {}", script.name, script.assumes);
        lines.push(format!("\n{}", console.wrapped(&words, "").trim_start()));
    }
    lines.push(match report.method {
        Method::Exact => "Exact: every roll with every outcome.".into(),
        Method::Sampled { worlds } => {
            format!("Sampled: {worlds} positions that fit what the seat knows.")
        }
    });
    lines.join("\n")
}
