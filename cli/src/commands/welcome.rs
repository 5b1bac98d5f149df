//! `sabretache welcome`: what there is, and what to type next.

use std::io::Write;

use kernel::Options;

use super::play;
use crate::console::Console;
use crate::failure::Outcome;
use crate::titles::{Chosen, Titles};

pub(crate) fn run(titles: &Titles, console: &mut Console) -> Outcome {
    let heading = format!("Sabretache {}", env!("CARGO_PKG_VERSION"));
    writeln!(console.out, "{}: horse-and-musket wargames, every rule enforced and cited.\n", console.bold(&heading))?;
    let mut games: Vec<Chosen> = Vec::new();
    for title in titles.all() {
        writeln!(console.out, "{}", console.bold(title.name()))?;
        for scenario in title.scenarios() {
            let number = if console.interactive { format!("{:3}  ", games.len() + 1) } else { "  ".into() };
            let name = format!("{}/{}", title.id(), scenario.id);
            writeln!(console.out, "{number}{name:24} {}, {}", scenario.name, scenario.date)?;
            games.push(Chosen { title: title.clone(), scenario });
        }
    }
    let Some(first) = games.first() else { return Ok(()) };
    let game = format!("{}/{}", first.title.id(), first.scenario.id);
    let seats = first.title.seats(&first.scenario.id, &Options::new()).unwrap_or_default();
    let seat = seats.last().map_or("SEAT", |info| info.id.as_str());
    let next = [
        (format!("play {game}"), "all sides at this terminal"),
        (format!("play {game} --seat {seat}=random"), "against random play"),
        (format!("simulate {game} --games 100"), "many games at once"),
        (format!("rules list {}", first.title.id()), "the rules in our own words"),
        ("--help".to_owned(), "everything else"),
    ];
    writeln!(console.out, "\nNext, type one of")?;
    for (command, what) in &next {
        writeln!(console.out, "  sabretache {command:46} {what}")?;
    }
    if console.interactive { offer(&games, console) } else { Ok(()) }
}

/// Asks for a game and a side, and starts it.
fn offer(games: &[Chosen], console: &mut Console) -> Outcome {
    let question = "\nType the number of a game to play it now, or Enter to leave: ";
    let Some(game) = choose(games.len(), question, console)? else { return Ok(()) };
    let chosen = games[game].clone();
    let seats = chosen.title.seats(&chosen.scenario.id, &Options::new()).unwrap_or_default();
    for (number, info) in seats.iter().enumerate() {
        writeln!(console.out, "{:3}  {} against random play", number + 1, info.name)?;
    }
    writeln!(console.out, "{:3}  all sides yourself", seats.len() + 1)?;
    let Some(seat) = choose(seats.len() + 1, "Which? ", console)? else { return Ok(()) };
    let side = seats.get(seat).map(|info| info.side);
    let is_human = |place: usize| side.is_none() || seats.get(place).map(|info| info.side) == side;
    let human: Vec<bool> = (0..seats.len()).map(is_human).collect();
    play::start_at_terminal(&chosen, &human, console)
}

/// A number from 1 to `count`, counted from 0 in the answer; `None` if the user leaves.
fn choose(count: usize, question: &str, console: &mut Console) -> Outcome<Option<usize>> {
    loop {
        let Some(answer) = console.ask(question)? else { return Ok(None) };
        match answer.parse::<usize>() {
            Ok(number) if (1..=count).contains(&number) => return Ok(Some(number - 1)),
            Ok(_) => writeln!(console.out, "Please type a number from 1 to {count}.")?,
            Err(_) if answer.is_empty() || answer.starts_with('q') => return Ok(None),
            Err(_) => writeln!(console.out, "Please type a number, or Enter to leave.")?,
        }
    }
}
