//! Random games of every scenario end.

use kernel::playout::{Series, simulate};
use kernel::{Options, Title};
use syw_battles::SywBattles;

#[test]
fn random_games_end() {
    let title = SywBattles::built_in();
    for (scenario, games, least) in
        [("todtenhausen", 20, 1000), ("minden7", 20, 1000), ("minden", 2, 500), ("minden-7", 2, 500)]
    {
        let rules = title.rules(scenario, &Options::default()).expect("the scenario is there");
        let turn = |_: &syw_battles::Rules, state: &syw_battles::State| state.turn.into();
        let simulation = simulate(&rules, Series::new(1759, games), turn, &mut |_| {}).expect("games end");
        assert_eq!(simulation.tally.games, games);
        assert!(simulation.tally.decisions > least, "{scenario}: {:?}", simulation.tally);
    }
}

/// A state has room for Minden and is small enough to be copied millions of times.
#[test]
fn a_state_is_small() {
    assert!(size_of::<syw_battles::State>() <= 16 * 1024, "{} bytes", size_of::<syw_battles::State>());
}
