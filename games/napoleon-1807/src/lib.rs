//! Napoleon 1807: Pultusk, Golymin, Bergfriede, Waltersdorf and Eylau in the "Napoleon" system.
//!
//! `rules/` has one file a chapter of the rulebook, each check headed by its case. The turn is a stack of frames
//! (`sequence`), the position plain data (`state`), and only `play` and `throw` change it.

/// The numbers of the cases, from `rules.toml`.
const CASES: &[&str] = include!(concat!(env!("OUT_DIR"), "/cases.rs"));
kernel::cases!(crate::CASES);

pub mod action;
mod asks;
pub mod counters;
pub mod event;
mod expect;
pub mod game;
pub mod ground;
mod headlines;
mod language;
mod log;
mod notation;
mod overlays;
mod panels;
mod phases;
mod pieces;
mod position;
mod reach;
mod reckoning;
mod refusal;
mod rules;
mod ruleset;
pub mod scenario;
pub mod sequence;
pub mod staff;
pub mod standing;
pub mod state;
mod strengths;
pub mod tables;
mod title;
pub mod view;
mod words;
mod writing;

pub use action::Action;
pub use event::Event;
pub use game::Rules;
pub use ground::HexSet;
pub use ruleset::Decision;
pub use state::State;
pub use title::{Napoleon1807, VOCABULARY};
