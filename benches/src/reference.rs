//! The yardstick: counters that wander over a bare grid.
//!
//! 82 counters stand on a sheet of 26 by 22 hexes, as many as at Eylau. A step takes one of them at random, lists the
//! neighbouring hexes that are on the sheet and empty, draws one of them with the same random stream as random play,
//! and moves the counter there. There are no rules in it, and it must never be changed: its speed is what the speed of
//! the titles is told in.

use std::hint::black_box;

use board::{Grid, Hex, Set, Shift};
use kernel::{Entropy, FastChance};

/// Steps a second of this loop on the machine on which the gates were set, a core of an Intel Xeon at 2.3 GHz.
pub const NOMINAL: f64 = 44_000_000.0;

const COUNTERS: usize = 82;

/// The counters and the sheet they wander on.
#[derive(Clone, Debug)]
pub struct Reference {
    grid: Grid,
    at: [Hex; COUNTERS],
    occupied: Set<Hex, 10>,
    chance: FastChance,
    open: Vec<Hex>,
}

impl Reference {
    pub fn new(seed: u64) -> Reference {
        let grid = Grid::new(26, 22, Shift::Even);
        let at = std::array::from_fn(|index| Hex((index * 7 % 572) as u16));
        let occupied = at.iter().copied().collect();
        Reference { grid, at, occupied, chance: FastChance::of_game(seed, 0), open: Vec::with_capacity(6) }
    }

    pub fn steps(&mut self, count: u64) {
        for _ in 0..count {
            let counter = self.chance.below(COUNTERS as u32) as usize;
            let from = self.at[counter];
            self.open.clear();
            for hex in self.grid.neighbours(from) {
                if hex.is_some() && !self.occupied.contains(*hex) {
                    self.open.push(*hex);
                }
            }
            if self.open.is_empty() {
                continue;
            }
            let to = self.open[self.chance.below(self.open.len() as u32) as usize];
            self.occupied.remove(from);
            self.occupied.insert(to);
            self.at[counter] = to;
        }
        black_box(&self.at);
    }
}
