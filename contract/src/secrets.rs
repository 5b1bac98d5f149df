//! A title's written table of secrets, and the check that nobody learns what it keeps from him.

use kernel::{Entropy, Ruleset, Seat};

/// A row of the table, in words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SecretRow {
    pub name: &'static str,
    pub secret: &'static str,
    pub known_to: &'static str,
}

/// A world that differs from the true one in one secret only.
#[derive(Clone, Debug)]
pub struct Perturbed<S> {
    pub row: SecretRow,
    /// The seats that may see the difference. Spectators never may.
    pub known_to: Vec<Seat>,
    pub state: S,
}

/// A title with hidden information.
pub trait Secrets: Ruleset {
    fn table(&self) -> &'static [SecretRow];

    /// For every secret there is in this position, worlds that differ from it in that secret alone.
    fn perturb(&self, state: &Self::State, entropy: &mut dyn Entropy) -> Vec<Perturbed<Self::State>>;
}
