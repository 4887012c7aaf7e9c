-- The place of a job in the line of its group: the number that the newest job had when it was made, released or retried by a
-- person. No clock has a part in it, so none that is set puts anything before its turn. `queued_at` tells since when it waits.
ALTER TABLE job ADD COLUMN lugar INTEGER NOT NULL DEFAULT 0;
UPDATE job SET lugar = rowid WHERE estado <> 'completed' AND estado IN ('pending', 'processing');
DROP INDEX job_listos;
CREATE INDEX job_listos ON job(grupo, lugar) WHERE estado = 'pending' AND run_at IS NULL;
