-- Games that were deleted although somebody else had sat down in them: what was promised about their dice, and what was added.
-- A rematch that is made again has the id of the one before it, but never its commitment.
CREATE TABLE ended (
    game TEXT NOT NULL,
    commitment TEXT NOT NULL,
    name TEXT NOT NULL,
    created BIGINT NOT NULL,
    ended BIGINT NOT NULL,
    account TEXT NOT NULL,
    PRIMARY KEY (game, commitment));
-- Who made such a game, and who sat in it.
CREATE TABLE ended_players (
    holder TEXT NOT NULL,
    game TEXT NOT NULL,
    commitment TEXT NOT NULL,
    PRIMARY KEY (holder, game, commitment));
