//! Tests of the title as a whole.

mod duties;
mod examples;
mod fixed_points;
mod games;
mod geometry;
mod retreats;
mod slow;
