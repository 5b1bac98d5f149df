//! Hex grids and boxes, the maps drawn on them, and what a map alone can answer: distances, paths, lines of fire.
//!
//! Nothing here knows a rule of any title. Terrain has names; what a name costs is the title's business.

pub mod boxes;
pub mod field;
pub mod grid;
pub mod hexset;
pub mod mapfile;
pub mod sides;
pub mod sight;
pub mod textfile;

pub use field::{Field, Step};
pub use grid::{Direction, Grid, Hex, Shift};
pub use hexset::HexSet;
pub use mapfile::{MapFile, MapSide, Vocabulary};
pub use sides::{HexsideId, VertexId};
pub use sight::Crossing;
pub use textfile::Fault;
