//! The program as its users run it.

mod bad_input;
mod commands;
mod common;
