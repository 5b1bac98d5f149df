//! `cargo run -p sabretache-fuzz -- TARGET --seconds 30`.

use std::alloc::System;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::Parser;
use fuzz::targets::{NAMES, target};
use fuzz::{Fate, Finding, Meter, Until, run};
use stats_alloc::{INSTRUMENTED_SYSTEM, StatsAlloc};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// Reads inputs bent from sound ones, until something breaks or the time is over.
#[derive(Parser)]
struct Arguments {
    /// order, position, journal, map, socket; all of them if none is named
    target: Option<String>,
    /// For how long, each
    #[arg(long, default_value_t = 30)]
    seconds: u64,
    /// Begin here, to repeat a run
    #[arg(long)]
    seed: Option<u64>,
    /// Read this file once instead
    #[arg(long, requires = "target")]
    input: Option<PathBuf>,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    // A panic is a finding, with its input; the usual words would stand in between.
    std::panic::set_hook(Box::new(|_| {}));
    let names = arguments.target.as_deref().map_or(NAMES.to_vec(), |name| vec![name]);
    for name in names {
        if let Err(sentence) = one(name, &arguments) {
            eprintln!("{sentence}");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

fn one(name: &str, arguments: &Arguments) -> Result<(), String> {
    let mut target = target(name)?;
    if let Some(path) = &arguments.input {
        let input = std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let fate = target.read(&input)?;
        println!("{name}: {}", if fate == Fate::Taken { "taken" } else { "refused" });
        return Ok(());
    }
    let seed = arguments.seed.unwrap_or_else(contract::seed);
    let until = Until::Time(Duration::from_secs(arguments.seconds));
    match run(&mut *target, seed, until, Meter(Some(ALLOCATOR))) {
        Ok(report) => {
            println!("{name}, seed {seed}: {report:?}");
            Ok(())
        }
        Err(finding) => Err(format!("{name}, seed {seed}: {finding}\n{}", kept(name, &finding))),
    }
}

/// Puts the input where it can be read again.
fn kept(name: &str, finding: &Finding) -> String {
    let folder = PathBuf::from("target/fuzz");
    let file = folder.join(format!("{name}.input"));
    match std::fs::create_dir_all(&folder).and_then(|()| std::fs::write(&file, &finding.input)) {
        Ok(()) => format!("To read it again: cargo run -p sabretache-fuzz -- {name} --input {}", file.display()),
        Err(error) => format!("The input cannot be kept: {error}"),
    }
}
