-- A session is a browser on a device. Several can be of one identity, which is what owns games and holds seats.
-- Tokens are kept as hashes. `previous` is honoured until the newer token has been seen, and for a short while after.
CREATE TABLE sessions (
    id TEXT PRIMARY KEY,
    identity TEXT NOT NULL,
    token TEXT NOT NULL,
    previous TEXT NOT NULL,
    made BIGINT NOT NULL,
    seen BIGINT NOT NULL,
    drawn BIGINT NOT NULL,
    confirmed BIGINT NOT NULL,
    label TEXT NOT NULL);
CREATE INDEX sessions_by_token ON sessions (token);
CREATE INDEX sessions_by_previous ON sessions (previous);
CREATE INDEX sessions_by_identity ON sessions (identity);
-- Before, the hash of a cookie was the identity. Each becomes a session of itself, so that nobody loses a seat; its token counts as
-- old and is replaced when it is next seen.
INSERT INTO sessions (id, identity, token, previous, made, seen, drawn, confirmed, label)
    SELECT substr(known.hash, 1, 32), known.hash, known.hash, '', 0, known.seen, 0, 1, ''
    FROM (SELECT held.hash, MAX(held.seen) AS seen
          FROM (SELECT owner AS hash, changed AS seen FROM games
                UNION ALL
                SELECT seats.holder AS hash, games.changed AS seen FROM seats JOIN games ON games.id = seats.game) AS held
          WHERE held.hash <> '' GROUP BY held.hash) AS known;
-- Links by which somebody opens his seats, or one of them, on another device; each serves once.
CREATE TABLE links (
    id TEXT PRIMARY KEY,
    token TEXT NOT NULL,
    code TEXT NOT NULL,
    identity TEXT NOT NULL,
    label TEXT NOT NULL,
    game TEXT NOT NULL,
    seat BIGINT NOT NULL,
    made BIGINT NOT NULL,
    expires BIGINT NOT NULL);
-- Seats that are open on another device beside that of their holder.
CREATE TABLE seat_keys (
    id TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    seat BIGINT NOT NULL,
    identity TEXT NOT NULL,
    label TEXT NOT NULL,
    since BIGINT NOT NULL);
CREATE UNIQUE INDEX seat_keys_once ON seat_keys (game, seat, identity);
CREATE INDEX seat_keys_by_identity ON seat_keys (identity);
-- Those who ask for a seat that somebody else holds.
CREATE TABLE seat_requests (
    id TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    seat BIGINT NOT NULL,
    identity TEXT NOT NULL,
    label TEXT NOT NULL,
    asked BIGINT NOT NULL);
CREATE INDEX seat_requests_by_game ON seat_requests (game);
-- The invitation itself, which whoever made the game can see again; `token` is its hash.
ALTER TABLE seats ADD COLUMN invitation TEXT NOT NULL DEFAULT '';
