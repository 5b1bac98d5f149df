-- Every line of a journal carries a hash over itself and all lines before it; the game knows the last one.
-- The program computes those of the lines that are there already, in the same transaction.
ALTER TABLE journal ADD COLUMN link TEXT NOT NULL DEFAULT '';
ALTER TABLE games ADD COLUMN head TEXT NOT NULL DEFAULT '';
-- Looking at a game writes nothing any more, so nobody counts it.
ALTER TABLE games DROP COLUMN loads;
-- The last group of changes that was committed. Who loses the answer to a COMMIT looks here for what became of it.
CREATE TABLE last_commit (
    place BIGINT PRIMARY KEY,
    token TEXT NOT NULL);
INSERT INTO last_commit (place, token) VALUES (0, '');
