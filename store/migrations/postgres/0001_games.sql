-- The tables of the first release. IF NOT EXISTS: a database that has them already is taken over as it is.
CREATE TABLE IF NOT EXISTS games (
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
    unverified BIGINT NOT NULL);
CREATE TABLE IF NOT EXISTS journal (
    game TEXT NOT NULL,
    line BIGINT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (game, line));
CREATE TABLE IF NOT EXISTS seats (
    game TEXT NOT NULL,
    seat BIGINT NOT NULL,
    kind TEXT NOT NULL,
    holder TEXT NOT NULL,
    token TEXT NOT NULL,
    PRIMARY KEY (game, seat));
CREATE INDEX IF NOT EXISTS seats_by_holder ON seats (holder);
CREATE INDEX IF NOT EXISTS seats_by_token ON seats (token);
CREATE TABLE IF NOT EXISTS chat (
    game TEXT NOT NULL,
    line BIGINT NOT NULL,
    at BIGINT NOT NULL,
    seat BIGINT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (game, line));
CREATE TABLE IF NOT EXISTS notes (
    game TEXT NOT NULL,
    holder TEXT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (game, holder));
CREATE TABLE IF NOT EXISTS letters (
    game TEXT NOT NULL,
    seat BIGINT NOT NULL,
    turn BIGINT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (game, seat, turn));
CREATE TABLE IF NOT EXISTS takebacks (
    game TEXT PRIMARY KEY,
    text TEXT NOT NULL);
