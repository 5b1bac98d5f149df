//! Games on disk: journals line by line, seats, invitations, chat, notes; in an SQLite file or in PostgreSQL.
//!
//! A journal only ever grows. One task writes all of them: it gathers what many games want to append, commits it in one
//! transaction, and answers only after the database has said that it is on disk.

mod error;
mod open;
mod read;
mod schema;
mod write;
mod writer;

pub use error::StoreError;
pub use read::{ChatLine, GameRow, LetterRow, SeatRow};
pub use write::{NewGame, NewSeat};
pub use writer::{Append, Progress};

use sqlx::AnyPool;
use tokio::sync::mpsc;

/// A database of games. Cheap to clone.
#[derive(Clone)]
pub struct Store {
    pool: AnyPool,
    appends: mpsc::Sender<writer::Job>,
    writing: writer::Writing,
}

impl std::fmt::Debug for Store {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a store of games")
    }
}

pub type Result<T> = std::result::Result<T, StoreError>;
