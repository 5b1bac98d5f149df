//! Whatever comes in from outside, mutated without end. A target takes any bytes and says whether they were taken or refused; it
//! fails when something breaks, when a refusal changed anything, or when what was taken is not what is written back.
//!
//! The engine is a seeded one of our own, which needs no compiler but the usual one: inputs are bent from examples, journals and maps
//! of the repository. The same seed makes the same inputs.

mod effort;
mod engine;
mod mutate;
pub mod targets;

pub use effort::{Effort, Meter};
pub use engine::{Finding, Report, Until, run};

/// What became of an input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fate {
    Taken,
    Refused,
}

/// Something that reads what others have written.
pub trait Target {
    fn name(&self) -> &'static str;

    /// Sound inputs, to be bent.
    fn seeds(&self) -> Vec<Vec<u8>>;

    /// Reads one; an error says what is wrong with the program.
    fn read(&mut self, input: &[u8]) -> Result<Fate, String>;
}
