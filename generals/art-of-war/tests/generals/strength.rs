//! The table of the README in small: generals against the one below. Seeds change from run to run; a failure prints its
//! seed, and `SABRETACHE_SEED=… cargo test` plays the same games again.
//!
//! Games stop as soon as a gate has decided (`Tally::gate`): a sound general fails fewer than one run in a hundred thousand, a
//! general that is no better than its opponent passes one in fifty.

use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use ai::tournament::{Gate, Tally};
use ai::{Budget, Character, Craft, GameNumber, Policy, Style, play_game};
use art_of_war::{ArtOfWar, Battle};
use generals_art_of_war::ArtOfWarCraft;

/// From the environment, or another one every time.
fn seed() -> u64 {
    let given = std::env::var("SABRETACHE_SEED").ok().and_then(|words| words.parse().ok());
    let seed = given.unwrap_or_else(|| SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |since| since.as_secs()));
    println!("SABRETACHE_SEED={seed}");
    seed
}

fn full() -> bool {
    std::env::var("SABRETACHE_FULL").is_ok_and(|value| value == "1")
}

fn character(policy: Policy, simulations: u32) -> Character {
    Character::new(policy, Budget::Simulations(simulations))
}

/// What is asked of a meeting: the score that a sound general reaches without luck, and the one of a broken one.
struct Question {
    sound: f64,
    broken: f64,
    /// Pairs after which nobody waits any longer.
    most: u64,
}

fn meet(battle: Battle, first: Character, second: Character, question: &Question) {
    let rules = Arc::new(ArtOfWar::built_in().rules_of(battle, false));
    let craft = Arc::new(ArtOfWarCraft::new(&rules));
    let seed = seed();
    let mut tally = Tally::default();
    let mut number = 0;
    let gate = loop {
        let gate = tally.gate(question.sound, question.broken);
        if gate != Gate::Open || number == question.most {
            break gate;
        }
        let game = GameNumber { seed, number };
        let score = |characters: [Character; 2], own: usize| {
            let result = play_game(&rules, &craft, &characters, game).unwrap();
            assert_eq!(result.refused, 0, "{battle:?}, seed {seed}, game {number}");
            result.verdict.winner.map_or(0.5, |winner| f64::from(u8::from(winner.index() == own)))
        };
        tally.add([score([first, second], 0), score([second, first], 1)]);
        number += 1;
    };
    let standing = tally.standing();
    let told = format!(
        "{battle:?}, SABRETACHE_SEED={seed}: {} over {} {:.2} ({:.2} to {:.2}) in {} games, {gate:?}",
        ai::name_of(&first),
        ai::name_of(&second),
        standing.score,
        standing.low,
        standing.high,
        standing.games
    );
    println!("{told}");
    assert_ne!(gate, Gate::Failed, "{told}");
    // Without a decision the score itself must not be that of a broken general.
    assert!(gate == Gate::Passed || standing.score > question.broken, "{told}");
}

const GREEDY: Character =
    Character { policy: Policy::OddsGreedy, style: Style::Balanced, budget: Budget::Simulations(0), threads: 1 };

#[test]
fn odds_greedy_beats_random_play() {
    for battle in Battle::ALL {
        meet(battle, GREEDY, character(Policy::Random, 0), &Question { sound: 0.95, broken: 0.85, most: 200 });
    }
}

#[test]
fn portfolio_beats_odds_greedy() {
    let most = if full() { 400 } else { 120 };
    for battle in Battle::ALL {
        meet(battle, character(Policy::Portfolio, 32), GREEDY, &Question { sound: 0.6, broken: 0.48, most });
    }
}

/// What is sound lies below what has been measured, or the gate would promise too much.
#[test]
fn strong_beats_portfolio_at_a_quarter_of_its_simulations() {
    let most = if full() { 200 } else { 60 };
    for battle in Battle::ALL {
        let (strong, portfolio) = (character(Policy::Strong, 128), character(Policy::Portfolio, 32));
        meet(battle, strong, portfolio, &Question { sound: 0.6, broken: 0.45, most });
    }
}
