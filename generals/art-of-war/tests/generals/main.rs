//! Generals play positions set up by hand, and are as strong as they are said to be.

mod games;
mod strength;
