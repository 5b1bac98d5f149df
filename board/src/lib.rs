//! Hex grids and boxes, the maps drawn on them, and what a map alone can answer: distances, paths, lines of fire.
//!
//! Nothing here knows a rule of any title. Terrain has names; what a name costs is the title's business.

pub mod boxes;
pub mod facing;
pub mod field;
pub mod footprint;
pub mod grid;
pub mod mapfile;
pub mod set;
pub mod sides;
pub mod sight;
pub mod textfile;
mod words;

pub use facing::{Facing, Hand};
pub use field::{Field, Step};
pub use grid::{Direction, Grid, Hex, Shift};
pub use mapfile::{MapFile, MapSide, Vocabulary};
pub use set::{Id, Set};
pub use sides::{HexsideId, VertexId};
pub use sight::Crossing;
pub use textfile::Fault;
