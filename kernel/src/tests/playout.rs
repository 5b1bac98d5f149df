use super::toy::{Race, RaceTitle};
use crate::playout::{Player, Series, simulate};
use crate::{FastChance, PlayoutError, Ruleset, Tally, any_title};

#[test]
fn random_games_end_and_are_counted() {
    let title = any_title(RaceTitle::default());
    let mut seen = 0;
    let result = title.simulate("field", &Default::default(), Series::new(7, 300), &mut |_| seen += 1).unwrap();
    assert_eq!((result.tally.games, seen), (300, 300));
    assert_eq!(result.outcomes.iter().map(|outcome| outcome.games).sum::<u64>(), 300);
    assert!(result.tally.decisions > 600 && result.tally.branching >= 2 * result.tally.decisions);
    assert!(result.tally.interrupts > 0 && result.tally.throws > 0 && result.tally.turns > 300);
    assert!(serde_json::to_string(&result).unwrap().contains("\"decisions\":"));
}

#[test]
fn a_series_can_be_played_in_parts() {
    let rules = Race::new(12);
    let turn = |_: &Race, state: &super::toy::State| u32::from(state.turn);
    let play = |first_game, games| {
        simulate(&rules, Series { first_game, ..Series::new(3, games) }, turn, &mut |_| {}).unwrap()
    };
    let mut parts = play(0, 20);
    parts.add(&play(20, 30));
    assert_eq!(parts, play(0, 50));
}

#[test]
fn a_game_without_end_is_reported() {
    let rules = Race::new(12);
    let mut player = Player::default();
    player.step_limit = 3;
    let played = player.play_out(&rules, &mut rules.initial(), &mut FastChance::of_game(1, 1), &mut Tally::default());
    assert_eq!(played, Err(PlayoutError::Endless { steps: 3 }));
}
