//! Jours de Gloire against the contract, its own examples, and every sequence of dice.

mod aids;
mod games;
mod independent;
mod memory;
mod odds;
mod page;
mod perft;
mod prompts;
mod secrets;
mod suite;
