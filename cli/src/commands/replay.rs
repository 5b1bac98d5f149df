//! `sabretache replay`.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use kernel::{Case, DiceProtocol, LogLine, PendingInfo, Seat, Viewer};

use crate::console::Console;
use crate::failure::{Failure, Outcome};
use crate::reading;
use crate::titles::{self, Titles};

/// Replay a game from its journal, checking every step
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  sabretache replay game.journal
  sabretache replay game.journal --to 40 --map
  sabretache replay game.journal --verify-dice")]
pub(crate) struct Arguments {
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Stop after this many steps
    #[arg(long, value_name = "N")]
    to: Option<usize>,
    /// Check the dice: the seed is the one committed to, and every roll follows from it
    #[arg(long)]
    verify_dice: bool,
    /// Read the log as this seat does, or as a `spectator` [default: everything, in titles that hide nothing]
    #[arg(long = "as", value_name = "SEAT")]
    viewer: Option<String>,
    /// List the steps of the journal instead of the log
    #[arg(long)]
    steps: bool,
    /// Print the map as text at the end
    #[arg(long)]
    map: bool,
}

pub(crate) fn run(titles: &Titles, arguments: &Arguments, console: &mut Console) -> Outcome {
    let (title, loaded) = reading::load_journal(titles, &arguments.file)?;
    let whole = loaded.game;
    for notice in &loaded.notices {
        writeln!(console.out, "Notice: {notice}.")?;
    }
    let file = arguments.file.display();
    let game = match arguments.to {
        None => whole.boxed_clone(),
        Some(steps) => whole.branch(steps, None).map_err(|sentence| Failure::usage(format!("{file}: {sentence}")))?,
    };
    let viewer = match arguments.viewer.as_deref() {
        Some("spectator") => Viewer::Spectator,
        Some(id) => Viewer::Seat(titles::seat(game.seats(), id)?),
        None if title.is_open() => Viewer::Seat(Seat(0)),
        None => Viewer::Spectator,
    };
    if arguments.steps {
        for step in 0..game.steps() {
            writeln!(console.out, "{:5}  {}", step + 1, game.describe_step(step).unwrap_or_default())?;
        }
    } else {
        for LogLine { case, text, .. } in game.log(viewer, 0) {
            writeln!(console.out, "{:8} {text}", case.map_or("", Case::number))?;
        }
    }
    if arguments.map {
        writeln!(console.out, "{}", game.picture(viewer))?;
    }
    writeln!(console.out, "{} steps, turn {}, state {}", game.steps(), game.turn(), game.state_hash())?;
    match game.pending() {
        PendingInfo::Over(over) => writeln!(console.out, "The game is over: {}.", over.words)?,
        waiting @ (PendingInfo::Decide(_) | PendingInfo::Throw(_)) => {
            writeln!(console.out, "The game is waiting for {}.", waiting.short().join(", "))?;
        }
    }
    if arguments.verify_dice {
        let throws = whole.verify_dice().map_err(|sentence| match sentence.split_once(": ") {
            Some((place, rest)) if place.starts_with("line ") => {
                Failure { code: 1, sentences: vec![format!("{file}:{}: {rest}", place.trim_start_matches("line "))] }
            }
            Some(_) | None => Failure { code: 1, sentences: vec![format!("{file}:1: {sentence}")] },
        })?;
        writeln!(
            console.out,
            "The seed is the one that was committed to, and all {throws} seeded rolls follow from it."
        )?;
        if whole.header().dice.as_ref().is_some_and(|dice| dice.protocol == DiceProtocol::EverySeat) {
            writeln!(console.out, "Every seat had added its nonce before the first of them.")?;
        }
    }
    Ok(())
}
