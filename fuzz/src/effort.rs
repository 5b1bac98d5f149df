//! What an input may cost: counted in allocations, not in seconds, so that a slow machine changes nothing.

use std::alloc::System;

use stats_alloc::{Region, StatsAlloc};

/// Allocations and bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Effort {
    pub allocations: usize,
    pub bytes: usize,
}

/// Counts what is allocated, if the program has the allocator that counts.
#[derive(Clone, Copy)]
pub struct Meter(pub Option<&'static StatsAlloc<System>>);

impl std::fmt::Debug for Meter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Meter").field(&self.0.is_some()).finish()
    }
}

impl Meter {
    pub(crate) fn measure<T>(&self, work: impl FnOnce() -> T) -> (T, Effort) {
        let Some(allocator) = self.0 else { return (work(), Effort::default()) };
        let region = Region::new(allocator);
        let done = work();
        let change = region.change();
        let allocations = change.allocations + change.reallocations;
        (done, Effort { allocations, bytes: change.bytes_allocated })
    }
}

impl Effort {
    pub(crate) fn most(self, other: Effort) -> Effort {
        Effort { allocations: self.allocations.max(other.allocations), bytes: self.bytes.max(other.bytes) }
    }

    /// What a bent input may cost, if the dearest sound one costs this: some times as much, and some more for every byte.
    pub(crate) fn allowed(self, length: usize) -> Effort {
        Effort {
            allocations: 10_000 + 8 * self.allocations + 200 * length,
            bytes: (1 << 22) + 8 * self.bytes + 20_000 * length,
        }
    }

    pub(crate) fn within(self, allowed: Effort) -> bool {
        self.allocations <= allowed.allocations && self.bytes <= allowed.bytes
    }
}
