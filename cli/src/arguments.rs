//! The arguments of the command line.

use std::path::PathBuf;

use ai::Registered;
use clap::{Parser, Subcommand};
use kernel::Options;

use crate::commands::{
    completions, data, database, example, health, map, odds, play, replay, review, rules, serve, simulate, soak,
    tournament,
};

/// Published horse-and-musket board wargames, with every rule enforced and cited.
#[derive(Parser, Debug)]
#[command(name = "sabretache", version, max_term_width = 100)]
// Names in {braces} are filled in from the titles there are, see `fill_in`.
#[command(after_help = "\
Examples:
  sabretache                             play in the browser
  sabretache welcome                     an overview of the terminal commands
  sabretache play {game} --seat {second}=random
  sabretache simulate {game} --games 1000 --seed 1 --policy random
  sabretache rules show {title} {case}
  sabretache example check my-example.toml

Exit codes: 0 success, 1 a check failed, 2 wrong usage or invalid input.")]
pub(crate) struct Arguments {
    /// Replace the program's data files with those in this directory, such as DIR/TITLE/SCENARIO/units.toml
    #[arg(long, global = true, value_name = "DIR")]
    pub(crate) overlay: Option<PathBuf>,

    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    Serve(serve::Arguments),
    Health(health::Arguments),
    /// Show an overview in the terminal, and what to type next
    Welcome,
    Play(play::Arguments),
    Simulate(simulate::Arguments),
    Tournament(tournament::Arguments),
    Soak(soak::Arguments),
    Odds(odds::Arguments),
    Example(example::Arguments),
    Rules(rules::Arguments),
    Data(data::Arguments),
    Map(map::Arguments),
    Replay(replay::Arguments),
    Review(review::Arguments),
    Backup(database::Backup),
    Restore(database::Restore),
    Check(database::Check),
    Completions(completions::Arguments),
}

/// Help with examples that can be typed as they stand: names of a title that exists.
pub(crate) fn fill_in(help: &str, titles: &[Registered]) -> String {
    let Some(title) = titles.first() else { return help.to_owned() };
    let scenario = title.scenarios().into_iter().next().map_or(String::new(), |scenario| scenario.id);
    let seats = title.seats(&scenario, &Options::new()).unwrap_or_default();
    let seat = |place: usize| seats.get(place).map_or("SEAT", |info| info.id.as_str());
    let case = title.rulebook().cases().first().map_or("CASE", |case| case.id.as_str());
    help.replace("{game}", &format!("{}/{scenario}", title.id()))
        .replace("{title}", title.id())
        .replace("{first}", seat(0))
        .replace("{second}", seat(1))
        .replace("{case}", case)
}
