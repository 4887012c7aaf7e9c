-- The copies that the server makes of itself at their destination, and the trials of them (src/areas/respaldo).
CREATE TABLE respaldo (
  id TEXT PRIMARY KEY,
  nombre TEXT NOT NULL UNIQUE,
  destino TEXT NOT NULL,
  estado TEXT NOT NULL CHECK (estado IN ('en_curso', 'hecha', 'fallida', 'borrada', 'ausente')),
  inicio TEXT NOT NULL,
  fin TEXT,
  bytes INTEGER,
  sha256 TEXT,
  error TEXT,
  ensayo TEXT CHECK (ensayo IN ('abierta', 'integra', 'fallida')),
  ensayo_at TEXT,
  ensayo_detalle TEXT
) STRICT;
CREATE INDEX respaldo_inicio ON respaldo(destino, inicio);
