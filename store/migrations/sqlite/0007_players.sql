-- What a player is called at the table; the same at every table.
CREATE TABLE players (
    identity TEXT PRIMARY KEY,
    name TEXT NOT NULL);
-- The hash of the short code that can be typed in place of an invitation; empty where there is none.
ALTER TABLE seats ADD COLUMN code TEXT NOT NULL DEFAULT '';
CREATE INDEX seats_by_code ON seats (code);
