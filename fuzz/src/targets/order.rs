//! Orders as players write them, in games that go on with whatever is carried out.

use kernel::{AnyGame, Bytes32, Options, PendingInfo, Seat, SeededDice};

use super::titles;
use crate::{Fate, Target};

/// Longest order that the server reads.
const LONGEST: usize = 2_000;
/// So many steps into a game it begins again.
const STEPS: usize = 60;

pub(crate) struct Orders {
    fresh: Vec<Box<dyn AnyGame>>,
    games: Vec<Box<dyn AnyGame>>,
    next: usize,
}

impl Orders {
    pub(crate) fn new() -> Result<Orders, String> {
        let dice = SeededDice::new(Bytes32([7; 32]), Vec::new());
        let mut fresh = Vec::new();
        for title in titles() {
            let scenario = title.scenarios().into_iter().next().ok_or("a title without scenarios")?;
            fresh.push(title.start(&scenario.id, &Options::new(), Some(&dice))?);
        }
        let games = fresh.iter().map(|game| game.boxed_clone()).collect();
        Ok(Orders { fresh, games, next: 0 })
    }
}

/// Lets the dice fall that are due; who is asked then, or the first seat.
fn asked(game: &mut dyn AnyGame) -> Result<Seat, String> {
    loop {
        match game.pending() {
            PendingInfo::Throw(_) => drop(game.throw()?),
            PendingInfo::Decide(asked) => return Ok(asked.first().map_or(Seat(0), |asked| asked.seat)),
            PendingInfo::Over(_) => return Ok(Seat(0)),
        }
    }
}

impl Target for Orders {
    fn name(&self) -> &'static str {
        "order"
    }

    /// What is offered at the beginning, one after the other and several in one, and the orders of examples.
    fn seeds(&self) -> Vec<Vec<u8>> {
        let mut seeds = Vec::new();
        for game in &self.fresh {
            let mut game = game.boxed_clone();
            for _ in 0..12 {
                let Ok(seat) = asked(&mut *game) else { break };
                let offers = game.offers(seat).answers;
                seeds.extend(super::some(&offers, 7).map(|order| order.clone().into_bytes()));
                seeds.push(offers.iter().take(3).cloned().collect::<Vec<_>>().join("; ").into_bytes());
                let Some(first) = offers.first() else { break };
                if game.submit(seat, first).is_err() {
                    break;
                }
            }
        }
        for example in titles().iter().flat_map(|title| super::some(title.examples(), 9)) {
            let orders = example.text.lines().filter_map(|line| line.trim().strip_prefix("order = \""));
            seeds.extend(orders.filter_map(|rest| Some(rest.split_once('"')?.0.as_bytes().to_vec())));
        }
        seeds
    }

    fn read(&mut self, input: &[u8]) -> Result<Fate, String> {
        let order: String = String::from_utf8_lossy(input).chars().take(LONGEST / 4).collect();
        let mut fate = Fate::Refused;
        for (game, fresh) in self.games.iter_mut().zip(&self.fresh) {
            if game.steps() > STEPS {
                *game = fresh.boxed_clone();
            }
            let asked = asked(&mut **game)?;
            self.next += 1;
            let seat = Seat((self.next % (game.seats().len() + 1)) as u8);
            let seat = if self.next.is_multiple_of(4) { seat } else { asked };
            let before = (game.state_hash(), game.steps(), game.journal_text());
            let tried = game.attempt(seat, &order);
            if (game.state_hash(), game.steps(), game.journal_text()) != before {
                return Err("trying an order changes the game".into());
            }
            let outcome = game.submit(seat, &order);
            match (&tried, &outcome) {
                (Ok(()), Ok(_)) => fate = Fate::Taken,
                (Err(one), Err(two)) if one.to_string() == two.to_string() => {
                    if (game.state_hash(), game.steps(), game.journal_text()) != before {
                        return Err(format!("the order is refused, and the game has changed: {one}"));
                    }
                    if one.to_string().is_empty() {
                        return Err("the order is refused without a word".into());
                    }
                }
                _ => return Err(format!("tried it is {tried:?}, ordered {outcome:?}")),
            }
        }
        Ok(fate)
    }
}
