-- 1: as many as the forecast of the type suggests (http §18).
ALTER TABLE folio_alerta ADD COLUMN pronostico INTEGER NOT NULL DEFAULT 0
  CHECK (pronostico IN (0, 1) AND (pronostico = 0 OR cantidad IS NULL));
