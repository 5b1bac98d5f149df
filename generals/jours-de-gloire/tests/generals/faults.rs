//! No order that the position refuses, whatever the opponent does. A general that goes on as if the world it has drawn were the true
//! one would give some.

use std::sync::Arc;

use ai::{Budget, Character, Craft, GameNumber, GameResult, Policy, Style, play_game};
use generals_jours_de_gloire::CampaignCraft;
use jours_de_gloire::{JoursDeGloire, Rules};
use kernel::{Options, Title};

fn rules(scenario: &str) -> Arc<Rules> {
    let title = JoursDeGloire::built_in();
    let info = title.scenarios().into_iter().find(|info| info.id == scenario).unwrap();
    Arc::new(title.rules(scenario, &info.complete(&Options::new()).unwrap()).unwrap())
}

fn character(policy: Policy, style: Style) -> Character {
    Character { style, ..Character::new(policy, Budget::Simulations(0)) }
}

fn games(rules: &Arc<Rules>, characters: [Character; 2], seed: u64, games: u64) -> Vec<GameResult> {
    let craft = Arc::new(CampaignCraft::new(rules));
    let play = |number| play_game(rules, &craft, &characters, GameNumber { seed, number }).unwrap();
    (0..games).map(play).collect()
}

/// Against chance, in whose games a general meets what nobody would do: among them the game that brought to light that whether
/// there is anything to scout is not known before the box has been entered.
#[test]
fn no_order_is_refused_in_games_against_chance() {
    let rules = rules("campaign");
    let (greedy, random) = (character(Policy::OddsGreedy, Style::Balanced), character(Policy::Random, Style::Balanced));
    for result in games(&rules, [greedy, random], 99103, 3) {
        assert_eq!(result.faults, [], "{result:?}");
    }
}

#[test]
fn what_an_erratic_general_brings_about_does_not_confuse_the_others() {
    let erratic = character(Policy::Erratic, Style::Balanced);
    for (scenario, number) in [("lutzen", 8), ("bautzen", 4), ("spring", 2), ("autumn", 2), ("campaign", 2)] {
        let rules = rules(scenario);
        for style in [Style::Bold, Style::Cautious] {
            for result in games(&rules, [erratic, character(Policy::OddsGreedy, style)], 1813, number) {
                assert_eq!(result.faults, [], "{scenario}: {result:?}");
                assert_eq!(result.refused, 0, "{scenario}: {result:?}");
            }
        }
    }
}
