//! The kernel, tried on a toy. What every title must keep is tested in the contract crate.

mod example;
mod game;
mod nonces;
mod odds;
mod playout;
mod record;
mod replay;
mod toy;

use std::sync::Arc;

use crate::journal::{Header, Setup};
use crate::{Bytes32, Game, Options, Ruleset, SeededDice};
use toy::{BLUE, RED, Race, RaceTitle};

fn dice(seed: u8) -> SeededDice {
    SeededDice::new(Bytes32([seed; 32]), vec!["red's".into(), "blue's".into()])
}

fn scenario() -> Setup {
    Setup::Scenario { id: "field".into(), options: Options::from([("length".into(), "normal".into())]) }
}

/// A race in which no card is chosen yet.
fn new_game() -> Game<Race> {
    let rules = Race::new(12);
    let header = Header::new(&RaceTitle::default(), scenario(), Some(&dice(1)));
    let initial = rules.initial();
    Game::new(Arc::new(rules), header, initial)
}

/// A race in which both have chosen: red 2, blue 3.
fn started() -> Game<Race> {
    let mut game = new_game();
    game.submit(RED, "card 2").unwrap();
    game.submit(BLUE, "card 3").unwrap();
    game
}

/// A race that was run until it was over: walk and roll, turn by turn.
fn finished() -> Game<Race> {
    let mut game = started();
    while let crate::Pending::Decide(asked) = game.rules().pending(game.state()) {
        let seat = asked[0].0;
        game.submit(seat, "walk, roll").or_else(|_| game.submit(seat, "roll")).unwrap();
        if matches!(game.rules().pending(game.state()), crate::Pending::Chance(_)) {
            game.throw().unwrap();
        }
    }
    game
}
