//! One file a subcommand: its arguments, and what it does.

pub(crate) mod completions;
mod count;
pub(crate) mod data;
pub(crate) mod database;
pub(crate) mod example;
pub(crate) mod health;
pub(crate) mod map;
mod map_boxes;
pub(crate) mod odds;
pub(crate) mod play;
pub(crate) mod replay;
pub(crate) mod review;
pub(crate) mod rules;
pub(crate) mod serve;
pub(crate) mod simulate;
pub(crate) mod soak;
pub(crate) mod tournament;
pub(crate) mod welcome;
