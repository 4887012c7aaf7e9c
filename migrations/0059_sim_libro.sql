-- Books of purchases, sales and guides that the simulated SII received on its side of certification, with what they say and what it
-- found wrong with them. Track IDs are of one sequence with those of sim_envio. `dueno` null: nobody told whose it is.
CREATE TABLE sim_libro (
  track_id INTEGER PRIMARY KEY,
  lado TEXT NOT NULL CHECK (lado = 'certificacion'),
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
  clase TEXT NOT NULL CHECK (clase IN ('VENTA', 'COMPRA', 'GUIA')),
  periodo TEXT NOT NULL,
  folio_notificacion TEXT NOT NULL,
  estado TEXT NOT NULL CHECK (estado IN ('LTC', 'LRH', 'LRS', 'LRC', 'LRF', 'LNC')),
  razones TEXT NOT NULL CHECK (json_valid(razones)),
  -- JSON by the schema's names: {caratula, resumen, detalle}.
  contenido TEXT NOT NULL CHECK (json_valid(contenido))
) STRICT;
CREATE UNIQUE INDEX sim_libro_repetido ON sim_libro(lado, rut_empresa, sha1);
CREATE INDEX sim_libro_clave ON sim_libro(lado, rut_empresa, clase, periodo, folio_notificacion);
