use super::toy::{Phase, RED, Race, RaceTitle, State};
use crate::odds::{Branch, FirstChoice, FirstChoiceUntilOver, Method, StopAtDecision, expand, odds_of_order};
use crate::{Chance, OddsError, OddsLimits, Ratio, Ruleset};

fn rolling() -> (Race, State) {
    let rules = Race::new(12);
    let state = State { phase: Phase::Roll, cards: [Some(1); 2], at: [8, 0], ..rules.initial() };
    (rules, state)
}

fn branch(state: State) -> Branch<Race> {
    Branch { state, labels: Vec::new(), odds: Ratio::ONE }
}

#[test]
fn equal_states_are_merged_and_the_odds_sum_to_one() {
    let (rules, state) = rolling();
    let ends = expand(&rules, branch(state), &mut StopAtDecision, &|_, _| None, 100).unwrap();
    // 9 by a one, the goal by two to five, a stumble by a six.
    let mut odds: Vec<(u8, String)> = ends.iter().map(|end| (end.state.at[0], end.odds.to_string())).collect();
    odds.sort();
    assert_eq!(odds, [(8, "1/6".into()), (9, "1/6".into()), (10, "2/3".into())]);
    let sum = ends.iter().try_fold(Ratio::ZERO, |sum, end| sum.plus(end.odds));
    assert_eq!(sum, Ok(Ratio::ONE));
}

#[test]
fn odds_go_beyond_decisions_for_a_stated_policy() {
    let (rules, state) = rolling();
    let mut policy = FirstChoice(vec![RED, super::BLUE]);
    let ends = expand(&rules, branch(state), &mut policy, &|_, _| None, 10_000).unwrap();
    assert!(ends.iter().all(|end| matches!(rules.pending(&end.state), crate::Pending::Over(_))));
    let sum = ends.iter().try_fold(Ratio::ZERO, |sum, end| sum.plus(end.odds));
    assert_eq!(sum, Ok(Ratio::ONE));
}

#[test]
fn odds_of_an_order_end_when_its_question_is_asked_again() {
    let (rules, _) = rolling();
    let state = State { phase: Phase::Run { walked: 0 }, cards: [Some(2), Some(2)], ..rules.initial() };
    let mut chance = Chance::of_game(1, 1);
    let limits = OddsLimits { worlds: 4, ..OddsLimits::default() };
    let mut policy = FirstChoiceUntilOver::new(vec![RED, super::BLUE]);
    let report =
        odds_of_order(&RaceTitle::default(), &rules, &state, (RED, "roll"), &mut policy, limits, &mut chance).unwrap();
    // Red throws once, and blue's turn is not begun.
    assert!(report.lines.iter().flat_map(|line| &line.labels).all(|label| label.starts_with("red")), "{report:?}");
}

#[test]
fn too_many_positions_are_refused_with_a_sentence() {
    let (rules, state) = rolling();
    let error = expand(&rules, branch(state), &mut StopAtDecision, &|_, _| None, 2).unwrap_err();
    assert_eq!(error, OddsError::TooMany(2));
    // Whoever does not wait any longer is not worked for.
    let stop = crate::Stop::default();
    let (rules, state) = rolling();
    let ask = || {
        let mut policy = crate::odds::Stoppable { policy: &mut StopAtDecision, stop: &stop };
        expand(&rules, branch(state.clone()), &mut policy, &|_, _| None, 100).map(|ends| ends.len())
    };
    assert_eq!(ask(), Ok(3));
    stop.stop();
    assert_eq!(ask(), Err(OddsError::Stopped));
    assert!(error.to_string().contains("more than 2 different positions"));
}

#[test]
fn odds_of_a_hidden_title_depend_on_the_view_alone_and_are_labelled_sampled() {
    let report = |pit: u8, card: u8| {
        let rules = Race::new(12);
        let phase = Phase::Run { walked: 0 };
        let state = State { phase, pit, cards: [Some(1), Some(card)], ..rules.initial() };
        let mut chance = Chance::of_game(1, 1);
        let limits = OddsLimits { worlds: 16, ..OddsLimits::default() };
        let title = RaceTitle::default();
        odds_of_order(&title, &rules, &state, (RED, "roll"), &mut StopAtDecision, limits, &mut chance).unwrap()
    };
    assert_eq!(report(3, 1), report(4, 2));
    assert_eq!(report(3, 1).method, Method::Sampled { worlds: 16 });
    let sum = report(3, 1).lines.iter().try_fold(Ratio::ZERO, |sum, line| sum.plus(line.odds));
    assert_eq!(sum, Ok(Ratio::ONE));
}
