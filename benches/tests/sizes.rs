//! States are small: search clones them millions of times.

use art_of_war::{Battle, State};
use benches::System;
use kernel::Ruleset;

/// The same type serves both battles, so the smaller limit binds; that nothing of it lies on the heap is for `allocations` to show.
#[test]
fn states_are_small() {
    let bytes = std::mem::size_of::<State>();
    println!("a state of Art of War has {bytes} bytes");
    assert!(bytes <= 4 * 1024, "Eylau: {bytes} bytes");
    assert!(bytes <= 6 * 1024, "Dresden: {bytes} bytes");
}

/// One type serves all scenarios of a title, so the largest binds.
#[test]
fn states_of_every_title_are_small() {
    let states = [
        (System::JoursDeGloire, std::mem::size_of::<jours_de_gloire::State>()),
        (System::Napoleon1807, std::mem::size_of::<napoleon_1807::State>()),
        (System::SywBattles, std::mem::size_of::<syw_battles::State>()),
        (System::StruggleOfNations, std::mem::size_of::<struggle_of_nations::State>()),
    ];
    for (system, bytes) in states {
        println!("a state of {system:?} has {bytes} bytes");
        assert!(bytes <= system.largest_state(), "{system:?}: {bytes} bytes");
    }
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
