//! Generals measured against each other: sequential gates on the shortest scenario, with another seed in every run
//! (`SABRETACHE_SEED` repeats one). The README has the long series.

use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use ai::tournament::{Gate, Tally};
use ai::{Budget, Character, Craft, GameNumber, Policy, play_game};
use generals_jours_de_gloire::CampaignCraft;
use jours_de_gloire::{JoursDeGloire, Rules};
use kernel::{Options, Title};

fn seed() -> u64 {
    if let Some(seed) = std::env::var("SABRETACHE_SEED").ok().and_then(|words| words.parse().ok()) {
        return seed;
    }
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |since| since.as_nanos() as u64)
}

fn full() -> bool {
    std::env::var("SABRETACHE_FULL").is_ok_and(|value| value == "1")
}

fn school(scenario: &str) -> (Arc<Rules>, Arc<CampaignCraft>) {
    let title = JoursDeGloire::built_in();
    let info = title.scenarios().into_iter().find(|info| info.id == scenario).unwrap();
    let rules = Arc::new(title.rules(scenario, &info.complete(&Options::new()).unwrap()).unwrap());
    let craft = Arc::new(CampaignCraft::new(&rules));
    (rules, craft)
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

fn meet(first: Character, second: Character, question: &Question) {
    let (rules, craft) = school("lutzen");
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
            let result = play_game(&rules, &craft, &characters, game);
            let result = result.unwrap_or_else(|sentence| panic!("SABRETACHE_SEED={seed}: {sentence}"));
            assert_eq!(result.refused, 0, "SABRETACHE_SEED={seed}, game {number}");
            result.verdict.winner.map_or(0.5, |winner| f64::from(u8::from(winner.index() == own)))
        };
        tally.add([score([first, second], 0), score([second, first], 1)]);
        number += 1;
    };
    let standing = tally.standing();
    let told = format!(
        "SABRETACHE_SEED={seed}: {} over {} {:.2} ({:.2} to {:.2}) in {} games, {gate:?}",
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

#[test]
fn odds_greedy_beats_random_play() {
    let question = Question { sound: 0.92, broken: 0.78, most: 150 };
    meet(character(Policy::OddsGreedy, 0), character(Policy::Random, 0), &question);
}

#[test]
fn portfolio_beats_odds_greedy() {
    let most = if full() { 200 } else { 30 };
    let question = Question { sound: 0.62, broken: 0.4, most };
    meet(character(Policy::Portfolio, 64), character(Policy::OddsGreedy, 0), &question);
}
