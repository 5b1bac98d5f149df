//! The command line: subcommands, what they print, and how they fail.
//!
//! It is a library so that tests can run it on other titles than those it is published with.

mod arguments;
mod chart;
mod commands;
pub mod console;
mod failure;
mod files;
pub mod generals;
mod reading;
pub mod titles;

use std::ffi::OsString;
use std::io::Write;

use arguments::{Arguments, Command};
use clap::Parser;
use console::Console;
use failure::{Failure, Outcome};
use titles::Registry;

/// A server of many games asks for memory in small pieces from several threads, and frees it from others: this one is quicker at it
/// than the usual one. Without huge pages, since most of such a page would stay empty.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Runs one command and returns the exit code: 0 if all is well, 1 if a failure was found, 2 for wrong usage or bad
/// input.
pub fn run(arguments: impl IntoIterator<Item = OsString>, registry: Registry<'_>, console: &mut Console) -> u8 {
    let outcome = match Arguments::try_parse_from(arguments) {
        Ok(arguments) => dispatch(arguments, registry, console),
        Err(error) => refused_arguments(&error, registry, console),
    };
    let outcome = outcome.and_then(|()| Ok(console.out.flush()?));
    match outcome {
        Ok(()) => 0,
        Err(failure) => {
            // What was said before the failure belongs before it; a reader who has gone away needs neither.
            let _ = console.out.flush();
            for sentence in &failure.sentences {
                let _ = writeln!(console.err, "{sentence}");
            }
            failure.code
        }
    }
}

fn dispatch(arguments: Arguments, registry: Registry<'_>, console: &mut Console) -> Outcome {
    let load = || titles::Titles::load(registry, arguments.overlay.as_deref());
    match arguments.command {
        None => commands::serve::run(&load()?, commands::serve::Arguments::default(), console),
        Some(Command::Serve(command)) => commands::serve::run(&load()?, command, console),
        Some(Command::Health(command)) => commands::health::run(&command, console),
        Some(Command::Welcome) => commands::welcome::run(&load()?, console),
        Some(Command::Play(command)) => commands::play::run(&load()?, command, console),
        Some(Command::Simulate(command)) => commands::simulate::run(&load()?, &command, console),
        Some(Command::Tournament(command)) => commands::tournament::run(&load()?, &command, console),
        Some(Command::Soak(command)) => commands::soak::run(&load()?, &command, console),
        Some(Command::Review(command)) => commands::review::run(&load()?, &command, console),
        Some(Command::Odds(command)) => commands::odds::run(&load()?, &command, console),
        Some(Command::Example(command)) => commands::example::run(&load()?, command, console),
        Some(Command::Rules(command)) => commands::rules::run(&load()?, command, console),
        // Here faults are what was asked for, not a hindrance.
        Some(Command::Data(command)) => commands::data::run(registry, arguments.overlay.as_deref(), command, console),
        Some(Command::Map(command)) => commands::map::run(&load, command, console),
        Some(Command::Replay(command)) => commands::replay::run(&load()?, &command, console),
        Some(Command::Backup(command)) => commands::database::back_up(&command, console),
        Some(Command::Restore(command)) => commands::database::restore(&command, console),
        Some(Command::Check(command)) => commands::database::check(&load()?, &command, console),
        Some(Command::Completions(command)) => commands::completions::run(&command, console),
    }
}

/// Help is an answer; anything else is one sentence.
fn refused_arguments(error: &clap::Error, registry: Registry<'_>, console: &mut Console) -> Outcome {
    if !error.use_stderr() {
        let rendered = error.render();
        let help = if console.colour { rendered.ansi().to_string() } else { rendered.to_string() };
        let titles = registry(&titles::Overlay::new()).unwrap_or_default();
        write!(console.out, "{}", arguments::fill_in(&help, &titles))?;
        return Ok(());
    }
    let rendered = error.render().to_string();
    let is_usage = |line: &&str| !line.starts_with("Usage:") && !line.starts_with("For more information");
    let words: Vec<&str> = rendered.lines().filter(is_usage).flat_map(str::split_whitespace).collect();
    let sentence = words.join(" ");
    let sentence = sentence.strip_prefix("error: ").unwrap_or(&sentence).replace(" tip: ", "; ");
    Err(Failure::usage(format!("{sentence} (try --help)")))
}

/// A panic is a fault of this program, never of its input: it is told in one sentence.
pub fn explain_panics() {
    std::panic::set_hook(Box::new(|panic| {
        if reading::is_quiet() {
            return;
        }
        let place = panic.location().map_or(String::new(), |at| format!(" ({}:{})", at.file(), at.line()));
        let words = panic.payload_as_str().unwrap_or("without words");
        let words = words.replace('\n', " ");
        let _ = writeln!(std::io::stderr(), "sabretache: internal error, please report it: {words}{place}");
    }));
}
