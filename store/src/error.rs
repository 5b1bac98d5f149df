/// Why the store could not do what it was asked.
#[derive(Debug)]
pub enum StoreError {
    /// Somebody else has written to the game in the meantime.
    Conflict,
    /// There is no such game.
    Unknown,
    /// The store is being closed.
    Closed,
    /// The database failed, in its own words.
    Database(String),
}

impl std::fmt::Display for StoreError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            StoreError::Conflict => f.write_str("the game was changed by somebody else in the meantime"),
            StoreError::Unknown => f.write_str("there is no such game"),
            StoreError::Closed => f.write_str("the store is being closed"),
            StoreError::Database(words) => write!(f, "the database failed: {words}"),
        }
    }
}

impl std::error::Error for StoreError {}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> StoreError {
        StoreError::Database(error.to_string())
    }
}
