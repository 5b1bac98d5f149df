-- How a request for a seat ended, if the seat did not go to the player who asked: kept until that player has read it. Empty while it waits.
ALTER TABLE seat_requests ADD COLUMN answer TEXT NOT NULL DEFAULT '';
-- Lists and the count of unfinished games ask by owner; without it they would read every game of every player.
CREATE INDEX games_by_owner ON games (owner);
