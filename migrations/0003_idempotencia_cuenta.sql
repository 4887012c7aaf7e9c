-- Answers kept for an Idempotency-Key, also on routes of an account that has no company yet. Exactly one of the two scopes.
-- `vence_at` null: for ever (emission).
CREATE TABLE idempotencia_nueva (
  empresa_id TEXT REFERENCES empresa(id),
  cuenta_id TEXT REFERENCES cuenta(id),
  ambito TEXT NOT NULL GENERATED ALWAYS AS (coalesce(empresa_id, cuenta_id)) STORED,
  ruta TEXT NOT NULL,
  clave TEXT NOT NULL,
  cuerpo_sha256 TEXT NOT NULL,
  status INTEGER NOT NULL,
  respuesta_cifrada BLOB NOT NULL,
  created_at TEXT NOT NULL,
  vence_at TEXT,
  UNIQUE (ambito, ruta, clave),
  CHECK ((empresa_id IS NULL) <> (cuenta_id IS NULL))
) STRICT;
INSERT INTO idempotencia_nueva (empresa_id, ruta, clave, cuerpo_sha256, status, respuesta_cifrada, created_at, vence_at)
  SELECT empresa_id, ruta, clave, cuerpo_sha256, status, respuesta_cifrada, created_at, vence_at FROM idempotencia;
DROP TABLE idempotencia;
ALTER TABLE idempotencia_nueva RENAME TO idempotencia;
-- For forgetting what has expired without a look at what never does.
CREATE INDEX idempotencia_vence ON idempotencia(vence_at) WHERE vence_at IS NOT NULL;
