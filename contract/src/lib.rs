//! The contract every title must pass.
