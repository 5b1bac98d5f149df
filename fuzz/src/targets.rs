//! The targets: one for each door through which something comes in.

mod journal;
mod map;
mod order;
mod position;
mod socket;

use std::sync::Arc;

use contract::miniature::MiniatureTitle;
use kernel::{AnyTitle, Fault};

use crate::Target;

/// The names of all targets.
pub const NAMES: [&str; 5] = ["order", "position", "journal", "map", "socket"];

/// The target of a name.
pub fn target(name: &str) -> Result<Box<dyn Target>, String> {
    Ok(match name {
        "order" => Box::new(order::Orders::new()?),
        "position" => Box::new(position::Positions::new()),
        "journal" => Box::new(journal::Journals::new()?),
        "map" => Box::new(map::Maps::new()),
        "socket" => Box::new(socket::Sockets::new()?),
        _ => return Err(format!("there is no target \"{name}\"; the targets are {}", NAMES.join(", "))),
    })
}

/// Titles with open and hidden information, on hexes and on boxes, with and without facing.
fn titles() -> Vec<Arc<dyn AnyTitle>> {
    vec![
        art_of_war::ArtOfWar::built_in().any(),
        jours_de_gloire::JoursDeGloire::built_in().any(),
        napoleon_1807::Napoleon1807::built_in().any(),
        syw_battles::SywBattles::built_in().any(),
        MiniatureTitle::new().any(),
    ]
}

/// Faults are sentences that point into the text.
fn are_sound(faults: &[Fault], text: &str) -> Result<(), String> {
    if faults.is_empty() {
        return Err("it is refused without a word".into());
    }
    let lines = text.lines().count().max(1) + 1;
    match faults.iter().find(|fault| fault.sentence.is_empty() || fault.line == 0 || fault.line > lines) {
        Some(fault) => Err(format!("a fault that points nowhere: {fault:?}")),
        None => Ok(()),
    }
}

/// One seed in so many: enough to have some of each.
fn some<T>(items: impl IntoIterator<Item = T>, every: usize) -> impl Iterator<Item = T> {
    items.into_iter().step_by(every)
}
