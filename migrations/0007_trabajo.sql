-- What an operation at the SII that runs as a job is beside its row in the queue (jobs §6).
CREATE TABLE trabajo (
  job_id TEXT PRIMARY KEY REFERENCES job(id) ON DELETE CASCADE,
  -- What it is about, as people name it.
  objeto TEXT NOT NULL,
  -- What it takes a unit of the quota for; null takes none by itself. `cobrada` 1: it was taken.
  operacion TEXT,
  cobrada INTEGER NOT NULL DEFAULT 0 CHECK (cobrada IN (0, 1) AND (cobrada = 0 OR operacion IS NOT NULL)),
  -- In whose name it runs: who queued it, or was the last to retry it.
  usuario_id TEXT,
  apikey_id TEXT,
  ip TEXT,
  -- JSON: what its refusal tells beside the error of the job.
  detalles TEXT CHECK (detalles IS NULL OR json_valid(detalles))
) STRICT, WITHOUT ROWID;
