//! The page in real Chromium: `cargo xtask browser`, or one of these with `cargo xtask browser NAME`.

mod accessible;
mod campaign;
mod carry_on;
mod company;
mod devices;
mod drill;
mod first_turn;
mod generals;
mod going_back;
mod keyboard;
mod manoeuvres;
mod odds;
mod pages;
mod phone;
mod reactions;
mod refusals;
mod replay;
mod second_look;
mod speed;
mod turn;
