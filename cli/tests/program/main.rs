//! The program as its users run it.

mod bad_input;
mod commands;
mod common;
#[cfg(target_os = "linux")]
mod flush;
mod kill;
mod miniature;
