-- Reports of used folios that the simulated SII received, with what they say of each type, and what it found wrong with them.
-- Track IDs are of one sequence with those of sim_envio. `dueno` null: nobody told whose it is.
CREATE TABLE sim_rcof (
  track_id INTEGER PRIMARY KEY,
  lado TEXT NOT NULL CHECK (lado IN ('certificacion', 'produccion')),
  dueno TEXT,
  rut_envia TEXT NOT NULL,
  rut_empresa TEXT NOT NULL,
  archivo TEXT NOT NULL,
  sha1 TEXT NOT NULL CHECK (length(sha1) = 40),
  veces INTEGER NOT NULL DEFAULT 1 CHECK (veces > 0),
  recibido_at INTEGER NOT NULL,
  repetido_at INTEGER,
  -- When its verdict is told.
  listo_at INTEGER NOT NULL CHECK (listo_at >= recibido_at),
  fecha TEXT NOT NULL,
  secuencia INTEGER NOT NULL CHECK (secuencia BETWEEN 0 AND 999),
  estado TEXT NOT NULL CHECK (estado IN ('REC', 'EPR', 'RPR', 'RFR', 'RCT')),
  razones TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(razones)),
  resumen TEXT NOT NULL CHECK (json_valid(resumen))
) STRICT;
CREATE UNIQUE INDEX sim_rcof_repetido ON sim_rcof(lado, rut_empresa, sha1);
CREATE INDEX sim_rcof_dia ON sim_rcof(lado, rut_empresa, fecha);
