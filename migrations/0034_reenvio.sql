-- A document that travels again because the SII refused its file as a whole, until another envelope with it has arrived. Those of
-- one `parte` travel together. With an `error` (JSON) they wait for a person. Their public jobs are done since the first Track ID.
CREATE TABLE reenvio (
  documento_id TEXT PRIMARY KEY REFERENCES documento(id),
  -- Of the public jobs of its line.
  grupo TEXT NOT NULL,
  parte TEXT NOT NULL,
  -- Temporary faults on its way.
  intentos INTEGER NOT NULL DEFAULT 0,
  error TEXT
) STRICT;
CREATE INDEX reenvio_linea ON reenvio(grupo, intentos) WHERE error IS NULL;
CREATE INDEX reenvio_parte ON reenvio(parte);
INSERT INTO reenvio (documento_id, grupo, parte, intentos, error)
SELECT d.id, 'dte.emitir' || substr(j.grupo, 12), j.id, min(j.intentos, 29),
  CASE WHEN j.estado IN ('failed', 'dlq') THEN j.error END
FROM documento d JOIN job j ON j.id = d.reenvio_id ORDER BY d.rowid;
DROP INDEX documento_reenvio;
UPDATE documento SET reenvio_id = NULL WHERE reenvio_id IS NOT NULL;
UPDATE job SET estado = 'completed', run_at = NULL, lease_id = NULL, lease_until = NULL, error = NULL
WHERE kind = 'dte.reenvio' AND estado <> 'completed' AND estado IN ('pending', 'processing', 'failed', 'dlq');
INSERT INTO job (id, kind, empresa_id, ambiente, grupo, estado, created_at, queued_at, clave)
SELECT 'job_' || substr(min(d.job_id), 5) || 'R', 'dte.linea', d.empresa_id, d.ambiente, 'dte.linea' || substr(r.grupo, 11), 'pending',
  0, 0, 'dte.linea' || substr(r.grupo, 11)
FROM reenvio r JOIN documento d ON d.id = r.documento_id
WHERE NOT EXISTS (SELECT 1 FROM job WHERE kind = 'dte.linea' AND grupo = 'dte.linea' || substr(r.grupo, 11))
GROUP BY d.empresa_id, d.ambiente, r.grupo;
