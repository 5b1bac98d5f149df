//! What a check reports when a title breaks the contract.

use std::fmt;

/// How much a check tries, and from which seed. The same trial always finds the same fault.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Trial {
    pub seed: u64,
    pub games: u64,
    /// A game with more steps than this counts as endless.
    pub longest: usize,
    /// Look at one position in so many; 1 looks at all. For checks that are dear on a big title.
    pub every: usize,
}

impl Trial {
    pub const fn new(seed: u64, games: u64) -> Trial {
        Trial { seed, games, longest: 100_000, every: 1 }
    }

    pub const fn games(self, games: u64) -> Trial {
        Trial { games, ..self }
    }

    pub const fn longest(self, longest: usize) -> Trial {
        Trial { longest, ..self }
    }

    pub const fn every(self, every: usize) -> Trial {
        Trial { every, ..self }
    }
}

/// A breach of the contract: which check found it, where, and what.
#[derive(Clone, PartialEq, Eq)]
pub struct Breach {
    pub check: &'static str,
    /// The game of the trial, and the step in it. `None` when the breach is not in any one game.
    pub place: Option<(u64, usize)>,
    pub seed: u64,
    pub what: String,
}

impl fmt::Display for Breach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.check)?;
        if let Some((game, step)) = self.place {
            write!(f, "seed {}, game {game}, step {step}: ", self.seed)?;
        }
        f.write_str(&self.what)
    }
}

/// As it is displayed, so that `unwrap` in a test prints a sentence.
impl fmt::Debug for Breach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for Breach {}
