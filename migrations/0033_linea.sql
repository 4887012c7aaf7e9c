-- A line (company, environment, class of envelope) has one row in the queue while it has work, and its documents' jobs are taken along
-- by its run. What held groups back went with that.
DROP TABLE grupo_retenido;
INSERT INTO job (id, kind, empresa_id, ambiente, grupo, estado, created_at, queued_at, clave)
SELECT 'job_' || substr(min(id), 5) || 'L', 'dte.linea', empresa_id, ambiente, 'dte.linea' || substr(grupo, 11), 'pending',
  min(created_at), min(queued_at), 'dte.linea' || substr(grupo, 11)
FROM job WHERE kind = 'dte.emitir' AND estado <> 'completed' AND estado IN ('pending', 'processing')
GROUP BY empresa_id, ambiente, grupo;
