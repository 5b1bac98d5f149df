//! No general is confused by what its opponents do, and generals are as strong as they are said to be.

mod faults;
mod strength;
