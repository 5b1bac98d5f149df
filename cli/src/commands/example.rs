//! `sabretache example`.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use kernel::{AnyGame, Example, PendingInfo, Source};

use crate::chart::{self, Manner, Picture};
use crate::console::Console;
use crate::failure::{Failure, Outcome};
use crate::files;
use crate::reading;
use crate::titles::{self, Titles};

/// Check, draw and list examples: executable cases of the rules
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Run examples and compare the results with what they expect
    #[command(after_help = "\
Without files, all built-in examples are run. A directory stands for all .toml files below it.

Examples:
  sabretache example check
  sabretache example check my-example.toml ~/more-examples/
  sabretache example check --title {title} my-example.toml")]
    Check {
        #[arg(value_name = "FILE")]
        files: Vec<PathBuf>,
        /// The title they are for [default: the title in their path, or the one that can set them up and knows most of their cases]
        #[arg(long, value_name = "TITLE")]
        title: Option<String>,
        /// Also name the examples that pass
        #[arg(long, short)]
        verbose: bool,
    },
    /// Draw an example: the board before it and after its last step
    #[command(after_help = "\
Examples:
  sabretache example draw my-example.toml -o my-example.svg
  sabretache example draw my-example.toml -o my-example.png --no-numbers")]
    Draw {
        #[arg(value_name = "FILE")]
        file: PathBuf,
        /// A file that ends in .svg or .png
        #[arg(long, short, value_name = "FILE")]
        output: PathBuf,
        /// The title it is for [default: the title in its path, or the one that can set it up and knows most of its cases]
        #[arg(long, value_name = "TITLE")]
        title: Option<String>,
        #[command(flatten)]
        manner: Manner,
    },
    /// List the examples that come with the program
    List {
        /// Only those of this title
        #[arg(value_name = "TITLE")]
        title: Option<String>,
        /// Only those that show this case
        #[arg(long, value_name = "CASE")]
        rule: Option<String>,
    },
}

pub(crate) fn run(titles: &Titles, arguments: Arguments, console: &mut Console) -> Outcome {
    match arguments.command {
        Command::Check { files, title, verbose } => check(titles, &files, title.as_deref(), verbose, console),
        Command::Draw { file, output, title, manner } => {
            draw(titles, &file, &output, title.as_deref(), manner, console)
        }
        Command::List { title, rule } => list(titles, title.as_deref(), rule.as_deref(), console),
    }
}

/// An example to be played.
struct Task {
    title: ai::Registered,
    name: String,
    text: String,
}

/// Every file is read before the first is played: wrong usage ends in one sentence.
fn tasks(titles: &Titles, paths: &[PathBuf], named: Option<&str>) -> Outcome<Vec<Task>> {
    let mut tasks = Vec::new();
    if paths.is_empty() {
        for title in titles.one_or_all(named)? {
            for file in title.examples() {
                let name = format!("{}/{}", title.id(), file.name);
                tasks.push(Task { title: title.clone(), name, text: file.text.into_owned() });
            }
        }
        return Ok(tasks);
    }
    for path in paths {
        let found = if path.is_dir() { files::files_below(path, "toml")? } else { vec![path.clone()] };
        if found.is_empty() {
            return Err(Failure::usage(format!("{} has no examples: it contains no .toml file", path.display())));
        }
        for path in found {
            let title = titles.of_file(named, &path)?;
            tasks.push(Task { title, name: path.display().to_string(), text: files::read_text(&path)? });
        }
    }
    Ok(tasks)
}

fn check(titles: &Titles, paths: &[PathBuf], named: Option<&str>, verbose: bool, console: &mut Console) -> Outcome {
    let tasks = tasks(titles, paths, named)?;
    let (mut passed, mut failed) = (0, 0);
    for task in &tasks {
        let report = reading::check_example(&*task.title, &task.name, &task.text);
        if report.passed() {
            passed += 1;
            if verbose {
                writeln!(console.out, "{}: passed: {}", task.name, report.title)?;
            }
        } else {
            failed += 1;
            for failure in &report.failures {
                writeln!(console.out, "{failure}")?;
            }
        }
    }
    writeln!(console.out, "{passed} passed, {failed} failed")?;
    if failed == 0 { Ok(()) } else { Err(Failure::found()) }
}

fn list(titles: &Titles, named: Option<&str>, rule: Option<&str>, console: &mut Console) -> Outcome {
    let mut asked = titles.one_or_all(named)?;
    if let Some(rule) = rule {
        let names: Vec<&str> = asked.iter().map(|title| title.name()).collect();
        let unknown = format!("the rulebook of {} has no case \"{rule}\"", names.join(" or of "));
        asked.retain(|title| title.rulebook().knows(rule));
        if asked.is_empty() {
            return Err(Failure::usage(unknown));
        }
    }
    for title in asked {
        for file in title.examples() {
            let Ok(example) = Example::parse(&file.name, &file.text) else { continue };
            if rule.is_none_or(|rule| example.rules.iter().any(|shown| shown == rule)) {
                let rules = example.rules.join(", ");
                writeln!(console.out, "{}/{}  [{rules}]  {}", title.id(), file.name, example.title)?;
            }
        }
    }
    Ok(())
}

fn draw(
    titles: &Titles,
    path: &Path,
    output: &Path,
    named: Option<&str>,
    manner: Manner,
    console: &mut Console,
) -> Outcome {
    let picture = Picture::of_path(output)?;
    let title = titles.of_file(named, path)?;
    let name = path.display().to_string();
    let text = files::read_text(path)?;
    let example = Example::parse(&name, &text)?;
    let mut game = title.position(&name, &text, None)?;
    let chart = |game: &dyn AnyGame| {
        let none = || Failure::usage(format!("positions of {} cannot be drawn", title.name()));
        server::drawing::nothing_hidden(game).ok_or_else(none)
    };
    let before = chart(&*game)?;
    play_through(&example, &mut *game).map_err(|failure| Failure {
        sentences: failure
            .sentences
            .iter()
            .map(|words| words.replacen("sabretache:", &format!("{name}:1:"), 1))
            .collect(),
        ..failure
    })?;
    let after = chart(&*game)?;
    let svg = chart::before_and_after(&example, &before, &after, !manner.no_numbers, manner.symbols());
    picture.write(&svg, 1.0, output)?;
    writeln!(console.out, "{} drawn: {}", output.display(), example.title)?;
    Ok(())
}

/// Does what the example does.
fn play_through(example: &Example, game: &mut dyn AnyGame) -> Outcome {
    for step in example.moves() {
        if let Some((by, order)) = &step.order {
            let seat = titles::seat(game.seats(), by)?;
            game.submit(seat, order)
                .map_err(|refusal| Failure::finding(format!("\"{order}\" is refused: {refusal}")))?;
        }
        let mut dice = step.throws.as_slice();
        while let PendingInfo::Throw(throw) = game.pending()
            && let Some((thrown, rest)) = dice.split_at_checked(usize::from(throw.dice))
        {
            game.throw_given(Source::Scripted, thrown).map_err(Failure::finding)?;
            dice = rest;
        }
    }
    Ok(())
}
