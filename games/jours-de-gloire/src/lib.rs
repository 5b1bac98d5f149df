//! Jours de Gloire Campagne, second edition of the series rules: Germany 1813.
//!
//! Rules are in `rules/`, one file a chapter, each check under the number of its case. The turn is a stack of frames
//! (`sequence`), the position plain data (`state`), and only `play` and `throw` change it. What is hidden from whom is
//! decided in `view`; `sample` draws positions that fit a view.

/// The numbers of the cases, from `rules.toml`.
const CASES: &[&str] = include!(concat!(env!("OUT_DIR"), "/cases.rs"));
kernel::cases!(crate::CASES);

pub mod action;
mod asks;
pub mod battle;
pub mod campaigns;
pub mod cards;
pub mod counters;
pub mod data;
pub mod event;
mod expect;
pub mod game;
pub mod ground;
mod headlines;
mod language;
mod log;
pub mod march;
pub mod memory;
pub mod notation;
mod observe;
mod offers;
mod overlays;
mod panels;
mod particulars;
mod phases;
mod pieces;
mod position;
mod reach;
pub mod reaction;
mod reckoning;
mod refusal;
mod rules;
mod ruleset;
mod sample;
pub mod scenario;
pub mod secrets;
pub mod sequence;
pub mod sets;
mod staff;
mod standing;
pub mod state;
mod strengths;
pub mod tables;
#[cfg(test)]
mod testing;
mod title;
pub mod view;
mod words;
mod writing;

pub use action::Action;
pub use event::Event;
pub use game::{Agreed, Blind, Rules};
pub use ruleset::Decision;
pub use state::State;
pub use title::JoursDeGloire;
pub use view::View;

/// What a viewer sees of a position.
type Seen<'r> = kernel::Seen<'r, Rules>;
