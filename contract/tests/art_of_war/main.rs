//! Napoleon's Art of War against the contract, a second generator of moves, and sampled odds.

mod aids;
mod games;
mod independent;
mod moves;
mod odds;
mod page;
mod positions;
mod suite;
