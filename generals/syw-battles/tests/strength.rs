//! Generals that play for themselves: they beat chance, and propose nothing that is refused.

use ai::{Budget, Character, GameNumber, Policy};
use kernel::Options;
use syw_battles::SywBattles;

/// Games with either side, the same every time.
const SEED: u64 = 1759;
const PAIRS: u64 = 3;

fn character(policy: Policy) -> Character {
    Character::new(policy, Budget::Simulations(0))
}

#[test]
fn odds_greedy_beats_chance() {
    let staff = generals_syw_battles::register(SywBattles::built_in()).staff.expect("the title has generals");
    let arena = staff.arena("minden7", &Options::new()).expect("the scenario is there");
    let (greedy, random) = (character(Policy::OddsGreedy), character(Policy::Random));
    let mut score = 0.0;
    for number in 0..PAIRS {
        for (seat, characters) in [(0, [greedy, random]), (1, [random, greedy])] {
            let game = GameNumber { seed: SEED, number };
            let result = arena.play(&characters, game).expect("a game ends");
            assert!(result.faults.is_empty() && result.refused == 0, "game {number}: {:?}", result.faults);
            println!("greedy is {seat}: {:?} after {} steps, {:?}", result.verdict, result.steps, &result.losses[..2]);
            score += match result.verdict.winner {
                Some(side) if side.index() == seat => 1.0,
                Some(_) => 0.0,
                None => 0.5,
            };
        }
    }
    let games = 2.0 * PAIRS as f64;
    assert!(score >= 0.8 * games, "odds-greedy scores {score} of {games}");
}
