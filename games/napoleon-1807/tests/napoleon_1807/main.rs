//! Tests of the title as a whole.

mod examples;
mod games;
mod standing;
