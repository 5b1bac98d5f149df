//! With the sink that drops events, a decision allocates nothing.

use std::alloc::System as Heap;

use benches::speed::Games;
use benches::{BENCHES, Bench, System, Work};
use kernel::Ruleset;
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static COUNTING: &StatsAlloc<Heap> = &INSTRUMENTED_SYSTEM;

/// Plays so many games twice. The list of actions finds its length once; after that the same games need no more.
struct Twice<'b>(&'b Bench, u64);

impl Work for Twice<'_> {
    type Output = ();

    fn with<R: Ruleset>(self, rules: &R) {
        let Twice(bench, number) = self;
        let mut games = Games::new(rules);
        (0..number).for_each(|number| games.play(number));
        games.tally = Default::default();
        let region = Region::new(COUNTING);
        // Nor does a copy of a state, of which all but the size would otherwise be hidden.
        std::hint::black_box(rules.initial().clone());
        (0..number).for_each(|number| games.play(number));
        let change = region.change();
        assert!(games.tally.decisions > 500, "{}: {:?}", bench.name, games.tally);
        let touched = (change.allocations, change.reallocations, change.deallocations);
        assert_eq!(touched, (0, 0, 0), "{}: {:?}", bench.name, games.tally);
    }
}

/// One test for all, because the counter counts for the whole process.
#[test]
fn random_play_does_not_touch_the_heap() {
    for bench in &BENCHES {
        let games = match bench.system {
            System::ArtOfWar => 12,
            System::JoursDeGloire => 4,
            System::Napoleon1807 | System::SywBattles => 2,
            // Its retreats and plans of march are lists of any length.
            System::StruggleOfNations => continue,
        };
        bench.run(Twice(bench, games));
    }
    // The counter counts.
    let region = Region::new(COUNTING);
    drop(std::hint::black_box(vec![1u8; 100]));
    assert!(region.change().allocations >= 1);
}
