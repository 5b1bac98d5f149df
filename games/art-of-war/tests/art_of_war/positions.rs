//! Positions written down from random games are read back to the very same state.

use art_of_war::ArtOfWar;
use kernel::{AnyGame, AnyTitle, Bytes32, Chance, Entropy, Options, PendingInfo, SeededDice};
use std::collections::BTreeMap;
use std::sync::Arc;

fn step(game: &mut dyn AnyGame, chance: &mut Chance) -> bool {
    match game.pending() {
        PendingInfo::Over(_) => return false,
        PendingInfo::Throw(_) => {
            game.throw().unwrap();
        }
        PendingInfo::Decide(asked) => {
            let seat = asked[0].seat;
            let offers = game.offers(seat);
            // Phases are to end in time for the whole turn track to be seen.
            let ends = offers.answers.iter().find(|order| order.starts_with("end ")).filter(|_| chance.below(12) == 0);
            let any = &offers.answers[chance.below(offers.answers.len() as u32) as usize];
            game.submit(seat, ends.unwrap_or(any)).unwrap();
        }
    }
    true
}

/// What was found along a game: what could be written, and why the rest could not.
struct Found {
    written: usize,
    refused: BTreeMap<String, usize>,
}

fn along(title: &Arc<dyn AnyTitle>, mut game: Box<dyn AnyGame>, chance: &mut Chance, every: u32) -> Found {
    let mut found = Found { written: 0, refused: BTreeMap::new() };
    loop {
        if chance.below(every) == 0 {
            match game.position_text(game.steps()) {
                Ok(text) => {
                    let again =
                        title.position("written", &text, None).unwrap_or_else(|faults| panic!("{faults:?}\n{text}"));
                    assert_eq!(again.state_hash(), game.state_hash(), "{text}");
                    assert_eq!(again.position_text(0).as_ref(), Ok(&text), "written again it is the same text");
                    found.written += 1;
                }
                Err(sentence) => {
                    assert!(sentence.starts_with("this moment cannot be written down as a position: "), "{sentence}");
                    *found.refused.entry(sentence).or_default() += 1;
                }
            }
        }
        if !step(&mut *game, chance) {
            return found;
        }
    }
}

#[test]
fn positions_of_random_games_are_read_back_to_the_same_state() {
    let title = ArtOfWar::built_in().any();
    for (scenario, weather) in [("eylau", "off"), ("eylau", "on"), ("dresden", "off")] {
        let options = match scenario {
            "eylau" => Options::from([("weather".into(), weather.into())]),
            _ => Options::new(),
        };
        let dice = SeededDice::new(Bytes32([18; 32]), Vec::new());
        let game = title.start(scenario, &options, Some(&dice)).unwrap();
        let mut chance = Chance::of_game(1807, 7);
        let found = along(&title, game, &mut chance, 9);
        let depends = found.refused.iter().filter(|(why, _)| why.contains("more than what lies"));
        let depends: usize = depends.map(|(_, count)| count).sum();
        assert!(found.written > 12, "{scenario}: only {} were written", found.written);
        assert!(depends * 10 <= found.written, "{scenario}: {depends} of {} could not be written", found.written);
    }
}

/// A position of one's own, with a painted map and counters that no battle has, can be written down as well.
#[test]
fn a_game_from_an_example_can_be_written_down() {
    let title = ArtOfWar::built_in().any();
    let mut written = 0;
    for file in title.examples() {
        let game = title.position(&file.name, &file.text, None).unwrap();
        let Ok(text) = game.position_text(0) else { continue };
        let again =
            title.position("again", &text, None).unwrap_or_else(|faults| panic!("{}: {faults:?}\n{text}", file.name));
        assert_eq!(again.state_hash(), game.state_hash(), "{}", file.name);
        written += 1;
    }
    let all = title.examples().len();
    assert!(written * 10 >= all * 9, "{written} of {all}");
}
