//! Napoleon 1807 against the contract that every title keeps, and against a second reading of its book.

mod independent;
mod moves;
mod suite;
