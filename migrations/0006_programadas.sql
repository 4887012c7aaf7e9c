-- Emissions that wait for their hour (`programar_para`): no document yet, since the folio is taken at release. What their
-- job shows meanwhile, and the request as it came, encrypted, to be read anew then. The row goes once the document is there.
CREATE TABLE emision_programada (
  job_id TEXT PRIMARY KEY REFERENCES job(id),
  empresa_id TEXT NOT NULL,
  ambiente TEXT NOT NULL,
  tipo_dte INTEGER NOT NULL,
  rut_receptor TEXT NOT NULL,
  monto_total INTEGER NOT NULL,
  referencia_externa TEXT,
  solicitud_cifrada BLOB NOT NULL,
  created_at TEXT NOT NULL
) STRICT;
-- Serves the look-up of a possible duplicate (contract §9).
CREATE INDEX emision_programada_receptor
  ON emision_programada(empresa_id, ambiente, rut_receptor, tipo_dte, monto_total, created_at);
