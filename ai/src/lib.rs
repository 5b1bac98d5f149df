//! Generals for any title: one search over the kernel's actions, from what a seat sees and from worlds that fit it.
//!
//! A title's own knowledge — what a position is worth, what a unit can be told — is a [`Craft`] in `generals/<title>`.
//! Floats live here and there, never below.

mod budget;
mod craft;
mod duel;
mod general;
mod rehearsal;
mod search;

pub use budget::{Budget, Progress, Reins};
pub use craft::{Craft, Member, Plan, Script, Stretch, Style};
pub use duel::{GameNumber, GameResult, play_game};
pub use general::{Character, General, Policy};
