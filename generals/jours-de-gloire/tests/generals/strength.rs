//! Generals measured against each other: sequential gates on the shortest scenario, with another seed in every run of the slow
//! tests (`SABRETACHE_SEED` repeats one). The README has the long series.

use std::sync::Arc;

use ai::tournament::{self, Question};
use ai::{Budget, Character, Craft, Policy};
use contract::{full, seed};
use generals_jours_de_gloire::CampaignCraft;
use jours_de_gloire::{JoursDeGloire, Rules};
use kernel::{Options, Title};

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

fn meet(first: Character, second: Character, question: Question) {
    let (rules, craft) = school("lutzen");
    let told = tournament::meet((&rules, &craft), [first, second], question, seed());
    println!("{}", told.unwrap_or_else(|told| panic!("{told}")));
}

#[test]
fn odds_greedy_beats_random_play() {
    let question = Question { sound: 0.92, broken: 0.78, most: 150 };
    meet(character(Policy::OddsGreedy, 0), character(Policy::Random, 0), question);
}

#[test]
fn portfolio_beats_odds_greedy() {
    let most = if full() { 200 } else { 30 };
    let question = Question { sound: 0.62, broken: 0.4, most };
    meet(character(Policy::Portfolio, 64), character(Policy::OddsGreedy, 0), question);
}
