//! The table of the README in small: generals against the one below. In the slow tests seeds change from run to run; a failure
//! prints its seed, and `SABRETACHE_SEED=… cargo test` plays the same games again.
//!
//! Games stop as soon as a gate has decided (`Tally::gate`): a sound general fails fewer than one run in a hundred thousand, a
//! general that is no better than its opponent passes one in fifty.

use std::sync::Arc;

use ai::tournament::{self, Question};
use ai::{Budget, Character, Craft, Policy, Style};
use art_of_war::{ArtOfWar, Battle};
use contract::{full, seed};
use generals_art_of_war::ArtOfWarCraft;

fn character(policy: Policy, simulations: u32) -> Character {
    Character::new(policy, Budget::Simulations(simulations))
}

fn meet(battle: Battle, first: Character, second: Character, question: Question) {
    let rules = Arc::new(ArtOfWar::built_in().rules_of(battle, false));
    let craft = Arc::new(ArtOfWarCraft::new(&rules));
    let told = tournament::meet((&rules, &craft), [first, second], question, seed());
    println!("{battle:?}, {}", told.unwrap_or_else(|told| panic!("{battle:?}, {told}")));
}

const GREEDY: Character =
    Character { policy: Policy::OddsGreedy, style: Style::Balanced, budget: Budget::Simulations(0), threads: 1 };

#[test]
fn odds_greedy_beats_random_play() {
    for battle in Battle::ALL {
        meet(battle, GREEDY, character(Policy::Random, 0), Question { sound: 0.95, broken: 0.85, most: 200 });
    }
}

#[test]
fn portfolio_beats_odds_greedy() {
    let most = if full() { 400 } else { 120 };
    for battle in Battle::ALL {
        meet(battle, character(Policy::Portfolio, 32), GREEDY, Question { sound: 0.6, broken: 0.48, most });
    }
}

/// What is sound lies below what has been measured, or the gate would promise too much.
#[test]
fn strong_beats_portfolio_at_a_quarter_of_its_simulations() {
    let most = if full() { 200 } else { 60 };
    for battle in Battle::ALL {
        let (strong, portfolio) = (character(Policy::Strong, 128), character(Policy::Portfolio, 32));
        meet(battle, strong, portfolio, Question { sound: 0.6, broken: 0.45, most });
    }
}
