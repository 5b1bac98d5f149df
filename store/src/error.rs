/// Why the store could not do what it was asked.
#[derive(Clone, Debug)]
pub enum StoreError {
    /// Somebody else has written to the game in the meantime.
    Conflict,
    /// There is no such game.
    Unknown,
    /// The store is being closed.
    Closed,
    /// The database failed, in its own words.
    Database(String),
    /// A later version of the program has written the database.
    Newer { version: i64, newest: i64 },
    /// Nobody knows whether a change was kept, and why.
    Doubtful(String),
    /// The database refuses a change for what it says.
    Refused(String),
    /// A text holds a character that cannot be kept.
    Unwritable,
    /// Something else, in a sentence of its own.
    Said(String),
    /// What is on disk is not what was written, in a sentence.
    Damaged(String),
}

impl std::fmt::Display for StoreError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            StoreError::Conflict => f.write_str("somebody else has changed the game in the meantime"),
            StoreError::Unknown => f.write_str("there is no such game"),
            StoreError::Closed => f.write_str("the store is being closed"),
            StoreError::Newer { version, newest } => write!(
                f,
                "the database was written by a later version of Sabretache: its tables have version {version}, and this \
                 program supports up to version {newest}; use the later program, or an earlier backup"
            ),
            StoreError::Damaged(sentence) | StoreError::Said(sentence) => f.write_str(sentence),
            StoreError::Doubtful(words) => write!(f, "it is not known whether the change was kept: {words}"),
            StoreError::Refused(words) => write!(f, "the database refuses the change: {words}"),
            StoreError::Unwritable => {
                f.write_str("a text contains the character U+0000, which cannot be stored; remove it")
            }
            StoreError::Database(words) => write!(f, "the database failed: {words}"),
        }
    }
}

impl std::error::Error for StoreError {}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> StoreError {
        let refused = error.as_database_error().is_some_and(|error| {
            error.is_unique_violation() || error.is_check_violation() || error.is_foreign_key_violation()
        });
        match refused {
            true => StoreError::Refused(error.to_string()),
            false => StoreError::Database(error.to_string()),
        }
    }
}
