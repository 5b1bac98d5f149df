//! Positions written down from random games, and those of examples, are read back to the very same state.

use art_of_war::ArtOfWar;
use contract::{examples_read_back, positions_read_back};
use kernel::Options;

#[test]
fn positions_of_random_games_are_read_back_to_the_same_state() {
    let title = ArtOfWar::built_in().any();
    for (scenario, weather) in [("eylau", Some("off")), ("eylau", Some("on")), ("dresden", None)] {
        let options: Options = weather.map(|weather| ("weather".to_owned(), weather.to_owned())).into_iter().collect();
        let found = positions_read_back(&title, scenario, &options, (1807, usize::MAX)).unwrap();
        assert!(found.written > 12, "{scenario}: only {} were written", found.written);
        assert!(found.read_otherwise() * 10 <= found.written, "{scenario}: {found:?}");
    }
}

/// A position of one's own, with a painted map and counters that no battle has, can be written down as well.
#[test]
fn a_game_from_an_example_can_be_written_down() {
    let (written, all) = examples_read_back(&ArtOfWar::built_in().any()).unwrap();
    assert!(written * 10 >= all * 9, "{written} of {all}");
}
