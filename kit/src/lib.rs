//! What titles are made with: small types for their states, the words for sides, refusals, data files, examples, orders,
//! marches and overlays.
//!
//! Nothing here knows a title. What a title is left to write is its rules, its state, its data and its words.

pub mod example;
pub mod expect;
pub mod grammar;
pub mod hexboard;
pub mod march;
pub mod names;
pub mod overlay;
pub mod picture;
pub mod refusal;
pub mod results;
pub mod side;
pub mod small;
pub mod title;
pub mod words;
pub mod writing;

pub use side::{SideWords, Sides, enemy_of};
