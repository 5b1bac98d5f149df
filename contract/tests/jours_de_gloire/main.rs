//! Jours de Gloire against the contract, its own examples, and every sequence of dice.

mod aids;
mod games;
mod odds;
mod page;
mod perft;
mod secrets;
mod suite;
