//! States are small: search clones them millions of times.

use art_of_war::{Battle, State};
use kernel::Ruleset;

/// The same type serves both battles, so the smaller limit binds; that nothing of it lies on the heap is for `allocations` to show.
#[test]
fn states_are_small() {
    let bytes = std::mem::size_of::<State>();
    println!("a state of Art of War has {bytes} bytes");
    assert!(bytes <= 4 * 1024, "Eylau: {bytes} bytes");
    assert!(bytes <= 6 * 1024, "Dresden: {bytes} bytes");
}

/// A campaign has more counters and more that is under way.
#[test]
fn states_of_a_campaign_are_small() {
    let bytes = std::mem::size_of::<jours_de_gloire::State>();
    println!("a state of Jours de Gloire has {bytes} bytes");
    assert!(bytes <= 16 * 1024, "{bytes} bytes");
}

/// The same type serves all five battles; Eylau is the largest, with 135 units and 42 commanders.
#[test]
fn states_of_1807_are_small() {
    let bytes = std::mem::size_of::<napoleon_1807::State>();
    println!("a state of Napoleon 1807 has {bytes} bytes");
    assert!(bytes <= 8 * 1024, "{bytes} bytes");
}

/// The same type serves all four scenarios; the full battle of Minden is the largest.
#[test]
fn states_of_minden_are_small() {
    let bytes = std::mem::size_of::<syw_battles::State>();
    println!("a state of SYW Battles has {bytes} bytes");
    assert!(bytes <= 16 * 1024, "{bytes} bytes");
}

/// The odds of a whole battle are found among few states, however many sequences of dice there are.
#[test]
fn equal_states_of_a_battle_are_merged() {
    for found in benches::battles::measure("lutzen", std::time::Duration::ZERO) {
        println!("{found:?}");
        assert!(found.effort.ends > 50, "{found:?}");
        assert!((found.effort.states as f64).log10() < found.sequences_power_of_ten, "{found:?}");
        assert!(found.effort.states < 60_000, "{found:?}");
    }
}

#[test]
fn synthetic_armies_play() {
    for battle in Battle::ALL {
        for count in benches::armies::SIZES {
            let rules = benches::armies::rules(battle, count);
            let state = rules.initial();
            assert_eq!(
                (0..rules.units.len()).filter(|unit| state.on_map(art_of_war::counters::UnitId(*unit as u8))).count(),
                count
            );
            let mut games = benches::speed::Games::new(&rules);
            games.play(1);
            assert!(games.tally.decisions > 100, "{battle:?} {count}: {:?}", games.tally);
        }
    }
}
