//! SYW Battles: Minden, 1 August 1759. Brigades one to three hexes long that march, deploy and wheel; fire and charges by turns.
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
mod lines;
mod log;
mod notation;
mod observe;
mod offers;
mod overlays;
mod panels;
mod particulars;
mod phases;
mod pieces;
mod placement;
mod position;
mod reach;
mod refusal;
pub mod roster;
mod rules;
mod ruleset;
mod sample;
pub mod scenario;
mod secrets;
pub mod sequence;
pub mod staff;
pub mod state;
mod strengths;
pub mod tables;
mod title;
pub mod view;
mod words;
mod writing;

pub use action::Action;
pub use event::Event;
pub use game::{Agreed, Rules};
pub use ground::HexSet;
pub use ruleset::Decision;
pub use state::State;
pub use title::{SywBattles, VOCABULARY};
