//! With the sink that drops events, a decision allocates nothing.

use std::alloc::System;

use art_of_war::Battle;
use benches::speed::Games;
use kernel::Ruleset;
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static COUNTING: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// One test for all, because the counter counts for the whole process.
#[test]
fn random_play_does_not_touch_the_heap() {
    for battle in Battle::ALL {
        let rules = benches::battle(battle);
        let mut games = Games::new(&rules);
        // The list of actions finds its length once; after that the same games need no more.
        let numbers = 0..12;
        numbers.clone().for_each(|number| games.play(number));
        games.tally = Default::default();
        let region = Region::new(COUNTING);
        // Nor does a copy of a state, of which all but the size would otherwise be hidden.
        std::hint::black_box(rules.initial().clone());
        numbers.for_each(|number| games.play(number));
        let change = region.change();
        assert!(games.tally.decisions > 10_000, "{:?}", games.tally);
        let touched = (change.allocations, change.reallocations, change.deallocations);
        assert_eq!(touched, (0, 0, 0), "{battle:?}: {:?}", games.tally);
    }
    let title = jours_de_gloire::JoursDeGloire::built_in();
    for scenario in benches::CAMPAIGNS {
        let rules = benches::campaign(&title, scenario);
        let mut games = Games::new(&rules);
        let numbers = 0..4;
        numbers.clone().for_each(|number| games.play(number));
        games.tally = Default::default();
        let region = Region::new(COUNTING);
        std::hint::black_box(rules.initial().clone());
        numbers.for_each(|number| games.play(number));
        let change = region.change();
        assert!(games.tally.decisions > 500, "{:?}", games.tally);
        let touched = (change.allocations, change.reallocations, change.deallocations);
        assert_eq!(touched, (0, 0, 0), "{scenario}: {:?}", games.tally);
    }
    for (name, scenario) in benches::BATTLES_OF_1807 {
        let rules = benches::battle_of_1807(scenario);
        let mut games = Games::new(&rules);
        let numbers = 0..2;
        numbers.clone().for_each(|number| games.play(number));
        games.tally = Default::default();
        let region = Region::new(COUNTING);
        std::hint::black_box(rules.initial().clone());
        numbers.for_each(|number| games.play(number));
        let change = region.change();
        assert!(games.tally.decisions > 500, "{:?}", games.tally);
        let touched = (change.allocations, change.reallocations, change.deallocations);
        assert_eq!(touched, (0, 0, 0), "{name}: {:?}", games.tally);
    }
    // The counter counts.
    let region = Region::new(COUNTING);
    drop(std::hint::black_box(vec![1u8; 100]));
    assert!(region.change().allocations >= 1);
}
