//! Maps from geographic data: GeoJSON under a hex grid, areas to hexes, water to hexsides, roads to chains of hexes.
//!
//! The result is a first draft in the map format, sound but plain; a person who knows the ground then edits the text.

mod boxes;
mod build;
mod country;
mod csv;
mod features;
mod frame;
mod raster;
mod recipe;
mod rules;
mod trace;
mod warp;

pub use boxes::{BoxCountry, build_boxes};
pub use build::build;
pub use frame::GeoGrid;
pub use raster::{build_raster, is_raster};
pub use recipe::{AreaKind, Axis, BoxRecipe, BoxRule, ConnectionRule, LabelOfRegion, SceneryRule, TerritoryRule};
pub use rules::{AreaRule, BridgeRule, BuildRules, HillRule, LabelRule, LineRule, RoadRule};
