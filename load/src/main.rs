//! Hundreds of games at once: how many actions a second the server carries out, how long it takes until both players have
//! seen one, and how much memory a game takes.
//!
//! `cargo run --release -p sabretache-load -- --games 500 --seconds 20`
//!
//! And whether anybody can spoil it for others: `cargo run --release -p sabretache-load -- attacks`

mod attacks;
mod game;
mod house;
mod place;
mod report;
mod run;
mod siege;
mod view;

use std::process::ExitCode;

use clap::Parser;

/// Measure the server under load
///
/// Starts the server on a port of this machine with a database in a temporary directory, plays legal orders taken from
/// what the players are shown, and stops by itself.
#[derive(Parser, Clone, Debug)]
#[command(name = "sabretache-load")]
pub(crate) struct Arguments {
    /// Games at once; each has two players, and each of them a socket
    #[arg(long, default_value_t = 500, value_parser = clap::value_parser!(u32).range(1..=2_000))]
    pub(crate) games: u32,
    /// Length of each of the two runs
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..=600))]
    pub(crate) seconds: u64,
    /// Actions a second while the delay is measured: they are sent when they are due, whatever the server does
    #[arg(long, default_value_t = 1_000, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub(crate) rate: u32,
    /// What is played
    #[arg(long, default_value = "art-of-war/eylau", value_name = "TITLE/SCENARIO")]
    pub(crate) scenario: String,
    /// What the players draw their choices from
    #[arg(long, default_value_t = 1807)]
    pub(crate) seed: u64,
    /// Seconds after which the server puts away a game that nobody looks at
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u64).range(2..=600))]
    pub(crate) idle: u64,
    /// A server that runs already, on this machine; its memory and processor are not measured
    #[arg(long, value_name = "URL")]
    pub(crate) url: Option<String>,
    /// Leave out the run at a given rate
    #[arg(long)]
    pub(crate) no_rate: bool,
    /// Leave out the run as fast as the server can
    #[arg(long)]
    pub(crate) no_throughput: bool,
    /// Print the result as JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Fail if a target is missed: 2,000 actions a second, 15 ms at the 99th percentile, 64 KiB for an idle game
    #[arg(long)]
    pub(crate) gate: bool,
}

fn main() -> ExitCode {
    // The server is this program's other half: the same command as `sabretache serve`, in a process of its own.
    if std::env::args().nth(1).as_deref() == Some("serve") {
        let mut console = sabretache::console::Console::standard();
        let titles = &sabretache::titles::built_in_and_overlaid;
        return ExitCode::from(sabretache::run(std::env::args_os(), titles, &mut console));
    }
    if std::env::args().nth(1).as_deref() == Some("attacks") {
        let arguments = siege::Arguments::parse_from(std::env::args_os().skip(1));
        let _ = rlimit::increase_nofile_limit(65_536);
        return match siege::run(&arguments) {
            Ok(()) => ExitCode::SUCCESS,
            Err(sentence) => failed(&sentence),
        };
    }
    let arguments = Arguments::parse();
    // Two ends of a thousand sockets; where the limit cannot be raised, opening them will say so.
    let _ = rlimit::increase_nofile_limit(65_536);
    let runtime = match tokio::runtime::Builder::new_current_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => return failed(&format!("the measurement cannot begin: {error}")),
    };
    let measured = runtime.block_on(tokio::task::LocalSet::new().run_until(run::measure(&arguments)));
    match measured {
        Ok(report) => {
            match arguments.json {
                true => println!("{}", report.json()),
                false => println!("{}", report.table()),
            }
            match (arguments.gate, report.misses()) {
                (true, misses) if !misses.is_empty() => failed(&misses.join("; ")),
                _ if !report.sound() => failed("something went wrong, see above"),
                _ => ExitCode::SUCCESS,
            }
        }
        Err(sentence) => failed(&sentence),
    }
}

fn failed(sentence: &str) -> ExitCode {
    eprintln!("sabretache-load: {sentence}");
    ExitCode::FAILURE
}
