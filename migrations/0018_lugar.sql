-- The place of a job in the line of its group, given when it is made, released or retried by a person: one behind the newest
-- job, by number. No clock has a part in it, so none that is set puts anything before its turn; among what was released with
-- no job made in between, `queued_at` decides, which tells since when it waits.
ALTER TABLE job ADD COLUMN lugar INTEGER NOT NULL DEFAULT 0;
UPDATE job SET lugar = linea.lugar
FROM (SELECT id, row_number() OVER (ORDER BY queued_at, rowid) AS lugar FROM job
  WHERE estado <> 'completed' AND estado IN ('pending', 'processing')) AS linea
WHERE job.id = linea.id;
DROP INDEX job_listos;
CREATE INDEX job_listos ON job(grupo, lugar, queued_at) WHERE estado = 'pending' AND run_at IS NULL;
