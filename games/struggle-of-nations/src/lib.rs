//! Struggle of Nations: the campaigns of 1813 in Saxony.
//!
//! `rules/` has one file a chapter of the rulebook, each check headed by its case. The turn is a stack of frames
//! (`sequence`), the position plain data (`state`), and only `play` and `throw` change it. A leader covers two hexes
//! (`package`); what the enemy knows of him is in `view`.

/// The numbers of the cases, from `rules.toml`.
const CASES: &[&str] = include!(concat!(env!("OUT_DIR"), "/cases.rs"));
kernel::cases!(crate::CASES);

pub mod action;
mod asks;
pub mod battle;
pub mod calendar;
pub mod event;
mod expect;
pub mod forecast;
pub mod game;
pub mod ground;
mod headlines;
mod language;
mod log;
pub mod march;
mod notation;
mod observe;
mod offers;
pub mod options;
mod overlays;
pub mod package;
mod panels;
mod particulars;
mod phases;
mod pieces;
mod position;
mod reach;
mod refusal;
pub mod roster;
mod rules;
mod ruleset;
mod sample;
pub mod scenario;
pub mod secrets;
pub mod sequence;
pub mod staff;
pub mod state;
pub mod tables;
pub mod theatre;
mod title;
pub mod view;
mod words;
mod writing;

pub use action::Action;
pub use event::Event;
pub use game::{Parts, Rules, Start};
pub use rules::Way;
pub use ruleset::Decision;
pub use state::State;
pub use title::{StruggleOfNations, VOCABULARY};
