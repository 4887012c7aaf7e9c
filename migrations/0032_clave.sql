-- What a job does that no second one may do while it is under way; what came of it; and how far it is.
ALTER TABLE job ADD COLUMN clave TEXT;
ALTER TABLE job ADD COLUMN result TEXT;
ALTER TABLE job ADD COLUMN progreso TEXT;
CREATE UNIQUE INDEX job_clave ON job(clave)
  WHERE clave IS NOT NULL AND (estado = 'pending' OR estado = 'processing' OR estado = 'scheduled');

-- 0 once the SII was asked for an envelope's verdict for a week in vain: what waits for that verdict waits no longer.
ALTER TABLE envio ADD COLUMN seguido INTEGER NOT NULL DEFAULT 1;
DELETE FROM meta WHERE clave = 'cola';
-- A follow-up knows how long it has lasted.
UPDATE job SET args = json_set(args, '$.seguido', max(0, coalesce(run_at, queued_at) - queued_at - 1), '$.visto', coalesce(run_at, queued_at))
WHERE kind = 'dte.veredicto' AND estado <> 'completed' AND estado IN ('pending', 'processing', 'failed', 'dlq');
