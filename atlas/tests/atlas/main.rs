//! The boards that come with the program, as they are drawn.

mod battlefields;
mod boxes;
mod winter;
