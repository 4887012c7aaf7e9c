-- Runs of a job that ended with their process or their lease, since the last that came back: no attempt, but the next waits the
-- longer for each.
ALTER TABLE job ADD COLUMN interrupciones INTEGER NOT NULL DEFAULT 0;
