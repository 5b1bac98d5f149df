//! The steps of the test command, one after the other, each named before it runs.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// The steps so far, and the seconds that each took.
static TAKEN: Mutex<Vec<(&'static str, u64)>> = Mutex::new(Vec::new());

/// A command line with environment, as it is shown and run.
pub(crate) struct Step {
    name: &'static str,
    program: PathBuf,
    arguments: Vec<String>,
    environment: Vec<(&'static str, String)>,
    folder: Option<PathBuf>,
}

impl Step {
    pub(crate) fn cargo(name: &'static str, line: &'static str) -> Step {
        Step::of(name, std::env::var_os("CARGO").map_or_else(|| "cargo".into(), PathBuf::from), line)
    }

    /// The program itself, as the tests have built it: asking cargo to run it would build it again, with fewer features.
    fn sabretache(name: &'static str, line: &'static str) -> Step {
        Step::of(name, built("debug"), line)
    }

    pub(crate) fn of(name: &'static str, program: PathBuf, line: &'static str) -> Step {
        let arguments = line.split(' ').map(str::to_owned).collect();
        Step { name, program, arguments, environment: Vec::new(), folder: None }
    }

    pub(crate) fn within(mut self, folder: &Path) -> Step {
        self.folder = Some(folder.to_owned());
        self
    }

    pub(crate) fn with(mut self, variable: &'static str, value: &str) -> Step {
        self.environment.push((variable, value.to_owned()));
        self
    }

    fn with_all(mut self, variables: &[(&'static str, &'static str)]) -> Step {
        self.environment.extend(variables.iter().map(|&(variable, value)| (variable, value.to_owned())));
        self
    }

    pub(crate) fn argument(mut self, argument: &str) -> Step {
        self.arguments.push(argument.to_owned());
        self
    }

    pub(crate) fn run(&self) -> Result<(), String> {
        let program = self.program.file_stem().unwrap_or_default().to_string_lossy();
        println!("\n== {}: {program} {}", self.name, self.arguments.join(" "));
        let begun = Instant::now();
        let environment = self.environment.iter().map(|(variable, value)| (variable, value));
        let mut command = Command::new(&self.program);
        // Nothing is built there a second time: what is kept for a quicker second build only costs time.
        if std::env::var_os("CI").is_some() {
            command.env("CARGO_INCREMENTAL", "0");
        }
        let status = command
            .args(&self.arguments)
            .envs(environment)
            .current_dir(self.folder.as_deref().unwrap_or(Path::new(".")))
            .status()
            .map_err(|error| format!("{program} could not be started: {error}"))?;
        let seconds = begun.elapsed().as_secs();
        println!("   {seconds} s");
        TAKEN.lock().unwrap_or_else(PoisonError::into_inner).push((self.name, seconds));
        if status.success() { Ok(()) } else { Err(format!("{} failed", self.name)) }
    }
}

/// Where cargo puts the program.
fn built(profile: &str) -> PathBuf {
    let own = std::env::current_exe().unwrap_or_default();
    let target = own.ancestors().nth(2).map_or_else(|| PathBuf::from("target"), PathBuf::from);
    target.join(profile).join(format!("sabretache{}", std::env::consts::EXE_SUFFIX))
}

pub(crate) fn test(full: bool) -> Result<(), String> {
    println!("== house rules");
    crate::house::check()?;
    let without = crate::tools::prepare(full);
    Step::cargo("format", "fmt --all --check").run()?;
    // Seconds, so before everything that takes minutes.
    crate::page::check()?;
    Step::cargo("lints", "clippy --workspace --all-targets --quiet -- --deny warnings").run()?;
    // They are a step of their own, and so no part of all targets.
    Step::cargo("lints of the browser tests", "clippy --workspace --test browser --quiet -- --deny warnings").run()?;
    Step::cargo("tests", "test --workspace --quiet").with_all(&without).run()?;
    if !without.iter().any(|(variable, _)| *variable == "SABRETACHE_WITHOUT_POSTGRES") {
        // By name and not by package: with the features of one package alone, everything would be built again.
        let again = Step::cargo("the server on PostgreSQL", "test --workspace --quiet --test server");
        again.with("SABRETACHE_TEST_DATABASE", "postgres").run()?;
    }
    Step::sabretache("data", "data check").run()?;
    Step::sabretache("examples", "example check").run()?;
    crate::browser::run(None, false, full)?;
    if full {
        crate::dependencies::check()?;
        let long = Step::cargo("long tests", "test --workspace --release --quiet");
        long.with("SABRETACHE_FULL", "1").with_all(&without).run()?;
        let fuzz = "run --release --quiet --package sabretache-fuzz -- --seconds 30";
        Step::cargo("half a minute of mutated input for every reader", fuzz).with("SABRETACHE_FULL", "1").run()?;
        Step::cargo("speed", "run --release --quiet --package sabretache-benches -- gate").run()?;
        if !without.iter().any(|(variable, _)| *variable == crate::tools::WITHOUT_VALGRIND) {
            let count = "run --release --quiet --package sabretache-benches -- instructions";
            Step::cargo("instructions a decision", count).run()?;
        }
        Step::cargo("attacks", "run --release --quiet --package sabretache-load -- attacks").run()?;
    }
    coverage(true)?;
    let taken = TAKEN.lock().unwrap_or_else(PoisonError::into_inner);
    println!("\nall gates passed in {} s", taken.iter().map(|(_, seconds)| seconds).sum::<u64>());
    for (name, seconds) in taken.iter().filter(|(_, seconds)| *seconds > 0) {
        println!("  {seconds:>6} s  {name}");
    }
    Ok(())
}

pub(crate) fn cites(full: bool) -> Result<(), String> {
    Step::cargo("the program", "build --quiet --workspace --bin sabretache").run()?;
    coverage(full)
}

pub(crate) fn goldens(update: bool) -> Result<(), String> {
    let replayed = Step::cargo("golden journals", "test --workspace --quiet goldens");
    if update { replayed.with("SABRETACHE_GOLDENS", "update").run() } else { replayed.run() }
}

/// The declarations of the wire against which the page is checked; with `update` they are written anew.
pub(crate) fn wire(update: bool) -> Result<(), String> {
    let compared = Step::cargo("declarations of the wire", "test --workspace --quiet --test server declarations");
    if update { compared.with("SABRETACHE_WIRE", "update").run() } else { compared.run() }
}

fn coverage(full: bool) -> Result<(), String> {
    Step::sabretache("coverage of the rules", "rules coverage").run()?;
    if full {
        Step::sabretache("every case switched off in turn", "rules switch-off").run()?;
    }
    Ok(())
}
