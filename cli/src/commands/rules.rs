//! `sabretache rules`.

use std::io::Write;

use clap::{Args, Subcommand};
use kernel::coverage::{CaseCoverage, Coverage, coverage, switch_off_all};
use kernel::{Example, ExampleReport, Status};
use serde::Serialize;

use crate::console::Console;
use crate::failure::{Failure, Outcome};
use crate::reading;
use crate::titles::Titles;

/// Read the rules in our own words, and check that each is enforced
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Show a case, a paragraph or a chapter
    #[command(after_help = "\
Examples:
  sabretache rules show {title} {case}")]
    Show {
        #[arg(value_name = "TITLE")]
        title: String,
        #[arg(value_name = "CASE")]
        case: String,
    },
    /// List the cases of a rulebook
    List {
        #[arg(value_name = "TITLE")]
        title: String,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Run all examples and show for every case whether it decided something in its own examples
    #[command(after_help = "\
Fails if an enforced case decided nothing in its own examples, if a case that forbids something does not show in one of
them an order that is refused under it and a similar one of the same seat that is allowed, if an order is
refused under a case not marked as forbidding, if an example fails, or if the code cites a case that the rulebook does
not list.

Examples:
  sabretache rules coverage
  sabretache rules coverage {title} --json")]
    Coverage {
        #[arg(value_name = "TITLE")]
        title: Option<String>,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Switch off every case in turn and show which ones no example depends on
    SwitchOff {
        #[arg(value_name = "TITLE")]
        title: Option<String>,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
}

pub(crate) fn run(titles: &Titles, arguments: Arguments, console: &mut Console) -> Outcome {
    match arguments.command {
        Command::Show { title, case } => show(titles, &title, &case, console),
        Command::List { title, json } => list(titles, &title, json, console),
        Command::Coverage { title, json } => cover(titles, title.as_deref(), json, console),
        Command::SwitchOff { title, json } => switch_off(titles, title.as_deref(), json, console),
    }
}

fn print_json(value: &impl Serialize, console: &mut Console) -> Outcome {
    let text = serde_json::to_string_pretty(value).map_err(|error| Failure::usage(error.to_string()))?;
    Ok(writeln!(console.out, "{text}")?)
}

fn show(titles: &Titles, title: &str, id: &str, console: &mut Console) -> Outcome {
    let title = titles.title(title)?;
    let cases = reading::cases_named(&*title, id);
    if cases.is_empty() {
        let sentence =
            format!("the rulebook of {} has no case \"{id}\"; \"rules list {}\" lists them", title.name(), title.id());
        return Err(Failure::usage(sentence));
    }
    let examples = title.examples();
    let read: Vec<_> =
        examples.iter().filter_map(|file| Some((file, Example::parse(&file.name, &file.text).ok()?))).collect();
    for (number, case) in cases.iter().enumerate() {
        if number > 0 {
            writeln!(console.out)?;
        }
        writeln!(console.out, "{}", reading::case_text(console, &*title, case))?;
        for (file, example) in read.iter().filter(|(_, example)| example.rules.contains(&case.id)) {
            writeln!(console.out, "  Example {}: {}", file.name, example.title)?;
        }
    }
    Ok(())
}

fn list(titles: &Titles, title: &str, json: bool, console: &mut Console) -> Outcome {
    let title = titles.title(title)?;
    let book = title.rulebook();
    if json {
        return print_json(&book.cases(), console);
    }
    for chapter in book.chapters() {
        let heading = format!("{} {}", chapter.id, chapter.title);
        writeln!(console.out, "{}", console.bold(&heading))?;
        for case in book.cases_of(&chapter.id) {
            let status = match case.status {
                Status::Enforced => String::new(),
                Status::Optional | Status::Ruling | Status::NotModelled => format!("  ({})", case.status.name()),
            };
            writeln!(console.out, "  {:8} {}{status}", case.id, case.title)?;
        }
    }
    Ok(())
}

#[derive(Serialize)]
struct Summary {
    cases: usize,
    enforced: usize,
    optional: usize,
    ruling: usize,
    not_modelled: usize,
    /// In force, and decided something in an example of their own.
    covered: usize,
    uncovered: Vec<String>,
    /// In force, and able to refuse an order.
    prohibitions: usize,
    /// Of these, those whose own examples show a refused order and an allowed one beside it.
    shown_both_sides: usize,
    /// What is missing there, a sentence for each.
    gaps: Vec<String>,
    unlisted: Vec<String>,
    examples_failed: usize,
}

impl Summary {
    fn of(all: &[Coverage]) -> Summary {
        let with = |status: Status| cases(all).filter(|(_, case)| case.status == status).count();
        Summary {
            cases: cases(all).count(),
            enforced: with(Status::Enforced),
            optional: with(Status::Optional),
            ruling: with(Status::Ruling),
            not_modelled: with(Status::NotModelled),
            covered: cases(all).filter(|(_, case)| case.status.is_in_force() && case.fired).count(),
            uncovered: all.iter().flat_map(Coverage::uncovered).map(|case| case.id.clone()).collect(),
            prohibitions: cases(all).filter(|(_, case)| case.status.is_in_force() && case.forbids).count(),
            shown_both_sides: cases(all).filter(|(_, case)| case.forbids && case.allowed_beside.is_some()).count(),
            gaps: all.iter().flat_map(Coverage::gaps).collect(),
            unlisted: all.iter().flat_map(|coverage| coverage.unlisted.iter().cloned()).collect(),
            examples_failed: all.iter().map(|coverage| coverage.failed.len()).sum(),
        }
    }

    fn is_complete(&self) -> bool {
        self.uncovered.is_empty() && self.gaps.is_empty() && self.unlisted.is_empty() && self.examples_failed == 0
    }
}

fn cases(all: &[Coverage]) -> impl Iterator<Item = (&str, &CaseCoverage)> {
    all.iter().flat_map(|coverage| coverage.cases.iter().map(|case| (coverage.title.as_str(), case)))
}

#[derive(Serialize)]
struct CaseLine<'c> {
    game: &'c str,
    #[serde(flatten)]
    case: &'c CaseCoverage,
}

#[derive(Serialize)]
struct CoverageReport<'c> {
    summary: &'c Summary,
    cases: Vec<CaseLine<'c>>,
    failed: Vec<&'c ExampleReport>,
}

fn cover(titles: &Titles, named: Option<&str>, json: bool, console: &mut Console) -> Outcome {
    let mut all = Vec::new();
    for title in titles.one_or_all(named)? {
        let found = reading::quietly(|| coverage(&*title, &title.examples()));
        all.push(found.map_err(|words| {
            Failure::finding(format!("an example of {} crashes the program, please report it: {words}", title.id()))
        })?);
    }
    let summary = Summary::of(&all);
    if json {
        let failed = all.iter().flat_map(|coverage| &coverage.failed).collect();
        let cases = cases(&all).map(|(game, case)| CaseLine { game, case }).collect();
        print_json(&CoverageReport { summary: &summary, cases, failed }, console)?;
    } else {
        print_coverage(&all, &summary, console)?;
    }
    if summary.is_complete() { Ok(()) } else { Err(Failure::found()) }
}

fn print_coverage(all: &[Coverage], summary: &Summary, console: &mut Console) -> Outcome {
    for (game, case) in cases(all) {
        let mark = match (case.status.is_in_force(), case.fired) {
            (true, true) => "covered",
            (true, false) => "UNCOVERED",
            (false, _) => "-",
        };
        let places: Vec<String> = case.code.iter().map(|place| format!("{}:{}", place.file, place.line)).collect();
        let places = if places.is_empty() { "no code seen".to_owned() } else { places.join(" ") };
        writeln!(
            console.out,
            "{game} {:16} {:12} {mark:9} {:3} examples  {places}",
            case.id,
            case.status.name(),
            case.examples.len()
        )?;
        if let Some(refused) = case.refused.as_ref().filter(|_| case.forbids) {
            writeln!(console.out, "    refused         {refused}")?;
        }
        if let Some(allowed) = case.allowed_beside.as_ref().filter(|_| case.forbids) {
            writeln!(console.out, "    allowed  {allowed}")?;
        }
        if let Some(reason) = &case.unshown {
            writeln!(console.out, "{}", console.wrapped(&format!("No example can show it: {reason}"), "    "))?;
        }
        if let (Some(why), false) = (&case.why, case.status.is_in_force()) {
            writeln!(console.out, "{}", console.wrapped(why, "    "))?;
        }
    }
    for failure in all.iter().flat_map(|coverage| &coverage.failed).flat_map(|report| &report.failures) {
        writeln!(console.out, "{failure}")?;
    }
    for gap in &summary.gaps {
        writeln!(console.out, "{gap}")?;
    }
    for case in &summary.unlisted {
        writeln!(console.out, "the code cites {case}, which the rulebook does not list")?;
    }
    let Summary { cases, enforced, optional, ruling, not_modelled, covered, uncovered, examples_failed, .. } = summary;
    writeln!(
        console.out,
        "{cases} cases: {enforced} enforced, {optional} optional, {ruling} by a ruling, {not_modelled} not modelled; {covered} \
         covered, {} uncovered, {examples_failed} examples failed",
        uncovered.len()
    )?;
    let Summary { prohibitions, shown_both_sides, gaps, .. } = summary;
    writeln!(
        console.out,
        "{prohibitions} cases forbid something: {shown_both_sides} show it refused and allowed, {} gaps",
        gaps.len()
    )?;
    Ok(())
}

#[derive(Serialize)]
struct Missed {
    game: String,
    id: String,
    examples: Vec<String>,
}

#[derive(Serialize)]
struct SwitchOffReport {
    switched_off: usize,
    unnoticed: Vec<Missed>,
}

fn switch_off(titles: &Titles, named: Option<&str>, json: bool, console: &mut Console) -> Outcome {
    let mut report = SwitchOffReport { switched_off: 0, unnoticed: Vec::new() };
    for title in titles.one_or_all(named)? {
        let in_force = title.rulebook().cases().iter().filter(|case| case.status.is_in_force());
        report.switched_off += in_force.count();
        // Rules may well break down without one of them; that counts as noticed.
        let unnoticed = reading::quietly(|| switch_off_all(&*title, &title.examples())).map_err(Failure::finding)?;
        report.unnoticed.extend(unnoticed.into_iter().map(|missed| Missed {
            game: title.id().to_owned(),
            id: missed.id,
            examples: missed.examples,
        }));
    }
    if json {
        print_json(&report, console)?;
    } else {
        for missed in &report.unnoticed {
            let examples =
                if missed.examples.is_empty() { "no example names it".into() } else { missed.examples.join(", ") };
            writeln!(
                console.out,
                "{} {} can be switched off without any example failing: {examples}",
                missed.game, missed.id
            )?;
        }
        let noticed = report.switched_off - report.unnoticed.len();
        writeln!(
            console.out,
            "for {noticed} of {} cases an example fails when the case is switched off",
            report.switched_off
        )?;
    }
    if report.unnoticed.is_empty() { Ok(()) } else { Err(Failure::found()) }
}
