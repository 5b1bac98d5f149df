//! A title's written table of secrets: what is hidden, from which viewers, and how to change each entry and nothing else. The
//! contract tests go through it entry by entry.

use crate::{Entropy, Ruleset, Seat};

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

    /// Whether the throw that is due falls even where it decides nothing, so that its falling tells nothing.
    fn is_screen(&self, _state: &Self::State) -> bool {
        false
    }
}
