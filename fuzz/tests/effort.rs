//! An input that costs more than its length allows is found: counted, not timed. One test alone, for the allocator counts for all.

use std::alloc::System;

use fuzz::{Fate, Meter, Target, Until, run};
use stats_alloc::{INSTRUMENTED_SYSTEM, StatsAlloc};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// Copies what it reads once, or once for every byte of it.
struct Copies {
    squared: bool,
}

impl Target for Copies {
    fn name(&self) -> &'static str {
        "copies"
    }

    fn seeds(&self) -> Vec<Vec<u8>> {
        vec![b"a few words".to_vec(), b"and a few more".to_vec()]
    }

    fn read(&mut self, input: &[u8]) -> Result<Fate, String> {
        let times = if self.squared { input.len() } else { 1 };
        let copies: Vec<Vec<u8>> = (0..times).map(|_| input.to_vec()).collect();
        if copies.iter().all(Vec::is_empty) { Ok(Fate::Refused) } else { Ok(Fate::Taken) }
    }
}

#[test]
fn what_costs_the_square_of_its_length_is_found() {
    let tried = |squared| run(&mut Copies { squared }, 1, Until::Inputs(300), Meter(Some(ALLOCATOR)));
    let dearest = tried(false).expect("a copy is cheap").dearest;
    assert!(dearest.allocations > 0 && dearest.bytes > 0, "{dearest:?}");
    let finding = tried(true).expect_err("the square is dear");
    assert!(finding.what.contains("more than"), "{}", finding.what);
}
