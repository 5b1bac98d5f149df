//! Generals keep their contract, and are as strong as they are said to be.

mod games;
mod strength;
