//! Jours de Gloire Campagne, second edition of the series rules: Germany 1813.
//!
//! Rules are in `rules/`, one file a chapter, each check under the number of its case.

pub mod campaigns;
pub mod cards;
pub mod counters;
pub mod data;
pub mod ground;
pub mod scenario;
pub mod tables;
