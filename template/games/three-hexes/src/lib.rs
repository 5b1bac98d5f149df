//! Three Hexes: two units in a row of hexes, who march and attack.

/// The numbers of the cases, from `rules.toml`.
const CASES: &[&str] = include!(concat!(env!("OUT_DIR"), "/cases.rs"));
kernel::cases!(crate::CASES);

mod action;
mod event;
mod game;
mod language;
mod notation;
mod phases;
mod position;
mod rules;
mod ruleset;
mod state;
mod title;

pub use action::{Action, Decision};
pub use event::Event;
pub use game::{BLUE, LAST_TURN, RED, Rules, UNITS, Unit};
pub use state::{State, UnitId};
pub use title::{ThreeHexes, VOCABULARY};
