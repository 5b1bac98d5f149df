//! `sabretache data`.

use std::path::Path;

use clap::{Args, Subcommand};

use crate::console::Console;
use crate::failure::{Failure, Outcome};
use crate::titles::{Registry, Titles};

/// Check the data files and those of an overlay
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Report every error with file, line and explanation
    #[command(after_help = "\
Examples:
  sabretache data check
  sabretache data check --overlay my-box/        files such as my-box/TITLE/SCENARIO/units.toml")]
    Check,
}

pub(crate) fn run(
    registry: Registry<'_>,
    overlay: Option<&Path>,
    arguments: Arguments,
    console: &mut Console,
) -> Outcome {
    match arguments.command {
        Command::Check => check(registry, overlay, console),
    }
}

fn check(registry: Registry<'_>, overlay: Option<&Path>, console: &mut Console) -> Outcome {
    // Faults in the data are the failure this command looks for; a directory that cannot be read is wrong usage.
    let titles = Titles::load(registry, overlay).map_err(|failure| {
        let is_finding = !failure.sentences.iter().any(|sentence| sentence.starts_with("sabretache:"));
        Failure { code: if is_finding { 1 } else { failure.code }, ..failure }
    })?;
    for title in titles.all() {
        let files = title.data_files();
        let replaced: Vec<&str> =
            files.iter().filter(|file| file.from_overlay).map(|file| file.name.as_str()).collect();
        let overlaid = match replaced.is_empty() {
            true => String::new(),
            false => format!(", of which the overlay replaces {}", replaced.join(", ")),
        };
        writeln!(console.out, "{}: {} data files without errors{overlaid}", title.id(), files.len())?;
    }
    Ok(())
}
