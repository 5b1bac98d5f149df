//! Random games of every scenario end.

use kernel::playout::{Series, simulate};
use kernel::{Options, Title};
use struggle_of_nations::{Rules, State, StruggleOfNations};

#[test]
fn random_games_end() {
    let title = StruggleOfNations::built_in();
    for (scenario, games, least) in [
        ("grossbeeren", 10, 5_000),
        ("dresden", 2, 5_000),
        ("leipzig", 2, 5_000),
        ("spring", 1, 1_000),
        ("campaign", 1, 2_000),
    ] {
        let rules = title.rules(scenario, &Options::default()).expect("the scenario is there");
        let turn = |_: &Rules, state: &State| state.turn.into();
        let simulation = simulate(&rules, Series::new(1813, games), turn, &mut |_| {}).expect("games end");
        assert_eq!(simulation.tally.games, games);
        assert!(simulation.tally.decisions > least, "{scenario}: {:?}", simulation.tally);
    }
}

#[test]
fn a_state_is_small() {
    assert!(size_of::<State>() <= 24 * 1024, "{} bytes", size_of::<State>());
}
