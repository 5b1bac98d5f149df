//! Random games of every battle end.

use kernel::playout::{Series, simulate};
use kernel::{Options, Title};
use napoleon_1807::Napoleon1807;

#[test]
fn random_games_end() {
    let title = Napoleon1807::built_in();
    for (battle, games) in [("bergfriede", 200), ("pultusk", 20), ("waltersdorf", 40), ("golymin", 10), ("eylau", 2)] {
        let rules = title.rules(battle, &Options::default()).expect("the battle is there");
        let simulation =
            simulate(&rules, Series::new(1807, games), |_, state| state.turn.into(), &mut |_| {}).expect("games end");
        println!("{battle}: {:?}", simulation.tally);
    }
}

/// A state has room for Eylau and is small enough to be copied millions of times.
#[test]
fn a_state_is_small() {
    assert!(size_of::<napoleon_1807::State>() <= 8 * 1024, "{} bytes", size_of::<napoleon_1807::State>());
}
