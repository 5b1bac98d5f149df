//! Generals for any title: one search over the kernel's actions, from what a seat sees and from worlds that fit it.
//!
//! A title's own knowledge — what a position is worth, what a unit can be told — is a [`Craft`] in `generals/<title>`.
//! Floats live here and there, never below.

mod any;
mod budget;
mod craft;
mod duel;
mod general;
mod levels;
mod rehearsal;
mod review;
mod search;
pub mod tournament;

pub use any::{AnyArena, AnyGeneral, AnyStaff, Hint, Registered, register};
pub use budget::{Budget, Progress, Reins};
pub use craft::{Craft, Losses, Member, Plan, Script, Stretch, Style};
pub use duel::{Fault, GameNumber, GameResult, play_game};
pub use general::{Advice, Character, General, Policy, Promise};
pub use levels::{Level, character_of, name_of, title_of};
pub use review::{Cause, Fall, Point, Review, Thoroughness, TurningPoint};
