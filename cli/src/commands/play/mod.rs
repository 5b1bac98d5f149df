//! `sabretache play`: a game at the terminal.

mod journal;
mod offers;
mod orders;
mod session;
mod status;

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use kernel::dice::hash;
use kernel::{AnyGame, Bytes32, Options, SeatInfo, SeededDice};

use crate::console::Console;
use crate::failure::{Failure, Outcome};
use crate::reading;
use crate::titles::{self, Chosen, Titles};
use journal::JournalFile;
use session::{Player, Session};

/// Play a game in the terminal
#[derive(Args, Debug)]
#[command(after_help = "\
At the prompt type the number of a choice, or an order; `help` lists the other commands.
The dice come from a seed whose hash is printed before the first roll; the seed itself is shown after the last.

Examples:
  sabretache play {game}                                    every seat at this terminal
  sabretache play {game} --seat {second}=colonel --journal game.journal
  sabretache play --resume game.journal --seat {second}=random
  sabretache play {game} --dice typed                       with real dice")]
pub(crate) struct Arguments {
    /// TITLE/SCENARIO
    #[arg(value_name = "GAME", required_unless_present = "resume", conflicts_with = "resume")]
    game: Option<String>,
    /// Who decides for a seat: human, random, or a general such as colonel or marshal:bold [default: human]; may be repeated
    #[arg(long = "seat", value_name = "SEAT=PLAYER", value_parser = titles::pair)]
    seats: Vec<(String, String)>,
    /// An option of the scenario; may be repeated
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = titles::pair, conflicts_with = "resume")]
    options: Vec<(String, String)>,
    /// Words or 64 hexadecimal digits that determine dice and random seats [default: random]
    #[arg(long, value_name = "SEED", conflicts_with = "resume", allow_negative_numbers = true)]
    seed: Option<String>,
    /// What a player adds to the seed, so that nobody could have chosen the dice; may be repeated
    #[arg(long = "nonce", value_name = "WORDS", conflicts_with = "resume")]
    nonces: Vec<String>,
    /// Save the game to this new file, step by step
    #[arg(long, value_name = "FILE", conflicts_with = "resume")]
    journal: Option<PathBuf>,
    /// Continue the game in this file
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    /// Where the dice come from
    #[arg(long, value_enum, default_value = "seeded")]
    dice: Dice,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Dice {
    /// The program rolls
    Seeded,
    /// You roll real dice and type the results
    Typed,
}

pub(crate) fn run(titles: &Titles, arguments: Arguments, console: &mut Console) -> Outcome {
    let seated = &arguments.seats;
    if let Some(path) = &arguments.resume {
        let (title, loaded) = reading::load_journal(titles, path)?;
        let players = players(loaded.game.seats(), seated)?;
        let journal = JournalFile::reopen(path)?;
        let mut session = Session::new(title, loaded.game, players, Some(journal), console);
        session.typed_dice |= arguments.dice == Dice::Typed;
        return session.run(&loaded.notices);
    }
    let chosen = titles.scenario(arguments.game.as_deref().unwrap_or_default())?;
    let options = titles::options(&arguments.options)?;
    let options = chosen.scenario.complete(&options).map_err(Failure::usage)?;
    let seats = chosen.title.seats(&chosen.scenario.id, &options).map_err(Failure::usage)?;
    let players = players(&seats, seated)?;
    let seed = arguments.seed.as_deref().map_or_else(drawn_seed, |words| Ok(seed_of(words)))?;
    let dice = match arguments.dice {
        Dice::Seeded => Some(SeededDice::new(seed, arguments.nonces.clone())),
        Dice::Typed => None,
    };
    let game = chosen.title.start(&chosen.scenario.id, &options, dice.as_ref()).map_err(Failure::usage)?;
    // Only when nothing can be wrong any more, a file is made.
    let journal = arguments.journal.as_deref().map(JournalFile::create).transpose()?;
    let mut session = Session::new(chosen.title, game, players, journal, console);
    session.chance_seed = short(&seed);
    session.run(&[])
}

/// A game started from the welcome.
pub(crate) fn start_at_terminal(chosen: &Chosen, human: &[bool], console: &mut Console) -> Outcome {
    let seed = drawn_seed()?;
    let dice = SeededDice::new(seed, Vec::new());
    let game = chosen.title.start(&chosen.scenario.id, &Options::new(), Some(&dice)).map_err(Failure::usage)?;
    let players = human.iter().map(|human| if *human { Player::Human } else { Player::Random }).collect();
    let mut session = Session::new(chosen.title.clone(), game, players, None, console);
    session.chance_seed = short(&seed);
    session.run(&[])
}

/// Who decides for each seat.
fn players(seats: &[SeatInfo], given: &[(String, String)]) -> Outcome<Vec<Player>> {
    let mut players = vec![None; seats.len()];
    for (id, word) in given {
        let player = match word.as_str() {
            "human" => Player::Human,
            "random" => Player::Random,
            general => match ai::character_of(general, threads()) {
                Ok(character) => Player::General(character),
                Err(_) => {
                    let sentence = format!(
                        "seat \"{id}\" cannot be played by \"{word}\"; use human, random, cadet, captain, colonel, marshal, \
                         or a general named in `tournament --help`"
                    );
                    return Err(Failure::usage(sentence));
                }
            },
        };
        let place = &mut players[titles::seat(seats, id)?.index()];
        if place.replace(player).is_some() {
            return Err(Failure::usage(format!("seat \"{id}\" is given twice")));
        }
    }
    Ok(players.into_iter().map(|player| player.unwrap_or(Player::Human)).collect())
}

/// A general at the terminal thinks with all the machine has.
fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from).min(8)
}

fn seed_of(words: &str) -> Bytes32 {
    words.parse().unwrap_or_else(|_| hash(&[b"sabretache seed in words", words.as_bytes()]))
}

fn drawn_seed() -> Outcome<Bytes32> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(|error| Failure::usage(format!("no random seed available: {error}")))?;
    Ok(Bytes32(bytes))
}

/// A number for the random seats that tells nothing about the dice.
fn short(seed: &Bytes32) -> u64 {
    let Bytes32([a, b, c, d, e, f, g, h, ..]) = hash(&[b"sabretache random seats", &seed.0]);
    u64::from_le_bytes([a, b, c, d, e, f, g, h])
}

/// The same number for a game that is resumed.
fn chance_of(game: &dyn AnyGame) -> u64 {
    let dice = game.header().dice.as_ref();
    let seed = dice.and_then(|dice| dice.seed).unwrap_or_else(|| game.header().hash());
    short(&seed)
}
