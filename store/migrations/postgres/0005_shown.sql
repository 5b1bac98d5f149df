-- When something happened last that everybody may notice: lists show it and are ordered by it. `changed` counts what is done in secret, too,
-- and is for the server alone.
ALTER TABLE games ADD COLUMN shown BIGINT NOT NULL DEFAULT 0;
UPDATE games SET shown = changed;
