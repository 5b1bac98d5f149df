//! The contract every title must pass.

pub mod miniature;
pub mod secrets;
