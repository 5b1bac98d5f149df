//! Random games of every battle end.

use kernel::playout::{Series, simulate};
use kernel::{Options, Title};
use napoleon_1807::Napoleon1807;

#[test]
fn random_games_end() {
    let title = Napoleon1807::built_in();
    for (battle, games, least) in [
        ("bergfriede", 200, 40_000),
        ("pultusk", 20, 15_000),
        ("waltersdorf", 40, 15_000),
        ("golymin", 10, 9_000),
        ("eylau", 2, 7_000),
    ] {
        let rules = title.rules(battle, &Options::default()).expect("the battle is there");
        let turn = |_: &napoleon_1807::Rules, state: &napoleon_1807::State| state.turn.into();
        let simulation = simulate(&rules, Series::new(1807, games), turn, &mut |_| {}).expect("games end");
        assert_eq!(simulation.tally.games, games);
        assert!(simulation.tally.decisions > least, "{battle}: {:?}", simulation.tally);
    }
}

/// A state has room for Eylau and is small enough to be copied millions of times.
#[test]
fn a_state_is_small() {
    assert!(size_of::<napoleon_1807::State>() <= 8 * 1024, "{} bytes", size_of::<napoleon_1807::State>());
}
