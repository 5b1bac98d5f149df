//! The tables. Both databases read the same text, but for one word.

/// Each statement may run again on a database that has it already.
const SCHEMA: [&str; 9] = [
    "CREATE TABLE IF NOT EXISTS games (
        id TEXT PRIMARY KEY,
        title TEXT NOT NULL,
        scenario TEXT NOT NULL,
        name TEXT NOT NULL,
        owner TEXT NOT NULL,
        created BIGINT NOT NULL,
        changed BIGINT NOT NULL,
        lines BIGINT NOT NULL,
        loads BIGINT NOT NULL,
        turn BIGINT NOT NULL,
        over_now BIGINT NOT NULL,
        waiting TEXT NOT NULL,
        unverified BIGINT NOT NULL)",
    "CREATE TABLE IF NOT EXISTS journal (
        game TEXT NOT NULL,
        line BIGINT NOT NULL,
        text TEXT NOT NULL,
        PRIMARY KEY (game, line))",
    "CREATE TABLE IF NOT EXISTS seats (
        game TEXT NOT NULL,
        seat BIGINT NOT NULL,
        kind TEXT NOT NULL,
        holder TEXT NOT NULL,
        token TEXT NOT NULL,
        PRIMARY KEY (game, seat))",
    "CREATE INDEX IF NOT EXISTS seats_by_holder ON seats (holder)",
    "CREATE INDEX IF NOT EXISTS seats_by_token ON seats (token)",
    "CREATE TABLE IF NOT EXISTS chat (
        game TEXT NOT NULL,
        line BIGINT NOT NULL,
        at BIGINT NOT NULL,
        seat BIGINT NOT NULL,
        text TEXT NOT NULL,
        PRIMARY KEY (game, line))",
    "CREATE TABLE IF NOT EXISTS notes (
        game TEXT NOT NULL,
        holder TEXT NOT NULL,
        text TEXT NOT NULL,
        PRIMARY KEY (game, holder))",
    "CREATE TABLE IF NOT EXISTS letters (
        game TEXT NOT NULL,
        seat BIGINT NOT NULL,
        turn BIGINT NOT NULL,
        text TEXT NOT NULL,
        PRIMARY KEY (game, seat, turn))",
    "CREATE TABLE IF NOT EXISTS takebacks (
        game TEXT PRIMARY KEY,
        text TEXT NOT NULL)",
];

/// What makes the tables. In SQLite the lines of a journal lie together in its primary key, so that an append touches one page
/// of the file and not two; PostgreSQL has no word for that.
pub(crate) fn statements(sqlite: bool) -> impl Iterator<Item = String> {
    SCHEMA.into_iter().map(move |statement| match sqlite && statement.contains("EXISTS journal") {
        true => format!("{statement} WITHOUT ROWID"),
        false => statement.to_owned(),
    })
}

/// Every table with rows of a game.
pub(crate) const OF_A_GAME: [&str; 6] = ["journal", "seats", "chat", "notes", "letters", "takebacks"];
