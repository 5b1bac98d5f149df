//! Tests of the title as a whole.

mod examples;
mod games;
mod geometry;
mod tables;
