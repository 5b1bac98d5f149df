//! The page in real Chromium: `cargo xtask browser`, or one of these with `cargo xtask browser NAME`.

mod accessible;
mod campaign;
mod carry_on;
mod devices;
mod drill;
mod generals;
mod going_back;
mod keyboard;
mod odds;
mod pages;
mod phone;
mod refusals;
mod replay;
mod speed;
mod turn;
