//! Generals keep their contract, and are as strong as they are said to be.

mod faults;
mod games;
mod strength;
