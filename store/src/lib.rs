//! Games on disk: journals line by line, seats, invitations, chat, notes; in an SQLite file or in PostgreSQL.
//!
//! A journal only ever grows. One task writes everything: it gathers what many want to change, commits it in one transaction, and
//! answers only after the database has said that it is on disk.

mod append;
mod chain;
mod connecting;
mod ended;
mod error;
mod open;
mod read;
mod schema;
mod seats;
mod sessions;
mod upkeep;
mod write;
mod writer;

pub use append::{Append, Progress};
pub use chain::Chain;
pub use ended::Ended;
pub use error::StoreError;
pub use read::{ChatLine, GameRow, Journal, LetterRow, SeatRow};
pub use seats::{Answered, Invitation, SeatKey, SeatRequest, Told};
pub use sessions::{LinkRow, SessionRow};
pub use upkeep::{Archive, backup, restore};
pub use write::{NewGame, NewSeat};

use sqlx::AnyPool;
use tokio::sync::mpsc;

/// A database of games. Cheap to clone.
#[derive(Clone)]
pub struct Store {
    pool: AnyPool,
    jobs: mpsc::Sender<writer::Job>,
    standing: writer::Standing,
}

impl std::fmt::Debug for Store {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a store of games")
    }
}

pub type Result<T> = std::result::Result<T, StoreError>;
