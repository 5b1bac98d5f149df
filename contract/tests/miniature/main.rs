//! The miniature keeps the contract, and spoilt in any way it does not.

mod drill;
mod faults;
mod faulty;
mod games;
mod goldens;
mod independent;
mod parrot;
mod shown;
mod slips;
mod suite;
