//! Maps from geographic data, and the drawing of maps and counters. Floats live here, not in `board`.

pub mod draw;
pub mod fonts;
pub mod geo;
pub mod layout;
mod png;
pub mod scenery;

pub use draw::{BoxStyle, Style, box_map_svg, counter_svg, map_svg, position_svg};
pub use png::{Part, jpeg, png, png_scaled};
pub use scenery::Scenery;
