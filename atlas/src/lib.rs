//! Maps from geographic data, and the drawing of maps and counters. Floats live here, not in `board`.

pub mod geo;
pub mod layout;
