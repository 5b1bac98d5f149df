//! `sabretache review`.

use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use ai::{Cause, Progress, Reins, Review, Thoroughness};
use clap::Args;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use kernel::SeatInfo;

use crate::console::Console;
use crate::failure::{Failure, Outcome};
use crate::titles::Titles;
use crate::{files, generals, reading};

/// Review a game: how the chances changed, and why
#[derive(Args, Debug)]
#[command(after_help = "\
The curve is the expected score, counting a draw as half a point, from simulations of the next two player turns. The effect of
the dice is shown separately from the effect of decisions.

Examples:
  sabretache review game.journal
  sabretache review game.journal --search 1000 --json")]
pub(crate) struct Arguments {
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Simulations for each point of the curve
    #[arg(long, value_name = "N", default_value = "8", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    playouts: u32,
    /// Simulations in the search for better orders, for each turning point
    #[arg(long, value_name = "N", default_value = "200", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    search: u32,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(titles: &Titles, arguments: &Arguments, console: &mut Console) -> Outcome {
    let (title, loaded) = reading::load_journal(titles, &arguments.file)?;
    let staff = generals::staff_or_failure(&title)?;
    let text = files::read_text(&arguments.file)?;
    let name = arguments.file.display().to_string();
    let progress = match console.shows_progress {
        true => ProgressBar::with_draw_target(Some(100), ProgressDrawTarget::stderr()),
        false => ProgressBar::hidden(),
    };
    let style = ProgressStyle::with_template("{bar:40} {pos} % of the game");
    progress.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    let thoroughness = Thoroughness { playouts: arguments.playouts, search: arguments.search };
    let cancel = AtomicBool::new(false);
    let shown = |now: Progress| progress.set_position((100.0 * now.share) as u64);
    let review = staff.review(&name, &text, thoroughness, Reins { cancel: &cancel, progress: &shown });
    progress.finish_and_clear();
    let review = review.map_err(Failure::usage)?;
    if arguments.json {
        let text = serde_json::to_string_pretty(&review).map_err(|error| Failure::usage(error.to_string()))?;
        writeln!(console.out, "{text}")?;
    } else {
        write!(console.out, "{}", in_words(&review, loaded.game.seats()))?;
    }
    Ok(())
}

fn in_words(review: &Review, seats: &[SeatInfo]) -> String {
    let side = |side: kernel::Side| {
        seats.iter().find(|info| info.side == side).map_or("nobody", |info| info.name.as_str()).to_owned()
    };
    let mut lines = vec![format!("Expected score for {}:", review.first_seat)];
    for point in &review.curve {
        let bar = "#".repeat((40.0 * point.score).round() as usize);
        lines.push(format!("  turn {:>2}, {:8} {:>5.1} %  {bar}", point.turn, side(point.side), 100.0 * point.score));
    }
    lines.push(format!("Dice in all: {:+.1} points of score for {}.", 100.0 * review.dice, review.first_seat));
    for (number, orders) in review.decisions.iter().enumerate() {
        let whose = side(kernel::Side(number as u8));
        lines.push(format!("Turns of {whose}: {:+.1} points of score for {}.", 100.0 * orders, review.first_seat));
    }
    if review.turning_points.is_empty() {
        lines.push("There was no turning point.".into());
    }
    for point in &review.turning_points {
        let cause = match point.cause {
            Cause::Decision => "decision",
            Cause::Dice => "dice",
        };
        lines.push(format!(
            "Step {}, turn {} of {}, mostly {cause}: {:+.1} (dice {:+.1}, orders {:+.1}).",
            point.step,
            point.turn,
            side(point.side),
            100.0 * point.swing(),
            100.0 * point.dice,
            100.0 * point.orders,
        ));
        let falls = point.throws.iter().map(|fall| format!("  {:+.1}: {}", 100.0 * fall.swing, fall.words));
        lines.extend(falls);
        if !point.better.is_empty() {
            lines.push("  A general would have preferred these orders:".into());
        }
        for hint in &point.better {
            let gains = hint.promise.map_or(String::new(), |promise| format!(" ({:+.1})", 100.0 * promise.gains));
            lines.push(format!("    {}{gains}", hint.order));
        }
    }
    lines.join("\n") + "\n"
}
