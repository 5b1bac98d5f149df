//! The page in real Chromium, driven through WebDriver against the real program.
//!
//! This is test support: whatever goes wrong panics with a sentence, and `scene` keeps a picture and the console of every
//! browser that took part.

pub mod axe;
pub mod board;
pub mod browser;
pub mod devtools;
pub mod driver;
pub mod pan;
pub mod player;
pub mod scene;
pub mod server;
pub mod trace;
pub mod waits;
mod webdriver;

pub use browser::Browser;
pub use scene::{Scene, scene};
pub use server::Server;
