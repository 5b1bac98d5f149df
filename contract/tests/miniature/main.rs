//! The miniature keeps the contract, and spoilt in any way it does not.

mod faults;
mod faulty;
mod games;
mod independent;
