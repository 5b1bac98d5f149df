//! The program as its users run it.

mod bad_input;
mod commands;
mod common;
mod database;
#[cfg(target_os = "linux")]
mod faults;
#[cfg(target_os = "linux")]
mod flush;
mod kill;
mod miniature;
