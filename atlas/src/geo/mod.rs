//! Maps from geographic data: GeoJSON under a hex grid, areas to hexes, water to hexsides, roads to chains of hexes.
//!
//! The result is a first draft in the map format, sound but plain; a person who knows the ground then edits the text.

mod build;
mod features;
mod frame;
mod rules;
mod trace;

pub use build::build;
pub use frame::GeoGrid;
pub use rules::{AreaRule, BridgeRule, BuildRules, HillRule, LabelRule, LineRule, RoadRule};
